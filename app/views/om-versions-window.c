/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmVersionsWindow: the former texts of a memory, newest first, and what differs between one of them and
 * the text as it is now. Restoring is an edit like any other: the present text becomes a former one, and
 * Undo takes it back. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-versions-window.h"

#include <glib/gi18n.h>
#include <string.h>

#include "memory/om-joining.h"
#include "text/om-diff.h"
#include "views/om-date-words.h"

struct _OmVersionsWindow
{
  AdwWindow parent_instance;

  GtkStack     *stack;
  GtkListBox   *list;
  GtkTextView  *view;
  GtkLabel     *title_label;
  GtkButton    *restore_button;
  GtkButton    *copy_button;
  GtkLabel     *note_label;

  OmSession    *session;     /* (owned) */
  OmSheet      *sheet;       /* (owned) */
  GPtrArray    *versions;    /* (owned) (nullable) (element-type OmMemory): newest first */
  GCancellable *cancellable; /* (owned): of the reading under way */
};

G_DEFINE_FINAL_TYPE (OmVersionsWindow, om_versions_window, ADW_TYPE_WINDOW)

static const OmMemory *
selected (OmVersionsWindow *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);
  int at = row != NULL ? gtk_list_box_row_get_index (row) : -1;

  return at >= 0 && self->versions != NULL && (guint) at < self->versions->len
           ? g_ptr_array_index (self->versions, (guint) at)
           : NULL;
}

static void
insert_piece (GtkTextBuffer *buffer,
              const char    *text,
              gsize          length,
              const char    *tag)
{
  GtkTextIter end;

  gtk_text_buffer_get_end_iter (buffer, &end);
  if (tag != NULL)
    gtk_text_buffer_insert_with_tags_by_name (buffer, &end, text, (int) length, tag, NULL);
  else
    gtk_text_buffer_insert (buffer, &end, text, (int) length);
}

/* The way from the former text to the present one. */
static void
compare (OmVersionsWindow *self)
{
  const OmMemory *version = selected (self);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->view);
  g_autofree char *now = om_text_buffer_dup_content (om_sheet_get_buffer (self->sheet));
  g_autoptr (GArray) pieces = NULL;
  const char *title_now = om_sheet_get_title (self->sheet);
  gboolean differs = FALSE;
  g_autofree char *title = NULL;

  gtk_text_buffer_set_text (buffer, "", -1);
  gtk_widget_set_sensitive (GTK_WIDGET (self->copy_button), version != NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->restore_button), version != NULL && om_sheet_is_editable (self->sheet));
  if (version == NULL)
    return;

  pieces = om_diff_words (version->content, now);
  for (guint i = 0; i < pieces->len; i++)
    {
      const OmDiffPiece *piece = &g_array_index (pieces, OmDiffPiece, i);

      switch (piece->kind)
        {
        case OM_DIFF_REMOVED:
          insert_piece (buffer, version->content + piece->start, piece->length, "removed");
          differs = TRUE;
          break;
        case OM_DIFF_ADDED:
          insert_piece (buffer, now + piece->start, piece->length, "added");
          differs = TRUE;
          break;
        case OM_DIFF_SAME:
        default:
          insert_piece (buffer, now + piece->start, piece->length, NULL);
        }
    }
  if (g_strcmp0 (version->title, title_now) != 0)
    /* Translators: %s is a title */
    title = version->title != NULL ? g_strdup_printf (_("Its title was “%s”."), version->title)
                                   : g_strdup (_("It had no title."));
  gtk_label_set_label (self->title_label, title != NULL ? title : "");
  gtk_widget_set_visible (GTK_WIDGET (self->title_label), title != NULL);
  gtk_label_set_label (self->note_label, differs ? _("Struck through: only then. Underlined: only now.")
                                                 : _("The text is the same as now."));
}

static void
row_selected_cb (GtkListBox       *list,
                 GtkListBoxRow    *row,
                 OmVersionsWindow *self)
{
  /* The list lets go of its rows when it goes itself. */
  if (!g_cancellable_is_cancelled (self->cancellable))
    compare (self);
}

static void
restore_clicked_cb (GtkButton        *button,
                    OmVersionsWindow *self)
{
  const OmMemory *version = selected (self);

  if (version == NULL || !om_sheet_is_editable (self->sheet))
    return;
  om_sheet_replace (self->sheet, version->content, version->title);
  gtk_window_close (GTK_WINDOW (self));
}

static void
copy_clicked_cb (GtkButton        *button,
                 OmVersionsWindow *self)
{
  const OmMemory *version = selected (self);

  if (version == NULL)
    return;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), version->content);
  gtk_label_set_label (self->note_label, _("The former text is in the clipboard."));
}

static void
add_version (OmVersionsWindow *self,
             const OmMemory   *version)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  OmMoment moment = om_moment_at (version->changed_at, om_session_get_zone (self->session));
  g_autofree char *date = om_date_words_full (&moment, om_session_get_zone (self->session));
  GtkWidget *label = gtk_label_new (date);
  const char *mark = NULL;

  if ((version->flags & OM_FLAG_CONFLICT) != 0)
    mark = _("Changed in two places at once: this one was replaced unseen");
  else if (version->version == 0)
    mark = _("The wording of an entry that was merged");
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_box_append (GTK_BOX (box), label);
  if (mark != NULL)
    {
      GtkWidget *mark_label = gtk_label_new (mark);

      gtk_label_set_xalign (GTK_LABEL (mark_label), 0);
      gtk_label_set_wrap (GTK_LABEL (mark_label), TRUE);
      gtk_widget_add_css_class (mark_label, "caption");
      gtk_widget_add_css_class (mark_label, "warning");
      gtk_box_append (GTK_BOX (box), mark_label);
    }
  gtk_widget_set_margin_top (box, 6);
  gtk_widget_set_margin_bottom (box, 6);
  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_end (box, 12);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  if (mark != NULL)
    {
      g_autofree char *name = om_join_said (date, mark, NULL);

      gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
    }
  else
    gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, date, -1);
  gtk_list_box_append (self->list, row);
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      data)
{
  g_autoptr (OmVersionsWindow) self = OM_VERSIONS_WINDOW (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) versions = om_engine_get_versions_finish (OM_ENGINE (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || g_cancellable_is_cancelled (self->cancellable))
    return;
  if (versions == NULL)
    {
      gtk_label_set_label (self->note_label, error->message);
      return;
    }
  self->versions = g_steal_pointer (&versions);
  for (guint i = 0; i < self->versions->len; i++)
    add_version (self, g_ptr_array_index (self->versions, i));
  if (self->versions->len == 0)
    {
      gtk_stack_set_visible_child_name (self->stack, "none");
      return;
    }
  gtk_stack_set_visible_child_name (self->stack, "versions");
  gtk_list_box_select_row (self->list, gtk_list_box_get_row_at_index (self->list, 0));
  gtk_widget_grab_focus (GTK_WIDGET (gtk_list_box_get_row_at_index (self->list, 0)));
}

static void
om_versions_window_dispose (GObject *object)
{
  OmVersionsWindow *self = OM_VERSIONS_WINDOW (object);

  g_cancellable_cancel (self->cancellable);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_VERSIONS_WINDOW);

  G_OBJECT_CLASS (om_versions_window_parent_class)->dispose (object);
}

static void
om_versions_window_finalize (GObject *object)
{
  OmVersionsWindow *self = OM_VERSIONS_WINDOW (object);

  g_object_unref (self->cancellable);
  g_clear_pointer (&self->versions, g_ptr_array_unref);
  g_clear_object (&self->sheet);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (om_versions_window_parent_class)->finalize (object);
}

static void
om_versions_window_class_init (OmVersionsWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_versions_window_dispose;
  G_OBJECT_CLASS (klass)->finalize = om_versions_window_finalize;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-versions-window.ui");
  gtk_widget_class_bind_template_child (widget_class, OmVersionsWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, OmVersionsWindow, list);
  gtk_widget_class_bind_template_child (widget_class, OmVersionsWindow, view);
  gtk_widget_class_bind_template_child (widget_class, OmVersionsWindow, title_label);
  gtk_widget_class_bind_template_child (widget_class, OmVersionsWindow, restore_button);
  gtk_widget_class_bind_template_child (widget_class, OmVersionsWindow, copy_button);
  gtk_widget_class_bind_template_child (widget_class, OmVersionsWindow, note_label);
  gtk_widget_class_bind_template_callback (widget_class, row_selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, restore_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, copy_clicked_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
om_versions_window_init (OmVersionsWindow *self)
{
  GtkTextBuffer *buffer;

  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  buffer = gtk_text_view_get_buffer (self->view);
  /* Not by colour alone. The tints are seen on light and on dark. */
  gtk_text_buffer_create_tag (buffer, "removed", "strikethrough", TRUE, "background", "rgba(224,27,36,.22)", NULL);
  gtk_text_buffer_create_tag (buffer, "added", "underline", PANGO_UNDERLINE_SINGLE, "background", "rgba(46,194,126,.25)",
                              NULL);
}

/**
 * om_versions_window_new:
 * @session: where the memory lies
 * @sheet: the memory
 *
 * Returns: (transfer full): a window over its former texts
 */
OmVersionsWindow *
om_versions_window_new (OmSession *session,
                        OmSheet   *sheet)
{
  OmVersionsWindow *self = g_object_new (OM_TYPE_VERSIONS_WINDOW, NULL);

  self->session = g_object_ref (session);
  self->sheet = g_object_ref (sheet);
  om_engine_get_versions_async (om_session_get_engine (session), om_sheet_get_id (sheet), self->cancellable, read_cb,
                                g_object_ref (self));
  return self;
}
