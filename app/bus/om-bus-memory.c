/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memories as other programs get them. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "bus/om-bus-memory.h"

#include <math.h>
#include <string.h>

#include "bus/om-bus-error.h"
#include "bus/om-bus-options.h"
#include "engine/om-hiding.h"

#define TITLE_BYTES 300
#define LIMIT_MAX 100

/* What may be given ----------------------------------------------------------------------------- */

/** om_bus_filter_new: (transfer full): lets through what om_bus_may_give() does; in searches, but for what is
 * hidden as a whole */
OmFilter *
om_bus_filter_new (void)
{
  OmFilter *filter = om_filter_new ();

  filter->types = OM_MEMORY_TYPES_MAY_LEAVE;
  filter->flags_unset = OM_FLAG_PRIVATE | OM_FLAG_HIDDEN;
  filter->awake = TRUE;
  filter->by_itself = TRUE;
  return filter;
}

/**
 * om_bus_read_allowed:
 * @allowed: (out) (nullable) (element-type row): what may be given, if something is hidden as a whole; %NULL if
 *   each memory tells for itself
 * @error: return location
 *
 * Tags, names and periods that are hidden as a whole stand in no memory: then the list of what may come up is
 * asked.
 */
gboolean
om_bus_read_allowed (OmEngine      *engine,
                     GHashTable   **allowed,
                     GCancellable  *cancellable,
                     GError       **error)
{
  g_autoptr (GPtrArray) hidings = om_engine_list_hidings (engine, cancellable, error);
  g_autoptr (OmFilter) filter = om_bus_filter_new ();
  g_autoptr (GArray) items = NULL;

  *allowed = NULL;
  if (hidings == NULL)
    return FALSE;
  if (hidings->len == 0)
    return TRUE;
  items = om_engine_list (engine, filter, OM_SORT_NEWEST, cancellable, error);
  if (items == NULL)
    return FALSE;
  *allowed = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < items->len; i++)
    g_hash_table_add (*allowed, om_bus_row_key (g_array_index (items, OmListItem, i).row));
  return TRUE;
}

/**
 * om_bus_may_give:
 * @memory: a memory
 *
 * Whether a caller may be given it or told of it, whatever its leave: what may leave at all, and is not
 * hidden as a whole.
 */
gboolean
om_bus_may_give (OmBusCall      *call,
                 const OmMemory *memory,
                 GCancellable   *cancellable)
{
  if (!om_memory_may_leave (memory))
    return FALSE;
  if (!call->looked)
    {
      if (!om_bus_read_allowed (call->engine, &call->allowed, cancellable, NULL))
        return FALSE;
      call->looked = TRUE;
    }
  return call->allowed == NULL || g_hash_table_contains (call->allowed, om_bus_row_key (memory->row));
}

/* Which memories -------------------------------------------------------------------------------- */

static gint32
day_of (gint64 ms)
{
  gint64 day = ms / OM_MS_PER_DAY - (ms % OM_MS_PER_DAY < 0 ? 1 : 0);

  return (gint32) CLAMP (day, G_MININT32 + 2, G_MAXINT32 - 2);
}

/** om_bus_type_from_nick: for om_bus_option_nick(). */
int
om_bus_type_from_nick (const char *nick)
{
  OmMemoryType type = om_memory_type_from_nick (nick);

  return type >= 0 && (OM_MEMORY_TYPES_MAY_LEAVE & 1u << type) != 0 ? (int) type : -1;
}

/** om_bus_sector_from_nick: for om_bus_option_nick(). */
int
om_bus_sector_from_nick (const char *nick)
{
  return om_sector_from_nick (nick);
}

/** om_bus_context_from_nick: for om_bus_option_nick(). */
int
om_bus_context_from_nick (const char *nick)
{
  return om_context_from_nick (nick);
}

static int
vividness_from_nick (const char *nick)
{
  return om_vividness_from_nick (nick);
}

/**
 * om_bus_choice_read:
 * @self: (out): cleared with om_bus_choice_clear(), whatever is returned
 * @options: of a method that finds or lists
 * @limit: unless it is said
 *
 * Returns: %FALSE with @error
 */
gboolean
om_bus_choice_read (OmBusChoice *self,
                    GVariant    *options,
                    guint        limit,
                    GError     **error)
{
  int sector = -1;
  int type = -1;
  int context = -1;
  int vividness = -1;

  *self = (OmBusChoice){ om_bus_filter_new (), G_MININT64, G_MAXINT64, limit, NULL };
  if (!om_bus_options_check (options, error) ||
      !om_bus_option_uint (options, "limit", 1, LIMIT_MAX, &self->limit, error) ||
      !om_bus_option_string (options, "cursor", 200, &self->cursor, error) ||
      !om_bus_option_nick (options, "sector", om_bus_sector_from_nick, &sector, error) ||
      !om_bus_option_nick (options, "type", om_bus_type_from_nick, &type, error) ||
      !om_bus_option_nick (options, "context", om_bus_context_from_nick, &context, error) ||
      !om_bus_option_nick (options, "vividness", vividness_from_nick, &vividness, error) ||
      !om_bus_option_strv (options, "tags", OM_BUS_TAGS_MAX, OM_BUS_TAG_BYTES, &self->filter->tags, error) ||
      !om_bus_option_int64 (options, "after", &self->after, error) ||
      !om_bus_option_int64 (options, "before", &self->before, error) ||
      !om_bus_option_double (options, "min-salience", 0, 1, &self->filter->min_salience, error))
    return FALSE;
  if (sector >= 0)
    self->filter->sectors = 1u << sector;
  if (type >= 0)
    self->filter->types = 1u << type;
  if (context >= 0)
    self->filter->contexts = 1u << context;
  if (vividness >= 0)
    self->filter->vividness = 1u << vividness;
  /* Days are those of the place: a day more on either side, and the instant is looked at afterwards. */
  if (self->after != G_MININT64)
    self->filter->first_day = day_of (self->after) - 2;
  if (self->before != G_MAXINT64)
    self->filter->last_day = day_of (self->before) + 2;
  return TRUE;
}

/** om_bus_choice_clear: */
void
om_bus_choice_clear (OmBusChoice *self)
{
  g_clear_pointer (&self->filter, om_filter_free);
}

/** om_bus_choice_holds: whether a time is among those asked for. */
gboolean
om_bus_choice_holds (const OmBusChoice *self,
                     const OmMoment    *happened)
{
  return happened->ms >= self->after && happened->ms < self->before;
}

/* What is given --------------------------------------------------------------------------------- */

/** om_bus_set_not_found: always %FALSE */
gboolean
om_bus_set_not_found (GError **error)
{
  g_set_error_literal (error, OM_BUS_ERROR, OM_BUS_ERROR_NOT_FOUND, "There is no such memory.");
  return FALSE;
}

/**
 * om_bus_get_memory:
 * @id: a memory
 * @error: return location; not found is all the same as not to be given
 *
 * Returns: (transfer full) (nullable): it
 */
OmMemory *
om_bus_get_memory (OmBusCall    *call,
                   const char   *id,
                   GCancellable *cancellable,
                   GError      **error)
{
  g_autoptr (OmMemory) memory = NULL;

  if (strlen (id) > 64)
    {
      om_bus_set_not_found (error);
      return NULL;
    }
  memory = om_engine_get (call->engine, id, cancellable, error);
  if (memory != NULL && !om_bus_may_give (call, memory, cancellable))
    {
      om_bus_set_not_found (error);
      return NULL;
    }
  return g_steal_pointer (&memory);
}

/** om_bus_dup_excerpt: (transfer full): the beginning of a text, whole characters */
char *
om_bus_dup_excerpt (const char *text,
                    gsize       max_bytes)
{
  gsize length = strnlen (text, max_bytes + 1);

  if (length <= max_bytes)
    return g_strdup (text);
  length = max_bytes;
  while (length > 0 && ((guchar) text[length] & 0xc0) == 0x80)
    length--;
  return g_strdup_printf ("%.*s…", (int) length, text);
}

static void
describe_flags (GVariantDict   *dict,
                const OmMemory *memory)
{
  g_variant_dict_insert (dict, "pinned", "b", (memory->flags & OM_FLAG_PINNED) != 0);
  g_variant_dict_insert (dict, "kept", "b", (memory->flags & OM_FLAG_KEPT) != 0);
  g_variant_dict_insert (dict, "resolved", "b", (memory->flags & OM_FLAG_RESOLVED) != 0);
}

/** om_bus_describe_standing: how present it is now. */
void
om_bus_describe_standing (GVariantDict   *dict,
                          OmEngine       *engine,
                          const OmMemory *memory)
{
  int percent;
  OmVividness vividness = om_engine_get_vividness (engine, memory, &percent);

  g_variant_dict_insert (dict, "salience", "d", om_engine_present_salience (engine, memory));
  g_variant_dict_insert (dict, "vividness", "s", om_vividness_to_nick (vividness));
  g_variant_dict_insert (dict, "percent", "i", percent);
}

/**
 * om_bus_describe:
 * @dict: gets what org.openmemory.Memories1 says of a memory, but for its text
 * @memory: one that may be given
 */
void
om_bus_describe (GVariantDict   *dict,
                 OmEngine       *engine,
                 const OmMemory *memory)
{
  g_autofree char *whole_title = om_memory_dup_title (memory);
  g_autofree char *title = om_bus_dup_excerpt (whole_title, TITLE_BYTES);

  /* Whoever comes here with another has forgotten to look. */
  g_assert (om_memory_may_leave (memory));

  g_variant_dict_insert (dict, "id", "s", memory->id);
  g_variant_dict_insert (dict, "version", "u", memory->version);
  g_variant_dict_insert (dict, "type", "s", om_memory_type_to_nick (memory->type));
  g_variant_dict_insert (dict, "sector", "s", om_sector_to_nick (memory->sector));
  g_variant_dict_insert (dict, "title", "s", title);
  g_variant_dict_insert (dict, "happened", "x", memory->happened.ms);
  g_variant_dict_insert (dict, "offset", "i", memory->happened.offset_s);
  g_variant_dict_insert (dict, "precision", "s", om_precision_to_nick (memory->happened.precision));
  g_variant_dict_insert (dict, "recorded", "x", memory->recorded_at);
  g_variant_dict_insert (dict, "changed", "x", memory->changed_at);
  g_variant_dict_insert (dict, "tags", "^as", memory->tags);
  g_variant_dict_insert (dict, "importance", "i", memory->importance);
  if (memory->context != OM_CONTEXT_UNKNOWN)
    g_variant_dict_insert (dict, "context", "s", om_context_to_nick (memory->context));
  if (!isnan (memory->valence))
    g_variant_dict_insert (dict, "valence", "d", memory->valence);
  if (!isnan (memory->arousal))
    g_variant_dict_insert (dict, "arousal", "d", memory->arousal);
  om_bus_describe_standing (dict, engine, memory);
  describe_flags (dict, memory);
}

/* Pages ----------------------------------------------------------------------------------------- */

void
om_bus_page_init (OmBusPage *page)
{
  page->bytes = 0;
  page->n = 0;
  g_variant_builder_init (&page->builder, G_VARIANT_TYPE ("aa{sv}"));
}

/** om_bus_page_add: %FALSE if it does not fit any more; @dict is used up either way. */
gboolean
om_bus_page_add (OmBusPage    *page,
                 GVariantDict *dict)
{
  g_autoptr (GVariant) value = g_variant_ref_sink (g_variant_dict_end (dict));
  gsize bytes = g_variant_get_size (value) + 16;

  if (page->n > 0 && page->bytes + bytes > OM_BUS_REPLY_MAX)
    return FALSE;
  page->bytes += bytes;
  page->n++;
  g_variant_builder_add_value (&page->builder, value);
  return TRUE;
}

/** om_bus_page_end: (transfer floating) */
GVariant *
om_bus_page_end (OmBusPage *page)
{
  return g_variant_builder_end (&page->builder);
}
