/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points in time, a row each. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "cli/om-cli-points.h"

#include <math.h>
#include <stdio.h>

#include "cli/om-cli-json.h"
#include "cli/om-cli-print.h"

/* Columns of a table for people. */
#define DATE_COLUMNS 18
#define NAME_COLUMNS 12

/* Text beyond this is printed at once, so that a long table stays small in memory. */
#define FLUSH_BYTES (1 << 16)

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

/**
 * om_cli_points_begin:
 * @self: (out caller-allocates): a table, to be cleared
 */
void
om_cli_points_begin (OmCliPoints *self,
                     OmCli       *cli,
                     gboolean     csv,
                     gboolean     means)
{
  OmCliStyle style = om_cli_style (cli);

  *self = (OmCliPoints){ .cli = cli, .csv = csv, .means = means, .out = g_string_new (NULL) };
  if (cli->json)
    {
      self->builder = json_builder_new ();
      json_builder_begin_array (self->builder);
      return;
    }
  if (csv)
    {
      g_string_append (self->out, means ? "date,group,memories,salience,vividness\n"
                                        : "date,id,salience,vividness\n");
      return;
    }
  om_cli_text_cut (self->out, _("Date"), DATE_COLUMNS, TRUE, &style);
  om_cli_text_cut (self->out, means ? _("Group") : _("Memory"), NAME_COLUMNS, TRUE, &style);
  if (means)
    g_string_append_printf (self->out, "%s  ", _("Memories"));
  g_string_append_printf (self->out, "%s  %s\n", _("Salience"), _("Vividness"));
}

/**
 * om_cli_points_add:
 * @at: when, ms UTC
 * @name: the memory or the group
 * @n: how many memories a mean is of
 * @salience: 0..1
 * @vividness: 0..100, %NAN if it is not known
 */
void
om_cli_points_add (OmCliPoints *self,
                   gint64       at,
                   const char  *name,
                   guint        n,
                   double       salience,
                   double       vividness)
{
  OmCliStyle style = om_cli_style (self->cli);
  g_autofree char *date = dup_date (self->cli, at);
  g_autofree char *when = om_cli_dup_instant (self->cli, at);

  self->n_rows++;
  if (self->builder != NULL)
    {
      json_builder_begin_object (self->builder);
      om_cli_json_string (self->builder, "at", date);
      om_cli_json_string (self->builder, self->means ? "group" : "id", name);
      if (self->means)
        om_cli_json_int (self->builder, "memories", n);
      om_cli_json_double (self->builder, "salience", salience);
      om_cli_json_double (self->builder, "vividness", vividness);
      json_builder_end_object (self->builder);
      return;
    }
  if (self->csv)
    {
      g_string_append_printf (self->out, "%s,%s,", date, name);
      if (self->means)
        g_string_append_printf (self->out, "%u,", n);
      append_number (self->out, "%.6f", salience);
      g_string_append_c (self->out, ',');
      append_number (self->out, self->means ? "%.2f" : "%.0f", vividness);
      g_string_append_c (self->out, '\n');
    }
  else
    {
      om_cli_text_cut (self->out, when, DATE_COLUMNS, TRUE, &style);
      om_cli_text_cut (self->out, name, NAME_COLUMNS, TRUE, &style);
      if (self->means)
        g_string_append_printf (self->out, "%8u  ", n);
      append_number (self->out, "%8.3f", salience);
      g_string_append (self->out, "  ");
      append_number (self->out, "%9.0f", vividness);
      g_string_append_c (self->out, '\n');
    }
  if (self->out->len > FLUSH_BYTES)
    om_cli_flush (self->out);
}

/**
 * om_cli_points_end:
 *
 * Prints the table.
 *
 * Returns: an #OmCliExit
 */
int
om_cli_points_end (OmCliPoints *self)
{
  if (self->builder != NULL)
    {
      json_builder_end_array (self->builder);
      om_cli_json_print (self->builder);
    }
  else if (self->n_rows > 0 || self->csv)
    om_cli_flush (self->out);
  if (self->n_rows == 0 && self->builder == NULL)
    fputs (_("Nothing was written down yet in that time.\n"), stderr);
  return self->n_rows > 0 ? OM_CLI_OK : OM_CLI_NOTHING;
}

/** om_cli_points_clear: frees what it holds. */
void
om_cli_points_clear (OmCliPoints *self)
{
  g_clear_object (&self->builder);
  if (self->out != NULL)
    g_string_free (g_steal_pointer (&self->out), TRUE);
}
