/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The toast that says what was said of a trait and offers to take it back. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-trait-act-words.h"

#include <glib/gi18n.h>

#include "views/om-undo-toast.h"

static const char *const done[OM_N_TRAIT_VERBS] = {
  [OM_TRAIT_VERB_CONFIRM] = N_("Noted as true"),
  [OM_TRAIT_VERB_REJECT] = N_("Let go: it does not come up again"),
  [OM_TRAIT_VERB_RESTORE] = N_("Restored: it is possible again"),
  [OM_TRAIT_VERB_UNBLOCK] = N_("May come up again"),
  [OM_TRAIT_VERB_RENAME] = N_("Renamed; what it rests on stays"),
  [OM_TRAIT_VERB_SET_CONTEXT] = N_("Noted where it holds"),
  [OM_TRAIT_VERB_REVIEW] = N_("Your answer counts"),
  [OM_TRAIT_VERB_MERGE] = N_("Made one of two"),
  [OM_TRAIT_VERB_NAME_GROUP] = N_("Named in your words"),
};

static void
undo (OmSession *session,
      gpointer   group)
{
  om_session_undo_trait_act (session, *(const gint64 *) group);
}

/**
 * om_trait_act_toast_show:
 * @widget: where it is to be told
 * @session: where it was said
 * @verb: what was said
 * @group: number by which it can be taken back
 *
 * Tells it, with a button that takes it back.
 */
void
om_trait_act_toast_show (GtkWidget  *widget,
                         OmSession  *session,
                         OmTraitVerb verb,
                         gint64      group)
{
  g_return_if_fail (verb >= 0 && verb < OM_N_TRAIT_VERBS);

  om_undo_toast_show (widget, _(done[verb]), session, undo, g_memdup2 (&group, sizeof group), g_free);
}
