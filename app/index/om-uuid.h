/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ids of memories as bytes and as text. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define OM_UUID_BYTES 16

/** OM_UUID_CHARS: room for an id as text, with its NUL. */
#define OM_UUID_CHARS 37

gboolean om_uuid_parse  (const char   *id,
                         guint8       *uuid);
void     om_uuid_format (const guint8 *uuid,
                         char         *id);
guint64  om_uuid_hash   (const guint8 *uuid);

G_END_DECLS
