/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory list`: memories in an order, line by line. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <stdio.h>

#include "cli/om-cli-commands.h"
#include "cli/om-cli-json.h"
#include "cli/om-cli-options.h"
#include "cli/om-cli-print.h"

#define DEFAULT_COUNT 50

/* Rows fetched at once, so that a long list begins to appear at once and stays small in memory. */
#define CHUNK 256

static struct
{
  char    *sort;
  char    *count;
  char    *offset;
  gboolean bin;
} options;

const GOptionEntry om_cli_list_options[] = {
  { "sort", 's', 0, G_OPTION_ARG_FILENAME, &options.sort,
    N_("newest (default), oldest, recorded, vividness, fading or recalled first"), N_("ORDER") },
  { "count", 'n', 0, G_OPTION_ARG_FILENAME, &options.count,
    N_("At most this many, 0 for all; 50 otherwise"), N_("NUMBER") },
  { "offset", 0, 0, G_OPTION_ARG_FILENAME, &options.offset,
    N_("Leave out this many at the beginning"), N_("NUMBER") },
  { "bin", 0, 0, G_OPTION_ARG_NONE, &options.bin, N_("What lies in the bin"), NULL },
  G_OPTION_ENTRY_NULL
};

static gboolean
parse_sort (const char  *text,
            OmSort      *sort,
            GError     **error)
{
  static const char *const words[] = { "newest",    "oldest", "recorded",
                                       "vividness", "fading", "recalled" };

  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    {
      if (g_ascii_strcasecmp (text, words[i]) == 0)
        {
          *sort = (OmSort) i;
          return TRUE;
        }
    }
  om_cli_set_input_error (
    error,
    _("“%s” is no order. The orders are newest, oldest, recorded, vividness, fading, recalled."),
    text);
  return FALSE;
}

/* Prints the rows from @first on, a few at a time. */
static gboolean
print_items (OmCli     *cli,
             GArray    *items,
             guint      first,
             guint      count,
             GError   **error)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  gint64 rows[CHUNK];
  guint when_width = 0;

  for (guint i = first; i < first + count && !cli->json; i++)
    when_width = MAX (when_width,
                      om_cli_when_width (cli, &g_array_index (items, OmListItem, i).happened));

  json_builder_begin_array (builder);
  for (guint start = first; start < first + count; start += CHUNK)
    {
      guint n = MIN (CHUNK, first + count - start);
      g_autoptr (GPtrArray) memories = NULL;

      for (guint i = 0; i < n; i++)
        rows[i] = g_array_index (items, OmListItem, start + i).row;
      memories = om_engine_get_rows (cli->engine, rows, n, cli->cancellable, error);
      if (memories == NULL)
        return FALSE;
      for (guint i = 0; i < memories->len; i++)
        {
          const OmMemory *memory = g_ptr_array_index (memories, i);

          /* Gone between the list and the reading: another program wiped it. */
          if (memory == NULL)
            continue;
          if (cli->json)
            om_cli_json_memory (builder, cli, memory);
          else
            om_cli_print_line (cli, out, memory, when_width);
        }
      om_cli_flush (out);
    }
  json_builder_end_array (builder);
  if (cli->json)
    om_cli_json_print (builder);
  return TRUE;
}

/** om_cli_list_run: `openmemory list`. */
int
om_cli_list_run (OmCli   *cli,
                 char   **args,
                 GError **error)
{
  g_autoptr (OmFilter) filter = om_cli_filter_new (cli, error);
  g_autoptr (GArray) items = NULL;
  OmSort sort = OM_SORT_NEWEST;
  gint64 count = DEFAULT_COUNT;
  gint64 offset = 0;
  guint first;
  guint shown;

  if (filter == NULL)
    return OM_CLI_BAD_INPUT;
  if (args != NULL && args[0] != NULL)
    {
      om_cli_set_usage_error (error,
                              _("list takes options only; “openmemory search %s” searches."),
                              args[0]);
      return OM_CLI_USAGE;
    }
  if (options.sort != NULL && !parse_sort (options.sort, &sort, error))
    return OM_CLI_BAD_INPUT;
  if (options.count != NULL &&
      !om_cli_parse_number ("-n", options.count, 0, G_MAXINT32, &count, error))
    return OM_CLI_BAD_INPUT;
  if (options.offset != NULL &&
      !om_cli_parse_number ("--offset", options.offset, 0, G_MAXINT32, &offset, error))
    return OM_CLI_BAD_INPUT;
  filter->binned = options.bin;

  if (!om_cli_open (cli, OM_OPEN_READ_ONLY | OM_OPEN_MUST_EXIST, error))
    return OM_CLI_STORE;
  items = om_engine_list (cli->engine, filter, sort, cli->cancellable, error);
  if (items == NULL)
    return OM_CLI_FAILED;

  first = (guint) MIN (offset, items->len);
  shown = count == 0 ? items->len - first : (guint) MIN (count, items->len - first);
  if (!print_items (cli, items, first, shown, error))
    return OM_CLI_FAILED;

  if (!cli->json && shown == 0)
    fputs (_("Nothing to list.\n"), stderr);
  else if (!cli->json && first + shown < items->len)
    fprintf (stderr,
             ngettext ("%u more; -n 0 lists all, --offset %u goes on.\n",
                       "%u more; -n 0 lists all, --offset %u goes on.\n",
                       items->len - first - shown),
             items->len - first - shown, first + shown);
  return shown > 0 ? OM_CLI_OK : OM_CLI_NOTHING;
}
