/* SPDX-License-Identifier: GPL-3.0-or-later */
/* RedNotebook: a file a month, `YYYY-MM.txt`, in its folder or in its backup zip. Days have no time
 * and no zone. Items of categories are text like the day's own. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "archive/om-date-form.h"
#include "archive/om-format.h"
#include "archive/om-tag-set.h"
#include "archive/om-text-edges.h"
#include "archive/om-wiki-text.h"
#include "archive/om-yaml-node.h"
#include "memory/om-error.h"

/* How many files a look at a folder opens. */
#define PROBE_FILES 3

/* Words after a number sign that programs in the text mean, not people. */
static const char *const directives[] = {
  "include", "define", "undef", "if", "ifdef", "ifndef", "elif", "else", "endif", "error", "pragma",
  "line",
};

/** A month while it is read. */
typedef struct
{
  OmReadJob  *job;
  const char *path;
  int         year;
  int         month;
  gboolean    conflict; /* a copy that RedNotebook made when two of it had written */
} Month;

/* `YYYY-MM.txt`, or `YYYY-MM.CONFLICT_….txt`. */
static gboolean
is_month (const OmMember *member,
          Month          *month)
{
  const char *name = member->name;
  gsize length = strlen (name);

  if (length < 11 || !g_str_has_suffix (name, ".txt") || name[4] != '-' ||
      (name[7] != '.' && name[7] != '_'))
    return FALSE;
  for (guint i = 0; i < 7; i++)
    {
      if (i != 4 && !g_ascii_isdigit (name[i]))
        return FALSE;
    }
  month->path = member->path;
  month->year = (int) g_ascii_strtoll (name, NULL, 10);
  month->month = (int) g_ascii_strtoll (name + 5, NULL, 10);
  month->conflict = length > 11;
  return month->year >= 1 && month->month >= 1 && month->month <= 12;
}

static gboolean
is_directive (const char *word,
              gsize       length)
{
  for (guint i = 0; i < G_N_ELEMENTS (directives); i++)
    {
      if (strlen (directives[i]) == length && memcmp (word, directives[i], length) == 0)
        return TRUE;
    }
  return FALSE;
}

/* `#word` that no letter stands before. */
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
      gboolean named = FALSE;

      if (c != '#' || !free_before)
        {
          free_before = !g_unichar_isalnum (c) && c != '&' && c != '/' && c != '#';
          p = start;
          continue;
        }
      for (; *end != '\0'; end = g_utf8_next_char (end))
        {
          gunichar letter = g_utf8_get_char (end);

          if (!g_unichar_isalnum (letter) && !g_unichar_ismark (letter) && letter != '_' &&
              letter != '-')
            break;
          named = named || g_unichar_isalpha (letter);
        }
      if (named && !om_tag_is_colour (start, (gsize) (end - start)) &&
          !is_directive (start, (gsize) (end - start)))
        om_tag_set_add (tags, start, end - start);
      free_before = FALSE;
      p = end;
    }
}

static void
append_line (GString    *text,
             guint       depth,
             const char *words)
{
  if (text->len > 0 && text->str[text->len - 1] != '\n')
    g_string_append_c (text, '\n');
  for (guint i = 1; i < depth; i++)
    g_string_append (text, "  ");
  g_string_append_printf (text, "%s%s", depth > 0 ? "- " : "", words);
}

/* Items below a category, whichever way they are written. */
static void
append_items (GString    *text,
              OmYamlNode *node,
              guint       depth)
{
  if (node->kind == OM_YAML_SCALAR)
    {
      if (!node->empty)
        append_line (text, depth, node->text);
      return;
    }
  for (guint i = 0; i < node->children->len; i++)
    {
      OmYamlNode *child = g_ptr_array_index (node->children, i);
      gboolean value = node->kind == OM_YAML_MAPPING && i % 2 == 1;

      append_items (text, child, value ? depth + 1 : depth);
    }
}

/* The old category that held tags. */
static void
take_tags (OmTagSet   *tags,
           OmYamlNode *node)
{
  guint step = node->kind == OM_YAML_MAPPING ? 2 : 1;

  if (node->kind == OM_YAML_SCALAR && !node->empty)
    om_tag_set_add_list (tags, node->text);
  for (guint i = 0; node->kind != OM_YAML_SCALAR && i < node->children->len; i += step)
    {
      OmYamlNode *tag = g_ptr_array_index (node->children, i);
      g_autofree char *one = NULL;

      if (tag->kind != OM_YAML_SCALAR || tag->empty)
        continue;
      one = g_strdelimit (g_strdup (tag->text), " ", '_');
      om_tag_set_add (tags, one, -1);
    }
}

static OmMoment
moment_of (Month      *self,
           OmYamlNode *key,
           const char *place)
{
  char *end = NULL;
  gint64 day = key->text != NULL ? g_ascii_strtoll (key->text, &end, 10) : 0;

  if (end != NULL && end > key->text && *end == '\0' && day >= 1 && day <= 31 &&
      om_date_is_valid (self->year, self->month, (int) day))
    return om_moment_on_day (self->year, self->month, (int) day);

  self->job->report->outcome = OM_IMPORT_PARTIAL;
  om_import_report_add (self->job->report, FALSE, place,
                        _("“%s” is no day of that month; the entry is kept undated."),
                        key->text != NULL ? key->text : "?");
  return om_moment_unknown (self->job->options->now);
}

static gboolean
read_day (Month       *self,
          OmYamlNode  *key,
          OmYamlNode  *day,
          GError     **error)
{
  g_autofree char *place = g_strdup_printf (_("%s, line %u"), self->path, key->line);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (OmTagSet) tags = om_tag_set_new ();
  g_autoptr (OmDraft) draft = NULL;
  g_autofree char *markdown = NULL;
  g_autofree char *id = NULL;

  if (day->kind != OM_YAML_MAPPING)
    append_items (text, day, 0);
  for (guint i = 0; day->kind == OM_YAML_MAPPING && i + 1 < day->children->len; i += 2)
    {
      OmYamlNode *name = g_ptr_array_index (day->children, i);
      OmYamlNode *value = g_ptr_array_index (day->children, i + 1);

      if (name->kind == OM_YAML_SCALAR && g_str_equal (name->text, "text") &&
          value->kind == OM_YAML_SCALAR)
        {
          g_autofree char *own = om_wiki_to_markdown (value->empty ? "" : value->text,
                                                      OM_WIKI_TXT2TAGS);

          find_tags (tags, value->text);
          /* The day's own words come first, wherever they stand. */
          if (text->len > 0 && *own != '\0')
            g_string_prepend (text, "\n\n");
          g_string_prepend (text, own);
        }
      else if (name->kind == OM_YAML_SCALAR && g_str_equal (name->text, "Tags"))
        take_tags (tags, value);
      else
        {
          if (text->len > 0)
            g_string_append (text, "\n\n");
          append_items (text, name, 0);
          g_string_append_c (text, ':');
          append_items (text, value, 1);
        }
    }
  if (om_text_is_blank (text->str, text->len))
    return TRUE;

  om_text_unify_line_ends (text);
  draft = om_read_job_draft (self->job, NULL, 0, text->str, text->len);
  draft->happened = moment_of (self, key, place);
  draft->tags = om_tag_set_to_strv (tags);
  if (self->conflict)
    draft->flags |= OM_FLAG_CONFLICT;
  if (draft->happened.precision == OM_PRECISION_DAY)
    id = om_moment_format (&draft->happened);
  else
    id = g_strdup_printf ("%04d-%02d-%s", self->year, self->month,
                          key->text != NULL ? key->text : "?");
  return om_read_job_emit_id (self->job, g_steal_pointer (&draft), id, place, error);
}

/* A month that cannot be read is named, and its place; the others come in. */
static gboolean
read_month (Month        *self,
            OmContainer  *container,
            OmMember     *member,
            GError      **error)
{
  g_autoptr (GError) local = NULL;
  g_autoptr (OmSourceText) source = NULL;
  g_autoptr (OmYamlNode) documents = NULL;

  if (!om_format_load_text (self->job, container, member, &source, error))
    return FALSE;
  if (source == NULL)
    return TRUE;
  documents = om_yaml_parse (source->text, source->length, &local);
  if (documents == NULL)
    {
      om_import_report_add (self->job->report, TRUE, self->path,
                            _("%s The month was left out; nothing of it is lost in the file itself."),
                            local->message);
      return TRUE;
    }

  for (guint d = 0; d < documents->children->len; d++)
    {
      OmYamlNode *days = g_ptr_array_index (documents->children, d);

      if (days->kind != OM_YAML_MAPPING && !days->empty)
        om_import_report_add (self->job->report, TRUE, self->path,
                              _("There are no days in it as RedNotebook writes them."));
      for (guint i = 0; days->kind == OM_YAML_MAPPING && i + 1 < days->children->len; i += 2)
        {
          if (!read_day (self, g_ptr_array_index (days->children, i),
                         g_ptr_array_index (days->children, i + 1), error))
            return FALSE;
        }
    }
  return TRUE;
}

static int
red_notebook_probe (OmContainer  *look,
                    GCancellable *cancellable)
{
  GPtrArray *members = om_container_get_members (look);
  guint n = 0;
  guint hits = 0;

  for (guint i = 0; i < members->len && n < PROBE_FILES; i++)
    {
      OmMember *member = g_ptr_array_index (members, i);
      g_autofree char *head = NULL;
      const char *p;
      Month month;

      if (!is_month (member, &month))
        continue;
      n++;
      head = om_container_head (look, member, OM_FORMAT_HEAD, cancellable);
      p = head != NULL ? head : "";
      while (g_ascii_isdigit (*p))
        p++;
      hits += head != NULL && ((p > head && *p == ':') || *head == '\0');
    }
  return n > 0 && hits == n ? 90 : 0;
}

static gboolean
red_notebook_read (OmReadJob    *job,
                   OmContainer  *container,
                   GError      **error)
{
  GPtrArray *members = om_container_get_members (container);

  /* The months first: what a copy says otherwise comes after them. */
  for (guint copies = 0; copies < 2; copies++)
    {
      for (guint i = 0; i < members->len; i++)
        {
          OmMember *member = g_ptr_array_index (members, i);
          Month month = { 0 };

          if (!is_month (member, &month) || month.conflict != (copies == 1))
            continue;
          month.job = job;
          if (!read_month (&month, container, member, error))
            return FALSE;
        }
    }
  return TRUE;
}

const OmFormat om_red_notebook_format = {
  .name = "rednotebook",
  .title = "RedNotebook",
  .probe = red_notebook_probe,
  .read = red_notebook_read,
};
