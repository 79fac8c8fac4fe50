/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exact stage of what is done every week goes up and down about a bound: no person would call that a change
 * (design/traits.md section 4, 9). */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "dynamics/om-trait-history.h"

#include "dynamics/om-trait.h"

/* Said again or not for a while: the evidence and the curve tell that, unless the stage that is shown changed. */
static gboolean
is_small (const OmTraitEvent *event)
{
  return event->cause == OM_TRAIT_CAUSE_REINFORCED || event->cause == OM_TRAIT_CAUSE_DECAY;
}

/**
 * om_trait_history:
 * @events: (element-type OmTraitEvent): all there were, oldest first
 *
 * Returns: (transfer full) (element-type OmTraitEvent): those that changed something to be seen, oldest first;
 *   their stages are the shown ones
 */
GArray *
om_trait_history (const GArray *events)
{
  GArray *history = g_array_new (FALSE, FALSE, sizeof (OmTraitEvent));
  OmTraitStage shown = OM_TRAIT_STAGE_TREND;

  g_return_val_if_fail (events != NULL, history);

  for (guint i = 0; i < events->len; i++)
    {
      OmTraitEvent event = g_array_index (events, OmTraitEvent, i);

      event.stage_before = shown;
      shown = event.stage_after = om_trait_shown_stage (shown, event.stage_after, event.confidence_after);
      if (event.stage_before != event.stage_after || !is_small (&event))
        g_array_append_val (history, event);
    }
  return history;
}
