/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one way to tell something in a toast. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

AdwToast  *om_toast_new        (const char *text) G_GNUC_WARN_UNUSED_RESULT;
GtkWidget *om_toast_find_place (GtkWidget  *widget);
void       om_toast_add        (GtkWidget  *widget,
                                AdwToast   *toast);
void       om_toast_change     (GtkWidget  *place,
                                AdwToast   *toast,
                                const char *text);
void       om_toast_show       (GtkWidget  *widget,
                                const char *text);

G_END_DECLS
