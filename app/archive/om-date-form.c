/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Forms of dates, strict: none is bent to a neighbouring day, and text is never a date. Pure. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-date-form.h"

#include <glib/gi18n.h>
#include <string.h>

#include "memory/om-error.h"

#define DIRECTIVES "YymdHIMSfpBbAaeoFRT%"

/* What jrnl and its people use between the brackets; the first that fits is the journal's own. */
static const char *const header_forms[] = {
  "%Y-%m-%d %H:%M",
  "%Y-%m-%d %H:%M:%S",
  "%Y-%m-%d %I:%M%p",
  "%Y-%m-%d %I:%M:%S%p",
  "%Y-%m-%d",
  "%Y-%m-%dT%H:%M",
  "%Y-%m-%dT%H:%M:%S",
  "%Y/%m/%d %H:%M",
  "%Y/%m/%d %H:%M:%S",
  "%Y/%m/%d %I:%M%p",
  "%Y/%m/%d",
  "%Y.%m.%d %H:%M",
  "%Y.%m.%d %H:%M:%S",
  "%Y.%m.%d",
  "%d.%m.%Y %H:%M",
  "%d.%m.%Y %H:%M:%S",
  "%d.%m.%Y %I:%M%p",
  "%d.%m.%Y",
  "%d %B %Y %H:%M",
  "%d %B %Y",
  "%A, %d %B %Y %H:%M",
  "%A, %d %B %Y",
  NULL,
};

/* The same without a day, for files that are named after theirs. */
static const char *const time_forms[] = { "%H:%M", "%H:%M:%S", "%I:%M%p", "%I:%M:%S%p", NULL };

static const char *const month_names[][12] = {
  { "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october",
    "november", "december" },
  { "januar", "februar", "märz", "april", "mai", "juni", "juli", "august", "september", "oktober",
    "november", "dezember" },
  { "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre",
    "novembre", "décembre" },
  { "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre",
    "octubre",
    "noviembre", "diciembre" },
  { "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec" },
};

/* moment.js, which Obsidian names its daily notes with, and our form of the same; longest first. */
static const struct
{
  const char *moment;
  const char *form;
} moment_tokens[] = {
  { "YYYY", "%Y" }, { "YY", "%y" },   { "MMMM", "%B" }, { "MMM", "%b" }, { "MM", "%m" },
  { "Mo", "%m%o" }, { "M", "%m" },    { "DD", "%d" },   { "Do", "%d%o" }, { "D", "%d" },
  { "dddd", "%A" }, { "ddd", "%a" },  { "dd", "%a" },   { "HH", "%H" },  { "H", "%H" },
  { "hh", "%I" },   { "h", "%I" },    { "mm", "%M" },   { "m", "%M" },   { "ss", "%S" },
  { "s", "%S" },    { "A", "%p" },    { "a", "%p" },
};

typedef struct
{
  const char *at;
  const char *end;
  int         hour12; /* -1 if not written */
  int         half;   /* 0 morning, 1 afternoon, -1 if not written */
} Scan;

static gboolean
scan_digits (Scan *scan,
             int   least,
             int   most,
             int  *value)
{
  int n = 0;

  *value = 0;
  while (n < most && scan->at < scan->end && g_ascii_isdigit (*scan->at))
    {
      *value = *value * 10 + (*scan->at++ - '0');
      n++;
    }
  return n >= least;
}

static gsize
letters_at (const Scan *scan)
{
  const char *p = scan->at;

  while (p < scan->end &&
         (g_unichar_isalpha (g_utf8_get_char (p)) || g_unichar_ismark (g_utf8_get_char (p))))
    p = g_utf8_next_char (p);
  return (gsize) (p - scan->at);
}

static gboolean
scan_word (Scan       *scan,
           const char *word)
{
  gsize length = strlen (word);

  if ((gsize) (scan->end - scan->at) < length || g_ascii_strncasecmp (scan->at, word, length) != 0)
    return FALSE;
  scan->at += length;
  return TRUE;
}

static gboolean
scan_month (Scan *scan,
            int  *month)
{
  gsize length = letters_at (scan);
  g_autofree char *word = g_utf8_strdown (scan->at, (gssize) length);

  for (guint language = 0; language < G_N_ELEMENTS (month_names); language++)
    {
      for (int i = 0; i < 12; i++)
        {
          if (!g_str_equal (word, month_names[language][i]))
            continue;
          *month = i + 1;
          scan->at += length;
          if (strlen (word) == 3)
            scan_word (scan, ".");
          return TRUE;
        }
    }
  return FALSE;
}

static void
scan_spaces (Scan *scan)
{
  while (scan->at < scan->end && g_unichar_isspace (g_utf8_get_char (scan->at)))
    scan->at = g_utf8_next_char (scan->at);
}

static gboolean
scan_half (Scan *scan)
{
  scan_spaces (scan);
  if (scan_word (scan, "am") || scan_word (scan, "a.m."))
    scan->half = 0;
  else if (scan_word (scan, "pm") || scan_word (scan, "p.m."))
    scan->half = 1;
  return scan->half >= 0;
}

static gboolean
scan_fraction (Scan   *scan,
               double *second)
{
  double unit = 0.1;
  const char *start = scan->at;

  for (; scan->at < scan->end && g_ascii_isdigit (*scan->at); scan->at++, unit /= 10)
    *second += (*scan->at - '0') * unit;
  return scan->at > start;
}

static gboolean scan_form (Scan          *scan,
                           const char    *form,
                           OmWrittenDate *date);

static gboolean
scan_directive (Scan          *scan,
                char           directive,
                OmWrittenDate *date)
{
  int whole;

  switch (directive)
    {
    case 'Y':
      return scan_digits (scan, 4, 4, &date->year);
    case 'y':
      if (!scan_digits (scan, 2, 2, &date->year))
        return FALSE;
      date->year += date->year < 69 ? 2000 : 1900;
      return TRUE;
    case 'm':
      return scan_digits (scan, 1, 2, &date->month);
    case 'd':
    case 'e':
      return scan_digits (scan, 1, 2, &date->day);
    case 'H':
      date->has_time = TRUE;
      return scan_digits (scan, 1, 2, &date->hour);
    case 'I':
      date->has_time = TRUE;
      return scan_digits (scan, 1, 2, &scan->hour12);
    case 'M':
      return scan_digits (scan, 1, 2, &date->minute);
    case 'S':
      if (!scan_digits (scan, 1, 2, &whole))
        return FALSE;
      date->second = whole;
      return TRUE;
    case 'f':
      return scan_fraction (scan, &date->second);
    case 'p':
      return scan_half (scan);
    case 'B':
    case 'b':
      return scan_month (scan, &date->month);
    case 'A':
    case 'a':
      /* The day of the week, in whatever language; it says nothing that the date does not say. */
      if (letters_at (scan) == 0)
        return FALSE;
      scan->at += letters_at (scan);
      return TRUE;
    case 'o':
      return scan_word (scan, "st") || scan_word (scan, "nd") || scan_word (scan, "rd") ||
             scan_word (scan, "th");
    case 'F':
      return scan_form (scan, "%Y-%m-%d", date);
    case 'R':
      return scan_form (scan, "%H:%M", date);
    case 'T':
      return scan_form (scan, "%H:%M:%S", date);
    case '%':
      return scan_word (scan, "%");
    default:
      return FALSE;
    }
}

static gboolean
scan_form (Scan          *scan,
           const char    *form,
           OmWrittenDate *date)
{
  for (const char *f = form; *f != '\0';)
    {
      if (*f == '%' && f[1] != '\0')
        {
          if (!scan_directive (scan, f[1], date))
            return FALSE;
          f += 2;
        }
      else if (*f == ' ')
        {
          const char *before = scan->at;

          while (*f == ' ')
            f++;
          scan_spaces (scan);
          /* Before a.m. and p.m. the blank is a matter of taste. */
          if (scan->at == before && !(f[0] == '%' && f[1] == 'p'))
            return FALSE;
        }
      else
        {
          gsize n = (gsize) (g_utf8_next_char (f) - f);

          if ((gsize) (scan->end - scan->at) < n || memcmp (scan->at, f, n) != 0)
            return FALSE;
          scan->at += n;
          f += n;
        }
    }

  return TRUE;
}

/* Whether there is such a date; never %OM_DATE_NONE. */
static OmDateFit
check_date (const OmWrittenDate *date)
{
  if (date->month < 1 || date->month > 12 || date->day < 1 || date->day > 31 || date->hour < 0 ||
      date->hour > 23 || date->minute < 0 || date->minute > 59 || !(date->second >= 0) ||
      date->second >= 60)
    return OM_DATE_OUT_OF_RANGE;

  return om_date_is_valid (date->year, date->month, date->day) ? OM_DATE_VALID : OM_DATE_IMPOSSIBLE;
}

/**
 * om_date_form_match:
 * @form: as strftime writes it: Y y m d e H I M S f p B b A a F R T, and %o for an
 *   English ordinal's ending
 * @text: where the date should begin
 * @length: bytes that may be read
 * @matched: (out) (nullable): bytes that were; if %NULL the form must reach to the end of @text
 * @date: (out): what was read; its day is 1 January of year 1 where @form names no day
 *
 * Returns: how it fits; @date holds the numbers as written for all but %OM_DATE_NONE
 */
OmDateFit
om_date_form_match (const char    *form,
                    const char    *text,
                    gsize          length,
                    gsize         *matched,
                    OmWrittenDate *date)
{
  Scan scan = { .at = text, .end = text + length, .hour12 = -1, .half = -1 };

  *date = (OmWrittenDate){ .year = 1, .month = 1, .day = 1 };
  if (!scan_form (&scan, form, date) || (matched == NULL && scan.at != scan.end))
    return OM_DATE_NONE;
  if (matched != NULL)
    *matched = (gsize) (scan.at - text);

  if (scan.hour12 >= 0)
    {
      if (scan.hour12 < 1 || scan.hour12 > 12)
        {
          date->hour = scan.hour12;
          return OM_DATE_OUT_OF_RANGE;
        }
      date->hour = scan.hour12 % 12 + (scan.half == 1 ? 12 : 0);
    }
  return check_date (date);
}

/**
 * om_date_form_check:
 * @form: what a person typed as the form of dates
 * @error: return location, %OM_ERROR_INVALID
 *
 * Returns: %TRUE if the form can be read
 */
gboolean
om_date_form_check (const char *form,
                    GError    **error)
{
  for (const char *f = form; *f != '\0'; f++)
    {
      if (*f != '%')
        continue;
      f++;
      if (*f == '\0' || strchr (DIRECTIVES, *f) == NULL)
        {
          g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
                       _("“%s” is not a form of dates this program can read: “%%%c” is not known. "
                         "Write it with %%Y, %%m, %%d, %%H, %%M, as in “%%Y-%%m-%%d %%H:%%M”."),
                       form, *f != '\0' ? *f : ' ');
          return FALSE;
        }
    }

  if (strchr (form, '%') != NULL)
    return TRUE;
  g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
               _("“%s” is not a form of dates. Write it with %%Y, %%m, %%d, %%H, %%M, as in "
                 "“%%Y-%%m-%%d %%H:%%M”."),
               form);
  return FALSE;
}

/** om_date_form_has_day: whether a date of this form says which day it is. */
gboolean
om_date_form_has_day (const char *form)
{
  return strstr (form, "%d") != NULL || strstr (form, "%e") != NULL || strstr (form, "%F") != NULL;
}

/**
 * om_date_form_detect:
 * @text: what stands where a date is expected, as a whole
 * @time_alone: whether a time of day without a date will do, too
 *
 * Returns: (transfer none) (nullable): the form it has
 */
const char *
om_date_form_detect (const char *text,
                     gsize       length,
                     gboolean    time_alone)
{
  OmWrittenDate date;

  for (guint i = 0; header_forms[i] != NULL; i++)
    {
      if (om_date_form_match (header_forms[i], text, length, NULL, &date) >= OM_DATE_IMPOSSIBLE)
        return header_forms[i];
    }
  for (guint i = 0; time_alone && time_forms[i] != NULL; i++)
    {
      if (om_date_form_match (time_forms[i], text, length, NULL, &date) >= OM_DATE_IMPOSSIBLE)
        return time_forms[i];
    }
  return NULL;
}

/**
 * om_date_form_from_moment:
 * @pattern: a moment.js pattern such as `YYYY/MM/YYYY-MM-DD dddd [note]`
 *
 * Returns: (transfer full) (nullable): the same as a form; %NULL if it holds something that has no
 *   counterpart (week numbers, quarters) or names no day
 */
char *
om_date_form_from_moment (const char *pattern)
{
  g_autoptr (GString) form = g_string_new (NULL);

  for (const char *p = pattern; *p != '\0';)
    {
      guint i;

      if (*p == '[' && strchr (p, ']') != NULL)
        {
          for (p++; *p != ']'; p++)
            g_string_append (form, *p == '%' ? "%%" : ((char[]){ *p, '\0' }));
          p++;
          continue;
        }
      for (i = 0; i < G_N_ELEMENTS (moment_tokens); i++)
        {
          if (g_str_has_prefix (p, moment_tokens[i].moment))
            break;
        }
      if (i < G_N_ELEMENTS (moment_tokens))
        {
          char token = p[0];

          g_string_append (form, moment_tokens[i].form);
          p += strlen (moment_tokens[i].moment);
          /* DDDD, ggggg and the like: a longer run than any token is something else. */
          if (*p == token)
            return NULL;
        }
      else if (g_ascii_isalpha (*p))
        return NULL;
      else
        {
          g_string_append (form, *p == '%' ? "%%" : ((char[]){ *p, '\0' }));
          p++;
        }
    }

  if (strstr (form->str, "%Y") == NULL || !om_date_form_has_day (form->str) ||
      (strstr (form->str, "%m") == NULL && strstr (form->str, "%B") == NULL &&
       strstr (form->str, "%b") == NULL))
    return NULL;
  return g_string_free (g_steal_pointer (&form), FALSE);
}

/**
 * om_written_date_resolve:
 * @zone: the zone in which the clock was read
 * @moment: (out): the instant, or the calendar day if no time was written
 *
 * Returns: %FALSE if there is no such date
 */
gboolean
om_written_date_resolve (const OmWrittenDate *date,
                         GTimeZone           *zone,
                         OmMoment            *moment)
{
  if (check_date (date) != OM_DATE_VALID)
    return FALSE;
  if (date->has_time)
    return om_moment_from_local (zone, date->year, date->month, date->day, date->hour, date->minute,
                                 date->second, moment);

  *moment = om_moment_on_day (date->year, date->month, date->day);
  return TRUE;
}

/**
 * om_written_date_format:
 *
 * Returns: (transfer full): `YYYY-MM-DD`, and ` HH:MM` if a time was written: the same for one date
 *   in whatever form it came, so that it can be part of a key
 */
char *
om_written_date_format (const OmWrittenDate *date)
{
  if (!date->has_time)
    return g_strdup_printf ("%04d-%02d-%02d", date->year, date->month, date->day);

  return g_strdup_printf ("%04d-%02d-%02d %02d:%02d", date->year, date->month, date->day,
                          date->hour, date->minute);
}
