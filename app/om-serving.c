/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmServing: the application answers other programs. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "om-serving.h"

#include "om-application.h"
#include "views/om-program-dialog.h"
#include "views/om-window.h"

struct _OmServing
{
  GObject parent_instance;

  GtkApplication *application; /* not owned: owns this */
  OmBusService   *service;     /* (owned) */
  GSettings      *settings;    /* (owned) */
  OmSession      *session;     /* (owned) (nullable): the person's store, a window's or that of nobody */
  gboolean        own;         /* it is that of nobody: opened for other programs alone */
  gulong          state_id;
  gboolean        held;
};

G_DEFINE_FINAL_TYPE (OmServing, om_serving, G_TYPE_OBJECT)

/* The store ------------------------------------------------------------------------------------- */

static void
drop_session (OmServing *self)
{
  g_autoptr (OmSession) session = g_steal_pointer (&self->session);
  gboolean own = self->own;

  if (session == NULL)
    return;
  g_clear_signal_handler (&self->state_id, session);
  self->own = FALSE;
  if (own)
    om_session_close (session);
}

static void
state_cb (OmServing *self)
{
  switch (om_session_get_state (self->session))
    {
    case OM_SESSION_OPEN:
    case OM_SESSION_LOADED:
      om_bus_service_set_engine (self->service, om_session_get_engine (self->session));
      break;
    case OM_SESSION_FAILED:
      om_bus_service_set_failed (self->service, om_session_get_error (self->session));
      if (self->own)
        drop_session (self);
      break;
    case OM_SESSION_CLOSED:
      drop_session (self);
      om_bus_service_set_engine (self->service, NULL);
      break;
    case OM_SESSION_OPENING:
      /* Who asks waits; another store may be about to be opened. */
      om_bus_service_set_engine (self->service, NULL);
      break;
    default:
      break;
    }
}

static void
take_session (OmServing *self,
              OmSession *session,
              gboolean   own)
{
  self->session = g_object_ref (session);
  self->own = own;
  self->state_id = g_signal_connect_object (session, "notify::state", G_CALLBACK (state_cb), self, G_CONNECT_SWAPPED);
  state_cb (self);
}

static void
engine_wanted_cb (OmServing *self)
{
  g_autoptr (OmSession) session = NULL;

  if (self->session != NULL)
    {
      state_cb (self);
      return;
    }
  session = om_session_new (NULL, FALSE);
  om_session_open (session);
  take_session (self, session, TRUE);
}

/**
 * om_serving_use:
 * @session: what a window shows
 *
 * Other programs are answered from it if it is the person's store.
 */
void
om_serving_use (OmServing *self,
                OmSession *session)
{
  g_autofree char *path = om_engine_dup_default_path ();

  g_return_if_fail (OM_IS_SERVING (self));

  if (self->session != NULL || g_strcmp0 (om_session_get_path (session), path) != 0 ||
      om_session_get_state (session) == OM_SESSION_CLOSED)
    return;
  take_session (self, session, FALSE);
}

/**
 * om_serving_make_way:
 * @path: a store that a window is about to open
 *
 * If it is open for other programs alone it is closed; who waits is answered from the window's.
 */
void
om_serving_make_way (OmServing  *self,
                     const char *path)
{
  g_return_if_fail (OM_IS_SERVING (self));

  if (self->session == NULL || !self->own || g_strcmp0 (om_session_get_path (self->session), path) != 0)
    return;
  om_bus_service_set_engine (self->service, NULL);
  drop_session (self);
}

/* Asking ---------------------------------------------------------------------------------------- */

typedef struct
{
  OmServing *serving; /* (owned) */
  char      *key;
} Asking;

static void
asking_free (gpointer  data,
             GClosure *closure)
{
  Asking *asking = data;

  g_object_unref (asking->serving);
  g_free (asking->key);
  g_free (asking);
}

static void
answered_cb (AdwMessageDialog *dialog,
             const char       *response,
             gpointer          data)
{
  Asking *asking = data;
  gboolean remember;
  OmLeave leave = om_program_dialog_get_leave (response, &remember);

  om_bus_service_answer (asking->serving->service, asking->key, leave, remember);
}

static void
ask_cb (OmBusService    *service,
        const OmProgram *program,
        gboolean         change,
        OmServing       *self)
{
  GtkWindow *parent = gtk_application_get_active_window (self->application);
  GtkWidget *dialog = om_program_dialog_new (parent, program, change);
  Asking *asking = g_new0 (Asking, 1);

  asking->serving = g_object_ref (self);
  asking->key = g_strdup (program->key);
  g_signal_connect_data (dialog, "response", G_CALLBACK (answered_cb), asking, asking_free, 0);
  if (parent == NULL)
    gtk_window_set_application (GTK_WINDOW (dialog), self->application);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* Search of the desktop ------------------------------------------------------------------------- */

static void
open_memory_cb (OmBusService *service,
                const char   *id,
                guint         time,
                OmServing    *self)
{
  GtkWindow *window = om_application_show_store (OM_APPLICATION (self->application), NULL, FALSE);
  g_autofree char *token = om_bus_service_take_activation_token (service);

  om_window_open_memory (OM_WINDOW (window), id);
  if (token != NULL)
    {
      gtk_window_set_startup_id (window, token);
      gtk_window_present (window);
    }
  else if (time != 0)
    gtk_window_present_with_time (window, time);
}

static void
open_search_cb (OmBusService *service,
                const char   *terms,
                guint         time,
                OmServing    *self)
{
  GtkWindow *window = om_application_show_store (OM_APPLICATION (self->application), NULL, FALSE);

  om_window_search (OM_WINDOW (window), terms);
  if (time != 0)
    gtk_window_present_with_time (window, time);
}

/* Staying --------------------------------------------------------------------------------------- */

static void
busy_changed_cb (OmServing *self)
{
  gboolean busy = om_bus_service_is_busy (self->service);

  if (busy == self->held)
    return;
  self->held = busy;
  if (busy)
    g_application_hold (G_APPLICATION (self->application));
  else
    g_application_release (G_APPLICATION (self->application));
}

static void
settings_changed_cb (OmServing *self)
{
  om_bus_service_set_mode (self->service, (OmBusMode) g_settings_get_enum (self->settings, "program-access"));
  om_bus_service_set_search (self->service, g_settings_get_boolean (self->settings, "search-provider"));
}

/* Object ---------------------------------------------------------------------------------------- */

static void
om_serving_dispose (GObject *object)
{
  OmServing *self = OM_SERVING (object);

  if (self->service != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->service, self);
      om_bus_service_unexport (self->service);
      om_bus_service_set_engine (self->service, NULL);
    }
  drop_session (self);
  g_clear_object (&self->service);
  g_clear_object (&self->settings);

  G_OBJECT_CLASS (om_serving_parent_class)->dispose (object);
}

static void
om_serving_class_init (OmServingClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = om_serving_dispose;
}

static void
om_serving_init (OmServing *self)
{
  G_STATIC_ASSERT (OM_BUS_MODE_USUAL == 0 && OM_BUS_MODE_ASK == 1 && OM_BUS_MODE_OFF == 2);

  self->service = om_bus_service_new ();
  self->settings = g_settings_new (APP_ID);
  g_signal_connect_object (self->settings, "changed", G_CALLBACK (settings_changed_cb), self, G_CONNECT_SWAPPED);
  settings_changed_cb (self);
  g_signal_connect_object (self->service, "engine-wanted", G_CALLBACK (engine_wanted_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->service, "ask", G_CALLBACK (ask_cb), self, 0);
  g_signal_connect_object (self->service, "open-memory", G_CALLBACK (open_memory_cb), self, 0);
  g_signal_connect_object (self->service, "open-search", G_CALLBACK (open_search_cb), self, 0);
  g_signal_connect_object (self->service, "busy-changed", G_CALLBACK (busy_changed_cb), self, G_CONNECT_SWAPPED);
}

/**
 * om_serving_new:
 * @application: whose store it is; keeps this
 *
 * Returns: (transfer full): not exported yet
 */
OmServing *
om_serving_new (GtkApplication *application)
{
  OmServing *self = g_object_new (OM_TYPE_SERVING, NULL);

  self->application = application;
  return self;
}

/** om_serving_export: answers on @connection. */
gboolean
om_serving_export (OmServing       *self,
                   GDBusConnection *connection,
                   GError         **error)
{
  return om_bus_service_export (self->service, connection, error);
}

/** om_serving_unexport: answers no more. */
void
om_serving_unexport (OmServing *self)
{
  om_bus_service_unexport (self->service);
}
