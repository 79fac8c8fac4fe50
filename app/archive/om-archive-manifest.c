/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes and reads the list of contents, and compares an archive with it. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-archive-manifest.h"

#include <glib/gi18n.h>
#include <string.h>

#include "archive/om-archive-fields.h"
#include "archive/om-json-write.h"
#include "archive/om-line-sink.h"
#include "memory/om-error.h"
#include "memory/om-moment.h"

/* A line for each of 250,000 members. */
#define MAX_MANIFEST_BYTES ((gint64) 64 * 1024 * 1024)

static void
member_free (gpointer data)
{
  OmArchiveMember *member = data;

  g_free (member->name);
  g_free (member->sha256);
  g_free (member);
}

/** om_manifest_new: (transfer full): of an archive that holds nothing. */
OmManifest *
om_manifest_new (void)
{
  OmManifest *self = g_new0 (OmManifest, 1);

  self->version = OM_ARCHIVE_VERSION;
  self->settings = g_ptr_array_new_with_free_func (g_free);
  self->members = g_ptr_array_new_with_free_func (member_free);
  return self;
}

/** om_manifest_free: @self: (transfer full) (nullable) */
void
om_manifest_free (OmManifest *self)
{
  if (self == NULL)
    return;

  g_ptr_array_unref (self->settings);
  g_ptr_array_unref (self->members);
  g_free (self);
}

/** om_manifest_add: (transfer none): the new member */
OmArchiveMember *
om_manifest_add (OmManifest *self,
                 const char *name,
                 const char *sha256,
                 guint64     size,
                 guint       lines)
{
  OmArchiveMember *member = g_new0 (OmArchiveMember, 1);

  member->name = g_strdup (name);
  member->sha256 = g_strdup (sha256);
  member->size = size;
  member->lines = lines;
  g_ptr_array_add (self->members, member);
  return member;
}

/** om_manifest_find: (transfer none) (nullable): the member of a name */
OmArchiveMember *
om_manifest_find (OmManifest *self,
                  const char *name)
{
  for (guint i = 0; i < self->members->len; i++)
    {
      OmArchiveMember *member = g_ptr_array_index (self->members, i);

      if (g_str_equal (member->name, name))
        return member;
    }
  return NULL;
}

/* Writing --------------------------------------------------------------------------------------- */

/* The same in every zone and with every calendar of the locale. */
static char *
format_time (gint64 ms)
{
  gint64 day = ms >= 0 ? ms / OM_MS_PER_DAY : -((OM_MS_PER_DAY - 1 - ms) / OM_MS_PER_DAY);
  gint64 rest = ms - day * OM_MS_PER_DAY;
  int year;
  int month;
  int mday;

  om_date_from_day_number ((gint32) day, &year, &month, &mday);
  return g_strdup_printf ("%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", year, month, mday, (int) (rest / 3600000),
                          (int) (rest / 60000 % 60), (int) (rest / 1000 % 60), (int) (rest % 1000));
}

/** om_manifest_write: (transfer full): as it stands in the archive */
char *
om_manifest_write (const OmManifest *self)
{
  GString *json = g_string_new ("{");
  g_autofree char *time = format_time (self->exported_at);

  om_json_write_string (json, "format", "openmemory-archive");
  om_json_write_int (json, "version", self->version);
  om_json_write_string (json, "exported", time);
  om_json_write_int (json, "exported_at", self->exported_at);
  om_json_write_string (json, "scope", self->whole ? "whole" : "part");
  om_json_write_int (json, "entries", self->entries);
  om_json_write_int (json, "binned", self->binned);
  om_json_write_int (json, "private", self->private_memories);
  om_json_write_int (json, "acts", self->acts);
  om_json_write_name (json, "settings");
  g_string_append_c (json, '{');
  for (guint i = 0; i + 1 < self->settings->len; i += 2)
    om_json_write_string (json, g_ptr_array_index (self->settings, i), g_ptr_array_index (self->settings, i + 1));
  g_string_append_c (json, '}');
  om_json_write_name (json, "members");
  g_string_append_c (json, '[');
  for (guint i = 0; i < self->members->len; i++)
    {
      const OmArchiveMember *member = g_ptr_array_index (self->members, i);

      g_string_append (json, i > 0 ? ",\n{" : "\n{");
      om_json_write_string (json, "name", member->name);
      om_json_write_int (json, "size", (gint64) member->size);
      if (member->lines > 0)
        om_json_write_int (json, "lines", member->lines);
      om_json_write_string (json, "sha256", member->sha256);
      g_string_append_c (json, '}');
    }
  g_string_append (json, "]}\n");
  return g_string_free (json, FALSE);
}

/* Reading --------------------------------------------------------------------------------------- */

static void
parse_settings (OmManifest *self,
                OmFields   *fields)
{
  g_autoptr (GList) names = NULL;
  OmFields settings;

  if (!om_fields_has (fields, "settings"))
    return;
  om_fields_enter (&settings, fields, json_object_get_member (fields->object, "settings"));
  names = settings.error == NULL ? json_object_get_members (settings.object) : NULL;
  for (GList *name = names; name != NULL; name = name->next)
    {
      g_ptr_array_add (self->settings, g_strdup (name->data));
      g_ptr_array_add (self->settings, g_strdup (om_fields_string (&settings, name->data, TRUE)));
    }
  om_fields_leave (&settings, fields);
}

static void
parse_members (OmManifest *self,
               OmFields   *fields)
{
  JsonArray *members = om_fields_array (fields, "members");

  if (members == NULL)
    om_fields_wrong (fields, "members", _("a list"));
  for (guint i = 0; members != NULL && i < json_array_get_length (members); i++)
    {
      OmFields member;

      om_fields_enter (&member, fields, json_array_get_element (members, i));
      om_manifest_add (self, om_fields_string (&member, "name", TRUE), om_fields_string (&member, "sha256", TRUE),
                       (guint64) om_fields_int (&member, "size", 0, G_MAXINT64, 0),
                       (guint) om_fields_int (&member, "lines", 0, G_MAXINT32, 0));
      om_fields_leave (&member, fields);
    }
}

/**
 * om_manifest_parse:
 * @error: return location, %OM_ERROR_INVALID; of a newer version it says so
 *
 * Returns: (transfer full) (nullable): what the list says
 */
OmManifest *
om_manifest_parse (const char *text,
                   gsize       length,
                   GError    **error)
{
  g_autoptr (OmManifest) self = om_manifest_new ();
  OmFields fields;
  const char *format;

  if (!om_fields_open (&fields, text, length, error))
    return NULL;
  format = om_fields_string (&fields, "format", TRUE);
  if (!g_str_equal (format, "openmemory-archive"))
    om_fields_wrong (&fields, "format", "“openmemory-archive”");
  self->version = (guint) om_fields_int (&fields, "version", 1, G_MAXINT32, 1);
  if (fields.error == NULL && self->version > OM_ARCHIVE_VERSION)
    {
      om_fields_close (&fields, NULL);
      g_set_error (error, OM_ERROR, OM_ERROR_NEWER_STORE,
                   _("This archive was written by a newer version of the program (format %u; this one reads up to %u). Update "
                     "the program, then import it; nothing was taken from it."),
                   self->version, OM_ARCHIVE_VERSION);
      return NULL;
    }
  self->exported_at = om_fields_ms (&fields, "exported_at");
  self->whole = g_str_equal (om_fields_string (&fields, "scope", TRUE), "whole");
  self->entries = (guint) om_fields_int (&fields, "entries", 0, G_MAXINT32, 0);
  self->binned = (guint) om_fields_int (&fields, "binned", 0, G_MAXINT32, 0);
  self->private_memories = (guint) om_fields_int (&fields, "private", 0, G_MAXINT32, 0);
  /* As many numbers are taken from the store's counter. */
  self->acts = (guint) om_fields_int (&fields, "acts", 0, 100000000, 0);
  parse_settings (self, &fields);
  parse_members (self, &fields);
  return om_fields_close (&fields, error) ? g_steal_pointer (&self) : NULL;
}

/* Comparing ------------------------------------------------------------------------------------- */

static gboolean
refuse (GError    **error,
        const char *format,
        ...) G_GNUC_PRINTF (2, 3);

static gboolean
refuse (GError    **error,
        const char *format,
        ...)
{
  g_autofree char *why = NULL;
  va_list args;

  va_start (args, format);
  why = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
               _("This archive is damaged or was changed: %s. Nothing was taken from it; look for another copy."), why);
  return FALSE;
}

/**
 * om_archive_splice:
 * @member: of @container
 * @output: where its bytes go
 *
 * Returns: %FALSE on error; what went to @output is not to be used then
 */
gboolean
om_archive_splice (OmContainer   *container,
                   OmMember      *member,
                   GOutputStream *output,
                   GCancellable  *cancellable,
                   GError       **error)
{
  g_autoptr (GInputStream) input = om_container_read (container, member, cancellable, error);

  return input != NULL && g_output_stream_splice (output, input, G_OUTPUT_STREAM_SPLICE_NONE, cancellable, error) >= 0;
}

static OmManifest *
load (OmContainer  *container,
      GCancellable *cancellable,
      GError      **error)
{
  OmMember *member = om_container_find (container, OM_ARCHIVE_MANIFEST);
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GError) local = NULL;
  OmManifest *manifest;

  if (member == NULL || member->size > MAX_MANIFEST_BYTES)
    {
      refuse (error, member == NULL ? _("its list of contents, %s, is missing") : _("its list of contents, %s, is too long"),
              OM_ARCHIVE_MANIFEST);
      return NULL;
    }
  if (!om_archive_splice (container, member, memory, cancellable, error))
    return NULL;
  manifest = om_manifest_parse (g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (memory)),
                                g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (memory)), &local);
  if (manifest != NULL)
    return manifest;
  /* That it is newer is no damage. */
  if (g_error_matches (local, OM_ERROR, OM_ERROR_NEWER_STORE))
    g_set_error_literal (error, OM_ERROR, OM_ERROR_INVALID, local->message);
  else
    refuse (error, _("its list of contents cannot be read (%s)"), local->message);
  return NULL;
}

/* Nothing that is not listed, nothing twice, nothing with a name that leads elsewhere. */
static gboolean
check_names (OmManifest  *self,
             OmContainer *container,
             GError     **error)
{
  GPtrArray *members = om_container_get_members (container);
  g_autoptr (GHashTable) listed = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (OmImportReport) report = om_import_report_new ();

  for (guint i = 0; i < self->members->len; i++)
    {
      const OmArchiveMember *member = g_ptr_array_index (self->members, i);

      if (!g_hash_table_add (listed, member->name) || g_str_equal (member->name, OM_ARCHIVE_MANIFEST))
        return refuse (error, _("“%s” is listed twice"), member->name);
    }
  for (guint i = 0; i < members->len; i++)
    {
      OmMember *member = g_ptr_array_index (members, i);

      member->used = TRUE;
      if (!g_hash_table_add (seen, member->path))
        return refuse (error, _("“%s” is in it twice"), member->path);
      if (!g_hash_table_contains (listed, member->path) && !g_str_equal (member->path, OM_ARCHIVE_MANIFEST))
        return refuse (error, _("“%s” is in it and is not listed"), member->path);
    }
  om_container_remark (container, report);
  if (report->problems->len > 0)
    return refuse (error, _("it holds what no archive holds (%s)"), ((OmProblem *) g_ptr_array_index (report->problems, 0))->message);
  return TRUE;
}

static gboolean
check_member (OmContainer           *container,
              const OmArchiveMember *member,
              GCancellable          *cancellable,
              GError               **error)
{
  OmMember *found = om_container_find (container, member->name);
  g_autoptr (OmLineSink) sink = om_line_sink_new (NULL, NULL);

  if (found == NULL)
    return refuse (error, _("“%s” is missing"), member->name);
  /* A picture has no lines; its bytes count. */
  if (!om_archive_splice (container, found, G_OUTPUT_STREAM (sink), cancellable, error))
    return FALSE;
  if (om_line_sink_get_size (sink) != member->size || !g_str_equal (om_line_sink_get_sha256 (sink), member->sha256))
    return refuse (error, _("“%s” is not what it was when it was written"), member->name);
  if (member->lines > 0 && om_line_sink_get_n (sink) != member->lines)
    return refuse (error, _("“%s” does not have the number of lines it should have"), member->name);
  return TRUE;
}

/**
 * om_manifest_check:
 * @container: an archive
 * @error: return location, %OM_ERROR_INVALID: what is wrong with it
 *
 * Reads the archive from beginning to end and compares it with its list of contents.
 *
 * Returns: (transfer full) (nullable): the list, if all of it is true
 */
OmManifest *
om_manifest_check (OmContainer  *container,
                   GCancellable *cancellable,
                   GError      **error)
{
  g_autoptr (OmManifest) self = load (container, cancellable, error);

  if (self == NULL || !check_names (self, container, error))
    return NULL;
  for (guint i = 0; i < self->members->len; i++)
    {
      if (!check_member (container, g_ptr_array_index (self->members, i), cancellable, error))
        return NULL;
    }
  return g_steal_pointer (&self);
}
