/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmStatementWords: the words and patterns of one language, from data/lexicon/statements-LANG.json.
 * Immutable once read. */
#pragma once

#include <gio/gio.h>

#include "text/om-statement.h"

G_BEGIN_DECLS

/** OmStatementList: the lists of refusals that are not a category of their own. */
typedef enum
{
  OM_LIST_QUESTION,
  OM_LIST_SELF_ATTACK,
  OM_LIST_REPORTED,
  OM_LIST_WISH,
  OM_LIST_SARCASM,
  OM_LIST_STATE,
  OM_LIST_STATE_SELF, /* a state of the writer; what "whenever" speaks of is none */
  OM_LIST_PAST,
  OM_LIST_PAST_OBJECT,           /* an object that begins so tells of the past */
  OM_LIST_PAST_RETRACTION,       /* in a retraction: of childhood */
  OM_LIST_PAST_RETRACTION_START, /* a retracted object that begins so is biography */
  OM_LIST_PARTICULAR_START,
  OM_LIST_PARTICULAR_NAME, /* the name of a person, but not at the beginning of the sentence */
  OM_LIST_PARTICULAR_ANY, /* before the first comma of the object */
  OM_LIST_FACT,
  OM_N_LISTS,
} OmStatementList;

/**
 * OmStatementPattern:
 * @regex: (owned): anchored at the beginning of a clause; groups `object`, and maybe `other`, `if`
 */
typedef struct
{
  OmStatementKind   kind;
  OmStatementFamily family;
  int               polarity;
  gboolean          retraction;
  GRegex           *regex;
} OmStatementPattern;

/**
 * OmStatementGroup:
 * @first: number of its first pattern
 * @end: number behind its last
 * @regex: (owned): fits where one of them does: asked first, for they are many
 */
typedef struct
{
  guint   first;
  guint   end;
  GRegex *regex;
} OmStatementGroup;

/**
 * OmStatementWords:
 * @starts: where a clause may begin: after each match
 * @joined: (nullable): begins one only after a first person
 * @opening: words before the subject, at a beginning
 * @object_end: where an object ends at the latest
 * @key_cut: (nullable): where the key of an object ends
 * @key_words: (element-type utf8): words that are one lemma in Chinese
 * @stop_words: (element-type utf8): left out of keys
 * @groups: (element-type OmStatementGroup): all of @patterns
 * @any_sensitive: (nullable): fits where one of @sensitive does
 * @antonyms: (element-type GStrv): pairs
 */
typedef struct
{
  OmLanguage  language;
  GRegex     *first_person;
  GRegex     *starts;
  GRegex     *joined;
  GRegex     *opening;
  GRegex     *object_end;
  GRegex     *key_cut;
  GRegex     *lists[OM_N_LISTS];
  GRegex     *sensitive[OM_N_SENSITIVE];
  GArray     *patterns;
  GArray     *groups;
  GRegex     *any_sensitive;
  GHashTable *key_words;
  GHashTable *stop_words;
  GPtrArray  *antonyms;
} OmStatementWords;

const OmStatementWords *om_statement_words_get   (OmLanguage         language);
OmStatementWords       *om_statement_words_parse (GBytes            *json,
                                                  GError           **error);
void                    om_statement_words_free  (OmStatementWords  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmStatementWords, om_statement_words_free)

G_END_DECLS
