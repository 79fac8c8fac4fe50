/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Remembers a draft: checks it, looks for what is known already, stores it. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-remember.h"

#include <glib/gi18n.h>
#include <math.h>

#include "dynamics/om-salience.h"
#include "dynamics/om-sectors.h"
#include "engine/om-attachments-private.h"
#include "engine/om-document.h"
#include "engine/om-tags.h"
#include "engine/om-text-links.h"
#include "store/om-store-files.h"
#include "store/om-store-memories.h"
#include "store/om-store-versions.h"
#include "store/om-store-waypoints.h"
#include "text/om-fold.h"
#include "text/om-near-test.h"
#include "text/om-sections.h"
#include "text/om-simhash.h"

/* Hashes at most this far apart are candidates for near duplicates. */
#define NEAR_DISTANCE 3

static gboolean
check_draft (const OmDraft *draft,
             GError       **error)
{
  if (!om_write_check_text (draft->content, draft->title, error))
    return FALSE;
  if (draft->has_happened && !om_write_check_moment (&draft->happened, error))
    return FALSE;
  if (draft->type == OM_MEMORY_TYPE_SECTION)
    {
      g_set_error_literal (error, OM_ERROR, OM_ERROR_INVALID,
                           _("Sections are made by the program, of long texts. Choose fact, episode or document."));
      return FALSE;
    }
  if (draft->importance != 0 && (draft->importance < OM_IMPORTANCE_MIN || draft->importance > OM_IMPORTANCE_MAX))
    {
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID, _("Importance %d is out of range. Choose a whole number from 1 to 10."),
                   draft->importance);
      return FALSE;
    }
  if (isnan (draft->valence) != isnan (draft->arousal) || draft->valence < -1 || draft->valence > 1 || draft->arousal < 0 ||
      draft->arousal > 1)
    {
      g_set_error_literal (error, OM_ERROR, OM_ERROR_INVALID,
                           _("A mood is two numbers: how pleasant, from -1 to 1, and how intense, from 0 to 1."));
      return FALSE;
    }
  for (guint i = 0; draft->tags != NULL && draft->tags[i] != NULL; i++)
    {
      if (!g_utf8_validate (draft->tags[i], -1, NULL))
        {
          g_set_error_literal (error, OM_ERROR, OM_ERROR_ENCODING, _("A tag is not UTF-8. Convert it to UTF-8 first."));
          return FALSE;
        }
    }
  return TRUE;
}

/**
 * om_remember_record:
 * @draft: what is to be remembered
 * @error: return location, %OM_ERROR_INVALID or %OM_ERROR_ENCODING
 *
 * Returns: (transfer full): the record with everything the draft says and the clocks set to now,
 *   before analysis
 */
OmMemory *
om_remember_record (const OmWriteContext *context,
                    const OmDraft        *draft,
                    GError              **error)
{
  g_autoptr (OmMemory) memory = NULL;
  gboolean has_mood = !isnan (draft->valence);

  if (!check_draft (draft, error))
    return NULL;

  memory = om_memory_new ();
  memory->content = g_strdup (draft->content);
  memory->title = draft->title != NULL && *draft->title != '\0' ? g_strdup (draft->title) : NULL;
  memory->happened = draft->has_happened ? draft->happened
                                         : om_moment_at (context->now, draft->zone != NULL ? draft->zone : context->zone);
  memory->recorded_at = memory->changed_at = context->now;
  memory->type = draft->type != OM_MEMORY_TYPE_UNKNOWN ? draft->type : OM_MEMORY_TYPE_EPISODE;
  if (om_sections_is_document (draft->content))
    memory->type = OM_MEMORY_TYPE_DOCUMENT;
  if (draft->tags != NULL)
    {
      g_strfreev (memory->tags);
      memory->tags = g_strdupv (draft->tags);
    }
  memory->importance = draft->importance != 0 ? draft->importance : OM_IMPORTANCE_DEFAULT;
  memory->context = draft->context;
  memory->origin = draft->origin;
  memory->flags = draft->flags | (has_mood ? OM_FLAG_MOOD_BY_HAND : 0) |
                  (draft->sector != OM_SECTOR_UNKNOWN ? OM_FLAG_SECTOR_BY_HAND : 0);
  if ((memory->flags & OM_FLAG_PINNED) != 0)
    memory->flags |= OM_FLAG_KEPT;
  if (has_mood)
    {
      memory->valence = draft->valence;
      memory->arousal = draft->arousal;
    }
  memory->subject = g_strdup (draft->subject);
  memory->predicate = g_strdup (draft->predicate);
  memory->source = g_strdup (draft->source);
  memory->source_key = g_strdup (draft->source_key);
  memory->source_data = g_strdup (draft->source_data);
  memory->salience_at = memory->last_seen_at = memory->last_active_at = context->now;
  return g_steal_pointer (&memory);
}

/**
 * om_remember_insert:
 * @memory: the record; row and id are filled in, and its salience if it is 0
 * @analysis: of its text
 * @cause: what its history begins with
 * @n_sections: (out) (optional): sections of a document
 *
 * Stores one memory with its vectors, its sections and the first row of its history. Joins the open
 * transaction.
 */
gboolean
om_remember_insert (const OmWriteContext *context,
                    OmMemory             *memory,
                    const OmAnalysis     *analysis,
                    OmEventCause          cause,
                    guint                *n_sections,
                    GError              **error)
{
  OmRecallState state;

  om_analysis_apply (analysis, memory);
  /* What has been lived elsewhere comes with its own. */
  if (memory->salience == 0)
    memory->salience = memory->type == OM_MEMORY_TYPE_DOCUMENT ? OM_SALIENCE_ROOT
                                                               : om_initial_salience (analysis->sectors.n_extras);
  if (!om_store_memory_insert (context->store, memory, error) || !om_write_vectors (context, memory->row, analysis, error))
    return FALSE;
  om_write_recall_state (memory, &state);
  if (!om_write_event (context, memory, cause, 0, 0, &state, NULL, error))
    return FALSE;
  if (om_sections_is_document (memory->content) && !om_document_write_sections (context, memory, cause, error))
    return FALSE;
  if (n_sections != NULL)
    *n_sections = memory->section_count;
  return TRUE;
}

/* Known texts ----------------------------------------------------------------------------------- */

/* Documents stand for their sections; and what is private is not told apart for whoever asks, nor does it
 * take the place of what is not. Nor does another program learn what is kept from it by saying it. */
static gboolean
may_be_known_as (const OmDraft  *draft,
                 const OmMemory *memory,
                 const OmMemory *other)
{
  if (draft->from_program && !om_memory_may_leave (other))
    return FALSE;
  return other->type != OM_MEMORY_TYPE_SECTION && (memory->flags & OM_FLAG_PRIVATE) == (other->flags & OM_FLAG_PRIVATE);
}

/* Both hashes and folded texts must agree: a hash alone says too little. */
static OmMemory *
find_same (const OmWriteContext *context,
           const OmDraft        *draft,
           const OmMemory       *memory,
           const OmAnalysis     *analysis,
           GError              **error)
{
  g_autoptr (GArray) rows = om_store_find_same (context->store, analysis->same_hash, error);
  g_autofree char *text = om_analysis_join (memory->title, memory->content);
  g_autofree char *folded = om_fold_same (text);
  gint32 day = om_moment_journal_day (&memory->happened);

  for (guint i = 0; rows != NULL && i < rows->len; i++)
    {
      g_autoptr (OmMemory) other = om_store_memory_get (context->store, g_array_index (rows, gint64, i), error);
      g_autofree char *other_text = NULL;
      g_autofree char *other_folded = NULL;

      if (other == NULL)
        return NULL;
      other_text = om_analysis_join (other->title, other->content);
      other_folded = om_fold_same (other_text);
      if (g_str_equal (folded, other_folded) && may_be_known_as (draft, memory, other) &&
          (memory->type == OM_MEMORY_TYPE_FACT || om_moment_journal_day (&other->happened) == day))
        return g_steal_pointer (&other);
    }
  return NULL;
}

/* The two halves of a hash are equal, so a distance of 3 leaves room for one bit of 32 to differ. */
static OmMemory *
find_near (const OmWriteContext *context,
           const OmDraft        *draft,
           const OmMemory       *memory,
           const OmAnalysis     *analysis,
           GError              **error)
{
  guint32 half = om_simhash_half (analysis->simhash);
  guint32 halves[33];
  g_autoptr (GArray) similar = NULL;
  g_autofree char *text = om_analysis_join (memory->title, memory->content);
  g_autoptr (OmNearTest) test = NULL;

  halves[0] = half;
  for (guint bit = 0; bit < 32; bit++)
    halves[bit + 1] = half ^ (1u << bit);
  similar = om_store_find_similar (context->store, halves, G_N_ELEMENTS (halves), error);

  for (guint i = 0; similar != NULL && i < similar->len; i++)
    {
      const OmStoreSimilar *candidate = &g_array_index (similar, OmStoreSimilar, i);
      g_autoptr (OmMemory) other = NULL;
      g_autofree char *title = NULL;
      g_autofree char *content = NULL;
      g_autofree char *other_text = NULL;

      if (om_simhash_distance (candidate->simhash, analysis->simhash) > NEAR_DISTANCE)
        continue;
      if (!om_store_text_get (context->store, candidate->row, &title, &content, error))
        return NULL;
      other_text = om_analysis_join (title, content);
      if (test == NULL)
        test = om_near_test_new (text);
      if (!om_near_test_matches (test, other_text))
        continue;
      other = om_store_memory_get (context->store, candidate->row, error);
      if (other == NULL || may_be_known_as (draft, memory, other))
        return g_steal_pointer (&other);
    }
  return NULL;
}

static gboolean
refresh (const OmWriteContext *context,
         OmMemory             *known,
         GError              **error)
{
  OmSalienceState salience = om_salience_state_from_memory (known);
  OmRecallState before;
  OmRecallState after;

  om_write_recall_state (known, &before);
  after = before;
  after.salience = om_reinforce_duplicate (om_salience_present (&salience, context->now, context->constants));
  after.salience_at = after.last_seen_at = context->now;
  return om_write_event (context, known, OM_EVENT_NEAR_DUPLICATE, 0, 0, &before, &after, error);
}

/* What the person said besides the text is not lost with it: new tags, and that it matters more. */
static gboolean
take_details (const OmWriteContext *context,
              OmMemory             *known,
              const OmMemory       *memory,
              GError              **error)
{
  char **tags = om_tags_changed ((const char *const *) known->tags, (const char *const *) memory->tags, NULL);
  OmStoreFields fields = 0;

  if (g_strv_length (tags) > g_strv_length (known->tags))
    fields |= OM_STORE_TAGS;
  if (memory->importance > known->importance && memory->importance != OM_IMPORTANCE_DEFAULT)
    fields |= OM_STORE_IMPORTANCE;
  g_strfreev (known->tags);
  known->tags = tags;
  if ((fields & OM_STORE_IMPORTANCE) != 0)
    known->importance = memory->importance;
  return fields == 0 || om_store_memory_update (context->store, known, fields, error);
}

static OmRemembered *
known_result (const OmMemory *known)
{
  OmRemembered *result = g_new0 (OmRemembered, 1);

  result->id = g_strdup (known->id);
  result->deduplicated = TRUE;
  return result;
}

static OmRemembered *
remember (const OmWriteContext *context,
          const OmDraft        *draft,
          OmMemory             *memory,
          const OmAnalysis     *analysis,
          GError              **error)
{
  g_autoptr (OmMemory) same = NULL;
  g_autoptr (OmMemory) near = NULL;
  g_autoptr (OmRemembered) result = g_new0 (OmRemembered, 1);
  g_autoptr (GError) failed = NULL;

  if (draft->dedup != OM_DEDUP_OFF)
    {
      same = find_same (context, draft, memory, analysis, &failed);
      if (same == NULL && failed == NULL)
        near = find_near (context, draft, memory, analysis, &failed);
      if (failed != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&failed));
          return NULL;
        }
    }
  if (same != NULL)
    return refresh (context, same, error) && take_details (context, same, memory, error) ? known_result (same) : NULL;
  if (near != NULL && !refresh (context, near, error))
    return NULL;
  if (near != NULL && draft->dedup == OM_DEDUP_NEAR)
    return om_store_version_add (context->store, near->row, memory->content, memory->title, context->now, context->now, error) &&
               take_details (context, near, memory, error)
             ? known_result (near)
             : NULL;

  if (!om_remember_insert (context, memory, analysis, OM_EVENT_CREATED, &result->sections, error) ||
      (!draft->from_program && !om_text_links_follow (context, memory, NULL, error)))
    return NULL;
  if (near != NULL)
    {
      OmWaypoint waypoint = { memory->row, near->row, 1.0, OM_WAYPOINT_DUPLICATE, context->now, context->now };

      if (!om_store_waypoint_put (context->store, &waypoint, error))
        return NULL;
      result->near_duplicate = g_strdup (near->id);
    }
  result->id = g_strdup (memory->id);
  return g_steal_pointer (&result);
}

/* Also to a memory that was known already. */
static gboolean
attach (const OmWriteContext *context,
        const char           *id,
        const GPtrArray      *files,
        GError              **error)
{
  gint64 row;

  if (files->len == 0)
    return TRUE;
  row = om_store_memory_find_row (context->store, id, error);
  if (row <= 0 || !om_attachments_write (context, row, files, TRUE, NULL, error))
    return FALSE;
  om_store_files_sync (om_store_get_path (context->store));
  return TRUE;
}

/**
 * om_remember:
 * @draft: what is to be remembered, with its files
 * @error: return location
 *
 * One transaction, on the disk when it returns. The association to the nearest older memory follows
 * (om_links_draw_pending()).
 *
 * Returns: (transfer full): what became of it
 */
OmRemembered *
om_remember (const OmWriteContext *context,
             const OmDraft        *draft,
             GError              **error)
{
  g_autoptr (OmMemory) memory = om_remember_record (context, draft, error);
  g_autoptr (OmAnalysis) analysis = NULL;
  g_autoptr (GPtrArray) files = NULL;
  g_autoptr (OmRemembered) result = NULL;

  if (memory == NULL || ((memory->flags & OM_FLAG_PINNED) != 0 && !om_write_check_pins (context, 0, error)))
    return NULL;
  files = om_attachments_stage (om_store_get_path (context->store), draft->attachments, NULL, error);
  if (files == NULL)
    return NULL;
  analysis = om_document_analyse (&context->analyser, memory->title, memory->content, draft->sector);

  if (!om_store_begin (context->store, error))
    return NULL;
  result = remember (context, draft, memory, analysis, error);
  if (result == NULL || !attach (context, result->id, files, error))
    {
      om_store_rollback (context->store);
      return NULL;
    }
  if (!om_store_commit (context->store, error))
    return NULL;
  return g_steal_pointer (&result);
}

/**
 * om_remembered_free:
 * @self: (transfer full) (nullable): a result
 */
void
om_remembered_free (OmRemembered *self)
{
  if (self == NULL)
    return;

  g_free (self->id);
  g_free (self->near_duplicate);
  g_free (self);
}
