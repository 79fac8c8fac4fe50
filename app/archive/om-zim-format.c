/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A Zim notebook: a text file a page, with headers like those of a mail. Pages of its journal have
 * their day in their path, others the time at which they were made. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "archive/om-date-form.h"
#include "archive/om-format.h"
#include "archive/om-markdown-edit.h"
#include "archive/om-markdown-text.h"
#include "archive/om-note-date.h"
#include "archive/om-tag-set.h"
#include "archive/om-text-edges.h"
#include "archive/om-wiki-text.h"

#define NOTEBOOK "notebook.zim"
#define PROBE_FILES 5

typedef struct
{
  OmReadJob   *job;
  OmContainer *container;
  GPtrArray   *empty; /* (owned) (element-type utf8) */
} Zim;

static gboolean
is_page (const OmMember *member)
{
  return g_str_has_suffix (member->name, ".txt");
}

/* `Key: value` lines up to the first that is none. */
static const char *
take_headers (const char  *text,
              char       **created)
{
  const char *p = text;

  if (!g_str_has_prefix (p, "Content-Type: text/x-zim-wiki"))
    return text;
  while (*p != '\0' && *p != '\n')
    {
      gsize length = strcspn (p, "\n");

      if (g_str_has_prefix (p, "Creation-Date: ") && *created == NULL)
        *created = g_strndup (p + strlen ("Creation-Date: "), length - strlen ("Creation-Date: "));
      p += length + (p[length] == '\n');
    }
  return p + strspn (p, "\n");
}

/* `@tag`, not the at sign of an address. */
static void
find_tags (OmTagSet   *tags,
           const char *text)
{
  gboolean free_before = TRUE;

  for (const char *p = text; *p != '\0';)
    {
      gunichar c = g_utf8_get_char (p);
      const char *start = g_utf8_next_char (p);
      const char *end = start;

      if (c == '@' && free_before)
        {
          while (*end != '\0' && om_tag_is_char (g_utf8_get_char (end)) && *end != '/')
            end = g_utf8_next_char (end);
          om_tag_set_add (tags, start, end - start);
        }
      free_before = g_unichar_isspace (c) || c == '(';
      p = end > start ? end : start;
    }
}

/* The file of `Page:Sub Page`, as seen from the notebook. */
static OmMember *
find_page (Zim        *self,
           const char *target)
{
  g_autofree char *name = g_strdup (*target == ':' ? target + 1 : target);
  g_autofree char *path = NULL;

  g_strdelimit (name, ":", '/');
  g_strdelimit (name, " ", '_');
  path = g_strconcat (name, ".txt", NULL);
  return om_container_find (self->container, path);
}

/* Links to pages; `[[Page|shown]]` shows its words. */
static char *
resolve_links (Zim            *self,
               const OmMember *page,
               const char     *text,
               GPtrArray      *links)
{
  GString *out = g_string_sized_new (strlen (text));
  const char *p = text;

  for (;;)
    {
      const char *open = strstr (p, "[[");
      const char *line_end = open != NULL ? open + strcspn (open, "\n") : NULL;
      const char *close = open != NULL ? memmem (open, (gsize) (line_end - open), "]]", 2) : NULL;
      const char *bar;
      g_autofree char *target = NULL;
      OmMember *member;

      if (open == NULL)
        break;
      if (close == NULL)
        {
          g_string_append_len (out, p, line_end - p);
          p = line_end;
          continue;
        }
      bar = memchr (open, '|', (gsize) (close - open));
      target = g_strndup (open + 2, (gsize) ((bar != NULL ? bar : close) - open - 2));
      member = find_page (self, target);
      if (member != NULL && member != page &&
          !g_ptr_array_find_with_equal_func (links, member->path, g_str_equal, NULL))
        g_ptr_array_add (links, member->path);
      g_string_append_len (out, p, open - p);
      if (bar != NULL && strstr (target, "://") != NULL)
        {
          g_string_append_c (out, '[');
          g_string_append_len (out, bar + 1, close - bar - 1);
          g_string_append_printf (out, "](%s)", target);
        }
      else if (bar != NULL)
        g_string_append_len (out, bar + 1, close - bar - 1);
      else
        g_string_append (out, target);
      p = close + 2;
    }
  g_string_append (out, p);
  return g_string_free (out, FALSE);
}

static void
take_files (Zim            *self,
            const OmMember *page,
            const char     *text,
            OmSourceData   *data)
{
  g_autoptr (GPtrArray) links = om_markdown_find_links (text, strlen (text));
  g_autofree char *folder = g_strndup (page->path, strlen (page->path) - strlen (".txt"));

  for (guint i = 0; i < links->len; i++)
    {
      const OmMarkdownLink *link = g_ptr_array_index (links, i);
      g_autofree char *path = g_strconcat (folder, "/", link->target, NULL);

      if (link->embed)
        om_read_job_attach (self->job, data, OM_ATTACHED_FILE, link->target,
                            om_container_find (self->container, path));
    }
}

static void
take_date (Zim            *self,
           const OmMember *page,
           const char     *created,
           OmDraft        *draft)
{
  g_autofree char *stem = g_strndup (page->path, strlen (page->path) - strlen (".txt"));
  OmWrittenDate date;
  OmMoment moment;

  if (om_note_date_in_path (stem, &date) == OM_DATE_VALID &&
      om_written_date_resolve (&date, self->job->options->zone, &draft->happened))
    return;
  if (created != NULL && om_moment_parse (created, self->job->options->zone, &moment, NULL))
    draft->happened = moment;
  else
    om_import_report_add (self->job->report, FALSE, page->path,
                          _("There is no date in it; it is an entry that needs one."));
}

static gboolean
read_page (Zim       *self,
           OmMember  *page,
           GError   **error)
{
  g_autoptr (OmSourceText) source = NULL;
  g_autoptr (OmSourceData) data = om_source_data_new ();
  g_autoptr (OmTagSet) tags = om_tag_set_new ();
  g_autoptr (GPtrArray) links = g_ptr_array_new ();
  g_autofree char *created = NULL;
  g_autofree char *linked = NULL;
  g_autofree char *text = NULL;
  g_autofree char *title = NULL;
  const char *body;
  const char *content;
  gsize length;
  OmDraft *draft;

  if (!om_format_load_text (self->job, self->container, page, &source, error))
    return FALSE;
  if (source == NULL)
    return TRUE;
  body = take_headers (source->text, &created);
  find_tags (tags, body);
  linked = resolve_links (self, page, body, links);
  text = om_wiki_to_markdown (linked, OM_WIKI_ZIM);
  content = text;
  title = om_markdown_take_title (&content);
  if (title == NULL)
    {
      title = g_strndup (page->name, strlen (page->name) - strlen (".txt"));
      g_strdelimit (title, "_", ' ');
    }
  length = strlen (content);
  om_text_strip_lines (&content, &length);
  if (om_text_is_blank (content, length))
    {
      g_ptr_array_add (self->empty, g_strdup (page->path));
      return TRUE;
    }

  draft = om_read_job_draft (self->job, title, strlen (title), content, length);
  take_date (self, page, created, draft);
  draft->tags = om_tag_set_to_strv (tags);
  take_files (self, page, draft->content, data);
  if (links->len > 0)
    {
      g_ptr_array_add (links, NULL);
      draft->links = g_strdupv ((char **) links->pdata);
    }
  if (created != NULL)
    om_source_data_add (data, "Creation-Date", created);
  draft->source_data = om_source_data_to_json (data);
  return om_read_job_emit (self->job, draft, page->path, error);
}

static int
zim_probe (OmContainer  *look,
           GCancellable *cancellable)
{
  GPtrArray *members = om_container_get_members (look);
  guint n = 0;

  if (om_container_find (look, NOTEBOOK) != NULL)
    return 98;
  for (guint i = 0; i < members->len && n < PROBE_FILES; i++)
    {
      OmMember *member = g_ptr_array_index (members, i);
      g_autofree char *head = NULL;

      if (!is_page (member))
        continue;
      n++;
      head = om_container_head (look, member, OM_FORMAT_HEAD, cancellable);
      if (head != NULL && g_str_has_prefix (head, "Content-Type: text/x-zim-wiki"))
        return 90;
    }
  return 0;
}

static gboolean
zim_read (OmReadJob    *job,
          OmContainer  *container,
          GError      **error)
{
  g_autoptr (GPtrArray) empty = g_ptr_array_new_with_free_func (g_free);
  Zim self = { .job = job, .container = container, .empty = empty };
  OmMember *notebook = om_container_find (container, NOTEBOOK);
  GPtrArray *members = om_container_get_members (container);

  if (notebook != NULL)
    notebook->used = TRUE;
  for (guint i = 0; i < members->len; i++)
    {
      OmMember *member = g_ptr_array_index (members, i);

      if (is_page (member) && !read_page (&self, member, error))
        return FALSE;
    }
  om_import_report_add_names (job->report, FALSE, empty,
                              ngettext ("empty page was left out",
                                        "empty pages were left out", empty->len));
  return TRUE;
}

const OmFormat om_zim_format = {
  .name = "zim",
  .title = "Zim",
  .probe = zim_probe,
  .read = zim_read,
};
