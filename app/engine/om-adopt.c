/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gathers memories that were lived elsewhere, and decides what becomes of each. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-adopt-private.h"

#include <glib/gi18n.h>

#include "engine/om-document.h"
#include "store/om-store-archive.h"
#include "store/om-store-imports.h"
#include "store/om-store-memories.h"
#include "store/om-store-versions.h"

/* Two workers: more would take the processor from the window. */
#define N_WORKERS 2

/* Memories read but not yet analysed; past this the reader waits. */
#define MAX_AHEAD 64

/** om_adopted_new: (transfer full): one with an empty record and nothing behind it. */
OmAdopted *
om_adopted_new (void)
{
  OmAdopted *self = g_new0 (OmAdopted, 1);

  self->memory = om_memory_new ();
  self->versions = g_ptr_array_new_with_free_func ((GDestroyNotify) om_version_free);
  self->events = g_array_new (FALSE, FALSE, sizeof (OmEvent));
  self->related = g_ptr_array_new_with_free_func (g_free);
  self->curve = g_array_new (FALSE, FALSE, sizeof (OmCurvePoint));
  self->files = g_ptr_array_new_with_free_func ((GDestroyNotify) om_attachment_free);
  return self;
}

/** om_adopted_free: @self: (transfer full) (nullable) */
void
om_adopted_free (OmAdopted *self)
{
  if (self == NULL)
    return;

  om_memory_unref (self->memory);
  g_free (self->parent);
  g_ptr_array_unref (self->versions);
  g_array_unref (self->events);
  g_ptr_array_unref (self->related);
  g_array_unref (self->curve);
  g_ptr_array_unref (self->files);
  om_analysis_free (self->analysis);
  g_free (self);
}

static void
link_free (gpointer data)
{
  OmAdoptedLink *link = data;

  g_free (link->from);
  g_free (link->to);
  g_free (link);
}

static void
key_free (gpointer data)
{
  OmAdoptedKey *key = data;

  g_free (key->source);
  g_free (key->source_key);
  g_free (key->id);
  g_free (key);
}

static void
analyse (gpointer data,
         gpointer user_data)
{
  OmAdopted *adopted = data;
  OmAdoption *self = user_data;
  OmAnalysis *analysis = om_document_vectors (&self->analyser, adopted->memory);
  g_autoptr (OmAnalysis) hashes = om_analysis_hashes (adopted->memory->title, adopted->memory->content);

  analysis->simhash = hashes->simhash;
  analysis->same_hash = hashes->same_hash;
  adopted->analysis = analysis;
  adopted->text_hash = hashes->same_hash;
  g_mutex_lock (&self->mutex);
  self->n_ahead--;
  g_cond_signal (&self->progress);
  g_mutex_unlock (&self->mutex);
}

static void
wait_for_workers (OmAdoption *self,
                  guint       n_left)
{
  g_mutex_lock (&self->mutex);
  while (self->n_ahead > n_left)
    g_cond_wait (&self->progress, &self->mutex);
  g_mutex_unlock (&self->mutex);
}

/**
 * om_adoption_new:
 * @engine: an open engine
 * @source: name of the format, under which second memories are known
 * @error: return location
 *
 * Returns: (transfer full) (nullable): an adoption of nothing yet
 */
OmAdoption *
om_adoption_new (OmEngine   *engine,
                 const char *source,
                 GError    **error)
{
  OmAdoption *self;

  g_return_val_if_fail (OM_IS_ENGINE (engine), NULL);

  if (om_engine_refuse_closed (engine, FALSE, error))
    return NULL;

  self = g_new0 (OmAdoption, 1);
  self->engine = g_object_ref (engine);
  self->source = g_strdup (source);
  self->analyser = om_engine_get_analyser (engine);
  self->adopted = g_ptr_array_new_with_free_func ((GDestroyNotify) om_adopted_free);
  self->by_id = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->links = g_ptr_array_new_with_free_func (link_free);
  self->walks = g_ptr_array_new_with_free_func (link_free);
  self->keys = g_ptr_array_new_with_free_func (key_free);
  self->settings = g_ptr_array_new_with_free_func (g_free);
  self->files = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) om_store_file_free);
  self->trait_acts = g_ptr_array_new_with_free_func ((GDestroyNotify) om_store_trait_act_free);
  g_mutex_init (&self->mutex);
  g_cond_init (&self->progress);
  self->pool = g_thread_pool_new (analyse, self, N_WORKERS, FALSE, NULL);
  return self;
}

/**
 * om_adoption_add:
 * @adopted: (transfer full): the next memory, with its record; what hangs on it may follow by
 *   om_adoption_find(), but not its text
 * @error: return location; %OM_ERROR_INVALID and %OM_ERROR_ENCODING for a memory that cannot be
 *
 * Nothing is in the store before om_adoption_commit().
 */
gboolean
om_adoption_add (OmAdoption *self,
                 OmAdopted  *adopted,
                 GError    **error)
{
  g_autoptr (OmAdopted) owned = adopted;
  OmMemory *memory = adopted->memory;

  if (!om_write_check_text (memory->content, memory->title, error) || !om_write_check_moment (&memory->happened, error))
    return FALSE;
  if (g_hash_table_contains (self->by_id, memory->id))
    {
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID, _("The memory %s is there twice."), memory->id);
      return FALSE;
    }
  g_hash_table_insert (self->by_id, g_strdup (memory->id), owned);
  g_ptr_array_add (self->adopted, g_steal_pointer (&owned));

  g_mutex_lock (&self->mutex);
  self->n_ahead++;
  g_mutex_unlock (&self->mutex);
  g_thread_pool_push (self->pool, adopted, NULL);
  wait_for_workers (self, MAX_AHEAD);
  return TRUE;
}

/** om_adoption_find: (transfer none) (nullable): the memory of an id. */
OmAdopted *
om_adoption_find (OmAdoption *self,
                  const char *id)
{
  return g_hash_table_lookup (self->by_id, id);
}

static OmAdoptedLink *
link_new (const char       *from,
          const char       *to,
          const OmWaypoint *link)
{
  OmAdoptedLink *self = g_new0 (OmAdoptedLink, 1);

  self->from = g_strdup (from);
  self->to = g_strdup (to);
  self->link = *link;
  return self;
}

/** om_adoption_add_link: @link: its rows are not read */
void
om_adoption_add_link (OmAdoption       *self,
                      const char       *from,
                      const char       *to,
                      const OmWaypoint *link)
{
  g_ptr_array_add (self->links, link_new (from, to, link));
}

/** om_adoption_add_walk: what Undo of an act sets a link back to; @before: kind, weight and walked_at are read */
void
om_adoption_add_walk (OmAdoption       *self,
                      const char       *from,
                      const char       *to,
                      guint             act,
                      const OmWaypoint *before,
                      double            weight_after,
                      gint64            walked_after)
{
  OmAdoptedLink *walk = link_new (from, to, before);

  walk->act = act;
  walk->weight_after = weight_after;
  walk->walked_after = walked_after;
  g_ptr_array_add (self->walks, walk);
}

/** om_adoption_add_key: what another program's journal brought in under which name. */
void
om_adoption_add_key (OmAdoption *self,
                     const char *source,
                     const char *source_key,
                     guint64     text_hash,
                     const char *id)
{
  OmAdoptedKey *key = g_new0 (OmAdoptedKey, 1);

  key->source = g_strdup (source);
  key->source_key = g_strdup (source_key);
  key->text_hash = text_hash;
  key->id = g_strdup (id);
  g_ptr_array_add (self->keys, key);
}

/** om_adoption_add_setting: taken over if the store is empty. */
void
om_adoption_add_setting (OmAdoption *self,
                         const char *key,
                         const char *value)
{
  g_ptr_array_add (self->settings, g_strdup (key));
  g_ptr_array_add (self->settings, g_strdup (value));
}

/** om_adoption_add_trait_act: @act: (transfer full): in order; taken over if the store is empty */
void
om_adoption_add_trait_act (OmAdoption      *self,
                           OmStoreTraitAct *act)
{
  g_ptr_array_add (self->trait_acts, act);
}

/** om_adoption_add_file: @file: (transfer full): staged; belongs to whatever has its hash among its files */
void
om_adoption_add_file (OmAdoption  *self,
                      OmStoreFile *file)
{
  g_hash_table_replace (self->files, file->hash, file);
}

/**
 * om_adoption_set_record:
 * @file_name: where it came from
 * @record: (scope forever): called on the writing thread, inside the transaction and with all that is counted
 *
 * What om_adoption_commit() is to keep about it, see om_engine_list_imports().
 */
void
om_adoption_set_record (OmAdoption       *self,
                        const char       *file_name,
                        OmAdoptRecordFunc record,
                        gpointer          data)
{
  g_free (self->record_file_name);
  self->record_file_name = g_strdup (file_name);
  self->record = record;
  self->record_data = data;
}

/** om_adoption_set_acts: @n_acts: the acts of the events are numbered from 1 to this */
void
om_adoption_set_acts (OmAdoption *self,
                      guint       n_acts)
{
  self->n_acts = n_acts;
}

/* Deciding -------------------------------------------------------------------------------------- */

static gboolean
is_text_of (OmStore        *store,
            const OmMemory *known,
            const OmMemory *memory,
            gboolean       *is,
            GError        **error)
{
  g_autoptr (GPtrArray) versions = NULL;

  *is = g_str_equal (known->content, memory->content) && g_strcmp0 (known->title, memory->title) == 0;
  if (*is)
    return TRUE;
  versions = om_store_versions_list (store, known->row, error);
  for (guint i = 0; versions != NULL && i < versions->len && !*is; i++)
    {
      const OmVersion *version = g_ptr_array_index (versions, i);

      *is = g_str_equal (version->content, memory->content) && g_strcmp0 (version->title, memory->title) == 0;
    }
  return versions != NULL;
}

/* It may have come in as a second memory before. */
static gboolean
find_second (OmAdoption *self,
             OmStore    *store,
             OmAdopted  *adopted,
             GError    **error)
{
  g_auto (OmImportKey) key = { 0 };

  if (!om_store_import_key_find (store, self->source, adopted->memory->id, adopted->text_hash, &key, error))
    return FALSE;
  if (key.known == OM_IMPORT_KEY_KNOWN)
    {
      adopted->outcome = OM_ADOPT_KNOWN;
      adopted->row = key.row;
    }
  else if (key.known == OM_IMPORT_KEY_DELETED)
    {
      adopted->outcome = OM_ADOPT_KNOWN_DELETED;
      adopted->row = key.row;
    }
  return TRUE;
}

static gboolean
decide_stranger (OmAdoption *self,
                 OmStore    *store,
                 OmAdopted  *adopted,
                 GError    **error)
{
  gboolean wiped;

  adopted->outcome = OM_ADOPT_NEW;
  if (!om_store_is_wiped (store, adopted->memory->id, &wiped, error))
    return FALSE;
  if (wiped && adopted->memory->type != OM_MEMORY_TYPE_SECTION)
    adopted->outcome = OM_ADOPT_KNOWN_DELETED;
  return TRUE;
}

static gboolean
decide_one (OmAdoption *self,
            OmStore    *store,
            OmAdopted  *adopted,
            GError    **error)
{
  g_autoptr (GError) local = NULL;
  g_autoptr (OmMemory) known = om_store_memory_get_by_id (store, adopted->memory->id, &local);
  gboolean same;

  adopted->row = 0;
  if (known == NULL)
    {
      if (g_error_matches (local, OM_ERROR, OM_ERROR_NOT_FOUND))
        return decide_stranger (self, store, adopted, error);
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }

  adopted->row = known->row;
  if (!is_text_of (store, known, adopted->memory, &same, error))
    return FALSE;
  if (same)
    {
      adopted->outcome = known->trashed_at != 0 && adopted->memory->trashed_at == 0 ? OM_ADOPT_KNOWN_DELETED : OM_ADOPT_KNOWN;
      return TRUE;
    }
  adopted->outcome = OM_ADOPT_SECOND;
  return find_second (self, store, adopted, error);
}

/* A section comes in with its document, as it is, or not at all. */
static gboolean
decide_section (OmAdoption *self,
                OmStore    *store,
                OmAdopted  *adopted,
                GError    **error)
{
  const OmAdopted *document = adopted->parent != NULL ? om_adoption_find (self, adopted->parent) : NULL;

  if (document == NULL || document->memory->type == OM_MEMORY_TYPE_SECTION)
    {
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID, _("The section %s belongs to no document."), adopted->memory->id);
      return FALSE;
    }
  if (!decide_one (self, store, adopted, error))
    return FALSE;
  if (document->outcome != OM_ADOPT_NEW)
    adopted->outcome = OM_ADOPT_FOLLOWS;
  if (document->outcome == OM_ADOPT_NEW && adopted->outcome == OM_ADOPT_SECOND)
    {
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID, _("The section %s belongs to another document here."), adopted->memory->id);
      return FALSE;
    }
  return TRUE;
}

/** om_adoption_decide: looks at each, against the store as it is. */
gboolean
om_adoption_decide (OmAdoption *self,
                    OmStore    *store,
                    GError    **error)
{
  wait_for_workers (self, 0);
  for (int sections = FALSE; sections <= TRUE; sections++)
    {
      for (guint i = 0; i < self->adopted->len; i++)
        {
          OmAdopted *adopted = g_ptr_array_index (self->adopted, i);

          if ((adopted->memory->type == OM_MEMORY_TYPE_SECTION) != sections)
            continue;
          if (!(sections ? decide_section (self, store, adopted, error) : decide_one (self, store, adopted, error)))
            return FALSE;
        }
    }
  return TRUE;
}

static void
count (OmAdoption    *self,
       OmAdoptFunc    func,
       gpointer       data,
       OmAdoptReport *report)
{
  for (guint i = 0; i < self->adopted->len; i++)
    {
      const OmAdopted *adopted = g_ptr_array_index (self->adopted, i);

      if (adopted->memory->type == OM_MEMORY_TYPE_SECTION)
        continue;
      switch (adopted->outcome)
        {
        case OM_ADOPT_SECOND:
          report->second++;
          G_GNUC_FALLTHROUGH;
        case OM_ADOPT_NEW:
          report->added++;
          break;
        case OM_ADOPT_KNOWN_DELETED:
          report->known_deleted++;
          G_GNUC_FALLTHROUGH;
        case OM_ADOPT_KNOWN:
        case OM_ADOPT_FOLLOWS:
        default:
          report->known++;
          break;
        }
      if (func != NULL)
        func (adopted, data);
    }
}

/* Running --------------------------------------------------------------------------------------- */

static gpointer
look (OmEngine     *engine,
      OmStore      *store,
      gpointer      data,
      GCancellable *cancellable,
      GError      **error)
{
  gboolean decided;

  if (!om_store_begin_reading (store, error))
    return NULL;
  decided = om_adoption_decide (data, store, error);
  om_store_rollback (store);
  return decided ? OM_ENGINE_DONE : NULL;
}

/**
 * om_adoption_look:
 * @func: (nullable) (scope call): told of each memory
 * @report: (out): what would become of them all
 *
 * Writes nothing.
 */
gboolean
om_adoption_look (OmAdoption    *self,
                  OmAdoptFunc    func,
                  gpointer       data,
                  OmAdoptReport *report,
                  GCancellable  *cancellable,
                  GError       **error)
{
  *report = (OmAdoptReport){ 0 };
  if (om_engine_read (self->engine, look, self, cancellable, error) == NULL)
    return FALSE;
  count (self, func, data, report);
  return TRUE;
}

typedef struct
{
  OmAdoption    *adoption;
  OmAdoptFunc    func;
  gpointer       data;
  OmAdoptReport *report;
} WriteArgs;

/* In the same transaction, with everything that is told of it. */
static gboolean
write_record (const OmWriteContext *context,
              OmAdoption           *self,
              const OmAdoptReport  *counts,
              GError              **error)
{
  g_autofree char *report = self->record != NULL ? self->record (counts, self->record_data) : NULL;

  return report == NULL ||
         om_store_import_add (context->store, context->now, self->source, self->record_file_name, report, error) >= 0;
}

static gpointer
write_all (const OmWriteContext *context,
           gpointer              data,
           GCancellable         *cancellable,
           GError              **error)
{
  WriteArgs *args = data;
  gboolean written;

  /* Set before: also the wait for other programs can be cut short. */
  om_store_set_cancellable (context->store, cancellable);
  if (!om_store_begin (context->store, error))
    {
      om_store_set_cancellable (context->store, NULL);
      return NULL;
    }
  written = om_adoption_decide (args->adoption, context->store, error) &&
            om_adoption_write (args->adoption, context, args->report, cancellable, error);
  if (written)
    {
      count (args->adoption, args->func, args->data, args->report);
      written = write_record (context, args->adoption, args->report, error);
    }
  om_store_set_cancellable (context->store, NULL);
  if (!written)
    {
      om_store_rollback (context->store);
      return NULL;
    }
  return om_store_commit (context->store, error) ? OM_ENGINE_DONE : NULL;
}

/**
 * om_adoption_commit:
 * @func: (nullable) (scope call): told of each memory once it is written, on the writing thread; it may still
 *   fail to be committed
 * @report: (out): what became of them
 *
 * Writes everything, as one transaction. Cancelled or failed, nothing is in the store.
 */
gboolean
om_adoption_commit (OmAdoption    *self,
                    OmAdoptFunc    func,
                    gpointer       data,
                    OmAdoptReport *report,
                    GCancellable  *cancellable,
                    GError       **error)
{
  WriteArgs args = { self, func, data, report };

  *report = (OmAdoptReport){ 0 };
  wait_for_workers (self, 0);
  if (om_engine_write (self->engine, write_all, &args, cancellable, error) == NULL)
    return FALSE;
  om_engine_draw_links (self->engine, cancellable);
  return TRUE;
}

/** om_adoption_free: @self: (transfer full) (nullable): committed or given up */
void
om_adoption_free (OmAdoption *self)
{
  if (self == NULL)
    return;

  g_thread_pool_free (self->pool, TRUE, TRUE);
  g_hash_table_unref (self->by_id);
  g_ptr_array_unref (self->adopted);
  g_ptr_array_unref (self->links);
  g_ptr_array_unref (self->walks);
  g_ptr_array_unref (self->keys);
  g_ptr_array_unref (self->settings);
  g_ptr_array_unref (self->trait_acts);
  g_hash_table_unref (self->files);
  g_free (self->record_file_name);
  g_object_unref (self->engine);
  g_free (self->source);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->progress);
  g_free (self);
}
