/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adds files to memories, takes them off, says which there are. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-attachments.h"

#include <glib/gi18n.h>

#include "engine/om-attachments-private.h"
#include "engine/om-engine-private.h"
#include "store/om-store-attachments.h"
#include "store/om-store-memories.h"

/* Jobs ------------------------------------------------------------------------------------------ */

/**
 * om_attachment_stage:
 * @store_path: the store it is for
 * @attachment: of a draft
 * @error: return location; %OM_ERROR_NOT_FOUND and %OM_ERROR_INVALID if it cannot be read
 *
 * Returns: (transfer full) (nullable): a copy beside the store, which goes again unless it is kept
 */
OmStoreFile *
om_attachment_stage (const char              *store_path,
                     const OmDraftAttachment *attachment,
                     GCancellable            *cancellable,
                     GError                 **error)
{
  g_autoptr (GInputStream) input = NULL;

  if (attachment->bytes == NULL)
    return om_store_file_stage_path (store_path, attachment->name, attachment->type, attachment->path, cancellable, error);
  input = g_memory_input_stream_new_from_bytes (attachment->bytes);
  return om_store_file_stage (store_path, attachment->name, attachment->type, input, cancellable, error);
}

/**
 * om_attachments_stage:
 * @store_path: the store they are for
 * @attachments: (nullable) (element-type OmDraftAttachment): of a draft
 * @error: return location
 *
 * Copies them beside the store; outside its write lock, for a file may be large.
 *
 * Returns: (transfer full) (nullable) (element-type OmStoreFile): the copies, which go again with the array
 *   unless om_attachments_write() keeps them
 */
GPtrArray *
om_attachments_stage (const char      *store_path,
                      const GPtrArray *attachments,
                      GCancellable    *cancellable,
                      GError         **error)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func ((GDestroyNotify) om_store_file_free);

  for (guint i = 0; attachments != NULL && i < attachments->len; i++)
    {
      OmStoreFile *file = om_attachment_stage (store_path, g_ptr_array_index (attachments, i), cancellable, error);

      if (file == NULL)
        return NULL;
      g_ptr_array_add (files, file);
    }
  return g_steal_pointer (&files);
}

/* The same file under another name is another. */
static const OmAttachment *
find_known (const GPtrArray   *known,
            const OmStoreFile *file)
{
  for (guint i = 0; i < known->len; i++)
    {
      const OmAttachment *attachment = g_ptr_array_index (known, i);

      if (g_str_equal (attachment->hash, file->hash) && (g_str_equal (attachment->name, file->name) || *attachment->name == '\0'))
        return attachment;
    }
  return NULL;
}

/**
 * om_attachments_write:
 * @row: a memory
 * @files: (nullable) (element-type OmStoreFile): staged
 * @put_back: what was taken off before comes back, for the person says so; %FALSE for an import, which does
 *   not undo what the person did
 * @n_added: (inout) (optional): grows by what was not there before
 *
 * Within the open transaction. om_store_files_sync() must follow before it is committed.
 */
gboolean
om_attachments_write (const OmWriteContext *context,
                      gint64                row,
                      const GPtrArray      *files,
                      gboolean              put_back,
                      guint                *n_added,
                      GError              **error)
{
  for (guint i = 0; files != NULL && i < files->len; i++)
    {
      OmStoreFile *file = g_ptr_array_index (files, i);
      g_autoptr (GPtrArray) known = om_store_attachments_list (context->store, row, TRUE, error);
      const OmAttachment *attachment = known != NULL ? find_known (known, file) : NULL;
      gboolean written = TRUE;

      if (known == NULL)
        return FALSE;
      /* What was removed for good has no name to be put back under. */
      if (attachment == NULL || (put_back && *attachment->name == '\0'))
        written = om_store_attachment_add (context->store, row, file, error);
      else if (put_back && attachment->removed_at != 0)
        written = om_store_attachment_mark (context->store, row, attachment->position, 0, error);
      else
        continue;
      if (!written)
        return FALSE;
      if (n_added != NULL)
        (*n_added)++;
    }
  return TRUE;
}

/* Which there are ------------------------------------------------------------------------------- */

static gpointer
get_attachments (OmEngine     *self,
                 OmStore      *store,
                 gpointer      id,
                 GCancellable *cancellable,
                 GError      **error)
{
  gint64 row = om_store_memory_find_row (store, id, error);
  g_autoptr (GPtrArray) list = row > 0 ? om_store_attachments_list (store, row, FALSE, error) : NULL;

  for (guint i = 0; list != NULL && i < list->len; i++)
    {
      OmAttachment *attachment = g_ptr_array_index (list, i);
      g_autofree char *path = om_engine_dup_attachment_path (self, attachment);

      attachment->missing = !g_file_test (path, G_FILE_TEST_IS_REGULAR);
    }
  return g_steal_pointer (&list);
}

/**
 * om_engine_get_attachments:
 * @id: a memory
 *
 * Returns: (transfer full) (element-type OmAttachment) (nullable): its files, in order
 */
GPtrArray *
om_engine_get_attachments (OmEngine     *self,
                           const char   *id,
                           GCancellable *cancellable,
                           GError      **error)
{
  return om_engine_read (self, get_attachments, (gpointer) id, cancellable, error);
}

/** om_engine_get_attachments_async: the same without blocking. */
void
om_engine_get_attachments_async (OmEngine            *self,
                                 const char          *id,
                                 GCancellable        *cancellable,
                                 GAsyncReadyCallback  callback,
                                 gpointer             data)
{
  om_engine_read_async (self, get_attachments, g_strdup (id), g_free, (GDestroyNotify) g_ptr_array_unref,
                        om_engine_get_attachments_async, cancellable, callback, data);
}

/** om_engine_get_attachments_finish: (transfer full) (nullable) */
GPtrArray *
om_engine_get_attachments_finish (OmEngine     *self,
                                  GAsyncResult *result,
                                  GError      **error)
{
  return om_engine_finish (self, result, om_engine_get_attachments_async, error);
}

/**
 * om_engine_dup_attachment_path:
 *
 * Returns: (transfer full): the file that holds it, named by its hash; to be read only
 */
char *
om_engine_dup_attachment_path (OmEngine           *self,
                               const OmAttachment *attachment)
{
  return om_store_files_dup_path (om_engine_get_path (self), attachment->hash);
}

/* Adding ---------------------------------------------------------------------------------------- */

/** AttachArgs: what adding files needs. */
typedef struct
{
  char      *id;    /* (owned) */
  char     **paths; /* (owned) */
  GPtrArray *files; /* (owned) (nullable) (element-type OmStoreFile) */
  guint      n_added;
} AttachArgs;

static void
attach_args_free (gpointer data)
{
  AttachArgs *args = data;

  g_free (args->id);
  g_strfreev (args->paths);
  g_clear_pointer (&args->files, g_ptr_array_unref);
  g_free (args);
}

static gpointer
write_files (const OmWriteContext *context,
             gpointer              data,
             GCancellable         *cancellable,
             GError              **error)
{
  AttachArgs *args = data;
  g_autoptr (OmMemory) memory = NULL;

  args->n_added = 0;
  if (!om_store_begin (context->store, error))
    return NULL;
  memory = om_store_memory_get_by_id (context->store, args->id, error);
  if (memory != NULL && memory->type == OM_MEMORY_TYPE_SECTION)
    {
      g_set_error_literal (error, OM_ERROR, OM_ERROR_INVALID, _("Files belong to a whole document, not to one of its sections."));
      g_clear_pointer (&memory, om_memory_unref);
    }
  if (memory == NULL || !om_attachments_write (context, memory->row, args->files, TRUE, &args->n_added, error))
    {
      om_store_rollback (context->store);
      return NULL;
    }
  om_store_files_sync (om_store_get_path (context->store));
  return om_store_commit (context->store, error) ? OM_ENGINE_DONE : NULL;
}

static gboolean
attach (OmEngine     *self,
        AttachArgs   *args,
        GCancellable *cancellable,
        GError      **error)
{
  g_autoptr (OmDraft) draft = om_draft_new (NULL);

  if (om_engine_refuse_closed (self, TRUE, error))
    return FALSE;
  for (guint i = 0; args->paths[i] != NULL; i++)
    om_draft_add_attachment_file (draft, args->paths[i], NULL, args->paths[i]);
  args->files = om_attachments_stage (om_engine_get_path (self), draft->attachments, cancellable, error);
  return args->files != NULL && om_engine_write (self, write_files, args, cancellable, error) != NULL;
}

/**
 * om_engine_attach:
 * @id: a memory
 * @paths: files, which are only read
 * @n_added: (out): how many were not there before
 * @error: return location
 *
 * All of them or none; on the disk when it returns. Blocks for as long as copying takes.
 */
gboolean
om_engine_attach (OmEngine          *self,
                  const char        *id,
                  const char *const *paths,
                  guint             *n_added,
                  GCancellable      *cancellable,
                  GError           **error)
{
  AttachArgs args = { .id = (char *) id, .paths = (char **) paths };
  gboolean attached = attach (self, &args, cancellable, error);

  g_clear_pointer (&args.files, g_ptr_array_unref);
  *n_added = attached ? args.n_added : 0;
  return attached;
}

static void
attach_thread (GTask        *task,
               gpointer      source,
               gpointer      task_data,
               GCancellable *cancellable)
{
  GError *error = NULL;

  if (attach (source, task_data, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/** om_engine_attach_async: the same without blocking. */
void
om_engine_attach_async (OmEngine            *self,
                        const char          *id,
                        const char *const   *paths,
                        GCancellable        *cancellable,
                        GAsyncReadyCallback  callback,
                        gpointer             data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, data);
  AttachArgs *args = g_new0 (AttachArgs, 1);

  args->id = g_strdup (id);
  args->paths = g_strdupv ((char **) paths);
  g_task_set_source_tag (task, om_engine_attach_async);
  /* Once they are in the store they are in, whatever is cancelled afterwards. */
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, args, attach_args_free);
  g_task_run_in_thread (task, attach_thread);
}

/** om_engine_attach_finish: @n_added: (out) */
gboolean
om_engine_attach_finish (OmEngine     *self,
                         GAsyncResult *result,
                         guint        *n_added,
                         GError      **error)
{
  gboolean attached;

  g_return_val_if_fail (g_async_result_is_tagged (result, om_engine_attach_async), FALSE);

  attached = g_task_propagate_boolean (G_TASK (result), error);
  *n_added = attached ? ((AttachArgs *) g_task_get_task_data (G_TASK (result)))->n_added : 0;
  return attached;
}

/* Taking off ------------------------------------------------------------------------------------ */

/** DetachArgs: what taking a file off needs. */
typedef struct
{
  char    *id; /* (owned) */
  guint    position;
  gboolean detach;
} DetachArgs;

static void
detach_args_free (gpointer data)
{
  DetachArgs *args = data;

  g_free (args->id);
  g_free (args);
}

static gpointer
mark (const OmWriteContext *context,
      gpointer              data,
      GCancellable         *cancellable,
      GError              **error)
{
  const DetachArgs *args = data;
  gint64 row = om_store_memory_find_row (context->store, args->id, error);

  return row > 0 && om_store_attachment_mark (context->store, row, args->position, args->detach ? context->now : 0, error)
             ? OM_ENGINE_DONE
             : NULL;
}

/**
 * om_engine_detach:
 * @id: a memory
 * @position: one of its files
 * @detach: take it off; %FALSE to put it back
 * @error: return location; %OM_ERROR_NOT_FOUND if it is gone for good
 */
gboolean
om_engine_detach (OmEngine     *self,
                  const char   *id,
                  guint         position,
                  gboolean      detach,
                  GCancellable *cancellable,
                  GError      **error)
{
  DetachArgs args = { (char *) id, position, detach };

  return om_engine_write (self, mark, &args, cancellable, error) != NULL;
}

/** om_engine_detach_async: the same without blocking. */
void
om_engine_detach_async (OmEngine            *self,
                        const char          *id,
                        guint                position,
                        gboolean             detach,
                        GCancellable        *cancellable,
                        GAsyncReadyCallback  callback,
                        gpointer             data)
{
  DetachArgs *args = g_new0 (DetachArgs, 1);

  args->id = g_strdup (id);
  args->position = position;
  args->detach = detach;
  om_engine_write_async (self, mark, args, detach_args_free, NULL, om_engine_detach_async, cancellable, callback, data);
}

/** om_engine_detach_finish: */
gboolean
om_engine_detach_finish (OmEngine     *self,
                         GAsyncResult *result,
                         GError      **error)
{
  return om_engine_finish (self, result, om_engine_detach_async, error) != NULL;
}
