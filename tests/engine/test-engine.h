/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of the engine share: an engine over a new store, with a clock of the test's own. */
#pragma once

#include <stdio.h>

#include "engine/om-engine-private.h"
#include "engine/om-engine.h"
#include "store/om-store-events.h"

G_BEGIN_DECLS

/* 2025-06-15 15:06:40 UTC, the golden files' present. */
#define TEST_NOW G_GINT64_CONSTANT (1750000000000)

typedef struct
{
  char     *folder; /* (owned) */
  char     *path;   /* (owned): of the store */
  gint64    now;
  OmEngine *engine; /* (owned) */
} Fixture;

void  fixture_set_up     (Fixture      *fixture,
                          gconstpointer data);
void  fixture_tear_down  (Fixture      *fixture,
                          gconstpointer data);
void  fixture_reopen     (Fixture      *fixture);
char *fixture_remember   (Fixture      *fixture,
                          const char   *text);
char *fixture_remember_at (Fixture     *fixture,
                          gint64        at,
                          const char   *text);
OmAnswer *fixture_search (Fixture      *fixture,
                          const char   *query);
guint fixture_count_hits (Fixture      *fixture,
                          const char   *query,
                          const char   *text);
OmMemory *fixture_get    (Fixture      *fixture,
                          const char   *id);
OmAnswer *fixture_recall (Fixture      *fixture,
                          const char   *query);
OmMemory *fixture_edit   (Fixture      *fixture,
                          const char   *id,
                          OmChange      fields,
                          OmMemory     *values);
void  fixture_bin        (Fixture      *fixture,
                          const char   *id);
void  fixture_restore    (Fixture      *fixture,
                          const char   *id);
GArray *fixture_events   (Fixture      *fixture,
                          const char   *id);
void  fixture_write      (Fixture      *fixture,
                          OmWriteFunc   func,
                          gpointer      args);
char *fixture_dump       (Fixture      *fixture);

/* An engine that is not the fixture's, over the same store and with the same clock. */
OmEngine *engine_open    (Fixture      *fixture,
                          OmOpenFlags   flags);
void  engine_close       (OmEngine     *engine);

/** Child: this program in another process, and what it says. */
typedef struct
{
  GPid  pid;
  FILE *lines; /* (owned) */
  char *line;  /* (owned): the last */
} Child;

#define CHILD_LINE 128

void  child_start        (Child        *child,
                          const char   *role,
                          const char   *path,
                          const char   *argument);
gboolean child_wait_for_line (Child    *child);
int   child_join         (Child        *child);
void  child_kill         (Child        *child);
int   run_child          (const char   *role,
                          const char   *path,
                          const char   *argument);

void test_query_add     (void);
void test_reference_add (void);
void test_remember_add  (void);
void test_search_add    (void);
void test_recall_add    (void);
void test_edit_add      (void);
void test_document_add   (void);
void test_private_add    (void);
void add_attachments_tests (void);
void test_backup_add     (void);
void test_bin_add        (void);
void test_facts_add      (void);
void test_days_add       (void);
void test_fade_add       (void);
void test_curves_add     (void);
void test_hiding_add     (void);
void test_history_add    (void);
void test_care_plan_add  (void);
void test_caretaker_add  (void);
void test_stages_add     (void);
void test_bad_rows_add   (void);
void test_reflect_add    (void);
void test_reminders_add  (void);
void test_schedule_add   (void);
void test_intake_add    (void);
void test_several_add   (void);
void test_closing_add    (void);
void test_snapshot_add   (void);
void test_map_add        (void);
void test_open_add       (void);
void test_processes_add  (void);
void test_surfacing_add  (void);
void test_tallies_add    (void);
void test_text_links_add (void);
void test_today_add      (void);
void test_settings_add  (void);
void test_act_add       (void);
void test_traits_add    (void);
void test_trait_job_add (void);
void test_trait_journals_add (void);
void test_trait_rules_add (void);

G_END_DECLS
