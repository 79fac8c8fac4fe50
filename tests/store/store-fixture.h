/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A store in a folder of its own for each test, and short ways to fill it. */
#pragma once

#include "memory/om-memory.h"
#include "store/om-store.h"

G_BEGIN_DECLS

#define NOW G_GINT64_CONSTANT (1700000000000)

typedef struct
{
  char    *folder; /* (owned): removed with all that is in it */
  char    *path;   /* (owned): of the store */
  OmStore *store;  /* (owned) (nullable): a writer */
} Fixture;

void      fixture_set_up      (Fixture       *fixture,
                               gconstpointer  data);
void      fixture_tear_down   (Fixture       *fixture,
                               gconstpointer  data);
void      fixture_reopen      (Fixture       *fixture);
OmStore  *fixture_open        (Fixture       *fixture,
                               OmStoreMode    mode);
OmMemory *make_memory         (const char    *content);
gint64    add_memory          (OmStore       *store,
                               const char    *content);
gint64    add_tagged          (OmStore       *store,
                               const char    *content,
                               const char    *title,
                               const char    *tags);
char     *read_content        (OmStore       *store,
                               gint64         row);
GBytes   *read_file           (const char    *path);
char     *snapshot_folder     (const char    *folder);
void      copy_store          (const char    *from,
                               const char    *to);
gboolean  file_holds          (const char    *path,
                               const char    *ending,
                               const char    *word);
int       wait_for            (GPid           pid);
GPid      spawn_self          (const char    *role,
                               const char    *path,
                               const char    *argument,
                               int           *out_fd);

#define test_store(name, function) \
  g_test_add ("/store/" name, Fixture, NULL, fixture_set_up, function, fixture_tear_down)

/* One of each file. */
void      add_open_tests      (void);
void      add_attachment_tests (void);
void      add_migration_tests (void);
void      add_memory_tests    (void);
void      add_edit_tests      (void);
void      add_tag_tests       (void);
void      add_text_tests      (void);
void      add_vector_tests    (void);
void      add_waypoint_tests  (void);
void      add_event_tests     (void);
void      add_bin_tests       (void);
void      add_change_tests    (void);
void      add_import_tests    (void);
void      add_health_tests    (void);
void      add_process_tests   (void);
int       run_child           (const char    *role,
                               const char    *path,
                               const char    *argument);

G_END_DECLS
