/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two lines of a memory that a list shows. Text and marks stay apart (Pango attributes, never
 * markup), so no text of a person can be taken for markup. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-snippet.h"

#include <string.h>

/* More than two lines of the widest row, so that the row's width decides what is seen. */
#define MAX_CHARS 400
/* A mark further in than this moves the beginning of the snippet up to it: half of the two lines of a
 * narrow row, or half of the one that a title leaves. */
#define LEAD_CHARS 40
#define LEAD_CHARS_BELOW_TITLE 18

/* A warm yellow that lets text of the light and of the dark style be read on it alike. */
#define MARK_RED 0xf5f5
#define MARK_GREEN 0xc2c2
#define MARK_BLUE 0x1111
#define MARK_ALPHA 0x5555

/* Writes @length bytes of @from with white space folded to single blanks, and maps the marks that
 * lie in it. @at is the offset of @from in the text the marks speak of. */
static void
append_folded (OmSnippet    *self,
               GString      *out,
               const char   *from,
               gsize         length,
               gsize         at,
               const GArray *marks)
{
  const char *end = from + length;
  gboolean blank = TRUE; /* swallows leading white space */
  guint next = 0;
  guint start = 0;
  gboolean in_mark = FALSE;

  for (const char *p = from; p < end; p = g_utf8_next_char (p))
    {
      gsize offset = at + (p - from);

      while (marks != NULL && next + 1 < marks->len)
        {
          if (!in_mark && offset >= g_array_index (marks, guint, next) && offset < g_array_index (marks, guint, next + 1))
            {
              start = (guint) out->len;
              in_mark = TRUE;
            }
          if (offset < g_array_index (marks, guint, next + 1))
            break;
          if (in_mark)
            {
              guint stop = (guint) out->len;

              g_array_append_val (self->marks, start);
              g_array_append_val (self->marks, stop);
              in_mark = FALSE;
            }
          next += 2;
        }

      if (g_unichar_isspace (g_utf8_get_char (p)) || g_unichar_iscntrl (g_utf8_get_char (p)))
        {
          if (!blank)
            g_string_append_c (out, ' ');
          blank = TRUE;
        }
      else
        {
          g_string_append_len (out, p, g_utf8_next_char (p) - p);
          blank = FALSE;
        }
    }
  if (in_mark)
    {
      guint stop = (guint) out->len;

      g_array_append_val (self->marks, start);
      g_array_append_val (self->marks, stop);
    }
}

/* Where the snippet of a text with a far-off first mark begins: at a blank a little before it. */
static const char *
find_start (const char   *content,
            const GArray *marks,
            int           lead)
{
  const char *mark;
  const char *p;
  const char *blank = NULL;

  if (marks == NULL || marks->len < 2 || g_array_index (marks, guint, 0) > strlen (content))
    return content;

  mark = content + g_array_index (marks, guint, 0);
  p = mark;
  for (int i = 0; i < lead && p > content; i++)
    {
      p = g_utf8_prev_char (p);
      if (g_unichar_isspace (g_utf8_get_char (p)))
        blank = p;
    }
  if (p == content)
    return content;
  return blank != NULL ? g_utf8_next_char (blank) : p;
}

static OmSnippet *
snippet_new (const OmMemory *memory,
             const GArray   *title_marks,
             const GArray   *marks)
{
  OmSnippet *self = g_new0 (OmSnippet, 1);
  GString *out = g_string_new (NULL);
  const char *content = memory->content != NULL ? memory->content : "";
  gboolean has_title = memory->title != NULL && *memory->title != '\0';
  const char *start = find_start (content, marks, has_title ? LEAD_CHARS_BELOW_TITLE : LEAD_CHARS);
  const char *stop = start;

  self->marks = g_array_new (FALSE, FALSE, sizeof (guint));
  if (has_title)
    {
      append_folded (self, out, memory->title, strlen (memory->title), 0, title_marks);
      self->title_length = out->len;
      g_string_append_c (out, '\n');
    }
  if (start > content)
    g_string_append (out, "… ");
  for (int i = 0; i < MAX_CHARS && *stop != '\0'; i++)
    stop = g_utf8_next_char (stop);
  append_folded (self, out, start, stop - start, start - content, marks);
  if (*stop != '\0')
    g_string_append (out, "…");
  self->text = g_string_free (out, FALSE);
  return self;
}

/**
 * om_snippet_new:
 *
 * Returns: (transfer full): title and beginning of @memory
 */
OmSnippet *
om_snippet_new (const OmMemory *memory)
{
  return snippet_new (memory, NULL, NULL);
}

/**
 * om_snippet_new_for_hit:
 *
 * Returns: (transfer full): title and the place of the text where the first match stands
 */
OmSnippet *
om_snippet_new_for_hit (const OmHit *hit)
{
  return snippet_new (hit->memory, hit->title_marks, hit->marks);
}

/**
 * om_snippet_get_attributes:
 *
 * Returns: (transfer full): bold for the title, a yellow ground and weight for what matched
 */
PangoAttrList *
om_snippet_get_attributes (const OmSnippet *self)
{
  PangoAttrList *list = pango_attr_list_new ();

  if (self->title_length > 0)
    {
      PangoAttribute *bold = pango_attr_weight_new (PANGO_WEIGHT_BOLD);

      bold->start_index = 0;
      bold->end_index = (guint) self->title_length;
      pango_attr_list_insert (list, bold);
    }
  for (guint i = 0; i + 1 < self->marks->len; i += 2)
    {
      PangoAttribute *attributes[] = {
        pango_attr_background_new (MARK_RED, MARK_GREEN, MARK_BLUE),
        pango_attr_background_alpha_new (MARK_ALPHA),
        pango_attr_weight_new (PANGO_WEIGHT_BOLD),
      };

      for (gsize j = 0; j < G_N_ELEMENTS (attributes); j++)
        {
          attributes[j]->start_index = g_array_index (self->marks, guint, i);
          attributes[j]->end_index = g_array_index (self->marks, guint, i + 1);
          pango_attr_list_insert (list, attributes[j]);
        }
    }
  return list;
}

/**
 * om_snippet_free:
 * @self: (transfer full) (nullable): a snippet
 */
void
om_snippet_free (OmSnippet *self)
{
  if (self == NULL)
    return;

  g_free (self->text);
  g_array_unref (self->marks);
  g_free (self);
}
