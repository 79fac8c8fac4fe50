/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cuts a document into sections and keeps them in step with its text. The document's own text is the
 * one that counts: sections are copies of its parts. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-document.h"

#include "dynamics/om-sectors.h"
#include "engine/om-remember.h"
#include "store/om-store-bin.h"
#include "store/om-store-memories.h"
#include "store/om-store-waypoints.h"
#include "text/om-sections.h"

/**
 * om_document_analyse:
 *
 * Returns: (transfer full): the analysis of a text that is a document if it is long: then that of its
 *   beginning, in the sector the model gives to documents
 */
OmAnalysis *
om_document_analyse (const OmAnalyser *analyser,
                     const char       *title,
                     const char       *content,
                     OmSector          explicit_sector)
{
  g_autofree char *summary = NULL;
  OmAnalysis *analysis;
  OmAnalysis *whole;

  if (!om_sections_is_document (content))
    return om_analysis_new (analyser, title, content, explicit_sector);

  summary = om_sections_summary (content);
  analysis = om_analysis_new (analyser, title, summary,
                              explicit_sector != OM_SECTOR_UNKNOWN ? explicit_sector : OM_SECTOR_REFLECTIVE);
  /* Whether two documents are the same is asked of the whole text. */
  whole = om_analysis_hashes (title, content);
  analysis->simhash = whole->simhash;
  analysis->same_hash = whole->same_hash;
  om_analysis_free (whole);
  return analysis;
}

/**
 * om_document_vectors:
 * @memory: a stored memory, long or short
 *
 * Returns: (transfer full): the vectors of the sectors it has, made anew from its text
 */
OmAnalysis *
om_document_vectors (const OmAnalyser *analyser,
                     const OmMemory   *memory)
{
  g_autofree char *summary = om_sections_is_document (memory->content) ? om_sections_summary (memory->content) : NULL;

  return om_analysis_vectors (analyser, memory->title, summary != NULL ? summary : memory->content, memory->sector,
                              memory->extra_sectors);
}

/**
 * om_document_restore_vectors:
 * @memory: a stored memory that is recalled or woken
 *
 * Gives it its whole vectors back, made from its whole text. Joins the open transaction.
 */
gboolean
om_document_restore_vectors (const OmWriteContext *context,
                             OmMemory             *memory,
                             GError              **error)
{
  g_autoptr (OmAnalysis) analysis = NULL;

  if (memory->stage == OM_VECTOR_STAGE_FULL)
    return TRUE;

  analysis = om_document_vectors (&context->analyser, memory);
  memory->stage = OM_VECTOR_STAGE_FULL;
  return om_write_vectors (context, memory->row, analysis, error) &&
         om_store_memory_update (context->store, memory, OM_STORE_STAGE, error);
}

/* What a section has from its document, now and whenever that changes. */
static void
take_from_document (OmMemory       *section,
                    const OmMemory *document)
{
  section->happened = document->happened;
  section->importance = document->importance;
  section->context = document->context;
  section->flags = (section->flags & ~(guint) OM_FLAG_PRIVATE) | (document->flags & OM_FLAG_PRIVATE);
}

static OmMemory *
section_record (const OmWriteContext *context,
                const OmMemory       *document,
                const char           *text,
                guint                 index,
                guint                 count,
                OmEventCause          cause,
                const OmAnalysis     *analysis)
{
  OmMemory *memory = om_memory_new ();

  memory->type = OM_MEMORY_TYPE_SECTION;
  memory->content = g_strdup (text);
  memory->recorded_at = document->recorded_at;
  memory->changed_at = document->changed_at;
  memory->trashed_at = document->trashed_at;
  memory->origin = document->origin;
  take_from_document (memory, document);
  /* Written later than its document it does not begin half faded. */
  memory->salience_at = cause == OM_EVENT_EDITED ? context->now : document->salience_at;
  memory->last_seen_at = cause == OM_EVENT_EDITED ? context->now : document->last_seen_at;
  memory->last_active_at = cause == OM_EVENT_EDITED ? context->now : document->last_active_at;
  memory->parent_row = document->row;
  memory->section_index = index;
  memory->section_count = count;
  om_analysis_apply (analysis, memory);
  memory->salience = om_initial_salience (analysis->sectors.n_extras);
  return memory;
}

static gboolean
insert_section (const OmWriteContext *context,
                const OmMemory       *document,
                const char           *text,
                guint                 index,
                guint                 count,
                OmEventCause          cause,
                GError              **error)
{
  g_autoptr (OmAnalysis) analysis = om_analysis_new (&context->analyser, NULL, text, OM_SECTOR_UNKNOWN);
  g_autoptr (OmMemory) memory = section_record (context, document, text, index, count, cause, analysis);
  OmWaypoint waypoint = { .weight = 1.0, .kind = OM_WAYPOINT_STRUCTURE };
  OmRecallState state;

  if (!om_store_memory_insert (context->store, memory, error) ||
      !om_write_vectors (context, memory->row, analysis, error))
    return FALSE;
  om_write_recall_state (memory, &state);
  waypoint.source = document->row;
  waypoint.target = memory->row;
  waypoint.created_at = waypoint.walked_at = context->now;
  return om_write_event (context, memory, cause, document->row, 0, &state, NULL, error) &&
         om_store_waypoint_put (context->store, &waypoint, error);
}

/* (element-type OmMemory): the sections there are, in order. */
static GPtrArray *
get_sections (const OmWriteContext *context,
              const OmMemory       *document,
              GError              **error)
{
  g_autoptr (GArray) rows = om_store_find_sections (context->store, document->row, error);

  return rows != NULL ? om_store_memories_get (context->store, (const gint64 *) (gpointer) rows->data, rows->len, error) : NULL;
}

/* What the person linked with a section that goes is linked with its document from then on. */
static gboolean
move_links (const OmWriteContext *context,
            const OmMemory       *document,
            gint64                section,
            GError              **error)
{
  g_autoptr (GArray) waypoints = om_store_waypoints_of (context->store, section, error);

  for (guint i = 0; waypoints != NULL && i < waypoints->len; i++)
    {
      OmWaypoint waypoint = g_array_index (waypoints, OmWaypoint, i);

      if (waypoint.kind != OM_WAYPOINT_HAND)
        continue;
      if (waypoint.source == section)
        waypoint.source = document->row;
      else
        waypoint.target = document->row;
      if (waypoint.source != waypoint.target && !om_store_waypoint_put (context->store, &waypoint, error))
        return FALSE;
    }
  return waypoints != NULL;
}

/* Takes sections away for good, but for those in @kept. Their words stand in the document and its
 * versions. */
static gboolean
drop_sections (const OmWriteContext *context,
               const OmMemory       *document,
               GPtrArray            *sections,
               GHashTable           *kept,
               GError              **error)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (gint64));
  const gint64 *numbers;

  for (guint i = 0; i < sections->len; i++)
    {
      const OmMemory *section = g_ptr_array_index (sections, i);

      if (g_hash_table_contains (kept, section))
        continue;
      if (!move_links (context, document, section->row, error))
        return FALSE;
      g_array_append_val (rows, section->row);
    }
  if (rows->len == 0)
    return TRUE;
  numbers = (const gint64 *) (gpointer) rows->data;
  return om_store_bin_put (context->store, numbers, rows->len, context->now, error) &&
         om_store_bin_wipe (context->store, numbers, rows->len, NULL, error);
}

/* By their texts; of several with one text the first alone. */
static GHashTable *
index_by_text (GPtrArray *sections)
{
  GHashTable *by_text = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = sections->len; i > 0; i--)
    {
      OmMemory *section = g_ptr_array_index (sections, i - 1);

      g_hash_table_replace (by_text, section->content, section);
    }
  return by_text;
}

/**
 * om_document_follow:
 * @document: stored
 *
 * Gives the sections of a document its date, importance and context, and hides them with it.
 */
gboolean
om_document_follow (const OmWriteContext *context,
                    const OmMemory       *document,
                    GError              **error)
{
  g_autoptr (GPtrArray) sections = NULL;

  if (document->section_count == 0)
    return TRUE;
  sections = get_sections (context, document, error);
  for (guint i = 0; sections != NULL && i < sections->len; i++)
    {
      OmMemory *section = g_ptr_array_index (sections, i);

      take_from_document (section, document);
      if (!om_store_memory_update (context->store, section,
                                   OM_STORE_HAPPENED | OM_STORE_IMPORTANCE | OM_STORE_CONTEXT | OM_STORE_FLAGS, error))
        return FALSE;
    }
  return sections != NULL;
}

/**
 * om_document_write_sections:
 * @document: stored; its text may be short now, then it is a document no longer
 * @cause: what the histories of new sections begin with
 *
 * Cuts the text anew. Sections whose text stands as it was stay what they are, with their history. Sets
 * and stores the number of sections of @document.
 */
gboolean
om_document_write_sections (const OmWriteContext *context,
                            OmMemory             *document,
                            OmEventCause          cause,
                            GError              **error)
{
  g_autoptr (GPtrArray) former = get_sections (context, document, error);
  g_autoptr (GHashTable) by_text = NULL;
  g_autoptr (GHashTable) kept = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) same = g_ptr_array_new ();
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) cuts = om_sections_is_document (document->content) ? om_sections_cut (document->content)
                                                                        : g_array_new (FALSE, FALSE, sizeof (OmSection));

  if (former == NULL)
    return FALSE;
  by_text = index_by_text (former);
  for (guint i = 0; i < cuts->len; i++)
    {
      const OmSection *cut = &g_array_index (cuts, OmSection, i);
      char *text = g_strndup (document->content + cut->start, cut->end - cut->start);

      OmMemory *section = g_hash_table_lookup (by_text, text);

      g_ptr_array_add (texts, text);
      g_ptr_array_add (same, section);
      g_hash_table_remove (by_text, text);
      if (section != NULL)
        g_hash_table_add (kept, section);
    }
  if (!drop_sections (context, document, former, kept, error))
    return FALSE;

  for (guint i = 0; i < texts->len; i++)
    {
      OmMemory *section = g_ptr_array_index (same, i);

      if (section != NULL)
        {
          section->section_index = i;
          section->section_count = texts->len;
        }
      if (section != NULL ? !om_store_memory_update (context->store, section, OM_STORE_SECTION, error)
                          : !insert_section (context, document, g_ptr_array_index (texts, i), i, texts->len, cause, error))
        return FALSE;
    }
  document->section_count = texts->len;
  document->section_index = 0;
  return om_store_memory_update (context->store, document, OM_STORE_SECTION, error);
}
