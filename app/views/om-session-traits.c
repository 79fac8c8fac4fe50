/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the person says of traits, told with the number by which it can be taken back. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-session-traits.h"

/* One act under way. */
typedef struct
{
  OmSession  *session; /* (owned) */
  OmTraitVerb verb;
} Said;

static void
said_free (Said *said)
{
  g_object_unref (said->session);
  g_free (said);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Said, said_free)

static void
acted_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      data)
{
  g_autoptr (Said) said = data;
  g_autoptr (GError) error = NULL;
  gint64 group = 0;

  if (!om_engine_act_on_trait_finish (OM_ENGINE (source), result, &group, &error))
    g_signal_emit_by_name (said->session, "act-failed", error);
  else if (group != 0)
    g_signal_emit_by_name (said->session, "trait-acted", said->verb, group);
}

/**
 * om_session_act_on_trait:
 * @act: what is said
 *
 * Answers with #OmSession::trait-acted, unless nothing changed by it, or with #OmSession::act-failed.
 */
void
om_session_act_on_trait (OmSession        *self,
                         const OmTraitAct *act)
{
  Said *said;

  g_return_if_fail (OM_IS_SESSION (self));
  g_return_if_fail (act != NULL);

  said = g_new (Said, 1);
  *said = (Said){ g_object_ref (self), act->verb };
  om_engine_act_on_trait_async (om_session_get_engine (self), act, NULL, acted_cb, said);
}

static void
undone_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  g_autoptr (OmSession) self = data;
  g_autoptr (GError) error = NULL;

  if (!om_engine_undo_trait_act_finish (OM_ENGINE (source), result, &error))
    g_signal_emit_by_name (self, "act-failed", error);
}

/**
 * om_session_undo_trait_act:
 * @group: number of an act
 *
 * Takes it back.
 */
void
om_session_undo_trait_act (OmSession *self,
                           gint64     group)
{
  g_return_if_fail (OM_IS_SESSION (self));

  om_engine_undo_trait_act_async (om_session_get_engine (self), group, NULL, undone_cb, g_object_ref (self));
}
