/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory salience`: salience and vividness over time, past and to come, as a table of points. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/om-cli-commands.h"
#include "cli/om-cli-json.h"
#include "cli/om-cli-options.h"
#include "cli/om-cli-print.h"

/* Unless --step says otherwise: days, and no more points than this. */
#define DEFAULT_POINTS 100
#define MAX_POINTS 100000

/* Rows fetched at once. */
#define CHUNK 256

static struct
{
  char    *from;
  char    *to;
  char    *step;
  gboolean csv;
} options;

const GOptionEntry om_cli_salience_options[] = {
  { "csv", 0, 0, G_OPTION_ARG_NONE, &options.csv,
    N_("Print comma-separated values, for a spreadsheet"), NULL },
  { "from", 0, 0, G_OPTION_ARG_FILENAME, &options.from,
    N_("First point (openmemory help dates); when the first was written down otherwise"),
    N_("DATE") },
  { "to", 0, 0, G_OPTION_ARG_FILENAME, &options.to,
    N_("Last point, which may lie ahead as in +60d; now otherwise"), N_("DATE") },
  { "step", 0, 0, G_OPTION_ARG_FILENAME, &options.step,
    N_("Days from point to point; otherwise whole days that make at most 100 points"), N_("DAYS") },
  G_OPTION_ENTRY_NULL
};

/* The groups a mean is taken of: all, then each sector. */
#define N_GROUPS (OM_N_SECTORS + 1)

/** Sum: what adds up to one point of one group. */
typedef struct
{
  guint  n;
  double salience;
  guint  n_vivid;
  double vividness;
} Sum;

/** Span: the points in time. */
typedef struct
{
  gint64 from;
  gint64 to;
  gint64 step;
  guint  n;
} Span;

static gint64
span_at (const Span *span,
         guint       i)
{
  return MIN (span->to, span->from + (gint64) i * span->step);
}

static gboolean
parse_end (OmCli       *cli,
           const char  *option,
           const char  *text,
           gint64       otherwise,
           gint64      *ms,
           GError     **error)
{
  OmMoment moment;

  *ms = otherwise;
  if (text == NULL)
    return TRUE;
  if (!om_cli_parse_date (cli, text, &moment, error))
    return FALSE;
  if (moment.precision == OM_PRECISION_UNKNOWN)
    {
      om_cli_set_input_error (error, _("“%s” cannot be taken for %s: it wants a date."), text,
                              option);
      return FALSE;
    }
  *ms = moment.ms;
  return TRUE;
}

/* Works out the points; @first is when the first memory was written down. */
static gboolean
parse_span (OmCli   *cli,
            gint64   first,
            Span    *span,
            GError **error)
{
  double days = 0;
  double n;

  if (!parse_end (cli, "--from", options.from, first, &span->from, error) ||
      !parse_end (cli, "--to", options.to, om_cli_now (cli), &span->to, error))
    return FALSE;
  if (span->from > span->to)
    {
      om_cli_set_input_error (error, _("The first point lies after the last one: give an earlier "
                                       "--from or a later --to."));
      return FALSE;
    }
  if (options.step != NULL && !om_cli_parse_real ("--step", options.step, 0.001, 36500, &days, error))
    return FALSE;
  if (options.step == NULL)
    days = MAX (1, ceil ((double) (span->to - span->from) / (double) OM_MS_PER_DAY / DEFAULT_POINTS));
  span->step = MAX (1, (gint64) (days * (double) OM_MS_PER_DAY));
  n = ceil ((double) (span->to - span->from) / (double) span->step) + 1;
  if (n > MAX_POINTS)
    {
      om_cli_set_input_error (error, _("That would be %.0f points, and %d is the most: choose a "
                                       "larger --step or a shorter time."),
                              n, MAX_POINTS);
      return FALSE;
    }
  span->n = (guint) n;
  return TRUE;
}

/* Output ---------------------------------------------------------------------------------------- */

static char *
dup_date (OmCli  *cli,
          gint64  at)
{
  OmMoment moment = om_moment_at (at, cli->zone);

  return om_moment_format (&moment);
}

static void
append_number (GString    *out,
               const char *format,
               double      value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (isfinite (value))
    g_string_append (out, g_ascii_formatd (text, sizeof text, format, value));
}

/** Table: where the rows go. */
typedef struct
{
  OmCli       *cli;
  GString     *out;
  JsonBuilder *builder; /* (nullable): with --json */
  gboolean     means;
  guint        n_rows;
} Table;

static void
begin_table (Table *table)
{
  if (table->builder != NULL)
    json_builder_begin_array (table->builder);
  else if (!options.csv)
    {
      const char *const names[] = { _("Date"), table->means ? _("Group") : _("Memory") };
      OmCliStyle style = om_cli_style (table->cli);

      om_cli_text_cut (table->out, names[0], 18, TRUE, &style);
      om_cli_text_cut (table->out, names[1], 12, TRUE, &style);
      if (table->means)
        g_string_append_printf (table->out, "%s  ", _("Memories"));
      g_string_append_printf (table->out, "%s  %s\n", _("Salience"), _("Vividness"));
    }
  else
    g_string_append (table->out, table->means ? "date,group,memories,salience,vividness\n"
                                              : "date,id,salience,vividness\n");
}

/* @n: how many memories a mean is of. A vividness that is not known is %NAN. */
static void
add_row (Table      *table,
         gint64      at,
         const char *name,
         guint       n,
         double      salience,
         double      vividness)
{
  OmCliStyle style = om_cli_style (table->cli);
  g_autofree char *date = dup_date (table->cli, at);
  g_autofree char *when = om_cli_dup_instant (table->cli, at);

  table->n_rows++;
  if (table->builder != NULL)
    {
      json_builder_begin_object (table->builder);
      om_cli_json_string (table->builder, "at", date);
      om_cli_json_string (table->builder, table->means ? "group" : "id", name);
      if (table->means)
        om_cli_json_int (table->builder, "memories", n);
      om_cli_json_double (table->builder, "salience", salience);
      om_cli_json_double (table->builder, "vividness", vividness);
      json_builder_end_object (table->builder);
      return;
    }
  if (options.csv)
    {
      g_string_append_printf (table->out, "%s,%s,", date, name);
      if (table->means)
        g_string_append_printf (table->out, "%u,", n);
      append_number (table->out, "%.6f", salience);
      g_string_append_c (table->out, ',');
      append_number (table->out, table->means ? "%.2f" : "%.0f", vividness);
      g_string_append_c (table->out, '\n');
    }
  else
    {
      om_cli_text_cut (table->out, when, 18, TRUE, &style);
      om_cli_text_cut (table->out, name, 12, TRUE, &style);
      if (table->means)
        g_string_append_printf (table->out, "%8u  ", n);
      append_number (table->out, "%8.3f", salience);
      g_string_append (table->out, "  ");
      append_number (table->out, "%9.0f", vividness);
      g_string_append_c (table->out, '\n');
    }
  if (table->out->len > 1 << 16)
    om_cli_flush (table->out);
}

static int
end_table (Table *table)
{
  if (table->builder != NULL)
    {
      json_builder_end_array (table->builder);
      om_cli_json_print (table->builder);
      g_object_unref (table->builder);
    }
  else if (table->n_rows > 0 || options.csv)
    om_cli_flush (table->out);
  if (table->n_rows == 0 && !table->cli->json)
    fputs (_("Nothing was written down yet in that time.\n"), stderr);
  g_string_free (table->out, TRUE);
  return table->n_rows > 0 ? OM_CLI_OK : OM_CLI_NOTHING;
}

/* Memories that were named ---------------------------------------------------------------------- */

static double
vividness_at (OmCli           *cli,
              const OmHistory *history,
              const OmMemory  *memory,
              gint64           at)
{
  int percent = om_engine_vividness_at (cli->engine, history, memory, at);

  return percent >= 0 ? percent : NAN;
}

static gboolean
add_curve (Table           *table,
           const OmMemory  *memory,
           const OmHistory *history,
           const Span      *span)
{
  g_autofree char *short_id = om_cli_dup_short_id (memory);
  const char *name = table->builder != NULL || options.csv ? memory->id : short_id;

  for (guint i = 0; i < span->n; i++)
    {
      gint64 at = span_at (span, i);
      double salience = om_engine_salience_at (table->cli->engine, history, memory, at);

      if (!isnan (salience))
        add_row (table, at, name, 1, salience, vividness_at (table->cli, history, memory, at));
    }
  return TRUE;
}

/* When the history of a memory begins. */
static gint64
beginning (const OmHistory *history,
           const OmMemory  *memory)
{
  if (history->points->len > 0)
    return g_array_index (history->points, OmSaliencePoint, 0).at;
  if (history->events->len > 0)
    return ((OmHistoryEvent *) g_ptr_array_index (history->events, 0))->at;
  return memory->recorded_at;
}

static gboolean
print_named (Table      *table,
             char      **ids,
             GError    **error)
{
  OmCli *cli = table->cli;
  g_autoptr (GPtrArray) memories = om_cli_get_all (cli, (const char *const *) ids, error);
  g_autoptr (GPtrArray) histories = g_ptr_array_new_with_free_func (
    (GDestroyNotify) om_history_free);
  gint64 first = G_MAXINT64;
  Span span;

  if (memories == NULL)
    return FALSE;
  for (guint i = 0; i < memories->len; i++)
    {
      const OmMemory *memory = g_ptr_array_index (memories, i);
      OmHistory *history = om_engine_get_history (cli->engine, memory->id, cli->cancellable, error);

      if (history == NULL)
        return FALSE;
      g_ptr_array_add (histories, history);
      first = MIN (first, beginning (history, memory));
    }
  if (!parse_span (cli, MIN (first, om_cli_now (cli)), &span, error))
    return FALSE;
  begin_table (table);
  for (guint i = 0; i < memories->len; i++)
    add_curve (table, g_ptr_array_index (memories, i), g_ptr_array_index (histories, i), &span);
  return TRUE;
}

/* Means ----------------------------------------------------------------------------------------- */

typedef gboolean (*MemoryFunc) (OmCli          *cli,
                                const OmMemory *memory,
                                gpointer        data,
                                GError        **error);

static gboolean
for_each (OmCli       *cli,
          GArray      *items,
          MemoryFunc   func,
          gpointer     data,
          GError     **error)
{
  gint64 rows[CHUNK];

  for (guint start = 0; start < items->len; start += CHUNK)
    {
      guint n = MIN (CHUNK, items->len - start);
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
          if (memory != NULL && !func (cli, memory, data, error))
            return FALSE;
        }
    }
  return TRUE;
}

static gboolean
find_first (OmCli          *cli,
            const OmMemory *memory,
            gpointer        first,
            GError        **error)
{
  *(gint64 *) first = MIN (*(gint64 *) first, memory->recorded_at);
  return TRUE;
}

typedef struct
{
  const Span *span;
  Sum        *sums; /* [point][group] */
} Means;

static gboolean
add_to_means (OmCli          *cli,
              const OmMemory *memory,
              gpointer        data,
              GError        **error)
{
  Means *means = data;
  g_autoptr (GError) failed = NULL;
  g_autoptr (OmHistory) history = om_engine_get_history (cli->engine, memory->id, cli->cancellable,
                                                         &failed);
  const int groups[] = { 0, memory->sector + 1 };

  if (g_error_matches (failed, OM_ERROR, OM_ERROR_NOT_FOUND))
    return TRUE;
  if (history == NULL)
    {
      g_propagate_error (error, g_steal_pointer (&failed));
      return FALSE;
    }
  for (guint i = 0; i < means->span->n; i++)
    {
      gint64 at = span_at (means->span, i);
      double salience = om_engine_salience_at (cli->engine, history, memory, at);
      double vividness = vividness_at (cli, history, memory, at);

      if (isnan (salience))
        continue;
      for (gsize g = 0; g < G_N_ELEMENTS (groups); g++)
        {
          Sum *sum = &means->sums[i * N_GROUPS + (guint) groups[g]];

          if (groups[g] < 0 || groups[g] >= N_GROUPS)
            continue;
          sum->n++;
          sum->salience += salience;
          if (isnan (vividness))
            continue;
          sum->n_vivid++;
          sum->vividness += vividness;
        }
    }
  return TRUE;
}

static gboolean
print_means (Table   *table,
             GError **error)
{
  OmCli *cli = table->cli;
  g_autoptr (OmFilter) filter = om_cli_filter_new (cli, error);
  g_autoptr (GArray) items = filter != NULL
                               ? om_engine_list (cli->engine, filter, OM_SORT_NEWEST,
                                                 cli->cancellable, error)
                               : NULL;
  g_autofree Sum *sums = NULL;
  gint64 first = om_cli_now (cli);
  Span span;
  Means means;

  if (items == NULL || (options.from == NULL && !for_each (cli, items, find_first, &first, error)) ||
      !parse_span (cli, first, &span, error))
    return FALSE;
  sums = g_new0 (Sum, (gsize) span.n * N_GROUPS);
  means = (Means){ &span, sums };
  if (!for_each (cli, items, add_to_means, &means, error))
    return FALSE;

  begin_table (table);
  for (guint i = 0; i < span.n; i++)
    {
      for (int g = 0; g < N_GROUPS; g++)
        {
          const Sum *sum = &sums[i * N_GROUPS + (guint) g];

          if (sum->n > 0)
            add_row (table, span_at (&span, i), g == 0 ? "all" : om_sector_to_nick (g - 1), sum->n,
                     sum->salience / sum->n,
                     sum->n_vivid > 0 ? sum->vividness / sum->n_vivid : NAN);
        }
    }
  return TRUE;
}

/* Who names memories has chosen. */
static gboolean
check_no_filter (OmCli   *cli,
                 GError **error)
{
  g_autoptr (OmFilter) filter = om_cli_filter_new (cli, error);
  g_autoptr (OmFilter) plain = om_filter_new ();

  if (filter == NULL)
    return FALSE;
  if (!om_cli_filter_takes_private ())
    plain->flags_unset |= OM_FLAG_PRIVATE;
  if (om_filter_equal (filter, plain))
    return TRUE;
  om_cli_set_usage_error (error, _("Name memories by their ids, or choose them with --tag and the "
                                   "like, not both."));
  return FALSE;
}

/** om_cli_salience_run: `openmemory salience [ID…]`. */
int
om_cli_salience_run (OmCli   *cli,
                     char   **args,
                     GError **error)
{
  gboolean named = args != NULL && args[0] != NULL;
  Table table = { .cli = cli, .means = !named };
  g_auto (GStrv) ids = NULL;
  gboolean done = FALSE;

  if (cli->json && options.csv)
    {
      om_cli_set_usage_error (error, _("Choose one of --csv and --json."));
      return OM_CLI_USAGE;
    }
  if (named && !check_no_filter (cli, error))
    return OM_CLI_USAGE;
  if (!om_cli_open (cli, OM_OPEN_READ_ONLY | OM_OPEN_MUST_EXIST, error))
    return OM_CLI_STORE;
  table.out = g_string_new (NULL);
  table.builder = cli->json ? json_builder_new () : NULL;
  if (named)
    {
      ids = om_cli_find_all (cli, args, error);
      done = ids != NULL && print_named (&table, ids, error);
    }
  else
    done = print_means (&table, error);
  if (done)
    return end_table (&table);
  g_clear_object (&table.builder);
  g_string_free (table.out, TRUE);
  return OM_CLI_FAILED;
}
