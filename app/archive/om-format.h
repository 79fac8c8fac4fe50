/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An import format as a row of a table: a name and two functions over a container. What every reader
 * of one does alike is done once, by om_format_reader_new(). */
#pragma once

#include "archive/om-container.h"
#include "archive/om-read-job.h"

G_BEGIN_DECLS

/* How much of a file's beginning tells what it is. */
#define OM_FORMAT_HEAD (16 * 1024)

/**
 * OmFormat:
 * @name: stored name
 * @title: what people see
 * @probe: 0 not mine .. 100 surely mine, from the first members
 * @read: streams the entries of a whole container
 */
typedef struct
{
  const char *name;
  const char *title;
  int       (*probe) (OmContainer   *look,
                      GCancellable  *cancellable);
  gboolean  (*read)  (OmReadJob     *job,
                      OmContainer   *container,
                      GError       **error);
} OmFormat;

extern const OmFormat om_chatgpt_format;
extern const OmFormat om_claude_format;
extern const OmFormat om_csv_format;
extern const OmFormat om_day_one_format;
extern const OmFormat om_openmemory_format;
extern const OmFormat om_joplin_format;
extern const OmFormat om_logseq_format;
extern const OmFormat om_keep_format;
extern const OmFormat om_standard_notes_format;
extern const OmFormat om_journey_format;
extern const OmFormat om_diarium_format;
extern const OmFormat om_memos_format;
extern const OmFormat om_mini_diary_format;
extern const OmFormat om_lifeograph_format;
extern const OmFormat om_gnote_format;
extern const OmFormat om_zim_format;
extern const OmFormat om_red_notebook_format;

OmReader *om_format_reader_new (const OmFormat  *format);
gboolean  om_format_load_text  (OmReadJob       *job,
                                OmContainer     *container,
                                OmMember        *member,
                                OmSourceText   **text,
                                GError         **error);
void      om_format_remark_trash (OmReadJob     *job,
                                  guint          n);
void      om_format_remark_archived (OmReadJob  *job,
                                     guint       n);

G_END_DECLS
