/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of traits share: writing on a day, working the traits out, telling them. */
#pragma once

#include "test-engine.h"

#include "engine/om-trait-job.h"
#include "engine/om-traits.h"

G_BEGIN_DECLS

OmTraitReport *traits_find      (Fixture    *fixture);
GPtrArray     *traits_list      (Fixture    *fixture);
GPtrArray     *traits_list_said (Fixture    *fixture);
OmTrait       *traits_only      (Fixture    *fixture);
void           traits_write_on  (Fixture    *fixture,
                                 int         day,
                                 const char *text);
gint64         traits_act_on    (Fixture    *fixture,
                                 OmTraitAct  act);
char          *traits_tell      (Fixture    *fixture);

G_END_DECLS
