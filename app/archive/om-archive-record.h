/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of an archive and the records they stand for (ARCHIVE.md). What is as it is in a new entry is
 * left out. */
#pragma once

#include "engine/om-adopt.h"
#include "store/om-store-reminders.h"
#include "store/om-store-trait-acts.h"
#include "store/om-store-versions.h"
#include "store/om-store-walks.h"

G_BEGIN_DECLS

/* Writing: each appends one line with its end. */
void     om_archive_write_memory  (GString           *json,
                                   const OmMemory    *memory,
                                   const char        *parent,
                                   gboolean           undrawn,
                                   const OmStoreReminder *reminder,
                                   const GPtrArray   *files);
void     om_archive_write_version (GString           *json,
                                   const char        *id,
                                   const OmVersion   *version);
void     om_archive_write_link    (GString           *json,
                                   const char        *from,
                                   const char        *to,
                                   const OmWaypoint  *link,
                                   const GArray      *walks);
void     om_archive_write_past    (GString           *json,
                                   const OmMemory    *memory,
                                   const GArray      *events,
                                   char             **related,
                                   const GArray      *curve);
void     om_archive_write_key     (GString           *json,
                                   const char        *source,
                                   const char        *source_key,
                                   guint64            text_hash,
                                   const char        *id);

void     om_archive_write_trait_act (GString         *json,
                                    const OmStoreTraitAct *act);

/* Reading: each gives what the line holds to the adoption. */
gboolean om_archive_read_memory   (OmAdoption        *adoption,
                                   const char        *line,
                                   gsize              length,
                                   GError           **error);
gboolean om_archive_read_version  (OmAdoption        *adoption,
                                   const char        *line,
                                   gsize              length,
                                   GError           **error);
gboolean om_archive_read_link     (OmAdoption        *adoption,
                                   const char        *line,
                                   gsize              length,
                                   GError           **error);
gboolean om_archive_read_past     (OmAdoption        *adoption,
                                   const char        *line,
                                   gsize              length,
                                   GError           **error);
gboolean om_archive_read_key      (OmAdoption        *adoption,
                                   const char        *line,
                                   gsize              length,
                                   GError           **error);
gboolean om_archive_read_trait_act (OmAdoption       *adoption,
                                    const char       *line,
                                    gsize             length,
                                    GError          **error);
OmDraft *om_archive_read_draft    (const char        *line,
                                   gsize              length,
                                   GError           **error);

/* Bit by bit, for the flags of a memory and of its events. */
const char *om_archive_flag_to_nick (int              bit);
#define OM_ARCHIVE_N_FLAGS 11

/* What a person says of traits. */
const char *om_archive_verb_to_nick   (int            verb);
const char *om_archive_answer_to_nick (int            answer);
#define OM_ARCHIVE_N_VERBS 9
#define OM_ARCHIVE_N_ANSWERS 4

G_END_DECLS
