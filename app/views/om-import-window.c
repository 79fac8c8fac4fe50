/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmImportWindow: brings a journal kept elsewhere in: ask where, recognise, count, choose, take in, report. An
 * import comes in wholly or not at all, and Cancel works at every moment. Thread: main; reading and
 * taking in run in workers. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-import-window.h"

#include <glib/gi18n.h>

#include "archive/om-import.h"
#include "views/om-import-words.h"
#include "views/om-zones.h"

struct _OmImportWindow
{
  AdwWindow parent_instance;

  GtkStack           *stack;
  AdwActionRow       *source_row;
  AdwComboRow        *format_row;
  AdwActionRow       *count_row;
  GtkSpinner         *count_spinner;
  GtkButton          *problems_button;
  GtkSwitch          *lived_switch;
  GtkDropDown        *zone_drop_down;
  GtkWidget          *split_row;
  GtkSwitch          *split_switch;
  GtkWidget          *encoding_row;
  GtkSwitch          *encoding_switch;
  GtkWidget          *large_row;
  GtkSwitch          *large_switch;
  GtkButton          *import_button;
  GtkProgressBar     *progress_bar;
  GtkLabel           *progress_label;
  GtkButton          *cancel_button;
  AdwStatusPage      *report_page;
  GtkListView        *problems_view;
  GtkWidget          *problems_frame;
  GtkButton          *back_button;
  AdwStatusPage      *choose_page;
  GtkButton          *choose_file_button;
  AdwStatusPage      *failed_page;

  OmSession          *session;     /* (owned) (nullable) */
  GFile              *file;        /* (owned) (nullable) */
  GPtrArray          *readers;     /* (owned) (nullable) (element-type OmReader) */
  char              **zone_names;  /* (owned) (nullable) */
  OmImportReport     *dry_report;  /* (owned) (nullable) */
  char               *report_text; /* (owned) (nullable): of the report in view, to be copied */
  GtkFileChooserNative *chooser;   /* (owned) (nullable): while it is open */
  GCancellable       *cancellable; /* (owned) (nullable): the work under way */
  gboolean            looking;     /* the choices are being filled in: that is no choice */
  gboolean            importing;
};

enum
{
  SIGNAL_IMPORTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmImportWindow, om_import_window, ADW_TYPE_WINDOW)

/* What the first look at the source found, made in a worker. */
typedef struct
{
  OmReader *reader; /* (owned) (nullable): the format that fits best */
  GError   *error;  /* (owned) (nullable): why none does */
  char    **zones;  /* (owned) */
} Look;

static void
look_free (Look *self)
{
  g_clear_object (&self->reader);
  g_clear_error (&self->error);
  g_strfreev (self->zones);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Look, look_free)

/* Options of one run; alive until it ends, for the import reads the zone from them. */
typedef struct
{
  OmImportWindow *window; /* (owned) */
  GTimeZone      *zone;   /* (owned) */
  GCancellable   *cancellable; /* (owned) */
  OmImportOptions options;
} Run;

static void
run_free (Run *self)
{
  g_object_unref (self->window);
  g_time_zone_unref (self->zone);
  g_object_unref (self->cancellable);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Run, run_free)

static gboolean
is_closed (OmImportWindow *self)
{
  return self->session == NULL;
}

static void
stop (OmImportWindow *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static void
show_failure (OmImportWindow *self,
              const char     *title,
              const GError   *error)
{
  g_autofree char *reason = g_markup_escape_text (error->message, -1);

  adw_status_page_set_title (self->failed_page, title);
  adw_status_page_set_description (self->failed_page, reason);
  gtk_stack_set_visible_child_name (self->stack, "failed");
}

/* The whole report as text: where from, the counts, every item. */
static char *
dup_report (OmImportWindow *self,
            const char     *summary,
            char          **lines)
{
  g_autofree char *name = g_file_get_parse_name (self->file);
  g_autofree char *items = g_strjoinv ("\n", lines);

  return g_strconcat (name, "\n", summary, "\n", items, *items != '\0' ? "\n" : "", NULL);
}

static void
show_report (OmImportWindow       *self,
             const OmImportReport *report,
             gboolean              dry_run)
{
  g_autofree char *summary = om_import_words_summary (report, dry_run);
  g_autofree char *escaped = g_markup_escape_text (summary, -1);
  g_auto (GStrv) lines = om_import_words_problems (report);
  g_autoptr (GtkStringList) strings = gtk_string_list_new ((const char *const *) lines);
  g_autoptr (GtkNoSelection) selection = gtk_no_selection_new (g_object_ref (G_LIST_MODEL (strings)));

  gtk_list_view_set_model (self->problems_view, GTK_SELECTION_MODEL (selection));
  gtk_widget_set_visible (self->problems_frame, *lines != NULL);
  g_free (self->report_text);
  self->report_text = dup_report (self, summary, lines);
  if (dry_run)
    adw_status_page_set_title (self->report_page, _("What Would Come In"));
  else if (report->added > 0)
    adw_status_page_set_title (self->report_page, _("Import Finished"));
  else
    adw_status_page_set_title (self->report_page, _("Nothing New Came In"));
  adw_status_page_set_description (self->report_page, escaped);
  adw_status_page_set_icon_name (self->report_page, dry_run || report->added == 0 ? "dialog-information-symbolic"
                                                                                   : "object-select-symbolic");
  gtk_widget_set_visible (GTK_WIDGET (self->back_button), dry_run);
  gtk_stack_set_visible_child_name (self->stack, "report");
}

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

  stop (self);
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

  if (g_cancellable_is_cancelled (run->cancellable) || is_closed (self))
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

/* Reads the source with the options as they stand and counts, without taking anything in. */
static void
count (OmImportWindow *self)
{
  OmReader *reader = chosen_reader (self);
  Run *run;

  if (reader == NULL || self->looking || self->importing || is_closed (self))
    return;
  run = run_new (self, TRUE);
  gtk_widget_set_sensitive (GTK_WIDGET (self->import_button), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->problems_button), FALSE);
  adw_action_row_set_subtitle (self->count_row, _("Reading…"));
  gtk_spinner_start (self->count_spinner);
  om_import_async (om_session_get_engine (self->session), reader, self->file, &run->options, NULL, NULL,
                   run->cancellable, counted_cb, run);
}

/* Files of jrnl hold many days by their nature; notes may. */
static void
format_changed_cb (GObject        *object,
                   GParamSpec     *pspec,
                   OmImportWindow *self)
{
  OmReader *reader = chosen_reader (self);

  gtk_widget_set_visible (self->split_row, reader != NULL && !g_str_equal (om_reader_get_name (reader), "jrnl"));
  count (self);
}

static void
option_changed_cb (GObject        *object,
                   GParamSpec     *pspec,
                   OmImportWindow *self)
{
  count (self);
}

static void
progress_cb (guint    done,
             guint    total,
             gpointer data)
{
  Run *run = data;
  OmImportWindow *self = run->window;
  g_autofree char *words = NULL;

  if (is_closed (self) || g_cancellable_is_cancelled (run->cancellable))
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
imported_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      data)
{
  g_autoptr (Run) run = data;
  OmImportWindow *self = run->window;
  g_autoptr (GError) error = NULL;
  g_autoptr (OmImportReport) report = om_import_finish (result, &error);

  self->importing = FALSE;
  if (is_closed (self))
    return;
  gtk_window_set_deletable (GTK_WINDOW (self), TRUE);
  if (report != NULL)
    {
      show_report (self, report, FALSE);
      if (report->added > 0)
        g_signal_emit (self, signals[SIGNAL_IMPORTED], 0, report->added);
      return;
    }
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      /* Nothing came in: the choices are as they were. */
      gtk_stack_set_visible_child_name (self->stack, "options");
      count (self);
      return;
    }
  show_failure (self, _("Nothing Was Taken In"), error);
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
  stop (self);
}

static void
problems_clicked_cb (GtkButton      *button,
                     OmImportWindow *self)
{
  if (self->dry_report != NULL)
    show_report (self, self->dry_report, TRUE);
}

static void
back_clicked_cb (GtkButton      *button,
                 OmImportWindow *self)
{
  gtk_stack_set_visible_child_name (self->stack, "options");
}

static void
copy_clicked_cb (GtkButton      *button,
                 OmImportWindow *self)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), self->report_text);
  gtk_button_set_label (button, _("Copied"));
}

static void
look_thread (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  Look *look = g_new0 (Look, 1);
  OmReader *reader = om_readers_probe (data, cancellable, &look->error);

  look->reader = reader;
  look->zones = om_zones_dup_names ();
  g_task_return_pointer (task, look, (GDestroyNotify) look_free);
}

static void
show_zones (OmImportWindow *self,
            char          **zones)
{
  g_autoptr (GtkStringList) strings = gtk_string_list_new (NULL);
  const char *zone = g_time_zone_get_identifier (om_session_get_zone (self->session));
  /* Translators: %s is the name of a time zone */
  g_autofree char *here = g_strdup_printf (_("This place (%s)"), zone);

  gtk_string_list_append (strings, here);
  gtk_string_list_splice (strings, 1, 0, (const char *const *) zones);
  g_strfreev (self->zone_names);
  self->zone_names = g_strdupv (zones);
  gtk_drop_down_set_model (self->zone_drop_down, G_LIST_MODEL (strings));
}

static void
show_formats (OmImportWindow *self,
              OmReader       *best)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);
  guint selected = 0;

  g_clear_pointer (&self->readers, g_ptr_array_unref);
  self->readers = om_readers_all ();
  for (guint i = 0; i < self->readers->len; i++)
    {
      OmReader *reader = g_ptr_array_index (self->readers, i);

      gtk_string_list_append (titles, om_reader_get_title (reader));
      if (g_strcmp0 (om_reader_get_name (reader), om_reader_get_name (best)) == 0)
        selected = i;
    }
  adw_combo_row_set_model (self->format_row, G_LIST_MODEL (titles));
  adw_combo_row_set_selected (self->format_row, selected);
}

static void
looked_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  OmImportWindow *self = OM_IMPORT_WINDOW (source);
  g_autoptr (Look) look = g_task_propagate_pointer (G_TASK (result), NULL);

  if (look == NULL || is_closed (self))
    return;
  if (look->reader == NULL)
    {
      show_failure (self, _("Not a Journal This Program Knows"), look->error);
      return;
    }

  show_zones (self, look->zones);
  show_formats (self, look->reader);
  gtk_stack_set_visible_child_name (self->stack, "options");
  self->looking = FALSE;
  format_changed_cb (NULL, NULL, self);
}

/* Begins to look at what was chosen. */
static void
look (OmImportWindow *self,
      GFile          *file)
{
  g_autofree char *name = g_file_get_parse_name (file);
  g_autoptr (GTask) task = NULL;

  self->looking = TRUE;
  stop (self);
  self->cancellable = g_cancellable_new ();
  g_set_object (&self->file, file);
  g_clear_pointer (&self->dry_report, om_import_report_free);
  gtk_switch_set_active (self->encoding_switch, FALSE);
  gtk_switch_set_active (self->large_switch, FALSE);
  gtk_widget_set_visible (self->encoding_row, FALSE);
  gtk_widget_set_visible (self->large_row, FALSE);
  adw_action_row_set_subtitle (self->source_row, name);
  gtk_stack_set_visible_child_name (self->stack, "looking");

  task = g_task_new (self, self->cancellable, looked_cb, NULL);
  g_task_set_source_tag (task, look);
  g_task_set_task_data (task, g_object_ref (file), g_object_unref);
  g_task_run_in_thread (task, look_thread);
}

/* Which formats there are, so that one need not try. */
static void
show_choice (OmImportWindow *self)
{
  g_autoptr (GPtrArray) readers = om_readers_all ();
  g_autoptr (GPtrArray) titles = g_ptr_array_new ();
  g_autofree char *names = NULL;
  g_autofree char *words = NULL;
  g_autofree char *escaped = NULL;

  for (guint i = 0; i < readers->len; i++)
    g_ptr_array_add (titles, (char *) om_reader_get_title (g_ptr_array_index (readers, i)));
  g_ptr_array_add (titles, NULL);
  names = g_strjoinv (", ", (char **) titles->pdata);
  /* Translators: %s is a list of formats */
  words = g_strdup_printf (_("Known formats: %s. It is only read, and you see what would come in first."), names);
  escaped = g_markup_escape_text (words, -1);
  adw_status_page_set_description (self->choose_page, escaped);
  stop (self);
  gtk_stack_set_visible_child_name (self->stack, "choose");
  gtk_widget_grab_focus (GTK_WIDGET (self->choose_file_button));
}

static void
chosen_cb (GtkNativeDialog *dialog,
           int              response,
           OmImportWindow  *self)
{
  g_autoptr (GFile) file = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (self->chooser));
  g_clear_object (&self->chooser);
  if (file != NULL)
    look (self, file);
}

static void
choose (OmImportWindow      *self,
        const char          *title,
        GtkFileChooserAction action)
{
  if (self->chooser != NULL)
    return;
  self->chooser = gtk_file_chooser_native_new (title, GTK_WINDOW (self), action, _("_Choose"), NULL);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  g_signal_connect_object (self->chooser, "response", G_CALLBACK (chosen_cb), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

static void
choose_file_clicked_cb (GtkButton      *button,
                        OmImportWindow *self)
{
  choose (self, _("Choose a Journal to Import"), GTK_FILE_CHOOSER_ACTION_OPEN);
}

static void
choose_folder_clicked_cb (GtkButton      *button,
                          OmImportWindow *self)
{
  choose (self, _("Choose a Folder of Notes to Import"), GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER);
}

static void
change_clicked_cb (GtkButton      *button,
                   OmImportWindow *self)
{
  show_choice (self);
}

static void
problem_setup_cb (GtkSignalListItemFactory *factory,
                  GtkListItem              *list_item,
                  OmImportWindow           *self)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_margin_start (label, 6);
  gtk_widget_set_margin_end (label, 6);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_list_item_set_activatable (list_item, FALSE);
  gtk_list_item_set_child (list_item, label);
}

static void
problem_bind_cb (GtkSignalListItemFactory *factory,
                 GtkListItem              *list_item,
                 OmImportWindow           *self)
{
  GtkWidget *label = gtk_list_item_get_child (list_item);
  const char *text = gtk_string_object_get_string (gtk_list_item_get_item (list_item));
  GtkWidget *parent = gtk_widget_get_parent (label);

  gtk_label_set_label (GTK_LABEL (label), text);
  if (parent != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (parent), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

static void
om_import_window_dispose (GObject *object)
{
  OmImportWindow *self = OM_IMPORT_WINDOW (object);

  stop (self);
  g_clear_object (&self->session);
  g_clear_object (&self->file);
  g_clear_pointer (&self->readers, g_ptr_array_unref);
  g_clear_pointer (&self->zone_names, g_strfreev);
  g_clear_pointer (&self->dry_report, om_import_report_free);
  g_clear_pointer (&self->report_text, g_free);
  g_clear_object (&self->chooser);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_IMPORT_WINDOW);

  G_OBJECT_CLASS (om_import_window_parent_class)->dispose (object);
}

static void
om_import_window_class_init (OmImportWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_import_window_dispose;

  /**
   * OmImportWindow::imported:
   * @added: how many memories came in, at least one
   *
   * An import was ended.
   */
  signals[SIGNAL_IMPORTED] = g_signal_new ("imported", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                           0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-import-window.ui");
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, source_row);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, format_row);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, count_row);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, count_spinner);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, problems_button);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, lived_switch);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, zone_drop_down);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, split_switch);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, encoding_switch);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, split_row);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, encoding_row);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, large_row);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, large_switch);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, choose_page);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, choose_file_button);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, import_button);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, progress_bar);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, progress_label);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, cancel_button);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, report_page);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, problems_view);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, problems_frame);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, back_button);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, failed_page);
  gtk_widget_class_bind_template_callback (widget_class, import_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, cancel_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, problems_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, back_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, copy_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, choose_file_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, choose_folder_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, change_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, format_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, option_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, problem_setup_cb);
  gtk_widget_class_bind_template_callback (widget_class, problem_bind_cb);

  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
om_import_window_init (OmImportWindow *self)
{
  g_autoptr (GSettings) settings = g_settings_new (APP_ID);

  gtk_widget_init_template (GTK_WIDGET (self));
  g_settings_bind (settings, "import-as-if-lived", self->lived_switch, "active", G_SETTINGS_BIND_DEFAULT);
}

/**
 * om_import_window_new:
 * @session: where it is taken in
 * @file: (nullable): a file or a folder, %NULL to ask for it
 * @parent: the window it belongs to
 *
 * Begins to look at @file at once.
 *
 * Returns: (transfer none): the window; GTK owns it
 */
OmImportWindow *
om_import_window_new (OmSession *session,
                      GFile     *file,
                      GtkWindow *parent)
{
  OmImportWindow *self;

  g_return_val_if_fail (OM_IS_SESSION (session), NULL);
  g_return_val_if_fail (file == NULL || G_IS_FILE (file), NULL);

  self = g_object_new (OM_TYPE_IMPORT_WINDOW, "transient-for", parent, NULL);
  self->session = g_object_ref (session);
  if (file != NULL)
    look (self, file);
  else
    show_choice (self);
  return self;
}
