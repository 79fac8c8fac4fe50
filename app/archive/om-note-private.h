/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A note while it is read; for om-note*.c alone. */
#pragma once

#include "archive/om-date-form.h"
#include "archive/om-front-matter.h"
#include "archive/om-note.h"
#include "archive/om-tag-set.h"

G_BEGIN_DECLS

/** A note while it is read. */
typedef struct
{
  OmNoteReading *reading;
  OmNoteFile    *file;
  OmFrontMatter *front; /* (owned) (nullable) */
  OmTagSet      *tags;  /* (owned): those of the properties */
  char          *title; /* (owned): from the properties, or from the name */
  gboolean       titled; /* the properties have a title */
  gboolean       starred;
  gboolean       attached; /* the files its properties name went with an entry */
  const char    *text;  /* without the properties */
  gsize          length;
  gboolean       has_moment;
  OmMoment       moment;
  gboolean       bad_date; /* something that should be a date is none */
} OmNote;

/** What an entry of the note is made of. */
typedef struct
{
  const char     *title;
  gsize           title_length;
  const char     *content;
  gsize           content_length;
  const OmMoment *moment; /* (nullable) */
  const char     *key;
  GPtrArray      *under; /* (nullable): headings above it */
  gboolean        no_inline_tags;
} OmNotePart;

/**
 * OmNoteDays:
 * The headings of a note that begin a day.
 */
typedef struct
{
  GArray   *headings; /* (owned) (element-type OmMarkdownHeading): all of them */
  guint     level;    /* of those that begin a day */
  guint     n_days;
  gboolean  jrnl;     /* written by `jrnl --format markdown` */
} OmNoteDays;

/* om-note.c */
gboolean om_note_emit_part       (OmNote            *self,
                                  const OmNotePart  *part,
                                  GError           **error);
gboolean om_note_emit_whole      (OmNote            *self,
                                  const char        *text,
                                  gsize              length,
                                  GError           **error);
void     om_note_remark_bad_date (OmNote            *self,
                                  const char        *value,
                                  const char        *where,
                                  OmDateFit          fit);

/* om-note-days.c */
void     om_note_days_find       (OmNoteDays        *self,
                                  OmNote            *note);
void     om_note_days_clear      (OmNoteDays        *self);
gboolean om_note_days_emit       (const OmNoteDays  *self,
                                  OmNote            *note,
                                  GError           **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OmNoteDays, om_note_days_clear)

G_END_DECLS
