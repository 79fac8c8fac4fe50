/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmWriter: the one thread that writes, and its queue. Jobs run one after the other, in order. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _OmWriter OmWriter;

/**
 * OmWriterFunc:
 * Runs on the writer thread.
 *
 * Returns: (transfer full) (nullable): the result; %NULL with @error on failure
 */
typedef gpointer (*OmWriterFunc) (gpointer       data,
                                  GCancellable  *cancellable,
                                  GError       **error);

/**
 * OmWriterAfterFunc:
 * Runs on the writer thread when all jobs are answered and none waits.
 */
typedef void (*OmWriterAfterFunc) (gpointer data);

OmWriter *om_writer_new  (OmWriterAfterFunc after,
                          gpointer          data);
gpointer  om_writer_run  (OmWriter       *self,
                          OmWriterFunc    func,
                          gpointer        data,
                          GCancellable   *cancellable,
                          GError        **error);
void      om_writer_push (OmWriter       *self,
                          OmWriterFunc    func,
                          gpointer        data,
                          GDestroyNotify  free_result,
                          GTask          *task);
gboolean  om_writer_is_here (OmWriter    *self);
void      om_writer_free (OmWriter       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmWriter, om_writer_free)

G_END_DECLS
