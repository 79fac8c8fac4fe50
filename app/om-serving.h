/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmServing: the application answers other programs: it opens the person's store when one asks and no window
 * has it open, shows who asks, and stays while anybody waits. Thread: main. */
#pragma once

#include <adwaita.h>

#include "bus/om-bus-service.h"
#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_SERVING (om_serving_get_type ())
G_DECLARE_FINAL_TYPE (OmServing, om_serving, OM, SERVING, GObject)

OmServing *om_serving_new        (GtkApplication  *application);
gboolean   om_serving_export     (OmServing       *self,
                                  GDBusConnection *connection,
                                  GError         **error);
void       om_serving_unexport   (OmServing       *self);
void       om_serving_use        (OmServing       *self,
                                  OmSession       *session);
void       om_serving_make_way   (OmServing       *self,
                                  const char      *path);

G_END_DECLS
