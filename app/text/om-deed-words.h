/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmDeedWords: the activities of one language and the words that decide who did them, from
 * data/lexicon/activities-LANG.json. Immutable once read. Of om-deed*.c alone. */
#pragma once

#include <gio/gio.h>

#include "text/om-deed.h"
#include "text/om-phrases.h"

G_BEGIN_DECLS

/** OmDeedList: lists of words; a language may leave out those that its reader does not ask. */
typedef enum
{
  OM_DEED_LIST_FIRST,
  OM_DEED_LIST_OTHERS,
  OM_DEED_LIST_NEGATING,
  OM_DEED_LIST_WISH,
  OM_DEED_LIST_REPORTED,
  OM_DEED_LIST_PAST,
  OM_DEED_LIST_HABITUAL,
  OM_DEED_LIST_ADVERBS,     /* English: between subject and verb */
  OM_DEED_LIST_AUXILIARIES, /* English */
  OM_DEED_LIST_BEING,       /* English: forms of to be, before -ing and in the passive */
  OM_DEED_LIST_MODAL,       /* English */
  OM_DEED_LIST_NOTHING,     /* English: behind a verb, what was not done */
  OM_DEED_LIST_LATER,       /* English: makes "I'm painting" a plan */
  OM_DEED_LIST_SUBORDINATE, /* English: begins a clause with a subject of its own */
  OM_DEED_LIST_JOINING,     /* English: the subject before goes on */
  OM_DEED_LIST_OPENERS,     /* English: what stands before a verb whose subject is left out */
  OM_DEED_LIST_ACTS,        /* English: past forms that begin a sentence whose subject is left out */
  OM_DEED_LIST_STARTERS,    /* English: "spent the day painting" */
  OM_DEED_LIST_MANAGING,    /* English: "managed to paint" */
  OM_DEED_LIST_BESIDE,      /* Chinese: what makes of a person a companion */
  OM_DEED_LIST_LIKING,      /* Chinese: what is liked or can be done is not done */
  OM_DEED_LIST_AFTER,       /* Chinese: behind an activity that is only spoken of */
  OM_DEED_LIST_AFTER_FINE,
  OM_N_DEED_LISTS,
} OmDeedList;

/** OmDeedForms: what a form of a verb may be; "read" is three of them. */
typedef enum
{
  OM_DEED_BASE = 1 << 0,
  OM_DEED_THIRD = 1 << 1, /* "paints" */
  OM_DEED_PAST_FORM = 1 << 2,
  OM_DEED_PARTICIPLE = 1 << 3,
  OM_DEED_ING = 1 << 4,
} OmDeedForms;

typedef struct
{
  char *key; /* (owned) */
  char *say; /* (owned): behind "You often" */
} OmDeedActivity;

/**
 * OmDeedMatch:
 * @activity: number of the activity
 * @forms: of its verb; all in Chinese
 * @n_words: how many words it takes
 */
typedef struct
{
  guint       activity;
  OmDeedForms forms;
  guint       n_words;
} OmDeedMatch;

/**
 * OmDeedWords:
 * @activities: (element-type OmDeedActivity)
 * @lists: (owned) (nullable)
 * @patterns: (element-type OmDeedPattern)
 * @starts: (element-type utf8 GArray): the first word of a pattern, in every form, to its patterns
 * @sentence: (owned): with {say}, {n}, {of}, {period}
 * @period: (owned): with {from} and {to}
 * @months: (owned): twelve
 */
typedef struct
{
  OmLanguage  language;
  GArray     *activities;
  OmPhrases  *lists[OM_N_DEED_LISTS];
  GPtrArray  *patterns;
  GHashTable *starts;
  GHashTable *by_key; /* (element-type utf8 guint): number of the activity + 1 */
  char       *sentence;
  char       *period;
  GStrv       months;
} OmDeedWords;

const OmDeedWords *om_deed_words_get   (OmLanguage          language);
OmDeedWords       *om_deed_words_parse (GBytes             *json,
                                        GError            **error);
void               om_deed_words_free  (OmDeedWords        *self);
gboolean           om_deed_words_match (const OmDeedWords  *self,
                                        const GArray       *words,
                                        const gboolean     *breaks,
                                        guint               first,
                                        OmDeedMatch        *match);
OmDeedForms        om_deed_words_forms (const OmDeedWords  *self,
                                        const char         *word);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmDeedWords, om_deed_words_free)

G_END_DECLS
