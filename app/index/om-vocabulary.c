/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strings by number and numbers by string. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "index/om-vocabulary.h"

#include <string.h>

/* The smallest hash; always a power of two and at most three quarters full. */
#define MIN_SLOTS 1024
#define MAX_FULL(n_slots) ((n_slots) / 4 * 3)

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
find_slot (const guint64 *slots,
           gsize          n_slots,
           const char    *chars,
           const guint32 *offsets,
           guint32        hash,
           const char    *string,
           gsize          len)
{
  gsize slot = hash & (n_slots - 1);

  while (slots[slot] != 0)
    {
      if (slots[slot] >> 32 == hash)
        {
          const char *other = chars + offsets[(guint32) slots[slot] - 1];

          if (strncmp (other, string, len) == 0 && other[len] == '\0')
            break;
        }
      slot = (slot + 1) & (n_slots - 1);
    }
  return slot;
}

static gsize
find_own_slot (const OmVocabulary *self,
               guint32             hash,
               const char         *string,
               gsize               len)
{
  return find_slot (self->slots, self->n_slots, (const char *) self->chars->data,
                    (const guint32 *) (gpointer) self->offsets->data, hash, string, len);
}

/* The number of a string of the snapshot, %OM_NO_STRING if it is not there. */
static guint32
find_in_base (const OmVocabulary *self,
              guint32             hash,
              const char         *string,
              gsize               len)
{
  const OmStringTable *base = &self->base;
  guint32 found;
  gsize slot;

  if (base->n_strings == 0)
    return OM_NO_STRING;
  slot = find_slot (base->slots, base->n_slots, base->chars, base->offsets, hash, string, len);
  found = (guint32) base->slots[slot];
  return found != 0 ? found - 1 : OM_NO_STRING;
}

/* Notes the hash of each string that a table of slots holds. */
static void
collect_hashes (guint32       *hashes,
                const guint64 *slots,
                gsize          n_slots)
{
  for (gsize i = 0; i < n_slots; i++)
    if (slots[i] != 0)
      hashes[(guint32) slots[i] - 1] = slots[i] >> 32;
}

/* In the order of the numbers, so that the same strings always lie the same way. */
static guint64 *
make_slots (const guint32 *hashes,
            gsize          n_strings,
            gsize          n_slots)
{
  guint64 *slots = g_new0 (guint64, n_slots);

  for (gsize i = 0; i < n_strings; i++)
    {
      gsize slot = hashes[i] & (n_slots - 1);

      while (slots[slot] != 0)
        slot = (slot + 1) & (n_slots - 1);
      slots[slot] = (guint64) hashes[i] << 32 | (i + 1);
    }
  return slots;
}

static void
grow_slots (OmVocabulary *self)
{
  g_autofree guint32 *hashes = g_new (guint32, self->offsets->len);

  collect_hashes (hashes, self->slots, self->n_slots);
  g_free (self->slots);
  self->n_slots *= 2;
  self->slots = make_slots (hashes, self->offsets->len, self->n_slots);
}

/**
 * om_vocabulary_init:
 * @self: (out caller-allocates): the vocabulary
 */
void
om_vocabulary_init (OmVocabulary *self)
{
  memset (&self->base, 0, sizeof (self->base));
  self->chars = g_byte_array_new ();
  self->offsets = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->n_slots = MIN_SLOTS;
  self->slots = g_new0 (guint64, self->n_slots);
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
table_is_sound (const OmStringTable *table)
{
  gsize n_used = 0;

  if (table->n_chars > G_MAXUINT32 / 2 || table->n_strings > G_MAXUINT32 / 2)
    return FALSE;
  if (table->n_chars > 0 && table->chars[table->n_chars - 1] != '\0')
    return FALSE;
  if (table->n_slots < MIN_SLOTS || (table->n_slots & (table->n_slots - 1)) != 0 ||
      table->n_strings > MAX_FULL (table->n_slots))
    return FALSE;
  for (gsize i = 0; i < table->n_strings; i++)
    if (table->offsets[i] >= table->n_chars ||
        (i > 0 && table->offsets[i] <= table->offsets[i - 1]))
      return FALSE;
  for (gsize i = 0; i < table->n_slots; i++)
    {
      guint32 number = (guint32) table->slots[i];

      if (number > table->n_strings || (number == 0) != (table->slots[i] == 0))
        return FALSE;
      n_used += number != 0;
    }
  return n_used == table->n_strings;
}

/**
 * om_vocabulary_map:
 * @self: an empty vocabulary
 * @base: the strings of a snapshot, to stay where they are as long as the vocabulary
 *
 * Returns: %FALSE, nothing taken, if these cannot have been written by this program
 */
gboolean
om_vocabulary_map (OmVocabulary        *self,
                   const OmStringTable *base)
{
  g_assert (om_vocabulary_count (self) == 0);
  if (!table_is_sound (base))
    return FALSE;

  self->base = *base;
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
  guint32 hash = hash_string (string, len);
  guint32 number = find_in_base (self, hash, string, len);
  guint32 own;

  if (number != OM_NO_STRING)
    return number;
  own = (guint32) self->slots[find_own_slot (self, hash, string, len)];
  return own != 0 ? self->base.n_strings + own - 1 : OM_NO_STRING;
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
  guint32 hash = hash_string (string, len);
  guint32 number = find_in_base (self, hash, string, len);
  guint32 offset = self->chars->len;
  gsize slot;

  if (number != OM_NO_STRING)
    return number;
  slot = find_own_slot (self, hash, string, len);
  if (self->slots[slot] != 0)
    return self->base.n_strings + (guint32) self->slots[slot] - 1;

  g_byte_array_append (self->chars, (const guint8 *) string, len);
  g_byte_array_append (self->chars, (const guint8 *) "", 1);
  g_array_append_val (self->offsets, offset);
  self->slots[slot] = (guint64) hash << 32 | self->offsets->len;
  if (self->offsets->len >= MAX_FULL (self->n_slots))
    grow_slots (self);
  return om_vocabulary_count (self) - 1;
}

/* The first string from @first on that contains @part, as a place in @offsets; n_strings if none
 * does. */
static gsize
find_part (const char    *chars,
           gsize          n_chars,
           const guint32 *offsets,
           gsize          n_strings,
           const char    *part,
           gsize          len,
           gsize          first)
{
  gsize low = first;
  gsize high = n_strings;
  const char *found;

  if (first >= n_strings)
    return n_strings;
  found = memmem (chars + offsets[first], n_chars - offsets[first], part, len);
  if (found == NULL)
    return n_strings;
  while (high - low > 1)
    {
      gsize middle = low + (high - low) / 2;

      if (chars + offsets[middle] <= found)
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
 * Looks through all strings as one text, which none can outwit, for each ends in a NUL.
 *
 * Returns: the first string from @first on that contains @part, %OM_NO_STRING if none does
 */
guint32
om_vocabulary_find_part (const OmVocabulary *self,
                         const char         *part,
                         gsize               len,
                         guint32             first)
{
  const OmStringTable *base = &self->base;
  gsize found = find_part (base->chars, base->n_chars, base->offsets, base->n_strings, part, len,
                           first);

  if (found < base->n_strings)
    return found;
  first = first > base->n_strings ? first - base->n_strings : 0;
  found = find_part ((const char *) self->chars->data, self->chars->len,
                     (const guint32 *) (gpointer) self->offsets->data, self->offsets->len,
                     part, len, first);
  return found < self->offsets->len ? base->n_strings + found : OM_NO_STRING;
}

/**
 * om_vocabulary_merge_slots:
 * @n_slots: (out): how many
 *
 * Returns: (transfer full) (array length=n_slots): one hash of all strings, for a snapshot
 */
guint64 *
om_vocabulary_merge_slots (const OmVocabulary *self,
                           gsize              *n_slots)
{
  guint32 n_strings = om_vocabulary_count (self);
  g_autofree guint32 *hashes = g_new0 (guint32, n_strings);

  *n_slots = MIN_SLOTS;
  while (n_strings >= MAX_FULL (*n_slots))
    *n_slots *= 2;
  if (self->base.n_strings > 0)
    collect_hashes (hashes, self->base.slots, self->base.n_slots);
  if (self->offsets->len > 0)
    collect_hashes (hashes + self->base.n_strings, self->slots, self->n_slots);
  return make_slots (hashes, n_strings, *n_slots);
}

/**
 * om_vocabulary_get_bytes:
 *
 * Returns: what it takes in memory, without the mapped part
 */
gsize
om_vocabulary_get_bytes (const OmVocabulary *self)
{
  return self->chars->len + self->offsets->len * sizeof (guint32) +
         self->n_slots * sizeof (guint64);
}
