/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shapes by which series are told apart without colour. */
#pragma once

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

void om_chart_shape_trace (cairo_t *cr,
                           guint    series,
                           double   x,
                           double   y,
                           double   radius);

G_END_DECLS
