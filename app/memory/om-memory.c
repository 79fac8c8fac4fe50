/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One memory as it is stored and shown. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "memory/om-memory.h"

#include <math.h>
#include <string.h>

/* A first line longer than this is cut for a heading, at a code point. */
#define TITLE_MAX_CHARS 80

G_DEFINE_BOXED_TYPE (OmMemory, om_memory, om_memory_ref, om_memory_unref)

/**
 * om_memory_new:
 *
 * Returns: (transfer full): a record with the defaults of the model: an episode of unknown date and
 *   mood, importance 5, one activation
 */
OmMemory *
om_memory_new (void)
{
  OmMemory *self = g_new0 (OmMemory, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->type = OM_MEMORY_TYPE_EPISODE;
  self->happened.precision = OM_PRECISION_UNKNOWN;
  self->sector = OM_SECTOR_SEMANTIC;
  self->tags = g_new0 (char *, 1);
  self->importance = OM_IMPORTANCE_DEFAULT;
  self->valence = NAN;
  self->arousal = NAN;
  self->context = OM_CONTEXT_UNKNOWN;
  self->origin = OM_ORIGIN_USER;
  self->activation_count = 1;
  self->version = 1;
  return self;
}

/**
 * om_memory_ref:
 *
 * Returns: (transfer full): @self
 */
OmMemory *
om_memory_ref (OmMemory *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * om_memory_unref:
 * @self: (transfer full): a memory
 */
void
om_memory_unref (OmMemory *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_free (self->id);
  g_free (self->content);
  g_free (self->title);
  g_strfreev (self->tags);
  g_free (self->subject);
  g_free (self->predicate);
  g_free (self->superseded_by);
  g_free (self->source);
  g_free (self->source_key);
  g_free (self->source_data);
  g_free (self);
}

/**
 * om_memory_dup_title:
 *
 * Returns: (transfer full): the title, or else the first line that holds anything, cut to a
 *   heading's length; empty for an empty text
 */
char *
om_memory_dup_title (const OmMemory *self)
{
  const char *start = self->title;
  const char *end;
  glong length;

  if (start == NULL || *start == '\0')
    {
      start = self->content != NULL ? self->content : "";
      while (*start != '\0' && g_unichar_isspace (g_utf8_get_char (start)))
        start = g_utf8_next_char (start);
    }
  end = start + strcspn (start, "\r\n");
  length = g_utf8_strlen (start, end - start);
  if (length > TITLE_MAX_CHARS)
    {
      g_autofree char *cut = g_utf8_substring (start, 0, TITLE_MAX_CHARS - 1);
      return g_strconcat (cut, "…", NULL);
    }
  return g_strndup (start, end - start);
}

/**
 * om_memory_has_mood:
 *
 * Returns: %TRUE if valence and arousal are known, set by hand or estimated
 */
gboolean
om_memory_has_mood (const OmMemory *self)
{
  return !isnan (self->valence) && !isnan (self->arousal);
}

/**
 * om_memory_may_leave:
 *
 * What another program may be given or told of, whatever leave it has: the one place that decides it. The
 * person keeps to themself what is private, what is hidden, what was put to rest by hand and what is in the
 * bin. Sections stand behind their document, which alone knows all this; and what the program derived
 * itself may quote any of these.
 *
 * Returns: %TRUE if it may be given
 */
gboolean
om_memory_may_leave (const OmMemory *self)
{
  return (self->flags & (OM_FLAG_PRIVATE | OM_FLAG_HIDDEN)) == 0 && self->archived_at == 0 && self->trashed_at == 0 &&
         (OM_MEMORY_TYPES_MAY_LEAVE & 1u << self->type) != 0;
}
