/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words by the word breaks of Unicode (UAX 29): letters, digits and what joins them, with an apostrophe or a point
 * between two letters or digits. In scripts written without blanks between words (Chinese, Japanese, Thai, Lao,
 * Burmese, Khmer) no rule finds words; there every letter counts as one. Korean has blanks and is counted by them.
 * Signs, emoji and marks of Markdown are no words. Pure. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "text/om-word-count.h"

#include "text/om-script.h"

/* What a character is for counting. */
typedef enum
{
  OTHER,
  LETTER,
  DIGIT,
  SINGLE,     /* a word by itself */
  EXTENDS,    /* belongs to what is before it: accents, joiners */
  JOINS,      /* an underscore: part of a word that has a letter or a digit */
  MID_LETTER, /* between letters: ' ’ · : */
  MID_NUMBER, /* between digits: , ; */
  MID_BOTH    /* between letters or digits: . ' */
} Class;

static gboolean
is_hangul (gunichar c)
{
  return (c >= 0x1100 && c <= 0x11ff) || (c >= 0x3131 && c <= 0x318e) || (c >= 0xa960 && c <= 0xa97c) ||
         (c >= 0xac00 && c <= 0xd7fb) || (c >= 0xffa0 && c <= 0xffdc);
}

static Class
class_of_ascii (char c)
{
  if (g_ascii_isalpha (c))
    return LETTER;
  if (g_ascii_isdigit (c))
    return DIGIT;
  switch (c)
    {
    case '_':
      return JOINS;
    case '\'':
    case '.':
      return MID_BOTH;
    case ':':
      return MID_LETTER;
    case ',':
    case ';':
      return MID_NUMBER;
    default:
      return OTHER;
    }
}

static Class
class_of (gunichar c)
{
  if (c < 0x80)
    return class_of_ascii ((char) c);
  switch (c)
    {
    case 0x00b7: /* l·l in Catalan */
    case 0x0387:
    case 0x05f4: /* gershayim */
    case 0x2027:
      return MID_LETTER;
    case 0x2018:
    case 0x2019:
    case 0x2024:
    case 0xff0e:
      return MID_BOTH;
    case 0x00ad: /* soft hyphen */
    case 0x200c:
    case 0x200d:
    case 0x2060:
    case 0xfeff:
      return EXTENDS;
    case 0x203f:
    case 0x2040:
      return JOINS;
    default:
      break;
    }
  if (om_script_is_spaceless (c) && !is_hangul (c))
    return SINGLE;
  switch (g_unichar_type (c))
    {
    case G_UNICODE_UPPERCASE_LETTER:
    case G_UNICODE_LOWERCASE_LETTER:
    case G_UNICODE_TITLECASE_LETTER:
    case G_UNICODE_MODIFIER_LETTER:
    case G_UNICODE_OTHER_LETTER:
    case G_UNICODE_LETTER_NUMBER:
      return LETTER;
    case G_UNICODE_DECIMAL_NUMBER:
      return DIGIT;
    case G_UNICODE_NON_SPACING_MARK:
    case G_UNICODE_SPACING_MARK:
    case G_UNICODE_ENCLOSING_MARK:
    case G_UNICODE_FORMAT:
      return EXTENDS;
    default:
      return OTHER;
    }
}

/* Whether a sign between two of these parts no word. */
static gboolean
bridges (Class sign,
         Class before,
         Class after)
{
  if (before == LETTER && after == LETTER)
    return sign == MID_LETTER || sign == MID_BOTH;
  if (before == DIGIT && after == DIGIT)
    return sign == MID_NUMBER || sign == MID_BOTH;
  return FALSE;
}

/**
 * om_word_count:
 * @text: UTF-8
 * @length: in bytes
 *
 * Returns: how many words it has
 */
guint
om_word_count (const char *text,
               gsize       length)
{
  const char *end = text + length;
  guint count = 0;
  Class last = OTHER;    /* the last letter or digit of the word that goes on, OTHER between words */
  Class pending = OTHER; /* a sign after it that may go on with it */
  gboolean counted = FALSE;

  for (const char *p = text; p < end; p = g_utf8_next_char (p))
    {
      Class class = class_of (g_utf8_get_char (p));

      switch (class)
        {
        case LETTER:
        case DIGIT:
          if (pending != OTHER && !bridges (pending, last, class))
            counted = FALSE;
          if (!counted)
            count++;
          counted = TRUE;
          last = class;
          pending = OTHER;
          break;
        case SINGLE:
          count++;
          counted = FALSE;
          last = pending = OTHER;
          break;
        case EXTENDS:
          break;
        case JOINS:
          if (pending != OTHER)
            counted = FALSE;
          pending = OTHER;
          break;
        case MID_LETTER:
        case MID_NUMBER:
        case MID_BOTH:
          if (counted && pending == OTHER)
            {
              pending = class;
              break;
            }
          counted = FALSE;
          last = pending = OTHER;
          break;
        default:
          counted = FALSE;
          last = pending = OTHER;
        }
    }
  return count;
}
