/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Claude's export: a list of messages a conversation, of which only the person's words are taken. */
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
  char    *id;     /* (owned) (nullable) */
  char    *parent; /* (owned) (nullable) */
  char    *sender; /* (owned) (nullable) */
  char    *text;   /* (owned) (nullable): all of it as one */
  GString *blocks; /* (owned): the same in parts */
  GString *papers; /* (owned): texts of what was attached */
  guint    n_files;
} Message;

static void
message_clear (Message *message)
{
  g_free (message->id);
  g_free (message->parent);
  g_free (message->sender);
  g_free (message->text);
  g_string_free (message->blocks, TRUE);
  g_string_free (message->papers, TRUE);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Message, message_clear)

static void
add_words (GString    *words,
           const char *more)
{
  if (more == NULL || *more == '\0')
    return;
  if (words->len > 0)
    g_string_append (words, "\n\n");
  g_string_append (words, more);
}

/* Two members of an object, the others passed over. */
static gboolean
read_two (OmJsonScanner  *scanner,
          const char     *first,
          char          **a,
          const char     *second,
          char          **b,
          GError        **error)
{
  g_autofree char *name = NULL;
  OmJsonToken token;

  while ((token = om_json_scanner_next_member (scanner, &name, error)) != OM_JSON_OBJECT_END)
    {
      if (token == OM_JSON_FAILED)
        return FALSE;
      if (token == OM_JSON_STRING && *a == NULL && g_str_equal (name, first))
        *a = g_strdup (om_json_scanner_get_string (scanner));
      else if (token == OM_JSON_STRING && *b == NULL && g_str_equal (name, second))
        *b = g_strdup (om_json_scanner_get_string (scanner));
      else if (!om_json_scanner_skip (scanner, token, NULL, error))
        return FALSE;
    }
  return TRUE;
}

static void
take_block (Message    *message,
            const char *type,
            const char *text)
{
  if (g_strcmp0 (type, "text") == 0)
    add_words (message->blocks, text);
}

/* A text that was attached is there as it was read; of anything else there is the name alone. */
static void
take_attachment (Message    *message,
                 const char *name,
                 const char *text)
{
  g_autofree char *paper = NULL;

  if (text != NULL && *text != '\0')
    paper = g_strdup_printf ("%s:\n%s", name != NULL ? name : "", text);
  else
    {
      paper = g_strdup_printf ("[%s]", name != NULL ? name : "file");
      message->n_files++;
    }
  add_words (message->papers, paper);
}

static gboolean
read_list (OmJsonScanner  *scanner,
           Message        *message,
           const char     *first,
           const char     *second,
           void          (*take) (Message *message, const char *a, const char *b),
           GError        **error)
{
  OmJsonToken token;

  while ((token = om_json_scanner_next (scanner, error)) != OM_JSON_ARRAY_END)
    {
      g_autofree char *a = NULL;
      g_autofree char *b = NULL;

      if (token == OM_JSON_FAILED)
        return FALSE;
      if (token != OM_JSON_OBJECT_START)
        {
          if (!om_json_scanner_skip (scanner, token, NULL, error))
            return FALSE;
          continue;
        }
      if (!read_two (scanner, first, &a, second, &b, error))
        return FALSE;
      take (message, a, b);
    }
  return TRUE;
}

static gboolean
take_member (OmJsonScanner  *scanner,
             Message        *message,
             const char     *name,
             OmJsonToken     token,
             GError        **error)
{
  struct
  {
    const char *name;
    char      **field;
  } fields[] = {
    { "uuid", &message->id },
    { "parent_message_uuid", &message->parent },
    { "sender", &message->sender },
    { "text", &message->text },
  };

  for (guint i = 0; i < G_N_ELEMENTS (fields) && token == OM_JSON_STRING; i++)
    {
      if (!g_str_equal (name, fields[i].name) || *fields[i].field != NULL)
        continue;
      *fields[i].field = g_strdup (om_json_scanner_get_string (scanner));
      return TRUE;
    }
  if (token == OM_JSON_ARRAY_START && g_str_equal (name, "content"))
    return read_list (scanner, message, "type", "text", take_block, error);
  if (token == OM_JSON_ARRAY_START &&
      (g_str_equal (name, "attachments") || g_str_equal (name, "files")))
    return read_list (scanner, message, "file_name", "extracted_content", take_attachment, error);
  return om_json_scanner_skip (scanner, token, NULL, error);
}

/* The words as one text; where that and the parts are not the same, both. */
static char *
dup_words (Message *message)
{
  g_autoptr (GString) words = g_string_new (NULL);

  if (message->text == NULL || strstr (message->blocks->str, message->text) != NULL)
    add_words (words, message->blocks->str);
  else if (message->blocks->len == 0 || strstr (message->text, message->blocks->str) != NULL)
    add_words (words, message->text);
  else
    {
      add_words (words, message->blocks->str);
      add_words (words, message->text);
    }
  add_words (words, message->papers->str);
  return g_string_free (g_steal_pointer (&words), FALSE);
}

static gboolean
read_message (OmJsonScanner  *scanner,
              OmTalk         *talk,
              OmTalkTotals   *totals,
              char          **last,
              GError        **error)
{
  g_auto (Message) message = { .blocks = g_string_new (NULL), .papers = g_string_new (NULL) };
  g_autofree char *name = NULL;
  g_autofree char *words = NULL;
  OmJsonToken token;

  while ((token = om_json_scanner_next_member (scanner, &name, error)) != OM_JSON_OBJECT_END)
    {
      if (token == OM_JSON_FAILED || !take_member (scanner, &message, name, token, error))
        return FALSE;
    }
  if (message.id == NULL)
    message.id = g_strdup_printf ("after %s", *last != NULL ? *last : "");
  if (g_strcmp0 (message.sender, "human") == 0)
    {
      words = dup_words (&message);
      totals->n_files += message.n_files;
    }
  /* Older exports do not say what a message follows: the one before it. */
  om_talk_add (talk, message.id, message.parent != NULL ? message.parent : *last, words, NAN);
  g_free (*last);
  *last = g_steal_pointer (&message.id);
  return TRUE;
}

static gboolean
read_messages (OmJsonScanner  *scanner,
               OmTalk         *talk,
               OmTalkTotals   *totals,
               GError        **error)
{
  g_autofree char *last = NULL;
  OmJsonToken token;

  while ((token = om_json_scanner_next (scanner, error)) != OM_JSON_ARRAY_END)
    {
      if (token == OM_JSON_FAILED ||
          !(token == OM_JSON_OBJECT_START ? read_message (scanner, talk, totals, &last, error)
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

      if (token == OM_JSON_FAILED)
        return FALSE;
      if (token == OM_JSON_ARRAY_START && g_str_equal (name, "chat_messages"))
        {
          if (!read_messages (scanner, talk, totals, error))
            return FALSE;
        }
      else if (token == OM_JSON_STRING && g_str_equal (name, "name"))
        om_talk_set_title (talk, value);
      else if (token == OM_JSON_STRING && g_str_equal (name, "uuid"))
        om_talk_set_id (talk, value);
      else if (token == OM_JSON_STRING && g_str_equal (name, "current_leaf_message_uuid"))
        om_talk_set_end (talk, value);
      else if (token == OM_JSON_STRING && g_str_equal (name, "created_at"))
        om_talk_set_created (talk, value);
      else if (token == OM_JSON_STRING && g_str_equal (name, "updated_at"))
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

  return head != NULL && strstr (head, "\"chat_messages\"") != NULL ? 90 : 0;
}

static gboolean
read_export (OmReadJob    *job,
             OmContainer  *container,
             GError      **error)
{
  return om_talks_read (job, container, CONVERSATIONS, read_conversation, error);
}

const OmFormat om_claude_format = {
  .name = "claude",
  .title = "Claude",
  .probe = probe,
  .read = read_export,
};
