/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "test-engine.h"

void
test_several_add (void)
{
}
