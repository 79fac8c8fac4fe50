/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_FILTER_BAR (om_filter_bar_get_type ())
G_DECLARE_FINAL_TYPE (OmFilterBar, om_filter_bar, OM, FILTER_BAR, GtkWidget)

void      om_filter_bar_set_session (OmFilterBar *self,
                                     OmSession   *session);
void      om_filter_bar_set_fleeting (OmFilterBar *self);
OmFilter *om_filter_bar_dup_filter  (OmFilterBar *self);
OmSort    om_filter_bar_get_sort    (OmFilterBar *self);
gboolean  om_filter_bar_is_set      (OmFilterBar *self);
gboolean  om_filter_bar_filters     (OmFilterBar *self);
gboolean  om_filter_bar_is_binned   (OmFilterBar *self);
void      om_filter_bar_clear       (OmFilterBar *self);
void      om_filter_bar_set_days    (OmFilterBar *self,
                                     gint32       first,
                                     gint32       last);
gboolean  om_filter_bar_has_days    (OmFilterBar *self);
void      om_filter_bar_clear_days  (OmFilterBar *self);

G_END_DECLS
