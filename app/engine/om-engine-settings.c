/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The settings of a store: read with every job, so that a change by any process counts at once; and the
 * numbers the engine reckons with, one unchanging set at a time. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-engine-private.h"
#include "engine/om-settings-private.h"
#include "store/om-store-meta.h"

#define PREFIX "setting."

/**
 * om_settings_read:
 * @settings: (out): what was chosen, the default where nothing was or what is stored cannot be
 * @problems: (nullable) (element-type utf8): gets a sentence for each value that cannot be
 * @error: return location
 *
 * A setting of a newer version is passed over.
 */
gboolean
om_settings_read (OmStore    *store,
                  OmSettings *settings,
                  GPtrArray  *problems,
                  GError    **error)
{
  g_autoptr (GPtrArray) pairs = om_store_meta_list (store, PREFIX, error);

  if (pairs == NULL)
    return FALSE;
  *settings = om_settings_default ();
  for (guint i = 0; i + 1 < pairs->len; i += 2)
    {
      OmSetting setting = om_setting_from_key (g_ptr_array_index (pairs, i));
      g_autoptr (GError) local = NULL;
      double value;

      if (setting == OM_SETTING_UNKNOWN)
        continue;
      if (om_setting_parse (setting, g_ptr_array_index (pairs, i + 1), &value, &local))
        settings->values[setting] = value;
      else if (problems != NULL)
        g_ptr_array_add (problems, g_strdup_printf ("A setting cannot be used, its default is: %s", local->message));
    }
  return TRUE;
}

/**
 * om_settings_repair:
 * @error: return location
 *
 * Forgets the values that cannot be.
 */
gboolean
om_settings_repair (OmStore *store,
                    GError **error)
{
  g_autoptr (GPtrArray) pairs = om_store_meta_list (store, PREFIX, error);

  if (pairs == NULL)
    return FALSE;
  for (guint i = 0; i + 1 < pairs->len; i += 2)
    {
      OmSetting setting = om_setting_from_key (g_ptr_array_index (pairs, i));
      g_autofree char *key = g_strconcat (PREFIX, g_ptr_array_index (pairs, i), NULL);
      double value;

      if (setting != OM_SETTING_UNKNOWN && !om_setting_parse (setting, g_ptr_array_index (pairs, i + 1), &value, NULL) &&
          !om_store_meta_set (store, key, NULL, error))
        return FALSE;
    }
  return TRUE;
}

/* The numbers in force -------------------------------------------------------------------------- */

static gboolean
settings_equal (const OmSettings *a,
                const OmSettings *b)
{
  for (int i = 0; i < OM_N_SETTINGS; i++)
    {
      if (a->values[i] != b->values[i])
        return FALSE;
    }
  return TRUE;
}

/**
 * om_engine_publish_model:
 * @base: what the numbers are where nothing was chosen
 * @settings: what was chosen
 *
 * From now on jobs reckon with these. Those that are under way go on with the set they began with, which
 * therefore lives as long as the engine; people do not change their settings so often that it would matter.
 */
void
om_engine_publish_model (OmEngine             *self,
                         const OmRecallParams *base,
                         const OmSettings     *settings)
{
  OmEngineModel *model = g_new0 (OmEngineModel, 1);

  model->base = *base;
  model->params = *base;
  model->settings = *settings;
  om_settings_apply (settings, &model->params.constants);
  g_mutex_lock (&self->mutex);
  g_ptr_array_add (self->models, model);
  g_mutex_unlock (&self->mutex);
  g_atomic_pointer_set (&self->model, model);
}

/**
 * om_engine_follow_settings:
 * @store: a connection that has no transaction open
 * @changed: (out) (optional): set to %TRUE if another set is in force now, else left alone
 * @error: return location
 *
 * Reads what is chosen now, by whomever.
 */
gboolean
om_engine_follow_settings (OmEngine *self,
                           OmStore  *store,
                           gboolean *changed,
                           GError  **error)
{
  const OmEngineModel *model;
  OmSettings found;
  gboolean read;

  /* Reading and publishing in one: an older reading never comes after a newer one. */
  g_mutex_lock (&self->settings_mutex);
  model = g_atomic_pointer_get (&self->model);
  read = om_settings_read (store, &found, NULL, error);
  if (read && !settings_equal (&found, &model->settings))
    {
      om_engine_publish_model (self, &model->base, &found);
      if (changed != NULL)
        *changed = TRUE;
    }
  g_mutex_unlock (&self->settings_mutex);
  return read;
}

/**
 * om_engine_get_setting:
 * @setting: what is asked for
 *
 * Returns: its value in the open store, the default while none is open
 */
double
om_engine_get_setting (OmEngine *self,
                       OmSetting setting)
{
  const OmEngineModel *model;

  g_return_val_if_fail (OM_IS_ENGINE (self), 0);
  g_return_val_if_fail (setting >= 0 && setting < OM_N_SETTINGS, 0);

  model = g_atomic_pointer_get (&self->model);
  return model->settings.values[setting];
}

/* Changing -------------------------------------------------------------------------------------- */

typedef struct
{
  OmSettingChange *changes; /* (owned) by the asynchronous form */
  gsize            n_changes;
} ChangeArgs;

static void
change_args_free (gpointer data)
{
  ChangeArgs *args = data;

  g_free (args->changes);
  g_free (args);
}

static gboolean
write_changes (OmStore          *store,
               const ChangeArgs *args,
               GError          **error)
{
  for (gsize i = 0; i < args->n_changes; i++)
    {
      const OmSettingChange *change = &args->changes[i];
      g_autofree char *key = g_strconcat (PREFIX, om_setting_get_key (change->setting), NULL);
      gboolean reset = change->reset || change->value == om_setting_get_default (change->setting);
      g_autofree char *text = reset ? NULL : om_setting_format (change->setting, change->value);

      if (!om_store_meta_set (store, key, text, error))
        return FALSE;
    }
  /* Others see by the revision that something changed: lists by vividness are listed again. */
  return om_store_next_revision (store, error) >= 0;
}

static gpointer
change_settings (const OmWriteContext *context,
                 gpointer              data,
                 GCancellable         *cancellable,
                 GError              **error)
{
  const ChangeArgs *args = data;

  for (gsize i = 0; i < args->n_changes; i++)
    {
      if (!args->changes[i].reset && !om_setting_check (args->changes[i].setting, args->changes[i].value, error))
        return NULL;
    }
  if (!om_store_begin (context->store, error))
    return NULL;
  if (!write_changes (context->store, args, error))
    {
      om_store_rollback (context->store);
      return NULL;
    }
  return om_store_commit (context->store, error) ? OM_ENGINE_DONE : NULL;
}

/**
 * om_engine_change_settings:
 * @changes: (array length=n_changes): what is changed
 * @error: return location, %OM_ERROR_INVALID for a value that cannot be: then nothing is changed
 *
 * Counts at once, for what was and what will be, here and in every other process on this store. No memory
 * is changed by it.
 */
gboolean
om_engine_change_settings (OmEngine              *self,
                           const OmSettingChange *changes,
                           gsize                  n_changes,
                           GCancellable          *cancellable,
                           GError               **error)
{
  ChangeArgs args = { (OmSettingChange *) changes, n_changes };

  g_return_val_if_fail (OM_IS_ENGINE (self), FALSE);

  return om_engine_write (self, change_settings, &args, cancellable, error) != NULL;
}

/** om_engine_change_settings_async: the same without blocking. */
void
om_engine_change_settings_async (OmEngine              *self,
                                 const OmSettingChange *changes,
                                 gsize                  n_changes,
                                 GCancellable          *cancellable,
                                 GAsyncReadyCallback    callback,
                                 gpointer               data)
{
  ChangeArgs *args = g_new0 (ChangeArgs, 1);

  g_return_if_fail (OM_IS_ENGINE (self));

  args->changes = g_memdup2 (changes, n_changes * sizeof *changes);
  args->n_changes = n_changes;
  om_engine_write_async (self, change_settings, args, change_args_free, NULL, om_engine_change_settings_async, cancellable,
                         callback, data);
}

/** om_engine_change_settings_finish: */
gboolean
om_engine_change_settings_finish (OmEngine     *self,
                                  GAsyncResult *result,
                                  GError      **error)
{
  return om_engine_finish (self, result, om_engine_change_settings_async, error) != NULL;
}
