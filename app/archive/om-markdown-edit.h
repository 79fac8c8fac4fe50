/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Markdown of other programs brought into the form entries have: escapes undone, a heading at the
 * top as the title, links to media as marks people can read. Pure. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * OmMarkdownTargetFunc:
 * @target: where a link leads
 * @embed: whether it stands for a picture or file
 *
 * Returns: (transfer full) (nullable): another target; %NULL to leave the link as it is
 */
typedef char *(*OmMarkdownTargetFunc) (const char *target,
                                       gboolean    embed,
                                       gpointer    data);

char *om_markdown_unescape   (const char            *text);
char *om_markdown_take_title (const char           **text);
char *om_markdown_retarget   (const char            *text,
                              OmMarkdownTargetFunc   func,
                              gpointer               data);

G_END_DECLS
