/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON token by token. */
#include "config.h"

#include "archive-support.h"

#include <string.h>

#include "archive/om-json-scanner.h"
#include "memory/om-error.h"

/* The tokens of @json as letters, or the error's line. */
static char *
tokens_of (const char *json)
{
  static const char letters[] = "!{}[]:s#tfn.";
  g_autoptr (OmJsonScanner) scanner = om_json_scanner_new (json, strlen (json));
  g_autoptr (GError) error = NULL;
  GString *out = g_string_new (NULL);
  OmJsonToken token;

  do
    {
      token = om_json_scanner_next (scanner, &error);
      g_string_append_c (out, letters[token]);
    }
  while (token != OM_JSON_FAILED && token != OM_JSON_END);

  if (token == OM_JSON_FAILED)
    {
      g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
      g_string_append_printf (out, "%u", om_json_scanner_get_line (scanner));
    }
  return g_string_free (out, FALSE);
}

static void
test_tokens (void)
{
  static const struct
  {
    const char *json;
    const char *tokens;
  } cases[] = {
    { "{}", "{}." },
    { " [ ] \n", "[]." },
    { "{\"a\": [1, -2.5e+3, true, false, null, \"x\"], \"a\": {}}", "{:[##tfns]:{}}." },
    { "\"x\"", "s." },
    { "{\"a\" 1}", "{!1" },
    { "{\"a\":}", "{:!1" },
    { "{\"a\":1,}", "{:#!1" },
    { "[1 2]", "[#!1" },
    { "[1,]", "[#!1" },
    { "[1,\n\n2}", "[##!3" },
    { "[", "[!1" },
    { "", "!1" },
    { "{\"a\":\"cut", "{:!1" },
    { "{} x", "{}!1" },
    { "[nul]", "[!1" },
    { "[1.]", "[!1" },
    { "[-]", "[!1" },
    { "[\"a\nb\"]", "[!1" },
    { "[\"\\q\"]", "[!1" },
    { "[\"\\u12\"]", "[!1" },
    { "['a']", "[!1" },
    { "]", "!1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *tokens = tokens_of (cases[i].json);

      if (!g_str_equal (tokens, cases[i].tokens))
        g_error ("%s: %s instead of %s", cases[i].json, tokens, cases[i].tokens);
    }
}

static void
test_strings (void)
{
  static const struct
  {
    const char *json;
    const char *text;
    guint       n_replaced;
  } cases[] = {
    { "\"\"", "", 0 },
    { "\"a\\\"b\\\\c\\/d\\b\\f\\n\\r\\t\"", "a\"b\\c/d\b\f\n\r\t", 0 },
    { "\"\\u00e9\\u5bb6\"", "é家", 0 },
    { "\"\\ud83d\\ude00\"", "😀", 0 },
    { "\"\\ud83d\\u0041\"", "�A", 1 },
    { "\"\\ude00\"", "�", 1 },
    { "\"\\ud83d\"", "�", 1 },
    { "\"a\\u0000b\"", "a�b", 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (OmJsonScanner) scanner = om_json_scanner_new (cases[i].json,
                                                               strlen (cases[i].json));
      g_autoptr (GString) again = g_string_new (NULL);
      g_autoptr (OmJsonScanner) second = NULL;

      g_assert_cmpint (om_json_scanner_next (scanner, NULL), ==, OM_JSON_STRING);
      g_assert_cmpstr (om_json_scanner_get_string (scanner), ==, cases[i].text);
      g_assert_cmpuint (om_json_scanner_get_n_replaced (scanner), ==, cases[i].n_replaced);

      /* Written and read again it is the same. */
      om_json_append_string (again, cases[i].text);
      second = om_json_scanner_new (again->str, again->len);
      g_assert_cmpint (om_json_scanner_next (second, NULL), ==, OM_JSON_STRING);
      g_assert_cmpstr (om_json_scanner_get_string (second), ==, cases[i].text);
    }
}

static void
test_skip (void)
{
  const char *json = "{\"a\": {\"x\": [1, {\"y\": 2}]}, \"b\": \"two\"}";
  g_autoptr (OmJsonScanner) scanner = om_json_scanner_new (json, strlen (json));
  g_autoptr (GString) raw = g_string_new (NULL);
  OmJsonToken token;

  g_assert_cmpint (om_json_scanner_next (scanner, NULL), ==, OM_JSON_OBJECT_START);
  g_assert_cmpint (om_json_scanner_next (scanner, NULL), ==, OM_JSON_NAME);
  token = om_json_scanner_next (scanner, NULL);
  g_assert_true (om_json_scanner_skip (scanner, token, raw, NULL));
  g_assert_cmpstr (raw->str, ==, "{\"x\": [1, {\"y\": 2}]}");
  g_assert_cmpint (om_json_scanner_next (scanner, NULL), ==, OM_JSON_NAME);
  g_assert_cmpstr (om_json_scanner_get_string (scanner), ==, "b");
  g_string_truncate (raw, 0);
  token = om_json_scanner_next (scanner, NULL);
  g_assert_true (om_json_scanner_skip (scanner, token, raw, NULL));
  g_assert_cmpstr (raw->str, ==, "\"two\"");
}

static void
test_depth (void)
{
  g_autoptr (GString) bomb = g_string_new (NULL);
  g_autofree char *tokens = NULL;
  g_autofree char *allowed = NULL;

  for (int i = 0; i < 1000000; i++)
    g_string_append_c (bomb, '[');
  tokens = tokens_of (bomb->str);
  g_assert_cmpuint (strlen (tokens), ==, OM_JSON_MAX_DEPTH + 2);

  g_string_truncate (bomb, OM_JSON_MAX_DEPTH);
  for (int i = 0; i < OM_JSON_MAX_DEPTH; i++)
    g_string_append_c (bomb, ']');
  allowed = tokens_of (bomb->str);
  g_assert_true (g_str_has_suffix (allowed, "]."));
}

static void
test_settings (void)
{
  const char *json = "{\"folder\":\"Daily\", \"n\": 3, \"deep\": {\"folder\": \"no\"}, "
                     "\"format\":\"YYYY\"}";
  g_autoptr (GHashTable) strings = om_json_read_strings (json, strlen (json));
  g_autoptr (GHashTable) none = om_json_read_strings ("[\"a\"]", 5);
  g_autoptr (GHashTable) broken = om_json_read_strings ("{\"a\":\"b\",", 9);

  g_assert_cmpuint (g_hash_table_size (strings), ==, 2);
  g_assert_cmpstr (g_hash_table_lookup (strings, "folder"), ==, "Daily");
  g_assert_cmpuint (g_hash_table_size (none), ==, 0);
  g_assert_cmpstr (g_hash_table_lookup (broken, "a"), ==, "b");
}

void
test_add_json_scanner (void)
{
  g_test_add_func ("/archive/json-scanner/tokens", test_tokens);
  g_test_add_func ("/archive/json-scanner/strings", test_strings);
  g_test_add_func ("/archive/json-scanner/skip", test_skip);
  g_test_add_func ("/archive/json-scanner/depth", test_depth);
  g_test_add_func ("/archive/json-scanner/settings", test_settings);
}
