/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Marks of a query's words in a text, and excerpts that keep them. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "text/om-marks.h"

#include <string.h>

#include "text/om-fold.h"
#include "text/om-script.h"
#include "text/om-terms.h"

#define ELLIPSIS "…"

typedef struct
{
  guint start;
  guint end;
} Mark;

static gboolean
found_term_cb (const OmTerm *term,
               gpointer      data)
{
  Mark mark = { (guint) term->start, (guint) term->end };

  g_array_append_val (data, mark);
  return TRUE;
}

/* White space of any kind and length becomes one blank, in place, so that a phrase is found across
 * the end of a line. Returns the new length; @map (nullable) goes along. */
static gsize
fold_blanks (char    *folded,
             gsize    len,
             guint32 *map)
{
  gsize n = 0;

  for (const char *p = folded; p < folded + len;)
    {
      const char *next = g_utf8_next_char (p);

      if (om_script_is_space (g_utf8_get_char (p)))
        {
          if (n == 0 || folded[n - 1] != ' ')
            {
              if (map != NULL)
                map[n] = map[p - folded];
              folded[n++] = ' ';
            }
        }
      else
        {
          for (; p < next; p++)
            {
              if (map != NULL)
                map[n] = map[p - folded];
              folded[n++] = *p;
            }
        }
      p = next;
    }

  if (map != NULL)
    map[n] = map[len];
  folded[n] = '\0';
  return n;
}

static void
find_phrases (const char        *text,
              const char *const *phrases,
              GArray            *marks)
{
  g_autofree guint32 *map = NULL;
  g_autofree char *folded = NULL;
  gsize len = 0;

  if (*phrases == NULL)
    return;

  folded = om_fold_search_with_map (text, -1, &len, &map);
  len = fold_blanks (folded, len, map);
  for (; *phrases != NULL; phrases++)
    {
      g_autofree char *phrase = g_strdup (*phrases);
      const char *hit = folded;
      gsize n;

      fold_blanks (phrase, strlen (phrase), NULL);
      n = strlen (g_strstrip (phrase));
      if (n == 0)
        continue;
      while ((hit = memmem (hit, (gsize) (folded + len - hit), phrase, n)) != NULL)
        {
          gsize end = (gsize) (hit - folded) + n;
          Mark mark;

          /* A match that ends inside what one letter folded to takes the whole letter. */
          while (end < len && map[end] == map[end - 1])
            end++;
          mark.start = map[hit - folded];
          mark.end = map[end];
          g_array_append_val (marks, mark);
          hit = folded + end;
        }
    }
}

static int
compare_marks (gconstpointer a,
               gconstpointer b)
{
  const Mark *left = a;
  const Mark *right = b;

  if (left->start != right->start)
    return left->start < right->start ? -1 : 1;
  return left->end < right->end ? -1 : left->end > right->end;
}

/* Whole graphemes, in order, those that touch or overlap made one. */
static GArray *
merge (const char *text,
       GArray     *marks)
{
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (guint));

  g_array_sort (marks, compare_marks);
  for (guint i = 0; i < marks->len; i++)
    {
      const Mark *mark = &g_array_index (marks, Mark, i);
      guint start = (guint) om_grapheme_floor (text, mark->start);
      guint end = (guint) om_grapheme_ceil (text, mark->end);

      if (end <= start)
        continue;
      if (pairs->len > 0 && start <= g_array_index (pairs, guint, pairs->len - 1))
        {
          guint *last = &g_array_index (pairs, guint, pairs->len - 1);

          *last = MAX (*last, end);
          continue;
        }
      g_array_append_val (pairs, start);
      g_array_append_val (pairs, end);
    }

  return pairs;
}

/**
 * om_marks_find:
 * @text: UTF-8, as written
 * @terms: (nullable): NULL-terminated index terms (all their variants); the words that have them
 *   are marked as a whole. For runs without blanks give the pairs, or better the run as a phrase:
 *   single characters would be marked wherever they stand
 * @language: of @text, as it was indexed
 * @phrases: (nullable): NULL-terminated parts of text, folded by om_fold_search(), marked wherever
 *   they stand, also inside a word; white space in them matches any white space
 *
 * Returns: (transfer full) (element-type guint): pairs of byte offsets (start, end) into @text,
 *   ascending, neither overlapping nor touching, at the edges of graphemes
 */
GArray *
om_marks_find (const char        *text,
               const char *const *terms,
               OmLanguage         language,
               const char *const *phrases)
{
  g_autoptr (GArray) marks = g_array_new (FALSE, FALSE, sizeof (Mark));

  if (terms != NULL)
    om_terms_find (text, -1, language, terms, found_term_cb, marks);
  if (phrases != NULL)
    find_phrases (text, phrases, marks);
  return merge (text, marks);
}

/* Where to begin an excerpt so that @mark stands in its first third: at the beginning of a word,
 * of the text, or where a script has no blanks at a letter. */
static const char *
find_start (const char *text,
            const char *mark,
            guint       max_chars)
{
  const char *p = mark;
  const char *word = mark;
  guint n = 0;

  for (; p > text && n < max_chars / 3; n++)
    {
      const char *before = g_utf8_prev_char (p);
      gboolean begins_word = om_script_is_space (g_utf8_get_char (before)) &&
                             !om_script_is_space (g_utf8_get_char (p));

      if (begins_word)
        word = p;
      p = before;
    }

  if (p == text)
    return text;
  /* Farther than half of it to the next blank: a run without any, cut where it is. */
  if (word == mark || (gsize) (word - p) > (gsize) (mark - p) / 2)
    return text + om_grapheme_ceil (text, (gsize) (p - text));
  return word;
}

/* Copies the grapheme at @p; white space and control characters become one blank. */
static const char *
copy_grapheme (GString    *snippet,
               const char *p,
               guint      *n_chars)
{
  const char *next = om_grapheme_next (p);
  gunichar c = g_utf8_get_char (p);

  if (om_script_is_space (c) || g_unichar_iscntrl (c))
    {
      if (snippet->len > 0 && snippet->str[snippet->len - 1] != ' ')
        {
          g_string_append_c (snippet, ' ');
          (*n_chars)++;
        }
      return next;
    }

  g_string_append_len (snippet, p, next - p);
  *n_chars += (guint) g_utf8_strlen (p, next - p);
  return next;
}

/* Takes an excerpt that had to be cut back to the end of its last whole word, if that is near and
 * no mark is lost by it. */
static void
cut_back (GString *snippet,
          GArray  *marks,
          gsize    least)
{
  gsize end = snippet->len;
  guint steps = 0;

  while (end > least && steps < 24 && snippet->str[end - 1] != ' ')
    {
      end = (gsize) (g_utf8_prev_char (snippet->str + end) - snippet->str);
      steps++;
    }
  if (end > least && snippet->str[end - 1] == ' ')
    g_string_truncate (snippet, end);
  while (snippet->len > 0 && snippet->str[snippet->len - 1] == ' ')
    g_string_truncate (snippet, snippet->len - 1);
  if (marks->len > 0)
    {
      guint *last = &g_array_index (marks, guint, marks->len - 1);

      *last = MIN (*last, (guint) snippet->len);
    }
}

/**
 * om_marks_snippet:
 * @text: UTF-8
 * @marks: (element-type guint) (nullable): what om_marks_find() gave for @text
 * @max_chars: most code points, ellipses included
 * @marks_out: (out) (optional) (transfer full) (element-type guint): the marks in the excerpt
 *
 * Cuts an excerpt around the first mark, or from the beginning of the text if there is none: one
 * line, white space folded to single blanks, an ellipsis where text was left out.
 *
 * Returns: (transfer full): the excerpt
 */
char *
om_marks_snippet (const char *text,
                  GArray     *marks,
                  guint       max_chars,
                  GArray    **marks_out)
{
  GString *snippet = g_string_new (NULL);
  GArray *out = g_array_new (FALSE, FALSE, sizeof (guint));
  guint n_marks = marks != NULL ? marks->len / 2 : 0;
  const char *p = text;
  guint room = MAX (max_chars, 2) - 1; /* for the ellipsis behind */
  guint n_chars = 0;
  guint next_mark = 0;
  gsize least = 0;
  gboolean whole_word;

  if (n_marks > 0)
    p = find_start (text, text + g_array_index (marks, guint, 0), max_chars);
  if (p > text)
    {
      g_string_append (snippet, ELLIPSIS);
      n_chars = 1;
    }

  while (*p != '\0' && n_chars < room)
    {
      gsize offset = (gsize) (p - text);
      gsize before = snippet->len;
      guint n = n_chars;

      p = copy_grapheme (snippet, p, &n);
      if (n > room && before > 0)
        {
          /* A letter of many code points does not fit any more. */
          g_string_truncate (snippet, before);
          p = text + offset;
          break;
        }
      n_chars = n;

      if (next_mark < n_marks && offset >= g_array_index (marks, guint, 2 * next_mark))
        {
          guint from = (guint) before;
          guint to = (guint) snippet->len;
          gsize end = (gsize) (p - text);

          if (out->len % 2 == 0)
            g_array_append_val (out, from);
          if (end >= g_array_index (marks, guint, 2 * next_mark + 1))
            {
              g_array_append_val (out, to);
              next_mark++;
            }
          least = snippet->len;
        }
    }

  if (out->len % 2 == 1)
    {
      guint to = (guint) snippet->len;

      g_array_append_val (out, to);
    }

  whole_word = om_script_is_space (g_utf8_get_char (p));
  while (*p != '\0' && om_script_is_space (g_utf8_get_char (p)))
    p = g_utf8_next_char (p);
  if (*p != '\0')
    {
      cut_back (snippet, out, whole_word ? snippet->len : MAX (least, 1));
      g_string_append (snippet, ELLIPSIS);
    }
  else
    cut_back (snippet, out, snippet->len);

  if (marks_out != NULL)
    *marks_out = out;
  else
    g_array_unref (out);
  return g_string_free (snippet, FALSE);
}
