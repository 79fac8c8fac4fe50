/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the golden files. The folder can be named by OPENMEMORY_GOLDEN, that of the samples by
 * OPENMEMORY_SAMPLES, so that other files of the same form can be tried. */
#include "config.h"

#include "support/om-test-golden.h"

/**
 * om_test_data_path:
 * @relative: a path below tests/data
 *
 * Returns: (transfer full): where it lies in the source tree
 */
char *
om_test_data_path (const char *relative)
{
  const char *source = g_getenv ("OPENMEMORY_SOURCE");

  return g_build_filename (source != NULL ? source : ".", "tests", "data", relative, NULL);
}

char *
om_test_golden_folder (void)
{
  const char *other = g_getenv ("OPENMEMORY_GOLDEN");

  return other != NULL ? g_strdup (other) : om_test_data_path ("golden");
}

char *
om_test_samples_folder (void)
{
  const char *other = g_getenv ("OPENMEMORY_SAMPLES");

  return other != NULL ? g_strdup (other) : om_test_data_path ("samples");
}

/**
 * om_test_golden_load:
 * @function: name of the file without `.json`
 *
 * Returns: (transfer full): the whole file
 */
JsonObject *
om_test_golden_load (const char *function)
{
  g_autofree char *folder = om_test_golden_folder ();
  g_autofree char *name = g_strconcat (function, ".json", NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;

  json_parser_load_from_file (parser, path, &error);
  g_assert_no_error (error);
  return json_object_ref (json_node_get_object (json_parser_get_root (parser)));
}

/**
 * om_test_golden_run:
 * @function: name of the file without `.json`
 * @check: called for every case that is not tagged as an oddity of the source's language
 *
 * Runs all cases and says how many were left out by rule. A file without a checked case fails.
 */
void
om_test_golden_run (const char  *function,
                    OmGoldenCase check)
{
  g_autoptr (JsonObject) file = om_test_golden_load (function);
  JsonArray *cases = json_object_get_array_member (file, "cases");
  guint n_cases = json_array_get_length (cases);
  guint n_checked = 0;

  for (guint i = 0; i < n_cases; i++)
    {
      JsonObject *golden_case = json_array_get_object_element (cases, i);

      if (!om_test_is_quirk (golden_case) &&
          check (json_object_get_object_member (golden_case, "in"), json_object_get_member (golden_case, "out"), i))
        n_checked++;
    }

  g_test_message ("%s: %u cases checked, %u left out by rule", function, n_checked, n_cases - n_checked);
  g_assert_cmpuint (n_checked, >, 0);
}

/** om_test_is_quirk: whether a case depends on an oddity of the source's language. */
gboolean
om_test_is_quirk (JsonObject *golden_case)
{
  return json_object_has_member (golden_case, "tag") &&
         g_str_equal (json_object_get_string_member (golden_case, "tag"), "quirk");
}

/**
 * om_test_has_other_letters:
 *
 * Returns: %TRUE if @text holds a letter or digit outside ASCII and the CJK ranges of tokens.json,
 *   which the source drops and this program keeps (reference.md, rule 1)
 */
gboolean
om_test_has_other_letters (const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c < 0x80 || (c >= 0x3400 && c <= 0x4DBF) || (c >= 0x4E00 && c <= 0x9FFF) ||
          (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x3040 && c <= 0x30FF) || (c >= 0xAC00 && c <= 0xD7AF))
        continue;
      if (g_unichar_isalnum (c) || g_unichar_ismark (c))
        return TRUE;
    }

  return FALSE;
}

/**
 * om_test_number:
 *
 * Returns: a member as a double, @fallback if it is missing or null
 */
double
om_test_number (JsonObject *object,
                const char *member,
                double      fallback)
{
  JsonNode *node = json_object_get_member (object, member);

  if (node == NULL || json_node_is_null (node))
    return fallback;
  return json_node_get_double (node);
}

/**
 * om_test_floats:
 * @n: (out): how many
 *
 * Returns: (transfer full): the numbers of an array
 */
float *
om_test_floats (JsonArray *array,
                gsize     *n)
{
  float *values;

  *n = json_array_get_length (array);
  values = g_new0 (float, *n + 1);
  for (gsize i = 0; i < *n; i++)
    values[i] = (float) json_node_get_double (json_array_get_element (array, (guint) i));
  return values;
}
