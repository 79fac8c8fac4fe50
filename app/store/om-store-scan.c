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
       const char *text,
       gsize       length)
{
  if (length == 0)
    return FALSE;
  fold (scan, text, length);
  return memmem (scan->folded->str, scan->folded->len, scan->needle, scan->length) != NULL;
}

static gboolean
column_holds (Scan        *scan,
              OmStatement *s,
              int          column)
{
  const char *text = om_statement_get_text (s, column);

  return text != NULL && holds (scan, text, (gsize) sqlite3_column_bytes (s->stmt, column));
}

/* The rows a statement gives, as a set. */
static gboolean
add_rows (OmStatement *s,
          GHashTable  *set,
          GError     **error)
{
  OmStep step;

  while ((step = om_statement_step (s, error)) == OM_STEP_ROW)
    {
      gint64 row = sqlite3_column_int64 (s->stmt, 0);

      g_hash_table_add (set, g_memdup2 (&row, sizeof row));
    }
  return step == OM_STEP_DONE;
}

static GHashTable *
row_set_new (void)
{
  return g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
}

/* The rows with a tag that holds the string: tags are few, and looked through once. */
static gboolean
find_tagged (OmStore    *self,
             Scan       *scan,
             GHashTable *tagged,
             GError    **error)
{
  g_auto (OmStatement) tags = { 0 };
  OmStep step;

  if (!om_statement_open (&tags, self, "SELECT id, name FROM tags", error))
    return FALSE;
  while ((step = om_statement_step (&tags, error)) == OM_STEP_ROW)
    {
      g_auto (OmStatement) s = { 0 };

      if (!column_holds (scan, &tags, 1))
        continue;
      if (!om_statement_open (&s, self, "SELECT memory FROM memory_tags WHERE tag = ?", error))
        return FALSE;
      om_statement_add_int (&s, sqlite3_column_int64 (tags.stmt, 0));
      if (!add_rows (&s, tagged, error))
        return FALSE;
    }
  return step == OM_STEP_DONE;
}

static gboolean
find_binned (OmStore    *self,
             GHashTable *binned,
             GError    **error)
{
  g_auto (OmStatement) s = { 0 };

  return om_statement_open (&s, self, "SELECT row FROM memories WHERE trashed_at <> 0", error) &&
         add_rows (&s, binned, error);
}

/** Place: where it is looked for, and what is there without being read. */
typedef struct
{
  guint       columns;
  GHashTable *tagged; /* (owned) */
  GHashTable *binned; /* (owned) */
} Place;

static void
place_clear (Place *place)
{
  g_hash_table_unref (place->tagged);
  g_hash_table_unref (place->binned);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Place, place_clear)

/* A row with its title and text. */
static void
look_at (Scan        *scan,
         const Place *place,
         OmStatement *s,
         GArray      *rows)
{
  gint64 row = sqlite3_column_int64 (s->stmt, 0);

  if (!g_hash_table_contains (place->binned, &row) &&
      ((place->columns & OM_TEXT_TITLE && column_holds (scan, s, 1)) ||
       (place->columns & OM_TEXT_CONTENT && column_holds (scan, s, 2)) || g_hash_table_contains (place->tagged, &row)))
    g_array_append_val (rows, row);
}

/* Reads the texts alone, newest first, until there are enough. */
static gboolean
find_in_texts (OmStore     *self,
               Scan        *scan,
               const Place *place,
               GArray      *rows,
               guint        limit,
               GError     **error)
{
  g_auto (OmStatement) s = { 0 };
  OmStep step = OM_STEP_ROW;

  if (!om_statement_open (&s, self, "SELECT row, title, content FROM texts ORDER BY row DESC", error))
    return FALSE;
  while (rows->len < limit && (step = om_statement_step (&s, error)) == OM_STEP_ROW)
    look_at (scan, place, &s, rows);
  return step != OM_STEP_ERROR;
}

static gboolean
find_in_rows (OmStore      *self,
              Scan         *scan,
              const Place  *place,
              const GArray *among,
              GArray       *rows,
              guint         limit,
              GError      **error)
{
  g_auto (OmStatement) s = { 0 };
  OmStep step = OM_STEP_DONE;

  if (!om_statement_open (&s, self, "SELECT row, title, content FROM texts WHERE row = ?", error))
    return FALSE;
  for (guint i = 0; i < among->len && rows->len < limit && step != OM_STEP_ERROR; i++)
    {
      om_statement_rewind (&s);
      om_statement_add_int (&s, g_array_index (among, gint64, i));
      step = om_statement_step (&s, error);
      if (step == OM_STEP_ROW)
        look_at (scan, place, &s, rows);
    }
  return step != OM_STEP_ERROR;
}

/**
 * om_store_text_find_substring_among:
 * @needle: what to look for, signs too
 * @among: (nullable) (element-type gint64): the rows to read, newest first; %NULL for all
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
om_store_text_find_substring_among (OmStore      *self,
                                    const char   *needle,
                                    const GArray *among,
                                    OmTextFlags   flags,
                                    guint         limit,
                                    GError      **error)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (GString) folded = g_string_new (NULL);
  g_auto (Place) place = { flags & (OM_TEXT_TITLE | OM_TEXT_CONTENT | OM_TEXT_TAGS), row_set_new (), row_set_new () };
  g_autofree char *folded_needle = NULL;
  Scan scan;

  if (!om_store_check_text (needle, "query", error))
    return NULL;
  folded_needle = g_strstrip (om_fold_search (needle, -1));
  scan = (Scan){ folded_needle, strlen (folded_needle), folded };
  if (scan.length == 0)
    return g_steal_pointer (&rows);

  if (place.columns == 0)
    place.columns = OM_TEXT_TITLE | OM_TEXT_CONTENT | OM_TEXT_TAGS;
  if ((place.columns & OM_TEXT_TAGS && !find_tagged (self, &scan, place.tagged, error)) ||
      ((flags & OM_TEXT_BINNED) == 0 && !find_binned (self, place.binned, error)) ||
      (among == NULL ? !find_in_texts (self, &scan, &place, rows, limit, error)
                     : !find_in_rows (self, &scan, &place, among, rows, limit, error)))
    return NULL;
  return g_steal_pointer (&rows);
}

/** om_store_text_find_substring: the same among all rows. */
GArray *
om_store_text_find_substring (OmStore    *self,
                              const char *needle,
                              OmTextFlags flags,
                              guint       limit,
                              GError    **error)
{
  return om_store_text_find_substring_among (self, needle, NULL, flags, limit, error);
}
