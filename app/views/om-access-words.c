/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What other programs asked, in words: the log holds the names of methods. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-access-words.h"

#include <glib/gi18n.h>

static const struct
{
  const char *method;
  const char *words;
} methods[] = {
  { "Search", NC_ ("what a program asked", "Search") },
  { "GetInitialResultSet", NC_ ("what a program asked", "Search") },
  { "GetSubsearchResultSet", NC_ ("what a program asked", "Search") },
  { "Match", NC_ ("what a program asked", "Search") },
  { "Get", NC_ ("what a program asked", "Read") },
  { "GetAll", NC_ ("what a program asked", "Read") },
  { "GetResultMetas", NC_ ("what a program asked", "Read") },
  { "List", NC_ ("what a program asked", "List") },
  { "Recall", NC_ ("what a program asked", "Recall") },
  { "Remember", NC_ ("what a program asked", "Add a memory") },
  { "Update", NC_ ("what a program asked", "Change a memory") },
  { "MoveToBin", NC_ ("what a program asked", "Move to the bin") },
  { "Restore", NC_ ("what a program asked", "Restore from the bin") },
  { "Neighbours", NC_ ("what a program asked", "Follow links") },
  { "Path", NC_ ("what a program asked", "Follow links") },
  { "At", NC_ ("what a program asked", "Salience") },
  { "History", NC_ ("what a program asked", "Salience over time") },
  { "Forecast", NC_ ("what a program asked", "Salience to come") },
  { "Evidence", NC_ ("what a program asked", "Evidence of a trait") },
  { "Follow", NC_ ("what a program asked", "Be told of changes") },
  { "Export", NC_ ("what a program asked", "Export") },
  { "Import", NC_ ("what a program asked", "Import") },
};

/**
 * om_access_words_what:
 * @method: name of a method, as the log holds it
 *
 * Returns: (transfer none): what it is for, translated; @method itself if nothing is known of it
 */
const char *
om_access_words_what (const char *method)
{
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    if (g_str_equal (methods[i].method, method))
      return g_dpgettext2 (NULL, "what a program asked", methods[i].words);
  return method;
}
