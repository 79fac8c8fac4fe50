/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gnote, Tomboy and Notes of GNOME: an XML file a note. Read by GLib's parser, which knows no
 * entities but the five and opens no other file. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "archive/om-format.h"
#include "archive/om-tag-set.h"
#include "archive/om-text-edges.h"
#include "memory/om-error.h"

#define NOTEBOOK "system:notebook:"
#define PROBE_FILES 3

/** A note while it is read. */
typedef struct
{
  GString      *title;   /* (owned) */
  GString      *text;    /* (owned) */
  GString      *created; /* (owned) */
  GString      *changed; /* (owned) */
  GString      *tag;     /* (owned) */
  OmTagSet     *tags;    /* (owned) */
  OmSourceData *data;    /* (owned) */
  GPtrArray    *links;   /* (owned) (element-type utf8): titles */
  GString      *link;    /* (owned) */
  GString      *into;    /* (nullable): where words go */
  guint         depth_lists;
  gboolean      in_link;
  gboolean      template;
} Note;

static void
note_init (Note *self)
{
  *self = (Note){
    .title = g_string_new (NULL), .text = g_string_new (NULL), .created = g_string_new (NULL),
    .changed = g_string_new (NULL), .tag = g_string_new (NULL), .tags = om_tag_set_new (),
    .data = om_source_data_new (), .links = g_ptr_array_new_with_free_func (g_free),
    .link = g_string_new (NULL),
  };
}

static void
note_clear (Note *self)
{
  if (self->title == NULL)
    return;
  g_string_free (self->title, TRUE);
  g_string_free (self->text, TRUE);
  g_string_free (self->created, TRUE);
  g_string_free (self->changed, TRUE);
  g_string_free (self->tag, TRUE);
  g_string_free (self->link, TRUE);
  om_tag_set_free (self->tags);
  om_source_data_free (self->data);
  g_ptr_array_unref (self->links);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Note, note_clear)

static void
start_cb (GMarkupParseContext  *context,
          const char           *name,
          const char          **names,
          const char          **values,
          gpointer              data,
          GError              **error)
{
  Note *self = data;

  if (g_slist_length ((GSList *) g_markup_parse_context_get_element_stack (context)) > 64)
    g_set_error_literal (error, OM_ERROR, OM_ERROR_INVALID, _("It nests deeper than any note does."));
  else if (g_str_equal (name, "title"))
    self->into = self->title;
  else if (g_str_equal (name, "note-content"))
    self->into = self->text;
  else if (g_str_equal (name, "create-date"))
    self->into = self->created;
  else if (g_str_equal (name, "last-change-date"))
    self->into = self->changed;
  else if (g_str_equal (name, "tag"))
    {
      g_string_truncate (self->tag, 0);
      self->into = self->tag;
    }
  else if (g_str_equal (name, "list"))
    self->depth_lists++;
  else if (g_str_equal (name, "list-item") && self->into == self->text)
    {
      if (self->text->len > 0 && self->text->str[self->text->len - 1] != '\n')
        g_string_append_c (self->text, '\n');
      for (guint i = 1; i < MIN (self->depth_lists, 16); i++)
        g_string_append (self->text, "  ");
      g_string_append (self->text, "- ");
    }
  else if (g_str_equal (name, "link:internal"))
    {
      g_string_truncate (self->link, 0);
      self->in_link = TRUE;
    }
}

static void
end_cb (GMarkupParseContext  *context,
        const char           *name,
        gpointer              data,
        GError              **error)
{
  Note *self = data;

  if (g_str_equal (name, "list"))
    self->depth_lists -= self->depth_lists > 0;
  else if (g_str_equal (name, "link:internal"))
    {
      g_ptr_array_add (self->links, g_strdup (self->link->str));
      self->in_link = FALSE;
    }
  else if (g_str_equal (name, "tag"))
    {
      if (g_str_has_prefix (self->tag->str, NOTEBOOK))
        om_source_data_add (self->data, "notebook", self->tag->str + strlen (NOTEBOOK));
      else if (g_str_equal (self->tag->str, "system:template"))
        self->template = TRUE;
      else if (!g_str_has_prefix (self->tag->str, "system:"))
        om_tag_set_add (self->tags, self->tag->str, -1);
      self->into = NULL;
    }
  else if (g_str_equal (name, "title") || g_str_equal (name, "note-content") ||
           g_str_equal (name, "create-date") || g_str_equal (name, "last-change-date"))
    self->into = NULL;
}

static void
text_cb (GMarkupParseContext  *context,
         const char           *text,
         gsize                 length,
         gpointer              data,
         GError              **error)
{
  Note *self = data;

  if (self->into != NULL)
    g_string_append_len (self->into, text, (gssize) length);
  if (self->in_link)
    g_string_append_len (self->link, text, (gssize) length);
}

static gboolean
is_note (const OmMember *member)
{
  return g_str_has_suffix (member->name, ".note");
}

static gboolean
parse_note (const char  *text,
            gsize        length,
            Note        *note,
            GError     **error)
{
  static const GMarkupParser parser = { start_cb, end_cb, text_cb, NULL, NULL };
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, 0, note, NULL);

  return g_markup_parse_context_parse (context, text, (gssize) length, error) &&
         g_markup_parse_context_end_parse (context, error);
}


static gboolean
emit_note (OmReadJob   *job,
           OmMember    *member,
           Note        *note,
           GHashTable  *titles,
           GError     **error)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new ();
  g_autofree char *id = g_strndup (member->name, strlen (member->name) - strlen (".note"));
  const char *content = note->text->str;
  gsize length = note->text->len;
  OmMoment moment;
  OmDraft *draft;

  /* The first line of the content is the title once more. */
  if (note->title->len > 0 && g_str_has_prefix (content, note->title->str) &&
      (content[note->title->len] == '\n' || content[note->title->len] == '\0'))
    {
      content += note->title->len;
      length -= note->title->len;
    }
  om_text_strip_lines (&content, &length);
  draft = om_read_job_draft (job, note->title->str, note->title->len, content, length);
  if (*draft->content == '\0')
    {
      om_draft_free (draft);
      om_import_report_add (job->report, FALSE, member->path,
                            _("There is a note without a word; it was left out."));
      return TRUE;
    }
  if (om_moment_parse (note->created->str, job->options->zone, &moment, NULL) ||
      om_moment_parse (note->changed->str, job->options->zone, &moment, NULL))
    draft->happened = moment;
  else
    om_import_report_add (job->report, FALSE, member->path,
                          _("It has no date that can be read; it is an entry that needs one."));
  draft->tags = om_tag_set_to_strv (note->tags);
  if (note->changed->len > 0)
    om_source_data_add (note->data, "last-change-date", note->changed->str);
  for (guint i = 0; i < note->links->len; i++)
    {
      const char *key = g_hash_table_lookup (titles, g_ptr_array_index (note->links, i));

      if (key != NULL && !g_str_equal (key, id))
        g_ptr_array_add (keys, (gpointer) key);
    }
  if (keys->len > 0)
    {
      g_ptr_array_add (keys, NULL);
      draft->links = g_strdupv ((char **) keys->pdata);
    }
  draft->source_data = om_source_data_to_json (note->data);
  return om_read_job_emit_id (job, draft, id, member->path, error);
}

static int
gnote_probe (OmContainer  *look,
             GCancellable *cancellable)
{
  GPtrArray *members = om_container_get_members (look);
  guint n = 0;

  for (guint i = 0; i < members->len && n < PROBE_FILES; i++)
    {
      OmMember *member = g_ptr_array_index (members, i);
      g_autofree char *head = NULL;

      if (!is_note (member))
        continue;
      n++;
      head = om_container_head (look, member, OM_FORMAT_HEAD, cancellable);
      if (head != NULL && strstr (head, "<note ") != NULL &&
          strstr (head, "beatniksoftware.com/tomboy") != NULL)
        return 95;
    }
  return 0;
}

/* Twice through: links name notes by their titles. */
static gboolean
gnote_read (OmReadJob    *job,
            OmContainer  *container,
            GError      **error)
{
  g_autoptr (GHashTable) titles = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  GPtrArray *members = om_container_get_members (container);
  guint n_problems = job->report->problems->len;
  guint n_templates = 0;

  for (guint way = 0; way < 2; way++)
    {
      g_ptr_array_set_size (job->report->problems, (gint) n_problems);
      for (guint i = 0; i < members->len; i++)
        {
          OmMember *member = g_ptr_array_index (members, i);
          g_autoptr (OmSourceText) source = NULL;
          g_autoptr (GError) local = NULL;
          g_auto (Note) note = { 0 };

          if (!is_note (member))
            continue;
          if (!om_format_load_text (job, container, member, &source, error))
            return FALSE;
          if (source == NULL)
            continue;
          note_init (&note);
          if (!parse_note (source->text, source->length, &note, &local))
            om_import_report_add (job->report, TRUE, member->path, _("The XML is damaged: %s"),
                                  local->message);
          else if (way == 0)
            g_hash_table_replace (titles, g_strdup (note.title->str),
                                  g_strndup (member->name, strlen (member->name) -
                                                           strlen (".note")));
          else if (note.template)
            n_templates++;
          else if (!emit_note (job, member, &note, titles, error))
            return FALSE;
        }
    }
  if (n_templates > 0)
    om_import_report_add (job->report, FALSE, NULL, 
                          ngettext ("%u template was left out.", "%u templates were left out.", n_templates), n_templates);
  return TRUE;
}

const OmFormat om_gnote_format = {
  .name = "gnote",
  .title = N_("Gnote and Tomboy"),
  .probe = gnote_probe,
  .read = gnote_read,
};
