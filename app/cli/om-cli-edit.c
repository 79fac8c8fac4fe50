/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory edit`: changes what the options name and nothing else. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <glib/gstdio.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/om-cli-commands.h"
#include "cli/om-cli-input.h"
#include "cli/om-cli-json.h"
#include "cli/om-cli-options.h"
#include "cli/om-cli-print.h"

static struct
{
  char    *text;
  char    *file;
  gboolean editor;
  char    *date;
  char    *title;
  char   **tags;
  gboolean no_tags;
  char    *type;
  char    *sector;
  char    *importance;
  char    *mood;
  char    *context;
  char   **set;
  char   **clear;
} options;

const GOptionEntry om_cli_edit_options[] = {
  { "text", 0, 0, G_OPTION_ARG_FILENAME, &options.text, N_("The new text"), N_("TEXT") },
  { "file", 'f', 0, G_OPTION_ARG_FILENAME, &options.file, N_("Take the new text from this file"),
    N_("FILE") },
  { "editor", 'e', 0, G_OPTION_ARG_NONE, &options.editor,
    N_("Change the text in $VISUAL or $EDITOR"), NULL },
  { "date", 'd', 0, G_OPTION_ARG_FILENAME, &options.date,
    N_("When it was lived (openmemory help dates)"), N_("DATE") },
  { "title", 0, 0, G_OPTION_ARG_FILENAME, &options.title, N_("The title; empty takes it away"),
    N_("TITLE") },
  { "tag", 't', 0, G_OPTION_ARG_FILENAME_ARRAY, &options.tags,
    N_("+TAG adds one, -TAG takes one away; again for more"), N_("±TAG") },
  { "no-tags", 0, 0, G_OPTION_ARG_NONE, &options.no_tags, N_("Take all tags away first"), NULL },
  { "type", 0, 0, G_OPTION_ARG_FILENAME, &options.type, N_("fact, episode or document"),
    N_("TYPE") },
  { "sector", 0, 0, G_OPTION_ARG_FILENAME, &options.sector,
    N_("Correct the sector; the correction stays"), N_("SECTOR") },
  { "importance", 'i', 0, G_OPTION_ARG_FILENAME, &options.importance, N_("1 to 10"),
    N_("NUMBER") },
  { "mood", 0, 0, G_OPTION_ARG_FILENAME, &options.mood,
    N_("Valence (-1 to 1) and arousal (0 to 1) as -0.4,0.3, or unknown"), N_("V,A") },
  { "context", 0, 0, G_OPTION_ARG_FILENAME, &options.context,
    N_("work, personal, social, learning, general, or unknown"), N_("CONTEXT") },
  { "set", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.set,
    N_("Set a mark: pinned, kept, resolved, hidden, private, starred; again for more"),
    N_("MARK") },
  { "clear", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.clear,
    N_("Clear a mark, also conflict; again for more"), N_("MARK") },
  G_OPTION_ENTRY_NULL
};

/* Marks a person may set, and with @clear those they may clear. */
static gboolean
parse_mark (const char  *word,
            gboolean     clear,
            guint       *flag,
            GError     **error)
{
  static const struct
  {
    const char *word;
    guint       flag;
    gboolean    clear_only;
  } marks[] = {
    { "pinned", OM_FLAG_PINNED, FALSE },     { "kept", OM_FLAG_KEPT, FALSE },
    { "resolved", OM_FLAG_RESOLVED, FALSE }, { "hidden", OM_FLAG_HIDDEN, FALSE },
    { "private", OM_FLAG_PRIVATE, FALSE },   { "starred", OM_FLAG_STARRED, FALSE },
    { "not-about-me", OM_FLAG_NOT_ABOUT_ME, FALSE }, { "conflict", OM_FLAG_CONFLICT, TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (marks); i++)
    {
      if (g_ascii_strcasecmp (word, marks[i].word) == 0 && (clear || !marks[i].clear_only))
        {
          *flag = marks[i].flag;
          return TRUE;
        }
    }
  om_cli_set_input_error (error,
                          _("“%s” is no mark. The marks are pinned, kept, resolved, hidden, "
                            "private, starred, not-about-me; conflict can be cleared."),
                          word);
  return FALSE;
}

static gboolean
apply_marks (OmMemory *values,
             OmChange *fields,
             GError  **error)
{
  guint flag;

  for (char **p = options.set; p != NULL && *p != NULL; p++)
    {
      if (!parse_mark (*p, FALSE, &flag, error))
        return FALSE;
      /* Pinned implies kept. */
      values->flags |= flag == OM_FLAG_PINNED ? OM_FLAG_PINNED | OM_FLAG_KEPT : flag;
      *fields |= OM_CHANGE_FLAGS;
    }
  for (char **p = options.clear; p != NULL && *p != NULL; p++)
    {
      if (!parse_mark (*p, TRUE, &flag, error))
        return FALSE;
      values->flags &= ~(flag == OM_FLAG_KEPT ? OM_FLAG_KEPT | OM_FLAG_PINNED : flag);
      *fields |= OM_CHANGE_FLAGS;
    }
  return TRUE;
}

static char *
tag_key (const char *tag)
{
  g_autofree char *normal = g_utf8_normalize (tag, -1, G_NORMALIZE_NFC);

  return g_utf8_casefold (normal, -1);
}

/* Adds or takes away one tag; tags that differ in case or composition alone are the same. */
static gboolean
apply_tag (GPtrArray   *tags,
           const char  *change,
           GError     **error)
{
  gboolean take_away = *change == '-';
  const char *tag = *change == '-' || *change == '+' ? change + 1 : change;
  g_autofree char *key = NULL;

  if (*tag == '#')
    tag++;
  if (om_cli_is_blank (tag))
    {
      om_cli_set_input_error (
        error, _("A tag cannot be empty. Write +canal to add a tag, -canal to take it away."));
      return FALSE;
    }

  key = tag_key (tag);
  for (guint i = 0; i < tags->len; i++)
    {
      g_autofree char *other = tag_key (g_ptr_array_index (tags, i));

      if (!g_str_equal (key, other))
        continue;
      if (take_away)
        g_ptr_array_remove_index (tags, i);
      return TRUE;
    }
  if (take_away)
    {
      g_set_error (error, OM_ERROR, OM_ERROR_NOT_FOUND, _("It has no tag “%s” to take away."), tag);
      return FALSE;
    }
  g_ptr_array_add (tags, g_strdup (tag));
  return TRUE;
}

static gboolean
apply_tags (OmMemory *values,
            OmChange *fields,
            GError  **error)
{
  g_autoptr (GPtrArray) tags = g_ptr_array_new_with_free_func (g_free);

  if (options.tags == NULL && !options.no_tags)
    return TRUE;

  for (char **p = values->tags; !options.no_tags && *p != NULL; p++)
    g_ptr_array_add (tags, g_strdup (*p));
  for (char **p = options.tags; p != NULL && *p != NULL; p++)
    {
      if (!apply_tag (tags, *p, error))
        return FALSE;
    }
  g_ptr_array_add (tags, NULL);
  g_strfreev (values->tags);
  values->tags = (char **) g_ptr_array_free (g_steal_pointer (&tags), FALSE);
  *fields |= OM_CHANGE_TAGS;
  return TRUE;
}

/* Everything but text, tags and marks. */
static gboolean
apply_fields (OmCli    *cli,
              OmMemory *values,
              OmChange *fields,
              GError  **error)
{
  gint64 importance = values->importance;

  if (options.date != NULL && !om_cli_parse_date (cli, options.date, &values->happened, error))
    return FALSE;
  if (options.type != NULL && !om_cli_parse_type (options.type, FALSE, &values->type, error))
    return FALSE;
  if (options.sector != NULL && !om_cli_parse_sector (options.sector, &values->sector, error))
    return FALSE;
  if (options.importance != NULL &&
      !om_cli_parse_number ("--importance", options.importance, 1, 10, &importance, error))
    return FALSE;
  if (options.mood != NULL &&
      !om_cli_parse_mood (options.mood, &values->valence, &values->arousal, error))
    return FALSE;
  if (options.context != NULL && !om_cli_parse_context (options.context, &values->context, error))
    return FALSE;

  values->importance = (int) importance;
  if (options.title != NULL)
    {
      g_free (values->title);
      values->title = *options.title != '\0' ? g_strdup (options.title) : NULL;
    }
  *fields |= (options.date != NULL ? OM_CHANGE_HAPPENED : 0) |
             (options.type != NULL ? OM_CHANGE_TYPE : 0) |
             (options.sector != NULL ? OM_CHANGE_SECTOR : 0) |
             (options.importance != NULL ? OM_CHANGE_IMPORTANCE : 0) |
             (options.mood != NULL ? OM_CHANGE_MOOD : 0) |
             (options.context != NULL ? OM_CHANGE_CONTEXT : 0) |
             (options.title != NULL ? OM_CHANGE_TITLE : 0);
  return TRUE;
}

/* The new text if one is given without an editor; FALSE if it cannot be taken. */
static gboolean
read_new_text (OmCli    *cli,
               char    **args,
               char    **text,
               GError  **error)
{
  gboolean from_stdin = args[1] != NULL;
  guint ways = (options.text != NULL) + (options.file != NULL) + options.editor + from_stdin;

  if ((from_stdin && !g_str_equal (args[1], "-")) || (from_stdin && args[2] != NULL))
    {
      om_cli_set_usage_error (
        error,
        _("edit changes one memory; give the new text with --text, --file, --editor or -."));
      return FALSE;
    }
  if (ways > 1)
    {
      om_cli_set_usage_error (error, _("Give the new text once: --text, --file, --editor or -."));
      return FALSE;
    }
  if (ways == 0 || options.editor)
    return TRUE;

  if (options.text != NULL && om_cli_is_blank (options.text))
    {
      om_cli_set_input_error (
        error,
        _("The text is empty; nothing was changed. “openmemory rm” puts a memory into the bin."));
      return FALSE;
    }
  *text = options.text != NULL ? g_strdup (options.text)
                               : om_cli_read_text (cli, NULL, options.file, error);
  return *text != NULL;
}

/* A copy of what an edit may change. */
static OmMemory *
values_of (const OmMemory *memory)
{
  OmMemory *values = om_memory_new ();

  values->type = memory->type;
  values->content = g_strdup (memory->content);
  values->title = g_strdup (memory->title);
  values->happened = memory->happened;
  values->sector = memory->sector;
  g_strfreev (values->tags);
  values->tags = g_strdupv (memory->tags);
  values->importance = memory->importance;
  values->valence = memory->valence;
  values->arousal = memory->arousal;
  values->context = memory->context;
  values->flags = memory->flags;
  values->version = memory->version;
  return values;
}

/* Says what became of it. @before: the memory as it was when the edit began. */
static int
finish (OmCli           *cli,
        const OmMemory  *before,
        gboolean         changed,
        GError         **error)
{
  g_autoptr (OmMemory) memory = om_engine_get (cli->engine, before->id, cli->cancellable, error);

  if (memory == NULL)
    return OM_CLI_FAILED;
  if (cli->json)
    {
      g_autoptr (JsonBuilder) builder = json_builder_new ();

      om_cli_json_memory (builder, cli, memory);
      om_cli_json_print (builder);
    }
  else if (changed)
    {
      printf (_("Changed %s.\n"), memory->id);
      if (memory->flags & ~before->flags & OM_FLAG_CONFLICT)
        printf (_("It was changed elsewhere meanwhile. Both texts are kept: openmemory show %s "
                  "--versions. “--clear conflict” when you have looked.\n"),
                memory->id);
    }
  else
    printf (_("Nothing changed in %s.\n"), memory->id);
  return OM_CLI_OK;
}

/** om_cli_edit_run: `openmemory edit ID`. */
int
om_cli_edit_run (OmCli   *cli,
                 char   **args,
                 GError **error)
{
  g_autoptr (OmMemory) memory = NULL;
  g_autoptr (OmMemory) values = NULL;
  g_autofree char *text = NULL;
  g_autofree char *kept_path = NULL;
  OmChange fields = 0;
  gboolean done;

  if (args == NULL || args[0] == NULL)
    {
      om_cli_set_usage_error (
        error, _("Say which memory: openmemory edit ID …. “openmemory list” shows the ids."));
      return OM_CLI_USAGE;
    }
  if (!read_new_text (cli, args, &text, error) || !om_cli_open (cli, OM_OPEN_MUST_EXIST, error))
    return OM_CLI_BAD_INPUT;
  memory = om_cli_find (cli, args[0], error);
  if (memory == NULL)
    return OM_CLI_NOTHING;

  values = values_of (memory);
  if (!apply_fields (cli, values, &fields, error) || !apply_tags (values, &fields, error) ||
      !apply_marks (values, &fields, error))
    return OM_CLI_BAD_INPUT;
  if (options.editor)
    {
      text = om_cli_run_editor (cli, memory->content, &kept_path, error);
      if (text == NULL)
        return OM_CLI_BAD_INPUT;
    }
  else if (text == NULL && fields == 0)
    {
      om_cli_set_usage_error (error,
                              _(
                                "Say what to change; “openmemory edit --help” lists what can be."));
      return OM_CLI_USAGE;
    }
  if (text != NULL && !g_str_equal (text, memory->content))
    {
      g_free (values->content);
      values->content = g_steal_pointer (&text);
      fields |= OM_CHANGE_CONTENT;
    }

  done = fields == 0 || om_engine_edit (cli->engine, memory->id, fields, values, memory->version,
                                        cli->cancellable, error);
  if (!done && kept_path != NULL)
    om_cli_prefix_kept (error, kept_path);
  if (done && kept_path != NULL)
    g_unlink (kept_path);
  return done ? finish (cli, memory, fields != 0, error) : OM_CLI_FAILED;
}
