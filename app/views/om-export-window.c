/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmExportWindow: chooses, asks where, writes, reads back, reports. An export is there wholly or not at all, and
 * Cancel works at every moment. Thread: main; writing and reading back run in a worker. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-export-window-private.h"

#include <glib/gi18n.h>

#include "memory/om-error.h"
#include "views/om-entry-row.h"
#include "views/om-show-file.h"
#include "views/om-wrap-layout.h"

/* Names for a new folder. */
#define MAX_TRIES 1000

G_DEFINE_FINAL_TYPE (OmExportWindow, om_export_window, ADW_TYPE_WINDOW)

/** om_export_window_is_closed: whether an answer of a worker comes too late */
gboolean
om_export_window_is_closed (OmExportWindow *self)
{
  return self->session == NULL;
}

/** om_export_window_stop: cancels the work under way */
void
om_export_window_stop (OmExportWindow *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static void
show_options (OmExportWindow *self)
{
  gtk_stack_set_visible_child_name (self->stack, "options");
  om_export_window_count (self);
}

static void
show_failure (OmExportWindow *self,
              const GError   *error)
{
  g_autofree char *reason = g_markup_escape_text (error->message, -1);

  adw_status_page_set_description (self->failed_page, reason);
  gtk_stack_set_visible_child_name (self->stack, "failed");
}

/* Writing --------------------------------------------------------------------------------------- */

/* One export, alive until it ends. */
typedef struct
{
  OmExportWindow *window;      /* (owned) */
  GCancellable   *cancellable; /* (owned) */
  GFile          *file;        /* (owned) */
  char           *name;        /* (owned): of a new folder */
  guint           n_tried;     /* names for it */
} Run;

static void
run_free (Run *self)
{
  g_object_unref (self->window);
  g_object_unref (self->cancellable);
  g_object_unref (self->file);
  g_free (self->name);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Run, run_free)

static void
progress_cb (guint    done,
             guint    total,
             gpointer data)
{
  Run *run = data;
  OmExportWindow *self = run->window;
  g_autofree char *words = NULL;

  if (om_export_window_is_closed (self) || g_cancellable_is_cancelled (run->cancellable))
    return;
  if (total > 0 && done >= total)
    {
      gtk_progress_bar_pulse (self->progress_bar);
      gtk_label_set_label (self->progress_label, _("Reading it back…"));
      return;
    }
  if (total > 0)
    {
      gtk_progress_bar_set_fraction (self->progress_bar, (double) done / total);
      /* Translators: how far an export is: memories done, of how many */
      words = g_strdup_printf (_("%'u of %'u memories"), done, total);
    }
  else
    {
      gtk_progress_bar_pulse (self->progress_bar);
      words = g_strdup_printf (ngettext ("%'u memory", "%'u memories", done), done);
    }
  gtk_label_set_label (self->progress_label, words);
}

static void
show_report (OmExportWindow       *self,
             const OmExportReport *report)
{
  g_autofree char *text = g_strchomp (om_export_report_to_text (report));
  g_autofree char *place = g_file_get_parse_name (self->written);
  g_autofree char *words = g_strdup_printf ("%s\n%s", text, place);
  g_autofree char *escaped = g_markup_escape_text (words, -1);

  adw_status_page_set_description (self->report_page, escaped);
  gtk_stack_set_visible_child_name (self->stack, "report");
  gtk_widget_grab_focus (self->show_button);
}

static void
exported_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      data)
{
  g_autoptr (Run) run = data;
  OmExportWindow *self = run->window;
  g_autoptr (GError) error = NULL;
  g_autoptr (OmExportReport) report = om_export_finish (result, &error);

  self->writing = FALSE;
  if (om_export_window_is_closed (self))
    return;
  if (report != NULL)
    {
      g_set_object (&self->written, run->file);
      show_report (self, report);
    }
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    show_options (self);
  else
    show_failure (self, error);
}

/* As the file is called unless the person says otherwise. */
static char *
dup_name (OmExportWindow *self)
{
  OmMoment now = om_moment_at (om_engine_now (om_session_get_engine (self->session)), om_session_get_zone (self->session));
  int year;
  int month;
  int day;

  om_moment_civil_date (&now, &year, &month, &day);
  /* Translators: name of an exported file: year, month, day, ending */
  return g_strdup_printf (_("Memories %04d-%02d-%02d%s"), year, month, day, om_export_window_get_exporter (self)->ending);
}

/* Takes @run. */
static void
begin (Run *run)
{
  OmExportWindow *self = run->window;
  OmExportScope scope = om_export_window_get_scope (self);
  g_autoptr (OmFilter) filter = om_export_window_dup_filter (self);
  g_autofree char *path = g_file_get_path (run->file);
  OmExportOptions options = { .replace = TRUE };

  options.choice.whole = scope == OM_EXPORT_WHOLE;
  options.choice.filter = scope == OM_EXPORT_FILTERED ? filter : NULL;
  options.choice.ids = scope == OM_EXPORT_PICKED ? (const char *const *) self->ids : NULL;
  options.choice.private_memories = om_export_window_takes_private (self) ? OM_PRIVATE_TAKEN : OM_PRIVATE_LEFT_OUT;
  om_export_async (om_session_get_engine (self->session), om_export_window_get_exporter (self), path, &options,
                   progress_cb, run, run->cancellable, exported_cb, run);
}

/* A folder that is not there yet, in the one that was chosen: "Memories", "Memories 2" and so on. */
static void
looked_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  g_autoptr (Run) run = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GFileInfo) info = g_file_query_info_finish (G_FILE (source), result, &error);
  g_autoptr (GFile) parent = g_file_get_parent (run->file);
  g_autofree char *name = NULL;

  if (om_export_window_is_closed (run->window))
    return;
  if (info == NULL || run->n_tried > MAX_TRIES)
    {
      /* What else is the matter with the place is said by the export. */
      begin (g_steal_pointer (&run));
      return;
    }
  name = g_strdup_printf ("%s %u", run->name, ++run->n_tried);
  g_object_unref (run->file);
  run->file = g_file_get_child (parent, name);
  g_file_query_info_async (run->file, G_FILE_ATTRIBUTE_STANDARD_TYPE, G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS,
                           G_PRIORITY_DEFAULT, run->cancellable, looked_cb, run);
  g_steal_pointer (&run);
}

/**
 * om_export_window_write:
 * @place: the file to be written, which is replaced; for a format that is a folder, where a new one is to be made
 *
 * Writes there by the choices as they stand.
 */
void
om_export_window_write (OmExportWindow *self,
                        GFile          *place)
{
  gboolean folder;
  Run *run;

  g_return_if_fail (OM_IS_EXPORT_WINDOW (self));

  if (!g_file_is_native (place))
    {
      g_autoptr (GError) error = g_error_new_literal (OM_ERROR, OM_ERROR_INVALID,
                                                      _("That place is not on this computer. Choose another one."));

      show_failure (self, error);
      return;
    }
  om_export_window_stop (self);
  self->cancellable = g_cancellable_new ();
  folder = om_export_window_get_exporter (self)->folder;
  run = g_new0 (Run, 1);
  run->window = g_object_ref (self);
  run->cancellable = g_object_ref (self->cancellable);
  run->name = dup_name (self);
  run->n_tried = 1;
  run->file = folder ? g_file_get_child (place, run->name) : g_object_ref (place);

  self->writing = TRUE;
  gtk_progress_bar_set_fraction (self->progress_bar, 0);
  gtk_label_set_label (self->progress_label, _("Beginning…"));
  gtk_widget_set_sensitive (self->cancel_button, TRUE);
  gtk_stack_set_visible_child_name (self->stack, "progress");
  gtk_widget_grab_focus (self->cancel_button);
  if (folder)
    g_file_query_info_async (run->file, G_FILE_ATTRIBUTE_STANDARD_TYPE, G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS,
                             G_PRIORITY_DEFAULT, run->cancellable, looked_cb, run);
  else
    begin (run);
}

/* Buttons --------------------------------------------------------------------------------------- */

static void
chosen_cb (GtkNativeDialog *dialog,
           int              response,
           OmExportWindow  *self)
{
  g_autoptr (GFile) file = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (self->chooser));
  g_clear_object (&self->chooser);
  if (file != NULL)
    om_export_window_write (self, file);
}

static void
export_clicked_cb (GtkButton      *button,
                   OmExportWindow *self)
{
  gboolean folder = om_export_window_get_exporter (self)->folder;
  g_autofree char *name = dup_name (self);

  if (self->chooser != NULL)
    return;
  self->chooser = gtk_file_chooser_native_new (folder ? _("Choose Where the New Folder Is Made") : _("Export To"),
                                               GTK_WINDOW (self),
                                               folder ? GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER : GTK_FILE_CHOOSER_ACTION_SAVE,
                                               folder ? _("_Choose") : _("_Export"), NULL);
  if (!folder)
    gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser), name);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  g_signal_connect_object (self->chooser, "response", G_CALLBACK (chosen_cb), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

static void
cancel_clicked_cb (GtkButton      *button,
                   OmExportWindow *self)
{
  gtk_label_set_label (self->progress_label, _("Stopping; nothing is left behind…"));
  gtk_widget_set_sensitive (self->cancel_button, FALSE);
  om_export_window_stop (self);
}

static void
show_clicked_cb (GtkButton      *button,
                 OmExportWindow *self)
{
  if (self->written != NULL)
    om_show_file (GTK_WINDOW (self), self->written);
}

static void
back_clicked_cb (GtkButton      *button,
                 OmExportWindow *self)
{
  show_options (self);
}

/* Object ---------------------------------------------------------------------------------------- */

static void
om_export_window_dispose (GObject *object)
{
  OmExportWindow *self = OM_EXPORT_WINDOW (object);

  om_export_window_stop (self);
  g_clear_object (&self->session);
  g_clear_object (&self->written);
  g_clear_object (&self->chooser);
  g_clear_pointer (&self->ids, g_strfreev);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_EXPORT_WINDOW);

  G_OBJECT_CLASS (om_export_window_parent_class)->dispose (object);
}

static void
om_export_window_class_init (OmExportWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_export_window_dispose;

  g_type_ensure (OM_TYPE_FILTER_BAR);
  g_type_ensure (OM_TYPE_WRAP_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-export-window.ui");
  gtk_widget_class_bind_template_child (widget_class, OmExportWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, OmExportWindow, scope_row);
  gtk_widget_class_bind_template_child (widget_class, OmExportWindow, filter_group);
  gtk_widget_class_bind_template_child (widget_class, OmExportWindow, filter_bar);
  gtk_widget_class_bind_template_child (widget_class, OmExportWindow, after_row);
  gtk_widget_class_bind_template_child (widget_class, OmExportWindow, before_row);
  gtk_widget_class_bind_template_child (widget_class, OmExportWindow, count_row);
  gtk_widget_class_bind_template_child (widget_class, OmExportWindow, format_group);
  gtk_widget_class_bind_template_child (widget_class, OmExportWindow, format_row);
  gtk_widget_class_bind_template_child (widget_class, OmExportWindow, private_switch);
  gtk_widget_class_bind_template_child (widget_class, OmExportWindow, export_button);
  gtk_widget_class_bind_template_child (widget_class, OmExportWindow, progress_bar);
  gtk_widget_class_bind_template_child (widget_class, OmExportWindow, progress_label);
  gtk_widget_class_bind_template_child (widget_class, OmExportWindow, cancel_button);
  gtk_widget_class_bind_template_child (widget_class, OmExportWindow, report_page);
  gtk_widget_class_bind_template_child (widget_class, OmExportWindow, show_button);
  gtk_widget_class_bind_template_child (widget_class, OmExportWindow, failed_page);
  gtk_widget_class_bind_template_callback (widget_class, export_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, cancel_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, show_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, back_clicked_cb);
  om_export_window_class_add_choice (widget_class);

  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
om_export_window_init (OmExportWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  om_entry_row_name_field (GTK_WIDGET (self->after_row));
  om_entry_row_name_field (GTK_WIDGET (self->before_row));
  om_filter_bar_set_fleeting (self->filter_bar);
}

/**
 * om_export_window_new:
 * @session: whose memories, open
 * @offer: (nullable): what was in view, and is therefore offered first
 * @parent: the window it belongs to
 *
 * Returns: (transfer none): the window; GTK owns it
 */
OmExportWindow *
om_export_window_new (OmSession           *session,
                      const OmExportOffer *offer,
                      GtkWindow           *parent)
{
  const OmExportOffer nothing = { 0 };
  OmExportWindow *self;

  g_return_val_if_fail (OM_IS_SESSION (session), NULL);

  self = g_object_new (OM_TYPE_EXPORT_WINDOW, "transient-for", parent, NULL);
  self->session = g_object_ref (session);
  om_export_window_offer (self, offer != NULL ? offer : &nothing);
  return self;
}
