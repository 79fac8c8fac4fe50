/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory salience`: salience and vividness over time, past and to come, a row a point. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <math.h>

#include "cli/om-cli-commands.h"
#include "cli/om-cli-options.h"
#include "cli/om-cli-points.h"
#include "cli/om-cli-print.h"
#include "engine/om-curves.h"

/* Unless --step says otherwise: days, and no more points than this. */
#define DEFAULT_POINTS 100
#define MAX_POINTS 100000

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
  if (options.step == NULL)
    days = MAX (1, ceil ((double) (span->to - span->from) / (double) OM_MS_PER_DAY /
                         DEFAULT_POINTS));
  else if (!om_cli_parse_real ("--step", options.step, 0.001, 36500, &days, error))
    return FALSE;
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

/* Memories that were named ------------------------------------------------------------------ */

static double
vividness_at (OmCli           *cli,
              const OmHistory *history,
              const OmMemory  *memory,
              gint64           at)
{
  int percent = om_engine_vividness_at (cli->engine, history, memory, at);

  return percent >= 0 ? percent : NAN;
}

static void
add_curve (OmCliPoints     *points,
           const OmMemory  *memory,
           const OmHistory *history,
           const Span      *span)
{
  g_autofree char *short_id = om_cli_dup_short_id (memory);
  const char *name = points->cli->json || points->csv ? memory->id : short_id;

  for (guint i = 0; i < span->n; i++)
    {
      gint64 at = span_at (span, i);
      double salience = om_engine_salience_at (points->cli->engine, history, memory, at);

      if (!isnan (salience))
        om_cli_points_add (points, at, name, 1, salience,
                           vividness_at (points->cli, history, memory, at));
    }
}

static int
print_named (OmCli   *cli,
             char   **ids,
             GError **error)
{
  g_auto (OmCliPoints) points = { 0 };
  g_autoptr (GPtrArray) memories = om_cli_get_all (cli, (const char *const *) ids, error);
  g_autoptr (GPtrArray) histories = g_ptr_array_new_with_free_func (
    (GDestroyNotify) om_history_free);
  gint64 first = G_MAXINT64;
  Span span;

  if (memories == NULL)
    return OM_CLI_FAILED;
  for (guint i = 0; i < memories->len; i++)
    {
      const OmMemory *memory = g_ptr_array_index (memories, i);
      OmHistory *history = om_engine_get_history (cli->engine, memory->id, cli->cancellable, error);

      if (history == NULL)
        return OM_CLI_FAILED;
      g_ptr_array_add (histories, history);
      first = MIN (first, om_engine_curve_beginning (history, memory));
    }
  if (!parse_span (cli, MIN (first, om_cli_now (cli)), &span, error))
    return OM_CLI_FAILED;
  om_cli_points_begin (&points, cli, options.csv, FALSE);
  for (guint i = 0; i < memories->len; i++)
    add_curve (&points, g_ptr_array_index (memories, i), g_ptr_array_index (histories, i), &span);
  return om_cli_points_end (&points);
}

/* Means ------------------------------------------------------------------------------------- */

/** Means: the histories of all memories go by, those that were chosen are added up. */
typedef struct
{
  OmCli      *cli;
  GHashTable *rows;  /* (owned): of those that were chosen */
  gint64      first; /* when the first of them begins */
  const Span *span;
  Sum        *sums;  /* [point][group] */
} Means;

static gboolean
find_first_cb (gint64           row,
               const OmMemory  *memory,
               const OmHistory *history,
               gpointer         data)
{
  Means *means = data;

  if (g_hash_table_contains (means->rows, GSIZE_TO_POINTER ((gsize) row)) &&
      history->events->len + history->points->len > 0)
    means->first = MIN (means->first, om_engine_curve_beginning (history, memory));
  return TRUE;
}

static void
add_to (Sum   *sum,
        double salience,
        double vividness)
{
  sum->n++;
  sum->salience += salience;
  if (isnan (vividness))
    return;
  sum->n_vivid++;
  sum->vividness += vividness;
}

static gboolean
add_to_means_cb (gint64           row,
                 const OmMemory  *memory,
                 const OmHistory *history,
                 gpointer         data)
{
  Means *means = data;

  if (!g_hash_table_contains (means->rows, GSIZE_TO_POINTER ((gsize) row)))
    return TRUE;
  for (guint i = 0; i < means->span->n; i++)
    {
      gint64 at = span_at (means->span, i);
      double salience = om_engine_salience_at (means->cli->engine, history, memory, at);
      double vividness = vividness_at (means->cli, history, memory, at);
      Sum *sums = &means->sums[i * N_GROUPS];

      if (isnan (salience))
        continue;
      add_to (&sums[0], salience, vividness);
      if (memory->sector >= 0 && memory->sector < OM_N_SECTORS)
        add_to (&sums[memory->sector + 1], salience, vividness);
    }
  return TRUE;
}

/* A sum for each point and group. (transfer full) (nullable) */
static Sum *
add_up (OmCli        *cli,
        const GArray *items,
        Span         *span,
        GError      **error)
{
  g_autoptr (GHashTable) rows = g_hash_table_new (NULL, NULL);
  g_autofree Sum *sums = NULL;
  Means means = { .cli = cli, .rows = rows, .first = om_cli_now (cli), .span = span };

  for (guint i = 0; i < items->len; i++)
    g_hash_table_add (rows, GSIZE_TO_POINTER ((gsize) g_array_index (items, OmListItem, i).row));
  if (options.from == NULL && !om_engine_scan_histories (cli->engine, find_first_cb, &means, cli->cancellable, error))
    return NULL;
  if (!parse_span (cli, means.first, span, error))
    return NULL;
  sums = g_new0 (Sum, (gsize) span->n * N_GROUPS);
  means.sums = sums;
  if (!om_engine_scan_histories (cli->engine, add_to_means_cb, &means, cli->cancellable, error))
    return NULL;
  return g_steal_pointer (&sums);
}

static int
print_means (OmCli   *cli,
             GError **error)
{
  g_auto (OmCliPoints) points = { 0 };
  g_autoptr (OmFilter) filter = om_cli_filter_new (cli, error);
  g_autoptr (GArray) items = filter != NULL
                               ? om_engine_list (cli->engine, filter, OM_SORT_NEWEST,
                                                 cli->cancellable, error)
                               : NULL;
  Span span = { 0 };
  g_autofree Sum *sums = items != NULL ? add_up (cli, items, &span, error) : NULL;

  if (sums == NULL)
    return OM_CLI_FAILED;
  om_cli_points_begin (&points, cli, options.csv, TRUE);
  for (guint i = 0; i < span.n; i++)
    {
      for (int g = 0; g < N_GROUPS; g++)
        {
          const Sum *sum = &sums[i * N_GROUPS + (guint) g];

          if (sum->n > 0)
            om_cli_points_add (&points, span_at (&span, i),
                               g == 0 ? "all" : om_sector_to_nick (g - 1), sum->n,
                               sum->salience / sum->n,
                               sum->n_vivid > 0 ? sum->vividness / sum->n_vivid : NAN);
        }
    }
  return om_cli_points_end (&points);
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
  g_auto (GStrv) ids = NULL;

  if (cli->json && options.csv)
    {
      om_cli_set_usage_error (error, _("Choose one of --csv and --json."));
      return OM_CLI_USAGE;
    }
  if (named && !check_no_filter (cli, error))
    return OM_CLI_USAGE;
  if (!om_cli_open (cli, OM_OPEN_READ_ONLY | OM_OPEN_MUST_EXIST, error))
    return OM_CLI_STORE;
  if (!named)
    return print_means (cli, error);
  ids = om_cli_find_all (cli, args, error);
  return ids != NULL ? print_named (cli, ids, error) : OM_CLI_NOTHING;
}
