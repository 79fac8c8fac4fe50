/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting what would come in, and taking it in, by the choices as they stand. Thread: main; the reading and
 * taking in run in workers. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-import-window-private.h"

#include <glib/gi18n.h>

#include "views/om-import-words.h"

/* Options of one run; alive until it ends, for the import reads the zone from them. */
typedef struct
{
  OmImportWindow *window; /* (owned) */
  GTimeZone      *zone;   /* (owned) */
  GCancellable   *cancellable; /* (owned) */
  OmImportOptions options;
  OmColumnMap     columns;
  char           *date_form;   /* (owned) (nullable) */
} Run;

static void
run_free (Run *self)
{
  g_object_unref (self->window);
  g_time_zone_unref (self->zone);
  g_object_unref (self->cancellable);
  g_free (self->date_form);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Run, run_free)

static OmReader *
chosen_reader (OmImportWindow *self)
{
  guint position = adw_combo_row_get_selected (self->format_row);

  if (self->readers == NULL || position >= self->readers->len)
    return NULL;
  return g_ptr_array_index (self->readers, position);
}

/* Sets the work before aside and describes the next by the switches as they stand. */
static Run *
run_new (OmImportWindow *self,
         gboolean        dry_run)
{
  guint zone = gtk_drop_down_get_selected (self->zone_drop_down);
  Run *run = g_new0 (Run, 1);

  om_import_window_stop (self);
  self->cancellable = g_cancellable_new ();
  run->window = g_object_ref (self);
  run->cancellable = g_object_ref (self->cancellable);
  /* The first of the list is this place; the names follow. */
  if (zone >= 1 && zone != GTK_INVALID_LIST_POSITION)
    run->zone = g_time_zone_new_identifier (self->zone_names[zone - 1]);
  if (run->zone == NULL)
    run->zone = g_time_zone_ref (om_session_get_zone (self->session));
  run->options.read.zone = run->zone;
  run->options.read.split_at_dates = gtk_switch_get_active (self->split_switch);
  run->options.read.guess_encoding = gtk_switch_get_active (self->encoding_switch);
  run->options.read.allow_large = gtk_switch_get_active (self->large_switch);
  if (self->has_columns)
    {
      run->columns = self->columns;
      run->options.read.columns = &run->columns;
      run->date_form = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->date_form_row))));
      if (*run->date_form != '\0')
        run->options.read.date_format = run->date_form;
    }
  run->options.read.now = om_engine_now (om_session_get_engine (self->session));
  run->options.as_if_lived = gtk_switch_get_active (self->lived_switch);
  run->options.dry_run = dry_run;
  return run;
}

/* What would let the source in is offered where it is needed. */
static void
show_refusal (OmImportWindow *self,
              const GError   *error)
{
  if (g_error_matches (error, OM_ERROR, OM_ERROR_ENCODING))
    {
      gtk_widget_set_visible (self->encoding_row, TRUE);
      adw_action_row_set_subtitle (self->count_row,
                                   _("The text is not UTF-8, so nothing was read. “Older encoding” below reads it as "
                                     "Windows-1252."));
    }
  else if (g_error_matches (error, OM_ERROR, OM_ERROR_TOO_LARGE))
    {
      gtk_widget_set_visible (self->large_row, TRUE);
      adw_action_row_set_subtitle (self->count_row,
                                   _("The file is very large, so nothing was read. “Large files” below reads it all the "
                                     "same."));
    }
  else
    adw_action_row_set_subtitle (self->count_row, error->message);
}

/* A file of a folder that was not taken may be one of an older encoding. */
static void
offer_encoding (OmImportWindow       *self,
                const OmImportReport *report)
{
  for (guint i = 0; i < report->problems->len; i++)
    {
      if (((const OmProblem *) g_ptr_array_index (report->problems, i))->lost)
        gtk_widget_set_visible (self->encoding_row, TRUE);
    }
}

static void
counted_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      data)
{
  g_autoptr (Run) run = data;
  OmImportWindow *self = run->window;
  g_autoptr (GError) error = NULL;
  g_autoptr (OmImportReport) report = om_import_finish (result, &error);
  g_autofree char *summary = NULL;

  if (g_cancellable_is_cancelled (run->cancellable) || om_import_window_is_closed (self))
    return;

  gtk_spinner_stop (self->count_spinner);
  if (report == NULL)
    {
      show_refusal (self, error);
      return;
    }

  offer_encoding (self, report);
  summary = om_import_words_summary (report, TRUE);
  adw_action_row_set_subtitle (self->count_row, summary);
  gtk_widget_set_visible (GTK_WIDGET (self->problems_button), report->problems->len > 0);
  gtk_widget_set_sensitive (GTK_WIDGET (self->import_button),
                            report->added > 0 && report->outcome != OM_IMPORT_REFUSED);
  g_clear_pointer (&self->dry_report, om_import_report_free);
  self->dry_report = g_steal_pointer (&report);
}

/**
 * om_import_window_count:
 *
 * Reads the source with the options as they stand and counts, without taking anything in.
 */
void
om_import_window_count (OmImportWindow *self)
{
  OmReader *reader = chosen_reader (self);
  Run *run;

  if (reader == NULL || self->looking || self->importing || om_import_window_is_closed (self))
    return;
  run = run_new (self, TRUE);
  gtk_widget_set_sensitive (GTK_WIDGET (self->import_button), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->problems_button), FALSE);
  adw_action_row_set_subtitle (self->count_row, _("Reading…"));
  gtk_spinner_start (self->count_spinner);
  om_import_async (om_session_get_engine (self->session), reader, self->file, &run->options, NULL, NULL,
                   run->cancellable, counted_cb, run);
}

/**
 * om_import_window_show_format:
 *
 * Shows the choices of the chosen format, and counts by them.
 */
void
om_import_window_show_format (OmImportWindow *self)
{
  OmReader *reader = chosen_reader (self);
  const char *name = reader != NULL ? om_reader_get_name (reader) : "";

  /* A note may hold many days; the files of all others do so by their nature or never. */
  gtk_widget_set_visible (self->split_row,
                          g_str_equal (name, "markdown") || g_str_equal (name, "obsidian"));
  if (reader != NULL && g_str_equal (om_reader_get_name (reader), "csv"))
    {
      om_import_window_look_columns (self, OM_CSV_HEADER_GUESSED);
      return;
    }
  om_import_window_hide_columns (self);
  om_import_window_count (self);
}

static void
format_changed_cb (GObject        *object,
                   GParamSpec     *pspec,
                   OmImportWindow *self)
{
  om_import_window_show_format (self);
}

static void
option_changed_cb (GObject        *object,
                   GParamSpec     *pspec,
                   OmImportWindow *self)
{
  /* What let the file in may show its columns, too. */
  if (self->has_columns || self->looking)
    om_import_window_count (self);
  else
    om_import_window_show_format (self);
}

static void
progress_cb (guint    done,
             guint    total,
             gpointer data)
{
  Run *run = data;
  OmImportWindow *self = run->window;
  g_autofree char *words = NULL;

  if (om_import_window_is_closed (self) || g_cancellable_is_cancelled (run->cancellable))
    return;
  /* What was counted before is known, even while the source is still being read. */
  if (total == 0 && self->dry_report != NULL)
    total = MAX (done, self->dry_report->read);
  if (total > 0)
    {
      gtk_progress_bar_set_fraction (self->progress_bar, MIN (1.0, (double) done / total));
      /* Translators: how far an import is: entries done, of how many */
      words = g_strdup_printf (_("%'u of %'u entries"), done, total);
    }
  else
    {
      gtk_progress_bar_pulse (self->progress_bar);
      words = g_strdup_printf (ngettext ("%'u entry", "%'u entries", done), done);
    }
  gtk_label_set_label (self->progress_label, words);
}

static void
show_report (OmImportWindow       *self,
             const OmImportReport *report,
             gboolean              dry_run)
{
  g_autofree char *name = g_file_get_parse_name (self->file);

  om_import_report_page_show (self->report_page, report, name, dry_run);
  gtk_stack_set_visible_child_name (self->stack, "report");
}

static void
imported_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      data)
{
  g_autoptr (Run) run = data;
  OmImportWindow *self = run->window;
  g_autoptr (GError) error = NULL;
  g_autoptr (OmImportReport) report = om_import_finish (result, &error);

  self->importing = FALSE;
  if (om_import_window_is_closed (self))
    return;
  gtk_window_set_deletable (GTK_WINDOW (self), TRUE);
  if (report != NULL)
    {
      show_report (self, report, FALSE);
      if (report->added > 0)
        g_signal_emit_by_name (self, "imported", report->added);
      return;
    }
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      /* Nothing came in: the choices are as they were. */
      gtk_stack_set_visible_child_name (self->stack, "options");
      om_import_window_count (self);
      return;
    }
  om_import_window_show_failure (self, _("Nothing Was Taken In"), error);
}

static void
import_clicked_cb (GtkButton      *button,
                   OmImportWindow *self)
{
  Run *run = run_new (self, FALSE);

  self->importing = TRUE;
  gtk_progress_bar_set_fraction (self->progress_bar, 0);
  gtk_label_set_label (self->progress_label, _("Beginning…"));
  gtk_widget_set_sensitive (GTK_WIDGET (self->cancel_button), TRUE);
  gtk_stack_set_visible_child_name (self->stack, "progress");
  gtk_widget_grab_focus (GTK_WIDGET (self->cancel_button));
  om_import_async (om_session_get_engine (self->session), chosen_reader (self), self->file, &run->options,
                   progress_cb, run, run->cancellable, imported_cb, run);
}

static void
cancel_clicked_cb (GtkButton      *button,
                   OmImportWindow *self)
{
  gtk_label_set_label (self->progress_label, _("Stopping; nothing is taken in…"));
  gtk_widget_set_sensitive (GTK_WIDGET (self->cancel_button), FALSE);
  om_import_window_stop (self);
}

static void
problems_clicked_cb (GtkButton      *button,
                     OmImportWindow *self)
{
  if (self->dry_report != NULL)
    show_report (self, self->dry_report, TRUE);
}

static void
report_back_cb (OmImportReportPage *page,
                OmImportWindow     *self)
{
  gtk_stack_set_visible_child_name (self->stack, self->file != NULL ? "options" : "earlier");
}

/**
 * om_import_window_class_add_run:
 * @widget_class: the class that is being made
 *
 * Binds what the choices and buttons of counting and taking in call.
 */
void
om_import_window_class_add_run (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_callback (widget_class, format_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, option_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, import_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, cancel_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, problems_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, report_back_cb);
}
