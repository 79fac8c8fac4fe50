/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records and their nicks. */
#include "config.h"

#include <math.h>

#include "memory/om-enums.h"
#include "memory/om-joining.h"
#include "memory/om-memory.h"

void test_moment_add (void);

static void
test_nicks (void)
{
  for (int i = 0; i < OM_N_SECTORS; i++)
    g_assert_cmpint (om_sector_from_nick (om_sector_to_nick (i)), ==, i);
  for (int i = 0; i < OM_N_MEMORY_TYPES; i++)
    g_assert_cmpint (om_memory_type_from_nick (om_memory_type_to_nick (i)), ==, i);
  for (int i = 0; i < OM_N_CONTEXTS; i++)
    g_assert_cmpint (om_context_from_nick (om_context_to_nick (i)), ==, i);
  for (int i = 0; i < OM_N_WAYPOINT_KINDS; i++)
    g_assert_cmpint (om_waypoint_kind_from_nick (om_waypoint_kind_to_nick (i)), ==, i);
  for (int i = 0; i < OM_N_VIVIDNESS; i++)
    g_assert_cmpint (om_vividness_from_nick (om_vividness_to_nick (i)), ==, i);
  for (int i = 0; i < OM_N_EVENT_CAUSES; i++)
    g_assert_cmpstr (om_event_cause_to_nick (i), !=, "unknown");

  for (int i = 0; i < OM_N_TRAIT_STAGES; i++)
    g_assert_cmpint (om_trait_stage_from_nick (om_trait_stage_to_nick (i)), ==, i);
  for (int i = 0; i < OM_N_TRAIT_TIERS; i++)
    g_assert_cmpint (om_trait_tier_from_nick (om_trait_tier_to_nick (i)), ==, i);
  g_assert_cmpint (om_sector_from_nick ("Episodic"), ==, OM_SECTOR_EPISODIC);
  g_assert_cmpint (om_sector_from_nick ("mean"), ==, OM_SECTOR_UNKNOWN);
  g_assert_cmpint (om_sector_from_nick ("nostalgic"), ==, OM_SECTOR_UNKNOWN);
  g_assert_cmpint (om_sector_from_nick (NULL), ==, OM_SECTOR_UNKNOWN);
}

static void
test_defaults (void)
{
  g_autoptr (OmMemory) memory = om_memory_new ();

  g_assert_cmpint (memory->type, ==, OM_MEMORY_TYPE_EPISODE);
  g_assert_cmpint (memory->importance, ==, 5);
  g_assert_cmpuint (memory->activation_count, ==, 1);
  g_assert_nonnull (memory->tags);
  g_assert_false (om_memory_has_mood (memory));
  memory->valence = 0.5;
  g_assert_false (om_memory_has_mood (memory));
  memory->arousal = 0.2;
  g_assert_true (om_memory_has_mood (memory));
}

static void
test_heading (void)
{
  g_autoptr (OmMemory) memory = om_memory_new ();
  g_autofree char *first = NULL;
  g_autofree char *long_line = NULL;
  g_autofree char *title = NULL;
  GString *emoji = g_string_new (NULL);

  memory->content = g_strdup ("\n\n  Walked home\nand slept");
  first = om_memory_dup_title (memory);
  g_assert_cmpstr (first, ==, "Walked home");

  for (int i = 0; i < 200; i++)
    g_string_append (emoji, "桜");
  g_free (memory->content);
  memory->content = g_string_free (emoji, FALSE);
  long_line = om_memory_dup_title (memory);
  g_assert_true (g_utf8_validate (long_line, -1, NULL));
  g_assert_cmpint (g_utf8_strlen (long_line, -1), ==, 80);

  memory->title = g_strdup ("A title");
  title = om_memory_dup_title (memory);
  g_assert_cmpstr (title, ==, "A title");
}

static void
assert_said (const char *first,
             const char *second,
             const char *expected)
{
  g_autofree char *said = om_join_said (first, second, "Clear", NULL);

  g_assert_cmpstr (said, ==, expected);
}

/* What a screen reader says has one stop between two parts, never “bees.. Monday”. */
static void
test_said (void)
{
  assert_said ("Bees", "Monday", "Bees. Monday. Clear");
  assert_said ("Bees.", "Monday", "Bees. Monday. Clear");
  assert_said ("Bees…", "Monday!", "Bees… Monday! Clear");
  assert_said ("“Bees?”", "Monday (rain.)\n", "“Bees?” Monday (rain.)\n Clear");
  assert_said ("蜜蜂。", "Monday", "蜜蜂。 Monday. Clear");
  assert_said ("3.5", "Bees: one", "3.5. Bees: one. Clear");
  assert_said ("", "...", ". ... Clear");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/memory/nicks", test_nicks);
  g_test_add_func ("/memory/defaults", test_defaults);
  g_test_add_func ("/memory/heading", test_heading);
  g_test_add_func ("/memory/said", test_said);
  test_moment_add ();
  return g_test_run ();
}
