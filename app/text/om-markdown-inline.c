/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Emphasis, code, links and addresses within a line, after CommonMark: runs of stars are put on a stack and matched
 * from the inside. Whatever is typed, the work grows with the length of the line alone. Pure. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "text/om-markdown.h"

#include <string.h>

/* Longer runs of backticks are letters like others. */
#define MOST_TICKS 32
/* Of the address of a link. */
#define MOST_ADDRESS 2048
#define MOST_PARENS 32

/** Run: some of the same sign that may stress. */
typedef struct
{
  gsize    start;
  gsize    length;    /* what is left of it */
  gsize    original;
  char     c;
  gboolean opens;
  gboolean closes;
  int      previous; /* -1 at the end */
  int      next;
} Run;

/** Bracket: one that may begin a link. */
typedef struct
{
  gsize    start; /* of the bracket, or of the exclamation mark before it */
  gsize    inside;
  gboolean is_image;
  gboolean is_active;
  int      runs; /* the last run before it, -1 */
} Bracket;

typedef struct
{
  const char *text;
  gsize       end;
  GArray     *spans;
  GArray     *runs;     /* (element-type Run) */
  int         last_run; /* -1 */
  GArray     *brackets; /* (element-type Bracket) */
  gsize       ticks_from[MOST_TICKS + 1]; /* from here on there is no run of so many */
} Inline;

static void
add (Inline        *in,
     gsize          start,
     gsize          end,
     OmMarkdownKind kind)
{
  OmMarkdownSpan span = { (guint) start, (guint) end, kind };

  if (end > start)
    g_array_append_val (in->spans, span);
}

static Run *
run_at (Inline *in,
        int     i)
{
  return &g_array_index (in->runs, Run, i);
}

/* Letters around ------------------------------------------------------------------------------- */

static gboolean
is_space (gunichar c)
{
  return c == 0 || g_unichar_isspace (c);
}

/* Signs, too: CommonMark 0.31. */
static gboolean
is_punctuation (gunichar c)
{
  switch (g_unichar_type (c))
    {
    case G_UNICODE_CONNECT_PUNCTUATION:
    case G_UNICODE_DASH_PUNCTUATION:
    case G_UNICODE_CLOSE_PUNCTUATION:
    case G_UNICODE_FINAL_PUNCTUATION:
    case G_UNICODE_INITIAL_PUNCTUATION:
    case G_UNICODE_OTHER_PUNCTUATION:
    case G_UNICODE_OPEN_PUNCTUATION:
    case G_UNICODE_CURRENCY_SYMBOL:
    case G_UNICODE_MODIFIER_SYMBOL:
    case G_UNICODE_MATH_SYMBOL:
    case G_UNICODE_OTHER_SYMBOL:
      return TRUE;
    default:
      return FALSE;
    }
}

static gunichar
letter_before (const Inline *in,
               gsize         start,
               gsize         at)
{
  return at > start ? g_utf8_get_char (g_utf8_prev_char (in->text + at)) : 0;
}

static gunichar
letter_at (const Inline *in,
           gsize         at)
{
  return at < in->end ? g_utf8_get_char (in->text + at) : 0;
}

/* Runs ------------------------------------------------------------------------------------------ */

static gsize
push_run (Inline *in,
          gsize   start,
          gsize   at)
{
  Run run = { at, 0, 0, in->text[at], FALSE, FALSE, in->last_run, -1 };
  gunichar before = letter_before (in, start, at);
  gunichar after;
  gboolean left;
  gboolean right;

  while (at + run.length < in->end && in->text[at + run.length] == run.c)
    run.length++;
  run.original = run.length;
  after = letter_at (in, at + run.length);
  left = !is_space (after) && (!is_punctuation (after) || is_space (before) || is_punctuation (before));
  right = !is_space (before) && (!is_punctuation (before) || is_space (after) || is_punctuation (after));
  run.opens = left && (run.c != '_' || !right || is_punctuation (before));
  run.closes = right && (run.c != '_' || !left || is_punctuation (after));
  if (run.c == '~' && run.length != 2)
    return run.length;
  if (run.opens || run.closes)
    {
      int i = (int) in->runs->len;

      g_array_append_val (in->runs, run);
      if (in->last_run >= 0)
        run_at (in, in->last_run)->next = i;
      in->last_run = i;
    }
  return run.length;
}

static void
unlink_run (Inline *in,
            int     i)
{
  Run *run = run_at (in, i);

  if (run->previous >= 0)
    run_at (in, run->previous)->next = run->next;
  if (run->next >= 0)
    run_at (in, run->next)->previous = run->previous;
  else
    in->last_run = run->previous;
}

/* Which bottom counts for a closer: by sign, whether it opens as well, and its length. */
static gsize
bottom_of (const Run *run)
{
  gsize sign = run->c == '*' ? 0 : run->c == '_' ? 1 : 2;

  return (sign * 2 + (run->opens ? 1 : 0)) * 3 + run->original % 3;
}

static gboolean
matches (const Run *opener,
         const Run *closer)
{
  if (opener->c != closer->c || !opener->opens)
    return FALSE;
  /* The rule of three. */
  if ((opener->closes || closer->opens) && (opener->original + closer->original) % 3 == 0 &&
      !(opener->original % 3 == 0 && closer->original % 3 == 0))
    return FALSE;
  return TRUE;
}

static void
stress (Inline *in,
        int     opener_i,
        int     closer_i)
{
  Run *opener = run_at (in, opener_i);
  Run *closer = run_at (in, closer_i);
  gsize n = opener->length >= 2 && closer->length >= 2 ? 2 : 1;
  OmMarkdownKind kind = opener->c == '~' ? OM_MARKDOWN_STRIKE : n == 2 ? OM_MARKDOWN_STRONG : OM_MARKDOWN_EMPHASIS;
  gsize opened = opener->start + opener->length;

  add (in, opened, closer->start, kind);
  add (in, opened - n, opened, OM_MARKDOWN_MARK);
  add (in, closer->start, closer->start + n, OM_MARKDOWN_MARK);
  while (run_at (in, closer_i)->previous != opener_i)
    unlink_run (in, run_at (in, closer_i)->previous);
  opener->length -= n;
  closer->length -= n;
  closer->start += n;
}

/* Matches what came after @bottom, -1 for all. */
static void
match_runs (Inline *in,
            int     bottom)
{
  int bottoms[18];
  int closer = in->last_run;

  if (closer == bottom)
    return;
  for (gsize i = 0; i < G_N_ELEMENTS (bottoms); i++)
    bottoms[i] = bottom;
  while (closer >= 0 && run_at (in, closer)->previous != bottom)
    closer = run_at (in, closer)->previous;

  while (closer >= 0)
    {
      int opener;
      int next;
      gsize kind;

      if (!run_at (in, closer)->closes)
        {
          closer = run_at (in, closer)->next;
          continue;
        }
      kind = bottom_of (run_at (in, closer));
      opener = run_at (in, closer)->previous;
      /* They are numbered from left to right. */
      while (opener > bottoms[kind] && !matches (run_at (in, opener), run_at (in, closer)))
        opener = run_at (in, opener)->previous;
      if (opener > bottoms[kind])
        {
          stress (in, opener, closer);
          if (run_at (in, opener)->length == 0)
            unlink_run (in, opener);
          if (run_at (in, closer)->length == 0)
            {
              next = run_at (in, closer)->next;
              unlink_run (in, closer);
              closer = next;
            }
          continue;
        }
      bottoms[kind] = run_at (in, closer)->previous;
      next = run_at (in, closer)->next;
      if (!run_at (in, closer)->opens)
        unlink_run (in, closer);
      closer = next;
    }
  while (in->last_run >= 0 && in->last_run != bottom)
    unlink_run (in, in->last_run);
}

/* Code ------------------------------------------------------------------------------------------ */

/* Returns where to go on; what never closes is letters. */
static gsize
read_code (Inline *in,
           gsize   at)
{
  gsize n = 0;
  gsize close;

  while (at + n < in->end && in->text[at + n] == '`')
    n++;
  if (n > MOST_TICKS || at >= in->ticks_from[n])
    return at + n;
  for (close = at + n; close < in->end;)
    {
      const char *tick = memchr (in->text + close, '`', in->end - close);
      gsize m = 0;

      if (tick == NULL)
        break;
      close = (gsize) (tick - in->text);
      while (close + m < in->end && in->text[close + m] == '`')
        m++;
      if (m == n)
        {
          add (in, at, close + m, OM_MARKDOWN_CODE);
          add (in, at, at + n, OM_MARKDOWN_MARK);
          add (in, close, close + m, OM_MARKDOWN_MARK);
          return close + m;
        }
      close += m;
    }
  in->ticks_from[n] = at;
  return at + n;
}

/* Addresses ------------------------------------------------------------------------------------- */

/* <https://…>, <name@host>, or a tag of HTML, in which nothing is stressed. */
static gsize
read_angle (Inline *in,
            gsize   at)
{
  gsize end = at + 1;
  gboolean has_scheme = FALSE;
  gboolean has_at = FALSE;
  gboolean has_blank = FALSE;
  char first = end < in->end ? in->text[end] : '\0';

  if (!g_ascii_isalpha (first) && first != '/' && first != '!')
    return at + 1;
  for (; end < in->end && in->text[end] != '>' && in->text[end] != '<' && end - at < MOST_ADDRESS; end++)
    {
      has_scheme = has_scheme || (in->text[end] == ':' && !has_blank);
      has_at = has_at || in->text[end] == '@';
      has_blank = has_blank || in->text[end] == ' ';
    }
  if (end >= in->end || in->text[end] != '>')
    return at + 1;
  if ((has_scheme || has_at) && !has_blank)
    {
      add (in, at + 1, end, OM_MARKDOWN_LINK);
      add (in, at, at + 1, OM_MARKDOWN_MARK);
      add (in, end, end + 1, OM_MARKDOWN_MARK);
    }
  return end + 1;
}

/* https://… by itself. */
static gsize
read_bare (Inline *in,
           gsize   start,
           gsize   at)
{
  const char *p = in->text + at;
  gsize left = in->end - at;
  gsize scheme = left > 8 && strncmp (p, "https://", 8) == 0 ? 8 : left > 7 && strncmp (p, "http://", 7) == 0 ? 7 : 0;
  gsize end;

  /* Chinese goes straight on without a blank. */
  if (scheme == 0 || (at > start && g_ascii_isalnum (in->text[at - 1])))
    return at + 1;
  for (end = at + scheme; end < in->end; end += (gsize) g_utf8_skip[(guchar) in->text[end]])
    {
      gunichar c = g_utf8_get_char (in->text + end);

      if (g_unichar_isspace (c) || (c < 0x80 && strchr ("<>\"`", (int) c) != NULL) || (c >= 0x3000 && c <= 0x303f) ||
          c >= 0xff01)
        break;
    }
  /* The stop at the end of the sentence is not meant. */
  while (end > at + scheme && strchr (".,;:!?*_~'", in->text[end - 1]) != NULL)
    end--;
  if (end > at + scheme && in->text[end - 1] == ')' && memchr (p, '(', end - at) == NULL)
    end--;
  if (end == at + scheme)
    return at + 1;
  add (in, at, end, OM_MARKDOWN_LINK);
  return end;
}

/* Links ----------------------------------------------------------------------------------------- */

/* [[Title]]: where it ends, 0 if it is none. */
static gsize
read_wiki (Inline *in,
           gsize   at)
{
  for (gsize end = at + 2; end + 1 < in->end && end - at < MOST_ADDRESS; end++)
    {
      if (in->text[end] == '[')
        return 0;
      if (in->text[end] != ']')
        continue;
      if (in->text[end + 1] != ']' || end == at + 2)
        return 0;
      add (in, at + 2, end, OM_MARKDOWN_WIKI_LINK);
      add (in, at, at + 2, OM_MARKDOWN_MARK);
      add (in, end, end + 2, OM_MARKDOWN_MARK);
      return end + 2;
    }
  return 0;
}

static gsize
skip_blanks (const Inline *in,
             gsize         at)
{
  while (at < in->end && (in->text[at] == ' ' || in->text[at] == '\t'))
    at++;
  return at;
}

/* "…", '…' or (…): where it ends, 0 if it does not. */
static gsize
skip_title (const Inline *in,
            gsize         at)
{
  char close = in->text[at] == '(' ? ')' : in->text[at];
  gsize start = at;

  for (at++; at < in->end && at - start < MOST_ADDRESS; at++)
    {
      if (in->text[at] == '\\' && at + 1 < in->end)
        at++;
      else if (in->text[at] == close)
        return at + 1;
    }
  return 0;
}

/* (address "title") from @at on: where it ends, 0 if it is none. */
static gsize
skip_address (const Inline *in,
              gsize         at)
{
  gsize start;
  int depth = 0;

  if (at >= in->end || in->text[at] != '(')
    return 0;
  at = skip_blanks (in, at + 1);
  start = at;
  if (at < in->end && in->text[at] == '<')
    {
      while (at < in->end && in->text[at] != '>' && at - start < MOST_ADDRESS)
        at++;
      if (at >= in->end || in->text[at] != '>')
        return 0;
      at++;
    }
  else
    for (; at < in->end && at - start < MOST_ADDRESS; at++)
      {
        char c = in->text[at];

        if (c == '\\' && at + 1 < in->end && g_ascii_ispunct (in->text[at + 1]))
          at++;
        else if (c == '(' && ++depth > MOST_PARENS)
          return 0;
        else if ((c == ')' && depth-- == 0) || c == ' ' || c == '\t')
          break;
      }
  start = at;
  at = skip_blanks (in, at);
  if (at > start && at < in->end && strchr ("\"'(", in->text[at]) != NULL)
    {
      at = skip_title (in, at);
      if (at == 0)
        return 0;
      at = skip_blanks (in, at);
    }
  return at < in->end && in->text[at] == ')' ? at + 1 : 0;
}

static gsize
close_bracket (Inline *in,
               gsize   at)
{
  Bracket bracket;
  gsize end;

  if (in->brackets->len == 0)
    return at + 1;
  bracket = g_array_index (in->brackets, Bracket, in->brackets->len - 1);
  g_array_set_size (in->brackets, in->brackets->len - 1);
  end = bracket.is_active ? skip_address (in, at + 1) : 0;
  if (end == 0)
    return at + 1;
  add (in, bracket.inside, at, OM_MARKDOWN_LINK);
  add (in, bracket.start, bracket.inside, OM_MARKDOWN_MARK);
  add (in, at, at + 1, OM_MARKDOWN_MARK);
  add (in, at + 1, end, OM_MARKDOWN_ADDRESS);
  match_runs (in, bracket.runs);
  /* No links within links. */
  for (guint i = in->brackets->len; !bracket.is_image && i > 0; i--)
    {
      Bracket *outer = &g_array_index (in->brackets, Bracket, i - 1);

      if (!outer->is_active)
        break;
      if (!outer->is_image)
        outer->is_active = FALSE;
    }
  return end;
}

static gsize
open_bracket (Inline *in,
              gsize   at,
              gsize   inside)
{
  Bracket bracket = { at, inside, inside - at == 2, TRUE, in->last_run };

  g_array_append_val (in->brackets, bracket);
  return inside;
}

/**
 * om_markdown_read_inline:
 * @line: UTF-8
 * @start: where to begin, in bytes
 * @end: where to stop
 * @spans: (element-type OmMarkdownSpan): what is found is appended, in bytes
 */
void
om_markdown_read_inline (const char *line,
                         gsize       start,
                         gsize       end,
                         GArray     *spans)
{
  g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (Run));
  g_autoptr (GArray) brackets = g_array_new (FALSE, FALSE, sizeof (Bracket));
  Inline in = { .text = line, .end = end, .spans = spans, .runs = runs, .last_run = -1, .brackets = brackets };
  gsize at = start;

  for (gsize i = 0; i < G_N_ELEMENTS (in.ticks_from); i++)
    in.ticks_from[i] = end;
  while (at < end)
    {
      char c = line[at];
      gsize wiki;

      switch (c)
        {
        case '\\':
          if (at + 1 < end && g_ascii_ispunct (line[at + 1]))
            {
              add (&in, at, at + 1, OM_MARKDOWN_MARK);
              at++;
            }
          at++;
          break;
        case '`':
          at = read_code (&in, at);
          break;
        case '*':
        case '_':
        case '~':
          at += push_run (&in, start, at);
          break;
        case '<':
          at = read_angle (&in, at);
          break;
        case '!':
          at = at + 1 < end && line[at + 1] == '[' && !(at + 2 < end && line[at + 2] == '[') ? open_bracket (&in, at, at + 2)
                                                                                             : at + 1;
          break;
        case '[':
          wiki = at + 1 < end && line[at + 1] == '[' ? read_wiki (&in, at) : 0;
          at = wiki > 0 ? wiki : open_bracket (&in, at, at + 1);
          break;
        case ']':
          at = close_bracket (&in, at);
          break;
        case 'h':
          at = read_bare (&in, start, at);
          break;
        default:
          at++;
        }
    }
  match_runs (&in, -1);
}
