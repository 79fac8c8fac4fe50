/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the person said of traits. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-trait-acts.h"

#include "store/om-store-bounds.h"
#include "store/om-store-private.h"
#include "store/om-store-statement.h"

/**
 * om_store_trait_act_free:
 * @self: (transfer full) (nullable): an act
 */
void
om_store_trait_act_free (OmStoreTraitAct *self)
{
  if (self == NULL)
    return;

  g_free (self->trait);
  g_free (self->kind);
  g_free (self->key);
  g_free (self->text);
  g_free (self->other);
  g_free (self);
}

static gboolean
add (OmStore         *self,
     OmStoreTraitAct *act,
     GError         **error)
{
  gint64 revision = om_store_next_revision (self, error);
  g_auto (OmStatement) s = { 0 };

  if (revision < 0 || !om_statement_open (&s, self,
                                          "INSERT INTO trait_acts (revision, at, day, verb, trait, kind, key, slot, text,"
                                          " context, answer, other) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                                          error))
    return FALSE;
  om_statement_add_int (&s, revision);
  om_statement_add_int (&s, act->at);
  om_statement_add_int (&s, act->day);
  om_statement_add_int (&s, act->verb);
  om_statement_add_text (&s, act->trait);
  om_statement_add_text (&s, act->kind);
  om_statement_add_text (&s, act->key);
  om_statement_add_int (&s, act->slot);
  om_statement_add_text (&s, act->text);
  if (act->context == OM_CONTEXT_UNKNOWN)
    om_statement_add_text (&s, NULL);
  else
    om_statement_add_int (&s, act->context);
  om_statement_add_int (&s, act->answer);
  om_statement_add_text (&s, act->other);
  if (!om_statement_run (&s, error))
    return FALSE;
  act->id = sqlite3_last_insert_rowid (self->db);
  return TRUE;
}

/**
 * om_store_trait_act_add:
 * @act: (inout): gets its number
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_trait_act_add (OmStore         *self,
                        OmStoreTraitAct *act,
                        GError         **error)
{
  if (!om_store_change_begin (self, error))
    return FALSE;
  return om_store_change_end (self, add (self, act, error), error);
}

static gboolean
undo (OmStore  *self,
      gint64    id,
      gboolean *found,
      GError  **error)
{
  gint64 revision = om_store_next_revision (self, error);
  g_auto (OmStatement) s = { 0 };

  if (revision < 0 || !om_statement_open (&s, self, "UPDATE trait_acts SET undone = 1, revision = ? WHERE id = ? AND undone = 0", error))
    return FALSE;
  om_statement_add_int (&s, revision);
  om_statement_add_int (&s, id);
  if (!om_statement_run (&s, error))
    return FALSE;
  *found = sqlite3_changes (self->db) > 0;
  return TRUE;
}

/**
 * om_store_trait_act_undo:
 * @id: an act
 * @found: (out): whether there was one to take back
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_trait_act_undo (OmStore  *self,
                         gint64    id,
                         gboolean *found,
                         GError  **error)
{
  *found = FALSE;
  if (!om_store_change_begin (self, error))
    return FALSE;
  return om_store_change_end (self, undo (self, id, found, error), error);
}

static gboolean
reword (OmStore               *self,
        const OmStoreTraitAct *act,
        GError               **error)
{
  gint64 revision = om_store_next_revision (self, error);
  g_auto (OmStatement) s = { 0 };

  if (revision < 0 ||
      !om_statement_open (&s, self, "UPDATE trait_acts SET revision = ?, key = ?, text = ?, other = ? WHERE id = ?", error))
    return FALSE;
  om_statement_add_int (&s, revision);
  om_statement_add_text (&s, act->key);
  om_statement_add_text (&s, act->text);
  om_statement_add_text (&s, act->other);
  om_statement_add_int (&s, act->id);
  return om_statement_run (&s, error);
}

/**
 * om_store_trait_act_reword:
 * @act: an act that is there, with other words
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_trait_act_reword (OmStore               *self,
                           const OmStoreTraitAct *act,
                           GError               **error)
{
  if (!om_store_change_begin (self, error))
    return FALSE;
  return om_store_change_end (self, reword (self, act, error), error);
}

/** om_store_trait_acts_list: (transfer full) (element-type OmStoreTraitAct) (nullable) */
GPtrArray *
om_store_trait_acts_list (OmStore *self,
                          gboolean all,
                          GError **error)
{
  g_autoptr (GPtrArray) acts = g_ptr_array_new_with_free_func ((GDestroyNotify) om_store_trait_act_free);
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_statement_open (&s, self,
                          "SELECT id, at, day, verb, trait, kind, key, slot, text, context, answer, other"
                          " FROM trait_acts WHERE undone <= ? ORDER BY id",
                          error))
    return NULL;
  om_statement_add_int (&s, all ? 1 : 0);
  while ((step = om_statement_step (&s, error)) == OM_STEP_ROW)
    {
      OmStoreTraitAct *act = g_new0 (OmStoreTraitAct, 1);

      act->id = sqlite3_column_int64 (s.stmt, 0);
      act->at = om_store_get_ms (s.stmt, 1);
      act->day = om_store_get_day (s.stmt, 2);
      act->verb = sqlite3_column_int (s.stmt, 3);
      act->trait = g_strdup (om_statement_get_text (&s, 4));
      act->kind = g_strdup (om_statement_get_text (&s, 5));
      act->key = g_strdup (om_statement_get_text (&s, 6));
      act->slot = (int) om_store_get_int (s.stmt, 7, -1, OM_N_CONTEXTS - 1);
      act->text = g_strdup (om_statement_get_text (&s, 8));
      act->context = sqlite3_column_type (s.stmt, 9) == SQLITE_NULL
                       ? OM_CONTEXT_UNKNOWN
                       : (OmContext) om_store_get_enum (s.stmt, 9, OM_N_CONTEXTS, OM_CONTEXT_UNKNOWN);
      act->answer = sqlite3_column_int (s.stmt, 10);
      act->other = g_strdup (om_statement_get_text (&s, 11));
      g_ptr_array_add (acts, act);
    }
  return step == OM_STEP_DONE ? g_steal_pointer (&acts) : NULL;
}
