/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads and copies what is attached, in workers. The file beside the store is never given away itself: it has
 * no name that means anything, and whoever opened it could write into it. Thread: main calls, workers work. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-attachment-files.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>

/* A picture of more points is not opened for a small one: that would take gigabytes. */
#define MAX_POINTS ((gint64) 150 * 1000 * 1000)

/* Pictures ------------------------------------------------------------------------------------- */

typedef struct
{
  char *path; /* (owned) */
  int   size;
} Loading;

static void
loading_free (gpointer data)
{
  Loading *self = data;

  g_free (self->path);
  g_free (self);
}

static GdkTexture *
load (const Loading *loading,
      GError       **error)
{
  g_autoptr (GdkPixbuf) pixbuf = NULL;
  g_autoptr (GdkPixbuf) upright = NULL;
  int width = 0;
  int height = 0;

  if (gdk_pixbuf_get_file_info (loading->path, &width, &height) == NULL || (gint64) width * height > MAX_POINTS)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "No small picture can be made of it.");
      return NULL;
    }
  /* Never larger than it is. */
  pixbuf = gdk_pixbuf_new_from_file_at_scale (loading->path, MIN (loading->size, MAX (width, 1)),
                                              MIN (loading->size, MAX (height, 1)), TRUE, error);
  if (pixbuf == NULL)
    return NULL;
  upright = gdk_pixbuf_apply_embedded_orientation (pixbuf);
  return gdk_texture_new_for_pixbuf (upright != NULL ? upright : pixbuf);
}

static void
load_thread (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  GError *error = NULL;
  GdkTexture *texture;

  if (g_task_return_error_if_cancelled (task))
    return;
  texture = load (task_data, &error);
  if (texture != NULL)
    g_task_return_pointer (task, texture, g_object_unref);
  else
    g_task_return_error (task, error);
}

/**
 * om_attachment_load_picture_async:
 * @path: a file
 * @size: how wide and high the picture is at most, in pixels
 */
void
om_attachment_load_picture_async (const char         *path,
                                  int                 size,
                                  GCancellable       *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer            data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);
  Loading *loading = g_new0 (Loading, 1);

  loading->path = g_strdup (path);
  loading->size = size;
  g_task_set_source_tag (task, om_attachment_load_picture_async);
  g_task_set_task_data (task, loading, loading_free);
  g_task_run_in_thread (task, load_thread);
}

/** om_attachment_load_picture_finish: (transfer full) (nullable) */
GdkTexture *
om_attachment_load_picture_finish (GAsyncResult *result,
                                   GError      **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, om_attachment_load_picture_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* Copies --------------------------------------------------------------------------------------- */

typedef struct
{
  char         *path;       /* (owned) */
  OmAttachment *attachment; /* (owned) */
  GFile        *target;     /* (owned) (nullable) */
} Copying;

static void
copying_free (gpointer data)
{
  Copying *self = data;

  g_free (self->path);
  om_attachment_free (self->attachment);
  g_clear_object (&self->target);
  g_free (self);
}

/* In a folder that is gone once the person logs out, under its own name, to be looked at. */
static GFile *
make_place (const Copying *copying,
            GError       **error)
{
  g_autofree char *folder = g_build_filename (g_get_user_runtime_dir (), "openmemory", "open", copying->attachment->hash, NULL);

  if (g_mkdir_with_parents (folder, 0700) != 0)
    {
      int code = errno;

      g_set_error (error, G_IO_ERROR, g_io_error_from_errno (code), "%s: %s", folder, g_strerror (code));
      return NULL;
    }
  return g_file_new_build_filename (folder, copying->attachment->name, NULL);
}

static GFile *
copy_out (const Copying *copying,
          GCancellable  *cancellable,
          GError       **error)
{
  g_autoptr (GFile) source = g_file_new_for_path (copying->path);
  g_autoptr (GFile) target = copying->target != NULL ? g_object_ref (copying->target) : make_place (copying, error);
  GFileCopyFlags flags = G_FILE_COPY_OVERWRITE | (copying->target != NULL ? G_FILE_COPY_TARGET_DEFAULT_PERMS : 0);

  if (target == NULL || !g_file_copy (source, target, flags, cancellable, NULL, NULL, error))
    return NULL;
  return g_steal_pointer (&target);
}

static void
copy_thread (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  GError *error = NULL;
  GFile *file = copy_out (task_data, cancellable, &error);

  if (file != NULL)
    g_task_return_pointer (task, file, g_object_unref);
  else
    g_task_return_error (task, error);
}

/**
 * om_attachment_copy_out_async:
 * @path: the file of @attachment
 * @target: (nullable): where the copy is to lie, replacing what is there; %NULL for a place where it can be
 *   opened and that is gone after logging out
 */
void
om_attachment_copy_out_async (const char         *path,
                              const OmAttachment *attachment,
                              GFile              *target,
                              GCancellable       *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer            data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);
  Copying *copying = g_new0 (Copying, 1);

  copying->path = g_strdup (path);
  copying->attachment = om_attachment_copy (attachment);
  g_set_object (&copying->target, target);
  g_task_set_source_tag (task, om_attachment_copy_out_async);
  g_task_set_task_data (task, copying, copying_free);
  g_task_run_in_thread (task, copy_thread);
}

/** om_attachment_copy_out_finish: (transfer full) (nullable): the copy */
GFile *
om_attachment_copy_out_finish (GAsyncResult *result,
                               GError      **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, om_attachment_copy_out_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
