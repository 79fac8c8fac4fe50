/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Open addressing over interned words; GHashTable would need a terminated copy for each look-up. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "text/om-word-map.h"

#include <string.h>

typedef struct
{
  const char *word; /* (nullable): of the string chunk */
  guint32     len;
  guint32     hash;
  guint32     value;
} Slot;

struct _OmWordMap
{
  GStringChunk *words; /* (owned) */
  Slot         *slots; /* (owned) */
  guint         n_slots; /* a power of two */
  guint         n_used;
};

static guint32
hash_word (const char *word,
           gsize       len)
{
  guint32 hash = OM_WORD_HASH_START;

  for (gsize i = 0; i < len; i++)
    hash = OM_WORD_HASH_STEP (hash, word[i]);
  return hash;
}

static Slot *
find_slot (const OmWordMap *self,
           const char      *word,
           gsize            len,
           guint32          hash)
{
  guint i = hash & (self->n_slots - 1);

  for (;; i = (i + 1) & (self->n_slots - 1))
    {
      Slot *slot = &self->slots[i];

      if (slot->word == NULL ||
          (slot->hash == hash && slot->len == len && memcmp (slot->word, word, len) == 0))
        return slot;
    }
}

static void
grow (OmWordMap *self)
{
  g_autofree Slot *old = g_steal_pointer (&self->slots);
  guint n_old = self->n_slots;

  self->n_slots = 2 * n_old;
  self->slots = g_new0 (Slot, self->n_slots);
  for (guint i = 0; i < n_old; i++)
    {
      if (old[i].word != NULL)
        *find_slot (self, old[i].word, old[i].len, old[i].hash) = old[i];
    }
}

/**
 * om_word_map_new:
 *
 * Returns: (transfer full): an empty table
 */
OmWordMap *
om_word_map_new (void)
{
  OmWordMap *self = g_new0 (OmWordMap, 1);

  self->words = g_string_chunk_new (4096);
  self->n_slots = 64;
  self->slots = g_new0 (Slot, self->n_slots);
  return self;
}

/**
 * om_word_map_free:
 * @self: (nullable): a table
 */
void
om_word_map_free (OmWordMap *self)
{
  if (self == NULL)
    return;
  g_string_chunk_free (self->words);
  g_free (self->slots);
  g_free (self);
}

/**
 * om_word_map_insert:
 * @word: bytes of the word, copied
 * @len: how many
 *
 * Returns: where the word's number stands, 0 for a new word; valid until the next insertion
 */
guint32 *
om_word_map_insert (OmWordMap  *self,
                    const char *word,
                    gsize       len)
{
  guint32 hash = hash_word (word, len);
  Slot *slot;

  if (2 * self->n_used >= self->n_slots)
    grow (self);

  slot = find_slot (self, word, len, hash);
  if (slot->word == NULL)
    {
      slot->word = g_string_chunk_insert_len (self->words, word, (gssize) len);
      slot->len = (guint32) len;
      slot->hash = hash;
      self->n_used++;
    }
  return &slot->value;
}

/**
 * om_word_map_lookup:
 *
 * Returns: the word's number, 0 if it is not in the table
 */
guint32
om_word_map_lookup (const OmWordMap *self,
                    const char      *word,
                    gsize            len)
{
  return find_slot (self, word, len, hash_word (word, len))->value;
}

/**
 * om_word_map_size:
 *
 * Returns: how many words are in it
 */
guint
om_word_map_size (const OmWordMap *self)
{
  return self->n_used;
}
