/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The model's synonym groups (golden/constants.json); the first word of a group stands for all. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

const char *const *om_synonyms_group     (const char *word);
const char        *om_synonyms_canonical (const char *word);

G_END_DECLS
