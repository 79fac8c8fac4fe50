/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads an archive twice: once to compare it with its list of contents, once to take it. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-archive-reader.h"

#include <glib/gi18n.h>
#include <string.h>

#include "archive/om-archive-manifest.h"
#include "archive/om-archive-record.h"
#include "archive/om-line-sink.h"
#include "memory/om-attachment.h"
#include "memory/om-error.h"

#define FORMAT "archive"

struct _OmArchiveReader
{
  GObject parent_instance;
};

static void om_archive_reader_iface_init (OmReaderInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (OmArchiveReader, om_archive_reader, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (OM_TYPE_READER, om_archive_reader_iface_init))

static const char *
get_name (OmReader *reader)
{
  return FORMAT;
}

static const char *
get_title (OmReader *reader)
{
  return _("OpenMemory archive");
}

static int
probe (OmReader     *reader,
       GFile        *file,
       GCancellable *cancellable)
{
  g_autofree char *base = g_file_get_basename (file);
  g_autofree char *lower = base != NULL ? g_ascii_strdown (base, -1) : NULL;
  g_autoptr (OmContainer) container = NULL;

  if (lower != NULL && g_str_has_suffix (lower, ".openmemory"))
    return g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, cancellable) == G_FILE_TYPE_REGULAR ? 100 : 0;
  container = om_container_look (file, cancellable);
  if (container == NULL || om_container_get_kind (container) != OM_CONTAINER_ZIP)
    return 0;
  return om_container_find (container, "memories.jsonl") != NULL && om_container_find (container, "salience.jsonl") != NULL ? 95 : 0;
}

/* Only a zip is one: a folder with the same files was unpacked, and perhaps changed. */
static OmContainer *
open_archive (GFile               *file,
              const OmReadOptions *options,
              OmManifest         **manifest,
              GCancellable        *cancellable,
              GError             **error)
{
  g_autoptr (OmContainer) container = om_container_open (file, options->allow_large, cancellable, error);

  if (container == NULL)
    return NULL;
  if (om_container_get_kind (container) != OM_CONTAINER_ZIP)
    {
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
                   _("“%s” is no archive of this program: it is not a ZIP file. Nothing was taken from it; look for another copy."),
                   om_container_get_name (container));
      return NULL;
    }
  *manifest = om_manifest_check (container, cancellable, error);
  return *manifest != NULL ? g_steal_pointer (&container) : NULL;
}

/** Lines: one member being taken line by line. */
typedef struct
{
  const char  *name;
  gboolean   (*read) (OmAdoption *adoption, const char *line, gsize length, GError **error);
  OmAdoption  *adoption;
  OmDraftFunc  func;
  gpointer     data;
  GCancellable *cancellable;
} Lines;

static gboolean
line_cb (const char *line,
         gsize       length,
         guint       number,
         gpointer    data,
         GError    **error)
{
  Lines *lines = data;
  g_autoptr (GError) local = NULL;

  if (g_cancellable_set_error_if_cancelled (lines->cancellable, error))
    return FALSE;
  if (lines->read (lines->adoption, line, length, &local))
    return TRUE;
  g_propagate_prefixed_error (error, g_steal_pointer (&local), _("%s, line %u: "), lines->name, number);
  return FALSE;
}

static gboolean
each_line (OmContainer  *container,
           OmManifest   *manifest,
           const char   *name,
           OmLineFunc    func,
           gpointer      data,
           GCancellable *cancellable,
           GError      **error)
{
  const OmArchiveMember *listed = om_manifest_find (manifest, name);
  OmMember *member = om_container_find (container, name);
  g_autoptr (OmLineSink) sink = om_line_sink_new (func, data);

  /* An archive made by another program may leave out what it does not know. */
  if (listed == NULL || member == NULL)
    return TRUE;
  if (!om_archive_splice (container, member, G_OUTPUT_STREAM (sink), cancellable, error) || !om_line_sink_end (sink, error))
    return FALSE;
  if (!g_str_equal (om_line_sink_get_sha256 (sink), listed->sha256))
    {
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID, _("“%s” was changed while it was read. Nothing was taken from it."), name);
      return FALSE;
    }
  return TRUE;
}

/* Entries alone: for a look without a store. */

static gboolean
draft_cb (const char *line,
          gsize       length,
          guint       number,
          gpointer    data,
          GError    **error)
{
  Lines *lines = data;
  g_autoptr (GError) local = NULL;
  g_autoptr (OmDraft) draft = om_archive_read_draft (line, length, &local);

  if (local != NULL)
    {
      g_propagate_prefixed_error (error, g_steal_pointer (&local), _("%s, line %u: "), lines->name, number);
      return FALSE;
    }
  return draft == NULL || lines->func (g_steal_pointer (&draft), lines->data, error);
}

static gboolean
read_drafts (OmReader             *reader,
             GFile                *file,
             const OmReadOptions  *options,
             OmImportReport       *report,
             OmDraftFunc           func,
             gpointer              data,
             GCancellable         *cancellable,
             GError              **error)
{
  g_autoptr (OmManifest) manifest = NULL;
  g_autoptr (OmContainer) container = open_archive (file, options, &manifest, cancellable, error);
  Lines lines = { .name = "memories.jsonl", .func = func, .data = data };

  return container != NULL && each_line (container, manifest, "memories.jsonl", draft_cb, &lines, cancellable, error);
}

/* Everything ------------------------------------------------------------------------------------ */

/** Taking: an archive that is being taken. */
typedef struct
{
  OmManifest     *manifest;
  OmImportReport *report;
  GHashTable     *hashes; /* (owned) (element-type utf8): of the files in it */
} Taking;

static void
remark_files (const Taking    *taking,
              const OmAdopted *adopted)
{
  for (guint i = 0; i < adopted->files->len; i++)
    {
      const OmAttachment *file = g_ptr_array_index (adopted->files, i);

      if (g_hash_table_contains (taking->hashes, file->hash))
        taking->report->files++;
      else
        om_import_report_add (taking->report, TRUE, adopted->memory->id, _("Its file “%s” is not in the archive."), file->name);
    }
}

static void
remark_cb (const OmAdopted *adopted,
           gpointer         data)
{
  const Taking *taking = data;
  OmImportReport *report = taking->report;

  if (adopted->outcome == OM_ADOPT_NEW || adopted->outcome == OM_ADOPT_SECOND)
    remark_files (taking, adopted);
  if (adopted->outcome == OM_ADOPT_KNOWN_DELETED)
    om_import_report_add (report, FALSE, adopted->memory->id, _("It was here and was deleted since; it was not brought back."));
  else if (adopted->outcome == OM_ADOPT_SECOND)
    om_import_report_add (report, FALSE, adopted->memory->id, _("It has another text here; what the archive has is a second memory."));
  if ((adopted->outcome == OM_ADOPT_NEW || adopted->outcome == OM_ADOPT_SECOND) &&
      adopted->memory->happened.precision == OM_PRECISION_UNKNOWN)
    report->undated++;
}

static void
settle (const Taking        *taking,
        const OmAdoptReport *counts)
{
  OmImportReport *report = taking->report;
  const OmManifest *manifest = taking->manifest;

  report->added = counts->added;
  report->known = counts->known;
  report->known_deleted = counts->known_deleted;
  report->changed_at_source = counts->second;
  report->links = counts->links;
  if (counts->unpinned > 0)
    om_import_report_add (report, FALSE, NULL, _("Twenty entries can be pinned; %u more came in as kept."), counts->unpinned);
  if (!counts->was_empty && manifest->settings->len > 0 && counts->added > 0)
    om_import_report_add (report, FALSE, NULL, _("How fast things fade stays as it was set here."));
}

/* The report as it stands once everything has been written; nothing is kept of what brought nothing. */
static char *
record_cb (const OmAdoptReport *counts,
           gpointer             data)
{
  const Taking *taking = data;

  settle (taking, counts);
  om_import_report_settle (taking->report);
  return counts->added > 0 ? om_import_report_to_json (taking->report) : NULL;
}

static GHashTable *
list_files (OmManifest *manifest)
{
  GHashTable *hashes = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < manifest->members->len; i++)
    {
      const OmArchiveMember *member = g_ptr_array_index (manifest->members, i);

      if (g_str_has_prefix (member->name, OM_ARCHIVE_FILES) && om_attachment_is_hash (member->name + strlen (OM_ARCHIVE_FILES)))
        g_hash_table_add (hashes, member->name + strlen (OM_ARCHIVE_FILES));
    }
  return hashes;
}

/* Copied beside the store before it is locked; each must be what its name says. */
static gboolean
stage_files (OmAdoption   *adoption,
             OmEngine     *engine,
             OmContainer  *container,
             GHashTable   *hashes,
             GCancellable *cancellable,
             GError      **error)
{
  GPtrArray *members = om_container_get_members (container);

  for (guint i = 0; i < members->len; i++)
    {
      OmMember *member = g_ptr_array_index (members, i);
      const char *hash = member->name;
      g_autoptr (GInputStream) input = NULL;
      g_autoptr (OmStoreFile) file = NULL;

      if (!g_str_has_prefix (member->path, OM_ARCHIVE_FILES) || !g_hash_table_contains (hashes, hash))
        continue;
      input = om_container_read (container, member, cancellable, error);
      file = input != NULL ? om_store_file_stage (om_engine_get_path (engine), hash, NULL, input, cancellable, error) : NULL;
      if (file == NULL)
        return FALSE;
      if (!g_str_equal (file->hash, hash))
        {
          g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
                       _("This archive is damaged or was changed: “%s” does not hold what its name says. Nothing was taken from it; "
                         "look for another copy."),
                       member->path);
          return FALSE;
        }
      om_adoption_add_file (adoption, g_steal_pointer (&file));
    }
  return TRUE;
}

static gboolean
gather (OmAdoption    *adoption,
        OmContainer   *container,
        OmManifest    *manifest,
        GCancellable  *cancellable,
        GError       **error)
{
  static const struct
  {
    const char *name;
    gboolean (*read) (OmAdoption *adoption, const char *line, gsize length, GError **error);
  } members[] = {
    { "memories.jsonl", om_archive_read_memory }, { "versions.jsonl", om_archive_read_version },
    { "waypoints.jsonl", om_archive_read_link },  { "salience.jsonl", om_archive_read_past },
    { "traits.jsonl", om_archive_read_trait_act }, { "keys.jsonl", om_archive_read_key },
  };

  om_adoption_set_acts (adoption, manifest->acts);
  for (guint i = 0; i + 1 < manifest->settings->len; i += 2)
    om_adoption_add_setting (adoption, g_ptr_array_index (manifest->settings, i), g_ptr_array_index (manifest->settings, i + 1));
  for (gsize i = 0; i < G_N_ELEMENTS (members); i++)
    {
      Lines lines = { .name = members[i].name, .read = members[i].read, .adoption = adoption, .cancellable = cancellable };

      if (!each_line (container, manifest, members[i].name, line_cb, &lines, cancellable, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
take (OmReader             *reader,
      OmEngine             *engine,
      GFile                *file,
      const OmReadOptions  *options,
      gboolean              dry_run,
      OmImportReport       *report,
      OmProgressTap        *progress,
      GCancellable         *cancellable,
      GError              **error)
{
  g_autoptr (OmManifest) manifest = NULL;
  g_autoptr (OmContainer) container = open_archive (file, options, &manifest, cancellable, error);
  g_autoptr (OmAdoption) adoption = container != NULL ? om_adoption_new (engine, FORMAT, error) : NULL;
  g_autoptr (GHashTable) hashes = adoption != NULL ? list_files (manifest) : NULL;
  g_autofree char *name = g_file_get_parse_name (file);
  Taking taking = { manifest, report, hashes };
  OmAdoptReport counts;

  if (adoption == NULL || !gather (adoption, container, manifest, cancellable, error) ||
      (!dry_run && !stage_files (adoption, engine, container, hashes, cancellable, error)))
    return FALSE;
  report->read = manifest->entries;
  om_progress_tap_tell (0, report->read, progress);
  om_adoption_set_record (adoption, name, record_cb, &taking);
  if (!dry_run)
    return om_adoption_commit (adoption, remark_cb, &taking, &counts, cancellable, error);
  if (!om_adoption_look (adoption, remark_cb, &taking, &counts, cancellable, error))
    return FALSE;
  settle (&taking, &counts);
  return TRUE;
}

static void
om_archive_reader_iface_init (OmReaderInterface *iface)
{
  iface->get_name = get_name;
  iface->get_title = get_title;
  iface->probe = probe;
  iface->read = read_drafts;
  iface->take = take;
}

static void
om_archive_reader_class_init (OmArchiveReaderClass *klass)
{
}

static void
om_archive_reader_init (OmArchiveReader *self)
{
}

/** om_archive_reader_new: (transfer full): a reader of our own archives. */
OmReader *
om_archive_reader_new (void)
{
  return g_object_new (OM_TYPE_ARCHIVE_READER, NULL);
}
