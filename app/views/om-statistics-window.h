/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmStatisticsWindow: the journal in numbers. */
#pragma once

#include <adwaita.h>

#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_STATISTICS_WINDOW (om_statistics_window_get_type ())
G_DECLARE_FINAL_TYPE (OmStatisticsWindow, om_statistics_window, OM, STATISTICS_WINDOW, AdwWindow)

OmStatisticsWindow *om_statistics_window_new (OmSession *session,
                                              GtkWindow *parent);

G_END_DECLS
