/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes to text: marks, UTF-16, line ends, refusals. */
#include "config.h"

#include "archive-support.h"

#include <string.h>

#include "archive/om-source-text.h"
#include "archive/om-text-edges.h"
#include "memory/om-error.h"

#define BYTES(literal) (const guint8 *) literal, sizeof literal - 1

static void
assert_text (const guint8 *bytes,
             gsize         n_bytes,
             const char   *wanted,
             guint         n_replaced)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OmSourceText) text = om_source_text_decode (bytes, n_bytes, FALSE, "a file", &error);

  g_assert_no_error (error);
  g_assert_cmpstr (text->text, ==, wanted);
  g_assert_cmpuint (text->length, ==, strlen (wanted));
  g_assert_cmpuint (text->n_replaced, ==, n_replaced);
  g_assert_false (text->guessed);
}

static void
assert_refused (const guint8 *bytes,
                gsize         n_bytes,
                int           code,
                const char   *mention)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OmSourceText) text = om_source_text_decode (bytes, n_bytes, FALSE, "a file", &error);

  g_assert_null (text);
  g_assert_error (error, OM_ERROR, code);
  if (strstr (error->message, mention) == NULL)
    g_error ("“%s” does not mention “%s”", error->message, mention);
}

static void
test_encodings (void)
{
  assert_text (BYTES (""), "", 0);
  assert_text (BYTES ("caf\xC3\xA9"), "café", 0);
  assert_text (BYTES ("\xEF\xBB\xBFx\xEF\xBB\xBFy"), "x\xEF\xBB\xBFy", 0);
  assert_text (BYTES ("\xFF\xFE\xE9\0\x3D\xD8\x00\xDE"), "é😀", 0);
  assert_text (BYTES ("\xFE\xFF\0\xE9\xD8\x3D\xDE\x00"), "é😀", 0);
  assert_text (BYTES ("\xFF\xFE"), "", 0);
}

static void
test_line_ends (void)
{
  assert_text (BYTES ("a\r\nb\rc\nd\r"), "a\nb\nc\nd\n", 0);
  assert_text (BYTES ("\r\r\n\n"), "\n\n\n", 0);
  assert_text (BYTES ("\xFF\xFE" "a\0\r\0\n\0b\0"), "a\nb", 0);
}

/* NUL and lone surrogates become U+FFFD and are counted; a pair written as six bytes is the letter
 * it means. */
static void
test_replaced (void)
{
  assert_text (BYTES ("a\0b\0"), "a�b�", 2);
  assert_text (BYTES ("x\xED\xA0\xBDy"), "x�y", 1);
  assert_text (BYTES ("x\xED\xB8\x80y"), "x�y", 1);
  assert_text (BYTES ("\xED\xA0\xBD\xED\xB8\x80"), "😀", 0);
  assert_text (BYTES ("\xED\xA0\xBD\xED\xA0\xBD\xED\xB8\x80"), "�😀", 1);
  assert_text (BYTES ("\xFF\xFE\x3D\xD8" "a\0"), "�a", 1);
  assert_text (BYTES ("\xFF\xFE\x00\xDE" "a\0\0\0"), "�a�", 2);
}

static void
test_refused (void)
{
  g_autoptr (OmSourceText) cut = NULL;

  assert_refused (BYTES ("[2024-05-01 08:00] Caf\xE9 in Latin-1\n"), OM_ERROR_ENCODING, "22");
  assert_refused (BYTES ("\xEF\xBB\xBF" "caf\xE9"), OM_ERROR_ENCODING, "offset 6");
  assert_refused (BYTES ("ok \xF5\x80\x80\x80"), OM_ERROR_ENCODING, "offset 3");
  assert_refused (BYTES ("cut \xF0\x9F\x98"), OM_ERROR_ENCODING, "offset 4");
  assert_refused (BYTES ("over\xC0\xAFlong"), OM_ERROR_ENCODING, "offset 4");
  assert_refused (BYTES ("\xFF\xFE" "a\0b"), OM_ERROR_ENCODING, "byte 4");
  assert_refused (BYTES ("\xFF\xFE\0\0a\0\0\0"), OM_ERROR_ENCODING, "UTF-32");
  assert_refused (BYTES ("T\0h\0e\0 \0b\0l\0u\0e\0 \0d\0o\0o\0r\0 \0s\0t\0i\0"),
                  OM_ERROR_ENCODING, "UTF-16");
  assert_refused (BYTES ("gAAAAABVIHB7tnwKExG7aC5Z"), OM_ERROR_INVALID, "jrnl --decrypt");
  assert_refused (BYTES ("JRNLv3.0eyJzYWx0"), OM_ERROR_INVALID, "encrypted");
  assert_refused (BYTES ("-----BEGIN PGP MESSAGE-----\n"), OM_ERROR_INVALID, "OpenPGP");

  /* Cut off in the middle, and wanted all the same. */
  cut = om_source_text_decode (BYTES ("\xFF\xFE" "a\0b"), TRUE, "a file", NULL);
  g_assert_cmpstr (cut->text, ==, "a�");
  g_assert_cmpuint (cut->n_replaced, ==, 1);
}

static void
test_guessed (void)
{
  g_autoptr (OmSourceText) text = NULL;
  g_autoptr (OmSourceText) utf8 = NULL;

  text = om_source_text_decode (BYTES ("\x80 caf\xE9 \x93x\x94 \x81\r\n\0"), TRUE, "a file", NULL);
  utf8 = om_source_text_decode (BYTES ("caf\xC3\xA9"), TRUE, "a file", NULL);
  g_assert_cmpstr (text->text, ==, "€ café “x” \xC2\x81\n�");
  g_assert_true (text->guessed);
  g_assert_cmpuint (text->n_replaced, ==, 1);
  g_assert_cmpstr (utf8->text, ==, "café");
  g_assert_false (utf8->guessed);
}

/* What is no text in any encoding is not guessed to be one. */
static void
test_no_text (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (guint n = 256; n <= 65536; n *= 4)
    {
      g_autofree guint8 *bytes = g_malloc (n);

      for (gboolean guess = FALSE; guess <= TRUE; guess++)
        {
          g_autoptr (OmSourceText) text = NULL;
          g_autoptr (GError) error = NULL;

          for (guint i = 0; i < n; i++)
            bytes[i] = (guint8) g_rand_int_range (random, 0, 256);
          memcpy (bytes, "\x89PNG\r\n\x1a\n", 8);
          text = om_source_text_decode (bytes, n, guess, "a.txt", &error);
          g_assert_null (text);
          g_assert_error (error, OM_ERROR, OM_ERROR_UNRECOGNISED);
        }
    }
}

static void
test_strip (void)
{
  const char *text = " \n\t\n    code\n text \n ";
  gsize length = strlen (text);
  const char *all = " \xC2\xA0\xE2\x80\x8B\n";
  gsize all_length = strlen (all);

  om_text_strip_lines (&text, &length);
  g_assert_cmpint (length, ==, strlen ("    code\n text"));
  g_assert_true (g_str_has_prefix (text, "    code\n text"));
  om_text_strip (&text, &length);
  g_assert_cmpint (length, ==, strlen ("code\n text"));

  g_assert_true (om_text_is_blank (all, all_length));
  g_assert_true (om_text_is_blank ("", 0));
  g_assert_false (om_text_is_blank ("\xE2\x80\x8B.", 4));
  om_text_strip (&all, &all_length);
  g_assert_cmpuint (all_length, ==, 0);
}

void
test_add_source_text (void)
{
  g_test_add_func ("/archive/source-text/encodings", test_encodings);
  g_test_add_func ("/archive/source-text/line-ends", test_line_ends);
  g_test_add_func ("/archive/source-text/replaced", test_replaced);
  g_test_add_func ("/archive/source-text/refused", test_refused);
  g_test_add_func ("/archive/source-text/guessed", test_guessed);
  g_test_add_func ("/archive/source-text/no-text", test_no_text);
  g_test_add_func ("/archive/source-text/strip", test_strip);
}
