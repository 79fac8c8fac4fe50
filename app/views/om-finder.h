/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmFinder: search as one types. */
#pragma once

#include "views/om-session.h"

G_BEGIN_DECLS

/** OmFinderState: what the last query has come to. */
typedef enum
{
  OM_FINDER_IDLE,      /* nothing is asked */
  OM_FINDER_SEARCHING,
  OM_FINDER_FOUND,     /* there are results */
  OM_FINDER_NOTHING,   /* it was searched and nothing fits */
  OM_FINDER_FAILED,    /* it could not be searched: never told as "nothing" */
} OmFinderState;

#define OM_TYPE_FINDER_STATE (om_finder_state_get_type ())
GType om_finder_state_get_type (void);

#define OM_TYPE_FINDER (om_finder_get_type ())
G_DECLARE_FINAL_TYPE (OmFinder, om_finder, OM, FINDER, GObject)

OmFinder     *om_finder_new             (OmSession  *session);
void          om_finder_set_query       (OmFinder   *self,
                                         const char *query);
void          om_finder_set_filter      (OmFinder       *self,
                                         const OmFilter *filter);
void          om_finder_recall          (OmFinder   *self);
void          om_finder_forget          (OmFinder   *self,
                                         const char *id);
void          om_finder_repeat          (OmFinder   *self);
const char   *om_finder_get_query       (OmFinder   *self);
OmFinderState om_finder_get_state       (OmFinder   *self);
GListModel   *om_finder_get_results     (OmFinder   *self);
GPtrArray    *om_finder_get_traits      (OmFinder   *self);
const GError *om_finder_get_error       (OmFinder   *self);
guint         om_finder_get_recalled    (OmFinder   *self);
gboolean      om_finder_is_binned       (OmFinder   *self);
gboolean      om_finder_is_incomplete   (OmFinder   *self);
char         *om_finder_dup_corrections (OmFinder   *self);

G_END_DECLS
