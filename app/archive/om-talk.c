/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A conversation as a tree of messages; the way from its end to its root is what was on screen. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-talk.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "archive/om-foreign-time.h"
#include "archive/om-json-scanner.h"
#include "archive/om-tag-set.h"
#include "archive/om-text-edges.h"
#include "memory/om-error.h"

typedef struct
{
  char    *id;     /* (owned) */
  char    *parent; /* (owned) (nullable) */
  char    *words;  /* (owned) (nullable): the person's */
  double   at;     /* when, as written; NAN if it does not say */
  gboolean has_child;
  gboolean on_path;
} Message;

struct _OmTalk
{
  GPtrArray  *messages; /* (owned) (element-type Message): in the order they came */
  GHashTable *by_id;    /* (owned) (element-type utf8 Message) */
  char       *title;    /* (owned) (nullable) */
  char       *id;       /* (owned) (nullable) */
  char       *end;      /* (owned) (nullable): the message last on screen */
  char       *created;  /* (owned) (nullable): as written */
  char       *updated;  /* (owned) (nullable): as written */
};

static void
message_free (gpointer data)
{
  Message *message = data;

  g_free (message->id);
  g_free (message->parent);
  g_free (message->words);
  g_free (message);
}

/** om_talk_new: a conversation without messages. */
OmTalk *
om_talk_new (void)
{
  OmTalk *self = g_new0 (OmTalk, 1);

  self->messages = g_ptr_array_new_with_free_func (message_free);
  self->by_id = g_hash_table_new (g_str_hash, g_str_equal);
  return self;
}

/** om_talk_free: */
void
om_talk_free (OmTalk *self)
{
  if (self == NULL)
    return;

  g_ptr_array_unref (self->messages);
  g_hash_table_unref (self->by_id);
  g_free (self->title);
  g_free (self->id);
  g_free (self->end);
  g_free (self->created);
  g_free (self->updated);
  g_free (self);
}

#define SETTER(name, field)            \
  void name (OmTalk     *self,         \
             const char *value)        \
  {                                    \
    if (self->field == NULL)           \
      self->field = g_strdup (value);  \
  }

/* The first value of each counts. Times are as written. */
SETTER (om_talk_set_title, title)
SETTER (om_talk_set_id, id)
SETTER (om_talk_set_end, end)
SETTER (om_talk_set_created, created)
SETTER (om_talk_set_updated, updated)

#undef SETTER

/**
 * om_talk_add:
 * @id: of the message; one that came before is not taken again
 * @parent: (nullable): the message it follows
 * @words: (nullable): the person's own; %NULL for anybody else's message
 * @at: seconds since 1970, NAN if it does not say
 */
void
om_talk_add (OmTalk     *self,
             const char *id,
             const char *parent,
             const char *words,
             double      at)
{
  Message *message;

  if (g_hash_table_contains (self->by_id, id))
    return;
  message = g_new0 (Message, 1);
  message->id = g_strdup (id);
  message->parent = g_strdup (parent);
  message->words = words != NULL && !om_text_is_blank (words, strlen (words)) ? g_strdup (words)
                                                                             : NULL;
  message->at = at;
  g_ptr_array_add (self->messages, message);
  g_hash_table_insert (self->by_id, message->id, message);
}

/* Where it ended: as it says, else the last message that nothing follows. */
static Message *
find_end (OmTalk *self)
{
  Message *end = self->end != NULL ? g_hash_table_lookup (self->by_id, self->end) : NULL;

  for (guint i = self->messages->len; i > 0 && end == NULL; i--)
    {
      Message *message = g_ptr_array_index (self->messages, i - 1);

      if (!message->has_child)
        end = message;
    }
  return end;
}

/* Marks the way from the end to the root. A ring ends where it comes back to itself. */
static GPtrArray *
walk (OmTalk *self)
{
  GPtrArray *path = g_ptr_array_new ();

  for (guint i = 0; i < self->messages->len; i++)
    {
      Message *message = g_ptr_array_index (self->messages, i);
      Message *parent = message->parent != NULL
                          ? g_hash_table_lookup (self->by_id, message->parent)
                          : NULL;

      if (parent != NULL && parent != message)
        parent->has_child = TRUE;
    }
  for (Message *at = find_end (self); at != NULL && !at->on_path;
       at = at->parent != NULL ? g_hash_table_lookup (self->by_id, at->parent) : NULL)
    {
      at->on_path = TRUE;
      g_ptr_array_insert (path, 0, at);
    }
  return path;
}

/* The words of branches that are not on screen: kept with the entry, so that none is lost. */
static void
keep_branches (OmTalk       *self,
               OmTalkTotals *totals,
               OmSourceData *kept,
               guint        *n_branches)
{
  g_autoptr (GString) json = g_string_new ("[");

  *n_branches = 0;
  for (guint i = 0; i < self->messages->len; i++)
    {
      const Message *message = g_ptr_array_index (self->messages, i);

      if (message->on_path)
        continue;
      *n_branches += !message->has_child;
      if (message->words == NULL)
        continue;
      if (json->len > 1)
        g_string_append_c (json, ',');
      om_json_append_string (json, message->words);
    }
  g_string_append_c (json, ']');
  totals->n_branches += *n_branches;
  if (json->len > 2)
    om_source_data_add_json (kept, "not_on_screen", json->str);
}

static void
resolve_time (OmTalk          *self,
              const GPtrArray *path,
              OmReadJob       *job,
              OmDraft         *draft,
              OmSourceData    *kept)
{
  GTimeZone *zone = job->options->zone;

  if (om_foreign_time_from_text (self->created, zone, &draft->happened))
    {
      const char *point = strchr (self->created, '.');

      if (point != NULL && strspn (point + 1, "0123456789") > 3)
        om_source_data_add (kept, "created", self->created);
      return;
    }
  om_source_data_add (kept, "created", self->created);
  for (guint i = 0; i < path->len; i++)
    {
      const Message *message = g_ptr_array_index ((GPtrArray *) path, i);

      if (om_foreign_time_from_number (message->at, zone, &draft->happened))
        return;
    }
  om_foreign_time_from_text (self->updated, zone, &draft->happened);
}

/* Gives the conversation out as one entry, the person's words in their order. */
static gboolean
emit (OmTalk        *self,
      OmReadJob     *job,
      OmTalkTotals  *totals,
      const char    *place,
      GError       **error)
{
  g_autoptr (GPtrArray) path = walk (self);
  g_autoptr (GString) words = g_string_new (NULL);
  g_autoptr (OmSourceData) kept = om_source_data_new ();
  g_autoptr (OmTagSet) tags = om_tag_set_new ();
  g_autofree char *key = NULL;
  guint n_branches;
  OmDraft *draft;

  for (guint i = 0; i < path->len; i++)
    {
      const Message *message = g_ptr_array_index (path, i);

      if (message->words == NULL)
        continue;
      if (words->len > 0)
        g_string_append (words, "\n\n");
      g_string_append (words, message->words);
    }
  keep_branches (self, totals, kept, &n_branches);
  if (words->len == 0)
    {
      totals->n_empty++;
      return TRUE;
    }
  om_text_unify_line_ends (words);
  if (n_branches > 0)
    om_import_report_add (job->report, FALSE, place,
                          ngettext ("“%s”: %u branch not on screen; what you wrote there is kept with the entry.",
                                    "“%s”: %u branches not on screen; what you wrote there is kept with the entry.",
                                    n_branches),
                          self->title != NULL ? self->title : "", n_branches);

  draft = om_read_job_draft (job, self->title, self->title != NULL ? strlen (self->title) : 0,
                             words->str, words->len);
  resolve_time (self, path, job, draft, kept);
  om_source_data_add (kept, "updated", self->updated);
  om_tag_set_add (tags, job->source, -1);
  draft->tags = om_tag_set_to_strv (tags);
  draft->source_data = om_source_data_to_json (kept);
  key = self->id != NULL ? g_strdup (self->id)
                         : g_strdup_printf ("%s %s", self->created != NULL ? self->created : "",
                                            self->title != NULL ? self->title : "");
  return om_read_job_emit (job, draft, key, error);
}

static void
remark (OmReadJob  *job,
        const char *name,
        guint       n,
        const char *words)
{
  if (n > 0)
    om_import_report_add (job->report, FALSE, name, "%u %s", n, words);
}

/* What holds for all conversations. */
static void
remark_totals (const OmTalkTotals *totals,
               OmReadJob          *job,
               const char         *name)
{
  remark (job, name, totals->n_empty,
          ngettext ("empty conversation, without a word of yours, was left out.",
                    "empty conversations, without a word of yours, were left out.", totals->n_empty));
  remark (job, name, totals->n_hidden,
          ngettext ("hidden instruction is no part of a conversation and was left out.",
                    "hidden instructions are no part of a conversation and were left out.", totals->n_hidden));
  remark (job, name, totals->n_files,
          ngettext ("picture or file is named in the text and was not taken along.",
                    "pictures and files are named in the texts and were not taken along.", totals->n_files));
}

static gboolean
read_one (OmReadJob      *job,
          OmJsonScanner  *scanner,
          const char     *name,
          OmTalkFunc      func,
          OmTalkTotals   *totals,
          GError        **error)
{
  g_autoptr (OmTalk) talk = om_talk_new ();
  g_autofree char *place = g_strdup_printf (_("%s, line %u"), name, om_json_scanner_get_line (scanner));

  return func (scanner, talk, totals, error) && emit (talk, job, totals, place, error);
}

static gboolean
read_all (OmReadJob     *job,
          OmTextStream  *stream,
          const char    *name,
          OmTalkFunc     func,
          GError       **error)
{
  g_autoptr (OmJsonScanner) scanner = om_json_scanner_new_for_stream (stream);
  OmTalkTotals totals = { 0 };
  OmJsonToken token = om_json_scanner_next (scanner, error);

  if (token == OM_JSON_OBJECT_START)
    {
      if (!read_one (job, scanner, name, func, &totals, error))
        return FALSE;
    }
  else if (token == OM_JSON_ARRAY_START)
    {
      while ((token = om_json_scanner_next (scanner, error)) != OM_JSON_ARRAY_END)
        {
          if (token == OM_JSON_FAILED)
            return FALSE;
          if (token == OM_JSON_OBJECT_START)
            {
              if (!read_one (job, scanner, name, func, &totals, error))
                return FALSE;
              continue;
            }
          om_import_report_add (job->report, TRUE, name,
                                _("Something in the list of conversations is none (line %u)."),
                                om_json_scanner_get_line (scanner));
          if (!om_json_scanner_skip (scanner, token, NULL, error))
            return FALSE;
        }
    }
  else
    {
      if (token != OM_JSON_FAILED)
        g_set_error (error, OM_ERROR, OM_ERROR_INVALID, _("“%s” holds no conversations."), name);
      return FALSE;
    }
  if (om_json_scanner_next (scanner, error) == OM_JSON_FAILED)
    return FALSE;

  remark_totals (&totals, job, name);
  om_import_report_add_replaced (job->report, name, om_json_scanner_get_n_replaced (scanner));
  om_text_stream_remark (stream, job->report, name);
  return TRUE;
}

/**
 * om_talks_find:
 * @name: of the member that holds the conversations
 *
 * Returns: (transfer none) (nullable): the file by itself, or the member of an archive or a folder
 */
OmMember *
om_talks_find (OmContainer *container,
               const char  *name)
{
  GPtrArray *members = om_container_get_members (container);

  if (om_container_get_kind (container) == OM_CONTAINER_FILE)
    return g_ptr_array_index (members, 0);
  for (guint i = 0; i < members->len; i++)
    {
      OmMember *member = g_ptr_array_index (members, i);

      if (g_str_equal (member->name, name))
        return member;
    }
  return NULL;
}

/**
 * om_talks_read:
 * @container: an export, or its conversations by themselves
 * @name: of the member that holds them: a list of conversations, or one by itself
 * @func: (scope call): reads one of them
 * @error: return location, %OM_ERROR_INVALID with the line
 *
 * One conversation after the other; nothing else is held.
 *
 * Returns: %FALSE if reading is to stop
 */
gboolean
om_talks_read (OmReadJob    *job,
               OmContainer  *container,
               const char   *name,
               OmTalkFunc    func,
               GError      **error)
{
  OmMember *member = om_talks_find (container, name);
  g_autoptr (OmTextStream) stream = NULL;

  if (member == NULL)
    {
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
                   _("“%s” is no export of conversations: there is no “%s” in it."),
                   om_container_get_name (container), name);
      return FALSE;
    }
  stream = om_container_read_text (container, member, job->options->guess_encoding,
                                   job->cancellable, error);
  return stream != NULL && read_all (job, stream, member->path, func, error);
}
