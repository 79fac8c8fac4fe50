/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stems of folded words. Prose repeats itself: a small cache answers nine words of ten, which is
 * what makes tokenising cheap enough to be done for every entry and every query. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "text/om-stemmer.h"

#include <libstemmer.h>
#include <string.h>

#include "text/om-fold.h"
#include "text/om-word-map.h"

/* Nobody's word is longer, and a term that om_terms_foreach() had to cut is longer than this. */
#define MAX_STEMMED 48

/* Which algorithm a word is stemmed by; the script of the word counts as much as the language. */
typedef enum
{
  OM_STEMMER_NONE,
  OM_STEMMER_ENGLISH,
  OM_STEMMER_GERMAN,
  OM_STEMMER_SPANISH,
  OM_STEMMER_FRENCH,
  OM_STEMMER_ITALIAN,
  OM_STEMMER_PORTUGUESE,
  OM_STEMMER_DUTCH,
  OM_STEMMER_SWEDISH,
  OM_STEMMER_RUSSIAN,
  OM_N_STEMMERS,
} OmStemmerKind;

/* 4,096 entries of 64 bytes: a quarter of a megabyte a thread that tokenises. */
#define N_SLOTS 4096
#define MAX_CACHED 24

typedef struct
{
  guint32 hash;
  guint32 stopword_of;
  guint8  kind;
  guint8  surface_len; /* 0: empty */
  guint8  term_len;
  char    surface[MAX_CACHED];
  char    term[MAX_CACHED];
} Slot;

struct _OmStemmer
{
  struct sb_stemmer *stemmers[OM_N_STEMMERS]; /* (owned) (nullable): made when first needed */
  GString           *word;                    /* (owned): the word with its accents put back */
  GString           *stem;                    /* (owned): the last stem that was not cached */
  Slot               slots[N_SLOTS];
};

static const char *const algorithms[OM_N_STEMMERS] = {
  [OM_STEMMER_ENGLISH] = "english",
  [OM_STEMMER_GERMAN] = "german",
  [OM_STEMMER_SPANISH] = "spanish",
  [OM_STEMMER_FRENCH] = "french",
  [OM_STEMMER_ITALIAN] = "italian",
  [OM_STEMMER_PORTUGUESE] = "portuguese",
  [OM_STEMMER_DUTCH] = "dutch",
  [OM_STEMMER_SWEDISH] = "swedish",
  [OM_STEMMER_RUSSIAN] = "russian",
};

/* The stemmers of some languages know endings by their accent, which folding took away. It is put
 * back where the ending hardly ever stands without it, so that `habitación` and `habitaciones`
 * meet, and so that a word has one term whether its accent was typed or not. The first that fits
 * is taken. */
static const struct
{
  OmStemmerKind kind;
  const char   *plain;
  const char   *accented;
} endings[] = {
  { OM_STEMMER_SPANISH, "cion", "ción" },
  { OM_STEMMER_SPANISH, "sion", "sión" },
  { OM_STEMMER_SPANISH, "iamos", "íamos" },
  { OM_STEMMER_SPANISH, "ian", "ían" },
  { OM_STEMMER_SPANISH, "ias", "ías" },
  { OM_STEMMER_SPANISH, "ia", "ía" },
  { OM_STEMMER_FRENCH, "ees", "ées" },
  { OM_STEMMER_FRENCH, "ee", "ée" },
  { OM_STEMMER_FRENCH, "ites", "ités" },
  { OM_STEMMER_FRENCH, "ite", "ité" },
  { OM_STEMMER_FRENCH, "erent", "èrent" },
  { OM_STEMMER_PORTUGUESE, "coes", "ções" },
  { OM_STEMMER_PORTUGUESE, "cao", "ção" },
  { OM_STEMMER_ITALIAN, "ita", "ità" },
};

static void
stemmer_free (gpointer data)
{
  OmStemmer *self = data;

  for (guint i = 0; i < OM_N_STEMMERS; i++)
    g_clear_pointer (&self->stemmers[i], sb_stemmer_delete);
  g_string_free (self->word, TRUE);
  g_string_free (self->stem, TRUE);
  g_free (self);
}

static GPrivate of_thread = G_PRIVATE_INIT (stemmer_free);

/**
 * om_stemmer_of_thread:
 *
 * Returns: (transfer none): this thread's stemmers, made when first asked for
 */
OmStemmer *
om_stemmer_of_thread (void)
{
  OmStemmer *self = g_private_get (&of_thread);

  if (self == NULL)
    {
      self = g_new0 (OmStemmer, 1);
      self->word = g_string_sized_new (96);
      self->stem = g_string_sized_new (96);
      g_private_set (&of_thread, self);
    }
  return self;
}

/* Russian for Cyrillic letters whatever the language; for Latin ones that of the language, or
 * English where the language has no Latin letters of its own; none for digits, for other scripts
 * and where the language is not known. */
static OmStemmerKind
choose (OmLanguage  language,
        const char *surface)
{
  gunichar first = (guchar) *surface < 0x80 ? (gunichar) *surface : g_utf8_get_char (surface);

  if (language == OM_LANGUAGE_UNKNOWN)
    return OM_STEMMER_NONE;
  if (first >= 0x0400 && first <= 0x04FF)
    return OM_STEMMER_RUSSIAN;
  if (first >= 0x0250 || (first < 0x80 && !g_ascii_isalpha ((char) first)))
    return OM_STEMMER_NONE;

  switch (language)
    {
    case OM_LANGUAGE_DE:
      return OM_STEMMER_GERMAN;
    case OM_LANGUAGE_ES:
      return OM_STEMMER_SPANISH;
    case OM_LANGUAGE_FR:
      return OM_STEMMER_FRENCH;
    case OM_LANGUAGE_IT:
      return OM_STEMMER_ITALIAN;
    case OM_LANGUAGE_PT:
      return OM_STEMMER_PORTUGUESE;
    case OM_LANGUAGE_NL:
      return OM_STEMMER_DUTCH;
    case OM_LANGUAGE_SV:
      return OM_STEMMER_SWEDISH;
    case OM_LANGUAGE_UNKNOWN:
    case OM_LANGUAGE_EN:
    case OM_LANGUAGE_ZH:
    case OM_LANGUAGE_RU:
    case OM_LANGUAGE_JA:
    case OM_LANGUAGE_KO:
    case OM_N_LANGUAGES:
    default:
      return OM_STEMMER_ENGLISH;
    }
}

static gboolean
is_stemmed (const char *surface,
            gsize       len)
{
  if (len > MAX_STEMMED)
    return FALSE;
  for (gsize i = 0; i < len; i++)
    {
      if (g_ascii_isdigit (surface[i]))
        return FALSE;
    }

  return TRUE;
}

static void
restore_accents (OmStemmer    *self,
                 OmStemmerKind kind,
                 const char   *surface,
                 gsize         len)
{
  g_string_truncate (self->word, 0);
  g_string_append_len (self->word, surface, (gssize) len);

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      gsize n = strlen (endings[i].plain);

      if (endings[i].kind == kind && len > n &&
          memcmp (surface + len - n, endings[i].plain, n) == 0)
        {
          g_string_truncate (self->word, len - n);
          g_string_append (self->word, endings[i].accented);
          return;
        }
    }
}

static void
stem_slowly (OmStemmer    *self,
             OmStemmerKind kind,
             const char   *surface,
             gsize         len)
{
  const sb_symbol *stem = NULL;
  const char *p, *end;

  g_string_truncate (self->stem, 0);
  if (self->stemmers[kind] == NULL)
    self->stemmers[kind] = sb_stemmer_new (algorithms[kind], "UTF_8");

  restore_accents (self, kind, surface, len);
  if (self->stemmers[kind] != NULL)
    stem = sb_stemmer_stem (self->stemmers[kind], (const sb_symbol *) self->word->str,
                            (int) self->word->len);
  if (stem != NULL)
    {
      p = (const char *) stem;
      end = p + sb_stemmer_length (self->stemmers[kind]);
      for (; p < end; p = g_utf8_next_char (p))
        om_fold_append (self->stem, g_utf8_get_char (p));
    }

  /* No memory, no algorithm, or nothing left: the word as it is. */
  if (self->stem->len == 0)
    g_string_append_len (self->stem, surface, (gssize) len);
}

/**
 * om_stemmer_stem:
 * @language: of the text; %OM_LANGUAGE_UNKNOWN to have the word as it is
 * @surface: the word, folded by om_fold_search(), not empty
 * @len: bytes
 * @hash: FNV-1a of @surface (%OM_WORD_HASH_STEP)
 *
 * Stems a folded word and folds the stem again. The same surface has always the same stem in the
 * same language. Words with digits, and those of more than 48 bytes, stay as they are.
 *
 * Returns: the stem
 */
OmStem
om_stemmer_stem (OmStemmer  *self,
                 OmLanguage  language,
                 const char *surface,
                 gsize       len,
                 guint32     hash)
{
  OmStemmerKind kind = choose (language, surface);
  Slot *slot = &self->slots[(hash ^ hash >> 15 ^ (guint32) kind * 0x9E3779B1u) % N_SLOTS];
  OmStem result = { surface, len, 0 };

  if (slot->hash == hash && slot->surface_len == len && slot->kind == kind &&
      memcmp (slot->surface, surface, len) == 0)
    return (OmStem){ slot->term, slot->term_len, slot->stopword_of };

  result.stopword_of = om_language_stopword_of (surface, len);
  if (kind != OM_STEMMER_NONE && is_stemmed (surface, len))
    {
      stem_slowly (self, kind, surface, len);
      result.term = self->stem->str;
      result.len = self->stem->len;
    }

  if (len <= MAX_CACHED && result.len <= MAX_CACHED)
    {
      slot->hash = hash;
      slot->stopword_of = result.stopword_of;
      slot->kind = (guint8) kind;
      slot->surface_len = (guint8) len;
      slot->term_len = (guint8) result.len;
      memcpy (slot->surface, surface, len);
      memcpy (slot->term, result.term, result.len);
    }
  return result;
}
