/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A text in pieces is the text as a whole, wherever the pieces end; and JSON read from it. */
#include "config.h"

#include "archive-support.h"

#include <string.h>

#include "archive/om-json-scanner.h"
#include "archive/om-source-text.h"
#include "archive/om-text-stream.h"
#include "memory/om-error.h"

#define PIECE (256 * 1024)

/* All pieces of a text, or NULL with @error. */
static GString *
read_pieces (const char *bytes,
             gsize       n_bytes,
             gboolean    guess,
             GError    **error)
{
  g_autoptr (GInputStream) input =
      g_memory_input_stream_new_from_data (bytes, (gssize) n_bytes, NULL);
  g_autoptr (OmTextStream) stream = om_text_stream_new (input, "a.txt", guess, NULL);
  g_autoptr (GString) all = g_string_new (NULL);
  const char *text;
  gsize length;

  do
    {
      if (!om_text_stream_next (stream, &text, &length, error))
        return NULL;
      g_assert_true (g_utf8_validate (text, (gssize) length, NULL));
      g_string_append_len (all, text, (gssize) length);
    }
  while (length > 0);
  return g_steal_pointer (&all);
}

static void
check_same (const char *bytes,
            gsize       n_bytes)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OmSourceText) whole =
      om_source_text_decode ((const guint8 *) bytes, n_bytes, FALSE, "a.txt", &error);
  g_autoptr (GString) pieces = NULL;

  g_assert_no_error (error);
  pieces = read_pieces (bytes, n_bytes, FALSE, &error);
  g_assert_no_error (error);
  g_assert_true (g_str_equal (pieces->str, whole->text));
}

/* A letter lies across the end of the piece in every possible way. */
static void
test_cuts (void)
{
  static const char *const letters[] = {
    "é", "桜", "👩", "x", "\xED\xA0\xBD\xED\xB1\xA9" /* the same as two surrogates */, "\xED\xA0\xBDx",
  };

  for (guint l = 0; l < G_N_ELEMENTS (letters); l++)
    {
      for (gsize before = PIECE - 8; before <= PIECE + 1; before++)
        {
          g_autoptr (GString) text = g_string_new (NULL);

          while (text->len < before)
            g_string_append_c (text, 'a');
          for (int i = 0; i < 20; i++)
            g_string_append (text, letters[l]);
          check_same (text->str, text->len);
        }
    }
  check_same ("", 0);
  check_same ("\xEF\xBB\xBFx", 4);
  check_same ("\xEF\xBB\xBF", 3);
}

static void
test_utf16_cuts (void)
{
  for (int extra = 0; extra < 3; extra++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autofree char *bytes = NULL;
      gsize n_bytes;

      while (text->len < PIECE / 2 - 3 + (gsize) extra)
        g_string_append_c (text, 'a');
      for (int i = 0; i < 20; i++)
        g_string_append (text, "👩é");
      bytes = g_convert (text->str, (gssize) text->len, "UTF-16", "UTF-8", NULL, &n_bytes, NULL);
      g_assert_nonnull (bytes);
      check_same (bytes, n_bytes);
    }
}

/* The offset of a bad byte is that in the file, in whichever piece it lies. */
static void
test_bad_bytes (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) guessed = NULL;

  while (text->len < 3 * PIECE)
    g_string_append (text, "aä");
  g_string_append (text, "\x80 \xE9\xE9 end");
  g_assert_null (read_pieces (text->str, text->len, FALSE, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_ENCODING);
  g_assert_nonnull (strstr (error->message, "offset 786432"));
  g_clear_error (&error);

  guessed = read_pieces (text->str, text->len, TRUE, &error);
  g_assert_no_error (error);
  g_assert_true (g_str_has_suffix (guessed->str, "aä€ éé end"));

  g_assert_null (read_pieces ("\xFF\xFE" "a\0b", 5, FALSE, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_ENCODING);
  g_clear_error (&error);
  g_assert_null (read_pieces ("gAAAAABVIH", 10, TRUE, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
}

static void
append_token (GString       *out,
              OmJsonScanner *scanner,
              OmJsonToken    token)
{
  g_string_append_printf (out, "%d:%u:%s\n", token, om_json_scanner_get_line (scanner),
                          token >= OM_JSON_NAME && token <= OM_JSON_NUMBER
                            ? om_json_scanner_get_string (scanner)
                            : "");
}

/* Every token, wherever the pieces end, is that of the text as a whole. */
static void
test_json_in_pieces (void)
{
  g_autoptr (GString) json = g_string_new ("[\n");
  g_autoptr (GPtrArray) raws = g_ptr_array_new_with_free_func (g_free);

  for (int i = 0; json->len < 2 * PIECE + 1000; i++)
    g_string_append_printf (json, "%s{\"a%d\": [%d.5e3, true, null, \"\\ud83d\\udc69 \\u00e9\\n 桜\"],\n "
                            "\"b\": {\"c\": \"%.*s\"}}", i > 0 ? "," : "", i, i, i % 97,
                            "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
                            "xxxxxxxxxxxxxxxxxxxxxxxx");
  g_string_append (json, "]");

  for (int pieces = 0; pieces < 2; pieces++)
    {
      g_autoptr (GInputStream) input =
          g_memory_input_stream_new_from_data (json->str, (gssize) json->len, NULL);
      g_autoptr (OmTextStream) stream = om_text_stream_new (input, "a.json", FALSE, NULL);
      g_autoptr (OmJsonScanner) scanner = pieces ? om_json_scanner_new_for_stream (stream)
                                                 : om_json_scanner_new (json->str, json->len);
      g_autoptr (GError) error = NULL;
      GString *out = g_string_new (NULL);
      OmJsonToken token;

      do
        {
          token = om_json_scanner_next (scanner, &error);
          g_assert_no_error (error);
          append_token (out, scanner, token);
          if (token == OM_JSON_OBJECT_START && out->len % 3 == 0)
            g_assert_true (om_json_scanner_skip (scanner, token, out, &error));
        }
      while (token != OM_JSON_END);
      g_ptr_array_add (raws, g_string_free (out, FALSE));
    }
  g_assert_true (g_str_equal (raws->pdata[0], raws->pdata[1]));
}

/* What the stream has to say is said, and not that the JSON is cut. */
static void
test_json_of_bad_stream (void)
{
  g_autoptr (GInputStream) input = g_memory_input_stream_new_from_data ("[\"caf\xE9\"]", 8, NULL);
  g_autoptr (OmTextStream) stream = om_text_stream_new (input, "a.json", FALSE, NULL);
  g_autoptr (OmJsonScanner) scanner = om_json_scanner_new_for_stream (stream);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (om_json_scanner_next (scanner, &error), ==, OM_JSON_FAILED);
  g_assert_error (error, OM_ERROR, OM_ERROR_ENCODING);
}

/* One value of a hundred megabytes is neither kept nor a reason to fail. */
static void
test_json_large_raw (void)
{
  g_autoptr (GString) json = g_string_new ("{\"a\": [");
  g_autoptr (OmJsonScanner) scanner = NULL;
  g_autoptr (GString) raw = g_string_new ("x");

  for (int i = 0; i < 400000; i++)
    g_string_append (json, i > 0 ? ",12345" : "1");
  g_string_append (json, "], \"b\": 1}");
  scanner = om_json_scanner_new (json->str, json->len);
  g_assert_cmpint (om_json_scanner_next (scanner, NULL), ==, OM_JSON_OBJECT_START);
  g_assert_cmpint (om_json_scanner_next (scanner, NULL), ==, OM_JSON_NAME);
  g_assert_true (om_json_scanner_skip (scanner, om_json_scanner_next (scanner, NULL), raw, NULL));
  g_assert_cmpstr (raw->str, ==, "x\"…\"");
  g_assert_cmpuint (om_json_scanner_get_n_left_out (scanner), ==, 1);
  g_assert_cmpint (om_json_scanner_next (scanner, NULL), ==, OM_JSON_NAME);
  g_assert_cmpstr (om_json_scanner_get_string (scanner), ==, "b");
}

void
test_add_text_stream (void)
{
  g_test_add_func ("/archive/text-stream/cuts", test_cuts);
  g_test_add_func ("/archive/text-stream/utf16-cuts", test_utf16_cuts);
  g_test_add_func ("/archive/text-stream/bad-bytes", test_bad_bytes);
  g_test_add_func ("/archive/text-stream/json-in-pieces", test_json_in_pieces);
  g_test_add_func ("/archive/text-stream/json-of-bad-stream", test_json_of_bad_stream);
  g_test_add_func ("/archive/text-stream/json-large-raw", test_json_large_raw);
}
