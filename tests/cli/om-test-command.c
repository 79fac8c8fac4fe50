/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the real command in a home folder of its own, and looks at what it did. */
#include "config.h"

#include "cli/om-test-command.h"

#include "support/om-test-folder.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <sqlite3.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

/* Nothing these tests wait for takes longer than this unless it hangs. */
#define PATIENCE_MS 60000

static const char *
command (void)
{
  const char *path = g_getenv ("OPENMEMORY_COMMAND");

  g_assert_nonnull (path);
  return path;
}

void
om_test_home_setenv (OmTestHome *home,
                     const char *name,
                     const char *value)
{
  home->environment = value != NULL ? g_environ_setenv (home->environment, name, value, TRUE)
                                    : g_environ_unsetenv (home->environment, name);
}

/** om_test_home_set_up: a home folder without display and bus. */
void
om_test_home_set_up (OmTestHome    *home,
                     gconstpointer  unused)
{
  static const char *const gone[] = {
    "DISPLAY",         "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS",
    "XDG_RUNTIME_DIR", "XDG_DATA_HOME",   "XDG_CONFIG_HOME",
    "XDG_CACHE_HOME",  "XDG_STATE_HOME",  "NO_COLOR",
    "EDITOR",          "VISUAL",          "LC_ALL",
    "LANGUAGE"
  };
  g_autoptr (GError) error = NULL;
  g_autofree char *data = NULL;
  g_autofree char *folder = g_path_get_dirname (command ());
  g_autofree char *path = g_strdup_printf ("%s:%s", folder, g_getenv ("PATH"));

  home->path = g_dir_make_tmp ("openmemory-test-cli-XXXXXX", &error);
  g_assert_no_error (error);
  home->environment = g_get_environ ();
  home->uid = 0;
  home->command = NULL;
  home->file_limit = 0;
  for (gsize i = 0; i < G_N_ELEMENTS (gone); i++)
    om_test_home_setenv (home, gone[i], NULL);
  data = g_build_filename (home->path, "data", NULL);
  om_test_home_setenv (home, "HOME", home->path);
  om_test_home_setenv (home, "XDG_DATA_HOME", data);
  om_test_home_setenv (home, "LANG", "C.UTF-8");
  om_test_home_setenv (home, "TZ", "UTC");
  om_test_home_setenv (home, "TERM", "xterm");
  om_test_home_setenv (home, "PATH", path);
  om_test_home_setenv (home, "TMPDIR", home->path);
  home->store = g_build_filename (data, "openmemory", "memories.db", NULL);
}

void
om_test_home_tear_down (OmTestHome    *home,
                        gconstpointer  unused)
{
  om_test_folder_remove (home->path);
  g_free (home->path);
  g_free (home->store);
  g_free (home->command);
  g_strfreev (home->environment);
}

/**
 * om_test_home_file:
 * @contents: (nullable): what it holds, %NULL to make nothing
 *
 * Returns: (transfer full): the path of a file in the home folder
 */
char *
om_test_home_file (OmTestHome *home,
                   const char *name,
                   const char *contents)
{
  char *path = g_build_filename (home->path, name, NULL);
  g_autoptr (GError) error = NULL;

  if (contents != NULL)
    g_file_set_contents (path, contents, -1, &error);
  g_assert_no_error (error);
  return path;
}

/* Runs in the child before the command does: only what is safe after a fork. */
static void
restrict_child (gpointer data)
{
  const OmTestHome *home = data;
  struct rlimit limit = { .rlim_cur = home->file_limit, .rlim_max = home->file_limit };

  if (home->file_limit != 0)
    {
      /* Not to be killed by the signal, but told by the failing write. */
      signal (SIGXFSZ, SIG_IGN);
      setrlimit (RLIMIT_FSIZE, &limit);
    }
  if (home->uid != 0 && (setgid (home->uid) != 0 || setuid (home->uid) != 0))
    _exit (126);
}

/**
 * om_test_spawn:
 * @out_fd: standard output of the child, taken over, or -1
 * @err_fd: standard error of the child, taken over, or -1
 * @arguments: without the command itself
 *
 * Returns: (transfer full): the running command
 */
GSubprocess *
om_test_spawn (OmTestHome        *home,
               GSubprocessFlags   flags,
               int                out_fd,
               int                err_fd,
               const char *const *arguments)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (flags);
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  GSubprocess *process;

  g_ptr_array_add (argv, (gpointer) (home->command != NULL ? home->command : command ()));
  for (gsize i = 0; arguments[i] != NULL; i++)
    g_ptr_array_add (argv, (gpointer) arguments[i]);
  g_ptr_array_add (argv, NULL);

  g_subprocess_launcher_set_environ (launcher, home->environment);
  g_subprocess_launcher_set_cwd (launcher, home->path);
  if (out_fd >= 0)
    g_subprocess_launcher_take_stdout_fd (launcher, out_fd);
  if (err_fd >= 0)
    g_subprocess_launcher_take_stderr_fd (launcher, err_fd);
  if (home->uid != 0 || home->file_limit != 0)
    g_subprocess_launcher_set_child_setup (launcher, restrict_child, home, NULL);
  process = g_subprocess_launcher_spawnv (launcher, (const char *const *) argv->pdata, &error);
  g_assert_no_error (error);
  return process;
}

/** om_test_status: exit code of a process that has ended, or 128 + signal. */
int
om_test_status (GSubprocess *process)
{
  return g_subprocess_get_if_exited (process) ? g_subprocess_get_exit_status (process)
                                              : 128 + g_subprocess_get_term_sig (process);
}

static char *
text_of (GBytes *bytes)
{
  gsize length = 0;
  const char *data = bytes != NULL ? g_bytes_get_data (bytes, &length) : NULL;

  return data != NULL ? g_strndup (data, length) : g_strdup ("");
}

OmTestRun *
om_test_run_v (OmTestHome        *home,
               GBytes            *input,
               const char *const *arguments)
{
  OmTestRun *run = g_new0 (OmTestRun, 1);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) out = NULL;
  g_autoptr (GBytes) err = NULL;
  g_autoptr (GBytes) nothing = g_bytes_new (NULL, 0);

  process = om_test_spawn (home,
                           G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE |
                             G_SUBPROCESS_FLAGS_STDERR_PIPE,
                           -1, -1, arguments);
  g_subprocess_communicate (process, input != NULL ? input : nothing, NULL, &out, &err, &error);
  /* A command that does not read what it is given closes the pipe early; that is its right. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE))
    g_clear_error (&error);
  g_assert_no_error (error);
  g_subprocess_wait (process, NULL, NULL);
  run->status = om_test_status (process);
  run->out = text_of (out);
  run->err = text_of (err);
  /* Whatever ends otherwise than well says why. */
  if (run->status != 0 && *run->out == '\0' && *run->err == '\0')
    g_error ("%s … ends with %d and without a word", arguments[0] != NULL ? arguments[0] : "it",
             run->status);
  return run;
}

static GPtrArray *
collect (const char *first,
         va_list     rest)
{
  GPtrArray *arguments = g_ptr_array_new ();

  for (const char *argument = first; argument != NULL; argument = va_arg (rest, const char *))
    g_ptr_array_add (arguments, (gpointer) argument);
  return arguments;
}

/**
 * om_test_run:
 * @input: (nullable): standard input
 * @...: arguments
 *
 * Returns: (transfer full): what came of it
 */
OmTestRun *
om_test_run (OmTestHome *home,
             const char *input,
             ...)
{
  g_autoptr (GPtrArray) arguments = NULL;
  g_autoptr (GBytes) bytes = input != NULL ? g_bytes_new (input, strlen (input)) : NULL;
  va_list rest;

  va_start (rest, input);
  arguments = collect (va_arg (rest, const char *), rest);
  va_end (rest);
  g_ptr_array_add (arguments, NULL);
  return om_test_run_v (home, bytes, (const char *const *) arguments->pdata);
}

void
om_test_run_free (OmTestRun *run)
{
  g_free (run->out);
  g_free (run->err);
  g_free (run);
}

/** om_test_parse: text that must be one JSON value. */
JsonNode *
om_test_parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  JsonNode *node = json_from_string (text, &error);

  if (error != NULL || node == NULL)
    g_error ("no JSON: %s\n%s", error != NULL ? error->message : "empty", text);
  return node;
}

const char *
om_test_string (JsonNode   *object,
                const char *name)
{
  return json_object_get_string_member (json_node_get_object (object), name);
}

gint64
om_test_int (JsonNode   *object,
             const char *name)
{
  return json_object_get_int_member (json_node_get_object (object), name);
}

gboolean
om_test_boolean (JsonNode   *object,
                 const char *name)
{
  return json_object_get_boolean_member (json_node_get_object (object), name);
}

/** om_test_length: of an array that is a member, or with @name %NULL of @node itself. */
guint
om_test_length (JsonNode   *node,
                const char *name)
{
  return json_array_get_length (name != NULL
                                  ? json_object_get_array_member (json_node_get_object (node), name)
                                  : json_node_get_array (node));
}

/** om_test_item_string: a string of the object at @place of an array. */
const char *
om_test_item_string (JsonNode   *array,
                     guint       place,
                     const char *name)
{
  return json_object_get_string_member (json_array_get_object_element (json_node_get_array (array),
                                                                       place),
                                        name);
}

/** om_test_array: a member that is an array. */
JsonArray *
om_test_array (JsonNode   *object,
               const char *name)
{
  return json_object_get_array_member (json_node_get_object (object), name);
}

/** om_test_object: a member that is an object. */
JsonObject *
om_test_object (JsonNode   *object,
                const char *name)
{
  return json_object_get_object_member (json_node_get_object (object), name);
}

/** om_test_item: the object at @place of a member that is an array. */
JsonObject *
om_test_item (JsonNode   *object,
              const char *name,
              guint       place)
{
  return json_array_get_object_element (om_test_array (object, name), place);
}

/** om_test_real: a member that is a number. */
double
om_test_real (JsonNode   *object,
                const char *name)
{
  return json_object_get_double_member (json_node_get_object (object), name);
}

/** om_test_add: remembers @text with further arguments; returns (transfer full) the id. */
char *
om_test_add (OmTestHome *home,
             const char *text,
             ...)
{
  g_autoptr (GPtrArray) arguments = NULL;
  g_autoptr (GBytes) input = g_bytes_new (text, strlen (text));
  g_autoptr (OmTestRun) run = NULL;
  g_autoptr (JsonNode) node = NULL;
  va_list rest;

  va_start (rest, text);
  arguments = collect (va_arg (rest, const char *), rest);
  va_end (rest);
  g_ptr_array_insert (arguments, 0, (gpointer) "add");
  g_ptr_array_add (arguments, (gpointer) "--json");
  g_ptr_array_add (arguments, NULL);
  run = om_test_run_v (home, input, (const char *const *) arguments->pdata);
  om_assert_status (run, 0);
  node = om_test_parse (run->out);
  return g_strdup (json_object_get_string_member (json_node_get_object (node), "id"));
}

/** om_test_json: runs with --json, must succeed; returns (transfer full) the value. */
JsonNode *
om_test_json (OmTestHome *home,
              ...)
{
  g_autoptr (GPtrArray) arguments = NULL;
  g_autoptr (OmTestRun) run = NULL;
  va_list rest;

  va_start (rest, home);
  arguments = collect (va_arg (rest, const char *), rest);
  va_end (rest);
  g_ptr_array_insert (arguments, 0, (gpointer) "--json");
  g_ptr_array_add (arguments, NULL);
  run = om_test_run_v (home, NULL, (const char *const *) arguments->pdata);
  om_assert_status (run, 0);
  return om_test_parse (run->out);
}

/**
 * om_test_hash:
 *
 * Returns: (transfer full): SHA-256 of a file, or `none`
 */
char *
om_test_hash (const char *path)
{
  g_autofree char *contents = NULL;
  gsize length;

  if (!g_file_get_contents (path, &contents, &length, NULL))
    return g_strdup ("none");
  return g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) contents, length);
}

/**
 * om_test_dump:
 *
 * Returns: (transfer full): every row of every plain table of a store, to compare
 */
char *
om_test_dump (const char *store)
{
  GString *out = g_string_new (NULL);
  sqlite3 *db = NULL;
  sqlite3_stmt *tables = NULL;

  g_assert_cmpint (sqlite3_open_v2 (store, &db, SQLITE_OPEN_READONLY, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (db,
                                       "SELECT name FROM sqlite_schema WHERE type = 'table' AND "
                                       "sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name",
                                       -1, &tables, NULL),
                   ==, SQLITE_OK);
  while (sqlite3_step (tables) == SQLITE_ROW)
    {
      const char *name = (const char *) sqlite3_column_text (tables, 0);
      g_autofree char *sql = g_strdup_printf ("SELECT * FROM \"%s\"", name);
      sqlite3_stmt *rows = NULL;

      g_string_append_printf (out, "%s\n", name);
      g_assert_cmpint (sqlite3_prepare_v2 (db, sql, -1, &rows, NULL), ==, SQLITE_OK);
      while (sqlite3_step (rows) == SQLITE_ROW)
        {
          for (int i = 0; i < sqlite3_column_count (rows); i++)
            {
              g_autofree char *hash = g_compute_checksum_for_data (
                G_CHECKSUM_MD5, sqlite3_column_blob (rows, i),
                (gsize) sqlite3_column_bytes (rows, i));

              g_string_append_printf (out, "%s ", hash);
            }
          g_string_append_c (out, '\n');
        }
      sqlite3_finalize (rows);
    }
  sqlite3_finalize (tables);
  sqlite3_close (db);
  return g_string_free (out, FALSE);
}

/** om_test_count: memories in the journal, as stats counts them. */
guint
om_test_count (OmTestHome *home)
{
  g_autoptr (JsonNode) stats = om_test_json (home, "stats", NULL);

  return (guint) json_object_get_int_member (json_node_get_object (stats), "memories");
}

/** om_test_copy_tree: copies a file or folder; returns (transfer full) @to. */
char *
om_test_copy_tree (const char *from,
                   const char *to)
{
  g_autoptr (GDir) dir = NULL;
  const char *name;

  if (!g_file_test (from, G_FILE_TEST_IS_DIR))
    {
      g_autofree char *contents = NULL;
      gsize length;

      g_assert_true (g_file_get_contents (from, &contents, &length, NULL));
      g_assert_true (g_file_set_contents (to, contents, (gssize) length, NULL));
      return g_strdup (to);
    }

  g_assert_cmpint (g_mkdir_with_parents (to, 0700), ==, 0);
  dir = g_dir_open (from, 0, NULL);
  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *inner_from = g_build_filename (from, name, NULL);
      g_autofree char *inner_to = g_build_filename (to, name, NULL);

      g_free (om_test_copy_tree (inner_from, inner_to));
    }
  return g_strdup (to);
}

/**
 * om_test_open_terminal:
 * @slave: (out) (transfer full): the device a program is given
 *
 * Returns: our end of a terminal of 80 columns
 */
int
om_test_open_terminal (char **slave)
{
  int fd = posix_openpt (O_RDWR | O_NOCTTY | O_CLOEXEC);
  struct winsize size = { .ws_row = 24, .ws_col = 80 };

  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (grantpt (fd), ==, 0);
  g_assert_cmpint (unlockpt (fd), ==, 0);
  *slave = g_strdup (ptsname (fd));
  g_assert_cmpint (ioctl (fd, TIOCSWINSZ, &size), ==, 0);
  return fd;
}

/**
 * om_test_read_terminal:
 * @fd: our end
 *
 * Returns: (transfer full): what comes next, at least one byte; empty once the other end is closed
 */
char *
om_test_read_terminal (int fd)
{
  struct pollfd ready = { .fd = fd, .events = POLLIN };
  char buffer[4096];
  gssize n;

  if (poll (&ready, 1, PATIENCE_MS) <= 0)
    g_error ("nothing came to the terminal");
  n = read (fd, buffer, sizeof buffer);
  return n > 0 ? g_strndup (buffer, (gsize) n) : g_strdup ("");
}

/** om_test_show_at: (transfer full): `show ID` as of another time. */
JsonNode *
om_test_show_at (OmTestHome *home,
                 const char *id,
                 const char *now)
{
  return om_test_json (home, "--now", now, "show", id, NULL);
}

/** om_test_has_mark: whether `show ID` lists a mark. */
gboolean
om_test_has_mark (OmTestHome *home,
                  const char *id,
                  const char *mark)
{
  g_autoptr (JsonNode) node = om_test_json (home, "show", id, NULL);
  JsonArray *flags = om_test_array (node, "flags");

  for (guint i = 0; i < json_array_get_length (flags); i++)
    {
      if (g_str_equal (json_array_get_string_element (flags, i), mark))
        return TRUE;
    }
  return FALSE;
}
