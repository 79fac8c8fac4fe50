/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every writing job of the engine works on, and the small steps they share. Jobs are plain
 * blocking functions on the writer's connection; each is one transaction. */
#pragma once

#include "dynamics/om-constants.h"
#include "engine/om-analysis.h"
#include "engine/om-mirror.h"
#include "store/om-store.h"
#include "store/om-store-states.h"

G_BEGIN_DECLS

/* More than these would push the day itself off the page (engine.md section 10). */
#define OM_MAX_PINNED 20

/**
 * OmWriteContext:
 * @store: the writer's connection
 * @mirror: the picture in memory, for what is near
 * @analyser: how texts are worked out
 * @constants: numbers of the models
 * @now: ms UTC
 * @zone: the machine's zone, for what is written here and now
 */
typedef struct
{
  OmStore                *store;
  OmMirror               *mirror;
  OmAnalyser              analyser;
  const OmModelConstants *constants;
  gint64                  now;
  GTimeZone              *zone;
} OmWriteContext;

/**
 * OmRecallSource:
 * @way: how the recall came about
 * @program: (nullable): key of the program on the bus that asked for it
 */
typedef struct
{
  OmRecallWay way;
  const char *program;
} OmRecallSource;

gboolean om_write_check_text   (const char           *content,
                                const char           *title,
                                GError              **error);
gboolean om_write_check_moment (const OmMoment       *moment,
                                GError              **error);
gboolean om_write_check_pins   (const OmWriteContext *context,
                                gint64                row,
                                GError              **error);
gboolean om_write_vectors      (const OmWriteContext *context,
                                gint64                row,
                                const OmAnalysis     *analysis,
                                GError              **error);
gboolean om_write_act          (const OmWriteContext *context,
                                const OmMemory       *memory,
                                OmEventCause          cause,
                                gint64                related,
                                gint64                group,
                                guint                 flags_changed,
                                const OmRecallState  *before,
                                const OmRecallState  *after,
                                GError              **error);
gboolean om_write_recall       (const OmWriteContext *context,
                                const OmMemory       *memory,
                                const OmRecallSource *from,
                                gint64                group,
                                const OmRecallState  *before,
                                const OmRecallState  *after,
                                GError              **error);
gboolean om_write_event        (const OmWriteContext *context,
                                const OmMemory       *memory,
                                OmEventCause          cause,
                                gint64                related,
                                gint64                group,
                                const OmRecallState  *before,
                                const OmRecallState  *after,
                                GError              **error);
void     om_write_recall_state (const OmMemory       *memory,
                                OmRecallState        *state);
gint32   om_write_today        (const OmWriteContext *context);

G_END_DECLS
