/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memories that one look of a reflection has before it, and the texts made of them. */
#pragma once

#include "dynamics/om-reflection.h"
#include "engine/om-reflect-plan.h"

G_BEGIN_DECLS

/**
 * OmReflectWindow:
 * @memories: (owned) (element-type OmMemory): newest first
 * @items: (owned) (array): of the same order
 * @reflections: (owned) (array): of the same order: the reflection each belongs to, 0 if none
 */
typedef struct
{
  GPtrArray        *memories;
  OmReflectionItem *items;
  gint64           *reflections;
} OmReflectWindow;

gboolean om_reflect_window_read       (OmReflectWindow       *self,
                                       const OmWriteContext  *context,
                                       const GArray          *view,
                                       GHashTable            *tokens,
                                       GError               **error);
void     om_reflect_window_clear      (OmReflectWindow       *self);
gint32   om_reflect_window_last_day   (const OmReflectWindow *self,
                                       const GArray          *members);
char    *om_reflect_window_text       (const OmReflectWindow *self,
                                       const GArray          *members,
                                       gboolean               theme);

/* What a text says the reflection is; a text that a person has changed says nothing. */
gboolean om_reflect_text_is_theme      (const char           *text);
gboolean om_reflect_text_is_repetition (const char           *text);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OmReflectWindow, om_reflect_window_clear)

G_END_DECLS
