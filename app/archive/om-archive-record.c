/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of an archive, written. Reading them: om-archive-line.c. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-archive-record.h"

#include "archive/om-json-scanner.h"
#include "archive/om-json-write.h"
#include "memory/om-trait-record.h"

/* In the order of the bits of OmMemoryFlags. */
static const char *const flag_nicks[OM_ARCHIVE_N_FLAGS] = {
  "pinned", "kept", "resolved", "hidden", "private", "starred", "consolidated", "sector-by-hand", "mood-by-hand", "conflict",
  "not-about-me",
};

G_STATIC_ASSERT (OM_FLAG_NOT_ABOUT_ME == 1 << (OM_ARCHIVE_N_FLAGS - 1));

/** om_archive_flag_to_nick: (transfer none): the word for 1 << @bit of #OmMemoryFlags */
const char *
om_archive_flag_to_nick (int bit)
{
  return bit >= 0 && bit < OM_ARCHIVE_N_FLAGS ? flag_nicks[bit] : "unknown";
}

static const char *const verb_nicks[OM_ARCHIVE_N_VERBS] = {
  "confirm", "reject", "restore", "unblock", "rename", "set-context", "review", "merge", "name-group",
};
static const char *const answer_nicks[OM_ARCHIVE_N_ANSWERS] = { "true", "modified", "split", "let-go" };

G_STATIC_ASSERT (OM_ARCHIVE_N_VERBS == OM_N_TRAIT_VERBS);
G_STATIC_ASSERT (OM_ARCHIVE_N_ANSWERS == OM_N_TRAIT_ANSWERS);

/** om_archive_verb_to_nick: (transfer none): the word for an #OmTraitVerb */
const char *
om_archive_verb_to_nick (int verb)
{
  return verb >= 0 && verb < OM_ARCHIVE_N_VERBS ? verb_nicks[verb] : "unknown";
}

/** om_archive_answer_to_nick: (transfer none): the word for an #OmTraitAnswer */
const char *
om_archive_answer_to_nick (int answer)
{
  return answer >= 0 && answer < OM_ARCHIVE_N_ANSWERS ? answer_nicks[answer] : "unknown";
}

static void
write_flags (GString    *json,
             const char *name,
             guint       flags)
{
  const char *words[OM_ARCHIVE_N_FLAGS + 1];
  gsize n = 0;

  for (int bit = 0; bit < OM_ARCHIVE_N_FLAGS; bit++)
    {
      if ((flags & 1u << bit) != 0)
        words[n++] = flag_nicks[bit];
    }
  words[n] = NULL;
  om_json_write_strings (json, name, words);
}

/* 0 stands for "does not apply" and is left out. */
static void
write_ms (GString    *json,
          const char *name,
          gint64      ms)
{
  if (ms != 0)
    om_json_write_int (json, name, ms);
}

static void
write_happened (GString        *json,
                const OmMoment *happened)
{
  int year;
  int month;
  int day;

  if (happened->precision != OM_PRECISION_UNKNOWN)
    {
      g_autofree char *date = NULL;

      om_moment_civil_date (happened, &year, &month, &day);
      date = g_strdup_printf ("%04d-%02d-%02d", year, month, day);
      om_json_write_string (json, "date", date);
    }
  om_json_write_string (json, "precision", om_precision_to_nick (happened->precision));
  om_json_write_int (json, "happened", happened->ms);
  if (happened->offset_s != 0)
    om_json_write_int (json, "offset", happened->offset_s);
}

static void
write_sector (GString        *json,
              const OmMemory *memory)
{
  const char *extra[OM_N_SECTORS + 1];
  gsize n = 0;

  for (int i = 0; i < OM_N_SECTORS; i++)
    {
      if ((memory->extra_sectors & 1u << i) != 0)
        extra[n++] = om_sector_to_nick (i);
    }
  extra[n] = NULL;
  om_json_write_string (json, "sector", om_sector_to_nick (memory->sector));
  om_json_write_strings (json, "extra_sectors", extra);
  om_json_write_number (json, "sector_confidence", memory->sector_confidence);
}

static void
write_files (GString         *json,
             const GPtrArray *files)
{
  if (files == NULL || files->len == 0)
    return;
  om_json_write_name (json, "attachments");
  for (guint i = 0; i < files->len; i++)
    {
      const OmAttachment *file = g_ptr_array_index (files, i);

      g_string_append (json, i > 0 ? ",{" : "[{");
      om_json_write_string (json, "hash", file->hash);
      om_json_write_string (json, "name", file->name);
      om_json_write_string (json, "type", file->type);
      om_json_write_int (json, "size", file->size);
      g_string_append_c (json, '}');
    }
  g_string_append_c (json, ']');
}

/**
 * om_archive_write_memory:
 * @parent: (nullable): id of the document it is a section of
 * @undrawn: its association is still to be drawn
 * @reminder: when it wants to be seen
 * @files: (nullable) (element-type OmAttachment): that are in the archive
 */
void
om_archive_write_memory (GString        *json,
                         const OmMemory *memory,
                         const char     *parent,
                         gboolean        undrawn,
                         const OmStoreReminder *reminder,
                         const GPtrArray *files)
{
  g_string_append_c (json, '{');
  om_json_write_string (json, "id", memory->id);
  om_json_write_string (json, "type", om_memory_type_to_nick (memory->type));
  write_happened (json, &memory->happened);
  om_json_write_string (json, "title", memory->title);
  om_json_write_string (json, "text", memory->content);
  om_json_write_strings (json, "tags", (const char *const *) memory->tags);
  write_sector (json, memory);
  om_json_write_int (json, "importance", memory->importance);
  om_json_write_number (json, "valence", memory->valence);
  om_json_write_number (json, "arousal", memory->arousal);
  if (memory->context != OM_CONTEXT_UNKNOWN)
    om_json_write_string (json, "context", om_context_to_nick (memory->context));
  write_flags (json, "flags", memory->flags);
  om_json_write_string (json, "origin", om_origin_to_nick (memory->origin));
  om_json_write_string (json, "language", memory->language);
  om_json_write_int (json, "recorded_at", memory->recorded_at);
  om_json_write_int (json, "changed_at", memory->changed_at);
  om_json_write_int (json, "version", memory->version);
  write_ms (json, "put_to_rest_at", memory->archived_at);
  write_ms (json, "binned_at", memory->trashed_at);
  om_json_write_string (json, "document", parent);
  if (memory->section_count > 0)
    {
      om_json_write_int (json, "section", memory->section_index);
      om_json_write_int (json, "sections", memory->section_count);
    }
  om_json_write_string (json, "subject", memory->subject);
  om_json_write_string (json, "predicate", memory->predicate);
  write_ms (json, "valid_from", memory->valid_from);
  write_ms (json, "valid_until", memory->valid_until);
  om_json_write_string (json, "superseded_by", memory->superseded_by);
  om_json_write_string (json, "source", memory->source);
  om_json_write_string (json, "source_key", memory->source_key);
  om_json_write_string (json, "source_data", memory->source_data);
  if (undrawn)
    om_json_write_true (json, "undrawn");
  if (reminder->due_at != 0)
    {
      om_json_write_int (json, "remind_at", reminder->due_at);
      om_json_write_int (json, "remind_interval", reminder->interval_ms);
    }
  write_files (json, files);
  g_string_append (json, "}\n");
}

/** om_archive_write_version: @id: of the memory whose former text it is */
void
om_archive_write_version (GString         *json,
                          const char      *id,
                          const OmVersion *version)
{
  g_string_append_c (json, '{');
  om_json_write_string (json, "memory", id);
  om_json_write_int (json, "version", version->version);
  om_json_write_string (json, "title", version->title);
  om_json_write_string (json, "text", version->content);
  om_json_write_int (json, "changed_at", version->changed_at);
  om_json_write_int (json, "replaced_at", version->replaced_at);
  if (version->conflict)
    om_json_write_true (json, "conflict");
  g_string_append (json, "}\n");
}

/** om_archive_write_link: @walks: (element-type OmWalk): of this link, with the numbers that acts have in the archive */
void
om_archive_write_link (GString          *json,
                       const char       *from,
                       const char       *to,
                       const OmWaypoint *link,
                       const GArray     *walks)
{
  g_string_append_c (json, '{');
  om_json_write_string (json, "from", from);
  om_json_write_string (json, "to", to);
  om_json_write_string (json, "kind", om_waypoint_kind_to_nick (link->kind));
  om_json_write_number (json, "weight", link->weight);
  om_json_write_int (json, "created_at", link->created_at);
  om_json_write_int (json, "walked_at", link->walked_at);
  if (walks->len > 0)
    {
      om_json_write_name (json, "walks");
      g_string_append_c (json, '[');
      for (guint i = 0; i < walks->len; i++)
        {
          const OmWalk *walk = &g_array_index (walks, OmWalk, i);

          g_string_append (json, i > 0 ? ",{" : "{");
          om_json_write_int (json, "act", walk->group);
          om_json_write_number (json, "weight_before", walk->before.weight);
          om_json_write_int (json, "walked_before", walk->before.walked_at);
          om_json_write_number (json, "weight_after", walk->weight_after);
          om_json_write_int (json, "walked_after", walk->walked_after);
          g_string_append_c (json, '}');
        }
      g_string_append_c (json, ']');
    }
  g_string_append (json, "}\n");
}

static void
write_event (GString       *json,
             const OmEvent *event,
             const char    *related)
{
  g_string_append_c (json, '{');
  om_json_write_int (json, "at", event->at);
  om_json_write_string (json, "cause", om_event_cause_to_nick (event->cause));
  if (event->way != OM_RECALL_WAY_UNKNOWN)
    om_json_write_string (json, "way", om_recall_way_to_nick (event->way));
  om_json_write_string (json, "related", related);
  write_ms (json, "act", event->group);
  if (event->undone)
    om_json_write_true (json, "undone");
  om_json_write_number (json, "salience_after", event->salience_after);
  om_json_write_number (json, "salience", event->before.salience);
  om_json_write_int (json, "salience_at", event->before.salience_at);
  om_json_write_int (json, "last_seen_at", event->before.last_seen_at);
  om_json_write_int (json, "last_active_at", event->before.last_active_at);
  om_json_write_int (json, "coactivations", event->before.coactivations);
  om_json_write_int (json, "activation_count", event->before.activation_count);
  write_ms (json, "put_to_rest_at", event->archived_before);
  write_flags (json, "flags", event->flags_before);
  write_flags (json, "flags_changed", event->flags_changed);
  g_string_append_c (json, '}');
}

/**
 * om_archive_write_past:
 * @events: (element-type OmEvent): with the numbers that acts have in the archive
 * @related: (array) (element-type utf8) (nullable items): an id for each event
 * @curve: (element-type OmCurvePoint): what is left of older ones
 */
void
om_archive_write_past (GString        *json,
                       const OmMemory *memory,
                       const GArray   *events,
                       char          **related,
                       const GArray   *curve)
{
  g_string_append_c (json, '{');
  om_json_write_string (json, "memory", memory->id);
  om_json_write_number (json, "salience", memory->salience);
  om_json_write_int (json, "salience_at", memory->salience_at);
  om_json_write_int (json, "last_seen_at", memory->last_seen_at);
  om_json_write_int (json, "last_active_at", memory->last_active_at);
  om_json_write_int (json, "coactivations", memory->coactivations);
  om_json_write_int (json, "activation_count", memory->activation_count);
  if (curve->len > 0)
    {
      om_json_write_name (json, "curve");
      g_string_append_c (json, '[');
      for (guint i = 0; i < curve->len; i++)
        {
          const OmCurvePoint *point = &g_array_index (curve, OmCurvePoint, i);

          g_string_append_printf (json, "%s[%" G_GINT64_FORMAT ",", i > 0 ? "," : "", point->at);
          om_json_append_number (json, point->salience);
          g_string_append_c (json, ']');
        }
      g_string_append_c (json, ']');
    }
  om_json_write_name (json, "events");
  g_string_append_c (json, '[');
  for (guint i = 0; i < events->len; i++)
    {
      if (i > 0)
        g_string_append_c (json, ',');
      write_event (json, &g_array_index (events, OmEvent, i), related[i]);
    }
  g_string_append (json, "]}\n");
}

/** om_archive_write_key: @id: of the memory that it became, which may be wiped */
void
om_archive_write_key (GString    *json,
                      const char *source,
                      const char *source_key,
                      guint64     text_hash,
                      const char *id)
{
  g_autofree char *hash = g_strdup_printf ("%016" G_GINT64_MODIFIER "x", text_hash);

  g_string_append_c (json, '{');
  om_json_write_string (json, "source", source);
  om_json_write_string (json, "key", source_key);
  om_json_write_string (json, "hash", hash);
  om_json_write_string (json, "memory", id);
  g_string_append (json, "}\n");
}

/** om_archive_write_trait_act: what the person said of a trait */
void
om_archive_write_trait_act (GString               *json,
                            const OmStoreTraitAct *act)
{
  g_string_append_c (json, '{');
  om_json_write_int (json, "at", act->at);
  om_json_write_int (json, "day", act->day);
  om_json_write_string (json, "verb", om_archive_verb_to_nick (act->verb));
  om_json_write_string (json, "trait", act->trait);
  om_json_write_string (json, "kind", act->kind);
  om_json_write_string (json, "key", act->key);
  om_json_write_int (json, "slot", act->slot);
  om_json_write_string (json, "text", act->text);
  if (act->context != OM_CONTEXT_UNKNOWN)
    om_json_write_string (json, "context", om_context_to_nick (act->context));
  if (act->verb == OM_TRAIT_VERB_REVIEW)
    om_json_write_string (json, "answer", om_archive_answer_to_nick (act->answer));
  om_json_write_string (json, "other", act->other);
  g_string_append (json, "}\n");
}
