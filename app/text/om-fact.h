/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plain facts that a sentence states: whom it is about, what of them, and the value ("I live in Ghent";
 * data/lexicon/facts-LANG.json). A newer fact of the same subject and predicate takes the place of the
 * older. Pure, from any thread. */
#pragma once

#include <gio/gio.h>

#include "text/om-language.h"

G_BEGIN_DECLS

/* To be raised with every change of the patterns: what was read by others is read again. */
#define OM_FACT_READER_VERSION 1

/* The subject of what the writer says of themselves. */
#define OM_FACT_ME "me"

/**
 * OmFact:
 * @subject: (owned): %OM_FACT_ME, a name, or "my cat"
 * @predicate: (owned): "home", "age"; the same in all languages, but for what is only named in one
 * @value: (owned): as written
 * @start: first code point of its sentence in the text
 * @end: code point after the last
 */
typedef struct
{
  char *subject;
  char *predicate;
  char *value;
  guint start;
  guint end;
} OmFact;

GArray  *om_facts_find  (const char *text);
gboolean om_facts_check (GBytes     *json,
                         GError    **error);

G_END_DECLS
