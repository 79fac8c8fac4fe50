/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Acts on memories, each told with the number by which it can be taken back. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-session.h"

#include <glib/gi18n.h>

/* One act under way. */
typedef struct
{
  OmSession *session; /* (owned) */
  OmAct      act;
  guint      n;
} Act;

static void
act_free (Act *act)
{
  g_object_unref (act->session);
  g_free (act);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Act, act_free)

static void
acted_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      data)
{
  g_autoptr (Act) act = data;
  g_autoptr (GError) error = NULL;
  gint64 group = 0;

  if (!om_engine_act_finish (OM_ENGINE (source), result, &group, &error))
    g_signal_emit_by_name (act->session, "act-failed", error);
  else if (group != 0)
    om_session_tell_acted (act->session, act->act, act->n, group);
}

/**
 * om_session_act:
 * @what: what is done
 * @ids: (array zero-terminated=1): memories
 *
 * Answers with #OmSession::acted, unless nothing changed by it, or with #OmSession::act-failed.
 */
void
om_session_act (OmSession         *self,
                OmAct              what,
                const char *const *ids)
{
  Act *act;

  g_return_if_fail (OM_IS_SESSION (self));
  g_return_if_fail (ids != NULL && ids[0] != NULL);

  act = g_new (Act, 1);
  *act = (Act){ g_object_ref (self), what, g_strv_length ((char **) ids) };
  om_engine_act_async (om_session_get_engine (self), what, ids, NULL, acted_cb, act);
}

/**
 * om_session_tell_acted:
 * @what: what was done
 * @n: with how many memories
 * @group: number by which it can be taken back
 *
 * Tells of an act that somebody else has begun: of a search that was recalled.
 */
void
om_session_tell_acted (OmSession *self,
                       OmAct      what,
                       guint      n,
                       gint64     group)
{
  g_return_if_fail (OM_IS_SESSION (self));

  g_signal_emit_by_name (self, "acted", what, n, group);
}

static void
undone_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  g_autoptr (OmSession) self = data;
  g_autoptr (GError) error = NULL;
  guint n_restored = 0;

  if (om_engine_undo_finish (OM_ENGINE (source), result, &n_restored, &error) && n_restored == 0)
    g_set_error_literal (&error, OM_ERROR, OM_ERROR_CONFLICT,
                         _("Something has happened to it since, so it stays as it is."));
  if (error != NULL)
    g_signal_emit_by_name (self, "act-failed", error);
}

/**
 * om_session_undo:
 * @group: number of an act
 *
 * Takes it back. What has happened since stands.
 */
void
om_session_undo (OmSession *self,
                 gint64     group)
{
  g_return_if_fail (OM_IS_SESSION (self));

  om_engine_undo_async (om_session_get_engine (self), group, NULL, undone_cb, g_object_ref (self));
}
