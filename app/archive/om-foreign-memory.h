/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmForeignMemory: a memory of memory software (OpenMemory, mem0) as its files have it, and the way
 * from there to an entry (design/reference.md section 6). */
#pragma once

#include "archive/om-source-data.h"
#include "archive/om-read-job.h"
#include "archive/om-tag-set.h"

G_BEGIN_DECLS

/**
 * OmForeignMemory:
 * @id: (owned) (nullable): its name there
 * @content: (owned) (nullable): the text
 * @sector: (owned) (nullable): primary sector, as written
 * @meta: (owned) (nullable): an object of JSON
 * @user: (owned) (nullable): whose it is
 * @project: (owned) (nullable): a group of memories
 * @state: (owned) (nullable): active, paused, archived, deleted
 * @created: (owned) (nullable): as written, like the next two
 * @updated: (owned) (nullable): as written
 * @last_seen: (owned) (nullable): as written
 * @simhash: (owned) (nullable): as written
 * @salience: NAN if not there
 * @decay_lambda: NAN if not there
 * @tags: (owned): tags and categories
 * @links: (owned) (nullable) (element-type utf8): ids it leads to
 * @weights: (owned) (nullable) (element-type gdouble): of @links
 * @extra: (owned): what there is besides
 * @preview: the text is the beginning of the true one
 * @place: (owned): where it stands, for remarks
 */
typedef struct
{
  char          *id;
  char          *content;
  char          *sector;
  char          *meta;
  char          *user;
  char          *project;
  char          *state;
  char          *created;
  char          *updated;
  char          *last_seen;
  char          *simhash;
  double         salience;
  double         decay_lambda;
  OmTagSet      *tags;
  GPtrArray     *links;
  GArray        *weights;
  OmSourceData *extra;
  gboolean       preview;
  char          *place;
} OmForeignMemory;

OmForeignMemory *om_foreign_memory_new  (void);
void             om_foreign_memory_free (OmForeignMemory *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmForeignMemory, om_foreign_memory_free)

/** OmForeignReading: takes memories in the order of the source; sections wait for their document. */
typedef struct _OmForeignReading OmForeignReading;

OmForeignReading *om_foreign_reading_new    (OmReadJob        *job,
                                             const char       *name,
                                             gint64            modified_ms);
void              om_foreign_reading_free   (OmForeignReading *self);
gboolean          om_foreign_reading_take   (OmForeignReading *self,
                                             OmForeignMemory  *memory,
                                             GError          **error);
gboolean          om_foreign_reading_finish (OmForeignReading *self,
                                             GError          **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmForeignReading, om_foreign_reading_free)

G_END_DECLS
