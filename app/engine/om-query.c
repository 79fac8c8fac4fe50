/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Takes a typed query apart. No input is an error: what is no operator is a word. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-query.h"

#include <string.h>

#include "engine/om-query-chinese.h"

/* A query is typed, or pasted by mistake: longer ones are cut, at a code point. */
#define MAX_CHARS 2000
#define IDEOGRAPHIC_SPACE 0x3000

/* Finds the closing quote of the pair that opens at @p; typographic pairs count as well. */
static const char *
closing_quote (const char  *p,
               const char **inside)
{
  static const struct
  {
    const char *open;
    const char *close;
  } pairs[] = { { "\"", "\"" }, { "“", "”" }, { "„", "“" }, { "«", "»" }, { "「", "」" }, { "『", "』" } };

  for (gsize i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      if (g_str_has_prefix (p, pairs[i].open))
        {
          *inside = p + strlen (pairs[i].open);
          return strstr (*inside, pairs[i].close);
        }
    }

  return NULL;
}

static gboolean
read_flag (OmFilter   *filter,
           const char *value)
{
  static const struct
  {
    const char *word;
    guint       flag;
  } flags[] = {
    { "pinned", OM_FLAG_PINNED }, { "kept", OM_FLAG_KEPT }, { "resolved", OM_FLAG_RESOLVED },
    { "hidden", OM_FLAG_HIDDEN }, { "private", OM_FLAG_PRIVATE }, { "starred", OM_FLAG_STARRED },
    { "conflict", OM_FLAG_CONFLICT }, { "not-about-me", OM_FLAG_NOT_ABOUT_ME },
  };
  OmVividness vividness = om_vividness_from_nick (value);

  for (gsize i = 0; i < G_N_ELEMENTS (flags); i++)
    {
      if (g_ascii_strcasecmp (value, flags[i].word) == 0)
        {
          filter->flags_set |= flags[i].flag;
          return TRUE;
        }
    }
  if (vividness != OM_VIVIDNESS_UNKNOWN)
    {
      filter->vividness |= 1u << vividness;
      return TRUE;
    }
  if (g_ascii_strcasecmp (value, "binned") == 0 || g_ascii_strcasecmp (value, "bin") == 0)
    return filter->binned = TRUE;
  if (g_ascii_strcasecmp (value, "undated") == 0)
    return filter->undated = TRUE;
  return FALSE;
}

/* A date for before: and after: may be a year or a month, too. @first is its first day, @next the
 * day after its last. */
static gboolean
read_period (const char *value,
             gint32     *first,
             gint32     *next)
{
  gsize length = strlen (value);
  int year = 0;
  int month = 1;
  int day = 1;

  for (gsize i = 0; i < length; i++)
    {
      if (i == 4 || i == 7 ? value[i] != '-' : !g_ascii_isdigit (value[i]))
        return FALSE;
    }
  if (length != 4 && length != 7 && length != 10)
    return FALSE;

  year = (int) g_ascii_strtoull (value, NULL, 10);
  if (length >= 7)
    month = (int) g_ascii_strtoull (value + 5, NULL, 10);
  if (length >= 10)
    day = (int) g_ascii_strtoull (value + 8, NULL, 10);
  if (!om_date_is_valid (year, month, day))
    return FALSE;

  *first = om_date_to_day_number (year, month, day);
  if (length == 10)
    *next = *first + 1;
  else if (length == 7)
    *next = *first + g_date_get_days_in_month ((GDateMonth) month, (GDateYear) year);
  else
    *next = *first + (g_date_is_leap_year ((GDateYear) year) ? 366 : 365);
  return TRUE;
}

/**
 * om_query_add_period:
 * @filter: a filter it is added to
 * @name: "before", "after" or "on"
 * @value: a day `2024-05-31`, a month `2024-05` or a year
 *
 * Returns: %FALSE if @value is none, and @filter as it was
 */
gboolean
om_query_add_period (OmFilter   *filter,
                     const char *name,
                     const char *value)
{
  gint32 first;
  gint32 next;

  if (!read_period (value, &first, &next))
    return FALSE;
  if (g_str_equal (name, "before"))
    filter->last_day = MIN (filter->last_day, first - 1);
  else if (g_str_equal (name, "after"))
    filter->first_day = MAX (filter->first_day, next);
  else
    {
      filter->first_day = MAX (filter->first_day, first);
      filter->last_day = MIN (filter->last_day, next - 1);
    }
  return TRUE;
}

static void
add_tag (OmFilter   *filter,
         const char *tag)
{
  guint n = filter->tags != NULL ? g_strv_length (filter->tags) : 0;

  filter->tags = g_renew (char *, filter->tags, n + 2);
  filter->tags[n] = g_strdup (tag);
  filter->tags[n + 1] = NULL;
}

/* Returns FALSE if @name is no operator or @value none that it knows. */
static gboolean
read_operator (OmFilter   *filter,
               const char *name,
               const char *value,
               gboolean   *is_operator)
{

  *is_operator = TRUE;
  if (g_str_equal (name, "tag"))
    {
      if (*value == '#' || *value == '@')
        value++;
      if (*value == '\0')
        return FALSE;
      add_tag (filter, value);
      return TRUE;
    }
  if (g_str_equal (name, "sector"))
    {
      OmSector sector = om_sector_from_nick (value);

      filter->sectors |= sector != OM_SECTOR_UNKNOWN ? 1u << sector : 0;
      return sector != OM_SECTOR_UNKNOWN;
    }
  if (g_str_equal (name, "type"))
    {
      OmMemoryType type = om_memory_type_from_nick (value);

      filter->types |= type != OM_MEMORY_TYPE_UNKNOWN ? 1u << type : 0;
      return type != OM_MEMORY_TYPE_UNKNOWN;
    }
  if (g_str_equal (name, "context"))
    {
      OmContext context = om_context_from_nick (value);

      filter->contexts |= context != OM_CONTEXT_UNKNOWN ? 1u << context : 0;
      return context != OM_CONTEXT_UNKNOWN;
    }
  if (g_str_equal (name, "before") || g_str_equal (name, "after") || g_str_equal (name, "on"))
    return om_query_add_period (filter, name, value);
  if (g_str_equal (name, "is"))
    return read_flag (filter, value);

  *is_operator = FALSE;
  return FALSE;
}

/* Takes `name:value` or `name:"value with blanks"` at @p. Returns where it ends, NULL if there is none. */
static const char *
take_operator (const char *p,
               OmFilter   *filter,
               GPtrArray  *unknown)
{
  g_autofree char *name = NULL;
  g_autofree char *value = NULL;
  const char *chinese;
  const char *colon = p;
  const char *inside;
  const char *end;
  gboolean is_operator;

  chinese = om_query_chinese_name (p, &colon);
  while (chinese == NULL && g_ascii_isalpha (*colon))
    colon++;
  name = chinese != NULL ? g_strdup (chinese) : g_ascii_strdown (p, colon - p);
  /* A Chinese keyboard writes the broad colon, behind English names too. */
  if (colon == p || (*colon != ':' && !g_str_has_prefix (colon, "：")))
    return NULL;
  colon = g_utf8_next_char (colon);

  end = closing_quote (colon, &inside);
  if (end != NULL)
    {
      value = g_strndup (inside, end - inside);
      end = g_utf8_next_char (end);
    }
  else
    {
      for (end = colon; *end != '\0' && !g_unichar_isspace (g_utf8_get_char (end)); end = g_utf8_next_char (end))
        ;
      value = g_strndup (colon, end - colon);
    }
  if (read_operator (filter, name, om_query_chinese_value (name, value), &is_operator))
    return end;
  if (is_operator && *value != '\0')
    g_ptr_array_add (unknown, g_strndup (p, end - p));
  return NULL;
}

/**
 * om_query_parse:
 * @typed: what was typed, UTF-8
 * @filter: (nullable): a filter the operators add to
 *
 * Operators: `tag:`, `sector:`, `type:`, `context:`, `before:`, `after:`, `on:` (a day, a month
 * `2024-05` or a year), `is:` (pinned, kept, resolved, hidden, private, starred, conflict, vivid,
 * clear, fading, resting, binned, undated), or in Chinese (om-query-chinese.c). Text in quotes is an exact
 * phrase. What is not known is searched as words, so that `status: done` finds its entry.
 *
 * Returns: (transfer full): the parts
 */
OmQuery *
om_query_parse (const char     *typed,
                const OmFilter *filter)
{
  OmQuery *self = g_new0 (OmQuery, 1);
  g_autoptr (GPtrArray) phrases = g_ptr_array_new ();
  g_autoptr (GPtrArray) unknown = g_ptr_array_new ();
  g_autofree char *cut = NULL;
  GString *text = g_string_new (NULL);
  gboolean at_start = TRUE;
  const char *p;

  if (g_utf8_strlen (typed, -1) > MAX_CHARS)
    typed = cut = g_utf8_substring (typed, 0, MAX_CHARS);

  self->filter = om_filter_copy (filter);
  for (p = typed; *p != '\0';)
    {
      const char *inside;
      const char *end = NULL;

      if (at_start && (end = take_operator (p, self->filter, unknown)) != NULL)
        {
          p = end;
          continue;
        }
      if (at_start && (end = closing_quote (p, &inside)) != NULL && end > inside)
        {
          char *phrase = g_strndup (inside, end - inside);

          g_ptr_array_add (phrases, g_strstrip (phrase));
          g_string_append_printf (text, " %s ", phrase);
          p = g_utf8_next_char (end);
          continue;
        }
      at_start = g_unichar_isspace (g_utf8_get_char (p));
      if (g_utf8_get_char (p) == IDEOGRAPHIC_SPACE)
        g_string_append_c (text, ' ');
      else
        g_string_append_len (text, p, g_utf8_next_char (p) - p);
      p = g_utf8_next_char (p);
    }

  self->text = g_strstrip (g_string_free (text, FALSE));
  g_ptr_array_add (phrases, NULL);
  g_ptr_array_add (unknown, NULL);
  self->phrases = (char **) g_ptr_array_free (g_steal_pointer (&phrases), FALSE);
  self->unknown = (char **) g_ptr_array_free (g_steal_pointer (&unknown), FALSE);
  return self;
}

/**
 * om_query_free:
 * @self: (transfer full) (nullable): a query
 */
void
om_query_free (OmQuery *self)
{
  if (self == NULL)
    return;

  g_free (self->text);
  g_strfreev (self->phrases);
  om_filter_free (self->filter);
  g_strfreev (self->unknown);
  g_free (self);
}
