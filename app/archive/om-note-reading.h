/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many notes read one after the other, and what is said about those that are none. */
#pragma once

#include "archive/om-note-folder.h"
#include "archive/om-read-job.h"

G_BEGIN_DECLS

/**
 * OmNoteReading:
 * @job: (not owned): what is being read
 * @folder: (nullable) (not owned): the folder the notes lie in, for links; %NULL for a file by
 *   itself
 * @daily_form: (nullable) (not owned): form of the paths of daily notes below @daily_folder
 * @daily_folder: (nullable) (not owned): where daily notes lie, %NULL or empty for the root
 * @empty: (element-type utf8) (owned): paths of notes without a word
 * @failure: (owned) (nullable): why the first note that could not be read could not
 */
typedef struct
{
  OmReadJob    *job;
  OmNoteFolder *folder;
  const char   *daily_form;
  const char   *daily_folder;
  GPtrArray    *empty;
  GError       *failure;
} OmNoteReading;

void     om_note_reading_init        (OmNoteReading  *self,
                                      OmReadJob      *job,
                                      OmNoteFolder   *folder);
void     om_note_reading_clear       (OmNoteReading  *self);
gboolean om_note_reading_read        (OmNoteReading  *self,
                                      OmNoteFile     *file,
                                      GError        **error);
gboolean om_note_reading_finish      (OmNoteReading  *self,
                                      GError        **error);
gboolean om_note_reading_read_single (OmReadJob      *job,
                                      GFile          *file,
                                      GError        **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OmNoteReading, om_note_reading_clear)

G_END_DECLS
