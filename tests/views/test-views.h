/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the display tests share: a session over a new store, waiting, finding and naming widgets. */
#pragma once

#include <gtk/gtk.h>

#include "om-application.h"
#include "tests/support/om-test-pulse.h"
#include "views/om-session.h"
#include "views/om-window.h"

G_BEGIN_DECLS

/* Runs the main loop until @condition holds; five minutes without it fail the test: the machine may
 * be very busy. Looking is no part of a step that is measured. */
#define wait_until(condition)                                                                     \
  G_STMT_START                                                                                    \
  {                                                                                               \
    gint64 wait_limit_ = g_get_monotonic_time () + 300 * G_USEC_PER_SEC;                          \
    guint wait_tick_ = g_timeout_add (20, test_tick_cb, NULL);                                    \
                                                                                                  \
    while (TRUE)                                                                                  \
      {                                                                                           \
        gboolean holds_;                                                                          \
                                                                                                  \
        om_test_pulse_pause ();                                                                   \
        holds_ = (condition);                                                                     \
        om_test_pulse_resume (0);                                                                 \
        if (holds_)                                                                               \
          break;                                                                                  \
        if (g_get_monotonic_time () > wait_limit_)                                                \
          g_error ("%s:%d: waited in vain for: %s", __FILE__, __LINE__, #condition);              \
        g_main_context_iteration (NULL, TRUE);                                                    \
        /* A look that takes longer than the tick must not starve frames and idle. */             \
        for (guint wait_n_ = 0; wait_n_ < 20 && g_main_context_iteration (NULL, FALSE); wait_n_++) \
          continue;                                                                               \
      }                                                                                           \
    g_source_remove (wait_tick_);                                                                 \
  }                                                                                               \
  G_STMT_END

typedef struct
{
  char      *folder;  /* (owned) */
  char      *path;    /* (owned): of the store */
  OmSession *session; /* (owned): not open yet */
} Fixture;

void           fixture_set_up         (Fixture      *fixture,
                                       gconstpointer data);
void           fixture_tear_down      (Fixture      *fixture,
                                       gconstpointer data);
void           fixture_open           (Fixture      *fixture);
char          *fixture_remember       (Fixture      *fixture,
                                       const char   *text);
guint          fixture_count          (Fixture      *fixture);
OmWindow      *fixture_show_window    (Fixture      *fixture);
OmApplication *test_application       (void);

/* TestBus: for children alone. GTestDBus would change the surroundings of this process as well. */
typedef struct
{
  GSubprocess *daemon;  /* (owned) */
  char        *address; /* (owned) */
} TestBus;

void           test_bus_up            (TestBus      *bus);
void           test_bus_down          (TestBus      *bus);
GSubprocessLauncher *test_bus_launcher (TestBus     *bus,
                                       Fixture      *fixture);

gboolean       test_tick_cb           (gpointer      data);
GtkWidget     *test_find              (GtkWidget    *root,
                                       GType         type,
                                       guint         nth);
GtkWidget     *test_find_mapped       (GtkWidget    *root,
                                       GType         type);
GtkWidget     *test_find_button       (GtkWidget    *root,
                                       const char   *action);
GtkWidget     *test_find_toast_button (GtkWidget    *window);
GtkWidget     *test_find_toast        (GtkWidget    *window,
                                       const char   *words);
void           test_reveal            (GtkWidget    *inside);
guint          test_count_toasts      (GtkWidget    *window);
void           test_undo_toast        (GtkWidget    *window,
                                       const char   *words);
GtkWidget     *test_find_label        (GtkWidget    *root,
                                       const char   *text);
GtkWidget     *test_button_of         (GtkWidget    *window,
                                       const char   *label);
gboolean       test_has_text              (GtkWidget    *window,
                                       const char   *text);
gboolean       test_is_ready          (GtkWidget    *window,
                                       const char   *label);
GtkPropagationPhase test_wheel_phase (GtkWidget  *spin);
void           test_press             (GtkWidget      *widget,
                                       guint           keyval,
                                       GdkModifierType state);
void           test_type              (OmSheet      *sheet,
                                       const char   *text);
char          *test_dup_text          (OmSheet      *sheet);
void           test_assert_names      (GtkWidget    *root);
void           test_assert_all_reached (GtkWindow   *window);
void           test_close             (GtkWidget    *window);

void test_chart_view_add    (void);
void test_markdown_add      (void);
void test_text_buffer_add   (void);
void test_words_add         (void);
void test_sheet_add         (void);
void test_list_model_add    (void);
void test_calendar_add      (void);
void test_completion_add    (void);
void test_filter_bar_add    (void);
void test_finder_add        (void);
void test_window_add        (void);
void test_keys_add          (void);
void test_opening_add       (void);
void test_narrow_add        (void);
void test_contrast_add      (void);
void test_popovers_add      (void);
void test_memory_page_add   (void);
void test_attachments_add   (void);
void test_acts_add          (void);
void test_preferences_add   (void);
void test_import_window_add (void);
void test_export_window_add (void);
void test_backups_add       (void);
void test_salience_page_add (void);
void test_privacy_add       (void);
void test_statistics_add    (void);
void test_traits_add        (void);
void test_program_add       (void);
void test_reminders_add     (void);
void test_reminding_add     (void);
void test_today_add         (void);
void test_cards_add         (void);
void test_graph_page_add    (void);
void test_hidings_add       (void);
void test_help_add          (void);
void test_kill_add          (void);
void test_kill_type         (const char *path);

G_END_DECLS
