/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the export window is to write: all or some, in which format, with private memories or without; and how
 * many that makes. Thread: main; the engine counts. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-export-window-private.h"

#include <glib/gi18n.h>

#include "engine/om-query.h"

/** om_export_window_get_exporter: (transfer none): the format that is chosen */
const OmExporter *
om_export_window_get_exporter (OmExportWindow *self)
{
  guint selected = adw_combo_row_get_selected (self->format_row);

  return om_exporters_all ()[selected != GTK_INVALID_LIST_POSITION ? selected : 0];
}

/** om_export_window_get_scope: which memories are meant */
OmExportScope
om_export_window_get_scope (OmExportWindow *self)
{
  guint selected = adw_combo_row_get_selected (self->scope_row);

  return selected != GTK_INVALID_LIST_POSITION ? (OmExportScope) selected : OM_EXPORT_WHOLE;
}

/** om_export_window_takes_private: whether private memories come along */
gboolean
om_export_window_takes_private (OmExportWindow *self)
{
  return gtk_switch_get_active (self->private_switch);
}

/* Adds what is typed into @row; without a word of it if nothing is. */
static gboolean
add_period (AdwEntryRow  *row,
            const char   *name,
            OmFilter     *filter)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (row))));
  gboolean good = *text == '\0' || om_query_add_period (filter, name, text);

  if (good)
    gtk_widget_remove_css_class (GTK_WIDGET (row), "error");
  else
    gtk_widget_add_css_class (GTK_WIDGET (row), "error");
  return good;
}

/**
 * om_export_window_dup_filter:
 *
 * Returns: (transfer full) (nullable): which memories are meant, without regard to private ones; %NULL if a date
 *   that was typed is none
 */
OmFilter *
om_export_window_dup_filter (OmExportWindow *self)
{
  g_autoptr (OmFilter) filter = NULL;
  gboolean after;
  gboolean before;

  if (om_export_window_get_scope (self) != OM_EXPORT_FILTERED)
    return om_filter_new ();
  filter = om_filter_bar_dup_filter (self->filter_bar);
  after = add_period (self->after_row, "after", filter);
  before = add_period (self->before_row, "before", filter);
  return after && before ? g_steal_pointer (&filter) : NULL;
}

/* Counting -------------------------------------------------------------------------------------- */

static void
show_count (OmExportWindow *self,
            guint           n)
{
  gboolean whole = om_export_window_get_scope (self) == OM_EXPORT_WHOLE && om_export_window_get_exporter (self)->complete;
  g_autofree char *memories = g_strdup_printf (ngettext ("%'u memory", "%'u memories", n), n);
  /* Translators: %s is "12 memories" */
  g_autofree char *words = whole ? g_strdup_printf (_("%s, with former texts, links, salience and the bin"), memories)
                                 : g_strdup (memories);

  adw_action_row_set_subtitle (self->count_row, words);
  gtk_widget_set_sensitive (self->export_button, whole || n > 0);
}

static void
counted_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      data)
{
  g_autoptr (OmExportWindow) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) items = om_engine_list_finish (OM_ENGINE (source), result, &error);

  if (om_export_window_is_closed (self) || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (items != NULL)
    show_count (self, items->len);
  else
    adw_action_row_set_subtitle (self->count_row, error->message);
}

/**
 * om_export_window_count:
 *
 * Counts by the choices as they stand; there is nothing to be exported before it is known that there is.
 */
void
om_export_window_count (OmExportWindow *self)
{
  g_autoptr (OmFilter) filter = NULL;

  if (self->filling || self->writing || om_export_window_is_closed (self))
    return;
  om_export_window_stop (self);
  gtk_widget_set_sensitive (self->export_button, FALSE);
  if (om_export_window_get_scope (self) == OM_EXPORT_PICKED)
    {
      if (self->ids != NULL)
        show_count (self, g_strv_length (self->ids));
      return;
    }
  filter = om_export_window_dup_filter (self);
  if (filter == NULL)
    {
      adw_action_row_set_subtitle (self->count_row,
                                   _("Write a day as 2024-05-31, a month as 2024-05 or a year as 2024."));
      return;
    }
  if (!om_export_window_takes_private (self))
    filter->flags_unset |= OM_FLAG_PRIVATE;
  self->cancellable = g_cancellable_new ();
  om_engine_list_async (om_session_get_engine (self->session), filter, OM_SORT_RECORDED, self->cancellable, counted_cb,
                        g_object_ref (self));
}

/* Choosing -------------------------------------------------------------------------------------- */

static const char *
describe_format (const OmExporter *exporter)
{
  if (exporter->complete)
    return _("Everything there is to a memory; this program reads it again.");
  if (exporter->folder)
    return _("A file for each memory with its date, tags and links, for Obsidian and any editor.");
  return _("What you read, for other programs.");
}

/* Private memories belong into the person's own whole archive, and elsewhere if they are asked for. */
static gboolean
expects_private (OmExportWindow *self)
{
  g_autoptr (OmFilter) filter = NULL;

  if (om_export_window_get_scope (self) == OM_EXPORT_WHOLE)
    return om_export_window_get_exporter (self)->complete;
  filter = om_export_window_dup_filter (self);
  return filter != NULL && (filter->flags_set & OM_FLAG_PRIVATE) != 0;
}

static void
choice_changed_cb (OmExportWindow *self)
{
  if (self->filling || self->session == NULL)
    return;
  self->filling = TRUE;
  gtk_widget_set_visible (self->filter_group, om_export_window_get_scope (self) == OM_EXPORT_FILTERED);
  adw_preferences_group_set_description (self->format_group, describe_format (om_export_window_get_exporter (self)));
  gtk_switch_set_active (self->private_switch, expects_private (self));
  self->filling = FALSE;
  om_export_window_count (self);
}

static void
count_changed_cb (OmExportWindow *self)
{
  if (self->session != NULL)
    om_export_window_count (self);
}

static void
ids_cb (GObject      *source,
        GAsyncResult *result,
        gpointer      data)
{
  g_autoptr (OmExportWindow) self = data;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) ids = om_engine_dup_ids_finish (OM_ENGINE (source), result, &error);

  if (om_export_window_is_closed (self))
    return;
  if (ids == NULL)
    {
      adw_action_row_set_subtitle (self->count_row, error->message);
      return;
    }
  self->ids = g_steal_pointer (&ids);
  om_export_window_count (self);
}

static void
show_scopes (OmExportWindow      *self,
             const OmExportOffer *offer)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  guint n = offer->rows != NULL ? offer->rows->len : 0;
  g_autofree char *picked =
    offer->found ? g_strdup_printf (ngettext ("%'u memory that was found", "%'u memories that were found", n), n)
                 : g_strdup_printf (ngettext ("%'u selected memory", "%'u selected memories", n), n);

  gtk_string_list_append (names, _("The whole journal"));
  gtk_string_list_append (names, _("Some of them"));
  if (n > 0)
    gtk_string_list_append (names, picked);
  adw_combo_row_set_model (self->scope_row, G_LIST_MODEL (names));
  adw_combo_row_set_selected (self->scope_row, n > 0              ? OM_EXPORT_PICKED
                                               : offer->filtered ? OM_EXPORT_FILTERED
                                                                 : OM_EXPORT_WHOLE);
}

/**
 * om_export_window_offer:
 * @offer: what was in view
 *
 * Fills in the choices.
 */
void
om_export_window_offer (OmExportWindow      *self,
                        const OmExportOffer *offer)
{
  const OmExporter *const *all = om_exporters_all ();
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  self->filling = TRUE;
  for (gsize i = 0; all[i] != NULL; i++)
    gtk_string_list_append (titles, _(all[i]->title));
  adw_combo_row_set_model (self->format_row, G_LIST_MODEL (titles));
  show_scopes (self, offer);
  om_filter_bar_set_session (self->filter_bar, self->session);
  self->filling = FALSE;
  if (offer->rows != NULL && offer->rows->len > 0)
    om_engine_dup_ids_async (om_session_get_engine (self->session), (const gint64 *) (gpointer) offer->rows->data,
                             offer->rows->len, NULL, ids_cb, g_object_ref (self));
  choice_changed_cb (self);
}

/**
 * om_export_window_class_add_choice:
 * @widget_class: the class that is being made
 *
 * Binds what the choices call.
 */
void
om_export_window_class_add_choice (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_callback (widget_class, choice_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, count_changed_cb);
}
