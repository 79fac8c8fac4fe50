/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the golden files: inputs and the right outputs of the models' functions. */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/**
 * OmGoldenCase:
 * @in: the case's input
 * @out: the right output
 * @number: its place in the file, for messages
 *
 * Returns: %TRUE if the case was checked, %FALSE if a rule of design/reference.md leaves it out
 */
typedef gboolean (*OmGoldenCase) (JsonObject *in,
                                  JsonNode   *out,
                                  guint       number);

JsonObject *om_test_golden_load    (const char   *function);
void        om_test_golden_run     (const char   *function,
                                    OmGoldenCase  check);
char       *om_test_data_path      (const char   *relative);
char       *om_test_golden_folder  (void);
char       *om_test_samples_folder (void);
gboolean    om_test_is_quirk       (JsonObject   *golden_case);
gboolean    om_test_has_other_letters (const char *text);
double      om_test_number         (JsonObject   *object,
                                    const char   *member,
                                    double        fallback);
float      *om_test_floats         (JsonArray    *array,
                                    gsize        *n);

#define om_assert_near(a, b, tolerance)                                                     \
  G_STMT_START                                                                              \
  {                                                                                         \
    double om_a_ = (a), om_b_ = (b), om_t_ = (tolerance);                                   \
    if (!(om_a_ - om_b_ <= om_t_ && om_b_ - om_a_ <= om_t_))                                \
      g_error ("%s:%d: %s is %.17g, not %.17g", __FILE__, __LINE__, #a, om_a_, om_b_);      \
  }                                                                                         \
  G_STMT_END

G_END_DECLS
