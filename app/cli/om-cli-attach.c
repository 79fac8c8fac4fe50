/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory attach` and `openmemory detach`: pictures and other files of a memory. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "cli/om-cli-attach.h"

#include <stdio.h>

#include "cli/om-cli-commands.h"
#include "cli/om-cli-json.h"
#include "cli/om-cli-options.h"
#include "cli/om-cli-print.h"
#include "engine/om-attachments.h"

/** om_cli_json_files: @files: (element-type OmAttachment) */
void
om_cli_json_files (JsonBuilder     *builder,
                   OmCli           *cli,
                   const GPtrArray *files)
{
  json_builder_set_member_name (builder, "attachments");
  json_builder_begin_array (builder);
  for (guint i = 0; i < files->len; i++)
    {
      const OmAttachment *file = g_ptr_array_index (files, i);
      g_autofree char *path = om_engine_dup_attachment_path (cli->engine, file);

      json_builder_begin_object (builder);
      om_cli_json_int (builder, "number", i + 1);
      om_cli_json_string (builder, "name", file->name);
      om_cli_json_string (builder, "type", file->type);
      om_cli_json_int (builder, "bytes", file->size);
      om_cli_json_string (builder, "sha256", file->hash);
      om_cli_json_string (builder, "path", path);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

/** om_cli_print_files: @files: (element-type OmAttachment): a line each, by number */
void
om_cli_print_files (GString         *out,
                    const GPtrArray *files)
{
  for (guint i = 0; i < files->len; i++)
    {
      const OmAttachment *file = g_ptr_array_index (files, i);
      g_autofree char *size = g_format_size ((guint64) file->size);

      g_string_append_printf (out, "  %u  %s  (%s, %s)\n", i + 1, file->name, file->type, size);
    }
}

static int
tell (OmCli          *cli,
      const OmMemory *memory,
      const char     *what,
      guint           n,
      GError        **error)
{
  g_autoptr (GPtrArray) files = om_engine_get_attachments (cli->engine, memory->id, cli->cancellable, error);
  g_autofree char *id = om_cli_dup_short_id (memory);

  if (files == NULL)
    return OM_CLI_FAILED;
  if (cli->json)
    {
      g_autoptr (JsonBuilder) builder = json_builder_new ();

      json_builder_begin_object (builder);
      om_cli_json_string (builder, "id", memory->id);
      om_cli_json_int (builder, what, n);
      om_cli_json_files (builder, cli, files);
      json_builder_end_object (builder);
      om_cli_json_print (builder);
    }
  else
    {
      g_autoptr (GString) out = g_string_new (NULL);

      if (files->len == 0)
        g_string_append_printf (out, _("%s has no files.\n"), id);
      else
        g_string_append_printf (out, ngettext ("%s has %u file:\n", "%s has %u files:\n", files->len), id, files->len);
      om_cli_print_files (out, files);
      om_cli_flush (out);
    }
  return OM_CLI_OK;
}

/** om_cli_attach_run: `openmemory attach ID FILE…`. */
int
om_cli_attach_run (OmCli   *cli,
                   char   **args,
                   GError **error)
{
  g_autoptr (OmMemory) memory = NULL;
  guint n_added;

  if (args == NULL || g_strv_length (args) < 2)
    {
      om_cli_set_usage_error (error, _("Say to which memory, and which files: openmemory attach ID FILE…."));
      return OM_CLI_USAGE;
    }
  if (!om_cli_open (cli, OM_OPEN_MUST_EXIST, error))
    return OM_CLI_STORE;
  memory = om_cli_find (cli, args[0], error);
  if (memory == NULL)
    return OM_CLI_NOTHING;
  if (!om_engine_attach (cli->engine, memory->id, (const char *const *) args + 1, &n_added, cli->cancellable, error))
    return OM_CLI_FAILED;
  return tell (cli, memory, "attached", n_added, error);
}

/** om_cli_detach_run: `openmemory detach ID NUMBER`. */
int
om_cli_detach_run (OmCli   *cli,
                   char   **args,
                   GError **error)
{
  g_autoptr (OmMemory) memory = NULL;
  g_autoptr (GPtrArray) files = NULL;
  const OmAttachment *file;
  gint64 number;

  if (args == NULL || g_strv_length (args) != 2)
    {
      om_cli_set_usage_error (error, _("Say from which memory, and which of its files: openmemory detach ID NUMBER."));
      return OM_CLI_USAGE;
    }
  if (!om_cli_open (cli, OM_OPEN_MUST_EXIST, error))
    return OM_CLI_STORE;
  memory = om_cli_find (cli, args[0], error);
  files = memory != NULL ? om_engine_get_attachments (cli->engine, memory->id, cli->cancellable, error) : NULL;
  if (files == NULL)
    return OM_CLI_NOTHING;
  if (files->len == 0)
    {
      om_cli_set_input_error (error, _("This memory has no files."));
      return OM_CLI_BAD_INPUT;
    }
  if (!om_cli_parse_number ("NUMBER", args[1], 1, files->len, &number, error))
    return OM_CLI_BAD_INPUT;
  file = g_ptr_array_index (files, number - 1);
  if (!om_engine_detach (cli->engine, memory->id, file->position, TRUE, cli->cancellable, error))
    return OM_CLI_FAILED;
  return tell (cli, memory, "detached", 1, error);
}
