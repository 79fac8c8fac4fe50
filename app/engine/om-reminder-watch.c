/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sleeping until the next reminder. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-reminder-watch.h"

#include "engine/om-sleep-watch.h"

/* The clock on the wall may be set, and its hour may be another than the timer's. */
#define LONGEST_S 3600

/* Who writes a lot is looked after once. */
#define PAUSE_MS 300

struct _OmReminderWatch
{
  GObject parent_instance;

  OmEngine     *engine;      /* (owned) */
  GCancellable *cancellable; /* (owned) (nullable): stopped */
  OmSleepWatch *sleep;       /* (owned) (nullable) */
  GFileMonitor *monitor;     /* (owned) (nullable): of the log of the store */
  GSource      *timer;       /* (owned) (nullable) */
  gint64        wait_s;      /* of the timer, 0 if there is none */
  gboolean      pausing;     /* the timer runs for what somebody has written */
  gboolean      looking;
  gboolean      again;       /* something happened while it was looking */
};

enum
{
  SIGNAL_DUE,
  SIGNAL_LOOKED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmReminderWatch, om_reminder_watch, G_TYPE_OBJECT)

static void
drop_timer (OmReminderWatch *self)
{
  if (self->timer != NULL)
    g_source_destroy (self->timer);
  g_clear_pointer (&self->timer, g_source_unref);
  self->pausing = FALSE;
  self->wait_s = 0;
}

static gboolean
timer_cb (gpointer data)
{
  OmReminderWatch *self = data;

  drop_timer (self);
  om_reminder_watch_look (self);
  return G_SOURCE_REMOVE;
}

/* A second late rather than early. Without any reminder there is nothing to wait for. */
static void
wait_until (OmReminderWatch *self,
            gint64           next)
{
  drop_timer (self);
  if (next == G_MAXINT64)
    return;
  self->wait_s = CLAMP ((next - om_engine_now (self->engine)) / 1000 + 1, 1, LONGEST_S);
  self->timer = g_timeout_source_new_seconds ((guint) self->wait_s);
  g_source_set_static_name (self->timer, "[openmemory] the next reminder");
  g_source_set_callback (self->timer, timer_cb, self, NULL);
  g_source_attach (self->timer, g_main_context_get_thread_default ());
}

/* Another process has written. An engine that is not loaded does not tell of that. */
static void
written_cb (OmReminderWatch *self)
{
  if (self->pausing || om_engine_is_loaded (self->engine))
    return;
  drop_timer (self);
  self->pausing = TRUE;
  self->timer = g_timeout_source_new (PAUSE_MS);
  g_source_set_static_name (self->timer, "[openmemory] look for reminders soon");
  g_source_set_callback (self->timer, timer_cb, self, NULL);
  g_source_attach (self->timer, g_main_context_get_thread_default ());
}

static void
told_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      data)
{
  g_autoptr (OmReminderWatch) self = OM_REMINDER_WATCH (data);
  g_autoptr (GError) error = NULL;
  gint64 next;
  g_autoptr (GPtrArray) due = om_engine_tell_reminders_finish (OM_ENGINE (source), result, &next, &error);

  self->looking = FALSE;
  /* What was taken on is told, whoever has stopped the watch meanwhile. */
  if (due != NULL && due->len > 0)
    g_signal_emit (self, signals[SIGNAL_DUE], 0, due);
  if (self->cancellable == NULL)
    return;
  g_signal_emit (self, signals[SIGNAL_LOOKED], 0);
  if (self->cancellable == NULL)
    return;
  if (due == NULL)
    {
      g_debug ("Reminders could not be looked for: %s", error->message);
      next = om_engine_now (self->engine) + LONGEST_S * 1000;
    }
  wait_until (self, next);
  if (self->again)
    om_reminder_watch_look (self);
}

/** om_reminder_watch_look: tells of what is due now, if that was not told. */
void
om_reminder_watch_look (OmReminderWatch *self)
{
  g_return_if_fail (OM_IS_REMINDER_WATCH (self));

  if (self->cancellable == NULL)
    return;
  self->again = self->looking;
  if (self->looking)
    return;
  self->looking = TRUE;
  om_engine_tell_reminders_async (self->engine, self->cancellable, told_cb, g_object_ref (self));
}

static void
woke_cb (gpointer data)
{
  om_reminder_watch_look (data);
}

static void
om_reminder_watch_dispose (GObject *object)
{
  OmReminderWatch *self = OM_REMINDER_WATCH (object);

  om_reminder_watch_stop (self);
  g_clear_object (&self->engine);

  G_OBJECT_CLASS (om_reminder_watch_parent_class)->dispose (object);
}

static void
om_reminder_watch_class_init (OmReminderWatchClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = om_reminder_watch_dispose;

  /**
   * OmReminderWatch::due:
   * @reminders: (type gpointer) (transfer none): a #GPtrArray of #OmReminder
   *
   * They are due, and whoever hears of it is to tell the person.
   */
  signals[SIGNAL_DUE] = g_signal_new ("due", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                      G_TYPE_POINTER);

  /**
   * OmReminderWatch::looked:
   *
   * Something may have changed since it looked before: what was due may have been answered.
   */
  signals[SIGNAL_LOOKED] = g_signal_new ("looked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 0);
}

static void
om_reminder_watch_init (OmReminderWatch *self)
{
  self->cancellable = g_cancellable_new ();
}

/**
 * om_reminder_watch_new:
 * @engine: one that is open
 *
 * Returns: (transfer full): a watch; it looks once somebody says om_reminder_watch_look(), and by itself from then
 *   on
 */
OmReminderWatch *
om_reminder_watch_new (OmEngine *engine)
{
  OmReminderWatch *self = g_object_new (OM_TYPE_REMINDER_WATCH, NULL);
  g_autofree char *log = g_strconcat (om_engine_get_path (engine), "-wal", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (log);

  self->engine = g_object_ref (engine);
  self->sleep = om_sleep_watch_new (woke_cb, self);
  g_signal_connect_object (engine, "changed", G_CALLBACK (om_reminder_watch_look), self, G_CONNECT_SWAPPED);
  self->monitor = g_file_monitor_file (file, G_FILE_MONITOR_NONE, NULL, NULL);
  if (self->monitor != NULL)
    g_signal_connect_object (self->monitor, "changed", G_CALLBACK (written_cb), self, G_CONNECT_SWAPPED);
  return self;
}

/** om_reminder_watch_stop: nothing is looked for any more; the store may be closed at once. */
void
om_reminder_watch_stop (OmReminderWatch *self)
{
  g_return_if_fail (OM_IS_REMINDER_WATCH (self));

  if (self->cancellable == NULL)
    return;
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->sleep, om_sleep_watch_free);
  if (self->monitor != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->monitor, self);
      g_file_monitor_cancel (self->monitor);
    }
  g_clear_object (&self->monitor);
  drop_timer (self);
}

/** om_reminder_watch_get_wait: seconds it is going to sleep, 0 if until something changes. */
gint64
om_reminder_watch_get_wait (OmReminderWatch *self)
{
  g_return_val_if_fail (OM_IS_REMINDER_WATCH (self), 0);

  return self->wait_s;
}
