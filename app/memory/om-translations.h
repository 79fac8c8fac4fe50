/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The language a program of ours speaks. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void om_translations_begin (void);

G_END_DECLS
