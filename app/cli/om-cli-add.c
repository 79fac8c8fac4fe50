/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory add`: remembers a text. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "cli/om-cli-commands.h"
#include "cli/om-cli-input.h"
#include "cli/om-cli-json.h"
#include "cli/om-cli-options.h"

static struct
{
  char    *file;
  char    *date;
  char    *title;
  char   **tags;
  char    *type;
  char    *sector;
  char    *importance;
  char    *mood;
  char    *context;
  gboolean is_private;
  gboolean pin;
  gboolean keep;
  char    *dedup;
  char   **attachments;
} options;

const GOptionEntry om_cli_add_options[] = {
  { "file", 'f', 0, G_OPTION_ARG_FILENAME, &options.file, N_("Take the text from this file"),
    N_("FILE") },
  { "date", 'd', 0, G_OPTION_ARG_FILENAME, &options.date,
    N_("When it was lived (openmemory help dates); now otherwise"), N_("DATE") },
  { "title", 0, 0, G_OPTION_ARG_FILENAME, &options.title, N_("A title"), N_("TITLE") },
  { "tag", 't', 0, G_OPTION_ARG_FILENAME_ARRAY, &options.tags, N_("A tag; again for more"),
    N_("TAG") },
  { "type", 0, 0, G_OPTION_ARG_FILENAME, &options.type,
    N_("fact, episode or document; chosen by itself otherwise"), N_("TYPE") },
  { "sector", 0, 0, G_OPTION_ARG_FILENAME, &options.sector,
    N_("episodic, semantic, procedural, emotional or reflective; chosen by the words otherwise"),
    N_("SECTOR") },
  { "importance", 'i', 0, G_OPTION_ARG_FILENAME, &options.importance, N_("1 to 10; 5 otherwise"),
    N_("NUMBER") },
  { "mood", 0, 0, G_OPTION_ARG_FILENAME, &options.mood,
    N_("Valence (-1 to 1) and arousal (0 to 1) as -0.4,0.3; estimated otherwise"), N_("V,A") },
  { "context", 0, 0, G_OPTION_ARG_FILENAME, &options.context,
    N_("work, personal, social, learning or general"), N_("CONTEXT") },
  { "private", 0, 0, G_OPTION_ARG_NONE, &options.is_private,
    N_("Keep it out of searches, lists and plain exports unless asked for"), NULL },
  { "pin", 0, 0, G_OPTION_ARG_NONE, &options.pin, N_("Pin it (and keep it from fading)"), NULL },
  { "keep", 0, 0, G_OPTION_ARG_NONE, &options.keep, N_("Keep it from fading"), NULL },
  { "attach", 'a', 0, G_OPTION_ARG_FILENAME_ARRAY, &options.attachments,
    N_("A picture or another file; again for more"), N_("FILE") },
  { "dedup", 0, 0, G_OPTION_ARG_FILENAME, &options.dedup,
    N_("What to do with a text that is known: exact (default), near, off"), N_("HOW") },
  G_OPTION_ENTRY_NULL
};

static gboolean
parse_dedup (const char  *text,
             OmDedup     *dedup,
             GError     **error)
{
  static const char *const words[] = { "exact", "near", "off" };

  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    {
      if (g_ascii_strcasecmp (text, words[i]) == 0)
        {
          *dedup = (OmDedup) i;
          return TRUE;
        }
    }
  om_cli_set_input_error (error, _("“%s” cannot be taken for --dedup. It is exact, near or off."),
                          text);
  return FALSE;
}

/* Tags are typed with or without their sign; a tag without a letter is no tag. */
static gboolean
fill_tags (OmDraft *draft,
           GError **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (char **p = options.tags; p != NULL && *p != NULL; p++)
    {
      const char *tag = **p == '#' ? *p + 1 : *p;

      if (om_cli_is_blank (tag))
        {
          om_cli_set_input_error (error, _("A tag cannot be empty."));
          return FALSE;
        }
      g_strv_builder_add (builder, tag);
    }
  draft->tags = g_strv_builder_end (builder);
  return TRUE;
}

static gboolean
fill (OmCli    *cli,
      OmDraft  *draft,
      GError  **error)
{
  gint64 importance = 0;

  if (options.date != NULL)
    {
      if (!om_cli_parse_date (cli, options.date, &draft->happened, error))
        return FALSE;
      draft->has_happened = TRUE;
    }
  if (options.type != NULL && !om_cli_parse_type (options.type, FALSE, &draft->type, error))
    return FALSE;
  if (options.sector != NULL && !om_cli_parse_sector (options.sector, &draft->sector, error))
    return FALSE;
  if (options.context != NULL && !om_cli_parse_context (options.context, &draft->context, error))
    return FALSE;
  if (options.importance != NULL &&
      !om_cli_parse_number ("--importance", options.importance, 1, 10, &importance, error))
    return FALSE;
  if (options.mood != NULL &&
      !om_cli_parse_mood (options.mood, &draft->valence, &draft->arousal, error))
    return FALSE;
  if (options.dedup != NULL && !parse_dedup (options.dedup, &draft->dedup, error))
    return FALSE;

  draft->importance = (int) importance;
  draft->title = options.title != NULL && *options.title != '\0' ? g_strdup (options.title) : NULL;
  draft->zone = g_time_zone_ref (cli->zone);
  if (options.is_private)
    draft->flags |= OM_FLAG_PRIVATE;
  if (options.pin)
    draft->flags |= OM_FLAG_PINNED | OM_FLAG_KEPT;
  if (options.keep)
    draft->flags |= OM_FLAG_KEPT;
  for (char **path = options.attachments; path != NULL && *path != NULL; path++)
    om_draft_add_attachment_file (draft, *path, NULL, *path);
  return fill_tags (draft, error);
}

static void
print_json (const OmRemembered *remembered)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  om_cli_json_string (builder, "id", remembered->id);
  om_cli_json_boolean (builder, "deduplicated", remembered->deduplicated);
  om_cli_json_string (builder, "near_duplicate", remembered->near_duplicate);
  om_cli_json_int (builder, "sections", remembered->sections);
  json_builder_end_object (builder);
  om_cli_json_print (builder);
}

static void
print_text (const OmRemembered *remembered)
{
  if (remembered->deduplicated)
    printf (_("Known already: %s. It was refreshed; nothing new was stored.\n"), remembered->id);
  else if (remembered->sections > 0)
    printf (ngettext ("Remembered %s, a document of %u section.\n",
                      "Remembered %s, a document of %u sections.\n", remembered->sections),
            remembered->id, remembered->sections);
  else
    printf (_("Remembered %s.\n"), remembered->id);
  if (!remembered->deduplicated && remembered->near_duplicate != NULL)
    printf (_("Looks like %s, which is kept as well.\n"), remembered->near_duplicate);
}

/** om_cli_add_run: `openmemory add [TEXT…]`. */
int
om_cli_add_run (OmCli   *cli,
                char   **args,
                GError **error)
{
  g_autoptr (OmDraft) draft = om_draft_new (NULL);
  g_autoptr (OmRemembered) remembered = NULL;

  /* Everything is checked before the store is opened: what cannot be taken leaves no trace. */
  if (!fill (cli, draft, error))
    return OM_CLI_BAD_INPUT;
  draft->content = om_cli_read_text (cli, args, options.file, error);
  if (draft->content == NULL || !om_cli_open (cli, OM_OPEN_DEFAULT, error))
    return OM_CLI_BAD_INPUT;

  remembered = om_engine_remember (cli->engine, draft, cli->cancellable, error);
  if (remembered == NULL)
    return OM_CLI_FAILED;

  if (cli->json)
    print_json (remembered);
  else
    print_text (remembered);
  return OM_CLI_OK;
}
