/* SPDX-License-Identifier: GPL-3.0-or-later */
/* org.openmemory.Memories1: reading. Writing is in om-bus-writing.c. Workers. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "bus/om-bus-memory.h"

#include <stdio.h>
#include <string.h>

#include "bus/om-bus-error.h"
#include "bus/om-bus-options.h"
#include "bus/om-bus-writing.h"
#include "engine/om-query.h"

#define QUERY_BYTES 10000
#define SEARCH_LIMIT 20
#define SEARCH_MAX 1000
#define LIST_LIMIT 50
#define WORDS_MAX 50
#define CONTENT_BYTES 500000

/* Searching ------------------------------------------------------------------------------------- */

static const struct
{
  OmHitReason reason;
  const char *nick;
} reasons[] = {
  { OM_HIT_EXACT, "exact" }, { OM_HIT_WORDS, "words" }, { OM_HIT_PART, "part" }, { OM_HIT_MEANING, "meaning" },
  { OM_HIT_LINK, "link" },   { OM_HIT_DAY, "day" },     { OM_HIT_TITLE, "title" }, { OM_HIT_TAG, "tag" },
};

/* The way there is told only if all of it may be. */
static gboolean
may_tell_path (OmBusCall    *call,
               const OmHit  *hit,
               GCancellable *cancellable)
{
  for (guint i = 0; hit->path[i] != NULL; i++)
    {
      g_autoptr (OmMemory) step = NULL;

      if (g_str_equal (hit->path[i], hit->memory->id))
        continue;
      step = om_bus_get_memory (call, hit->path[i], cancellable, NULL);
      if (step == NULL)
        return FALSE;
    }
  return TRUE;
}

static void
describe_hit (GVariantDict *dict,
              OmBusCall    *call,
              const OmHit  *hit,
              GCancellable *cancellable)
{
  g_autoptr (GPtrArray) nicks = g_ptr_array_new ();
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  g_autofree char *excerpt = om_bus_dup_excerpt (hit->memory->content, OM_BUS_EXCERPT_BYTES);

  om_bus_describe (dict, call->engine, hit->memory);
  g_variant_dict_insert (dict, "excerpt", "s", excerpt);
  g_variant_dict_insert (dict, "score", "d", hit->score);
  for (gsize i = 0; i < G_N_ELEMENTS (reasons); i++)
    {
      if ((hit->reasons & reasons[i].reason) != 0)
        g_ptr_array_add (nicks, (gpointer) reasons[i].nick);
    }
  for (guint i = 0; hit->words != NULL && hit->words[i] != NULL && i < WORDS_MAX; i++)
    g_ptr_array_add (words, hit->words[i]);
  g_variant_dict_insert_value (dict, "reasons", g_variant_new_strv ((const char *const *) nicks->pdata, nicks->len));
  g_variant_dict_insert_value (dict, "words", g_variant_new_strv ((const char *const *) words->pdata, words->len));
  if (hit->path != NULL && may_tell_path (call, hit, cancellable))
    g_variant_dict_insert (dict, "path", "^as", hit->path);
}

/**
 * om_bus_search:
 * @query: what was typed
 * @choice: which memories
 * @skip: so many of the best are not wanted
 * @strengthen: what is found
 * @answer: (out) (nullable): owns the hits
 * @error: return location
 *
 * The one search of everything on the bus. Which words it took for others is not told: they may come from
 * memories that are not given.
 *
 * Returns: (transfer container) (element-type OmHit) (nullable): those that may be given, best first; there
 *   is one more than wanted if more are found
 */
GPtrArray *
om_bus_search (OmBusCall         *call,
               const char        *query,
               const OmBusChoice *choice,
               guint              skip,
               gboolean           strengthen,
               OmAnswer         **answer,
               GCancellable      *cancellable,
               GError           **error)
{
  guint k = MIN (skip + choice->limit + (strengthen ? 0 : 1), SEARCH_MAX);
  g_autoptr (OmSearch) wanted = om_search_new (query, k);
  g_autoptr (OmQuery) parsed = om_query_parse (query, choice->filter);
  GPtrArray *hits;

  wanted->filter = om_filter_copy (choice->filter);
  wanted->quick = choice->quick;
  wanted->way = OM_RECALL_WAY_PROGRAM;
  wanted->program = call->caller->program != NULL ? g_strdup (call->caller->program->key) : NULL;
  /* "is:binned" finds nothing here, and wakes nothing. */
  if (parsed->filter->binned)
    *answer = om_answer_new ();
  else if (strengthen)
    *answer = om_engine_recall (call->engine, wanted, cancellable, error);
  else
    *answer = om_engine_search (call->engine, wanted, cancellable, error);
  if (*answer == NULL)
    return NULL;
  hits = g_ptr_array_new ();
  for (guint i = 0; i < (*answer)->hits->len; i++)
    {
      OmHit *hit = g_ptr_array_index ((*answer)->hits, i);

      if (om_bus_may_give (call, hit->memory, cancellable) && om_bus_choice_holds (choice, &hit->memory->happened))
        g_ptr_array_add (hits, hit);
    }
  return hits;
}

static GVariant *
find (OmBusCall    *call,
      gboolean      strengthen,
      GCancellable *cancellable,
      GError      **error)
{
  const char *query;
  g_autoptr (GVariant) options = NULL;
  g_auto (OmBusChoice) choice = { 0 };
  g_autoptr (OmAnswer) answer = NULL;
  g_autoptr (GPtrArray) hits = NULL;
  GVariantDict about;
  OmBusPage page;
  guint skip = 0;
  guint i;

  g_variant_get (call->parameters, "(&s@a{sv})", &query, &options);
  if (!om_bus_check_bytes (query, "query", QUERY_BYTES, error) ||
      !om_bus_choice_read (&choice, options, SEARCH_LIMIT, error))
    return NULL;
  if (choice.cursor != NULL && *choice.cursor != '\0' &&
      (strengthen || sscanf (choice.cursor, "s1:%u", &skip) != 1 || skip > SEARCH_MAX))
    {
      g_set_error_literal (error, OM_BUS_ERROR, OM_BUS_ERROR_INVALID_ARGUMENT, "That is no cursor of this method.");
      return NULL;
    }
  hits = om_bus_search (call, query, &choice, skip, strengthen, &answer, cancellable, error);
  if (hits == NULL)
    return NULL;

  om_bus_page_init (&page);
  for (i = skip; i < hits->len && page.n < choice.limit; i++)
    {
      g_auto (GVariantDict) dict = G_VARIANT_DICT_INIT (NULL);

      describe_hit (&dict, call, g_ptr_array_index (hits, i), cancellable);
      if (!om_bus_page_add (&page, &dict))
        break;
    }
  call->given = page.n;
  g_variant_dict_init (&about, NULL);
  if (answer->incomplete)
    g_variant_dict_insert (&about, "incomplete", "b", TRUE);
  if (!strengthen && i < hits->len)
    {
      g_autofree char *cursor = g_strdup_printf ("s1:%u", i);

      g_variant_dict_insert (&about, "cursor", "s", cursor);
    }
  return g_variant_new ("(@aa{sv}@a{sv})", om_bus_page_end (&page), g_variant_dict_end (&about));
}

static GVariant *
search (OmBusCall    *call,
        GCancellable *cancellable,
        GError      **error)
{
  return find (call, FALSE, cancellable, error);
}

static GVariant *
recall (OmBusCall    *call,
        GCancellable *cancellable,
        GError      **error)
{
  return find (call, TRUE, cancellable, error);
}

/* Reading one ----------------------------------------------------------------------------------- */

static gboolean
is_continuation (char byte)
{
  return ((guchar) byte & 0xc0) == 0x80;
}

static GVariant *
get (OmBusCall    *call,
     GCancellable *cancellable,
     GError      **error)
{
  const char *id;
  g_autoptr (GVariant) options = NULL;
  g_autoptr (OmMemory) memory = NULL;
  g_auto (GVariantDict) dict = G_VARIANT_DICT_INIT (NULL);
  g_autofree char *part = NULL;
  guint64 from = 0;
  gsize length;
  gsize end;

  g_variant_get (call->parameters, "(&s@a{sv})", &id, &options);
  if (!om_bus_options_check (options, error) || !om_bus_option_uint64 (options, "from", &from, error))
    return NULL;
  memory = om_bus_get_memory (call, id, cancellable, error);
  if (memory == NULL)
    return NULL;
  length = strlen (memory->content);
  if (from > length || is_continuation (memory->content[from]))
    {
      g_set_error_literal (error, OM_BUS_ERROR, OM_BUS_ERROR_INVALID_ARGUMENT, "“from” is not the beginning of a character.");
      return NULL;
    }
  end = MIN (length, (gsize) from + CONTENT_BYTES);
  while (end < length && is_continuation (memory->content[end]))
    end--;
  part = g_strndup (memory->content + from, end - (gsize) from);
  om_bus_describe (&dict, call->engine, memory);
  g_variant_dict_insert (&dict, "content", "s", part);
  g_variant_dict_insert (&dict, "content-bytes", "t", (guint64) length);
  if (end < length)
    g_variant_dict_insert (&dict, "next", "t", (guint64) end);
  call->given = 1;
  return g_variant_new ("(@a{sv})", g_variant_dict_end (&dict));
}

/* Listing --------------------------------------------------------------------------------------- */

/** Anchor: the last row of the page before. */
typedef struct
{
  gboolean set;
  gint64   ms;
  gint64   row;
} Anchor;

static gboolean
read_order (GVariant *options,
            OmSort   *sort,
            GError  **error)
{
  const char *order = "newest";

  if (!om_bus_option_string (options, "order", 64, &order, error))
    return FALSE;
  *sort = g_str_equal (order, "oldest") ? OM_SORT_OLDEST : OM_SORT_NEWEST;
  if (*sort == OM_SORT_OLDEST || g_str_equal (order, "newest"))
    return TRUE;
  g_set_error (error, OM_BUS_ERROR, OM_BUS_ERROR_INVALID_ARGUMENT, "“%s” is no value of “order”.", order);
  return FALSE;
}

static gboolean
read_anchor (const char *cursor,
             OmSort      sort,
             Anchor     *anchor,
             GError    **error)
{
  char order;

  *anchor = (Anchor){ 0 };
  if (cursor == NULL || *cursor == '\0')
    return TRUE;
  if (sscanf (cursor, "l1:%c:%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, &order, &anchor->ms, &anchor->row) == 3 &&
      order == (sort == OM_SORT_OLDEST ? 'o' : 'n'))
    return anchor->set = TRUE;
  g_set_error_literal (error, OM_BUS_ERROR, OM_BUS_ERROR_INVALID_ARGUMENT, "That is no cursor of this list.");
  return FALSE;
}

/* Whether it comes after the anchor: by time, and of one moment what was recorded last comes first. */
static gboolean
comes_after (const OmListItem *item,
             const Anchor     *anchor,
             OmSort            sort)
{
  if (!anchor->set)
    return TRUE;
  if (item->happened.ms != anchor->ms)
    return (item->happened.ms < anchor->ms) == (sort == OM_SORT_NEWEST);
  return item->row < anchor->row;
}

/* The rows of the next page, and one more if there is one. */
static GArray *
choose_rows (GArray            *items,
             const OmBusChoice *choice,
             const Anchor      *anchor,
             OmSort             sort)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 0; i < items->len && rows->len <= choice->limit; i++)
    {
      const OmListItem *item = &g_array_index (items, OmListItem, i);

      if (comes_after (item, anchor, sort) && om_bus_choice_holds (choice, &item->happened))
        g_array_append_val (rows, item->row);
    }
  return rows;
}

static GVariant *
list (OmBusCall    *call,
      GCancellable *cancellable,
      GError      **error)
{
  g_autoptr (GVariant) options = g_variant_get_child_value (call->parameters, 0);
  g_auto (OmBusChoice) choice = { 0 };
  g_autoptr (GArray) items = NULL;
  g_autoptr (GArray) rows = NULL;
  g_autoptr (GPtrArray) memories = NULL;
  g_autofree char *cursor = g_strdup ("");
  OmBusPage page;
  OmSort sort;
  Anchor anchor;
  guint i;

  if (!om_bus_choice_read (&choice, options, LIST_LIMIT, error) || !read_order (options, &sort, error) ||
      !read_anchor (choice.cursor, sort, &anchor, error))
    return NULL;
  items = om_engine_list (call->engine, choice.filter, sort, cancellable, error);
  if (items == NULL)
    return NULL;
  rows = choose_rows (items, &choice, &anchor, sort);
  memories = om_engine_get_rows (call->engine, (const gint64 *) rows->data, rows->len, cancellable, error);
  if (memories == NULL)
    return NULL;

  om_bus_page_init (&page);
  for (i = 0; i < memories->len && page.n < choice.limit; i++)
    {
      const OmMemory *memory = g_ptr_array_index (memories, i);
      g_auto (GVariantDict) dict = G_VARIANT_DICT_INIT (NULL);
      g_autofree char *excerpt = NULL;

      /* Changed between the list and the reading. */
      if (memory == NULL || !om_bus_may_give (call, memory, cancellable))
        continue;
      excerpt = om_bus_dup_excerpt (memory->content, OM_BUS_EXCERPT_BYTES);
      om_bus_describe (&dict, call->engine, memory);
      g_variant_dict_insert (&dict, "excerpt", "s", excerpt);
      if (!om_bus_page_add (&page, &dict))
        break;
      anchor = (Anchor){ TRUE, memory->happened.ms, memory->row };
    }
  if (i < rows->len && anchor.set)
    {
      g_free (cursor);
      cursor = g_strdup_printf ("l1:%c:%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, sort == OM_SORT_OLDEST ? 'o' : 'n', anchor.ms,
                                anchor.row);
    }
  call->given = page.n;
  return g_variant_new ("(@aa{sv}s)", om_bus_page_end (&page), cursor);
}

/* Following ------------------------------------------------------------------------------------- */

static GVariant *
follow (OmBusCall    *call,
        GCancellable *cancellable,
        GError      **error)
{
  return g_variant_new ("()");
}

static void
follow_done (OmBusCall *call)
{
  call->caller->follows = TRUE;
}

const OmBusMethod om_bus_memories_methods[] = {
  { "Remember", OM_BUS_NEEDS_ADD, om_bus_remember },
  { "Search", OM_BUS_NEEDS_READ, search },
  { "Recall", OM_BUS_NEEDS_ADD, recall },
  { "Get", OM_BUS_NEEDS_READ, get },
  { "List", OM_BUS_NEEDS_READ, list },
  { "Update", OM_BUS_NEEDS_CHANGE, om_bus_update },
  { "MoveToBin", OM_BUS_NEEDS_CHANGE, om_bus_move_to_bin },
  { "Restore", OM_BUS_NEEDS_CHANGE, om_bus_restore },
  { "Follow", OM_BUS_NEEDS_READ, follow, follow_done },
  { NULL },
};
