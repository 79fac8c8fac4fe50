/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What traits are worked out from: what was seen in each entry, and what the person said. Nothing else has
 * a say: not the order of writing, not when it is looked at. */
#pragma once

#include "memory/om-moment.h"
#include "memory/om-trait-record.h"

G_BEGIN_DECLS

/**
 * OmTraitEntry:
 * An entry that may be evidence: written by the person, not private, not in the bin, not "not about me".
 * @memory: its row; says nothing of its place
 * @at: when it was lived, ms UTC; when it was written down if nobody knows
 * @day: its journal day
 * @offset_s: seconds east of UTC
 * @precision: how exactly that is known
 * @context: the person's, or by its words; %OM_CONTEXT_GENERAL if neither
 * @valence: -1..1, %NAN if unknown
 * @arousal: 0..1, %NAN if unknown
 * @n_words: how long it is
 */
typedef struct
{
  gint64      memory;
  gint64      at;
  gint32      day;
  gint32      offset_s;
  OmPrecision precision;
  OmContext   context;
  double      valence;
  double      arousal;
  guint       n_words;
} OmTraitEntry;

/**
 * OmTraitSighting:
 * @entry: place of the entry
 * @kind: (not owned): as in #OmTrait
 * @key: (not owned): polarity left out
 * @polarity: 1 or -1
 * @retraction: says that it no longer holds
 * @sensitive: bit per category
 * @language: (nullable): two letters, interned
 * @text: (not owned) (nullable): the sentence to show, "You ..."
 * @quote: (not owned) (nullable): the words
 * @start: where they stand, in code points
 * @length: how many
 */
typedef struct
{
  guint         entry;
  OmTraitFamily family;
  const char   *kind;
  const char   *key;
  int           polarity;
  gboolean      retraction;
  guint         sensitive;
  const char   *language;
  const char   *text;
  const char   *quote;
  guint         start;
  guint         length;
} OmTraitSighting;

/**
 * OmTraitWord:
 * What the person said of a trait.
 * @trait: (not owned): its id, or that of a group
 * @kind: (not owned): by kind, key and slot it is known should its id be another
 * @other: (not owned) (nullable): of a merge, kind and key of the other, parted by a line end
 */
typedef struct
{
  gint64        at;
  gint32        day;
  OmTraitVerb   verb;
  const char   *trait;
  const char   *kind;
  const char   *key;
  int           slot;
  const char   *text;
  OmContext     context;
  OmTraitAnswer answer;
  const char   *other;
} OmTraitWord;

/**
 * OmTraitJournal:
 * @strings: (owned): of all that follows
 * @entries: (element-type OmTraitEntry) (owned): by day, time, and what they say, so that their order never
 *   depends on when they were written
 * @sightings: (element-type OmTraitSighting) (owned): by entry, in the order of the text
 * @words: (element-type OmTraitWord) (owned): in the order in which they were said
 * @allowed: bit per sensitive category the person opted in to
 */
typedef struct
{
  GStringChunk *strings;
  GArray       *entries;
  GArray       *sightings;
  GArray       *words;
  guint         allowed;
} OmTraitJournal;

OmTraitJournal *om_trait_journal_new  (void);
void            om_trait_journal_free (OmTraitJournal *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmTraitJournal, om_trait_journal_free)

G_END_DECLS
