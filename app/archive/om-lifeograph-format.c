/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A Lifeograph 2 diary: one text file of blocks; an entry has its day in a number and a line for each
 * paragraph, the first of which is its name. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "archive/om-format.h"
#include "archive/om-tag-set.h"
#include "archive/om-text-edges.h"
#include "memory/om-error.h"

#define MAGIC "LIFEOGRAPHDB"

/* The versions of the file this reads. */
#define OLDEST_VERSION 2000
#define NEWEST_VERSION 2999

/** An entry while it is read. */
typedef struct
{
  OmReadJob  *job;
  const char *path;
  guint       line; /* where its block begins */
  char       *id;   /* (owned) (nullable) */
  gboolean    starred;
  gboolean    trashed;
  guint32     date;
  gboolean    open; /* there is an entry */
  GString    *title;
  GString    *text;
  OmSourceData *data;
  gboolean    titled;
  guint       n_trashed;
} Entry;

static void
entry_reset (Entry *self)
{
  g_clear_pointer (&self->id, g_free);
  g_string_truncate (self->title, 0);
  g_string_truncate (self->text, 0);
  g_clear_pointer (&self->data, om_source_data_free);
  self->data = om_source_data_new ();
  self->open = FALSE;
  self->titled = FALSE;
}

static void
entry_clear (Entry *self)
{
  g_free (self->id);
  if (self->title != NULL)
    g_string_free (self->title, TRUE);
  if (self->text != NULL)
    g_string_free (self->text, TRUE);
  g_clear_pointer (&self->data, om_source_data_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Entry, entry_clear)

/* `:tag:`, whose value may follow as `=3`. */
static void
find_tags (OmTagSet   *tags,
           const char *text)
{
  for (const char *p = text; (p = strchr (p, ':')) != NULL; p++)
    {
      const char *end = p + 1;
      gboolean free_before = p == text || g_ascii_isspace (p[-1]);

      while (*end != '\0' && (om_tag_is_char (g_utf8_get_char (end)) || *end == ' '))
        end = g_utf8_next_char (end);
      if (!free_before || *end != ':' || end == p + 1 || p[1] == ' ' || end[-1] == ' ')
        continue;
      om_tag_set_add (tags, p + 1, end - p - 1);
      p = end;
    }
}

static OmMoment
moment_of (Entry *self)
{
  int year = (int) (self->date >> 19 & 0xFFF);
  int month = (int) (self->date >> 15 & 0xF);
  int day = (int) (self->date >> 10 & 0x1F);

  return year >= 1 && om_date_is_valid (year, month, day)
         ? om_moment_on_day (year, month, day) : om_moment_unknown (self->job->options->now);
}

/* What a block said, now that the next one begins. */
static gboolean
finish_entry (Entry   *self,
              GError **error)
{
  g_autoptr (OmTagSet) tags = NULL;
  g_autofree char *place = NULL;
  g_autofree char *id = g_steal_pointer (&self->id);
  OmDraft *draft;
  gboolean ok = TRUE;

  if (self->open && self->trashed)
    self->n_trashed++;
  else if (self->open)
    {
      place = g_strdup_printf (_("%s, line %u"), self->path, self->line);
      draft = om_read_job_draft (self->job, self->title->str, self->title->len, self->text->str,
                                 self->text->len);
      if (*draft->content == '\0')
        {
          om_import_report_add (self->job->report, FALSE, place,
                                _("There is an entry without a word; it was left out."));
          om_draft_free (draft);
        }
      else
        {
          tags = om_tag_set_new ();
          find_tags (tags, self->title->str);
          find_tags (tags, self->text->str);
          draft->tags = om_tag_set_to_strv (tags);
          draft->happened = moment_of (self);
          if (draft->happened.precision == OM_PRECISION_UNKNOWN)
            om_import_report_add (self->job->report, FALSE, place,
                                  _("It has no day; it is an entry that needs a date."));
          if (self->starred)
            draft->flags |= OM_FLAG_STARRED;
          draft->source_data = om_source_data_to_json (self->data);
          ok = om_read_job_emit_id (self->job, draft, id != NULL ? id : "entry", place, error);
        }
    }
  entry_reset (self);
  return ok;
}

/* The values of what comes after the sign are kept: created, edited, status. */
static void
keep_time (Entry      *self,
           const char *name,
           const char *seconds)
{
  gint64 value = g_ascii_strtoll (seconds, NULL, 10);
  OmMoment moment = { .ms = CLAMP (value, 0, G_GINT64_CONSTANT (253402300799)) * 1000,
                      .precision = OM_PRECISION_INSTANT };
  g_autofree char *text = om_moment_format (&moment);

  if (value > 0)
    om_source_data_add (self->data, name, text);
}

static void
take_paragraph (Entry      *self,
                const char *line)
{
  /* A sign of how it is aligned comes before the words. */
  const char *words = *line == '<' || *line == '|' || *line == '>' ? line + 1 : line;

  if (!self->titled)
    {
      g_string_append (self->title, words);
      self->titled = TRUE;
      return;
    }
  if (self->text->len > 0 || *words == '\0')
    g_string_append_c (self->text, '\n');
  g_string_append (self->text, words);
}

static void
take_line (Entry      *self,
           const char *line,
           guint       number)
{
  if (line[0] != 'E')
    return;
  if ((line[1] == ' ' || line[1] == '+') && strlen (line) > 6)
    {
      self->open = TRUE;
      self->line = number;
      self->starred = line[2] == 'F';
      self->trashed = line[3] == 'T';
      self->date = (guint32) g_ascii_strtoull (line + 6, NULL, 10);
    }
  else if (!self->open)
    return;
  else if (line[1] == 'p')
    take_paragraph (self, line + 2);
  else if (line[1] == 'c')
    keep_time (self, "created", line + 2);
  else if (line[1] == 'e')
    keep_time (self, "edited", line + 2);
}

static gboolean
check_head (char       **lines,
            const char  *path,
            GError     **error)
{
  gint64 version;

  if (lines[0] == NULL || !g_str_equal (lines[0], MAGIC) || lines[1] == NULL ||
      !g_str_has_prefix (lines[1], "V "))
    {
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID, _("“%s” is no diary of Lifeograph."), path);
      return FALSE;
    }
  version = g_ascii_strtoll (lines[1] + 2, NULL, 10);
  if (version < OLDEST_VERSION || version > NEWEST_VERSION)
    {
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
                   _("“%s” has version %lld of Lifeograph’s form, which this program "
                     "does not know. Nothing was taken from it."),
                   path, (long long) version);
      return FALSE;
    }
  if (lines[2] != NULL && g_str_equal (lines[2], "E y"))
    {
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
                   _("“%s” is encrypted by Lifeograph. Save it there without a password and import "
                     "that; nothing was taken from it."),
                   path);
      return FALSE;
    }
  return TRUE;
}

/* A whole file ends in the middle of nothing: its last line is one of an entry in full. */
static gboolean
ends_too_early (const char *last)
{
  return last[0] != '\0' && (strlen (last) < 2 || (last[0] == 'E' && last[1] == 'p' &&
                                                   strlen (last) < 3));
}

static int
lifeograph_probe (OmContainer  *look,
                  GCancellable *cancellable)
{
  GPtrArray *members = om_container_get_members (look);
  g_autofree char *head = NULL;

  if (om_container_get_kind (look) != OM_CONTAINER_FILE || members->len == 0)
    return 0;
  head = om_container_head (look, g_ptr_array_index (members, 0), OM_FORMAT_HEAD, cancellable);
  return head != NULL && g_str_has_prefix (head, MAGIC "\n") ? 100 : 0;
}

static gboolean
lifeograph_read (OmReadJob    *job,
                 OmContainer  *container,
                 GError      **error)
{
  GPtrArray *members = om_container_get_members (container);
  OmMember *member = members->len > 0 ? g_ptr_array_index (members, 0) : NULL;
  g_autoptr (OmSourceText) source = NULL;
  g_auto (GStrv) lines = NULL;
  g_auto (Entry) entry = { .job = job };
  guint n_lines;

  if (member == NULL || om_container_get_kind (container) != OM_CONTAINER_FILE)
    {
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID, _("“%s” is no diary of Lifeograph."),
                   om_container_get_name (container));
      return FALSE;
    }
  if (!om_format_load_text (job, container, member, &source, error))
    return FALSE;
  lines = g_strsplit (source->text, "\n", -1);
  if (!check_head (lines, member->path, error))
    return FALSE;

  entry.path = member->path;
  entry.title = g_string_new (NULL);
  entry.text = g_string_new (NULL);
  entry_reset (&entry);
  n_lines = g_strv_length (lines);
  for (guint n = 3; n < n_lines; n++)
    {
      const char *line = lines[n];
      gboolean block = g_str_has_prefix (line, "ID") && g_ascii_isdigit (line[2]);

      if (block && !finish_entry (&entry, error))
        return FALSE;
      if (block)
        entry.id = g_strdup (line + 2);
      else
        take_line (&entry, line, n + 1);
    }
  if (ends_too_early (lines[n_lines - 1]))
    om_import_report_add (job->report, TRUE, member->path,
                          _("The file ends too early: the last entry is what there is of it."));
  if (!finish_entry (&entry, error))
    return FALSE;
  om_format_remark_trash (job, entry.n_trashed);
  return TRUE;
}

const OmFormat om_lifeograph_format = {
  .name = "lifeograph",
  .title = "Lifeograph",
  .probe = lifeograph_probe,
  .read = lifeograph_read,
};
