/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "text/om-mood.h"

#include <math.h>

#include "text/test-text.h"

static double
valence_of (const char *text)
{
  double valence, arousal;

  if (!om_mood_estimate (text, &valence, &arousal))
    g_error ("no mood in “%s”", text);
  g_assert_true (valence >= -1 && valence <= 1);
  g_assert_true (arousal >= 0 && arousal <= 1);
  return valence;
}

static double
arousal_of (const char *text)
{
  double valence, arousal;

  g_assert_true (om_mood_estimate (text, &valence, &arousal));
  return arousal;
}

static void
test_signs (void)
{
  static const char *const good[] = {
    "I am happy today.", "What a wonderful evening!", "今天很开心。", "我们都很幸福,太高兴了!", "終於放鬆了,很開心。",
    "Ich bin glücklich und zufrieden.", "Heute war ich sehr froh.", "Hoy estoy muy feliz.", "Qué alegría, estoy contenta.",
    "Je suis heureuse aujourd'hui.", "Nous étions très contents.", "not bad at all", "Er ist nicht traurig.",
    "No estoy triste.", "Je ne suis pas triste.", "我不难过。", "I don’t feel sad any more",
  };
  static const char *const bad[] = {
    "I am so sad.", "A terrible, awful day.", "我很难过。", "今天压力太大,很焦虑。", "她很失望。",
    "Ich bin traurig und wütend.", "Das war schrecklich.", "Estoy triste y enfadado.", "Tengo miedo.",
    "Je suis triste.", "J'ai peur et je suis en colère.", "I am not happy.", "I'm not very happy about this.",
    "Ich bin nicht glücklich.", "No estoy feliz.", "Je ne suis pas heureuse.", "我不开心。", "我不太开心。", "我没有觉得开心。",
  };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      if (valence_of (good[i]) <= 0)
        g_error ("“%s” has the valence %g", good[i], valence_of (good[i]));
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      if (valence_of (bad[i]) >= 0)
        g_error ("“%s” has the valence %g", bad[i], valence_of (bad[i]));
    }
}

static void
test_strength (void)
{
  g_assert_cmpfloat (valence_of ("very happy"), >, valence_of ("happy"));
  g_assert_cmpfloat (valence_of ("slightly happy"), <, valence_of ("happy"));
  g_assert_cmpfloat (valence_of ("very sad"), <, valence_of ("sad"));
  g_assert_cmpfloat (valence_of ("非常开心"), >, valence_of ("开心"));
  g_assert_cmpfloat (valence_of ("有点难过"), >, valence_of ("难过"));
  g_assert_cmpfloat (valence_of ("开心极了"), >, valence_of ("开心"));
  g_assert_cmpfloat (arousal_of ("very angry"), >, arousal_of ("angry"));

  /* A negation turns and dampens: `not happy` is less than sad. */
  g_assert_cmpfloat (fabs (valence_of ("not happy")), <, valence_of ("happy"));
  g_assert_cmpfloat (arousal_of ("not happy"), <, arousal_of ("happy"));

  /* Neither reaches farther than three words, nor over the end of a clause, nor over a mood word. */
  g_assert_cmpfloat (valence_of ("not one two happy"), <, 0);
  g_assert_cmpfloat (valence_of ("not one two three happy"), >, 0);
  g_assert_cmpfloat (valence_of ("Certainly not. Happy"), >, 0);
  g_assert_cmpfloat (valence_of ("不,开心"), >, 0);

  /* The mean of what was found. */
  g_assert_cmpfloat_with_epsilon (valence_of ("happy. sad."), (valence_of ("happy") + valence_of ("sad")) / 2, 1e-12);
}

static void
test_unknown (void)
{
  static const char *const texts[] = {
    "", "🎉", "The train leaves at ten.", "12:30", "火车十点开。", "Der Zug fährt um zehn.", "שלום", "家族で花見をした。",
  };
  double valence = 7, arousal = 7;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_assert_false (om_mood_estimate (texts[i], &valence, &arousal));
  g_assert_cmpfloat (valence, ==, 7);
  g_assert_cmpfloat (arousal, ==, 7);
}

static void
test_spelling (void)
{
  g_assert_cmpfloat (valence_of ("HAPPY"), ==, valence_of ("happy"));
  g_assert_cmpfloat (valence_of ("Ich bin glu\314\210cklich."), ==, valence_of ("Ich bin glücklich."));
  g_assert_cmpfloat (valence_of ("I don't like it, I am happy"), ==, valence_of ("I don’t like it, I am happy"));
  g_assert_cmpfloat (valence_of ("feel 开心 today"), >, 0);
}

void
test_mood_add (void)
{
  g_test_add_func ("/mood/signs", test_signs);
  g_test_add_func ("/mood/strength", test_strength);
  g_test_add_func ("/mood/unknown", test_unknown);
  g_test_add_func ("/mood/spelling", test_spelling);
}
