/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kinds of code points and the edges of graphemes. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "text/om-script.h"

/* A flag, a family or a stack of accents is short; a longer run of them is no letter of anybody's. */
#define MAX_LOOK_BACK 64

/**
 * om_script_is_cjk:
 *
 * Returns: %TRUE in the ranges that the model takes for CJK (golden/tokens.json): Han, kana, Hangul
 */
gboolean
om_script_is_cjk (gunichar c)
{
  return (c >= 0x3400 && c <= 0x4DBF) || (c >= 0x4E00 && c <= 0x9FFF) ||
         (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x3040 && c <= 0x30FF) || (c >= 0xAC00 && c <= 0xD7AF);
}

/**
 * om_script_is_han:
 *
 * Returns: %TRUE for an ideograph
 */
gboolean
om_script_is_han (gunichar c)
{
  return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3400 && c <= 0x4DBF) ||
         (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x20000 && c <= 0x3FFFD) || (c >= 0x3005 && c <= 0x3007);
}

/**
 * om_script_has_han:
 *
 * Returns: %TRUE if any ideograph stands in @text
 */
gboolean
om_script_has_han (const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      if ((guchar) *p >= 0xE3 && om_script_is_han (g_utf8_get_char (p)))
        return TRUE;
    }

  return FALSE;
}

/* Letters alone: digits, signs and marks of the South-East Asian blocks are told apart by type. */
static gboolean
is_letter (gunichar c)
{
  return g_unichar_isalpha (c);
}

/**
 * om_script_is_spaceless:
 *
 * Returns: %TRUE for a letter of a script that is written without blanks between words (or, as
 *   Korean, with blanks that do not part what people search for): Han, kana, bopomofo, Hangul,
 *   Thai, Lao, Burmese, Khmer
 */
gboolean
om_script_is_spaceless (gunichar c)
{
  if (c < 0x0E00)
    return FALSE;
  if (c <= 0x0EFF || (c >= 0x1000 && c <= 0x109F) || (c >= 0x1780 && c <= 0x17FF))
    return is_letter (c);
  if (c < 0x1100)
    return FALSE;
  if (om_script_is_han (c) || (c >= 0xAC00 && c <= 0xD7A3))
    return TRUE;
  if (c <= 0x11FF)
    return TRUE;
  if ((c >= 0x3041 && c <= 0x30FF) || (c >= 0x3021 && c <= 0x3029) ||
      (c >= 0x3105 && c <= 0x318E) || (c >= 0x31A0 && c <= 0x31BF) ||
      (c >= 0x31F0 && c <= 0x31FF) || (c >= 0xA960 && c <= 0xA97C) ||
      (c >= 0xD7B0 && c <= 0xD7FB) || (c >= 0xFF66 && c <= 0xFFDC))
    return is_letter (c) || g_unichar_type (c) == G_UNICODE_LETTER_NUMBER;
  return FALSE;
}

/**
 * om_script_is_word:
 *
 * Returns: %TRUE for what a word is made of and may begin with: letters, digits, and signs that are
 *   digits in another dress (`²`), not fractions
 */
gboolean
om_script_is_word (gunichar c)
{
  gunichar plain[G_UNICHAR_MAX_DECOMPOSITION_LENGTH];

  if (c < 0x80)
    return g_ascii_isalnum ((char) c);

  switch (g_unichar_type (c))
    {
    case G_UNICODE_UPPERCASE_LETTER:
    case G_UNICODE_LOWERCASE_LETTER:
    case G_UNICODE_TITLECASE_LETTER:
    case G_UNICODE_OTHER_LETTER:
    case G_UNICODE_DECIMAL_NUMBER:
    case G_UNICODE_LETTER_NUMBER:
      return TRUE;
    case G_UNICODE_MODIFIER_LETTER:
      return c != 0x02BC; /* an apostrophe by another name */
    case G_UNICODE_OTHER_NUMBER:
      return g_unichar_fully_decompose (c, TRUE, plain, G_N_ELEMENTS (plain)) == 1 &&
             plain[0] != c && g_unichar_isdigit (plain[0]);
    default:
      return FALSE;
    }
}

/**
 * om_script_joins:
 *
 * Returns: %TRUE for what does not end a word but cannot begin one: marks, joiners, soft hyphen
 */
gboolean
om_script_joins (gunichar c)
{
  if (c < 0x80)
    return FALSE;
  return c == 0x00AD || c == 0x200C || c == 0x200D || c == 0x2060 || c == 0xFEFF ||
         g_unichar_ismark (c);
}

/**
 * om_script_is_space:
 *
 * Returns: %TRUE for white space in the wide sense of the model (Python): separators of all kinds
 *   and the control characters 9 to 13, 28 to 31 and 133
 */
gboolean
om_script_is_space (gunichar c)
{
  if (c <= 0x20)
    return c == 0x20 || (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x1F);
  if (c < 0x80)
    return FALSE;
  if (c == 0x85)
    return TRUE;
  switch (g_unichar_type (c))
    {
    case G_UNICODE_SPACE_SEPARATOR:
    case G_UNICODE_LINE_SEPARATOR:
    case G_UNICODE_PARAGRAPH_SEPARATOR:
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
is_regional (gunichar c)
{
  return c >= 0x1F1E6 && c <= 0x1F1FF;
}

/* What always belongs to the letter before it. */
static gboolean
extends (gunichar c)
{
  if (c < 0x300)
    return FALSE;
  return g_unichar_ismark (c) || c == 0x200C || c == 0x200D || (c >= 0x1F3FB && c <= 0x1F3FF) ||
         (c >= 0xE0020 && c <= 0xE007F) || c == 0xFF9E || c == 0xFF9F || c == 0x0E33 || c == 0x0EB3;
}

static gboolean
is_pictograph (gunichar c)
{
  return (c >= 0x1F000 && c <= 0x1FAFF) || c == 0x2194 || c == 0x2195 ||
         (c >= 0x2190 && c <= 0x2BFF && g_unichar_type (c) == G_UNICODE_OTHER_SYMBOL);
}

static gboolean
hangul_joins (gunichar before,
              gunichar after)
{
  gboolean lead = (before >= 0x1100 && before <= 0x115F) || (before >= 0xA960 && before <= 0xA97C);
  gboolean rest = (before >= 0x1160 && before <= 0x11FF) || (before >= 0xD7B0 && before <= 0xD7FB);
  gboolean syllable = before >= 0xAC00 && before <= 0xD7A3;

  if ((after >= 0x1160 && after <= 0x11FF) || (after >= 0xD7B0 && after <= 0xD7FB))
    return lead || rest || syllable;
  return lead && ((after >= 0x1100 && after <= 0x115F) || (after >= 0xAC00 && after <= 0xD7A3));
}

/* Whether nothing parts two neighbouring code points; @n_regional flags letters run up to @before. */
static gboolean
joined (gunichar before,
        gunichar after,
        guint    n_regional)
{
  if (before == '\r')
    return after == '\n';
  if (before < 0x20 || after < 0x20)
    return FALSE;
  if (extends (after))
    return TRUE;
  if (after < 0x300)
    return FALSE;
  if (before == 0x200D)
    return is_pictograph (after);
  if (is_regional (before) && is_regional (after))
    return n_regional % 2 == 1;
  return hangul_joins (before, after);
}

/**
 * om_grapheme_next:
 * @p: the beginning of a grapheme, not the end of the text
 *
 * Returns: the end of the grapheme: what a reader takes for one letter, with its marks; a flag, an
 *   emoji with its joiners, a Hangul syllable in parts (the rules of UAX 29 that matter here)
 */
const char *
om_grapheme_next (const char *p)
{
  gunichar before = g_utf8_get_char (p);
  guint n_regional = is_regional (before) ? 1 : 0;

  for (p = g_utf8_next_char (p); *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar after = g_utf8_get_char (p);

      if (!joined (before, after, n_regional))
        break;
      n_regional = is_regional (after) ? n_regional + 1 : 0;
      before = after;
    }

  return p;
}

static gboolean
is_boundary (const char *text,
             gsize       offset)
{
  const char *p = text + offset;
  const char *before;
  guint n_regional = 0;

  if (offset == 0 || *p == '\0')
    return TRUE;

  before = g_utf8_prev_char (p);
  if (is_regional (g_utf8_get_char (before)))
    {
      n_regional = 1;
      for (const char *q = before; q > text && n_regional < MAX_LOOK_BACK; n_regional++)
        {
          q = g_utf8_prev_char (q);
          if (!is_regional (g_utf8_get_char (q)))
            break;
        }
    }

  return !joined (g_utf8_get_char (before), g_utf8_get_char (p), n_regional);
}

/**
 * om_grapheme_floor:
 * @offset: byte offset of a code point, at most the length of @text
 *
 * Returns: the last edge between graphemes at or before @offset
 */
gsize
om_grapheme_floor (const char *text,
                   gsize       offset)
{
  while (!is_boundary (text, offset))
    offset = (gsize) (g_utf8_prev_char (text + offset) - text);
  return offset;
}

/**
 * om_grapheme_ceil:
 * @offset: byte offset of a code point, at most the length of @text
 *
 * Returns: the first edge between graphemes at or after @offset
 */
gsize
om_grapheme_ceil (const char *text,
                  gsize       offset)
{
  while (!is_boundary (text, offset))
    offset = (gsize) (g_utf8_next_char (text + offset) - text);
  return offset;
}
