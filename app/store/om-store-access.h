/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs that ask for memories, and the log of what they asked. */
#pragma once

#include "memory/om-program.h"
#include "store/om-store.h"

G_BEGIN_DECLS

/* All, those seen last first. (element-type OmProgram) */
GPtrArray *om_store_programs_list   (OmStore         *self,
                                     GError         **error);
/* Says what it may do; a program that was not seen before is made. A change others follow. */
gboolean   om_store_program_decide  (OmStore         *self,
                                     const OmProgram *program,
                                     GError         **error);
/* @found (out): whether there was one. */
gboolean   om_store_program_forget  (OmStore         *self,
                                     const char      *key,
                                     gboolean        *found,
                                     GError         **error);
/* Adds what was asked, and drops what is older than the newest @keep rows. No change others follow. */
gboolean   om_store_access_add      (OmStore         *self,
                                     GPtrArray       *entries,
                                     guint            keep,
                                     GError         **error);
/* Newest first, at most @limit. (element-type OmAccess) */
GPtrArray *om_store_access_list     (OmStore         *self,
                                     guint            limit,
                                     GError         **error);
gboolean   om_store_access_clear    (OmStore         *self,
                                     GError         **error);

G_END_DECLS
