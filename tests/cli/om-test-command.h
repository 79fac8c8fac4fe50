/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the real command in a home folder of its own, and looks at what it did. */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/**
 * OmTestHome:
 * @path: (owned): a temporary folder, HOME of every run
 * @store: (owned): the person's journal in it
 * @environment: (owned): what every run gets
 * @command: (owned) (nullable): another copy of the command to run
 * @uid: user to run as, 0 for the one that runs the tests
 * @file_limit: bytes a file may grow to, 0 for no limit
 */
typedef struct
{
  char  *path;
  char  *store;
  char **environment;
  char  *command;
  guint  uid;
  gsize  file_limit;
} OmTestHome;

/**
 * OmTestRun:
 * @status: exit code, or 128 + signal
 * @out: (owned): standard output
 * @err: (owned): standard error
 */
typedef struct
{
  int   status;
  char *out;
  char *err;
} OmTestRun;

void       om_test_home_set_up    (OmTestHome       *home,
                                   gconstpointer     unused);
void       om_test_home_tear_down (OmTestHome       *home,
                                   gconstpointer     unused);
void       om_test_home_setenv    (OmTestHome       *home,
                                   const char       *name,
                                   const char       *value);
char      *om_test_home_file      (OmTestHome       *home,
                                   const char       *name,
                                   const char       *contents);

OmTestRun *om_test_run            (OmTestHome       *home,
                                   const char       *input,
                                   ...) G_GNUC_NULL_TERMINATED;
OmTestRun *om_test_run_v          (OmTestHome       *home,
                                   GBytes           *input,
                                   const char *const *arguments);
void       om_test_run_free       (OmTestRun        *run);
GSubprocess *om_test_spawn        (OmTestHome       *home,
                                   GSubprocessFlags  flags,
                                   int               out_fd,
                                   int               err_fd,
                                   const char *const *arguments);
int        om_test_status         (GSubprocess      *process);
int        om_test_open_terminal  (char            **slave);
char      *om_test_read_terminal  (int               fd);

/* Runs that must succeed. */
char      *om_test_add            (OmTestHome       *home,
                                   const char       *text,
                                   ...) G_GNUC_NULL_TERMINATED;
JsonNode  *om_test_json           (OmTestHome       *home,
                                   ...) G_GNUC_NULL_TERMINATED;
JsonNode  *om_test_parse          (const char       *text);
const char *om_test_string        (JsonNode         *object,
                                   const char       *name);
gint64     om_test_int            (JsonNode         *object,
                                   const char       *name);
gboolean   om_test_boolean        (JsonNode         *object,
                                   const char       *name);
guint      om_test_length         (JsonNode         *node,
                                   const char       *name);
const char *om_test_item_string   (JsonNode         *array,
                                   guint             place,
                                   const char       *name);
JsonArray *om_test_array          (JsonNode         *object,
                                   const char       *name);
JsonObject *om_test_object        (JsonNode         *object,
                                   const char       *name);
JsonObject *om_test_item          (JsonNode         *object,
                                   const char       *name,
                                   guint             place);
double     om_test_real           (JsonNode         *object,
                                   const char       *name);
JsonNode  *om_test_show_at        (OmTestHome       *home,
                                   const char       *id,
                                   const char       *now);
gboolean   om_test_has_mark       (OmTestHome       *home,
                                   const char       *id,
                                   const char       *mark);
char      *om_test_hash           (const char       *path);
char      *om_test_dump           (const char       *store);
guint      om_test_count          (OmTestHome       *home);
char      *om_test_copy_tree      (const char       *from,
                                   const char       *to);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmTestRun, om_test_run_free)

#define om_assert_status(run, wanted)                                                              \
  G_STMT_START                                                                                     \
  {                                                                                                \
    if ((run)->status != (wanted))                                                                 \
      g_error ("%s:%d: exit code %d, not %d\n%s%s", __FILE__, __LINE__, (run)->status, (wanted),   \
               (run)->out, (run)->err);                                                            \
  }                                                                                                \
  G_STMT_END

#define om_assert_has(text, part)                                                                  \
  G_STMT_START                                                                                     \
  {                                                                                                \
    if (strstr ((text), (part)) == NULL)                                                           \
      g_error ("%s:%d: “%s” is not in:\n%s", __FILE__, __LINE__, (part), (text));                  \
  }                                                                                                \
  G_STMT_END

#define om_assert_has_not(text, part)                                                              \
  G_STMT_START                                                                                     \
  {                                                                                                \
    if (strstr ((text), (part)) != NULL)                                                           \
      g_error ("%s:%d: “%s” is in:\n%s", __FILE__, __LINE__, (part), (text));                      \
  }                                                                                                \
  G_STMT_END

#define om_test_add_case(path, function) \
  g_test_add (path, OmTestHome, NULL, om_test_home_set_up, function, om_test_home_tear_down)

G_END_DECLS
