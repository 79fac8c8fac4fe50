/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kill -9 at a moment of one's choice. */
#pragma once

#include "cli/om-test-command.h"

G_BEGIN_DECLS

gboolean om_test_run_and_kill (OmTestHome        *home,
                               const char *const *arguments,
                               int                after_ms,
                               char             **out);
int      om_test_measure      (OmTestHome        *home,
                               const char *const *arguments);

G_END_DECLS
