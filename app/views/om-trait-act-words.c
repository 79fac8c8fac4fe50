/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The toast that says what was said of a trait and offers to take it back. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-trait-act-words.h"

#include <glib/gi18n.h>
#include "views/om-toast.h"

/* As long as for a memory's acts. */
#define TOAST_S 10

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
undo_cb (AdwToast  *toast,
         OmSession *session)
{
  const gint64 *group = g_object_get_data (G_OBJECT (toast), "group");

  om_session_undo_trait_act (session, *group);
}

/**
 * om_trait_act_toast_new:
 * @session: where it was said
 * @verb: what was said
 * @group: number by which it can be taken back
 *
 * Returns: (transfer full): a toast with a button that takes it back
 */
AdwToast *
om_trait_act_toast_new (OmSession  *session,
                        OmTraitVerb verb,
                        gint64      group)
{
  AdwToast *toast;

  g_return_val_if_fail (verb >= 0 && verb < OM_N_TRAIT_VERBS, NULL);

  toast = om_toast_new (_(done[verb]));
  adw_toast_set_button_label (toast, _("_Undo"));
  adw_toast_set_timeout (toast, TOAST_S);
  g_object_set_data_full (G_OBJECT (toast), "group", g_memdup2 (&group, sizeof group), g_free);
  g_signal_connect_object (toast, "button-clicked", G_CALLBACK (undo_cb), session, 0);
  return toast;
}
