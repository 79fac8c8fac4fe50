/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words as the statistics count them. */
#include "config.h"

#include <string.h>

#include "test-text.h"
#include "text/om-word-count.h"

static const struct
{
  const char *text;
  guint       count;
} cases[] = {
  { "", 0 },
  { "   \n\t", 0 },
  { "The heron stood in the canal.", 6 },
  { "don't  can’t o'clock 'quoted'", 4 },
  { "a.m. e.g. www.example.org 3.14 1,000.50 2026-05-12", 8 },
  { "well-known", 2 },
  { "snake_case _ __init__", 2 },
  { "naïve café cafe\u0301 Ångström Žižek straße İstanbul", 7 },
  { "# *Heading* **two** `code` [[link]] - > --- ***", 4 },
  { "co\u00adop\u00aderate ze\u200dro", 2 },
  { "今天下雨了", 5 },
  { "今天，下雨了！2024年", 7 },
  { "家族で花見をした。", 8 },
  { "カタカナ", 4 },
  { "서울에서 친구를 만났다", 3 },
  { "ทะเล", 4 },
  { "สวัสดี", 4 },
  { "مرحبا بالعالم العربيّ", 3 },
  { "שלום עולם צה״ל", 3 },
  { "Это был хороший день.", 4 },
  { "👍🏽 👩‍👩‍👧 🇩🇪 ❤️ ☀", 0 },
  { "good👍day", 2 },
  { "I went to 上海 in 2019", 7 },
  { "हिन्दी में", 2 },
  { "one…two—three/four", 4 },
  { "1;2 a;b a:b 10:30 a..b", 8 },
};

static void
test_cases (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint count = om_word_count (cases[i].text, strlen (cases[i].text));

      if (count != cases[i].count)
        g_error ("“%s”: %u words, not %u", cases[i].text, count, cases[i].count);
    }
}

/* A blank between two texts keeps their words apart; the count of both is the sum. */
static void
test_sum (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (11);

  for (int i = 0; i < 2000; i++)
    {
      g_autoptr (GString) one = test_random_text (random, (guint) g_rand_int_range (random, 0, 20));
      g_autoptr (GString) other = test_random_text (random, (guint) g_rand_int_range (random, 0, 20));
      guint sum = om_word_count (one->str, one->len) + om_word_count (other->str, other->len);

      g_string_append_printf (one, "\n%s", other->str);
      g_assert_cmpuint (om_word_count (one->str, one->len), ==, sum);
      g_assert_cmpuint (sum, <=, g_utf8_strlen (one->str, -1));
    }
}

void
test_word_count_add (void)
{
  g_test_add_func ("/text/word-count/cases", test_cases);
  g_test_add_func ("/text/word-count/sum", test_sum);
}
