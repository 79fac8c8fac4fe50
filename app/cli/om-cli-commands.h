/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of commands: what each is called, takes, does, and how it is used. */
#pragma once

#include "cli/om-cli.h"

G_BEGIN_DECLS

/** OmCliExample: a line to type, and what it does. Every one is run by the tests. */
typedef struct
{
  const char *line;
  const char *what;
} OmCliExample;

#define OM_CLI_MAX_EXAMPLES 5

/**
 * OmCliRun:
 * @args: (nullable): the arguments that are no options
 * @error: return location; printed and turned into the exit code if set
 *
 * Returns: an #OmCliExit, disregarded if @error is set
 */
typedef int (*OmCliRun) (OmCli   *cli,
                         char   **args,
                         GError **error);

/**
 * OmCliCommand:
 * @name: as typed
 * @arguments: what follows it in the usage line
 * @summary: one line
 * @details: (nullable): what else there is to know
 * @run: does it
 * @options: (nullable): options of its own
 * @filters: it takes the options that choose memories, too
 * @examples: lines to type, up to the first without one
 */
typedef struct
{
  const char         *name;
  const char         *arguments;
  const char         *summary;
  const char         *details;
  OmCliRun            run;
  const GOptionEntry *options;
  gboolean            filters;
  OmCliExample        examples[OM_CLI_MAX_EXAMPLES];
} OmCliCommand;

extern const OmCliCommand om_cli_commands[];
extern const guint om_cli_n_commands;

/** OmCliTopic: a page of help that belongs to no command. */
typedef struct
{
  const char *name;
  const char *summary;
  const char *text;
} OmCliTopic;

extern const OmCliTopic om_cli_topics[];
extern const guint om_cli_n_topics;

/* The options every command takes. */
extern OmCli om_cli_the_run;
extern const GOptionEntry om_cli_global_options[];

const OmCliCommand *om_cli_command_by_name (const char         *name);
char               *om_cli_help_overview   (void);
char               *om_cli_man_page        (void);
void                om_cli_report_undo     (gint64              group);
char               *om_cli_help_command    (const OmCliCommand *command);

int om_cli_add_run     (OmCli *cli, char **args, GError **error);
int om_cli_search_run  (OmCli *cli, char **args, GError **error);
int om_cli_recall_run  (OmCli *cli, char **args, GError **error);
int om_cli_show_run    (OmCli *cli, char **args, GError **error);
int om_cli_edit_run    (OmCli *cli, char **args, GError **error);
int om_cli_list_run    (OmCli *cli, char **args, GError **error);
int om_cli_rm_run      (OmCli *cli, char **args, GError **error);
int om_cli_restore_run (OmCli *cli, char **args, GError **error);
int om_cli_attach_run  (OmCli *cli, char **args, GError **error);
int om_cli_detach_run  (OmCli *cli, char **args, GError **error);
int om_cli_link_run    (OmCli *cli, char **args, GError **error);
int om_cli_unlink_run  (OmCli *cli, char **args, GError **error);
int om_cli_history_run (OmCli *cli, char **args, GError **error);
int om_cli_facts_run    (OmCli *cli, char **args, GError **error);
int om_cli_forecast_run (OmCli *cli, char **args, GError **error);
int om_cli_salience_run (OmCli *cli, char **args, GError **error);
int om_cli_undo_run    (OmCli *cli, char **args, GError **error);
int om_cli_rest_run    (OmCli *cli, char **args, GError **error);
int om_cli_wake_run    (OmCli *cli, char **args, GError **error);
int om_cli_pin_run     (OmCli *cli, char **args, GError **error);
int om_cli_keep_run    (OmCli *cli, char **args, GError **error);
int om_cli_resolve_run (OmCli *cli, char **args, GError **error);
int om_cli_hide_run    (OmCli *cli, char **args, GError **error);
int om_cli_remind_run  (OmCli *cli, char **args, GError **error);
int om_cli_fade_run    (OmCli *cli, char **args, GError **error);
int om_cli_reflect_run (OmCli *cli, char **args, GError **error);
int om_cli_traits_run  (OmCli *cli, char **args, GError **error);
int om_cli_trait_run   (OmCli *cli, char **args, GError **error);
int om_cli_query_log_run (OmCli *cli, char **args, GError **error);
int om_cli_stats_run   (OmCli *cli, char **args, GError **error);
int om_cli_settings_run (OmCli *cli, char **args, GError **error);
int om_cli_import_run  (OmCli *cli, char **args, GError **error);
int om_cli_imports_run (OmCli *cli, char **args, GError **error);
int om_cli_export_run  (OmCli *cli, char **args, GError **error);
int om_cli_backup_run  (OmCli *cli, char **args, GError **error);
int om_cli_doctor_run  (OmCli *cli, char **args, GError **error);
int om_cli_sample_run  (OmCli *cli, char **args, GError **error);
int om_cli_help_run    (OmCli *cli, char **args, GError **error);

extern const GOptionEntry om_cli_add_options[];
extern const GOptionEntry om_cli_search_options[];
extern const GOptionEntry om_cli_show_options[];
extern const GOptionEntry om_cli_edit_options[];
extern const GOptionEntry om_cli_list_options[];
extern const GOptionEntry om_cli_rm_options[];
extern const GOptionEntry om_cli_facts_options[];
extern const GOptionEntry om_cli_salience_options[];
extern const GOptionEntry om_cli_rest_options[];
extern const GOptionEntry om_cli_mark_options[];
extern const GOptionEntry om_cli_hide_options[];
extern const GOptionEntry om_cli_remind_options[];
extern const GOptionEntry om_cli_fade_options[];
extern const GOptionEntry om_cli_query_log_options[];
extern const GOptionEntry om_cli_reflect_options[];
extern const GOptionEntry om_cli_traits_options[];
extern const GOptionEntry om_cli_import_options[];
extern const GOptionEntry om_cli_export_options[];
extern const GOptionEntry om_cli_doctor_options[];

G_END_DECLS
