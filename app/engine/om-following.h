/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What changed in the store since a revision, for who tells others; and when the jobs were done. Part of the
 * engine's public face; for its threads see om-engine.h. */
#pragma once

#include "engine/om-engine.h"

G_BEGIN_DECLS

/**
 * OmFollowing:
 * @revision: what the store is at; ask from here the next time
 * @changed: (element-type gint64) (owned): rows that are new or whose record changed, ascending
 * @active: (element-type gint64) (owned): rows of which only the activity changed, ascending
 * @wiped: (element-type gint64) (owned): rows that are gone for good, ascending
 */
typedef struct
{
  gint64  revision;
  GArray *changed;
  GArray *active;
  GArray *wiped;
} OmFollowing;

void         om_following_free       (OmFollowing   *self);
OmFollowing *om_engine_get_following (OmEngine      *self,
                                      gint64         since,
                                      GCancellable  *cancellable,
                                      GError       **error);
gint64       om_engine_get_job_time  (OmEngine      *self,
                                      const char    *job,
                                      GCancellable  *cancellable,
                                      GError       **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmFollowing, om_following_free)

G_END_DECLS
