/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What searches and filters need to know of each memory, in memory. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "index/om-state-table.h"

#include <string.h>

#include "index/om-tag-table.h"
#include "index/om-time-order.h"

/* States lie in chunks, so that growing never moves them. */
#define CHUNK_STATES 1024

/* The smallest hash of ids; always a power of two, at most half full. */
#define MIN_SLOTS 1024

/**
 * OmStateTable:
 * @chunks: (owned) (element-type OmDocState): by document / 1,024; %NULL where no document ever was
 * @n_present: documents there are
 * @max_doc: the highest there ever was
 * @slots: (owned): hash of the ids: documents, 0 for free; open addressing with linear steps
 * @n_slots: a power of two
 * @order: documents by time
 * @tags: known tags, and the lists of them that documents have
 */
struct _OmStateTable
{
  GPtrArray  *chunks;
  gsize       n_present;
  guint32     max_doc;
  guint32    *slots;
  gsize       n_slots;
  OmTimeOrder order;
  OmTagTable  tags;
};

static OmDocState *
find_state (const OmStateTable *self,
            guint32             doc)
{
  OmDocState *chunk;

  if (doc / CHUNK_STATES >= self->chunks->len)
    return NULL;
  chunk = g_ptr_array_index (self->chunks, doc / CHUNK_STATES);
  return chunk != NULL ? &chunk[doc % CHUNK_STATES] : NULL;
}

static OmDocState *
make_state (OmStateTable *self,
            guint32       doc)
{
  guint i = doc / CHUNK_STATES;

  if (i >= self->chunks->len)
    g_ptr_array_set_size (self->chunks, i + 1);
  if (g_ptr_array_index (self->chunks, i) == NULL)
    g_ptr_array_index (self->chunks, i) = g_new0 (OmDocState, CHUNK_STATES);
  self->max_doc = MAX (self->max_doc, doc);
  return find_state (self, doc);
}

/* The slot that holds the id, or the free one where it would be. */
static gsize
find_slot (const OmStateTable *self,
           const guint8       *uuid)
{
  gsize slot = om_uuid_hash (uuid) & (self->n_slots - 1);

  while (self->slots[slot] != 0 &&
         memcmp (find_state (self, self->slots[slot])->uuid, uuid, OM_UUID_BYTES) != 0)
    slot = (slot + 1) & (self->n_slots - 1);
  return slot;
}

static void
grow_slots (OmStateTable *self)
{
  g_autofree guint32 *old = g_steal_pointer (&self->slots);
  gsize n_old = self->n_slots;

  self->n_slots = n_old * 2;
  self->slots = g_new0 (guint32, self->n_slots);
  for (gsize i = 0; i < n_old; i++)
    if (old[i] != 0)
      self->slots[find_slot (self, find_state (self, old[i])->uuid)] = old[i];
}

/* Taking one out moves those after it back, so that no chain is broken. */
static void
remove_slot (OmStateTable *self,
             gsize         slot)
{
  gsize mask = self->n_slots - 1;
  gsize hole = slot;

  for (gsize i = (slot + 1) & mask; self->slots[i] != 0; i = (i + 1) & mask)
    {
      gsize home = om_uuid_hash (find_state (self, self->slots[i])->uuid) & mask;

      if (((i - home) & mask) >= ((i - hole) & mask))
        {
          self->slots[hole] = self->slots[i];
          hole = i;
        }
    }
  self->slots[hole] = 0;
}

static OmTimeEntry
time_entry (const OmDocState *state,
            guint32           doc)
{
  OmTimeEntry entry = {
    .happened_ms = state->happened_ms,
    .journal_day = state->journal_day,
    .doc = doc,
    .undated = state->precision == OM_PRECISION_UNKNOWN,
  };

  return entry;
}

/* Writes the lists of tags anew once half of their room belongs to nobody. */
static void
collect_tag_lists (OmStateTable *self)
{
  g_autoptr (GArray) old = NULL;

  if (!om_tag_table_is_wasteful (&self->tags))
    return;

  old = om_tag_table_steal_lists (&self->tags);
  for (guint32 doc = om_state_table_next (self, 0); doc != 0; doc = om_state_table_next (self, doc))
    {
      OmDocState *state = find_state (self, doc);
      const guint32 *list = &g_array_index (old, guint32, state->tags);

      state->tags = om_tag_table_add_list (&self->tags, list + 1, list[0]);
    }
}

/**
 * om_state_table_new:
 *
 * Returns: (transfer full): an empty table
 */
OmStateTable *
om_state_table_new (void)
{
  OmStateTable *self = g_new0 (OmStateTable, 1);

  self->chunks = g_ptr_array_new_with_free_func (g_free);
  self->n_slots = MIN_SLOTS;
  self->slots = g_new0 (guint32, self->n_slots);
  om_time_order_init (&self->order);
  om_tag_table_init (&self->tags);
  return self;
}

/**
 * om_state_table_free:
 * @self: (transfer full): a table
 */
void
om_state_table_free (OmStateTable *self)
{
  g_ptr_array_unref (self->chunks);
  g_free (self->slots);
  om_time_order_clear (&self->order);
  om_tag_table_clear (&self->tags);
  g_free (self);
}

/**
 * om_state_table_set:
 * @doc: a document, 1 or more
 * @state: what is known of it; @present and @tags of it are not read
 * @tags: (array length=n_tags) (nullable): ids of its tags; %NULL with 0 leaves those it has
 *
 * Puts in a document, or what is known of it now. An id that another document had is this one's
 * from now on.
 */
void
om_state_table_set (OmStateTable     *self,
                    guint32           doc,
                    const OmDocState *state,
                    const guint32    *tags,
                    guint             n_tags)
{
  OmDocState *own;
  guint32 kept_tags;
  OmTimeEntry entry;
  gboolean moves = TRUE;
  gsize slot;

  g_assert (doc > 0 && doc <= G_MAXINT32);
  own = make_state (self, doc);
  if (own->present)
    {
      OmTimeEntry before = time_entry (own, doc);
      OmTimeEntry after = time_entry (state, doc);

      moves = before.happened_ms != after.happened_ms ||
              before.journal_day != after.journal_day || before.undated != after.undated;
      if (moves)
        om_time_order_remove (&self->order, &before);
      if (memcmp (own->uuid, state->uuid, OM_UUID_BYTES) != 0)
        {
          slot = find_slot (self, own->uuid);
          if (self->slots[slot] == doc)
            remove_slot (self, slot);
        }
      if (tags != NULL || n_tags > 0)
        om_tag_table_drop_list (&self->tags, &own->tags);
    }
  else
    {
      self->n_present++;
    }

  kept_tags = own->tags;
  *own = *state;
  own->present = TRUE;
  own->tags = kept_tags;
  if (n_tags > 0)
    own->tags = om_tag_table_add_list (&self->tags, tags, n_tags);
  collect_tag_lists (self);

  if (self->n_present * 2 > self->n_slots)
    grow_slots (self);
  self->slots[find_slot (self, own->uuid)] = doc;
  entry = time_entry (own, doc);
  if (moves)
    om_time_order_add (&self->order, &entry);
}

/**
 * om_state_table_set_memory:
 * @memory: a stored memory
 * @tag_keys: (array zero-terminated=1) (nullable): comparison keys of its tags
 *
 * Puts in what is known of a memory: om_state_table_set() from the whole record.
 */
void
om_state_table_set_memory (OmStateTable      *self,
                           const OmMemory    *memory,
                           const char *const *tag_keys)
{
  g_autoptr (GArray) tags = g_array_new (FALSE, FALSE, sizeof (guint32));
  OmDocState state = {
    .happened_ms = memory->happened.ms,
    .salience = memory->salience,
    .salience_at = memory->salience_at,
    .last_seen_at = memory->last_seen_at,
    .last_active_at = memory->last_active_at,
    .archived_at = memory->archived_at,
    .valid_until = memory->valid_until,
    .valence = memory->valence,
    .arousal = memory->arousal,
    .offset_s = memory->happened.offset_s,
    .journal_day = om_moment_journal_day (&memory->happened),
    .civil_day = om_moment_civil_day (&memory->happened),
    .parent = (guint32) memory->parent_row,
    .coactivations = memory->coactivations,
    .activation_count = memory->activation_count,
    .section_index = (guint16) MIN (memory->section_index, G_MAXUINT16),
    .section_count = (guint16) MIN (memory->section_count, G_MAXUINT16),
    .flags = (guint16) memory->flags,
    .trashed = memory->trashed_at != 0,
    .precision = memory->happened.precision,
    .sector = memory->sector,
    .extra_sectors = memory->extra_sectors,
    .type = memory->type,
    .context = (guint) ((int) memory->context + 1),
    .importance = memory->importance,
    .origin = memory->origin,
    .stage = memory->stage,
    .superseded = memory->superseded_by != NULL,
  };

  if (memory->language != NULL)
    for (gsize i = 0; i < sizeof (state.language) && memory->language[i] != '\0'; i++)
      state.language[i] = memory->language[i];
  if (!om_uuid_parse (memory->id, state.uuid))
    g_warning ("memory %" G_GINT64_FORMAT " has an id that is none: %s", memory->row, memory->id);
  for (gsize i = 0; tag_keys != NULL && tag_keys[i] != NULL; i++)
    {
      guint32 tag = om_state_table_intern_tag (self, tag_keys[i]);

      g_array_append_val (tags, tag);
    }
  om_state_table_set (self, (guint32) memory->row, &state, (guint32 *) (gpointer) tags->data,
                      tags->len);
  if (tags->len == 0)
    om_tag_table_drop_list (&self->tags, &find_state (self, (guint32) memory->row)->tags);
}

/**
 * om_state_table_remove:
 *
 * Returns: %FALSE if there is no such document
 */
gboolean
om_state_table_remove (OmStateTable *self,
                       guint32       doc)
{
  OmDocState *state = find_state (self, doc);
  OmTimeEntry entry;
  gsize slot;

  if (state == NULL || !state->present)
    return FALSE;

  entry = time_entry (state, doc);
  om_time_order_remove (&self->order, &entry);
  slot = find_slot (self, state->uuid);
  if (self->slots[slot] == doc)
    remove_slot (self, slot);
  om_tag_table_drop_list (&self->tags, &state->tags);
  memset (state, 0, sizeof (*state));
  self->n_present--;
  collect_tag_lists (self);
  return TRUE;
}

/**
 * om_state_table_get:
 *
 * Returns: (transfer none) (nullable): what is known of a document, %NULL if there is none
 */
const OmDocState *
om_state_table_get (const OmStateTable *self,
                    guint32             doc)
{
  const OmDocState *state = find_state (self, doc);

  return state != NULL && state->present ? state : NULL;
}

/**
 * om_state_table_lookup:
 * @uuid: 16 bytes
 *
 * Returns: the document of that id, 0 if there is none
 */
guint32
om_state_table_lookup (const OmStateTable *self,
                       const guint8       *uuid)
{
  return self->slots[find_slot (self, uuid)];
}

/**
 * om_state_table_lookup_id:
 * @id: an id as text
 *
 * Returns: the document of that id, 0 if there is none
 */
guint32
om_state_table_lookup_id (const OmStateTable *self,
                          const char         *id)
{
  guint8 uuid[OM_UUID_BYTES];

  return om_uuid_parse (id, uuid) ? om_state_table_lookup (self, uuid) : 0;
}

/**
 * om_state_table_count:
 *
 * Returns: how many documents there are, those in the bin too
 */
gsize
om_state_table_count (const OmStateTable *self)
{
  return self->n_present;
}

/**
 * om_state_table_get_max_doc:
 *
 * Returns: the highest document there ever was, 0 in an empty table
 */
guint32
om_state_table_get_max_doc (const OmStateTable *self)
{
  return self->max_doc;
}

/**
 * om_state_table_next:
 * @doc: a document, 0 to begin
 *
 * Returns: the next higher document there is, 0 at the end
 */
guint32
om_state_table_next (const OmStateTable *self,
                     guint32             doc)
{
  for (gsize next = (gsize) doc + 1; next <= self->max_doc; next++)
    {
      const OmDocState *state = find_state (self, (guint32) next);

      if (state == NULL)
        next |= CHUNK_STATES - 1;
      else if (state->present)
        return (guint32) next;
    }
  return 0;
}

/**
 * om_state_table_get_bytes:
 *
 * Returns: what the table takes in memory
 */
gsize
om_state_table_get_bytes (const OmStateTable *self)
{
  gsize bytes = sizeof (*self) + self->n_slots * sizeof (guint32) +
                om_tag_table_get_bytes (&self->tags) + self->order.runs->len * sizeof (OmTimeRun);

  for (guint i = 0; i < self->chunks->len; i++)
    if (g_ptr_array_index (self->chunks, i) != NULL)
      bytes += CHUNK_STATES * sizeof (OmDocState);
  return bytes;
}

/**
 * om_state_table_intern_tag:
 * @key: what tags are compared by
 *
 * Returns: the tag's id, a new one if it was not known
 */
guint32
om_state_table_intern_tag (OmStateTable *self,
                           const char   *key)
{
  return om_tag_table_intern (&self->tags, key);
}

/**
 * om_state_table_lookup_tag:
 * @key: what tags are compared by
 *
 * Returns: the tag's id, 0 if no document ever had it
 */
guint32
om_state_table_lookup_tag (const OmStateTable *self,
                           const char         *key)
{
  return om_tag_table_lookup (&self->tags, key);
}

/**
 * om_state_table_get_tag_key:
 *
 * Returns: (transfer none) (nullable): the key of a tag, %NULL for a number that is none
 */
const char *
om_state_table_get_tag_key (const OmStateTable *self,
                            guint32             tag)
{
  return om_tag_table_get_key (&self->tags, tag);
}

/**
 * om_state_table_count_tags:
 *
 * Returns: the highest id of a tag
 */
guint
om_state_table_count_tags (const OmStateTable *self)
{
  return self->tags.keys->len;
}

/**
 * om_state_table_get_tags:
 * @n_tags: (out): how many
 *
 * Returns: (transfer none) (array length=n_tags): ids of the document's tags, valid until the table
 *   changes
 */
const guint32 *
om_state_table_get_tags (const OmStateTable *self,
                         guint32             doc,
                         guint              *n_tags)
{
  const OmDocState *state = om_state_table_get (self, doc);

  return om_tag_table_get_list (&self->tags, state != NULL ? state->tags : 0, n_tags);
}

/**
 * om_state_table_count_runs:
 *
 * Returns: into how many runs the order of time is cut
 */
guint
om_state_table_count_runs (const OmStateTable *self)
{
  return self->order.runs->len;
}

/**
 * om_state_table_get_run:
 * @run: its number, ascending in time
 * @n_entries: (out): how many, at least 1
 *
 * A day may go on in the next run.
 *
 * Returns: (transfer none) (array length=n_entries): documents that follow one another in time
 */
const OmTimeEntry *
om_state_table_get_run (const OmStateTable *self,
                        guint               run,
                        gsize              *n_entries)
{
  const OmTimeRun *found = g_ptr_array_index (self->order.runs, run);

  *n_entries = found->n;
  return found->entries;
}

static guint32
neighbour (const OmStateTable *self,
           const OmTimeEntry  *entry,
           guint               run,
           guint               place,
           int                 direction)
{
  const OmTimeEntry *next;

  while ((next = om_time_order_step (&self->order, &run, &place, direction)) != NULL &&
         next->journal_day == entry->journal_day)
    if (!next->undated)
      return next->doc;
  return 0;
}

/**
 * om_state_table_neighbours:
 * @doc: a document
 * @before: (out): the one just before it on the same journal day, 0 if none
 * @after: (out): the one just after it on the same journal day, 0 if none
 *
 * What has no date has no neighbours and is nobody's.
 */
void
om_state_table_neighbours (const OmStateTable *self,
                           guint32             doc,
                           guint32            *before,
                           guint32            *after)
{
  const OmDocState *state = om_state_table_get (self, doc);
  OmTimeEntry entry;
  guint run, place;

  *before = 0;
  *after = 0;
  if (state == NULL || state->precision == OM_PRECISION_UNKNOWN)
    return;
  entry = time_entry (state, doc);
  if (!om_time_order_find (&self->order, &entry, &run, &place))
    return;
  *before = neighbour (self, &entry, run, place, -1);
  *after = neighbour (self, &entry, run, place, 1);
}

/**
 * om_state_table_collect_days:
 * @first_journal_day: a day number
 * @last_journal_day: the last wanted
 * @docs: (element-type guint32): where the dated documents of those days are added, in time order
 */
void
om_state_table_collect_days (const OmStateTable *self,
                             gint32              first_journal_day,
                             gint32              last_journal_day,
                             GArray             *docs)
{
  for (guint i = 0; i < self->order.runs->len; i++)
    {
      const OmTimeRun *run = g_ptr_array_index (self->order.runs, i);

      if (run->entries[run->n - 1].journal_day < first_journal_day)
        continue;
      if (run->entries[0].journal_day > last_journal_day)
        break;
      for (guint j = 0; j < run->n; j++)
        {
          const OmTimeEntry *entry = &run->entries[j];
          guint32 doc = entry->doc;

          if (!entry->undated && entry->journal_day >= first_journal_day &&
              entry->journal_day <= last_journal_day)
            g_array_append_val (docs, doc);
        }
    }
}
