/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Timers and the machine's waking on one side, the engine's jobs on the other; in between the plan that
 * says what is due. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-caretaker-private.h"

#include "engine/om-backup.h"
#include "engine/om-bin-job.h"
#include "engine/om-care-plan.h"
#include "engine/om-settings.h"
#include "engine/om-sleep-watch.h"
#include "engine/om-trait-job.h"

/* How often the plan is looked at, and the clocks are compared. */
#define LOOK_SECONDS 60

#define MINUTE_MS (60 * 1000)

struct _OmCaretaker
{
  GObject parent_instance;

  OmEngine        *engine;           /* (owned) */
  GCancellable    *cancellable;      /* (owned) (nullable): while it is at work */
  GSource         *timer;            /* (owned) (nullable): the look of each minute */
  GSource         *soon;             /* (owned) (nullable): a look as soon as nothing else is to be done */
  OmSleepWatch    *sleep;            /* (owned) (nullable) */
  OmClock          monotonic;
  gpointer         monotonic_data;   /* not owned */
  GTimeZone       *zone;             /* (owned) */
  OmCarePlan       plan;
  OmFadeReport    *faded;            /* (owned) (nullable) */
  OmReflectReport *reflected;        /* (owned) (nullable) */
  gboolean         reflection_skipped; /* of the care that is on: somebody else was at it */
  gboolean         recounting;       /* whether traits have lost evidence is being looked at */
  gboolean         recount_again;    /* something changed meanwhile */
};

enum
{
  SIGNAL_FADED,
  SIGNAL_REFLECTED,
  SIGNAL_BIN_EMPTIED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmCaretaker, om_caretaker, G_TYPE_OBJECT)

static void look_soon (OmCaretaker *self);

static gint64
monotonic_clock (gpointer data)
{
  return g_get_monotonic_time () / 1000;
}

static OmCareTime
get_time (OmCaretaker *self)
{
  gint64 wall = om_engine_now (self->engine);
  OmMoment moment = om_moment_at (wall, self->zone);

  return (OmCareTime){ wall, self->monotonic (self->monotonic_data), om_moment_journal_day (&moment) };
}

/* Ends of what was done ------------------------------------------------------------------------- */

/* %FALSE if it was given up: then the caretaker has stopped, and may have started anew. */
static gboolean
end (OmCaretaker  *self,
     OmCare        care,
     gboolean      skipped,
     const GError *error)
{
  OmCareTime now = get_time (self);

  if (error != NULL && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return FALSE;
  if (error != NULL)
    g_debug ("What is done by itself failed: %s", error->message);
  om_care_plan_end (&self->plan, care, error != NULL ? OM_CARE_FAILED : skipped ? OM_CARE_SKIPPED : OM_CARE_DONE, &now);
  look_soon (self);
  return error == NULL;
}

static void
faded_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      data)
{
  g_autoptr (OmCaretaker) self = OM_CARETAKER (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmFadeReport) report = om_engine_fade_finish (OM_ENGINE (source), result, &error);

  if (!end (self, OM_CARE_FADE, report != NULL && report->skipped, error) || report->skipped)
    return;
  g_clear_pointer (&self->faded, om_fade_report_free);
  self->faded = g_steal_pointer (&report);
  g_signal_emit (self, signals[SIGNAL_FADED], 0, self->faded);
}

/* What is new for traits comes with what is new to reflect on; they are one care. */
static void
traits_found_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      data)
{
  g_autoptr (OmCaretaker) self = OM_CARETAKER (data);
  g_autoptr (GError) error = NULL;
  g_autofree OmTraitReport *report = om_engine_find_traits_finish (OM_ENGINE (source), result, &error);

  end (self, OM_CARE_REFLECT, report != NULL && (report->skipped || self->reflection_skipped), error);
}

static void
reflected_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      data)
{
  g_autoptr (OmCaretaker) self = OM_CARETAKER (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmReflectReport) report = om_engine_reflect_finish (OM_ENGINE (source), result, &error);

  self->reflection_skipped = report != NULL && report->skipped && !report->too_few;
  /* Stopped meanwhile, or failed: the traits wait, too. */
  if (error != NULL || g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    {
      end (self, OM_CARE_REFLECT, self->reflection_skipped, error);
      return;
    }
  if (!report->skipped)
    {
      g_clear_pointer (&self->reflected, om_reflect_report_free);
      self->reflected = g_steal_pointer (&report);
    }
  om_engine_find_traits_async (self->engine, self->cancellable, traits_found_cb, g_object_ref (self));
  if (report == NULL)
    g_signal_emit (self, signals[SIGNAL_REFLECTED], 0, self->reflected);
}

static void
bin_emptied_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      data)
{
  g_autoptr (OmCaretaker) self = OM_CARETAKER (data);
  g_autoptr (GError) error = NULL;
  guint n_wiped = 0;
  gboolean done = om_engine_tend_bin_finish (OM_ENGINE (source), result, &n_wiped, &error);

  if (end (self, OM_CARE_BIN, FALSE, error) && done && n_wiped > 0)
    g_signal_emit (self, signals[SIGNAL_BIN_EMPTIED], 0, n_wiped);
}

/* That it was made is told where backups are shown. */
static void
backed_up_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      data)
{
  g_autoptr (OmCaretaker) self = OM_CARETAKER (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmBackupReport) report = om_engine_back_up_finish (OM_ENGINE (source), result, &error);

  end (self, OM_CARE_BACKUP, FALSE, error);
}

/* Looking --------------------------------------------------------------------------------------- */

static void
begin (OmCaretaker *self,
       OmCare       care)
{
  switch (care)
    {
    case OM_CARE_FADE:
      om_engine_fade_async (self->engine, FALSE, self->cancellable, faded_cb, g_object_ref (self));
      break;
    case OM_CARE_REFLECT:
      om_engine_reflect_async (self->engine, FALSE, self->cancellable, reflected_cb, g_object_ref (self));
      break;
    case OM_CARE_BIN:
      om_engine_tend_bin_async (self->engine, self->cancellable, bin_emptied_cb, g_object_ref (self));
      break;
    case OM_CARE_BACKUP:
      om_engine_back_up_async (self->engine, TRUE, self->cancellable, backed_up_cb, g_object_ref (self));
      break;
    case OM_N_CARES:
    default:
      g_assert_not_reached ();
    }
}

/* Whatever was chosen last, here or by another process. */
static void
follow_settings (OmCaretaker *self)
{
  self->plan.cares[OM_CARE_FADE].interval = (gint64) om_engine_get_setting (self->engine, OM_SETTING_FADE_INTERVAL) * OM_MS_PER_DAY / 24;
  self->plan.cares[OM_CARE_REFLECT].interval =
    (gint64) om_engine_get_setting (self->engine, OM_SETTING_REFLECTION_INTERVAL) * MINUTE_MS;
}

/** om_caretaker_look: begins what is due. */
void
om_caretaker_look (OmCaretaker *self)
{
  OmCareTime now = get_time (self);
  OmCare care;

  if (self->cancellable == NULL || !om_engine_is_loaded (self->engine))
    return;
  follow_settings (self);
  if (!om_care_plan_look (&self->plan, &now, &care))
    return;
  om_care_plan_begin (&self->plan, care, &now);
  begin (self, care);
}

static gboolean
timer_cb (gpointer data)
{
  om_caretaker_look (data);
  return G_SOURCE_CONTINUE;
}

static gboolean
soon_cb (gpointer data)
{
  OmCaretaker *self = data;

  g_clear_pointer (&self->soon, g_source_unref);
  om_caretaker_look (self);
  return G_SOURCE_REMOVE;
}

/* Whatever the window is about to draw comes first. */
static void
look_soon (OmCaretaker *self)
{
  if (self->soon != NULL || self->cancellable == NULL)
    return;
  self->soon = g_idle_source_new ();
  g_source_set_static_name (self->soon, "[openmemory] caretaker looks soon");
  g_source_set_priority (self->soon, G_PRIORITY_LOW);
  g_source_set_callback (self->soon, soon_cb, self, NULL);
  g_source_attach (self->soon, g_main_context_get_thread_default ());
}

static void
loaded_cb (OmCaretaker *self)
{
  look_soon (self);
}

static void recount (OmCaretaker *self);

static void
recounted_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      data)
{
  g_autoptr (OmCaretaker) self = OM_CARETAKER (data);
  g_autoptr (GError) error = NULL;

  om_engine_recount_traits_finish (OM_ENGINE (source), result, &error);
  if (error != NULL)
    g_debug ("Traits were not counted again: %s", error->message);
  self->recounting = FALSE;
  if (self->recount_again)
    recount (self);
}

/* What is gone from the journal goes from the traits at once. */
static void
recount (OmCaretaker *self)
{
  self->recount_again = self->recounting;
  if (self->recounting || self->cancellable == NULL || !om_engine_is_loaded (self->engine))
    return;
  self->recounting = TRUE;
  om_engine_recount_traits_async (self->engine, self->cancellable, recounted_cb, g_object_ref (self));
}

static void
changed_cb (OmCaretaker *self)
{
  om_care_plan_changed (&self->plan);
  recount (self);
}

static void
woke_cb (gpointer data)
{
  OmCaretaker *self = data;

  om_care_plan_want (&self->plan);
  look_soon (self);
}

/* Object ---------------------------------------------------------------------------------------- */

static void
om_caretaker_dispose (GObject *object)
{
  OmCaretaker *self = OM_CARETAKER (object);

  om_caretaker_stop (self);
  g_clear_object (&self->engine);

  G_OBJECT_CLASS (om_caretaker_parent_class)->dispose (object);
}

static void
om_caretaker_finalize (GObject *object)
{
  OmCaretaker *self = OM_CARETAKER (object);

  g_clear_pointer (&self->faded, om_fade_report_free);
  g_clear_pointer (&self->reflected, om_reflect_report_free);
  g_time_zone_unref (self->zone);

  G_OBJECT_CLASS (om_caretaker_parent_class)->finalize (object);
}

static void
om_caretaker_class_init (OmCaretakerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GType type = G_TYPE_FROM_CLASS (klass);

  object_class->dispose = om_caretaker_dispose;
  object_class->finalize = om_caretaker_finalize;

  /**
   * OmCaretaker::faded:
   * @report: (type gpointer) (transfer none): an #OmFadeReport
   *
   * A pass of fading has ended. What went to rest since the pass before is told once, whoever ran it.
   */
  signals[SIGNAL_FADED] = g_signal_new ("faded", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);

  /**
   * OmCaretaker::reflected:
   * @report: (type gpointer) (transfer none): an #OmReflectReport
   *
   * Reflection has ended.
   */
  signals[SIGNAL_REFLECTED] = g_signal_new ("reflected", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                            G_TYPE_POINTER);

  /**
   * OmCaretaker::bin-emptied:
   * @n: memories
   *
   * So many were wiped, thirty days after the person had binned them.
   */
  signals[SIGNAL_BIN_EMPTIED] = g_signal_new ("bin-emptied", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                              G_TYPE_UINT);
}

static void
om_caretaker_init (OmCaretaker *self)
{
  self->monotonic = monotonic_clock;
  self->zone = g_time_zone_new_local ();
}

/**
 * om_caretaker_new:
 * @engine: what it takes care of
 *
 * Returns: (transfer full): a caretaker that has not started
 */
OmCaretaker *
om_caretaker_new (OmEngine *engine)
{
  OmCaretaker *self = g_object_new (OM_TYPE_CARETAKER, NULL);

  self->engine = g_object_ref (engine);
  g_signal_connect_object (engine, "loaded", G_CALLBACK (loaded_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (engine, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  return self;
}

/** om_caretaker_set_monotonic: another clock than the system's, for tests. */
void
om_caretaker_set_monotonic (OmCaretaker *self,
                            OmClock      monotonic,
                            gpointer     data)
{
  self->monotonic = monotonic;
  self->monotonic_data = data;
}

/**
 * om_caretaker_start:
 *
 * From now on everything is done in its time, and once as soon as the store is loaded.
 */
void
om_caretaker_start (OmCaretaker *self)
{
  OmCareTime now;

  g_return_if_fail (OM_IS_CARETAKER (self));

  if (self->cancellable != NULL)
    return;
  now = get_time (self);
  self->cancellable = g_cancellable_new ();
  om_care_plan_init (&self->plan, &now);
  self->sleep = om_sleep_watch_new (woke_cb, self);
  self->timer = g_timeout_source_new_seconds (LOOK_SECONDS);
  g_source_set_static_name (self->timer, "[openmemory] caretaker looks");
  g_source_set_priority (self->timer, G_PRIORITY_LOW);
  g_source_set_callback (self->timer, timer_cb, self, NULL);
  g_source_attach (self->timer, g_main_context_get_thread_default ());
  look_soon (self);
}

/**
 * om_caretaker_stop:
 *
 * What is being done is given up at its next step and waits for the next start; the store may be closed
 * at once.
 */
void
om_caretaker_stop (OmCaretaker *self)
{
  g_return_if_fail (OM_IS_CARETAKER (self));

  if (self->cancellable == NULL)
    return;
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_source_destroy (self->timer);
  g_clear_pointer (&self->timer, g_source_unref);
  if (self->soon != NULL)
    g_source_destroy (self->soon);
  g_clear_pointer (&self->soon, g_source_unref);
  g_clear_pointer (&self->sleep, om_sleep_watch_free);
}

/**
 * om_caretaker_get_fade_report:
 *
 * Returns: (transfer none) (nullable): of the last pass since it was made
 */
const OmFadeReport *
om_caretaker_get_fade_report (OmCaretaker *self)
{
  g_return_val_if_fail (OM_IS_CARETAKER (self), NULL);

  return self->faded;
}

/**
 * om_caretaker_get_reflect_report:
 *
 * Returns: (transfer none) (nullable): of the last reflection since it was made
 */
const OmReflectReport *
om_caretaker_get_reflect_report (OmCaretaker *self)
{
  g_return_val_if_fail (OM_IS_CARETAKER (self), NULL);

  return self->reflected;
}
