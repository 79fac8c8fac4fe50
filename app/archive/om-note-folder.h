/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of a folder of notes: found without following a link, in a lasting order. */
#pragma once

#include <gio/gio.h>

#include "archive/om-import-report.h"

G_BEGIN_DECLS

/* Files that belong to notes, text or not, lie in folders of this name. */
#define OM_NOTE_FOLDER_FILES "_resources"

/* Enough files to tell what kind of folder it is. */
#define OM_NOTE_FOLDER_LOOK 500

/**
 * OmNoteFile:
 * @path: (owned): relative to the folder, UTF-8, NFC, `/` between names: also the key of the note
 * @file: (owned): the file
 * @size: bytes
 * @modified_ms: when it was last changed, ms UTC
 * @taken: it went along with an entry
 */
typedef struct
{
  char    *path;
  GFile   *file;
  gint64   size;
  gint64   modified_ms;
  gboolean taken;
} OmNoteFile;

/**
 * OmNoteFolder:
 * @notes: (element-type OmNoteFile) (owned): Markdown and text files, sorted by path
 * @others: (element-type OmNoteFile) (owned): all other files in sight
 * @links: (element-type utf8) (owned): symbolic links and things that are no files; never opened
 * @unread: (element-type utf8) (owned): folders that could not be read or lie too deep
 * @n_hidden: files and folders whose names begin with a dot
 * @copies: (element-type utf8) (owned): copies that editors leave behind
 */
typedef struct
{
  GPtrArray  *notes;
  GPtrArray  *others;
  GPtrArray  *links;
  GPtrArray  *unread;
  GPtrArray  *copies;
  guint       n_hidden;

  /*< private >*/
  guint       n_left; /* files that may still be looked at; G_MAXUINT for no bound */
  GHashTable *by_name;  /* (owned) (nullable): comparison key of a path's end to OmNoteFile */
  GHashTable *by_alias; /* (owned) (nullable): comparison key of an alias to OmNoteFile */
} OmNoteFolder;

OmNoteFolder *om_note_folder_scan       (GFile         *root,
                                         guint          max_files,
                                         GCancellable  *cancellable,
                                         GError       **error);
void          om_note_folder_free       (OmNoteFolder  *self);
OmNoteFile   *om_note_folder_resolve    (OmNoteFolder  *self,
                                         const char    *from,
                                         const char    *target,
                                         gboolean       wiki);
void          om_note_folder_add_alias  (OmNoteFolder  *self,
                                         OmNoteFile    *note,
                                         const char    *alias);
void          om_note_folder_remark     (OmNoteFolder  *self,
                                         OmImportReport *report);
gboolean      om_note_path_is_note      (const char    *path);
gboolean      om_note_name_is_text      (const char    *name);
gsize         om_note_stem_length       (const char    *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmNoteFolder, om_note_folder_free)

G_END_DECLS
