/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Journals of the program jrnl: its text file, its folders, its JSON and YAML exports. */
#pragma once

#include "archive/om-reader.h"

G_BEGIN_DECLS

#define OM_TYPE_JRNL_READER (om_jrnl_reader_get_type ())
G_DECLARE_FINAL_TYPE (OmJrnlReader, om_jrnl_reader, OM, JRNL_READER, GObject)

OmReader *om_jrnl_reader_new (void);

G_END_DECLS
