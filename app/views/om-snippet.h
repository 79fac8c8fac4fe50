/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two lines of a memory that a list shows, with the words that matched marked. */
#pragma once

#include <pango/pango.h>

#include "engine/om-hit.h"
#include "memory/om-memory.h"

G_BEGIN_DECLS

/**
 * OmSnippet:
 * @text: (owned): plain text, at most two paragraphs
 * @title_length: bytes of @text that are the memory's own title, 0 if it has none
 * @marks: (owned) (element-type guint): pairs of byte offsets into @text
 */
typedef struct
{
  char   *text;
  gsize   title_length;
  GArray *marks;
} OmSnippet;

OmSnippet     *om_snippet_new            (const OmMemory  *memory);
OmSnippet     *om_snippet_new_for_hit    (const OmHit     *hit);
PangoAttrList *om_snippet_get_attributes (const OmSnippet *self);
void           om_snippet_free           (OmSnippet       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmSnippet, om_snippet_free)

G_END_DECLS
