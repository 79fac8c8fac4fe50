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
 * @waited_for: %TRUE if another job waits or the writer is about to end: then only what must be is done
 *
 * Runs on the writer thread whenever a job is answered.
 *
 * Returns: %TRUE to be called again if nothing waits then
 */
typedef gboolean (*OmWriterAfterFunc) (gpointer data,
                                       gboolean waited_for);

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
