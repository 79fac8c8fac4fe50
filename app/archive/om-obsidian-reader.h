/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vaults of the program Obsidian, with their daily notes. */
#pragma once

#include "archive/om-reader.h"

G_BEGIN_DECLS

#define OM_TYPE_OBSIDIAN_READER (om_obsidian_reader_get_type ())
G_DECLARE_FINAL_TYPE (OmObsidianReader, om_obsidian_reader, OM, OBSIDIAN_READER, GObject)

OmReader *om_obsidian_reader_new (void);

G_END_DECLS
