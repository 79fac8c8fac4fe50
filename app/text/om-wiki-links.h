/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Links to other memories within a text: [[what the other one is called]]. Pure. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char      *om_wiki_link_name  (const char *title);
char      *om_wiki_link_key   (const char *name);
GPtrArray *om_wiki_links_find (const char *content);

G_END_DECLS
