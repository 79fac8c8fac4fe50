/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmSheet: one text that is being written or edited, and its saving. */
#pragma once

#include "engine/om-engine.h"
#include "views/om-text-buffer.h"

G_BEGIN_DECLS

/** OmSaveState: what has become of the text; what the indicator shows, and always true. */
typedef enum
{
  OM_SAVE_STATE_BLANK,       /* a new text with nothing in it: nothing is stored, nothing has to be */
  OM_SAVE_STATE_LOADING,     /* not there yet, so not editable */
  OM_SAVE_STATE_LOAD_FAILED, /* could not be read, so not editable; the message says why */
  OM_SAVE_STATE_SAVED,       /* what is seen is what is stored */
  OM_SAVE_STATE_CHANGED,     /* will be saved within two seconds */
  OM_SAVE_STATE_SAVING,
  OM_SAVE_STATE_FAILED,      /* could not be saved, is tried again; the message says why */
  OM_SAVE_STATE_EMPTIED,     /* the person took every word away: the last ones stay stored until the bin */
  OM_SAVE_STATE_GONE,        /* moved to the bin or closed */
} OmSaveState;

#define OM_TYPE_SAVE_STATE (om_save_state_get_type ())
GType om_save_state_get_type (void);

#define OM_TYPE_SHEET (om_sheet_get_type ())
G_DECLARE_FINAL_TYPE (OmSheet, om_sheet, OM, SHEET, GObject)

OmSheet      *om_sheet_new             (OmEngine   *engine);
OmSheet      *om_sheet_new_for_id      (OmEngine   *engine,
                                        const char *id);
void          om_sheet_set_ready       (OmSheet    *self,
                                        gboolean    ready);
void          om_sheet_hold            (OmSheet    *self);
void          om_sheet_release         (OmSheet    *self);
gboolean      om_sheet_is_held         (OmSheet    *self);
void          om_sheet_load            (OmSheet    *self);
void          om_sheet_refresh         (OmSheet    *self);
void          om_sheet_save            (OmSheet    *self);
void          om_sheet_drop            (OmSheet    *self);
void          om_sheet_revive          (OmSheet    *self);
const char   *om_sheet_get_id          (OmSheet    *self);
OmMemory     *om_sheet_get_memory      (OmSheet    *self);
void          om_sheet_set_fields      (OmSheet    *self,
                                        OmChange    fields,
                                        const OmMemory *values);
void          om_sheet_change_tags    (OmSheet    *self,
                                       const char *add,
                                       const char *remove);
void          om_sheet_set_title       (OmSheet    *self,
                                        const char *title);
const char   *om_sheet_get_title       (OmSheet    *self);
void          om_sheet_replace         (OmSheet    *self,
                                        const char *content,
                                        const char *title);
const OmMemory *om_sheet_get_record    (OmSheet    *self,
                                        OmChange    field);
OmEngine     *om_sheet_get_engine      (OmSheet    *self);
OmTextBuffer *om_sheet_get_buffer      (OmSheet    *self);
OmSaveState   om_sheet_get_state       (OmSheet    *self);
const char   *om_sheet_get_message     (OmSheet    *self);
const GError *om_sheet_get_error       (OmSheet    *self);
gboolean      om_sheet_is_editable     (OmSheet    *self);
gboolean      om_sheet_is_settled      (OmSheet    *self);
gboolean      om_sheet_was_in_conflict (OmSheet    *self);

G_END_DECLS
