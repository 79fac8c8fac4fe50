/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmBackgroundRow: the switch says what is so. If it cannot be had it goes back, and the row says why. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-background-row.h"

#include <glib/gi18n.h>

struct _OmBackgroundRow
{
  AdwActionRow parent_instance;

  GtkSwitch       *toggle;

  GSettings       *settings;   /* (owned) */
  OmBackgroundWay  way;
  GDBusConnection *connection; /* (owned) (nullable): of the way */
  char            *folder;     /* (owned) (nullable): of the way */
  char            *command;    /* (owned): of the way */
  gboolean         showing;    /* what the switch says was not chosen by anybody just now */
  gboolean         wanted;     /* what was chosen, while it is being asked for */
};

G_DEFINE_FINAL_TYPE (OmBackgroundRow, om_background_row, ADW_TYPE_ACTION_ROW)

static void
show_setting (OmBackgroundRow *self)
{
  self->showing = TRUE;
  gtk_switch_set_active (self->toggle, g_settings_get_boolean (self->settings, "background"));
  self->showing = FALSE;
}

/* @words: (nullable): %NULL for what the row is about */
static void
show_words (OmBackgroundRow *self,
            const char      *words)
{
  const char *usual = _("Starts with your session and shows no window, so that reminders come. A sandbox asks you first.");
  g_autofree char *escaped = g_markup_escape_text (words != NULL ? words : usual, -1);

  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), escaped);
}

static void
set_cb (GObject      *source,
        GAsyncResult *result,
        gpointer      data)
{
  g_autoptr (OmBackgroundRow) self = OM_BACKGROUND_ROW (data);
  g_autoptr (GError) error = NULL;
  gboolean done = om_background_set_finish (result, &error);

  /* The settings outlive the row, which may be closed by now. */
  if (done)
    g_settings_set_boolean (self->settings, "background", self->wanted);
  if (self->toggle == NULL)
    return;
  gtk_widget_set_sensitive (GTK_WIDGET (self->toggle), TRUE);
  show_words (self, error != NULL ? error->message : NULL);
  show_setting (self);
}

static void
switched_cb (GtkSwitch       *toggle,
             GParamSpec      *pspec,
             OmBackgroundRow *self)
{
  if (self->showing)
    return;
  self->wanted = gtk_switch_get_active (toggle);
  gtk_widget_set_sensitive (GTK_WIDGET (toggle), FALSE);
  if (self->way.portal)
    show_words (self, _("Waiting for the desktop, which may ask you…"));
  om_background_set_async (&self->way, self->wanted, NULL, NULL, set_cb, g_object_ref (self));
}

static void
queried_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      data)
{
  g_autoptr (OmBackgroundRow) self = OM_BACKGROUND_ROW (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (GFileInfo) info = g_file_query_info_finish (G_FILE (source), result, &error);

  if (info == NULL && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    g_settings_set_boolean (self->settings, "background", FALSE);
}

/* Somebody may have taken the file away. What a portal thinks it does not say unasked. */
static void
om_background_row_map (GtkWidget *widget)
{
  OmBackgroundRow *self = OM_BACKGROUND_ROW (widget);

  GTK_WIDGET_CLASS (om_background_row_parent_class)->map (widget);
  if (!self->way.portal && g_settings_get_boolean (self->settings, "background"))
    {
      g_autofree char *path = self->folder != NULL
                                ? g_build_filename (self->folder, APP_ID ".desktop", NULL)
                                : g_build_filename (g_get_user_config_dir (), "autostart", APP_ID ".desktop", NULL);
      g_autoptr (GFile) file = g_file_new_for_path (path);

      g_file_query_info_async (file, G_FILE_ATTRIBUTE_STANDARD_TYPE, G_FILE_QUERY_INFO_NONE, G_PRIORITY_DEFAULT, NULL, queried_cb,
                               g_object_ref (self));
    }
}

static void
om_background_row_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), OM_TYPE_BACKGROUND_ROW);

  G_OBJECT_CLASS (om_background_row_parent_class)->dispose (object);
}

static void
om_background_row_finalize (GObject *object)
{
  OmBackgroundRow *self = OM_BACKGROUND_ROW (object);

  g_object_unref (self->settings);
  g_clear_object (&self->connection);
  g_free (self->folder);
  g_free (self->command);

  G_OBJECT_CLASS (om_background_row_parent_class)->finalize (object);
}

static void
om_background_row_class_init (OmBackgroundRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_background_row_dispose;
  G_OBJECT_CLASS (klass)->finalize = om_background_row_finalize;
  widget_class->map = om_background_row_map;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-background-row.ui");
  gtk_widget_class_bind_template_child (widget_class, OmBackgroundRow, toggle);
  gtk_widget_class_bind_template_callback (widget_class, switched_cb);
}

static void
om_background_row_init (OmBackgroundRow *self)
{
  gboolean sandboxed = om_background_is_sandboxed ();
  g_autofree char *program = sandboxed ? NULL : g_file_read_link ("/proc/self/exe", NULL);
  OmBackgroundWay way = { sandboxed, NULL, NULL, program != NULL ? program : "openmemory-desktop", 0 };

  self->settings = g_settings_new (APP_ID);
  gtk_widget_init_template (GTK_WIDGET (self));
  om_background_row_set_way (self, &way);
  show_words (self, NULL);
  g_signal_connect_object (self->settings, "changed::background", G_CALLBACK (show_setting), self, G_CONNECT_SWAPPED);
  show_setting (self);
}

/** om_background_row_set_way: @way: how it is done from now on */
void
om_background_row_set_way (OmBackgroundRow       *self,
                           const OmBackgroundWay *way)
{
  g_autofree char *folder = g_strdup (way->folder);
  g_autofree char *command = g_strdup (way->command);

  g_return_if_fail (OM_IS_BACKGROUND_ROW (self));

  g_set_object (&self->connection, way->connection);
  g_free (self->folder);
  g_free (self->command);
  self->folder = g_steal_pointer (&folder);
  self->command = g_steal_pointer (&command);
  self->way = (OmBackgroundWay){ way->portal, self->connection, self->folder, self->command, way->limit_ms };
}
