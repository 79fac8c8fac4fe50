/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What belongs together and is worth a reflection (engine.md section 8). Pure. */
#pragma once

#include <glib.h>

#include "memory/om-enums.h"

G_BEGIN_DECLS

/* Least similarity of word sets in a repetition, and least members of it (golden cluster). */
#define OM_REPETITION_SIMILARITY 0.8
#define OM_REPETITION_MIN_MEMBERS 2

/* A theme (ours): entries of one sector on different days, their tokens linked pairwise. */
#define OM_THEME_JACCARD 0.35
#define OM_THEME_MIN_MEMBERS 3
#define OM_THEME_MAX_MEMBERS 12
#define OM_THEME_DAYS 30

/* A reflection looks at the newest of a day; fewer memories than this give none at all. */
#define OM_REFLECTION_WINDOW 100
#define OM_REFLECTION_MIN_MEMORIES 20

/**
 * OmReflectionItem:
 * @content: its text
 * @sector: primary sector
 * @journal_day: its day
 * @consolidated: it has been taken into a reflection; it is no seed any more
 * @tokens: (nullable) (element-type utf8): canonical tokens without stop words, for themes
 * @settled: it was looked at before: it begins no group, but may be taken into one
 * @in_theme: with @consolidated: the reflection it has been taken into is a theme, which others may join
 */
typedef struct
{
  const char *content;
  OmSector    sector;
  gint32      journal_day;
  gboolean    consolidated;
  GPtrArray  *tokens;
  gboolean    settled;
  gboolean    in_theme;
} OmReflectionItem;

GPtrArray *om_reflection_repetitions (const OmReflectionItem *items,
                                      gsize                   n_items);
GPtrArray *om_reflection_themes      (const OmReflectionItem *items,
                                      gsize                   n_items);
double     om_reflection_salience    (const gint64           *created_at,
                                      gsize                   n,
                                      gint64                  now);
char      *om_reflection_summary     (const OmReflectionItem *items,
                                      const GArray           *members);
char     **om_reflection_keywords    (const OmReflectionItem *items,
                                      const GArray           *members,
                                      guint                   k);

G_END_DECLS
