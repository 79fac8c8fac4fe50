/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sentences of rhythms and mood links, in the language of the journal
 * (data/lexicon/trait-texts-LANG.json). They speak of writing and of how days read, show their numbers, and
 * never say why. Pure, from any thread. */
#pragma once

#include <glib.h>

#include "text/om-language.h"

G_BEGIN_DECLS

/** OmMoodTopic: what a mood link is about. */
typedef enum
{
  OM_MOOD_TOPIC_MENTION,  /* a tag, a person */
  OM_MOOD_TOPIC_ACTIVITY, /* by its key, see om_deed_name() */
  OM_MOOD_TOPIC_WEEKDAY,  /* "1" Monday to "7" */
  OM_N_MOOD_TOPICS,
} OmMoodTopic;

char *om_trait_text_rhythm (OmLanguage   language,
                            const char  *rhythm,
                            guint        n,
                            guint        of);
char *om_trait_text_mood   (OmLanguage   language,
                            OmMoodTopic  topic,
                            const char  *name,
                            double       difference,
                            guint        n_with,
                            guint        n_without);

G_END_DECLS
