/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers of a search, with the reasons for each. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-hit.h"

G_DEFINE_BOXED_TYPE (OmAnswer, om_answer, om_answer_ref, om_answer_unref)

/**
 * om_hit_new:
 * @memory: the memory that was found
 *
 * Returns: (transfer full): a hit that has no reason yet
 */
OmHit *
om_hit_new (OmMemory *memory)
{
  OmHit *self = g_new0 (OmHit, 1);

  self->memory = om_memory_ref (memory);
  self->parts.sector_penalty = 1.0;
  self->parts.personal = 1.0;
  return self;
}

/**
 * om_hit_free:
 * @self: (transfer full) (nullable): a hit
 */
void
om_hit_free (OmHit *self)
{
  if (self == NULL)
    return;

  g_clear_pointer (&self->memory, om_memory_unref);
  g_strfreev (self->words);
  g_clear_pointer (&self->marks, g_array_unref);
  g_clear_pointer (&self->title_marks, g_array_unref);
  g_strfreev (self->path);
  g_free (self);
}

static void
trait_hit_free (gpointer data)
{
  OmTraitHit *hit = data;

  om_trait_unref (hit->trait);
  g_free (hit);
}

/**
 * om_answer_new:
 *
 * Returns: (transfer full): an answer without hits
 */
OmAnswer *
om_answer_new (void)
{
  OmAnswer *self = g_new0 (OmAnswer, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->hits = g_ptr_array_new_with_free_func ((GDestroyNotify) om_hit_free);
  self->traits = g_ptr_array_new_with_free_func (trait_hit_free);
  self->corrections = g_new0 (char *, 1);
  self->sector = OM_SECTOR_SEMANTIC;
  return self;
}

/**
 * om_answer_ref:
 *
 * Returns: (transfer full): @self
 */
OmAnswer *
om_answer_ref (OmAnswer *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * om_answer_unref:
 * @self: (transfer full): an answer
 */
void
om_answer_unref (OmAnswer *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_ptr_array_unref (self->hits);
  g_ptr_array_unref (self->traits);
  g_strfreev (self->corrections);
  g_free (self);
}
