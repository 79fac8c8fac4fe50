/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmCurvesBox: curves over time, of what, of when, and of which measure. */
#pragma once

#include <gtk/gtk.h>

#include "chart/om-chart-view.h"
#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_CURVES_BOX (om_curves_box_get_type ())
G_DECLARE_FINAL_TYPE (OmCurvesBox, om_curves_box, OM, CURVES_BOX, GtkWidget)

void om_curves_box_set_session (OmCurvesBox *self,
                                OmSession   *session);
void om_curves_box_set_as_of   (OmCurvesBox *self,
                                gint64       as_of);
void om_curves_box_update      (OmCurvesBox *self);

G_END_DECLS
