/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an entry says of its writer: every detector over one text. It depends on the text alone, so an entry
 * is read once. For engine/. */
#pragma once

#include "memory/om-memory.h"
#include "store/om-store-trait-readings.h"

G_BEGIN_DECLS

/* Another number makes every entry be read again. */
#define OM_TRAIT_READER_VERSION 2

OmStoreReading *om_trait_reader_read  (const OmMemory *memory);
void            om_store_reading_free (OmStoreReading *reading);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmStoreReading, om_store_reading_free)

G_END_DECLS
