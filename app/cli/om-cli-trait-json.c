/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Traits as programs read them. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <math.h>

#include "cli/om-cli-json.h"
#include "cli/om-cli-trait-words.h"

static const char *const family_nicks[OM_N_TRAIT_FAMILIES] = { "members", "F1", "F2", "F3", "F4", "F5" };
static const char *const mark_nicks[OM_N_TRAIT_MARKS] = { NULL, "confirmed", "rejected", "restored" };
static const char *const signal_nicks[OM_N_TRAIT_SIGNALS] = { "said",      "done",     "rhythm",   "mood",   "member", "denied",
                                                              "retracted", "opposite", "reversed", "silent" };
static const char *const reason_nicks[OM_N_TRAIT_GRADE_REASONS] = { NULL, "contexts", "massed", "same-day", "undated", "capped" };

static void
add_real (JsonBuilder *builder,
          const char  *name,
          double       value)
{
  json_builder_set_member_name (builder, name);
  if (isnan (value))
    json_builder_add_null_value (builder);
  else
    json_builder_add_double_value (builder, value);
}

static void
add_context (JsonBuilder *builder,
             OmContext    context)
{
  om_cli_json_string (builder, "context", context == OM_CONTEXT_UNKNOWN ? NULL : om_context_to_nick (context));
}

static void
add_day (JsonBuilder *builder,
         const char  *name,
         gint32       day)
{
  g_autofree char *text = NULL;
  int y, m, d;

  om_date_from_day_number (day, &y, &m, &d);
  text = g_strdup_printf ("%04d-%02d-%02d", y, m, d);
  om_cli_json_string (builder, name, text);
}

/** om_cli_trait_json_fields: the fields of a trait, inside an object */
void
om_cli_trait_json_fields (JsonBuilder   *builder,
                          const OmTrait *trait)
{
  om_cli_json_string (builder, "id", trait->id);
  om_cli_json_string (builder, "text", trait->text);
  om_cli_json_string (builder, "found_text", trait->found_text);
  om_cli_json_string (builder, "family", family_nicks[trait->family]);
  om_cli_json_string (builder, "kind", trait->kind);
  om_cli_json_string (builder, "key", trait->key);
  om_cli_json_int (builder, "polarity", trait->polarity);
  om_cli_json_string (builder, "theme", trait->theme);
  om_cli_json_string (builder, "language", trait->language);
  om_cli_json_string (builder, "tier", om_trait_tier_to_nick (trait->tier));
  om_cli_json_string (builder, "stage", om_trait_stage_to_nick (trait->stage));
  om_cli_json_string (builder, "shown_stage", om_trait_stage_to_nick (trait->shown_stage));
  add_real (builder, "confidence", trait->confidence);
  add_context (builder, trait->context);
  om_cli_json_boolean (builder, "context_by_hand", trait->context_by_hand);
  om_cli_json_int (builder, "days", trait->n_days);
  om_cli_json_int (builder, "of_days", trait->n_of_days);
  add_day (builder, "first_day", trait->first_day);
  add_day (builder, "last_day", trait->last_day);
  om_cli_json_int (builder, "for", trait->n_for);
  om_cli_json_int (builder, "against", trait->n_against);
  om_cli_json_boolean (builder, "review", trait->needs_review);
  om_cli_json_boolean (builder, "said_changed", trait->said_changed);
  om_cli_json_boolean (builder, "modified", trait->modified);
  add_real (builder, "effect", trait->effect);
  om_cli_json_string (builder, "mark", mark_nicks[trait->mark]);
  om_cli_json_boolean (builder, "blocked", trait->blocked);
  om_cli_json_string (builder, "predecessor", trait->predecessor);
  om_cli_json_instant (builder, "created", trait->created_at);
  om_cli_json_instant (builder, "changed", trait->changed_at);
}

/** om_cli_trait_json: a trait as an object */
void
om_cli_trait_json (JsonBuilder   *builder,
                   const OmTrait *trait)
{
  json_builder_begin_object (builder);
  om_cli_trait_json_fields (builder, trait);
  json_builder_end_object (builder);
}

static void
add_evidence (JsonBuilder           *builder,
              const OmTraitEvidence *evidence)
{
  const char grade[] = { (char) ('A' + evidence->grade), '\0' };

  json_builder_begin_object (builder);
  om_cli_json_string (builder, "memory", evidence->memory_id);
  om_cli_json_instant (builder, "at", evidence->at);
  add_day (builder, "day", evidence->day);
  om_cli_json_boolean (builder, "supports", evidence->supports);
  om_cli_json_string (builder, "family", family_nicks[evidence->family]);
  om_cli_json_string (builder, "signal", signal_nicks[evidence->signal]);
  om_cli_json_string (builder, "grade", evidence->supports ? grade : NULL);
  om_cli_json_string (builder, "reason", reason_nicks[evidence->reason]);
  om_cli_json_boolean (builder, "counted", evidence->counted);
  om_cli_json_boolean (builder, "closed", evidence->closed);
  add_context (builder, evidence->context);
  om_cli_json_string (builder, "quote", evidence->quote);
  om_cli_json_int (builder, "start", evidence->start);
  om_cli_json_int (builder, "length", evidence->length);
  json_builder_end_object (builder);
}

static void
add_event (JsonBuilder        *builder,
           const OmTraitEvent *event)
{
  json_builder_begin_object (builder);
  om_cli_json_instant (builder, "at", event->at);
  om_cli_json_string (builder, "cause", om_trait_cause_to_nick (event->cause));
  add_real (builder, "before", event->confidence_before);
  add_real (builder, "after", event->confidence_after);
  om_cli_json_string (builder, "stage_before", om_trait_stage_to_nick (event->stage_before));
  om_cli_json_string (builder, "stage_after", om_trait_stage_to_nick (event->stage_after));
  json_builder_end_object (builder);
}

static void
add_ids (JsonBuilder *builder,
         const char  *name,
         GPtrArray   *traits)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_array (builder);
  for (guint i = 0; i < traits->len; i++)
    json_builder_add_string_value (builder, ((OmTrait *) g_ptr_array_index (traits, i))->id);
  json_builder_end_array (builder);
}

/** om_cli_trait_json_detail: a trait with all it rests on, as an object */
void
om_cli_trait_json_detail (JsonBuilder         *builder,
                          const OmTraitDetail *detail)
{
  json_builder_begin_object (builder);
  om_cli_trait_json_fields (builder, detail->trait);
  json_builder_set_member_name (builder, "evidence");
  json_builder_begin_array (builder);
  for (guint i = 0; i < detail->evidence->len; i++)
    add_evidence (builder, g_ptr_array_index (detail->evidence, i));
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "events");
  json_builder_begin_array (builder);
  for (guint i = 0; i < detail->events->len; i++)
    add_event (builder, &g_array_index (detail->events, OmTraitEvent, i));
  json_builder_end_array (builder);
  add_ids (builder, "parents", detail->parents);
  add_ids (builder, "children", detail->children);
  add_ids (builder, "successors", detail->successors);
  json_builder_end_object (builder);
}
