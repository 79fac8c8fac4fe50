/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A store in a folder of its own for each test, and short ways to fill it. */
#include "config.h"

#include "store-fixture.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <sys/wait.h>

#include "store/om-store-memories.h"
#include "text/om-fold.h"
#include "text/om-simhash.h"
#include "support/om-test-folder.h"

void
fixture_set_up (Fixture      *fixture,
                gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->folder = g_dir_make_tmp ("om-store-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->path = g_build_filename (fixture->folder, "memories.db", NULL);
  fixture->store =
      om_store_open (fixture->path, OM_STORE_WRITER, OM_STORE_FLAGS_NONE, NULL, &error);
  g_assert_no_error (error);
}

void
fixture_tear_down (Fixture      *fixture,
                   gconstpointer data)
{
  g_clear_pointer (&fixture->store, om_store_close);
  om_test_folder_remove (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->path);
}

void
fixture_reopen (Fixture *fixture)
{
  g_clear_pointer (&fixture->store, om_store_close);
  fixture->store = fixture_open (fixture, OM_STORE_WRITER);
}

OmStore *
fixture_open (Fixture    *fixture,
              OmStoreMode mode)
{
  g_autoptr (GError) error = NULL;
  OmStore *store = om_store_open (fixture->path, mode, OM_STORE_MUST_EXIST, NULL, &error);

  g_assert_no_error (error);
  return store;
}

/* A plain entry with all that the engine would have found out. */
OmMemory *
make_memory (const char *content)
{
  OmMemory *memory = om_memory_new ();
  g_autofree char *folded = om_fold_same (content);

  memory->content = g_strdup (content);
  memory->happened = (OmMoment){ NOW, 3600, OM_PRECISION_INSTANT };
  memory->recorded_at = NOW;
  memory->changed_at = NOW;
  memory->salience = .4;
  memory->salience_at = NOW;
  memory->last_seen_at = NOW;
  memory->last_active_at = NOW;
  memory->language = "en";
  memory->simhash = om_simhash (content);
  memory->same_hash = om_fold_hash (folded);
  return memory;
}

gint64
add_tagged (OmStore    *store,
            const char *content,
            const char *title,
            const char *tags)
{
  g_autoptr (OmMemory) memory = make_memory (content);
  g_autoptr (GError) error = NULL;

  memory->title = g_strdup (title);
  if (tags != NULL)
    {
      g_strfreev (memory->tags);
      memory->tags = g_strsplit (tags, ",", -1);
    }
  om_store_memory_insert (store, memory, &error);
  g_assert_no_error (error);
  return memory->row;
}

gint64
add_memory (OmStore    *store,
            const char *content)
{
  return add_tagged (store, content, NULL, NULL);
}

char *
read_content (OmStore *store,
              gint64   row)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OmMemory) memory = om_store_memory_get (store, row, &error);

  g_assert_no_error (error);
  return g_strdup (memory->content);
}

GBytes *
read_file (const char *path)
{
  char *data;
  gsize size;

  return g_file_get_contents (path, &data, &size, NULL) ? g_bytes_new_take (data, size) : NULL;
}

static int
compare_lines (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* Every file of a folder with its mode, size and checksum, one a line. */
char *
snapshot_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autoptr (GBytes) bytes = read_file (path);
      g_autofree char *sum = bytes != NULL ? g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes)
                                           : g_strdup ("folder");
      GStatBuf status;

      g_assert_cmpint (g_stat (path, &status), ==, 0);
      g_ptr_array_add (lines,
                       g_strdup_printf ("%s %o %" G_GINT64_FORMAT " %s", name,
                                        (guint) status.st_mode, (gint64) status.st_size, sum));
    }
  g_ptr_array_sort (lines, compare_lines);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}

/* File and log as they lie there, while the store is open: what another process finds after a
 * crash. */
void
copy_store (const char *from,
            const char *to)
{
  static const char *const endings[] = { "", "-wal" };

  for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *source = g_strconcat (from, endings[i], NULL);
      g_autofree char *target = g_strconcat (to, endings[i], NULL);
      g_autoptr (GBytes) bytes = read_file (source);

      g_assert_true (g_file_set_contents (target, g_bytes_get_data (bytes, NULL),
                                          (gssize) g_bytes_get_size (bytes), NULL));
    }
}

gboolean
file_holds (const char *path,
            const char *ending,
            const char *word)
{
  g_autofree char *full = g_strconcat (path, ending, NULL);
  g_autoptr (GBytes) bytes = read_file (full);

  return bytes != NULL && memmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), word,
                                  strlen (word)) != NULL;
}

/* The test program again, in another process; run_child() says what the roles do. */
GPid
spawn_self (const char *role,
            const char *path,
            const char *argument,
            int        *out_fd)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  char *arguments[] = { self,          (char *) "--child", (char *) role,
                        (char *) path, (char *) argument,  NULL };
  g_autoptr (GError) error = NULL;
  GPid pid;

  g_spawn_async_with_pipes (NULL, arguments, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid,
                            NULL, out_fd, NULL, &error);
  g_assert_no_error (error);
  return pid;
}

/* Returns the exit code, or minus the signal that ended it. */
int
wait_for (GPid pid)
{
  int status;

  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  g_spawn_close_pid (pid);
  return WIFEXITED (status) ? WEXITSTATUS (status) : -WTERMSIG (status);
}
