/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joplin: a JEX (a tar) or the same as a folder. Each item is a file `ID.md`: title, blank line,
 * body, blank line, and its properties one a line, read upward from the end. Tags and links between
 * notes and tags are items of their own, so all is gone through twice. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "archive/om-format.h"
#include "archive/om-html-text.h"
#include "archive/om-markdown-edit.h"
#include "archive/om-tag-set.h"
#include "archive/om-text-edges.h"
#include "memory/om-error.h"

/* How many files a look opens. */
#define PROBE_FILES 5

#define ID_LENGTH 32

enum
{
  ITEM_NOTE = 1,
  ITEM_NOTEBOOK = 2,
  ITEM_RESOURCE = 4,
  ITEM_TAG = 5,
  ITEM_NOTE_TAG = 6,
};

/** An item in its parts. */
typedef struct
{
  OmSourceText *source;     /* (owned) */
  char         *title;      /* (owned) */
  char         *body;       /* (owned) */
  GHashTable   *properties; /* (owned) (element-type utf8 utf8) */
  GPtrArray    *names;      /* (owned) (element-type utf8): of the properties, in their order */
  int           type;
} Item;

/** A notebook. */
typedef struct
{
  char *title;  /* (owned) */
  char *parent; /* (owned) (nullable) */
} Notebook;

/** A file. */
typedef struct
{
  char     *name;   /* (owned) */
  OmMember *member; /* (nullable): its bytes */
} Resource;

/** What all items together say. */
typedef struct
{
  OmReadJob   *job;
  OmContainer *container;
  GHashTable  *tags;      /* (owned) (element-type utf8 utf8): id to name */
  GHashTable  *note_tags; /* (owned) (element-type utf8 GPtrArray): note to ids of tags */
  GHashTable  *notebooks; /* (owned) (element-type utf8 Notebook) */
  GHashTable  *resources; /* (owned) (element-type utf8 Resource) */
  GHashTable  *notes;     /* (owned) (element-type utf8): ids */
  guint        n_encrypted;
  guint        n_trashed;
} Joplin;

static void
item_clear (Item *self)
{
  g_clear_pointer (&self->source, om_source_text_free);
  g_clear_pointer (&self->title, g_free);
  g_clear_pointer (&self->body, g_free);
  g_clear_pointer (&self->properties, g_hash_table_unref);
  g_clear_pointer (&self->names, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Item, item_clear)

static void
notebook_free (gpointer data)
{
  Notebook *self = data;

  g_free (self->title);
  g_free (self->parent);
  g_free (self);
}

static void
resource_free (gpointer data)
{
  Resource *self = data;

  g_free (self->name);
  g_free (self);
}

static void
joplin_init (Joplin      *self,
             OmReadJob   *job,
             OmContainer *container)
{
  self->job = job;
  self->container = container;
  self->tags = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->note_tags = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                           (GDestroyNotify) g_ptr_array_unref);
  self->notebooks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, notebook_free);
  self->resources = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, resource_free);
  self->notes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

static void
joplin_clear (Joplin *self)
{
  g_clear_pointer (&self->tags, g_hash_table_unref);
  g_clear_pointer (&self->note_tags, g_hash_table_unref);
  g_clear_pointer (&self->notebooks, g_hash_table_unref);
  g_clear_pointer (&self->resources, g_hash_table_unref);
  g_clear_pointer (&self->notes, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Joplin, joplin_clear)

static gboolean
is_id (const char *text,
       gsize       length)
{
  if (length != ID_LENGTH)
    return FALSE;
  for (gsize i = 0; i < length; i++)
    {
      if (!g_ascii_isxdigit (text[i]))
        return FALSE;
    }
  return TRUE;
}

/* `ID.md`, in the folder of the items or above it. */
static gboolean
is_item (const OmMember *member)
{
  gsize length = strlen (member->name);

  return length == ID_LENGTH + 3 && is_id (member->name, ID_LENGTH) &&
         g_str_has_suffix (member->name, ".md");
}

static const char *
property (const Item *item,
          const char *name)
{
  const char *value = g_hash_table_lookup (item->properties, name);

  return value != NULL && *value != '\0' ? value : NULL;
}

static gboolean
is_set (const Item *item,
        const char *name)
{
  const char *value = property (item, name);

  return value != NULL && !g_str_equal (value, "0");
}

/* `key: value`, with a key as Joplin names them. */
static gboolean
take_property (Item       *item,
               const char *line,
               gsize       length)
{
  const char *colon = memchr (line, ':', length);
  gsize n = colon != NULL ? (gsize) (colon - line) : 0;
  g_autofree char *value = NULL;
  char *name;

  if (n == 0 || n > 64 || (n + 1 < length && colon[1] != ' '))
    return FALSE;
  for (gsize i = 0; i < n; i++)
    {
      if (!g_ascii_isalnum (line[i]) && line[i] != '_')
        return FALSE;
    }
  name = g_strndup (line, n);
  value = n + 2 <= length ? g_strndup (line + n + 2, length - n - 2) : g_strdup ("");
  /* Read upward: the last of two is the first seen, and stays. */
  if (!g_hash_table_contains (item->properties, name))
    {
      g_ptr_array_add (item->names, name);
      g_hash_table_insert (item->properties, g_strdup (name), g_steal_pointer (&value));
    }
  else
    g_free (name);
  return TRUE;
}

static gboolean
parse_item (Item *item)
{
  const char *text = item->source->text;
  const char *end = text + item->source->length;
  const char *title_end;
  const char *type;

  item->properties = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  item->names = g_ptr_array_new_with_free_func (g_free);
  while (end > text && end[-1] == '\n')
    end--;
  while (end > text)
    {
      const char *line = memrchr (text, '\n', (gsize) (end - text));

      line = line != NULL ? line + 1 : text;
      if (line == end || !take_property (item, line, (gsize) (end - line)))
        break;
      end = line > text ? line - 1 : text;
    }
  while (end > text && end[-1] == '\n')
    end--;

  title_end = memchr (text, '\n', (gsize) (end - text));
  if (title_end == NULL)
    title_end = end;
  item->title = g_strndup (text, (gsize) (title_end - text));
  while (title_end < end && *title_end == '\n')
    title_end++;
  item->body = g_strndup (title_end, (gsize) (end - title_end));

  type = property (item, "type_");
  item->type = type != NULL ? (int) g_ascii_strtoll (type, NULL, 10) : 0;
  return property (item, "id") != NULL && item->type > 0;
}

/* An item that cannot be read is named; the others come in. */
static gboolean
load_item (Joplin    *self,
           OmMember  *member,
           gboolean   remark,
           Item      *item,
           gboolean  *whole,
           GError   **error)
{
  OmImportReport *report = self->job->report;
  guint n = report->problems->len;

  *whole = FALSE;
  if (!om_format_load_text (self->job, self->container, member, &item->source, error))
    return FALSE;
  *whole = item->source != NULL && parse_item (item);
  if (item->source != NULL && !*whole && remark)
    om_import_report_add (report, TRUE, member->path,
                          _("It is no item as Joplin writes them: its properties are missing."));
  /* What is gone through twice is remarked upon once. */
  if (!remark && report->problems->len > n)
    g_ptr_array_set_size (report->problems, (gint) n);
  return TRUE;
}

/* What the note says about itself lies in the other items */

static void
collect_item (Joplin     *self,
              const Item *item)
{
  const char *id = property (item, "id");
  const char *note = property (item, "note_id");
  const char *tag = property (item, "tag_id");
  GPtrArray *tags;
  Notebook *notebook;
  Resource *resource;

  switch (item->type)
    {
    case ITEM_NOTE:
      g_hash_table_add (self->notes, g_strdup (id));
      break;

    case ITEM_TAG:
      g_hash_table_replace (self->tags, g_strdup (id), g_strdup (item->title));
      break;

    case ITEM_NOTE_TAG:
      if (note == NULL || tag == NULL)
        break;
      tags = g_hash_table_lookup (self->note_tags, note);
      if (tags == NULL)
        {
          tags = g_ptr_array_new_with_free_func (g_free);
          g_hash_table_insert (self->note_tags, g_strdup (note), tags);
        }
      g_ptr_array_add (tags, g_strdup (tag));
      break;

    case ITEM_NOTEBOOK:
      notebook = g_new0 (Notebook, 1);
      notebook->title = g_strdup (item->title);
      notebook->parent = g_strdup (property (item, "parent_id"));
      g_hash_table_replace (self->notebooks, g_strdup (id), notebook);
      break;

    case ITEM_RESOURCE:
      resource = g_new0 (Resource, 1);
      resource->name = g_path_get_basename (om_text_is_blank (item->title, strlen (item->title))
                                            ? id : item->title);
      g_hash_table_replace (self->resources, g_strdup (id), resource);
      break;

    default:
      break;
    }
}

static gboolean
collect (Joplin  *self,
         GError **error)
{
  GPtrArray *members = om_container_get_members (self->container);

  for (guint i = 0; i < members->len; i++)
    {
      OmMember *member = g_ptr_array_index (members, i);
      g_auto (Item) item = { 0 };
      gboolean whole;

      if (!is_item (member))
        continue;
      if (!load_item (self, member, FALSE, &item, &whole, error))
        return FALSE;
      if (whole && !is_set (&item, "encryption_applied"))
        collect_item (self, &item);
    }

  for (guint i = 0; i < members->len; i++)
    {
      OmMember *member = g_ptr_array_index (members, i);
      const char *folder = strstr (member->path, "resources/");
      g_autofree char *id = g_strndup (member->name, strcspn (member->name, "."));
      Resource *resource = g_hash_table_lookup (self->resources, id);

      if (resource != NULL && folder != NULL && (folder == member->path || folder[-1] == '/'))
        resource->member = member;
    }
  return TRUE;
}

/* Notes */

/** What the links of a note are about. */
typedef struct
{
  Joplin       *joplin;
  OmSourceData *data;
  GPtrArray    *links; /* (owned): ids of notes */
} Links;

static char *
target_cb (const char *target,
           gboolean    embed,
           gpointer    data)
{
  Links *self = data;
  g_autofree char *id = NULL;
  Resource *resource;

  if (!g_str_has_prefix (target, ":/") || !is_id (target + 2, MIN (strlen (target + 2), ID_LENGTH)))
    return NULL;
  id = g_strndup (target + 2, ID_LENGTH);
  if (g_hash_table_contains (self->joplin->notes, id))
    g_ptr_array_add (self->links, g_strdup (id));
  resource = g_hash_table_lookup (self->joplin->resources, id);
  if (resource != NULL)
    {
      om_read_job_attach (self->joplin->job, self->data, OM_ATTACHED_FILE, resource->name,
                          resource->member);
      return g_uri_escape_string (resource->name, NULL, TRUE);
    }
  if (embed)
    om_read_job_attach (self->joplin->job, self->data, OM_ATTACHED_FILE, id, NULL);
  return NULL;
}

/* The notebooks above a note, the outermost first. */
static char *
notebook_path (Joplin     *self,
               const char *id)
{
  GString *path = g_string_new (NULL);

  /* Notebooks that lie in one another are no place, so it is not looked for without end. */
  for (guint depth = 0; id != NULL && depth < 32; depth++)
    {
      Notebook *notebook = g_hash_table_lookup (self->notebooks, id);

      if (notebook == NULL)
        break;
      if (path->len > 0)
        g_string_prepend_c (path, '/');
      g_string_prepend (path, notebook->title);
      id = notebook->parent;
    }
  return g_string_free (path, FALSE);
}

static OmMoment
moment_of (Joplin     *self,
           const Item *item,
           const char *place)
{
  static const char *const names[] = { "user_created_time", "created_time" };
  OmMoment moment;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const char *text = property (item, names[i]);

      if (text != NULL && om_moment_parse (text, self->job->options->zone, &moment, NULL))
        return moment.precision == OM_PRECISION_INSTANT
               ? om_moment_at (moment.ms, self->job->options->zone) : moment;
    }
  om_import_report_add (self->job->report, FALSE, place,
                        _("It has no date that can be read; it is an entry that needs one."));
  return om_moment_unknown (self->job->options->now);
}

/* Every property that says something and is no house-keeping of Joplin's. */
static void
keep_properties (const Item   *item,
                 OmSourceData *data)
{
  static const char *const known[] = {
    "id", "parent_id", "type_", "encryption_applied", "is_shared", "markup_language", "source",
    "source_application", "order", "is_conflict",
  };

  for (guint i = item->names->len; i > 0; i--)
    {
      const char *name = g_ptr_array_index (item->names, i - 1);
      const char *value = property (item, name);

      if (value != NULL && !g_strv_contains (known, name) && strspn (value, "0.") != strlen (value))
        om_source_data_add (data, name, value);
    }
}

static gboolean
read_note (Joplin      *self,
           const Item  *item,
           const char  *place,
           GError     **error)
{
  const char *id = property (item, "id");
  g_autoptr (OmSourceData) data = om_source_data_new ();
  g_autoptr (OmTagSet) tags = om_tag_set_new ();
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (OmDraft) draft = NULL;
  g_autofree char *markdown = NULL;
  g_autofree char *content = NULL;
  g_autofree char *notebook = notebook_path (self, property (item, "parent_id"));
  GPtrArray *own_tags = g_hash_table_lookup (self->note_tags, id);
  Links links = { .joplin = self, .data = data, .links = ids };

  markdown = g_strcmp0 (property (item, "markup_language"), "2") == 0
             ? om_html_to_markdown (item->body) : g_strdup (item->body);
  content = om_markdown_retarget (markdown, target_cb, &links);
  draft = om_read_job_draft (self->job, item->title, strlen (item->title), content,
                             strlen (content));
  if (*draft->content == '\0')
    {
      om_import_report_add (self->job->report, FALSE, place,
                            _("There is a note without a word; it was left out."));
      return TRUE;
    }
  draft->happened = moment_of (self, item, place);
  for (guint i = 0; own_tags != NULL && i < own_tags->len; i++)
    {
      const char *name = g_hash_table_lookup (self->tags, g_ptr_array_index (own_tags, i));

      if (name != NULL)
        om_tag_set_add (tags, name, -1);
    }
  draft->tags = om_tag_set_to_strv (tags);
  if (is_set (item, "is_conflict"))
    draft->flags |= OM_FLAG_CONFLICT;
  if (ids->len > 0)
    {
      g_ptr_array_add (ids, NULL);
      draft->links = g_strdupv ((char **) ids->pdata);
    }
  if (*notebook != '\0')
    om_source_data_add (data, "notebook", notebook);
  keep_properties (item, data);
  draft->source_data = om_source_data_to_json (data);
  return om_read_job_emit_id (self->job, g_steal_pointer (&draft), id, place, error);
}

static int
joplin_probe (OmContainer  *look,
              GCancellable *cancellable)
{
  GPtrArray *members = om_container_get_members (look);
  guint n = 0;

  if (om_container_get_kind (look) == OM_CONTAINER_FILE)
    return 0;
  for (guint i = 0; i < members->len && n < PROBE_FILES; i++)
    {
      OmMember *member = g_ptr_array_index (members, i);
      g_autofree char *head = NULL;

      if (!is_item (member))
        continue;
      n++;
      head = om_container_head (look, member, OM_FORMAT_HEAD, cancellable);
      if (head != NULL && strstr (head, "id: ") != NULL && strstr (head, "\ntype_: ") != NULL)
        return 95;
    }
  return n == PROBE_FILES ? 50 : 0;
}

static gboolean
joplin_read (OmReadJob    *job,
             OmContainer  *container,
             GError      **error)
{
  GPtrArray *members = om_container_get_members (container);
  g_auto (Joplin) self = { 0 };

  joplin_init (&self, job, container);
  if (!collect (&self, error))
    return FALSE;
  for (guint i = 0; i < members->len; i++)
    {
      OmMember *member = g_ptr_array_index (members, i);
      g_auto (Item) item = { 0 };
      gboolean whole;

      if (!is_item (member))
        continue;
      if (!load_item (&self, member, TRUE, &item, &whole, error))
        return FALSE;
      if (!whole)
        continue;
      if (is_set (&item, "encryption_applied"))
        self.n_encrypted++;
      else if (item.type == ITEM_NOTE && is_set (&item, "deleted_time"))
        self.n_trashed++;
      else if (item.type == ITEM_NOTE && !read_note (&self, &item, member->path, error))
        return FALSE;
    }

  if (self.n_encrypted > 0)
    om_import_report_add (job->report, TRUE, NULL,
                          ngettext ("%u item is encrypted and could not be read: decrypt in Joplin and export again.",
                                    "%u items are encrypted and could not be read: decrypt in Joplin and export again.",
                                    self.n_encrypted),
                          self.n_encrypted);
  om_format_remark_trash (job, self.n_trashed);
  return TRUE;
}

const OmFormat om_joplin_format = {
  .name = "joplin",
  .title = "Joplin",
  .probe = joplin_probe,
  .read = joplin_read,
};
