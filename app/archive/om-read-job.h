/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of a reader pass on to one another while one source is read. */
#pragma once

#include "archive/om-reader.h"

G_BEGIN_DECLS

/**
 * OmReadJob:
 * @source: name of the format, as the drafts carry it
 * @options: (not owned): what the person chose
 * @report: (not owned): where remarks go
 * @func: takes the drafts
 * @data: for @func
 * @cancellable: (nullable) (not owned)
 * @keys: (owned): keys given out, see om_unique_name()
 * @n_entries: drafts given to @func
 */
typedef struct
{
  const char          *source;
  const OmReadOptions *options;
  OmImportReport      *report;
  OmDraftFunc          func;
  gpointer             data;
  GCancellable        *cancellable;
  GHashTable          *keys;
  guint                n_entries;
} OmReadJob;

void      om_read_job_init  (OmReadJob           *self,
                             const char          *source,
                             const OmReadOptions *options,
                             OmImportReport      *report,
                             OmDraftFunc          func,
                             gpointer             data,
                             GCancellable        *cancellable);
void      om_read_job_clear (OmReadJob           *self);
gboolean  om_read_job_emit  (OmReadJob           *self,
                             OmDraft             *draft,
                             const char          *key,
                             GError             **error);
OmDraft  *om_read_job_draft (OmReadJob           *self,
                             const char          *title,
                             gsize                title_length,
                             const char          *content,
                             gsize                content_length);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OmReadJob, om_read_job_clear)

G_END_DECLS
