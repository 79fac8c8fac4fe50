/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kill -9 while somebody types: what was typed more than two seconds and a half before is stored. A
 * child of this program shows the window and types numbered words; it says when it typed which. */
#include "config.h"

#include <json-glib/json-glib.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "test-views.h"
#include "views/om-today-page.h"

#define KILLS 10
#define WORD_EVERY_MS 40
/* Two seconds until a change is saved, and what the saving itself takes. */
#define MOST_LOST_US (2500 * 1000)

/* The child -------------------------------------------------------------------------------------- */

typedef struct
{
  OmSheet *sheet; /* (not owned) */
  guint    words;
} Typist;

static gboolean
type_cb (gpointer data)
{
  Typist *self = data;
  g_autofree char *word = g_strdup_printf ("w%u ", self->words);

  test_type (self->sheet, word);
  /* The parent's clock is the same one. */
  printf ("%u %" G_GINT64_FORMAT "\n", self->words, g_get_monotonic_time ());
  fflush (stdout);
  self->words++;
  return G_SOURCE_CONTINUE;
}

/** test_kill_type: types into the window over the store at @path until it is killed. */
void
test_kill_type (const char *path)
{
  g_autoptr (OmSession) session = om_session_new (path, FALSE);
  OmWindow *window = om_window_new (GTK_APPLICATION (test_application ()), session);
  Typist self = { 0 };

  gtk_window_present (GTK_WINDOW (window));
  om_session_open (session);
  self.sheet = om_today_page_get_sheet (OM_TODAY_PAGE (test_find (GTK_WIDGET (window), OM_TYPE_TODAY_PAGE, 0)));
  g_timeout_add (WORD_EVERY_MS, type_cb, &self);
  while (TRUE)
    g_main_context_iteration (NULL, TRUE);
}

/* The parent ------------------------------------------------------------------------------------- */

/* The text of the only memory in the store, by the command; empty if there is none. */
static char *
dup_stored (const char *path)
{
  g_autoptr (GSubprocess) command = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *out = NULL;
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonArray *array;

  command = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, g_getenv ("OPENMEMORY_COMMAND"),
                              "--store", path, "--json", "list", NULL);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_communicate_utf8 (command, NULL, NULL, &out, NULL, &error));
  g_assert_true (g_subprocess_get_if_exited (command));
  g_assert_cmpint (g_subprocess_get_exit_status (command), ==, 0);
  json_parser_load_from_data (parser, out, -1, &error);
  g_assert_no_error (error);
  array = json_node_get_array (json_parser_get_root (parser));
  g_assert_cmpuint (json_array_get_length (array), <=, 1);
  if (json_array_get_length (array) == 0)
    return g_strdup ("");
  return g_strdup (json_object_get_string_member (json_array_get_object_element (array, 0), "text"));
}

/* One life and death. Returns by how much it fell behind, in microseconds. */
static gint64
kill_once (Fixture *fixture,
           int      round)
{
  g_autofree char *name = g_strdup_printf ("killed-%d.db", round);
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  g_autoptr (GSubprocess) child = NULL;
  g_autoptr (GDataInputStream) lines = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autofree char *text = NULL;
  guint at = (guint) g_test_rand_int_range (MOST_LOST_US / 1000 / WORD_EVERY_MS, 3 * MOST_LOST_US / 1000 / WORD_EVERY_MS);
  gint64 killed;
  guint saved = 0;

  child = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, "/proc/self/exe", "--type-into", path, NULL);
  g_assert_no_error (error);
  lines = g_data_input_stream_new (g_subprocess_get_stdout_pipe (child));
  while (times->len < at)
    {
      g_autofree char *line = g_data_input_stream_read_line (lines, NULL, NULL, &error);
      gint64 time;
      char *end;

      g_assert_no_error (error);
      g_assert_nonnull (line);
      g_assert_cmpuint (g_ascii_strtoull (line, &end, 10), ==, times->len);
      time = g_ascii_strtoll (end, NULL, 10);
      g_array_append_val (times, time);
    }
  killed = g_get_monotonic_time ();
  g_subprocess_send_signal (child, SIGKILL);
  g_assert_true (g_subprocess_wait (child, NULL, &error));

  text = dup_stored (path);
  for (; saved < times->len; saved++)
    {
      g_autofree char *word = g_strdup_printf ("w%u ", saved);

      if (strstr (text, word) == NULL)
        break;
    }
  return saved < times->len ? killed - g_array_index (times, gint64, saved) : 0;
}

static void
test_killed (Fixture      *fixture,
             gconstpointer data)
{
  gint64 longest = 0;

  for (int i = 0; i < KILLS; i++)
    {
      gint64 lost = kill_once (fixture, i);

      longest = MAX (longest, lost);
      if (lost > MOST_LOST_US)
        g_error ("killed in round %d: words of the last %" G_GINT64_FORMAT " ms are missing", i, lost / 1000);
    }
  g_test_message ("at most the words of the last %" G_GINT64_FORMAT " ms were missing after %d kills", longest / 1000,
                  KILLS);
}

void
test_kill_add (void)
{
  g_test_add ("/views/kill/typing", Fixture, NULL, fixture_set_up, test_killed, fixture_tear_down);
}
