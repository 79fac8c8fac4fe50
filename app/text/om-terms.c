/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tokenizer of the search index. Words of ASCII take a short way, all else is folded code
 * point by code point; both are linear in the text, whatever it is. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "text/om-terms.h"

#include <string.h>

#include "text/om-fold.h"
#include "text/om-script.h"
#include "text/om-stemmer.h"
#include "text/om-word-map.h"

/* Raise it when the same text would give other terms: the store makes its indexes anew then. */
#define RULES_VERSION 1

/* One character of a script without blanks, with its marks. */
#define MAX_UNIT_BYTES (OM_TERMS_MAX_BYTES / 2)

/* A character of a run that waits for the next, to make a pair. */
typedef struct
{
  char  text[MAX_UNIT_BYTES];
  gsize len;
  gsize start;
  gsize end;
} Unit;

/* The terms that are looked for, when it is not all. */
typedef struct
{
  OmWordMap *terms;       /* (owned) */
  gboolean   starts[256]; /* by byte: one of them begins with it */
} Wanted;

typedef struct
{
  const char  *text;
  const char  *end;
  OmLanguage   language;
  OmTermFlags  flags;
  OmTermFunc   func;
  gpointer     data;
  OmStemmer   *stemmer;
  GString     *folded;  /* (owned) (nullable): made at the first word that is not ASCII */
  GString     *written; /* (owned) (nullable): the same word in lower case with its accents */
  const Wanted *wanted; /* (nullable) */
  guint        position;
  gboolean     stopped;
} Walk;

/* 0: parts words; %G_MAXUINT8: not ASCII; else the byte in lower case. */
static const guint8 ascii_word[256] = {
  ['0'] = '0', ['1'] = '1', ['2'] = '2', ['3'] = '3', ['4'] = '4', ['5'] = '5', ['6'] = '6',
  ['7'] = '7', ['8'] = '8', ['9'] = '9',
  ['A'] = 'a', ['B'] = 'b', ['C'] = 'c', ['D'] = 'd', ['E'] = 'e', ['F'] = 'f', ['G'] = 'g',
  ['H'] = 'h', ['I'] = 'i', ['J'] = 'j', ['K'] = 'k', ['L'] = 'l', ['M'] = 'm', ['N'] = 'n',
  ['O'] = 'o', ['P'] = 'p', ['Q'] = 'q', ['R'] = 'r', ['S'] = 's', ['T'] = 't', ['U'] = 'u',
  ['V'] = 'v', ['W'] = 'w', ['X'] = 'x', ['Y'] = 'y', ['Z'] = 'z',
  ['a'] = 'a', ['b'] = 'b', ['c'] = 'c', ['d'] = 'd', ['e'] = 'e', ['f'] = 'f', ['g'] = 'g',
  ['h'] = 'h', ['i'] = 'i', ['j'] = 'j', ['k'] = 'k', ['l'] = 'l', ['m'] = 'm', ['n'] = 'n',
  ['o'] = 'o', ['p'] = 'p', ['q'] = 'q', ['r'] = 'r', ['s'] = 's', ['t'] = 't', ['u'] = 'u',
  ['v'] = 'v', ['w'] = 'w', ['x'] = 'x', ['y'] = 'y', ['z'] = 'z',
  [0x80 ... 0xFF] = G_MAXUINT8,
};

static void
report (Walk       *walk,
        OmTermKind  kind,
        const char *term,
        gsize       term_len,
        const char *surface,
        gsize       surface_len,
        gsize       start,
        gsize       end,
        gboolean    is_stopword)
{
  OmTerm result = {
    .term = term,
    .term_len = term_len,
    .surface = surface,
    .surface_len = surface_len,
    .start = start,
    .end = end,
    .position = walk->position,
    .kind = kind,
    .is_stopword = is_stopword,
  };

  if (walk->wanted != NULL && om_word_map_lookup (walk->wanted->terms, term, term_len) == 0)
    return;
  if (!walk->stopped && !walk->func (&result, walk->data))
    walk->stopped = TRUE;
}

/* Stems begin as their words do, and most words begin unlike all that is wanted: they need not be stemmed.
 * Only a stemmer of Dutch may take a prefix away. */
static gboolean
is_out_of_question (const Walk *walk,
                    const char *surface)
{
  return walk->wanted != NULL && !walk->wanted->starts[(guint8) *surface] && walk->language != OM_LANGUAGE_NL;
}

/* @written: (nullable): the word as written, in lower case, if it had accents: it then decides
 * alone whether this is a stop word, so that `schön` can be found though `schon` is one. */
static void
report_word (Walk          *walk,
             const char    *surface,
             gsize          surface_len,
             guint32        hash,
             const GString *written,
             const char    *start,
             const char    *end)
{
  OmLanguage language = walk->flags & OM_TERMS_NO_STEMS ? OM_LANGUAGE_UNKNOWN : walk->language;
  OmStem stem;
  gboolean is_stopword;
  char term[OM_TERMS_MAX_BYTES];
  gsize term_len;

  if (is_out_of_question (walk, surface))
    {
      walk->position++;
      return;
    }

  stem = om_stemmer_stem (walk->stemmer, language, surface, surface_len, hash);
  term_len = MIN (stem.len, OM_TERMS_MAX_BYTES);
  if (written != NULL)
    stem.stopword_of = om_language_stopword_of (written->str, written->len);
  is_stopword = (stem.stopword_of & 1u << walk->language) != 0;

  if (!(is_stopword && walk->flags & OM_TERMS_SKIP_STOPWORDS))
    {
      /* The callback may tokenise something itself, which would overwrite the stemmer's answer. */
      memcpy (term, stem.term, term_len);
      report (walk, OM_TERM_WORD, term, term_len, surface, surface_len,
              (gsize) (start - walk->text), (gsize) (end - walk->text), is_stopword);
    }
  walk->position++;
}

/* Only who is told all terms is told of stop words. */
static gboolean
is_run_stopword (const Walk *walk,
                 const char *text,
                 gsize       len)
{
  return walk->wanted == NULL && (om_language_stopword_of (text, len) & 1u << walk->language) != 0;
}

static void
report_unit (Walk       *walk,
             const Unit *unit)
{
  report (walk, OM_TERM_CHAR, unit->text, unit->len, unit->text, unit->len, unit->start, unit->end,
          is_run_stopword (walk, unit->text, unit->len));
}

static void
report_pair (Walk       *walk,
             const Unit *first,
             const Unit *second)
{
  char pair[2 * MAX_UNIT_BYTES];
  gsize len = first->len + second->len;

  memcpy (pair, first->text, first->len);
  memcpy (pair + first->len, second->text, second->len);
  report (walk, OM_TERM_BIGRAM, pair, len, pair, len, first->start, second->end, is_run_stopword (walk, pair, len));
}

static void
make_buffers (Walk *walk)
{
  if (walk->folded == NULL)
    {
      walk->folded = g_string_sized_new (2 * OM_TERMS_MAX_BYTES);
      walk->written = g_string_sized_new (2 * OM_TERMS_MAX_BYTES);
    }
  g_string_truncate (walk->folded, 0);
  g_string_truncate (walk->written, 0);
}

static gboolean
is_syllable_part (gunichar c)
{
  return (c >= 0x1160 && c <= 0x11FF) || (c >= 0xD7B0 && c <= 0xD7FB) || c == 0xFF9E || c == 0xFF9F;
}

/* The character at @p with its marks; @unit is empty if it folds to nothing. */
static const char *
read_unit (Walk       *walk,
           const char *p,
           Unit       *unit)
{
  const char *start = p;

  make_buffers (walk);
  do
    {
      if (walk->folded->len < MAX_UNIT_BYTES)
        om_fold_append (walk->folded, g_utf8_get_char (p));
      p = g_utf8_next_char (p);
    }
  while (p < walk->end && (guchar) *p >= 0x80 &&
         (om_script_joins (g_utf8_get_char (p)) || is_syllable_part (g_utf8_get_char (p))));

  unit->len = MIN (walk->folded->len, MAX_UNIT_BYTES);
  while ((walk->folded->str[unit->len] & 0xC0) == 0x80)
    unit->len--;
  memcpy (unit->text, walk->folded->str, unit->len);
  unit->start = (gsize) (start - walk->text);
  unit->end = (gsize) (p - walk->text);
  return p;
}

/* A run without blanks: every character, and every pair at the position of its first character. */
static const char *
read_run (Walk       *walk,
          const char *p)
{
  gboolean chars = !(walk->flags & OM_TERMS_NO_CHARS);
  gboolean pairs = !(walk->flags & OM_TERMS_NO_BIGRAMS);
  Unit units[2];
  guint n = 0;

  while (p < walk->end && !walk->stopped && om_script_is_spaceless (g_utf8_get_char (p)))
    {
      Unit *unit = &units[n % 2];

      p = read_unit (walk, p, unit);
      if (unit->len == 0)
        continue;
      if (n > 0)
        {
          if (chars)
            report_unit (walk, &units[(n - 1) % 2]);
          if (pairs)
            report_pair (walk, &units[(n - 1) % 2], unit);
          walk->position++;
        }
      n++;
    }

  if (n > 0)
    {
      if (chars || n == 1)
        report_unit (walk, &units[(n - 1) % 2]);
      walk->position++;
    }
  return p;
}

/* Appends @c in lower case, joined to an accent that was typed apart. */
static void
append_written (GString *written,
                gunichar c)
{
  gunichar composed;
  const char *last;

  if (written->len > OM_TERMS_MAX_BYTES)
    return;
  c = g_unichar_tolower (c);
  if (written->len > 0 && g_unichar_ismark (c))
    {
      last = g_utf8_prev_char (written->str + written->len);
      if (g_unichar_compose (g_utf8_get_char (last), c, &composed))
        {
          g_string_truncate (written, (gsize) (last - written->str));
          c = composed;
        }
    }
  g_string_append_unichar (written, c);
}

/* A term is of letters and digits, but a few letters fold to words with blanks between. */
static void
drop_signs (GString *folded)
{
  gsize n = 0;

  for (gsize i = 0; i < folded->len; i++)
    {
      if ((guint8) folded->str[i] >= 0x80 || ascii_word[(guint8) folded->str[i]] != 0)
        folded->str[n++] = folded->str[i];
    }
  g_string_truncate (folded, n);
}

/* A word that is not of ASCII alone. */
static const char *
read_word (Walk       *walk,
           const char *p)
{
  const char *start = p;
  gboolean whole = TRUE;
  guint32 hash = OM_WORD_HASH_START;
  gsize len = 0;

  make_buffers (walk);
  for (; p < walk->end; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (om_script_is_spaceless (c) || !(om_script_is_word (c) || om_script_joins (c)))
        break;
      if (!whole)
        continue;
      om_fold_append (walk->folded, c);
      append_written (walk->written, c);
      if (walk->folded->len > OM_TERMS_MAX_BYTES)
        {
          g_string_truncate (walk->folded, len);
          whole = FALSE;
        }
      len = walk->folded->len;
    }

  drop_signs (walk->folded);
  for (gsize i = 0; i < walk->folded->len; i++)
    hash = OM_WORD_HASH_STEP (hash, walk->folded->str[i]);
  if (walk->folded->len > 0)
    report_word (walk, walk->folded->str, walk->folded->len, hash, walk->written, start, p);
  return p;
}

/* A word of ASCII alone, or whatever stands at @p if that is something else. */
static const char *
read_any (Walk       *walk,
          const char *p)
{
  const char *start = p;
  char surface[OM_TERMS_MAX_BYTES];
  guint32 hash = OM_WORD_HASH_START;
  gsize n = 0;
  guint8 c;

  for (; p < walk->end && (c = ascii_word[(guint8) *p]) != 0 && c != G_MAXUINT8; p++)
    {
      if (n < sizeof surface)
        {
          surface[n++] = (char) c;
          hash = OM_WORD_HASH_STEP (hash, c);
        }
    }

  if (p < walk->end && (guint8) *p >= 0x80)
    {
      gunichar next = g_utf8_get_char (p);
      gboolean spaceless = om_script_is_spaceless (next);

      if (p == start && spaceless)
        return read_run (walk, p);
      if (!spaceless && (om_script_is_word (next) || (p > start && om_script_joins (next))))
        return read_word (walk, start);
      if (p == start)
        return g_utf8_next_char (p);
    }

  report_word (walk, surface, n, hash, NULL, start, p);
  return p;
}

static void
walk_through (Walk *walk)
{
  const char *p = walk->text;

  walk->stemmer = om_stemmer_of_thread ();
  while (!walk->stopped)
    {
      while (p < walk->end && ascii_word[(guint8) *p] == 0)
        p++;
      if (p == walk->end)
        break;
      p = read_any (walk, p);
    }

  if (walk->folded != NULL)
    {
      g_string_free (walk->folded, TRUE);
      g_string_free (walk->written, TRUE);
    }
}

/**
 * om_terms_foreach:
 * @text: UTF-8
 * @len: bytes, or -1 if NUL-terminated
 * @language: of the text; decides stems and stop words
 * @flags: what to report
 * @func: called for every term, in the order of the text; a pair comes after its first character
 * @data: for @func
 *
 * Cuts a text into the terms of the search index (see the head of om-terms.h). Takes time in
 * proportion to the text. A Cyrillic word is stemmed as Russian and a Latin word of a Chinese text
 * as English, so that a query need not be in the language of the text for these.
 */
void
om_terms_foreach (const char *text,
                  gssize      len,
                  OmLanguage  language,
                  OmTermFlags flags,
                  OmTermFunc  func,
                  gpointer    data)
{
  Walk walk = {
    .text = text,
    .end = text + (len < 0 ? strlen (text) : (gsize) len),
    .language = language,
    .flags = flags,
    .func = func,
    .data = data,
  };

  walk_through (&walk);
}

/**
 * om_terms_find:
 * @text: UTF-8
 * @len: bytes, or -1 if NUL-terminated
 * @language: of the text; decides stems
 * @wanted: NULL-terminated terms
 * @func: called for every term that is one of @wanted
 * @data: for @func
 *
 * Finds in a text what om_terms_foreach() with %OM_TERMS_DEFAULT would report of it, in a fraction of the
 * time: words that begin unlike all of @wanted are not even stemmed.
 */
void
om_terms_find (const char        *text,
               gssize             len,
               OmLanguage         language,
               const char *const *wanted,
               OmTermFunc         func,
               gpointer           data)
{
  g_autoptr (OmWordMap) terms = om_word_map_new ();
  Wanted sought = { terms, { FALSE } };
  Walk walk = {
    .text = text,
    .end = text + (len < 0 ? strlen (text) : (gsize) len),
    .language = language,
    .func = func,
    .data = data,
    .wanted = &sought,
  };

  for (; *wanted != NULL; wanted++)
    {
      *om_word_map_insert (terms, *wanted, strlen (*wanted)) = 1;
      sought.starts[(guint8) **wanted] = TRUE;
    }
  if (om_word_map_size (terms) > 0)
    walk_through (&walk);
}

/**
 * om_terms_is_stopword:
 * @folded: a word, folded by om_fold_search(); need not be terminated
 * @len: bytes
 *
 * Returns: whether it is a stop word of @language. A word that was written with an accent is
 *   judged as written by om_terms_foreach(): `schön` is no stop word though `schon` is
 */
gboolean
om_terms_is_stopword (const char *folded,
                      gsize       len,
                      OmLanguage  language)
{
  return (om_language_stopword_of (folded, len) & 1u << language) != 0;
}

static guint32
hash_of (const char *word,
         gsize       len)
{
  guint32 hash = OM_WORD_HASH_START;

  for (gsize i = 0; i < len; i++)
    hash = OM_WORD_HASH_STEP (hash, word[i]);
  return hash;
}

/**
 * om_terms_stem:
 * @surface: the surface of a term, at most %OM_TERMS_MAX_BYTES
 * @len: its bytes, not 0
 * @term: (out): its term in @language, not terminated
 *
 * Gives the term that om_terms_foreach() gives for a word with this surface in a text of
 * @language: so a query word is looked up in every language the store holds.
 *
 * Returns: bytes of @term
 */
gsize
om_terms_stem (const char *surface,
               gsize       len,
               OmLanguage  language,
               char        term[OM_TERMS_MAX_BYTES])
{
  OmStem stem;
  gsize n;

  g_return_val_if_fail (len > 0 && len <= OM_TERMS_MAX_BYTES, 0);

  stem = om_stemmer_stem (om_stemmer_of_thread (), language, surface, len, hash_of (surface, len));
  n = MIN (stem.len, OM_TERMS_MAX_BYTES);
  memcpy (term, stem.term, n);
  return n;
}

/**
 * om_terms_variants:
 * @surface: the surface of a query word
 * @len: its bytes
 * @languages: bit per language (1 << #OmLanguage) of the texts that are searched
 *
 * Returns: (transfer full): NULL-terminated: the different terms the word has in these languages
 */
char **
om_terms_variants (const char *surface,
                   gsize       len,
                   guint       languages)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  char terms[OM_N_LANGUAGES][OM_TERMS_MAX_BYTES];
  gsize lens[OM_N_LANGUAGES];
  guint n = 0;

  for (int i = 0; i < OM_N_LANGUAGES; i++)
    {
      gboolean known = FALSE;
      g_autofree char *term = NULL;

      if (!(languages & 1u << i))
        continue;
      lens[n] = om_terms_stem (surface, len, (OmLanguage) i, terms[n]);
      for (guint k = 0; k < n; k++)
        known = known || (lens[k] == lens[n] && memcmp (terms[k], terms[n], lens[n]) == 0);
      if (known)
        continue;
      term = g_strndup (terms[n], lens[n]);
      g_strv_builder_add (builder, term);
      n++;
    }

  return g_strv_builder_end (builder);
}

/**
 * om_terms_fingerprint:
 *
 * A number of the rules and of the stemmers in use, which another version of the library they come
 * from may change. An index that was made under another number must be made anew.
 *
 * Returns: the number
 */
guint32
om_terms_fingerprint (void)
{
  static const char *const probes[] = {
    "happily", "generalizations", "running", "hauser", "aufeinander", "schonsten", "habitacion",
    "canciones", "corriendo", "mangeaient", "continuation", "journees", "universita", "mangiavano",
    "informacoes", "falavam", "lichamelijk", "opgevallen", "flickornas", "jaktkarlarne", "говорили",
    "красивый", "ueberall", "yes",
  };
  guint32 hash = OM_WORD_HASH_STEP (OM_WORD_HASH_START, RULES_VERSION);

  for (guint i = 0; i < G_N_ELEMENTS (probes); i++)
    {
      for (int k = 1; k < OM_N_LANGUAGES; k++)
        {
          char term[OM_TERMS_MAX_BYTES];
          gsize n = om_terms_stem (probes[i], strlen (probes[i]), (OmLanguage) k, term);

          for (gsize b = 0; b < n; b++)
            hash = OM_WORD_HASH_STEP (hash, term[b]);
          hash = OM_WORD_HASH_STEP (hash, 0);
        }
    }

  return hash;
}
