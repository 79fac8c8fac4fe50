/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmSession: one store with its engine and the texts that are open; what a window shows. */
#pragma once

#include "engine/om-act.h"
#include "engine/om-engine.h"
#include "views/om-desk.h"

G_BEGIN_DECLS

/** OmSessionState: how far the store is. */
typedef enum
{
  OM_SESSION_CLOSED,
  OM_SESSION_OPENING,
  OM_SESSION_OPEN,   /* lists, reads, saves; search answers from the full text alone */
  OM_SESSION_LOADED, /* searchable in full */
  OM_SESSION_FAILED, /* could not be opened; see om_session_get_error() */
} OmSessionState;

#define OM_TYPE_SESSION_STATE (om_session_state_get_type ())
GType om_session_state_get_type (void);

#define OM_TYPE_SESSION (om_session_get_type ())
G_DECLARE_FINAL_TYPE (OmSession, om_session, OM, SESSION, GObject)

OmSession     *om_session_new        (const char *path,
                                      gboolean    is_sample);
void           om_session_open       (OmSession  *self);
OmSessionState om_session_get_state  (OmSession  *self);
const GError  *om_session_get_error  (OmSession  *self);
const char    *om_session_get_path   (OmSession  *self);
gboolean       om_session_is_sample  (OmSession  *self);
OmEngine      *om_session_get_engine (OmSession  *self);
OmDesk        *om_session_get_desk   (OmSession  *self);
GTimeZone     *om_session_get_zone   (OmSession  *self);
void           om_session_bin        (OmSession         *self,
                                      const char *const *ids);
void           om_session_restore    (OmSession         *self,
                                      const char *const *ids);
void           om_session_close      (OmSession  *self);

/* Files of memories (om-session-files.c). */
void           om_session_attach      (OmSession         *self,
                                       const char        *id,
                                       const char *const *paths);
void           om_session_detach      (OmSession         *self,
                                       const char        *id,
                                       guint              position,
                                       const char        *name);
void           om_session_put_back    (OmSession         *self,
                                       const char        *id,
                                       guint              position);

/* Acts on memories (om-session-acts.c). */
void           om_session_act        (OmSession         *self,
                                      OmAct              what,
                                      const char *const *ids);
void           om_session_tell_acted (OmSession         *self,
                                      OmAct              what,
                                      guint              n,
                                      gint64             group);
void           om_session_undo       (OmSession         *self,
                                      gint64             group);

G_END_DECLS
