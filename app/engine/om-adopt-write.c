/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes adopted memories, on the writer thread and in one transaction. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-adopt-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "engine/om-document.h"
#include "engine/om-hiding-private.h"
#include "engine/om-links.h"
#include "engine/om-settings.h"
#include "store/om-store-archive.h"
#include "store/om-store-attachments.h"
#include "store/om-store-imports.h"
#include "store/om-store-memories.h"
#include "store/om-store-meta.h"
#include "store/om-store-reminders.h"
#include "store/om-store-walks.h"
#include "store/om-store-waypoints.h"
#include "text/om-language.h"

/** Adopting: what one writing needs. */
typedef struct
{
  OmAdoption           *adoption;
  const OmWriteContext *context;
  OmAdoptReport        *report;
  gint64                first_act; /* number here of the act 1 */
  guint                 n_pinned;
  gint64                first_row; /* 0 while there is none */
  gint64                last_row;
  GArray               *undrawn;   /* (owned) (element-type gint64) */
} Adopting;

static gboolean
comes_in (const OmAdopted *adopted)
{
  return adopted->outcome == OM_ADOPT_NEW || adopted->outcome == OM_ADOPT_SECOND;
}

static gint64
act_here (const Adopting *self,
          gint64          act)
{
  return act >= 1 && act <= self->adoption->n_acts ? self->first_act + act - 1 : 0;
}

/* 0 for one that is not here. */
static gint64
find_row (const Adopting *self,
          const char     *id)
{
  const OmAdopted *adopted = id != NULL ? om_adoption_find (self->adoption, id) : NULL;

  if (id == NULL || adopted != NULL)
    return adopted != NULL ? adopted->row : 0;
  return om_store_memory_find_row (self->context->store, id, NULL);
}

/* Twenty are pinned at most; what is one too many is kept all the same. */
static void
mind_pins (Adopting *self,
           OmMemory *memory)
{
  if ((memory->flags & OM_FLAG_PINNED) == 0)
    return;
  memory->flags |= OM_FLAG_KEPT;
  if (memory->trashed_at != 0 || memory->type == OM_MEMORY_TYPE_SECTION)
    return;
  if (self->n_pinned < OM_MAX_PINNED)
    {
      self->n_pinned++;
      return;
    }
  memory->flags &= ~(guint) OM_FLAG_PINNED;
  self->report->unpinned++;
}

static gboolean
set_reminder (Adopting        *self,
              const OmAdopted *adopted,
              GError         **error)
{
  OmStoreReminder reminder = { .row = adopted->row, .due_at = adopted->remind_at, .interval_ms = adopted->remind_interval };

  return adopted->remind_at == 0 || om_store_reminder_put (self->context->store, &reminder, error);
}

static gboolean
insert_record (Adopting  *self,
               OmAdopted *adopted,
               GError   **error)
{
  OmMemory *memory = adopted->memory;
  const OmAnalysis *analysis = adopted->analysis;
  OmAdopted *document = adopted->parent != NULL ? om_adoption_find (self->adoption, adopted->parent) : NULL;

  memory->row = 0;
  memory->parent_row = 0;
  if (memory->type == OM_MEMORY_TYPE_SECTION)
    {
      if (document == NULL || document->row == 0)
        {
          g_set_error (error, OM_ERROR, OM_ERROR_INVALID, _("The section %s comes before its document."), memory->id);
          return FALSE;
        }
      memory->parent_row = document->row;
    }
  memory->simhash = analysis->simhash;
  memory->same_hash = analysis->same_hash;
  memory->stage = OM_VECTOR_STAGE_FULL;
  mind_pins (self, memory);
  if (!om_store_memory_insert (self->context->store, memory, error) ||
      !om_write_vectors (self->context, memory->row, analysis, error))
    return FALSE;
  adopted->row = memory->row;
  self->first_row = self->first_row == 0 ? memory->row : self->first_row;
  self->last_row = memory->row;
  if (adopted->undrawn || adopted->outcome == OM_ADOPT_SECOND)
    g_array_append_val (self->undrawn, memory->row);
  return set_reminder (self, adopted, error);
}

/* A second memory beside the one that has its id: with another id and the mark, known from now on. */
static gboolean
insert_second (Adopting  *self,
               OmAdopted *adopted,
               GError   **error)
{
  OmMemory *memory = adopted->memory;
  g_autofree char *former_id = g_strdup (memory->id);
  g_autofree char *id = g_uuid_string_random ();

  g_free (memory->id);
  memory->id = g_steal_pointer (&id);
  memory->flags |= OM_FLAG_CONFLICT;
  memory->section_count = 0;
  if (!insert_record (self, adopted, error))
    return FALSE;
  if (memory->type == OM_MEMORY_TYPE_DOCUMENT &&
      !om_document_write_sections (self->context, memory, OM_EVENT_IMPORTED, error))
    return FALSE;
  self->last_row += memory->section_count;
  return om_store_import_key_add (self->context->store, self->adoption->source, former_id, adopted->text_hash, memory->row,
                                  memory->id, error);
}

/* Files that were missing when the archive was made are not in its lists. */
static gboolean
write_files (Adopting        *self,
             const OmAdopted *adopted,
             GError         **error)
{
  OmStore *store = self->context->store;

  for (guint i = 0; i < adopted->files->len; i++)
    {
      const OmAttachment *attachment = g_ptr_array_index (adopted->files, i);
      OmStoreFile *file = g_hash_table_lookup (self->adoption->files, attachment->hash);
      OmStoreFile named = { attachment->name, attachment->type, attachment->hash, attachment->size, NULL };

      if (file == NULL)
        continue;
      named.size = file->size;
      /* Several may share it: it is kept once, and is there for the others. */
      if (!om_store_file_keep (file, om_store_get_path (store), error) ||
          !om_store_attachment_add (store, adopted->row, &named, error))
        return FALSE;
      self->report->files++;
    }
  return TRUE;
}

/* Former texts, and its history with the numbers that acts and memories have here. */
static gboolean
write_past (Adopting  *self,
            OmAdopted *adopted,
            GError   **error)
{
  for (guint i = 0; i < adopted->events->len; i++)
    {
      OmEvent *event = &g_array_index (adopted->events, OmEvent, i);

      event->group = act_here (self, event->group);
      event->related = find_row (self, g_ptr_array_index (adopted->related, i));
    }
  for (guint i = 0; i < adopted->versions->len; i++)
    {
      if (!om_store_version_put (self->context->store, adopted->row, g_ptr_array_index (adopted->versions, i), error))
        return FALSE;
    }
  return om_store_events_put (self->context->store, adopted->row, adopted->events, adopted->curve, error);
}

static gboolean
write_links (Adopting *self,
             GError  **error)
{
  for (guint i = 0; i < self->adoption->links->len; i++)
    {
      OmAdoptedLink *link = g_ptr_array_index (self->adoption->links, i);
      const OmAdopted *from = om_adoption_find (self->adoption, link->from);
      const OmAdopted *to = om_adoption_find (self->adoption, link->to);

      if (from == NULL || to == NULL || !(comes_in (from) || comes_in (to)))
        continue;
      link->link.source = from->row;
      link->link.target = to->row;
      if (from->row == 0 || to->row == 0 || from->row == to->row)
        continue;
      if (!om_store_waypoint_put (self->context->store, &link->link, error))
        return FALSE;
      self->report->links++;
    }
  return TRUE;
}

static int
compare_walks (gconstpointer a,
               gconstpointer b)
{
  const OmAdoptedLink *x = *(OmAdoptedLink *const *) a;
  const OmAdoptedLink *y = *(OmAdoptedLink *const *) b;

  if (x->act != y->act)
    return x->act < y->act ? -1 : 1;
  if (x->link.source != y->link.source)
    return x->link.source < y->link.source ? -1 : 1;
  if (x->link.target != y->link.target)
    return x->link.target < y->link.target ? -1 : 1;
  return (int) x->link.kind - (int) y->link.kind;
}

static gboolean
write_walks (Adopting *self,
             GError  **error)
{
  g_autoptr (GArray) walks = g_array_new (FALSE, FALSE, sizeof (OmWalk));

  for (guint i = 0; i < self->adoption->walks->len; i++)
    {
      OmAdoptedLink *walk = g_ptr_array_index (self->adoption->walks, i);
      const OmAdopted *from = om_adoption_find (self->adoption, walk->from);
      const OmAdopted *to = om_adoption_find (self->adoption, walk->to);

      walk->link.source = from != NULL && comes_in (from) ? from->row : 0;
      walk->link.target = to != NULL && comes_in (to) ? to->row : 0;
    }
  g_ptr_array_sort (self->adoption->walks, compare_walks);
  for (guint i = 0; i < self->adoption->walks->len; i++)
    {
      const OmAdoptedLink *walk = g_ptr_array_index (self->adoption->walks, i);
      OmWalk here = { act_here (self, walk->act), walk->link, walk->weight_after, walk->walked_after };

      if (here.group != 0 && walk->link.source != 0 && walk->link.target != 0)
        g_array_append_val (walks, here);
    }
  return om_store_walks_put (self->context->store, walks, error);
}

/* A key of a memory that is not brought back does not come back either. */
static gboolean
write_keys (Adopting *self,
            GError  **error)
{
  for (guint i = 0; i < self->adoption->keys->len; i++)
    {
      const OmAdoptedKey *key = g_ptr_array_index (self->adoption->keys, i);
      const OmAdopted *adopted = om_adoption_find (self->adoption, key->id);

      if (!om_store_import_key_put (self->context->store, key->source, key->source_key, key->text_hash,
                                    adopted != NULL ? adopted->row : 0, key->id, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_setting (const char *key,
            const char *value)
{
  OmSetting setting;
  double number;

  if (g_str_has_prefix (key, "hide."))
    return TRUE;
  if (!g_str_has_prefix (key, "setting."))
    return FALSE;
  setting = om_setting_from_key (key + strlen ("setting."));
  return setting != OM_SETTING_UNKNOWN && om_setting_parse (setting, value, &number, NULL);
}

/* How fast things fade, and what is hidden as a whole, belong to the journal, too. What makes no sense is
 * left out. */
static gboolean
write_settings (Adopting *self,
                GError  **error)
{
  const GPtrArray *settings = self->adoption->settings;

  for (guint i = 0; i + 1 < settings->len; i += 2)
    {
      const char *key = g_ptr_array_index (settings, i);
      const char *value = g_ptr_array_index (settings, i + 1);

      if (is_setting (key, value) && !om_store_meta_set (self->context->store, key, value, error))
        return FALSE;
    }
  return om_hidings_repair (self->context->store, error);
}

static gboolean
write_trait_acts (Adopting *self,
                  GError  **error)
{
  for (guint i = 0; i < self->adoption->trait_acts->len; i++)
    {
      if (!om_store_trait_act_add (self->context->store, g_ptr_array_index (self->adoption->trait_acts, i), error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
write_memories (Adopting     *self,
                GCancellable *cancellable,
                GError      **error)
{
  for (guint i = 0; i < self->adoption->adopted->len; i++)
    {
      OmAdopted *adopted = g_ptr_array_index (self->adoption->adopted, i);

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (comes_in (adopted) && !(adopted->outcome == OM_ADOPT_NEW ? insert_record (self, adopted, error)
                                                                   : insert_second (self, adopted, error)))
        return FALSE;
    }
  /* What one has to do with may have come in after it. */
  for (guint i = 0; i < self->adoption->adopted->len; i++)
    {
      OmAdopted *adopted = g_ptr_array_index (self->adoption->adopted, i);

      if (comes_in (adopted) && !(write_past (self, adopted, error) && write_files (self, adopted, error)))
        return FALSE;
    }
  if (self->report->files > 0)
    om_store_files_sync (om_store_get_path (self->context->store));
  return TRUE;
}

/** om_adoption_write: after om_adoption_decide(), in the same transaction. */
gboolean
om_adoption_write (OmAdoption           *self,
                   const OmWriteContext *context,
                   OmAdoptReport        *report,
                   GCancellable         *cancellable,
                   GError              **error)
{
  g_autoptr (GArray) undrawn = g_array_new (FALSE, FALSE, sizeof (gint64));
  Adopting adopting = { .adoption = self, .context = context, .report = report, .undrawn = undrawn };
  gboolean any = FALSE;
  gboolean has;

  for (guint i = 0; i < self->adopted->len && !any; i++)
    any = comes_in (g_ptr_array_index (self->adopted, i));
  if (!om_store_has_rows (context->store, &has, error))
    return FALSE;
  report->was_empty = !has;
  if (!any && has)
    return TRUE;

  adopting.first_act = om_store_revisions_reserve (context->store, self->n_acts, error);
  if (adopting.first_act < 0 ||
      !om_store_memories_count_marked (context->store, OM_FLAG_PINNED, 0, &adopting.n_pinned, error) ||
      !write_memories (&adopting, cancellable, error) || !write_links (&adopting, error) ||
      !write_walks (&adopting, error) || !write_keys (&adopting, error))
    return FALSE;
  if (report->was_empty && !(write_settings (&adopting, error) && write_trait_acts (&adopting, error)))
    return FALSE;
  return adopting.first_row == 0 || om_links_adopt (context, adopting.first_row, adopting.last_row, undrawn, error);
}
