/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a person says of themselves in one sentence: families F1 and F5 of design/traits.md, section 5.
 * The words and patterns are data (data/lexicon/statements-LANG.json). Pure, from any thread. */
#pragma once

#include <glib.h>

#include "text/om-language.h"

G_BEGIN_DECLS

/** OmStatementKind: what one is, does regularly, or likes and values. */
typedef enum
{
  OM_STATEMENT_IDENTITY,
  OM_STATEMENT_HABIT,
  OM_STATEMENT_PREFERENCE,
  OM_N_STATEMENT_KINDS,
} OmStatementKind;

/** OmStatementFamily: a plain statement, or "whenever X, I Y". */
typedef enum
{
  OM_STATEMENT_PLAIN,
  OM_STATEMENT_IF_THEN,
} OmStatementFamily;

/** OmStatementRefusal: why a sentence is no evidence, in the order in which it is asked. */
typedef enum
{
  OM_STATEMENT_TAKEN,
  OM_STATEMENT_QUESTION,
  OM_STATEMENT_QUOTE,
  OM_STATEMENT_SENSITIVE,
  OM_STATEMENT_SELF_ATTACK,
  OM_STATEMENT_DISTRESS, /* an identity, said in great distress */
  OM_STATEMENT_REPORTED,
  OM_STATEMENT_WISH,
  OM_STATEMENT_SARCASM, /* the opposite is meant */
  OM_STATEMENT_STATE,
  OM_STATEMENT_PAST,
  OM_STATEMENT_PARTICULAR,
  OM_STATEMENT_FACT,
  OM_STATEMENT_NO_OBJECT, /* a pattern, but nothing that it is about */
  OM_STATEMENT_NOTHING,   /* nothing that a person says of themselves in general */
  OM_N_STATEMENT_REFUSALS,
} OmStatementRefusal;

/** OmSensitive: what is looked at only after the person has said so, each for itself. */
typedef enum
{
  OM_SENSITIVE_HEALTH,
  OM_SENSITIVE_MENTAL_HEALTH,
  OM_SENSITIVE_RELIGION,
  OM_SENSITIVE_POLITICS,
  OM_SENSITIVE_SEXUALITY,
  OM_SENSITIVE_ADDICTION,
  OM_SENSITIVE_ABUSE,
  OM_SENSITIVE_CRIME,
  OM_SENSITIVE_MONEY,
  OM_N_SENSITIVE,
} OmSensitive;

/**
 * OmStatementEntry:
 * @allowed: bit per #OmSensitive that the person has opted in to
 * @valence: mood of the entry, -1..1; 0 if not known
 * @arousal: mood of the entry, 0..1; 0 if not known
 *
 * What is known of the entry that a sentence stands in.
 */
typedef struct
{
  guint  allowed;
  double valence;
  double arousal;
} OmStatementEntry;

/**
 * OmStatement:
 * @refusal: %OM_STATEMENT_TAKEN if the sentence is a statement
 * @sensitive: bit per #OmSensitive that the sentence touches, allowed ones too
 * @language: %OM_LANGUAGE_ZH or %OM_LANGUAGE_EN
 * @found: a pattern fits; what follows is set also if it was refused then
 * @kind: what is said
 * @family: F1 or F5
 * @polarity: 1, or -1 for what is denied or disliked
 * @retraction: says that something no longer holds
 * @object: (owned) (nullable): what it is about, as written
 * @key: (owned) (nullable): see om_statement_key()
 */
typedef struct
{
  OmStatementRefusal refusal;
  guint              sensitive;
  OmLanguage         language;
  gboolean           found;
  OmStatementKind    kind;
  OmStatementFamily  family;
  int                polarity;
  gboolean           retraction;
  char              *object;
  char              *key;
} OmStatement;

void        om_statement_read            (const char             *sentence,
                                          gboolean                quoted,
                                          const OmStatementEntry *entry,
                                          OmStatement            *statement);
void        om_statement_clear           (OmStatement            *statement);
const char *om_statement_kind_to_nick    (OmStatementKind         kind);
const char *om_statement_refusal_to_nick (OmStatementRefusal      refusal);
const char *om_sensitive_to_nick         (OmSensitive             category);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OmStatement, om_statement_clear)

G_END_DECLS
