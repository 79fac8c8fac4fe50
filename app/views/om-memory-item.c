/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmMemoryItem: what one row of a list shows. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-memory-item.h"

#include <glib/gi18n.h>

#include "memory/om-joining.h"
#include "views/om-date-words.h"
#include "views/om-looks.h"

struct _OmMemoryItem
{
  GObject parent_instance;

  gint64     row;
  gint64     revision; /* of the record shown */
  char      *id; /* (owned) (nullable): until it is loaded */
  OmMoment   happened;
  OmSector   sector;
  guint      flags;
  guint      reasons;
  OmVividness vividness;
  int        percent; /* of vividness */
  OmSnippet *snippet; /* (owned) (nullable): until it is loaded */
  guint      position;
  gboolean   is_hit;
  gboolean   starts_day;
};

enum
{
  SIGNAL_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmMemoryItem, om_memory_item, G_TYPE_OBJECT)

static void
om_memory_item_finalize (GObject *object)
{
  OmMemoryItem *self = OM_MEMORY_ITEM (object);

  g_free (self->id);
  om_snippet_free (self->snippet);

  G_OBJECT_CLASS (om_memory_item_parent_class)->finalize (object);
}

static void
om_memory_item_class_init (OmMemoryItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = om_memory_item_finalize;

  /**
   * OmMemoryItem::changed:
   *
   * What the row shows is another thing now.
   */
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                          0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
om_memory_item_init (OmMemoryItem *self)
{
  self->sector = OM_SECTOR_UNKNOWN;
  self->vividness = OM_VIVIDNESS_UNKNOWN;
}

static void
take_fields (OmMemoryItem   *self,
             const OmMemory *memory)
{
  g_free (self->id);
  self->id = g_strdup (memory->id);
  self->row = memory->row;
  self->revision = memory->revision;
  self->happened = memory->happened;
  self->sector = memory->sector;
  self->flags = memory->flags;
}

/**
 * om_memory_item_new:
 * @row: the row of a list
 *
 * Returns: (transfer full): an item that knows its date alone until om_memory_item_set_memory()
 */
OmMemoryItem *
om_memory_item_new (const OmListItem *row)
{
  OmMemoryItem *self = g_object_new (OM_TYPE_MEMORY_ITEM, NULL);

  self->row = row->row;
  self->happened = row->happened;
  return self;
}

/**
 * om_memory_item_new_for_hit:
 * @hit: a result; not kept
 *
 * Returns: (transfer full): an item that shows the place that matched and why it is there
 */
OmMemoryItem *
om_memory_item_new_for_hit (const OmHit *hit)
{
  OmMemoryItem *self = g_object_new (OM_TYPE_MEMORY_ITEM, NULL);

  take_fields (self, hit->memory);
  if (hit->memory->type == OM_MEMORY_TYPE_SECTION && hit->memory->parent_row != 0)
    g_clear_pointer (&self->id, g_free);
  self->is_hit = TRUE;
  self->starts_day = TRUE; /* results are in order of fitness: each says its day */
  self->reasons = hit->reasons;
  self->snippet = om_snippet_new_for_hit (hit);
  return self;
}

/**
 * om_memory_item_new_for_memory:
 * @memory: a record; not kept
 *
 * Returns: (transfer full): an item on its own, which says its day, until om_memory_item_set_memory() without
 *   its text
 */
OmMemoryItem *
om_memory_item_new_for_memory (const OmMemory *memory)
{
  OmListItem row = { memory->row, memory->happened };
  OmMemoryItem *self = om_memory_item_new (&row);

  self->id = g_strdup (memory->id);
  self->starts_day = TRUE;
  return self;
}

/**
 * om_memory_item_set_memory:
 * @memory: the record, as it is now; not kept
 */
void
om_memory_item_set_memory (OmMemoryItem   *self,
                           const OmMemory *memory)
{
  g_return_if_fail (OM_IS_MEMORY_ITEM (self));

  if (self->snippet != NULL && self->revision == memory->revision && memory->revision != 0)
    return;
  take_fields (self, memory);
  om_snippet_free (self->snippet);
  self->snippet = om_snippet_new (memory);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/**
 * om_memory_item_set_document:
 * @document: the document of which a section was found
 *
 * The row shows the section; what is opened or moved to the bin is the document, for a section
 * cannot be without it.
 */
void
om_memory_item_set_document (OmMemoryItem   *self,
                             const OmMemory *document)
{
  g_return_if_fail (OM_IS_MEMORY_ITEM (self));

  g_free (self->id);
  self->id = g_strdup (document->id);
  self->row = document->row;
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

gboolean
om_memory_item_is_loaded (OmMemoryItem *self)
{
  return self->snippet != NULL;
}

gint64
om_memory_item_get_row (OmMemoryItem *self)
{
  return self->row;
}

/**
 * om_memory_item_get_id:
 *
 * Returns: (transfer none) (nullable): id of what is to be opened, %NULL until it is known
 */
const char *
om_memory_item_get_id (OmMemoryItem *self)
{
  return self->id;
}

const OmMoment *
om_memory_item_get_happened (OmMemoryItem *self)
{
  return &self->happened;
}

/**
 * om_memory_item_get_starts_day:
 *
 * Returns: %TRUE if the row is the first of its day in the list, and so shows the date
 */
gboolean
om_memory_item_get_starts_day (OmMemoryItem *self)
{
  return self->starts_day;
}

void
om_memory_item_set_starts_day (OmMemoryItem *self,
                               gboolean      starts_day)
{
  g_return_if_fail (OM_IS_MEMORY_ITEM (self));

  if (self->starts_day == starts_day)
    return;
  self->starts_day = starts_day;
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/**
 * om_memory_item_get_position:
 *
 * Returns: where it stands in the model that made it, which keeps this right
 */
guint
om_memory_item_get_position (OmMemoryItem *self)
{
  return self->position;
}

void
om_memory_item_set_position (OmMemoryItem *self,
                             guint         position)
{
  self->position = position;
}

OmSector
om_memory_item_get_sector (OmMemoryItem *self)
{
  return self->sector;
}

/**
 * om_memory_item_get_flags:
 *
 * Returns: #OmMemoryFlags
 */
guint
om_memory_item_get_flags (OmMemoryItem *self)
{
  return self->flags;
}

/**
 * om_memory_item_get_reasons:
 *
 * Returns: #OmHitReason; 0 for a row of a list
 */
guint
om_memory_item_get_reasons (OmMemoryItem *self)
{
  return self->reasons;
}

gboolean
om_memory_item_is_hit (OmMemoryItem *self)
{
  return self->is_hit;
}

/**
 * om_memory_item_get_snippet:
 *
 * Returns: (transfer none) (nullable): what the row shows, %NULL until it is loaded
 */
const OmSnippet *
om_memory_item_get_snippet (OmMemoryItem *self)
{
  return self->snippet;
}

/**
 * om_memory_item_dup_description:
 *
 * Returns: (transfer full): the whole row in words, for a screen reader
 */
char *
om_memory_item_dup_description (OmMemoryItem *self)
{
  g_autofree char *when = om_date_words_full (&self->happened, NULL);
  g_auto (GStrv) names = om_look_dup_reasons (self->reasons);
  g_autofree char *why = om_join_list ((const char *const *) names);
  g_autofree char *found = NULL;

  if (self->snippet == NULL)
    return g_steal_pointer (&when);
  if (*names != NULL)
    /* Translators: at the end of a search result that is read aloud: why it is there */
    found = g_strdup_printf (_("Found by: %s"), why);
  return om_join_said (self->snippet->text, when, om_look_sector_name (self->sector),
                       om_look_vividness_name (self->vividness), found, NULL);
}

/**
 * om_memory_item_set_vividness:
 * @vividness: the word for it
 * @percent: 0..100
 *
 * As of now. Call it before om_memory_item_set_memory(), which tells the row.
 */
void
om_memory_item_set_vividness (OmMemoryItem *self,
                              OmVividness   vividness,
                              int           percent)
{
  g_return_if_fail (OM_IS_MEMORY_ITEM (self));

  self->vividness = vividness;
  self->percent = percent;
}

/**
 * om_memory_item_get_vividness:
 * @percent: (out): 0..100
 *
 * Returns: the word for it, %OM_VIVIDNESS_UNKNOWN until the item is loaded
 */
OmVividness
om_memory_item_get_vividness (OmMemoryItem *self,
                              int          *percent)
{
  g_return_val_if_fail (OM_IS_MEMORY_ITEM (self), OM_VIVIDNESS_UNKNOWN);

  *percent = self->percent;
  return self->vividness;
}
