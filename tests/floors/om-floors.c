/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the #include lines of app/ and names those that break the rules of the house. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "floors/om-floors.h"

#include <string.h>

/* Sources right under app/ (main.c, the application) see the whole house. */
#define TOP_FLOOR 11

#define VIEWS_FLOOR 10
#define CHART_FLOOR 9

static const struct
{
  const char *room;
  int         floor;
} rooms[] = {
  { "memory", 1 },
  { "text", 2 },
  { "dynamics", 3 },
  { "graph", 3 },
  { "embed", 4 },
  { "index", 4 },
  { "store", 5 },
  { "engine", 6 },
  { "archive", 7 },
  { "cli", 8 },
  { "bus", 8 },
  { "chart", CHART_FLOOR },
  { "views", VIEWS_FLOOR },
};

/* Headers that only some rooms may see. GTK's family begins at the charts; SQL is spoken in the
 * store alone. */
static const struct
{
  const char *prefix;
  int         lowest;
  const char *only_room; /* (nullable) */
  const char *why;
} guarded[] = {
  { "gtk/", CHART_FLOOR, NULL, "GTK begins at chart/" },
  { "gdk/", CHART_FLOOR, NULL, "GTK begins at chart/" },
  { "gsk/", CHART_FLOOR, NULL, "GTK begins at chart/" },
  { "graphene", CHART_FLOOR, NULL, "GTK begins at chart/" },
  { "pango/", CHART_FLOOR, NULL, "GTK begins at chart/" },
  { "cairo", CHART_FLOOR, NULL, "GTK begins at chart/" },
  { "adwaita.h", CHART_FLOOR, NULL, "libadwaita begins at chart/" },
  { "sqlite3", 0, "store", "SQLite is spoken in store/ alone" },
};

/* The floor of a room, or 0 when the house has no such room. */
static int
find_floor (const char *room,
            gsize       length)
{
  for (guint i = 0; i < G_N_ELEMENTS (rooms); i++)
    {
      if (strlen (rooms[i].room) == length && strncmp (rooms[i].room, room, length) == 0)
        return rooms[i].floor;
    }

  return 0;
}

/* What stands between the quotes or brackets of an #include line, or NULL for any other line. */
static char *
dup_included (const char *line,
              gboolean   *in_quotes)
{
  const char *from = line, *to;

  while (g_ascii_isspace (*from))
    from++;
  if (*from++ != '#')
    return NULL;
  while (g_ascii_isspace (*from))
    from++;
  if (!g_str_has_prefix (from, "include"))
    return NULL;
  from += strlen ("include");
  while (g_ascii_isspace (*from))
    from++;
  if (*from != '"' && *from != '<')
    return NULL;

  *in_quotes = *from == '"';
  to = strchr (from + 1, *in_quotes ? '"' : '>');
  return to != NULL ? g_strndup (from + 1, to - from - 1) : NULL;
}

static void
check_guarded (OmFloorsReport *report,
               const char     *where,
               const char     *room,
               int             floor,
               const char     *included)
{
  for (guint i = 0; i < G_N_ELEMENTS (guarded); i++)
    {
      if (!g_str_has_prefix (included, guarded[i].prefix))
        continue;
      if (floor < guarded[i].lowest ||
          (guarded[i].only_room != NULL && g_strcmp0 (room, guarded[i].only_room) != 0))
        g_ptr_array_add (report->problems,
                         g_strdup_printf ("%s: includes <%s>: %s", where, included, guarded[i].why));
    }
}

static void
check_quoted (OmFloorsReport *report,
              const char     *app_dir,
              const char     *where,
              const char     *room,
              int             floor,
              const char     *included)
{
  const char *slash = strchr (included, '/');
  const char *problem = NULL;

  if (g_str_has_prefix (included, "../") || g_str_has_prefix (included, "./") ||
      strstr (included, "/../") != NULL)
    {
      problem = "write includes from app/, as \"room/om-topic.h\"";
    }
  else if (slash == NULL)
    {
      /* config.h and what the build makes have no room; a header of ours has one. */
      g_autofree char *beside = g_build_filename (app_dir, room != NULL ? room : ".", included, NULL);

      if (room != NULL && g_file_test (beside, G_FILE_TEST_EXISTS))
        problem = "write includes from app/, as \"room/om-topic.h\"";
    }
  else
    {
      int other = find_floor (included, slash - included);
      gboolean same_room = room != NULL && strlen (room) == (gsize) (slash - included) &&
                           g_str_has_prefix (included, room);

      if (other == 0)
        problem = "the house has no such room";
      else if (other > floor)
        problem = "climbs to a higher floor";
      else if (other == floor && !same_room)
        problem = "rooms of one floor do not include one another";
      else if (floor == CHART_FLOOR && !same_room)
        problem = "charts know nothing of memories";
    }

  if (problem != NULL)
    g_ptr_array_add (report->problems,
                     g_strdup_printf ("%s: includes \"%s\": %s", where, included, problem));
}

static gboolean
check_file (OmFloorsReport *report,
            const char     *app_dir,
            const char     *room,
            int             floor,
            const char     *name,
            GError        **error)
{
  g_autofree char *path = g_build_filename (app_dir, room != NULL ? room : ".", name, NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  if (!g_file_get_contents (path, &text, NULL, error))
    return FALSE;

  report->n_files++;
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      gboolean in_quotes = FALSE;
      g_autofree char *included = dup_included (lines[i], &in_quotes);
      g_autofree char *where = NULL;

      if (included == NULL)
        continue;

      report->n_includes++;
      where = g_strdup_printf ("app/%s%s%s:%u", room != NULL ? room : "", room != NULL ? "/" : "",
                               name, i + 1);
      check_guarded (report, where, room, floor, included);
      if (in_quotes)
        check_quoted (report, app_dir, where, room, floor, included);
    }

  return TRUE;
}

static gboolean
check_room (OmFloorsReport *report,
            const char     *app_dir,
            const char     *room,
            int             floor,
            GError        **error)
{
  g_autofree char *path = g_build_filename (app_dir, room, NULL);
  g_autoptr (GDir) dir = g_dir_open (path, 0, error);
  const char *name;

  if (dir == NULL)
    return FALSE;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      if (g_file_test (child, G_FILE_TEST_IS_DIR))
        {
          int inner = room == NULL ? find_floor (name, strlen (name)) : 0;

          if (inner == 0)
            g_ptr_array_add (report->problems,
                             g_strdup_printf ("app/%s%s%s: the house has no such room",
                                              room != NULL ? room : "", room != NULL ? "/" : "",
                                              name));
          else if (!check_room (report, app_dir, name, inner, error))
            return FALSE;
        }
      else if (g_str_has_suffix (name, ".c") || g_str_has_suffix (name, ".h"))
        {
          if (!check_file (report, app_dir, room, floor, name, error))
            return FALSE;
        }
    }

  return TRUE;
}

static int
compare_strings (gconstpointer a,
                 gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/**
 * om_floors_check:
 * @app_dir: the folder app/ of a source tree
 * @error: return location
 *
 * Reads each source and header and looks at its #include lines. A file may include its own room
 * and any lower floor; not a higher floor, not the other room of its floor (dynamics and
 * graph, embed and index, cli and bus). GTK and libadwaita begin at the views, SQLite is seen by the store alone, and our own
 * headers are written from app/. Files right under app/ may include everything.
 *
 * Returns: (transfer full): what was found, problems sorted by file; %NULL when a file cannot be
 *   read
 */
OmFloorsReport *
om_floors_check (const char *app_dir,
                 GError    **error)
{
  g_autoptr (OmFloorsReport) report = g_new0 (OmFloorsReport, 1);

  report->problems = g_ptr_array_new_with_free_func (g_free);
  if (!check_room (report, app_dir, NULL, TOP_FLOOR, error))
    return NULL;

  g_ptr_array_sort (report->problems, compare_strings);
  return g_steal_pointer (&report);
}

void
om_floors_report_free (OmFloorsReport *self)
{
  g_clear_pointer (&self->problems, g_ptr_array_unref);
  g_free (self);
}
