/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmMarkdownStyler: shows the Markdown of a text buffer while it is written.
 *
 * It lays tags over the text and never changes it, so undo and what is saved know nothing of it. Of each line it
 * keeps what the next one has to know. A change is read again from its line on until that is the same as before:
 * nearly always one line. At once it reads no more than a few; what is left (a long text that was loaded or pasted,
 * all below a fence of code that was opened) is read a little at a time while nothing else is to be done. Lines cut
 * for display (om-text-buffer.c) are read as one. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-markdown-styler.h"

#include <adwaita.h>
#include <string.h>

#include "text/om-markdown.h"

#define AT_ONCE_LINES 40
#define AT_ONCE_CHARS 16384
#define SLICE_US 4000
/* As dim text elsewhere: style.css. */
#define DIM .72f
#define GROUND .08f

/** LineState: what is known of a line. */
typedef struct
{
  OmMarkdownState state;     /* after it */
  gboolean        is_styled; /* it may carry tags */
} LineState;

struct _OmMarkdownStyler
{
  GObject parent_instance;

  GtkTextBuffer *buffer; /* it belongs to it */
  GSettings     *settings; /* (owned) */
  GtkTextTag    *tags[OM_N_MARKDOWN_KINDS]; /* of the buffer's table */
  GArray        *lines;  /* (owned) (element-type LineState) */
  guint          first;  /* to be read are the lines from here ... */
  guint          end;    /* ... to before this one; more if they change what follows */
  guint          idle_id;
  gboolean       is_on;
};

G_DEFINE_FINAL_TYPE (OmMarkdownStyler, om_markdown_styler, G_TYPE_OBJECT)

static G_DEFINE_QUARK (om-markdown-styler, styler)

static LineState *
line_at (OmMarkdownStyler *self,
         guint             i)
{
  return &g_array_index (self->lines, LineState, i);
}

/* Tags ------------------------------------------------------------------------------------------ */

static void
make_tags (OmMarkdownStyler *self)
{
  static const double scales[] = { 1.5, 1.3, 1.15, 1.08, 1, 1 };

  /* In this order they lie over one another: marks on top. */
  for (int i = OM_N_MARKDOWN_KINDS - 1; i >= 0; i--)
    self->tags[i] = gtk_text_buffer_create_tag (self->buffer, NULL, NULL);
  for (int i = 0; i < 6; i++)
    g_object_set (self->tags[OM_MARKDOWN_HEADING_1 + i], "weight", PANGO_WEIGHT_BOLD, "scale", scales[i], NULL);
  g_object_set (self->tags[OM_MARKDOWN_EMPHASIS], "style", PANGO_STYLE_ITALIC, NULL);
  g_object_set (self->tags[OM_MARKDOWN_STRONG], "weight", PANGO_WEIGHT_BOLD, NULL);
  g_object_set (self->tags[OM_MARKDOWN_STRIKE], "strikethrough", TRUE, NULL);
  g_object_set (self->tags[OM_MARKDOWN_CODE], "family", "monospace", NULL);
  g_object_set (self->tags[OM_MARKDOWN_CODE_BLOCK], "family", "monospace", NULL);
  g_object_set (self->tags[OM_MARKDOWN_QUOTE], "style", PANGO_STYLE_ITALIC, NULL);
  g_object_set (self->tags[OM_MARKDOWN_LIST], "weight", PANGO_WEIGHT_BOLD, NULL);
  g_object_set (self->tags[OM_MARKDOWN_LINK], "underline", PANGO_UNDERLINE_SINGLE, NULL);
  g_object_set (self->tags[OM_MARKDOWN_WIKI_LINK], "underline", PANGO_UNDERLINE_SINGLE, NULL);
}

/**
 * om_markdown_styler_set_looks:
 * @widget: where the text is shown
 *
 * Takes the colours as the style has them now.
 */
void
om_markdown_styler_set_looks (OmMarkdownStyler *self,
                              GtkWidget        *widget)
{
  GtkStyleContext *style = gtk_widget_get_style_context (widget);
  GdkRGBA text;
  GdkRGBA dim;
  GdkRGBA ground;
  GdkRGBA accent;

  g_return_if_fail (OM_IS_MARKDOWN_STYLER (self));

  gtk_style_context_get_color (style, &text);
  dim = ground = text;
  if (!adw_style_manager_get_high_contrast (adw_style_manager_get_default ()))
    dim.alpha *= DIM;
  ground.alpha *= GROUND;
  if (!gtk_style_context_lookup_color (style, "accent_color", &accent))
    accent = text;
  g_object_set (self->tags[OM_MARKDOWN_MARK], "foreground-rgba", &dim, NULL);
  g_object_set (self->tags[OM_MARKDOWN_ADDRESS], "foreground-rgba", &dim, NULL);
  g_object_set (self->tags[OM_MARKDOWN_RULE], "foreground-rgba", &dim, NULL);
  g_object_set (self->tags[OM_MARKDOWN_LIST], "foreground-rgba", &accent, NULL);
  g_object_set (self->tags[OM_MARKDOWN_LINK], "foreground-rgba", &accent, NULL);
  g_object_set (self->tags[OM_MARKDOWN_WIKI_LINK], "foreground-rgba", &accent, NULL);
  g_object_set (self->tags[OM_MARKDOWN_CODE], "background-rgba", &ground, NULL);
  g_object_set (self->tags[OM_MARKDOWN_CODE_BLOCK], "paragraph-background-rgba", &ground, NULL);
}

/* Reading --------------------------------------------------------------------------------------- */

/* The text of a line without its end. */
static char *
dup_line (OmMarkdownStyler  *self,
          const GtkTextIter *start)
{
  GtkTextIter end = *start;

  if (!gtk_text_iter_ends_line (&end))
    gtk_text_iter_forward_to_line_end (&end);
  return gtk_text_buffer_get_text (self->buffer, start, &end, TRUE);
}

/* The line below, where it may make a heading of this one. */
static char *
dup_underline (OmMarkdownStyler  *self,
               const GtkTextIter *start)
{
  GtkTextIter below = *start;
  GtkTextIter at;

  if (!gtk_text_iter_forward_line (&below) || !om_text_buffer_begins_line (OM_TEXT_BUFFER (self->buffer), &below))
    return NULL;
  at = below;
  while (gtk_text_iter_get_char (&at) == ' ' && gtk_text_iter_forward_char (&at))
    ;
  if (gtk_text_iter_get_char (&at) != '=' && gtk_text_iter_get_char (&at) != '-')
    return NULL;
  return dup_line (self, &below);
}

static void
apply (OmMarkdownStyler  *self,
       const GtkTextIter *start,
       GArray            *spans)
{
  for (guint i = 0; i < spans->len; i++)
    {
      const OmMarkdownSpan *span = &g_array_index (spans, OmMarkdownSpan, i);
      GtkTextIter from = *start;
      GtkTextIter to = *start;

      gtk_text_iter_set_line_offset (&from, (int) span->start);
      gtk_text_iter_set_line_offset (&to, (int) span->end);
      /* The ground of code goes from line to line. */
      if (span->kind == OM_MARKDOWN_CODE_BLOCK && gtk_text_iter_ends_line (&to))
        gtk_text_iter_forward_line (&to);
      gtk_text_buffer_apply_tag (self->buffer, self->tags[span->kind], &from, &to);
    }
}

/* Reads one line and gives it its tags. Returns its length. */
static guint
style_line (OmMarkdownStyler *self,
            guint             number)
{
  LineState *line = line_at (self, number);
  OmMarkdownState before = number > 0 ? line_at (self, number - 1)->state : OM_MARKDOWN_START;
  OmMarkdownState after;
  g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (OmMarkdownSpan));
  g_autofree char *text = NULL;
  GtkTextIter start;
  GtkTextIter end;

  gtk_text_buffer_get_iter_at_line (self->buffer, &start, (int) number);
  text = dup_line (self, &start);
  if (om_text_buffer_begins_line (OM_TEXT_BUFFER (self->buffer), &start))
    {
      g_autofree char *below = dup_underline (self, &start);

      after = om_markdown_read_line (text, strlen (text), below, before, spans);
    }
  else
    after = om_markdown_read_rest (text, strlen (text), before, spans);

  if (line->is_styled)
    {
      end = start;
      gtk_text_iter_forward_line (&end);
      gtk_text_buffer_remove_all_tags (self->buffer, &start, &end);
      gtk_text_buffer_get_iter_at_line (self->buffer, &start, (int) number);
    }
  apply (self, &start, spans);
  line->is_styled = spans->len > 0;
  if (line->state != after && number + 1 < self->lines->len)
    self->end = MAX (self->end, number + 2);
  line->state = after;
  return (guint) strlen (text);
}

static gboolean
is_read (OmMarkdownStyler *self)
{
  return self->first >= self->end;
}

static gboolean
idle_cb (gpointer data)
{
  OmMarkdownStyler *self = data;
  gint64 until = g_get_monotonic_time () + SLICE_US;

  while (!is_read (self) && g_get_monotonic_time () < until)
    style_line (self, self->first++);
  if (!is_read (self))
    return G_SOURCE_CONTINUE;
  self->idle_id = 0;
  return G_SOURCE_REMOVE;
}

/* What was typed at once, what is left later. */
static void
read_dirty (OmMarkdownStyler *self)
{
  guint chars = 0;

  for (guint i = 0; i < AT_ONCE_LINES && chars < AT_ONCE_CHARS && !is_read (self); i++)
    chars += style_line (self, self->first++);
  if (is_read (self) || self->idle_id != 0)
    return;
  self->idle_id = g_idle_add (idle_cb, self);
  g_source_set_name_by_id (self->idle_id, "[openmemory] markdown");
}

static void
add_dirty (OmMarkdownStyler *self,
           guint             first,
           guint             end)
{
  end = MIN (end, self->lines->len);
  if (is_read (self))
    {
      self->first = first;
      self->end = end;
      return;
    }
  self->first = MIN (self->first, first);
  self->end = MAX (self->end, end);
}

/* Changes --------------------------------------------------------------------------------------- */

/* Lines came or went behind @line; what is to be read moves along. */
static void
fit_lines (OmMarkdownStyler *self,
           guint             line)
{
  int count = gtk_text_buffer_get_line_count (self->buffer);
  int change = count - (int) self->lines->len;

  if (change > 0)
    {
      g_autofree LineState *fresh = g_new0 (LineState, (gsize) change);

      g_array_insert_vals (self->lines, MIN (line + 1, self->lines->len), fresh, (guint) change);
    }
  else if (change < 0)
    g_array_remove_range (self->lines, MIN (line + 1, self->lines->len - (guint) -change), (guint) -change);
  if (!is_read (self) && self->end > line)
    self->end = (guint) MAX ((int) self->end + change, (int) line + 1);
  if (!is_read (self) && self->first > line)
    self->first = (guint) MAX ((int) self->first + change, (int) line);
}

static void
inserted_cb (GtkTextBuffer    *buffer,
             GtkTextIter      *pos,
             const char       *text,
             int               length,
             OmMarkdownStyler *self)
{
  guint last = (guint) gtk_text_iter_get_line (pos);
  int added = gtk_text_buffer_get_line_count (buffer) - (int) self->lines->len;
  guint first = last - (guint) CLAMP (added, 0, (int) last);
  LineState before = *line_at (self, MIN (first, self->lines->len - 1));
  GtkTextIter start;

  fit_lines (self, first);
  /* The line was cut in two: what is below it knows it by its end. */
  if (last > first)
    *line_at (self, last) = before;
  line_at (self, first)->is_styled = before.is_styled;
  if (before.is_styled && last > first)
    {
      /* Between them the new text may have taken over what it was put into. */
      gtk_text_buffer_get_iter_at_line (buffer, &start, (int) first);
      gtk_text_buffer_remove_all_tags (buffer, &start, pos);
    }
  add_dirty (self, first > 0 ? first - 1 : 0, last + 1);
  read_dirty (self);
}

static void
deleted_cb (GtkTextBuffer    *buffer,
            GtkTextIter      *start,
            GtkTextIter      *end,
            OmMarkdownStyler *self)
{
  guint line = (guint) gtk_text_iter_get_line (start);

  fit_lines (self, line);
  line_at (self, line)->is_styled = TRUE;
  /* The line below may have known another one: it is read again in any case. */
  line_at (self, line)->state = ~(OmMarkdownState) 0;
  add_dirty (self, line > 0 ? line - 1 : 0, line + 1);
  read_dirty (self);
}

/* All of it anew, or nothing of it. */
static void
show_or_hide (OmMarkdownStyler *self)
{
  gboolean is_on = g_settings_get_boolean (self->settings, "show-markdown");
  GtkTextIter start;
  GtkTextIter end;

  if (self->is_on == is_on)
    return;
  self->is_on = is_on;
  g_clear_handle_id (&self->idle_id, g_source_remove);
  self->first = self->end = 0;
  g_array_set_size (self->lines, 0);
  if (!is_on)
    {
      gtk_text_buffer_get_bounds (self->buffer, &start, &end);
      gtk_text_buffer_remove_all_tags (self->buffer, &start, &end);
      g_signal_handlers_disconnect_by_data (self->buffer, self);
      return;
    }
  g_array_set_size (self->lines, (guint) gtk_text_buffer_get_line_count (self->buffer));
  g_signal_connect_after (self->buffer, "insert-text", G_CALLBACK (inserted_cb), self);
  g_signal_connect_after (self->buffer, "delete-range", G_CALLBACK (deleted_cb), self);
  add_dirty (self, 0, self->lines->len);
  read_dirty (self);
}

/* Object ---------------------------------------------------------------------------------------- */

static void
om_markdown_styler_finalize (GObject *object)
{
  OmMarkdownStyler *self = OM_MARKDOWN_STYLER (object);

  g_clear_handle_id (&self->idle_id, g_source_remove);
  g_clear_object (&self->settings);
  g_array_unref (self->lines);

  G_OBJECT_CLASS (om_markdown_styler_parent_class)->finalize (object);
}

static void
om_markdown_styler_class_init (OmMarkdownStylerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = om_markdown_styler_finalize;
}

static void
om_markdown_styler_init (OmMarkdownStyler *self)
{
  self->settings = g_settings_new (APP_ID);
  self->lines = g_array_new (FALSE, TRUE, sizeof (LineState));
}

/**
 * om_markdown_styler_of:
 * @buffer: a text
 *
 * Returns: (transfer none): what shows the Markdown of it from now on, if the person wants that; one a buffer, and
 *   gone with it
 */
OmMarkdownStyler *
om_markdown_styler_of (OmTextBuffer *buffer)
{
  OmMarkdownStyler *self;

  g_return_val_if_fail (OM_IS_TEXT_BUFFER (buffer), NULL);

  self = g_object_get_qdata (G_OBJECT (buffer), styler_quark ());
  if (self != NULL)
    return self;
  self = g_object_new (OM_TYPE_MARKDOWN_STYLER, NULL);
  self->buffer = GTK_TEXT_BUFFER (buffer);
  g_object_set_qdata_full (G_OBJECT (buffer), styler_quark (), self, g_object_unref);
  make_tags (self);
  g_signal_connect_object (self->settings, "changed::show-markdown", G_CALLBACK (show_or_hide), self, G_CONNECT_SWAPPED);
  show_or_hide (self);
  return self;
}

/** om_markdown_styler_is_done: Returns: %TRUE if every line looks as it reads */
gboolean
om_markdown_styler_is_done (OmMarkdownStyler *self)
{
  g_return_val_if_fail (OM_IS_MARKDOWN_STYLER (self), TRUE);

  return is_read (self);
}
