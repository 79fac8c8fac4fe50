/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmDesk: the texts that are open in this session. */
#pragma once

#include "views/om-sheet.h"

G_BEGIN_DECLS

#define OM_TYPE_DESK (om_desk_get_type ())
G_DECLARE_FINAL_TYPE (OmDesk, om_desk, OM, DESK, GObject)

OmDesk  *om_desk_new          (OmEngine           *engine);
void     om_desk_set_ready    (OmDesk             *self,
                               gboolean            ready);
OmSheet *om_desk_open         (OmDesk             *self,
                               const char         *id);
OmSheet *om_desk_create       (OmDesk             *self);
OmSheet *om_desk_find         (OmDesk             *self,
                               const char         *id);
OmSheet *om_desk_get_failed   (OmDesk             *self);
void     om_desk_refresh      (OmDesk             *self);
void     om_desk_put_away     (OmDesk             *self);
void     om_desk_save         (OmDesk             *self);
gboolean om_desk_is_settled   (OmDesk             *self);
void     om_desk_flush_async  (OmDesk             *self,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            data);
gboolean om_desk_flush_finish (OmDesk             *self,
                               GAsyncResult       *result,
                               GError            **error);

G_END_DECLS
