/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was imported when, and the keys by which a second import knows what it has seen. Keys
 * outlive the wiping of their memory, so that what was deleted is not brought back. */
#pragma once

#include "memory/om-past-import.h"
#include "store/om-store.h"

G_BEGIN_DECLS

/** OmImportKnown: what the store knows of a key. */
typedef enum
{
  OM_IMPORT_KEY_NEW,     /* never seen */
  OM_IMPORT_KEY_KNOWN,   /* seen with this very text; its memory is there */
  OM_IMPORT_KEY_DELETED, /* seen with this very text; its memory is in the bin or wiped */
  OM_IMPORT_KEY_CHANGED, /* seen, with another text; @row is the newest memory of the key */
} OmImportKnown;

/**
 * OmImportKey:
 * @known: what is known
 * @row: the memory, 0 if wiped or never there
 * @id: (owned) (nullable): its id, also after wiping
 * @deleted: it is in the bin or wiped
 */
typedef struct
{
  OmImportKnown known;
  gint64        row;
  char         *id;
  gboolean      deleted;
} OmImportKey;

void     om_import_key_clear        (OmImportKey   *key);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OmImportKey, om_import_key_clear)

/* @text_hash: of the text as the source gave it (before the person edits it). */
gboolean om_store_import_key_find   (OmStore       *self,
                                     const char    *source,
                                     const char    *source_key,
                                     guint64        text_hash,
                                     OmImportKey   *key,
                                     GError       **error);
gboolean om_store_import_key_add    (OmStore       *self,
                                     const char    *source,
                                     const char    *source_key,
                                     guint64        text_hash,
                                     gint64         row,
                                     const char    *id,
                                     GError       **error);
/* @report: JSON. Returns the number of the import, -1 on error. */
gint64   om_store_import_add        (OmStore       *self,
                                     gint64         at,
                                     const char    *format,
                                     const char    *file_name,
                                     const char    *report,
                                     GError       **error);

/* GPtrArray of OmPastImport: one by its number, or with 0 the newest hundred, newest first. */
GPtrArray *om_store_imports_list    (OmStore       *self,
                                     gint64         id,
                                     GError       **error);

G_END_DECLS
