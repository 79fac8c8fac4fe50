/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a stored trait is at another time. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-trait-present.h"

#include <glib/gi18n.h>
#include <math.h>

#include "dynamics/om-trait.h"
#include "store/om-store-traits.h"

/**
 * om_trait_bring_forward:
 * @trait: as it was when it was worked out
 * @now: ms UTC
 *
 * Sets its stage, the one to show, and its confidence to those of @now.
 */
void
om_trait_bring_forward (OmTrait *trait,
                        gint64   now)
{
  if (trait->stage == OM_TRAIT_STAGE_DISSOLVED)
    return;
  if (trait->stage == OM_TRAIT_STAGE_TREND)
    {
      if (now > trait->window_end)
        trait->stage = trait->shown_stage = OM_TRAIT_STAGE_DISSOLVED;
      return;
    }
  trait->confidence = om_trait_decay (trait->held, trait->tier, trait->n_reinforcements, trait->anchor, now);
  trait->stage = om_trait_lower_stage (trait->stage, trait->confidence);
  trait->shown_stage = om_trait_shown_stage (trait->shown_stage, trait->stage, trait->confidence);
  if (trait->stage == OM_TRAIT_STAGE_DISSOLVED)
    trait->needs_review = FALSE;
}

/**
 * om_trait_is_worth_telling:
 *
 * Returns: %FALSE for a trend that came to nothing, unless the person said something of it
 */
gboolean
om_trait_is_worth_telling (const OmTrait *trait)
{
  return trait->stage != OM_TRAIT_STAGE_DISSOLVED || !isnan (trait->held) || trait->mark != OM_TRAIT_MARK_NONE;
}

/**
 * om_trait_present_get:
 * @id: a trait's
 * @now: ms UTC
 * @error: return location, %OM_ERROR_NOT_FOUND
 *
 * Returns: (transfer full) (nullable): the trait as it is now
 */
OmTrait *
om_trait_present_get (OmStore    *store,
                      const char *id,
                      gint64      now,
                      GError    **error)
{
  g_autoptr (GError) local = NULL;
  OmTrait *trait = om_store_trait_get (store, id, &local);

  if (trait != NULL)
    om_trait_bring_forward (trait, now);
  else if (local != NULL)
    g_propagate_error (error, g_steal_pointer (&local));
  else
    g_set_error (error, OM_ERROR, OM_ERROR_NOT_FOUND, _("There is no trait “%s”."), id);
  return trait;
}
