/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the commands of `openmemory` share: the run they belong to, exit codes, input, output.
 * Thread: the main thread, but for the signal thread, which only cancels. */
#pragma once

#include <glib/gi18n.h>
#include <json-glib/json-glib.h>

#include "engine/om-engine.h"

G_BEGIN_DECLS

/** OmCliExit: exit codes, documented by `openmemory help exit`. */
typedef enum
{
  OM_CLI_OK = 0,
  OM_CLI_NOTHING = 1,
  OM_CLI_USAGE = 2,
  OM_CLI_BAD_INPUT = 3,
  OM_CLI_STORE = 4,
  OM_CLI_REFUSED = 5,
  OM_CLI_PARTIAL = 6,
  OM_CLI_FAILED = 7,
  OM_CLI_CANCELLED = 130,
} OmCliExit;

/**
 * OmCli:
 * @store: (owned) (nullable): --store
 * @now_text: (owned) (nullable): --now as typed
 * @now: the clock, ms UTC, if @now_text is given
 * @json: one JSON value instead of text
 * @zone: (owned): zone of the machine, for times without one
 * @cancellable: (owned): cancelled by Ctrl+C and by the signals that end a session
 * @engine: (owned) (nullable): once om_cli_open() has opened the store
 * @store_failed: the last error came from opening the store
 * @import_refused: the last error is about the source of an import
 * @terminal: standard output is a terminal: texts are wrapped and control characters shown
 * @bold: matched words may be printed bold
 * @width: columns of the terminal, 0 if there is none: nothing is wrapped or cut then
 */
typedef struct
{
  char         *store;
  char         *now_text;
  gint64        now;
  gboolean      json;
  gboolean      help;
  gboolean      version;
  GTimeZone    *zone;
  GCancellable *cancellable;
  OmEngine     *engine;
  gboolean      store_failed;
  gboolean      import_refused;
  gboolean      terminal;
  gboolean      bold;
  guint         width;
} OmCli;

/* Errors: a wrong use of the command is a G_OPTION_ERROR, everything else an OM_ERROR. */
void        om_cli_set_usage_error (GError       **error,
                                    const char    *format,
                                    ...) G_GNUC_PRINTF (2, 3);
void        om_cli_set_input_error (GError       **error,
                                    const char    *format,
                                    ...) G_GNUC_PRINTF (2, 3);
OmCliExit   om_cli_exit_for        (const OmCli   *self,
                                    const GError  *error);
const char *om_cli_error_code      (const GError  *error);
void        om_cli_set_busy_error  (GError       **error);

/* The store */
gboolean    om_cli_open            (OmCli         *self,
                                    OmOpenFlags    flags,
                                    GError       **error);
void        om_cli_close           (OmCli         *self);
gint64      om_cli_now             (const OmCli   *self);
char       *om_cli_dup_store_path  (const OmCli   *self);
OmMemory   *om_cli_find            (OmCli         *self,
                                    const char    *id,
                                    GError       **error);
GStrv       om_cli_find_all        (OmCli         *self,
                                    char         **ids,
                                    GError       **error);
OmMemory   *om_cli_open_one        (OmCli         *self,
                                    char         **args,
                                    const char    *command,
                                    GError       **error);
GStrv       om_cli_open_several    (OmCli         *self,
                                    char         **args,
                                    const char    *command,
                                    GError       **error);
GPtrArray  *om_cli_get_all         (OmCli         *self,
                                    const char *const *ids,
                                    GError       **error);

/* Signals: Ctrl+C cancels; @pause while an editor has the terminal. */
void        om_cli_signals_start   (GCancellable  *cancellable);
void        om_cli_signals_pause   (gboolean       pause);
void        om_cli_signals_unblock (gpointer       unused);

/* Running a program for the person */
char       *om_cli_run_editor      (OmCli         *self,
                                    const char    *text,
                                    char         **kept_path,
                                    GError       **error);
void        om_cli_prefix_kept     (GError       **error,
                                    const char    *path);

G_END_DECLS
