/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/text: words, languages, sectors, sections, moods and marks. */
#include "config.h"

#include "text/test-text.h"

/* Pieces that break careless code: joined letters, wide letters, ends of lines and of sentences. */
static const char *const pieces[] = {
  "a", "I", "word", "Canal ", "running ", " ", "  ", "\n", "\n\n", "\r\n\r\n", "\t", ". ", "! ", "? ", "…", "-", "'", "\"",
  "café", "cafe\314\201", "Straße ", "Łódź", "İstanbul", "ﬁnd", "花見", "桜", "。", "世界，", "か\343\202\231", "서울",
  "\341\204\222\341\205\241\341\206\253", "ทะเลสาบ", "เช้า", "कि", "🎉", "👩‍👩‍👧‍👦", "🇸🇮", "🇸🇮🇩🇪", "👍🏽", "❤️", "1️⃣", "12", "3.5", "²",
  "don’t ", "e-mail", "snake_case", "C++", "\302\240", "\343\200\200", "\342\200\215", "\302\255", "\314\201",
};

/**
 * test_random_text:
 *
 * Returns: (transfer full): @n_pieces pieces in the order that @rand draws
 */
GString *
test_random_text (GRand *rand,
                  guint  n_pieces)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n_pieces; i++)
    g_string_append (text, pieces[g_rand_int_range (rand, 0, G_N_ELEMENTS (pieces))]);
  return text;
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  test_fact_add ();
  test_fold_add ();
  test_script_add ();
  test_language_add ();
  test_lexicon_add ();
  test_theme_add ();
  test_tokens_add ();
  test_trait_texts_add ();
  test_terms_add ();
  test_simhash_add ();
  test_statement_add ();
  test_similarity_add ();
  test_classify_add ();
  test_context_words_add ();
  test_deed_add ();
  test_sections_add ();
  test_mood_add ();
  test_near_test_add ();
  test_markdown_add ();
  test_marks_add ();
  test_wiki_links_add ();
  test_word_count_add ();
  test_diff_add ();
  return g_test_run ();
}
