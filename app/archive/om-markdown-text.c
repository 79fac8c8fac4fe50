/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scans of Markdown, each linear in the text: code and comments first, then what is left. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-markdown-text.h"

#include <string.h>

/* A link target is a file's name or a path. */
#define MAX_TARGET_BYTES 1024

/** A run of backticks. */
typedef struct
{
  const char *start;
  guint       length;
  int         closes; /* index of the next run of this length in the paragraph, -1 if none */
} Ticks;

static const char *
line_end (const char *at,
          const char *end)
{
  const char *found = memchr (at, '\n', (gsize) (end - at));

  return found != NULL ? found : end;
}

/* The line without indent and quotation signs. */
static const char *
line_inside (const char *line,
             const char *end)
{
  while (line < end && (*line == ' ' || *line == '\t' || *line == '>'))
    line++;
  return line;
}

/* How many of the fence's sign begin the line; 0 if it is no fence. */
static guint
fence_at (const char *line,
          const char *end,
          char       *sign)
{
  const char *p = line_inside (line, end);
  guint n = 0;

  /* A fence may follow the sign of a list item. */
  if (end - p > 2 && strchr ("-*+", *p) != NULL && p[1] == ' ')
    p = line_inside (p + 1, end);
  if (p >= end || (*p != '`' && *p != '~'))
    return 0;
  *sign = *p;
  while (p < end && *p == *sign)
    {
      p++;
      n++;
    }
  if (n < 3 || (*sign == '`' && memchr (p, '`', (gsize) (end - p)) != NULL))
    return 0;
  return n;
}

static gboolean
closes_fence (const char *line,
              const char *end,
              char        sign,
              guint       length)
{
  const char *p = line_inside (line, end);
  guint n = 0;

  while (p < end && *p == sign)
    {
      p++;
      n++;
    }
  while (p < end && (*p == ' ' || *p == '\t'))
    p++;
  return n >= length && p == end;
}

static void
add_stretch (GArray     *stretches,
             const char *start,
             const char *end)
{
  OmMarkdownStretch stretch = { start, end };

  g_array_append_val (stretches, stretch);
}

/* The code spans of one paragraph: a run of backticks is closed by the next one of its length. */
static void
find_spans (const char *start,
            const char *end,
            GArray     *stretches)
{
  g_autoptr (GArray) runs = NULL;
  g_autoptr (GHashTable) next = NULL;

  if (memchr (start, '`', (gsize) (end - start)) == NULL)
    return;

  runs = g_array_new (FALSE, FALSE, sizeof (Ticks));
  for (const char *p = memchr (start, '`', (gsize) (end - start)); p != NULL && p < end;
       p = memchr (p, '`', (gsize) (end - p)))
    {
      Ticks run = { .start = p, .closes = -1 };

      while (p < end && *p == '`')
        p++;
      run.length = (guint) (p - run.start);
      g_array_append_val (runs, run);
    }

  next = g_hash_table_new (NULL, NULL);
  for (int i = (int) runs->len - 1; i >= 0; i--)
    {
      Ticks *run = &g_array_index (runs, Ticks, i);
      gpointer found;

      if (g_hash_table_lookup_extended (next, GUINT_TO_POINTER (run->length), NULL, &found))
        run->closes = GPOINTER_TO_INT (found);
      g_hash_table_replace (next, GUINT_TO_POINTER (run->length), GINT_TO_POINTER (i));
    }
  for (guint i = 0; i < runs->len; i++)
    {
      const Ticks *run = &g_array_index (runs, Ticks, i);

      if (run->closes < 0)
        continue;
      i = (guint) run->closes;
      add_stretch (stretches, run->start, g_array_index (runs, Ticks, i).start + run->length);
    }
}

/**
 * om_markdown_find_code:
 *
 * Fenced code and, outside of it, code spans. An open fence goes on to the end.
 *
 * Returns: (transfer full) (element-type OmMarkdownStretch): in the order of the text, pointing
 *   into it
 */
GArray *
om_markdown_find_code (const char *text,
                       gsize       length)
{
  const char *end = text + length;
  GArray *stretches = g_array_new (FALSE, FALSE, sizeof (OmMarkdownStretch));
  const char *paragraph = text;
  const char *fence = NULL;
  guint fence_length = 0;
  char sign = 0;

  for (const char *line = text; line < end;)
    {
      const char *stop = line_end (line, end);
      const char *next = stop < end ? stop + 1 : end;

      if (fence != NULL)
        {
          if (closes_fence (line, stop, sign, fence_length))
            {
              add_stretch (stretches, fence, next);
              fence = NULL;
              paragraph = next;
            }
        }
      else if ((fence_length = fence_at (line, stop, &sign)) > 0)
        {
          find_spans (paragraph, line, stretches);
          fence = line;
        }
      else if (line_inside (line, stop) == stop)
        {
          find_spans (paragraph, line, stretches);
          paragraph = next;
        }
      line = next;
    }

  if (fence != NULL)
    add_stretch (stretches, fence, end);
  else
    find_spans (paragraph, end, stretches);
  return stretches;
}

/** A way through a text that steps over code, `%%comments%%` and `<!-- comments -->`. */
typedef struct
{
  const char *at;
  const char *end;
  GArray     *code;
  guint       next_code;
  gboolean    no_percent; /* no further closing sign: looked for once */
  gboolean    no_arrow;
  const char *close; /* the next end of a wiki link; the end if there is none */
} Walk;

static void
walk_init (Walk       *walk,
           const char *text,
           gsize       length)
{
  *walk = (Walk){ .at = text, .end = text + length, .close = text };
  walk->code = om_markdown_find_code (text, length);
}

static void
walk_clear (Walk *walk)
{
  g_array_unref (walk->code);
}

/* The end of what begins at the walk's place with @open and ends with @close. */
static const char *
enclosed (Walk       *walk,
          const char *open,
          const char *close,
          gboolean   *none_left)
{
  gsize n = strlen (open);
  const char *found;

  if (*none_left || (gsize) (walk->end - walk->at) < n || memcmp (walk->at, open, n) != 0)
    return NULL;
  found = memmem (walk->at + n, (gsize) (walk->end - walk->at) - n, close, strlen (close));
  if (found == NULL)
    {
      *none_left = TRUE;
      return NULL;
    }
  return found + strlen (close);
}

/* If the walk stands where signs mean nothing, steps behind that. */
static gboolean
walk_skip (Walk *walk)
{
  const char *behind = NULL;

  while (walk->next_code < walk->code->len &&
         g_array_index (walk->code, OmMarkdownStretch, walk->next_code).end <= walk->at)
    walk->next_code++;
  if (walk->next_code < walk->code->len &&
      g_array_index (walk->code, OmMarkdownStretch, walk->next_code).start <= walk->at)
    behind = g_array_index (walk->code, OmMarkdownStretch, walk->next_code).end;
  else if (*walk->at == '%')
    behind = enclosed (walk, "%%", "%%", &walk->no_percent);
  else if (*walk->at == '<')
    behind = enclosed (walk, "<!--", "-->", &walk->no_arrow);

  if (behind == NULL)
    return FALSE;
  walk->at = behind;
  return TRUE;
}

/* The end of the `[[wiki link]]` at the walk's place, or NULL. It is short and in one line. */
static const char *
wiki_link_end (Walk *walk)
{
  const char *start = walk->at;

  if (walk->end - start < 4 || start[0] != '[' || start[1] != '[')
    return NULL;
  /* Looked for once, and again when passed: many open links must not cost a search each. */
  if (walk->close < start + 2)
    {
      walk->close = memmem (start + 2, (gsize) (walk->end - start) - 2, "]]", 2);
      if (walk->close == NULL)
        walk->close = walk->end;
    }
  if (walk->close == walk->end || walk->close - start > MAX_TARGET_BYTES ||
      memchr (start, '\n', (gsize) (walk->close - start)) != NULL)
    return NULL;
  return walk->close + 2;
}

/**
 * om_markdown_find_tags:
 * @tags: where they go
 *
 * `#word` and `#word/below` after white space, with at least one letter. Not in code, comments,
 * links and addresses; a colour is no tag.
 */
void
om_markdown_find_tags (const char *text,
                       gsize       length,
                       OmTagSet   *tags)
{
  gboolean free_before = TRUE;
  Walk walk;

  walk_init (&walk, text, length);
  while (walk.at < walk.end)
    {
      const char *start = walk.at;
      const char *behind;
      gunichar c;
      gboolean named = FALSE;

      if (walk_skip (&walk))
        {
          free_before = walk.at[-1] == '\n';
          continue;
        }
      behind = wiki_link_end (&walk);
      if (behind != NULL)
        {
          walk.at = behind;
          free_before = FALSE;
          continue;
        }

      c = g_utf8_get_char (walk.at);
      walk.at = g_utf8_next_char (walk.at);
      if (c != '#' || !free_before)
        {
          free_before = g_unichar_isspace (c);
          continue;
        }

      start = walk.at;
      while (walk.at < walk.end && om_tag_is_char (g_utf8_get_char (walk.at)))
        {
          gunichar letter = g_utf8_get_char (walk.at);

          named = named || g_unichar_isalpha (letter) ||
                  g_unichar_type (letter) == G_UNICODE_OTHER_SYMBOL;
          walk.at = g_utf8_next_char (walk.at);
        }
      behind = walk.at;
      while (behind > start && (behind[-1] == '/' || behind[-1] == '-'))
        behind--;
      if (named && !om_tag_is_colour (start, (gsize) (behind - start)))
        om_tag_set_add (tags, start, behind - start);
      free_before = FALSE;
    }
  walk_clear (&walk);
}

static void
link_free (gpointer data)
{
  OmMarkdownLink *self = data;

  g_free (self->target);
  g_free (self);
}

static void
add_link (GPtrArray  *links,
          const char *start,
          const char *end,
          gboolean    embed,
          gboolean    wiki)
{
  OmMarkdownLink *link;

  while (start < end && g_ascii_isspace (*start))
    start++;
  while (end > start && g_ascii_isspace (end[-1]))
    end--;
  if (start == end || end - start > MAX_TARGET_BYTES)
    return;

  link = g_new0 (OmMarkdownLink, 1);
  link->target = g_strndup (start, (gsize) (end - start));
  link->embed = embed;
  link->wiki = wiki;
  g_ptr_array_add (links, link);
}

static const char *
first_of (const char *start,
          const char *end,
          const char *set)
{
  while (start < end && strchr (set, *start) == NULL)
    start++;
  return start;
}

/* `](target "title")` behind a link's words: its target, unless that is an address. */
static void
take_inline_link (GPtrArray  *links,
                  const char *open,
                  const char *end,
                  gboolean    embed)
{
  const char *limit = MIN (end, open + MAX_TARGET_BYTES);
  const char *start = open + 1;
  const char *stop;
  g_autofree char *target = NULL;
  g_autofree char *unescaped = NULL;

  if (start < limit && *start == '<')
    {
      start++;
      stop = first_of (start, limit, ">\n");
    }
  else
    stop = first_of (start, limit, " \t\n)");
  if (stop == limit || *stop == '\n')
    return;

  stop = first_of (start, stop, "#");
  target = g_strndup (start, (gsize) (stop - start));
  if (target[strcspn (target, ":/?")] == ':')
    return;
  unescaped = g_uri_unescape_string (target, NULL);
  if (unescaped != NULL && g_utf8_validate (unescaped, -1, NULL))
    add_link (links, unescaped, unescaped + strlen (unescaped), embed, FALSE);
  else
    add_link (links, target, target + strlen (target), embed, FALSE);
}

/**
 * om_markdown_find_links:
 *
 * Wiki links, inline links and embedded files outside of code and comments. Addresses of the
 * network are none.
 *
 * Returns: (transfer full) (element-type OmMarkdownLink): in the order of the text
 */
GPtrArray *
om_markdown_find_links (const char *text,
                        gsize       length)
{
  GPtrArray *links = g_ptr_array_new_with_free_func (link_free);
  /* The last opening bracket in this line, and whether an exclamation mark stood before it. */
  gboolean bang = FALSE;
  Walk walk;

  if (memchr (text, '[', length) == NULL)
    return links;

  walk_init (&walk, text, length);
  while (walk.at < walk.end)
    {
      const char *start = walk.at;
      const char *behind;

      if (walk_skip (&walk))
        continue;
      if (*start == '[')
        {
          gboolean embed = start > text && start[-1] == '!';

          behind = wiki_link_end (&walk);
          if (behind != NULL)
            {
              add_link (links, start + 2, first_of (start + 2, behind - 2, "|#^"), embed, TRUE);
              walk.at = behind;
              continue;
            }
          bang = embed;
        }
      else if (*start == ']' && start + 1 < walk.end && start[1] == '(')
        {
          take_inline_link (links, start + 1, walk.end, bang);
          bang = FALSE;
        }
      walk.at++;
    }
  walk_clear (&walk);
  return links;
}

/* A heading's words: without the signs around them. */
static gboolean
heading_at (const char        *line,
            const char        *stop,
            OmMarkdownHeading *heading)
{
  const char *p = line;
  const char *last = stop;
  guint level = 0;

  while (p < stop && p - line < 3 && *p == ' ')
    p++;
  while (p < stop && *p == '#')
    {
      p++;
      level++;
    }
  if (level < 1 || level > 6 || (p < stop && *p != ' ' && *p != '\t'))
    return FALSE;

  while (p < stop && (*p == ' ' || *p == '\t'))
    p++;
  while (last > p && (last[-1] == ' ' || last[-1] == '\t'))
    last--;
  /* `# Title #`: closing signs need a blank before them. */
  stop = last;
  while (last > p && last[-1] == '#')
    last--;
  if (last > p && last < stop && last[-1] != ' ' && last[-1] != '\t')
    last = stop;
  while (last > p && (last[-1] == ' ' || last[-1] == '\t'))
    last--;

  heading->start = line;
  heading->level = level;
  heading->text = p;
  heading->text_length = (gsize) (last - p);
  return TRUE;
}

/**
 * om_markdown_find_headings:
 * @in_code_too: whether lines in fenced code count as well
 *
 * Returns: (transfer full) (element-type OmMarkdownHeading): in the order of the text, pointing
 *   into it
 */
GArray *
om_markdown_find_headings (const char *text,
                           gsize       length,
                           gboolean    in_code_too)
{
  GArray *headings = g_array_new (FALSE, FALSE, sizeof (OmMarkdownHeading));
  const char *end = text + length;
  g_autoptr (GArray) code = om_markdown_find_code (text, length);
  guint next_code = 0;

  for (const char *line = text; line < end;)
    {
      const char *stop = line_end (line, end);
      const char *next = stop < end ? stop + 1 : end;
      OmMarkdownHeading heading;
      gboolean in_code = FALSE;

      while (next_code < code->len && g_array_index (code, OmMarkdownStretch, next_code).end <= line)
        next_code++;
      if (next_code < code->len && !in_code_too)
        in_code = g_array_index (code, OmMarkdownStretch, next_code).start <= line;
      if (!in_code && heading_at (line, stop, &heading))
        {
          heading.end = next;
          g_array_append_val (headings, heading);
        }
      line = next;
    }

  return headings;
}
