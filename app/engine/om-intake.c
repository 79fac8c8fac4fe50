/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many entries at once: analysed by workers while they are read, written in one transaction. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-intake.h"

#include "engine/om-attachments-private.h"
#include "engine/om-document.h"
#include "engine/om-engine-private.h"
#include "engine/om-remember.h"
#include "store/om-store-files.h"
#include "store/om-store-imports.h"
#include "store/om-store-memories.h"
#include "store/om-store-waypoints.h"
#include "text/om-fold.h"

/* Two workers: more would take the processor from the window. */
#define N_WORKERS 2

/* Entries read but not yet analysed; past this the reader waits. */
#define MAX_AHEAD 64

/**
 * Staged:
 * One entry on its way.
 */
typedef struct
{
  OmMemory   *memory;   /* (owned) */
  OmAnalysis *analysis; /* (owned) (nullable): filled by a worker */
  OmSector    sector;   /* as the draft says */
  char      **links;    /* (owned) (nullable): source keys */
  double     *link_weights; /* (owned) (nullable): of associations the source drew */
  GPtrArray  *files;    /* (owned) (nullable) (element-type OmStoreFile) */
  guint64     text_hash;
  gboolean    known;    /* somebody else brought it in meanwhile */
} Staged;

/**
 * Late:
 * Files of an entry that came in before, perhaps without them.
 */
typedef struct
{
  gint64     row;
  GPtrArray *files; /* (owned) (element-type OmStoreFile) */
} Late;

struct _OmIntake
{
  OmEngine    *engine;      /* (owned) */
  OmAnalyser   analyser;    /* the engine's */
  gboolean     as_if_lived;
  GPtrArray   *staged;      /* (owned) (element-type Staged): in the order they came */
  GPtrArray   *late;        /* (owned) (element-type Late) */
  GPtrArray   *unread;      /* (owned) (element-type utf8): files that could not be read */
  GHashTable  *keys;        /* (owned): "source key" -> Staged of this import, the last with it */
  GHashTable  *seen;        /* (owned): "source key hash" of this import */
  GHashTable  *texts;       /* (owned): hashes of texts of this import */
  GThreadPool *pool;        /* (owned) */
  GMutex       mutex;
  GCond        progress;
  guint        n_ahead;     /* (mutex): pushed and not yet analysed */
  guint        n_links;
  guint        n_files;
  OmIntakeRecordFunc record; /* (nullable): what is kept about the import */
  gpointer     record_data;
  const char  *record_format;    /* (not owned) */
  const char  *record_file_name; /* (not owned) */
};

static void
staged_free (gpointer data)
{
  Staged *staged = data;

  om_memory_unref (staged->memory);
  om_analysis_free (staged->analysis);
  g_strfreev (staged->links);
  g_free (staged->link_weights);
  g_clear_pointer (&staged->files, g_ptr_array_unref);
  g_free (staged);
}

static void
late_free (gpointer data)
{
  Late *late = data;

  g_ptr_array_unref (late->files);
  g_free (late);
}

static void
analyse (gpointer data,
         gpointer user_data)
{
  Staged *staged = data;
  OmIntake *self = user_data;

  staged->analysis = om_document_analyse (&self->analyser, staged->memory->title, staged->memory->content, staged->sector);
  g_mutex_lock (&self->mutex);
  self->n_ahead--;
  g_cond_signal (&self->progress);
  g_mutex_unlock (&self->mutex);
}

static void
wait_for_workers (OmIntake *self,
                  guint     n_left)
{
  g_mutex_lock (&self->mutex);
  while (self->n_ahead > n_left)
    g_cond_wait (&self->progress, &self->mutex);
  g_mutex_unlock (&self->mutex);
}

/**
 * om_intake_new:
 * @engine: an open engine
 * @as_if_lived: clocks of the entries are those of their time; %FALSE: those of the import
 * @error: return location
 *
 * Returns: (transfer full) (nullable): an import that holds nothing yet
 */
OmIntake *
om_intake_new (OmEngine *engine,
               gboolean  as_if_lived,
               GError  **error)
{
  OmIntake *self;

  g_return_val_if_fail (OM_IS_ENGINE (engine), NULL);

  if (om_engine_refuse_closed (engine, FALSE, error))
    return NULL;

  self = g_new0 (OmIntake, 1);
  self->engine = g_object_ref (engine);
  self->analyser = om_engine_get_analyser (engine);
  self->as_if_lived = as_if_lived;
  self->staged = g_ptr_array_new_with_free_func (staged_free);
  self->late = g_ptr_array_new_with_free_func (late_free);
  self->unread = g_ptr_array_new_with_free_func (g_free);
  self->keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->texts = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_mutex_init (&self->mutex);
  g_cond_init (&self->progress);
  self->pool = g_thread_pool_new (analyse, self, N_WORKERS, FALSE, NULL);
  return self;
}

/* What is known of the entry ------------------------------------------------------------------- */

typedef struct
{
  const OmDraft  *draft;
  guint64         text_hash;
  OmIntakeOutcome outcome;
  gint64          row; /* of a known entry */
} KnownArgs;

static gpointer
look_up (OmEngine     *engine,
         OmStore      *store,
         gpointer      data,
         GCancellable *cancellable,
         GError      **error)
{
  KnownArgs *args = data;
  g_autoptr (GArray) same = NULL;

  args->outcome = OM_INTAKE_ADDED;
  if (args->draft->source != NULL && args->draft->source_key != NULL)
    {
      g_auto (OmImportKey) key = { 0 };

      if (!om_store_import_key_find (store, args->draft->source, args->draft->source_key, args->text_hash, &key, error))
        return NULL;
      args->row = key.row;
      if (key.known == OM_IMPORT_KEY_KNOWN)
        args->outcome = OM_INTAKE_KNOWN;
      else if (key.known == OM_IMPORT_KEY_DELETED)
        args->outcome = OM_INTAKE_KNOWN_DELETED;
      else if (key.known == OM_IMPORT_KEY_CHANGED)
        args->outcome = OM_INTAKE_CHANGED_AT_SOURCE;
      if (args->outcome != OM_INTAKE_ADDED)
        return OM_ENGINE_DONE;
    }
  same = om_store_find_same (store, args->text_hash, error);
  if (same == NULL)
    return NULL;
  if (same->len > 0)
    args->outcome = OM_INTAKE_ADDED_SAME_TEXT;
  return OM_ENGINE_DONE;
}

static char *
key_of (const OmDraft *draft)
{
  return draft->source != NULL && draft->source_key != NULL ? g_strconcat (draft->source, "\n", draft->source_key, NULL) : NULL;
}

static guint64
hash_text (const OmDraft *draft)
{
  g_autofree char *text = om_analysis_join (draft->title, draft->content);
  g_autofree char *folded = om_fold_same (text);

  return om_fold_hash (folded);
}

static char *
key_and_text (const char *key,
              guint64     text_hash)
{
  return key != NULL ? g_strdup_printf ("%s\n%" G_GINT64_MODIFIER "x", key, text_hash) : NULL;
}

/* The same key twice in one import: the same text is known by then, another is a second entry. */
static gboolean
is_known_here (OmIntake        *self,
               const char      *key,
               guint64          text_hash,
               OmIntakeOutcome *outcome)
{
  g_autofree char *seen = key_and_text (key, text_hash);

  if (key != NULL && g_hash_table_contains (self->keys, key))
    *outcome = g_hash_table_contains (self->seen, seen) ? OM_INTAKE_KNOWN : OM_INTAKE_CHANGED_AT_SOURCE;
  else if (*outcome == OM_INTAKE_ADDED && g_hash_table_contains (self->texts, &text_hash))
    *outcome = OM_INTAKE_ADDED_SAME_TEXT;
  return *outcome == OM_INTAKE_KNOWN;
}

static void
set_clocks (OmIntake      *self,
            OmMemory      *memory,
            const OmDraft *draft)
{
  /* An undated entry has been lived at no time that could be believed. */
  if (!self->as_if_lived || memory->happened.precision == OM_PRECISION_UNKNOWN)
    return;
  memory->salience_at = memory->last_seen_at = memory->last_active_at = memory->happened.ms;
  if (draft->last_seen_ms > memory->happened.ms)
    memory->salience_at = memory->last_seen_at = MIN (draft->last_seen_ms, om_engine_now (self->engine));
  if (draft->salience >= 0 && draft->salience <= 1)
    memory->salience = draft->salience;
}

/* The files of a draft may be gone once it is: they are copied now. One that cannot be read is named, and its
 * entry comes in without it. */
static gboolean
stage_files (OmIntake      *self,
             const OmDraft *draft,
             GPtrArray    **files,
             GCancellable  *cancellable,
             GError       **error)
{
  g_autoptr (GPtrArray) staged = g_ptr_array_new_with_free_func ((GDestroyNotify) om_store_file_free);

  for (guint i = 0; draft->attachments != NULL && i < draft->attachments->len; i++)
    {
      const OmDraftAttachment *attachment = g_ptr_array_index (draft->attachments, i);
      g_autoptr (GError) local = NULL;
      OmStoreFile *file = om_attachment_stage (om_engine_get_path (self->engine), attachment, cancellable, &local);

      if (file != NULL)
        g_ptr_array_add (staged, file);
      else if (g_error_matches (local, OM_ERROR, OM_ERROR_NOT_FOUND) || g_error_matches (local, OM_ERROR, OM_ERROR_INVALID))
        g_ptr_array_add (self->unread, g_strdup (attachment->name));
      else
        {
          g_propagate_error (error, g_steal_pointer (&local));
          return FALSE;
        }
    }
  *files = staged->len > 0 ? g_steal_pointer (&staged) : NULL;
  return TRUE;
}

/* The text of the entry is known; its files may not be. */
static gboolean
stage_late (OmIntake      *self,
            const OmDraft *draft,
            gint64         row,
            GCancellable  *cancellable,
            GError       **error)
{
  GPtrArray *files;
  Late *late;

  if (row == 0)
    return TRUE;
  if (!stage_files (self, draft, &files, cancellable, error))
    return FALSE;
  if (files == NULL)
    return TRUE;
  late = g_new0 (Late, 1);
  late->row = row;
  late->files = files;
  g_ptr_array_add (self->late, late);
  return TRUE;
}

/**
 * om_intake_add:
 * @draft: the next entry, with its files
 * @outcome: (out): what became of it
 * @error: return location; %OM_ERROR_INVALID and %OM_ERROR_ENCODING for an entry that cannot be taken,
 *   after which the import may go on without it
 *
 * Nothing is in the store before om_intake_commit().
 */
gboolean
om_intake_add (OmIntake        *self,
               const OmDraft   *draft,
               OmIntakeOutcome *outcome,
               GCancellable    *cancellable,
               GError         **error)
{
  g_autoptr (GTimeZone) zone = g_time_zone_new_utc ();
  OmWriteContext context = { .now = om_engine_now (self->engine), .zone = zone };
  g_autoptr (OmMemory) memory = om_remember_record (&context, draft, error);
  g_autofree char *key = key_of (draft);
  KnownArgs args = { .draft = draft };
  GPtrArray *files;
  Staged *staged;

  if (memory == NULL || g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  args.text_hash = hash_text (draft);
  if (om_engine_read (self->engine, look_up, &args, cancellable, error) == NULL)
    return FALSE;
  *outcome = args.outcome;
  if (args.outcome == OM_INTAKE_KNOWN && !stage_late (self, draft, args.row, cancellable, error))
    return FALSE;
  if (args.outcome == OM_INTAKE_KNOWN || args.outcome == OM_INTAKE_KNOWN_DELETED ||
      is_known_here (self, key, args.text_hash, outcome))
    return TRUE;

  if (!stage_files (self, draft, &files, cancellable, error))
    return FALSE;
  if (*outcome == OM_INTAKE_CHANGED_AT_SOURCE)
    memory->flags |= OM_FLAG_CONFLICT;
  set_clocks (self, memory, draft);
  staged = g_new0 (Staged, 1);
  staged->memory = g_steal_pointer (&memory);
  staged->sector = draft->sector;
  staged->links = g_strdupv (draft->links);
  if (draft->links != NULL && draft->link_weights != NULL)
    staged->link_weights = g_memdup2 (draft->link_weights,
                                      g_strv_length (draft->links) * sizeof *draft->link_weights);
  staged->files = files;
  staged->text_hash = args.text_hash;
  g_ptr_array_add (self->staged, staged);
  if (key != NULL)
    {
      g_hash_table_add (self->seen, key_and_text (key, args.text_hash));
      g_hash_table_replace (self->keys, g_steal_pointer (&key), staged);
    }
  g_hash_table_add (self->texts, g_memdup2 (&args.text_hash, sizeof args.text_hash));

  g_mutex_lock (&self->mutex);
  self->n_ahead++;
  g_mutex_unlock (&self->mutex);
  g_thread_pool_push (self->pool, staged, NULL);
  wait_for_workers (self, MAX_AHEAD);
  return TRUE;
}

/* Writing --------------------------------------------------------------------------------------- */

/* Since the entry was looked up another program may have brought it in; now nobody else writes. */
static gboolean
look_again (const OmWriteContext *context,
            Staged               *staged,
            GError              **error)
{
  OmMemory *memory = staged->memory;
  g_auto (OmImportKey) key = { 0 };

  staged->known = FALSE;
  if (memory->source == NULL || memory->source_key == NULL)
    return TRUE;
  if (!om_store_import_key_find (context->store, memory->source, memory->source_key, staged->text_hash, &key, error))
    return FALSE;
  staged->known = key.known == OM_IMPORT_KEY_KNOWN || key.known == OM_IMPORT_KEY_DELETED;
  if (staged->known)
    memory->row = key.deleted ? 0 : key.row;
  return TRUE;
}

static gboolean
write_entry (OmIntake             *self,
             const OmWriteContext *context,
             Staged               *staged,
             GError              **error)
{
  OmMemory *memory = staged->memory;
  OmEventCause cause = memory->origin == OM_ORIGIN_IMPORT ? OM_EVENT_IMPORTED : OM_EVENT_CREATED;

  if (!look_again (context, staged, error))
    return FALSE;
  if (staged->known)
    return TRUE;
  if (!om_remember_insert (context, memory, staged->analysis, cause, NULL, error) ||
      !om_attachments_write (context, memory->row, staged->files, FALSE, &self->n_files, error))
    return FALSE;
  return memory->source == NULL || memory->source_key == NULL ||
         om_store_import_key_add (context->store, memory->source, memory->source_key, staged->text_hash, memory->row,
                                  memory->id, error);
}

/* Links of the source lead to entries of this import, or to ones that came before. */
static gint64
find_target (OmIntake             *self,
             const OmWriteContext *context,
             const OmMemory       *memory,
             const char           *source_key,
             GError              **error)
{
  g_autofree char *key = g_strconcat (memory->source, "\n", source_key, NULL);
  const Staged *staged = g_hash_table_lookup (self->keys, key);
  g_auto (OmImportKey) known = { 0 };

  if (staged != NULL)
    return staged->memory->row;
  if (!om_store_import_key_find (context->store, memory->source, source_key, 0, &known, error))
    return -1;
  return known.deleted ? 0 : known.row;
}

static gboolean
write_links (OmIntake             *self,
             const OmWriteContext *context,
             const Staged         *staged,
             GError              **error)
{
  /* Keys are those of one source. Links of an entry that somebody else brought in came with it. */
  if (staged->memory->source == NULL || staged->known)
    return TRUE;
  for (guint i = 0; staged->links != NULL && staged->links[i] != NULL; i++)
    {
      gint64 target = find_target (self, context, staged->memory, staged->links[i], error);
      OmWaypoint waypoint = { staged->memory->row, target, 1.0, OM_WAYPOINT_HAND, context->now, context->now };

      if (staged->link_weights != NULL)
        {
          waypoint.kind = OM_WAYPOINT_ASSOCIATION;
          waypoint.weight = CLAMP (staged->link_weights[i], 0, 1);
        }
      else if (staged->memory->type == OM_MEMORY_TYPE_REFLECTION)
        waypoint.kind = OM_WAYPOINT_REFLECTION;

      if (target < 0)
        return FALSE;
      if (target == 0 || target == staged->memory->row)
        continue;
      if (!om_store_waypoint_put (context->store, &waypoint, error))
        return FALSE;
      self->n_links++;
    }
  return TRUE;
}

/* Whoever lies in the bin or is gone by now gets nothing. */
static gboolean
write_late (OmIntake             *self,
            const OmWriteContext *context,
            const Late           *late,
            GError              **error)
{
  g_autoptr (GError) local = NULL;
  g_autoptr (OmMemory) memory = om_store_memory_get (context->store, late->row, &local);

  if (memory == NULL && !g_error_matches (local, OM_ERROR, OM_ERROR_NOT_FOUND))
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  return memory == NULL || memory->trashed_at != 0 ||
         om_attachments_write (context, late->row, late->files, FALSE, &self->n_files, error);
}

/* What came of it, in the same transaction. */
static gboolean
write_record (OmIntake             *self,
              const OmWriteContext *context,
              GError              **error)
{
  g_autofree char *report = NULL;

  if (self->record == NULL)
    return TRUE;
  report = self->record (self->n_links, self->n_files, self->record_data);
  return om_store_import_add (context->store, context->now, self->record_format, self->record_file_name, report,
                              error) >= 0;
}

/* As if it had never been tried. */
static void
forget_rows (OmIntake *self)
{
  self->n_links = 0;
  self->n_files = 0;
  for (guint i = 0; i < self->staged->len; i++)
    {
      Staged *staged = g_ptr_array_index (self->staged, i);

      staged->memory->row = 0;
      staged->memory->section_count = 0;
    }
}

static gpointer
write_all (const OmWriteContext *context,
           gpointer              data,
           GCancellable         *cancellable,
           GError              **error)
{
  OmIntake *self = data;
  gboolean written = TRUE;

  /* Set before: also the wait for other programs can be cut short. */
  om_store_set_cancellable (context->store, cancellable);
  if (!om_store_begin (context->store, error))
    {
      om_store_set_cancellable (context->store, NULL);
      return NULL;
    }
  for (guint i = 0; i < self->staged->len && written; i++)
    written = !g_cancellable_set_error_if_cancelled (cancellable, error) &&
              write_entry (self, context, g_ptr_array_index (self->staged, i), error);
  for (guint i = 0; i < self->late->len && written; i++)
    written = write_late (self, context, g_ptr_array_index (self->late, i), error);
  for (guint i = 0; i < self->staged->len && written; i++)
    written = write_links (self, context, g_ptr_array_index (self->staged, i), error);
  if (written && self->n_files > 0)
    om_store_files_sync (om_store_get_path (context->store));
  written = written && write_record (self, context, error);
  om_store_set_cancellable (context->store, NULL);

  if (!written)
    om_store_rollback (context->store);
  if (written && om_store_commit (context->store, error))
    return OM_ENGINE_DONE;
  forget_rows (self);
  return NULL;
}

/**
 * om_intake_set_record:
 * @format: (not owned): name of the format
 * @file_name: (not owned): where it came from
 * @record: (scope forever): called on the writing thread inside the transaction with the numbers of
 *   links drawn and of files taken; gives (transfer full) the report to keep, JSON
 *
 * What om_intake_commit() is to keep about the import, see om_engine_list_imports().
 */
void
om_intake_set_record (OmIntake          *self,
                      const char        *format,
                      const char        *file_name,
                      OmIntakeRecordFunc record,
                      gpointer           data)
{
  self->record = record;
  self->record_data = data;
  self->record_format = format;
  self->record_file_name = file_name;
}

/**
 * om_intake_commit:
 * @error: return location
 *
 * Writes everything that was added, as one transaction. Cancelled or failed, nothing is in the store, and
 * it may be tried again.
 * Associations are drawn after it, in pieces, so that the person's own writing is not kept waiting.
 */
gboolean
om_intake_commit (OmIntake     *self,
                  GCancellable *cancellable,
                  GError      **error)
{
  wait_for_workers (self, 0);
  if (om_engine_write (self->engine, write_all, self, cancellable, error) == NULL)
    return FALSE;
  om_engine_draw_links (self->engine, cancellable);
  om_engine_keep_words (self->engine);
  return TRUE;
}

/** om_intake_get_n_links: links between entries, after om_intake_commit(). */
guint
om_intake_get_n_links (OmIntake *self)
{
  return self->n_links;
}

/** om_intake_get_n_files: files that were not there before, after om_intake_commit(). */
guint
om_intake_get_n_files (OmIntake *self)
{
  return self->n_files;
}

/** om_intake_has_files: whether entries that were known come with files: then there is something to commit. */
gboolean
om_intake_has_files (OmIntake *self)
{
  return self->late->len > 0;
}

/** om_intake_get_unread: (transfer none) (element-type utf8): names of files that could not be read. */
GPtrArray *
om_intake_get_unread (OmIntake *self)
{
  return self->unread;
}

/**
 * om_intake_free:
 * @self: (transfer full) (nullable): an import, committed or given up
 */
void
om_intake_free (OmIntake *self)
{
  if (self == NULL)
    return;

  g_thread_pool_free (self->pool, TRUE, TRUE);
  g_ptr_array_unref (self->staged);
  g_ptr_array_unref (self->late);
  g_ptr_array_unref (self->unread);
  g_hash_table_unref (self->keys);
  g_hash_table_unref (self->seen);
  g_hash_table_unref (self->texts);
  g_object_unref (self->engine);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->progress);
  g_free (self);
}
