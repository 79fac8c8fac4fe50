/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The manual: its topics, in the order in which they are read. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define OM_HELP_MAX_PARAGRAPHS 8

typedef struct
{
  const char *name;    /* of the topic and of its picture */
  const char *page;    /* (nullable): the page of the window from which F1 leads here */
  const char *title;   /* to be translated, in the context “help topic” */
  const char *picture; /* (nullable): what its picture shows, to be translated */
  const char *paragraphs[OM_HELP_MAX_PARAGRAPHS + 1]; /* to be translated; ends with %NULL */
} OmHelpTopic;

const OmHelpTopic *om_help_topics_get  (guint       number);
const char        *om_help_topic_title (const OmHelpTopic *topic);
guint              om_help_topics_find (const char *page);

G_END_DECLS
