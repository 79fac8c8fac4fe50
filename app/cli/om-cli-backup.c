/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory backup`: copies of the journal, made, listed, read through, and put in its place. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "cli/om-cli-commands.h"
#include "cli/om-cli-json.h"
#include "engine/om-backup.h"

static char *
format_time (gint64 ms)
{
  const OmMoment moment = { .ms = ms, .precision = OM_PRECISION_INSTANT };

  return om_moment_format (&moment);
}

static int
make (OmCli   *cli,
      GError **error)
{
  g_autoptr (OmBackupReport) report = NULL;

  if (!om_cli_open (cli, OM_OPEN_READ_ONLY | OM_OPEN_MUST_EXIST, error))
    return OM_CLI_STORE;
  report = om_engine_back_up (cli->engine, FALSE, cli->cancellable, error);
  if (report == NULL)
    return om_cli_exit_for (cli, *error);
  if (cli->json)
    {
      g_autoptr (JsonBuilder) builder = json_builder_new ();

      json_builder_begin_object (builder);
      om_cli_json_string (builder, "path", report->path);
      om_cli_json_int (builder, "entries", report->entries);
      om_cli_json_int (builder, "removed", report->n_removed);
      om_cli_json_boolean (builder, "shrunk", report->shrunk);
      json_builder_end_object (builder);
      om_cli_json_print (builder);
      return OM_CLI_OK;
    }
  printf ("%s\n", report->path);
  fprintf (stderr, ngettext ("%u entry, read back.\n", "%u entries, read back.\n", report->entries), report->entries);
  if (report->shrunk)
    fputs (_("An earlier copy holds more than twice as many. Nothing was removed; look at openmemory backup verify.\n"), stderr);
  return OM_CLI_OK;
}

static void
put_json (JsonBuilder         *builder,
          const OmBackup      *backup,
          const OmBackupFacts *facts)
{
  g_autofree char *made = format_time (backup->made_at);

  json_builder_begin_object (builder);
  om_cli_json_string (builder, "name", backup->name);
  om_cli_json_string (builder, "path", backup->path);
  om_cli_json_string (builder, "made", made);
  om_cli_json_int (builder, "entries", facts != NULL && facts->whole ? facts->entries : backup->entries);
  if (facts != NULL)
    {
      g_autofree char *last = facts->last_recorded != 0 ? format_time (facts->last_recorded) : NULL;

      om_cli_json_boolean (builder, "whole", facts->whole);
      om_cli_json_int (builder, "binned", facts->binned);
      om_cli_json_string (builder, "last_recorded", last);
      om_cli_json_int (builder, "bytes", (gint64) facts->bytes);
      om_cli_json_string (builder, "problem", facts->problem);
    }
  json_builder_end_object (builder);
}

static void
print_line (const OmBackup      *backup,
            const OmBackupFacts *facts)
{
  g_autofree char *made = format_time (backup->made_at);

  printf ("%s  %s  ", backup->name, made);
  printf (ngettext ("%u entry", "%u entries", backup->entries), backup->entries);
  if (facts != NULL && facts->whole)
    printf ("  %s", _("in order"));
  else if (facts != NULL)
    printf ("  %s", facts->problem);
  printf ("\n");
}

static int
list (OmCli   *cli,
      gboolean verify,
      GError **error)
{
  g_autofree char *path = om_cli_dup_store_path (cli);
  g_autoptr (GPtrArray) backups = om_backups_list (path);
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  gboolean sound = TRUE;

  json_builder_begin_array (builder);
  for (guint i = 0; i < backups->len; i++)
    {
      const OmBackup *backup = g_ptr_array_index (backups, i);
      g_autoptr (OmBackupFacts) facts = verify ? om_backup_look (backup->path, cli->cancellable, error) : NULL;

      if (verify && facts == NULL)
        return om_cli_exit_for (cli, *error);
      sound = sound && (facts == NULL || facts->whole);
      if (cli->json)
        put_json (builder, backup, facts);
      else
        print_line (backup, facts);
    }
  json_builder_end_array (builder);
  if (cli->json)
    om_cli_json_print (builder);
  else if (backups->len == 0)
    fputs (_("There is no backup yet.\n"), stderr);
  if (!sound)
    return OM_CLI_STORE;
  return backups->len > 0 ? OM_CLI_OK : OM_CLI_NOTHING;
}

/* By its name in the folder of backups, or as any path. */
static int
restore (OmCli      *cli,
         const char *name,
         GError    **error)
{
  g_autofree char *store = om_cli_dup_store_path (cli);
  g_autofree char *folder = om_backups_dup_folder (store);
  g_autofree char *path = strchr (name, G_DIR_SEPARATOR) != NULL ? g_strdup (name) : g_build_filename (folder, name, NULL);
  g_autofree char *aside = NULL;

  if (!om_backup_restore (path, store, om_cli_now (cli), &aside, cli->cancellable, error))
    return om_cli_exit_for (cli, *error);
  if (cli->json)
    {
      g_autoptr (JsonBuilder) builder = json_builder_new ();

      json_builder_begin_object (builder);
      om_cli_json_string (builder, "restored", path);
      om_cli_json_string (builder, "kept", aside);
      json_builder_end_object (builder);
      om_cli_json_print (builder);
      return OM_CLI_OK;
    }
  printf (_("Restored from %s.\n"), path);
  if (aside != NULL)
    printf (_("The former journal is kept as %s.\n"), aside);
  return OM_CLI_OK;
}

/** om_cli_backup_run: `openmemory backup [now|list|verify|restore NAME]`. */
int
om_cli_backup_run (OmCli   *cli,
                   char   **args,
                   GError **error)
{
  guint n = args != NULL ? g_strv_length (args) : 0;
  const char *what = n > 0 ? args[0] : "now";

  if (n <= 1 && g_str_equal (what, "now"))
    return make (cli, error);
  if (n == 1 && (g_str_equal (what, "list") || g_str_equal (what, "verify")))
    return list (cli, g_str_equal (what, "verify"), error);
  if (n == 2 && g_str_equal (what, "restore"))
    return restore (cli, args[1], error);
  om_cli_set_usage_error (error, _("Say now, list, verify, or restore and the name of a backup that list names."));
  return OM_CLI_USAGE;
}
