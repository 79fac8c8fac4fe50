/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The marks of RedNotebook and Zim, which are much alike, as Markdown. The words stay. Pure. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  OM_WIKI_TXT2TAGS, /* RedNotebook: `= Heading =`, `--struck--`, `[name ""address""]` */
  OM_WIKI_ZIM,      /* `====== Title ======`, `[[Page|shown]]`, `{{./picture.png}}`, `[*] done` */
} OmWikiMarks;

char *om_wiki_to_markdown (const char  *text,
                           OmWikiMarks  marks);

G_END_DECLS
