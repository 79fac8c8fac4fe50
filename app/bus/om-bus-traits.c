/* SPDX-License-Identifier: GPL-3.0-or-later */
/* org.openmemory.Traits1. Workers. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "bus/om-bus-traits.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bus/om-bus-error.h"
#include "bus/om-bus-memory.h"
#include "bus/om-bus-options.h"

#define LIMIT 50
#define LIMIT_MAX 100
#define EVIDENCE 100
#define EVIDENCE_MAX 500
#define TEXT_BYTES 2000
#define STAGES_MAX 500

/* What may be given ----------------------------------------------------------------------------- */

static OmMemory *
get_source (OmBusCall             *call,
            const OmTraitEvidence *evidence,
            GCancellable          *cancellable)
{
  return evidence->memory_id != NULL ? om_bus_get_memory (call, evidence->memory_id, cancellable, NULL) : NULL;
}

/**
 * om_bus_may_give_trait:
 * @detail: a trait with its evidence
 *
 * The sentence of a trait says what its entries say: it is given only if one that speaks for it may be, or
 * if it rests on no entry but on the person's own word, on other traits, or on when one writes.
 */
gboolean
om_bus_may_give_trait (OmBusCall           *call,
                       const OmTraitDetail *detail,
                       GCancellable        *cancellable)
{
  gboolean rests_on_entries = FALSE;

  for (guint i = 0; i < detail->evidence->len; i++)
    {
      const OmTraitEvidence *evidence = g_ptr_array_index (detail->evidence, i);
      g_autoptr (OmMemory) source = NULL;

      if (!evidence->supports || evidence->memory_id == NULL)
        continue;
      rests_on_entries = TRUE;
      source = get_source (call, evidence, cancellable);
      if (source != NULL)
        return TRUE;
    }
  if (rests_on_entries)
    return FALSE;
  /* Of what it is made of, each speaks for itself. */
  for (guint i = 0; i < detail->children->len; i++)
    {
      const OmTrait *child = g_ptr_array_index (detail->children, i);
      g_autoptr (OmTraitDetail) part = om_engine_get_trait (call->engine, child->id, cancellable, NULL);

      if (part == NULL || !om_bus_may_give_trait (call, part, cancellable))
        return FALSE;
    }
  return TRUE;
}

static OmTraitDetail *
get_trait (OmBusCall    *call,
           const char   *id,
           GCancellable *cancellable,
           GError      **error)
{
  g_autoptr (OmTraitDetail) detail = NULL;

  if (strlen (id) <= 64)
    detail = om_engine_get_trait (call->engine, id, cancellable, error);
  if (detail != NULL && om_bus_may_give_trait (call, detail, cancellable))
    return g_steal_pointer (&detail);
  g_clear_error (error);
  g_set_error_literal (error, OM_BUS_ERROR, OM_BUS_ERROR_NOT_FOUND, "There is no such trait.");
  return NULL;
}

/* Telling --------------------------------------------------------------------------------------- */

static void
describe (GVariantDict  *dict,
          const OmTrait *trait)
{
  g_autofree char *text = om_bus_dup_excerpt (trait->text, TEXT_BYTES);

  g_variant_dict_insert (dict, "id", "s", trait->id);
  g_variant_dict_insert (dict, "text", "s", text);
  g_variant_dict_insert (dict, "kind", "s", trait->kind);
  g_variant_dict_insert (dict, "tier", "s", om_trait_tier_to_nick (trait->tier));
  g_variant_dict_insert (dict, "stage", "s", om_trait_stage_to_nick (trait->shown_stage));
  if (trait->context != OM_CONTEXT_UNKNOWN)
    g_variant_dict_insert (dict, "context", "s", om_context_to_nick (trait->context));
  if (!isnan (trait->confidence))
    g_variant_dict_insert (dict, "confidence", "d", trait->confidence);
  g_variant_dict_insert (dict, "days", "u", trait->n_days);
  g_variant_dict_insert (dict, "days-written", "u", trait->n_of_days);
  g_variant_dict_insert (dict, "for", "u", trait->n_for);
  g_variant_dict_insert (dict, "against", "u", trait->n_against);
  g_variant_dict_insert (dict, "review", "b", trait->needs_review);
  g_variant_dict_insert (dict, "created", "x", trait->created_at);
  g_variant_dict_insert (dict, "changed", "x", trait->changed_at);
}

static int
stage_from_nick (const char *nick)
{
  return om_trait_stage_from_nick (nick);
}

static int
tier_from_nick (const char *nick)
{
  return om_trait_tier_from_nick (nick);
}

static GVariant *
list (OmBusCall    *call,
      GCancellable *cancellable,
      GError      **error)
{
  g_autoptr (GVariant) options = g_variant_get_child_value (call->parameters, 0);
  OmTraitFilter filter = OM_TRAIT_FILTER_INIT;
  g_autoptr (GPtrArray) traits = NULL;
  g_autofree char *next = g_strdup ("");
  const char *cursor = "";
  guint limit = LIMIT;
  guint skip = 0;
  int stage = -1;
  int tier = -1;
  int context = -1;
  OmBusPage page;
  guint i;

  if (!om_bus_options_check (options, error) || !om_bus_option_uint (options, "limit", 1, LIMIT_MAX, &limit, error) ||
      !om_bus_option_string (options, "cursor", 200, &cursor, error) ||
      !om_bus_option_nick (options, "stage", stage_from_nick, &stage, error) ||
      !om_bus_option_nick (options, "tier", tier_from_nick, &tier, error) ||
      !om_bus_option_nick (options, "context", om_bus_context_from_nick, &context, error))
    return NULL;
  if (*cursor != '\0' && sscanf (cursor, "t1:%u", &skip) != 1)
    {
      g_set_error_literal (error, OM_BUS_ERROR, OM_BUS_ERROR_INVALID_ARGUMENT, "That is no cursor of this list.");
      return NULL;
    }
  filter.stages = stage >= 0 ? 1u << stage : 0;
  filter.tier = tier;
  filter.context = context;
  traits = om_engine_list_traits (call->engine, &filter, cancellable, error);
  if (traits == NULL)
    return NULL;

  om_bus_page_init (&page);
  for (i = skip; i < traits->len && page.n < limit && !g_cancellable_is_cancelled (cancellable); i++)
    {
      const OmTrait *trait = g_ptr_array_index (traits, i);
      g_autoptr (OmTraitDetail) detail = om_engine_get_trait (call->engine, trait->id, cancellable, NULL);
      g_auto (GVariantDict) dict = G_VARIANT_DICT_INIT (NULL);

      if (detail == NULL || !om_bus_may_give_trait (call, detail, cancellable))
        continue;
      describe (&dict, trait);
      if (!om_bus_page_add (&page, &dict))
        break;
    }
  if (i < traits->len)
    {
      g_free (next);
      next = g_strdup_printf ("t1:%u", i);
    }
  return g_variant_new ("(@aa{sv}s)", om_bus_page_end (&page), next);
}

static GVariant *
get (OmBusCall    *call,
     GCancellable *cancellable,
     GError      **error)
{
  const char *id;
  g_autoptr (OmTraitDetail) detail = NULL;
  g_auto (GVariantDict) dict = G_VARIANT_DICT_INIT (NULL);
  GVariantBuilder stages;

  g_variant_get (call->parameters, "(&s@a{sv})", &id, NULL);
  detail = get_trait (call, id, cancellable, error);
  if (detail == NULL)
    return NULL;
  describe (&dict, detail->trait);
  g_variant_builder_init (&stages, G_VARIANT_TYPE ("a(xsd)"));
  for (guint i = detail->events->len - MIN (detail->events->len, STAGES_MAX); i < detail->events->len; i++)
    {
      const OmTraitEvent *event = &g_array_index (detail->events, OmTraitEvent, i);

      g_variant_builder_add (&stages, "(xsd)", event->at, om_trait_stage_to_nick (event->stage_after), event->confidence_after);
    }
  g_variant_dict_insert_value (&dict, "stages", g_variant_builder_end (&stages));
  return g_variant_new ("(@a{sv})", g_variant_dict_end (&dict));
}

static GVariant *
list_evidence (OmBusCall    *call,
               GCancellable *cancellable,
               GError      **error)
{
  static const char *const grades[] = { "A", "B", "C", "D" };
  const char *id;
  g_autoptr (GVariant) options = NULL;
  g_autoptr (OmTraitDetail) detail = NULL;
  guint limit = EVIDENCE;
  OmBusPage page;

  G_STATIC_ASSERT (G_N_ELEMENTS (grades) == OM_N_TRAIT_GRADES);
  g_variant_get (call->parameters, "(&s@a{sv})", &id, &options);
  if (!om_bus_options_check (options, error) || !om_bus_option_uint (options, "limit", 1, EVIDENCE_MAX, &limit, error))
    return NULL;
  detail = get_trait (call, id, cancellable, error);
  if (detail == NULL)
    return NULL;

  om_bus_page_init (&page);
  for (guint i = 0; i < detail->evidence->len && page.n < limit; i++)
    {
      const OmTraitEvidence *evidence = g_ptr_array_index (detail->evidence, i);
      g_autoptr (OmMemory) source = get_source (call, evidence, cancellable);
      g_auto (GVariantDict) dict = G_VARIANT_DICT_INIT (NULL);

      /* What is kept back is not even counted. */
      if (evidence->memory_id != NULL && source == NULL)
        continue;
      g_variant_dict_insert (&dict, "at", "x", evidence->at);
      g_variant_dict_insert (&dict, "supports", "b", evidence->supports);
      g_variant_dict_insert (&dict, "counted", "b", evidence->counted);
      g_variant_dict_insert (&dict, "grade", "s", grades[evidence->grade]);
      if (evidence->context != OM_CONTEXT_UNKNOWN)
        g_variant_dict_insert (&dict, "context", "s", om_context_to_nick (evidence->context));
      if (source != NULL)
        g_variant_dict_insert (&dict, "memory", "s", source->id);
      if (source != NULL && evidence->quote != NULL)
        {
          g_autofree char *quote = om_bus_dup_excerpt (evidence->quote, TEXT_BYTES);

          g_variant_dict_insert (&dict, "quote", "s", quote);
        }
      if (!om_bus_page_add (&page, &dict))
        break;
    }
  call->given = page.n;
  return g_variant_new ("(@aa{sv})", om_bus_page_end (&page));
}

const OmBusMethod om_bus_traits_methods[] = {
  { "List", OM_BUS_NEEDS_READ, list },
  { "Get", OM_BUS_NEEDS_READ, get },
  { "Evidence", OM_BUS_NEEDS_READ, list_evidence },
  { NULL },
};
