/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of a reader pass on to one another while one source is read. */
#pragma once

#include "archive/om-container.h"
#include "archive/om-reader.h"
#include "archive/om-source-data.h"

G_BEGIN_DECLS

typedef enum
{
  OM_ATTACHED_PHOTO,
  OM_ATTACHED_FILE,
} OmAttached;

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
 * @ids: (owned): ids of the source that were given out, and each with its text
 * @n_folded: entries of an id and text that came before
 * @missing: (owned) (element-type utf8): by #OmAttached, what belongs to entries and is not there
 * @container: (nullable) (not owned): where files that belong to entries come from
 * @pending: (owned) (element-type utf8): name and path of each file of the next entry
 * @failure: (owned) (nullable): why such a file could not be had
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
  GHashTable          *ids;
  guint                n_folded;
  GPtrArray           *missing[2];
  OmContainer         *container;
  GPtrArray           *pending;
  GError              *failure;
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
gboolean  om_read_job_emit_id (OmReadJob         *self,
                               OmDraft           *draft,
                               const char        *id,
                               const char        *place,
                               GError           **error);
void      om_read_job_attach (OmReadJob           *self,
                              OmSourceData        *data,
                              OmAttached           kind,
                              const char          *name,
                              OmMember            *member);
void      om_read_job_remark (OmReadJob           *self);
OmDraft  *om_read_job_draft (OmReadJob           *self,
                             const char          *title,
                             gsize                title_length,
                             const char          *content,
                             gsize                content_length);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OmReadJob, om_read_job_clear)

G_END_DECLS
