/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmEngine: the memory engine's public face. Everything above engine/ knows only this, the records
 * of memory/ and the plain types beside this file.
 *
 * Thread: made, used and finished on one thread, whose main context its signals and callbacks run
 * in. The synchronous verbs block and may be called from any thread; they are for the command, for
 * tests and for workers, never for the window. All writing happens in order on one writer thread.
 *
 * Signals, on the engine's own thread:
 *   "changed" (gint64 revision)  something in the store changed, by this process or another; coalesced
 *   "loaded" ()                  the indexes are in memory: searches are complete from now on
 *
 * Until it is loaded the engine already writes, lists and searches (by full text, marked incomplete). */
#pragma once

#include <gio/gio.h>

#include "engine/om-clock.h"
#include "engine/om-draft.h"
#include "engine/om-filter.h"
#include "engine/om-hit.h"
#include "memory/om-past-import.h"
#include "memory/om-error.h"
#include "memory/om-memory.h"
#include "memory/om-waypoint.h"

G_BEGIN_DECLS

#define OM_TYPE_ENGINE (om_engine_get_type ())
G_DECLARE_FINAL_TYPE (OmEngine, om_engine, OM, ENGINE, GObject)

/** OmOpenFlags: how a store is opened. */
typedef enum
{
  OM_OPEN_DEFAULT = 0,
  OM_OPEN_READ_ONLY = 1 << 0, /* never writes; the file may lie on a read-only disk */
  OM_OPEN_MUST_EXIST = 1 << 1, /* a missing file is an error instead of a new store */
  OM_OPEN_TO_LOAD = 1 << 2, /* opened asynchronously, to be loaded: that begins before it is asked for */
} OmOpenFlags;

/**
 * OmRemembered:
 * @id: (owned): id of the new memory, or of the one that was known
 * @deduplicated: the text was known: nothing new was stored, the old memory was refreshed
 * @near_duplicate: (owned) (nullable): id of a memory that says nearly the same
 * @sections: number of sections a long document was cut into, 0 for any other
 */
typedef struct
{
  char    *id;
  gboolean deduplicated;
  char    *near_duplicate;
  guint    sections;
} OmRemembered;

void om_remembered_free (OmRemembered *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmRemembered, om_remembered_free)

/**
 * OmChange:
 * What an edit changes; a field that is not named in @fields stays as it is.
 *
 * %OM_CHANGE_GOES_ON is no field. It says that the text that is there was saved by the same writing, a
 * moment ago, and does not become a version of its own. Where anybody else wrote meanwhile it counts for
 * nothing.
 */
typedef enum
{
  OM_CHANGE_CONTENT = 1 << 0,
  OM_CHANGE_TITLE = 1 << 1,
  OM_CHANGE_HAPPENED = 1 << 2,
  OM_CHANGE_TAGS = 1 << 3,
  OM_CHANGE_SECTOR = 1 << 4,
  OM_CHANGE_TYPE = 1 << 5,
  OM_CHANGE_IMPORTANCE = 1 << 6,
  OM_CHANGE_MOOD = 1 << 7,
  OM_CHANGE_CONTEXT = 1 << 8,
  OM_CHANGE_FLAGS = 1 << 9,
  OM_CHANGE_GOES_ON = 1 << 10,
} OmChange;

/**
 * OmSearch:
 * @query: (owned): what was typed: words, "exact phrases", and operators (tag:, sector:, type:,
 *   before:, after:, is:), see engine/om-query.h
 * @k: the most results wanted, 1..1000
 * @filter: (owned) (nullable): besides the operators
 * @include_private: the app's own window and the owner's own command only
 * @include_traits: tell traits, too, beside the memories
 * @quick: for who asks at every letter: where signs would have to be looked for in all texts, it is done in the
 *   newest alone
 * @way: for the histories of what is recalled: how that came about
 * @program: (owned) (nullable): key of the program on the bus that recalls
 */
typedef struct
{
  char     *query;
  guint     k;
  OmFilter *filter;
  gboolean  include_private;
  gboolean  include_traits;
  gboolean  quick;
  OmRecallWay way;
  char     *program;
} OmSearch;

OmSearch *om_search_new  (const char *query,
                          guint       k);
OmSearch *om_search_copy (const OmSearch *self);
void      om_search_free (OmSearch *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmSearch, om_search_free)

/** OmStats: counts of the store. */
typedef struct
{
  guint  memories; /* not in the bin, without sections */
  guint  binned;
  guint  sections;
  guint  waypoints;
  guint  tags;
  guint  versions;
  guint  by_sector[OM_N_SECTORS];
  guint  by_type[OM_N_MEMORY_TYPES];
  guint  by_tier[OM_N_TIERS];
  guint  by_vividness[OM_N_VIVIDNESS];
  guint  by_stage[OM_N_VECTOR_STAGES];
  OmMoment first_happened; /* of dated ones, with the place's own offset; unknown if there is none */
  OmMoment last_happened;
  gint64 revision;
  gint64 bytes; /* of the store's files */
} OmStats;

/**
 * OmRelated:
 * A memory at the other end of a link.
 * @memory: (owned): it
 * @waypoint: the link, with its stored weight
 * @outgoing: whether the link leads from the memory asked about to @memory
 * @present_weight: the link's weight now, 0..1; what was not walked for long has grown weak
 */
typedef struct
{
  OmMemory  *memory;
  OmWaypoint waypoint;
  gboolean   outgoing;
  double     present_weight;
} OmRelated;

void om_related_free (OmRelated *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmRelated, om_related_free)

/** OmTagUse: a tag and how many memories carry it. */
typedef struct
{
  char *name; /* (owned): as first spelled */
  guint count;
} OmTagUse;

void om_tag_use_free (OmTagUse *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmTagUse, om_tag_use_free)

/**
 * OmHistoryEvent:
 * @at: when, ms UTC
 * @cause: why
 * @related_id: (owned) (nullable): the memory it came from (spreading, duplicate, reflection)
 * @before: salience just before
 * @after: salience just after
 * @stored: salience as it is stored after it, and
 * @stored_at: of when: the event itself, or an earlier one if this one left salience alone
 * @coactivations: deliberate recalls so far, after it
 * @last_seen_at: retrieval clock after it
 * @last_active_at: last deliberate use, after it
 * @activation_count: deliberate uses so far, after it
 * @flags: #OmMemoryFlags after it
 * @archived_at: when it was put to rest by hand, after it; 0 if it was not at rest so
 * @group: number by which it can be undone, 0 if not
 * @undone: it was taken back
 * @way: of a recall: how it came about
 * @program: (owned) (nullable): name of the program on the bus that recalled it, while that is known
 */
typedef struct
{
  gint64       at;
  OmEventCause cause;
  OmRecallWay  way;
  char        *program;
  char        *related_id;
  double       before;
  double       after;
  double       stored;
  gint64       stored_at;
  guint        coactivations;
  gint64       last_seen_at;
  gint64       last_active_at;
  guint        activation_count;
  guint        flags;
  gint64       archived_at;
  gint64       group;
  gboolean     undone;
} OmHistoryEvent;

/** OmSaliencePoint: what is left of events older than the newest 48; approximate. */
typedef struct
{
  gint64 at;
  double salience;
} OmSaliencePoint;

/**
 * OmForecast:
 * When something comes to pass if nobody touches the memory; ms UTC, %G_MAXINT64 for never, 0 if it has
 * already.
 * @fading_at: vividness falls below Clear
 * @resting_at: it goes to rest
 */
typedef struct
{
  gint64 fading_at;
  gint64 resting_at;
} OmForecast;

/**
 * OmHistory:
 * @events: (element-type OmHistoryEvent) (owned): oldest first
 * @points: (element-type OmSaliencePoint) (owned): older than all events, ascending
 * @forecast: what is to come
 */
typedef struct
{
  GPtrArray *events;
  GArray    *points;
  OmForecast forecast;
} OmHistory;

void om_history_free (OmHistory *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmHistory, om_history_free)

/** OmListItem: one row of a list, without its text. */
typedef struct
{
  gint64   row;
  OmMoment happened;
} OmListItem;

/* Opening and closing */
OmEngine  *om_engine_new               (void);
void       om_engine_set_clock         (OmEngine            *self,
                                        OmClock              clock,
                                        gpointer             data);
gint64     om_engine_now               (OmEngine            *self);
char      *om_engine_dup_default_path  (void);
gboolean   om_engine_open              (OmEngine            *self,
                                        const char          *path,
                                        OmOpenFlags          flags,
                                        GCancellable        *cancellable,
                                        GError             **error);
void       om_engine_open_async        (OmEngine            *self,
                                        const char          *path,
                                        OmOpenFlags          flags,
                                        GCancellable        *cancellable,
                                        GAsyncReadyCallback  callback,
                                        gpointer             data);
gboolean   om_engine_open_finish       (OmEngine            *self,
                                        GAsyncResult        *result,
                                        GError             **error);
gboolean   om_engine_load              (OmEngine            *self,
                                        GCancellable        *cancellable,
                                        GError             **error);
void       om_engine_load_async        (OmEngine            *self,
                                        GCancellable        *cancellable,
                                        GAsyncReadyCallback  callback,
                                        gpointer             data);
gboolean   om_engine_load_finish       (OmEngine            *self,
                                        GAsyncResult        *result,
                                        GError             **error);
gboolean   om_engine_is_loaded         (OmEngine            *self);
const char *om_engine_get_path         (OmEngine            *self);
void       om_engine_close             (OmEngine            *self);
void       om_engine_close_async       (OmEngine            *self,
                                        GAsyncReadyCallback  callback,
                                        gpointer             data);
void       om_engine_close_finish      (OmEngine            *self,
                                        GAsyncResult        *result);

/* Writing */
OmRemembered *om_engine_remember        (OmEngine            *self,
                                         const OmDraft       *draft,
                                         GCancellable        *cancellable,
                                         GError             **error);
void          om_engine_remember_async  (OmEngine            *self,
                                         const OmDraft       *draft,
                                         GCancellable        *cancellable,
                                         GAsyncReadyCallback  callback,
                                         gpointer             data);
OmRemembered *om_engine_remember_finish (OmEngine            *self,
                                         GAsyncResult        *result,
                                         GError             **error);
gboolean      om_engine_edit            (OmEngine            *self,
                                         const char          *id,
                                         OmChange             fields,
                                         const OmMemory      *values,
                                         guint                base_version,
                                         GCancellable        *cancellable,
                                         GError             **error);
void          om_engine_edit_async      (OmEngine            *self,
                                         const char          *id,
                                         OmChange             fields,
                                         const OmMemory      *values,
                                         guint                base_version,
                                         GCancellable        *cancellable,
                                         GAsyncReadyCallback  callback,
                                         gpointer             data);
OmMemory     *om_engine_edit_finish     (OmEngine            *self,
                                         GAsyncResult        *result,
                                         GError             **error);
gboolean      om_engine_bin             (OmEngine            *self,
                                         const char *const   *ids,
                                         GCancellable        *cancellable,
                                         GError             **error);
void          om_engine_bin_async       (OmEngine            *self,
                                         const char *const   *ids,
                                         GCancellable        *cancellable,
                                         GAsyncReadyCallback  callback,
                                         gpointer             data);
gboolean      om_engine_bin_finish      (OmEngine            *self,
                                         GAsyncResult        *result,
                                         GError             **error);
gboolean      om_engine_restore         (OmEngine            *self,
                                         const char *const   *ids,
                                         GCancellable        *cancellable,
                                         GError             **error);
void          om_engine_restore_async   (OmEngine            *self,
                                         const char *const   *ids,
                                         GCancellable        *cancellable,
                                         GAsyncReadyCallback  callback,
                                         gpointer             data);
gboolean      om_engine_restore_finish  (OmEngine            *self,
                                         GAsyncResult        *result,
                                         GError             **error);
gboolean      om_engine_empty_bin       (OmEngine            *self,
                                         const char *const   *ids,
                                         GCancellable        *cancellable,
                                         GError             **error);
gboolean      om_engine_link            (OmEngine            *self,
                                         const char          *source_id,
                                         const char          *target_id,
                                         GCancellable        *cancellable,
                                         GError             **error);
gboolean      om_engine_unlink          (OmEngine            *self,
                                         const char          *source_id,
                                         const char          *target_id,
                                         GCancellable        *cancellable,
                                         GError             **error);

gboolean      om_engine_undo            (OmEngine            *self,
                                         gint64               group,
                                         guint               *n_restored,
                                         GCancellable        *cancellable,
                                         GError             **error);
void          om_engine_undo_async      (OmEngine            *self,
                                         gint64               group,
                                         GCancellable        *cancellable,
                                         GAsyncReadyCallback  callback,
                                         gpointer             data);
gboolean      om_engine_undo_finish     (OmEngine            *self,
                                         GAsyncResult        *result,
                                         guint               *n_restored,
                                         GError             **error);
void          om_engine_empty_bin_async (OmEngine           *self,
                                         const char *const   *ids,
                                         GCancellable        *cancellable,
                                         GAsyncReadyCallback  callback,
                                         gpointer             data);
gboolean      om_engine_empty_bin_finish (OmEngine          *self,
                                         GAsyncResult        *result,
                                         GError             **error);
void          om_engine_link_async      (OmEngine            *self,
                                         const char          *source_id,
                                         const char          *target_id,
                                         gboolean             link,
                                         GCancellable        *cancellable,
                                         GAsyncReadyCallback  callback,
                                         gpointer             data);
gboolean      om_engine_link_finish     (OmEngine            *self,
                                         GAsyncResult        *result,
                                         GError             **error);
gboolean      om_engine_tag             (OmEngine            *self,
                                         const char *const   *ids,
                                         const char *const   *add,
                                         const char *const   *remove,
                                         GCancellable        *cancellable,
                                         GError             **error);
void          om_engine_tag_async       (OmEngine            *self,
                                         const char *const   *ids,
                                         const char *const   *add,
                                         const char *const   *remove,
                                         GCancellable        *cancellable,
                                         GAsyncReadyCallback  callback,
                                         gpointer             data);
gboolean      om_engine_tag_finish      (OmEngine            *self,
                                         GAsyncResult        *result,
                                         GError             **error);

/* Reading */
OmMemory   *om_engine_get              (OmEngine            *self,
                                        const char          *id,
                                        GCancellable        *cancellable,
                                        GError             **error);
void        om_engine_get_async        (OmEngine            *self,
                                        const char          *id,
                                        GCancellable        *cancellable,
                                        GAsyncReadyCallback  callback,
                                        gpointer             data);
OmMemory   *om_engine_get_finish       (OmEngine            *self,
                                        GAsyncResult        *result,
                                        GError             **error);
char       *om_engine_find_id          (OmEngine            *self,
                                        const char          *prefix,
                                        GCancellable        *cancellable,
                                        GError             **error);
void        om_engine_dup_ids_async    (OmEngine            *self,
                                        const gint64        *rows,
                                        gsize                n_rows,
                                        GCancellable        *cancellable,
                                        GAsyncReadyCallback  callback,
                                        gpointer             data);
char      **om_engine_dup_ids_finish   (OmEngine            *self,
                                        GAsyncResult        *result,
                                        GError             **error);
GPtrArray  *om_engine_get_rows         (OmEngine            *self,
                                        const gint64        *rows,
                                        gsize                n_rows,
                                        GCancellable        *cancellable,
                                        GError             **error);
void        om_engine_get_rows_async   (OmEngine            *self,
                                        const gint64        *rows,
                                        gsize                n_rows,
                                        GCancellable        *cancellable,
                                        GAsyncReadyCallback  callback,
                                        gpointer             data);
GPtrArray  *om_engine_get_rows_finish  (OmEngine            *self,
                                        GAsyncResult        *result,
                                        GError             **error);
GArray     *om_engine_list             (OmEngine            *self,
                                        const OmFilter      *filter,
                                        OmSort               sort,
                                        GCancellable        *cancellable,
                                        GError             **error);
void        om_engine_list_async       (OmEngine            *self,
                                        const OmFilter      *filter,
                                        OmSort               sort,
                                        GCancellable        *cancellable,
                                        GAsyncReadyCallback  callback,
                                        gpointer             data);
GArray     *om_engine_list_finish      (OmEngine            *self,
                                        GAsyncResult        *result,
                                        GError             **error);
OmAnswer   *om_engine_search           (OmEngine            *self,
                                        const OmSearch      *search,
                                        GCancellable        *cancellable,
                                        GError             **error);
void        om_engine_search_async     (OmEngine            *self,
                                        const OmSearch      *search,
                                        GCancellable        *cancellable,
                                        GAsyncReadyCallback  callback,
                                        gpointer             data);
OmAnswer   *om_engine_search_finish    (OmEngine            *self,
                                        GAsyncResult        *result,
                                        GError             **error);
OmAnswer   *om_engine_recall           (OmEngine            *self,
                                        const OmSearch      *search,
                                        GCancellable        *cancellable,
                                        GError             **error);
void        om_engine_recall_async     (OmEngine            *self,
                                        const OmSearch      *search,
                                        GCancellable        *cancellable,
                                        GAsyncReadyCallback  callback,
                                        gpointer             data);
OmAnswer   *om_engine_recall_finish    (OmEngine            *self,
                                        GAsyncResult        *result,
                                        GError             **error);
GPtrArray  *om_engine_get_versions     (OmEngine            *self,
                                        const char          *id,
                                        GCancellable        *cancellable,
                                        GError             **error);
GArray     *om_engine_get_waypoints    (OmEngine            *self,
                                        const char          *id,
                                        GCancellable        *cancellable,
                                        GError             **error);
void        om_engine_get_versions_async (OmEngine          *self,
                                        const char          *id,
                                        GCancellable        *cancellable,
                                        GAsyncReadyCallback  callback,
                                        gpointer             data);
GPtrArray  *om_engine_get_versions_finish (OmEngine         *self,
                                        GAsyncResult        *result,
                                        GError             **error);
GPtrArray  *om_engine_get_related      (OmEngine            *self,
                                        const char          *id,
                                        GCancellable        *cancellable,
                                        GError             **error);
void        om_engine_get_related_async (OmEngine           *self,
                                        const char          *id,
                                        GCancellable        *cancellable,
                                        GAsyncReadyCallback  callback,
                                        gpointer             data);
GPtrArray  *om_engine_get_related_finish (OmEngine          *self,
                                        GAsyncResult        *result,
                                        GError             **error);
GPtrArray  *om_engine_get_tags         (OmEngine            *self,
                                        GCancellable        *cancellable,
                                        GError             **error);
void        om_engine_get_tags_async   (OmEngine            *self,
                                        GCancellable        *cancellable,
                                        GAsyncReadyCallback  callback,
                                        gpointer             data);
GPtrArray  *om_engine_get_tags_finish  (OmEngine            *self,
                                        GAsyncResult        *result,
                                        GError             **error);
void        om_engine_explain_sector_async (OmEngine        *self,
                                        const char          *id,
                                        OmSector             sector,
                                        GCancellable        *cancellable,
                                        GAsyncReadyCallback  callback,
                                        gpointer             data);
char      **om_engine_explain_sector_finish (OmEngine       *self,
                                        GAsyncResult        *result,
                                        GError             **error);
GPtrArray  *om_engine_list_imports     (OmEngine            *self,
                                        gint64               id,
                                        GCancellable        *cancellable,
                                        GError             **error);
void        om_engine_list_imports_async (OmEngine          *self,
                                        gint64               id,
                                        GCancellable        *cancellable,
                                        GAsyncReadyCallback  callback,
                                        gpointer             data);
GPtrArray  *om_engine_list_imports_finish (OmEngine         *self,
                                        GAsyncResult        *result,
                                        GError             **error);
OmHistory  *om_engine_get_history      (OmEngine            *self,
                                        const char          *id,
                                        GCancellable        *cancellable,
                                        GError             **error);
void        om_engine_get_history_async (OmEngine           *self,
                                        const char          *id,
                                        GCancellable        *cancellable,
                                        GAsyncReadyCallback  callback,
                                        gpointer             data);
OmHistory  *om_engine_get_history_finish (OmEngine          *self,
                                        GAsyncResult        *result,
                                        GError             **error);
gint64      om_engine_curve_beginning  (const OmHistory     *history,
                                        const OmMemory      *memory);
double      om_engine_salience_at      (OmEngine            *self,
                                        const OmHistory     *history,
                                        const OmMemory      *memory,
                                        gint64               at);
int         om_engine_vividness_at     (OmEngine            *self,
                                        const OmHistory     *history,
                                        const OmMemory      *memory,
                                        gint64               at);
int         om_engine_get_resting_line (OmEngine            *self,
                                        const OmMemory      *memory);
gboolean    om_engine_get_stats        (OmEngine            *self,
                                        OmStats             *stats,
                                        GCancellable        *cancellable,
                                        GError             **error);
double      om_engine_present_salience (OmEngine            *self,
                                        const OmMemory      *memory);
OmVividness om_engine_get_vividness    (OmEngine            *self,
                                        const OmMemory      *memory,
                                        int                 *percent);

G_END_DECLS
