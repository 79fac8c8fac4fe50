/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Acts on a memory: each has a key and a place in the menu, says what it did, and is taken back. */
#include "config.h"

#include <adwaita.h>

#include "test-views.h"
#include "views/om-act-words.h"
#include "views/om-forecast-words.h"
#include "views/om-history-box.h"
#include "views/om-memories-page.h"
#include "views/om-memory-curve.h"
#include "views/om-memory-page.h"
#include "views/om-remind-dialog.h"

typedef struct
{
  Fixture      *fixture;
  OmWindow     *window;
  OmMemoryPage *page;
  char         *id; /* (owned) */
} View;

static OmEngine *
engine_of (View *self)
{
  return om_session_get_engine (self->fixture->session);
}

static OmMemory *
read_memory (View *self)
{
  g_autoptr (GError) error = NULL;
  OmMemory *memory = om_engine_get (engine_of (self), self->id, NULL, &error);

  g_assert_no_error (error);
  return memory;
}

static gboolean
is_in_view (View *self)
{
  OmSheet *sheet = om_memory_page_get_sheet (self->page);

  return sheet != NULL && om_sheet_get_memory (sheet) != NULL && gtk_widget_get_mapped (GTK_WIDGET (self->page));
}

static void
view_open (View    *self,
           Fixture *fixture)
{
  GtkWidget *memories;

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  fixture_open (fixture);
  self->fixture = fixture;
  self->id = fixture_remember (fixture, "A heron <b>&</b> a lock.");
  self->window = fixture_show_window (fixture);
  memories = test_find (GTK_WIDGET (self->window), OM_TYPE_MEMORIES_PAGE, 0);
  self->page = OM_MEMORY_PAGE (test_find (GTK_WIDGET (self->window), OM_TYPE_MEMORY_PAGE, 0));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (self->window), "win.show-page", "s", "memories"));
  om_memories_page_open (OM_MEMORIES_PAGE (memories), self->id, 0);
  wait_until (is_in_view (self));
}

static void
view_close (View *self)
{
  test_close (GTK_WIDGET (self->window));
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);
  g_free (self->id);
}

/* As if the keys were pressed anywhere in the window. */
static void
press (View       *self,
       const char *accel)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (self->page));
  g_autoptr (GtkShortcutTrigger) wanted = gtk_shortcut_trigger_parse_string (accel);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GObject) controller = g_list_model_get_item (controllers, i);

      if (!GTK_IS_SHORTCUT_CONTROLLER (controller))
        continue;
      for (guint j = 0; j < g_list_model_get_n_items (G_LIST_MODEL (controller)); j++)
        {
          g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (G_LIST_MODEL (controller), j);

          if (!gtk_shortcut_trigger_equal (gtk_shortcut_get_trigger (shortcut), wanted))
            continue;
          g_assert_true (gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), 0, GTK_WIDGET (self->page), NULL));
          return;
        }
    }
  g_error ("no key %s", accel);
}

/* The button of the toast that says this. */
static GtkWidget *
find_undo (View       *self,
           const char *says)
{
  GtkWidget *label = test_find_label (GTK_WIDGET (self->window), says);

  for (GtkWidget *toast = label; toast != NULL && !ADW_IS_TOAST_OVERLAY (toast); toast = gtk_widget_get_parent (toast))
    {
      GtkWidget *button = test_find (toast, GTK_TYPE_BUTTON, 0);

      if (button != NULL)
        return button;
    }
  return NULL;
}

static gboolean
menu_has (View       *self,
          const char *label)
{
  GtkWidget *button;
  GMenuModel *menu = NULL;

  for (guint i = 0; menu == NULL && (button = test_find (GTK_WIDGET (self->page), GTK_TYPE_MENU_BUTTON, i)) != NULL; i++)
    menu = gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (button));

  for (int i = 0; menu != NULL && i < g_menu_model_get_n_items (menu); i++)
    {
      g_autofree char *text = NULL;

      if (g_menu_model_get_item_attribute (menu, i, "label", "s", &text) && g_str_equal (text, label))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_as_before (View           *self,
              const OmMemory *before)
{
  g_autoptr (OmMemory) memory = read_memory (self);

  return memory->flags == before->flags && memory->archived_at == before->archived_at &&
         memory->coactivations == before->coactivations && memory->last_active_at == before->last_active_at &&
         memory->salience == before->salience;
}

static void
test_keys (Fixture      *fixture,
           gconstpointer data)
{
  static const struct
  {
    const char *accel;
    OmAct       first; /* done before, so that the key does the opposite; OM_ACT_REMEMBER for nothing */
    const char *says;
    const char *offers; /* in the menu, then */
  } acts[] = {
    { "<Primary>r", OM_ACT_REMEMBER, "Comes to mind more easily now", "I _Remember This" },
    { "<Primary>p", OM_ACT_REMEMBER, "Pinned to Today, and kept", "Un_pin" },
    { "<Primary>p", OM_ACT_PIN, "Unpinned; still kept", "_Pin" },
    { "<Primary>k", OM_ACT_REMEMBER, "Kept: it does not fade", "Let It _Fade" },
    { "<Primary>k", OM_ACT_KEEP, "Fades again", "_Keep" },
    { "<Primary>l", OM_ACT_REMEMBER, "Let rest: it is not brought up again", "Re_open" },
    { "<Primary>l", OM_ACT_RESOLVE, "Reopened", "_Let It Rest" },
    { "<Primary><Shift>l", OM_ACT_REMEMBER, "Put to rest", "_Wake" },
    { "<Primary><Shift>l", OM_ACT_REST, "Woken", "Put to R_est" },
    { "<Primary>h", OM_ACT_REMEMBER, "Only search finds it now", "_Show by Itself Again" },
    { "<Primary>h", OM_ACT_HIDE, "May be shown by itself again", "_Don’t Show by Itself" },
    { "<Primary><Shift>p", OM_ACT_REMEMBER, "Private: in this window alone", "No Longer Pri_vate" },
    { "<Primary><Shift>p", OM_ACT_MAKE_PRIVATE, "No longer private", "Make Pri_vate" },
  };
  View view;

  view_open (&view, fixture);
  for (gsize i = 0; i < G_N_ELEMENTS (acts); i++)
    {
      const char *ids[] = { view.id, NULL };
      g_autoptr (OmMemory) before = NULL;
      gint64 group = 0;

      if (acts[i].first != OM_ACT_REMEMBER)
        {
          g_assert_true (om_engine_act (engine_of (&view), acts[i].first, ids, &group, NULL, NULL));
          wait_until (!menu_has (&view, acts[i].offers));
        }
      before = read_memory (&view);
      press (&view, acts[i].accel);
      wait_until (find_undo (&view, acts[i].says) != NULL);
      wait_until (menu_has (&view, acts[i].offers));
      g_assert_true (!is_as_before (&view, before));
      g_signal_emit_by_name (find_undo (&view, acts[i].says), "clicked");
      wait_until (is_as_before (&view, before));
      /* The menu follows: what the next key does hangs on it. */
      if (g_str_equal (acts[i].accel, "<Primary>r"))
        continue;
      wait_until (!menu_has (&view, acts[i].offers));
      if (group != 0)
        {
          g_assert_true (om_engine_undo (engine_of (&view), group, NULL, NULL, NULL));
          wait_until (menu_has (&view, acts[i].offers));
        }
    }
  view_close (&view);
}

/* What is refused is said, and nothing looks as if it had been done. */
static void
test_pins (Fixture      *fixture,
           gconstpointer data)
{
  View view;

  view_open (&view, fixture);
  for (int i = 0; i < 20; i++)
    {
      g_autofree char *text = g_strdup_printf ("Pin number %d.", i);
      g_autofree char *id = fixture_remember (fixture, text);
      const char *ids[] = { id, NULL };

      g_assert_true (om_engine_act (engine_of (&view), OM_ACT_PIN, ids, NULL, NULL, NULL));
    }
  press (&view, "<Primary>p");
  wait_until (test_find_label (GTK_WIDGET (view.window),
                               "20 memories are pinned already, and there is room for 20. Unpin one first.") != NULL);
  g_assert_true (menu_has (&view, "_Pin"));
  view_close (&view);
}

/* Asked for a day first. */
static void
test_remind (Fixture      *fixture,
             gconstpointer data)
{
  View view;
  GtkWindow *dialog = NULL;
  GListModel *windows = gtk_window_get_toplevels ();

  view_open (&view, fixture);
  g_assert_true (menu_has (&view, "Re_mind Me…"));
  press (&view, "<Primary>m");
  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (OM_IS_REMIND_DIALOG (window))
        dialog = window;
    }
  g_assert_nonnull (dialog);
  g_assert_true (gtk_window_get_transient_for (dialog) == GTK_WINDOW (view.window));
  gtk_window_destroy (dialog);
  view_close (&view);
}

/* A search that is recalled, too. */
static void
test_recalled_search (Fixture      *fixture,
                      gconstpointer data)
{
  View view;
  GtkWidget *entry;
  g_autoptr (OmMemory) before = NULL;

  view_open (&view, fixture);
  before = read_memory (&view);
  entry = test_find_mapped (test_find (GTK_WIDGET (view.window), OM_TYPE_MEMORIES_PAGE, 0), GTK_TYPE_SEARCH_ENTRY);
  gtk_editable_set_text (GTK_EDITABLE (entry), "heron");
  g_signal_emit_by_name (entry, "activate");
  wait_until (find_undo (&view, "Comes to mind more easily now") != NULL);
  g_assert_false (is_as_before (&view, before));
  g_signal_emit_by_name (find_undo (&view, "Comes to mind more easily now"), "clicked");
  wait_until (is_as_before (&view, before));
  view_close (&view);
}

/* The words --------------------------------------------------------------------------------------- */

static void
assert_words (OmVividness vividness,
              guint       flags,
              gint64      fading,
              gint64      resting,
              const char *expected)
{
  g_autoptr (GTimeZone) zone = g_time_zone_new_utc ();
  g_autoptr (OmMemory) memory = om_memory_new ();
  OmForecast forecast = { fading, resting };
  g_autofree char *words = NULL;

  memory->flags = flags;
  words = om_forecast_words (memory, vividness, &forecast, zone);
  g_assert_cmpstr (words, ==, expected);
}

static void
test_forecast_words (void)
{
  const gint64 march = G_GINT64_CONSTANT (1741000000000); /* 3 March 2025 */
  const gint64 june = G_GINT64_CONSTANT (1750400000000); /* 20 June 2025 */

  assert_words (OM_VIVIDNESS_CLEAR, 0, march, june,
                "Clear now; will be fading about 3 March 2025, resting about 20 June 2025, if nothing recalls it.");
  assert_words (OM_VIVIDNESS_FADING, 0, 0, june, "Fading now; will be resting about 20 June 2025, if nothing recalls it.");
  assert_words (OM_VIVIDNESS_VIVID, OM_FLAG_RESOLVED, june, march,
                "Vivid now; will be resting about 3 March 2025, if nothing recalls it.");
  assert_words (OM_VIVIDNESS_VIVID, 0, march, G_MAXINT64,
                "Vivid now; will be fading about 3 March 2025, if nothing recalls it. It does not go to rest.");
  assert_words (OM_VIVIDNESS_VIVID, 0, G_MAXINT64, G_MAXINT64, "Vivid now, and stays so at this pace.");
  assert_words (OM_VIVIDNESS_VIVID, OM_FLAG_KEPT, G_MAXINT64, G_MAXINT64, "Kept, so it does not fade.");
  assert_words (OM_VIVIDNESS_RESTING, 0, 0, 0, "Resting now. Waking or recalling it brings it back.");
}

/* The curve ------------------------------------------------------------------------------------- */

static void
test_curve (Fixture      *fixture,
            gconstpointer data)
{
  View view;
  const char *ids[] = { NULL, NULL };
  g_autoptr (OmMemory) memory = NULL;
  g_autoptr (OmHistory) history = NULL;
  g_autoptr (OmChartPlot) plot = NULL;
  g_autoptr (GTimeZone) zone = g_time_zone_new_utc ();
  gint64 now;
  guint n_marks = 0;
  guint n_past = 0;
  guint n_forecast = 0;

  view_open (&view, fixture);
  ids[0] = view.id;
  g_assert_true (om_engine_act (engine_of (&view), OM_ACT_REMEMBER, ids, NULL, NULL, NULL));
  memory = read_memory (&view);
  history = om_engine_get_history (engine_of (&view), view.id, NULL, NULL);
  plot = om_memory_curve_plot (engine_of (&view), history, memory, zone);
  now = om_engine_now (engine_of (&view));
  g_assert_cmpuint (plot->series->len, ==, 2);
  g_assert_cmpuint (plot->bands->len, ==, 2);
  g_assert_cmpfloat (g_array_index (plot->bands, OmChartBand, 0).from, ==, 30);
  g_assert_cmpfloat (g_array_index (plot->bands, OmChartBand, 1).from, ==, 10);
  for (guint i = 0; i < om_chart_series_count (om_chart_plot_get_series (plot, 0)); i++)
    {
      const OmChartPoint *point = om_chart_series_get (om_chart_plot_get_series (plot, 0), i);

      g_assert_true (point->y >= 0 && point->y <= 100);
      n_marks += (point->flags & OM_CHART_POINT_MARK) != 0;
      if ((point->flags & OM_CHART_POINT_FORECAST) != 0)
        {
          n_forecast++;
          g_assert_cmpfloat (point->x, >, now - 60000);
          g_assert_cmpint ((int) point->y, ==, om_engine_vividness_at (engine_of (&view), history, memory, (gint64) point->x));
        }
      else
        n_past++;
    }
  g_assert_cmpuint (n_marks, ==, 1);
  g_assert_cmpuint (n_past, >=, 2);
  g_assert_cmpuint (n_forecast, >, 50);
  view_close (&view);
}

/* The history --------------------------------------------------------------------------------------- */

static int
count_rows (GtkListBox *list)
{
  int n = 0;

  while (gtk_list_box_get_row_at_index (list, n) != NULL)
    n++;
  return n;
}

static void
test_history (Fixture      *fixture,
              gconstpointer data)
{
  View view;
  GtkWidget *box;
  GtkListBox *list;
  GtkWidget *more = NULL;
  GtkWidget *button;

  view_open (&view, fixture);
  for (int i = 0; i < 10; i++)
    {
      const char *ids[] = { view.id, NULL };

      g_assert_true (om_engine_act (engine_of (&view), i % 2 == 0 ? OM_ACT_PIN : OM_ACT_UNPIN, ids, NULL, NULL, NULL));
    }
  box = test_find (GTK_WIDGET (view.page), OM_TYPE_HISTORY_BOX, 0);
  list = GTK_LIST_BOX (test_find (box, GTK_TYPE_LIST_BOX, 0));
  /* Nothing is read for what is not in view. */
  g_assert_cmpint (count_rows (list), ==, 0);
  test_reveal (box);
  wait_until (gtk_widget_get_mapped (box) && count_rows (list) == 5);
  wait_until (test_find_label (box, "Unpinned") != NULL);
  wait_until (test_find_label (box, "Kept, so it does not fade.") != NULL);
  for (guint i = 0; (button = test_find (box, GTK_TYPE_BUTTON, i)) != NULL; i++)
    {
      if (g_strcmp0 (gtk_button_get_label (GTK_BUTTON (button)), "_Show Earlier") == 0)
        more = button;
    }
  g_assert_nonnull (more);
  wait_until (gtk_widget_get_mapped (more));
  g_signal_emit_by_name (more, "clicked");
  g_assert_cmpint (count_rows (list), ==, 11);
  g_assert_false (gtk_widget_get_mapped (more));
  wait_until (test_find_label (box, "Written down") != NULL);
  test_assert_names (box);
  view_close (&view);
}

static gboolean
is_kept (Fixture    *fixture,
         const char *id)
{
  g_autoptr (OmMemory) memory = om_engine_get (om_session_get_engine (fixture->session), id, NULL, NULL);

  return (memory->flags & OM_FLAG_KEPT) != 0;
}

/* One act quickly after the other, with animations as people have them: there is one toast, it says what was done
 * last, and takes that back. */
static void
test_quick (Fixture      *fixture,
            gconstpointer data)
{
  OmWindow *window;
  g_autofree char *id = NULL;
  g_autofree char *last = om_act_words_done (OM_ACT_LET_FADE, 1);
  const char *ids[2] = { NULL, NULL };

  fixture_open (fixture);
  id = fixture_remember (fixture, "The bees came back");
  ids[0] = id;
  window = fixture_show_window (fixture);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);
  for (guint n = 0; n < 6; n++)
    {
      OmAct act = n % 2 == 0 ? OM_ACT_KEEP : OM_ACT_LET_FADE;
      g_autofree char *words = om_act_words_done (act, 1);

      om_session_act (fixture->session, act, ids);
      wait_until (test_find_toast (GTK_WIDGET (window), words) != NULL);
      g_assert_cmpuint (test_count_toasts (GTK_WIDGET (window)), ==, 1);
    }
  test_undo_toast (GTK_WIDGET (window), last);
  wait_until (test_count_toasts (GTK_WIDGET (window)) == 0);
  wait_until (is_kept (fixture, id));
  gtk_settings_reset_property (gtk_settings_get_default (), "gtk-enable-animations");
  test_close (GTK_WIDGET (window));
}

#define add(name, func) g_test_add ("/views/acts/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

void
test_acts_add (void)
{
  add ("keys", test_keys);
  add ("pins", test_pins);
  add ("quick", test_quick);
  add ("remind", test_remind);
  add ("recalled-search", test_recalled_search);
  add ("curve", test_curve);
  add ("history", test_history);
  g_test_add_func ("/views/acts/forecast-words", test_forecast_words);
}
