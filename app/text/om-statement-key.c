/* SPDX-License-Identifier: GPL-3.0-or-later */
/* English objects become stems, Chinese ones words of the lexicon and, between them, pairs of characters. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "text/om-statement-key.h"

#include <string.h>

#include "text/om-script.h"
#include "text/om-statement-words.h"
#include "text/om-terms.h"

/* Marks of lemmas that are not of the object itself. */
#define MARK_NONE ""
#define MARK_OTHER "<"     /* what it is preferred to */
#define MARK_CONDITION "?" /* when it is done */

/* No word of the lexicon has more characters. */
#define MAX_WORD 10

typedef struct
{
  const OmStatementWords *words;
  const char             *mark;
  gboolean                keep_stop_words;
  GHashTable             *lemmas; /* (element-type utf8) */
} Collector;

static void
add_lemma (Collector  *self,
           const char *lemma,
           gsize       len)
{
  g_hash_table_add (self->lemmas, g_strdup_printf ("%s%.*s", self->mark, (int) len, lemma));
}

static gboolean
add_term (const OmTerm *term,
          gpointer      data)
{
  Collector *self = data;
  g_autofree char *surface = g_strndup (term->surface, term->surface_len);

  /* A letter alone is what an apostrophe has cut off. */
  if (self->keep_stop_words ||
      (!term->is_stopword && term->surface_len > 1 &&
       !g_hash_table_contains (self->words->stop_words, surface)))
    add_lemma (self, term->term, term->term_len);
  return TRUE;
}

/* The longest word of @set at @p, in bytes; 0 if none begins there. */
static gsize
longest (GHashTable *set,
         const char *p)
{
  const char *ends[MAX_WORD];
  guint n = 0;

  for (const char *q = p; n < MAX_WORD && *q != '\0'; n++)
    {
      q = g_utf8_next_char (q);
      ends[n] = q;
    }
  for (guint i = n; i > 0; i--)
    {
      g_autofree char *word = g_strndup (p, ends[i - 1] - p);

      if (g_hash_table_contains (set, word))
        return ends[i - 1] - p;
    }

  return 0;
}

static void
add_run (Collector  *self,
         const char *start,
         const char *end)
{
  const char *second;

  if (start == end)
    return;
  second = g_utf8_next_char (start);
  if (second == end)
    add_lemma (self, start, end - start);
  for (const char *p = start; second < end; p = g_utf8_next_char (p))
    {
      second = g_utf8_next_char (second);
      add_lemma (self, p, second - p);
    }
}

static void
collect_chinese (Collector  *self,
                 const char *text)
{
  const char *run = text, *p = text;

  while (*p != '\0')
    {
      gsize word = longest (self->words->key_words, p);
      gsize skip = word > 0 || self->keep_stop_words ? 0 : longest (self->words->stop_words, p);

      if (word > 0 || skip > 0 || !om_script_is_han (g_utf8_get_char (p)))
        {
          const char *next = word + skip > 0 ? p + word + skip : p;

          add_run (self, run, p);
          if (word > 0)
            add_lemma (self, p, word);
          else if (skip == 0)
            {
              /* Latin words among the characters. */
              while (*next != '\0' && om_script_is_word (g_utf8_get_char (next)) &&
                     !om_script_is_han (g_utf8_get_char (next)))
                next = g_utf8_next_char (next);
              if (next > p)
                add_lemma (self, p, next - p);
              else
                next = g_utf8_next_char (p);
            }
          p = run = next;
          continue;
        }
      p = g_utf8_next_char (p);
    }

  add_run (self, run, p);
}

static void
collect (Collector  *self,
         const char *text,
         const char *mark)
{
  const char *cut = NULL;
  g_autofree char *head = NULL;
  g_autofree char *lower = NULL;
  GMatchInfo *match = NULL;
  int start = 0;

  if (text == NULL)
    return;
  self->mark = mark;
  if (self->words->key_cut != NULL && g_regex_match (self->words->key_cut, text, 0, &match) &&
      g_match_info_fetch_pos (match, 0, &start, NULL) && start > 0)
    cut = text + start;
  g_clear_pointer (&match, g_match_info_free);

  head = cut != NULL ? g_strndup (text, cut - text) : g_strdup (text);
  lower = g_utf8_strdown (head, -1);
  if (self->words->language == OM_LANGUAGE_ZH)
    collect_chinese (self, lower);
  else
    om_terms_foreach (lower, -1, self->words->language, OM_TERMS_NO_BIGRAMS, add_term, self);
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/**
 * om_statement_key:
 * @object: what is said to be done, liked, or what one is
 * @other: (nullable): what it is preferred to
 * @condition: (nullable): when it is done
 *
 * The key leaves polarity out: liking and disliking the same have one key.
 *
 * Returns: (transfer full) (nullable): the key; %NULL if nothing is left of @object
 */
char *
om_statement_key (OmLanguage      language,
                  OmStatementKind kind,
                  const char     *object,
                  const char     *other,
                  const char     *condition)
{
  g_autoptr (GHashTable) lemmas = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) sorted = NULL;
  g_autoptr (GString) key = g_string_new (NULL);
  Collector collector = { om_statement_words_get (language), MARK_NONE, FALSE, lemmas };
  GHashTableIter iter;
  gpointer lemma;

  g_return_val_if_fail (collector.words != NULL, NULL);

  collect (&collector, object, MARK_NONE);
  if (g_hash_table_size (lemmas) == 0)
    {
      collector.keep_stop_words = TRUE;
      collect (&collector, object, MARK_NONE);
      collector.keep_stop_words = FALSE;
    }
  if (g_hash_table_size (lemmas) == 0)
    return NULL;
  collect (&collector, other, MARK_OTHER);
  collect (&collector, condition, MARK_CONDITION);

  sorted = g_ptr_array_new ();
  g_hash_table_iter_init (&iter, lemmas);
  while (g_hash_table_iter_next (&iter, &lemma, NULL))
    g_ptr_array_add (sorted, lemma);
  g_ptr_array_sort (sorted, compare);
  g_string_printf (key, "%s %s:", om_language_to_code (language), om_statement_kind_to_nick (kind));
  for (guint i = 0; i < sorted->len; i++)
    g_string_append_printf (key, i > 0 ? " %s" : "%s", (const char *) g_ptr_array_index (sorted, i));
  return g_strdup (key->str);
}

/* The lemmas of a key, and where its language and kind end. */
static GStrv
lemmas_of (const char *key,
           gsize      *head)
{
  const char *colon = strchr (key, ':');

  *head = colon != NULL ? (gsize) (colon - key) : strlen (key);
  return g_strsplit (colon != NULL ? colon + 1 : "", " ", -1);
}

/**
 * om_statement_likeness:
 *
 * Jaccard of the lemmas in English, Dice of the pairs in Chinese (design/traits.md 5.4).
 *
 * Returns: 0..1; 1 for the same key, 0 for another kind or language
 */
double
om_statement_likeness (const char *key_a,
                       const char *key_b)
{
  gsize head_a, head_b;
  g_auto (GStrv) a = lemmas_of (key_a, &head_a);
  g_auto (GStrv) b = lemmas_of (key_b, &head_b);
  guint n_a = g_strv_length (a), n_b = g_strv_length (b), common = 0;

  if (strcmp (key_a, key_b) == 0)
    return 1;
  if (head_a != head_b || strncmp (key_a, key_b, head_a) != 0 || n_a == 0 || n_b == 0)
    return 0;
  for (guint i = 0; i < n_a; i++)
    common += g_strv_contains ((const char *const *) b, a[i]);
  return g_str_has_prefix (key_a, "zh ") ? 2.0 * common / (n_a + n_b)
                                         : (double) common / (n_a + n_b - common);
}

/* Of each side of each pair of antonyms of a language its lemmas, worked out once. */
static GPtrArray *
get_antonym_lemmas (OmLanguage language)
{
  static gsize known[2];
  gsize *lemmas = &known[language == OM_LANGUAGE_ZH];

  if (g_once_init_enter (lemmas))
    {
      const OmStatementWords *words = om_statement_words_get (language);
      GPtrArray *all = g_ptr_array_new ();

      for (guint i = 0; i < words->antonyms->len * 2; i++)
        {
          char **pair = g_ptr_array_index (words->antonyms, i / 2);
          g_autofree char *key = om_statement_key (language, OM_STATEMENT_IDENTITY, pair[i % 2], NULL, NULL);
          gsize head;

          g_ptr_array_add (all, key != NULL ? lemmas_of (key, &head) : NULL);
        }
      g_once_init_leave (lemmas, (gsize) all);
    }
  return (GPtrArray *) *lemmas;
}

static gboolean
holds_all (GStrv lemmas,
           GStrv wanted)
{
  if (wanted == NULL)
    return FALSE;
  for (guint i = 0; wanted[i] != NULL; i++)
    if (!g_strv_contains ((const char *const *) lemmas, wanted[i]))
      return FALSE;
  return TRUE;
}

/**
 * om_statement_sides:
 * @key: see om_statement_key()
 *
 * Returns: (transfer full) (nullable): which sides of which pairs of antonyms it holds: n for the one and -n
 *   for the other of pair n, 0 at the end; %NULL if none
 */
int *
om_statement_sides (const char *key)
{
  OmLanguage language = g_str_has_prefix (key, "zh ") ? OM_LANGUAGE_ZH : OM_LANGUAGE_EN;
  g_autoptr (GArray) sides = g_array_new (TRUE, TRUE, sizeof (int));
  GPtrArray *antonyms;
  gsize head;
  g_auto (GStrv) lemmas = lemmas_of (key, &head);

  if (lemmas[0] == NULL)
    return NULL;
  antonyms = get_antonym_lemmas (language);
  for (guint i = 0; i < antonyms->len; i++)
    {
      int side = i % 2 == 0 ? (int) (i / 2) + 1 : -((int) (i / 2) + 1);

      if (holds_all (lemmas, g_ptr_array_index (antonyms, i)))
        g_array_append_val (sides, side);
    }
  return sides->len > 0 ? (int *) g_array_free (g_steal_pointer (&sides), FALSE) : NULL;
}

/**
 * om_statement_is_opposite:
 *
 * Returns: whether the keys, of the same kind, hold the two sides of a pair of antonyms
 */
gboolean
om_statement_is_opposite (const char *key_a,
                          const char *key_b)
{
  const char *colon_a = strchr (key_a, ':');
  const char *colon_b = strchr (key_b, ':');
  g_autofree int *a = om_statement_sides (key_a);
  g_autofree int *b = om_statement_sides (key_b);

  if (a == NULL || b == NULL || colon_a == NULL || colon_b == NULL || strcmp (key_a, key_b) == 0 ||
      colon_a - key_a != colon_b - key_b || strncmp (key_a, key_b, colon_a - key_a) != 0)
    return FALSE;
  for (const int *x = a; *x != 0; x++)
    for (const int *y = b; *y != 0; y++)
      if (*x == -*y)
        return TRUE;

  return FALSE;
}
