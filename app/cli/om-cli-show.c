/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory show`: one memory, its former texts, what it is linked to. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <stdio.h>

#include "cli/om-cli-attach.h"
#include "cli/om-cli-commands.h"
#include "cli/om-cli-json.h"
#include "cli/om-cli-past.h"
#include "cli/om-cli-print.h"
#include "engine/om-attachments.h"

static struct
{
  gboolean text;
  gboolean versions;
  gboolean links;
  gboolean history;
} options;

const GOptionEntry om_cli_show_options[] = {
  { "text", 0, 0, G_OPTION_ARG_NONE, &options.text, N_("The text alone, as it is"), NULL },
  { "versions", 0, 0, G_OPTION_ARG_NONE, &options.versions, N_("Also its former texts"), NULL },
  { "links", 0, 0, G_OPTION_ARG_NONE, &options.links, N_("Also the memories it is linked to"),
    NULL },
  { "history", 0, 0, G_OPTION_ARG_NONE, &options.history,
    N_("Also what happened to it, as “openmemory history” tells it"), NULL },
  G_OPTION_ENTRY_NULL
};

static void
json_versions (JsonBuilder *builder,
               GPtrArray   *versions)
{
  json_builder_set_member_name (builder, "former_versions");
  json_builder_begin_array (builder);
  for (guint i = 0; i < versions->len; i++)
    {
      const OmMemory *version = g_ptr_array_index (versions, i);

      json_builder_begin_object (builder);
      om_cli_json_int (builder, "version", version->version);
      om_cli_json_instant (builder, "changed", version->changed_at);
      om_cli_json_string (builder, "title", version->title);
      om_cli_json_string (builder, "text", version->content);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
json_links (JsonBuilder *builder,
            GPtrArray   *links)
{
  json_builder_set_member_name (builder, "links");
  json_builder_begin_array (builder);
  for (guint i = 0; i < links->len; i++)
    {
      const OmRelated *link = g_ptr_array_index (links, i);
      g_autofree char *title = om_memory_dup_title (link->memory);

      json_builder_begin_object (builder);
      om_cli_json_string (builder, "id", link->memory->id);
      om_cli_json_string (builder, "title", title);
      om_cli_json_string (builder, "kind", om_waypoint_kind_to_nick (link->waypoint.kind));
      om_cli_json_string (builder, "direction", link->outgoing ? "to" : "from");
      om_cli_json_double (builder, "weight", link->waypoint.weight);
      om_cli_json_double (builder, "present_weight", link->present_weight);
      om_cli_json_instant (builder, "created", link->waypoint.created_at);
      om_cli_json_instant (builder, "walked", link->waypoint.walked_at);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
print_versions (OmCli     *cli,
                GString   *out,
                GPtrArray *versions)
{
  OmCliStyle style = om_cli_style (cli);

  if (versions->len == 0)
    g_string_append_printf (out, "\n%s\n", _("No former texts."));
  for (guint i = 0; i < versions->len; i++)
    {
      const OmMemory *version = g_ptr_array_index (versions, i);
      g_autofree char *when = om_cli_dup_instant (cli, version->changed_at);

      g_string_append_c (out, '\n');
      g_string_append_printf (out, _("Version %u, of %s:"), version->version, when);
      g_string_append_c (out, '\n');
      if (version->title != NULL)
        {
          om_cli_text_wrap (out, version->title, NULL, "  ", &style);
          g_string_append (out, "\n\n");
        }
      om_cli_text_wrap (out, version->content, NULL, "  ", &style);
      g_string_append_c (out, '\n');
    }
}

static void
print_links (OmCli     *cli,
             GString   *out,
             GPtrArray *links)
{
  OmCliStyle style = om_cli_style (cli);

  g_string_append_printf (out, "\n%s\n", links->len > 0 ? _("Links:") : _("No links."));
  for (guint i = 0; i < links->len; i++)
    {
      const OmRelated *link = g_ptr_array_index (links, i);
      g_autofree char *id = om_cli_dup_short_id (link->memory);
      g_autofree char *title = om_memory_dup_title (link->memory);

      g_string_append_printf (out, "  %s %s  %-12s %.2f  ", link->outgoing ? "→" : "←", id,
                              om_waypoint_kind_to_nick (link->waypoint.kind), link->present_weight);
      om_cli_text_cut (out, title, style.width > 50 ? style.width - 34 : 0, FALSE, &style);
      g_string_append_c (out, '\n');
    }
}

/** om_cli_show_run: `openmemory show ID`. */
int
om_cli_show_run (OmCli   *cli,
                 char   **args,
                 GError **error)
{
  g_autoptr (OmMemory) memory = NULL;
  g_autoptr (GPtrArray) versions = NULL;
  g_autoptr (GPtrArray) links = NULL;
  g_autoptr (GPtrArray) files = NULL;
  g_autoptr (OmHistory) history = NULL;

  memory = om_cli_open_one (cli, args, "show", error);
  if (memory == NULL)
    return OM_CLI_NOTHING;
  files = om_engine_get_attachments (cli->engine, memory->id, cli->cancellable, error);
  if (files == NULL)
    return OM_CLI_FAILED;
  if (options.versions)
    {
      versions = om_engine_get_versions (cli->engine, memory->id, cli->cancellable, error);
      if (versions == NULL)
        return OM_CLI_FAILED;
    }
  if (options.links)
    {
      links = om_engine_get_related (cli->engine, memory->id, cli->cancellable, error);
      if (links == NULL)
        return OM_CLI_FAILED;
    }
  if (options.history)
    {
      history = om_engine_get_history (cli->engine, memory->id, cli->cancellable, error);
      if (history == NULL)
        return OM_CLI_FAILED;
    }

  if (cli->json)
    {
      g_autoptr (JsonBuilder) builder = json_builder_new ();

      json_builder_begin_object (builder);
      om_cli_json_fields (builder, cli, memory);
      om_cli_json_files (builder, cli, files);
      if (versions != NULL)
        json_versions (builder, versions);
      if (links != NULL)
        json_links (builder, links);
      if (history != NULL)
        {
          json_builder_set_member_name (builder, "history");
          json_builder_begin_object (builder);
          om_cli_json_history (builder, history);
          json_builder_end_object (builder);
        }
      json_builder_end_object (builder);
      om_cli_json_print (builder);
    }
  else
    {
      g_autoptr (GString) out = g_string_new (NULL);
      OmCliStyle style = om_cli_style (cli);

      if (!options.text)
        om_cli_print_whole (cli, out, memory);
      else
        {
          om_cli_text_wrap (out, memory->content, NULL, "", &style);
          g_string_append_c (out, '\n');
        }
      if (files->len > 0 && !options.text)
        {
          g_string_append_printf (out, "\n%s\n", _("Files:"));
          om_cli_print_files (out, files);
        }
      if (versions != NULL)
        print_versions (cli, out, versions);
      if (links != NULL)
        print_links (cli, out, links);
      if (history != NULL)
        {
          g_string_append_printf (out, "\n%s\n", _("History:"));
          om_cli_print_history (cli, out, memory, history);
        }
      om_cli_flush (out);
    }
  return OM_CLI_OK;
}
