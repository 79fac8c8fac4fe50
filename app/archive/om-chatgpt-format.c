/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ChatGPT's export: a tree of messages a conversation, of which only the person's words are taken. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <math.h>
#include <string.h>

#include "archive/om-format.h"
#include "archive/om-json-scanner.h"
#include "archive/om-talk.h"

#define CONVERSATIONS "conversations.json"

/** A message while it is read. */
typedef struct
{
  char    *role;    /* (owned) (nullable) */
  char    *type;    /* (owned) (nullable): of its content */
  GString *words;   /* (owned) */
  double   at;
  gboolean hidden;
  guint    n_files;
} Message;

static void
message_clear (Message *message)
{
  g_free (message->role);
  g_free (message->type);
  g_string_free (message->words, TRUE);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Message, message_clear)

static void
add_words (Message    *message,
           const char *words)
{
  if (*words == '\0')
    return;
  if (message->words->len > 0)
    g_string_append (message->words, "\n\n");
  g_string_append (message->words, words);
}

static gboolean
read_author (OmJsonScanner  *scanner,
             Message        *message,
             GError        **error)
{
  g_autofree char *name = NULL;
  OmJsonToken token;

  while ((token = om_json_scanner_next_member (scanner, &name, error)) != OM_JSON_OBJECT_END)
    {
      if (token == OM_JSON_FAILED)
        return FALSE;
      if (token == OM_JSON_STRING && message->role == NULL && g_str_equal (name, "role"))
        message->role = g_strdup (om_json_scanner_get_string (scanner));
      else if (!om_json_scanner_skip (scanner, token, NULL, error))
        return FALSE;
    }
  return TRUE;
}

/* A part that is no text: what was said is its text, and a picture leaves a mark. */
static gboolean
read_part (OmJsonScanner  *scanner,
           Message        *message,
           GError        **error)
{
  g_autofree char *name = NULL;
  g_autofree char *type = NULL;
  g_autofree char *text = NULL;
  OmJsonToken token;

  while ((token = om_json_scanner_next_member (scanner, &name, error)) != OM_JSON_OBJECT_END)
    {
      if (token == OM_JSON_FAILED)
        return FALSE;
      if (token == OM_JSON_STRING && type == NULL && g_str_equal (name, "content_type"))
        type = g_strdup (om_json_scanner_get_string (scanner));
      else if (token == OM_JSON_STRING && text == NULL && g_str_equal (name, "text"))
        text = g_strdup (om_json_scanner_get_string (scanner));
      else if (!om_json_scanner_skip (scanner, token, NULL, error))
        return FALSE;
    }
  if (text != NULL)
    add_words (message, text);
  else
    {
      g_autofree char *mark = g_strdup_printf ("[%s]", type != NULL ? type : "file");

      add_words (message, mark);
      message->n_files++;
    }
  return TRUE;
}

static gboolean
read_content (OmJsonScanner  *scanner,
              Message        *message,
              GError        **error)
{
  g_autofree char *name = NULL;
  OmJsonToken token;

  while ((token = om_json_scanner_next_member (scanner, &name, error)) != OM_JSON_OBJECT_END)
    {
      if (token == OM_JSON_FAILED)
        return FALSE;
      if (token == OM_JSON_STRING && message->type == NULL && g_str_equal (name, "content_type"))
        message->type = g_strdup (om_json_scanner_get_string (scanner));
      else if (token == OM_JSON_STRING && g_str_equal (name, "text"))
        add_words (message, om_json_scanner_get_string (scanner));
      else if (token == OM_JSON_ARRAY_START && g_str_equal (name, "parts"))
        {
          while ((token = om_json_scanner_next (scanner, error)) != OM_JSON_ARRAY_END)
            {
              if (token == OM_JSON_FAILED)
                return FALSE;
              if (token == OM_JSON_STRING)
                add_words (message, om_json_scanner_get_string (scanner));
              else if (token == OM_JSON_OBJECT_START ? !read_part (scanner, message, error)
                                                     : !om_json_scanner_skip (scanner, token, NULL,
                                                                              error))
                return FALSE;
            }
        }
      else if (!om_json_scanner_skip (scanner, token, NULL, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_metadata (OmJsonScanner  *scanner,
               Message        *message,
               GError        **error)
{
  g_autofree char *name = NULL;
  OmJsonToken token;

  while ((token = om_json_scanner_next_member (scanner, &name, error)) != OM_JSON_OBJECT_END)
    {
      if (token == OM_JSON_FAILED)
        return FALSE;
      if (token == OM_JSON_TRUE && (g_str_equal (name, "is_visually_hidden_from_conversation") ||
                                    g_str_equal (name, "is_user_system_message")))
        message->hidden = TRUE;
      else if (!om_json_scanner_skip (scanner, token, NULL, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_message (OmJsonScanner  *scanner,
              Message        *message,
              GError        **error)
{
  g_autofree char *name = NULL;
  OmJsonToken token;

  while ((token = om_json_scanner_next_member (scanner, &name, error)) != OM_JSON_OBJECT_END)
    {
      gboolean ok = TRUE;

      if (token == OM_JSON_FAILED)
        return FALSE;
      if (token == OM_JSON_OBJECT_START && g_str_equal (name, "author"))
        ok = read_author (scanner, message, error);
      else if (token == OM_JSON_OBJECT_START && g_str_equal (name, "content"))
        ok = read_content (scanner, message, error);
      else if (token == OM_JSON_OBJECT_START && g_str_equal (name, "metadata"))
        ok = read_metadata (scanner, message, error);
      else if (token == OM_JSON_NUMBER && g_str_equal (name, "create_time"))
        message->at = g_ascii_strtod (om_json_scanner_get_string (scanner), NULL);
      else
        ok = om_json_scanner_skip (scanner, token, NULL, error);
      if (!ok)
        return FALSE;
    }
  return TRUE;
}

/* One node of the tree: its message, and what it follows. */
static gboolean
read_node (OmJsonScanner  *scanner,
           OmTalk         *talk,
           const char     *id,
           OmTalkTotals   *totals,
           GError        **error)
{
  g_auto (Message) message = { .words = g_string_new (NULL), .at = NAN };
  g_autofree char *name = NULL;
  g_autofree char *parent = NULL;
  OmJsonToken token;
  gboolean mine;

  while ((token = om_json_scanner_next_member (scanner, &name, error)) != OM_JSON_OBJECT_END)
    {
      if (token == OM_JSON_FAILED)
        return FALSE;
      if (token == OM_JSON_STRING && parent == NULL && g_str_equal (name, "parent"))
        parent = g_strdup (om_json_scanner_get_string (scanner));
      else if (token == OM_JSON_OBJECT_START && g_str_equal (name, "message")
                 ? !read_message (scanner, &message, error)
                 : !om_json_scanner_skip (scanner, token, NULL, error))
        return FALSE;
    }
  mine = g_strcmp0 (message.role, "user") == 0;
  /* What a person has told the program about themselves once is sent along unseen each time. */
  if (mine && (message.hidden || g_strcmp0 (message.type, "user_editable_context") == 0))
    {
      totals->n_hidden++;
      mine = FALSE;
    }
  totals->n_files += mine ? message.n_files : 0;
  om_talk_add (talk, id, parent, mine ? message.words->str : NULL, message.at);
  return TRUE;
}

static gboolean
read_mapping (OmJsonScanner  *scanner,
              OmTalk         *talk,
              OmTalkTotals   *totals,
              GError        **error)
{
  g_autofree char *id = NULL;
  OmJsonToken token;

  while ((token = om_json_scanner_next_member (scanner, &id, error)) != OM_JSON_OBJECT_END)
    {
      if (token == OM_JSON_FAILED ||
          !(token == OM_JSON_OBJECT_START ? read_node (scanner, talk, id, totals, error)
                                          : om_json_scanner_skip (scanner, token, NULL, error)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_conversation (gpointer       data,
                   OmTalk        *talk,
                   OmTalkTotals  *totals,
                   GError       **error)
{
  OmJsonScanner *scanner = data;
  g_autofree char *name = NULL;
  OmJsonToken token;

  while ((token = om_json_scanner_next_member (scanner, &name, error)) != OM_JSON_OBJECT_END)
    {
      const char *value = om_json_scanner_get_string (scanner);
      gboolean plain = token == OM_JSON_STRING || token == OM_JSON_NUMBER;

      if (token == OM_JSON_FAILED)
        return FALSE;
      if (token == OM_JSON_OBJECT_START && g_str_equal (name, "mapping"))
        {
          if (!read_mapping (scanner, talk, totals, error))
            return FALSE;
        }
      else if (token == OM_JSON_STRING && g_str_equal (name, "title"))
        om_talk_set_title (talk, value);
      else if (token == OM_JSON_STRING && g_str_equal (name, "current_node"))
        om_talk_set_end (talk, value);
      else if (token == OM_JSON_STRING &&
               (g_str_equal (name, "conversation_id") || g_str_equal (name, "id")))
        om_talk_set_id (talk, value);
      else if (plain && g_str_equal (name, "create_time"))
        om_talk_set_created (talk, value);
      else if (plain && g_str_equal (name, "update_time"))
        om_talk_set_updated (talk, value);
      else if (!om_json_scanner_skip (scanner, token, NULL, error))
        return FALSE;
    }
  return TRUE;
}

static int
probe (OmContainer  *look,
       GCancellable *cancellable)
{
  OmMember *member = om_talks_find (look, CONVERSATIONS);
  g_autofree char *head = member != NULL
                            ? om_container_head (look, member, OM_FORMAT_HEAD, cancellable)
                            : NULL;

  return head != NULL && strstr (head, "\"mapping\"") != NULL &&
             (strstr (head, "\"current_node\"") != NULL || strstr (head, "\"create_time\"") != NULL)
           ? 90
           : 0;
}

static gboolean
read_export (OmReadJob    *job,
             OmContainer  *container,
             GError      **error)
{
  return om_talks_read (job, container, CONVERSATIONS, read_conversation, error);
}

const OmFormat om_chatgpt_format = {
  .name = "chatgpt",
  .title = "ChatGPT",
  .probe = probe,
  .read = read_export,
};
