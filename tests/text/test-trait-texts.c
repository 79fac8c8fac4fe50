/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "text/om-phrases.h"
#include "text/om-trait-texts.h"
#include "text/test-text.h"

static void
check (char       *text,
       const char *expected)
{
  g_assert_cmpstr (text, ==, expected);
  g_free (text);
}

static void
test_rhythm (void)
{
  static const char *const keys[] = { "morning", "day", "evening", "night", "working-day", "weekend", "short", "long" };

  check (om_trait_text_rhythm (OM_LANGUAGE_EN, "night", 14, 19), "You usually write after 22:00 (14 of 19)");
  check (om_trait_text_rhythm (OM_LANGUAGE_ZH, "night", 14, 19), "你多半在22点以后写（19篇里有14篇）");
  g_assert_null (om_trait_text_rhythm (OM_LANGUAGE_DE, "night", 1, 2));
  g_assert_null (om_trait_text_rhythm (OM_LANGUAGE_EN, "noon", 1, 2));
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autofree char *english = om_trait_text_rhythm (OM_LANGUAGE_EN, keys[i], 1, 2);
      g_autofree char *chinese = om_trait_text_rhythm (OM_LANGUAGE_ZH, keys[i], 1, 2);

      /* It speaks of writing, and of nothing else. */
      g_assert_true (g_str_has_prefix (english, "You usually write "));
      g_assert_true (g_str_has_prefix (chinese, "你多半"));
    }
}

static void
test_mood (void)
{
  check (om_trait_text_mood (OM_LANGUAGE_EN, OM_MOOD_TOPIC_MENTION, "running", 0.31, 9, 40),
         "Days that mention running read brighter (+.31, 9 against 40 days)");
  check (om_trait_text_mood (OM_LANGUAGE_EN, OM_MOOD_TOPIC_MENTION, "{with}", -1.305, 9, 40),
         "Days that mention {with} read darker (−1.31, 9 against 40 days)");
  check (om_trait_text_mood (OM_LANGUAGE_EN, OM_MOOD_TOPIC_ACTIVITY, "run", 0.25, 6, 6),
         "Days when you run read brighter (+.25, 6 against 6 days)");
  check (om_trait_text_mood (OM_LANGUAGE_EN, OM_MOOD_TOPIC_WEEKDAY, "1", -0.4, 6, 30),
         "Mondays read darker (−.40, 6 against 30 days)");
  check (om_trait_text_mood (OM_LANGUAGE_ZH, OM_MOOD_TOPIC_ACTIVITY, "run", 0.25, 6, 6),
         "跑步的日子读起来更明亮（+.25，6天对6天）");
  g_assert_null (om_trait_text_mood (OM_LANGUAGE_EN, OM_MOOD_TOPIC_WEEKDAY, "8", 1, 6, 6));
  g_assert_null (om_trait_text_mood (OM_LANGUAGE_EN, OM_MOOD_TOPIC_ACTIVITY, "no such", 1, 6, 6));
}

static void
test_length (void)
{
  g_assert_cmpuint (om_phrase_count_words (""), ==, 0);
  g_assert_cmpuint (om_phrase_count_words ("I don't know, half-marathon!"), ==, 4);
  g_assert_cmpuint (om_phrase_count_words ("我今天跑步了 5 km"), ==, 6);
}

void
test_trait_texts_add (void)
{
  g_test_add_func ("/text/trait-texts/rhythm", test_rhythm);
  g_test_add_func ("/text/trait-texts/mood", test_mood);
  g_test_add_func ("/text/trait-texts/length", test_length);
}
