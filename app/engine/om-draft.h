/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a person, a program or an import wants remembered, before the engine has analysed it. */
#pragma once

#include <gio/gio.h>

#include "memory/om-memory.h"

G_BEGIN_DECLS

/** OmDedup: what Remember does with a text it knows already (engine.md section 2). */
typedef enum
{
  OM_DEDUP_EXACT, /* the same text on the same journal day is the old memory, refreshed */
  OM_DEDUP_NEAR,  /* a near duplicate is merged at once, its wording kept as a version */
  OM_DEDUP_OFF,   /* always a new memory */
} OmDedup;

/**
 * OmDraftAttachment:
 * @name: (owned): what the file is called, without folders
 * @type: (owned) (nullable): its media type, found out by name and beginning if %NULL
 * @bytes: (owned) (nullable): what it holds
 * @path: (owned) (nullable): or else a file that holds it, read when the draft is taken and left as
 *   it is; it must be there until then
 */
typedef struct
{
  char   *name;
  char   *type;
  GBytes *bytes;
  char   *path;
} OmDraftAttachment;

/**
 * OmDraft:
 * @content: (owned): the text, UTF-8, not blank
 * @title: (owned) (nullable): title
 * @happened: when it was lived; used if @has_happened
 * @has_happened: %FALSE: now, in @zone
 * @zone: (owned) (nullable): zone of the place, the machine's if %NULL
 * @type: %OM_MEMORY_TYPE_UNKNOWN for the usual: episode, or document if long
 * @sector: %OM_SECTOR_UNKNOWN to have it classified
 * @tags: (owned) (nullable): NULL-terminated
 * @importance: 1..10, 0 for the default
 * @valence: -1..1, NAN to have it estimated
 * @arousal: 0..1, NAN to have it estimated
 * @context: where in life
 * @flags: #OmMemoryFlags a person may set (pinned, kept, private, ...)
 * @origin: who made the text
 * @dedup: what to do with a known text
 * @from_program: another program says it: what may not leave (om_memory_may_leave()) is not known to it
 * @subject: (owned) (nullable): facts
 * @predicate: (owned) (nullable): facts
 * @source: (owned) (nullable): imports: name of the format
 * @source_key: (owned) (nullable): imports: its id there, unique within @source
 * @source_data: (owned) (nullable): imports: JSON of what has no field
 * @links: (owned) (nullable): imports: source keys of entries of the same import it links to
 * @attachments: (owned) (nullable) (element-type OmDraftAttachment): pictures and files, in order
 * @link_weights: (owned) (nullable): as many numbers as @links, 0..1: associations the source drew
 *   by itself; %NULL: links made by hand, or for a reflection the memories it was made of
 * @salience: imports: 0..1 at @last_seen_ms, NAN to have it begun anew; counts only as if lived
 * @last_seen_ms: imports: when the source says it was last seen, ms UTC, 0 if it does not say
 */
typedef struct
{
  char        *content;
  char        *title;
  OmMoment     happened;
  gboolean     has_happened;
  GTimeZone   *zone;
  OmMemoryType type;
  OmSector     sector;
  char       **tags;
  int          importance;
  double       valence;
  double       arousal;
  OmContext    context;
  guint        flags;
  OmOrigin     origin;
  OmDedup      dedup;
  gboolean     from_program;
  char        *subject;
  char        *predicate;
  char        *source;
  char        *source_key;
  char        *source_data;
  char       **links;
  GPtrArray   *attachments;
  double      *link_weights;
  double       salience;
  gint64       last_seen_ms;
} OmDraft;

OmDraft *om_draft_new  (const char *content);
OmDraft *om_draft_copy (const OmDraft *self);
void     om_draft_free (OmDraft *self);
void     om_draft_add_attachment      (OmDraft    *self,
                                       const char *name,
                                       const char *type,
                                       GBytes     *bytes);
void     om_draft_add_attachment_file (OmDraft    *self,
                                       const char *name,
                                       const char *type,
                                       const char *path);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmDraft, om_draft_free)

G_END_DECLS
