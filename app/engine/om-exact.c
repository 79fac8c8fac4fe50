/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds a typed phrase in a text: case and white space do not count, accents do, and it neither
 * begins nor ends inside a word, except in scripts that are written without blanks. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-exact.h"

#include <string.h>

#include "text/om-fold.h"
#include "text/om-script.h"

/**
 * om_exact_needle:
 * @typed: what was typed, without operators
 *
 * Returns: (transfer full) (nullable): the form to look for, %NULL for nothing but white space
 */
char *
om_exact_needle (const char *typed)
{
  g_autofree char *folded = om_fold_same (typed);

  return *folded != '\0' ? g_steal_pointer (&folded) : NULL;
}

static gboolean
joins (gunichar a,
       gunichar b)
{
  return (g_unichar_isalnum (a) || g_unichar_ismark (a)) && (g_unichar_isalnum (b) || g_unichar_ismark (b)) &&
         !om_script_is_spaceless (a) && !om_script_is_spaceless (b);
}

/**
 * om_exact_contains:
 * @text: a text or title
 * @needle: from om_exact_needle()
 *
 * Returns: %TRUE if @needle stands in @text as whole words
 */
gboolean
om_exact_contains (const char *text,
                   const char *needle)
{
  g_autofree char *folded = om_fold_same (text);
  gsize length = strlen (needle);

  for (const char *p = strstr (folded, needle); p != NULL; p = strstr (g_utf8_next_char (p), needle))
    {
      gunichar before = p > folded ? g_utf8_get_char (g_utf8_prev_char (p)) : 0;
      gunichar after = g_utf8_get_char (p + length);

      if ((before == 0 || !joins (before, g_utf8_get_char (needle))) &&
          (after == 0 || !joins (g_utf8_get_char (g_utf8_prev_char (p + length)), after)))
        return TRUE;
    }
  return FALSE;
}

/* What the index of words keeps. */
static gboolean
is_indexed (gunichar c)
{
  return om_script_is_word (c) || om_script_is_spaceless (c);
}

/**
 * om_exact_has_word:
 * @typed: what was typed
 *
 * Returns: %TRUE if the index of words can find anything of it: neither `:)` nor `½` has a word
 */
gboolean
om_exact_has_word (const char *typed)
{
  for (const char *p = typed; *p != '\0'; p = g_utf8_next_char (p))
    {
      if (is_indexed (g_utf8_get_char (p)))
        return TRUE;
    }
  return FALSE;
}

/**
 * om_exact_has_signs:
 * @typed: what was typed
 *
 * Returns: %TRUE if it holds signs that the index of words does not keep, as in `C++` or `:)`
 */
gboolean
om_exact_has_signs (const char *typed)
{
  for (const char *p = typed; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (!is_indexed (c) && !om_script_joins (c) && !om_script_is_space (c) && c != '?' && c != '.' &&
          c != ',' && c != '\'' && c != 0x2019 && c != '-' && c != 0x3002 && c != 0xFF1F && c != 0xFF0C)
        return TRUE;
    }
  return FALSE;
}

/* A quote is typed straight and set curled, or the other way. */
static char
plain_quote (gunichar c)
{
  if (c == 0x2018 || c == 0x2019 || c == 0x201A)
    return '\'';
  if (c == 0x201C || c == 0x201D || c == 0x201E || c == 0x00AB || c == 0x00BB)
    return '"';
  return '\0';
}

static char *
fold_loosely (const char *text)
{
  g_autofree char *folded = om_fold_search (text, -1);
  GString *loose = g_string_sized_new (strlen (folded));
  gboolean space = FALSE;

  for (const char *p = folded; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      char quote = plain_quote (c);

      if (om_script_is_space (c))
        {
          space = loose->len > 0;
          continue;
        }
      if (space)
        g_string_append_c (loose, ' ');
      space = FALSE;
      if (quote != '\0')
        g_string_append_c (loose, quote);
      else
        g_string_append_len (loose, p, g_utf8_next_char (p) - p);
    }
  return g_string_free (loose, FALSE);
}

/**
 * om_exact_holds_loosely:
 * @text: a text, title or tag
 * @typed: what was typed
 *
 * Returns: %TRUE if @typed stands in @text with all its signs; case, accents, white space and the
 *   shape of quotes do not count, nor whether it stands inside a word
 */
gboolean
om_exact_holds_loosely (const char *text,
                        const char *typed)
{
  g_autofree char *folded = fold_loosely (text);
  g_autofree char *needle = fold_loosely (typed);

  return strstr (folded, needle) != NULL;
}
