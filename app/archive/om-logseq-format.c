/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A Logseq file graph: `journals/` by day, `pages/` by name. Every line is a block; properties stand
 * at the top of a page or under a block. References to blocks show what they point to, so all files
 * are gone through twice. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "archive/om-date-form.h"
#include "archive/om-format.h"
#include "archive/om-markdown-text.h"
#include "archive/om-tag-set.h"
#include "archive/om-text-edges.h"

#define CONFIG "logseq/config.edn"
#define DEFAULT_FORM "%Y_%m_%d"

/* A block that is referred to is shown as far as this, in bytes. */
#define MAX_REFERENCE_BYTES 2000

#define UUID_LENGTH 36

/** A graph while it is read. */
typedef struct
{
  OmReadJob   *job;
  OmContainer *container;
  char        *form;   /* (owned): of the names of journal days */
  GHashTable  *blocks; /* (owned) (element-type utf8 utf8): id to the words of a block */
  GHashTable  *pages;  /* (owned) (element-type utf8 OmMember): comparison key of a name to its file */
  GPtrArray   *empty;  /* (owned) (element-type utf8): paths */
  guint        n_backups;
} Graph;

static void
graph_clear (Graph *self)
{
  g_clear_pointer (&self->form, g_free);
  g_clear_pointer (&self->blocks, g_hash_table_unref);
  g_clear_pointer (&self->pages, g_hash_table_unref);
  g_clear_pointer (&self->empty, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Graph, graph_clear)

static gboolean
is_note (const OmMember *member)
{
  return (g_str_has_prefix (member->path, "journals/") ||
          g_str_has_prefix (member->path, "pages/")) &&
         g_str_has_suffix (member->path, ".md");
}

static char *
name_key (const char *name)
{
  g_autofree char *composed = g_utf8_normalize (name, -1, G_NORMALIZE_NFC);

  return g_utf8_casefold (composed != NULL ? composed : name, -1);
}

/* `pages/a___b%3F.md` is the page `a/b?`. */
static char *
page_name (const OmMember *member)
{
  g_autofree char *stem = g_strndup (member->name, strlen (member->name) - strlen (".md"));
  g_auto (GStrv) parts = g_strsplit (stem, "___", -1);
  g_autofree char *joined = g_strjoinv ("/", parts);
  g_autofree char *plain = g_uri_unescape_string (joined, NULL);

  if (plain != NULL && g_utf8_validate (plain, -1, NULL))
    return g_steal_pointer (&plain);
  return g_steal_pointer (&joined);
}

/* `yyyy_MM_dd` as a form of this program's, or NULL for letters that say something else. */
static char *
form_of_pattern (const char *pattern)
{
  static const struct
  {
    const char *sign;
    const char *form;
  } signs[] = { { "yyyy", "%Y" }, { "MM", "%m" }, { "dd", "%d" } };
  g_autoptr (GString) form = g_string_new (NULL);

  while (*pattern != '\0')
    {
      guint i = 0;

      while (i < G_N_ELEMENTS (signs) && !g_str_has_prefix (pattern, signs[i].sign))
        i++;
      if (i < G_N_ELEMENTS (signs))
        {
          g_string_append (form, signs[i].form);
          pattern += strlen (signs[i].sign);
          continue;
        }
      if (g_ascii_isalpha (*pattern) || *pattern == '%')
        return NULL;
      g_string_append_c (form, *pattern++);
    }
  return om_date_form_has_day (form->str) ? g_string_free (g_steal_pointer (&form), FALSE) : NULL;
}

static gboolean
load_config (Graph   *self,
             GError **error)
{
  static const char key[] = ":journal/file-name-format";
  OmMember *member = om_container_find (self->container, CONFIG);
  g_autoptr (OmSourceText) config = NULL;
  g_auto (GStrv) lines = NULL;

  self->form = g_strdup (DEFAULT_FORM);
  if (member == NULL)
    return TRUE;
  if (!om_format_load_text (self->job, self->container, member, &config, error))
    return FALSE;
  lines = g_strsplit (config != NULL ? config->text : "", "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *found = strstr (lines[i], key);
      const char *comment = strchr (lines[i], ';');
      const char *quote = found != NULL ? strchr (found, '"') : NULL;
      const char *end = quote != NULL ? strchr (quote + 1, '"') : NULL;
      g_autofree char *pattern = NULL;
      g_autofree char *form = NULL;

      if (end == NULL || (comment != NULL && comment < found))
        continue;
      pattern = g_strndup (quote + 1, (gsize) (end - quote - 1));
      form = form_of_pattern (pattern);
      if (form == NULL)
        {
          om_import_report_add (self->job->report, FALSE, CONFIG,
                                _("“%s”, the form of the names of days, is none this program reads."),
                                pattern);
          continue;
        }
      g_free (self->form);
      self->form = g_steal_pointer (&form);
    }
  return TRUE;
}

/* Lines */

/* `key:: value`; both are cut out of the line. */
static gboolean
split_property (const char  *line,
                char       **name,
                char       **value)
{
  const char *sign = strstr (line, "::");
  const char *start = line + strspn (line, " \t");

  if (sign == NULL || sign == start || (sign[2] != '\0' && sign[2] != ' '))
    return FALSE;
  for (const char *p = start; p < sign; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (!g_unichar_isalnum (c) && c != '-' && c != '_' && c != '.' && c != '/')
        return FALSE;
    }
  *name = g_strndup (start, (gsize) (sign - start));
  *value = g_strstrip (g_strdup (sign + 2));
  return TRUE;
}

/* The words of a line that begins a block, or NULL. */
static const char *
block_at (const char *line)
{
  const char *start = line + strspn (line, " \t");

  if (start[0] != '-' || (start[1] != ' ' && start[1] != '\0'))
    return NULL;
  return start[1] == ' ' ? start + 2 : start + 1;
}

/* First way through: what has an id, and what pages there are. */
static gboolean
collect (Graph   *self,
         GError **error)
{
  GPtrArray *members = om_container_get_members (self->container);

  for (guint i = 0; i < members->len; i++)
    {
      OmMember *member = g_ptr_array_index (members, i);
      guint n_problems = self->job->report->problems->len;
      g_autoptr (OmSourceText) source = NULL;
      g_autofree char *own = NULL;
      g_auto (GStrv) lines = NULL;
      const char *block = NULL;

      if (g_str_has_prefix (member->path, "logseq/") && !g_str_equal (member->path, CONFIG))
        {
          member->used = TRUE;
          self->n_backups += g_str_has_suffix (member->path, ".md");
        }
      if (!is_note (member))
        continue;
      if (!om_format_load_text (self->job, self->container, member, &source, error))
        return FALSE;
      /* The second way through says what is wrong with it. */
      g_ptr_array_set_size (self->job->report->problems, (gint) n_problems);
      if (source == NULL)
        continue;
      own = page_name (member);
      g_hash_table_insert (self->pages, name_key (own), member);
      lines = g_strsplit (source->text, "\n", -1);
      for (guint l = 0; lines[l] != NULL; l++)
        {
          g_autofree char *name = NULL;
          g_autofree char *value = NULL;
          const char *words = block_at (lines[l]);

          if (words != NULL)
            block = words;
          if (!split_property (lines[l], &name, &value))
            continue;
          if (block != NULL && g_str_equal (name, "id") && strlen (value) == UUID_LENGTH)
            {
              static const char *const states[] = { "TODO ", "DONE ", "DOING ", "NOW ", "LATER " };

              for (guint s = 0; s < G_N_ELEMENTS (states); s++)
                block += g_str_has_prefix (block, states[s]) ? strlen (states[s]) : 0;
              g_hash_table_insert (self->blocks, g_ascii_strdown (value, -1),
                                   g_strndup (block, strnlen (block, MAX_REFERENCE_BYTES)));
            }
          else if (block == NULL && g_str_equal (name, "alias"))
            {
              g_auto (GStrv) aliases = g_strsplit (value, ",", -1);

              for (guint a = 0; aliases[a] != NULL; a++)
                g_hash_table_insert (self->pages, name_key (g_strstrip (aliases[a])), member);
            }
        }
    }
  return TRUE;
}

/* `((id))` becomes the words of that block, unless it is not in the graph. */
static void
append_line (Graph      *self,
             GString    *out,
             const char *line)
{
  const char *p = line;

  for (;;)
    {
      const char *open = strstr (p, "((");
      g_autofree char *id = NULL;
      const char *words;

      if (open == NULL || strlen (open) < UUID_LENGTH + 4)
        break;
      id = g_ascii_strdown (open + 2, UUID_LENGTH);
      words = strncmp (open + 2 + UUID_LENGTH, "))", 2) == 0
              ? g_hash_table_lookup (self->blocks, id) : NULL;
      g_string_append_len (out, p, open - p);
      g_string_append (out, words != NULL ? words : "((");
      p = words != NULL ? open + UUID_LENGTH + 4 : open + 2;
    }
  g_string_append (out, p);
  g_string_append_c (out, '\n');
}

static void
take_property (OmSourceData *data,
               OmTagSet     *tags,
               char        **title,
               const char   *name,
               const char   *value)
{
  if (g_str_equal (name, "tags"))
    {
      g_auto (GStrv) parts = g_strsplit (value, ",", -1);

      for (guint i = 0; parts[i] != NULL; i++)
        {
          char *one = g_strstrip (parts[i]);

          /* Each may be a link to its page. */
          one += g_str_has_prefix (one, "#") ? 1 : 0;
          if (g_str_has_prefix (one, "[[") && g_str_has_suffix (one, "]]"))
            om_tag_set_add (tags, one + 2, (gssize) strlen (one) - 4);
          else
            om_tag_set_add (tags, one, -1);
        }
    }
  else if (g_str_equal (name, "title") && *value != '\0')
    {
      g_free (*title);
      *title = g_strdup (value);
    }
  else if (*value != '\0')
    om_source_data_add (data, name, value);
}

/* `#[[two words]]`, which Markdown's tags are not. */
static void
find_long_tags (OmTagSet   *tags,
                const char *text)
{
  g_autoptr (GArray) code = om_markdown_find_code (text, strlen (text));
  guint next = 0;

  for (const char *p = text; (p = strstr (p, "#[[")) != NULL; p += 3)
    {
      const char *line_end = p + strcspn (p, "\n");
      const char *close = memmem (p, (gsize) (line_end - p), "]]", 2);

      while (next < code->len && g_array_index (code, OmMarkdownStretch, next).end <= p)
        next++;
      if (close != NULL &&
          (next >= code->len || g_array_index (code, OmMarkdownStretch, next).start > p))
        om_tag_set_add (tags, p + 3, close - p - 3);
    }
}

/* Pages and files the text points to. */
static void
take_links (Graph        *self,
            OmMember     *member,
            const char   *text,
            OmDraft      *draft,
            OmSourceData *data)
{
  g_autoptr (GPtrArray) links = om_markdown_find_links (text, strlen (text));
  g_autoptr (GPtrArray) keys = g_ptr_array_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < links->len; i++)
    {
      const OmMarkdownLink *link = g_ptr_array_index (links, i);
      const char *path = link->target;
      g_autofree char *key = NULL;
      OmMember *target;

      if (link->wiki)
        {
          key = name_key (link->target);
          target = g_hash_table_lookup (self->pages, key);
          if (target != NULL && target != member && g_hash_table_add (seen, target))
            g_ptr_array_add (keys, target->path);
          continue;
        }
      while (g_str_has_prefix (path, "../"))
        path += 3;
      path += *path == '/';
      if (!link->embed && !g_str_has_prefix (path, "assets/"))
        continue;
      om_read_job_attach (self->job, data, OM_ATTACHED_FILE, path,
                          om_container_find (self->container, path));
    }
  if (keys->len > 0)
    {
      g_ptr_array_add (keys, NULL);
      draft->links = g_strdupv ((char **) keys->pdata);
    }
}

static gboolean
read_note (Graph     *self,
           OmMember  *member,
           GError   **error)
{
  gboolean journal = g_str_has_prefix (member->path, "journals/");
  g_autoptr (OmSourceText) source = NULL;
  g_autoptr (OmSourceData) data = om_source_data_new ();
  g_autoptr (OmTagSet) tags = om_tag_set_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (OmDraft) draft = NULL;
  g_autofree char *title = NULL;
  g_auto (GStrv) lines = NULL;
  gboolean at_top = TRUE;
  const char *content;
  gsize length;

  if (!om_format_load_text (self->job, self->container, member, &source, error))
    return FALSE;
  if (source == NULL)
    return TRUE;

  lines = g_strsplit (source->text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *name = NULL;
      g_autofree char *value = NULL;
      gboolean is_property = split_property (lines[i], &name, &value);

      if (at_top && is_property)
        {
          take_property (data, tags, &title, name, value);
          continue;
        }
      at_top = at_top && om_text_is_blank (lines[i], strlen (lines[i]));
      if (is_property && (g_str_equal (name, "id") || g_str_equal (name, "collapsed")))
        continue;
      /* A block without a word is where the next one would have been written. */
      if (block_at (lines[i]) != NULL &&
          om_text_is_blank (block_at (lines[i]), strlen (block_at (lines[i]))))
        continue;
      append_line (self, text, lines[i]);
    }
  content = text->str;
  length = text->len;
  om_text_strip_lines (&content, &length);
  if (om_text_is_blank (content, length))
    {
      g_ptr_array_add (self->empty, g_strdup (member->path));
      return TRUE;
    }

  if (!journal && title == NULL)
    title = page_name (member);
  draft = om_read_job_draft (self->job, title, title != NULL ? strlen (title) : 0, content, length);
  if (journal)
    {
      gsize stem = strlen (member->name) - strlen (".md");
      OmWrittenDate date;

      if (om_date_form_match (self->form, member->name, stem, NULL, &date) != OM_DATE_VALID ||
          !om_written_date_resolve (&date, self->job->options->zone, &draft->happened))
        {
          self->job->report->outcome = OM_IMPORT_PARTIAL;
          om_import_report_add (self->job->report, FALSE, member->path,
                                _("Its name is no day; it is an entry that needs a date."));
        }
    }
  om_markdown_find_tags (draft->content, strlen (draft->content), tags);
  find_long_tags (tags, draft->content);
  draft->tags = om_tag_set_to_strv (tags);
  take_links (self, member, draft->content, draft, data);
  draft->source_data = om_source_data_to_json (data);
  return om_read_job_emit (self->job, g_steal_pointer (&draft), member->path, error);
}

static int
logseq_probe (OmContainer  *look,
              GCancellable *cancellable)
{
  GPtrArray *members = om_container_get_members (look);

  if (om_container_find (look, CONFIG) != NULL)
    return 97;
  for (guint i = 0; i < members->len; i++)
    {
      OmMember *member = g_ptr_array_index (members, i);
      OmWrittenDate date;

      if (is_note (member) && g_str_has_prefix (member->path, "journals/") &&
          om_date_form_match (DEFAULT_FORM, member->name, strlen (member->name) - 3, NULL,
                              &date) == OM_DATE_VALID)
        return 80;
    }
  return 0;
}

static gboolean
logseq_read (OmReadJob    *job,
             OmContainer  *container,
             GError      **error)
{
  g_auto (Graph) self = { .job = job, .container = container };
  GPtrArray *members = om_container_get_members (container);

  self.blocks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self.pages = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self.empty = g_ptr_array_new_with_free_func (g_free);
  if (!load_config (&self, error) || !collect (&self, error))
    return FALSE;
  for (guint i = 0; i < members->len; i++)
    {
      OmMember *member = g_ptr_array_index (members, i);

      if (is_note (member) && !read_note (&self, member, error))
        return FALSE;
      if (g_str_has_suffix (member->path, ".org") && strchr (member->path, '/') != NULL)
        om_import_report_add (job->report, TRUE, member->path,
                              _("It is written in Org, which this program does not read."));
    }

  om_import_report_add_names (job->report, FALSE, self.empty,
                              ngettext ("empty page was left out",
                                        "empty pages were left out", self.empty->len));
  if (self.n_backups > 0)
    om_import_report_add (job->report, FALSE, "logseq", 
                          ngettext ("%u backup was left out.", "%u backups were left out.", self.n_backups), self.n_backups);
  return TRUE;
}

const OmFormat om_logseq_format = {
  .name = "logseq",
  .title = "Logseq",
  .probe = logseq_probe,
  .read = logseq_read,
};
