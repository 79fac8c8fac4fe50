/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of the bus share: a bus of its own, the service on it over a new store, and a client. */
#pragma once

#include <gio/gio.h>

#include "bus/om-bus-service.h"

G_BEGIN_DECLS

#define BUS_NAME "org.openmemory.Desktop"

/* 2025-06-15 15:06:40 UTC */
#define TEST_NOW G_GINT64_CONSTANT (1750000000000)

typedef struct
{
  GTestDBus       *bus;
  GDBusConnection *server; /* the service's */
  GDBusConnection *client; /* another program's */
  OmBusService    *service;
  OmEngine        *engine;
  char            *folder;
  char            *path;
  gint64           now;
  guint            n_wanted;
  OmProgram       *asked;  /* (nullable): whom the person was asked about last */
  gboolean         asked_change;
  guint            n_asked;
} Fixture;

void       fixture_set_up    (Fixture       *fixture,
                              gconstpointer  data);
void       fixture_tear_down (Fixture       *fixture,
                              gconstpointer  data);
GDBusConnection *fixture_connect (Fixture   *fixture);
char      *fixture_remember  (Fixture       *fixture,
                              const char    *text,
                              guint          flags);
void       fixture_archive   (Fixture       *fixture,
                              const char    *id);
void       fixture_bin       (Fixture       *fixture,
                              const char    *id);

/* A call by another program, answered before it returns. */
GVariant  *call_as           (GDBusConnection *client,
                              const char    *path,
                              const char    *interface,
                              const char    *method,
                              GVariant      *parameters,
                              GError       **error);
GVariant  *call              (Fixture       *fixture,
                              const char    *method,
                              const char    *parameters,
                              ...);
void       expect_error      (Fixture       *fixture,
                              const char    *error_name,
                              const char    *method,
                              const char    *parameters,
                              ...);
GVariant  *get_property      (Fixture       *fixture,
                              const char    *name);

/* A /proc of the test's own that tells of this process. */
char      *make_proc         (Fixture       *fixture,
                              const char    *name,
                              const char    *flatpak_info,
                              const char    *cgroup);

#define ITERATE_WHILE(condition) \
  while (condition)              \
    g_main_context_iteration (NULL, TRUE)

/* So long, at most, until a condition holds. */
#define WAIT_UNTIL(condition)                                                     \
  G_STMT_START                                                                    \
  {                                                                               \
    gint64 wait_end_ = g_get_monotonic_time () + 20 * G_USEC_PER_SEC;             \
    guint  wait_id_ = g_timeout_add (20, wait_tick_cb, NULL);                     \
    while (!(condition) && g_get_monotonic_time () < wait_end_)                   \
      g_main_context_iteration (NULL, TRUE);                                      \
    g_source_remove (wait_id_);                                                   \
    g_assert_true (condition);                                                    \
  }                                                                               \
  G_STMT_END

gboolean   wait_tick_cb      (gpointer       data);
void       wait_ms           (guint          ms);

void test_methods_add   (void);
void test_wrong_add     (void);
void test_kept_back_add (void);
void test_callers_add   (void);
void test_rude_add      (void);
void test_signals_add   (void);
void test_providers_add (void);
void test_traits_add    (void);
void test_archive_add   (void);
void test_background_add (void);

G_END_DECLS
