/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmReminding: tells the person, by notifications of the desktop, which memories want to be seen, and takes the
 * answers. Those of the person's own journal alone; other stores say it on Today. */
#pragma once

#include <gtk/gtk.h>

#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_REMINDING (om_reminding_get_type ())
G_DECLARE_FINAL_TYPE (OmReminding, om_reminding, OM, REMINDING, GObject)

OmReminding *om_reminding_new    (GApplication *application);
void         om_reminding_start  (OmReminding  *self);
void         om_reminding_use    (OmReminding  *self,
                                  OmSession    *session);
void         om_reminding_answer (OmReminding  *self,
                                  const char   *id,
                                  const char   *answer);
void         om_reminding_stop   (OmReminding  *self);

G_END_DECLS
