/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <string.h>

#include "memory/om-error.h"
#include "text/om-deed.h"
#include "text/om-statement.h"
#include "text/om-theme.h"
#include "text/test-text.h"

static void
test_table (void)
{
  static const char *const broken[] = { "", "[]", "{}", "{\"format\":\"openmemory-themes/1\",\"themes\":[{}]}" };
  const char *const *keys = om_theme_keys ();

  g_assert_cmpuint (g_strv_length ((char **) keys), >=, 24);
  for (guint i = 0; keys[i] != NULL; i++)
    for (guint t = 0; t < OM_N_THEME_TEXTS; t++)
      {
        g_assert_nonnull (om_theme_text (keys[i], OM_LANGUAGE_EN, (OmThemeText) t));
        g_assert_nonnull (om_theme_text (keys[i], OM_LANGUAGE_ZH, (OmThemeText) t));
        g_assert_nonnull (om_theme_family (keys[i]));
      }
  g_assert_null (om_theme_text ("no such", OM_LANGUAGE_EN, OM_THEME_CORE));
  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      g_autoptr (GBytes) json = g_bytes_new_static (broken[i], strlen (broken[i]));
      g_autoptr (GError) error = NULL;

      g_assert_false (om_theme_check (json, &error));
      g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
    }
}

static void
test_of_text (void)
{
  static const struct
  {
    const char *text;
    int         polarity;
    const char *theme;
  } expected[] = {
    { "You always make lists before a trip", 1, "planning" },
    { "You prefer small dinners to big parties", 1, NULL },
    { "You are a night owl", 1, "late" },
    { "You are not a morning person", -1, "late" },
    { "parties", -1, "solitude" },
    { "You tend to say nothing", 1, NULL },
    { "planets and plantains", 1, NULL },
    { "你总是列清单", 1, "planning" },
    { "你是个夜猫子", 1, "late" },
    { "你喜欢一个人待着", 1, "solitude" },
    { "你讨厌热闹", -1, "solitude" },
    { "I always pray", 1, NULL },
    { "", 1, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      const char *theme = om_theme_of_text (expected[i].text, expected[i].polarity, 0);

      if (g_strcmp0 (theme, expected[i].theme) != 0)
        g_error ("%s is %s, not %s", expected[i].text, theme, expected[i].theme);
    }
  g_assert_cmpstr (om_theme_of_text ("I always pray", 1, 1u << OM_SENSITIVE_RELIGION), ==, "faith");
}

static void
test_of_deed (void)
{
  g_assert_cmpstr (om_theme_of_deed ("paint"), ==, "making");
  g_assert_cmpstr (om_theme_of_deed ("run"), ==, "moving");
  g_assert_null (om_theme_of_deed ("no such"));
  g_assert_cmpstr (om_theme_opposite ("early"), ==, "late");
  g_assert_null (om_theme_opposite ("making"));
  g_assert_cmpstr (om_theme_text ("making", OM_LANGUAGE_ZH, OM_THEME_CORE), ==, "你看重亲手做");
}

void
test_theme_add (void)
{
  g_test_add_func ("/text/theme/table", test_table);
  g_test_add_func ("/text/theme/of-text", test_of_text);
  g_test_add_func ("/text/theme/of-deed", test_of_deed);
}
