/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writing what was worked out of traits. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-traits.h"

#include "store/om-store-private.h"
#include "store/om-store-statement.h"

static void
add_context (OmStatement *s,
             OmContext    context)
{
  if (context == OM_CONTEXT_UNKNOWN)
    om_statement_add_text (s, NULL);
  else
    om_statement_add_int (s, context);
}

/** om_store_traits_digests: (transfer full) (nullable) */
GHashTable *
om_store_traits_digests (OmStore *self,
                         GError **error)
{
  g_autoptr (GHashTable) digests = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_statement_open (&s, self, "SELECT uuid, digest FROM traits", error))
    return NULL;
  while ((step = om_statement_step (&s, error)) == OM_STEP_ROW)
    {
      guint64 *digest = g_new (guint64, 1);

      *digest = (guint64) sqlite3_column_int64 (s.stmt, 1);
      g_hash_table_insert (digests, g_strdup (om_statement_get_text (&s, 0)), digest);
    }
  return step == OM_STEP_DONE ? g_steal_pointer (&digests) : NULL;
}

static gint64
find_row (OmStore    *self,
          const char *id,
          GError    **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self, "SELECT id FROM traits WHERE uuid = ?", error))
    return -1;
  om_statement_add_text (&s, id);
  switch (om_statement_step (&s, error))
    {
    case OM_STEP_ROW:
      return sqlite3_column_int64 (s.stmt, 0);
    case OM_STEP_DONE:
      return 0;
    case OM_STEP_ERROR:
    default:
      return -1;
    }
}

static gboolean
run_for (OmStore    *self,
         const char *sql,
         gint64      row,
         GError    **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self, sql, error))
    return FALSE;
  om_statement_add_int (&s, row);
  return om_statement_run (&s, error);
}

/* The same columns either way; the id last. */
#define INSERT_TRAIT                                                                                    \
  "INSERT INTO traits (revision, digest, family, kind, key, slot, polarity, theme, language, text, name," \
  " tier, stage, shown_stage, context, context_by_hand, confidence, anchor_at, reinforcement_count,"    \
  " window_until, days, of_days, first_day, last_day, supporting, open_contradictions, review_since,"   \
  " said_changed, modified, effect, mark, blocked, predecessor, created_at, changed_at, uuid) VALUES"   \
  " (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
#define UPDATE_TRAIT                                                                                    \
  "UPDATE traits SET revision = ?, digest = ?, family = ?, kind = ?, key = ?, slot = ?, polarity = ?,"   \
  " theme = ?, language = ?, text = ?, name = ?, tier = ?, stage = ?, shown_stage = ?, context = ?,"    \
  " context_by_hand = ?, confidence = ?, anchor_at = ?, reinforcement_count = ?, window_until = ?,"     \
  " days = ?, of_days = ?, first_day = ?, last_day = ?, supporting = ?, open_contradictions = ?,"       \
  " review_since = ?, said_changed = ?, modified = ?, effect = ?, mark = ?, blocked = ?,"               \
  " predecessor = ?, created_at = ?, changed_at = ? WHERE uuid = ?"

static gboolean
put_record (OmStore            *self,
            const OmTraitStory *put,
            gint64              revision,
            gint64              row,
            GError            **error)
{
  const OmTrait *trait = put->trait;
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self, row > 0 ? UPDATE_TRAIT : INSERT_TRAIT, error))
    return FALSE;
  om_statement_add_int (&s, revision);
  om_statement_add_int (&s, (gint64) put->digest);
  om_statement_add_int (&s, trait->family);
  om_statement_add_text (&s, trait->kind);
  om_statement_add_text (&s, trait->key);
  om_statement_add_int (&s, put->slot);
  om_statement_add_int (&s, trait->polarity);
  om_statement_add_text (&s, trait->theme);
  om_statement_add_text (&s, trait->language);
  om_statement_add_text (&s, trait->found_text);
  om_statement_add_text (&s, trait->renamed ? trait->text : NULL);
  om_statement_add_int (&s, trait->tier);
  om_statement_add_int (&s, trait->stage);
  om_statement_add_int (&s, trait->shown_stage);
  add_context (&s, trait->context);
  om_statement_add_int (&s, trait->context_by_hand);
  om_statement_add_real (&s, trait->held);
  om_statement_add_int (&s, trait->anchor);
  om_statement_add_int (&s, trait->n_reinforcements);
  om_statement_add_int (&s, trait->window_end);
  om_statement_add_int (&s, trait->n_days);
  om_statement_add_int (&s, trait->n_of_days);
  om_statement_add_int (&s, trait->first_day);
  om_statement_add_int (&s, trait->last_day);
  om_statement_add_int (&s, trait->n_for);
  om_statement_add_int (&s, trait->n_against);
  om_statement_add_int (&s, trait->review_since);
  om_statement_add_int (&s, trait->said_changed);
  om_statement_add_int (&s, trait->modified);
  om_statement_add_real (&s, trait->effect);
  om_statement_add_int (&s, trait->mark);
  om_statement_add_int (&s, trait->blocked);
  om_statement_add_text (&s, trait->predecessor);
  om_statement_add_int (&s, trait->created_at);
  om_statement_add_int (&s, trait->changed_at);
  om_statement_add_text (&s, trait->id);
  return om_statement_run (&s, error);
}

static gboolean
put_evidence (OmStore            *self,
              const OmTraitStory *put,
              gint64              row,
              GError            **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self,
                          "INSERT INTO trait_evidence (trait, position, memory, at, day, family, signal, grade, reason,"
                          " supports, counted, closed, context, quote, start, length)"
                          " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                          error))
    return FALSE;
  for (guint i = 0; i < put->evidence->len; i++)
    {
      const OmTraitEvidence *evidence = g_ptr_array_index (put->evidence, i);

      om_statement_rewind (&s);
      om_statement_add_int (&s, row);
      om_statement_add_int (&s, i);
      om_statement_add_id (&s, evidence->memory);
      om_statement_add_int (&s, evidence->at);
      om_statement_add_int (&s, evidence->day);
      om_statement_add_int (&s, evidence->family);
      om_statement_add_int (&s, evidence->signal);
      om_statement_add_int (&s, evidence->grade);
      om_statement_add_int (&s, evidence->reason);
      om_statement_add_int (&s, evidence->supports);
      om_statement_add_int (&s, evidence->counted);
      om_statement_add_int (&s, evidence->closed);
      add_context (&s, evidence->context);
      om_statement_add_text (&s, evidence->quote);
      om_statement_add_int (&s, evidence->start);
      om_statement_add_int (&s, evidence->length);
      if (!om_statement_run (&s, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
put_events (OmStore            *self,
            const OmTraitStory *put,
            gint64              row,
            GError            **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self,
                          "INSERT INTO trait_history (trait, position, at, cause, confidence_before, confidence_after,"
                          " stage_before, stage_after, reinforcement_count) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                          error))
    return FALSE;
  for (guint i = 0; i < put->events->len; i++)
    {
      const OmTraitEvent *event = &g_array_index (put->events, OmTraitEvent, i);

      om_statement_rewind (&s);
      om_statement_add_int (&s, row);
      om_statement_add_int (&s, i);
      om_statement_add_int (&s, event->at);
      om_statement_add_int (&s, event->cause);
      om_statement_add_real (&s, event->confidence_before);
      om_statement_add_real (&s, event->confidence_after);
      om_statement_add_int (&s, event->stage_before);
      om_statement_add_int (&s, event->stage_after);
      om_statement_add_int (&s, event->n_reinforcements);
      if (!om_statement_run (&s, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
put_all (OmStore            *self,
         const OmTraitStory *put,
         GError            **error)
{
  gint64 revision = om_store_next_revision (self, error);
  gint64 row = revision < 0 ? -1 : find_row (self, put->trait->id, error);

  if (row < 0 || !put_record (self, put, revision, row, error))
    return FALSE;
  if (row == 0)
    row = sqlite3_last_insert_rowid (self->db);
  return run_for (self, "DELETE FROM trait_evidence WHERE trait = ?", row, error) &&
         run_for (self, "DELETE FROM trait_history WHERE trait = ?", row, error) &&
         run_for (self, "DELETE FROM trait_members WHERE parent = ?", row, error) &&
         put_evidence (self, put, row, error) && put_events (self, put, row, error);
}

/**
 * om_store_trait_put:
 * @story: what was worked out; all of its memories are there
 *
 * Writes it in the place of what was there under its id. Its members follow by
 * om_store_trait_put_members().
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_trait_put (OmStore            *self,
                    const OmTraitStory *story,
                    GError            **error)
{
  if (!om_store_change_begin (self, error))
    return FALSE;
  return om_store_change_end (self, put_all (self, story, error), error);
}

static gboolean
put_members (OmStore            *self,
             const OmTraitStory *put,
             GError            **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self,
                          "INSERT OR IGNORE INTO trait_members (parent, child)"
                          " SELECT p.id, c.id FROM traits p, traits c WHERE p.uuid = ? AND c.uuid = ?",
                          error))
    return FALSE;
  for (guint i = 0; i < put->children->len; i++)
    {
      om_statement_rewind (&s);
      om_statement_add_text (&s, put->trait->id);
      om_statement_add_text (&s, g_ptr_array_index (put->children, i));
      if (!om_statement_run (&s, error))
        return FALSE;
    }
  return TRUE;
}

/** om_store_trait_put_members: what it is made of; all of them are there */
gboolean
om_store_trait_put_members (OmStore            *self,
                            const OmTraitStory *story,
                            GError            **error)
{
  if (!om_store_change_begin (self, error))
    return FALSE;
  return om_store_change_end (self, put_members (self, story, error), error);
}

static gboolean
remove_trait (OmStore    *self,
              const char *id,
              GError    **error)
{
  g_auto (OmStatement) s = { 0 };

  if (om_store_next_revision (self, error) < 0 || !om_statement_open (&s, self, "DELETE FROM traits WHERE uuid = ?", error))
    return FALSE;
  om_statement_add_text (&s, id);
  return om_statement_run (&s, error);
}

/** om_store_trait_remove: takes away what no longer comes about, with all that belongs to it */
gboolean
om_store_trait_remove (OmStore    *self,
                       const char *id,
                       GError    **error)
{
  if (!om_store_change_begin (self, error))
    return FALSE;
  return om_store_change_end (self, remove_trait (self, id, error), error);
}

/** om_store_traits_remove_all: every trait, with all that belongs to it; what the person said stays */
gboolean
om_store_traits_remove_all (OmStore *self,
                            GError **error)
{
  gboolean ok;

  if (!om_store_change_begin (self, error))
    return FALSE;
  ok = om_store_next_revision (self, error) >= 0 &&
       om_store_exec (self,
                      "DELETE FROM trait_history; DELETE FROM trait_evidence; DELETE FROM trait_members;"
                      " DELETE FROM trait_groups; DELETE FROM traits;",
                      error);
  return om_store_change_end (self, ok, error);
}

static gboolean
set_groups (OmStore    *self,
            GHashTable *groups,
            GError    **error)
{
  g_auto (OmStatement) s = { 0 };
  GHashTableIter iter;
  gpointer id;
  gpointer members;

  if (!om_store_exec (self, "DELETE FROM trait_groups", error) ||
      !om_statement_open (&s, self, "INSERT INTO trait_groups (id, members) VALUES (?, ?)", error))
    return FALSE;
  g_hash_table_iter_init (&iter, groups);
  while (g_hash_table_iter_next (&iter, &id, &members))
    {
      om_statement_rewind (&s);
      om_statement_add_text (&s, id);
      om_statement_add_text (&s, members);
      if (!om_statement_run (&s, error))
        return FALSE;
    }
  return TRUE;
}

/** om_store_trait_groups_set: @groups as om_store_trait_groups() gives them */
gboolean
om_store_trait_groups_set (OmStore    *self,
                           GHashTable *groups,
                           GError    **error)
{
  if (!om_store_change_begin (self, error))
    return FALSE;
  return om_store_change_end (self, set_groups (self, groups, error), error);
}
