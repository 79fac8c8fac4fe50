/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The side file of the word index: written when enough has changed, opened at the next start. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-mirror-private.h"

#include <glib/gstdio.h>

#include "index/om-uuid.h"
#include "index/om-word-snapshot.h"
#include "store/om-store-meta.h"

/* A snapshot is worth its writing once this many entries differ from it. */
#define SNAPSHOT_MIN_CHANGES 256

/* Where the store notes by which key the snapshot was signed that belongs to it. A store that was put
 * back from a backup has another, and does not take the words of what it was before. */
#define SNAPSHOT_KEY "words-key"

/* The snapshot that belongs to the store as it is; %NULL if there is none. */
OmWordIndex *
om_mirror_open_snapshot (OmStore    *store,
                         const char *snapshot,
                         gint64      store_revision,
                         gint64     *revision)
{
  g_autofree char *key = snapshot != NULL ? om_store_meta_get (store, SNAPSHOT_KEY, NULL) : NULL;
  g_autoptr (OmWordIndex) words = NULL;
  guint8 bytes[OM_UUID_BYTES];

  if (key == NULL || !om_uuid_parse (key, bytes))
    return NULL;
  words = om_word_snapshot_open (snapshot, bytes, revision);
  return words != NULL && *revision <= store_revision ? g_steal_pointer (&words) : NULL;
}

/** om_mirror_dup_snapshot_path: (transfer full): the side file of the word index of a store */
char *
om_mirror_dup_snapshot_path (const char *store_path)
{
  return g_strconcat (store_path, ".words", NULL);
}

/* What a process left that was killed while it wrote one. */
static void
remove_leftovers (const char *snapshot)
{
  g_autofree char *folder = g_path_get_dirname (snapshot);
  g_autofree char *base = g_path_get_basename (snapshot);
  g_autofree char *prefix = g_strconcat (base, ".", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_str_has_prefix (name, prefix))
        g_unlink (path);
    }
}

/**
 * om_mirror_save_snapshot:
 * @store: a connection of the caller's
 * @snapshot: the side file of the word index
 * @error: return location, set if it could not be written
 *
 * Writes it if enough has changed since; the search goes on meanwhile. It counts only once the store
 * knows its key: om_mirror_keep_key().
 *
 * Returns: (transfer full) (nullable): the key it was signed with; %NULL if nothing was written
 */
char *
om_mirror_save_snapshot (OmMirror   *self,
                         OmStore    *store,
                         const char *snapshot,
                         GError    **error)
{
  g_autofree char *key = g_uuid_string_random ();
  guint8 bytes[OM_UUID_BYTES];
  gboolean saved = FALSE;

  /* What others have wiped meanwhile must not be written down once more. */
  if (!om_mirror_is_loaded (self) || !om_uuid_parse (key, bytes) || !om_mirror_catch_up (self, store, NULL, error))
    return NULL;

  g_rw_lock_reader_lock (&self->lock);
  if (self->n_since_snapshot >= SNAPSHOT_MIN_CHANGES)
    {
      remove_leftovers (snapshot);
      saved = om_word_snapshot_save (self->words, snapshot, bytes, self->revision, error);
      if (saved)
        self->n_since_snapshot = 0;
    }
  g_rw_lock_reader_unlock (&self->lock);
  return saved ? g_steal_pointer (&key) : NULL;
}

/** om_mirror_count_unsaved: entries with other words than in the side file; 0 before it is loaded. */
guint
om_mirror_count_unsaved (OmMirror *self)
{
  guint n;

  g_rw_lock_reader_lock (&self->lock);
  n = self->n_since_snapshot;
  g_rw_lock_reader_unlock (&self->lock);
  return n;
}

/**
 * om_mirror_keep_key:
 * @store: the writer's connection
 * @key: from om_mirror_save_snapshot()
 */
gboolean
om_mirror_keep_key (OmStore    *store,
                    const char *key,
                    GError    **error)
{
  return om_store_meta_set (store, SNAPSHOT_KEY, key, error);
}

/**
 * om_mirror_use_snapshot:
 * @snapshot: the side file that was just written
 * @key: from om_mirror_save_snapshot()
 *
 * Lets the words stay in the file, as after the next start, instead of in memory. Does nothing if
 * something was written meanwhile.
 */
void
om_mirror_use_snapshot (OmMirror   *self,
                        const char *snapshot,
                        const char *key)
{
  guint8 bytes[OM_UUID_BYTES];
  gint64 revision;
  g_autoptr (OmWordIndex) words = NULL;

  if (om_uuid_parse (key, bytes))
    words = om_word_snapshot_open (snapshot, bytes, &revision);
  if (words == NULL)
    return;

  g_rw_lock_writer_lock (&self->lock);
  if (revision == self->revision)
    {
      OmWordIndex *former = self->words;

      self->words = g_steal_pointer (&words);
      words = former;
    }
  g_rw_lock_writer_unlock (&self->lock);
}

/**
 * om_mirror_drop_snapshot:
 * @snapshot: the side file of the word index
 *
 * Takes it away: it holds words that were wiped. It is made anew when the store is closed.
 */
void
om_mirror_drop_snapshot (OmMirror   *self,
                         const char *snapshot)
{
  g_unlink (snapshot);
  remove_leftovers (snapshot);
  g_rw_lock_writer_lock (&self->lock);
  self->n_since_snapshot = MAX (self->n_since_snapshot, SNAPSHOT_MIN_CHANGES);
  g_rw_lock_writer_unlock (&self->lock);
}
