/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of traits share. */
#include "config.h"

#include "test-trait-support.h"

/** traits_find: (transfer full): works the traits out */
OmTraitReport *
traits_find (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  OmTraitReport *report = om_engine_find_traits (fixture->engine, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_false (report->skipped);
  return report;
}

/** traits_list: (transfer full): all there are, dissolved ones too */
GPtrArray *
traits_list (Fixture *fixture)
{
  OmTraitFilter filter = OM_TRAIT_FILTER_INIT;
  g_autoptr (GError) error = NULL;
  GPtrArray *traits;

  filter.stages = (1u << OM_N_TRAIT_STAGES) - 1;
  traits = om_engine_list_traits (fixture->engine, &filter, NULL, &error);
  g_assert_no_error (error);
  return traits;
}

/** traits_list_said: (transfer full): those of what was said: when one writes is another matter */
GPtrArray *
traits_list_said (Fixture *fixture)
{
  g_autofree OmTraitReport *report = traits_find (fixture);
  GPtrArray *traits = traits_list (fixture);

  for (guint i = traits->len; i > 0; i--)
    {
      OmTraitFamily family = ((OmTrait *) g_ptr_array_index (traits, i - 1))->family;

      if (family != OM_TRAIT_FAMILY_STATEMENT && family != OM_TRAIT_FAMILY_IF_THEN)
        g_ptr_array_remove_index (traits, i - 1);
    }
  return traits;
}

/** traits_only: (transfer full): the only one of what was said */
OmTrait *
traits_only (Fixture *fixture)
{
  g_autoptr (GPtrArray) traits = traits_list_said (fixture);

  g_assert_cmpuint (traits->len, ==, 1);
  return om_trait_ref (g_ptr_array_index (traits, 0));
}

/** traits_write_on: an entry, so many days after TEST_NOW */
void
traits_write_on (Fixture    *fixture,
          int         day,
          const char *text)
{
  fixture->now = MAX (fixture->now, TEST_NOW + day * OM_MS_PER_DAY);
  g_free (fixture_remember_at (fixture, TEST_NOW + day * OM_MS_PER_DAY, text));
}

/** traits_act_on: returns the number of the act */
gint64
traits_act_on (Fixture    *fixture,
        OmTraitAct  act)
{
  g_autoptr (GError) error = NULL;
  gint64 group;

  om_engine_act_on_trait (fixture->engine, &act, &group, NULL, &error);
  g_assert_no_error (error);
  return group;
}

/** traits_tell: (transfer full): everything there is to tell of all traits, but for rows and ids of memories */
char *
traits_tell (Fixture *fixture)
{
  g_autoptr (GPtrArray) traits = traits_list (fixture);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < traits->len; i++)
    {
      const OmTrait *t = g_ptr_array_index (traits, i);
      g_autoptr (OmTraitDetail) detail = om_engine_get_trait (fixture->engine, t->id, NULL, NULL);

      g_string_append_printf (out, "%s %s|%s|%s %d %d %d %d %d %a %" G_GINT64_FORMAT " %u %u %u %u %d %d\n", t->id, t->kind, t->key,
                              t->text, t->polarity, t->tier, t->stage, t->shown_stage, t->context, t->held, t->anchor,
                              t->n_reinforcements, t->n_days, t->n_for, t->n_against, t->said_changed, t->modified);
      for (guint j = 0; j < detail->evidence->len; j++)
        {
          const OmTraitEvidence *e = g_ptr_array_index (detail->evidence, j);

          g_string_append_printf (out, "  %" G_GINT64_FORMAT " %d %d %d %d %d %d %d %d %s\n", e->at, e->day, e->signal, e->grade, e->reason,
                                  e->supports, e->counted, e->closed, e->context, e->quote);
        }
      for (guint j = 0; j < detail->events->len; j++)
        {
          const OmTraitEvent *e = &g_array_index (detail->events, OmTraitEvent, j);

          g_string_append_printf (out, "  %" G_GINT64_FORMAT " %d %a %a %d %d\n", e->at, e->cause, e->confidence_before,
                                  e->confidence_after, e->stage_before, e->stage_after);
        }
    }
  return g_string_free (out, FALSE);
}
