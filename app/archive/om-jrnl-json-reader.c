/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Streams the entries of jrnl's JSON, entry by entry, without a tree of the whole. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-jrnl-json-reader.h"

#include <glib/gi18n.h>
#include <string.h>

#include "archive/om-jrnl-entry.h"
#include "archive/om-json-scanner.h"
#include "archive/om-text-edges.h"
#include "archive/om-unique-name.h"
#include "memory/om-error.h"

/** The members of one object, as far as they have been read. */
typedef struct
{
  GString    *title;  /* (owned) (nullable) */
  GString    *body;   /* (owned) (nullable) */
  char       *date;   /* (owned) (nullable) */
  char       *time;   /* (owned) (nullable) */
  gboolean    starred;
  gboolean    has_starred;
  OmTagSet   *tags;   /* (owned) (nullable) */
  GString    *extra;  /* (owned): members of a JSON object */
  GHashTable *extra_names; /* (owned) */
  gboolean    twice;  /* a member of text came twice */
} Members;

typedef struct
{
  OmReadJob     *job;
  OmJsonScanner *scanner;
  const char    *name;
} Reading;

static Members *
members_new (void)
{
  Members *self = g_new0 (Members, 1);

  self->extra = g_string_new (NULL);
  self->extra_names = om_unique_names_new ();
  return self;
}

static void
members_free (Members *self)
{
  if (self == NULL)
    return;

  if (self->title != NULL)
    g_string_free (self->title, TRUE);
  if (self->body != NULL)
    g_string_free (self->body, TRUE);
  g_free (self->date);
  g_free (self->time);
  g_clear_pointer (&self->tags, om_tag_set_free);
  g_string_free (self->extra, TRUE);
  g_hash_table_unref (self->extra_names);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Members, members_free)

static char *
place_of (Reading *reading)
{
  return g_strdup_printf (_("%s, line %u"), reading->name,
                          om_json_scanner_get_line (reading->scanner));
}

/* Appends `"name":`, with a number where the name was there before. */
static void
begin_extra (Members    *self,
             const char *name)
{
  g_autofree char *unique = om_unique_name (self->extra_names, name);

  if (self->extra->len > 0)
    g_string_append_c (self->extra, ',');
  om_json_append_string (self->extra, unique);
  g_string_append_c (self->extra, ':');
}

static void
add_extra_string (Members    *self,
                  const char *name,
                  const char *value)
{
  begin_extra (self, name);
  om_json_append_string (self->extra, value);
}

/* A member of text; the same name again with other words does not replace the first. */
static void
take_text (Members    *self,
           GString   **text,
           const char *value)
{
  g_autoptr (GString) clean = g_string_new (value);

  om_text_unify_line_ends (clean);
  if (*text == NULL)
    {
      *text = g_steal_pointer (&clean);
      return;
    }
  if (g_string_equal (*text, clean))
    return;

  self->twice = TRUE;
  if (self->body == NULL)
    self->body = g_string_new (NULL);
  if (self->body->len > 0)
    g_string_append (self->body, "\n\n");
  g_string_append_len (self->body, clean->str, (gssize) clean->len);
}

static void
take_string (Members    *self,
             const char *name,
             char      **field,
             const char *value)
{
  if (*field == NULL)
    *field = g_strdup (value);
  else if (!g_str_equal (*field, value))
    add_extra_string (self, name, value);
}

/* The list of tags; anything in it that is none goes to the source data. */
static gboolean
take_tags (Reading  *reading,
           Members  *self,
           GError  **error)
{
  OmJsonToken token;

  if (self->tags == NULL)
    self->tags = om_tag_set_new ();
  while ((token = om_json_scanner_next (reading->scanner, error)) != OM_JSON_ARRAY_END)
    {
      if (token == OM_JSON_FAILED)
        return FALSE;
      if (token == OM_JSON_STRING)
        {
          om_tag_set_add (self->tags, om_json_scanner_get_string (reading->scanner), -1);
          continue;
        }
      begin_extra (self, "tag");
      if (!om_json_scanner_skip (reading->scanner, token, self->extra, error))
        return FALSE;
    }
  return TRUE;
}

/* One member of an entry, whose value began with @token. */
static gboolean
take_member (Reading     *reading,
             Members     *self,
             const char  *name,
             OmJsonToken  token,
             GError     **error)
{
  const char *value = om_json_scanner_get_string (reading->scanner);

  if (token == OM_JSON_STRING && g_str_equal (name, "title"))
    take_text (self, &self->title, value);
  else if (token == OM_JSON_STRING && g_str_equal (name, "body"))
    take_text (self, &self->body, value);
  else if (token == OM_JSON_STRING && g_str_equal (name, "date"))
    take_string (self, name, &self->date, value);
  else if (token == OM_JSON_STRING && g_str_equal (name, "time"))
    take_string (self, name, &self->time, value);
  else if (token == OM_JSON_ARRAY_START && g_str_equal (name, "tags"))
    return take_tags (reading, self, error);
  else if ((token == OM_JSON_TRUE || token == OM_JSON_FALSE) && g_str_equal (name, "starred") &&
           !self->has_starred)
    {
      self->starred = token == OM_JSON_TRUE;
      self->has_starred = TRUE;
    }
  else if (token == OM_JSON_NULL)
    return TRUE;
  else
    {
      begin_extra (self, name);
      return om_json_scanner_skip (reading->scanner, token, self->extra, error);
    }
  return TRUE;
}

/* The date and time of an entry; what cannot be read goes to the source data. */
static void
resolve_date (Reading     *reading,
              Members     *self,
              OmJrnlEntry *entry)
{
  g_autofree char *place = NULL;
  OmWrittenDate time;
  OmDateFit fit;

  if (self->date == NULL)
    {
      if (self->time != NULL)
        add_extra_string (self, "time", self->time);
      return;
    }

  place = place_of (reading);
  fit = om_date_form_match ("%Y-%m-%d", self->date, strlen (self->date), NULL, &entry->date);
  entry->has_date = fit == OM_DATE_VALID || fit == OM_DATE_IMPOSSIBLE;
  if (fit != OM_DATE_VALID)
    {
      om_import_report_add (reading->job->report, FALSE, place,
                            _("“%s” is a day that never was; the entry is kept undated."),
                            self->date);
      reading->job->report->outcome = OM_IMPORT_PARTIAL;
      add_extra_string (self, "date", self->date);
    }
  if (self->time == NULL)
    return;

  if (om_date_form_match ("%H:%M", self->time, strlen (self->time), NULL, &time) == OM_DATE_VALID ||
      om_date_form_match ("%T", self->time, strlen (self->time), NULL, &time) == OM_DATE_VALID)
    {
      entry->date.has_time = TRUE;
      entry->date.hour = time.hour;
      entry->date.minute = time.minute;
      entry->date.second = time.second;
      if (fit != OM_DATE_VALID)
        add_extra_string (self, "time", self->time);
      return;
    }
  om_import_report_add (reading->job->report, FALSE, place,
                        _("“%s” is no time of day; the entry has its day alone."),
                        self->time);
  add_extra_string (self, "time", self->time);
}

static gboolean
emit_members (Reading  *reading,
              Members  *self,
              GError  **error)
{
  OmJrnlEntry entry = { .starred = self->starred, .tags = self->tags };
  g_autofree char *source_data = NULL;
  g_autofree char *place = place_of (reading);

  if (self->title != NULL)
    {
      entry.title = self->title->str;
      entry.title_length = self->title->len;
      om_text_strip (&entry.title, &entry.title_length);
    }
  if (self->body != NULL)
    {
      entry.body = self->body->str;
      entry.body_length = self->body->len;
      om_text_strip (&entry.body, &entry.body_length);
    }
  if (entry.title_length == 0 && entry.body_length == 0)
    {
      om_import_report_add (reading->job->report, self->extra->len > 0, place,
                            _("There is an entry without title and text; it was left out."));
      return TRUE;
    }
  if (self->twice)
    om_import_report_add (reading->job->report, FALSE, place,
                          _("The entry has a title or text twice; both stand in its text."));

  resolve_date (reading, self, &entry);
  if (!entry.has_date && self->date == NULL)
    om_import_report_add (reading->job->report, FALSE, place,
                          _("The entry has no date and needs one."));
  if (self->extra->len > 0)
    source_data = g_strdup_printf ("{%s}", self->extra->str);
  entry.source_data = source_data;
  return om_jrnl_entry_emit (&entry, reading->job, error);
}

/* The members of an object whose beginning has been read. */
static gboolean
read_entry (Reading  *reading,
            GError  **error)
{
  g_autoptr (Members) members = members_new ();
  OmJsonToken token;

  while ((token = om_json_scanner_next (reading->scanner, error)) == OM_JSON_NAME)
    {
      g_autofree char *name = g_strdup (om_json_scanner_get_string (reading->scanner));

      token = om_json_scanner_next (reading->scanner, error);
      if (token == OM_JSON_FAILED || !take_member (reading, members, name, token, error))
        return FALSE;
    }
  return token == OM_JSON_OBJECT_END && emit_members (reading, members, error);
}

static gboolean
read_entries (Reading  *reading,
              GError  **error)
{
  OmJsonToken token;

  while ((token = om_json_scanner_next (reading->scanner, error)) != OM_JSON_ARRAY_END)
    {
      g_autofree char *place = NULL;

      if (token == OM_JSON_FAILED)
        return FALSE;
      if (token == OM_JSON_OBJECT_START)
        {
          if (!read_entry (reading, error))
            return FALSE;
          continue;
        }
      place = place_of (reading);
      om_import_report_add (reading->job->report, TRUE, place,
                            _("Something in the list of entries is no entry."));
      if (!om_json_scanner_skip (reading->scanner, token, NULL, error))
        return FALSE;
    }
  return TRUE;
}

/* The outermost object: the journal, or one entry by itself. */
static gboolean
read_journal (Reading  *reading,
              GError  **error)
{
  g_autoptr (Members) members = members_new ();
  gboolean has_entries = FALSE;
  OmJsonToken token;

  while ((token = om_json_scanner_next (reading->scanner, error)) == OM_JSON_NAME)
    {
      g_autofree char *name = g_strdup (om_json_scanner_get_string (reading->scanner));
      gboolean ok;

      token = om_json_scanner_next (reading->scanner, error);
      if (token == OM_JSON_FAILED)
        return FALSE;
      if (token == OM_JSON_ARRAY_START && g_str_equal (name, "entries"))
        {
          has_entries = TRUE;
          ok = read_entries (reading, error);
        }
      else if (token == OM_JSON_OBJECT_START && g_str_equal (name, "tags"))
        {
          /* How often each tag comes among the entries. */
          ok = om_json_scanner_skip (reading->scanner, token, NULL, error);
        }
      else
        ok = take_member (reading, members, name, token, error);
      if (!ok)
        return FALSE;
    }
  if (token != OM_JSON_OBJECT_END)
    return FALSE;

  if (members->title != NULL || members->body != NULL)
    return emit_members (reading, members, error);
  if (members->extra->len > 0)
    om_import_report_add (reading->job->report, TRUE, reading->name,
                          _("Beside the entries there stands: %s"),
                          members->extra->str);
  if (!has_entries)
    {
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
                   _("“%s” holds no entries as jrnl writes them: look for a file made by "
                     "“jrnl --format json”."),
                   reading->name);
      return FALSE;
    }
  return TRUE;
}

/**
 * om_jrnl_json_read:
 * @text: the file
 * @name: its name, for remarks
 * @error: return location, %OM_ERROR_INVALID with the line for JSON that is damaged
 *
 * Returns: %FALSE if reading is to stop
 */
gboolean
om_jrnl_json_read (OmReadJob   *job,
                   const char  *text,
                   gsize        length,
                   const char  *name,
                   GError     **error)
{
  g_autoptr (OmJsonScanner) scanner = om_json_scanner_new (text, length);
  Reading reading = { .job = job, .scanner = scanner, .name = name };
  OmJsonToken token = om_json_scanner_next (scanner, error);
  guint n_replaced;

  if (token == OM_JSON_FAILED)
    return FALSE;
  if (token != OM_JSON_OBJECT_START && token != OM_JSON_ARRAY_START)
    {
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID, _("“%s” is JSON, but no journal."), name);
      return FALSE;
    }
  if (token == OM_JSON_OBJECT_START && !read_journal (&reading, error))
    return FALSE;
  if (token == OM_JSON_ARRAY_START && !read_entries (&reading, error))
    return FALSE;
  if (om_json_scanner_next (scanner, error) == OM_JSON_FAILED)
    return FALSE;

  n_replaced = om_json_scanner_get_n_replaced (scanner);
  om_import_report_add_replaced (job->report, name, n_replaced);
  if (om_json_scanner_get_n_left_out (scanner) > 0)
    om_import_report_add (job->report, TRUE, name,
                          ngettext ("%u value larger than 1 MiB that belongs to no text was left out.",
                                    "%u values larger than 1 MiB that belong to no text were left out.",
                                    om_json_scanner_get_n_left_out (scanner)),
                          om_json_scanner_get_n_left_out (scanner));
  return TRUE;
}

/**
 * om_jrnl_json_probe:
 * @head: the beginning of a file
 *
 * Returns: whether it looks like jrnl's JSON and not like that of others who have entries, too
 */
gboolean
om_jrnl_json_probe (const char *head)
{
  const char *start = head + strspn (head, " \t\n");

  if (*start != '{' && *start != '[')
    return FALSE;
  if (strstr (head, "\"creationDate\"") != NULL || strstr (head, "\"metadata\"") != NULL)
    return FALSE;
  if (strstr (head, "\"title\"") != NULL && strstr (head, "\"body\"") != NULL)
    return TRUE;

  /* A long list of tags comes before the entries, and an empty journal has neither. */
  start += *start == '{';
  start += strspn (start, " \t\n");
  return g_str_has_prefix (start, "\"tags\"") || g_str_has_prefix (start, "\"entries\"");
}
