/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was typed into the search box, taken apart: words, "exact phrases", operators. */
#pragma once

#include <glib.h>

#include "engine/om-filter.h"

G_BEGIN_DECLS

/**
 * OmQuery:
 * @text: (owned): the words without the operators, quotes kept out
 * @phrases: (owned): NULL-terminated: what stood in quotes; every one must be in a result just so
 * @filter: (owned): what the operators ask for, on top of the filter given
 * @unknown: (owned): NULL-terminated: operators whose value is not known (`sector:nostalgic`); they
 *   were taken as words
 */
typedef struct
{
  char     *text;
  char    **phrases;
  OmFilter *filter;
  char    **unknown;
} OmQuery;

OmQuery *om_query_parse (const char     *typed,
                         const OmFilter *filter);
gboolean om_query_add_period (OmFilter   *filter,
                              const char *name,
                              const char *value);
void     om_query_free  (OmQuery        *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmQuery, om_query_free)

G_END_DECLS
