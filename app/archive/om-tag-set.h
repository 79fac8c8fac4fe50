/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tags of one entry: without their sign, first spelling kept, one of each. Pure. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _OmTagSet OmTagSet;

OmTagSet *om_tag_set_new     (void);
void      om_tag_set_free    (OmTagSet   *self);
void      om_tag_set_add     (OmTagSet   *self,
                              const char *tag,
                              gssize      length);
void      om_tag_set_add_list (OmTagSet  *self,
                              const char *text);
char    **om_tag_set_to_strv (OmTagSet   *self);

char     *om_tag_key         (const char *tag);
gboolean  om_tag_is_char     (gunichar    c);
gboolean  om_tag_is_colour   (const char *text,
                              gsize       length);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmTagSet, om_tag_set_free)

G_END_DECLS
