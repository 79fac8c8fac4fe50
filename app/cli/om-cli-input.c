/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts from arguments, standard input and files. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "cli/om-cli-input.h"

#include <gio/gunixinputstream.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define BYTE_ORDER_MARK "\xEF\xBB\xBF"

/**
 * om_cli_check_utf8:
 * @what: what holds the bytes, as a message names it
 * @error: return location, %OM_ERROR_ENCODING
 *
 * Returns: %TRUE if @bytes are UTF-8 without NUL
 */
gboolean
om_cli_check_utf8 (const char  *bytes,
                   gsize        length,
                   const char  *what,
                   GError     **error)
{
  const char *end;

  if (g_utf8_validate_len (bytes, length, &end))
    return TRUE;

  if (*end == '\0')
    g_set_error (error, OM_ERROR, OM_ERROR_ENCODING,
                 _("%s is not text: byte %zu (counted from 0) is NUL."), what,
                 (gsize) (end - bytes));
  else
    g_set_error (error, OM_ERROR, OM_ERROR_ENCODING,
                 _("%s is not UTF-8: byte %zu (counted from 0) is 0x%02X. Convert it first, for "
                   "example with iconv -f WINDOWS-1252 -t UTF-8."),
                 what, (gsize) (end - bytes), (guint) (guchar) *end);
  return FALSE;
}

/** om_cli_is_blank: nothing in it that could be kept: blanks and signs of no width alone. */
gboolean
om_cli_is_blank (const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (!g_unichar_isspace (c) && !g_unichar_iszerowidth (c) && !g_unichar_iscntrl (c))
        return FALSE;
    }
  return TRUE;
}

/* Takes off the byte order mark and the line end of the last line, and brings CRLF and CR to LF;
 * nothing else of a text is touched. */
static char *
clean (GString *raw)
{
  GString *out = g_string_sized_new (raw->len);
  const char *p = raw->str;

  if (g_str_has_prefix (p, BYTE_ORDER_MARK))
    p += strlen (BYTE_ORDER_MARK);
  for (; *p != '\0'; p++)
    {
      if (*p != '\r')
        g_string_append_c (out, *p);
      else if (p[1] != '\n')
        g_string_append_c (out, '\n');
    }
  if (out->len > 0 && out->str[out->len - 1] == '\n')
    g_string_truncate (out, out->len - 1);
  return g_string_free (out, FALSE);
}

static gboolean
read_all (GInputStream  *stream,
          GString       *out,
          GCancellable  *cancellable,
          GError       **error)
{
  char buffer[65536];
  gssize n;

  while ((n = g_input_stream_read (stream, buffer, sizeof buffer, cancellable, error)) > 0)
    g_string_append_len (out, buffer, n);
  return n == 0;
}

/**
 * om_cli_read_stdin:
 *
 * Returns: (transfer full) (nullable): everything from standard input, checked
 */
char *
om_cli_read_stdin (OmCli   *cli,
                   GError **error)
{
  g_autoptr (GInputStream) stream = g_unix_input_stream_new (STDIN_FILENO, FALSE);
  GString *raw = g_string_new (NULL);
  char *text = NULL;

  if (isatty (STDIN_FILENO) && isatty (STDERR_FILENO))
    fputs (_("Write, then press Ctrl+D on an empty line. Ctrl+C drops it.\n"), stderr);
  if (read_all (stream, raw, cli->cancellable, error) &&
      om_cli_check_utf8 (raw->str, raw->len, _("The text from standard input"), error))
    text = clean (raw);
  g_string_free (raw, TRUE);
  return text;
}

/**
 * om_cli_read_file:
 *
 * Returns: (transfer full) (nullable): the text of a file, checked
 */
char *
om_cli_read_file (OmCli       *cli,
                  const char  *path,
                  GError     **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileInputStream) stream = NULL;
  g_autoptr (GError) local_error = NULL;
  g_autofree char *what = g_strdup_printf (_("The file “%s”"), path);
  GString *raw = g_string_new (NULL);
  char *text = NULL;

  stream = g_file_read (file, cli->cancellable, &local_error);
  if (stream != NULL && read_all (G_INPUT_STREAM (stream), raw, cli->cancellable, &local_error))
    {
      if (om_cli_check_utf8 (raw->str, raw->len, what, error))
        text = clean (raw);
    }
  else if (g_error_matches (local_error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_propagate_error (error, g_steal_pointer (&local_error));
  else
    om_cli_set_input_error (error, _("The file “%s” cannot be read: %s"), path,
                            local_error->message);
  g_string_free (raw, TRUE);
  return text;
}

/** om_cli_join_words: the arguments as one text, with a blank between two. */
char *
om_cli_join_words (char **words)
{
  return words != NULL ? g_strjoinv (" ", words) : g_strdup ("");
}

/**
 * om_cli_read_text:
 * @words: (nullable): the text as arguments; none, or `-` alone, is standard input
 * @file: (nullable): --file
 *
 * Returns: (transfer full) (nullable): the text, which is not blank
 */
char *
om_cli_read_text (OmCli       *cli,
                  char       **words,
                  const char  *file,
                  GError     **error)
{
  g_autofree char *text = NULL;
  gboolean no_words = words == NULL || words[0] == NULL;

  if (file != NULL && !no_words)
    {
      om_cli_set_usage_error (error, _("Give the text or --file, not both."));
      return NULL;
    }

  if (file != NULL)
    text = om_cli_read_file (cli, file, error);
  else if (no_words || (g_str_equal (words[0], "-") && words[1] == NULL))
    text = om_cli_read_stdin (cli, error);
  else
    text = om_cli_join_words (words);
  if (text == NULL)
    return NULL;
  if (om_cli_is_blank (text))
    {
      om_cli_set_input_error (error, _("The text is empty; there is nothing to remember. Give it "
                                       "as words, through standard input or with --file."));
      return NULL;
    }
  return g_steal_pointer (&text);
}

/**
 * om_cli_check_can_ask:
 * @refusal: what to say where nobody can be asked
 * @error: return location
 *
 * Returns: %TRUE if there is a person at a terminal
 */
gboolean
om_cli_check_can_ask (const char  *refusal,
                      GError     **error)
{
  if (isatty (STDIN_FILENO) && isatty (STDERR_FILENO))
    return TRUE;

  om_cli_set_usage_error (error, "%s", refusal);
  return FALSE;
}

/**
 * om_cli_confirm:
 * @question: with what can be answered
 * @refused: what to say if it is not y, or the letter for yes in the language of the program
 * @error: return location, %G_IO_ERROR_CANCELLED
 *
 * Asks on the terminal, and lets Ctrl+C be an answer.
 *
 * Returns: %TRUE for yes
 */
gboolean
om_cli_confirm (OmCli       *cli,
                const char  *question,
                const char  *refused,
                GError     **error)
{
  g_autoptr (GInputStream) input = g_unix_input_stream_new (STDIN_FILENO, FALSE);
  /* Translators: the letter, small, that says yes to a question ending in [y/N]; y always does, too */
  const char *yes = C_("answer", "y");
  g_autofree char *capital = g_utf8_strup (yes, -1);
  char answer[16] = "";

  fputs (question, stderr);
  if (g_input_stream_read (input, answer, sizeof answer - 1, cli->cancellable, NULL) > 0 &&
      (answer[0] == 'y' || answer[0] == 'Y' || g_str_has_prefix (answer, yes) ||
       g_str_has_prefix (answer, capital)))
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, refused);
  return FALSE;
}
