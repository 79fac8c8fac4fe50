/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmTextView: a text view that leaves the soft breaks of an OmTextBuffer out of what is copied.
 * Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-text-view.h"

#include "views/om-text-buffer.h"

struct _OmTextView
{
  GtkTextView parent_instance;
};

G_DEFINE_FINAL_TYPE (OmTextView, om_text_view, GTK_TYPE_TEXT_VIEW)

static void
om_text_view_copy_clipboard (GtkTextView *view)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);
  g_autofree char *text = OM_IS_TEXT_BUFFER (buffer) ? om_text_buffer_dup_selection (OM_TEXT_BUFFER (buffer)) : NULL;

  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (view)), text);
}

static void
om_text_view_cut_clipboard (GtkTextView *view)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);

  om_text_view_copy_clipboard (view);
  gtk_text_buffer_delete_selection (buffer, TRUE, gtk_text_view_get_editable (view));
  gtk_text_view_scroll_mark_onscreen (view, gtk_text_buffer_get_insert (buffer));
}

static void
om_text_view_class_init (OmTextViewClass *klass)
{
  GtkTextViewClass *view_class = GTK_TEXT_VIEW_CLASS (klass);

  view_class->copy_clipboard = om_text_view_copy_clipboard;
  view_class->cut_clipboard = om_text_view_cut_clipboard;
}

static void
om_text_view_init (OmTextView *self)
{
}
