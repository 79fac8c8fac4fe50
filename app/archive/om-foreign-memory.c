/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memories of memory software become entries: times, sector, salience, tags and links are kept,
 * hashes and vectors made anew; documents that were cut into sections are put together again. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-foreign-memory.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "archive/om-foreign-time.h"
#include "archive/om-json-scanner.h"
#include "archive/om-text-edges.h"

/* How the older program writes a document's own row (reference.md 6.1 rule 3). */
#define DOCUMENT_MARK "[Document: "

/** A document on its way: its own row and the sections that have come. */
typedef struct
{
  OmForeignMemory *root;     /* (owned) (nullable) */
  GPtrArray       *sections; /* (owned) (element-type Section) */
} Document;

typedef struct
{
  OmForeignMemory *memory; /* (owned) */
  int              index;
  int              total;
} Section;

struct _OmForeignReading
{
  OmReadJob  *job;
  const char *name;
  gint64      modified_ms;  /* of the file, 0 if unknown */
  GHashTable *documents;    /* (owned) (element-type utf8 Document): by the root's id */
  GPtrArray  *document_ids; /* (owned): in the order they came */
  GHashTable *users;        /* (owned): names seen */
  guint       n_deleted;
  guint       n_paused;
  guint       n_seen_time;  /* dated by when they were last seen */
  guint       n_file_time;  /* dated by the file */
  guint       n_links;      /* not kept */
  guint       n_previews;
  guint       n_repaired;
};

/**
 * om_foreign_memory_new:
 *
 * Returns: (transfer full): a memory of which nothing is known
 */
OmForeignMemory *
om_foreign_memory_new (void)
{
  OmForeignMemory *self = g_new0 (OmForeignMemory, 1);

  self->salience = NAN;
  self->decay_lambda = NAN;
  self->tags = om_tag_set_new ();
  self->extra = om_source_data_new ();
  return self;
}

/** om_foreign_memory_free: */
void
om_foreign_memory_free (OmForeignMemory *self)
{
  if (self == NULL)
    return;

  g_free (self->id);
  g_free (self->content);
  g_free (self->sector);
  g_free (self->meta);
  g_free (self->user);
  g_free (self->project);
  g_free (self->state);
  g_free (self->created);
  g_free (self->updated);
  g_free (self->last_seen);
  g_free (self->simhash);
  om_tag_set_free (self->tags);
  g_clear_pointer (&self->links, g_ptr_array_unref);
  g_clear_pointer (&self->weights, g_array_unref);
  om_source_data_free (self->extra);
  g_free (self->place);
  g_free (self);
}

static void
section_free (gpointer data)
{
  Section *section = data;

  om_foreign_memory_free (section->memory);
  g_free (section);
}

static void
document_free (gpointer data)
{
  Document *document = data;

  om_foreign_memory_free (document->root);
  g_ptr_array_unref (document->sections);
  g_free (document);
}

/**
 * om_foreign_reading_new:
 * @job: where the entries go
 * @name: (not owned): the file, for remarks
 * @modified_ms: when it was last changed, ms UTC, 0 if unknown
 *
 * Returns: (transfer full): a reading at its beginning
 */
OmForeignReading *
om_foreign_reading_new (OmReadJob  *job,
                        const char *name,
                        gint64      modified_ms)
{
  OmForeignReading *self = g_new0 (OmForeignReading, 1);

  self->job = job;
  self->name = name;
  self->modified_ms = modified_ms;
  self->documents = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, document_free);
  self->document_ids = g_ptr_array_new ();
  self->users = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

/** om_foreign_reading_free: */
void
om_foreign_reading_free (OmForeignReading *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->documents);
  g_ptr_array_unref (self->document_ids);
  g_hash_table_unref (self->users);
  g_free (self);
}

/* When ------------------------------------------------------------------------------------------ */

/* Text finer than a millisecond, which is all that a moment holds. */
static gboolean
is_finer (const char *text)
{
  const char *point = strchr (text, '.');

  return point != NULL && strspn (point + 1, "0123456789") > 3;
}

/* When it was written: its own time, else that of the program it came from before, else when it was
 * last seen, else the file's (reference.md 6.1 rule 6). */
static void
resolve_time (OmForeignReading      *self,
              const OmForeignMemory *memory,
              OmSourceData         *kept,
              OmDraft               *draft)
{
  GTimeZone *zone = self->job->options->zone;
  g_autofree char *original = om_json_get_member (memory->meta, "orig_created_at");

  if (om_foreign_time_from_text (original, zone, &draft->happened))
    return;
  if (om_foreign_time_from_text (memory->created, zone, &draft->happened))
    {
      if (is_finer (memory->created))
        om_source_data_add (kept, "created_at", memory->created);
      return;
    }
  if (memory->created != NULL && !g_str_equal (memory->created, "0"))
    om_source_data_add (kept, "created_at", memory->created);
  if (om_foreign_time_from_text (memory->last_seen, zone, &draft->happened))
    {
      self->n_seen_time++;
      return;
    }
  if (self->modified_ms > 0)
    {
      draft->happened = om_moment_at (self->modified_ms, zone);
      self->n_file_time++;
    }
}

static void
keep_time (OmForeignReading *self,
           OmSourceData    *kept,
           const char       *name,
           const char       *written,
           gint64           *ms)
{
  g_autofree char *text = NULL;
  OmMoment moment;

  if (written == NULL)
    return;
  if (!om_foreign_time_from_text (written, self->job->options->zone, &moment))
    {
      if (!g_str_equal (written, "0"))
        om_source_data_add (kept, name, written);
      return;
    }
  text = om_moment_format (&moment);
  om_source_data_add (kept, name, text);
  if (ms != NULL)
    *ms = moment.ms;
}

/* What it is ------------------------------------------------------------------------------------ */

/* A choice of the person's own comes before what the program found. */
static void
resolve_sector (OmForeignReading      *self,
                const OmForeignMemory *memory,
                OmSourceData         *kept,
                OmDraft               *draft)
{
  g_autofree char *chosen = om_json_get_member (memory->meta, "sector");

  if (chosen != NULL)
    draft->sector = om_sector_from_nick (chosen);
  if (draft->sector == OM_SECTOR_UNKNOWN && memory->sector != NULL)
    draft->sector = om_sector_from_nick (memory->sector);
  if (memory->sector == NULL)
    return;
  om_source_data_add (kept, "sector", memory->sector);
  if (draft->sector == OM_SECTOR_UNKNOWN)
    {
      om_import_report_add (self->job->report, FALSE, memory->place,
                            _("“%s” is no sector; it is found anew from the text."), memory->sector);
    }
}

static void
resolve_salience (OmForeignReading      *self,
                  const OmForeignMemory *memory,
                  OmSourceData         *kept,
                  OmDraft               *draft)
{
  draft->salience = memory->salience;
  if (memory->salience < 0 || memory->salience > 1)
    {
      draft->salience = CLAMP (memory->salience, 0, 1);
      om_import_report_add (self->job->report, FALSE, memory->place,
                            _("Its salience of %g is out of range and became %g."), memory->salience,
                            draft->salience);
    }
  om_source_data_add_real (kept, "salience", draft->salience);
  if (memory->decay_lambda < 0)
    {
      om_import_report_add (self->job->report, FALSE, memory->place,
                            _("Its rate of fading is negative; it was left out."));
    }
  else
    om_source_data_add_real (kept, "decay_lambda", memory->decay_lambda);
}

/* Reflections are derived text; what they were made of is linked to. */
static void
resolve_kind (const OmForeignMemory *memory,
              OmDraft               *draft)
{
  g_autofree char *type = om_json_get_member (memory->meta, "type");
  g_autofree char *sources = NULL;
  g_autoptr (OmTagSet) ids = NULL;

  if (g_strcmp0 (type, "auto_reflect") != 0)
    return;
  draft->type = OM_MEMORY_TYPE_REFLECTION;
  draft->origin = OM_ORIGIN_DERIVED;
  sources = om_json_get_member (memory->meta, "sources");
  if (sources == NULL)
    return;
  g_clear_pointer (&draft->links, g_strfreev);
  g_clear_pointer (&draft->link_weights, g_free);
  g_strdelimit (sources, "[]\"", ' ');
  ids = om_tag_set_new ();
  om_tag_set_add_list (ids, sources);
  draft->links = om_tag_set_to_strv (ids);
}

static void
resolve_links (OmForeignReading      *self,
               const OmForeignMemory *memory,
               OmDraft               *draft)
{
  g_autoptr (GPtrArray) links = NULL;
  g_autoptr (GArray) weights = NULL;

  if (memory->links == NULL)
    return;
  links = g_ptr_array_new_with_free_func (g_free);
  weights = g_array_new (FALSE, FALSE, sizeof (double));
  for (guint i = 0; i < memory->links->len; i++)
    {
      double weight = g_array_index (memory->weights, double, i);
      const char *id = g_ptr_array_index (memory->links, i);

      /* The other program links what stands alone to itself, and writes times for weights. */
      if (g_strcmp0 (id, memory->id) == 0)
        continue;
      if (!(weight > 0 && weight <= 1))
        {
          self->n_links++;
          continue;
        }
      g_ptr_array_add (links, g_strdup (id));
      g_array_append_val (weights, weight);
    }
  if (links->len == 0)
    return;
  g_ptr_array_add (links, NULL);
  draft->links = (char **) g_ptr_array_free (g_steal_pointer (&links), FALSE);
  draft->link_weights = (double *) g_array_free (g_steal_pointer (&weights), FALSE);
}

static gboolean
emit (OmForeignReading      *self,
      const OmForeignMemory *memory,
      GError               **error)
{
  g_autoptr (OmSourceData) kept = om_source_data_new ();
  g_autofree char *key = g_strdup (memory->id);
  g_autofree char *rest = om_source_data_to_json (memory->extra);
  OmDraft *draft = om_read_job_draft (self->job, NULL, 0, memory->content, strlen (memory->content));

  resolve_time (self, memory, kept, draft);
  resolve_sector (self, memory, kept, draft);
  resolve_salience (self, memory, kept, draft);
  resolve_links (self, memory, draft);
  resolve_kind (memory, draft);
  draft->tags = om_tag_set_to_strv (memory->tags);

  keep_time (self, kept, "last_seen", memory->last_seen, &draft->last_seen_ms);
  keep_time (self, kept, "updated", memory->updated, NULL);
  om_source_data_add (kept, "user", memory->user);
  om_source_data_add (kept, "project", memory->project);
  om_source_data_add (kept, "state", memory->state);
  if (memory->meta != NULL && !g_str_equal (memory->meta, "{}"))
    om_source_data_add_json (kept, "metadata", memory->meta);
  om_source_data_add_json (kept, "other", rest);
  draft->source_data = om_source_data_to_json (kept);

  /* Without a name of its own it is known by its time and words. */
  if (key == NULL || *key == '\0')
    {
      g_autofree char *time = om_moment_format (&draft->happened);
      g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, memory->content, -1);

      g_free (key);
      key = g_strdup_printf ("%s %.16s", time, sum);
    }
  return om_read_job_emit (self->job, draft, key, error);
}

/* Documents ------------------------------------------------------------------------------------- */

static gboolean
has_flag (const char *meta,
          const char *name)
{
  g_autofree char *value = om_json_get_member (meta, name);

  return g_strcmp0 (value, "true") == 0 || g_strcmp0 (value, "1") == 0;
}

static int
get_int (const char *meta,
         const char *name,
         int         fallback)
{
  g_autofree char *value = om_json_get_member (meta, name);

  return value != NULL ? atoi (value) : fallback;
}

/* The columns of a document's own row are shifted in files of the older program: the text stands
 * where the user should, the time where the hash (reference.md 6.1 rule 3). */
static void
repair_shifted (OmForeignReading *self,
                OmForeignMemory  *memory)
{
  if (memory->user == NULL || !g_str_has_prefix (memory->user, DOCUMENT_MARK) ||
      memory->content == NULL || *memory->content != '{' ||
      !has_flag (memory->content, "is_root"))
    return;

  self->n_repaired++;
  g_free (memory->meta);
  memory->meta = g_steal_pointer (&memory->content);
  memory->content = g_steal_pointer (&memory->user);
  g_clear_pointer (&memory->project, g_free);
  g_free (memory->created);
  memory->created = g_steal_pointer (&memory->simhash);
}

static Document *
get_document (OmForeignReading *self,
              const char       *id)
{
  Document *document = g_hash_table_lookup (self->documents, id);
  char *key;

  if (document != NULL)
    return document;
  document = g_new0 (Document, 1);
  document->sections = g_ptr_array_new_with_free_func (section_free);
  key = g_strdup (id);
  g_hash_table_insert (self->documents, key, document);
  g_ptr_array_add (self->document_ids, key);
  return document;
}

/* A part of a document is put aside until all of them are there. */
static gboolean
put_aside (OmForeignReading *self,
           OmForeignMemory  *memory)
{
  g_autofree char *parent = NULL;
  Document *document;

  /* Trust is_child: children may carry is_root of their parent. */
  if (has_flag (memory->meta, "is_child"))
    {
      Section *section;

      parent = om_json_get_member (memory->meta, "parent_id");
      if (parent == NULL)
        return FALSE;
      section = g_new0 (Section, 1);
      section->index = get_int (memory->meta, "section_index", G_MAXINT);
      section->total = get_int (memory->meta, "total_sections", 0);
      section->memory = memory;
      g_ptr_array_add (get_document (self, parent)->sections, section);
      return TRUE;
    }
  if (memory->id == NULL || !has_flag (memory->meta, "is_root"))
    return FALSE;
  document = get_document (self, memory->id);
  if (document->root != NULL)
    return FALSE;
  document->root = memory;
  return TRUE;
}

static int
compare_sections (gconstpointer a,
                  gconstpointer b)
{
  const Section *x = *(Section *const *) a;
  const Section *y = *(Section *const *) b;

  return (x->index > y->index) - (x->index < y->index);
}

static gboolean
emit_document (OmForeignReading *self,
               const char       *id,
               Document         *document,
               GError          **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  OmForeignMemory *memory = document->root;
  int total = 0;

  if (document->sections->len == 0)
    return emit (self, memory, error);

  g_ptr_array_sort (document->sections, compare_sections);
  for (guint i = 0; i < document->sections->len; i++)
    {
      const Section *section = g_ptr_array_index (document->sections, i);

      total = MAX (total, section->total);
      if (text->len > 0)
        g_string_append (text, "\n\n");
      g_string_append (text, section->memory->content);
    }
  if (memory == NULL)
    {
      memory = ((Section *) g_ptr_array_index (document->sections, 0))->memory;
      om_import_report_add (self->job->report, FALSE, id,
                            _("The document's own row is missing; it was put together from its "
                              "sections."));
    }
  else
    /* Its own text is what the program made of the beginning. */
    om_source_data_add (memory->extra, "document", memory->content);
  if ((guint) total > document->sections->len)
    om_import_report_add (self->job->report, TRUE, id,
                          _("Of the document's %d sections only %u are in the file."), total,
                          document->sections->len);
  g_free (memory->id);
  memory->id = g_strdup (id);
  g_free (memory->content);
  memory->content = g_strdup (text->str);
  return emit (self, memory, error);
}

/* Taking ---------------------------------------------------------------------------------------- */

static void
note_user (OmForeignReading      *self,
           const OmForeignMemory *memory)
{
  if (memory->user != NULL && *memory->user != '\0' && !g_str_equal (memory->user, "anonymous"))
    g_hash_table_add (self->users, g_strdup (memory->user));
}

/**
 * om_foreign_reading_take:
 * @memory: (transfer full): the next memory of the source
 * @error: return location
 *
 * Returns: %FALSE if reading is to stop
 */
gboolean
om_foreign_reading_take (OmForeignReading *self,
                         OmForeignMemory  *memory,
                         GError          **error)
{
  g_autoptr (OmForeignMemory) owned = memory;
  g_autoptr (GString) clean = NULL;

  repair_shifted (self, memory);
  if (g_strcmp0 (memory->state, "deleted") == 0)
    {
      self->n_deleted++;
      return TRUE;
    }
  if (memory->content == NULL || om_text_is_blank (memory->content, strlen (memory->content)))
    {
      om_import_report_add (self->job->report, FALSE, memory->place,
                            _("There is a memory without a text; it was left out."));
      return TRUE;
    }
  clean = g_string_new (memory->content);
  om_text_unify_line_ends (clean);
  g_free (memory->content);
  memory->content = g_strdup (clean->str);

  note_user (self, memory);
  self->n_previews += memory->preview;
  self->n_paused += g_strcmp0 (memory->state, "paused") == 0 ||
                    g_strcmp0 (memory->state, "archived") == 0;
  if (put_aside (self, memory))
    {
      owned = NULL;
      return TRUE;
    }
  return emit (self, memory, error);
}

static void
remark (OmForeignReading *self,
        guint             n,
        gboolean          lost,
        const char       *words)
{
  if (n > 0)
    om_import_report_add (self->job->report, lost, self->name, "%u %s", n, words);
}

/**
 * om_foreign_reading_finish:
 * @error: return location
 *
 * Once the source has been read: gives the documents out and says what holds for all.
 *
 * Returns: %FALSE if reading is to stop
 */
gboolean
om_foreign_reading_finish (OmForeignReading *self,
                           GError          **error)
{
  for (guint i = 0; i < self->document_ids->len; i++)
    {
      const char *id = g_ptr_array_index (self->document_ids, i);

      if (!emit_document (self, id, g_hash_table_lookup (self->documents, id), error))
        return FALSE;
    }

  remark (self, self->n_deleted, FALSE,
          ngettext ("deleted memory was left out.",
                    "deleted memories were left out.", self->n_deleted));
  remark (self, self->n_paused, FALSE,
          ngettext ("paused or archived memory came in; its state is kept with it.",
                    "paused or archived memories came in; their state is kept with them.", self->n_paused));
  remark (self, self->n_seen_time, FALSE,
          ngettext ("memory does not say when it was written; it has the time it was last seen.",
                    "memories do not say when they were written; they have the time they were last seen.", self->n_seen_time));
  remark (self, self->n_file_time, FALSE,
          ngettext ("memory does not say when it was written; it has the time of the file.",
                    "memories do not say when they were written; they have the time of the file.", self->n_file_time));
  remark (self, self->n_links, FALSE,
          ngettext ("link has a weight that is none and was left out.",
                    "links have weights that are none and were left out.", self->n_links));
  remark (self, self->n_repaired, FALSE,
          ngettext ("document had its columns shifted and was repaired.",
                    "documents had their columns shifted and were repaired.", self->n_repaired));
  remark (self, self->n_previews, TRUE,
          ngettext ("memory is in the file with its beginning alone; the rest of its text is not there.",
                    "memories are in the file with their beginning alone; the rest of their text is not there.", self->n_previews));
  if (g_hash_table_size (self->users) > 1)
    om_import_report_add (self->job->report, FALSE, self->name,
                          _("The memories are those of %u users; all came in, with the user's name "
                            "kept with each."),
                          g_hash_table_size (self->users));
  return TRUE;
}
