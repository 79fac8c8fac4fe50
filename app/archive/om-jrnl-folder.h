/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jrnl's folders: the files of `jrnl --format yaml`, and journals kept as `YYYY/MM/DD.txt`. */
#pragma once

#include "archive/om-read-job.h"

G_BEGIN_DECLS

gboolean om_jrnl_folder_read  (OmReadJob     *job,
                               GFile         *folder,
                               GError       **error);
gboolean om_jrnl_folder_probe (GFile         *folder,
                               GCancellable  *cancellable);

G_END_DECLS
