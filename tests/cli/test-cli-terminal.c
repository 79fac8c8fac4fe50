/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is different on a terminal: bold words, wrapped lines, control characters made harmless. */
#include "config.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "cli/om-test-command.h"

void test_cli_terminal_add (void);

/* Runs on a terminal of 80 columns; returns what it showed. */
static char *
on_terminal (OmTestHome        *home,
             const char *const *arguments)
{
  g_autofree char *slave = NULL;
  int terminal = om_test_open_terminal (&slave);
  g_autoptr (GSubprocess)
    process = om_test_spawn (home, G_SUBPROCESS_FLAGS_NONE,
                             open (slave, O_RDWR | O_NOCTTY | O_CLOEXEC), -1, arguments);
  GString *out = g_string_new (NULL);
  g_autofree char *part = NULL;

  do
    {
      g_free (part);
      part = om_test_read_terminal (terminal);
      g_string_append (out, part);
    }
  while (*part != '\0');
  close (terminal);
  g_subprocess_wait (process, NULL, NULL);
  g_assert_cmpint (om_test_status (process), ==, 0);
  g_string_replace (out, "\r\n", "\n", 0);
  return g_string_free (out, FALSE);
}

static void
test_bold (OmTestHome    *home,
           gconstpointer  unused)
{
  const char *arguments[] = { "search", "heron", NULL };
  g_autofree char *bold = NULL;
  g_autofree char *no_color = NULL;
  g_autofree char *dumb = NULL;
  g_autoptr (OmTestRun) pipe = NULL;

  g_free (om_test_add (home, "A heron at the second lock.", NULL));
  bold = on_terminal (home, arguments);
  pipe = om_test_run_v (home, NULL, arguments);
  om_assert_has (bold, "A \033[1mheron\033[22m at the second lock.");
  om_assert_has_not (pipe->out, "\033");
  om_test_home_setenv (home, "NO_COLOR", "1");
  no_color = on_terminal (home, arguments);
  om_assert_has_not (no_color, "\033");
  om_test_home_setenv (home, "NO_COLOR", NULL);
  om_test_home_setenv (home, "TERM", "dumb");
  dumb = on_terminal (home, arguments);
  om_assert_has_not (dumb, "\033");
}

static void
test_wrapped (OmTestHome    *home,
              gconstpointer  unused)
{
  GString *text = g_string_new (NULL);
  g_autofree char *whole = NULL;
  g_autofree char *id = NULL;
  const char *arguments[] = { "show", NULL, NULL };
  g_autofree char *shown = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (OmTestRun) pipe = NULL;

  for (int i = 0; i < 60; i++)
    g_string_append (text, "canal 家族 ");
  g_string_truncate (text, text->len - 1);
  whole = g_string_free (text, FALSE);
  id = om_test_add (home, whole, NULL);
  arguments[1] = id;

  shown = on_terminal (home, arguments);
  lines = g_strsplit (shown, "\n", 0);
  for (gsize i = 0; lines[i] != NULL; i++)
    {
      guint columns = 0;

      for (const char *p = lines[i]; *p != '\0'; p = g_utf8_next_char (p))
        columns += g_unichar_iswide (g_utf8_get_char (p)) ? 2 : 1;
      g_assert_cmpuint (columns, <=, 80);
    }
  pipe = om_test_run_v (home, NULL, arguments);
  om_assert_has (pipe->out, whole);
}

/* A memory is text, never an instruction to the terminal. */
static void
test_control_characters (OmTestHome    *home,
                         gconstpointer  unused)
{
  g_autofree char *id = om_test_add (
    home, "Evil \033]0;title\007 and \033[31mred\033[0m and %s%n \\033[1m <b>bold</b>", "--title",
    "T\033[2J", "--tag", "x\033y", NULL);
  const char *show[] = { "show", id, NULL };
  const char *list[] = { "list", NULL };
  const char *search[] = { "search", "evil", NULL };
  g_autofree char *shown = NULL;
  g_autofree char *listed = NULL;
  g_autofree char *found = NULL;
  g_autoptr (JsonNode) node = NULL;

  om_test_home_setenv (home, "NO_COLOR", "1");
  shown = on_terminal (home, show);
  listed = on_terminal (home, list);
  found = on_terminal (home, search);
  om_assert_has_not (shown, "\033");
  om_assert_has_not (shown, "\007");
  om_assert_has_not (listed, "\033");
  om_assert_has_not (found, "\033");
  om_assert_has (shown, "␛]0;title␇");
  om_assert_has (shown, "%s%n \\033[1m <b>bold</b>");
  node = om_test_json (home, "show", id, NULL);
  om_assert_has (om_test_string (node, "text"), "\033[31mred\033[0m");
}

/* Standard input and error are the terminal @keyboard; the first is inherited from the test while
 * the command starts. */
static GSubprocess *
spawn_with_keyboard (OmTestHome        *home,
                     int                keyboard,
                     GSubprocessFlags   flags,
                     const char *const *arguments)
{
  int saved = dup (STDIN_FILENO);
  GSubprocess *process;

  dup2 (keyboard, STDIN_FILENO);
  process = om_test_spawn (home, flags | G_SUBPROCESS_FLAGS_STDIN_INHERIT, -1, keyboard, arguments);
  dup2 (saved, STDIN_FILENO);
  close (saved);
  return process;
}

/* Ctrl+C while it waits for the text. */
static void
test_interrupted_input (OmTestHome    *home,
                        gconstpointer  unused)
{
  const char *arguments[] = { "add", NULL };
  g_autofree char *slave = NULL;
  g_autofree char *hint = NULL;
  g_autofree char *answer = NULL;
  int terminal = om_test_open_terminal (&slave);
  int keyboard = open (slave, O_RDWR | O_NOCTTY | O_CLOEXEC);
  g_autoptr (GSubprocess)
    process = spawn_with_keyboard (home, keyboard, G_SUBPROCESS_FLAGS_NONE, arguments);

  hint = om_test_read_terminal (terminal);
  om_assert_has (hint, "Ctrl+D");
  g_subprocess_send_signal (process, SIGINT);
  answer = om_test_read_terminal (terminal);
  g_subprocess_wait (process, NULL, NULL);
  close (terminal);
  g_assert_cmpint (om_test_status (process), ==, 130);
  om_assert_has (answer, "openmemory: ");
  g_assert_false (g_file_test (home->store, G_FILE_TEST_EXISTS));
}

/* Runs with a terminal for standard input and error, types an answer to what it asks. */
static int
answer_with (OmTestHome        *home,
             const char *const *arguments,
             const char        *typed)
{
  g_autofree char *slave = NULL;
  g_autofree char *question = NULL;
  int terminal = om_test_open_terminal (&slave);
  int keyboard = open (slave, O_RDWR | O_NOCTTY | O_CLOEXEC);
  g_autoptr (GSubprocess)
    process = spawn_with_keyboard (home, keyboard, G_SUBPROCESS_FLAGS_STDOUT_SILENCE, arguments);

  question = om_test_read_terminal (terminal);
  om_assert_has (question, "[y/N]");
  g_assert_cmpint (write (terminal, typed, strlen (typed)), ==, (gssize) strlen (typed));
  g_subprocess_wait (process, NULL, NULL);
  close (terminal);
  return om_test_status (process);
}

static void
test_purge_asks (OmTestHome    *home,
                 gconstpointer  unused)
{
  g_autofree char *id = om_test_add (home, "Shall it go?", NULL);
  const char *arguments[] = { "rm", "--purge", id, NULL };

  g_assert_cmpint (answer_with (home, arguments, "n\n"), ==, 130);
  g_assert_cmpint (answer_with (home, arguments, "\n"), ==, 130);
  g_assert_cmpuint (om_test_count (home), ==, 1);
  g_assert_cmpint (answer_with (home, arguments, "y\n"), ==, 0);
  g_assert_cmpuint (om_test_count (home), ==, 0);
}

static void
test_rest_asks (OmTestHome    *home,
                gconstpointer  unused)
{
  g_autofree char *id = om_test_add (home, "Shall it rest?", "--pin", NULL);
  const char *arguments[] = { "rest", id, NULL };
  g_autoptr (JsonNode) awake = NULL;
  g_autoptr (JsonNode) resting = NULL;

  g_assert_cmpint (answer_with (home, arguments, "n\n"), ==, 130);
  awake = om_test_json (home, "show", id, NULL);
  g_assert_cmpstr (om_test_string (awake, "vividness"), ==, "vivid");
  g_assert_cmpint (answer_with (home, arguments, "y\n"), ==, 0);
  resting = om_test_json (home, "show", id, NULL);
  g_assert_cmpstr (om_test_string (resting, "vividness"), ==, "resting");
}

/* What cannot be written is said, on a full device as well. */
static void
test_output_lost (OmTestHome    *home,
                  gconstpointer  unused)
{
  const char *arguments[] = { "help", NULL };
  g_autoptr (GSubprocess)
    process = om_test_spawn (home, G_SUBPROCESS_FLAGS_STDERR_PIPE,
                             open ("/dev/full", O_WRONLY | O_CLOEXEC), -1, arguments);
  g_autofree char *err = NULL;

  g_subprocess_communicate_utf8 (process, NULL, NULL, NULL, &err, NULL);
  g_assert_cmpint (om_test_status (process), ==, 7);
  om_assert_has (err, "could not be written");
}

void
test_cli_terminal_add (void)
{
  om_test_add_case ("/cli/terminal/bold", test_bold);
  om_test_add_case ("/cli/terminal/wrapped", test_wrapped);
  om_test_add_case ("/cli/terminal/control-characters", test_control_characters);
  om_test_add_case ("/cli/terminal/interrupted-input", test_interrupted_input);
  om_test_add_case ("/cli/terminal/purge-asks", test_purge_asks);
  om_test_add_case ("/cli/terminal/rest-asks", test_rest_asks);
  om_test_add_case ("/cli/terminal/output-lost", test_output_lost);
}
