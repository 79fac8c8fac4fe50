/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Standard Notes' decrypted backup: all items in one list, in a zip with plain copies beside it or by
 * itself. Tags name their notes, so the list is gone through twice. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "archive/om-json-source.h"
#include "archive/om-text-edges.h"
#include "memory/om-error.h"

#define FILE_NAME "Standard Notes Backup and Import File.txt"
#define APP_DATA "org.standardnotes.sn"

/* Tags that lie in one another are no place. */
#define MAX_DEPTH 32

/** A tag. */
typedef struct
{
  char      *title;  /* (owned) */
  char      *parent; /* (owned) (nullable): id */
  GPtrArray *notes;  /* (owned) (element-type utf8): ids */
} Tag;

typedef struct
{
  OmReadJob  *job;
  GHashTable *tags;      /* (owned) (element-type utf8 Tag) */
  GHashTable *note_tags; /* (owned) (element-type utf8 OmTagSet) */
  guint       n_trashed;
  guint       n_archived;
  guint       n_encrypted;
} Notes;

static void
tag_free (gpointer data)
{
  Tag *self = data;

  g_free (self->title);
  g_free (self->parent);
  g_ptr_array_unref (self->notes);
  g_free (self);
}

static void
notes_clear (Notes *self)
{
  g_clear_pointer (&self->tags, g_hash_table_unref);
  g_clear_pointer (&self->note_tags, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Notes, notes_clear)

static const char *
string_of (OmJsonValue *object,
           const char  *name)
{
  OmJsonValue *value = om_json_value_find (object, name);

  return value != NULL && value->kind == OM_JSON_STRING ? value->text : NULL;
}

static gboolean
tag_cb (OmJsonValue  *item,
        const char   *place,
        gpointer      data,
        GError      **error)
{
  Notes *self = data;
  OmJsonValue *content = om_json_value_find (item, "content");
  OmJsonValue *references = om_json_value_find (content, "references");
  const char *id = string_of (item, "uuid");
  const char *title = string_of (content, "title");
  Tag *tag;

  if (g_strcmp0 (string_of (item, "content_type"), "Tag") != 0 || id == NULL || title == NULL)
    return TRUE;
  tag = g_new0 (Tag, 1);
  tag->title = g_strdup (title);
  tag->notes = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; references != NULL && references->kind == OM_JSON_ARRAY_START &&
                    i < references->children->len; i++)
    {
      OmJsonValue *reference = g_ptr_array_index (references->children, i);
      const char *to = string_of (reference, "uuid");

      if (to == NULL)
        continue;
      if (g_strcmp0 (string_of (reference, "reference_type"), "TagToParentTag") == 0)
        {
          g_free (tag->parent);
          tag->parent = g_strdup (to);
        }
      else
        g_ptr_array_add (tag->notes, g_strdup (to));
    }
  g_hash_table_replace (self->tags, g_strdup (id), tag);
  return TRUE;
}

/* `trains/slow` of a tag below another. */
static void
spread_tags (Notes *self)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->tags);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const Tag *tag = value;
      g_autoptr (GString) path = g_string_new (tag->title);
      const Tag *above = tag;

      for (guint depth = 0; depth < MAX_DEPTH && above->parent != NULL; depth++)
        {
          above = g_hash_table_lookup (self->tags, above->parent);
          if (above == NULL)
            break;
          g_string_prepend_c (path, '/');
          g_string_prepend (path, above->title);
        }
      for (guint i = 0; i < tag->notes->len; i++)
        {
          const char *note = g_ptr_array_index (tag->notes, i);
          OmTagSet *set = g_hash_table_lookup (self->note_tags, note);

          if (set == NULL)
            {
              set = om_tag_set_new ();
              g_hash_table_insert (self->note_tags, g_strdup (note), set);
            }
          om_tag_set_add (set, path->str, (gssize) path->len);
        }
    }
}

/* The words of the editor's own form, a line for each of its paragraphs. */
static void
append_rich (OmJsonValue *node,
             GString     *text)
{
  OmJsonValue *children = om_json_value_find (node, "children");
  const char *type = string_of (node, "type");
  const char *words = string_of (node, "text");

  if (words != NULL)
    g_string_append (text, words);
  for (guint i = 0; children != NULL && children->kind == OM_JSON_ARRAY_START &&
                    i < children->children->len; i++)
    append_rich (g_ptr_array_index (children->children, i), text);
  if (type != NULL && text->len > 0 && text->str[text->len - 1] != '\n' &&
      (g_str_equal (type, "paragraph") || g_str_equal (type, "heading") ||
       g_str_equal (type, "listitem") || g_str_equal (type, "quote") ||
       g_str_equal (type, "linebreak") || g_str_equal (type, "code")))
    g_string_append_c (text, '\n');
}

static char *
rich_text (const char *raw)
{
  g_autoptr (OmJsonScanner) scanner = om_json_scanner_new (raw, strlen (raw));
  g_autoptr (OmJsonValue) value = om_json_value_read (scanner, om_json_scanner_next (scanner, NULL),
                                                      NULL);
  OmJsonValue *root = om_json_value_find (value, "root");
  g_autoptr (GString) text = g_string_new (NULL);

  if (root == NULL)
    return g_strdup (raw);
  append_rich (root, text);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static gboolean
note_cb (OmJsonValue  *item,
         const char   *place,
         gpointer      data,
         GError      **error)
{
  Notes *self = data;
  OmJsonValue *content = om_json_value_find (item, "content");
  OmJsonValue *app = om_json_value_find (om_json_value_find (content, "appData"), APP_DATA);
  const char *type = string_of (item, "content_type");
  const char *id = string_of (item, "uuid");
  g_autoptr (OmSourceData) kept = om_source_data_new ();
  g_autoptr (OmTagSet) none = om_tag_set_new ();
  g_autofree char *title = NULL;
  g_autofree char *text = NULL;
  OmTagSet *tags;
  OmDraft *draft;

  if (content != NULL && content->kind == OM_JSON_STRING)
    {
      self->n_encrypted++;
      return TRUE;
    }
  if (g_strcmp0 (type, "Note") != 0 || content == NULL ||
      (om_json_value_find (item, "deleted") != NULL &&
       om_json_value_find (item, "deleted")->kind == OM_JSON_TRUE))
    return TRUE;
  if (om_json_value_take_true (content, "trashed"))
    {
      self->n_trashed++;
      return TRUE;
    }

  title = om_json_value_take_text (content, "title");
  text = om_json_value_take_text (content, "text");
  if (g_strcmp0 (string_of (content, "noteType"), "super") == 0)
    {
      char *plain = rich_text (text);

      g_free (text);
      text = plain;
    }
  draft = om_read_job_draft (self->job, title, strlen (title), text, strlen (text));
  {
    const char *created = string_of (item, "created_at");
    const char *updated = string_of (app, "client_updated_at");
    OmMoment moment;

    /* 1970 is what it writes for a time it does not know. */
    if (created == NULL || g_str_has_prefix (created, "1970-01-01T00:00:00"))
      created = updated;
    if (created != NULL && om_moment_parse (created, self->job->options->zone, &moment, NULL))
      draft->happened = moment.precision == OM_PRECISION_INSTANT
                        ? om_moment_at (moment.ms, self->job->options->zone) : moment;
  }
  if (om_json_value_take_true (content, "starred"))
    draft->flags |= OM_FLAG_STARRED;
  if (om_json_value_find (app, "archived") != NULL &&
      om_json_value_find (app, "archived")->kind == OM_JSON_TRUE)
    {
      self->n_archived++;
      om_source_data_add_json (kept, "archived", "true");
    }
  om_json_value_take_string (content, "preview_plain");
  om_json_value_take (content, "references", OM_JSON_ARRAY_START);
  tags = id != NULL ? g_hash_table_lookup (self->note_tags, id) : NULL;
  return om_json_source_finish (self->job, draft, tags != NULL ? tags : none, content, kept, id,
                                place, error);
}

static OmMember *
backup_of (OmContainer *container)
{
  GPtrArray *members = om_container_get_members (container);

  if (om_container_get_kind (container) == OM_CONTAINER_FILE)
    return g_ptr_array_index (members, 0);
  return om_container_find (container, FILE_NAME);
}

static int
standard_notes_probe (OmContainer  *look,
                      GCancellable *cancellable)
{
  OmMember *member = backup_of (look);
  g_autofree char *head = member != NULL ? om_container_head (look, member, OM_FORMAT_HEAD,
                                                              cancellable)
                                         : NULL;

  return head != NULL && strstr (head, "\"items\"") != NULL &&
         strstr (head, "\"content_type\"") != NULL ? 95 : 0;
}

static gboolean
standard_notes_read (OmReadJob    *job,
                     OmContainer  *container,
                     GError      **error)
{
  OmMember *member = backup_of (container);
  GPtrArray *members = om_container_get_members (container);
  guint n_problems = job->report->problems->len;
  g_auto (Notes) self = { .job = job };

  if (member == NULL)
    {
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
                   _("“%s” holds no backup of Standard Notes, a file named “%s”."),
                   om_container_get_name (container), FILE_NAME);
      return FALSE;
    }
  self.tags = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, tag_free);
  self.note_tags = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                          (GDestroyNotify) om_tag_set_free);
  if (!om_json_source_read (job, container, member, "items", tag_cb, &self, NULL, error))
    return FALSE;
  /* The second way through says what is wrong. */
  g_ptr_array_set_size (job->report->problems, (gint) n_problems);
  spread_tags (&self);
  if (!om_json_source_read (job, container, member, "items", note_cb, &self, NULL, error))
    return FALSE;

  for (guint i = 0; i < members->len; i++)
    {
      OmMember *copy = g_ptr_array_index (members, i);

      copy->used = copy->used || g_str_has_prefix (copy->path, "Items/");
    }
  if (self.n_encrypted > 0)
    om_import_report_add (job->report, TRUE, member->path,
                          ngettext ("%u item is encrypted and could not be read: export a decrypted backup.",
                                    "%u items are encrypted and could not be read: export a decrypted backup.",
                                    self.n_encrypted),
                          self.n_encrypted);
  om_format_remark_trash (job, self.n_trashed);
  om_format_remark_archived (job, self.n_archived);
  return TRUE;
}

const OmFormat om_standard_notes_format = {
  .name = "standardnotes",
  .title = "Standard Notes",
  .probe = standard_notes_probe,
  .read = standard_notes_read,
};
