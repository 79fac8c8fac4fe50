/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmPastImport: what is kept of an import for later reading. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * OmPastImport:
 * @id: its number, from 1
 * @at: when, ms UTC
 * @format: (owned): stored name of the format
 * @file_name: (owned): where it came from
 * @report: (owned): what came of it, JSON
 */
typedef struct
{
  gint64 id;
  gint64 at;
  char  *format;
  char  *file_name;
  char  *report;
} OmPastImport;

void om_past_import_free (OmPastImport *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmPastImport, om_past_import_free)

G_END_DECLS
