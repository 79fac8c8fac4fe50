/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmIntake: many entries at once, wholly in or wholly out. Entries are analysed and staged outside
 * the store's write lock, so that what a person types meanwhile is still saved at once; one short
 * transaction then writes them all. Thread: any one worker, never the main thread. */
#pragma once

#include "engine/om-engine.h"

G_BEGIN_DECLS

/** OmIntakeOutcome: what became of one entry. */
typedef enum
{
  OM_INTAKE_ADDED,             /* staged as a new memory */
  OM_INTAKE_ADDED_SAME_TEXT,   /* the same; the very text is in the store or the import already */
  OM_INTAKE_CHANGED_AT_SOURCE, /* same source and key with another text: a second memory, marked */
  OM_INTAKE_KNOWN,             /* imported before: left as it is, with the person's edits */
  OM_INTAKE_KNOWN_DELETED,     /* imported before and deleted since: not brought back */
} OmIntakeOutcome;

/** OmIntakeRecordFunc: the report of an import, JSON, once its links and files are known. */
typedef char *(*OmIntakeRecordFunc) (guint    n_links,
                                     guint    n_files,
                                     gpointer data);

typedef struct _OmIntake OmIntake;

OmIntake *om_intake_new         (OmEngine         *engine,
                                 gboolean          as_if_lived,
                                 GError          **error);
gboolean  om_intake_add         (OmIntake         *self,
                                 const OmDraft    *draft,
                                 OmIntakeOutcome  *outcome,
                                 GCancellable     *cancellable,
                                 GError          **error);
guint     om_intake_get_n_links (OmIntake         *self);
guint     om_intake_get_n_files (OmIntake         *self);
gboolean  om_intake_has_files   (OmIntake         *self);
GPtrArray *om_intake_get_unread (OmIntake         *self);
void      om_intake_set_record  (OmIntake         *self,
                                 const char       *format,
                                 const char       *file_name,
                                 OmIntakeRecordFunc record,
                                 gpointer          data);
gboolean  om_intake_commit      (OmIntake         *self,
                                 GCancellable     *cancellable,
                                 GError          **error);
void      om_intake_free        (OmIntake         *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmIntake, om_intake_free)

G_END_DECLS
