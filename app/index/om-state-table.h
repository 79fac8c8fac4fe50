/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a search, a filter or a formula needs to know of each memory, without its text: a dense
 * table by document, with the ids, the tags and the order in time.
 *
 * Thread: plain. Many threads may read at once, one may change it while none reads; what a getter
 * returns is valid until the next change. */
#pragma once

#include <glib.h>

#include "index/om-doc-set.h"
#include "index/om-uuid.h"
#include "memory/om-memory.h"

G_BEGIN_DECLS

/**
 * OmDocState:
 * @uuid: the memory's id as bytes
 * @happened_ms: see #OmMoment
 * @salience: value at its last event
 * @salience_at: time of that event, ms UTC
 * @last_seen_at: retrieval clock, ms UTC
 * @last_active_at: last deliberate use, ms UTC
 * @archived_at: when it was put to rest by hand, 0 if not
 * @valid_until: facts only, ms UTC, 0 while it holds
 * @valence: -1..1 or NAN
 * @arousal: 0..1 or NAN
 * @offset_s: see #OmMoment
 * @journal_day: its local day with the day starting at 04:00
 * @civil_day: its local day
 * @parent: document a section belongs to, 0 if none
 * @coactivations: number of deliberate recalls
 * @activation_count: at least 1
 * @section_index: place in the document
 * @section_count: number of sections
 * @flags: #OmMemoryFlags
 * @language: two letters, zeros if unknown; not NUL-terminated
 * @present: whether there is such a document
 * @trashed: whether it lies in the bin
 * @precision: #OmPrecision
 * @sector: primary #OmSector
 * @extra_sectors: bit per further sector
 * @type: #OmMemoryType
 * @context: #OmContext + 1, so that 0 is unknown
 * @importance: 1..10
 * @origin: #OmOrigin
 * @stage: #OmVectorStage
 * @superseded: facts only: a newer one replaced it
 *
 * Two cache lines.
 */
typedef struct
{
  guint8  uuid[OM_UUID_BYTES];
  gint64  happened_ms;
  double  salience;
  gint64  salience_at;
  gint64  last_seen_at;
  gint64  last_active_at;
  gint64  archived_at;
  gint64  valid_until;
  double  valence;
  double  arousal;
  gint32  offset_s;
  gint32  journal_day;
  gint32  civil_day;
  guint32 parent;
  guint32 coactivations;
  guint32 activation_count;
  guint16 section_index;
  guint16 section_count;
  guint16 flags;
  char    language[2];
  guint   present : 1;
  guint   trashed : 1;
  guint   precision : 2;
  guint   sector : 3;
  guint   extra_sectors : 5;
  guint   type : 3;
  guint   context : 3;
  guint   importance : 4;
  guint   origin : 2;
  guint   stage : 2;
  guint   superseded : 1;
  /*< private >*/
  guint32 tags;
} OmDocState;

G_STATIC_ASSERT (sizeof (OmDocState) == 128);

/**
 * OmTimeEntry:
 * @happened_ms: when
 * @journal_day: the day it counts to
 * @doc: the document
 * @undated: whether its date is unknown: it has its place by when it was recorded, but no day
 *
 * One place in the order of time, which is by journal day, then instant, then document.
 */
typedef struct
{
  gint64  happened_ms;
  gint32  journal_day;
  guint32 doc : 31;
  guint32 undated : 1;
} OmTimeEntry;

typedef struct _OmStateTable OmStateTable;

OmStateTable      *om_state_table_new          (void);
void               om_state_table_free         (OmStateTable       *self);

/* Changing. set replaces; `present` and the place of the tags are its own business. A NULL @tags
 * leaves the tags of a known document as they are. */
void               om_state_table_set          (OmStateTable       *self,
                                                guint32             doc,
                                                const OmDocState   *state,
                                                const guint32      *tags,
                                                guint               n_tags);
void               om_state_table_set_memory   (OmStateTable       *self,
                                                const OmMemory     *memory,
                                                const char *const  *tag_keys);
gboolean           om_state_table_remove       (OmStateTable       *self,
                                                guint32             doc);

/* Reading */
const OmDocState  *om_state_table_get          (const OmStateTable *self,
                                                guint32             doc);
guint32            om_state_table_lookup       (const OmStateTable *self,
                                                const guint8       *uuid);
guint32            om_state_table_lookup_id    (const OmStateTable *self,
                                                const char         *id);
gsize              om_state_table_count        (const OmStateTable *self);
guint32            om_state_table_get_max_doc  (const OmStateTable *self);
guint32            om_state_table_next         (const OmStateTable *self,
                                                guint32             doc);
gsize              om_state_table_get_bytes    (const OmStateTable *self);

/* Tags: an id is 1 or more, and stays as long as the table. */
guint32            om_state_table_intern_tag   (OmStateTable       *self,
                                                const char         *key);
guint32            om_state_table_lookup_tag   (const OmStateTable *self,
                                                const char         *key);
const char        *om_state_table_get_tag_key  (const OmStateTable *self,
                                                guint32             tag);
guint              om_state_table_count_tags   (const OmStateTable *self);
const guint32     *om_state_table_get_tags     (const OmStateTable *self,
                                                guint32             doc,
                                                guint              *n_tags);

/* The order of time, in runs of entries that follow one another. */
guint              om_state_table_count_runs   (const OmStateTable *self);
const OmTimeEntry *om_state_table_get_run      (const OmStateTable *self,
                                                guint               run,
                                                gsize              *n_entries);
void               om_state_table_neighbours   (const OmStateTable *self,
                                                guint32             doc,
                                                guint32            *before,
                                                guint32            *after);
void               om_state_table_collect_days (const OmStateTable *self,
                                                gint32              first_journal_day,
                                                gint32              last_journal_day,
                                                GArray             *docs);

/** om_doc_state_context: the context as its enum. */
static inline OmContext
om_doc_state_context (const OmDocState *state)
{
  return (OmContext) ((int) state->context - 1);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmStateTable, om_state_table_free)

G_END_DECLS
