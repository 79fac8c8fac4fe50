/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exact scan: every row is looked at, on two threads where that pays. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <string.h>

#include "index/om-scan-kernel.h"
#include "index/om-top.h"
#include "index/om-vector-index.h"
#include "index/om-vector-private.h"

/* From this many rows a second thread is worth waking. */
#define TWO_THREAD_ROWS 20000

/* Fewer rows of a block than this are scored one by one, more all together. */
#define SPARSE_ROWS 8

/* Threads that help, shared by all searches of the process. */
#define MAX_HELPERS 4

/* One segment to look at. */
typedef struct
{
  const OmVectorArena *arena;
  gsize                first_row;
  gsize                n_rows;
  gboolean             only_sole;
} ScanPart;

/* A search on its way: shared with a helper, which may come late or not at all. */
typedef struct
{
  gatomicrefcount      ref_count;
  const OmVectorIndex *index;
  OmScanQuery         *queries;   /* (owned) */
  guint                n_queries;
  guint                k;
  const OmDocSet      *allowed;   /* (nullable) */
  const guint32       *before;    /* (nullable) */
  GCancellable        *cancellable; /* (nullable) */
  GArray              *parts;     /* (owned) (element-type ScanPart) */
  guint                next_part; /* (atomic) */
  int                  cancelled; /* (atomic) */
  OmTop               *tops;      /* (owned): of the caller, one a query */
  OmTop               *helper_tops; /* (owned) (nullable): of the helper */
  GMutex               mutex;
  GCond                done;
  gboolean             closed;    /* (mutex mutex): the caller waits for no helper any more */
  gboolean             helping;   /* (mutex mutex): a helper is at work */
} ScanJob;

/**
 * om_scan_query_init:
 * @self: (out caller-allocates): the query
 * @index: for its dimension and format
 * @vector: (array): the numbers, of any length
 *
 * Returns: %FALSE if @vector is all 0 or not finite; @self is then empty
 */
gboolean
om_scan_query_init (OmScanQuery         *self,
                    const OmVectorIndex *index,
                    const float         *vector)
{
  gboolean usable;

  memset (self, 0, sizeof (*self));
  if (index->format == OM_VECTOR_FORMAT_U8)
    {
      gint32 sum = 0;

      self->bytes = g_malloc0 (om_scan_stride_u8 (index->dimension));
      usable = om_scan_quantise_query (vector, index->dimension, self->bytes, &self->scale, &sum);
      self->offset = OM_SCAN_ZERO * sum;
    }
  else
    {
      self->unit = g_new0 (float, om_scan_stride_f32 (index->dimension));
      usable = om_scan_normalise (vector, index->dimension, self->unit);
    }
  if (!usable)
    om_scan_query_clear (self);
  return usable;
}

/**
 * om_scan_query_clear:
 *
 * Frees what it holds.
 */
void
om_scan_query_clear (OmScanQuery *self)
{
  g_clear_pointer (&self->unit, g_free);
  g_clear_pointer (&self->bytes, g_free);
}

/**
 * om_scan_query_score:
 * @arena: the arena of the rows
 * @first_row: the first
 * @n_rows: how many, at most a block, all in one segment
 * @similarities: (out caller-allocates) (array length=n_rows): cosines
 *
 * Scores rows that follow one another.
 */
void
om_scan_query_score (const OmScanQuery   *self,
                     const OmVectorArena *arena,
                     guint32              first_row,
                     gsize                n_rows,
                     float               *similarities)
{
  const OmScanKernel *kernel = om_scan_kernel_best ();
  const guint8 *rows = om_vector_arena_row (arena, first_row);

  if (self->bytes != NULL)
    {
      const OmVectorSegment *segment = om_vector_arena_segment (arena, first_row);
      const float *scales = segment->scales + first_row % OM_SEGMENT_ROWS;
      gint32 dots[OM_BLOCK_ROWS];

      kernel->dot_u8 (rows, arena->stride, n_rows, self->bytes, dots);
      for (gsize i = 0; i < n_rows; i++)
        similarities[i] = (float) (dots[i] - self->offset) * (scales[i] * self->scale);
    }
  else
    {
      kernel->dot_f32 ((const float *) rows, arena->stride / sizeof (float), n_rows, self->unit,
                       similarities);
    }
}

static guint64
mask_allowed (const OmDocSet *allowed,
              const guint32  *docs,
              guint64         mask)
{
  guint64 left = 0;

  for (guint64 rest = mask; rest != 0; rest &= rest - 1)
    {
      int i = __builtin_ctzll (rest);

      if (om_doc_set_has (allowed, docs[i]))
        left |= G_GUINT64_CONSTANT (1) << i;
    }
  return left;
}

static void
push_block (const ScanJob *job,
            OmTop         *top,
            guint          query,
            const guint32 *docs,
            guint64        mask,
            const float   *similarities)
{
  guint32 before = job->before != NULL ? job->before[query] : G_MAXUINT32;

  for (guint64 rest = mask; rest != 0; rest &= rest - 1)
    {
      int i = __builtin_ctzll (rest);

      if (similarities[i] >= top->floor && docs[i] < before)
        om_top_enter (top, similarities[i], docs[i], 0);
    }
}

/* A block stays in the first cache while all queries are scored against it. */
static void
scan_block (const ScanJob  *job,
            OmTop          *tops,
            const ScanPart *part,
            gsize           first,
            guint64         mask)
{
  const OmVectorSegment *segment = om_vector_arena_segment (part->arena, part->first_row);
  const guint32 *docs = segment->docs + first;
  float similarities[OM_BLOCK_ROWS];

  for (guint q = 0; q < job->n_queries; q++)
    {
      const OmScanQuery *query = &job->queries[q];

      if (query->bytes == NULL && query->unit == NULL)
        continue;
      if (__builtin_popcountll (mask) < SPARSE_ROWS)
        for (guint64 rest = mask; rest != 0; rest &= rest - 1)
          {
            int i = __builtin_ctzll (rest);

            om_scan_query_score (query, part->arena, part->first_row + first + i, 1,
                                 &similarities[i]);
          }
      else
        om_scan_query_score (query, part->arena, part->first_row + first,
                             MIN (OM_BLOCK_ROWS, part->n_rows - first), similarities);
      push_block (job, &tops[q], q, docs, mask, similarities);
    }
}

static void
scan_part (const ScanJob  *job,
           OmTop          *tops,
           const ScanPart *part)
{
  const OmVectorSegment *segment = om_vector_arena_segment (part->arena, part->first_row);

  for (gsize first = 0; first < part->n_rows; first += OM_BLOCK_ROWS)
    {
      guint64 mask = segment->live[first / OM_BLOCK_ROWS];

      if (part->only_sole)
        mask &= segment->sole[first / OM_BLOCK_ROWS];
      if (job->allowed != NULL)
        mask = mask_allowed (job->allowed, segment->docs + first, mask);
      if (mask != 0)
        scan_block (job, tops, part, first, mask);
    }
}

/* Takes segments until none is left: two threads at it share them evenly, whatever else they do. */
static void
run_parts (ScanJob *job,
           OmTop   *tops)
{
  for (;;)
    {
      guint i = g_atomic_int_add (&job->next_part, 1);

      if (i >= job->parts->len || g_atomic_int_get (&job->cancelled))
        return;
      if (g_cancellable_is_cancelled (job->cancellable))
        {
          g_atomic_int_set (&job->cancelled, TRUE);
          return;
        }
      scan_part (job, tops, &g_array_index (job->parts, ScanPart, i));
    }
}

static OmTop *
tops_new (guint n,
          guint k)
{
  OmTop *tops = g_new (OmTop, n);

  for (guint i = 0; i < n; i++)
    om_top_init (&tops[i], k);
  return tops;
}

static void
tops_free (OmTop *tops,
           guint  n)
{
  for (guint i = 0; tops != NULL && i < n; i++)
    om_top_clear (&tops[i]);
  g_free (tops);
}

static void
scan_job_unref (ScanJob *job)
{
  if (!g_atomic_ref_count_dec (&job->ref_count))
    return;

  for (guint i = 0; i < job->n_queries; i++)
    om_scan_query_clear (&job->queries[i]);
  g_free (job->queries);
  g_array_unref (job->parts);
  tops_free (job->tops, job->n_queries);
  tops_free (job->helper_tops, job->n_queries);
  g_mutex_clear (&job->mutex);
  g_cond_clear (&job->done);
  g_free (job);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ScanJob, scan_job_unref)

static void
help_cb (gpointer data,
         gpointer user_data)
{
  g_autoptr (ScanJob) job = data;

  g_mutex_lock (&job->mutex);
  if (job->closed)
    {
      g_mutex_unlock (&job->mutex);
      return;
    }
  job->helping = TRUE;
  g_mutex_unlock (&job->mutex);

  job->helper_tops = tops_new (job->n_queries, job->k);
  run_parts (job, job->helper_tops);

  g_mutex_lock (&job->mutex);
  job->helping = FALSE;
  g_cond_signal (&job->done);
  g_mutex_unlock (&job->mutex);
}

static GThreadPool *
get_helpers (void)
{
  static GThreadPool *pool = NULL;

  if (g_once_init_enter (&pool))
    {
      int n = CLAMP ((int) g_get_num_processors () - 1, 1, MAX_HELPERS);

      g_once_init_leave (&pool, g_thread_pool_new (help_cb, NULL, n, FALSE, NULL));
    }
  return pool;
}

static void
ask_for_help (ScanJob *job)
{
  gsize rows = 0;

  for (guint i = 0; i < job->parts->len; i++)
    rows += g_array_index (job->parts, ScanPart, i).n_rows;
  if (rows < TWO_THREAD_ROWS || job->index->max_threads < 2 || g_get_num_processors () < 2)
    return;

  g_atomic_ref_count_inc (&job->ref_count);
  g_thread_pool_push (get_helpers (), job, NULL);
}

/* A helper that has not begun by now is not waited for; one that has is on its last segment. */
static void
end_help (ScanJob *job)
{
  g_mutex_lock (&job->mutex);
  job->closed = TRUE;
  while (job->helping)
    g_cond_wait (&job->done, &job->mutex);
  g_mutex_unlock (&job->mutex);

  if (job->helper_tops == NULL)
    return;
  for (guint q = 0; q < job->n_queries; q++)
    for (guint i = 0; i < job->helper_tops[q].n; i++)
      om_top_push (&job->tops[q], job->helper_tops[q].entries[i].score,
                   job->helper_tops[q].entries[i].doc, 0);
}

static void
add_parts (ScanJob  *job,
           OmSector  sector,
           gboolean  only_sole)
{
  const OmVectorArena *arena = &job->index->arenas[sector];

  for (gsize row = 0; row < arena->n_rows; row += OM_SEGMENT_ROWS)
    {
      ScanPart part = { arena, row, MIN (OM_SEGMENT_ROWS, arena->n_rows - row), only_sole };

      g_array_append_val (job->parts, part);
    }
}

static GArray *
top_to_matches (OmTop *top)
{
  GArray *matches = g_array_sized_new (FALSE, FALSE, sizeof (OmVectorMatch), top->n);

  om_top_sort (top);
  for (guint i = 0; i < top->n; i++)
    {
      OmVectorMatch match = { top->entries[i].doc, (float) top->entries[i].score };

      g_array_append_val (matches, match);
    }
  return matches;
}

static ScanJob *
scan_job_new (const OmVectorIndex *index,
              const float         *queries,
              guint                n_queries,
              guint                k,
              const OmDocSet      *allowed,
              GCancellable        *cancellable)
{
  ScanJob *job = g_new0 (ScanJob, 1);
  gsize rows = 0;

  for (int i = 0; i < OM_N_ARENAS; i++)
    rows += index->arenas[i].n_rows;
  g_atomic_ref_count_init (&job->ref_count);
  g_mutex_init (&job->mutex);
  g_cond_init (&job->done);
  job->index = index;
  job->n_queries = n_queries;
  job->queries = g_new0 (OmScanQuery, n_queries);
  for (guint i = 0; i < n_queries; i++)
    om_scan_query_init (&job->queries[i], index, queries + (gsize) i * index->dimension);
  job->k = MIN (k, rows);
  job->allowed = allowed;
  job->cancellable = cancellable;
  job->parts = g_array_new (FALSE, FALSE, sizeof (ScanPart));
  job->tops = tops_new (n_queries, job->k);
  return job;
}

static gboolean
scan_job_run (ScanJob  *job,
              GError  **error)
{
  if (job->k > 0)
    {
      ask_for_help (job);
      run_parts (job, job->tops);
      end_help (job);
    }
  return !g_cancellable_set_error_if_cancelled (job->cancellable, error);
}

static GArray *
search_one (ScanJob  *job,
            GError  **error)
{
  return scan_job_run (job, error) ? top_to_matches (&job->tops[0]) : NULL;
}

/**
 * om_vector_index_search:
 * @sector: the sector whose rows are compared, or %OM_SECTOR_MEAN for the rows of that arena alone
 * @query: (array): a vector of any length
 * @k: how many are wanted
 * @allowed: (nullable): what may be found
 * @cancellable: (nullable): looked at once a segment of 4,096 rows
 *
 * Returns: (transfer full) (element-type OmVectorMatch): the nearest, best first; %NULL with
 *   %G_IO_ERROR_CANCELLED when cancelled
 */
GArray *
om_vector_index_search (const OmVectorIndex *self,
                        OmSector             sector,
                        const float         *query,
                        guint                k,
                        const OmDocSet      *allowed,
                        GCancellable        *cancellable,
                        GError             **error)
{
  g_autoptr (ScanJob) job = NULL;

  g_assert (sector >= 0 && sector < OM_N_ARENAS);
  job = scan_job_new (self, query, 1, k, allowed, cancellable);
  add_parts (job, sector, FALSE);
  return search_one (job, error);
}

static void
add_mean_parts (ScanJob *job)
{
  add_parts (job, OM_SECTOR_MEAN, FALSE);
  for (int sector = 0; sector < OM_N_SECTORS; sector++)
    add_parts (job, sector, TRUE);
}

/**
 * om_vector_index_search_mean:
 *
 * Like om_vector_index_search(), by the mean of each memory's vectors: the rows of the mean arena,
 * and of the sector arenas those that are the only one of their memory.
 *
 * Returns: (transfer full) (element-type OmVectorMatch): the nearest, best first; %NULL with
 *   %G_IO_ERROR_CANCELLED when cancelled
 */
GArray *
om_vector_index_search_mean (const OmVectorIndex *self,
                             const float         *query,
                             guint                k,
                             const OmDocSet      *allowed,
                             GCancellable        *cancellable,
                             GError             **error)
{
  g_autoptr (ScanJob) job = scan_job_new (self, query, 1, k, allowed, cancellable);

  add_mean_parts (job);
  return search_one (job, error);
}

/**
 * om_vector_index_search_mean_many:
 * @queries: (array): @n_queries vectors one after the other; 8 to 32 at once pay best
 * @n_queries: how many
 * @k: how many are wanted for each
 * @before: (nullable) (array length=n_queries): only documents below this are found
 *
 * Like om_vector_index_search_mean() for many queries, each block of rows being read once.
 *
 * Returns: (transfer full) (element-type GArray): an array of #OmVectorMatch a query; %NULL with
 *   %G_IO_ERROR_CANCELLED when cancelled
 */
GPtrArray *
om_vector_index_search_mean_many (const OmVectorIndex *self,
                                  const float         *queries,
                                  guint                n_queries,
                                  guint                k,
                                  const OmDocSet      *allowed,
                                  const guint32       *before,
                                  GCancellable        *cancellable,
                                  GError             **error)
{
  g_autoptr (ScanJob) job = scan_job_new (self, queries, n_queries, k, allowed, cancellable);
  GPtrArray *answers;

  job->before = before;
  add_mean_parts (job);
  if (!scan_job_run (job, error))
    return NULL;

  answers = g_ptr_array_new_full (n_queries, (GDestroyNotify) g_array_unref);
  for (guint i = 0; i < n_queries; i++)
    g_ptr_array_add (answers, top_to_matches (&job->tops[i]));
  return answers;
}
