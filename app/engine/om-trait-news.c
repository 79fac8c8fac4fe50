/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What rose lately, and what is to be asked. What the person brought about is no news to them. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-trait-news.h"

#include "dynamics/om-constants.h"
#include "dynamics/om-trait-history.h"
#include "engine/om-trait-present.h"
#include "memory/om-moment.h"
#include "store/om-store-traits.h"

static void
news_free (gpointer data)
{
  OmTraitNews *news = data;

  om_trait_unref (news->trait);
  g_free (news);
}

static void
add (GPtrArray   *news,
     OmTrait     *trait,
     OmTraitStage stage,
     gint64       at)
{
  OmTraitNews *one = g_new (OmTraitNews, 1);

  *one = (OmTraitNews){ om_trait_ref (trait), stage, trait->needs_review, at };
  g_ptr_array_add (news, one);
}

static int
compare_news (gconstpointer a,
              gconstpointer b)
{
  const OmTraitNews *x = *(OmTraitNews *const *) a;
  const OmTraitNews *y = *(OmTraitNews *const *) b;

  if (x->asks != y->asks)
    return x->asks ? -1 : 1;
  if (x->at != y->at)
    return x->at > y->at ? -1 : 1;
  return g_strcmp0 (x->trait->id, y->trait->id);
}

/* The last change that is to be seen, if it was a rise that came of itself. */
static gboolean
find_rise (OmStore       *store,
           const OmTrait *trait,
           gint64         since,
           OmTraitEvent  *rise,
           GError       **error)
{
  g_autoptr (GArray) events = om_store_trait_events (store, trait->row, error);
  g_autoptr (GArray) history = events != NULL ? om_trait_history (events) : NULL;

  if (history == NULL)
    return FALSE;
  *rise = (OmTraitEvent){ .stage_after = OM_TRAIT_STAGE_DISSOLVED };
  for (guint i = history->len; i > 0; i--)
    {
      const OmTraitEvent *event = &g_array_index (history, OmTraitEvent, i - 1);

      if (event->stage_before == event->stage_after)
        continue;
      if (event->at >= since && event->stage_after > event->stage_before && event->stage_after >= OM_TRAIT_STAGE_EMERGING &&
          event->stage_after == trait->shown_stage && event->cause != OM_TRAIT_CAUSE_USER_CONFIRM)
        *rise = *event;
      break;
    }
  return TRUE;
}

/**
 * om_trait_news_read:
 * @store: a reader's connection
 * @day_start: when the day began, ms UTC
 * @now: ms UTC
 * @aside: id -> anything: what the person has put aside today
 * @error: return location
 *
 * Asking changes nothing.
 *
 * Returns: (transfer full) (element-type OmTraitNews) (nullable): a few, questions first, then the newest
 */
GPtrArray *
om_trait_news_read (OmStore    *store,
                    gint64      day_start,
                    gint64      now,
                    GHashTable *aside,
                    GError    **error)
{
  gint64 since = day_start - OM_REFLECTION_NEW_DAYS * OM_MS_PER_DAY;
  g_autoptr (GPtrArray) news = g_ptr_array_new_with_free_func (news_free);
  g_autoptr (GPtrArray) traits = om_store_traits_list (store, error);
  g_autoptr (GHashTable) changed = traits != NULL ? om_store_traits_changed (store, since, error) : NULL;

  if (changed == NULL)
    return NULL;
  for (guint i = 0; i < traits->len; i++)
    {
      OmTrait *trait = g_ptr_array_index (traits, i);
      OmTraitEvent rise = { .stage_after = OM_TRAIT_STAGE_DISSOLVED };

      if (g_hash_table_contains (aside, trait->id))
        continue;
      om_trait_bring_forward (trait, now);
      if (trait->stage == OM_TRAIT_STAGE_DISSOLVED)
        continue;
      if (!trait->needs_review && g_hash_table_contains (changed, GSIZE_TO_POINTER ((gsize) trait->row)) &&
          !find_rise (store, trait, since, &rise, error))
        return NULL;
      if (trait->needs_review)
        add (news, trait, OM_TRAIT_STAGE_DISSOLVED, trait->review_since);
      else if (rise.stage_after != OM_TRAIT_STAGE_DISSOLVED)
        add (news, trait, rise.stage_after, rise.at);
    }
  g_ptr_array_sort (news, compare_news);
  if (news->len > OM_REFLECTION_CARDS)
    g_ptr_array_set_size (news, OM_REFLECTION_CARDS);
  return g_steal_pointer (&news);
}
