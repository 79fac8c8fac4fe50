/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memories as other programs get them. Which may be given at all says om_bus_may_give(), and for lists
 * om_bus_filter_new(). Workers. For bus/ alone. */
#pragma once

#include "bus/om-bus-call.h"

G_BEGIN_DECLS

/* Rows as keys of sets. */
#define om_bus_row_key(row) GSIZE_TO_POINTER ((gsize) (row))

/* Of a text that is only hinted at. */
#define OM_BUS_EXCERPT_BYTES 400

#define OM_BUS_TAGS_MAX 100
#define OM_BUS_TAG_BYTES 400

/**
 * OmBusChoice:
 * Which memories are asked for.
 * @filter: (owned): besides what may be given
 * @after: ms UTC, %G_MININT64 for no bound
 * @before: ms UTC, %G_MAXINT64 for no bound
 * @limit: the most wanted
 * @cursor: (nullable): where it goes on; of the options
 * @quick: asked at every letter; see #OmSearch
 */
typedef struct
{
  OmFilter   *filter;
  gint64      after;
  gint64      before;
  guint       limit;
  const char *cursor;
  gboolean    quick;
} OmBusChoice;

/** OmBusPage: what is given at once; it does not grow beyond the size of a reply. */
typedef struct
{
  GVariantBuilder builder;
  gsize           bytes;
  guint           n;
} OmBusPage;

OmFilter *om_bus_filter_new      (void);
gboolean  om_bus_read_allowed    (OmEngine        *engine,
                                  GHashTable     **allowed,
                                  GCancellable    *cancellable,
                                  GError         **error);
gboolean  om_bus_may_give        (OmBusCall       *call,
                                  const OmMemory  *memory,
                                  GCancellable    *cancellable);
gboolean  om_bus_choice_read     (OmBusChoice     *self,
                                  GVariant        *options,
                                  guint            limit,
                                  GError         **error);
void      om_bus_choice_clear    (OmBusChoice     *self);
gboolean  om_bus_choice_holds    (const OmBusChoice *self,
                                  const OmMoment  *happened);

GPtrArray *om_bus_search         (OmBusCall       *call,
                                  const char      *query,
                                  const OmBusChoice *choice,
                                  guint            skip,
                                  gboolean         strengthen,
                                  OmAnswer       **answer,
                                  GCancellable    *cancellable,
                                  GError         **error);
OmMemory *om_bus_get_memory      (OmBusCall       *call,
                                  const char      *id,
                                  GCancellable    *cancellable,
                                  GError         **error);
void      om_bus_describe        (GVariantDict    *dict,
                                  OmEngine        *engine,
                                  const OmMemory  *memory);
void      om_bus_describe_standing (GVariantDict  *dict,
                                  OmEngine        *engine,
                                  const OmMemory  *memory);
void      om_bus_page_init       (OmBusPage       *page);
gboolean  om_bus_page_add        (OmBusPage       *page,
                                  GVariantDict    *dict);
GVariant *om_bus_page_end        (OmBusPage       *page);
char     *om_bus_dup_excerpt     (const char      *text,
                                  gsize            max_bytes);
gboolean  om_bus_set_not_found   (GError         **error);
int       om_bus_type_from_nick  (const char      *nick);
int       om_bus_sector_from_nick (const char     *nick);
int       om_bus_context_from_nick (const char    *nick);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OmBusChoice, om_bus_choice_clear)

G_END_DECLS
