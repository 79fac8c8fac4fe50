/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gathers the candidates of a query from the indexes in memory. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-candidates.h"

#include <math.h>

#include "dynamics/om-activity.h"
#include "dynamics/om-salience.h"
#include "dynamics/om-spreading.h"
#include "dynamics/om-vector-stage.h"
#include "dynamics/om-vector.h"
#include "engine/om-document.h"
#include "index/om-word-query.h"
#include "memory/om-error.h"
#include "store/om-store-memories.h"
#include "store/om-store-vectors.h"
#include "text/om-classify.h"
#include "text/om-script.h"

/* The best candidates by vector are compared once more with their full vectors. */
#define N_RERANKED 50

/* The walk starts from the candidates that stand out: from everybody it would lead everywhere. */
#define N_WALK_STARTS 20
#define START_MIN_SIMILARITY 0.5

/* Who types a word or two looks for what holds them; more is a question, and what was written beside
 * a good answer on the same day, or resembles it, may be the answer itself. */
#define QUESTION_MIN_WORDS 3

/**
 * om_candidates_new:
 *
 * Returns: (transfer full): no candidates yet
 */
OmCandidates *
om_candidates_new (void)
{
  OmCandidates *self = g_new0 (OmCandidates, 1);

  self->places = g_hash_table_new (NULL, NULL);
  self->list = g_array_new (FALSE, FALSE, sizeof (OmCandidate));
  self->reached = g_array_new (FALSE, FALSE, sizeof (OmReached));
  self->sector = OM_SECTOR_SEMANTIC;
  return self;
}

/**
 * om_candidates_free:
 * @self: (transfer full) (nullable): candidates
 */
void
om_candidates_free (OmCandidates *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->places);
  g_array_unref (self->list);
  g_clear_pointer (&self->query, om_word_query_free);
  g_array_unref (self->reached);
  g_free (self);
}

/**
 * om_candidates_find:
 *
 * Returns: (transfer none) (nullable): the candidate, valid until another is added
 */
OmCandidate *
om_candidates_find (OmCandidates *self,
                    guint32       doc)
{
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->places, GUINT_TO_POINTER (doc)));

  return place > 0 ? &g_array_index (self->list, OmCandidate, place - 1) : NULL;
}

/**
 * om_candidates_add:
 * @reason: #OmHitReason, added to those it has
 *
 * Returns: (transfer none): the candidate, valid until another is added
 */
OmCandidate *
om_candidates_add (OmCandidates *self,
                   guint32       doc,
                   guint         reason)
{
  OmCandidate *found = om_candidates_find (self, doc);
  OmCandidate added = { .doc = doc, .reached = OM_NOT_REACHED, .sector_penalty = 1, .personal = 1 };

  if (found == NULL)
    {
      for (int i = 0; i < OM_N_SECTORS; i++)
        added.cosines[i] = NAN;
      g_array_append_val (self->list, added);
      g_hash_table_insert (self->places, GUINT_TO_POINTER (doc), GUINT_TO_POINTER (self->list->len));
      found = &g_array_index (self->list, OmCandidate, self->list->len - 1);
    }
  found->reasons |= reason;
  return found;
}

/**
 * om_candidates_is_question:
 *
 * A pair of characters of a script without blanks counts half a word.
 *
 * Returns: %TRUE if more than a word or two was asked
 */
gboolean
om_candidates_is_question (const OmCandidates *self)
{
  guint halves = 0;

  for (guint i = 0; self->query != NULL && i < self->query->words->len; i++)
    {
      const OmQueryWord *word = g_ptr_array_index (self->query->words, i);

      halves += om_script_is_spaceless (g_utf8_get_char (word->surface)) ? 1 : 2;
    }
  return halves / 2 >= QUESTION_MIN_WORDS;
}

/* Words ----------------------------------------------------------------------------------------- */

static gboolean
gather_words (OmCandidates         *self,
              OmMirror             *mirror,
              const OmRecallParams *params,
              const char           *text,
              const OmDocSet       *allowed,
              GCancellable         *cancellable,
              GError              **error)
{
  g_autoptr (GArray) matches = NULL;

  self->query = om_word_query_new (om_mirror_get_words (mirror), text, NULL);
  matches = om_word_index_search (om_mirror_get_words (mirror), self->query, om_mirror_get_states (mirror), allowed,
                                  &params->words, params->word_candidates, cancellable, error);
  if (matches == NULL)
    return FALSE;

  for (guint i = 0; i < matches->len; i++)
    {
      const OmWordMatch *match = &g_array_index (matches, OmWordMatch, i);
      guint reason = 0;
      OmCandidate *candidate;

      if ((match->flags & OM_WORD_MATCH_DIRECT) != 0)
        reason |= OM_HIT_WORDS;
      if ((match->flags & OM_WORD_MATCH_PART) != 0)
        reason |= OM_HIT_PART;
      if (reason == 0)
        reason = OM_HIT_DAY;
      candidate = om_candidates_add (self, match->doc, reason);
      candidate->relevance = match->relevance;
      candidate->words = match->words;
    }
  return TRUE;
}

/* Vectors --------------------------------------------------------------------------------------- */

typedef struct
{
  guint32  doc;
  OmSector sector;
  float    similarity;
} VectorHit;

static int
compare_hits (gconstpointer a,
              gconstpointer b)
{
  const VectorHit *x = a;
  const VectorHit *y = b;

  if (x->similarity != y->similarity)
    return x->similarity > y->similarity ? -1 : 1;
  return (x->doc > y->doc) - (x->doc < y->doc);
}

/** Rerank: what the best hits are compared with once more. */
typedef struct
{
  const OmRecallParams *params;
  OmMirror             *mirror;
  OmStore              *store;
  OmEmbedder           *embedder;
  float *const         *query;
  gint64                now;
  GHashTable           *made; /* (owned): document -> OmAnalysis, of vectors that were made anew */
} Rerank;

/* Whether a memory's vector is to be full by now. The stored stage would tell when the job last ran; what
 * a recall finds, and so strengthens, must not depend on that. */
static gboolean
is_full_now (const Rerank *self,
             guint32       doc)
{
  const OmDocState *state = om_state_table_get (om_mirror_get_states (self->mirror), doc);
  OmMemory memory;
  OmSalienceState salience;
  int vividness;

  if (state == NULL)
    return FALSE;
  om_doc_state_to_memory (state, &memory);
  salience = om_salience_state_from_memory (&memory);
  om_memory_vividness (&memory, self->now, &self->params->constants, &vividness);
  return om_vector_stage_for (om_fade_factor_present (&salience, self->now, &self->params->constants), vividness, salience.kept) ==
         OM_VECTOR_STAGE_FULL;
}

/* The full vector of a memory that was shrunk and is vivid again, from its whole text; the next pass of
 * fading stores it. */
static const float *
make_vector (Rerank  *self,
             guint32  doc,
             int      sector,
             GError **error)
{
  const OmAnalysis *made = g_hash_table_lookup (self->made, GUINT_TO_POINTER (doc));

  if (made == NULL)
    {
      OmAnalyser analyser = { self->embedder, self->params->reference };
      g_autoptr (OmMemory) memory = om_store_memory_get (self->store, doc, error);

      if (memory == NULL)
        return NULL;
      made = om_document_vectors (&analyser, memory);
      g_hash_table_insert (self->made, GUINT_TO_POINTER (doc), (gpointer) made);
    }
  return made->vectors[sector];
}

static const OmStoreVector *
find_vector (const GArray *full,
             guint32       doc,
             gsize         dimension)
{
  for (guint i = 0; i < full->len; i++)
    {
      const OmStoreVector *vector = &g_array_index (full, OmStoreVector, i);

      if (vector->row == doc && vector->stage == OM_VECTOR_STAGE_FULL && vector->dim == dimension)
        return vector;
    }
  return NULL;
}

static gboolean
rerank_sector (Rerank   *self,
               GArray   *hits,
               guint     n,
               int       sector,
               GError  **error)
{
  gsize dimension = om_embedder_get_dimension (self->embedder);
  g_autofree gint64 *rows = g_new (gint64, n + 1);
  g_autofree VectorHit **chosen = g_new (VectorHit *, n + 1);
  g_autoptr (GArray) full = NULL;
  guint n_rows = 0;

  for (guint i = 0; i < n; i++)
    {
      VectorHit *hit = &g_array_index (hits, VectorHit, i);

      if (hit->sector == (OmSector) sector && is_full_now (self, hit->doc))
        {
          chosen[n_rows] = hit;
          rows[n_rows++] = hit->doc;
        }
    }
  if (n_rows == 0)
    return TRUE;
  full = om_store_vectors_get_rows (self->store, om_mirror_get_embedder_id (self->mirror), sector, rows, n_rows, error);
  if (full == NULL)
    return FALSE;
  for (guint i = 0; i < n_rows; i++)
    {
      const OmStoreVector *stored = find_vector (full, chosen[i]->doc, dimension);
      g_autoptr (GError) failed = NULL;
      const float *vector = stored != NULL ? stored->v : make_vector (self, chosen[i]->doc, sector, &failed);

      if (failed != NULL && !g_error_matches (failed, OM_ERROR, OM_ERROR_NOT_FOUND))
        {
          g_propagate_error (error, g_steal_pointer (&failed));
          return FALSE;
        }
      if (vector != NULL)
        chosen[i]->similarity = (float) om_vector_cosine (vector, self->query[sector], dimension);
    }
  return TRUE;
}

/* Compares the best hits with the full vectors; who has faded keeps the similarity of the small form. */
static gboolean
rerank (Rerank  *self,
        GArray  *hits,
        GError **error)
{
  guint n = MIN (hits->len, N_RERANKED);
  gboolean done = TRUE;

  g_array_sort (hits, compare_hits);
  self->made = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) om_analysis_free);
  for (int sector = 0; sector < OM_N_SECTORS && done; sector++)
    done = rerank_sector (self, hits, n, sector, error);
  g_clear_pointer (&self->made, g_hash_table_unref);
  return done;
}

/* Sets the mean similarity of all hits; 0 if there is none. */
static gboolean
gather_vectors (OmCandidates         *self,
                OmMirror             *mirror,
                OmStore              *store,
                OmEmbedder           *embedder,
                const OmRecallParams *params,
                float *const          query[OM_N_SECTORS],
                guint                 k,
                const OmDocSet       *allowed,
                gint64                now,
                double               *mean,
                GCancellable         *cancellable,
                GError              **error)
{
  const OmVectorIndex *vectors = om_mirror_get_vectors (mirror);
  g_autoptr (GArray) hits = g_array_new (FALSE, FALSE, sizeof (VectorHit));
  Rerank best = { params, mirror, store, embedder, query, now, NULL };
  double sum = 0;

  for (int sector = 0; sector < OM_N_SECTORS; sector++)
    {
      g_autoptr (GArray) matches = om_vector_index_search (vectors, sector, query[sector],
                                                           params->vectors_per_result * k, allowed, cancellable, error);

      if (matches == NULL)
        return FALSE;
      for (guint i = 0; i < matches->len; i++)
        {
          const OmVectorMatch *match = &g_array_index (matches, OmVectorMatch, i);
          VectorHit hit = { match->doc, sector, match->similarity };

          g_array_append_val (hits, hit);
          sum += match->similarity;
        }
    }
  *mean = hits->len > 0 ? sum / hits->len : 0;

  if (om_vector_index_get_format (vectors) == OM_VECTOR_FORMAT_U8 && !rerank (&best, hits, error))
    return FALSE;
  for (guint i = 0; i < hits->len; i++)
    {
      const VectorHit *hit = &g_array_index (hits, VectorHit, i);
      OmCandidate *candidate = om_candidates_add (self, hit->doc, 0);

      candidate->cosines[hit->sector] = hit->similarity;
      candidate->direct = MAX (candidate->direct, hit->similarity);
    }
  return TRUE;
}

/* Fills in the similarities by sector that the searches did not bring. */
static void
complete_cosines (OmCandidates        *self,
                  const OmVectorIndex *vectors,
                  float *const         query[OM_N_SECTORS])
{
  g_autofree guint32 *docs = g_new (guint32, self->list->len + 1);
  g_autofree guint *places = g_new (guint, self->list->len + 1);
  g_autofree float *similarities = g_new (float, self->list->len + 1);

  for (int sector = 0; sector < OM_N_SECTORS; sector++)
    {
      gsize n = 0;

      for (guint i = 0; i < self->list->len; i++)
        {
          const OmCandidate *candidate = &g_array_index (self->list, OmCandidate, i);

          if (isnan (candidate->cosines[sector]) && om_vector_index_has (vectors, candidate->doc, sector))
            {
              docs[n] = candidate->doc;
              places[n++] = i;
            }
        }
      if (n == 0)
        continue;
      om_vector_index_similarities (vectors, sector, query[sector], docs, n, similarities);
      for (gsize i = 0; i < n; i++)
        g_array_index (self->list, OmCandidate, places[i]).cosines[sector] = similarities[i];
    }
}

/* Waypoints ------------------------------------------------------------------------------------- */

typedef struct
{
  OmMirror *mirror;
  gboolean  reference;
  gint64    now;
  GArray   *ends;
  const OmDocSet *passable; /* what a path may lead over, whatever the filter */
  gboolean  by_resemblance; /* also over the links that the program drew itself */
} Walk;

static int
compare_neighbours (gconstpointer a,
                    gconstpointer b)
{
  const OmNeighbour *x = a;
  const OmNeighbour *y = b;

  if (x->weight != y->weight)
    return x->weight > y->weight ? -1 : 1;
  return (x->doc > y->doc) - (x->doc < y->doc);
}

/* The model walks links the way they were drawn, with their stored weight. A person remembers in both
 * directions, and what was not walked for long has grown weak. */
static void
neighbours_of (guint32  doc,
               GArray  *neighbours,
               gpointer data)
{
  Walk *walk = data;

  g_array_set_size (walk->ends, 0);
  om_waypoint_graph_neighbours (om_mirror_get_graph (walk->mirror), doc, walk->reference ? OM_LINK_OUT : OM_LINK_BOTH,
                                walk->ends);
  for (guint i = 0; i < walk->ends->len; i++)
    {
      const OmLinkEnd *end = &g_array_index (walk->ends, OmLinkEnd, i);
      OmNeighbour neighbour = { end->doc, end->weight };

      /* A document stands for its sections: the words of one are no reason to show all others. */
      if (!walk->reference && end->kind == OM_WAYPOINT_STRUCTURE && end->outgoing)
        continue;
      if (!walk->reference && !om_doc_set_has (walk->passable, end->doc))
        continue;
      if (!walk->by_resemblance && end->kind == OM_WAYPOINT_ASSOCIATION)
        continue;
      if (!walk->reference)
        neighbour.weight = om_link_present_weight (end->weight, end->walked_at, walk->now);
      g_array_append_val (neighbours, neighbour);
    }
  g_array_sort (neighbours, compare_neighbours);
}

static int
compare_standing (gconstpointer a,
                  gconstpointer b)
{
  const OmCandidate *x = *(const OmCandidate *const *) a;
  const OmCandidate *y = *(const OmCandidate *const *) b;
  double dx = x->relevance + x->direct;
  double dy = y->relevance + y->direct;

  if (dx != dy)
    return dx > dy ? -1 : 1;
  return (x->doc > y->doc) - (x->doc < y->doc);
}

/* The documents the walk begins with: all in the order found for the model, else those that stand out. */
static guint32 *
walk_starts (OmCandidates *self,
             gboolean      reference,
             gsize        *n_starts)
{
  guint n = 0;
  guint32 *starts = g_new (guint32, self->list->len + 1);
  g_autofree const OmCandidate **order = g_new (const OmCandidate *, self->list->len + 1);

  for (guint i = 0; i < self->list->len; i++)
    {
      const OmCandidate *candidate = &g_array_index (self->list, OmCandidate, i);

      if (reference || (candidate->reasons & (OM_HIT_WORDS | OM_HIT_PART)) != 0 || candidate->direct >= START_MIN_SIMILARITY)
        order[n++] = candidate;
    }
  if (!reference)
    {
      qsort (order, n, sizeof order[0], compare_standing);
      n = MIN (n, N_WALK_STARTS);
    }
  for (guint i = 0; i < n; i++)
    starts[i] = order[i]->doc;
  *n_starts = n;
  return starts;
}

static void
walk (OmCandidates         *self,
      OmMirror             *mirror,
      const OmRecallParams *params,
      guint                 k,
      const OmDocSet       *allowed,
      gboolean              include_private,
      gint64                now)
{
  gboolean reference = params->reference;
  gsize n_starts;
  g_autofree guint32 *starts = walk_starts (self, reference, &n_starts);
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (OmLinkEnd));
  Walk data = {
    .mirror = mirror,
    .reference = reference,
    .now = now,
    .ends = ends,
    .passable = include_private ? om_mirror_get_live (mirror) : om_mirror_get_open (mirror),
    /* Long texts resemble one another however little they share: for a word or two that is no path. */
    .by_resemblance = reference || om_candidates_is_question (self),
  };
  g_autoptr (GArray) reached = om_spread (starts, n_starts, 2 * k, neighbours_of, &data);

  for (guint i = 0; i < reached->len; i++)
    {
      const OmReached *step = &g_array_index (reached, OmReached, i);
      const OmCandidate *start = om_candidates_find (self, step->start);
      double standing = reference || start == NULL ? 1 : MAX (start->relevance, start->direct);
      OmCandidate *candidate;

      /* Who holds a word of the query needs no path to be found. */
      candidate = om_candidates_find (self, step->doc);
      if (!om_doc_set_allows (allowed, step->doc) ||
          (candidate != NULL && (reference || (candidate->reasons & (OM_HIT_WORDS | OM_HIT_PART)) != 0)))
        continue;
      candidate = om_candidates_add (self, step->doc, OM_HIT_LINK);
      candidate->waypoint = step->weight * standing;
      candidate->reached = i;
    }
  g_array_unref (self->reached);
  self->reached = g_steal_pointer (&reached);
}

/**
 * om_candidates_gather:
 * @mirror: read-locked
 * @store: a connection of the caller's, for the full vectors of the best
 * @embedder: makes the query's vectors
 * @params: which parameters
 * @text: the query without operators
 * @k: how many results are wanted
 * @allowed: what may be answered
 * @include_private: whether a path may lead over private memories
 * @now: ms UTC
 * @error: return location
 *
 * Returns: (transfer full): the candidates, not yet ranked
 */
OmCandidates *
om_candidates_gather (OmMirror             *mirror,
                      OmStore              *store,
                      OmEmbedder           *embedder,
                      const OmRecallParams *params,
                      const char           *text,
                      guint                 k,
                      const OmDocSet       *allowed,
                      gboolean              include_private,
                      gint64                now,
                      GCancellable         *cancellable,
                      GError              **error)
{
  g_autoptr (OmCandidates) self = om_candidates_new ();
  gsize dimension = om_embedder_get_dimension (embedder);
  g_autofree float *numbers = g_new0 (float, dimension * OM_N_SECTORS);
  float *query[OM_N_SECTORS];
  gboolean has_vectors;
  double mean = 0;

  self->sector = (params->reference ? om_classify_reference (text, OM_SECTOR_UNKNOWN)
                                    : om_classify (text, OM_SECTOR_UNKNOWN)).primary;
  for (int i = 0; i < OM_N_SECTORS; i++)
    query[i] = numbers + (gsize) i * dimension;
  has_vectors = params->use_vectors && om_embedder_embed_sectors (embedder, text, (1u << OM_N_SECTORS) - 1, query);

  if (params->use_words && !gather_words (self, mirror, params, text, allowed, cancellable, error))
    return NULL;
  if (has_vectors &&
      !gather_vectors (self, mirror, store, embedder, params, query, k, allowed, now, &mean, cancellable, error))
    return NULL;
  if (mean < OM_SPREADING_BELOW_SIMILARITY)
    walk (self, mirror, params, k, allowed, include_private, now);
  if (has_vectors)
    complete_cosines (self, om_mirror_get_vectors (mirror), query);
  return g_steal_pointer (&self);
}
