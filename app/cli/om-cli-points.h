/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table of points in time: for people, as comma-separated values, or as JSON. */
#pragma once

#include "cli/om-cli.h"

G_BEGIN_DECLS

/**
 * OmCliPoints:
 * @cli: the run
 * @csv: comma-separated values
 * @means: a point is a mean of a group, not of one memory
 * @n_rows: points so far
 * @out: (owned): text that is not printed yet
 * @builder: (owned) (nullable): with --json
 */
typedef struct
{
  OmCli       *cli;
  gboolean     csv;
  gboolean     means;
  guint        n_rows;
  GString     *out;
  JsonBuilder *builder;
} OmCliPoints;

void om_cli_points_begin (OmCliPoints *self,
                          OmCli       *cli,
                          gboolean     csv,
                          gboolean     means);
void om_cli_points_add   (OmCliPoints *self,
                          gint64       at,
                          const char  *name,
                          guint        n,
                          double       salience,
                          double       vividness);
int  om_cli_points_end   (OmCliPoints *self);
void om_cli_points_clear (OmCliPoints *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OmCliPoints, om_cli_points_clear)

G_END_DECLS
