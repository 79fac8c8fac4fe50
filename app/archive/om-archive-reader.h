/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The archive `.openmemory`, read. */
#pragma once

#include "archive/om-reader.h"

G_BEGIN_DECLS

#define OM_TYPE_ARCHIVE_READER (om_archive_reader_get_type ())
G_DECLARE_FINAL_TYPE (OmArchiveReader, om_archive_reader, OM, ARCHIVE_READER, GObject)

OmReader *om_archive_reader_new (void);

G_END_DECLS
