/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verbs of OmEngine that write. Each is a job of its own file, wrapped twice: blocking, and as
 * _async and _finish. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <math.h>

#include "engine/om-edit.h"
#include "engine/om-engine-private.h"
#include "engine/om-links.h"
#include "engine/om-reinforcement.h"
#include "engine/om-remember.h"

/* Remember -------------------------------------------------------------------------------------- */

static gpointer
remember (const OmWriteContext *context,
          gpointer              args,
          GCancellable         *cancellable,
          GError              **error)
{
  return om_remember (context, args, error);
}

/**
 * om_engine_remember:
 * @draft: what is to be remembered
 * @error: return location; %OM_ERROR_INVALID and %OM_ERROR_ENCODING for what cannot be stored
 *
 * When it returns the text is on the disk. Its link follows if the index is in memory, else it is drawn by
 * whoever loads it.
 *
 * Returns: (transfer full) (nullable): what became of it
 */
OmRemembered *
om_engine_remember (OmEngine      *self,
                    const OmDraft *draft,
                    GCancellable  *cancellable,
                    GError       **error)
{
  g_return_val_if_fail (OM_IS_ENGINE (self), NULL);

  return om_engine_write_followed (self, remember, om_edit_draw_links, (gpointer) draft, cancellable, error);
}

/** om_engine_remember_async: the same without blocking. */
void
om_engine_remember_async (OmEngine            *self,
                          const OmDraft       *draft,
                          GCancellable        *cancellable,
                          GAsyncReadyCallback  callback,
                          gpointer             data)
{
  g_return_if_fail (OM_IS_ENGINE (self));

  om_engine_write_followed_async (self, remember, om_edit_draw_links, om_draft_copy (draft), (GDestroyNotify) om_draft_free,
                                  (GDestroyNotify) om_remembered_free, om_engine_remember_async, cancellable, callback,
                                  data);
}

/** om_engine_remember_finish: (transfer full) (nullable) */
OmRemembered *
om_engine_remember_finish (OmEngine     *self,
                           GAsyncResult *result,
                           GError      **error)
{
  return om_engine_finish (self, result, om_engine_remember_async, error);
}

/* Links follow ---------------------------------------------------------------------------------- */

typedef struct
{
  gboolean more;
  guint    n_drawn;
} DrawArgs;

static gpointer
draw_links (const OmWriteContext *context,
            gpointer              data,
            GCancellable         *cancellable,
            GError              **error)
{
  DrawArgs *args = data;

  args->more = FALSE;
  if (!om_mirror_is_loaded (context->mirror))
    return OM_ENGINE_DONE;
  if (!om_mirror_catch_up (context->mirror, context->store, NULL, error))
    return NULL;
  return om_links_draw_pending (context, &args->more, &args->n_drawn, cancellable, error) ? OM_ENGINE_DONE : NULL;
}

/**
 * om_engine_draw_links:
 *
 * Draws the links of memories that came while no index was in memory, or many at once. Between the
 * pieces it steps aside. What fails or is cancelled is made good at the next start.
 *
 * Returns: how many it has drawn
 */
guint
om_engine_draw_links (OmEngine     *self,
                      GCancellable *cancellable)
{
  g_autoptr (GError) error = NULL;
  DrawArgs args = { .more = self->writer != NULL };
  gboolean changed = FALSE;

  if (!args.more || !om_engine_enter (self, NULL))
    return 0;
  while (args.more && om_engine_step_aside (self, cancellable, &error) &&
         om_engine_write_piece (self, draw_links, &args, &changed, cancellable, &error) != NULL)
    ;
  if (error != NULL)
    g_debug ("Links were not drawn: %s", error->message);
  if (changed)
    om_engine_queue_signal (self, OM_ENGINE_CHANGED);
  om_engine_leave (self);
  return args.n_drawn;
}

/* Edit ------------------------------------------------------------------------------------------ */

typedef struct
{
  char     *id;      /* (owned) */
  OmChange  fields;
  OmMemory *values;  /* (owned) */
  guint     base_version;
} EditArgs;

static EditArgs *
edit_args_new (const char     *id,
               OmChange        fields,
               const OmMemory *values,
               guint           base_version)
{
  EditArgs *args = g_new0 (EditArgs, 1);
  OmMemory *copy = om_memory_new ();

  /* The caller's record may change before the job runs. */
  copy->content = g_strdup (values->content);
  copy->title = g_strdup (values->title);
  g_strfreev (copy->tags);
  copy->tags = values->tags != NULL ? g_strdupv (values->tags) : g_new0 (char *, 1);
  copy->happened = values->happened;
  copy->sector = values->sector;
  copy->type = values->type;
  copy->importance = values->importance;
  copy->valence = values->valence;
  copy->arousal = values->arousal;
  copy->context = values->context;
  copy->flags = values->flags;
  args->id = g_strdup (id);
  args->fields = fields;
  args->values = copy;
  args->base_version = base_version;
  return args;
}

static void
edit_args_free (gpointer data)
{
  EditArgs *args = data;

  g_free (args->id);
  om_memory_unref (args->values);
  g_free (args);
}

static gpointer
edit (const OmWriteContext *context,
      gpointer              data,
      GCancellable         *cancellable,
      GError              **error)
{
  EditArgs *args = data;

  return om_edit (context, args->id, args->fields, args->values, args->base_version, error);
}

/**
 * om_engine_edit:
 * @id: the memory
 * @fields: which fields of @values count
 * @values: the new values
 * @base_version: version of the text that was edited, 0 for whatever is there
 * @error: return location
 *
 * The former text is kept as a version. A text that changed meanwhile is kept too and the memory is
 * marked with %OM_FLAG_CONFLICT.
 */
gboolean
om_engine_edit (OmEngine       *self,
                const char     *id,
                OmChange        fields,
                const OmMemory *values,
                guint           base_version,
                GCancellable   *cancellable,
                GError        **error)
{
  EditArgs *args;
  g_autoptr (OmMemory) memory = NULL;

  g_return_val_if_fail (OM_IS_ENGINE (self), FALSE);

  args = edit_args_new (id, fields, values, base_version);
  memory = om_engine_write (self, edit, args, cancellable, error);
  edit_args_free (args);
  return memory != NULL;
}

/** om_engine_edit_async: the same without blocking. */
void
om_engine_edit_async (OmEngine            *self,
                      const char          *id,
                      OmChange             fields,
                      const OmMemory      *values,
                      guint                base_version,
                      GCancellable        *cancellable,
                      GAsyncReadyCallback  callback,
                      gpointer             data)
{
  g_return_if_fail (OM_IS_ENGINE (self));

  om_engine_write_async (self, edit, edit_args_new (id, fields, values, base_version), edit_args_free,
                         (GDestroyNotify) om_memory_unref, om_engine_edit_async, cancellable, callback, data);
}

/** om_engine_edit_finish: (transfer full) (nullable): the memory as it is now */
OmMemory *
om_engine_edit_finish (OmEngine     *self,
                       GAsyncResult *result,
                       GError      **error)
{
  return om_engine_finish (self, result, om_engine_edit_async, error);
}

/* Bin, restore, empty --------------------------------------------------------------------------- */

static gpointer
done (gboolean success)
{
  return success ? OM_ENGINE_DONE : NULL;
}

static gpointer
bin (const OmWriteContext *context,
     gpointer              ids,
     GCancellable         *cancellable,
     GError              **error)
{
  return done (om_edit_bin (context, ids, error));
}

static gpointer
restore (const OmWriteContext *context,
         gpointer              ids,
         GCancellable         *cancellable,
         GError              **error)
{
  return done (om_edit_restore (context, ids, error));
}

static gpointer
wipe (const OmWriteContext *context,
      gpointer              ids,
      GCancellable         *cancellable,
      GError              **error)
{
  return done (om_edit_wipe (context, ids, error));
}

/**
 * om_engine_bin:
 * @ids: (array zero-terminated=1): memories
 *
 * Moves memories to the bin.
 */
gboolean
om_engine_bin (OmEngine          *self,
               const char *const *ids,
               GCancellable      *cancellable,
               GError           **error)
{
  return om_engine_write (self, bin, (gpointer) ids, cancellable, error) != NULL;
}

/** om_engine_bin_async: the same without blocking. */
void
om_engine_bin_async (OmEngine            *self,
                     const char *const   *ids,
                     GCancellable        *cancellable,
                     GAsyncReadyCallback  callback,
                     gpointer             data)
{
  om_engine_write_async (self, bin, g_strdupv ((char **) ids), (GDestroyNotify) g_strfreev, NULL, om_engine_bin_async,
                         cancellable, callback, data);
}

/** om_engine_bin_finish: */
gboolean
om_engine_bin_finish (OmEngine     *self,
                      GAsyncResult *result,
                      GError      **error)
{
  return om_engine_finish (self, result, om_engine_bin_async, error) != NULL;
}

/**
 * om_engine_restore:
 * @ids: (array zero-terminated=1): memories in the bin
 *
 * Takes memories out of the bin.
 */
gboolean
om_engine_restore (OmEngine          *self,
                   const char *const *ids,
                   GCancellable      *cancellable,
                   GError           **error)
{
  return om_engine_write (self, restore, (gpointer) ids, cancellable, error) != NULL;
}

/** om_engine_restore_async: the same without blocking. */
void
om_engine_restore_async (OmEngine            *self,
                         const char *const   *ids,
                         GCancellable        *cancellable,
                         GAsyncReadyCallback  callback,
                         gpointer             data)
{
  om_engine_write_async (self, restore, g_strdupv ((char **) ids), (GDestroyNotify) g_strfreev, NULL,
                         om_engine_restore_async, cancellable, callback, data);
}

/** om_engine_restore_finish: */
gboolean
om_engine_restore_finish (OmEngine     *self,
                          GAsyncResult *result,
                          GError      **error)
{
  return om_engine_finish (self, result, om_engine_restore_async, error) != NULL;
}

/**
 * om_engine_empty_bin:
 * @ids: (nullable) (array zero-terminated=1): memories in the bin, %NULL for all
 *
 * Removes memories for good.
 */
gboolean
om_engine_empty_bin (OmEngine          *self,
                     const char *const *ids,
                     GCancellable      *cancellable,
                     GError           **error)
{
  return om_engine_write (self, wipe, (gpointer) ids, cancellable, error) != NULL;
}

/** om_engine_empty_bin_async: the same without blocking. */
void
om_engine_empty_bin_async (OmEngine            *self,
                           const char *const   *ids,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             data)
{
  om_engine_write_async (self, wipe, g_strdupv ((char **) ids), (GDestroyNotify) g_strfreev, NULL, om_engine_empty_bin_async,
                         cancellable, callback, data);
}

/** om_engine_empty_bin_finish: */
gboolean
om_engine_empty_bin_finish (OmEngine     *self,
                            GAsyncResult *result,
                            GError      **error)
{
  return om_engine_finish (self, result, om_engine_empty_bin_async, error) != NULL;
}

/* Tags of several ------------------------------------------------------------------------------- */

typedef struct
{
  char **ids;    /* (owned) */
  char **add;    /* (owned) (nullable) */
  char **remove; /* (owned) (nullable) */
} TagArgs;

static void
tag_args_free (gpointer data)
{
  TagArgs *args = data;

  g_strfreev (args->ids);
  g_strfreev (args->add);
  g_strfreev (args->remove);
  g_free (args);
}

static gpointer
tag (const OmWriteContext *context,
     gpointer              data,
     GCancellable         *cancellable,
     GError              **error)
{
  TagArgs *args = data;

  return done (om_edit_tags (context, (const char *const *) args->ids, (const char *const *) args->add,
                             (const char *const *) args->remove, error));
}

/**
 * om_engine_tag:
 * @ids: (array zero-terminated=1): memories
 * @add: (nullable) (array zero-terminated=1): tags they get
 * @remove: (nullable) (array zero-terminated=1): tags they lose
 *
 * Changes the tags of several memories at once, all or none.
 */
gboolean
om_engine_tag (OmEngine          *self,
               const char *const *ids,
               const char *const *add,
               const char *const *remove,
               GCancellable      *cancellable,
               GError           **error)
{
  TagArgs args = { (char **) ids, (char **) add, (char **) remove };

  return om_engine_write (self, tag, &args, cancellable, error) != NULL;
}

/** om_engine_tag_async: the same without blocking. */
void
om_engine_tag_async (OmEngine            *self,
                     const char *const   *ids,
                     const char *const   *add,
                     const char *const   *remove,
                     GCancellable        *cancellable,
                     GAsyncReadyCallback  callback,
                     gpointer             data)
{
  TagArgs *args = g_new0 (TagArgs, 1);

  args->ids = g_strdupv ((char **) ids);
  args->add = g_strdupv ((char **) add);
  args->remove = g_strdupv ((char **) remove);
  om_engine_write_async (self, tag, args, tag_args_free, NULL, om_engine_tag_async, cancellable, callback, data);
}

/** om_engine_tag_finish: */
gboolean
om_engine_tag_finish (OmEngine     *self,
                      GAsyncResult *result,
                      GError      **error)
{
  return om_engine_finish (self, result, om_engine_tag_async, error) != NULL;
}

/* Links ----------------------------------------------------------------------------------------- */

typedef struct
{
  const char *source;
  const char *target;
} LinkArgs;

static gpointer
link_by_hand (const OmWriteContext *context,
              gpointer              data,
              GCancellable         *cancellable,
              GError              **error)
{
  LinkArgs *args = data;

  return done (om_edit_link (context, args->source, args->target, TRUE, error));
}

static gpointer
unlink_by_hand (const OmWriteContext *context,
                gpointer              data,
                GCancellable         *cancellable,
                GError              **error)
{
  LinkArgs *args = data;

  return done (om_edit_link (context, args->source, args->target, FALSE, error));
}

/** om_engine_link: draws a link by hand, weight 1. */
gboolean
om_engine_link (OmEngine     *self,
                const char   *source_id,
                const char   *target_id,
                GCancellable *cancellable,
                GError      **error)
{
  LinkArgs args = { source_id, target_id };

  return om_engine_write (self, link_by_hand, &args, cancellable, error) != NULL;
}

/** om_engine_unlink: takes a link made by hand away. */
gboolean
om_engine_unlink (OmEngine     *self,
                  const char   *source_id,
                  const char   *target_id,
                  GCancellable *cancellable,
                  GError      **error)
{
  LinkArgs args = { source_id, target_id };

  return om_engine_write (self, unlink_by_hand, &args, cancellable, error) != NULL;
}

typedef struct
{
  char    *source; /* (owned) */
  char    *target; /* (owned) */
  gboolean link;
} OwnedLink;

static void
owned_link_free (gpointer data)
{
  OwnedLink *args = data;

  g_free (args->source);
  g_free (args->target);
  g_free (args);
}

static gpointer
change_link (const OmWriteContext *context,
             gpointer              data,
             GCancellable         *cancellable,
             GError              **error)
{
  OwnedLink *args = data;

  return done (om_edit_link (context, args->source, args->target, args->link, error));
}

/**
 * om_engine_link_async:
 * @link: %TRUE draws a link by hand, %FALSE takes one away
 */
void
om_engine_link_async (OmEngine            *self,
                      const char          *source_id,
                      const char          *target_id,
                      gboolean             link,
                      GCancellable        *cancellable,
                      GAsyncReadyCallback  callback,
                      gpointer             data)
{
  OwnedLink *args = g_new0 (OwnedLink, 1);

  args->source = g_strdup (source_id);
  args->target = g_strdup (target_id);
  args->link = link;
  om_engine_write_async (self, change_link, args, owned_link_free, NULL, om_engine_link_async, cancellable, callback, data);
}

/** om_engine_link_finish: */
gboolean
om_engine_link_finish (OmEngine     *self,
                       GAsyncResult *result,
                       GError      **error)
{
  return om_engine_finish (self, result, om_engine_link_async, error) != NULL;
}
