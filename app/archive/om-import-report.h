/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an import did and did not take, line by line, so that nothing is lost in silence. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * OmImportOutcome:
 * @OM_IMPORT_OK: all of it came in
 * @OM_IMPORT_PARTIAL: something is missing or an entry lost its date; the report names it
 * @OM_IMPORT_REFUSED: nothing came in, the store is as before; the report says why
 * @OM_IMPORT_EMPTY: there was nothing to take, which is no error
 */
typedef enum
{
  OM_IMPORT_OK,
  OM_IMPORT_PARTIAL,
  OM_IMPORT_REFUSED,
  OM_IMPORT_EMPTY,
} OmImportOutcome;

/** OmProblem: one item that was not taken as it stood. */
typedef struct
{
  char    *place;   /* (owned): file and line, or item name */
  char    *message; /* (owned): what and why, a sentence */
  gboolean lost;    /* %TRUE: the item did not come in; %FALSE: it did, with this remark */
} OmProblem;

/**
 * OmImportReport:
 * @outcome: how it ended
 * @read: entries the source holds
 * @added: new memories
 * @known: entries that had been imported before (same source and key)
 * @known_deleted: of those, entries that lie in the bin or were wiped; offered, not brought back
 * @changed_at_source: same key with another text: a second entry, marked
 * @same_text: entries whose very text is in the store already; they came in and are named
 * @undated: entries that need a date
 * @links: waypoints drawn between entries
 * @files: pictures and other files of entries that came along
 * @problems: (element-type OmProblem) (owned): every item not taken, every remark
 */
typedef struct
{
  OmImportOutcome outcome;
  guint           read;
  guint           added;
  guint           known;
  guint           known_deleted;
  guint           changed_at_source;
  guint           same_text;
  guint           undated;
  guint           links;
  guint           files;
  GPtrArray      *problems;
} OmImportReport;

OmImportReport *om_import_report_new      (void);
OmImportReport *om_import_report_new_refused (const char  *place,
                                              const GError *error);
void            om_import_report_free     (OmImportReport *self);
void            om_import_report_add      (OmImportReport *self,
                                           gboolean        lost,
                                           const char     *place,
                                           const char     *format,
                                           ...) G_GNUC_PRINTF (4, 5);
void            om_import_report_add_names (OmImportReport *self,
                                            gboolean        lost,
                                            GPtrArray      *names,
                                            const char     *words);
void            om_import_report_add_replaced (OmImportReport *self,
                                               const char     *place,
                                               guint           n);
void            om_import_report_settle   (OmImportReport *self);
char           *om_import_report_to_json  (const OmImportReport *self);
OmImportReport *om_import_report_from_json (const char    *json);
char           *om_import_report_to_text  (const OmImportReport *self);
const char     *om_import_outcome_to_nick (OmImportOutcome outcome);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmImportReport, om_import_report_free)

G_END_DECLS
