/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The SQLite files of OpenMemory's two engines (design/reference.md 6.1): what a table has not is
 * left open, hashes and vectors are made anew. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-openmemory-db.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "archive/om-foreign-time.h"
#include "archive/om-json-scanner.h"
#include "archive/om-source-text.h"
#include "archive/om-text-decode.h"
#include "memory/om-error.h"
#include "store/om-foreign-store.h"

typedef struct
{
  OmReadJob        *job;
  OmForeignReading *memories;
  OmForeignStore   *store;
  const char       *name;
  OmForeignMemory  *memory;    /* (not owned): whose links are being read */
  gboolean          has_links;
  guint             n_rows;
  guint             n_extracts; /* texts that end as the program's extracts do */
} Reading;

/* In the order of the columns below. */
enum
{
  ID,
  CONTENT,
  SECTOR,
  TAGS,
  META,
  USER,
  PROJECT,
  CREATED,
  UPDATED,
  LAST_SEEN,
  SALIENCE,
  LAMBDA,
  SIMHASH,
  VERSION,
  FEEDBACK,
};

static const char *const memory_columns[] = {
  "id", "content", "primary_sector", "tags", "meta", "user_id", "project_id", "created_at",
  "updated_at", "last_seen_at", "salience", "decay_lambda", "simhash", "version", "feedback_score",
  NULL,
};

static const char *const link_columns[] = { "dst_id", "weight", NULL };

enum
{
  FACT_ID,
  SUBJECT,
  PREDICATE,
  OBJ,
  OBJECT,
  FROM,
  TO,
  CONFIDENCE,
  FACT_META,
};

static const char *const fact_columns[] = {
  "id", "subject", "predicate", "obj", "object", "valid_from", "valid_to", "confidence", "metadata",
  NULL,
};

/* The field as clean text; what is not UTF-8 is read as Windows-1252 if that is wanted. */
static gboolean
take (Reading              *reading,
      const OmForeignValue *value,
      const char           *place,
      char                **field)
{
  const guint8 *bytes = (const guint8 *) value->text;
  g_autoptr (GString) text = NULL;
  guint n_replaced = 0;
  gsize bad;

  *field = NULL;
  if (value->text == NULL)
    return TRUE;
  text = om_decode_utf8 (bytes, value->length, &n_replaced, &bad);
  if (text == NULL && reading->job->options->guess_encoding)
    text = om_decode_windows_1252 (bytes, value->length, &n_replaced);
  if (text == NULL)
    {
      om_import_report_add (reading->job->report, TRUE, place,
                            _("A field of it is not UTF-8, from its byte %zu on. "
                              "Import it with the encoding guessed."),
                            bad);
      return FALSE;
    }
  om_import_report_add_replaced (reading->job->report, place, n_replaced);
  *field = g_strdup (text->str);
  return TRUE;
}

static double
take_real (const OmForeignValue *value)
{
  char *end = NULL;
  double number;

  if (value->text == NULL)
    return NAN;
  number = g_ascii_strtod (value->text, &end);
  return end != value->text && *end == '\0' ? number : NAN;
}

/* A JSON list as text, or that as a JSON string after a restore (reference.md 6.1). */
static void
take_tags (OmTagSet   *tags,
           const char *text)
{
  g_autoptr (OmJsonScanner) scanner = om_json_scanner_new (text, strlen (text));
  OmJsonToken token = om_json_scanner_next (scanner, NULL);

  if (token == OM_JSON_STRING && om_json_scanner_get_string (scanner)[0] == '[')
    {
      g_autofree char *inner = g_strdup (om_json_scanner_get_string (scanner));

      take_tags (tags, inner);
      return;
    }
  if (token != OM_JSON_ARRAY_START)
    {
      om_tag_set_add_list (tags, token == OM_JSON_STRING ? om_json_scanner_get_string (scanner)
                                                         : text);
      return;
    }
  while ((token = om_json_scanner_next (scanner, NULL)) != OM_JSON_FAILED && token != OM_JSON_END)
    {
      if (token == OM_JSON_STRING)
        om_tag_set_add (tags, om_json_scanner_get_string (scanner), -1);
    }
}

/* The object as JSON if it is one, else as a text. */
static void
take_meta (OmForeignMemory *memory,
           char            *text)
{
  g_autofree char *owned = text;
  g_autoptr (OmJsonScanner) scanner = om_json_scanner_new (text, strlen (text));
  OmJsonToken token = om_json_scanner_next (scanner, NULL);

  if (token == OM_JSON_OBJECT_START &&
      om_json_scanner_skip (scanner, token, NULL, NULL) &&
      om_json_scanner_next (scanner, NULL) == OM_JSON_END)
    memory->meta = g_steal_pointer (&owned);
  else if (*text != '\0')
    om_source_data_add (memory->extra, "meta", text);
}

static gboolean
take_link_cb (const OmForeignValue *values,
              gpointer              data,
              GError              **error)
{
  Reading *reading = data;
  OmForeignMemory *memory = reading->memory;
  double weight = take_real (&values[1]);

  if (values[0].text == NULL || !g_utf8_validate_len (values[0].text, values[0].length, NULL))
    return TRUE;
  if (memory->links == NULL)
    {
      memory->links = g_ptr_array_new_with_free_func (g_free);
      memory->weights = g_array_new (FALSE, FALSE, sizeof (double));
    }
  g_ptr_array_add (memory->links, g_strndup (values[0].text, values[0].length));
  g_array_append_val (memory->weights, weight);
  return TRUE;
}

static gboolean
read_links (Reading          *reading,
            OmForeignMemory  *memory,
            GError          **error)
{
  if (!reading->has_links || memory->id == NULL)
    return TRUE;
  reading->memory = memory;
  return om_foreign_store_read (reading->store, "waypoints", link_columns, "src_id", memory->id,
                                take_link_cb, reading, error);
}

static gboolean
take_memory_cb (const OmForeignValue *values,
                gpointer              data,
                GError              **error)
{
  Reading *reading = data;
  g_autoptr (OmForeignMemory) memory = om_foreign_memory_new ();
  g_autofree char *tags = NULL;
  g_autofree char *meta = NULL;
  char **fields[] = {
    [ID] = &memory->id,           [CONTENT] = &memory->content,   [SECTOR] = &memory->sector,
    [TAGS] = &tags,               [META] = &meta,                 [USER] = &memory->user,
    [PROJECT] = &memory->project, [CREATED] = &memory->created,   [UPDATED] = &memory->updated,
    [LAST_SEEN] = &memory->last_seen, [SIMHASH] = &memory->simhash,
  };

  reading->n_rows++;
  memory->place = g_strdup_printf (_("%s, row %u"), reading->name, reading->n_rows);
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      if (fields[i] != NULL && !take (reading, &values[i], memory->place, fields[i]))
        return TRUE;
    }
  memory->salience = take_real (&values[SALIENCE]);
  memory->decay_lambda = take_real (&values[LAMBDA]);
  if (take_real (&values[VERSION]) > 1)
    om_source_data_add_real (memory->extra, "version", take_real (&values[VERSION]));
  if (take_real (&values[FEEDBACK]) != 0)
    om_source_data_add_real (memory->extra, "feedback_score", take_real (&values[FEEDBACK]));
  if (tags != NULL)
    take_tags (memory->tags, tags);
  if (meta != NULL)
    take_meta (memory, g_steal_pointer (&meta));
  reading->n_extracts += memory->content != NULL && g_str_has_suffix (memory->content, "...");
  if (!read_links (reading, memory, error))
    return FALSE;
  return om_foreign_reading_take (reading->memories, g_steal_pointer (&memory), error);
}

/* Facts with a time in which they hold: a memory each, whose words are the fact. */
static gboolean
take_fact_cb (const OmForeignValue *values,
              gpointer              data,
              GError              **error)
{
  Reading *reading = data;
  g_autofree char *id = NULL;
  g_autofree char *subject = NULL;
  g_autofree char *predicate = NULL;
  g_autofree char *obj = NULL;
  g_autofree char *object = NULL;
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;
  g_autofree char *words = NULL;
  g_autofree char *key = NULL;
  g_autofree char *meta = NULL;
  g_autoptr (OmSourceData) kept = NULL;
  char **fields[] = { &id, &subject, &predicate, &obj, &object, &from, &to, NULL, &meta };
  const char *what;
  OmMoment moment;
  OmDraft *draft;

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      if (fields[i] != NULL && !take (reading, &values[i], reading->name, fields[i]))
        return TRUE;
    }
  what = obj != NULL ? obj : object;
  if (subject == NULL || predicate == NULL || what == NULL)
    {
      om_import_report_add (reading->job->report, TRUE, reading->name, _("A fact is not whole."));
      return TRUE;
    }

  words = g_strdup_printf ("%s %s %s", subject, predicate, what);
  key = g_strdup_printf ("fact:%s", id != NULL ? id : words);
  draft = om_read_job_draft (reading->job, NULL, 0, words, strlen (words));
  draft->type = OM_MEMORY_TYPE_FACT;
  draft->subject = g_strdup (subject);
  draft->predicate = g_strdup (predicate);
  om_foreign_time_from_text (from, reading->job->options->zone, &draft->happened);
  kept = om_source_data_new ();
  if (om_foreign_time_from_text (to, reading->job->options->zone, &moment))
    {
      g_autofree char *until = om_moment_format (&moment);

      om_source_data_add (kept, "valid_to", until);
    }
  om_source_data_add_real (kept, "confidence", take_real (&values[CONFIDENCE]));
  om_source_data_add (kept, "metadata", meta);
  draft->source_data = om_source_data_to_json (kept);
  return om_read_job_emit (reading->job, draft, key, error);
}

/**
 * om_openmemory_db_probe:
 * @path: a file
 *
 * Returns: whether it is a data base of OpenMemory's
 */
gboolean
om_openmemory_db_probe (const char *path)
{
  g_autoptr (OmForeignStore) store = NULL;

  if (path == NULL || !om_foreign_store_is_sqlite (path))
    return FALSE;
  store = om_foreign_store_open (path, NULL, NULL);
  return store != NULL && om_foreign_store_has_column (store, "memories", "content") &&
         om_foreign_store_has_column (store, "memories", "primary_sector");
}

/**
 * om_openmemory_db_read:
 * @memories: takes the memories; om_foreign_reading_finish() is the caller's
 * @path: the file
 * @name: its name, for remarks
 * @error: return location, %OM_ERROR_INVALID for what is damaged or another program's
 *
 * Returns: %FALSE if reading is to stop
 */
gboolean
om_openmemory_db_read (OmReadJob        *job,
                       OmForeignReading *memories,
                       const char       *path,
                       const char       *name,
                       GError          **error)
{
  g_autoptr (OmForeignStore) store = om_foreign_store_open (path, job->cancellable, error);
  Reading reading = { .job = job, .memories = memories, .store = store, .name = name };

  if (store == NULL)
    return FALSE;
  if (!om_foreign_store_has_column (store, "memories", "content"))
    {
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
                   _("“%s” is a data base, but not one of OpenMemory: it has no table of memories."),
                   name);
      return FALSE;
    }
  reading.has_links = om_foreign_store_has_column (store, "waypoints", "src_id");
  if (!om_foreign_store_read (store, "memories", memory_columns, NULL, NULL, take_memory_cb,
                              &reading, error))
    return FALSE;
  if (om_foreign_store_has_column (store, "temporal_facts", "subject") &&
      !om_foreign_store_read (store, "temporal_facts", fact_columns, NULL, NULL, take_fact_cb,
                              &reading, error))
    return FALSE;
  if (reading.n_extracts > 0)
    om_import_report_add (job->report, FALSE, name,
                          ngettext ("%u text ends in “...”: OpenMemory may have kept an extract alone; then the original is "
                                    "not in the file.",
                                    "%u texts end in “...”: OpenMemory may have kept an extract alone; then the original is "
                                    "not in the file.",
                                    reading.n_extracts),
                          reading.n_extracts);
  return TRUE;
}
