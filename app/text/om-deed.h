/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the writer of an entry says to have done: family F2 of design/traits.md, section 5. Only activities of
 * the lexicon are seen (data/lexicon/activities-LANG.json), and only in the first person or with the subject
 * left out. An activity has one key in all languages. Pure, from any thread. */
#pragma once

#include <glib.h>

#include "text/om-language.h"

G_BEGIN_DECLS

/** OmDeedRefusal: why an activity that is named was not done, or not by the writer. */
typedef enum
{
  OM_DEED_TAKEN,
  OM_DEED_QUESTION,
  OM_DEED_QUOTE,
  OM_DEED_SENSITIVE,
  OM_DEED_PAST,     /* of another time of life */
  OM_DEED_REPORTED, /* what others say, or what one only sees or reads of */
  OM_DEED_WISH,     /* a wish, a plan, an if */
  OM_DEED_NEGATION,
  OM_DEED_GENERAL, /* in general, not on that day: what a statement may say */
  OM_DEED_OTHER,   /* somebody or something else does it */
  OM_N_DEED_REFUSALS,
} OmDeedRefusal;

/**
 * OmDeed:
 * @key: (transfer none): of the activity, "paint"; lives as long as the program
 * @language: of the words it was said in
 * @refusal: %OM_DEED_TAKEN if the writer did it
 * @start: first code point of its words in the text
 * @end: code point after the last
 * @offset: first byte
 * @length: bytes
 * @sentence: number of the sentence, see om_sentences_split()
 */
typedef struct
{
  const char   *key;
  OmLanguage    language;
  OmDeedRefusal refusal;
  guint         start;
  guint         end;
  gsize         offset;
  gsize         length;
  guint         sentence;
} OmDeed;

GArray     *om_deeds_find           (const char    *text,
                                     guint          allowed);
const char *om_deed_of_object       (const char    *object,
                                     OmLanguage     language);
char       *om_deed_sentence        (const char    *key,
                                     OmLanguage     language,
                                     guint          n_days,
                                     guint          of_days,
                                     gint32         first_day,
                                     gint32         last_day);
const char *om_deed_name            (const char    *key,
                                     OmLanguage     language);
const char *om_deed_refusal_to_nick (OmDeedRefusal  refusal);

G_END_DECLS
