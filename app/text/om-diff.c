/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What differs between two texts. Shortest edit script after Myers, "An O(ND) Difference Algorithm and
 * Its Variations" (1986), by the greedy walk along diagonals. The walk is bounded: what lies further
 * apart than MAX_STEPS insertions and deletions is told as taken away and put in as a whole, which is
 * true as well and no longer worth reading in pieces. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "text/om-diff.h"

#include <string.h>

/* One row of reached diagonals is kept a step: memory grows with the square. 600 steps are 1.4 MB. */
#define MAX_STEPS 600
/* Words are looked for only in changed stretches up to this length; longer ones stay whole lines. */
#define MAX_WORD_BYTES (64 * 1024)
#define UNREACHED (-1)

typedef struct
{
  const char *text;
  gsize       start;
  gsize       length;
  guint       hash;
} Token;

static void
add_token (GArray     *tokens,
           const char *text,
           gsize       start,
           gsize       end)
{
  Token token = { text, start, end - start, 5381 };

  for (gsize i = start; i < end; i++)
    token.hash = token.hash * 33 + (guchar) text[i];
  g_array_append_val (tokens, token);
}

static GArray *
split_lines (const char *text,
             gsize       start,
             gsize       end)
{
  GArray *tokens = g_array_new (FALSE, FALSE, sizeof (Token));

  while (start < end)
    {
      const char *newline = memchr (text + start, '\n', end - start);
      gsize next = newline != NULL ? (gsize) (newline - text) + 1 : end;

      add_token (tokens, text, start, next);
      start = next;
    }
  return tokens;
}

/* A word is a run of letters, digits and marks; CJK characters stand alone, as everything else does. */
static gboolean
is_part_of_word (gunichar c)
{
  return (g_unichar_isalnum (c) || g_unichar_ismark (c)) && !g_unichar_iswide (c);
}

static GArray *
split_words (const char *text,
             gsize       start,
             gsize       end)
{
  GArray *tokens = g_array_new (FALSE, FALSE, sizeof (Token));

  while (start < end)
    {
      const char *p = text + start;
      gboolean in_word = is_part_of_word (g_utf8_get_char (p));

      do
        p = g_utf8_next_char (p);
      while (p < text + end &&
             (g_unichar_ismark (g_utf8_get_char (p)) || (in_word && is_part_of_word (g_utf8_get_char (p)))));
      add_token (tokens, text, start, (gsize) (p - text));
      start = (gsize) (p - text);
    }
  return tokens;
}

static gboolean
is_same (const GArray *before,
         guint         i,
         const GArray *after,
         guint         j)
{
  const Token *a = &g_array_index (before, Token, i);
  const Token *b = &g_array_index (after, Token, j);

  return a->hash == b->hash && a->length == b->length && memcmp (a->text + a->start, b->text + b->start, a->length) == 0;
}

/* Lengthens the last piece if @kind and the place go on from it. */
static void
add_piece (GArray    *pieces,
           OmDiffKind kind,
           gsize      start,
           gsize      length)
{
  OmDiffPiece piece = { kind, start, length };

  if (length == 0)
    return;
  if (pieces->len > 0)
    {
      OmDiffPiece *last = &g_array_index (pieces, OmDiffPiece, pieces->len - 1);

      if (last->kind == kind && last->start + last->length == start)
        {
          last->length += length;
          return;
        }
    }
  g_array_append_val (pieces, piece);
}

static void
add_range (GArray       *pieces,
           OmDiffKind    kind,
           const GArray *tokens,
           guint         from,
           guint         to)
{
  for (guint i = from; i < to; i++)
    {
      const Token *token = &g_array_index (tokens, Token, i);

      add_piece (pieces, kind, token->start, token->length);
    }
}

/* Where step @d comes to on diagonal @k before it runs along common tokens, from the row of the step
 * before; UNREACHED if it cannot. @down: it comes by a token of the second text. */
static int
step (const int *last,
      int        d,
      int        k,
      int        n,
      int        m,
      gboolean  *down)
{
  int by_down = k + 1 <= d - 1 ? last[k + 1] : UNREACHED;
  int by_right = k - 1 >= 1 - d ? last[k - 1] : UNREACHED;

  if (by_down != UNREACHED && by_down - k > m)
    by_down = UNREACHED;
  if (by_right != UNREACHED)
    by_right = by_right < n ? by_right + 1 : UNREACHED;
  *down = by_down >= by_right;
  return MAX (by_down, by_right);
}

/* @marks gets one kind a token, the last token first. */
static void
walk_back (GPtrArray  *rows,
           int         n,
           int         m,
           GByteArray *marks)
{
  const guint8 same = OM_DIFF_SAME;
  const guint8 removed = OM_DIFF_REMOVED;
  const guint8 added = OM_DIFF_ADDED;
  int x = n;
  int y = m;

  for (int d = (int) rows->len - 1; d > 0; d--)
    {
      const int *last = (const int *) g_ptr_array_index (rows, d - 1) + (d - 1);
      int k = x - y;
      gboolean down;
      int start = step (last, d, k, n, m, &down);

      for (; x > start; x--)
        g_byte_array_append (marks, &same, 1);
      g_byte_array_append (marks, down ? &added : &removed, 1);
      x = down ? start : start - 1;
      y = x - (down ? k + 1 : k - 1);
    }
  for (; x > 0; x--)
    g_byte_array_append (marks, &same, 1);
}

/* Which of the @n and @m tokens behind the first @skip are common. FALSE if they lie too far apart. */
static gboolean
compare (const GArray *before,
         const GArray *after,
         guint         skip,
         int           n,
         int           m,
         GByteArray   *marks)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_free);

  for (int d = 0; d <= MIN (n + m, MAX_STEPS); d++)
    {
      int *row = g_new (int, 2 * d + 1);
      const int *last = d > 0 ? (const int *) g_ptr_array_index (rows, d - 1) + (d - 1) : NULL;

      g_ptr_array_add (rows, row);
      for (int k = -d; k <= d; k++)
        {
          gboolean down;
          int x = UNREACHED;

          /* Diagonals of the other parity are not reached in this step. */
          if ((k + d) % 2 == 0)
            x = d > 0 ? step (last, d, k, n, m, &down) : 0;
          while (x != UNREACHED && x < n && x - k < m &&
                 is_same (before, skip + (guint) x, after, skip + (guint) (x - k)))
            x++;
          row[k + d] = x;
          if (x == n && x - k == m)
            {
              walk_back (rows, n, m, marks);
              return TRUE;
            }
        }
    }
  return FALSE;
}

/* The pieces of two lists of tokens. */
static void
diff_tokens (const GArray *before,
             const GArray *after,
             GArray       *pieces)
{
  g_autoptr (GByteArray) marks = g_byte_array_new ();
  guint shorter = MIN (before->len, after->len);
  guint head = 0;
  guint tail = 0;
  guint i;
  guint j;

  while (head < shorter && is_same (before, head, after, head))
    head++;
  while (tail < shorter - head && is_same (before, before->len - 1 - tail, after, after->len - 1 - tail))
    tail++;

  add_range (pieces, OM_DIFF_SAME, after, 0, head);
  i = j = head;
  if (compare (before, after, head, (int) (before->len - head - tail), (int) (after->len - head - tail), marks))
    {
      for (guint mark = marks->len; mark > 0; mark--)
        {
          switch ((OmDiffKind) marks->data[mark - 1])
            {
            case OM_DIFF_SAME:
              add_range (pieces, OM_DIFF_SAME, after, j, j + 1);
              i++;
              j++;
              break;
            case OM_DIFF_REMOVED:
              add_range (pieces, OM_DIFF_REMOVED, before, i, i + 1);
              i++;
              break;
            case OM_DIFF_ADDED:
              add_range (pieces, OM_DIFF_ADDED, after, j, j + 1);
              j++;
              break;
            default:
              g_assert_not_reached ();
            }
        }
    }
  else
    {
      add_range (pieces, OM_DIFF_REMOVED, before, head, before->len - tail);
      add_range (pieces, OM_DIFF_ADDED, after, head, after->len - tail);
    }
  add_range (pieces, OM_DIFF_SAME, after, after->len - tail, after->len);
}

/**
 * om_diff_lines:
 * @before: UTF-8
 * @after: UTF-8
 *
 * Returns: (transfer full) (element-type OmDiffPiece): whole lines in order; all but the added ones make
 *   @before, all but the removed ones make @after
 */
GArray *
om_diff_lines (const char *before,
               const char *after)
{
  g_autoptr (GArray) old = split_lines (before, 0, strlen (before));
  g_autoptr (GArray) new = split_lines (after, 0, strlen (after));
  GArray *pieces = g_array_new (FALSE, FALSE, sizeof (OmDiffPiece));

  diff_tokens (old, new, pieces);
  return pieces;
}

/* A stretch in which both texts have lines of their own: told by words if it is short enough. */
static void
add_stretch (GArray      *pieces,
             const char  *before,
             const char  *after,
             gsize        removed_start,
             gsize        removed_length,
             gsize        added_start,
             gsize        added_length)
{
  g_autoptr (GArray) old = NULL;
  g_autoptr (GArray) new = NULL;

  if (removed_length == 0 || added_length == 0 || removed_length + added_length > MAX_WORD_BYTES)
    {
      add_piece (pieces, OM_DIFF_REMOVED, removed_start, removed_length);
      add_piece (pieces, OM_DIFF_ADDED, added_start, added_length);
      return;
    }
  old = split_words (before, removed_start, removed_start + removed_length);
  new = split_words (after, added_start, added_start + added_length);
  diff_tokens (old, new, pieces);
}

/**
 * om_diff_words:
 * @before: UTF-8
 * @after: UTF-8
 *
 * Lines first, then words within lines that changed; a long changed stretch stays whole.
 *
 * Returns: (transfer full) (element-type OmDiffPiece): as om_diff_lines(), with words
 */
GArray *
om_diff_words (const char *before,
               const char *after)
{
  g_autoptr (GArray) lines = om_diff_lines (before, after);
  GArray *pieces = g_array_new (FALSE, FALSE, sizeof (OmDiffPiece));
  gsize removed_start = 0;
  gsize removed_length = 0;
  gsize added_start = 0;
  gsize added_length = 0;

  for (guint i = 0; i < lines->len; i++)
    {
      const OmDiffPiece *line = &g_array_index (lines, OmDiffPiece, i);

      switch (line->kind)
        {
        case OM_DIFF_REMOVED:
          if (removed_length == 0)
            removed_start = line->start;
          removed_length += line->length;
          break;
        case OM_DIFF_ADDED:
          if (added_length == 0)
            added_start = line->start;
          added_length += line->length;
          break;
        case OM_DIFF_SAME:
        default:
          add_stretch (pieces, before, after, removed_start, removed_length, added_start, added_length);
          removed_length = added_length = 0;
          add_piece (pieces, OM_DIFF_SAME, line->start, line->length);
        }
    }
  add_stretch (pieces, before, after, removed_start, removed_length, added_start, added_length);
  return pieces;
}
