/* SPDX-License-Identifier: GPL-3.0-or-later */
/* HTML that editors write, as Markdown: paragraphs, lists, headings, links, pictures. Nothing of it is
 * ever run or fetched. Pure. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *om_html_to_markdown (const char *html);

G_END_DECLS
