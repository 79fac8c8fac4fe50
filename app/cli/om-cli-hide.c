/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory hide`: tags, names and periods of which nothing comes up by itself. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <stdio.h>

#include "cli/om-cli-commands.h"
#include "cli/om-cli-json.h"
#include "cli/om-cli-print.h"
#include "engine/om-hiding.h"

static struct
{
  char   **tags;
  char   **names;
  char   **periods;
  gboolean off;
} options;

const GOptionEntry om_cli_hide_options[] = {
  { "tag", 't', 0, G_OPTION_ARG_FILENAME_ARRAY, &options.tags, N_("What carries this tag; again for more"), N_("TAG") },
  { "name", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.names,
    N_("What names this person or thing, in text, title or tags, as whole words; again for more"), N_("NAME") },
  { "period", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.periods,
    N_("What was lived then: 2020, 2020-03, 2020-03-14, or the first and the last, 2020-03..2020-06; again for more"),
    N_("DAYS") },
  { "off", 0, 0, G_OPTION_ARG_NONE, &options.off, N_("Take it back"), NULL },
  G_OPTION_ENTRY_NULL
};

static const char *const kinds[] = { "tag", "name", "period" };

static char *
dup_day (gint32 day)
{
  int y, m, d;

  om_date_from_day_number (day, &y, &m, &d);
  return g_strdup_printf ("%04d-%02d-%02d", y, m, d);
}

static char *
dup_words (const OmHiding *hiding)
{
  g_autofree char *first = dup_day (hiding->first_day);
  g_autofree char *last = dup_day (hiding->last_day);

  switch (hiding->kind)
    {
    case OM_HIDING_TAG:
      return g_strdup_printf (_("Tagged “%s”"), hiding->name);
    case OM_HIDING_NAME:
      return g_strdup_printf (_("Naming “%s”"), hiding->name);
    case OM_HIDING_PERIOD:
    default:
      /* Translators: the first and the last day of a period */
      return g_strdup_printf (_("Lived %s to %s"), first, last);
    }
}

static void
add_hiding (JsonBuilder    *builder,
            const OmHiding *hiding)
{
  g_autofree char *first = hiding->kind == OM_HIDING_PERIOD ? dup_day (hiding->first_day) : NULL;
  g_autofree char *last = hiding->kind == OM_HIDING_PERIOD ? dup_day (hiding->last_day) : NULL;

  om_cli_json_string (builder, "kind", kinds[hiding->kind]);
  om_cli_json_string (builder, "name", hiding->name);
  om_cli_json_string (builder, "first", first);
  om_cli_json_string (builder, "last", last);
}

static void
print_list (OmCli           *cli,
            const GPtrArray *hidings)
{
  g_autoptr (GString) out = g_string_new (NULL);

  if (hidings->len == 0)
    g_string_append (out, _("Nothing is hidden as a whole.\n"));
  for (guint i = 0; i < hidings->len; i++)
    {
      const OmHiding *hiding = g_ptr_array_index (hidings, i);
      g_autofree char *words = dup_words (hiding);

      /* Translators: what is hidden as a whole, such as: Tagged “work”; then how many memories that is */
      g_string_append_printf (out, ngettext ("%s: %'u memory\n", "%s: %'u memories\n", hiding->n_memories), words,
                              hiding->n_memories);
    }
  om_cli_flush (out);
}

static int
list (OmCli   *cli,
      GError **error)
{
  g_autoptr (GPtrArray) hidings = NULL;
  g_autoptr (JsonBuilder) builder = NULL;

  if (!om_cli_open (cli, OM_OPEN_MUST_EXIST | OM_OPEN_READ_ONLY, error))
    return OM_CLI_STORE;
  hidings = om_engine_list_hidings (cli->engine, cli->cancellable, error);
  if (hidings == NULL)
    return OM_CLI_FAILED;
  if (!cli->json)
    {
      print_list (cli, hidings);
      return OM_CLI_OK;
    }
  builder = json_builder_new ();
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "hidden");
  json_builder_begin_array (builder);
  for (guint i = 0; i < hidings->len; i++)
    {
      const OmHiding *hiding = g_ptr_array_index (hidings, i);

      json_builder_begin_object (builder);
      add_hiding (builder, hiding);
      om_cli_json_instant (builder, "since", hiding->since);
      om_cli_json_int (builder, "memories", hiding->n_memories);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  om_cli_json_print (builder);
  return OM_CLI_OK;
}

static gboolean
collect (GPtrArray *hidings,
         char     **texts,
         OmHiding *(*create) (const char *text, GError **error),
         GError   **error)
{
  for (char **text = texts; text != NULL && *text != NULL; text++)
    {
      OmHiding *hiding = create (*text, error);

      if (hiding == NULL)
        return FALSE;
      g_ptr_array_add (hidings, hiding);
    }
  return TRUE;
}

static void
report (const OmHiding *hiding,
        gboolean        changed)
{
  g_autofree char *words = dup_words (hiding);

  if (!changed)
    printf (options.off ? _("%s: was not hidden; nothing was changed.\n") : _("%s: hidden already.\n"), words);
  else
    printf (options.off ? _("%s: may come up by itself again.\n")
                        : _("%s: does not come up by itself any more; search has all of it.\n"),
            words);
}

static int
change (OmCli           *cli,
        const GPtrArray *hidings,
        GError         **error)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  if (!om_cli_open (cli, OM_OPEN_MUST_EXIST, error))
    return OM_CLI_STORE;
  json_builder_begin_object (builder);
  om_cli_json_boolean (builder, "on", !options.off);
  json_builder_set_member_name (builder, "changes");
  json_builder_begin_array (builder);
  for (guint i = 0; i < hidings->len; i++)
    {
      const OmHiding *hiding = g_ptr_array_index (hidings, i);
      gboolean changed;

      if (!om_engine_change_hiding (cli->engine, hiding, !options.off, &changed, cli->cancellable, error))
        return OM_CLI_FAILED;
      if (!cli->json)
        report (hiding, changed);
      json_builder_begin_object (builder);
      add_hiding (builder, hiding);
      om_cli_json_boolean (builder, "changed", changed);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  if (cli->json)
    om_cli_json_print (builder);
  return OM_CLI_OK;
}

/** om_cli_hide_run: `openmemory hide`. */
int
om_cli_hide_run (OmCli   *cli,
                 char   **args,
                 GError **error)
{
  g_autoptr (GPtrArray) hidings = g_ptr_array_new_with_free_func ((GDestroyNotify) om_hiding_free);

  if (args != NULL && *args != NULL)
    {
      om_cli_set_usage_error (error, _("Say what to hide as --tag, --name or --period."));
      return OM_CLI_USAGE;
    }
  if (!collect (hidings, options.tags, om_hiding_new_tag, error) ||
      !collect (hidings, options.names, om_hiding_new_name, error) ||
      !collect (hidings, options.periods, om_hiding_new_period, error))
    return OM_CLI_BAD_INPUT;
  if (hidings->len == 0 && options.off)
    {
      om_cli_set_usage_error (error, _("Say what is to come up again as --tag, --name or --period."));
      return OM_CLI_USAGE;
    }
  return hidings->len > 0 ? change (cli, hidings, error) : list (cli, error);
}
