/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "text/om-script.h"

#include <string.h>

#include "text/test-text.h"

static void
test_graphemes (void)
{
  static const char *const letters[] = {
    "a", "e\314\201", "🎉", "👩‍👩‍👧‍👦", "🇸🇮", "🇩🇪", "👍🏽", "❤️", "1️⃣", "\r\n", "\n", "桜", "か\343\202\231", "서",
    "\341\204\222\341\205\241\341\206\253", "ที่", "कि", "ﬁ", " ", "x\314\201\314\202",
  };
  g_autoptr (GString) text = g_string_new (NULL);
  const char *p;

  for (guint i = 0; i < G_N_ELEMENTS (letters); i++)
    g_string_append (text, letters[i]);

  p = text->str;
  for (guint i = 0; i < G_N_ELEMENTS (letters); i++)
    {
      const char *next = om_grapheme_next (p);
      gsize start = (gsize) (p - text->str);
      gsize end = start + strlen (letters[i]);

      g_assert_cmpuint ((gsize) (next - text->str), ==, end);
      for (const char *q = g_utf8_next_char (p); q < next; q = g_utf8_next_char (q))
        {
          g_assert_cmpuint (om_grapheme_floor (text->str, (gsize) (q - text->str)), ==, start);
          g_assert_cmpuint (om_grapheme_ceil (text->str, (gsize) (q - text->str)), ==, end);
        }
      g_assert_cmpuint (om_grapheme_floor (text->str, start), ==, start);
      g_assert_cmpuint (om_grapheme_ceil (text->str, end), ==, end);
      p = next;
    }
  g_assert_cmpint (*p, ==, '\0');
}

static void
test_kinds (void)
{
  for (const char *p = "花カか서ทລကក々〇ㄅﾊ𠀀"; *p != '\0'; p = g_utf8_next_char (p))
    g_assert_true (om_script_is_spaceless (g_utf8_get_char (p)));
  for (const char *p = "aéя1٣๓・、。 ‍का"; *p != '\0'; p = g_utf8_next_char (p))
    g_assert_false (om_script_is_spaceless (g_utf8_get_char (p)));
  for (const char *p = "aé1٣²Ⅷяשक๓ʰ"; *p != '\0'; p = g_utf8_next_char (p))
    g_assert_true (om_script_is_word (g_utf8_get_char (p)));
  for (const char *p = "-_'’½ʼ.🎉 \302\240"; *p != '\0'; p = g_utf8_next_char (p))
    g_assert_false (om_script_is_word (g_utf8_get_char (p)));

  g_assert_true (om_script_has_han ("ab 中"));
  g_assert_false (om_script_has_han ("ab かな 서울"));
  g_assert_true (om_script_is_space (0x3000));
  g_assert_true (om_script_is_space (0x1C));
  g_assert_false (om_script_is_space (0x200B));
}

void
test_script_add (void)
{
  g_test_add_func ("/script/graphemes", test_graphemes);
  g_test_add_func ("/script/kinds", test_kinds);
}
