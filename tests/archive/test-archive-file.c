/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Archives that somebody made to break something, or that were broken on their way: refused with the
 * reason, and the store is as it was. */
#include "config.h"

#include "archive-support.h"

#include <archive.h>
#include <archive_entry.h>
#include <string.h>

#include "archive/om-archive-manifest.h"
#include "archive/om-import.h"
#include "memory/om-error.h"
#include "support/om-test-folder.h"

#define MEMORY                                                                                                   \
  "{\"id\":\"3f2a91c0-0000-4000-8000-000000000001\",\"type\":\"episode\",\"precision\":\"instant\",\"happened\":0," \
  "\"text\":\"The heron.\"}\n"

/** Forged: an archive in the making, with a list of contents that may lie. */
typedef struct
{
  char           *path;     /* (owned) */
  struct archive *zip;      /* (owned) */
  OmManifest     *manifest; /* (owned) */
} Forged;

static void
forge_begin (Forged     *self,
             const char *folder)
{
  self->path = g_build_filename (folder, "forged.openmemory", NULL);
  self->manifest = om_manifest_new ();
  self->manifest->entries = 1;
  self->zip = archive_write_new ();
  archive_write_set_format_zip (self->zip);
  g_assert_cmpint (archive_write_open_filename (self->zip, self->path), ==, ARCHIVE_OK);
}

static void
forge_put (Forged     *self,
           const char *name,
           const char *link,
           const char *bytes,
           gsize       length)
{
  struct archive_entry *entry = archive_entry_new ();

  archive_entry_set_pathname (entry, name);
  archive_entry_set_filetype (entry, link != NULL ? AE_IFLNK : AE_IFREG);
  if (link != NULL)
    archive_entry_set_symlink (entry, link);
  archive_entry_set_perm (entry, 0644);
  archive_entry_set_size (entry, (la_int64_t) (link != NULL ? 0 : length));
  g_assert_cmpint (archive_write_header (self->zip, entry), ==, ARCHIVE_OK);
  if (link == NULL)
    g_assert_cmpint (archive_write_data (self->zip, bytes, length), ==, (gssize) length);
  archive_entry_free (entry);
}

static void
forge_member (Forged     *self,
              const char *name,
              const char *text)
{
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);

  forge_put (self, name, NULL, text, strlen (text));
  om_manifest_add (self->manifest, name, sum, strlen (text), 0);
}

static void
forge_end (Forged     *self,
           const char *manifest)
{
  g_autofree char *text = om_manifest_write (self->manifest);
  const char *list = manifest != NULL ? manifest : text;

  if (*list != '\0')
    forge_put (self, OM_ARCHIVE_MANIFEST, NULL, list, strlen (list));
  archive_write_close (self->zip);
  archive_write_free (self->zip);
  om_manifest_free (self->manifest);
}

static gint64
clock_cb (gpointer data)
{
  return TEST_NOW;
}

/* @words: (nullable): in the message; %NULL if it is to come in */
static void
check (const char *folder,
       const char *path,
       const char *words)
{
  g_autofree char *db = g_build_filename (folder, "store.db", NULL);
  g_autoptr (OmEngine) engine = om_engine_new ();
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (OmReader) reader = om_readers_by_name ("archive");
  g_autoptr (OmImportReport) report = NULL;
  g_autoptr (GError) error = NULL;
  OmImportOptions options = { 0 };
  OmStats before;
  OmStats after;

  om_engine_set_clock (engine, clock_cb, NULL);
  om_engine_open (engine, db, OM_OPEN_DEFAULT, NULL, &error);
  g_assert_no_error (error);
  om_engine_get_stats (engine, &before, NULL, &error);
  report = om_import (engine, reader, file, &options, NULL, NULL, NULL, &error);
  if (words == NULL)
    {
      g_assert_no_error (error);
      g_assert_cmpuint (report->added, ==, 1);
    }
  else
    {
      g_assert_null (report);
      g_assert_nonnull (error);
      if (strstr (error->message, words) == NULL)
        g_error ("“%s” does not mention “%s”", error->message, words);
      g_clear_error (&error);
      om_engine_get_stats (engine, &after, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpint (before.revision, ==, after.revision);
      g_assert_cmpuint (after.memories, ==, 0);
    }
  om_engine_close (engine);
}

typedef enum
{
  PLAIN,
  SLIP,
  ABSOLUTE,
  BACKSLASH,
  LINK,
  DUPLICATE,
  UNLISTED,
  MISSING,
  WRONG_HASH,
  WRONG_LINES,
  NO_MANIFEST,
  NO_JSON,
  DEEP,
  NEWER,
  OTHER_FORMAT,
  BAD_ID,
  BAD_FIELD,
  TWICE,
  STRANGER,
  EMPTY_TEXT,
  YEAR,
  ORPHAN,
  WRONG_FILE,
  N_FORGERIES
} Forgery;

static const struct
{
  const char *name;
  const char *words;
} forgeries[N_FORGERIES] = {
  [PLAIN] = { "plain", NULL },
  [SLIP] = { "slip", "what no archive holds" },
  [ABSOLUTE] = { "absolute", "what no archive holds" },
  [BACKSLASH] = { "backslash", "was changed" },
  [LINK] = { "link", "what no archive holds" },
  [DUPLICATE] = { "duplicate", "in it twice" },
  [UNLISTED] = { "unlisted", "is not listed" },
  [MISSING] = { "missing", "is missing" },
  [WRONG_HASH] = { "wrong-hash", "not what it was" },
  [WRONG_LINES] = { "wrong-lines", "number of lines" },
  [NO_MANIFEST] = { "no-manifest", "list of contents" },
  [NO_JSON] = { "no-json", "list of contents" },
  [DEEP] = { "deep", "line 2" },
  [NEWER] = { "newer", "newer version" },
  [OTHER_FORMAT] = { "other-format", "openmemory-archive" },
  [BAD_ID] = { "bad-id", "“id”" },
  [BAD_FIELD] = { "bad-field", "“importance”" },
  [TWICE] = { "twice", "there twice" },
  [STRANGER] = { "stranger", "one of those in the archive" },
  [EMPTY_TEXT] = { "empty-text", "empty" },
  [YEAR] = { "year", "date" },
  [ORPHAN] = { "orphan", "belongs to no document" },
  [WRONG_FILE] = { "wrong-file", "what its name says" },
};

static void
test_forged (gconstpointer data)
{
  Forgery forgery = (Forgery) GPOINTER_TO_UINT (data);
  g_autofree char *folder = test_make_folder ();
  g_autoptr (GString) deep = g_string_new (MEMORY "{\"id\":");
  const char *memories = MEMORY;
  const char *manifest = NULL;
  Forged forged;

  for (guint i = 0; i < 300; i++)
    g_string_append_c (deep, '[');
  g_string_append_c (deep, '\n');
  memories = forgery == DEEP         ? deep->str
             : forgery == TWICE      ? MEMORY MEMORY
             : forgery == BAD_ID     ? "{\"id\":\"../../etc\",\"text\":\"x\",\"happened\":0}\n"
             : forgery == BAD_FIELD  ? "{\"id\":\"3f2a91c0-0000-4000-8000-000000000001\",\"text\":\"x\",\"importance\":99}\n"
             : forgery == EMPTY_TEXT ? "{\"id\":\"3f2a91c0-0000-4000-8000-000000000001\",\"text\":\" \"}\n"
             : forgery == YEAR ? "{\"id\":\"3f2a91c0-0000-4000-8000-000000000001\",\"text\":\"x\",\"happened\":399999999999999}\n"
             : forgery == ORPHAN
               ? "{\"id\":\"3f2a91c0-0000-4000-8000-000000000001\",\"text\":\"x\",\"type\":\"section\",\"document\":"
                 "\"3f2a91c0-0000-4000-8000-000000000002\"}\n"
               : MEMORY;

  forge_begin (&forged, folder);
  forge_member (&forged, "memories.jsonl", memories);
  if (forgery == STRANGER)
    forge_member (&forged, "salience.jsonl", "{\"memory\":\"3f2a91c0-0000-4000-8000-00000000000f\",\"salience\":0.5}\n");
  if (forgery == SLIP || forgery == ABSOLUTE || forgery == BACKSLASH)
    forge_put (&forged, forgery == SLIP ? "attachments/../../evil" : forgery == ABSOLUTE ? "/tmp/evil" : "attachments\\evil", NULL,
               "x", 1);
  if (forgery == LINK)
    forge_put (&forged, "attachments/link", "/etc/passwd", NULL, 0);
  if (forgery == DUPLICATE)
    forge_put (&forged, "memories.jsonl", NULL, MEMORY, strlen (MEMORY));
  if (forgery == UNLISTED)
    forge_put (&forged, "attachments/more", NULL, "x", 1);
  if (forgery == WRONG_FILE)
    forge_member (&forged, "attachments/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "not what its name says");
  if (forgery == MISSING)
    om_manifest_add (forged.manifest, "versions.jsonl", "00", 0, 0);
  if (forgery == WRONG_HASH)
    om_manifest_find (forged.manifest, "memories.jsonl")->sha256[0] ^= 1;
  if (forgery == WRONG_LINES)
    om_manifest_find (forged.manifest, "memories.jsonl")->lines = 2;
  if (forgery == NEWER)
    forged.manifest->version = 2;
  if (forgery == NO_MANIFEST)
    manifest = "";
  if (forgery == NO_JSON)
    manifest = "{\"format\":";
  if (forgery == OTHER_FORMAT)
    manifest = "{\"format\":\"something\",\"members\":[]}";
  forge_end (&forged, manifest);
  check (folder, forged.path, forgeries[forgery].words);
  g_free (forged.path);
  om_test_folder_remove (folder);
}

/* 300 MB of nothing in a few hundred kilobytes. */
static void
test_bomb (void)
{
  g_autofree char *folder = test_make_folder ();
  g_autofree char *zeros = g_malloc0 (300 * 1024 * 1024);
  Forged forged;

  forge_begin (&forged, folder);
  forge_member (&forged, "memories.jsonl", MEMORY);
  forge_put (&forged, "attachments/bomb", NULL, zeros, 300 * 1024 * 1024);
  om_manifest_add (forged.manifest, "attachments/bomb", "00", 300 * 1024 * 1024, 0);
  forge_end (&forged, NULL);
  check (folder, forged.path, "MiB");
  g_free (forged.path);
  om_test_folder_remove (folder);
}

/* Cut off anywhere, or with a byte that flipped on the way. */
static void
test_damaged (void)
{
  g_autofree char *folder = test_make_folder ();
  g_autofree char *bytes = NULL;
  gsize length;
  gsize start;
  Forged forged;

  forge_begin (&forged, folder);
  forge_member (&forged, "memories.jsonl", MEMORY);
  forge_member (&forged, "versions.jsonl", "");
  forge_end (&forged, NULL);
  g_assert_true (g_file_get_contents (forged.path, &bytes, &length, NULL));
  for (gsize n = 0; n < length; n += 13)
    {
      g_assert_true (g_file_set_contents (forged.path, bytes, (gssize) n, NULL));
      check (folder, forged.path, "");
    }
  /* Behind the header of the first member lies what it packs. */
  start = 30 + (guchar) bytes[26] + ((gsize) (guchar) bytes[27] << 8) + (guchar) bytes[28] + ((gsize) (guchar) bytes[29] << 8);
  for (gsize i = start; i < start + 80; i += 7)
    {
      bytes[i] ^= 0x10;
      g_assert_true (g_file_set_contents (forged.path, bytes, (gssize) length, NULL));
      check (folder, forged.path, "");
      bytes[i] ^= 0x10;
    }
  g_free (forged.path);
  om_test_folder_remove (folder);
}

void
test_add_archive_file (void)
{
  for (guint i = 0; i < N_FORGERIES; i++)
    {
      g_autofree char *path = g_strconcat ("/archive-file/", forgeries[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_forged);
    }
  g_test_add_func ("/archive-file/bomb", test_bomb);
  g_test_add_func ("/archive-file/damaged", test_damaged);
}
