/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Predicates in words. Thread: any. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-fact-words.h"

#include <glib/gi18n.h>
#include <string.h>

#include "text/om-fact.h"

static const struct
{
  const char *predicate;
  const char *word;
} words[] = {
  { "home", N_("home") },           { "employer", N_("works at") },  { "job", N_("job") },
  { "age", N_("age") },             { "birthday", N_("birthday") },  { "name", N_("name") },
  { "birthplace", N_("born in") },  { "origin", N_("comes from") },  { "marital status", N_("marital status") },
};

/** om_fact_predicate_words: (transfer none): translated; @predicate itself if it is named in one language alone */
const char *
om_fact_predicate_words (const char *predicate)
{
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strcmp (predicate, words[i].predicate) == 0)
      return _(words[i].word);
  return predicate;
}

/** om_fact_is_about_writer: whether @subject is who writes */
gboolean
om_fact_is_about_writer (const char *subject)
{
  return strcmp (subject, OM_FACT_ME) == 0;
}
