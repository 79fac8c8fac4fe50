/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who a process is. A Flatpak carries a file in its root that it cannot change; a Snap has the name of its
 * cgroup and of its AppArmor label; anything else is known by the file it runs. A process id may be given
 * to another process meanwhile: what was read counts only if the start time is the same afterwards, and, if
 * the bus gave a descriptor of the process, if that one still runs. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "bus/om-bus-identity.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* More than any of these files holds. */
#define MAX_BYTES 65536

static char *
read_at (int         folder,
         const char *name,
         int         flags)
{
  int fd = openat (folder, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | flags);
  g_autofree char *bytes = NULL;
  struct stat status;
  gsize length = 0;

  if (fd < 0)
    return NULL;
  if (fstat (fd, &status) == 0 && S_ISREG (status.st_mode))
    {
      ssize_t n;

      bytes = g_malloc (MAX_BYTES + 1);
      while (length < MAX_BYTES && (n = read (fd, bytes + length, MAX_BYTES - length)) > 0)
        length += (gsize) n;
      bytes[length] = '\0';
    }
  close (fd);
  return g_steal_pointer (&bytes);
}

/* Field 22 of stat; the name in brackets before it may hold anything. 0 if it cannot be read. */
static guint64
read_start_time (int process)
{
  g_autofree char *stat = read_at (process, "stat", 0);
  const char *after = stat != NULL ? strrchr (stat, ')') : NULL;
  g_auto (GStrv) fields = NULL;

  if (after == NULL)
    return 0;
  fields = g_strsplit (after + 1, " ", -1);
  /* The part after the bracket begins with a space, and then comes field 3. */
  return g_strv_length (fields) > 20 ? g_ascii_strtoull (fields[20], NULL, 10) : 0;
}

static gboolean
has_ended (int pidfd)
{
  struct pollfd poll_fd = { pidfd, POLLIN, 0 };

  return pidfd >= 0 && poll (&poll_fd, 1, 0) != 0;
}

/* Ids are shown to people and are part of a key. */
static gboolean
is_sound_id (const char *id)
{
  gsize length = strlen (id);

  if (length == 0 || length > 255)
    return FALSE;
  for (gsize i = 0; i < length; i++)
    {
      if (!g_ascii_isalnum (id[i]) && strchr ("._-+", id[i]) == NULL)
        return FALSE;
    }
  return TRUE;
}

static OmProgram *
make (OmProgramKind kind,
      const char   *prefix,
      const char   *id,
      const char   *name)
{
  g_autofree char *key = g_strconcat (prefix, id, NULL);

  return om_program_new (key, name, kind);
}

/* "snap.NAME.APP" anywhere in a label or a path of a cgroup. */
static char *
find_snap (const char *text)
{
  const char *at = text;

  while (at != NULL && (at = strstr (at, "snap.")) != NULL)
    {
      gboolean begins = at == text || at[-1] == '/' || at[-1] == '\n';
      const char *name = at + strlen ("snap.");
      const char *dot = strchr (name, '.');

      if (begins && dot != NULL)
        {
          g_autofree char *found = g_strndup (name, (gsize) (dot - name));

          if (is_sound_id (found))
            return g_steal_pointer (&found);
        }
      at = name;
    }
  return NULL;
}

static OmProgram *
identify_flatpak (const char *info)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autofree char *id = NULL;

  if (!g_key_file_load_from_data (file, info, strlen (info), G_KEY_FILE_NONE, NULL))
    return NULL;
  id = g_key_file_get_string (file, "Application", "name", NULL);
  return id != NULL && is_sound_id (id) ? make (OM_PROGRAM_FLATPAK, "flatpak:", id, id) : NULL;
}

static OmProgram *
identify_host (int process)
{
  char path[4096];
  ssize_t length = readlinkat (process, "exe", path, sizeof path - 1);
  g_autofree char *text = NULL;
  g_autofree char *name = NULL;

  if (length <= 0)
    return NULL;
  path[length] = '\0';
  text = g_filename_display_name (path);
  name = g_path_get_basename (text);
  return make (OM_PROGRAM_HOST, "exe:", text, name);
}

static OmProgram *
identify_open (int process)
{
  int root = openat (process, "root", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  g_autofree char *info = NULL;
  g_autofree char *label = NULL;
  g_autofree char *cgroup = NULL;
  g_autofree char *snap = NULL;
  gboolean has_info;

  if (root < 0)
    return NULL;
  has_info = faccessat (root, ".flatpak-info", F_OK, AT_SYMLINK_NOFOLLOW) == 0 || errno != ENOENT;
  info = read_at (root, ".flatpak-info", O_NOFOLLOW);
  close (root);
  if (has_info)
    return info != NULL ? identify_flatpak (info) : NULL;

  label = read_at (process, "attr/current", 0);
  cgroup = read_at (process, "cgroup", 0);
  snap = find_snap (label);
  if (snap == NULL)
    snap = find_snap (cgroup);
  return snap != NULL ? make (OM_PROGRAM_SNAP, "snap:", snap, snap) : identify_host (process);
}

/**
 * om_bus_identify:
 * @proc: "/proc"; tests have one of their own
 * @pid: the process id
 * @pidfd: descriptor of the process, -1 if there is none
 *
 * Returns: (transfer full) (nullable): who it is; %NULL if that cannot be told
 */
OmProgram *
om_bus_identify (const char *proc,
                 gint64      pid,
                 int         pidfd)
{
  g_autofree char *path = g_strdup_printf ("%s/%" G_GINT64_FORMAT, proc, pid);
  g_autoptr (OmProgram) program = NULL;
  int process = pid > 0 ? open (path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
  guint64 started;

  if (process < 0)
    return NULL;
  started = read_start_time (process);
  program = identify_open (process);
  close (process);
  if (program == NULL || started == 0 || has_ended (pidfd))
    return NULL;

  /* Opened anew: the folder of a process that ended stays empty, that of another has another time. */
  process = open (path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (process < 0)
    return NULL;
  if (read_start_time (process) != started)
    g_clear_pointer (&program, om_program_free);
  close (process);
  return g_steal_pointer (&program);
}
