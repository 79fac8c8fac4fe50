/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The JSON of OpenMemory (`/memory/all`, backups, tools/migrate) and of mem0: the same few members
 * under several names. Nothing is held but the memory that is read. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-openmemory-json.h"

#include <glib/gi18n.h>
#include <string.h>

#include "archive/om-json-scanner.h"
#include "memory/om-error.h"

/** Names of categories, and which a memory has, where a backup keeps them apart. */
struct _OmCategories
{
  GHashTable *names;  /* (owned) (element-type utf8 utf8): by id */
  GHashTable *of;     /* (owned) (element-type utf8 GPtrArray): ids of categories by id of memory */
};

typedef struct
{
  OmReadJob        *job;
  OmForeignReading *memories;
  OmJsonScanner    *scanner;
  OmCategories     *categories; /* (nullable) */
  const char       *name;
  char             *user;       /* (owned) (nullable): of all memories, said outside of them */
  guint             n_relations;
  gboolean          found;      /* a memory or a list of memories */
} Reading;

/* One member of an outermost object that is no list of memories: kept if the object is a memory. */
static const struct
{
  const char *name;
  gsize       offset;
} texts[] = {
  { "id", G_STRUCT_OFFSET (OmForeignMemory, id) },
  { "content", G_STRUCT_OFFSET (OmForeignMemory, content) },
  { "memory", G_STRUCT_OFFSET (OmForeignMemory, content) },
  { "text", G_STRUCT_OFFSET (OmForeignMemory, content) },
  { "content_preview", G_STRUCT_OFFSET (OmForeignMemory, content) },
  { "primary_sector", G_STRUCT_OFFSET (OmForeignMemory, sector) },
  { "user_id", G_STRUCT_OFFSET (OmForeignMemory, user) },
  { "uid", G_STRUCT_OFFSET (OmForeignMemory, user) },
  { "project_id", G_STRUCT_OFFSET (OmForeignMemory, project) },
  { "state", G_STRUCT_OFFSET (OmForeignMemory, state) },
  { "created_at", G_STRUCT_OFFSET (OmForeignMemory, created) },
  { "updated_at", G_STRUCT_OFFSET (OmForeignMemory, updated) },
  { "last_seen_at", G_STRUCT_OFFSET (OmForeignMemory, last_seen) },
  { "last_seen", G_STRUCT_OFFSET (OmForeignMemory, last_seen) },
  { "simhash", G_STRUCT_OFFSET (OmForeignMemory, simhash) },
};

static gboolean
is_one_of (const char *name,
           const char *const *names)
{
  return g_strv_contains (names, name);
}

/* Values that say nothing or are made anew. */
static const char *const dropped[] = {
  "embedding", "vector", "norm_vector", "mean_vec", "compressed_vec", "segment", "mean_dim",
  "sectors", "hash", "score", NULL,
};
static const char *const tag_lists[] = { "tags", "categories", NULL };
static const char *const metas[] = { "meta", "metadata", NULL };
static const char *const lists[] = { "items", "results", "memories", "data", NULL };

/* A value that belongs to no field, as it stands. */
static gboolean
keep (Reading         *reading,
      OmForeignMemory *memory,
      const char      *name,
      OmJsonToken      token,
      GError         **error)
{
  g_autoptr (GString) raw = g_string_new (NULL);

  if (!om_json_scanner_skip (reading->scanner, token, raw, error))
    return FALSE;
  om_source_data_add_json (memory->extra, name, raw->str);
  return TRUE;
}

/* Tags as a list, or as text that holds a list, or as words with commas. */
static void
take_tags_text (OmForeignMemory *memory,
                const char      *text)
{
  g_autoptr (OmJsonScanner) scanner = NULL;
  OmJsonToken token;

  if (*text != '[' && *text != '"')
    {
      om_tag_set_add_list (memory->tags, text);
      return;
    }
  scanner = om_json_scanner_new (text, strlen (text));
  token = om_json_scanner_next (scanner, NULL);
  if (token == OM_JSON_STRING)
    {
      g_autofree char *inner = g_strdup (om_json_scanner_get_string (scanner));

      if (*inner != '"')
        take_tags_text (memory, inner);
      return;
    }
  while (token != OM_JSON_FAILED && token != OM_JSON_END)
    {
      token = om_json_scanner_next (scanner, NULL);
      if (token == OM_JSON_STRING)
        om_tag_set_add (memory->tags, om_json_scanner_get_string (scanner), -1);
    }
}

static gboolean
take_tags (Reading         *reading,
           OmForeignMemory *memory,
           const char      *name,
           GError         **error)
{
  OmJsonToken token;

  while ((token = om_json_scanner_next (reading->scanner, error)) != OM_JSON_ARRAY_END)
    {
      if (token == OM_JSON_FAILED)
        return FALSE;
      if (token == OM_JSON_STRING)
        om_tag_set_add (memory->tags, om_json_scanner_get_string (reading->scanner), -1);
      else if (!keep (reading, memory, name, token, error))
        return FALSE;
    }
  return TRUE;
}

/* Names of the categories whose ids the memory holds. */
static void
take_category (Reading         *reading,
               OmForeignMemory *memory,
               const char      *id)
{
  const char *name = reading->categories != NULL
                       ? g_hash_table_lookup (reading->categories->names, id)
                       : NULL;

  if (name != NULL)
    om_tag_set_add (memory->tags, name, -1);
}

static gboolean
take_category_ids (Reading         *reading,
                   OmForeignMemory *memory,
                   GError         **error)
{
  OmJsonToken token;

  while ((token = om_json_scanner_next (reading->scanner, error)) != OM_JSON_ARRAY_END)
    {
      if (token == OM_JSON_FAILED)
        return FALSE;
      if (token == OM_JSON_STRING)
        take_category (reading, memory, om_json_scanner_get_string (reading->scanner));
      else if (!om_json_scanner_skip (reading->scanner, token, NULL, error))
        return FALSE;
    }
  return TRUE;
}

/* An object of JSON, as itself or as text. */
static gboolean
take_meta (Reading         *reading,
           OmForeignMemory *memory,
           const char      *name,
           OmJsonToken      token,
           GError         **error)
{
  g_autoptr (GString) raw = g_string_new (NULL);

  if (token == OM_JSON_STRING)
    {
      const char *text = om_json_scanner_get_string (reading->scanner);
      g_autoptr (OmJsonScanner) inner = om_json_scanner_new (text, strlen (text));

      if (memory->meta == NULL && om_json_scanner_next (inner, NULL) == OM_JSON_OBJECT_START &&
          om_json_scanner_skip (inner, OM_JSON_OBJECT_START, raw, NULL))
        memory->meta = g_strdup (raw->str);
      else
        om_source_data_add (memory->extra, name, text);
      return TRUE;
    }
  if (!om_json_scanner_skip (reading->scanner, token, raw, error))
    return FALSE;
  if (memory->meta == NULL && token == OM_JSON_OBJECT_START)
    memory->meta = g_strdup (raw->str);
  else
    om_source_data_add_json (memory->extra, name, raw->str);
  return TRUE;
}

static gboolean
take_text (OmForeignMemory *memory,
           const char      *name,
           const char      *value)
{
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      char **field;

      if (!g_str_equal (name, texts[i].name))
        continue;
      field = G_STRUCT_MEMBER_P (memory, texts[i].offset);
      if (*field != NULL)
        return FALSE;
      *field = g_strdup (value);
      memory->preview |= g_str_equal (name, "content_preview");
      return TRUE;
    }
  return FALSE;
}

static gboolean
take_number (OmForeignMemory *memory,
             const char      *name,
             const char      *value)
{
  if (g_str_equal (name, "salience"))
    memory->salience = g_ascii_strtod (value, NULL);
  else if (g_str_equal (name, "decay_lambda"))
    memory->decay_lambda = g_ascii_strtod (value, NULL);
  else
    return take_text (memory, name, value);
  return TRUE;
}

/* One member of a memory, whose value began with @token. */
static gboolean
take_member (Reading         *reading,
             OmForeignMemory *memory,
             const char      *name,
             OmJsonToken      token,
             GError         **error)
{
  const char *value = om_json_scanner_get_string (reading->scanner);

  if (token == OM_JSON_NULL)
    return TRUE;
  if (is_one_of (name, dropped))
    return om_json_scanner_skip (reading->scanner, token, NULL, error);
  if (is_one_of (name, metas))
    return take_meta (reading, memory, name, token, error);
  if (is_one_of (name, tag_lists) && token == OM_JSON_ARRAY_START)
    return take_tags (reading, memory, name, error);
  if (is_one_of (name, tag_lists) && token == OM_JSON_STRING)
    {
      take_tags_text (memory, value);
      return TRUE;
    }
  if (token == OM_JSON_ARRAY_START && g_str_equal (name, "category_ids"))
    return take_category_ids (reading, memory, error);
  if (token == OM_JSON_STRING && take_text (memory, name, value))
    return TRUE;
  if (token == OM_JSON_NUMBER && take_number (memory, name, value))
    return TRUE;
  return keep (reading, memory, name, token, error);
}

static gboolean
give (Reading         *reading,
      OmForeignMemory *memory,
      GError         **error)
{
  GPtrArray *ids = NULL;

  if (memory->user == NULL)
    memory->user = g_strdup (reading->user);
  if (reading->categories != NULL && memory->id != NULL)
    ids = g_hash_table_lookup (reading->categories->of, memory->id);
  for (guint i = 0; ids != NULL && i < ids->len; i++)
    take_category (reading, memory, g_ptr_array_index (ids, i));
  reading->found = TRUE;
  return om_foreign_reading_take (reading->memories, memory, error);
}

static char *
place_of (Reading *reading)
{
  return g_strdup_printf (_("%s, line %u"), reading->name,
                          om_json_scanner_get_line (reading->scanner));
}

/* A memory whose beginning has been read. */
static gboolean
read_memory (Reading  *reading,
             GError  **error)
{
  g_autoptr (OmForeignMemory) memory = om_foreign_memory_new ();
  g_autofree char *name = NULL;
  OmJsonToken token;

  memory->place = place_of (reading);
  while ((token = om_json_scanner_next_member (reading->scanner, &name, error)) != OM_JSON_OBJECT_END)
    {
      if (token == OM_JSON_FAILED || !take_member (reading, memory, name, token, error))
        return FALSE;
    }
  return give (reading, g_steal_pointer (&memory), error);
}

static gboolean
read_memories (Reading  *reading,
               GError  **error)
{
  OmJsonToken token;

  reading->found = TRUE;
  while ((token = om_json_scanner_next (reading->scanner, error)) != OM_JSON_ARRAY_END)
    {
      g_autofree char *place = NULL;

      if (token == OM_JSON_FAILED)
        return FALSE;
      if (token == OM_JSON_OBJECT_START)
        {
          if (!read_memory (reading, error))
            return FALSE;
          continue;
        }
      place = place_of (reading);
      om_import_report_add (reading->job->report, TRUE, place,
                            _("Something in the list of memories is no memory."));
      if (!om_json_scanner_skip (reading->scanner, token, NULL, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
count_list (OmJsonScanner *scanner,
            guint         *n,
            GError       **error)
{
  OmJsonToken token;

  while ((token = om_json_scanner_next (scanner, error)) != OM_JSON_ARRAY_END)
    {
      if (token == OM_JSON_FAILED || !om_json_scanner_skip (scanner, token, NULL, error))
        return FALSE;
      (*n)++;
    }
  return TRUE;
}

/* An outermost object: a list with something around it, or a memory by itself (a line of many). */
static gboolean
read_object (Reading  *reading,
             GError  **error)
{
  g_autoptr (OmForeignMemory) memory = om_foreign_memory_new ();
  g_autofree char *name = NULL;
  gboolean has_list = FALSE;
  OmJsonToken token;

  memory->place = place_of (reading);
  while ((token = om_json_scanner_next_member (reading->scanner, &name, error)) != OM_JSON_OBJECT_END)
    {
      gboolean ok;

      if (token == OM_JSON_FAILED)
        return FALSE;
      if (token == OM_JSON_ARRAY_START && is_one_of (name, lists))
        {
          has_list = TRUE;
          g_free (reading->user);
          reading->user = g_strdup (memory->user);
          ok = read_memories (reading, error);
        }
      else if (token == OM_JSON_ARRAY_START && g_str_equal (name, "relations"))
        ok = count_list (reading->scanner, &reading->n_relations, error);
      else if (has_list || token == OM_JSON_OBJECT_START)
        ok = take_meta (reading, memory, name, token, error);
      else
        ok = take_member (reading, memory, name, token, error);
      if (!ok)
        return FALSE;
    }
  if (has_list || memory->content == NULL)
    return TRUE;
  return give (reading, g_steal_pointer (&memory), error);
}

/**
 * om_openmemory_json_read:
 * @reading: takes the memories; om_foreign_reading_finish() is the caller's
 * @stream: the file
 * @name: its name, for remarks
 * @categories: (nullable): of a backup, see om_categories_read()
 * @error: return location, %OM_ERROR_INVALID with the line for JSON that is damaged or of another
 *   kind
 *
 * Returns: %FALSE if reading is to stop
 */
gboolean
om_openmemory_json_read (OmReadJob        *job,
                         OmForeignReading *memories,
                         OmTextStream     *stream,
                         const char       *name,
                         OmCategories     *categories,
                         GError          **error)
{
  g_autoptr (OmJsonScanner) scanner = om_json_scanner_new_for_stream (stream);
  Reading reading = { .job = job, .memories = memories, .scanner = scanner, .name = name,
                      .categories = categories };
  g_autofree char *user = NULL;
  OmJsonToken token;
  gboolean ok = TRUE;
  guint n;

  om_json_scanner_allow_lines (scanner);
  while (ok && (token = om_json_scanner_next (scanner, error)) != OM_JSON_END)
    {
      if (token == OM_JSON_OBJECT_START)
        ok = read_object (&reading, error);
      else if (token == OM_JSON_ARRAY_START)
        ok = read_memories (&reading, error);
      else if (token == OM_JSON_FAILED)
        ok = FALSE;
      else
        {
          g_set_error (error, OM_ERROR, OM_ERROR_INVALID, _("“%s” is JSON, but holds no memories."),
                       name);
          ok = FALSE;
        }
    }
  user = g_steal_pointer (&reading.user);
  if (!ok)
    return FALSE;
  if (!reading.found)
    {
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
                   _("“%s” holds no memories as OpenMemory or mem0 write them."), name);
      return FALSE;
    }

  if (reading.n_relations > 0)
    om_import_report_add (job->report, FALSE, name, 
                          ngettext ("%u relation not read.", "%u relations not read.", reading.n_relations),
                          reading.n_relations);
  om_import_report_add_replaced (job->report, name, om_json_scanner_get_n_replaced (scanner));
  n = om_json_scanner_get_n_left_out (scanner);
  if (n > 0)
    om_import_report_add (job->report, TRUE, name,
                          ngettext ("%u value larger than 1 MiB that belongs to no text was left out.",
                                    "%u values larger than 1 MiB that belong to no text were left out.", n),
                          n);
  om_text_stream_remark (stream, job->report, name);
  return TRUE;
}

/* Categories ------------------------------------------------------------------------------------ */

/** om_categories_free: */
void
om_categories_free (OmCategories *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->names);
  g_hash_table_unref (self->of);
  g_free (self);
}

/* Two members of each object of a list. */
static gboolean
read_pairs (OmCategories  *self,
            OmJsonScanner *scanner,
            const char    *first,
            const char    *second,
            void         (*pair) (OmCategories *self, const char *a, const char *b),
            GError       **error)
{
  OmJsonToken token;

  while ((token = om_json_scanner_next (scanner, error)) != OM_JSON_ARRAY_END)
    {
      g_autofree char *name = NULL;
      g_autofree char *a = NULL;
      g_autofree char *b = NULL;

      if (token == OM_JSON_FAILED)
        return FALSE;
      if (token != OM_JSON_OBJECT_START)
        {
          if (!om_json_scanner_skip (scanner, token, NULL, error))
            return FALSE;
          continue;
        }
      while ((token = om_json_scanner_next_member (scanner, &name, error)) != OM_JSON_OBJECT_END)
        {
          if (token == OM_JSON_FAILED)
            return FALSE;
          if (token == OM_JSON_STRING && a == NULL && g_str_equal (name, first))
            a = g_strdup (om_json_scanner_get_string (scanner));
          else if (token == OM_JSON_STRING && b == NULL && g_str_equal (name, second))
            b = g_strdup (om_json_scanner_get_string (scanner));
          else if (!om_json_scanner_skip (scanner, token, NULL, error))
            return FALSE;
        }
      if (a != NULL && b != NULL)
        pair (self, a, b);
    }
  return TRUE;
}

static void
add_name (OmCategories *self,
          const char   *id,
          const char   *name)
{
  g_hash_table_replace (self->names, g_strdup (id), g_strdup (name));
}

static void
add_of (OmCategories *self,
        const char   *memory,
        const char   *category)
{
  GPtrArray *ids = g_hash_table_lookup (self->of, memory);

  if (ids == NULL)
    {
      ids = g_ptr_array_new_with_free_func (g_free);
      g_hash_table_insert (self->of, g_strdup (memory), ids);
    }
  g_ptr_array_add (ids, g_strdup (category));
}

/**
 * om_categories_read:
 * @stream: a backup of mem0, from its beginning
 * @error: return location
 *
 * A first reading, for the names of categories may stand behind the memories that have them.
 *
 * Returns: (transfer full) (nullable): the categories
 */
OmCategories *
om_categories_read (OmTextStream  *stream,
                    GError       **error)
{
  g_autoptr (OmJsonScanner) scanner = om_json_scanner_new_for_stream (stream);
  g_autoptr (OmCategories) self = g_new0 (OmCategories, 1);
  g_autofree char *name = NULL;
  OmJsonToken token;

  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->of = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                    (GDestroyNotify) g_ptr_array_unref);
  token = om_json_scanner_next (scanner, error);
  if (token == OM_JSON_FAILED)
    return NULL;
  if (token != OM_JSON_OBJECT_START)
    return g_steal_pointer (&self);
  while ((token = om_json_scanner_next_member (scanner, &name, error)) != OM_JSON_OBJECT_END)
    {
      gboolean ok;

      if (token == OM_JSON_FAILED)
        return NULL;
      if (token == OM_JSON_ARRAY_START && g_str_equal (name, "categories"))
        ok = read_pairs (self, scanner, "id", "name", add_name, error);
      else if (token == OM_JSON_ARRAY_START && g_str_equal (name, "memory_categories"))
        ok = read_pairs (self, scanner, "memory_id", "category_id", add_of, error);
      else
        ok = om_json_scanner_skip (scanner, token, NULL, error);
      if (!ok)
        return NULL;
    }
  return g_steal_pointer (&self);
}

static gboolean
mentions (const char *head,
          const char *name)
{
  g_autofree char *quoted = g_strdup_printf ("\"%s\"", name);

  return strstr (head, quoted) != NULL;
}

/**
 * om_openmemory_json_probe:
 * @head: the beginning of a file
 *
 * Returns: 0..100, as om_reader_probe()
 */
int
om_openmemory_json_probe (const char *head)
{
  const char *start = head + strspn (head, " \t\r\n");

  if ((*start != '{' && *start != '[') || mentions (head, "chat_messages") ||
      mentions (head, "mapping"))
    return 0;
  if (mentions (head, "primary_sector") || mentions (head, "decay_lambda") ||
      mentions (head, "category_ids") || mentions (head, "memory_categories"))
    return 85;
  if (mentions (head, "memory") && (mentions (head, "results") || mentions (head, "categories") ||
                                    mentions (head, "user_id")))
    return 80;
  if (mentions (head, "content") && (mentions (head, "uid") || mentions (head, "user_id") ||
                                     mentions (head, "state")))
    return 60;
  return g_str_has_prefix (start, "{\"items\"") ? 50 : 0;
}
