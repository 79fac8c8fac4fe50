/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rules of the house: which floor of app/ may include which. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * OmFloorsReport:
 * @problems: (element-type utf8): one sentence for each broken rule, with file and line
 * @n_files: how many sources and headers were read
 * @n_includes: how many #include lines were looked at
 */
typedef struct
{
  GPtrArray *problems;
  guint      n_files;
  guint      n_includes;
} OmFloorsReport;

OmFloorsReport *om_floors_check       (const char     *app_dir,
                                       GError        **error);
void            om_floors_report_free (OmFloorsReport *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmFloorsReport, om_floors_report_free)

G_END_DECLS
