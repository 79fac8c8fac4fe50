/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SQLite's codes become the library's: one table. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-error.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib/gi18n.h>
#include <sqlite3.h>

#include "memory/om-error.h"

typedef struct
{
  int         code;   /* SQLite's, primary or extended; extended ones come first */
  OmError     error;
  const char *words;  /* with %s for the path */
  gboolean    detail; /* and a second one for SQLite's own words, where they help */
} Translation;

static const Translation translations[] = {
  { SQLITE_CORRUPT_VTAB, OM_ERROR_FAILED,
    N_("The index of words in %s is damaged. Your texts are not: run “openmemory doctor --repair”."),
    FALSE },
  { SQLITE_IOERR_SHMSIZE, OM_ERROR_NO_SPACE,
    N_("The disk that holds %s is full. Make room on it and save again."), FALSE },
  { SQLITE_READONLY_DBMOVED, OM_ERROR_READ_ONLY,
    N_("%s was moved, deleted or replaced while it was open. Put it back, or close the journal and open it again."), FALSE },
  { SQLITE_NOTADB, OM_ERROR_NOT_A_STORE,
    N_("%s is not a store of this program. Nothing was changed in it. Choose another file."), FALSE },
  { SQLITE_CORRUPT, OM_ERROR_NOT_A_STORE,
    N_("%s is damaged. Keep the file, open a backup of it, or save what can be read with “openmemory "
       "doctor”."),
    FALSE },
  { SQLITE_BUSY, OM_ERROR_LOCKED,
    N_("Another program is holding %s. Close it, or wait a moment, and try again."), FALSE },
  { SQLITE_LOCKED, OM_ERROR_LOCKED,
    N_("Another program is holding %s. Close it, or wait a moment, and try again."), FALSE },
  { SQLITE_PROTOCOL, OM_ERROR_LOCKED,
    N_("Another program is holding %s. Close it, or wait a moment, and try again."), FALSE },
  { SQLITE_READONLY, OM_ERROR_READ_ONLY,
    N_("%s can only be read: the file, its folder or its disk takes no writing. Allow writing there, "
       "or choose another folder."),
    FALSE },
  { SQLITE_PERM, OM_ERROR_READ_ONLY,
    N_("%s can only be read: the file, its folder or its disk takes no writing. Allow writing there, "
       "or choose another folder."),
    FALSE },
  { SQLITE_FULL, OM_ERROR_NO_SPACE,
    N_("The disk that holds %s is full. Make room on it and save again."), FALSE },
  { SQLITE_CANTOPEN, OM_ERROR_FAILED,
    N_("%s cannot be opened. See whether its folder is still there and may be read and written."),
    FALSE },
  { SQLITE_IOERR, OM_ERROR_FAILED,
    N_("The disk reports a fault while reading or writing %s. Copy the file to another disk and look "
       "after this one (%s)."),
    TRUE },
  { SQLITE_NOMEM, OM_ERROR_FAILED,
    N_("There is not enough memory to work with %s. Close other programs and try again."), FALSE },
  { SQLITE_TOOBIG, OM_ERROR_INVALID,
    N_("The text is too long to be kept in %s. Cut it into several."), FALSE },
  { SQLITE_CONSTRAINT, OM_ERROR_INVALID, N_("A value is outside what %s can hold (%s)."), TRUE },
  { SQLITE_ERROR, OM_ERROR_FAILED, N_("%s could not be read or written (%s)."), TRUE },
};

/* The words of the table with the path, and the detail, in their places. */
static char *
fill_in (const Translation *translation,
         const char        *path,
         const char        *detail)
{
  g_auto (GStrv) parts = g_strsplit (_(translation->words), "%s", 3);
  GString *words = g_string_new (NULL);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      g_string_append (words, i == 0 ? "" : i == 1 ? path : detail);
      g_string_append (words, parts[i]);
    }
  return g_string_free (words, FALSE);
}

static const Translation *
find_translation (int rc)
{
  for (gsize i = 0; i < G_N_ELEMENTS (translations); i++)
    {
      if (translations[i].code == rc)
        return &translations[i];
    }
  for (gsize i = 0; i < G_N_ELEMENTS (translations); i++)
    {
      if (translations[i].code == (rc & 0xff))
        return &translations[i];
    }
  return &translations[G_N_ELEMENTS (translations) - 1];
}

/**
 * om_store_set_error:
 * @error: return location
 * @rc: a result code of SQLite, primary or extended, not %SQLITE_OK
 * @system_errno: what the system said, 0 if nothing
 * @path: the file it is about
 * @detail: (nullable): SQLite's own words
 *
 * Sets the library's error. %SQLITE_INTERRUPT is %G_IO_ERROR_CANCELLED.
 */
void
om_store_set_error (GError    **error,
                    int         rc,
                    int         system_errno,
                    const char *path,
                    const char *detail)
{
  const Translation *translation;
  g_autofree char *words = NULL;

  if ((rc & 0xff) == SQLITE_INTERRUPT)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled");
      return;
    }
  /* A quota that is used up and a disk gone read-only come as plain faults of reading and
   * writing. */
  if ((rc & 0xff) == SQLITE_IOERR && (system_errno == EDQUOT || system_errno == ENOSPC))
    rc = SQLITE_FULL;
  else if (((rc & 0xff) == SQLITE_IOERR || (rc & 0xff) == SQLITE_CANTOPEN) && system_errno == EROFS)
    rc = SQLITE_READONLY;

  translation = find_translation (rc);
  words = fill_in (translation, path, detail != NULL ? detail : sqlite3_errstr (rc));
  g_set_error_literal (error, OM_ERROR, translation->error, words);
}
