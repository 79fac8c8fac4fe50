/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The person's word about traits: written down, and the traits worked out anew in the same transaction. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-traits.h"

#include <glib/gi18n.h>
#include <string.h>

#include "engine/om-engine-private.h"
#include "engine/om-trait-job.h"
#include "engine/om-trait-present.h"
#include "store/om-store-trait-acts.h"
#include "store/om-store-traits.h"

#define MAX_NAME_CHARS 500

/* Acting and its number. */
typedef struct
{
  OmTraitAct act;
  gint64     group;
} ActArgs;

static ActArgs *
act_args_new (const OmTraitAct *act)
{
  ActArgs *args = g_new0 (ActArgs, 1);

  args->act = *act;
  args->act.id = g_strdup (act->id);
  args->act.text = g_strdup (act->text);
  args->act.other_id = g_strdup (act->other_id);
  return args;
}

static void
act_args_free (gpointer data)
{
  ActArgs *args = data;

  g_free (args->act.id);
  g_free (args->act.text);
  g_free (args->act.other_id);
  g_free (args);
}

static gboolean
refuse (GError    **error,
        const char *why)
{
  g_set_error_literal (error, OM_ERROR, OM_ERROR_INVALID, why);
  return FALSE;
}

/* A name is one line of words. */
static gboolean
check_name (OmTraitAct *act,
            GError    **error)
{
  if (act->text == NULL)
    return act->verb == OM_TRAIT_VERB_RENAME || refuse (error, "Give it a name.");
  if (!g_utf8_validate (act->text, -1, NULL))
    return refuse (error, "The name is not UTF-8.");
  g_strdelimit (act->text, "\r\n\t", ' ');
  g_strstrip (act->text);
  if (*act->text == '\0')
    return refuse (error, "The name is empty.");
  if (g_utf8_strlen (act->text, -1) > MAX_NAME_CHARS)
    return refuse (error, "The name is too long: at most 500 characters.");
  return TRUE;
}

static gboolean
check_trait (const OmTrait *trait,
             OmTraitAct    *act,
             GError       **error)
{
  gboolean dissolved = trait->stage == OM_TRAIT_STAGE_DISSOLVED;

  switch (act->verb)
    {
    case OM_TRAIT_VERB_CONFIRM:
    case OM_TRAIT_VERB_SET_CONTEXT:
    case OM_TRAIT_VERB_MERGE:
      return !dissolved || refuse (error, "This trait was let go. Restore it first.");
    case OM_TRAIT_VERB_REJECT:
      return trait->mark != OM_TRAIT_MARK_REJECTED || refuse (error, "You have said already that this is not you.");
    case OM_TRAIT_VERB_RESTORE:
      return dissolved || refuse (error, "This trait is there: nothing was let go.");
    case OM_TRAIT_VERB_UNBLOCK:
      return trait->blocked || refuse (error, "This trait is not blocked.");
    case OM_TRAIT_VERB_RENAME:
      return check_name (act, error);
    case OM_TRAIT_VERB_REVIEW:
      if (!trait->needs_review)
        return refuse (error, "Nothing speaks against this trait so far.");
      return act->answer != OM_TRAIT_ANSWER_SPLIT || act->context != OM_CONTEXT_UNKNOWN ||
             refuse (error, "Say where it does not hold: work, personal, social or learning.");
    case OM_TRAIT_VERB_NAME_GROUP:
    case OM_N_TRAIT_VERBS:
    default:
      return refuse (error, "This cannot be said of a trait.");
    }
}

/* Of a merge both must be there, and not the same. @name: (out): kind and key of the other, by which its
 * evidence is known. */
static gboolean
find_other (const OmWriteContext *context,
            const OmTraitAct     *act,
            char                **name,
            GError              **error)
{
  g_autoptr (OmTrait) other = NULL;

  *name = NULL;
  if (act->verb != OM_TRAIT_VERB_MERGE)
    return TRUE;
  if (g_strcmp0 (act->id, act->other_id) == 0 || act->other_id == NULL)
    return refuse (error, "Give two traits to merge.");
  other = om_trait_present_get (context->store, act->other_id, context->now, error);
  if (other == NULL)
    return FALSE;
  if (other->family == OM_TRAIT_FAMILY_MEMBERS)
    return refuse (error, "What is made of other traits cannot become part of one.");
  *name = g_strdup_printf ("%s\n%s", other->kind, other->key);
  return TRUE;
}

static gboolean
check_group (const OmWriteContext *context,
             OmTraitAct           *act,
             GError              **error)
{
  g_autoptr (GHashTable) groups = om_store_trait_groups (context->store, error);

  if (groups == NULL)
    return FALSE;
  if (!g_hash_table_contains (groups, act->id))
    {
      g_set_error (error, OM_ERROR, OM_ERROR_NOT_FOUND, _("There is no group of traits “%s”."), act->id);
      return FALSE;
    }
  return check_name (act, error);
}

/* What is written of an act; (transfer full) (nullable). */
static OmStoreTraitAct *
prepare (const OmWriteContext *context,
         OmTraitAct           *act,
         GError              **error)
{
  g_autoptr (OmStoreTraitAct) record = g_new0 (OmStoreTraitAct, 1);
  g_autoptr (OmTrait) trait = NULL;
  gboolean of_group = act->verb == OM_TRAIT_VERB_NAME_GROUP;

  if (of_group)
    {
      if (!check_group (context, act, error))
        return NULL;
    }
  else
    {
      trait = om_trait_present_get (context->store, act->id, context->now, error);
      if (trait == NULL || !check_trait (trait, act, error) || !find_other (context, act, &record->other, error))
        return NULL;
    }

  record->at = context->now;
  record->day = om_write_today (context);
  record->verb = act->verb;
  record->trait = g_strdup (act->id);
  record->kind = g_strdup (of_group ? "group" : trait->kind);
  record->key = g_strdup (of_group ? act->id : trait->key);
  record->slot = of_group ? -1 : om_store_trait_get_slot (context->store, act->id, error);
  if (record->slot < -1)
    return NULL;
  record->text = g_strdup (act->text);
  record->context = act->context;
  record->answer = act->answer;
  return g_steal_pointer (&record);
}

static gpointer
act_on_trait (const OmWriteContext *context,
              gpointer              data,
              GCancellable         *cancellable,
              GError              **error)
{
  ActArgs *args = data;
  g_autoptr (OmStoreTraitAct) record = NULL;
  OmTraitReport report = { 0 };

  if (!om_store_begin (context->store, error))
    return NULL;
  record = prepare (context, &args->act, error);
  if (record == NULL || !om_store_trait_act_add (context->store, record, error))
    {
      om_store_rollback (context->store);
      return NULL;
    }
  if (!om_trait_job_replay (context, &report, error))
    {
      om_store_rollback (context->store);
      return NULL;
    }
  args->group = record->id;
  return om_store_commit (context->store, error) ? OM_ENGINE_DONE : NULL;
}

/**
 * om_engine_act_on_trait:
 * @act: what is said of which trait
 * @group: (out) (optional): number by which om_engine_undo_trait_act() takes it back
 * @error: return location: %OM_ERROR_NOT_FOUND, %OM_ERROR_INVALID with what to do instead
 *
 * Returns: %FALSE on error; nothing was changed then
 */
gboolean
om_engine_act_on_trait (OmEngine         *self,
                        const OmTraitAct *act,
                        gint64           *group,
                        GCancellable     *cancellable,
                        GError          **error)
{
  ActArgs *args = act_args_new (act);
  gboolean done = om_engine_write (self, act_on_trait, args, cancellable, error) != NULL;

  if (group != NULL)
    *group = done ? args->group : 0;
  act_args_free (args);
  return done;
}

/** om_engine_act_on_trait_async: the same without blocking. */
void
om_engine_act_on_trait_async (OmEngine            *self,
                              const OmTraitAct    *act,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             data)
{
  om_engine_write_async (self, act_on_trait, act_args_new (act), act_args_free, NULL, om_engine_act_on_trait_async,
                         cancellable, callback, data);
}

/** om_engine_act_on_trait_finish: see om_engine_act_on_trait() */
gboolean
om_engine_act_on_trait_finish (OmEngine     *self,
                               GAsyncResult *result,
                               gint64       *group,
                               GError      **error)
{
  gboolean done = om_engine_finish (self, result, om_engine_act_on_trait_async, error) != NULL;

  if (group != NULL)
    *group = done ? ((ActArgs *) om_engine_get_args (result))->group : 0;
  return done;
}

static gpointer
undo_act (const OmWriteContext *context,
          gpointer              data,
          GCancellable         *cancellable,
          GError              **error)
{
  const gint64 *group = data;
  OmTraitReport report = { 0 };
  gboolean found;

  if (!om_store_begin (context->store, error))
    return NULL;
  if (!om_store_trait_act_undo (context->store, *group, &found, error))
    {
      om_store_rollback (context->store);
      return NULL;
    }
  if (!found)
    {
      g_set_error_literal (error, OM_ERROR, OM_ERROR_NOT_FOUND, _("There is nothing to take back."));
      om_store_rollback (context->store);
      return NULL;
    }
  if (!om_trait_job_replay (context, &report, error))
    {
      om_store_rollback (context->store);
      return NULL;
    }
  return om_store_commit (context->store, error) ? OM_ENGINE_DONE : NULL;
}

/**
 * om_engine_undo_trait_act:
 * @group: of an act
 * @error: return location, %OM_ERROR_NOT_FOUND if it was taken back already
 *
 * The traits are as if it had never been said.
 *
 * Returns: %FALSE on error
 */
gboolean
om_engine_undo_trait_act (OmEngine     *self,
                          gint64        group,
                          GCancellable *cancellable,
                          GError      **error)
{
  return om_engine_write (self, undo_act, &group, cancellable, error) != NULL;
}

/** om_engine_undo_trait_act_async: the same without blocking. */
void
om_engine_undo_trait_act_async (OmEngine            *self,
                                gint64               group,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             data)
{
  om_engine_write_async (self, undo_act, g_memdup2 (&group, sizeof group), g_free, NULL, om_engine_undo_trait_act_async,
                         cancellable, callback, data);
}

/** om_engine_undo_trait_act_finish: see om_engine_undo_trait_act() */
gboolean
om_engine_undo_trait_act_finish (OmEngine     *self,
                                 GAsyncResult *result,
                                 GError      **error)
{
  return om_engine_finish (self, result, om_engine_undo_trait_act_async, error) != NULL;
}
