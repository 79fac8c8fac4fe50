/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What has changed since a revision. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-changes.h"

#include "store/om-store-private.h"
#include "store/om-store-statement.h"

static gboolean
collect_since (OmStore    *self,
               const char *sql,
               gint64      revision,
               GArray    **rows,
               GError    **error)
{
  g_auto (OmStatement) s = { 0 };

  *rows = g_array_new (FALSE, FALSE, sizeof (gint64));
  if (!om_statement_open (&s, self, sql, error))
    return FALSE;
  om_statement_add_int (&s, revision);
  return om_statement_collect (&s, *rows, error);
}

/* Few rows of many, as a rule: left alone the planner would read them all for the order's sake. Of two
 * lower limits it takes the first. */
static gboolean
collect_words (OmStore        *self,
               OmStoreChanges *changes,
               gint64          revision,
               GError        **error)
{
  return collect_since (self,
                        "SELECT row FROM memories INDEXED BY memories_by_revision"
                        " WHERE revision > ? ORDER BY row",
                        revision, &changes->changed, error) &&
         collect_since (self,
                        "SELECT row FROM memories INDEXED BY memories_by_words"
                        " WHERE words_revision > ? ORDER BY row",
                        revision, &changes->words, error) &&
         collect_since (self,
                        "SELECT row FROM tombstones INDEXED BY tombstones_by_revision"
                        " WHERE revision > ? ORDER BY row",
                        revision, &changes->wiped, error);
}

static gboolean
collect_all (OmStore        *self,
             OmStoreChanges *changes,
             gint64          revision,
             GError        **error)
{
  g_autoptr (GArray) tags = NULL;

  changes->revision = om_store_get_revision (self, error);
  if (changes->revision < 0 ||
      !collect_words (self, changes, revision, error) ||
      !collect_since (self,
                      "SELECT s.row FROM state s INDEXED BY state_by_revision"
                      " JOIN memories m ON m.row = s.row"
                      " WHERE s.revision > ? AND m.revision <= ?1 ORDER BY s.row",
                      revision, &changes->active, error) ||
      !collect_since (self,
                      "SELECT row FROM state INDEXED BY state_by_links"
                      " WHERE links_revision > ? AND links_revision > 0 ORDER BY row",
                      revision, &changes->links, error) ||
      !collect_since (self, "SELECT id FROM tags WHERE revision > ? LIMIT 1", revision, &tags,
                      error))
    return FALSE;
  changes->tags = tags->len > 0;
  return TRUE;
}

/**
 * om_store_changes_since:
 * @revision: what the caller knows, 0 for nothing
 * @error: return location
 *
 * Returns: (transfer full) (nullable): what has changed since, all of one moment
 */
OmStoreChanges *
om_store_changes_since (OmStore *self,
                        gint64   revision,
                        GError **error)
{
  g_autoptr (OmStoreChanges) changes = g_new0 (OmStoreChanges, 1);
  gboolean own = !om_store_in_transaction (self) && !om_store_is_writer (self);
  gboolean ok;

  /* A writer reads outside a transaction only what it has itself written, or waits for nobody. */
  if (own && !om_store_begin (self, error))
    return NULL;
  ok = collect_all (self, changes, revision, error);
  if (own)
    om_store_rollback (self);
  return ok ? g_steal_pointer (&changes) : NULL;
}

/**
 * om_store_words_since:
 * @revision: what the caller knows
 * @error: return location
 *
 * The same for who keeps nothing but words: @changed, @words and @wiped alone. Many rows may have changed,
 * as after a pass of fading, of which few have other words. In a transaction of the caller's.
 *
 * Returns: (transfer full) (nullable)
 */
OmStoreChanges *
om_store_words_since (OmStore *self,
                      gint64   revision,
                      GError **error)
{
  g_autoptr (OmStoreChanges) changes = g_new0 (OmStoreChanges, 1);

  g_return_val_if_fail (om_store_in_transaction (self), NULL);

  return collect_words (self, changes, revision, error) ? g_steal_pointer (&changes) : NULL;
}

/**
 * om_store_changes_free:
 * @changes: (transfer full): changes
 */
void
om_store_changes_free (OmStoreChanges *changes)
{
  g_clear_pointer (&changes->changed, g_array_unref);
  g_clear_pointer (&changes->words, g_array_unref);
  g_clear_pointer (&changes->active, g_array_unref);
  g_clear_pointer (&changes->wiped, g_array_unref);
  g_clear_pointer (&changes->links, g_array_unref);
  g_free (changes);
}
