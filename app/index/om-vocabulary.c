/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strings by number and numbers by string. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "index/om-vocabulary.h"

#include <string.h>

/* The smallest hash; always a power of two and at most half full. */
#define MIN_SLOTS 1024

/* FNV-1a with a last mixing, for steps are linear. Part of the snapshot's format. */
static guint32
hash_string (const char *string,
             gsize       len)
{
  guint32 hash = 2166136261u;

  for (gsize i = 0; i < len; i++)
    hash = (hash ^ (guint8) string[i]) * 16777619u;
  hash ^= hash >> 15;
  hash *= 0x2c1b3c6du;
  return hash ^ hash >> 12;
}

/* The slot that holds the string, or the free one where it would be. */
static gsize
find_slot (const OmVocabulary *self,
           const char         *string,
           gsize               len)
{
  gsize slot = hash_string (string, len) & (self->n_slots - 1);

  while (self->slots[slot] != 0)
    {
      const char *other = om_vocabulary_get (self, self->slots[slot] - 1);

      if (strncmp (other, string, len) == 0 && other[len] == '\0')
        break;
      slot = (slot + 1) & (self->n_slots - 1);
    }
  return slot;
}

static void
grow_slots (OmVocabulary *self)
{
  self->n_slots *= 2;
  g_free (self->slots);
  self->slots = g_new0 (guint32, self->n_slots);
  for (guint32 i = 0; i < om_vocabulary_count (self); i++)
    {
      const char *string = om_vocabulary_get (self, i);
      gsize slot = hash_string (string, strlen (string)) & (self->n_slots - 1);

      while (self->slots[slot] != 0)
        slot = (slot + 1) & (self->n_slots - 1);
      self->slots[slot] = i + 1;
    }
}

/**
 * om_vocabulary_init:
 * @self: (out caller-allocates): the vocabulary
 */
void
om_vocabulary_init (OmVocabulary *self)
{
  self->base = NULL;
  self->base_size = 0;
  self->chars = g_byte_array_new ();
  self->offsets = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->n_slots = MIN_SLOTS;
  self->slots = g_new0 (guint32, self->n_slots);
}

/**
 * om_vocabulary_clear:
 *
 * Frees what it holds.
 */
void
om_vocabulary_clear (OmVocabulary *self)
{
  g_clear_pointer (&self->chars, g_byte_array_unref);
  g_clear_pointer (&self->offsets, g_array_unref);
  g_clear_pointer (&self->slots, g_free);
}

static gboolean
mapped_is_sound (const char    *base,
                 gsize          base_size,
                 const guint32 *offsets,
                 gsize          n_strings,
                 const guint32 *slots,
                 gsize          n_slots)
{
  gsize n_used = 0;

  if (base_size > G_MAXUINT32 / 2 || n_strings > G_MAXUINT32 / 2)
    return FALSE;
  if (base_size > 0 && base[base_size - 1] != '\0')
    return FALSE;
  if (n_slots < MIN_SLOTS || (n_slots & (n_slots - 1)) != 0 || n_strings * 2 > n_slots)
    return FALSE;
  for (gsize i = 0; i < n_strings; i++)
    if (offsets[i] >= base_size || (i > 0 && offsets[i] <= offsets[i - 1]))
      return FALSE;
  for (gsize i = 0; i < n_slots; i++)
    {
      if (slots[i] > n_strings)
        return FALSE;
      n_used += slots[i] != 0;
    }
  return n_used == n_strings;
}

/**
 * om_vocabulary_map:
 * @self: an empty vocabulary
 * @base: characters, to stay where they are as long as the vocabulary
 * @offsets: (array length=n_strings): where each string begins
 * @slots: (array length=n_slots): the hash as it was
 *
 * Takes over strings of a snapshot.
 *
 * Returns: %FALSE, nothing taken, if these cannot have been written by this program
 */
gboolean
om_vocabulary_map (OmVocabulary  *self,
                   const char    *base,
                   gsize          base_size,
                   const guint32 *offsets,
                   gsize          n_strings,
                   const guint32 *slots,
                   gsize          n_slots)
{
  if (!mapped_is_sound (base, base_size, offsets, n_strings, slots, n_slots))
    return FALSE;

  self->base = base;
  self->base_size = base_size;
  g_array_append_vals (self->offsets, offsets, n_strings);
  g_free (self->slots);
  self->slots = g_memdup2 (slots, n_slots * sizeof (guint32));
  self->n_slots = n_slots;
  return TRUE;
}

/**
 * om_vocabulary_lookup:
 * @string: (array length=len): not necessarily terminated
 *
 * Returns: its number, %OM_NO_STRING if it is not there
 */
guint32
om_vocabulary_lookup (const OmVocabulary *self,
                      const char         *string,
                      gsize               len)
{
  guint32 found = self->slots[find_slot (self, string, len)];

  return found != 0 ? found - 1 : OM_NO_STRING;
}

/**
 * om_vocabulary_intern:
 * @string: (array length=len): without a NUL inside, not necessarily terminated
 *
 * Returns: its number, which is the count before if it is new
 */
guint32
om_vocabulary_intern (OmVocabulary *self,
                      const char   *string,
                      gsize         len)
{
  gsize slot = find_slot (self, string, len);
  guint32 offset;

  if (self->slots[slot] != 0)
    return self->slots[slot] - 1;

  offset = self->base_size + self->chars->len;
  g_byte_array_append (self->chars, (const guint8 *) string, len);
  g_byte_array_append (self->chars, (const guint8 *) "", 1);
  g_array_append_val (self->offsets, offset);
  self->slots[slot] = self->offsets->len;
  if ((gsize) self->offsets->len * 2 > self->n_slots)
    grow_slots (self);
  return self->offsets->len - 1;
}

/* The string in which a character of the arena stands. */
static guint32
string_at (const OmVocabulary *self,
           guint32             offset)
{
  guint32 low = 0;
  guint32 high = self->offsets->len;

  while (high - low > 1)
    {
      guint32 middle = low + (high - low) / 2;

      if (g_array_index (self->offsets, guint32, middle) <= offset)
        low = middle;
      else
        high = middle;
    }
  return low;
}

/**
 * om_vocabulary_find_part:
 * @part: (array length=len): characters, at least one
 * @first: where to begin
 *
 * Looks through the arena as one text, which no string can outwit, for each ends in a NUL.
 *
 * Returns: the first string from @first on that contains @part, %OM_NO_STRING if none does
 */
guint32
om_vocabulary_find_part (const OmVocabulary *self,
                         const char         *part,
                         gsize               len,
                         guint32             first)
{
  guint32 offset;
  const char *found;

  if (first >= self->offsets->len)
    return OM_NO_STRING;

  offset = g_array_index (self->offsets, guint32, first);
  if (offset < self->base_size)
    {
      found = memmem (self->base + offset, self->base_size - offset, part, len);
      if (found != NULL)
        return string_at (self, found - self->base);
      offset = self->base_size;
    }
  offset -= self->base_size;
  if (offset >= self->chars->len)
    return OM_NO_STRING;
  found = memmem (self->chars->data + offset, self->chars->len - offset, part, len);
  if (found == NULL)
    return OM_NO_STRING;
  return string_at (self, self->base_size + (found - (const char *) self->chars->data));
}

/**
 * om_vocabulary_get_bytes:
 *
 * Returns: what it takes in memory, without the mapped part
 */
gsize
om_vocabulary_get_bytes (const OmVocabulary *self)
{
  return self->chars->len + self->offsets->len * sizeof (guint32) + self->n_slots * sizeof (guint32);
}
