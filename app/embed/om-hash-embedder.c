/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The built-in embedder. What does not depend on the sector (tokens, their counts, positions) is
 * worked out once a text; then each sector adds its hashed features.
 *
 * Thread: immutable once made. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "embed/om-hash-embedder.h"

#include <math.h>
#include <string.h>

#include "text/om-tokens.h"

/* reference.md section 2. A sector's weight multiplies every feature alike and so falls out when
 * the vector is scaled to length 1; it does not appear here. */
#define TRIGRAM_SHARE 0.4
#define BIGRAM_WEIGHT 1.4
#define BIGRAM_FALL 0.1
#define POSITION_WEIGHT 0.5
#define POSITION_BASE 10000.0
#define MAX_POSITIONS 50
#define SECOND_PLACE_SHARE 0.5

#define FNV_OFFSET 2166136261u
#define FNV_PRIME 16777619u
#define MIX_OFFSET 0xDEADBEEFu
#define MIX_PRIME 0x5BD1E995u
#define MIX_SHIFT 13

struct _OmHashEmbedder
{
  GObject parent_instance;

  char    *name;               /* (owned) */
  guint    dimension;
  gboolean uniform_when_empty; /* as the source does, for the golden files */
};

/* A distinct token: its code points, and how often the text and the expanded text hold it. */
typedef struct
{
  guint first;
  guint n_chars;
  guint in_text;
  guint in_expanded;
} Piece;

typedef struct
{
  GHashTable *known;      /* (owned): token -> its place in @pieces, plus one */
  GPtrArray  *names;      /* (owned) (element-type utf8): tokens by place */
  GArray     *pieces;     /* (owned) (element-type Piece) */
  GArray     *chars;      /* (owned) (element-type gunichar) */
  GArray     *text;       /* (owned) (element-type guint): the text as places */
  guint       n_expanded;
} Expansion;

/* The two hashes of a feature's key so far: which place and sign, and the second place. */
typedef struct
{
  guint32 fnv;
  guint32 mix;
} FeatureHash;

static void om_hash_embedder_iface_init (OmEmbedderInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (OmHashEmbedder,
                               om_hash_embedder,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (OM_TYPE_EMBEDDER,
                                                      om_hash_embedder_iface_init))

static void
expansion_clear (Expansion *self)
{
  g_clear_pointer (&self->known, g_hash_table_unref);
  g_clear_pointer (&self->names, g_ptr_array_unref);
  g_clear_pointer (&self->pieces, g_array_unref);
  g_clear_pointer (&self->chars, g_array_unref);
  g_clear_pointer (&self->text, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Expansion, expansion_clear)

static guint
expansion_place (Expansion  *self,
                 const char *token)
{
  guint known = GPOINTER_TO_UINT (g_hash_table_lookup (self->known, token));
  Piece piece = { .first = self->chars->len };
  char *name;

  if (known > 0)
    return known - 1;

  for (const char *p = token; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      g_array_append_val (self->chars, c);
    }
  piece.n_chars = self->chars->len - piece.first;
  g_array_append_val (self->pieces, piece);

  name = g_strdup (token);
  g_ptr_array_add (self->names, name);
  g_hash_table_insert (self->known, name, GUINT_TO_POINTER (self->pieces->len));
  return self->pieces->len - 1;
}

/* Tokens, and the expanded text E of reference.md 2.2: each token with its synonyms, or with what
 * its stem stems to. The expansion of a token is worked out once, however often it stands in the
 * text. */
static gboolean
expansion_init (Expansion  *self,
                const char *text)
{
  g_autoptr (GPtrArray) tokens = om_tokens_canonical (text);
  guint n_distinct;

  self->known = g_hash_table_new (g_str_hash, g_str_equal);
  self->names = g_ptr_array_new_with_free_func (g_free);
  self->pieces = g_array_new (FALSE, FALSE, sizeof (Piece));
  self->chars = g_array_new (FALSE, FALSE, sizeof (gunichar));
  self->text = g_array_sized_new (FALSE, FALSE, sizeof (guint), tokens->len);

  for (guint i = 0; i < tokens->len; i++)
    {
      guint place = expansion_place (self, g_ptr_array_index (tokens, i));

      g_array_index (self->pieces, Piece, place).in_text++;
      g_array_append_val (self->text, place);
    }

  n_distinct = self->pieces->len;
  for (guint i = 0; i < n_distinct; i++)
    {
      g_autoptr (GPtrArray) synonyms = om_tokens_synonyms (g_ptr_array_index (self->names, i));
      guint in_text = g_array_index (self->pieces, Piece, i).in_text;

      g_array_index (self->pieces, Piece, i).in_expanded += in_text;
      for (guint s = 0; s < synonyms->len; s++)
        {
          g_autofree char *word = om_tokens_canonicalize (g_ptr_array_index (synonyms, s));
          guint place = expansion_place (self, word);

          g_array_index (self->pieces, Piece, place).in_expanded += in_text;
        }
      self->n_expanded += in_text * (1 + synonyms->len);
    }

  return tokens->len > 0;
}

static inline FeatureHash
feature_hash_add (FeatureHash hash,
                  gunichar    c)
{
  hash.fnv = (hash.fnv ^ c) * FNV_PRIME;
  hash.mix = (hash.mix ^ c) * MIX_PRIME;
  hash.mix ^= hash.mix >> MIX_SHIFT;
  return hash;
}

static inline FeatureHash
feature_hash_add_chars (FeatureHash     hash,
                        const gunichar *chars,
                        guint           n_chars)
{
  for (guint i = 0; i < n_chars; i++)
    hash = feature_hash_add (hash, chars[i]);
  return hash;
}

/* The state after "SECTOR|KIND|", from which all keys of a kind go on. */
static FeatureHash
feature_hash_begin (OmSector    sector,
                    const char *kind)
{
  FeatureHash hash = { FNV_OFFSET, MIX_OFFSET };

  for (const char *p = om_sector_to_nick (sector); *p != '\0'; p++)
    hash = feature_hash_add (hash, (guchar) *p);
  for (const char *p = kind; *p != '\0'; p++)
    hash = feature_hash_add (hash, (guchar) *p);
  return hash;
}

static inline void
add_feature (double     *sums,
             guint       dimension,
             FeatureHash hash,
             double      weight)
{
  double value = (hash.fnv & 1) == 0 ? weight : -weight;

  sums[hash.fnv % dimension] += value;
  sums[hash.mix % dimension] += value * SECOND_PLACE_SHARE;
}

/* Reference.md 2.5; the same in every sector. */
static void
add_positions (double          *sums,
               guint            dimension,
               const Expansion *expansion)
{
  double weight = POSITION_WEIGHT / log1p (expansion->n_expanded);
  guint n_positions = MIN (expansion->text->len, MAX_POSITIONS);

  for (guint i = 0; i < n_positions; i++)
    {
      guint place = i % dimension;
      double angle = i / pow (POSITION_BASE, 2.0 * place / dimension);

      sums[place] += weight * sin (angle);
      sums[(place + 1) % dimension] += weight * cos (angle);
    }
}

/* Reference.md 2.3: tokens by how often they stand in the expanded text, and their trigrams. */
static void
add_tokens (double          *sums,
            guint            dimension,
            const Expansion *expansion,
            OmSector         sector)
{
  FeatureHash token_start = feature_hash_begin (sector, "|tok|");
  FeatureHash trigram_start = feature_hash_begin (sector, "|c3|");
  const gunichar *chars = (const gunichar *) expansion->chars->data;
  double n = expansion->n_expanded;

  for (guint i = 0; i < expansion->pieces->len; i++)
    {
      const Piece *piece = &g_array_index (expansion->pieces, Piece, i);
      const gunichar *token = chars + piece->first;
      double count = piece->in_expanded;
      double weight = count / n * log1p (n / count) + 1.0;

      add_feature (sums, dimension, feature_hash_add_chars (token_start, token, piece->n_chars),
                   weight);
      for (guint c = 0; c + 3 <= piece->n_chars; c++)
        add_feature (sums, dimension, feature_hash_add_chars (trigram_start, token + c, 3),
                     weight * TRIGRAM_SHARE);
    }
}

/* Reference.md 2.4: neighbours in the text, the first ones weighing most. */
static void
add_bigrams (double          *sums,
             guint            dimension,
             const Expansion *expansion,
             OmSector         sector)
{
  FeatureHash start = feature_hash_begin (sector, "|bi|");
  const gunichar *chars = (const gunichar *) expansion->chars->data;

  for (guint i = 0; i + 1 < expansion->text->len; i++)
    {
      const guint *places = &g_array_index (expansion->text, guint, i);
      const Piece *left = &g_array_index (expansion->pieces, Piece, places[0]);
      const Piece *right = &g_array_index (expansion->pieces, Piece, places[1]);
      FeatureHash hash = feature_hash_add_chars (start, chars + left->first, left->n_chars);

      hash = feature_hash_add (hash, '_');
      hash = feature_hash_add_chars (hash, chars + right->first, right->n_chars);
      add_feature (sums, dimension, hash, BIGRAM_WEIGHT / (1.0 + BIGRAM_FALL * i));
    }
}

/* Scales the sums to length 1. They always have one: a token weighs at least 1 and its place is met
 * by others only by chance; should all cancel out (a dimension of one or two), all numbers are
 * equal. */
static void
write_unit_vector (const double *sums,
                   guint         dimension,
                   float        *out)
{
  double square = 0.0;
  double scale;

  for (guint i = 0; i < dimension; i++)
    square += sums[i] * sums[i];

  scale = square > 0.0 ? 1.0 / sqrt (square) : 0.0;
  for (guint i = 0; i < dimension; i++)
    out[i] = (float) (square > 0.0 ? sums[i] * scale : 1.0 / sqrt (dimension));
}

/* Embeds for each of the sectors of which @out has a place. */
static gboolean
embed_all (OmHashEmbedder *self,
           const char     *text,
           const OmSector *sectors,
           float *const   *out,
           guint           n_sectors)
{
  g_auto (Expansion) expansion = { 0 };
  gsize dimension = self->dimension;
  g_autofree double *positions = g_new0 (double, dimension);
  g_autofree double *sums = g_new0 (double, dimension);
  gboolean has_tokens = expansion_init (&expansion, text);

  if (!has_tokens && !self->uniform_when_empty)
    return FALSE;

  if (has_tokens)
    add_positions (positions, self->dimension, &expansion);
  for (guint i = 0; i < n_sectors; i++)
    {
      memcpy (sums, positions, dimension * sizeof (double));
      add_tokens (sums, self->dimension, &expansion, sectors[i]);
      add_bigrams (sums, self->dimension, &expansion, sectors[i]);
      write_unit_vector (sums, self->dimension, out[i]);
    }

  return TRUE;
}

static const char *
om_hash_embedder_get_name (OmEmbedder *embedder)
{
  return OM_HASH_EMBEDDER (embedder)->name;
}

static guint
om_hash_embedder_get_dimension (OmEmbedder *embedder)
{
  return OM_HASH_EMBEDDER (embedder)->dimension;
}

static gboolean
om_hash_embedder_embed (OmEmbedder *embedder,
                        const char *text,
                        OmSector    sector,
                        float      *out)
{
  return embed_all (OM_HASH_EMBEDDER (embedder), text, &sector, &out, 1);
}

static gboolean
om_hash_embedder_embed_sectors (OmEmbedder  *embedder,
                                const char  *text,
                                guint        sector_bits,
                                float *const out[OM_N_SECTORS])
{
  OmSector sectors[OM_N_SECTORS];
  float *places[OM_N_SECTORS];
  guint n_sectors = 0;

  for (int sector = 0; sector < OM_N_SECTORS; sector++)
    {
      if ((sector_bits & (1u << sector)) == 0)
        continue;
      sectors[n_sectors] = sector;
      places[n_sectors++] = out[sector];
    }

  return embed_all (OM_HASH_EMBEDDER (embedder), text, sectors, places, n_sectors);
}

static void
om_hash_embedder_finalize (GObject *object)
{
  OmHashEmbedder *self = OM_HASH_EMBEDDER (object);

  g_clear_pointer (&self->name, g_free);

  G_OBJECT_CLASS (om_hash_embedder_parent_class)->finalize (object);
}

static void
om_hash_embedder_iface_init (OmEmbedderInterface *iface)
{
  iface->get_name = om_hash_embedder_get_name;
  iface->get_dimension = om_hash_embedder_get_dimension;
  iface->embed = om_hash_embedder_embed;
  iface->embed_sectors = om_hash_embedder_embed_sectors;
}

static void
om_hash_embedder_class_init (OmHashEmbedderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = om_hash_embedder_finalize;
}

static void
om_hash_embedder_init (OmHashEmbedder *self)
{
}

static OmEmbedder *
make (const char *family,
      guint       dimension,
      gboolean    uniform_when_empty)
{
  OmHashEmbedder *self;

  g_return_val_if_fail (dimension > 0, NULL);

  self = g_object_new (OM_TYPE_HASH_EMBEDDER, NULL);
  self->name = g_strdup_printf ("%s-%u", family, dimension);
  self->dimension = dimension;
  self->uniform_when_empty = uniform_when_empty;
  return OM_EMBEDDER (self);
}

/**
 * om_hash_embedder_new:
 * @dimension: numbers in a vector, at least 1; %OM_HASH_EMBEDDER_DIMENSION is the program's
 *
 * Returns: (transfer full): the program's embedder, `builtin-DIMENSION`; a text without tokens
 *   has no vector
 */
OmEmbedder *
om_hash_embedder_new (guint dimension)
{
  return make ("builtin", dimension, FALSE);
}

/**
 * om_hash_embedder_new_reference:
 * @dimension: numbers in a vector, at least 1
 *
 * Returns: (transfer full): the same as the source runs it, `reference-DIMENSION`: a text without
 *   tokens gets the vector whose numbers are all equal (golden embed_synthetic and whole queries)
 */
OmEmbedder *
om_hash_embedder_new_reference (guint dimension)
{
  return make ("reference", dimension, TRUE);
}
