/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the exports that people read have in common: an entry's date as text, and what it links to. */
#pragma once

#include "archive/om-exporter.h"

G_BEGIN_DECLS

char    *om_plain_entry_date  (const OmMemory *memory);
void     om_plain_entry_count (OmExportReport *report,
                               const OmMemory *memory);
GArray  *om_plain_entry_links (OmExportJob    *job,
                               gint64          row,
                               GError        **error);

G_END_DECLS
