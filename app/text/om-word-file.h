/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the readers of data/lexicon/NAME-LANG.json share: each file is opened, checked for its form and
 * language, and read once. */
#pragma once

#include <json-glib/json-glib.h>

#include "text/om-language.h"

G_BEGIN_DECLS

/** OmWordFileSlot: one for each language, filled when it is first asked for. */
typedef struct
{
  gsize    ready; /* (atomic) */
  gpointer words; /* (owned) (nullable): set once, read after @ready */
} OmWordFileSlot;

typedef gpointer (*OmWordFileParse) (GBytes  *json,
                                     GError **error);
typedef gboolean (*OmWordFileFunc)  (const char  *word,
                                     gpointer     data,
                                     GError     **error);

JsonParser   *om_word_file_open     (GBytes          *json,
                                     const char      *format,
                                     OmLanguage      *language,
                                     JsonObject     **root,
                                     GError         **error);
gconstpointer om_word_file_get      (OmWordFileSlot  *slots,
                                     const char      *name,
                                     OmLanguage       language,
                                     OmWordFileParse  parse);
gboolean      om_word_file_foreach  (JsonObject      *parent,
                                     const char      *member,
                                     OmWordFileFunc   func,
                                     gpointer         data,
                                     GError         **error);

G_END_DECLS
