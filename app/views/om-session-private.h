/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the session share; nobody else includes it. */
#pragma once

#include "engine/om-caretaker.h"
#include "views/om-session.h"

G_BEGIN_DECLS

struct _OmSession
{
  GObject parent_instance;

  char          *path;        /* (owned) */
  gboolean       is_sample;
  OmEngine      *engine;      /* (owned) */
  OmCaretaker   *caretaker;   /* (owned) */
  OmDesk        *desk;        /* (owned) */
  GTimeZone     *zone;        /* (owned) */
  GCancellable  *cancellable; /* (owned): opening and loading */
  OmSessionState state;
  GError        *error;       /* (owned) (nullable) */
};

void om_session_set_state   (OmSession      *self,
                             OmSessionState  state,
                             GError         *error);
void om_session_open_engine (OmSession      *self);

G_END_DECLS
