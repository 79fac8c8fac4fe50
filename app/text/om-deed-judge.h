/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who did what a sentence names, by the grammar of its language. Of om-deed*.c alone. */
#pragma once

#include "text/om-deed-words.h"

G_BEGIN_DECLS

/**
 * OmDeedSentence:
 * @text: of the sentence
 * @words: (element-type OmPhraseWord)
 * @breaks: for each word whether a clause begins with it
 * @listed: a point of a list stands before it
 * @after_others: the sentence before it was about somebody else
 */
typedef struct
{
  const OmDeedWords *lexicon;
  const char        *text;
  const GArray      *words;
  const gboolean    *breaks;
  gboolean           listed;
  gboolean           after_others;
} OmDeedSentence;

guint         om_deed_in_list       (const OmDeedSentence *self,
                                     OmDeedList            list,
                                     guint                 word);
gboolean      om_deed_list_between  (const OmDeedSentence *self,
                                     OmDeedList            list,
                                     guint                 first,
                                     guint                 end,
                                     guint                 least_words);
OmDeedRefusal om_deed_judge_english (const OmDeedSentence *self,
                                     guint                 verb,
                                     OmDeedForms           forms);
OmDeedRefusal om_deed_judge_chinese (const OmDeedSentence *self,
                                     guint                 first,
                                     guint                 end);
gboolean      om_deed_about_others  (const OmDeedSentence *self);

G_END_DECLS
