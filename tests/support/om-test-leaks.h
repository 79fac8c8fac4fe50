/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the leak checker must not count. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void om_test_leaks_expect_quarks (void);

G_END_DECLS
