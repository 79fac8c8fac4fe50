/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The JSON of --json: one builder a value, the field names of `openmemory help json`. */
#pragma once

#include "cli/om-cli.h"

G_BEGIN_DECLS

void om_cli_json_string      (JsonBuilder       *builder,
                              const char        *name,
                              const char        *value);
void om_cli_json_int         (JsonBuilder       *builder,
                              const char        *name,
                              gint64             value);
void om_cli_json_number      (JsonBuilder       *builder,
                              const char        *name,
                              gint64             value);
void om_cli_json_double      (JsonBuilder       *builder,
                              const char        *name,
                              double             value);
void om_cli_json_boolean     (JsonBuilder       *builder,
                              const char        *name,
                              gboolean           value);
void om_cli_json_strv        (JsonBuilder       *builder,
                              const char        *name,
                              const char *const *values);
void om_cli_json_instant     (JsonBuilder       *builder,
                              const char        *name,
                              gint64             ms);
void om_cli_json_moment      (JsonBuilder       *builder,
                              const char        *name,
                              const OmMoment    *moment);
void om_cli_json_fields      (JsonBuilder       *builder,
                              OmCli             *cli,
                              const OmMemory    *memory);
void om_cli_json_present     (JsonBuilder       *builder,
                              OmCli             *cli,
                              const OmMemory    *memory);
void om_cli_json_titles      (JsonBuilder       *builder,
                              GPtrArray         *memories);
void om_cli_json_memory      (JsonBuilder       *builder,
                              OmCli             *cli,
                              const OmMemory    *memory);
void om_cli_json_hit         (JsonBuilder       *builder,
                              OmCli             *cli,
                              const OmHit       *hit);
char *om_cli_json_to_text    (JsonBuilder       *builder);
void om_cli_json_print       (JsonBuilder       *builder);

/* Words for bits, the same in JSON and in print. */
GStrv om_cli_flag_words      (guint              flags);
GStrv om_cli_reason_words    (guint              reasons);
GStrv om_cli_extra_sectors   (const OmMemory    *memory);

G_END_DECLS
