/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One trait as it is stored and shown. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "memory/om-trait-record.h"

#include <math.h>

G_DEFINE_BOXED_TYPE (OmTrait, om_trait, om_trait_ref, om_trait_unref)

/**
 * om_trait_new:
 *
 * Returns: (transfer full): a trend without a text
 */
OmTrait *
om_trait_new (void)
{
  OmTrait *self = g_new0 (OmTrait, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->polarity = 1;
  self->context = OM_CONTEXT_UNKNOWN;
  self->confidence = self->held = self->effect = NAN;
  return self;
}

/** om_trait_ref: (transfer full) */
OmTrait *
om_trait_ref (OmTrait *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * om_trait_unref:
 * @self: (transfer full): a trait
 */
void
om_trait_unref (OmTrait *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_free (self->id);
  g_free (self->kind);
  g_free (self->key);
  g_free (self->theme);
  g_free (self->text);
  g_free (self->found_text);
  g_free (self->predecessor);
  g_free (self);
}

/**
 * om_trait_evidence_new:
 *
 * Returns: (transfer full): a piece that counts for a trait
 */
OmTraitEvidence *
om_trait_evidence_new (void)
{
  OmTraitEvidence *self = g_new0 (OmTraitEvidence, 1);

  self->grade = OM_TRAIT_GRADE_D;
  self->supports = self->counted = TRUE;
  self->context = OM_CONTEXT_UNKNOWN;
  return self;
}

/**
 * om_trait_evidence_free:
 * @self: (transfer full) (nullable): a piece of evidence
 */
void
om_trait_evidence_free (OmTraitEvidence *self)
{
  if (self == NULL)
    return;

  g_free (self->memory_id);
  g_free (self->quote);
  g_free (self);
}

/**
 * om_trait_story_new:
 *
 * Returns: (transfer full): the story of a new trait
 */
OmTraitStory *
om_trait_story_new (void)
{
  OmTraitStory *self = g_new0 (OmTraitStory, 1);

  self->trait = om_trait_new ();
  self->slot = -1;
  self->evidence = g_ptr_array_new_with_free_func ((GDestroyNotify) om_trait_evidence_free);
  self->events = g_array_new (FALSE, FALSE, sizeof (OmTraitEvent));
  self->children = g_ptr_array_new_with_free_func (g_free);
  return self;
}

/**
 * om_trait_story_free:
 * @self: (transfer full) (nullable): a story
 */
void
om_trait_story_free (OmTraitStory *self)
{
  if (self == NULL)
    return;

  om_trait_unref (self->trait);
  g_ptr_array_unref (self->evidence);
  g_array_unref (self->events);
  g_ptr_array_unref (self->children);
  g_free (self);
}
