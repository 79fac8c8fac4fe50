/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Folding for search and for sameness. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "text/om-fold.h"

#include <string.h>

#include "text/om-script.h"

/* Latin, Greek, Cyrillic, Hebrew and Arabic are looked up instead of decomposed each time, and so are
 * dashes, quotes, kana and the signs between ideographs. */
#define TABLE_END 0x0700
#define TABLE_MAX 3
#define PAGE_CHARS 0x100
static const gunichar pages[] = { 0x2000, 0x3000, 0xFF00 };

/* Marks out of order are put in order over so many of their neighbours, and no more: a text of
 * nothing but marks must not take quadratic time. */
#define MAX_REORDER 16

typedef struct
{
  guint8   n;
  gunichar c[TABLE_MAX];
} Folded;

/* Letters that have no decomposition but are typed as others. */
static const struct
{
  gunichar    c;
  const char *plain;
} extra_folds[] = {
  { 0x00DF, "ss" }, /* sharp s */
  { 0x00E6, "ae" },
  { 0x00F0, "d" },  /* eth */
  { 0x00F8, "o" },  /* o with stroke */
  { 0x00FE, "th" }, /* thorn */
  { 0x0111, "d" },  /* d with stroke */
  { 0x0127, "h" },  /* h with stroke */
  { 0x0131, "i" },  /* dotless i */
  { 0x0142, "l" },  /* l with stroke */
  { 0x0153, "oe" },
  { 0x0167, "t" },  /* t with stroke */
  { 0x02BC, "" },   /* modifier apostrophe */
  { 0x0640, "" },   /* Arabic lengthening stroke */
  { 0x03C2, "\317\203" }, /* final sigma */
};

/* Scripts whose marks are accents or points that people leave out. The marks of the others (Thai,
 * Devanagari and their kin) are vowels: without them words would fall together. */
static gboolean
is_dropped_mark (gunichar c)
{
  if (!g_unichar_ismark (c))
    return FALSE;

  switch (g_unichar_get_script (c))
    {
    case G_UNICODE_SCRIPT_INHERITED:
    case G_UNICODE_SCRIPT_COMMON:
    case G_UNICODE_SCRIPT_LATIN:
    case G_UNICODE_SCRIPT_GREEK:
    case G_UNICODE_SCRIPT_CYRILLIC:
    case G_UNICODE_SCRIPT_HEBREW:
    case G_UNICODE_SCRIPT_ARABIC:
    case G_UNICODE_SCRIPT_SYRIAC:
    case G_UNICODE_SCRIPT_HANGUL:
      return TRUE;
    default:
      return FALSE;
    }
}

/* Marks that make another letter of the one before: kana voicing, and the breve of Cyrillic short
 * i, which its speakers never leave out. They are kept until om_fold_append() has seen that
 * letter. */
static gboolean
is_composing_mark (gunichar c)
{
  return c == 0x3099 || c == 0x309A || c == 0x0306;
}

static gsize
fold_plain (gunichar  c,
            gunichar *folded)
{
  gsize n = 0;

  c = c == 0x1E9E ? 0x00DF : g_unichar_tolower (c);
  for (guint i = 0; i < G_N_ELEMENTS (extra_folds); i++)
    {
      if (extra_folds[i].c != c)
        continue;
      for (const char *p = extra_folds[i].plain; *p != '\0'; p = g_utf8_next_char (p))
        folded[n++] = g_utf8_get_char (p);
      return n;
    }

  folded[n++] = c;
  return n;
}

static gsize
fold_slowly (gunichar c,
             gunichar folded[G_UNICHAR_MAX_DECOMPOSITION_LENGTH])
{
  gunichar parts[G_UNICHAR_MAX_DECOMPOSITION_LENGTH];
  gsize n_parts;
  gsize n = 0;

  if (om_script_joins (c) && !g_unichar_ismark (c))
    return 0;
  if (c == 0x0419 || c == 0x0439 || (c >= 0xAC00 && c <= 0xD7A3))
    {
      folded[0] = g_unichar_tolower (c);
      return 1;
    }

  n_parts = g_unichar_fully_decompose (c, TRUE, parts, G_N_ELEMENTS (parts));
  for (gsize i = 0; i < n_parts; i++)
    {
      gunichar two[2];
      gsize n_two;

      /* The breve of a Latin letter is part of it here, that of a Cyrillic one comes by itself. */
      if (parts[i] == 0x0306 && n_parts > 1)
        continue;
      if (is_dropped_mark (parts[i]) && !is_composing_mark (parts[i]))
        continue;
      n_two = fold_plain (parts[i], two);
      for (gsize k = 0; k < n_two && n < G_UNICHAR_MAX_DECOMPOSITION_LENGTH; k++)
        folded[n++] = two[k];
    }

  return n;
}

static void
fill_table (Folded  *table,
            gunichar first,
            gsize    n_chars)
{
  for (gsize k = 0; k < n_chars; k++)
    {
      gunichar folded[G_UNICHAR_MAX_DECOMPOSITION_LENGTH];
      gsize n = fold_slowly (first + (gunichar) k, folded);

      /* TABLE_MAX + 1: too long for the table, fold it slowly. */
      table[k].n = (guint8) MIN (n, TABLE_MAX + 1);
      for (gsize i = 0; i < n && i < TABLE_MAX; i++)
        table[k].c[i] = folded[i];
    }
}

static const Folded *
get_table (void)
{
  static gsize ready = 0;
  static Folded *table = NULL;

  if (g_once_init_enter (&ready))
    {
      table = g_new0 (Folded, TABLE_END + G_N_ELEMENTS (pages) * PAGE_CHARS);
      fill_table (table, 0, TABLE_END);
      for (gsize i = 0; i < G_N_ELEMENTS (pages); i++)
        fill_table (table + TABLE_END + i * PAGE_CHARS, pages[i], PAGE_CHARS);
      g_once_init_leave (&ready, 1);
    }

  return table;
}

/* The place of a code point in the table, or NULL if it is not there. */
static const Folded *
look_up (gunichar c)
{
  if (c < TABLE_END)
    return &get_table ()[c];
  for (gsize i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      if (c - pages[i] < PAGE_CHARS)
        return &get_table ()[TABLE_END + i * PAGE_CHARS + (c - pages[i])];
    }
  return NULL;
}

/**
 * om_fold_search_char:
 * @c: a code point
 * @folded: (out): what it is folded to
 *
 * Folds one code point by itself: NFKD, lower case, marks of Latin, Greek, Cyrillic, Hebrew and
 * Arabic dropped, letters that have no decomposition spelt out. Kana voicing marks and a breve are
 * handed through: om_fold_append() joins them to the letter before or drops them.
 *
 * Returns: how many code points, 0 if it vanishes
 */
gsize
om_fold_search_char (gunichar c,
                     gunichar folded[G_UNICHAR_MAX_DECOMPOSITION_LENGTH])
{
  const Folded *entry;

  if (c >= 0x4E00 && c <= 0x9FFF)
    {
      folded[0] = c;
      return 1;
    }

  entry = look_up (c);
  if (entry == NULL || entry->n > TABLE_MAX)
    return fold_slowly (c, folded);
  memcpy (folded, entry->c, sizeof entry->c);
  return entry->n;
}

static void
append_kept_mark (GString *folded,
                  gunichar mark)
{
  int class = g_unichar_combining_class (mark);
  gsize at = folded->len;

  for (guint steps = 0; class > 0 && at > 0 && steps < MAX_REORDER; steps++)
    {
      const char *before = g_utf8_prev_char (folded->str + at);

      if (g_unichar_combining_class (g_utf8_get_char (before)) <= class)
        break;
      at = (gsize) (before - folded->str);
    }

  g_string_insert_unichar (folded, (gssize) at, mark);
}

static void
append_one (GString *folded,
            gunichar c)
{
  gunichar before, composed;
  const char *last;

  if (c < 0x80)
    {
      g_string_append_c (folded, (char) c);
      return;
    }

  if (is_composing_mark (c) || (c >= 0x1161 && c <= 0x11C2))
    {
      if (folded->len > 0)
        {
          last = g_utf8_prev_char (folded->str + folded->len);
          before = g_utf8_get_char (last);
          if ((c != 0x0306 || before == 0x0438) && g_unichar_compose (before, c, &composed))
            {
              g_string_truncate (folded, (gsize) (last - folded->str));
              g_string_append_unichar (folded, composed);
              return;
            }
        }
      if (is_composing_mark (c))
        return;
    }

  if (c >= 0x300 && g_unichar_ismark (c))
    append_kept_mark (folded, c);
  else
    g_string_append_unichar (folded, c);
}

/**
 * om_fold_append:
 * @folded: what was folded before
 * @c: the next code point of the text
 *
 * Folds @c for search and appends it, joined to what stands before where the two make one letter.
 */
void
om_fold_append (GString *folded,
                gunichar c)
{
  gunichar parts[G_UNICHAR_MAX_DECOMPOSITION_LENGTH];
  gsize n;

  /* An ideograph is itself and joins nothing. */
  if (c >= 0x4E00 && c <= 0x9FFF)
    {
      g_string_append_unichar (folded, c);
      return;
    }

  n = om_fold_search_char (c, parts);
  for (gsize i = 0; i < n; i++)
    append_one (folded, parts[i]);
}

/**
 * om_fold_search:
 * @text: UTF-8
 * @len: bytes, or -1 if NUL-terminated
 *
 * Folds a text so that it is found whichever way it was typed: NFKD, combining marks dropped, case
 * folded; and sharp s, ae, oe, thorn as two letters, the strokes of l, o, d, h and t and the dot
 * of i left out, final sigma as sigma, Cyrillic io as ie. Kept, because they are letters or
 * vowels: kana voicing, Hangul syllables, Cyrillic short i, the marks of Indic and South-East
 * Asian scripts. Joiners and soft hyphens vanish.
 *
 * Returns: (transfer full): the folded text
 */
char *
om_fold_search (const char *text,
                gssize      len)
{
  return om_fold_search_with_map (text, len, NULL, NULL);
}

/* Appends the ASCII that begins at @p, and where it came from. Returns its end. */
static const char *
append_ascii (GString    *folded,
              GArray     *sources,
              const char *text,
              const char *p,
              const char *end)
{
  gsize at = folded->len;
  const char *stop = p;
  gsize n;

  while (stop < end && (guchar) *stop < 0x80)
    stop++;
  n = (gsize) (stop - p);
  g_string_set_size (folded, at + n);
  for (gsize i = 0; i < n; i++)
    folded->str[at + i] = g_ascii_tolower (p[i]);

  if (sources != NULL)
    {
      g_array_set_size (sources, (guint) (at + n));
      for (gsize i = 0; i < n; i++)
        g_array_index (sources, guint32, at + i) = (guint32) (p + i - text);
    }
  return stop;
}

/**
 * om_fold_search_with_map:
 * @text: UTF-8
 * @len: bytes, or -1 if NUL-terminated
 * @folded_len: (out) (optional): bytes of the result
 * @map: (out) (optional) (transfer full): for each byte of the result, and for its end, the byte of
 *   @text where the code point begins that it came from
 *
 * As om_fold_search(). A match that ends inside the letters of one code point (the first s of a
 * sharp s) has the same source before and behind its end.
 *
 * Returns: (transfer full): the folded text
 */
char *
om_fold_search_with_map (const char *text,
                         gssize      len,
                         gsize      *folded_len,
                         guint32   **map)
{
  gsize n = len < 0 ? strlen (text) : (gsize) len;
  GString *folded = g_string_sized_new (n + 1);
  g_autoptr (GArray) sources = NULL;

  if (map != NULL)
    sources = g_array_sized_new (FALSE, FALSE, sizeof (guint32), (guint) n + 1);

  for (const char *p = text; p < text + n;)
    {
      guint32 source = (guint32) (p - text);

      if ((guchar) *p < 0x80)
        {
          p = append_ascii (folded, sources, text, p, text + n);
          continue;
        }

      om_fold_append (folded, g_utf8_get_char (p));
      p = g_utf8_next_char (p);
      if (sources != NULL)
        {
          if (sources->len > folded->len)
            g_array_set_size (sources, (guint) folded->len);
          while (sources->len < folded->len)
            g_array_append_val (sources, source);
        }
    }

  if (folded_len != NULL)
    *folded_len = folded->len;
  if (map != NULL)
    {
      guint32 end = (guint32) n;

      g_array_append_val (sources, end);
      *map = (guint32 *) (gpointer) g_array_free (g_steal_pointer (&sources), FALSE);
    }
  return g_string_free (folded, FALSE);
}

/**
 * om_fold_lower:
 *
 * Lower case code point by code point as the model's language does it: a capital I with dot
 * becomes i and a dot, a capital sigma that ends a word becomes a final sigma. Accents stay.
 *
 * Returns: (transfer full): the text in lower case
 */
char *
om_fold_lower (const char *text)
{
  GString *lower = g_string_sized_new (strlen (text) + 1);
  gboolean after_letter = FALSE;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c == 0x0130)
        g_string_append (lower, "i\314\207");
      else if (c == 0x03A3)
        {
          gunichar next = g_utf8_get_char (g_utf8_next_char (p));

          g_string_append_unichar (lower, after_letter && !g_unichar_isalpha (next) ? 0x03C2 : 0x03C3);
        }
      else
        g_string_append_unichar (lower, g_unichar_tolower (c));
      after_letter = g_unichar_isalpha (c) || (after_letter && g_unichar_ismark (c));
    }

  return g_string_free (lower, FALSE);
}

/* Case folding of a code point that is its own NFC form, whatever stands beside it, as long as that is
 * such a one too; 0 for all others: they take the long way. Most texts are made of these alone. */
static gunichar
fold_same_plain (gunichar c)
{
  if (c < 0x80)
    return (gunichar) (guchar) g_ascii_tolower ((char) c);
  if (c >= 0x00C0 && c <= 0x00FF)
    return c == 0x00DF ? 0 : c <= 0x00DE && c != 0x00D7 ? c + 0x20 : c;
  if (c >= 0x0410 && c <= 0x044F)
    return c <= 0x042F ? c + 0x20 : c;
  if ((c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x2010 && c <= 0x2027) || (c >= 0x3001 && c <= 0x3003) ||
      (c >= 0x3008 && c <= 0x3011) || (c >= 0x3041 && c <= 0x3096) || (c >= 0x30A1 && c <= 0x30FA) || c == 0x30FC ||
      (c >= 0xAC00 && c <= 0xD7A3) || c == 0xFF01 || c == 0xFF08 || c == 0xFF09 || c == 0xFF0C || c == 0xFF1A ||
      c == 0xFF1B || c == 0xFF1F)
    return c;
  return 0;
}

/* The fold of a text of plain code points, %NULL if there are others in it. */
static char *
fold_same_quickly (const char *text)
{
  g_autofree char *same = g_malloc (strlen (text) + 1);
  char *end = same;
  gboolean blank = FALSE;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      gunichar folded = fold_same_plain (c);

      if (folded == 0)
        return NULL;
      if (c < 0x80 && om_script_is_space (c))
        {
          blank = TRUE;
          continue;
        }
      if (blank && end > same)
        *end++ = ' ';
      blank = FALSE;
      if (folded < 0x80)
        *end++ = (char) folded;
      else
        end += g_unichar_to_utf8 (folded, end);
    }

  *end = '\0';
  return g_steal_pointer (&same);
}

static char *
fold_same_slowly (const char *text)
{
  g_autofree char *composed = g_utf8_normalize (text, -1, G_NORMALIZE_NFC);
  g_autofree char *lower = g_utf8_casefold (composed, -1);
  g_autofree char *again = g_utf8_normalize (lower, -1, G_NORMALIZE_NFC);
  GString *same = g_string_sized_new (strlen (again) + 1);
  gboolean blank = FALSE;

  for (const char *p = again; *p != '\0'; p = g_utf8_next_char (p))
    {
      if (om_script_is_space (g_utf8_get_char (p)))
        {
          blank = TRUE;
          continue;
        }
      if (blank && same->len > 0)
        g_string_append_c (same, ' ');
      blank = FALSE;
      g_string_append_len (same, p, g_utf8_next_char (p) - p);
    }

  return g_string_free (same, FALSE);
}

/**
 * om_fold_same:
 *
 * Folds a text for the test of exact duplicates (design/engine.md section 2): NFC, case folded,
 * runs of white space as one blank, none at either end. Accents and signs count.
 *
 * Returns: (transfer full): the folded text
 */
char *
om_fold_same (const char *text)
{
  char *same = fold_same_quickly (text);

  return same != NULL ? same : fold_same_slowly (text);
}

/**
 * om_fold_hash:
 * @folded: what om_fold_same() gave
 *
 * Returns: the first 8 bytes of the SHA-256 of @folded, big-endian
 */
guint64
om_fold_hash (const char *folded)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  guint8 digest[32];
  gsize len = sizeof digest;
  guint64 hash = 0;

  g_checksum_update (checksum, (const guchar *) folded, (gssize) strlen (folded));
  g_checksum_get_digest (checksum, digest, &len);
  for (guint i = 0; i < 8; i++)
    hash = hash << 8 | digest[i];
  return hash;
}
