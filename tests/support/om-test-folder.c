/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Folders of a test's own. */
#include "config.h"

#include "support/om-test-folder.h"

#include <glib/gstdio.h>

/**
 * om_test_folder_remove:
 * @path: a folder with everything in it, a file or a link; what a link points to stays
 */
void
om_test_folder_remove (const char *path)
{
  g_autoptr (GDir) folder = NULL;
  const char *name;

  if (g_file_test (path, G_FILE_TEST_IS_SYMLINK) || !g_file_test (path, G_FILE_TEST_IS_DIR))
    {
      g_assert_cmpint (g_unlink (path), ==, 0);
      return;
    }
  /* A test may have closed it. */
  g_chmod (path, 0700);
  folder = g_dir_open (path, 0, NULL);
  g_assert_nonnull (folder);
  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *inner = g_build_filename (path, name, NULL);

      om_test_folder_remove (inner);
    }
  g_assert_cmpint (g_rmdir (path), ==, 0);
}

/**
 * om_test_folder_make_home:
 *
 * The person's folders become a folder of the test's own. G_TEST_OPTION_ISOLATE_DIRS would take the
 * machine's away as well, and with them the icons and how they are recognised; and it leaks.
 *
 * To be called before anything asks GLib for one of them.
 *
 * Returns: (transfer full): the folder, for om_test_folder_remove()
 */
char *
om_test_folder_make_home (void)
{
  static const char *const names[] = { "HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME" };
  char *home = g_dir_make_tmp ("openmemory-home-XXXXXX", NULL);

  g_assert_nonnull (home);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    g_setenv (names[i], home, TRUE);
  return home;
}
