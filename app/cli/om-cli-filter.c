/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options that choose memories, shared by search, recall and list. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <string.h>

#include "cli/om-cli-options.h"
#include "engine/om-query.h"

static struct
{
  char   **tags;
  char   **sectors;
  char   **types;
  char   **contexts;
  char   **vividness;
  char    *after;
  char    *before;
  char    *on;
  char    *min_salience;
  gboolean undated;
  gboolean pinned;
  gboolean kept;
  gboolean with_private;
} options;

const GOptionEntry om_cli_filter_options[] = {
  { "tag", 't', 0, G_OPTION_ARG_FILENAME_ARRAY, &options.tags,
    N_("Only with this tag; again for more, all must be there"), N_("TAG") },
  { "sector", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.sectors,
    N_(
      "Only of this sector: episodic, semantic, procedural, emotional, reflective; again for more"),
    N_("SECTOR") },
  { "type", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.types,
    N_("Only of this type: fact, episode, document, section, reflection; again for more"),
    N_("TYPE") },
  { "context", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.contexts,
    N_("Only of this context: work, personal, social, learning, general; again for more"),
    N_("CONTEXT") },
  { "vividness", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.vividness,
    N_("Only as vivid as this: vivid, clear, fading, resting; again for more"), N_("WORD") },
  { "after", 0, 0, G_OPTION_ARG_FILENAME, &options.after,
    N_("Only lived after this day, month or year: 2024-05-31, 2024-05, 2024"), N_("DAY") },
  { "before", 0, 0, G_OPTION_ARG_FILENAME, &options.before,
    N_("Only lived before this day, month or year"), N_("DAY") },
  { "on", 0, 0, G_OPTION_ARG_FILENAME, &options.on,
    N_("Only lived on this day, or in this month or year"), N_("DAY") },
  { "min-salience", 0, 0, G_OPTION_ARG_FILENAME, &options.min_salience,
    N_("Only with at least this salience now, 0 to 1"), N_("NUMBER") },
  { "undated", 0, 0, G_OPTION_ARG_NONE, &options.undated, N_("Only what needs a date"), NULL },
  { "pinned", 0, 0, G_OPTION_ARG_NONE, &options.pinned, N_("Only what is pinned"), NULL },
  { "kept", 0, 0, G_OPTION_ARG_NONE, &options.kept, N_("Only what is kept from fading"), NULL },
  { "with-private", 0, 0, G_OPTION_ARG_NONE, &options.with_private,
    N_("Private memories, too; they are left out otherwise"), NULL },
  G_OPTION_ENTRY_NULL
};

/* Reads one day, month or year with the words the search box knows, so that both mean the same. */
static gboolean
apply_period (OmFilter   *filter,
              const char *name,
              const char *value,
              GError    **error)
{
  if (value == NULL || om_query_add_period (filter, name, value))
    return TRUE;
  om_cli_set_input_error (error,
                          _("“%s” cannot be taken for --%s: write a day as 2024-05-31, a "
                            "month as 2024-05 or a year as 2024, in the years 1 to 9999."),
                          value, name);
  return FALSE;
}

static gboolean
apply_sets (OmFilter *filter,
            GError  **error)
{
  for (char **p = options.sectors; p != NULL && *p != NULL; p++)
    {
      OmSector sector;

      if (!om_cli_parse_sector (*p, &sector, error))
        return FALSE;
      filter->sectors |= 1u << sector;
    }
  for (char **p = options.types; p != NULL && *p != NULL; p++)
    {
      OmMemoryType type;

      if (!om_cli_parse_type (*p, TRUE, &type, error))
        return FALSE;
      filter->types |= 1u << type;
    }
  for (char **p = options.contexts; p != NULL && *p != NULL; p++)
    {
      OmContext context = om_context_from_nick (*p);

      if (context == OM_CONTEXT_UNKNOWN)
        {
          om_cli_set_input_error (error,
                                  _("There is no context “%s”. The contexts are work, personal, "
                                    "social, learning, general."),
                                  *p);
          return FALSE;
        }
      filter->contexts |= 1u << context;
    }
  for (char **p = options.vividness; p != NULL && *p != NULL; p++)
    {
      OmVividness vividness = om_vividness_from_nick (*p);

      if (vividness == OM_VIVIDNESS_UNKNOWN)
        {
          om_cli_set_input_error (
            error, _("“%s” is no vividness. The words are vivid, clear, fading, resting."), *p);
          return FALSE;
        }
      filter->vividness |= 1u << vividness;
    }
  return TRUE;
}

/**
 * om_cli_filter_new:
 * @error: return location
 *
 * Returns: (transfer full) (nullable): what the options ask for
 */
OmFilter *
om_cli_filter_new (OmCli   *cli,
                   GError **error)
{
  g_autoptr (OmFilter) filter = om_filter_new ();

  if (!apply_sets (filter, error) || !apply_period (filter, "after", options.after, error) ||
      !apply_period (filter, "before", options.before, error) ||
      !apply_period (filter, "on", options.on, error))
    return NULL;
  if (options.min_salience != NULL && !om_cli_parse_real ("--min-salience", options.min_salience, 0,
                                                          1, &filter->min_salience, error))
    return NULL;

  filter->tags = g_strdupv (options.tags);
  for (char **tag = filter->tags; tag != NULL && *tag != NULL; tag++)
    {
      if (**tag == '#')
        memmove (*tag, *tag + 1, strlen (*tag));
    }
  filter->undated = options.undated;
  if (options.pinned)
    filter->flags_set |= OM_FLAG_PINNED;
  if (options.kept)
    filter->flags_set |= OM_FLAG_KEPT;
  if (!options.with_private)
    filter->flags_unset |= OM_FLAG_PRIVATE;
  return g_steal_pointer (&filter);
}

/** om_cli_filter_takes_private: whether private memories may be among the answers. */
gboolean
om_cli_filter_takes_private (void)
{
  return options.with_private;
}
