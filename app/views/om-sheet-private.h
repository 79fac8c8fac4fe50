/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of a sheet share; nobody else includes it. */
#pragma once

#include "views/om-field-edits.h"
#include "views/om-sheet.h"

G_BEGIN_DECLS

struct _OmSheet
{
  GObject parent_instance;

  OmEngine     *engine;      /* (owned) */
  OmTextBuffer *buffer;      /* (owned) */
  char         *id;          /* (owned) (nullable): once it is stored */
  OmMemory     *memory;      /* (owned) (nullable): the record as last read or saved */
  char         *saved;       /* (owned) (nullable): the text as it is stored */
  char         *sending;     /* (owned) (nullable): the text of the save under way */
  char         *fullest;     /* (owned) (nullable): the longest text that this writing has saved */
  gint64        saved_at;    /* when it saved last, ms UTC */
  OmFieldEdits  fields;      /* what was set beside the text */
  guint         version;     /* of the stored text */
  OmSaveState   state;
  GError       *error;       /* (owned) (nullable): of the states that failed */
  GCancellable *cancellable; /* (owned): reading; a save is never cancelled */
  gulong        changed_id;
  guint         save_id;
  guint         retry_id;
  guint         holds;       /* editors that show it */
  gboolean      ready;       /* the store is open */
  gboolean      waiting;     /* changed since the last save began */
  gboolean      conflict;
};

void om_sheet_set_state     (OmSheet       *self,
                             OmSaveState    state,
                             GError        *error);
void om_sheet_take_memory   (OmSheet       *self,
                             OmMemory      *memory);
void om_sheet_start_save    (OmSheet       *self);
void om_sheet_end_writing   (OmSheet       *self);
void om_sheet_schedule_save (OmSheet       *self);
void om_sheet_stop_timers   (OmSheet       *self);
void om_sheet_changed_cb    (GtkTextBuffer *buffer,
                             OmSheet       *self);

G_END_DECLS
