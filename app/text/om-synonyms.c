/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The synonym groups of the model, as golden/constants.json has them. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "text/om-synonyms.h"

#define MAX_GROUP 6

static const char *const groups[][MAX_GROUP] = {
  { "prefer", "like", "love", "enjoy", "favor" },
  { "theme", "mode", "style", "layout" },
  { "meeting", "meet", "session", "call", "sync" },
  { "dark", "night", "black" },
  { "light", "bright", "day" },
  { "user", "person", "people", "customer" },
  { "task", "todo", "job" },
  { "note", "memo", "reminder" },
  { "time", "schedule", "when", "date" },
  { "project", "initiative", "plan" },
  { "issue", "problem", "bug" },
  { "document", "doc", "file" },
  { "question", "query", "ask" },
};

static gpointer
build_table (gpointer data)
{
  GHashTable *table = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    {
      for (guint k = 0; groups[i][k] != NULL; k++)
        g_hash_table_insert (table, (gpointer) groups[i][k], (gpointer) groups[i]);
    }

  return table;
}

/**
 * om_synonyms_group:
 * @word: a word in lower case
 *
 * Returns: (transfer none) (nullable): the words of its group, %NULL-terminated, the one that
 *   stands for all first; %NULL if it is in none
 */
const char *const *
om_synonyms_group (const char *word)
{
  static GOnce once = G_ONCE_INIT;

  g_once (&once, build_table, NULL);
  return g_hash_table_lookup (once.retval, word);
}

/**
 * om_synonyms_canonical:
 * @word: a word in lower case
 *
 * Returns: (transfer none) (nullable): the word that stands for its group, %NULL if it is in none
 */
const char *
om_synonyms_canonical (const char *word)
{
  const char *const *group = om_synonyms_group (word);

  return group != NULL ? group[0] : NULL;
}
