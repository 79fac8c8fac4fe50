/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which memories a list or a search looks at. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-filter.h"

/**
 * om_filter_new:
 *
 * Returns: (transfer full): a filter that lets everything through but the bin
 */
OmFilter *
om_filter_new (void)
{
  OmFilter *self = g_new0 (OmFilter, 1);

  self->first_day = G_MININT32;
  self->last_day = G_MAXINT32;
  return self;
}

/**
 * om_filter_copy:
 * @self: (nullable): a filter
 *
 * Returns: (transfer full): a copy; a new filter for %NULL
 */
OmFilter *
om_filter_copy (const OmFilter *self)
{
  OmFilter *copy;

  if (self == NULL)
    return om_filter_new ();

  copy = g_new (OmFilter, 1);
  *copy = *self;
  copy->tags = g_strdupv (self->tags);
  return copy;
}

/**
 * om_filter_free:
 * @self: (transfer full) (nullable): a filter
 */
void
om_filter_free (OmFilter *self)
{
  if (self == NULL)
    return;

  g_strfreev (self->tags);
  g_free (self);
}

/**
 * om_filter_equal:
 * @a: (nullable): a filter, %NULL standing for a new one
 * @b: (nullable): another
 *
 * Returns: %TRUE if both let the same memories through
 */
gboolean
om_filter_equal (const OmFilter *a,
                 const OmFilter *b)
{
  static const char *const none[] = { NULL };
  g_autoptr (OmFilter) a_owned = a == NULL ? om_filter_new () : NULL;
  g_autoptr (OmFilter) b_owned = b == NULL ? om_filter_new () : NULL;

  if (a == NULL)
    a = a_owned;
  if (b == NULL)
    b = b_owned;

  return a->sectors == b->sectors && a->types == b->types && a->contexts == b->contexts &&
         a->vividness == b->vividness && a->first_day == b->first_day && a->last_day == b->last_day &&
         a->min_salience == b->min_salience && a->flags_set == b->flags_set &&
         a->flags_unset == b->flags_unset && a->month == b->month && a->month_day == b->month_day &&
         a->leap_day == b->leap_day && a->binned == b->binned && a->undated == b->undated && a->by_itself == b->by_itself &&
         a->awake == b->awake &&
         g_strv_equal (a->tags != NULL ? (const char *const *) a->tags : none,
                       b->tags != NULL ? (const char *const *) b->tags : none);
}
