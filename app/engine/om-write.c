/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps that the writing jobs share. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-write.h"

#include <glib/gi18n.h>
#include <string.h>

#include "dynamics/om-salience.h"
#include "index/om-scan-kernel.h"
#include "memory/om-error.h"
#include "store/om-store-events.h"
#include "store/om-store-memories.h"
#include "store/om-store-vectors.h"
#include "text/om-script.h"

/* SQLite keeps at most 1 GB in a row; a text far below that is refused before it could be cut. */
#define MAX_TEXT_BYTES (256u * 1024 * 1024)

/* No place on earth is farther from UTC; the store's limit. */
#define MAX_OFFSET_S 93600

static gboolean
is_blank (const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      /* Zero-width marks alone are nothing to keep either. */
      if (!g_unichar_isspace (c) && !om_script_is_space (c) && g_unichar_type (c) != G_UNICODE_FORMAT)
        return FALSE;
    }
  return TRUE;
}

/**
 * om_write_check_text:
 * @content: (nullable): a text
 * @title: (nullable): its title
 * @error: return location, %OM_ERROR_INVALID or %OM_ERROR_ENCODING
 *
 * Returns: %TRUE if it can be stored
 */
gboolean
om_write_check_text (const char *content,
                     const char *title,
                     GError    **error)
{
  const char *end;

  if (content == NULL || *content == '\0')
    {
      g_set_error_literal (error, OM_ERROR, OM_ERROR_INVALID, _("The text is empty. Write something to remember."));
      return FALSE;
    }
  if (!g_utf8_validate (content, -1, &end))
    {
      g_set_error (error, OM_ERROR, OM_ERROR_ENCODING,
                   _("The text is not UTF-8: the byte at offset %zu belongs to no character. Convert it to UTF-8 first."),
                   (gsize) (end - content));
      return FALSE;
    }
  if (title != NULL && !g_utf8_validate (title, -1, &end))
    {
      g_set_error (error, OM_ERROR, OM_ERROR_ENCODING,
                   _("The title is not UTF-8: the byte at offset %zu belongs to no character."), (gsize) (end - title));
      return FALSE;
    }
  if (is_blank (content))
    {
      g_set_error_literal (error, OM_ERROR, OM_ERROR_INVALID,
                           _("The text is empty but for white space. Write something to remember."));
      return FALSE;
    }
  if (strlen (content) > MAX_TEXT_BYTES)
    {
      g_set_error_literal (error, OM_ERROR, OM_ERROR_INVALID,
                           _("The text is larger than 256 MB. Split it into several entries; nothing was stored."));
      return FALSE;
    }
  return TRUE;
}

/**
 * om_write_check_moment:
 * @moment: when something is said to have been lived
 * @error: return location, %OM_ERROR_INVALID
 *
 * Returns: %TRUE for a time of the years 1 to 9999
 */
gboolean
om_write_check_moment (const OmMoment *moment,
                       GError        **error)
{
  const gint64 first = om_date_to_day_number (1, 1, 1);
  const gint64 last = om_date_to_day_number (9999, 12, 31);

  /* The bare number first: far outside there is no day to ask for. */
  if (moment->precision >= 0 && moment->precision < OM_N_PRECISIONS && moment->offset_s >= -MAX_OFFSET_S &&
      moment->offset_s <= MAX_OFFSET_S && moment->ms >= (first - 2) * OM_MS_PER_DAY && moment->ms <= (last + 2) * OM_MS_PER_DAY &&
      om_moment_civil_day (moment) >= first && om_moment_civil_day (moment) <= last)
    return TRUE;
  g_set_error_literal (error, OM_ERROR, OM_ERROR_INVALID, _("The date is out of range. Choose one from the year 1 to 9999."));
  return FALSE;
}

/**
 * om_write_check_pins:
 * @row: a memory that is to be pinned, 0 for a new one
 * @error: return location, %OM_ERROR_INVALID
 *
 * Returns: %TRUE if there is room on top of Today (engine.md section 10)
 */
gboolean
om_write_check_pins (const OmWriteContext *context,
                     gint64                row,
                     GError              **error)
{
  guint n;

  if (!om_store_memories_count_marked (context->store, OM_FLAG_PINNED, row, &n, error))
    return FALSE;
  if (n < OM_MAX_PINNED)
    return TRUE;
  g_set_error (error, OM_ERROR, OM_ERROR_INVALID, _("%u memories are pinned already, and there is room for %d. Unpin one first."), n,
               OM_MAX_PINNED);
  return FALSE;
}

static gboolean
put_vector (const OmWriteContext *context,
            gint64                embedder,
            gint64                row,
            OmSector              sector,
            const float          *vector,
            guint                 dimension,
            GError              **error)
{
  g_autofree guint8 *bytes = g_malloc0 (om_scan_stride_u8 (dimension));
  float scale;

  if (!om_scan_quantise (vector, dimension, bytes, &scale))
    return TRUE;
  return om_store_vector_put (context->store, embedder, row, sector, OM_VECTOR_STAGE_FULL, vector, dimension, bytes, scale,
                              error);
}

/**
 * om_write_vectors:
 * @row: the memory
 * @analysis: its analysis
 *
 * Stores a memory's vectors in place of those it had. The mean is kept apart only where it differs
 * from the vector of a single sector.
 */
gboolean
om_write_vectors (const OmWriteContext *context,
                  gint64                row,
                  const OmAnalysis     *analysis,
                  GError              **error)
{
  gint64 embedder = om_store_embedder_id (context->store, om_embedder_get_name (context->analyser.embedder),
                                          om_embedder_get_dimension (context->analyser.embedder), error);
  guint keep = 0;

  if (embedder < 0)
    return FALSE;
  for (int sector = 0; sector < OM_N_SECTORS; sector++)
    {
      if (analysis->vectors[sector] == NULL)
        continue;
      if (!put_vector (context, embedder, row, sector, analysis->vectors[sector], analysis->dimension, error))
        return FALSE;
      keep |= 1u << sector;
    }
  if (__builtin_popcount (keep) > 1)
    {
      if (!put_vector (context, embedder, row, OM_SECTOR_MEAN, analysis->mean, analysis->dimension, error))
        return FALSE;
      keep |= 1u << OM_SECTOR_MEAN;
    }
  return om_store_vectors_keep_only (context->store, embedder, row, keep, error);
}

/**
 * om_write_recall_state:
 * @state: (out caller-allocates): the part of @memory that recall moves
 */
void
om_write_recall_state (const OmMemory *memory,
                       OmRecallState  *state)
{
  *state = (OmRecallState){
    .salience = memory->salience,
    .salience_at = memory->salience_at,
    .last_seen_at = memory->last_seen_at,
    .last_active_at = memory->last_active_at,
    .coactivations = memory->coactivations,
    .activation_count = memory->activation_count,
  };
}

/* Fills in where @event happened and what it leaves, and writes it. */
static gboolean
write_event (const OmWriteContext *context,
             const OmMemory       *memory,
             OmEvent              *event,
             const OmRecallState  *before,
             const OmRecallState  *after,
             GError              **error)
{
  const OmRecallState *left = after != NULL ? after : before;
  OmSalienceState salience = om_salience_state_from_memory (memory);

  salience.salience = left->salience;
  salience.salience_at = left->salience_at;
  salience.last_seen_at = left->last_seen_at;
  salience.coactivations = left->coactivations;
  event->row = memory->row;
  event->at = context->now;
  event->salience_after = om_salience_present (&salience, context->now, context->constants);
  event->before = *before;
  event->archived_before = memory->archived_at;
  event->flags_before = memory->flags;

  return om_store_event_append (context->store, event, error) &&
         (after == NULL || om_store_activity_set (context->store, memory->row, after, error));
}

/**
 * om_write_act:
 * @memory: as it was before
 * @related: the memory it came from, 0 if none
 * @group: number of the act, 0 if it cannot be undone
 * @flags_changed: #OmMemoryFlags that the act changes, which undoing sets back
 * @before: its state before
 * @after: (nullable): its state now, stored; %NULL if nothing of it changed
 *
 * Writes the history's row, and the new state. What the event leaves of the salience is told as it is
 * now, also if the event changed nothing of it.
 */
gboolean
om_write_act (const OmWriteContext *context,
              const OmMemory       *memory,
              OmEventCause          cause,
              gint64                related,
              gint64                group,
              guint                 flags_changed,
              const OmRecallState  *before,
              const OmRecallState  *after,
              GError              **error)
{
  OmEvent event = { .cause = cause, .related = related, .group = group, .flags_changed = flags_changed };

  return write_event (context, memory, &event, before, after, error);
}

/** om_write_recall: the same for a recall, with where it came from. */
gboolean
om_write_recall (const OmWriteContext *context,
                 const OmMemory       *memory,
                 const OmRecallSource *from,
                 gint64                group,
                 const OmRecallState  *before,
                 const OmRecallState  *after,
                 GError              **error)
{
  OmEvent event = { .cause = OM_EVENT_RECALLED, .group = group, .way = from->way };

  return write_event (context, memory, &event, before, after, error) &&
         (from->program == NULL || om_store_event_set_program (context->store, event.id, from->program, error));
}

/** om_write_event: the same for what changes no flag. */
gboolean
om_write_event (const OmWriteContext *context,
                const OmMemory       *memory,
                OmEventCause          cause,
                gint64                related,
                gint64                group,
                const OmRecallState  *before,
                const OmRecallState  *after,
                GError              **error)
{
  return om_write_act (context, memory, cause, related, group, 0, before, after, error);
}

/**
 * om_write_today:
 *
 * Returns: the running journal day in the machine's zone
 */
gint32
om_write_today (const OmWriteContext *context)
{
  OmMoment moment = om_moment_at (context->now, context->zone);

  return om_moment_journal_day (&moment);
}
