/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of an archive, read. Unknown fields are for newer programs and are passed over. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-archive-record.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "archive/om-archive-fields.h"
#include "text/om-language.h"

/* No place on earth is farther from UTC; the store's limit. */
#define MAX_OFFSET_S 93600

/* Events and points beyond what the store keeps were not written by this program. */
#define MAX_PAST (OM_STORE_EVENTS_MAX + OM_STORE_CURVE_MAX)

#define NICK(f) ((OmNickFunc) (void (*) (void)) (f))

static void
read_happened (OmFields *fields,
               OmMoment *happened)
{
  happened->precision = (OmPrecision) om_fields_nick (fields, "precision", NICK (om_precision_to_nick), OM_N_PRECISIONS,
                                                      OM_PRECISION_INSTANT);
  happened->ms = om_fields_ms (fields, "happened");
  happened->offset_s = (gint32) om_fields_int (fields, "offset", -MAX_OFFSET_S, MAX_OFFSET_S, 0);
}

static void
read_mood (OmFields *fields,
           double   *valence,
           double   *arousal)
{
  *valence = om_fields_number (fields, "valence", -1, 1, NAN);
  *arousal = om_fields_number (fields, "arousal", 0, 1, NAN);
}

static void
read_files (OmFields  *fields,
            GPtrArray *files)
{
  JsonArray *list = om_fields_array (fields, "attachments");

  for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
    {
      OmAttachment *file = g_new0 (OmAttachment, 1);
      OmFields one;

      om_fields_enter (&one, fields, json_array_get_element (list, i));
      file->hash = g_strdup (om_fields_string (&one, "hash", TRUE));
      file->name = om_attachment_clean_name (om_fields_string (&one, "name", TRUE));
      file->type = g_strdup (om_fields_string (&one, "type", TRUE));
      file->size = om_fields_int (&one, "size", 0, G_MAXINT64, 0);
      if (!om_attachment_is_hash (file->hash))
        om_fields_wrong (&one, "hash", _("64 hexadecimal digits"));
      om_fields_leave (&one, fields);
      g_ptr_array_add (files, file);
    }
}

static void
read_fields (OmFields  *fields,
             OmAdopted *adopted)
{
  OmMemory *memory = adopted->memory;
  const char *language = om_fields_string (fields, "language", FALSE);

  memory->id = om_fields_dup_id (fields, "id", TRUE);
  memory->type = (OmMemoryType) om_fields_nick (fields, "type", NICK (om_memory_type_to_nick), OM_N_MEMORY_TYPES,
                                                OM_MEMORY_TYPE_EPISODE);
  read_happened (fields, &memory->happened);
  memory->title = g_strdup (om_fields_string (fields, "title", FALSE));
  memory->content = g_strdup (om_fields_string (fields, "text", TRUE));
  g_strfreev (memory->tags);
  memory->tags = om_fields_strings (fields, "tags");
  memory->sector = (OmSector) om_fields_nick (fields, "sector", NICK (om_sector_to_nick), OM_N_SECTORS, OM_SECTOR_SEMANTIC);
  memory->extra_sectors = om_fields_bits (fields, "extra_sectors", NICK (om_sector_to_nick), OM_N_SECTORS);
  memory->sector_confidence = om_fields_number (fields, "sector_confidence", 0, 1, 0);
  memory->importance = (int) om_fields_int (fields, "importance", 1, 10, OM_IMPORTANCE_DEFAULT);
  read_mood (fields, &memory->valence, &memory->arousal);
  memory->context = (OmContext) om_fields_nick (fields, "context", NICK (om_context_to_nick), OM_N_CONTEXTS, OM_CONTEXT_UNKNOWN);
  memory->flags = om_fields_bits (fields, "flags", NICK (om_archive_flag_to_nick), OM_ARCHIVE_N_FLAGS);
  memory->origin = (OmOrigin) om_fields_nick (fields, "origin", NICK (om_origin_to_nick), OM_N_ORIGINS, OM_ORIGIN_USER);
  if (language != NULL && om_language_from_code (language) != OM_LANGUAGE_UNKNOWN)
    memory->language = om_language_to_code (om_language_from_code (language));
  memory->recorded_at = om_fields_ms (fields, "recorded_at");
  memory->changed_at = om_fields_ms (fields, "changed_at");
  memory->version = (guint) om_fields_int (fields, "version", 1, G_MAXINT32, 1);
  memory->archived_at = om_fields_ms (fields, "put_to_rest_at");
  memory->trashed_at = om_fields_ms (fields, "binned_at");
  adopted->parent = om_fields_dup_id (fields, "document", FALSE);
  memory->section_index = (guint) om_fields_int (fields, "section", 0, G_MAXINT32, 0);
  memory->section_count = (guint) om_fields_int (fields, "sections", 0, G_MAXINT32, 0);
  memory->subject = g_strdup (om_fields_string (fields, "subject", FALSE));
  memory->predicate = g_strdup (om_fields_string (fields, "predicate", FALSE));
  memory->valid_from = om_fields_ms (fields, "valid_from");
  memory->valid_until = om_fields_ms (fields, "valid_until");
  memory->superseded_by = om_fields_dup_id (fields, "superseded_by", FALSE);
  memory->source = g_strdup (om_fields_string (fields, "source", FALSE));
  memory->source_key = g_strdup (om_fields_string (fields, "source_key", FALSE));
  memory->source_data = g_strdup (om_fields_string (fields, "source_data", FALSE));
  adopted->undrawn = om_fields_true (fields, "undrawn");
  adopted->remind_at = om_fields_ms (fields, "remind_at");
  adopted->remind_interval = om_fields_int (fields, "remind_interval", 0, G_MAXINT64, 0);
  read_files (fields, adopted->files);
}

/**
 * om_archive_read_memory:
 * @error: return location, %OM_ERROR_INVALID: what is wrong with the line
 *
 * Its salience is that of a new entry until om_archive_read_past().
 */
gboolean
om_archive_read_memory (OmAdoption *adoption,
                        const char *line,
                        gsize       length,
                        GError    **error)
{
  g_autoptr (OmAdopted) adopted = om_adopted_new ();
  OmFields fields;

  if (!om_fields_open (&fields, line, length, error))
    return FALSE;
  read_fields (&fields, adopted);
  if (!om_fields_close (&fields, error))
    return FALSE;
  return om_adoption_add (adoption, g_steal_pointer (&adopted), error);
}

/* The memory a line hangs on must have come before. */
static OmAdopted *
find_owner (OmAdoption *adoption,
            OmFields   *fields)
{
  g_autofree char *id = om_fields_dup_id (fields, "memory", TRUE);
  OmAdopted *adopted = om_adoption_find (adoption, id);

  if (adopted == NULL)
    om_fields_wrong (fields, "memory", _("one of those in the archive"));
  return adopted;
}

/** om_archive_read_version: as om_archive_read_memory() */
gboolean
om_archive_read_version (OmAdoption *adoption,
                         const char *line,
                         gsize       length,
                         GError    **error)
{
  OmFields fields;
  OmAdopted *adopted;
  OmVersion *version;

  if (!om_fields_open (&fields, line, length, error))
    return FALSE;
  adopted = find_owner (adoption, &fields);
  version = g_new0 (OmVersion, 1);
  version->version = (guint) om_fields_int (&fields, "version", 0, G_MAXINT32, 0);
  version->content = g_strdup (om_fields_string (&fields, "text", TRUE));
  version->title = g_strdup (om_fields_string (&fields, "title", FALSE));
  version->changed_at = om_fields_ms (&fields, "changed_at");
  version->replaced_at = om_fields_ms (&fields, "replaced_at");
  version->conflict = om_fields_true (&fields, "conflict");
  if (!om_fields_close (&fields, error))
    {
      om_version_free (version);
      return FALSE;
    }
  g_ptr_array_add (adopted->versions, version);
  return TRUE;
}

static void
read_walk (OmAdoption     *adoption,
           const OmFields *outer,
           OmFields       *walk,
           const char     *from,
           const char     *to,
           OmWaypointKind  kind)
{
  OmWaypoint before = { .kind = kind };
  guint act = (guint) om_fields_int (walk, "act", 1, G_MAXINT32, 1);
  double weight_after = om_fields_number (walk, "weight_after", 0, 1, 0);
  gint64 walked_after = om_fields_ms (walk, "walked_after");

  before.weight = om_fields_number (walk, "weight_before", 0, 1, 0);
  before.walked_at = om_fields_ms (walk, "walked_before");
  if (walk->error == NULL && outer->error == NULL)
    om_adoption_add_walk (adoption, from, to, act, &before, weight_after, walked_after);
}

/** om_archive_read_link: as om_archive_read_memory() */
gboolean
om_archive_read_link (OmAdoption *adoption,
                      const char *line,
                      gsize       length,
                      GError    **error)
{
  OmFields fields;
  OmWaypoint link = { 0 };
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;
  JsonArray *walks;

  if (!om_fields_open (&fields, line, length, error))
    return FALSE;
  from = om_fields_dup_id (&fields, "from", TRUE);
  to = om_fields_dup_id (&fields, "to", TRUE);
  link.kind = (OmWaypointKind) om_fields_nick (&fields, "kind", NICK (om_waypoint_kind_to_nick), OM_N_WAYPOINT_KINDS,
                                               OM_WAYPOINT_ASSOCIATION);
  link.weight = om_fields_number (&fields, "weight", 0, 1, 0);
  link.created_at = om_fields_ms (&fields, "created_at");
  link.walked_at = om_fields_ms (&fields, "walked_at");
  walks = om_fields_array (&fields, "walks");
  for (guint i = 0; walks != NULL && i < json_array_get_length (walks); i++)
    {
      OmFields walk;

      om_fields_enter (&walk, &fields, json_array_get_element (walks, i));
      read_walk (adoption, &fields, &walk, from, to, link.kind);
      om_fields_leave (&walk, &fields);
    }
  if (!om_fields_close (&fields, error))
    return FALSE;
  om_adoption_add_link (adoption, from, to, &link);
  return TRUE;
}

static void
read_state (OmFields      *fields,
            OmRecallState *state)
{
  state->salience = om_fields_number (fields, "salience", 0, 1, 0);
  state->salience_at = om_fields_ms (fields, "salience_at");
  state->last_seen_at = om_fields_ms (fields, "last_seen_at");
  state->last_active_at = om_fields_ms (fields, "last_active_at");
  state->coactivations = (guint) om_fields_int (fields, "coactivations", 0, G_MAXINT32, 0);
  state->activation_count = (guint) om_fields_int (fields, "activation_count", 1, G_MAXINT32, 1);
}

static void
read_event (OmAdopted *adopted,
            OmFields  *fields)
{
  OmEvent event = { 0 };

  event.at = om_fields_ms (fields, "at");
  event.cause = (OmEventCause) om_fields_nick (fields, "cause", NICK (om_event_cause_to_nick), OM_N_EVENT_CAUSES, OM_EVENT_EDITED);
  event.way = (OmRecallWay) om_fields_nick (fields, "way", NICK (om_recall_way_to_nick), OM_N_RECALL_WAYS,
                                            OM_RECALL_WAY_UNKNOWN);
  event.group = om_fields_int (fields, "act", 0, G_MAXINT32, 0);
  event.undone = om_fields_true (fields, "undone");
  event.salience_after = om_fields_number (fields, "salience_after", 0, 1, 0);
  read_state (fields, &event.before);
  event.archived_before = om_fields_ms (fields, "put_to_rest_at");
  event.flags_before = om_fields_bits (fields, "flags", NICK (om_archive_flag_to_nick), OM_ARCHIVE_N_FLAGS);
  event.flags_changed = om_fields_bits (fields, "flags_changed", NICK (om_archive_flag_to_nick), OM_ARCHIVE_N_FLAGS);
  g_array_append_val (adopted->events, event);
  g_ptr_array_add (adopted->related, om_fields_dup_id (fields, "related", FALSE));
}

static void
read_curve (OmAdopted *adopted,
            OmFields  *fields,
            JsonArray *points)
{
  for (guint i = 0; i < json_array_get_length (points); i++)
    {
      JsonNode *node = json_array_get_element (points, i);
      JsonArray *pair = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
      OmCurvePoint point;

      if (pair == NULL || json_array_get_length (pair) != 2 || !JSON_NODE_HOLDS_VALUE (json_array_get_element (pair, 0)) ||
          !JSON_NODE_HOLDS_VALUE (json_array_get_element (pair, 1)))
        {
          om_fields_wrong (fields, "curve", _("a list of pairs"));
          return;
        }
      point.at = json_array_get_int_element (pair, 0);
      point.salience = json_array_get_double_element (pair, 1);
      if (!(point.salience >= 0 && point.salience <= 1))
        om_fields_wrong (fields, "curve", _("a list of pairs of a time and a salience from 0 to 1"));
      g_array_append_val (adopted->curve, point);
    }
}

/** om_archive_read_past: as om_archive_read_memory() */
gboolean
om_archive_read_past (OmAdoption *adoption,
                      const char *line,
                      gsize       length,
                      GError    **error)
{
  OmFields fields;
  OmAdopted *adopted;
  OmRecallState state;
  JsonArray *events;
  JsonArray *curve;

  if (!om_fields_open (&fields, line, length, error))
    return FALSE;
  adopted = find_owner (adoption, &fields);
  read_state (&fields, &state);
  events = om_fields_array (&fields, "events");
  curve = om_fields_array (&fields, "curve");
  if ((events != NULL && json_array_get_length (events) > MAX_PAST) || (curve != NULL && json_array_get_length (curve) > MAX_PAST))
    om_fields_wrong (&fields, "events", _("short"));
  if (adopted != NULL && adopted->events->len > 0)
    om_fields_wrong (&fields, "memory", _("there once"));
  if (adopted != NULL && fields.error == NULL)
    {
      adopted->memory->salience = state.salience;
      adopted->memory->salience_at = state.salience_at;
      adopted->memory->last_seen_at = state.last_seen_at;
      adopted->memory->last_active_at = state.last_active_at;
      adopted->memory->coactivations = state.coactivations;
      adopted->memory->activation_count = state.activation_count;
      if (curve != NULL)
        read_curve (adopted, &fields, curve);
      for (guint i = 0; events != NULL && i < json_array_get_length (events); i++)
        {
          OmFields event;

          om_fields_enter (&event, &fields, json_array_get_element (events, i));
          read_event (adopted, &event);
          om_fields_leave (&event, &fields);
        }
    }
  return om_fields_close (&fields, error);
}

/** om_archive_read_key: as om_archive_read_memory() */
gboolean
om_archive_read_key (OmAdoption *adoption,
                     const char *line,
                     gsize       length,
                     GError    **error)
{
  OmFields fields;
  g_autofree char *source = NULL;
  g_autofree char *key = NULL;
  g_autofree char *id = NULL;
  guint64 hash = 0;
  const char *text;

  if (!om_fields_open (&fields, line, length, error))
    return FALSE;
  source = g_strdup (om_fields_string (&fields, "source", TRUE));
  key = g_strdup (om_fields_string (&fields, "key", TRUE));
  id = om_fields_dup_id (&fields, "memory", TRUE);
  text = om_fields_string (&fields, "hash", TRUE);
  if (!g_ascii_string_to_unsigned (text, 16, 0, G_MAXUINT64, &hash, NULL))
    om_fields_wrong (&fields, "hash", _("sixteen hexadecimal digits"));
  if (!om_fields_close (&fields, error))
    return FALSE;
  om_adoption_add_key (adoption, source, key, hash, id);
  return TRUE;
}

/** om_archive_read_trait_act: as om_archive_read_memory() */
gboolean
om_archive_read_trait_act (OmAdoption *adoption,
                           const char *line,
                           gsize       length,
                           GError    **error)
{
  g_autoptr (OmStoreTraitAct) act = g_new0 (OmStoreTraitAct, 1);
  OmFields fields;

  if (!om_fields_open (&fields, line, length, error))
    return FALSE;
  act->at = om_fields_ms (&fields, "at");
  act->day = (gint32) om_fields_int (&fields, "day", G_MININT32, G_MAXINT32, 0);
  act->verb = om_fields_nick (&fields, "verb", om_archive_verb_to_nick, OM_ARCHIVE_N_VERBS, 0);
  act->trait = g_strdup (om_fields_string (&fields, "trait", TRUE));
  act->kind = g_strdup (om_fields_string (&fields, "kind", TRUE));
  act->key = g_strdup (om_fields_string (&fields, "key", TRUE));
  act->slot = (int) om_fields_int (&fields, "slot", -1, OM_N_CONTEXTS - 1, -1);
  act->text = g_strdup (om_fields_string (&fields, "text", FALSE));
  act->context = (OmContext) om_fields_nick (&fields, "context", NICK (om_context_to_nick), OM_N_CONTEXTS, OM_CONTEXT_UNKNOWN);
  act->answer = om_fields_nick (&fields, "answer", om_archive_answer_to_nick, OM_ARCHIVE_N_ANSWERS, 0);
  act->other = g_strdup (om_fields_string (&fields, "other", FALSE));
  if (!om_fields_close (&fields, error))
    return FALSE;
  om_adoption_add_trait_act (adoption, g_steal_pointer (&act));
  return TRUE;
}

/**
 * om_archive_read_draft:
 *
 * For looking without a store.
 *
 * Returns: (transfer full) (nullable): the entry of the line; %NULL without @error for a section
 */
OmDraft *
om_archive_read_draft (const char *line,
                       gsize       length,
                       GError    **error)
{
  g_autoptr (OmAdopted) adopted = om_adopted_new ();
  const OmMemory *memory = adopted->memory;
  OmDraft *draft;
  OmFields fields;

  if (!om_fields_open (&fields, line, length, error))
    return NULL;
  read_fields (&fields, adopted);
  if (!om_fields_close (&fields, error) || memory->type == OM_MEMORY_TYPE_SECTION)
    return NULL;
  draft = om_draft_new (memory->content);
  draft->title = g_strdup (memory->title);
  draft->happened = memory->happened;
  draft->has_happened = TRUE;
  draft->type = memory->type;
  draft->tags = g_strdupv (memory->tags);
  draft->importance = memory->importance;
  draft->context = memory->context;
  draft->origin = OM_ORIGIN_IMPORT;
  draft->dedup = OM_DEDUP_OFF;
  draft->source = g_strdup ("archive");
  draft->source_key = g_strdup (memory->id);
  return draft;
}
