/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of memories: added, taken off, put back. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-attachments.h"
#include "views/om-session.h"

static void
attached_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      data)
{
  g_autoptr (OmSession) self = data;
  g_autoptr (GError) error = NULL;
  guint n_added;

  if (!om_engine_attach_finish (OM_ENGINE (source), result, &n_added, &error))
    g_signal_emit_by_name (self, "act-failed", error);
}

/**
 * om_session_attach:
 * @id: a memory
 * @paths: (array zero-terminated=1): files, which are only read
 *
 * Copies of them come to belong to the memory. What fails is told by #OmSession::act-failed.
 */
void
om_session_attach (OmSession         *self,
                   const char        *id,
                   const char *const *paths)
{
  g_return_if_fail (OM_IS_SESSION (self));
  g_return_if_fail (id != NULL && paths != NULL);

  om_engine_attach_async (om_session_get_engine (self), id, paths, NULL, attached_cb, g_object_ref (self));
}

/* One file on its way out. */
typedef struct
{
  OmSession *session; /* (owned) */
  char      *id;      /* (owned) */
  guint      position;
  char      *name;    /* (owned) */
} Detaching;

static void
detaching_free (Detaching *self)
{
  g_object_unref (self->session);
  g_free (self->id);
  g_free (self->name);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Detaching, detaching_free)

static void
detached_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      data)
{
  g_autoptr (Detaching) detaching = data;
  g_autoptr (GError) error = NULL;

  if (!om_engine_detach_finish (OM_ENGINE (source), result, &error))
    g_signal_emit_by_name (detaching->session, "act-failed", error);
  else
    g_signal_emit_by_name (detaching->session, "detached", detaching->id, detaching->position, detaching->name);
}

/**
 * om_session_detach:
 * @id: a memory
 * @position: one of its files
 * @name: what it is called
 *
 * Takes it off. Answers with #OmSession::detached or #OmSession::act-failed.
 */
void
om_session_detach (OmSession  *self,
                   const char *id,
                   guint       position,
                   const char *name)
{
  Detaching *detaching;

  g_return_if_fail (OM_IS_SESSION (self));
  g_return_if_fail (id != NULL && name != NULL);

  detaching = g_new (Detaching, 1);
  *detaching = (Detaching){ g_object_ref (self), g_strdup (id), position, g_strdup (name) };
  om_engine_detach_async (om_session_get_engine (self), id, position, TRUE, NULL, detached_cb, detaching);
}

static void
put_back_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      data)
{
  g_autoptr (OmSession) self = data;
  g_autoptr (GError) error = NULL;

  if (!om_engine_detach_finish (OM_ENGINE (source), result, &error))
    g_signal_emit_by_name (self, "act-failed", error);
}

/**
 * om_session_put_back:
 * @position: what om_session_detach() took off
 */
void
om_session_put_back (OmSession  *self,
                     const char *id,
                     guint       position)
{
  g_return_if_fail (OM_IS_SESSION (self));
  g_return_if_fail (id != NULL);

  om_engine_detach_async (om_session_get_engine (self), id, position, FALSE, NULL, put_back_cb, g_object_ref (self));
}
