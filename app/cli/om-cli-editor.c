/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lets the person change a text in the editor of their choice. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/om-cli-input.h"

static const char *
choose_editor (void)
{
  const char *visual = g_getenv ("VISUAL");
  const char *editor = g_getenv ("EDITOR");

  if (visual != NULL && *visual != '\0')
    return visual;
  return editor != NULL && *editor != '\0' ? editor : "vi";
}

/* Runs the editor over @path and waits for it. The variable may hold arguments, as `code --wait`
 * does, so that a shell takes it apart, as every program that starts editors has it. */
static gboolean
edit_file (const char  *path,
           GError     **error)
{
  g_autoptr (GSubprocessLauncher)
    launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDIN_INHERIT);
  g_autoptr (GSubprocess) editor = NULL;
  g_autofree char *line = g_strdup_printf ("%s \"$1\"", choose_editor ());
  gboolean done;

  g_subprocess_launcher_set_child_setup (launcher, om_cli_signals_unblock, NULL, NULL);
  editor = g_subprocess_launcher_spawn (launcher, error, "/bin/sh", "-c", line, "sh", path, NULL);
  if (editor == NULL)
    return FALSE;

  om_cli_signals_pause (TRUE);
  done = g_subprocess_wait (editor, NULL, error);
  om_cli_signals_pause (FALSE);
  if (!done)
    return FALSE;
  if (!g_subprocess_get_successful (editor))
    {
      g_set_error (error, OM_ERROR, OM_ERROR_FAILED,
                   _("The editor “%s” did not end well; nothing was changed. $VISUAL or $EDITOR "
                     "names another."),
                   choose_editor ());
      return FALSE;
    }
  return TRUE;
}

/* What cannot be taken is the person's all the same: whether the file holds anything but blanks
 * and @text. */
static gboolean
holds_new_text (const char *path,
                const char *text)
{
  g_autofree char *bytes = NULL;
  gsize length;

  return g_file_get_contents (path, &bytes, &length, NULL) &&
         (length != strlen (text) || memcmp (bytes, text, length) != 0) &&
         strspn (bytes, " \t\r\n") < length;
}

/** om_cli_prefix_kept: says in which file the text is that could not be saved. */
void
om_cli_prefix_kept (GError    **error,
                    const char *path)
{
  g_prefix_error (error, _("What you wrote is kept in %s.\n"), path);
}

/**
 * om_cli_run_editor:
 * @text: what to begin with
 * @kept_path: (out) (transfer full): the file that holds the text; the caller takes it away once
 *   the text is safe, and names it to the person if it is not
 *
 * Returns: (transfer full) (nullable): the text as it was left, not blank
 */
char *
om_cli_run_editor (OmCli       *self,
                   const char  *text,
                   char       **kept_path,
                   GError     **error)
{
  g_autofree char *path = NULL;
  g_autofree char *file_text = g_strconcat (text, "\n", NULL);
  g_autofree char *edited = NULL;
  int fd = g_file_open_tmp ("openmemory-XXXXXX.md", &path, error);

  if (fd < 0)
    return NULL;
  close (fd);

  /* Made by mkstemp for its owner alone, and written into, not replaced, so that it stays so. */
  if (g_file_set_contents_full (path, file_text, -1, G_FILE_SET_CONTENTS_NONE, 0600, error) &&
      edit_file (path, error))
    edited = om_cli_read_file (self, path, error);
  if (edited != NULL && om_cli_is_blank (edited))
    {
      om_cli_set_input_error (
        error,
        _("The text is empty; nothing was changed. “openmemory rm” puts a memory into the bin."));
      g_clear_pointer (&edited, g_free);
    }
  if (edited == NULL)
    {
      if (holds_new_text (path, file_text))
        om_cli_prefix_kept (error, path);
      else
        g_unlink (path);
      return NULL;
    }
  *kept_path = g_steal_pointer (&path);
  return g_steal_pointer (&edited);
}
