/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random journals that are lived through. */
#pragma once

#include "test-engine.h"

G_BEGIN_DECLS

#define DAY OM_MS_PER_DAY

typedef enum
{
  REMEMBER,
  RECALL,
  RECALL_ONE,
  EDIT,
  MARK,
  REST,
  WAKE,
  BIN,
  RESTORE,
  LINK,
  UNDO,
  N_DEEDS
} Deed;

/** Step: something a person does; those that are done to a memory name it by its number. */
typedef struct
{
  gint64 at;
  Deed   deed;
  char  *text; /* (owned) (nullable) */
  guint  one;
  guint  other;
  guint  flags;
  int    days_ago; /* when it was lived, if it was not just now */
  int    importance;
  double valence;
  double arousal;
} Step;

/** Life: a journal while it is lived. */
typedef struct
{
  Fixture    fixture;
  OmEngine  *second; /* (nullable): another process, as good as */
  GPtrArray *ids;    /* (owned): of what was written, by its number; one that was known is there twice */
  gint64     recalled; /* number of the last recall */
} Life;

GArray *life_write            (guint32     seed,
                               guint       n_steps,
                               guint       deeds,
                               gboolean    clock_errors);
void    life_begin            (Life       *life);
void    life_end              (Life       *life);
void    life_open_second      (Life       *life);
void    life_act              (Life       *life,
                               const Step *step);
char   *life_tell             (Life       *life);
void    life_tell_reflections (Life       *life,
                               GString    *out);

G_END_DECLS
