/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The columns of a table in the import assistant: a row each with its first values and what it is to become.
 * Thread: main; the file is looked at in a worker. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-import-window-private.h"

#include <glib/gi18n.h>

#include "archive/om-csv-format.h"

/* More than this nobody goes through; what stands behind is kept with the entries. */
#define MAX_ROWS 40

#define ROLE_COLUMN "om-column"

/* What the worker needs. */
typedef struct
{
  GFile      *file; /* (owned) */
  OmColumnMap map;
  gboolean    has_map;
  gboolean    guess_encoding;
  gboolean    allow_large;
} Look;

static void
look_free (gpointer data)
{
  Look *look = data;

  g_object_unref (look->file);
  g_free (look);
}

/* In the order of OmColumnRole. */
static GtkStringList *
role_names (void)
{
  static const char *const names[] = {
    NC_ ("column", "Kept with the entry"),
    NC_ ("column", "Date"),
    NC_ ("column", "Time"),
    NC_ ("column", "Title"),
    NC_ ("column", "Text"),
    NC_ ("column", "Tags"),
    NC_ ("column", "Mood"),
    NC_ ("column", "Its own id"),
    NC_ ("column", "Left out"),
  };
  GtkStringList *list = gtk_string_list_new (NULL);

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == OM_N_COLUMN_ROLES);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    gtk_string_list_append (list, g_dpgettext2 (NULL, "column", names[i]));
  return list;
}

static void
role_changed_cb (AdwComboRow    *row,
                 GParamSpec     *pspec,
                 OmImportWindow *self)
{
  guint column = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), ROLE_COLUMN));

  if (self->looking || column >= self->columns.n)
    return;
  self->columns.roles[column] = (guint8) adw_combo_row_get_selected (row);
  om_import_window_count (self);
}

static void
clear_rows (OmImportWindow *self)
{
  for (guint i = 0; i < self->column_rows->len; i++)
    adw_preferences_group_remove (self->columns_group, g_ptr_array_index (self->column_rows, i));
  g_ptr_array_set_size (self->column_rows, 0);
}

static void
add_row (OmImportWindow    *self,
         const OmCsvLayout *layout,
         guint              column)
{
  g_autoptr (GtkStringList) names = role_names ();
  GtkWidget *row = g_object_new (ADW_TYPE_COMBO_ROW, "use-markup", FALSE, "title", layout->names[column], "subtitle",
                                 g_ptr_array_index (layout->samples, column), "model", names, "selected",
                                 (guint) layout->map.roles[column], NULL);

  g_object_set_data (G_OBJECT (row), ROLE_COLUMN, GUINT_TO_POINTER (column));
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 2);
  g_signal_connect_object (row, "notify::selected", G_CALLBACK (role_changed_cb), self, 0);
  adw_preferences_group_add (self->columns_group, row);
  g_ptr_array_add (self->column_rows, row);
}

static void
show_layout (OmImportWindow    *self,
             const OmCsvLayout *layout)
{
  g_autofree char *more = NULL;

  self->looking = TRUE;
  clear_rows (self);
  self->columns = layout->map;
  self->has_columns = TRUE;
  gtk_switch_set_active (self->header_switch, layout->map.header == OM_CSV_HEADER_YES);
  for (guint i = 0; i < MIN (layout->map.n, MAX_ROWS); i++)
    add_row (self, layout, i);
  if (layout->map.n > MAX_ROWS)
    more = g_strdup_printf (ngettext ("%u more column is kept with the entries.",
                                      "%u more columns are kept with the entries.", layout->map.n - MAX_ROWS),
                            layout->map.n - MAX_ROWS);
  adw_preferences_group_set_description (self->columns_group, more);
  gtk_widget_set_visible (GTK_WIDGET (self->columns_group), layout->map.n > 0);
  self->looking = FALSE;
}

static void
look_thread (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  Look *look = data;
  OmReadOptions options = { .guess_encoding = look->guess_encoding, .allow_large = look->allow_large,
                            .columns = look->has_map ? &look->map : NULL };
  GError *error = NULL;
  OmCsvLayout *layout = om_csv_look (look->file, &options, cancellable, &error);

  if (layout != NULL)
    g_task_return_pointer (task, layout, (GDestroyNotify) om_csv_layout_free);
  else
    g_task_return_error (task, error);
}

static void
looked_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  OmImportWindow *self = OM_IMPORT_WINDOW (source);
  g_autoptr (OmCsvLayout) layout = g_task_propagate_pointer (G_TASK (result), NULL);

  if (om_import_window_is_closed (self) ||
      g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;
  /* Why it cannot be read is said by the counting. */
  if (layout != NULL)
    show_layout (self, layout);
  om_import_window_count (self);
}

/**
 * om_import_window_look_columns:
 * @header: whether the first row holds names, or to be found out
 *
 * Looks at the columns of the table, shows them, and counts by them.
 */
void
om_import_window_look_columns (OmImportWindow *self,
                               OmCsvHeader     header)
{
  Look *look = g_new0 (Look, 1);
  g_autoptr (GTask) task = NULL;

  om_import_window_stop (self);
  self->cancellable = g_cancellable_new ();
  look->file = g_object_ref (self->file);
  look->has_map = header != OM_CSV_HEADER_GUESSED;
  look->map.header = header;
  look->guess_encoding = gtk_switch_get_active (self->encoding_switch);
  look->allow_large = gtk_switch_get_active (self->large_switch);

  task = g_task_new (self, self->cancellable, looked_cb, NULL);
  g_task_set_source_tag (task, om_import_window_look_columns);
  g_task_set_task_data (task, look, look_free);
  g_task_run_in_thread (task, look_thread);
}

/**
 * om_import_window_hide_columns:
 *
 * The source has none.
 */
void
om_import_window_hide_columns (OmImportWindow *self)
{
  clear_rows (self);
  self->has_columns = FALSE;
  gtk_widget_set_visible (GTK_WIDGET (self->columns_group), FALSE);
}

static void
header_changed_cb (GObject        *object,
                   GParamSpec     *pspec,
                   OmImportWindow *self)
{
  if (!self->looking && self->has_columns)
    om_import_window_look_columns (self, gtk_switch_get_active (self->header_switch) ? OM_CSV_HEADER_YES
                                                                                   : OM_CSV_HEADER_NO);
}

static void
date_form_changed_cb (GtkEditable    *editable,
                      OmImportWindow *self)
{
  if (!self->looking && self->has_columns)
    om_import_window_count (self);
}

/**
 * om_import_window_class_add_columns:
 * @widget_class: the class that is being made
 *
 * Binds what the choices about columns call.
 */
void
om_import_window_class_add_columns (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, columns_group);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, header_switch);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, date_form_row);
  gtk_widget_class_bind_template_callback (widget_class, date_form_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, header_changed_cb);
}
