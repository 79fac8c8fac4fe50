/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SQLite's codes become the library's: one table. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-error.h"

#include <errno.h>
#include <gio/gio.h>
#include <sqlite3.h>

#include "memory/om-error.h"

typedef struct
{
  int         code;   /* SQLite's, primary or extended; extended ones come first */
  OmError     error;
  const char *before; /* the sentence up to the path */
  const char *after;  /* and from it on */
  gboolean    detail; /* SQLite's own words help a person or a report */
} Translation;

static const Translation translations[] = {
  { SQLITE_CORRUPT_VTAB, OM_ERROR_FAILED, "The index of words in ",
    " is damaged. Your texts are not: run “openmemory doctor"
    " --repair”.",
    FALSE },
  { SQLITE_IOERR_SHMSIZE, OM_ERROR_NO_SPACE, "The disk that holds ",
    " is full. Make room on it and save again.", FALSE },
  { SQLITE_READONLY_DBMOVED, OM_ERROR_READ_ONLY, "",
    " was moved or deleted while it was open. Put it back, or choose"
    " another folder.",
    FALSE },
  { SQLITE_NOTADB, OM_ERROR_NOT_A_STORE, "",
    " is not a store of this program. Nothing was changed in it."
    " Choose another file.",
    FALSE },
  { SQLITE_CORRUPT, OM_ERROR_NOT_A_STORE, "",
    " is damaged. Keep the file, open a backup of it, or save what"
    " can be read with “openmemory doctor”.",
    FALSE },
  { SQLITE_BUSY, OM_ERROR_LOCKED, "Another program is holding ",
    ". Close it, or wait a moment, and try again.", FALSE },
  { SQLITE_LOCKED, OM_ERROR_LOCKED, "Another program is holding ",
    ". Close it, or wait a moment, and try again.", FALSE },
  { SQLITE_PROTOCOL, OM_ERROR_LOCKED, "Another program is holding ",
    ". Close it, or wait a moment, and try again.", FALSE },
  { SQLITE_READONLY, OM_ERROR_READ_ONLY, "",
    " can only be read: the file, its folder or its disk takes no writing."
    " Allow writing there, or choose another folder.",
    FALSE },
  { SQLITE_PERM, OM_ERROR_READ_ONLY, "",
    " can only be read: the file, its folder or its disk takes no writing."
    " Allow writing there, or choose another folder.",
    FALSE },
  { SQLITE_FULL, OM_ERROR_NO_SPACE, "The disk that holds ",
    " is full. Make room on it and save again.", FALSE },
  { SQLITE_CANTOPEN, OM_ERROR_FAILED, "",
    " cannot be opened. See whether its folder is still there and"
    " may be read and written.",
    FALSE },
  { SQLITE_IOERR, OM_ERROR_FAILED, "The disk reports a fault while reading or writing ",
    ". Copy the file to another disk and look after this one", TRUE },
  { SQLITE_NOMEM, OM_ERROR_FAILED, "There is not enough memory to work with ",
    ". Close other programs and try again.", FALSE },
  { SQLITE_TOOBIG, OM_ERROR_INVALID, "The text is too long to be kept in ",
    ". Cut it into several.", FALSE },
  { SQLITE_CONSTRAINT, OM_ERROR_INVALID, "A value is outside what ", " can hold", TRUE },
  { SQLITE_ERROR, OM_ERROR_FAILED, "", " could not be read or written", TRUE },
};

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
  if (translation->detail)
    g_set_error (error, OM_ERROR, translation->error, "%s%s%s (%s).", translation->before, path,
                 translation->after, detail != NULL ? detail : sqlite3_errstr (rc));
  else
    g_set_error (error, OM_ERROR, translation->error, "%s%s%s", translation->before, path,
                 translation->after);
}
