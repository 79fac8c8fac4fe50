/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The test program of app/text: one file a topic. */
#pragma once

#include <glib.h>

void     test_classify_add   (void);
void     test_context_words_add (void);
void     test_deed_add       (void);
void     test_diff_add       (void);
void     test_fact_add       (void);
void     test_fold_add       (void);
void     test_language_add   (void);
void     test_lexicon_add    (void);
void     test_markdown_add   (void);
void     test_marks_add      (void);
void     test_mood_add       (void);
void     test_near_test_add  (void);
void     test_script_add     (void);
void     test_sections_add   (void);
void     test_similarity_add (void);
void     test_simhash_add    (void);
void     test_statement_add  (void);
void     test_terms_add      (void);
void     test_theme_add       (void);
void     test_tokens_add     (void);
void     test_trait_texts_add (void);
void     test_wiki_links_add (void);
void     test_word_count_add (void);

GString *test_random_text    (GRand *rand,
                              guint  n_pieces);
