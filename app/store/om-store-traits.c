/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading traits and what they rest on. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-traits.h"

#include <glib/gi18n.h>
#include <string.h>

#include "store/om-store-bounds.h"
#include "store/om-store-private.h"
#include "store/om-store-statement.h"

#define MIN_PREFIX 4

/* Columns are read in this order. */
#define TRAIT_COLUMNS                                                                                    \
  "t.id, t.uuid, t.family, t.kind, t.key, t.polarity, t.theme, t.language, t.text, t.name, t.tier,"      \
  " t.stage, t.shown_stage, t.context, t.context_by_hand, t.confidence, t.anchor_at,"                    \
  " t.reinforcement_count, t.window_until, t.days, t.of_days, t.first_day, t.last_day, t.supporting,"    \
  " t.open_contradictions, t.review_since, t.said_changed, t.modified, t.effect, t.mark, t.blocked,"     \
  " t.predecessor, t.created_at, t.changed_at"

#define EVIDENCE_COLUMNS                                                                                 \
  "e.trait, e.memory, m.uuid, e.at, e.day, e.family, e.signal, e.grade, e.reason, e.supports, e.counted," \
  " e.closed, e.context, e.quote, e.start, e.length"

static OmContext
get_context (sqlite3_stmt *stmt,
             int           column)
{
  return sqlite3_column_type (stmt, column) == SQLITE_NULL
           ? OM_CONTEXT_UNKNOWN
           : (OmContext) om_store_get_enum (stmt, column, OM_N_CONTEXTS, OM_CONTEXT_UNKNOWN);
}

static OmTrait *
read_trait (OmStatement *s)
{
  OmTrait *trait = om_trait_new ();
  sqlite3_stmt *stmt = s->stmt;
  const char *language;
  const char *name;
  int c = 0;

  trait->row = sqlite3_column_int64 (stmt, c++);
  trait->id = g_strdup (om_statement_get_text (s, c++));
  trait->family = (OmTraitFamily) om_store_get_enum (stmt, c++, OM_N_TRAIT_FAMILIES, OM_TRAIT_FAMILY_STATEMENT);
  trait->kind = g_strdup (om_statement_get_text (s, c++));
  trait->key = g_strdup (om_statement_get_text (s, c++));
  trait->polarity = sqlite3_column_int (stmt, c++) < 0 ? -1 : 1;
  trait->theme = g_strdup (om_statement_get_text (s, c++));
  language = om_statement_get_text (s, c++);
  trait->language = language != NULL ? g_intern_string (language) : NULL;
  trait->found_text = g_strdup (om_statement_get_text (s, c++));
  name = om_statement_get_text (s, c++);
  trait->renamed = name != NULL;
  trait->text = g_strdup (name != NULL ? name : trait->found_text);
  trait->tier = (OmTraitTier) om_store_get_enum (stmt, c++, OM_N_TRAIT_TIERS, OM_TRAIT_TIER_BEHAVIOR);
  trait->stage = (OmTraitStage) om_store_get_enum (stmt, c++, OM_N_TRAIT_STAGES, OM_TRAIT_STAGE_DISSOLVED);
  trait->shown_stage = (OmTraitStage) om_store_get_enum (stmt, c++, OM_N_TRAIT_STAGES, trait->stage);
  trait->context = get_context (stmt, c++);
  trait->context_by_hand = sqlite3_column_int (stmt, c++) != 0;
  trait->held = trait->confidence = om_store_get_real (stmt, c++, 0, 1);
  trait->anchor = om_store_get_ms (stmt, c++);
  trait->n_reinforcements = om_store_get_count (stmt, c++, 0);
  trait->window_end = om_store_get_ms (stmt, c++);
  trait->n_days = om_store_get_count (stmt, c++, 0);
  trait->n_of_days = om_store_get_count (stmt, c++, 0);
  trait->first_day = om_store_get_day (stmt, c++);
  trait->last_day = om_store_get_day (stmt, c++);
  trait->n_for = om_store_get_count (stmt, c++, 0);
  trait->n_against = om_store_get_count (stmt, c++, 0);
  trait->review_since = om_store_get_ms (stmt, c++);
  trait->needs_review = trait->review_since != 0;
  trait->said_changed = sqlite3_column_int (stmt, c++) != 0;
  trait->modified = sqlite3_column_int (stmt, c++) != 0;
  trait->effect = om_store_get_real (stmt, c++, -2, 2);
  trait->mark = (OmTraitMark) om_store_get_enum (stmt, c++, OM_N_TRAIT_MARKS, OM_TRAIT_MARK_NONE);
  trait->blocked = sqlite3_column_int (stmt, c++) != 0;
  trait->predecessor = g_strdup (om_statement_get_text (s, c++));
  trait->created_at = om_store_get_ms (stmt, c++);
  trait->changed_at = om_store_get_ms (stmt, c++);
  return trait;
}

static GPtrArray *
collect_traits (OmStatement *s,
                GError     **error)
{
  g_autoptr (GPtrArray) traits = g_ptr_array_new_with_free_func ((GDestroyNotify) om_trait_unref);
  OmStep step;

  while ((step = om_statement_step (s, error)) == OM_STEP_ROW)
    g_ptr_array_add (traits, read_trait (s));
  return step == OM_STEP_DONE ? g_steal_pointer (&traits) : NULL;
}

/** om_store_traits_list: (transfer full) (element-type OmTrait) (nullable): all, dissolved ones too */
GPtrArray *
om_store_traits_list (OmStore *self,
                      GError **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self, "SELECT " TRAIT_COLUMNS " FROM traits t ORDER BY t.id", error))
    return NULL;
  return collect_traits (&s, error);
}

/**
 * om_store_trait_get:
 * @id: a trait's
 *
 * Returns: (transfer full) (nullable): it; %NULL without @error if there is none
 */
OmTrait *
om_store_trait_get (OmStore    *self,
                    const char *id,
                    GError    **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self, "SELECT " TRAIT_COLUMNS " FROM traits t WHERE t.uuid = ?", error))
    return NULL;
  om_statement_add_text (&s, id);
  return om_statement_step (&s, error) == OM_STEP_ROW ? read_trait (&s) : NULL;
}

/**
 * om_store_trait_find_prefix:
 * @prefix: at least 4 characters
 *
 * Returns: (transfer full) (nullable): the one id that begins so
 */
char *
om_store_trait_find_prefix (OmStore    *self,
                            const char *prefix,
                            GError    **error)
{
  g_auto (OmStatement) s = { 0 };
  g_autofree char *lower = g_ascii_strdown (prefix, -1);
  g_autofree char *found = NULL;
  OmStep step;

  if (strlen (lower) < MIN_PREFIX || strspn (lower, "0123456789abcdef-") != strlen (lower))
    {
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
                   _("“%s” is no id of a trait. Give at least its first %d characters."), prefix, MIN_PREFIX);
      return NULL;
    }
  if (!om_statement_open (&s, self, "SELECT uuid FROM traits WHERE substr (uuid, 1, length (?1)) = ?1 LIMIT 2", error))
    return NULL;
  om_statement_add_text (&s, lower);
  step = om_statement_step (&s, error);
  if (step == OM_STEP_ROW)
    {
      found = g_strdup (om_statement_get_text (&s, 0));
      step = om_statement_step (&s, error);
      if (step == OM_STEP_DONE)
        return g_steal_pointer (&found);
      if (step == OM_STEP_ROW)
        g_set_error (error, OM_ERROR, OM_ERROR_INVALID, _("Several traits begin with “%s”. Give more of the id."), prefix);
    }
  else if (step == OM_STEP_DONE)
    {
      g_set_error (error, OM_ERROR, OM_ERROR_NOT_FOUND, _("There is no trait “%s”."), prefix);
    }
  return NULL;
}

/**
 * om_store_trait_get_slot:
 *
 * Returns: the context a trait was opened for, -1 for none; -2 with @error
 */
int
om_store_trait_get_slot (OmStore    *self,
                         const char *id,
                         GError    **error)
{
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_statement_open (&s, self, "SELECT slot FROM traits WHERE uuid = ?", error))
    return -2;
  om_statement_add_text (&s, id);
  step = om_statement_step (&s, error);
  if (step == OM_STEP_ROW)
    return (int) om_store_get_int (s.stmt, 0, -1, OM_N_CONTEXTS - 1);
  return step == OM_STEP_DONE ? -1 : -2;
}

static OmTraitEvidence *
read_evidence (OmStatement *s,
               gint64      *trait)
{
  OmTraitEvidence *evidence = om_trait_evidence_new ();
  sqlite3_stmt *stmt = s->stmt;
  int c = 0;

  *trait = sqlite3_column_int64 (stmt, c++);
  evidence->memory = sqlite3_column_int64 (stmt, c++);
  evidence->memory_id = g_strdup (om_statement_get_text (s, c++));
  evidence->at = om_store_get_ms (stmt, c++);
  evidence->day = om_store_get_day (stmt, c++);
  evidence->family = (OmTraitFamily) om_store_get_enum (stmt, c++, OM_N_TRAIT_FAMILIES, OM_TRAIT_FAMILY_STATEMENT);
  evidence->signal = (OmTraitSignal) om_store_get_enum (stmt, c++, OM_N_TRAIT_SIGNALS, OM_TRAIT_SIGNAL_SAID);
  evidence->grade = (OmTraitGrade) om_store_get_enum (stmt, c++, OM_N_TRAIT_GRADES, OM_TRAIT_GRADE_D);
  evidence->reason = (OmTraitGradeReason) om_store_get_enum (stmt, c++, OM_N_TRAIT_GRADE_REASONS, OM_TRAIT_GRADE_PLAIN);
  evidence->supports = sqlite3_column_int (stmt, c++) != 0;
  evidence->counted = sqlite3_column_int (stmt, c++) != 0;
  evidence->closed = sqlite3_column_int (stmt, c++) != 0;
  evidence->context = get_context (stmt, c++);
  evidence->quote = g_strdup (om_statement_get_text (s, c++));
  evidence->start = om_store_get_count (stmt, c++, 0);
  evidence->length = om_store_get_count (stmt, c++, 0);
  return evidence;
}

/** om_store_trait_evidence: (transfer full) (element-type OmTraitEvidence) (nullable): newest first */
GPtrArray *
om_store_trait_evidence (OmStore *self,
                         gint64   trait,
                         GError **error)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify) om_trait_evidence_free);
  g_auto (OmStatement) s = { 0 };
  OmStep step;
  gint64 row;

  if (!om_statement_open (&s, self,
                          "SELECT " EVIDENCE_COLUMNS " FROM trait_evidence e LEFT JOIN memories m ON m.row = e.memory"
                          " WHERE e.trait = ? ORDER BY e.position DESC",
                          error))
    return NULL;
  om_statement_add_int (&s, trait);
  while ((step = om_statement_step (&s, error)) == OM_STEP_ROW)
    g_ptr_array_add (all, read_evidence (&s, &row));
  return step == OM_STEP_DONE ? g_steal_pointer (&all) : NULL;
}

/** om_store_traits_of_memory: calls @func for each piece of evidence that @memory is */
gboolean
om_store_traits_of_memory (OmStore         *self,
                           gint64           memory,
                           OmStoreTraitFunc func,
                           gpointer         data,
                           GError         **error)
{
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_statement_open (&s, self,
                          "SELECT " EVIDENCE_COLUMNS " FROM trait_evidence e JOIN memories m ON m.row = e.memory"
                          " WHERE e.memory = ? ORDER BY e.trait, e.position",
                          error))
    return FALSE;
  om_statement_add_int (&s, memory);
  while ((step = om_statement_step (&s, error)) == OM_STEP_ROW)
    {
      gint64 trait;
      g_autoptr (OmTraitEvidence) evidence = read_evidence (&s, &trait);

      func (trait, evidence, data);
    }
  return step == OM_STEP_DONE;
}

/* From column @c on: at, cause, before, after, stage before, stage after, reinforcements. */
static OmTraitEvent
read_event (sqlite3_stmt *stmt,
            int           c)
{
  OmTraitEvent event = { 0 };

  event.at = om_store_get_ms (stmt, c++);
  event.cause = (OmTraitCause) om_store_get_enum (stmt, c++, OM_N_TRAIT_CAUSES, OM_TRAIT_CAUSE_REINFORCED);
  event.confidence_before = om_store_get_real (stmt, c++, 0, 1);
  event.confidence_after = om_store_get_real (stmt, c++, 0, 1);
  event.stage_before = (OmTraitStage) om_store_get_enum (stmt, c++, OM_N_TRAIT_STAGES, OM_TRAIT_STAGE_TREND);
  event.stage_after = (OmTraitStage) om_store_get_enum (stmt, c++, OM_N_TRAIT_STAGES, OM_TRAIT_STAGE_TREND);
  event.n_reinforcements = om_store_get_count (stmt, c++, 0);
  return event;
}

/** om_store_trait_events: (transfer full) (element-type OmTraitEvent) (nullable): oldest first */
GArray *
om_store_trait_events (OmStore *self,
                       gint64   trait,
                       GError **error)
{
  g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (OmTraitEvent));
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_statement_open (&s, self,
                          "SELECT at, cause, confidence_before, confidence_after, stage_before, stage_after,"
                          " reinforcement_count FROM trait_history WHERE trait = ? ORDER BY position",
                          error))
    return NULL;
  om_statement_add_int (&s, trait);
  while ((step = om_statement_step (&s, error)) == OM_STEP_ROW)
    {
      OmTraitEvent event = read_event (s.stmt, 0);

      g_array_append_val (events, event);
    }
  return step == OM_STEP_DONE ? g_steal_pointer (&events) : NULL;
}

/** om_store_traits_changed: (transfer full) (nullable): set of rows (gsize) of those whose stage has changed since @since */
GHashTable *
om_store_traits_changed (OmStore *self,
                         gint64   since,
                         GError **error)
{
  g_autoptr (GHashTable) rows = g_hash_table_new (NULL, NULL);
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_statement_open (&s, self, "SELECT DISTINCT trait FROM trait_history WHERE at >= ? AND stage_before <> stage_after",
                          error))
    return NULL;
  om_statement_add_int (&s, since);
  while ((step = om_statement_step (&s, error)) == OM_STEP_ROW)
    g_hash_table_add (rows, GSIZE_TO_POINTER ((gsize) sqlite3_column_int64 (s.stmt, 0)));
  return step == OM_STEP_DONE ? g_steal_pointer (&rows) : NULL;
}

static GPtrArray *
list_related (OmStore    *self,
              const char *sql,
              gint64      trait,
              GError    **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self, sql, error))
    return NULL;
  om_statement_add_int (&s, trait);
  return collect_traits (&s, error);
}

/** om_store_trait_parents: (transfer full) (element-type OmTrait) (nullable) */
GPtrArray *
om_store_trait_parents (OmStore *self,
                        gint64   trait,
                        GError **error)
{
  return list_related (self,
                       "SELECT " TRAIT_COLUMNS " FROM trait_members m JOIN traits t ON t.id = m.parent"
                       " WHERE m.child = ? ORDER BY t.id",
                       trait, error);
}

/** om_store_trait_children: (transfer full) (element-type OmTrait) (nullable) */
GPtrArray *
om_store_trait_children (OmStore *self,
                         gint64   trait,
                         GError **error)
{
  return list_related (self,
                       "SELECT " TRAIT_COLUMNS " FROM trait_members m JOIN traits t ON t.id = m.child"
                       " WHERE m.parent = ? ORDER BY t.id",
                       trait, error);
}

/** om_store_trait_successors: (transfer full) (element-type OmTrait) (nullable): those that follow it */
GPtrArray *
om_store_trait_successors (OmStore    *self,
                           const char *id,
                           GError    **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self, "SELECT " TRAIT_COLUMNS " FROM traits t WHERE t.predecessor = ? ORDER BY t.id", error))
    return NULL;
  om_statement_add_text (&s, id);
  return collect_traits (&s, error);
}

/** om_store_trait_groups: (transfer full) (nullable): id of a group -> ids of its traits, parted by spaces */
GHashTable *
om_store_trait_groups (OmStore *self,
                       GError **error)
{
  g_autoptr (GHashTable) groups = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_statement_open (&s, self, "SELECT id, members FROM trait_groups", error))
    return NULL;
  while ((step = om_statement_step (&s, error)) == OM_STEP_ROW)
    g_hash_table_insert (groups, g_strdup (om_statement_get_text (&s, 0)), g_strdup (om_statement_get_text (&s, 1)));
  return step == OM_STEP_DONE ? g_steal_pointer (&groups) : NULL;
}

/**
 * om_store_traits_check:
 * @problems: (element-type utf8): gets a line for each trait whose numbers contradict themselves
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_traits_check (OmStore   *self,
                       GPtrArray *problems,
                       GError   **error)
{
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_statement_open (&s, self,
                          "SELECT t.uuid FROM traits t WHERE t.text = '' OR (t.stage = 0 AND t.confidence IS NOT NULL)"
                          " OR (t.stage BETWEEN 1 AND 4 AND t.confidence IS NULL)"
                          " OR t.stage NOT BETWEEN 0 AND 5 OR t.tier NOT BETWEEN 0 AND 2"
                          " OR (t.confidence IS NOT NULL AND NOT (t.confidence BETWEEN 0 AND 1))"
                          " OR NOT EXISTS (SELECT 1 FROM trait_history h WHERE h.trait = t.id)"
                          " OR (t.family BETWEEN 1 AND 5 AND t.supporting > 0 AND t.mark = 0 AND t.predecessor IS NULL AND NOT EXISTS"
                          "  (SELECT 1 FROM trait_evidence e WHERE e.trait = t.id))"
                          " ORDER BY t.id",
                          error))
    return FALSE;
  while ((step = om_statement_step (&s, error)) == OM_STEP_ROW)
    g_ptr_array_add (problems, g_strdup_printf ("The trait %s is damaged; it can be worked out anew from the entries.",
                                                om_statement_get_text (&s, 0)));
  return step == OM_STEP_DONE;
}
