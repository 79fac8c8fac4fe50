/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One Markdown or text file as entries: its properties, date, title, tags, links and files. */
#pragma once

#include "archive/om-note-reading.h"
#include "archive/om-source-text.h"

G_BEGIN_DECLS

gboolean om_note_read (OmNoteReading       *self,
                       OmNoteFile          *file,
                       const OmSourceText  *source,
                       GError             **error);

G_END_DECLS
