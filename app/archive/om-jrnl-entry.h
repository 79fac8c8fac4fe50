/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One entry of a jrnl journal: the same key from whichever of the journal's files it comes. */
#pragma once

#include "archive/om-date-form.h"
#include "archive/om-read-job.h"
#include "archive/om-tag-set.h"

G_BEGIN_DECLS

/**
 * OmJrnlEntry:
 * @title: (not owned) (nullable): not NUL-terminated
 * @body: (not owned) (nullable): not NUL-terminated
 * @date: the date as written; also an impossible one, which is part of the key then
 * @has_date: whether there is anything in @date
 * @starred: a star of the journal
 * @tags: (not owned) (nullable): tags the source lists; %NULL: those written in the text
 * @source_data: (not owned) (nullable): JSON of what has no field
 */
typedef struct
{
  const char   *title;
  gsize         title_length;
  const char   *body;
  gsize         body_length;
  OmWrittenDate date;
  gboolean      has_date;
  gboolean      starred;
  OmTagSet     *tags;
  const char   *source_data;
} OmJrnlEntry;

void     om_jrnl_entry_split     (OmJrnlEntry  *self,
                                  const char   *text,
                                  gsize         length);
gboolean om_jrnl_entry_take_star (const char   *line,
                                  gsize        *length);
gboolean om_jrnl_entry_emit      (OmJrnlEntry  *self,
                                  OmReadJob    *job,
                                  GError      **error);
void     om_jrnl_find_tags       (OmTagSet     *tags,
                                  const char   *text,
                                  gsize         length);

G_END_DECLS
