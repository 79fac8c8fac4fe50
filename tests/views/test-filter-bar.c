/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chips above the list: what is chosen becomes the question that is asked. */
#include "config.h"

#include "views/om-filter-bar.h"

#include "test-views.h"

static guint n_changed;

static void
changed_cb (OmFilterBar *bar,
            gpointer     data)
{
  n_changed++;
}

static void
test_choices (void)
{
  OmFilterBar *bar = g_object_ref_sink (g_object_new (OM_TYPE_FILTER_BAR, NULL));
  g_autoptr (OmFilter) none = NULL;
  g_autoptr (OmFilter) chosen = NULL;
  g_autoptr (OmFilter) cleared = NULL;

  om_filter_bar_clear (bar);
  none = om_filter_bar_dup_filter (bar);
  g_assert_true (om_filter_equal (none, NULL));
  g_assert_cmpint (om_filter_bar_get_sort (bar), ==, OM_SORT_NEWEST);

  n_changed = 0;
  g_signal_connect (bar, "changed", G_CALLBACK (changed_cb), NULL);
  gtk_widget_activate_action (GTK_WIDGET (bar), "filter.sector", "s", "emotional");
  gtk_widget_activate_action (GTK_WIDGET (bar), "filter.type", "s", "fact");
  gtk_widget_activate_action (GTK_WIDGET (bar), "filter.context", "s", "work");
  gtk_widget_activate_action (GTK_WIDGET (bar), "filter.tag", "s", "slow days");
  gtk_widget_activate_action (GTK_WIDGET (bar), "filter.show", "s", "fading");
  gtk_widget_activate_action (GTK_WIDGET (bar), "filter.sort", "s", "oldest");
  gtk_widget_activate_action (GTK_WIDGET (bar), "filter.period", "s", "week");
  g_assert_cmpuint (n_changed, ==, 7);

  chosen = om_filter_bar_dup_filter (bar);
  g_assert_cmpuint (chosen->sectors, ==, 1u << OM_SECTOR_EMOTIONAL);
  g_assert_cmpuint (chosen->types, ==, 1u << OM_MEMORY_TYPE_FACT);
  g_assert_cmpuint (chosen->contexts, ==, 1u << OM_CONTEXT_WORK);
  g_assert_cmpuint (chosen->vividness, ==, 1u << OM_VIVIDNESS_FADING);
  g_assert_cmpstr (chosen->tags[0], ==, "slow days");
  g_assert_cmpint (chosen->first_day, >, G_MININT32);
  g_assert_cmpint (om_filter_bar_get_sort (bar), ==, OM_SORT_OLDEST);
  g_assert_true (om_filter_bar_is_set (bar));

  om_filter_bar_clear (bar);
  cleared = om_filter_bar_dup_filter (bar);
  g_assert_true (om_filter_equal (cleared, NULL));
  g_assert_false (om_filter_bar_is_set (bar));
  g_assert_cmpuint (n_changed, ==, 8);
  g_assert_finalize_object (bar);
}

/* What was chosen is there again at the next start; the bin is not. */
static void
test_remembered (void)
{
  OmFilterBar *first = g_object_ref_sink (g_object_new (OM_TYPE_FILTER_BAR, NULL));
  OmFilterBar *second;
  OmFilterBar *third;
  g_autoptr (OmFilter) filter = NULL;

  gtk_widget_activate_action (GTK_WIDGET (first), "filter.sector", "s", "procedural");
  g_assert_finalize_object (first);
  second = g_object_ref_sink (g_object_new (OM_TYPE_FILTER_BAR, NULL));
  filter = om_filter_bar_dup_filter (second);
  g_assert_cmpuint (filter->sectors, ==, 1u << OM_SECTOR_PROCEDURAL);
  om_filter_bar_clear (second);
  gtk_widget_activate_action (GTK_WIDGET (second), "filter.show", "s", "bin");
  g_assert_true (om_filter_bar_is_binned (second));
  g_assert_finalize_object (second);
  third = g_object_ref_sink (g_object_new (OM_TYPE_FILTER_BAR, NULL));
  g_assert_false (om_filter_bar_is_binned (third));
  om_filter_bar_clear (third);
  g_assert_finalize_object (third);
}

void
test_filter_bar_add (void)
{
  g_test_add_func ("/filter-bar/choices", test_choices);
  g_test_add_func ("/filter-bar/remembered", test_remembered);
}
