/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scan kernels of x86: AVX2, and AVX-512 with VNNI. Built for every x86, run only where the
 * processor says it has them. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "index/om-scan-kernel-private.h"

#if defined(__x86_64__) || defined(__i386__)

#include <immintrin.h>

#define TARGET_AVX2 __attribute__ ((target ("avx2,fma")))
#define TARGET_VNNI __attribute__ ((target ("avx2,fma,avx512f,avx512bw,avx512vnni")))

/* Four rows at a time share each load of the query, and keep the adders busy. */
#define ROWS 4

TARGET_AVX2 static inline __m256i
avx2_step (__m256i       sum,
           const guint8 *row,
           __m256i       query)
{
  __m256i pairs = _mm256_maddubs_epi16 (_mm256_loadu_si256 ((const __m256i *) row), query);

  return _mm256_add_epi32 (sum, _mm256_madd_epi16 (pairs, _mm256_set1_epi16 (1)));
}

TARGET_AVX2 static inline gint32
avx2_sum_i32 (__m256i v)
{
  __m128i sum = _mm_add_epi32 (_mm256_castsi256_si128 (v), _mm256_extracti128_si256 (v, 1));

  sum = _mm_add_epi32 (sum, _mm_shuffle_epi32 (sum, 0x4e));
  sum = _mm_add_epi32 (sum, _mm_shuffle_epi32 (sum, 0xb1));
  return _mm_cvtsi128_si32 (sum);
}

TARGET_AVX2 static void
avx2_dot_u8 (const guint8 *rows,
             gsize         stride,
             gsize         n_rows,
             const gint8  *query,
             gint32       *dots)
{
  gsize i = 0;

  for (; i + ROWS <= n_rows; i += ROWS)
    {
      const guint8 *row = rows + i * stride;
      __m256i s0 = _mm256_setzero_si256 ();
      __m256i s1 = s0, s2 = s0, s3 = s0;

      for (gsize c = 0; c < stride; c += sizeof (__m256i))
        {
          __m256i q = _mm256_loadu_si256 ((const __m256i *) (query + c));

          s0 = avx2_step (s0, row + c, q);
          s1 = avx2_step (s1, row + stride + c, q);
          s2 = avx2_step (s2, row + 2 * stride + c, q);
          s3 = avx2_step (s3, row + 3 * stride + c, q);
        }
      dots[i] = avx2_sum_i32 (s0);
      dots[i + 1] = avx2_sum_i32 (s1);
      dots[i + 2] = avx2_sum_i32 (s2);
      dots[i + 3] = avx2_sum_i32 (s3);
    }
  for (; i < n_rows; i++)
    {
      __m256i s = _mm256_setzero_si256 ();

      for (gsize c = 0; c < stride; c += sizeof (__m256i))
        s = avx2_step (s, rows + i * stride + c,
                       _mm256_loadu_si256 ((const __m256i *) (query + c)));
      dots[i] = avx2_sum_i32 (s);
    }
}

TARGET_AVX2 static inline float
avx2_sum_f32 (__m256 v)
{
  __m128 sum = _mm_add_ps (_mm256_castps256_ps128 (v), _mm256_extractf128_ps (v, 1));

  sum = _mm_add_ps (sum, _mm_movehl_ps (sum, sum));
  sum = _mm_add_ss (sum, _mm_movehdup_ps (sum));
  return _mm_cvtss_f32 (sum);
}

/* One accumulator a row on both paths, so that equal rows give equal dots wherever they stand. */
TARGET_AVX2 static void
avx2_dot_f32 (const float *rows,
              gsize        stride,
              gsize        n_rows,
              const float *query,
              float       *dots)
{
  gsize i = 0;

  for (; i + ROWS <= n_rows; i += ROWS)
    {
      const float *row = rows + i * stride;
      __m256 s0 = _mm256_setzero_ps ();
      __m256 s1 = s0, s2 = s0, s3 = s0;

      for (gsize c = 0; c < stride; c += 8)
        {
          __m256 q = _mm256_loadu_ps (query + c);

          s0 = _mm256_fmadd_ps (_mm256_loadu_ps (row + c), q, s0);
          s1 = _mm256_fmadd_ps (_mm256_loadu_ps (row + stride + c), q, s1);
          s2 = _mm256_fmadd_ps (_mm256_loadu_ps (row + 2 * stride + c), q, s2);
          s3 = _mm256_fmadd_ps (_mm256_loadu_ps (row + 3 * stride + c), q, s3);
        }
      dots[i] = avx2_sum_f32 (s0);
      dots[i + 1] = avx2_sum_f32 (s1);
      dots[i + 2] = avx2_sum_f32 (s2);
      dots[i + 3] = avx2_sum_f32 (s3);
    }
  for (; i < n_rows; i++)
    {
      __m256 s = _mm256_setzero_ps ();

      for (gsize c = 0; c < stride; c += 8)
        s = _mm256_fmadd_ps (_mm256_loadu_ps (rows + i * stride + c), _mm256_loadu_ps (query + c),
                             s);
      dots[i] = avx2_sum_f32 (s);
    }
}

const OmScanKernel om_scan_kernel_avx2 = { "avx2", avx2_dot_u8, avx2_dot_f32 };

/* One instruction multiplies 64 bytes and adds into 32 bits: nothing can saturate on the way. */
TARGET_VNNI static void
vnni_dot_u8 (const guint8 *rows,
             gsize         stride,
             gsize         n_rows,
             const gint8  *query,
             gint32       *dots)
{
  gsize i = 0;

  for (; i + ROWS <= n_rows; i += ROWS)
    {
      const guint8 *row = rows + i * stride;
      __m512i s0 = _mm512_setzero_si512 ();
      __m512i s1 = s0, s2 = s0, s3 = s0;

      for (gsize c = 0; c < stride; c += sizeof (__m512i))
        {
          __m512i q = _mm512_loadu_si512 (query + c);

          s0 = _mm512_dpbusd_epi32 (s0, _mm512_loadu_si512 (row + c), q);
          s1 = _mm512_dpbusd_epi32 (s1, _mm512_loadu_si512 (row + stride + c), q);
          s2 = _mm512_dpbusd_epi32 (s2, _mm512_loadu_si512 (row + 2 * stride + c), q);
          s3 = _mm512_dpbusd_epi32 (s3, _mm512_loadu_si512 (row + 3 * stride + c), q);
        }
      dots[i] = _mm512_reduce_add_epi32 (s0);
      dots[i + 1] = _mm512_reduce_add_epi32 (s1);
      dots[i + 2] = _mm512_reduce_add_epi32 (s2);
      dots[i + 3] = _mm512_reduce_add_epi32 (s3);
    }
  for (; i < n_rows; i++)
    {
      __m512i s = _mm512_setzero_si512 ();

      for (gsize c = 0; c < stride; c += sizeof (__m512i))
        s = _mm512_dpbusd_epi32 (s, _mm512_loadu_si512 (rows + i * stride + c),
                                 _mm512_loadu_si512 (query + c));
      dots[i] = _mm512_reduce_add_epi32 (s);
    }
}

const OmScanKernel om_scan_kernel_vnni = { "vnni", vnni_dot_u8, avx2_dot_f32 };

#endif
