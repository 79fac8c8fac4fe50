/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmExportWindow: writes the journal, or a part of it, into a file or folder of the person's own. */
#pragma once

#include <adwaita.h>

#include "views/om-session.h"

G_BEGIN_DECLS

/**
 * OmExportOffer:
 * @rows: (nullable) (element-type gint64): memories that were picked out in a list
 * @found: they are what a search found, not what was selected
 * @filtered: the list was filtered, so that the filter is what is meant
 */
typedef struct
{
  GArray  *rows;
  gboolean found;
  gboolean filtered;
} OmExportOffer;

#define OM_TYPE_EXPORT_WINDOW (om_export_window_get_type ())
G_DECLARE_FINAL_TYPE (OmExportWindow, om_export_window, OM, EXPORT_WINDOW, AdwWindow)

OmExportWindow *om_export_window_new   (OmSession           *session,
                                        const OmExportOffer *offer,
                                        GtkWindow           *parent);
void            om_export_window_write (OmExportWindow      *self,
                                        GFile               *place);

G_END_DECLS
