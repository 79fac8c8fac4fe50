/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Evaluates a filter over the table of memories. Pure over the mirror and now. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-filter-mask.h"

#include "dynamics/om-activity.h"
#include "dynamics/om-salience.h"
#include "store/om-store-tags.h"

/* Tags of the filter as the table knows them; FALSE if one of them is on no memory at all. */
static gboolean
find_tags (const OmStateTable *states,
           char              **tags,
           GArray             *found)
{
  for (guint i = 0; tags != NULL && tags[i] != NULL; i++)
    {
      g_autofree char *key = om_store_tag_key (tags[i]);
      guint32 tag = key != NULL ? om_state_table_lookup_tag (states, key) : 0;

      if (tag == 0)
        return FALSE;
      g_array_append_val (found, tag);
    }
  return TRUE;
}

static gboolean
has_tags (const OmStateTable *states,
          guint32             doc,
          GArray             *wanted)
{
  guint n_tags;
  const guint32 *tags = om_state_table_get_tags (states, doc, &n_tags);

  for (guint i = 0; i < wanted->len; i++)
    {
      guint j;

      for (j = 0; j < n_tags && tags[j] != g_array_index (wanted, guint32, i); j++)
        ;
      if (j == n_tags)
        return FALSE;
    }
  return TRUE;
}

static gboolean
passes (const OmDocState       *state,
        const OmFilter         *filter,
        gboolean                for_list,
        const OmModelConstants *constants,
        gint64                  now)
{
  if (filter->sectors != 0 && (filter->sectors & 1u << state->sector) == 0)
    return FALSE;
  if (filter->types != 0 ? (filter->types & 1u << state->type) == 0
                         : for_list && state->type == OM_MEMORY_TYPE_SECTION)
    return FALSE;
  if (filter->contexts != 0 &&
      (state->context == 0 || (filter->contexts & 1u << om_doc_state_context (state)) == 0))
    return FALSE;
  if ((state->flags & filter->flags_set) != filter->flags_set || (state->flags & filter->flags_unset) != 0)
    return FALSE;
  if (filter->by_itself && (state->flags & (OM_FLAG_HIDDEN | OM_FLAG_PRIVATE)) != 0)
    return FALSE;
  if (filter->awake && state->archived_at != 0)
    return FALSE;
  if (filter->undated && state->precision != OM_PRECISION_UNKNOWN)
    return FALSE;
  if (filter->first_day != G_MININT32 || filter->last_day != G_MAXINT32)
    {
      if (state->precision == OM_PRECISION_UNKNOWN || state->civil_day < filter->first_day ||
          state->civil_day > filter->last_day)
        return FALSE;
    }
  if (filter->month != 0)
    {
      int year, month, day;

      om_date_from_day_number (state->civil_day, &year, &month, &day);
      if (filter->leap_day && month == 2 && day == 29)
        day = 28;
      if (state->precision == OM_PRECISION_UNKNOWN || (guint) month != filter->month || (guint) day != filter->month_day)
        return FALSE;
    }
  if (filter->min_salience > 0 || filter->vividness != 0)
    {
      OmMemory memory;

      om_doc_state_to_memory (state, &memory);
      if (filter->min_salience > 0)
        {
          OmSalienceState salience = om_salience_state_from_memory (&memory);
          double value = constants != NULL ? om_salience_present (&salience, now, constants) : state->salience;

          if (value < filter->min_salience)
            return FALSE;
        }
      if (filter->vividness != 0 && constants != NULL &&
          (filter->vividness & 1u << om_memory_vividness (&memory, now, constants, NULL)) == 0)
        return FALSE;
    }
  return TRUE;
}

/**
 * om_filter_mask_new:
 * @mirror: read-locked
 * @filter: (nullable): a filter
 * @include_private: let private memories through
 * @for_list: leave sections out unless asked for
 * @constants: (nullable): numbers of the models; %NULL compares salience as stored and knows no
 *   vividness, as the reference does
 * @now: ms UTC
 *
 * Returns: (transfer full): the documents that pass
 */
OmDocSet *
om_filter_mask_new (OmMirror               *mirror,
                    const OmFilter         *filter,
                    gboolean                include_private,
                    gboolean                for_list,
                    const OmModelConstants *constants,
                    gint64                  now)
{
  const OmStateTable *states = om_mirror_get_states (mirror);
  g_autoptr (OmFilter) everything = filter == NULL ? om_filter_new () : NULL;
  g_autoptr (GArray) tags = g_array_new (FALSE, FALSE, sizeof (guint32));
  OmDocSet *mask;
  guint32 doc;

  if (filter == NULL)
    filter = everything;
  if (om_filter_equal (filter, NULL) && !for_list)
    return om_doc_set_copy (include_private ? om_mirror_get_live (mirror) : om_mirror_get_open (mirror));

  mask = om_doc_set_new ();
  if (!find_tags (states, filter->tags, tags))
    return mask;

  for (doc = om_state_table_next (states, 0); doc != 0; doc = om_state_table_next (states, doc))
    {
      const OmDocState *state = om_state_table_get (states, doc);

      if ((state->trashed != 0) == (filter->binned != FALSE) &&
          (include_private || (state->flags & OM_FLAG_PRIVATE) == 0) &&
          passes (state, filter, for_list, constants, now) &&
          (tags->len == 0 || has_tags (states, doc, tags)))
        om_doc_set_add (mask, doc);
    }
  return mask;
}

/**
 * om_filter_passes:
 * @filter: a filter
 * @memory: a record with its tags
 * @include_private: let private memories through
 * @now: ms UTC
 *
 * The same for one record, for who has no table in memory yet.
 *
 * Returns: %TRUE if it passes
 */
gboolean
om_filter_passes (const OmFilter         *filter,
                  const OmMemory         *memory,
                  gboolean                include_private,
                  const OmModelConstants *constants,
                  gint64                  now)
{
  g_autoptr (OmStateTable) states = om_state_table_new ();
  g_autoptr (GArray) wanted = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);
  OmMemory first = *memory;
  const OmDocState *state;

  for (guint i = 0; memory->tags[i] != NULL; i++)
    {
      char *key = om_store_tag_key (memory->tags[i]);

      if (key != NULL)
        g_ptr_array_add (keys, key);
    }
  g_ptr_array_add (keys, NULL);
  /* The table has a place for every row up to the one that is set. */
  first.row = 1;
  om_state_table_set_memory (states, &first, (const char *const *) keys->pdata);
  state = om_state_table_get (states, 1);
  return (state->trashed != 0) == (filter->binned != FALSE) &&
         (include_private || (state->flags & OM_FLAG_PRIVATE) == 0) && passes (state, filter, FALSE, constants, now) &&
         find_tags (states, filter->tags, wanted) && has_tags (states, 1, wanted);
}
