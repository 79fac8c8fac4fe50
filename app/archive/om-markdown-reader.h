/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Markdown and plain text: one file, or a folder of them with no program behind it. */
#pragma once

#include "archive/om-reader.h"

G_BEGIN_DECLS

#define OM_TYPE_MARKDOWN_READER (om_markdown_reader_get_type ())
G_DECLARE_FINAL_TYPE (OmMarkdownReader, om_markdown_reader, OM, MARKDOWN_READER, GObject)

OmReader *om_markdown_reader_new (void);

G_END_DECLS
