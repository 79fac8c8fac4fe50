/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Canonical tokens. For ASCII and CJK they equal the model's; words of other scripts, which the
 * model drops, are kept, folded. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "text/om-tokens.h"

#include <string.h>

#include "text/om-fold.h"
#include "text/om-script.h"
#include "text/om-synonyms.h"

/* A stem has at least so many code points. */
#define MIN_STEM 3

static const struct
{
  const char *suffix;
  const char *replacement;
} stem_rules[] = {
  { "ies", "y" }, { "ing", "" }, { "er", "er" }, { "ers", "er" }, { "ed", "" }, { "s", "" },
};

static gboolean
is_run_character (gunichar c)
{
  return om_script_is_cjk (c) || om_script_is_spaceless (c);
}

/* Overlapping pairs of a run without blanks; a single character stays. The model's CJK is taken as
 * it is, the other scripts are folded with the marks that belong to their letters. */
static const char *
read_run (GPtrArray  *tokens,
          const char *p)
{
  g_autoptr (GString) folded = g_string_new (NULL);
  gsize before = 0, last = 0;
  guint n = 0;

  while (*p != '\0' && is_run_character (g_utf8_get_char (p)))
    {
      gboolean verbatim = om_script_is_cjk (g_utf8_get_char (p));

      before = last;
      last = folded->len;
      if (verbatim)
        g_string_append_unichar (folded, g_utf8_get_char (p));
      else
        om_fold_append (folded, g_utf8_get_char (p));
      p = g_utf8_next_char (p);
      for (; !verbatim && om_script_joins (g_utf8_get_char (p)); p = g_utf8_next_char (p))
        om_fold_append (folded, g_utf8_get_char (p));

      if (folded->len > last && ++n > 1)
        g_ptr_array_add (tokens, g_strndup (folded->str + before, folded->len - before));
      else if (folded->len <= last)
        last = before;
    }

  if (n == 1)
    g_ptr_array_add (tokens, g_strdup (folded->str));
  return p;
}

static void
take_word (GPtrArray *tokens,
           GString   *folded)
{
  gsize n = 0;

  /* A few letters fold to several words. */
  for (gsize i = 0; i < folded->len; i++)
    {
      if ((guchar) folded->str[i] >= 0x80 || g_ascii_isalnum (folded->str[i]))
        folded->str[n++] = folded->str[i];
    }
  if (n > 0)
    g_ptr_array_add (tokens, g_strndup (folded->str, n));
}

static const char *
read_word (GPtrArray  *tokens,
           GString    *folded,
           const char *p)
{
  gboolean ascii = TRUE;

  g_string_truncate (folded, 0);
  for (; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      /* A joiner between ASCII letters parts them, as it does for the model. */
      if (is_run_character (c) ||
          !(om_script_is_word (c) || (om_script_joins (c) && (!ascii || g_unichar_ismark (c)))))
        break;
      ascii = ascii && c < 0x80;
      om_fold_append (folded, c);
    }

  take_word (tokens, folded);
  return p;
}

/**
 * om_tokens_tokenize:
 * @text: UTF-8
 *
 * Cuts a text into the model's tokens: words in lower case, and overlapping pairs of the
 * characters of scripts without blanks (golden/tokens.json, `tokenize`).
 *
 * Returns: (transfer full) (element-type utf8): the tokens in order, repeats kept; frees its
 *   elements
 */
GPtrArray *
om_tokens_tokenize (const char *text)
{
  GPtrArray *tokens = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) folded = g_string_sized_new (64);

  for (const char *p = text; *p != '\0';)
    {
      gunichar c = g_utf8_get_char (p);

      if (is_run_character (c))
        p = read_run (tokens, p);
      else if (om_script_is_word (c))
        p = read_word (tokens, folded, p);
      else
        p = g_utf8_next_char (p);
    }

  return tokens;
}

/**
 * om_tokens_stem:
 * @token: a word
 *
 * The model's own stemmer, which is not Snowball's: the first suffix rule that applies and leaves
 * three code points (golden/stem.json).
 *
 * Returns: (transfer full): the stem
 */
char *
om_tokens_stem (const char *token)
{
  gsize len = strlen (token);

  if (g_utf8_strlen (token, -1) <= MIN_STEM)
    return g_strdup (token);

  for (guint i = 0; i < G_N_ELEMENTS (stem_rules); i++)
    {
      gsize n = strlen (stem_rules[i].suffix);
      gsize left;

      if (!g_str_has_suffix (token, stem_rules[i].suffix))
        continue;
      left = (gsize) g_utf8_strlen (token, (gssize) (len - n)) + strlen (stem_rules[i].replacement);
      if (left >= MIN_STEM)
        {
          char *stem = g_strndup (token, len);

          strcpy (stem + len - n, stem_rules[i].replacement); /* never longer than the suffix */
          return stem;
        }
    }

  return g_strdup (token);
}

static char *
canonicalize_lower (const char *lower)
{
  const char *canonical = om_synonyms_canonical (lower);
  g_autofree char *stem = NULL;

  if (canonical != NULL)
    return g_strdup (canonical);
  stem = om_tokens_stem (lower);
  canonical = om_synonyms_canonical (stem);
  return canonical != NULL ? g_strdup (canonical) : g_steal_pointer (&stem);
}

/**
 * om_tokens_canonicalize:
 * @token: a word, in any case
 *
 * Returns: (transfer full): the word that stands for its synonym group, or for that of its stem, or
 *   the stem
 */
char *
om_tokens_canonicalize (const char *token)
{
  g_autofree char *lower = om_fold_lower (token);

  return canonicalize_lower (lower);
}

/**
 * om_tokens_canonical:
 * @text: UTF-8
 *
 * Returns: (transfer full) (element-type utf8): the canonical tokens of @text in order, repeats
 *   kept, those of one code point left out; frees its elements
 */
GPtrArray *
om_tokens_canonical (const char *text)
{
  g_autoptr (GPtrArray) tokens = om_tokens_tokenize (text);
  GPtrArray *canonical = g_ptr_array_new_full (tokens->len, g_free);

  for (guint i = 0; i < tokens->len; i++)
    {
      /* The tokenizer has put them in lower case. */
      g_autofree char *token = canonicalize_lower (g_ptr_array_index (tokens, i));

      if (*token != '\0' && *g_utf8_next_char (token) != '\0')
        g_ptr_array_add (canonical, g_steal_pointer (&token));
    }

  return canonical;
}

static int
compare_words (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/**
 * om_tokens_synonyms:
 * @token: a word
 *
 * Returns: (transfer full) (element-type utf8): the words of the group of its canonical form,
 *   sorted; or the canonical form alone; frees its elements
 */
GPtrArray *
om_tokens_synonyms (const char *token)
{
  GPtrArray *synonyms = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *canonical = om_tokens_canonicalize (token);
  const char *const *group = om_synonyms_group (canonical);

  if (group == NULL)
    g_ptr_array_add (synonyms, g_steal_pointer (&canonical));
  for (guint i = 0; group != NULL && group[i] != NULL; i++)
    g_ptr_array_add (synonyms, g_strdup (group[i]));

  g_ptr_array_sort (synonyms, compare_words);
  return synonyms;
}
