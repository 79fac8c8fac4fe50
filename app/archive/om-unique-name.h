/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names made unique by a number behind them, for sources that use one twice. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

GHashTable *om_unique_names_new (void);
char       *om_unique_name      (GHashTable *names,
                                 const char *name);

G_END_DECLS
