/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OpenMemory and mem0: data base, backup, lists and lines of JSON. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "archive/om-foreign-memory.h"
#include "archive/om-format.h"
#include "archive/om-openmemory-db.h"
#include "archive/om-openmemory-json.h"
#include "memory/om-error.h"
#include "store/om-foreign-store.h"

/* The two members of mem0's backup; the second holds the same as the first. */
#define BACKUP "memories.json"
#define BACKUP_TWIN "memories.jsonl.gz"

static gboolean
has_ending (const char *name,
            const char *ending)
{
  gsize n = strlen (name);
  gsize m = strlen (ending);

  return n > m && g_ascii_strcasecmp (name + n - m, ending) == 0;
}

static OmMember *
only_member (OmContainer *container)
{
  return om_container_get_kind (container) == OM_CONTAINER_FILE
           ? g_ptr_array_index (om_container_get_members (container), 0)
           : NULL;
}

static gboolean
is_gzip (OmMember     *member,
         GCancellable *cancellable)
{
  g_autoptr (GFileInputStream) stream = g_file_read (member->file, cancellable, NULL);
  guint8 head[2];

  return stream != NULL &&
         g_input_stream_read (G_INPUT_STREAM (stream), head, 2, cancellable, NULL) == 2 &&
         head[0] == 0x1F && head[1] == 0x8B;
}

static int
probe (OmContainer  *look,
       GCancellable *cancellable)
{
  OmMember *member = only_member (look);
  g_autofree char *head = NULL;

  if (om_container_get_kind (look) == OM_CONTAINER_ZIP)
    return om_container_find (look, BACKUP) != NULL ? 90 : 0;
  if (member == NULL)
    return 0;
  if (om_openmemory_db_probe (g_file_peek_path (member->file)))
    return 90;
  if (is_gzip (member, cancellable))
    {
      g_autoptr (OmTextStream) stream = om_text_stream_open_gzip (member->file, TRUE, FALSE,
                                                                  cancellable, NULL);
      const char *text;
      gsize length;

      if (stream == NULL || !om_text_stream_next (stream, &text, &length, NULL))
        return 0;
      head = g_strndup (text, MIN (length, OM_FORMAT_HEAD));
    }
  else
    head = om_container_head (look, member, OM_FORMAT_HEAD, cancellable);
  return head != NULL ? om_openmemory_json_probe (head) : 0;
}

static OmTextStream *
open_text (OmReadJob    *job,
           OmContainer  *container,
           OmMember     *member,
           GError      **error)
{
  if (om_container_get_kind (container) == OM_CONTAINER_FILE && is_gzip (member, job->cancellable))
    return om_text_stream_open_gzip (member->file, job->options->guess_encoding,
                                     job->options->allow_large, job->cancellable, error);
  return om_container_read_text (container, member, job->options->guess_encoding, job->cancellable,
                                 error);
}

/* A backup keeps categories apart from what has them, and may write them behind it. */
static gboolean
needs_categories (OmReadJob   *job,
                  OmContainer *container,
                  OmMember    *member)
{
  g_autofree char *head = NULL;

  if (om_container_get_kind (container) != OM_CONTAINER_FILE)
    return TRUE;
  head = om_container_head (container, member, OM_FORMAT_HEAD, job->cancellable);
  return head != NULL && (strstr (head, "\"category_ids\"") != NULL ||
                          strstr (head, "\"apps\"") != NULL);
}

static gboolean
read_json (OmReadJob        *job,
           OmForeignReading *memories,
           OmContainer      *container,
           OmMember         *member,
           GError          **error)
{
  g_autoptr (OmCategories) categories = NULL;
  g_autoptr (OmTextStream) stream = NULL;

  if (needs_categories (job, container, member))
    {
      g_autoptr (OmTextStream) first = open_text (job, container, member, error);

      if (first == NULL)
        return FALSE;
      categories = om_categories_read (first, error);
      if (categories == NULL)
        return FALSE;
    }
  stream = open_text (job, container, member, error);
  return stream != NULL && om_openmemory_json_read (job, memories, stream, member->path, categories,
                                                    error);
}

static gboolean
read_container (OmReadJob    *job,
                OmContainer  *container,
                GError      **error)
{
  OmMember *member = only_member (container);
  OmMember *twin = om_container_find (container, BACKUP_TWIN);
  const char *path;
  g_autoptr (OmForeignReading) memories = NULL;

  if (member == NULL)
    member = om_container_find (container, BACKUP);
  if (member == NULL)
    {
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
                   _("“%s” holds no backup of OpenMemory or mem0: there is no “%s” in it."),
                   om_container_get_name (container), BACKUP);
      return FALSE;
    }
  member->used = TRUE;
  if (twin != NULL)
    twin->used = TRUE;

  memories = om_foreign_reading_new (job, member->path, member->modified_ms);
  path = member->file != NULL ? g_file_peek_path (member->file) : NULL;
  if (path != NULL && (om_foreign_store_is_sqlite (path) || has_ending (path, ".sqlite") ||
                       has_ending (path, ".db")))
    return om_openmemory_db_read (job, memories, path, member->path, error) &&
           om_foreign_reading_finish (memories, error);
  return read_json (job, memories, container, member, error) &&
         om_foreign_reading_finish (memories, error);
}

const OmFormat om_openmemory_format = {
  .name = "openmemory",
  .title = "OpenMemory, mem0",
  .probe = probe,
  .read = read_container,
};
