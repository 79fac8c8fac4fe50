/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Full text: phrases, prefixes and the ranked fall-back. The scan for signs: om-store-scan.c. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-text.h"

#include <string.h>

#include "store/om-store-private.h"
#include "store/om-store-statement.h"
#include "store/om-store-words.h"
#include "text/om-terms.h"

/* A longer phrase is looked up by its first words: it finds all that hold the whole, and is
 * quick. */
#define MAX_PHRASE_WORDS 64

/* Of a ranked question as many words as take part at most, the rarest ones. */
#define MAX_RANKED_WORDS 64

/* Rare words first, until together they are found so often (performance.md section 2.5). */
#define RANKED_SHARE .1
#define RANKED_LEAST 20000

#define ALL_COLUMNS (OM_TEXT_TITLE | OM_TEXT_CONTENT | OM_TEXT_TAGS)

/* How many bytes of the text its first words take. 0: there is no word in it. */
typedef struct
{
  gsize end;
  guint max_words;
} Extent;

static gboolean
measure_cb (const OmTerm *term,
            gpointer      data)
{
  Extent *extent = data;

  if (term->position >= extent->max_words)
    return FALSE;
  extent->end = MAX (extent->end, term->end);
  return TRUE;
}

static gsize
measure (const char *text)
{
  Extent extent = { 0, MAX_PHRASE_WORDS };

  om_terms_foreach (text, -1, OM_LANGUAGE_UNKNOWN, OM_TERMS_NO_STEMS | OM_TERMS_NO_BIGRAMS,
                    measure_cb, &extent);
  return extent.end;
}

/* Inside double quotes nothing has a meaning to FTS5 but the quote, which is doubled. */
static void
append_quoted (GString    *query,
               const char *text,
               gsize       length)
{
  g_string_append_c (query, '"');
  for (gsize i = 0; i < length; i++)
    {
      if (text[i] == '"')
        g_string_append_c (query, '"');
      g_string_append_c (query, text[i]);
    }
  g_string_append_c (query, '"');
}

static void
append_columns (GString    *query,
                OmTextFlags flags)
{
  guint columns = flags & ALL_COLUMNS;

  if (columns == 0 || columns == ALL_COLUMNS)
    return;
  g_string_append_printf (query, "{%s%s%s} : ", columns & OM_TEXT_TITLE ? "title " : "",
                          columns & OM_TEXT_CONTENT ? "content " : "",
                          columns & OM_TEXT_TAGS ? "tags" : "");
}

static GArray *
find_rows (OmStore    *self,
           const char *query,
           OmTextFlags flags,
           guint       limit,
           GError    **error)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_auto (OmStatement) s = { 0 };

  if (!om_store_words_prepare (self, error) ||
      !om_statement_open (&s, self,
                          "SELECT f.rowid FROM memory_text f CROSS"
                          " JOIN memories m ON m.row = f.rowid"
                          " WHERE f.memory_text MATCH ? AND (? OR m.trashed_at = 0) ORDER"
                          " BY f.rowid DESC LIMIT ?",
                          error))
    return NULL;
  om_statement_add_text (&s, query);
  om_statement_add_int (&s, (flags & OM_TEXT_BINNED) != 0);
  om_statement_add_int (&s, limit);
  return om_statement_collect (&s, rows, error) ? g_steal_pointer (&rows) : NULL;
}

static GArray *
find_quoted (OmStore    *self,
             const char *text,
             gboolean    is_prefix,
             OmTextFlags flags,
             guint       limit,
             GError    **error)
{
  g_autoptr (GString) query = g_string_new (NULL);
  gsize length;

  if (!om_store_check_text (text, "query", error))
    return NULL;
  length = measure (text);
  if (length == 0)
    return g_array_new (FALSE, FALSE, sizeof (gint64));
  append_columns (query, flags);
  append_quoted (query, text, length);
  /* A cut phrase ends in the middle: its last word is whole. */
  if (is_prefix && text[length] == '\0')
    g_string_append (query, " *");
  return find_rows (self, query->str, flags, limit, error);
}

/**
 * om_store_text_find_phrase:
 * @phrase: words in a row, as typed
 * @flags: where to look
 * @limit: how many at most
 *
 * As the full text sees them: stems, no accents, signs between the words do not matter, in scripts
 * without blanks character by character. A phrase of more than 64 words is looked up by its first
 * 64.
 *
 * Returns: (transfer full) (nullable) (element-type gint64): rows that hold it, newest first; none
 *   if it has no word
 */
GArray *
om_store_text_find_phrase (OmStore    *self,
                           const char *phrase,
                           OmTextFlags flags,
                           guint       limit,
                           GError    **error)
{
  return find_quoted (self, phrase, FALSE, flags, limit, error);
}

/**
 * om_store_text_find_prefix:
 * @text: words in a row, the last of which is only begun
 * @flags: where to look
 * @limit: how many at most
 *
 * A text that ends in a sign or a blank has no word that is only begun.
 *
 * Returns: (transfer full) (nullable) (element-type gint64): rows that hold it, newest first
 */
GArray *
om_store_text_find_prefix (OmStore    *self,
                           const char *text,
                           OmTextFlags flags,
                           guint       limit,
                           GError    **error)
{
  return find_quoted (self, text, TRUE, flags, limit, error);
}

/* A word of a ranked question. */
typedef struct
{
  char  *text;  /* (owned): as written */
  char  *term;  /* (owned): as it is indexed */
  gint64 count; /* memories that hold it */
} Word;

static void
word_clear (gpointer data)
{
  Word *word = data;

  g_free (word->text);
  g_free (word->term);
}

typedef struct
{
  const char *text;
  gboolean    with_stopwords;
  GHashTable *seen;  /* (owned): terms */
  GArray     *words; /* (owned) (element-type Word) */
} WordWalk;

static gboolean
collect_word_cb (const OmTerm *term,
                 gpointer      data)
{
  WordWalk *walk = data;
  Word word;

  if (term->is_stopword && !walk->with_stopwords)
    return TRUE;
  word.term = g_strndup (term->term, term->term_len);
  if (!g_hash_table_add (walk->seen, word.term))
    {
      g_free (word.term);
      return TRUE;
    }
  word.text = g_strndup (walk->text + term->start, term->end - term->start);
  word.count = 0;
  g_array_append_val (walk->words, word);
  return TRUE;
}

/* The different words of a question, without stop words unless it has no others. */
static GArray *
collect_words (const char *text)
{
  WordWalk walk = { .text = text };
  OmLanguage language = om_language_detect (text);

  walk.words = g_array_new (FALSE, FALSE, sizeof (Word));
  g_array_set_clear_func (walk.words, word_clear);
  walk.seen = g_hash_table_new (g_str_hash, g_str_equal);
  om_terms_foreach (text, -1, language, OM_TERMS_NO_CHARS, collect_word_cb, &walk);
  if (walk.words->len == 0)
    {
      walk.with_stopwords = TRUE;
      om_terms_foreach (text, -1, language, OM_TERMS_NO_CHARS, collect_word_cb, &walk);
    }
  g_hash_table_unref (walk.seen);
  return walk.words;
}

static int
compare_counts (gconstpointer a,
                gconstpointer b)
{
  const Word *x = a;
  const Word *y = b;

  return x->count < y->count ? -1 : x->count > y->count;
}

static gboolean
count_words (OmStore *self,
             GArray  *words,
             GError **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self, "SELECT doc FROM memory_vocab WHERE term = ?", error))
    return FALSE;
  for (guint i = 0; i < words->len; i++)
    {
      Word *word = &g_array_index (words, Word, i);
      OmStep step;

      om_statement_rewind (&s);
      om_statement_add_text (&s, word->term);
      step = om_statement_step (&s, error);
      if (step == OM_STEP_ERROR)
        return FALSE;
      word->count = step == OM_STEP_ROW ? sqlite3_column_int64 (s.stmt, 0) : 0;
    }
  g_array_sort (words, compare_counts);
  return TRUE;
}

/* The rarest words, joined by OR; empty if there is none. */
static gboolean
build_ranked (OmStore    *self,
              const char *text,
              OmTextFlags flags,
              GString    *query,
              GError    **error)
{
  g_autoptr (GArray) words = collect_words (text);
  gint64 n_memories;
  gint64 budget;
  guint n = 0;

  if (words->len == 0)
    return TRUE;
  if (!count_words (self, words, error) ||
      !om_store_get_int64 (self, "SELECT count (*) FROM state", &n_memories, error))
    return FALSE;
  budget = MAX ((gint64) (n_memories * RANKED_SHARE), RANKED_LEAST);
  append_columns (query, flags);
  g_string_append_c (query, '(');
  for (guint i = 0; i < words->len && n < MAX_RANKED_WORDS && (n == 0 || budget > 0); i++)
    {
      const Word *word = &g_array_index (words, Word, i);

      if (n++ > 0)
        g_string_append (query, " OR ");
      append_quoted (query, word->text, strlen (word->text));
      budget -= word->count;
    }
  g_string_append_c (query, ')');
  return TRUE;
}

/**
 * om_store_text_find_ranked:
 * @text: words in any order
 * @flags: where to look
 * @limit: how many at most
 *
 * Any of the words, by BM25 with the title counting double. Stop words take part only if there are
 * no others; of many words the rarest, for FTS5 pays for each hit.
 *
 * Returns: (transfer full) (nullable) (element-type OmTextHit): best first; none if the text has no
 *   word
 */
GArray *
om_store_text_find_ranked (OmStore    *self,
                           const char *text,
                           OmTextFlags flags,
                           guint       limit,
                           GError    **error)
{
  g_autoptr (GArray) hits = g_array_new (FALSE, FALSE, sizeof (OmTextHit));
  g_autoptr (GString) query = g_string_new (NULL);
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_store_check_text (text, "query", error) || !om_store_words_prepare (self, error) ||
      !build_ranked (self, text, flags, query, error))
    return NULL;
  if (query->len == 0)
    return g_steal_pointer (&hits);

  if (!om_statement_open (&s, self,
                          "SELECT f.rowid, bm25 (memory_text, 2.0, 1.0, 1.0) AS score"
                          " FROM memory_text f CROSS JOIN memories m ON m.row = f.rowid"
                          " WHERE f.memory_text MATCH ? AND (? OR m.trashed_at = 0) ORDER"
                          " BY score, f.rowid DESC LIMIT ?",
                          error))
    return NULL;
  om_statement_add_text (&s, query->str);
  om_statement_add_int (&s, (flags & OM_TEXT_BINNED) != 0);
  om_statement_add_int (&s, limit);
  while ((step = om_statement_step (&s, error)) == OM_STEP_ROW)
    {
      OmTextHit hit = { sqlite3_column_int64 (s.stmt, 0), -sqlite3_column_double (s.stmt, 1) };
      g_array_append_val (hits, hit);
    }
  return step == OM_STEP_DONE ? g_steal_pointer (&hits) : NULL;
}
