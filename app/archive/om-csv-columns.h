/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which column of a table is what: guessed from names and values, or said by the person. Pure. */
#pragma once

#include "archive/om-csv-scanner.h"

G_BEGIN_DECLS

/** OmColumnRole: what a column becomes of an entry. */
typedef enum
{
  OM_COLUMN_KEPT,    /* kept with the entry, under the column's name */
  OM_COLUMN_DATE,    /* when: a day, or a day and a time */
  OM_COLUMN_TIME,    /* the time of day, where the date stands apart */
  OM_COLUMN_TITLE,
  OM_COLUMN_TEXT,    /* several follow one another */
  OM_COLUMN_TAGS,
  OM_COLUMN_MOOD,
  OM_COLUMN_ID,      /* what names the entry in the source */
  OM_COLUMN_LEFT_OUT,
  OM_N_COLUMN_ROLES,
} OmColumnRole;

/** OmCsvHeader: whether the first row holds names. */
typedef enum
{
  OM_CSV_HEADER_GUESSED,
  OM_CSV_HEADER_YES,
  OM_CSV_HEADER_NO,
} OmCsvHeader;

/**
 * OmColumnMap:
 * @roles: an #OmColumnRole a column
 * @n: columns of which something is said; none: the roles are guessed
 * @header: whether the first row holds names
 * @separator: `,`, `;`, a tab, or 0 to find it out
 */
typedef struct
{
  guint8      roles[OM_CSV_MAX_COLUMNS];
  guint       n;
  OmCsvHeader header;
  char        separator;
} OmColumnMap;

/**
 * OmCsvLayout:
 * @map: what each column is, @n of it being the columns of the first row
 * @names: (owned): of the columns; `Column 3` where the file names none
 * @samples: (owned) (element-type utf8): the first values of each column, for people to see
 * @date_form: (nullable): the form of dates with slashes, where the values tell which
 * @is_daylio: the file is one of the mood tracker of that name
 * @skip: bytes before the first row
 */
typedef struct
{
  OmColumnMap map;
  char      **names;
  GPtrArray  *samples;
  const char *date_form;
  gboolean    is_daylio;
  gsize       skip;
} OmCsvLayout;

const char  *om_column_role_to_nick   (OmColumnRole       role);
gboolean     om_column_map_parse      (const char        *text,
                                       OmColumnMap       *map,
                                       GError           **error);

OmCsvLayout *om_csv_layout_new        (const char        *text,
                                       gsize              length,
                                       const OmColumnMap *chosen,
                                       GError           **error);
void         om_csv_layout_free       (OmCsvLayout       *self);
int          om_csv_layout_probe      (const char        *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmCsvLayout, om_csv_layout_free)

G_END_DECLS
