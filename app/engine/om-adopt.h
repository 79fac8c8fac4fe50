/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmAdoption: memories with all that they have gone through elsewhere, wholly in or wholly out. Where an
 * intake begins a history, this carries one on: ids, versions, salience, links and acts stay what they
 * are. Analysed outside the store's write lock, written in one transaction. Thread: any one worker. */
#pragma once

#include "engine/om-engine.h"
#include "memory/om-attachment.h"
#include "store/om-store-events.h"
#include "store/om-store-files.h"
#include "store/om-store-trait-acts.h"

G_BEGIN_DECLS

/** OmAdoptOutcome: what becomes of one memory. */
typedef enum
{
  OM_ADOPT_NEW,           /* comes in as it is */
  OM_ADOPT_KNOWN,         /* is there, with this text or one that was edited since: left as it is */
  OM_ADOPT_KNOWN_DELETED, /* was here and is deleted since: not brought back */
  OM_ADOPT_SECOND,        /* is there with another text: comes in as a second memory, marked */
  OM_ADOPT_FOLLOWS,       /* a section of a document that does not come in as it is */
} OmAdoptOutcome;

/**
 * OmAdopted:
 * @memory: (owned): all but row and revision
 * @parent: (owned) (nullable): id of the document it is a section of
 * @versions: (owned) (element-type OmVersion): former texts, the first first
 * @events: (owned) (element-type OmEvent): in order; their group is the number of an act among those of
 *   om_adoption_set_acts(), their related is not read
 * @related: (owned) (element-type utf8) (nullable items): for each event the id it has to do with
 * @curve: (owned) (element-type OmCurvePoint): what is left of older events
 * @files: (owned) (element-type OmAttachment): in order; what they hold: om_adoption_add_file()
 * @undrawn: its association is still to be drawn
 * @remind_at: when it wants to be seen, ms UTC, 0 if it has no reminder
 * @remind_interval: how long it was waited for it, ms
 * @outcome: what becomes of it, once it was looked at
 */
typedef struct
{
  OmMemory      *memory;
  char          *parent;
  GPtrArray     *versions;
  GArray        *events;
  GPtrArray     *related;
  GArray        *curve;
  GPtrArray     *files;
  gboolean       undrawn;
  gint64         remind_at;
  gint64         remind_interval;
  OmAdoptOutcome outcome;

  /*< private >*/
  gpointer       analysis;
  guint64        text_hash;
  gint64         row;
} OmAdopted;

/**
 * OmAdoptReport:
 * Counts without sections.
 */
typedef struct
{
  guint    added;
  guint    known;
  guint    known_deleted;
  guint    second;
  guint    links;
  guint    files;
  guint    unpinned; /* came in kept, for twenty were pinned already */
  gboolean was_empty;
} OmAdoptReport;

/** OmAdoptRecordFunc: what is kept about it, JSON (transfer full), or %NULL for nothing; see om_adoption_set_record(). */
typedef char *(*OmAdoptRecordFunc) (const OmAdoptReport *report,
                                    gpointer             data);

/** OmAdoptFunc: told of each memory, in order; not of sections. */
typedef void (*OmAdoptFunc) (const OmAdopted *adopted,
                             gpointer         data);

typedef struct _OmAdoption OmAdoption;

OmAdopted  *om_adopted_new          (void);
void        om_adopted_free         (OmAdopted        *self);

OmAdoption *om_adoption_new         (OmEngine         *engine,
                                     const char       *source,
                                     GError          **error);
gboolean    om_adoption_add         (OmAdoption       *self,
                                     OmAdopted        *adopted,
                                     GError          **error);
OmAdopted  *om_adoption_find        (OmAdoption       *self,
                                     const char       *id);
void        om_adoption_add_link    (OmAdoption       *self,
                                     const char       *from,
                                     const char       *to,
                                     const OmWaypoint *link);
void        om_adoption_add_walk    (OmAdoption       *self,
                                     const char       *from,
                                     const char       *to,
                                     guint             act,
                                     const OmWaypoint *before,
                                     double            weight_after,
                                     gint64            walked_after);
void        om_adoption_add_key     (OmAdoption       *self,
                                     const char       *source,
                                     const char       *source_key,
                                     guint64           text_hash,
                                     const char       *id);
void        om_adoption_add_setting (OmAdoption       *self,
                                     const char       *key,
                                     const char       *value);
void        om_adoption_add_trait_act (OmAdoption     *self,
                                     OmStoreTraitAct  *act);
void        om_adoption_add_file    (OmAdoption       *self,
                                     OmStoreFile      *file);
void        om_adoption_set_record  (OmAdoption       *self,
                                     const char       *file_name,
                                     OmAdoptRecordFunc record,
                                     gpointer          data);
void        om_adoption_set_acts    (OmAdoption       *self,
                                     guint             n_acts);
gboolean    om_adoption_look        (OmAdoption       *self,
                                     OmAdoptFunc       func,
                                     gpointer          data,
                                     OmAdoptReport    *report,
                                     GCancellable     *cancellable,
                                     GError          **error);
gboolean    om_adoption_commit      (OmAdoption       *self,
                                     OmAdoptFunc       func,
                                     gpointer          data,
                                     OmAdoptReport    *report,
                                     GCancellable     *cancellable,
                                     GError          **error);
void        om_adoption_free        (OmAdoption       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmAdopted, om_adopted_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmAdoption, om_adoption_free)

G_END_DECLS
