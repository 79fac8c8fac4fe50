/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scan for signs and parts of words: reads every text, newest first. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-text.h"

#include <string.h>

#include "store/om-store-private.h"
#include "store/om-store-statement.h"
#include "text/om-fold.h"

typedef struct
{
  const char *needle; /* folded */
  gsize       length;
  GString    *folded; /* (not owned): the text that is looked at */
} Scan;

static gboolean
is_ascii (const char *text,
          gsize       length)
{
  guint8 any = 0;

  for (gsize i = 0; i < length; i++)
    any |= (guint8) text[i];
  return any < 0x80;
}

/* Folds the text into the buffer, ASCII by the short way: most texts are nothing else. */
static void
fold (Scan       *scan,
      const char *text,
      gsize       length)
{
  g_string_set_size (scan->folded, length);
  if (is_ascii (text, length))
    {
      for (gsize i = 0; i < length; i++)
        scan->folded->str[i] = text[i] >= 'A' && text[i] <= 'Z' ? text[i] + ('a' - 'A') : text[i];
      return;
    }
  g_string_set_size (scan->folded, 0);
  for (const char *p = text; p < text + length; p = g_utf8_next_char (p))
    om_fold_append (scan->folded, g_utf8_get_char (p));
}

static gboolean
holds (Scan       *scan,
       const char *text)
{
  gsize length = strlen (text);

  if (length == 0)
    return FALSE;
  fold (scan, text, length);
  return memmem (scan->folded->str, scan->folded->len, scan->needle, scan->length) != NULL;
}

/**
 * om_store_text_find_substring:
 * @needle: what to look for, signs too
 * @flags: where to look
 * @limit: how many at most
 *
 * The string as it stands but for case, accents and forms of one letter. Reads texts, newest first,
 * until there are enough: for a worker, with om_store_set_cancellable().
 *
 * Returns: (transfer full) (nullable) (element-type gint64): rows, newest first; none for a needle
 *   of nothing but blanks or marks
 */
GArray *
om_store_text_find_substring (OmStore    *self,
                              const char *needle,
                              OmTextFlags flags,
                              guint       limit,
                              GError    **error)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (GString) folded = g_string_new (NULL);
  g_autofree char *folded_needle = NULL;
  g_auto (OmStatement) s = { 0 };
  guint columns = flags & (OM_TEXT_TITLE | OM_TEXT_CONTENT | OM_TEXT_TAGS);
  OmStep step = OM_STEP_ROW;
  Scan scan;

  if (!om_store_check_text (needle, "query", error))
    return NULL;
  folded_needle = g_strstrip (om_fold_search (needle, -1));
  scan = (Scan){ folded_needle, strlen (folded_needle), folded };
  if (scan.length == 0)
    return g_steal_pointer (&rows);

  if (!om_statement_open (&s, self,
                          "SELECT w.row, w.title, w.content, w.tags"
                          " FROM memory_words w CROSS JOIN memories m ON m.row = w.row"
                          " WHERE ? OR m.trashed_at = 0 ORDER BY w.row DESC",
                          error))
    return NULL;
  om_statement_add_int (&s, (flags & OM_TEXT_BINNED) != 0);
  while (rows->len < limit && (step = om_statement_step (&s, error)) == OM_STEP_ROW)
    {
      gint64 row = sqlite3_column_int64 (s.stmt, 0);

      for (int column = 0; column < 3; column++)
        {
          if ((columns == 0 || columns & 1u << column) &&
              holds (&scan, om_statement_get_text (&s, 1 + column)))
            {
              g_array_append_val (rows, row);
              break;
            }
        }
    }
  return step != OM_STEP_ERROR ? g_steal_pointer (&rows) : NULL;
}
