/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernels of one kind of processor each; NULL where the machine the program was built for
 * cannot have them. Whether the machine it runs on has them is asked in om-scan-kernel.c. */
#pragma once

#include "index/om-scan-kernel.h"

G_BEGIN_DECLS

#if defined(__x86_64__) || defined(__i386__)
extern const OmScanKernel om_scan_kernel_avx2;
extern const OmScanKernel om_scan_kernel_vnni;
#endif
#ifdef __aarch64__
extern const OmScanKernel om_scan_kernel_neon;
#endif

G_END_DECLS
