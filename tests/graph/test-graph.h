/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "graph/om-graph.h"

G_BEGIN_DECLS

void test_layout_add (void);
void test_scene_add  (void);

G_END_DECLS
