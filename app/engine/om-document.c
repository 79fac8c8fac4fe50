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

static OmMemory *
section_record (const OmMemory   *document,
                const OmSection  *section,
                guint             index,
                guint             count,
                const OmAnalysis *analysis)
{
  OmMemory *memory = om_memory_new ();

  memory->type = OM_MEMORY_TYPE_SECTION;
  memory->content = g_strndup (document->content + section->start, section->end - section->start);
  memory->happened = document->happened;
  memory->recorded_at = document->recorded_at;
  memory->changed_at = document->changed_at;
  memory->importance = document->importance;
  memory->context = document->context;
  memory->flags = document->flags & OM_FLAG_PRIVATE;
  memory->origin = document->origin;
  memory->salience_at = document->salience_at;
  memory->last_seen_at = document->last_seen_at;
  memory->last_active_at = document->last_active_at;
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
                const OmSection      *section,
                guint                 index,
                guint                 count,
                OmEventCause          cause,
                GError              **error)
{
  g_autofree char *text = g_strndup (document->content + section->start, section->end - section->start);
  g_autoptr (OmAnalysis) analysis = om_analysis_new (&context->analyser, NULL, text, OM_SECTOR_UNKNOWN);
  g_autoptr (OmMemory) memory = section_record (document, section, index, count, analysis);
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

/* Takes the former sections away for good. Their words stand in the document and its versions. */
static gboolean
drop_sections (const OmWriteContext *context,
               const OmMemory       *document,
               GError              **error)
{
  g_autoptr (GArray) rows = om_store_find_sections (context->store, document->row, error);
  const gint64 *numbers;

  if (rows == NULL)
    return FALSE;
  if (rows->len == 0)
    return TRUE;
  numbers = (const gint64 *) (gpointer) rows->data;
  return om_store_bin_put (context->store, numbers, rows->len, context->now, error) &&
         om_store_bin_wipe (context->store, numbers, rows->len, NULL, error);
}

/**
 * om_document_write_sections:
 * @document: stored; its text may be short now, then it is a document no longer
 * @cause: what the sections' histories begin with
 *
 * Cuts the text anew. Sets and stores the number of sections of @document.
 */
gboolean
om_document_write_sections (const OmWriteContext *context,
                            OmMemory             *document,
                            OmEventCause          cause,
                            GError              **error)
{
  g_autoptr (GArray) sections = NULL;

  if (!drop_sections (context, document, error))
    return FALSE;
  sections = om_sections_is_document (document->content) ? om_sections_cut (document->content)
                                                         : g_array_new (FALSE, FALSE, sizeof (OmSection));
  for (guint i = 0; i < sections->len; i++)
    {
      if (!insert_section (context, document, &g_array_index (sections, OmSection, i), i, sections->len, cause, error))
        return FALSE;
    }
  document->section_count = sections->len;
  document->section_index = 0;
  return om_store_memory_update (context->store, document, OM_STORE_SECTION, error);
}
