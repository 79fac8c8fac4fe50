/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dates where people who keep one file a day write them. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-note-date.h"

#include <string.h>

#include "archive/om-text-edges.h"

/* How a name may hold its day, each field with all its digits: 2024-1-2 is often a number. */
static const char *const name_forms[] = { "%Y-%m-%d", "%Y_%m_%d", "%Y.%m.%d", "%d.%m.%Y" };

/* A day written together, at the beginning of a name only, and only in these centuries. */
static const char *const packed_forms[] = { "%Y%m%d", "%Y%m%d%H%M", "%Y%m%d%H%M%S" };

/* How a heading or a property may hold it; times may follow. Longer forms go first. */
static const char *const heading_forms[] = {
  "%A, %Y-%m-%d", "%A %Y-%m-%d",  "%Y-%m-%d",      "%Y/%m/%d",      "%Y.%m.%d",      "%d.%m.%Y",
  "%A, %d. %B %Y", "%A, %d %B %Y", "%A %d %B %Y",   "%d. %B %Y",     "%d%o %B %Y",    "%d %B %Y",
  "%A, %B %d%o, %Y", "%A, %B %d, %Y", "%B %d%o, %Y", "%B %d, %Y",    "%B %d %Y",
};

static const char *const time_forms[] = { " %I:%M:%S%p", " %I:%M%p", " %H:%M:%S", " %H:%M",
                                          "T%H:%M:%S", "T%H:%M",
                                          ", %H:%M" };

/* A date at the beginning of @text, which ends where a word ends, with a time behind it if there
 * is one. */
static OmDateFit
match_with_time (const char    *form,
                 const char    *text,
                 gsize          length,
                 OmWrittenDate *date,
                 gsize         *matched)
{
  OmDateFit fit = om_date_form_match (form, text, length, matched, date);
  OmWrittenDate time;
  gsize more;

  if (fit == OM_DATE_NONE)
    return fit;
  for (guint i = 0; i < G_N_ELEMENTS (time_forms); i++)
    {
      if (om_date_form_match (time_forms[i], text + *matched, length - *matched, &more,
                              &time) != OM_DATE_VALID)
        continue;
      if (*matched + more < length && g_ascii_isalnum (text[*matched + more]))
        continue;
      date->has_time = TRUE;
      date->hour = time.hour;
      date->minute = time.minute;
      date->second = time.second;
      *matched += more;
      return fit;
    }

  if (*matched < length && g_unichar_isalnum (g_utf8_get_char (text + *matched)))
    return OM_DATE_NONE;
  return fit;
}

/**
 * om_note_date_in_value:
 * @text: the value of a property
 * @zone: the zone of a time without one
 * @own_form: (nullable): the form the person has named
 * @moment: (out): what it says
 *
 * Returns: %OM_DATE_VALID if @moment was set
 */
OmDateFit
om_note_date_in_value (const char *text,
                       GTimeZone  *zone,
                       const char *own_form,
                       OmMoment   *moment)
{
  OmDateFit best = OM_DATE_NONE;
  OmWrittenDate date;
  gsize length = strlen (text);
  gsize matched;

  if (om_moment_parse (text, zone, moment, NULL))
    return OM_DATE_VALID;
  /* Obsidian lets a date be a link to its daily note. */
  if (length > 4 && g_str_has_prefix (text, "[[") && g_str_has_suffix (text, "]]"))
    {
      text += 2;
      length -= 4;
    }
  if (own_form != NULL)
    {
      best = om_date_form_match (own_form, text, length, NULL, &date);
      if (best == OM_DATE_VALID)
        return om_written_date_resolve (&date, zone, moment) ? best : OM_DATE_IMPOSSIBLE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (heading_forms); i++)
    {
      OmDateFit fit = match_with_time (heading_forms[i], text, length, &date, &matched);

      if (fit == OM_DATE_VALID && matched == length &&
          om_written_date_resolve (&date, zone, moment))
        return fit;
      best = MAX (best, MIN (fit, OM_DATE_IMPOSSIBLE));
    }
  return best;
}

/* Whether the digits of @text stand where the form has them, two for each field and four for a
 * year. */
static gboolean
has_all_digits (const char *form,
                const char *text,
                gsize       length)
{
  gsize at = 0;

  for (const char *f = form; *f != '\0'; f++)
    {
      gsize n = 1;

      if (*f == '%')
        {
          f++;
          n = *f == 'Y' ? 4 : 2;
          for (gsize i = 0; i < n; i++)
            {
              if (at + i >= length || !g_ascii_isdigit (text[at + i]))
                return FALSE;
            }
        }
      else if (at >= length || text[at] != *f)
        return FALSE;
      at += n;
    }
  return at >= length || !g_ascii_isdigit (text[at]);
}

/**
 * om_note_date_in_name:
 * @name: a file's name without its ending
 * @own_form: (nullable): the form the person or the vault has named; it must be the whole name
 * @date: (out): the day
 * @start: (out): where it begins in @name
 * @end: (out): where it ends
 *
 * Returns: %OM_DATE_VALID if there is a day in the name; else the best that was found
 */
OmDateFit
om_note_date_in_name (const char    *name,
                      const char    *own_form,
                      OmWrittenDate *date,
                      gsize         *start,
                      gsize         *end)
{
  gsize length = strlen (name);
  OmDateFit best = OM_DATE_NONE;
  OmDateFit fit;

  *start = 0;
  *end = 0;
  if (own_form != NULL && om_date_form_match (own_form, name, length, NULL, date) == OM_DATE_VALID)
    {
      *end = length;
      return OM_DATE_VALID;
    }

  for (guint i = 0; i < G_N_ELEMENTS (packed_forms); i++)
    {
      OmWrittenDate packed;
      gsize matched;

      if (!has_all_digits (packed_forms[i], name, length))
        continue;
      fit = om_date_form_match (packed_forms[i], name, length, &matched, &packed);
      if (fit == OM_DATE_VALID && packed.year >= 1900 && packed.year < 2200)
        {
          *date = packed;
          *end = matched;
          return fit;
        }
    }

  for (gsize at = 0; at < length; at++)
    {
      if (!g_ascii_isdigit (name[at]) || (at > 0 && g_ascii_isalnum (name[at - 1])))
        continue;
      for (guint i = 0; i < G_N_ELEMENTS (name_forms); i++)
        {
          OmWrittenDate found;
          gsize matched;

          if (!has_all_digits (name_forms[i], name + at, length - at))
            continue;
          fit = om_date_form_match (name_forms[i], name + at, length - at, &matched, &found);
          if (fit <= best)
            continue;
          best = fit;
          *date = found;
          *start = at;
          *end = at + matched;
          if (fit == OM_DATE_VALID)
            return fit;
        }
    }
  return best;
}

/**
 * om_note_date_in_path:
 * @path: a path with `/` without the ending of its last name: `2023/06/07` or `2023-06/07`
 * @date: (out): the day its folders and name make up
 *
 * Returns: %OM_DATE_VALID if there is one
 */
OmDateFit
om_note_date_in_path (const char    *path,
                      OmWrittenDate *date)
{
  static const char *const forms[] = { "%Y/%m/%d", "%Y-%m/%d" };
  const char *at = path + strlen (path);
  OmDateFit best = OM_DATE_NONE;

  /* The last names of the path, one more each time. */
  for (int names = 0; names < 3 && at > path; names++)
    {
      do
        at--;
      while (at > path && at[-1] != '/');
      for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
        {
          best = om_date_form_match (forms[i], at, strlen (at), NULL, date);
          if (best != OM_DATE_NONE)
            return best;
        }
    }
  return best;
}

/**
 * om_note_date_in_heading:
 * @text: a heading's words
 * @own_form: (nullable): the form the person has named
 * @date: (out): the date it begins with
 * @rest: (out): what stands behind the date; all of the heading where the date itself has words
 * @rest_length: (out): its bytes
 *
 * Returns: %OM_DATE_VALID if the heading begins with a date
 */
OmDateFit
om_note_date_in_heading (const char    *text,
                         gsize          length,
                         const char    *own_form,
                         OmWrittenDate *date,
                         const char   **rest,
                         gsize         *rest_length)
{
  OmDateFit fit = OM_DATE_NONE;
  const char *start = text;
  const char *end = text + length;
  const char *after;
  gsize matched = 0;
  gboolean linked = length > 4 && memcmp (text, "[[", 2) == 0;

  start += linked ? 2 : 0;
  if (own_form != NULL)
    fit = match_with_time (own_form, start, (gsize) (end - start), date, &matched);
  for (guint i = 0; i < G_N_ELEMENTS (heading_forms) && fit < OM_DATE_IMPOSSIBLE; i++)
    fit = match_with_time (heading_forms[i], start, (gsize) (end - start), date, &matched);
  if (fit < OM_DATE_IMPOSSIBLE)
    return fit;

  after = start + matched;
  if (linked && end - after >= 2 && memcmp (after, "]]", 2) == 0)
    after += 2;
  *rest = text;
  *rest_length = length;
  for (const char *p = start; p < start + matched; p++)
    {
      /* `T`, `am` and `pm` say nothing that the time does not. */
      if (((guchar) *p >= 0x80 || g_ascii_isalpha (*p)) && strchr ("TtAaPpMm", *p) == NULL)
        return fit;
    }
  while (after < end && (om_char_is_space (g_utf8_get_char (after)) ||
                         strchr (",:;-.|", *after) != NULL ||
                         g_utf8_get_char (after) == 0x2013 || g_utf8_get_char (after) == 0x2014))
    after = g_utf8_next_char (after);
  *rest = after;
  *rest_length = (gsize) (end - after);
  return fit;
}

/**
 * om_note_title_from_name:
 * @name: a file's name without its ending
 * @start: where a date in it begins
 * @end: where the date ends; @start if there is none
 *
 * Returns: (transfer full): the name without the date; with it, if it has nothing else
 */
char *
om_note_title_from_name (const char *name,
                         gsize       start,
                         gsize       end)
{
  g_autofree char *before = g_strndup (name, start);
  g_autofree char *both = NULL;
  const char *from;
  gsize length;

  if (end <= start)
    return g_strdup (name);
  both = g_strconcat (before, name + end, NULL);
  from = both;
  length = strlen (both);
  om_text_strip (&from, &length);
  while (length > 0 && strchr ("-_,.:;", *from) != NULL)
    {
      from++;
      length--;
      om_text_strip (&from, &length);
    }
  while (length > 0 && strchr ("-_,:;", from[length - 1]) != NULL)
    {
      length--;
      om_text_strip (&from, &length);
    }
  return length > 0 ? g_strndup (from, length) : g_strdup (name);
}
