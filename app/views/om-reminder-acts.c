/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Acts on reminders, with their toasts. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-reminder-acts.h"

#include <glib/gi18n.h>

#include "views/om-date-words.h"
#include "views/om-toast.h"
#include "views/om-undo-toast.h"

/** Act: one, until it ends. */
typedef struct
{
  OmSession *session; /* (owned) */
  GtkWidget *widget;  /* (owned): where the toast is shown */
  gint64     due_at;
} Act;

static Act *
act_new (OmSession *session,
         GtkWidget *widget,
         gint64     due_at)
{
  Act *act = g_new (Act, 1);

  *act = (Act){ g_object_ref (session), g_object_ref (widget), due_at };
  return act;
}

static void
act_free (Act *act)
{
  g_object_unref (act->session);
  g_object_unref (act->widget);
  g_free (act);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Act, act_free)

/**
 * om_reminder_acts_name:
 *
 * Returns: (transfer none): what the answer is called on a button, translated
 */
const char *
om_reminder_acts_name (OmReminderAnswer answer)
{
  switch (answer)
    {
    case OM_REMINDER_VIVID:
      return C_("how well one remembers", "Vivid");
    case OM_REMINDER_VAGUE:
      return C_("how well one remembers", "Vague");
    case OM_REMINDER_GONE:
      return C_("how well one remembers", "Gone");
    case OM_REMINDER_UNKNOWN:
    case OM_N_REMINDER_ANSWERS:
    default:
      g_return_val_if_reached ("");
    }
}

/**
 * om_reminder_acts_when:
 * @due_at: ms UTC
 *
 * Returns: (transfer full): the day, in words
 */
char *
om_reminder_acts_when (OmSession *session,
                       gint64     due_at)
{
  OmMoment moment = om_moment_at (due_at, om_session_get_zone (session));

  return om_date_words_day (&moment);
}

static void
tell (const Act  *act,
      const char *words,
      gint64      group)
{
  if (group != 0)
    om_undo_toast_show_group (act->widget, words, act->session, group);
}

static void
set_cb (GObject      *source,
        GAsyncResult *result,
        gpointer      data)
{
  g_autoptr (Act) act = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *when = act->due_at != 0 ? om_reminder_acts_when (act->session, act->due_at) : NULL;
  g_autofree char *words = NULL;
  gint64 group;

  if (!om_engine_set_reminder_finish (OM_ENGINE (source), result, &group, &error))
    {
      g_signal_emit_by_name (act->session, "act-failed", error);
      return;
    }
  /* Translators: %s is a day. */
  words = when != NULL ? g_strdup_printf (_("It wants to be seen on %s"), when) : g_strdup (_("No reminder any more"));
  tell (act, words, group);
}

/**
 * om_reminder_acts_set:
 * @session: whose journal
 * @widget: the toast appears in the window that holds it
 * @id: a memory
 * @due_at: when it wants to be seen, ms UTC; 0 for no more
 *
 * Does it; a failure is told by #OmSession::act-failed.
 */
void
om_reminder_acts_set (OmSession  *session,
                      GtkWidget  *widget,
                      const char *id,
                      gint64      due_at)
{
  g_return_if_fail (OM_IS_SESSION (session));
  g_return_if_fail (GTK_IS_WIDGET (widget));

  om_engine_set_reminder_async (om_session_get_engine (session), id, due_at, NULL, set_cb, act_new (session, widget, due_at));
}

static void
answered_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      data)
{
  g_autoptr (Act) act = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *when = NULL;
  g_autofree char *words = NULL;
  gint64 group;

  if (!om_engine_answer_reminder_finish (OM_ENGINE (source), result, &group, &act->due_at, &error))
    {
      g_signal_emit_by_name (act->session, "act-failed", error);
      return;
    }
  when = om_reminder_acts_when (act->session, act->due_at);
  /* Translators: %s is a day. */
  words = g_strdup_printf (_("It wants to be seen again on %s"), when);
  tell (act, words, group);
}

/** om_reminder_acts_answer: says how well a memory was remembered of which the reminder is due. */
void
om_reminder_acts_answer (OmSession       *session,
                         GtkWidget       *widget,
                         const char      *id,
                         OmReminderAnswer answer)
{
  g_return_if_fail (OM_IS_SESSION (session));
  g_return_if_fail (GTK_IS_WIDGET (widget));

  om_engine_answer_reminder_async (om_session_get_engine (session), id, answer, NULL, answered_cb, act_new (session, widget, 0));
}
