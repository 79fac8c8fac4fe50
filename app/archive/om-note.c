/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads one note. The words stay as they are; what has no field goes into the source data. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-note-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "archive/om-front-matter.h"
#include "archive/om-json-scanner.h"
#include "archive/om-markdown-text.h"
#include "archive/om-note-date.h"
#include "archive/om-source-text.h"
#include "archive/om-text-edges.h"

/* The member of the source data that is this program's own. */
#define OWN_MEMBER "openmemory"

static void
note_clear (OmNote *note)
{
  g_clear_pointer (&note->front, om_front_matter_free);
  g_clear_pointer (&note->tags, om_tag_set_free);
  g_clear_pointer (&note->title, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OmNote, note_clear)

/* Properties */

static void
take_tags (OmNote *note)
{
  for (guint i = 0; note->front != NULL && i < note->front->fields->len; i++)
    {
      OmFrontField *field = g_ptr_array_index (note->front->fields, i);

      if ((!g_str_equal (field->key, "tags") && !g_str_equal (field->key, "tag")) ||
          field->kind == OM_FRONT_TEXT)
        continue;
      field->used = TRUE;
      for (guint j = 0; j < field->values->len; j++)
        {
          const OmFrontValue *value = g_ptr_array_index (field->values, j);

          if (field->kind == OM_FRONT_LIST)
            om_tag_set_add (note->tags, value->text, -1);
          else
            om_tag_set_add_list (note->tags, value->text);
        }
    }
}

static void
take_title (OmNote *note)
{
  OmFrontField *field = note->front != NULL ? om_front_matter_find (note->front, "title") : NULL;
  OmFrontField *untitled = note->front != NULL ? om_front_matter_find (note->front, "untitled") : NULL;
  const char *text = om_front_field_get_text (field);
  gsize length;

  /* Our own export says so of an entry that has none, for the name of the file has to be something. */
  if (untitled != NULL && g_strcmp0 (om_front_field_get_text (untitled), "true") == 0)
    {
      note->title = g_strdup ("");
      note->titled = TRUE;
      untitled->used = TRUE;
      return;
    }
  if (text == NULL || om_text_is_blank (text, strlen (text)))
    return;
  length = strlen (text);
  om_text_strip (&text, &length);
  note->title = g_strndup (text, length);
  note->titled = TRUE;
  field->used = TRUE;
}

static void
take_star (OmNote *note)
{
  OmFrontField *field = note->front != NULL ? om_front_matter_find (note->front, "starred") : NULL;
  const char *text = om_front_field_get_text (field);

  if (text == NULL ||
      (g_ascii_strcasecmp (text, "true") != 0 && g_ascii_strcasecmp (text, "false") != 0))
    return;
  note->starred = g_ascii_tolower (*text) == 't';
  field->used = TRUE;
}

/* Date */

/**
 * om_note_remark_bad_date:
 * @value: what should be a date
 * @where: where it stands: properties, name, heading
 * @fit: how far it is one
 *
 * Says so in the report; an impossible day makes the import a partial one if no other date is
 * found.
 */
void
om_note_remark_bad_date (OmNote     *note,
                         const char *value,
                         const char *where,
                         OmDateFit   fit)
{
  if (fit >= OM_DATE_OUT_OF_RANGE)
    {
      note->bad_date = TRUE;
      om_import_report_add (note->reading->job->report, FALSE, note->file->path,
                            _("“%s” in the %s is a day that never was."), value, where);
    }
  else
    om_import_report_add (note->reading->job->report, FALSE, note->file->path,
                          _("“%s” in the %s is no date this program can read."), value, where);
}

static void
take_moment (OmNote           *note,
             const OmMoment *moment)
{
  note->moment = *moment;
  note->has_moment = TRUE;
}

static void
date_from_properties (OmNote *note)
{
  static const char *const keys[] = { "date", "created", "created_at" };
  const OmReadOptions *options = note->reading->job->options;

  for (guint i = 0; note->front != NULL && i < G_N_ELEMENTS (keys) && !note->has_moment; i++)
    {
      OmFrontField *field = om_front_matter_find (note->front, keys[i]);
      const char *text = om_front_field_get_text (field);
      OmMoment moment;
      OmDateFit fit;

      if (text == NULL || *text == '\0')
        continue;
      fit = om_note_date_in_value (text, options->zone, options->date_format, &moment);
      if (fit == OM_DATE_VALID)
        {
          take_moment (note, &moment);
          field->used = TRUE;
        }
      else
        om_note_remark_bad_date (note, text, C_("where a date stands", "properties"), fit);
    }
}

/* The note's path below the folder of daily notes, or NULL if it lies elsewhere. */
static const char *
path_in_daily_folder (OmNote *note)
{
  const char *folder = note->reading->daily_folder;
  gsize n;

  if (folder == NULL || *folder == '\0')
    return note->file->path;
  n = strlen (folder);
  return g_str_has_prefix (note->file->path, folder) && note->file->path[n] == '/'
         ? note->file->path + n + 1 : NULL;
}

/* The day of the name and the folders. The title is the name, without the day it is found by. */
static void
date_from_name (OmNote *note)
{
  const OmReadOptions *options = note->reading->job->options;
  const char *slash = strrchr (note->file->path, '/');
  const char *name = slash != NULL ? slash + 1 : note->file->path;
  g_autofree char *stem = g_strndup (name, om_note_stem_length (name));
  g_autofree char *path = g_strndup (note->file->path, om_note_stem_length (note->file->path));
  const char *daily = note->reading->daily_form != NULL ? path_in_daily_folder (note) : NULL;
  OmWrittenDate date;
  OmMoment moment;
  OmDateFit fit;
  gsize start = 0;
  gsize end = 0;

  if (daily != NULL &&
      om_date_form_match (note->reading->daily_form, daily, om_note_stem_length (daily), NULL,
                          &date) == OM_DATE_VALID)
    fit = OM_DATE_VALID;
  else
    {
      fit = om_note_date_in_name (stem, options->date_format, &date, &start, &end);
      if (fit == OM_DATE_NONE)
        fit = om_note_date_in_path (path, &date);
    }

  if (fit == OM_DATE_VALID && om_written_date_resolve (&date, options->zone, &moment))
    {
      if (!note->has_moment)
        take_moment (note, &moment);
      else if (om_moment_civil_day (&note->moment) != om_moment_civil_day (&moment))
        end = start;
    }
  else
    {
      if (fit == OM_DATE_IMPOSSIBLE && !note->has_moment)
        om_note_remark_bad_date (note, stem, C_("where a date stands", "name"), fit);
      end = start;
    }
  if (note->title == NULL)
    note->title = om_note_title_from_name (stem, start, end);
}

/* When the file was last changed, to the second: not when it was lived, but something to go by. */
static char *
dup_file_time (OmNote *note)
{
  OmMoment changed = { .ms = note->file->modified_ms / 1000 * 1000,
                       .precision = OM_PRECISION_INSTANT };

  return om_moment_format (&changed);
}

static void
remark_undated (OmNote *note)
{
  g_autofree char *when = dup_file_time (note);

  if (note->bad_date)
    note->reading->job->report->outcome = OM_IMPORT_PARTIAL;
  om_import_report_add (note->reading->job->report, FALSE, note->file->path,
                        _("There is no date in it; it is an entry that needs one. The file’s own "
                          "time is %s, when it was last changed."),
                        when);
}

/* Links and files */

static void
append_member (GString    *json,
               const char *name)
{
  if (json->str[json->len - 1] != '{')
    g_string_append_c (json, ',');
  om_json_append_string (json, name);
  g_string_append_c (json, ':');
}

static void
append_string_list (GString    *json,
                    const char *name,
                    GPtrArray  *strings)
{
  append_member (json, name);
  g_string_append_c (json, '[');
  for (guint i = 0; i < strings->len; i++)
    {
      if (i > 0)
        g_string_append_c (json, ',');
      om_json_append_string (json, g_ptr_array_index (strings, i));
    }
  g_string_append_c (json, ']');
}

/* A value of the property: a link, or a path as it stands. */
static char *
dup_target (const char *value,
            gboolean   *wiki)
{
  gsize length = strlen (value);
  const char *bar;

  *wiki = length > 4 && g_str_has_prefix (value, "[[") && g_str_has_suffix (value, "]]");
  if (!*wiki)
    return g_strdup (value);
  bar = memchr (value, '|', length);
  return g_strndup (value + 2, bar != NULL ? (gsize) (bar - value - 2) : length - 4);
}

/* Files that the properties name, as our own export does: they are the first entry's. */
static void
find_attachments (OmNote     *note,
                  OmDraft    *draft,
                  GPtrArray  *files,
                  GPtrArray  *missing,
                  GHashTable *taken)
{
  OmFrontField *field = note->front != NULL ? om_front_matter_find (note->front, "attachments") : NULL;
  gboolean all = TRUE;

  if (field == NULL || field->kind == OM_FRONT_TEXT || note->attached || note->reading->folder == NULL)
    return;
  note->attached = TRUE;
  for (guint i = 0; i < field->values->len; i++)
    {
      const OmFrontValue *value = g_ptr_array_index (field->values, i);
      gboolean wiki;
      g_autofree char *wanted = dup_target (value->text, &wiki);
      OmNoteFile *target = om_note_folder_resolve (note->reading->folder, note->file->path, wanted, wiki);

      if (target != NULL && !om_note_path_is_note (target->path))
        {
          g_autofree char *name = g_path_get_basename (target->path);

          if (!g_hash_table_add (taken, target->path))
            continue;
          g_ptr_array_add (files, g_strdup (target->path));
          target->taken = TRUE;
          om_draft_add_attachment_file (draft, name, NULL, g_file_peek_path (target->file));
        }
      else
        {
          all = FALSE;
          if (target == NULL && wiki)
            {
              g_ptr_array_add (files, g_strdup (wanted));
              g_ptr_array_add (missing, g_strdup (wanted));
            }
        }
    }
  field->used = all;
}

/* Sorts what the text points to: @notes by key, @files by path; those of them that are there go with
 * the draft. */
static void
find_targets (OmNote       *note,
              const OmNotePart *part,
              OmDraft    *draft,
              GPtrArray  *notes,
              GPtrArray  *files,
              GPtrArray  *missing)
{
  g_autoptr (GPtrArray) links = om_markdown_find_links (part->content, part->content_length);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) taken = g_hash_table_new (g_str_hash, g_str_equal);

  find_attachments (note, draft, files, missing, taken);
  for (guint i = 0; i < links->len; i++)
    {
      const OmMarkdownLink *link = g_ptr_array_index (links, i);
      OmNoteFile *target = NULL;

      if (!g_hash_table_add (seen, link->target))
        continue;
      if (note->reading->folder != NULL)
        target = om_note_folder_resolve (note->reading->folder, note->file->path, link->target,
                                         link->wiki);
      if (target != NULL && !g_hash_table_add (taken, target->path))
        continue;
      if (target == NULL && link->embed)
        {
          g_ptr_array_add (files, g_strdup (link->target));
          g_ptr_array_add (missing, g_strdup (link->target));
        }
      else if (target != NULL && !om_note_path_is_note (target->path))
        {
          g_autofree char *name = g_path_get_basename (target->path);

          g_ptr_array_add (files, g_strdup (target->path));
          target->taken = TRUE;
          om_draft_add_attachment_file (draft, name, NULL, g_file_peek_path (target->file));
        }
      else if (target != NULL && target != note->file)
        g_ptr_array_add (notes, g_strdup (target->path));
    }
}

static void
remark_missing (OmNote    *note,
                GPtrArray *missing)
{
  g_autoptr (GString) names = NULL;

  if (missing->len == 0)
    return;
  names = g_string_new (NULL);
  for (guint i = 0; i < missing->len; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "",
                            (char *) g_ptr_array_index (missing, i));
  om_import_report_add (note->reading->job->report, FALSE, note->file->path,
                        _("Attached files missing; their marks stay in the text: %s."), names->str);
}

static char *
make_source_data (OmNote      *note,
                  GPtrArray *files,
                  GPtrArray *under,
                  gboolean   undated)
{
  g_autoptr (GString) json = g_string_new ("{");
  g_autoptr (GString) own = g_string_new ("{");

  if (note->front != NULL)
    om_front_matter_append_json (note->front, json);
  if (note->front != NULL && !note->front->complete)
    {
      append_member (own, "front_matter");
      om_json_append_string (own, note->front->raw);
    }
  if (files->len > 0)
    append_string_list (own, "attachments", files);
  if (under != NULL && under->len > 0)
    append_string_list (own, "under", under);
  if (undated && note->file->modified_ms != 0)
    {
      g_autofree char *when = dup_file_time (note);

      append_member (own, "file_time");
      om_json_append_string (own, when);
    }

  if (own->len > 1)
    {
      append_member (json, OWN_MEMBER);
      g_string_append_printf (json, "%s}", own->str);
    }
  if (json->len == 1)
    return NULL;
  g_string_append_c (json, '}');
  return g_string_free (g_steal_pointer (&json), FALSE);
}

/* Entries */

/**
 * om_note_emit_part:
 * @part: an entry
 *
 * Returns: %FALSE if reading is to stop
 */
gboolean
om_note_emit_part (OmNote            *note,
                   const OmNotePart  *part,
                   GError           **error)
{
  OmReadJob *job = note->reading->job;
  g_autoptr (OmDraft) draft = om_read_job_draft (job, part->title, part->title_length,
                                                 part->content,
                                                 part->content_length);
  g_autoptr (OmTagSet) tags = om_tag_set_new ();
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) missing = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) own_tags = om_tag_set_to_strv (note->tags);

  for (guint i = 0; own_tags != NULL && own_tags[i] != NULL; i++)
    om_tag_set_add (tags, own_tags[i], -1);
  if (!part->no_inline_tags)
    om_markdown_find_tags (part->content, part->content_length, tags);
  draft->tags = om_tag_set_to_strv (tags);

  find_targets (note, part, draft, notes, files, missing);
  remark_missing (note, missing);
  if (notes->len > 0)
    {
      g_ptr_array_add (notes, NULL);
      draft->links = g_strdupv ((char **) notes->pdata);
    }
  if (note->starred)
    draft->flags |= OM_FLAG_STARRED;
  if (part->moment != NULL)
    draft->happened = *part->moment;
  else
    remark_undated (note);
  draft->source_data = make_source_data (note, files, part->under, part->moment == NULL);
  return om_read_job_emit (job, g_steal_pointer (&draft), part->key, error);
}

/**
 * om_note_emit_whole:
 * @text: the note, or what stands above its first day
 *
 * One entry with the note's own title and date.
 *
 * Returns: %FALSE if reading is to stop
 */
gboolean
om_note_emit_whole (OmNote      *note,
                    const char  *text,
                    gsize        length,
                    GError     **error)
{
  OmNotePart part = { .key = note->file->path, .content = text, .content_length = length };
  g_autoptr (GArray) headings = NULL;
  g_autofree char *heading_title = NULL;

  if (!note->has_moment)
    {
      const OmReadOptions *options = note->reading->job->options;
      const OmMarkdownHeading *first;
      const char *rest;
      gsize rest_length;
      OmWrittenDate date;
      OmMoment moment;
      OmDateFit fit = OM_DATE_NONE;

      headings = om_markdown_find_headings (text, length, FALSE);
      first = headings->len > 0 ? &g_array_index (headings, OmMarkdownHeading, 0) : NULL;
      if (first != NULL)
        fit = om_note_date_in_heading (first->text, first->text_length, options->date_format,
                                       &date, &rest,
                                       &rest_length);
      if (fit == OM_DATE_VALID && om_written_date_resolve (&date, options->zone, &moment))
        {
          take_moment (note, &moment);
          /* At the top it is the title; further down the text keeps it. */
          if (!note->titled && om_text_is_blank (text, (gsize) (first->start - text)))
            {
              heading_title = rest_length > 0 ? g_strndup (rest, rest_length)
                                              : g_strndup (first->text, first->text_length);
              part.content = first->end;
              part.content_length = (gsize) (text + length - first->end);
            }
        }
      else if (fit == OM_DATE_IMPOSSIBLE)
        {
          g_autofree char *written = g_strndup (first->text, first->text_length);

          om_note_remark_bad_date (note, written, C_("where a date stands", "heading"), fit);
        }
    }

  part.title = heading_title != NULL ? heading_title : note->title;
  part.title_length = strlen (part.title);
  om_text_strip_lines (&part.content, &part.content_length);
  part.moment = note->has_moment ? &note->moment : NULL;
  return om_note_emit_part (note, &part, error);
}

/* The body of jrnl's YAML export, which stands among the properties. */
static void
take_body_property (OmNote *note)
{
  OmFrontField *field = note->front != NULL ? om_front_matter_find (note->front, "body") : NULL;
  const char *text = om_front_field_get_text (field);

  if (text == NULL || field->kind != OM_FRONT_TEXT || !om_text_is_blank (note->text, note->length))
    return;
  note->text = text;
  note->length = strlen (text);
  field->used = TRUE;
}

/**
 * om_note_read:
 * @self: the reading it belongs to
 * @file: the note
 * @source: its text, not blank
 *
 * Returns: %FALSE if reading is to stop
 */
gboolean
om_note_read (OmNoteReading       *self,
              OmNoteFile          *file,
              const OmSourceText  *source,
              GError             **error)
{
  g_auto (OmNote) note = { .reading = self, .file = file, .text = source->text,
                           .length = source->length };
  gboolean unclosed;
  g_auto (OmNoteDays) days = { 0 };

  note.front = om_front_matter_parse (source->text, source->length, &unclosed);
  note.tags = om_tag_set_new ();
  if (unclosed)
    om_import_report_add (self->job->report, FALSE, file->path,
                          _("The block of properties at the top is never closed; all of it is text."));
  if (note.front != NULL)
    {
      note.text += note.front->body;
      note.length -= note.front->body;
    }
  take_body_property (&note);
  take_tags (&note);
  take_title (&note);
  take_star (&note);
  date_from_properties (&note);
  date_from_name (&note);

  om_note_days_find (&days, &note);
  if (days.jrnl || (days.n_days > 1 && self->job->options->split_at_dates))
    return om_note_days_emit (&days, &note, error);
  if (days.n_days > 1)
    om_import_report_add (self->job->report, FALSE, file->path,
                          ngettext ("%u heading is a date. To make an entry of each day, import it split at dates.",
                                    "%u headings are dates. To make an entry of each day, import it split at dates.",
                                    days.n_days),
                          days.n_days);
  return om_note_emit_whole (&note, note.text, note.length, error);
}
