/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Acts of the person on memories that are there. Each is one transaction. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-edit.h"

#include <glib/gi18n.h>
#include <math.h>

#include "engine/om-document.h"
#include "engine/om-links.h"
#include "engine/om-marks.h"
#include "engine/om-tags.h"
#include "engine/om-text-links.h"
#include "engine/om-trait-job.h"
#include "engine/om-trait-wipe.h"
#include "store/om-store-attachments.h"
#include "store/om-store-bin.h"
#include "store/om-store-memories.h"
#include "store/om-store-meta.h"
#include "store/om-store-versions.h"
#include "store/om-store-waypoints.h"
#include "text/om-sections.h"

/* Set while the files may hold words of what was wiped. */
#define TRACES "traces"

/* What a person may switch on and off; the other flags are the program's own. */
#define FLAGS_BY_HAND \
  (OM_FLAG_PINNED | OM_FLAG_KEPT | OM_FLAG_RESOLVED | OM_FLAG_HIDDEN | OM_FLAG_PRIVATE | OM_FLAG_STARRED | OM_FLAG_CONFLICT | \
   OM_FLAG_NOT_ABOUT_ME)

static gboolean
check_values (OmChange        fields,
              const OmMemory *values,
              GError        **error)
{
  if ((fields & OM_CHANGE_CONTENT) != 0 && !om_write_check_text (values->content, NULL, error))
    return FALSE;
  if ((fields & OM_CHANGE_HAPPENED) != 0 && !om_write_check_moment (&values->happened, error))
    return FALSE;
  if ((fields & OM_CHANGE_TYPE) != 0 && values->type == OM_MEMORY_TYPE_SECTION)
    {
      g_set_error_literal (error, OM_ERROR, OM_ERROR_INVALID,
                           _("Sections are made by the program, of long texts. Choose fact, episode or document."));
      return FALSE;
    }
  if ((fields & OM_CHANGE_IMPORTANCE) != 0 &&
      (values->importance < OM_IMPORTANCE_MIN || values->importance > OM_IMPORTANCE_MAX))
    {
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID, _("Importance %d is out of range. Choose a whole number from 1 to 10."),
                   values->importance);
      return FALSE;
    }
  if ((fields & OM_CHANGE_MOOD) != 0 && !isnan (values->valence) &&
      (values->valence < -1 || values->valence > 1 || isnan (values->arousal) || values->arousal < 0 || values->arousal > 1))
    {
      g_set_error_literal (error, OM_ERROR, OM_ERROR_INVALID,
                           _("A mood is two numbers: how pleasant, from -1 to 1, and how intense, from 0 to 1."));
      return FALSE;
    }
  return TRUE;
}

/* Sets the fields of @memory that are no text. Returns what of it must be stored. */
static OmStoreFields
apply_fields (OmMemory       *memory,
              OmChange        fields,
              const OmMemory *values)
{
  OmStoreFields changed = 0;

  if ((fields & OM_CHANGE_HAPPENED) != 0)
    {
      memory->happened = values->happened;
      changed |= OM_STORE_HAPPENED;
    }
  if ((fields & OM_CHANGE_TAGS) != 0)
    {
      g_strfreev (memory->tags);
      memory->tags = g_strdupv (values->tags);
      changed |= OM_STORE_TAGS;
    }
  if ((fields & OM_CHANGE_TYPE) != 0)
    {
      memory->type = values->type;
      changed |= OM_STORE_TYPE;
    }
  if ((fields & OM_CHANGE_IMPORTANCE) != 0)
    {
      memory->importance = values->importance;
      changed |= OM_STORE_IMPORTANCE;
    }
  if ((fields & OM_CHANGE_CONTEXT) != 0)
    {
      memory->context = values->context;
      changed |= OM_STORE_CONTEXT;
    }
  if ((fields & OM_CHANGE_FLAGS) != 0)
    {
      memory->flags = (memory->flags & ~(guint) FLAGS_BY_HAND) | (values->flags & FLAGS_BY_HAND);
      if ((memory->flags & OM_FLAG_PINNED) != 0)
        memory->flags |= OM_FLAG_KEPT;
      changed |= OM_STORE_FLAGS;
    }
  if ((fields & OM_CHANGE_MOOD) != 0)
    {
      memory->valence = values->valence;
      memory->arousal = isnan (values->valence) ? NAN : values->arousal;
      /* Taking a mood away gives the estimate back. */
      if (isnan (values->valence))
        memory->flags &= ~(guint) OM_FLAG_MOOD_BY_HAND;
      else
        memory->flags |= OM_FLAG_MOOD_BY_HAND;
      changed |= OM_STORE_MOOD | OM_STORE_FLAGS;
    }
  if ((fields & OM_CHANGE_SECTOR) != 0)
    {
      /* An unknown sector asks for the classifier's again. */
      if (values->sector == OM_SECTOR_UNKNOWN)
        memory->flags &= ~(guint) OM_FLAG_SECTOR_BY_HAND;
      else
        memory->flags |= OM_FLAG_SECTOR_BY_HAND;
      if (values->sector != OM_SECTOR_UNKNOWN)
        memory->sector = values->sector;
      changed |= OM_STORE_SECTOR | OM_STORE_FLAGS;
    }
  return changed;
}

/* A section is a copy of a part of its document; what the person does, they do to the document. */
static gboolean
refuse_section (const OmMemory *memory,
                GError        **error)
{
  if (memory->type != OM_MEMORY_TYPE_SECTION)
    return FALSE;
  g_set_error_literal (error, OM_ERROR, OM_ERROR_INVALID,
                       _("This is a section of a document. Edit the document; its sections follow."));
  return TRUE;
}

/* Works the text out anew: hashes, language, sectors, mood, vectors, sections. */
static gboolean
analyse_again (const OmWriteContext *context,
               OmMemory             *memory,
               gboolean              text_changed,
               GError              **error)
{
  OmSector by_hand = (memory->flags & OM_FLAG_SECTOR_BY_HAND) != 0 ? memory->sector : OM_SECTOR_UNKNOWN;
  g_autoptr (OmAnalysis) analysis = om_document_analyse (&context->analyser, memory->title, memory->content, by_hand);
  OmStoreFields fields = OM_STORE_HASHES | OM_STORE_LANGUAGE | OM_STORE_SECTOR | OM_STORE_MOOD | OM_STORE_STAGE;

  om_analysis_apply (analysis, memory);
  memory->stage = OM_VECTOR_STAGE_FULL;
  if (om_sections_is_document (memory->content) != (memory->type == OM_MEMORY_TYPE_DOCUMENT))
    {
      if (memory->type == OM_MEMORY_TYPE_DOCUMENT && memory->section_count == 0)
        ; /* a short text that the person calls a document stays one */
      else
        {
          memory->type = memory->type == OM_MEMORY_TYPE_DOCUMENT ? OM_MEMORY_TYPE_EPISODE : OM_MEMORY_TYPE_DOCUMENT;
          fields |= OM_STORE_TYPE;
        }
    }
  if (!om_store_memory_update (context->store, memory, fields, error) ||
      !om_write_vectors (context, memory->row, analysis, error))
    return FALSE;
  if (text_changed && (memory->section_count > 0 || om_sections_is_document (memory->content)))
    return om_document_write_sections (context, memory, OM_EVENT_EDITED, error);
  return TRUE;
}

/* A changed text has another neighbour, and what is private has none (engine.md sections 4 and 10). */
static gboolean
change_links (const OmWriteContext *context,
              const OmMemory       *memory,
              guint                 former,
              gboolean              text_changed,
              GError              **error)
{
  gboolean is_private = (memory->flags & OM_FLAG_PRIVATE) != 0;
  gboolean was_private = (former & OM_FLAG_PRIVATE) != 0;

  if (!text_changed && is_private == was_private)
    return TRUE;
  return om_links_forget (context, memory->row, is_private, error) &&
         (is_private || om_links_note (context, memory->row, error));
}

static OmMemory *
edit (const OmWriteContext *context,
      const char           *id,
      OmChange              fields,
      const OmMemory       *values,
      guint                 base_version,
      gint64                group,
      GError              **error)
{
  g_autoptr (OmMemory) memory = om_store_memory_get_by_id (context->store, id, error);
  const OmChange text_fields = OM_CHANGE_CONTENT | OM_CHANGE_TITLE;
  const OmStoreFields section_fields = OM_STORE_HAPPENED | OM_STORE_IMPORTANCE | OM_STORE_CONTEXT | OM_STORE_FLAGS;
  OmStoreFields store_fields;
  OmEditOutcome outcome = { 0 };
  g_autofree char *former_text = NULL;
  guint former;

  if (memory == NULL || refuse_section (memory, error))
    return NULL;
  if ((fields & text_fields) != 0)
    {
      const char *content = (fields & OM_CHANGE_CONTENT) != 0 ? values->content : memory->content;
      const char *title = (fields & OM_CHANGE_TITLE) != 0 ? values->title : memory->title;

      former_text = g_strdup (memory->content);
      if (!om_store_memory_edit (context->store, memory->row, base_version != 0 ? base_version : memory->version, content,
                                 title != NULL && *title != '\0' ? title : NULL, context->now, &outcome, error))
        return NULL;
      if ((fields & OM_CHANGE_GOES_ON) != 0 && outcome.changed && base_version == memory->version &&
          !om_store_version_drop (context->store, memory->row, memory->version, error))
        return NULL;
      fields &= ~(OmChange) OM_CHANGE_GOES_ON;
      g_clear_pointer (&memory, om_memory_unref);
      memory = om_store_memory_get_by_id (context->store, id, error);
      if (memory == NULL)
        return NULL;
    }
  if ((fields & OM_CHANGE_TYPE) != 0 && values->type != OM_MEMORY_TYPE_DOCUMENT && om_sections_is_document (memory->content))
    {
      g_set_error_literal (error, OM_ERROR, OM_ERROR_INVALID,
                           _("A text this long is kept as a document, so that its parts can be found. Shorten it first."));
      return NULL;
    }

  former = memory->flags;
  store_fields = apply_fields (memory, fields, values);
  if ((memory->flags & ~former & OM_FLAG_PINNED) != 0 && !om_write_check_pins (context, memory->row, error))
    return NULL;
  if (store_fields != 0 && !om_store_memory_update (context->store, memory, store_fields, error))
    return NULL;
  if ((outcome.changed || (fields & (OM_CHANGE_SECTOR | OM_CHANGE_MOOD)) != 0) &&
      !analyse_again (context, memory, outcome.changed, error))
    return NULL;
  if ((store_fields & section_fields) != 0 && !om_document_follow (context, memory, error))
    return NULL;
  if (!change_links (context, memory, former, outcome.changed, error) ||
      (outcome.changed && !om_text_links_follow (context, memory, former_text, error)))
    return NULL;
  if ((outcome.changed || store_fields != 0) &&
      !om_marks_write (context, memory, outcome.changed ? fields | OM_CHANGE_CONTENT : fields, former,
                       outcome.changed ? OM_EVENT_EDITED : OM_EVENT_CHANGED_BY_HAND, group, error))
    return NULL;
  return om_store_memory_get (context->store, memory->row, error);
}

/** om_edit_draw_links: the links follow; should that fail, what was written stands and the next start draws them. */
void
om_edit_draw_links (const OmWriteContext *context)
{
  if (om_mirror_is_loaded (context->mirror) && om_mirror_catch_up (context->mirror, context->store, NULL, NULL))
    om_links_draw_pending (context, NULL, NULL, NULL, NULL);
}

/**
 * om_edit:
 * @id: the memory
 * @fields: what of @values counts
 * @values: the new values
 * @base_version: version of the text that was edited, 0 for whatever is there; a text that changed
 *   meanwhile is kept as a version and the memory marked
 * @error: return location
 *
 * Returns: (transfer full): the memory as it is now
 */
OmMemory *
om_edit (const OmWriteContext *context,
         const char           *id,
         OmChange              fields,
         const OmMemory       *values,
         guint                 base_version,
         GError              **error)
{
  g_autoptr (OmMemory) memory = NULL;

  if (!check_values (fields, values, error) || !om_store_begin (context->store, error))
    return NULL;
  memory = edit (context, id, fields, values, base_version, 0, error);
  if (memory == NULL)
    {
      om_store_rollback (context->store);
      return NULL;
    }
  if (!om_store_commit (context->store, error))
    return NULL;

  om_edit_draw_links (context);
  return g_steal_pointer (&memory);
}

/**
 * om_edit_flags:
 * @set: #OmMemoryFlags it gets
 * @clear: #OmMemoryFlags it loses
 * @group: number by which it can be undone
 * @changed: (inout): set to %TRUE if it was otherwise before, else left alone
 * @error: return location
 *
 * One step of an act, in the transaction of the caller.
 */
gboolean
om_edit_flags (const OmWriteContext *context,
               const char           *id,
               guint                 set,
               guint                 clear,
               gint64                group,
               gboolean             *changed,
               GError              **error)
{
  g_autoptr (OmMemory) memory = om_store_memory_get_by_id (context->store, id, error);
  g_autoptr (OmMemory) after = NULL;
  guint flags;

  if (memory == NULL)
    return FALSE;
  flags = (memory->flags | set) & ~clear;
  if (flags == memory->flags)
    return TRUE;
  *changed = TRUE;
  memory->flags = flags;
  after = edit (context, id, OM_CHANGE_FLAGS, memory, 0, group, error);
  return after != NULL;
}

/**
 * om_edit_follow_flags:
 * @memory: a memory whose flags are others now
 * @former: what they were
 * @error: return location
 *
 * What hangs on the flags follows: sections of a document, links of what is private. In the transaction of
 * the caller.
 */
gboolean
om_edit_follow_flags (const OmWriteContext *context,
                      const OmMemory       *memory,
                      guint                 former,
                      GError              **error)
{
  return om_document_follow (context, memory, error) && change_links (context, memory, former, FALSE, error);
}

/* Several at once ------------------------------------------------------------------------------- */

/* @binned: they must lie in the bin. */
static GArray *
find_rows (OmStore           *store,
           const char *const *ids,
           gboolean           binned,
           GError           **error)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 0; ids[i] != NULL; i++)
    {
      g_autoptr (OmMemory) memory = om_store_memory_get_by_id (store, ids[i], error);

      if (memory == NULL || refuse_section (memory, error))
        return NULL;
      if (binned && memory->trashed_at == 0)
        {
          g_set_error (error, OM_ERROR, OM_ERROR_INVALID, _("%s is not in the bin. Put it there first."), ids[i]);
          return NULL;
        }
      g_array_append_val (rows, memory->row);
    }
  return g_steal_pointer (&rows);
}

static gboolean
finish (OmStore *store,
        gboolean done,
        GError **error)
{
  if (done)
    return om_store_commit (store, error);
  om_store_rollback (store);
  return FALSE;
}

/**
 * om_edit_bin:
 * @ids: memories
 *
 * Moves memories to the bin, where they stay for 30 days.
 */
gboolean
om_edit_bin (const OmWriteContext *context,
             const char *const    *ids,
             GError              **error)
{
  g_autoptr (GArray) rows = NULL;

  if (!om_store_begin (context->store, error))
    return FALSE;
  rows = find_rows (context->store, ids, FALSE, error);
  return finish (context->store,
                 rows != NULL && om_store_bin_put (context->store, (const gint64 *) (gpointer) rows->data, rows->len,
                                                   context->now, error),
                 error);
}

/**
 * om_edit_restore:
 * @ids: memories in the bin
 *
 * Takes memories out of the bin, as they were.
 */
gboolean
om_edit_restore (const OmWriteContext *context,
                 const char *const    *ids,
                 GError              **error)
{
  g_autoptr (GArray) rows = NULL;
  gboolean restored;

  if (!om_store_begin (context->store, error))
    return FALSE;
  rows = find_rows (context->store, ids, FALSE, error);
  restored = rows != NULL &&
             om_store_bin_restore (context->store, (const gint64 *) (gpointer) rows->data, rows->len, error);
  /* Whoever lay in the bin when links were drawn has none. */
  for (guint i = 0; restored && i < rows->len; i++)
    restored = om_links_note (context, g_array_index (rows, gint64, i), error);
  if (!finish (context->store, restored, error))
    return FALSE;

  om_edit_draw_links (context);
  return TRUE;
}

/* What is wiped is gone from the store, but its words may still stand in the bytes of the files. If they
 * cannot be taken out now, for somebody reads, the next emptying does it. */
static gboolean
remove_traces (const OmWriteContext *context,
               GError              **error)
{
  g_autofree char *traces = om_store_meta_get (context->store, TRACES, NULL);
  g_autofree char *snapshot = om_mirror_dup_snapshot_path (om_store_get_path (context->store));

  if (traces == NULL)
    return TRUE;
  om_mirror_drop_snapshot (context->mirror, snapshot);
  if (om_store_attachments_sweep (context->store, NULL, error) && om_store_bin_scrub (context->store, error) &&
      om_store_meta_set (context->store, TRACES, NULL, error))
    return TRUE;
  g_prefix_error (error, _("The memories are gone, but traces of their words are still in the file. "));
  return FALSE;
}

/* Ends the transaction that found @rows. Takes them. Traits say what entries say, so they go along, and so do
 * files that were taken off a memory before @before. */
static gboolean
wipe_rows (const OmWriteContext *context,
           GArray               *rows,
           gint64                before,
           guint                *n_wiped,
           GError              **error)
{
  g_autoptr (GArray) taken = rows;
  g_autoptr (GHashTable) keys = rows != NULL ? om_trait_wipe_keys (context, rows, error) : NULL;
  OmTraitReport report = { 0 };
  guint n_files = 0;
  gboolean wiped;

  wiped = keys != NULL && om_store_bin_wipe (context->store, (const gint64 *) (gpointer) rows->data, rows->len, n_wiped, error) &&
          om_store_attachments_forget (context->store, before, &n_files, error) &&
          (*n_wiped == 0 || (om_trait_job_replay (context, &report, error) && om_trait_wipe_acts (context, keys, error))) &&
          (*n_wiped + n_files == 0 || om_store_meta_set (context->store, TRACES, "left", error));
  return finish (context->store, wiped, error) && remove_traces (context, error);
}

/**
 * om_edit_wipe:
 * @ids: (nullable): memories in the bin, %NULL for all of them
 *
 * Removes memories for good, words and all. The person's own act alone.
 */
gboolean
om_edit_wipe (const OmWriteContext *context,
              const char *const    *ids,
              GError              **error)
{
  guint n_wiped = 0;

  if (!om_store_begin (context->store, error))
    return FALSE;
  return wipe_rows (context, ids != NULL ? find_rows (context->store, ids, TRUE, error)
                                         : om_store_bin_list (context->store, G_MAXINT64, error),
                    ids != NULL ? 0 : G_MAXINT64, &n_wiped, error);
}

/**
 * om_edit_wipe_binned_before:
 * @before: ms UTC
 * @n_wiped: (out): memories that are gone, sections of documents with them
 *
 * Removes for good what the person moved to the bin or took off a memory before then, and nothing else.
 */
gboolean
om_edit_wipe_binned_before (const OmWriteContext *context,
                            gint64                before,
                            guint                *n_wiped,
                            GError              **error)
{
  *n_wiped = 0;
  if (!om_store_begin (context->store, error))
    return FALSE;
  return wipe_rows (context, om_store_bin_list (context->store, before, error), before, n_wiped, error);
}

/**
 * om_edit_tags:
 * @ids: memories
 * @add: (nullable): tags they get
 * @remove: (nullable): tags they lose
 *
 * One transaction: all or none.
 */
gboolean
om_edit_tags (const OmWriteContext *context,
              const char *const    *ids,
              const char *const    *add,
              const char *const    *remove,
              GError              **error)
{
  gboolean done = TRUE;

  if (!om_store_begin (context->store, error))
    return FALSE;
  for (guint i = 0; ids[i] != NULL && done; i++)
    {
      g_autoptr (OmMemory) memory = om_store_memory_get_by_id (context->store, ids[i], error);
      char **tags;

      if (memory == NULL || refuse_section (memory, error))
        return finish (context->store, FALSE, error);
      tags = om_tags_changed ((const char *const *) memory->tags, add, remove);
      g_strfreev (memory->tags);
      memory->tags = tags;
      done = om_store_memory_update (context->store, memory, OM_STORE_TAGS, error) &&
             om_marks_write (context, memory, OM_CHANGE_TAGS, memory->flags, OM_EVENT_CHANGED_BY_HAND, 0, error);
    }
  return finish (context->store, done, error);
}

/**
 * om_edit_link:
 * @link: draw the link by hand, or take it away
 */
gboolean
om_edit_link (const OmWriteContext *context,
              const char           *source_id,
              const char           *target_id,
              gboolean              link,
              GError              **error)
{
  gint64 source;
  gint64 target;
  gboolean removed = TRUE;
  gboolean done;

  if (!om_store_begin (context->store, error))
    return FALSE;
  source = om_store_memory_find_row (context->store, source_id, error);
  target = source > 0 ? om_store_memory_find_row (context->store, target_id, error) : -1;
  if (source > 0 && source == target)
    {
      g_set_error_literal (error, OM_ERROR, OM_ERROR_INVALID, _("A memory cannot be linked to itself. Name two memories."));
      return finish (context->store, FALSE, error);
    }
  if (source <= 0 || target <= 0)
    return finish (context->store, FALSE, error);

  if (link)
    {
      OmWaypoint waypoint = { source, target, 1.0, OM_WAYPOINT_HAND, context->now, context->now };

      done = om_store_waypoint_put (context->store, &waypoint, error);
    }
  else
    {
      done = om_store_waypoint_remove (context->store, source, target, OM_WAYPOINT_HAND, &removed, error);
    }
  if (done && !removed)
    {
      g_set_error_literal (error, OM_ERROR, OM_ERROR_NOT_FOUND, _("There is no link made by hand between these two memories."));
      done = FALSE;
    }
  return finish (context->store, done, error);
}
