/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmPrivacyPage: the page Privacy of the preferences. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-privacy-page.h"

#include <glib/gi18n.h>

#include "engine/om-access.h"
#include "memory/om-joining.h"
#include "views/om-access-words.h"
#include "views/om-background-row.h"
#include "views/om-date-words.h"
#include "views/om-program-dialog.h"

/* The newest so many lines are shown; `openmemory query-log` prints all. */
#define LINES_SHOWN 50

struct _OmPrivacyPage
{
  AdwPreferencesPage parent_instance;

  AdwComboRow         *access_row;
  GtkSwitch           *search_switch;
  GtkSwitch           *content_switch;
  AdwPreferencesGroup *programs_group;
  AdwPreferencesGroup *log_group;
  GtkWidget           *clear_button;

  GSettings    *settings;      /* (owned) */
  OmSession    *session;       /* (owned) (nullable) */
  GCancellable *cancellable;   /* (owned): of what is read for this page */
  GPtrArray    *program_rows;  /* (owned) (element-type GtkWidget), not owned */
  GPtrArray    *log_rows;      /* (owned) (element-type GtkWidget), not owned */
};

G_DEFINE_FINAL_TYPE (OmPrivacyPage, om_privacy_page, ADW_TYPE_PREFERENCES_PAGE)

static void
clear_rows (AdwPreferencesGroup *group,
            GPtrArray           *rows)
{
  for (guint i = 0; i < rows->len; i++)
    adw_preferences_group_remove (group, g_ptr_array_index (rows, i));
  g_ptr_array_set_size (rows, 0);
}

/* Programs -------------------------------------------------------------------------------------- */

static void
decided_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      data)
{
  g_autoptr (GError) error = NULL;

  if (!om_engine_decide_program_finish (OM_ENGINE (source), result, &error))
    g_warning ("What a program may do was not changed: %s", error->message);
}

static void
leave_selected_cb (AdwComboRow   *row,
                   GParamSpec    *pspec,
                   OmPrivacyPage *self)
{
  const OmProgram *program = g_object_get_data (G_OBJECT (row), "program");
  g_autoptr (OmProgram) decided = om_program_copy (program);

  decided->leave = (OmLeave) adw_combo_row_get_selected (row);
  if (decided->leave != program->leave && self->session != NULL)
    om_engine_decide_program_async (om_session_get_engine (self->session), decided, NULL, decided_cb, NULL);
}

static GtkWidget *
program_row_new (OmPrivacyPage   *self,
                 const OmProgram *program)
{
  const char *leaves[] = {
    C_("what a program may do", "As usual"),
    C_("what a program may do", "Denied"),
    C_("what a program may do", "Read only"),
    C_("what a program may do", "Allowed"),
    NULL,
  };
  GtkWidget *row = adw_combo_row_new ();
  g_autoptr (GtkStringList) model = gtk_string_list_new (leaves);
  g_autofree char *kind = om_join_value (om_program_get_words (program), program->key);
  g_autofree char *subtitle = g_markup_escape_text (kind, -1);

  G_STATIC_ASSERT (G_N_ELEMENTS (leaves) == OM_N_LEAVES + 1);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), program->name);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 2);
  adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (model));
  adw_combo_row_set_selected (ADW_COMBO_ROW (row), program->leave);
  g_object_set_data_full (G_OBJECT (row), "program", om_program_copy (program), (GDestroyNotify) om_program_free);
  g_signal_connect_object (row, "notify::selected", G_CALLBACK (leave_selected_cb), self, 0);
  return row;
}

/* The list is made anew only if it is another, so that a row that is being used stays. */
static gboolean
shows_programs (OmPrivacyPage *self,
                GPtrArray     *programs)
{
  if (programs->len != self->program_rows->len)
    return FALSE;
  for (guint i = 0; i < programs->len; i++)
    {
      GtkWidget *row = g_ptr_array_index (self->program_rows, i);
      const OmProgram *shown = g_object_get_data (G_OBJECT (row), "program");
      const OmProgram *program = g_ptr_array_index (programs, i);

      if (!g_str_equal (shown->key, program->key) || shown->leave != program->leave)
        return FALSE;
    }
  return TRUE;
}

static void
programs_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      data)
{
  g_autoptr (OmPrivacyPage) self = OM_PRIVACY_PAGE (data);
  g_autoptr (GPtrArray) programs = om_engine_get_programs_finish (OM_ENGINE (source), result, NULL);

  if (programs == NULL || self->session == NULL || shows_programs (self, programs))
    return;
  clear_rows (self->programs_group, self->program_rows);
  for (guint i = 0; i < programs->len; i++)
    {
      GtkWidget *row = program_row_new (self, g_ptr_array_index (programs, i));

      g_ptr_array_add (self->program_rows, row);
      adw_preferences_group_add (self->programs_group, row);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->programs_group), programs->len > 0);
}

/* The log --------------------------------------------------------------------------------------- */

static const char *
outcome_words (OmAccessOutcome outcome)
{
  switch (outcome)
    {
    case OM_ACCESS_ANSWERED:
      return C_("how a call ended", "answered");
    case OM_ACCESS_REFUSED:
      return C_("how a call ended", "refused");
    case OM_ACCESS_FAILED:
    case OM_N_ACCESS_OUTCOMES:
    default:
      return C_("how a call ended", "failed");
    }
}

static GtkWidget *
log_row_new (OmPrivacyPage  *self,
             const OmAccess *entry)
{
  GtkWidget *row = adw_action_row_new ();
  GTimeZone *zone = om_session_get_zone (self->session);
  OmMoment moment = om_moment_at (entry->at, zone);
  g_autofree char *when = om_date_words_full (&moment, zone);
  g_autofree char *calls = g_strdup_printf (ngettext ("%u call", "%u calls", entry->calls), entry->calls);
  g_autofree char *given = g_strdup_printf (ngettext ("%u memory given", "%u memories given", entry->given), entry->given);
  g_autofree char *title = om_join_value (*entry->name != '\0' ? entry->name : "?",
                                          om_access_words_what (entry->what));
  /* Translators: when, how it ended, how many calls, how many memories. */
  g_autofree char *subtitle = g_strdup_printf (C_("line of the log", "%s · %s · %s · %s"), when, outcome_words (entry->outcome),
                                               calls, given);
  g_autofree char *escaped = g_markup_escape_text (subtitle, -1);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), escaped);
  return row;
}

static void
log_cb (GObject      *source,
        GAsyncResult *result,
        gpointer      data)
{
  g_autoptr (OmPrivacyPage) self = OM_PRIVACY_PAGE (data);
  g_autoptr (GPtrArray) entries = om_engine_get_access_log_finish (OM_ENGINE (source), result, NULL);

  if (entries == NULL || self->session == NULL)
    return;
  clear_rows (self->log_group, self->log_rows);
  for (guint i = 0; i < entries->len; i++)
    {
      GtkWidget *row = log_row_new (self, g_ptr_array_index (entries, i));

      g_ptr_array_add (self->log_rows, row);
      adw_preferences_group_add (self->log_group, row);
    }
  adw_preferences_group_set_description (self->log_group,
                                         entries->len > 0
                                           ? _("Which words they searched for is not written down.")
                                           : _("No other program has asked for memories."));
  gtk_widget_set_visible (self->clear_button, entries->len > 0);
}

static void
read_all (OmPrivacyPage *self)
{
  OmSessionState state;

  if (self->session == NULL)
    return;
  state = om_session_get_state (self->session);
  if (state != OM_SESSION_OPEN && state != OM_SESSION_LOADED)
    return;
  om_engine_get_programs_async (om_session_get_engine (self->session), self->cancellable, programs_cb, g_object_ref (self));
  om_engine_get_access_log_async (om_session_get_engine (self->session), LINES_SHOWN, self->cancellable, log_cb,
                                  g_object_ref (self));
}

static void
cleared_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      data)
{
  g_autoptr (OmPrivacyPage) self = OM_PRIVACY_PAGE (data);

  if (om_engine_clear_access_log_finish (OM_ENGINE (source), result, NULL))
    read_all (self);
}

static void
clear_clicked_cb (GtkButton     *button,
                  OmPrivacyPage *self)
{
  if (self->session != NULL)
    om_engine_clear_access_log_async (om_session_get_engine (self->session), NULL, cleared_cb, g_object_ref (self));
}

/* Object ---------------------------------------------------------------------------------------- */

static gboolean
access_to_row (GValue   *value,
               GVariant *variant,
               gpointer  data)
{
  const char *nick = g_variant_get_string (variant, NULL);

  g_value_set_uint (value, g_str_equal (nick, "ask") ? 1 : g_str_equal (nick, "off") ? 2 : 0);
  return TRUE;
}

static GVariant *
row_to_access (const GValue       *value,
               const GVariantType *type,
               gpointer            data)
{
  static const char *const nicks[] = { "usual", "ask", "off" };

  return g_variant_new_string (nicks[MIN (g_value_get_uint (value), 2)]);
}

static void
om_privacy_page_dispose (GObject *object)
{
  OmPrivacyPage *self = OM_PRIVACY_PAGE (object);

  om_privacy_page_set_session (self, NULL);
  gtk_widget_dispose_template (GTK_WIDGET (object), OM_TYPE_PRIVACY_PAGE);

  G_OBJECT_CLASS (om_privacy_page_parent_class)->dispose (object);
}

static void
om_privacy_page_finalize (GObject *object)
{
  OmPrivacyPage *self = OM_PRIVACY_PAGE (object);

  g_object_unref (self->settings);
  g_object_unref (self->cancellable);
  g_ptr_array_unref (self->program_rows);
  g_ptr_array_unref (self->log_rows);

  G_OBJECT_CLASS (om_privacy_page_parent_class)->finalize (object);
}

static void
om_privacy_page_class_init (OmPrivacyPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_privacy_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = om_privacy_page_finalize;

  g_type_ensure (OM_TYPE_BACKGROUND_ROW);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-privacy-page.ui");
  gtk_widget_class_bind_template_child (widget_class, OmPrivacyPage, access_row);
  gtk_widget_class_bind_template_child (widget_class, OmPrivacyPage, search_switch);
  gtk_widget_class_bind_template_child (widget_class, OmPrivacyPage, content_switch);
  gtk_widget_class_bind_template_child (widget_class, OmPrivacyPage, programs_group);
  gtk_widget_class_bind_template_child (widget_class, OmPrivacyPage, log_group);
  gtk_widget_class_bind_template_child (widget_class, OmPrivacyPage, clear_button);
  gtk_widget_class_bind_template_callback (widget_class, clear_clicked_cb);
}

static void
om_privacy_page_init (OmPrivacyPage *self)
{
  self->settings = g_settings_new (APP_ID);
  self->cancellable = g_cancellable_new ();
  self->program_rows = g_ptr_array_new ();
  self->log_rows = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  g_settings_bind (self->settings, "search-provider", self->search_switch, "active", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (self->settings, "reminder-content", self->content_switch, "active", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind_with_mapping (self->settings, "program-access", self->access_row, "selected", G_SETTINGS_BIND_DEFAULT,
                                access_to_row, row_to_access, NULL, NULL);
}

/**
 * om_privacy_page_set_session:
 * @session: (nullable): the journal it tells about; %NULL lets go of it, for groups outlive their window in
 *   libadwaita 1.2
 */
void
om_privacy_page_set_session (OmPrivacyPage *self,
                             OmSession     *session)
{
  g_return_if_fail (OM_IS_PRIVACY_PAGE (self));

  if (self->session != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->session, self);
      clear_rows (self->programs_group, self->program_rows);
      clear_rows (self->log_group, self->log_rows);
    }
  g_set_object (&self->session, session);
  if (session == NULL)
    {
      g_cancellable_cancel (self->cancellable);
      return;
    }
  g_signal_connect_object (session, "changed", G_CALLBACK (read_all), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::state", G_CALLBACK (read_all), self, G_CONNECT_SWAPPED);
  read_all (self);
}
