/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Taking things out: a choice of memories, and the store they stand in as it is at one moment. */
#pragma once

#include "engine/om-engine.h"
#include "store/om-store.h"

G_BEGIN_DECLS

/** OmPrivateChoice: what becomes of private memories. */
typedef enum
{
  OM_PRIVATE_LEFT_OUT,
  OM_PRIVATE_TAKEN,
} OmPrivateChoice;

/**
 * OmChoice:
 * @whole: all there is: the bin and sections of documents, too; @filter and @ids are not read
 * @filter: (nullable) (not owned): which memories, %NULL for all but the bin
 * @ids: (nullable) (not owned): or else these memories, and nothing else
 * @private_memories: what becomes of those
 * @with_sections: documents bring their sections
 */
typedef struct
{
  gboolean           whole;
  const OmFilter    *filter;
  const char *const *ids;
  OmPrivateChoice    private_memories;
  gboolean           with_sections;
} OmChoice;

/**
 * OmExtractFunc:
 * @store: a reading connection, in a transaction: everything read in it is of one moment
 * @rows: (array length=n_rows): what was chosen, in the order it came into the store
 * @n_left_out: private memories that were left out
 *
 * On the thread of who asked.
 *
 * Returns: %FALSE with @error on failure
 */
typedef gboolean (*OmExtractFunc) (OmStore      *store,
                                   const gint64 *rows,
                                   gsize         n_rows,
                                   guint         n_left_out,
                                   gpointer      data,
                                   GCancellable *cancellable,
                                   GError      **error);

gboolean om_engine_extract (OmEngine       *self,
                            const OmChoice *choice,
                            OmExtractFunc   func,
                            gpointer        data,
                            GCancellable   *cancellable,
                            GError        **error);

G_END_DECLS
