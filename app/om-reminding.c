/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmReminding: an engine of its own over the person's store, opened and not loaded, so that a program that waits in
 * the background for the next reminder stays light. It is there while a window shows that store, while an answer is
 * being written, and all the time if the person switched that on. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "om-reminding.h"

#include <glib/gi18n.h>
#include <string.h>

#include "engine/om-reminder-watch.h"
#include "views/om-reminder-acts.h"

/* More than these at once are told in one notification. */
#define SINGLES 3

/* The first line of a memory, if it may be shown, is no longer than this. */
#define TITLE_CHARS 80

#define SUMMARY_ID "reminders"

/** State: of the engine. */
typedef enum
{
  CLOSED,
  OPENING,
  OPEN,
  CLOSING,
} State;

/** Answer: one that waits for the engine, or is being written. */
typedef struct
{
  OmReminding     *reminding; /* (owned) once it is being written */
  char            *id;        /* (owned) */
  OmReminderAnswer answer;
} Answer;

struct _OmReminding
{
  GObject parent_instance;

  GApplication    *application; /* not owned: owns this */
  GSettings       *settings;    /* (owned) */
  OmEngine        *engine;      /* (owned) (nullable) */
  OmReminderWatch *watch;       /* (owned) (nullable) */
  State            state;
  GPtrArray       *answers;     /* (owned) (element-type Answer): that wait for the engine */
  guint            n_writing;   /* answers */
  guint            n_windows;   /* sessions over the person's store */
  GHashTable      *shown;       /* (owned): ids of memories of which there is a notification */
  gboolean         failed;      /* there is no store yet, or it cannot be opened: not tried until something is new */
  gboolean         held;
  gboolean         stopped;
};

G_DEFINE_FINAL_TYPE (OmReminding, om_reminding, G_TYPE_OBJECT)

static void update (OmReminding *self);

static void
answer_free (Answer *answer)
{
  g_clear_object (&answer->reminding);
  g_free (answer->id);
  g_free (answer);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Answer, answer_free)

/* Notifications --------------------------------------------------------------------------------- */

static char *
notification_id (const char *id)
{
  return g_strconcat ("remind-", id, NULL);
}

/* One line of plain text. It goes into the title, which no desktop reads as markup; a body might be. */
static char *
dup_first_line (const OmMemory *memory)
{
  const char *text = memory->title != NULL && *memory->title != '\0' ? memory->title : memory->content;
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  g_autofree char *line = g_strndup (stripped, strcspn (stripped, "\r\n"));

  if (g_utf8_strlen (line, -1) > TITLE_CHARS)
    {
      g_autofree char *beginning = g_utf8_substring (line, 0, TITLE_CHARS - 1);

      return g_strconcat (g_strchomp (beginning), "…", NULL);
    }
  return g_steal_pointer (&line);
}

static void
show_notification (OmReminding      *self,
                   const OmReminder *reminder)
{
  const OmMemory *memory = reminder->memory;
  gboolean content = g_settings_get_boolean (self->settings, "reminder-content") && (memory->flags & OM_FLAG_PRIVATE) == 0;
  g_autofree char *line = content ? dup_first_line (memory) : NULL;
  const char *words = _("A memory wants to be seen");
  g_autoptr (GNotification) notification = g_notification_new (line != NULL && *line != '\0' ? line : words);
  g_autoptr (GIcon) icon = g_themed_icon_new (APP_ID);
  g_autofree char *name = notification_id (memory->id);

  if (line != NULL && *line != '\0')
    g_notification_set_body (notification, words);
  g_notification_set_icon (notification, icon);
  g_notification_set_default_action_and_target (notification, "app.show-memory", "s", memory->id);
  for (OmReminderAnswer answer = 0; answer < OM_N_REMINDER_ANSWERS; answer++)
    g_notification_add_button_with_target (notification, om_reminder_acts_name (answer), "app.answer-reminder", "(ss)", memory->id,
                                           om_reminder_answer_to_nick (answer));
  g_application_send_notification (self->application, name, notification);
  g_hash_table_add (self->shown, g_strdup (memory->id));
}

static void
show_summary (OmReminding *self,
              guint        n)
{
  g_autofree char *title = g_strdup_printf (ngettext ("%u memory wants to be seen", "%u memories want to be seen", n), n);
  g_autoptr (GNotification) notification = g_notification_new (title);
  g_autoptr (GIcon) icon = g_themed_icon_new (APP_ID);

  g_notification_set_icon (notification, icon);
  g_notification_set_default_action (notification, "app.show-today");
  g_application_send_notification (self->application, SUMMARY_ID, notification);
  g_hash_table_add (self->shown, g_strdup (SUMMARY_ID));
}

static void
due_cb (OmReminderWatch *watch,
        GPtrArray       *due,
        OmReminding     *self)
{
  if (due->len > SINGLES)
    show_summary (self, due->len);
  else
    {
      for (guint i = 0; i < due->len; i++)
        show_notification (self, g_ptr_array_index (due, i));
    }
}

static gboolean
is_due (GPtrArray  *due,
        const char *id)
{
  for (guint i = 0; i < due->len; i++)
    {
      if (g_str_equal (((OmReminder *) g_ptr_array_index (due, i))->memory->id, id))
        return TRUE;
    }
  return FALSE;
}

static void
withdraw_answered_cb (GObject      *source,
                      GAsyncResult *result,
                      gpointer      data)
{
  g_autoptr (OmReminding) self = OM_REMINDING (data);
  g_autoptr (GPtrArray) due = om_engine_list_reminders_finish (OM_ENGINE (source), result, NULL);
  GHashTableIter iter;
  gpointer id;

  if (due == NULL || self->stopped)
    return;
  g_hash_table_iter_init (&iter, self->shown);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    {
      g_autofree char *name = g_str_equal (id, SUMMARY_ID) ? g_strdup (SUMMARY_ID) : notification_id (id);

      if (g_str_equal (id, SUMMARY_ID) ? due->len > 0 : is_due (due, id))
        continue;
      g_application_withdraw_notification (self->application, name);
      g_hash_table_iter_remove (&iter);
    }
}

/* What was answered elsewhere is asked no more. */
static void
looked_cb (OmReminding *self)
{
  if (g_hash_table_size (self->shown) > 0 && self->state == OPEN)
    om_engine_list_reminders_async (self->engine, TRUE, NULL, withdraw_answered_cb, g_object_ref (self));
}

/* Answers --------------------------------------------------------------------------------------- */

static void
answered_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      data)
{
  g_autoptr (Answer) answer = data;
  g_autoptr (GError) error = NULL;

  /* Twice answered, or wiped meanwhile: there is nobody to tell. */
  if (!om_engine_answer_reminder_finish (OM_ENGINE (source), result, NULL, NULL, &error))
    g_message ("An answer to a reminder was not taken: %s", error->message);
  answer->reminding->n_writing--;
  update (answer->reminding);
}

static void
write_answers (OmReminding *self)
{
  while (self->answers->len > 0)
    {
      Answer *answer = g_ptr_array_steal_index (self->answers, 0);

      answer->reminding = g_object_ref (self);
      self->n_writing++;
      om_engine_answer_reminder_async (self->engine, answer->id, answer->answer, NULL, answered_cb, answer);
    }
}

/* The engine ------------------------------------------------------------------------------------ */

static void
opened_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  g_autoptr (OmReminding) self = OM_REMINDING (data);
  g_autoptr (GError) error = NULL;
  gboolean opened = om_engine_open_finish (OM_ENGINE (source), result, &error);

  if (self->stopped)
    {
      if (opened)
        om_engine_close (OM_ENGINE (source));
      return;
    }
  if (!opened)
    {
      g_debug ("There is no store to be reminded of: %s", error->message);
      g_clear_object (&self->engine);
      g_ptr_array_set_size (self->answers, 0);
      self->state = CLOSED;
      self->failed = TRUE;
    }
  else
    {
      self->state = OPEN;
      self->watch = om_reminder_watch_new (self->engine);
      g_signal_connect_object (self->watch, "due", G_CALLBACK (due_cb), self, 0);
      g_signal_connect_object (self->watch, "looked", G_CALLBACK (looked_cb), self, G_CONNECT_SWAPPED);
      om_reminder_watch_look (self->watch);
    }
  update (self);
}

static void
closed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  g_autoptr (OmReminding) self = OM_REMINDING (data);

  om_engine_close_finish (OM_ENGINE (source), result);
  self->state = CLOSED;
  update (self);
}

static void
open_engine (OmReminding *self)
{
  g_autofree char *path = om_engine_dup_default_path ();

  self->state = OPENING;
  self->engine = om_engine_new ();
  om_engine_open_async (self->engine, path, OM_OPEN_MUST_EXIST, NULL, opened_cb, g_object_ref (self));
}

static void
drop_watch (OmReminding *self)
{
  if (self->watch == NULL)
    return;
  om_reminder_watch_stop (self->watch);
  g_signal_handlers_disconnect_by_data (self->watch, self);
  g_clear_object (&self->watch);
}

static void
close_engine (OmReminding *self)
{
  g_autoptr (OmEngine) engine = g_steal_pointer (&self->engine);

  drop_watch (self);
  self->state = CLOSING;
  om_engine_close_async (engine, closed_cb, g_object_ref (self));
}

static void
hold (OmReminding *self,
      gboolean     held)
{
  if (self->held == held)
    return;
  self->held = held;
  if (held)
    g_application_hold (self->application);
  else
    g_application_release (self->application);
}

/* What is wanted, and what is. Each end of opening, closing and writing comes back here. */
static void
update (OmReminding *self)
{
  gboolean background = g_settings_get_boolean (self->settings, "background");
  gboolean busy = self->answers->len > 0 || self->n_writing > 0;
  gboolean wanted = !self->stopped && (background || self->n_windows > 0 || busy);

  if (self->stopped)
    return;
  if (wanted && self->state == CLOSED && !self->failed)
    open_engine (self);
  else if (!wanted && self->state == OPEN)
    close_engine (self);
  if (self->state == OPEN)
    write_answers (self);
  hold (self, background || self->answers->len > 0 || self->n_writing > 0 || self->state == CLOSING);
}

/* Something is new: what failed is tried again. */
static void
try_again (OmReminding *self)
{
  self->failed = FALSE;
  update (self);
}

/* Object ---------------------------------------------------------------------------------------- */

static void
om_reminding_dispose (GObject *object)
{
  OmReminding *self = OM_REMINDING (object);

  om_reminding_stop (self);
  g_clear_object (&self->settings);

  G_OBJECT_CLASS (om_reminding_parent_class)->dispose (object);
}

static void
om_reminding_finalize (GObject *object)
{
  OmReminding *self = OM_REMINDING (object);

  g_ptr_array_unref (self->answers);
  g_hash_table_unref (self->shown);

  G_OBJECT_CLASS (om_reminding_parent_class)->finalize (object);
}

static void
om_reminding_class_init (OmRemindingClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = om_reminding_dispose;
  G_OBJECT_CLASS (klass)->finalize = om_reminding_finalize;
}

static void
om_reminding_init (OmReminding *self)
{
  self->settings = g_settings_new (APP_ID);
  self->answers = g_ptr_array_new_with_free_func ((GDestroyNotify) answer_free);
  self->shown = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

/** om_reminding_new: (transfer full): @application: sends the notifications; keeps this */
OmReminding *
om_reminding_new (GApplication *application)
{
  OmReminding *self = g_object_new (OM_TYPE_REMINDING, NULL);

  self->application = application;
  return self;
}

/** om_reminding_start: the application is registered; from now on the settings are followed. */
void
om_reminding_start (OmReminding *self)
{
  g_return_if_fail (OM_IS_REMINDING (self));

  g_signal_connect_object (self->settings, "changed::background", G_CALLBACK (try_again), self, G_CONNECT_SWAPPED);
  update (self);
}

static void
session_state_cb (OmSession   *session,
                  GParamSpec  *pspec,
                  OmReminding *self)
{
  OmSessionState state = om_session_get_state (session);
  gboolean counted = g_object_get_data (G_OBJECT (session), "reminding") != NULL;
  /* First the window has what it needs. */
  gboolean counts = state == OM_SESSION_LOADED;

  if (counts == counted)
    return;
  g_object_set_data (G_OBJECT (session), "reminding", GINT_TO_POINTER (counts));
  self->n_windows += counts ? 1 : -1;
  try_again (self);
}

/**
 * om_reminding_use:
 * @session: what a window shows
 *
 * Reminders are told as long as it is open, if it is the person's own journal.
 */
void
om_reminding_use (OmReminding *self,
                  OmSession   *session)
{
  g_autofree char *path = om_engine_dup_default_path ();

  g_return_if_fail (OM_IS_REMINDING (self));

  if (g_strcmp0 (om_session_get_path (session), path) != 0)
    return;
  g_signal_connect_object (session, "notify::state", G_CALLBACK (session_state_cb), self, 0);
  session_state_cb (session, NULL, self);
}

/**
 * om_reminding_answer:
 * @id: a memory
 * @nick: of an #OmReminderAnswer
 *
 * Of a button of a notification; whatever else somebody sends is nothing.
 */
void
om_reminding_answer (OmReminding *self,
                     const char  *id,
                     const char  *nick)
{
  OmReminderAnswer how = om_reminder_answer_from_nick (nick);
  Answer *answer;

  g_return_if_fail (OM_IS_REMINDING (self));

  if (how == OM_REMINDER_UNKNOWN || self->stopped)
    return;
  answer = g_new0 (Answer, 1);
  answer->id = g_strdup (id);
  answer->answer = how;
  g_ptr_array_add (self->answers, answer);
  try_again (self);
}

/** om_reminding_stop: the program ends. */
void
om_reminding_stop (OmReminding *self)
{
  g_return_if_fail (OM_IS_REMINDING (self));

  if (self->stopped)
    return;
  self->stopped = TRUE;
  drop_watch (self);
  if (self->engine != NULL && self->state == OPEN)
    om_engine_close (self->engine);
  g_clear_object (&self->engine);
}
