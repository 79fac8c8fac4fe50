/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The JSON of --json: one builder a value, the field names of `openmemory help json`. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "cli/om-cli-json.h"

#include <math.h>
#include <stdio.h>

/* Words for the bits of #OmMemoryFlags, lowest first. */
static const char *const flag_words[] = { "pinned",       "kept",           "resolved",
                                          "hidden",       "private",        "starred",
                                          "consolidated", "sector-by-hand", "mood-by-hand",
                                          "conflict" };

/* Words for the bits of #OmHitReason, lowest first. */
static const char *const reason_words[] = { "exact", "words", "part",  "meaning",
                                            "link",  "day",   "title", "tag", "filter" };

static GStrv
words_of (guint              bits,
          const char *const *words,
          gsize              n_words)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (gsize i = 0; i < n_words; i++)
    {
      if (bits & (1u << i))
        g_strv_builder_add (builder, words[i]);
    }
  return g_strv_builder_end (builder);
}

/** om_cli_flag_words: the flags of a memory as words. */
GStrv
om_cli_flag_words (guint flags)
{
  return words_of (flags, flag_words, G_N_ELEMENTS (flag_words));
}

/** om_cli_reason_words: why a result is there, as words. */
GStrv
om_cli_reason_words (guint reasons)
{
  return words_of (reasons, reason_words, G_N_ELEMENTS (reason_words));
}

/** om_cli_extra_sectors: the sectors besides the first, as words. */
GStrv
om_cli_extra_sectors (const OmMemory *memory)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (int i = 0; i < OM_N_SECTORS; i++)
    {
      if (memory->extra_sectors & (1u << i))
        g_strv_builder_add (builder, om_sector_to_nick (i));
    }
  return g_strv_builder_end (builder);
}

/** om_cli_json_string: a member that is null if @value is %NULL. */
void
om_cli_json_string (JsonBuilder *builder,
                    const char  *name,
                    const char  *value)
{
  json_builder_set_member_name (builder, name);
  if (value != NULL)
    json_builder_add_string_value (builder, value);
  else
    json_builder_add_null_value (builder);
}

void
om_cli_json_int (JsonBuilder *builder,
                 const char  *name,
                 gint64       value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_int_value (builder, value);
}

/** om_cli_json_number: a member that is null for 0, which stands for none. */
void
om_cli_json_number (JsonBuilder *builder,
                    const char  *name,
                    gint64       value)
{
  json_builder_set_member_name (builder, name);
  if (value != 0)
    json_builder_add_int_value (builder, value);
  else
    json_builder_add_null_value (builder);
}

/** om_cli_json_double: a member that is null for what JSON cannot write. */
void
om_cli_json_double (JsonBuilder *builder,
                    const char  *name,
                    double       value)
{
  json_builder_set_member_name (builder, name);
  if (isfinite (value))
    json_builder_add_double_value (builder, value);
  else
    json_builder_add_null_value (builder);
}

void
om_cli_json_boolean (JsonBuilder *builder,
                     const char  *name,
                     gboolean     value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_boolean_value (builder, value);
}

void
om_cli_json_strv (JsonBuilder       *builder,
                  const char        *name,
                  const char *const *values)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_array (builder);
  for (gsize i = 0; values != NULL && values[i] != NULL; i++)
    json_builder_add_string_value (builder, values[i]);
  json_builder_end_array (builder);
}

/** om_cli_json_instant: a time as RFC 3339 in UTC, null for 0, which stands for never. */
void
om_cli_json_instant (JsonBuilder *builder,
                     const char  *name,
                     gint64       ms)
{
  OmMoment moment = { .ms = ms, .precision = OM_PRECISION_INSTANT };
  g_autofree char *text = ms != 0 ? om_moment_format (&moment) : NULL;

  om_cli_json_string (builder, name, text);
}

/** om_cli_json_moment: RFC 3339 with the offset of the place, a date alone, or null. */
void
om_cli_json_moment (JsonBuilder    *builder,
                    const char     *name,
                    const OmMoment *moment)
{
  gboolean dated = moment->precision != OM_PRECISION_UNKNOWN;
  g_autofree char *text = dated ? om_moment_format (moment) : NULL;

  om_cli_json_string (builder, name, text);
}

static void
add_mood (JsonBuilder    *builder,
          const OmMemory *memory)
{
  json_builder_set_member_name (builder, "mood");
  if (!om_memory_has_mood (memory))
    {
      json_builder_add_null_value (builder);
      return;
    }

  json_builder_begin_object (builder);
  om_cli_json_double (builder, "valence", memory->valence);
  om_cli_json_double (builder, "arousal", memory->arousal);
  om_cli_json_boolean (builder, "estimated", (memory->flags & OM_FLAG_MOOD_BY_HAND) == 0);
  json_builder_end_object (builder);
}

/* What the source of an import held besides; shown as the JSON it is. */
static void
add_source (JsonBuilder    *builder,
            const OmMemory *memory)
{
  g_autoptr (JsonNode) data = NULL;

  om_cli_json_string (builder, "source", memory->source);
  om_cli_json_string (builder, "source_key", memory->source_key);
  if (memory->source_data != NULL)
    data = json_from_string (memory->source_data, NULL);
  json_builder_set_member_name (builder, "source_data");
  if (data != NULL)
    json_builder_add_value (builder, g_steal_pointer (&data));
  else
    json_builder_add_null_value (builder);
}

/**
 * om_cli_json_fields:
 *
 * Adds the members of a memory to an object that is open.
 */
void
om_cli_json_fields (JsonBuilder    *builder,
                    OmCli          *cli,
                    const OmMemory *memory)
{
  g_auto (GStrv) flags = om_cli_flag_words (memory->flags);
  g_auto (GStrv) extra = om_cli_extra_sectors (memory);
  OmVividness vividness;
  int percent = 0;

  om_cli_json_string (builder, "id", memory->id);
  om_cli_json_string (builder, "type", om_memory_type_to_nick (memory->type));
  om_cli_json_string (builder, "sector", om_sector_to_nick (memory->sector));
  om_cli_json_strv (builder, "extra_sectors", (const char *const *) extra);
  om_cli_json_string (builder, "title", memory->title);
  om_cli_json_string (builder, "text", memory->content);
  om_cli_json_moment (builder, "happened", &memory->happened);
  om_cli_json_string (builder, "precision", om_precision_to_nick (memory->happened.precision));
  om_cli_json_instant (builder, "recorded", memory->recorded_at);
  om_cli_json_instant (builder, "changed", memory->changed_at);
  om_cli_json_strv (builder, "tags", (const char *const *) memory->tags);
  om_cli_json_int (builder, "importance", memory->importance);
  add_mood (builder, memory);
  om_cli_json_string (builder, "context",
                      memory->context != OM_CONTEXT_UNKNOWN ? om_context_to_nick (memory->context)
                                                            : NULL);
  om_cli_json_strv (builder, "flags", (const char *const *) flags);
  om_cli_json_string (builder, "origin", om_origin_to_nick (memory->origin));
  om_cli_json_double (builder, "salience", om_engine_present_salience (cli->engine, memory));
  vividness = om_engine_get_vividness (cli->engine, memory, &percent);
  om_cli_json_string (builder, "vividness", om_vividness_to_nick (vividness));
  om_cli_json_int (builder, "vividness_percent", percent);
  om_cli_json_int (builder, "recalls", memory->coactivations);
  om_cli_json_int (builder, "activations", memory->activation_count);
  om_cli_json_instant (builder, "last_seen", memory->last_seen_at);
  om_cli_json_instant (builder, "last_active", memory->last_active_at);
  om_cli_json_instant (builder, "archived", memory->archived_at);
  om_cli_json_instant (builder, "binned", memory->trashed_at);
  om_cli_json_string (builder, "subject", memory->subject);
  om_cli_json_string (builder, "predicate", memory->predicate);
  om_cli_json_int (builder, "sections",
                   memory->type == OM_MEMORY_TYPE_DOCUMENT ? memory->section_count : 0);
  om_cli_json_int (builder, "version", memory->version);
  add_source (builder, memory);
}

/** om_cli_json_present: adds which memory it is, and where it stands, to an object that is open. */
void
om_cli_json_present (JsonBuilder    *builder,
                     OmCli          *cli,
                     const OmMemory *memory)
{
  g_autofree char *title = om_memory_dup_title (memory);
  int percent = 0;
  OmVividness vividness = om_engine_get_vividness (cli->engine, memory, &percent);

  om_cli_json_string (builder, "id", memory->id);
  om_cli_json_string (builder, "title", title);
  om_cli_json_double (builder, "salience", om_engine_present_salience (cli->engine, memory));
  om_cli_json_string (builder, "vividness", om_vividness_to_nick (vividness));
  om_cli_json_int (builder, "vividness_percent", percent);
}

/** om_cli_json_titles: adds memories as an array of ids with their titles or first lines. */
void
om_cli_json_titles (JsonBuilder *builder,
                    GPtrArray   *memories)
{
  json_builder_begin_array (builder);
  for (guint i = 0; i < memories->len; i++)
    {
      const OmMemory *memory = g_ptr_array_index (memories, i);
      g_autofree char *title = om_memory_dup_title (memory);

      json_builder_begin_object (builder);
      om_cli_json_string (builder, "id", memory->id);
      om_cli_json_string (builder, "title", title);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

/** om_cli_json_memory: adds a memory as an object of its own. */
void
om_cli_json_memory (JsonBuilder    *builder,
                    OmCli          *cli,
                    const OmMemory *memory)
{
  json_builder_begin_object (builder);
  om_cli_json_fields (builder, cli, memory);
  json_builder_end_object (builder);
}

static void
add_marks (JsonBuilder *builder,
           const char  *name,
           GArray      *marks)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_array (builder);
  for (guint i = 0; marks != NULL && i + 1 < marks->len; i += 2)
    {
      json_builder_begin_array (builder);
      json_builder_add_int_value (builder, g_array_index (marks, guint, i));
      json_builder_add_int_value (builder, g_array_index (marks, guint, i + 1));
      json_builder_end_array (builder);
    }
  json_builder_end_array (builder);
}

static void
add_parts (JsonBuilder        *builder,
           const OmScoreParts *parts)
{
  json_builder_set_member_name (builder, "parts");
  json_builder_begin_object (builder);
  om_cli_json_double (builder, "similarity", parts->similarity);
  om_cli_json_double (builder, "token_overlap", parts->token_overlap);
  om_cli_json_double (builder, "waypoint", parts->waypoint);
  om_cli_json_double (builder, "recency", parts->recency);
  om_cli_json_double (builder, "tag_match", parts->tag_match);
  om_cli_json_double (builder, "keyword", parts->keyword);
  om_cli_json_double (builder, "sector_penalty", parts->sector_penalty);
  om_cli_json_double (builder, "relevance", parts->relevance);
  om_cli_json_double (builder, "personal", parts->personal);
  json_builder_end_object (builder);
}

/** om_cli_json_hit: adds a result: the memory's members and why it is there. */
void
om_cli_json_hit (JsonBuilder *builder,
                 OmCli       *cli,
                 const OmHit *hit)
{
  g_auto (GStrv) reasons = om_cli_reason_words (hit->reasons);

  json_builder_begin_object (builder);
  om_cli_json_fields (builder, cli, hit->memory);
  om_cli_json_double (builder, "score", hit->score);
  om_cli_json_double (builder, "salience_before", hit->salience);
  om_cli_json_strv (builder, "reasons", (const char *const *) reasons);
  add_parts (builder, &hit->parts);
  om_cli_json_strv (builder, "words", (const char *const *) hit->words);
  add_marks (builder, "marks", hit->marks);
  add_marks (builder, "title_marks", hit->title_marks);
  om_cli_json_strv (builder, "path", (const char *const *) hit->path);
  json_builder_end_object (builder);
}

/**
 * om_cli_json_to_text:
 *
 * Returns: (transfer full): the finished value, indented, with a line end
 */
char *
om_cli_json_to_text (JsonBuilder *builder)
{
  g_autoptr (JsonGenerator) generator = json_generator_new ();
  g_autoptr (JsonNode) root = json_builder_get_root (builder);
  g_autofree char *text = NULL;

  json_generator_set_pretty (generator, TRUE);
  json_generator_set_root (generator, root);
  text = json_generator_to_data (generator, NULL);
  return g_strconcat (text, "\n", NULL);
}

/** om_cli_json_print: prints the finished value. */
void
om_cli_json_print (JsonBuilder *builder)
{
  g_autofree char *text = om_cli_json_to_text (builder);

  fputs (text, stdout);
}
