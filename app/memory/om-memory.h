/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One memory as it is stored and shown: a plain, reference-counted record (engine.md section 1). */
#pragma once

#include <glib-object.h>

#include "memory/om-enums.h"
#include "memory/om-moment.h"

G_BEGIN_DECLS

#define OM_IMPORTANCE_DEFAULT 5

/* What the person can switch on for a memory. Bits, as stored. */
typedef enum
{
  OM_FLAG_PINNED = 1 << 0,      /* implies kept */
  OM_FLAG_KEPT = 1 << 1,        /* neither score nor salience fades */
  OM_FLAG_RESOLVED = 1 << 2,    /* let rest: sinks, stays findable */
  OM_FLAG_HIDDEN = 1 << 3,      /* not shown by itself */
  OM_FLAG_PRIVATE = 1 << 4,     /* only in the app's own window */
  OM_FLAG_STARRED = 1 << 5,     /* a star of the program it came from */
  OM_FLAG_CONSOLIDATED = 1 << 6, /* taken into a reflection */
  OM_FLAG_SECTOR_BY_HAND = 1 << 7, /* the sector was corrected and stays */
  OM_FLAG_MOOD_BY_HAND = 1 << 8,   /* valence and arousal were set, not estimated */
  OM_FLAG_CONFLICT = 1 << 9,       /* changed in two places: both texts are among the versions, or it came
                                    * once more from its source with this text */
  OM_FLAG_NOT_ABOUT_ME = 1 << 10,  /* a song, a quote, somebody else: never evidence for a trait */
} OmMemoryFlags;

/* Types of what another program may be given, a bit each. */
#define OM_MEMORY_TYPES_MAY_LEAVE \
  (1u << OM_MEMORY_TYPE_FACT | 1u << OM_MEMORY_TYPE_EPISODE | 1u << OM_MEMORY_TYPE_DOCUMENT)

#define OM_TYPE_MEMORY (om_memory_get_type ())

/**
 * OmMemory:
 * @row: the store's row number, also the number of the document in the indexes; 0 before it is stored
 * @id: (owned): UUID, stable for ever
 * @type: what kind of record
 * @content: (owned): the person's words, UTF-8, never changed by the program
 * @title: (owned) (nullable): a title of its own
 * @happened: when it was lived
 * @recorded_at: when it was written down, ms UTC
 * @changed_at: when text or title last changed, ms UTC
 * @sector: primary sector
 * @extra_sectors: bit per further sector (1 << OmSector)
 * @sector_confidence: 0..1, 1 if chosen by hand
 * @tags: (owned): NULL-terminated, first spelling seen, sorted by comparison key; never %NULL
 * @importance: 1..10
 * @valence: -1..1 or NAN if unknown
 * @arousal: 0..1 or NAN if unknown
 * @context: where in life
 * @flags: #OmMemoryFlags
 * @origin: who made the text
 * @language: (nullable): two letters, interned; the language its words are indexed in
 * @salience: value at its last event, 0..1
 * @salience_at: time of that event, ms UTC
 * @last_seen_at: retrieval clock of HSG, ms UTC
 * @coactivations: number of deliberate recalls
 * @last_active_at: last deliberate use, ms UTC (Ombre)
 * @activation_count: at least 1
 * @archived_at: when it was put to rest by hand, ms UTC, 0 if not
 * @trashed_at: when it went to the bin, ms UTC, 0 if not
 * @stage: how its f32 vector is kept
 * @simhash: 64 bit over canonical tokens
 * @same_hash: hash of the folded text, for exact duplicates
 * @subject: (owned) (nullable): facts only
 * @predicate: (owned) (nullable): facts only
 * @valid_from: facts only, ms UTC, 0 if unknown
 * @valid_until: facts only, ms UTC, 0 while it holds
 * @superseded_by: (owned) (nullable): id of the fact that replaced it
 * @parent_row: row of the document a section belongs to, 0 if none
 * @section_index: 0-based place in the document
 * @section_count: number of sections of the document
 * @version: 1 for a new text, one more for each edit
 * @revision: the store's counter at its last change
 * @source: (owned) (nullable): name of the format it was imported from
 * @source_key: (owned) (nullable): its id there
 * @source_data: (owned) (nullable): what the source held that has no field of its own, as JSON
 */
typedef struct
{
  /*< private >*/
  gatomicrefcount ref_count;

  /*< public >*/
  gint64         row;
  char          *id;
  OmMemoryType   type;
  char          *content;
  char          *title;
  OmMoment       happened;
  gint64         recorded_at;
  gint64         changed_at;
  OmSector       sector;
  guint          extra_sectors;
  double         sector_confidence;
  char         **tags;
  int            importance;
  double         valence;
  double         arousal;
  OmContext      context;
  guint          flags;
  OmOrigin       origin;
  const char    *language;
  double         salience;
  gint64         salience_at;
  gint64         last_seen_at;
  guint          coactivations;
  gint64         last_active_at;
  guint          activation_count;
  gint64         archived_at;
  gint64         trashed_at;
  OmVectorStage  stage;
  guint64        simhash;
  guint64        same_hash;
  char          *subject;
  char          *predicate;
  gint64         valid_from;
  gint64         valid_until;
  char          *superseded_by;
  gint64         parent_row;
  guint          section_index;
  guint          section_count;
  guint          version;
  gint64         revision;
  char          *source;
  char          *source_key;
  char          *source_data;
} OmMemory;

GType     om_memory_get_type    (void);
OmMemory *om_memory_new         (void);
OmMemory *om_memory_ref         (OmMemory       *self);
void      om_memory_unref       (OmMemory       *self);
char     *om_memory_dup_title   (const OmMemory *self);
gboolean  om_memory_has_mood    (const OmMemory *self);
gboolean  om_memory_may_leave   (const OmMemory *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmMemory, om_memory_unref)

G_END_DECLS
