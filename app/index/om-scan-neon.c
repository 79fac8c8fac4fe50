/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scan kernel of 64-bit ARM, every one of which has these instructions. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "index/om-scan-kernel-private.h"

#ifdef __aarch64__

#include <arm_neon.h>

/* Taking 128 off by turning the top bit makes the row signed, so that signed products serve; 128 x
 * the query's sum is put back, for every kernel gives the dot with the offset still in it. A
 * product is at most 128 x 63, a pair of them fits 16 bits. */
static void
neon_dot_u8 (const guint8 *rows,
             gsize         stride,
             gsize         n_rows,
             const gint8  *query,
             gint32       *dots)
{
  const uint8x16_t top = vdupq_n_u8 (OM_SCAN_ZERO);
  gint32 offset = 0;

  for (gsize c = 0; c < stride; c++)
    offset += OM_SCAN_ZERO * query[c];

  for (gsize i = 0; i < n_rows; i++)
    {
      const guint8 *row = rows + i * stride;
      int32x4_t sum = vdupq_n_s32 (0);

      for (gsize c = 0; c < stride; c += 16)
        {
          int8x16_t r = vreinterpretq_s8_u8 (veorq_u8 (vld1q_u8 (row + c), top));
          int8x16_t q = vld1q_s8 (query + c);
          int16x8_t pairs = vmull_s8 (vget_low_s8 (r), vget_low_s8 (q));

          pairs = vmlal_high_s8 (pairs, r, q);
          sum = vpadalq_s16 (sum, pairs);
        }
      dots[i] = vaddvq_s32 (sum) + offset;
    }
}

static void
neon_dot_f32 (const float *rows,
              gsize        stride,
              gsize        n_rows,
              const float *query,
              float       *dots)
{
  for (gsize i = 0; i < n_rows; i++)
    {
      const float *row = rows + i * stride;
      float32x4_t s0 = vdupq_n_f32 (0);
      float32x4_t s1 = s0;

      for (gsize c = 0; c < stride; c += 8)
        {
          s0 = vfmaq_f32 (s0, vld1q_f32 (row + c), vld1q_f32 (query + c));
          s1 = vfmaq_f32 (s1, vld1q_f32 (row + c + 4), vld1q_f32 (query + c + 4));
        }
      dots[i] = vaddvq_f32 (vaddq_f32 (s0, s1));
    }
}

const OmScanKernel om_scan_kernel_neon = { "neon", neon_dot_u8, neon_dot_f32 };

#endif
