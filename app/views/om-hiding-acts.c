/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hiding as a whole, with its toast. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-hiding-acts.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "views/om-hiding-words.h"
#include "views/om-toast.h"

/** Act: one change, until it ends, and then what its toast takes back. */
typedef struct
{
  OmSession *session; /* (owned) */
  GtkWidget *widget;  /* (owned): where the toast is shown */
  OmHiding  *hiding;  /* (owned) */
  gboolean   hide;
  gboolean   undoing; /* nothing more is to be told */
} Act;

static void
act_free (Act *act)
{
  g_object_unref (act->session);
  g_object_unref (act->widget);
  om_hiding_free (act->hiding);
  g_free (act);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Act, act_free)

static void
act_closure_free (gpointer  data,
                  GClosure *closure)
{
  act_free (data);
}

static void run (Act *act);

static void
undo_cb (AdwToast *toast,
         gpointer  data)
{
  const Act *act = data;
  Act *back = g_new (Act, 1);

  *back = (Act){ g_object_ref (act->session), g_object_ref (act->widget), om_hiding_copy (act->hiding), !act->hide, TRUE };
  run (back);
}

static void
changed_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      data)
{
  g_autoptr (Act) act = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *words = NULL;
  AdwToast *toast;
  gboolean changed;

  if (!om_engine_change_hiding_finish (OM_ENGINE (source), result, &changed, &error))
    {
      g_signal_emit_by_name (act->session, "act-failed", error);
      return;
    }
  if (act->undoing)
    return;
  words = om_hiding_words_done (act->hiding, act->hide, changed);
  toast = om_toast_new (words);
  if (changed)
    {
      GtkWidget *widget = act->widget;

      adw_toast_set_button_label (toast, _("_Undo"));
      g_signal_connect_data (toast, "button-clicked", G_CALLBACK (undo_cb), g_steal_pointer (&act), act_closure_free, 0);
      om_toast_add (widget, toast);
    }
  else
    om_toast_add (act->widget, toast);
}

static void
run (Act *act)
{
  om_engine_change_hiding_async (om_session_get_engine (act->session), act->hiding, act->hide, NULL, changed_cb, act);
}

/**
 * om_hiding_acts_change:
 * @session: whose journal
 * @widget: the toast appears in the window that holds it
 * @hiding: what
 * @hide: whether it is hidden, or shown again
 *
 * Does it; a failure is told by #OmSession::act-failed.
 */
void
om_hiding_acts_change (OmSession      *session,
                       GtkWidget      *widget,
                       const OmHiding *hiding,
                       gboolean        hide)
{
  Act *act;

  g_return_if_fail (OM_IS_SESSION (session));
  g_return_if_fail (GTK_IS_WIDGET (widget));
  g_return_if_fail (hiding != NULL);

  act = g_new (Act, 1);
  *act = (Act){ g_object_ref (session), g_object_ref (widget), om_hiding_copy (hiding), hide, FALSE };
  run (act);
}
