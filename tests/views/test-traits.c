/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page of traits and the window over one: what is shown, filtered and said of them. */
#include "config.h"

#include <adwaita.h>

#include "engine/om-trait-job.h"
#include "engine/om-traits.h"
#include "test-views.h"
#include "views/om-facts-window.h"
#include "views/om-memory-traits.h"
#include "views/om-today-page.h"
#include "views/om-trait-card.h"
#include "views/om-trait-column.h"
#include "views/om-trait-news-row.h"
#include "views/om-trait-question.h"
#include "views/om-trait-strip.h"
#include "views/om-trait-window.h"
#include "views/om-traits-page.h"

#define SENTENCE "You prefer tea to coffee"
#define NONE "No trait fits. Choose less, or other words."

/* Said every fifth day, the last time five days ago, and a little else, so that there is something to choose
 * from. Returns the id of the last entry. */
static char *
write_days (Fixture *fixture,
            int      n)
{
  char *id = NULL;
  OmEngine *engine = om_session_get_engine (fixture->session);
  gint64 now = om_engine_now (engine);
  g_autoptr (GError) error = NULL;
  OmTraitReport *report;

  for (int i = 1; i <= n; i++)
    {
      g_autofree char *text = g_strdup_printf ("Rain number %d of the month <b>&. I prefer tea to coffee.", i);
      g_autoptr (OmDraft) draft = om_draft_new (text);
      g_autoptr (OmRemembered) remembered = NULL;

      draft->dedup = OM_DEDUP_OFF;
      draft->happened = om_moment_at (now - (n + 1 - i) * 5 * OM_MS_PER_DAY, om_session_get_zone (fixture->session));
      draft->has_happened = TRUE;
      remembered = om_engine_remember (engine, draft, NULL, &error);
      g_assert_no_error (error);
      g_free (id);
      id = g_strdup (remembered->id);
    }
  report = om_engine_find_traits (engine, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_free (report);
  return id;
}

static void
write_journal (Fixture *fixture)
{
  g_free (write_days (fixture, 6));
}

static GtkWidget *
show_page (OmWindow *window)
{
  GtkWidget *page = test_find (GTK_WIDGET (window), OM_TYPE_TRAITS_PAGE, 0);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", "traits");
  wait_until (gtk_widget_get_mapped (page));
  return page;
}

/* The row of a mapped card in a column, %NULL if no card is there. */
static GtkWidget *
row_in (GtkWidget   *page,
        OmTraitStage stage)
{
  GtkWidget *column = test_find (page, OM_TYPE_TRAIT_COLUMN, (guint) stage);
  GtkWidget *card = test_find (column, OM_TYPE_TRAIT_CARD, 0);

  return card != NULL && gtk_widget_get_mapped (card) ? gtk_widget_get_parent (card) : NULL;
}

static GtkWidget *
any_row (GtkWidget *page)
{
  for (OmTraitStage stage = 0; stage < OM_N_TRAIT_STAGES; stage++)
    {
      if (row_in (page, stage) != NULL)
        return row_in (page, stage);
    }
  return NULL;
}

/* By activating a row; the window over the trait. */
static GtkWidget *
open_by (GtkWidget *row)
{
  g_autoptr (GList) windows = NULL;

  g_signal_emit_by_name (row, "activate");
  windows = gtk_window_list_toplevels ();
  for (GList *link = windows; link != NULL; link = link->next)
    {
      if (OM_IS_TRAIT_WINDOW (link->data))
        {
          wait_until (test_find_label (link->data, SENTENCE) != NULL);
          return link->data;
        }
    }
  g_assert_not_reached ();
}

static GtkWidget *
open_window (GtkWidget *page)
{
  return open_by (any_row (page));
}

static gboolean
is_enabled (GtkWidget  *window,
            const char *action)
{
  return gtk_widget_is_sensitive (test_find_button (window, action));
}

static void
test_empty (Fixture      *fixture,
            gconstpointer data)
{
  OmWindow *window;
  GtkWidget *page;

  fixture_open (fixture);
  g_free (fixture_remember (fixture, "One day is no trait."));
  window = fixture_show_window (fixture);
  page = show_page (window);
  wait_until (test_find_label (page, "No Traits Yet") != NULL);
  test_close (GTK_WIDGET (window));
}

static void
test_filters (Fixture      *fixture,
              gconstpointer data)
{
  OmWindow *window;
  GtkWidget *page;

  fixture_open (fixture);
  write_journal (fixture);
  window = fixture_show_window (fixture);
  page = show_page (window);
  wait_until (any_row (page) != NULL);
  g_assert_nonnull (test_find_label (any_row (page), SENTENCE));
  g_assert_null (test_find_label (page, NONE));

  /* By tier: this one is no core value. */
  gtk_drop_down_set_selected (GTK_DROP_DOWN (test_find (page, GTK_TYPE_DROP_DOWN, 1)), 1 + OM_TRAIT_TIER_CORE);
  wait_until (test_find_label (page, NONE) != NULL);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (test_find (page, GTK_TYPE_DROP_DOWN, 1)), 0);
  wait_until (any_row (page) != NULL && test_find_label (page, NONE) == NULL);
  /* By stage: other columns go. */
  gtk_drop_down_set_selected (GTK_DROP_DOWN (test_find (page, GTK_TYPE_DROP_DOWN, 0)), 1 + OM_TRAIT_STAGE_DISSOLVED);
  wait_until (test_find_label (page, NONE) != NULL);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (test_find (page, GTK_TYPE_DROP_DOWN, 0)), 0);
  wait_until (any_row (page) != NULL);
  /* By words. */
  gtk_editable_set_text (GTK_EDITABLE (test_find_mapped (page, GTK_TYPE_SEARCH_ENTRY)), "zeppelin");
  wait_until (test_find_label (page, NONE) != NULL);
  gtk_editable_set_text (GTK_EDITABLE (test_find_mapped (page, GTK_TYPE_SEARCH_ENTRY)), "TEA");
  wait_until (any_row (page) != NULL);
  test_assert_names (GTK_WIDGET (window));
  test_close (GTK_WIDGET (window));
}

/* Each act by its action, as a key or a button would, and taken back by the toast. */
static void
test_says (Fixture      *fixture,
           gconstpointer data)
{
  OmWindow *window;
  GtkWidget *page;
  GtkWidget *detail;

  fixture_open (fixture);
  write_journal (fixture);
  window = fixture_show_window (fixture);
  page = show_page (window);
  wait_until (any_row (page) != NULL);
  detail = open_window (page);
  g_assert_nonnull (test_find_label (detail, "“I prefer tea to coffee.”"));
  g_assert_true (is_enabled (detail, "trait.confirm"));
  g_assert_false (is_enabled (detail, "trait.restore"));
  test_assert_names (detail);

  gtk_widget_activate_action (detail, "trait.confirm", NULL);
  wait_until (any_row (page) != NULL && test_find_label (any_row (page), "You said it is true") != NULL);
  wait_until (test_find_toast_button (detail) != NULL);
  gtk_widget_activate (test_find_toast_button (detail));
  wait_until (any_row (page) != NULL && test_find_label (any_row (page), "You said it is true") == NULL);

  gtk_widget_activate_action (detail, "trait.only", "s", "work");
  wait_until (any_row (page) != NULL && test_find_label (any_row (page), "Habit · Work") != NULL);

  gtk_widget_activate_action (detail, "trait.reject", NULL);
  wait_until (row_in (page, OM_TRAIT_STAGE_DISSOLVED) != NULL);
  wait_until (is_enabled (detail, "trait.restore") && !is_enabled (detail, "trait.confirm"));
  gtk_widget_activate_action (detail, "trait.restore", NULL);
  wait_until (row_in (page, OM_TRAIT_STAGE_CANDIDATE) != NULL);
  test_close (detail);
  test_close (GTK_WIDGET (window));
}

/* From the evidence to the entry it rests on. */
static void
test_evidence (Fixture      *fixture,
               gconstpointer data)
{
  OmWindow *window;
  GtkWidget *page;
  GtkWidget *detail;
  GtkWidget *row;

  fixture_open (fixture);
  write_journal (fixture);
  window = fixture_show_window (fixture);
  page = show_page (window);
  wait_until (any_row (page) != NULL);
  detail = open_window (page);
  row = test_find (detail, ADW_TYPE_ACTION_ROW, 0);
  g_assert_nonnull (row);
  g_signal_emit_by_name (row, "activate");
  wait_until (!gtk_widget_get_mapped (page));
  wait_until (test_find_mapped (GTK_WIDGET (window), OM_TYPE_TRAITS_PAGE) == NULL);
  test_close (GTK_WIDGET (window));
}

/* A question's buttons say what they are for, and a name is asked for before it can be given. */
static void
test_questions (Fixture      *fixture,
                gconstpointer data)
{
  g_autoptr (OmTrait) trait = om_trait_new ();
  OmTraitGroup group = { (char *) "group", g_ptr_array_new () };
  GtkWidget *window = gtk_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *review;
  GtkWidget *naming;
  GtkWidget *entry;

  trait->id = g_strdup ("00000000-0000-4000-8000-000000000001");
  trait->text = g_strdup ("You <b>paint&");
  trait->n_for = 7;
  trait->n_against = 3;
  trait->said_changed = TRUE;
  g_ptr_array_add (group.traits, trait);
  review = GTK_WIDGET (om_trait_question_new_review (fixture->session, trait));
  naming = GTK_WIDGET (om_trait_question_new_group (fixture->session, &group));
  gtk_box_append (GTK_BOX (box), review);
  gtk_box_append (GTK_BOX (box), naming);
  gtk_window_set_child (GTK_WINDOW (window), box);
  gtk_window_present (GTK_WINDOW (window));

  g_assert_nonnull (test_find_label (review, "Still true?"));
  g_assert_nonnull (test_find_label (review, "You <b>paint&"));
  g_assert_nonnull (test_find_label (review, "7 pieces of evidence for it, 3 against it. You wrote that this has changed."));
  g_assert_nonnull (test_find_label (naming, "What would you call this?"));
  test_assert_names (window);
  entry = test_find (naming, GTK_TYPE_ENTRY, 0);
  g_assert_false (gtk_widget_is_sensitive (gtk_widget_get_next_sibling (entry)));
  gtk_editable_set_text (GTK_EDITABLE (entry), "  ");
  g_assert_false (gtk_widget_is_sensitive (gtk_widget_get_next_sibling (entry)));
  gtk_editable_set_text (GTK_EDITABLE (entry), "Making things");
  g_assert_true (gtk_widget_is_sensitive (gtk_widget_get_next_sibling (entry)));
  test_close (window);
  g_ptr_array_unref (group.traits);
}

/* Many: the first few of each column, and the others when asked for. */
static void
test_many (void)
{
  g_autoptr (GPtrArray) traits = g_ptr_array_new_with_free_func ((GDestroyNotify) om_trait_unref);
  GtkWidget *window = gtk_window_new ();
  OmTraitColumn *column = om_trait_column_new (OM_TRAIT_STAGE_EMERGING);
  GtkWidget *list;

  for (int i = 0; i < 300; i++)
    {
      OmTrait *trait = om_trait_new ();

      trait->id = g_strdup_printf ("%d", i);
      trait->text = g_strdup_printf ("You often paint number %d", i);
      trait->tier = OM_TRAIT_TIER_BEHAVIOR;
      trait->context = OM_CONTEXT_UNKNOWN;
      trait->shown_stage = i % 10 == 0 ? OM_TRAIT_STAGE_CORE : OM_TRAIT_STAGE_EMERGING;
      trait->confidence = .5;
      trait->n_days = 3;
      g_ptr_array_add (traits, trait);
    }
  gtk_window_set_child (GTK_WINDOW (window), GTK_WIDGET (column));
  gtk_window_present (GTK_WINDOW (window));
  om_trait_column_show (column, traits);
  list = test_find (GTK_WIDGET (column), GTK_TYPE_LIST_BOX, 0);
  g_assert_nonnull (test_find_label (GTK_WIDGET (column), "Emerging · 270"));
  g_assert_nonnull (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 7));
  g_assert_null (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 8));
  g_signal_emit_by_name (test_find (GTK_WIDGET (column), GTK_TYPE_BUTTON, 0), "clicked");
  g_assert_nonnull (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 27));
  /* What changed is shown anew, and what one had asked for stays. */
  om_trait_column_show (column, traits);
  g_assert_nonnull (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 27));
  g_assert_null (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 28));
  test_close (window);
}

/* What rose lately has a card on Today, which opens it and can be put aside. */
static void
test_news (Fixture      *fixture,
           gconstpointer data)
{
  OmWindow *window;
  GtkWidget *page;
  GtkWidget *row;

  fixture_open (fixture);
  g_free (write_days (fixture, 4));
  window = fixture_show_window (fixture);
  page = test_find (GTK_WIDGET (window), OM_TYPE_TODAY_PAGE, 0);
  wait_until (test_find_mapped (page, OM_TYPE_TRAIT_NEWS_ROW) != NULL);
  row = test_find_mapped (page, OM_TYPE_TRAIT_NEWS_ROW);
  g_assert_nonnull (test_find_label (row, SENTENCE));
  g_assert_nonnull (test_find_label (row, "Emerging"));
  test_assert_names (page);
  test_close (open_by (row));

  gtk_widget_grab_focus (row);
  gtk_widget_activate_action (row, "news.not-now", NULL);
  wait_until (test_find_mapped (page, OM_TYPE_TRAIT_NEWS_ROW) == NULL);
  wait_until (test_find_toast_button (GTK_WIDGET (window)) != NULL);
  gtk_widget_activate (test_find_toast_button (GTK_WIDGET (window)));
  wait_until (test_find_mapped (page, OM_TYPE_TRAIT_NEWS_ROW) != NULL);
  test_close (GTK_WIDGET (window));
}

/* A memory's page names the trait it speaks for; of one that speaks for none there is nothing. */
static void
test_of_memory (Fixture      *fixture,
                gconstpointer data)
{
  g_autofree char *id = NULL;
  g_autofree char *other = NULL;
  OmWindow *window;
  GtkWidget *box;

  fixture_open (fixture);
  id = write_days (fixture, 4);
  other = fixture_remember (fixture, "The heron stood at the lock.");
  window = fixture_show_window (fixture);
  om_window_open_memory (window, id);
  box = test_find (GTK_WIDGET (window), OM_TYPE_MEMORY_TRAITS, 0);
  test_reveal (box);
  wait_until (test_find_label (box, SENTENCE) != NULL);
  g_assert_true (gtk_widget_get_visible (box));
  g_assert_nonnull (test_find_label (box, "Speaks for it · you wrote so · grade B · Emerging"));
  test_assert_names (box);
  test_close (open_by (test_find (box, ADW_TYPE_ACTION_ROW, 0)));
  om_window_open_memory (window, other);
  wait_until (!gtk_widget_get_visible (box));
  test_close (GTK_WIDGET (window));
}

/* A search about a trait tells it above the memories, and says that it is one. */
static void
test_search (Fixture      *fixture,
             gconstpointer data)
{
  OmWindow *window;
  GtkWidget *strip;
  GtkWidget *entry;

  fixture_open (fixture);
  write_journal (fixture);
  window = fixture_show_window (fixture);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.search", NULL);
  strip = test_find (GTK_WIDGET (window), OM_TYPE_TRAIT_STRIP, 0);
  g_assert_false (gtk_widget_get_visible (strip));
  entry = test_find_mapped (GTK_WIDGET (window), GTK_TYPE_SEARCH_ENTRY);
  gtk_editable_set_text (GTK_EDITABLE (entry), "tea coffee");
  wait_until (gtk_widget_get_mapped (strip));
  g_assert_nonnull (test_find_label (strip, SENTENCE));
  test_assert_names (strip);
  g_assert_true (om_trait_strip_take_focus (OM_TRAIT_STRIP (strip)));
  test_close (open_by (test_find (strip, ADW_TYPE_ACTION_ROW, 0)));
  gtk_editable_set_text (GTK_EDITABLE (entry), "month");
  wait_until (!gtk_widget_get_visible (strip));
  gtk_editable_set_text (GTK_EDITABLE (entry), "tea coffee");
  wait_until (gtk_widget_get_mapped (strip));
  gtk_editable_set_text (GTK_EDITABLE (entry), "");
  wait_until (!gtk_widget_get_visible (strip));
  test_close (GTK_WIDGET (window));
}

static GtkWidget *
find_window (GType type)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *link = windows; link != NULL; link = link->next)
    {
      if (g_type_is_a (G_OBJECT_TYPE (link->data), type))
        return link->data;
    }
  g_assert_not_reached ();
}

/* What holds now, what held on a day, all there ever were; and from a fact to the entry that states it. */
static void
test_facts (Fixture      *fixture,
            gconstpointer data)
{
  static const char *const texts[] = { "I live in Ghent.", "I live in Leuven." };
  OmEngine *engine;
  OmWindow *window;
  GtkWidget *page;
  GtkWidget *facts;
  GtkDropDown *when;
  g_autoptr (GDateTime) then = NULL;

  fixture_open (fixture);
  engine = om_session_get_engine (fixture->session);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (OmDraft) draft = om_draft_new (texts[i]);
      g_autoptr (OmRemembered) remembered = NULL;

      draft->happened = om_moment_on_day (2020 + (int) i, 2, 3);
      draft->has_happened = TRUE;
      remembered = om_engine_remember (engine, draft, NULL, NULL);
      g_assert_nonnull (remembered);
    }
  window = fixture_show_window (fixture);
  page = show_page (window);
  wait_until (test_find_label (page, "No Traits Yet") != NULL);
  gtk_widget_activate_action (page, "traits.show-facts", NULL);
  facts = find_window (OM_TYPE_FACTS_WINDOW);
  when = GTK_DROP_DOWN (test_find (facts, GTK_TYPE_DROP_DOWN, 0));
  wait_until (test_find_label (facts, "You · home: Leuven") != NULL);
  test_assert_names (facts);
  g_assert_null (test_find_label (facts, "You · home: Ghent"));

  gtk_drop_down_set_selected (when, 1);
  wait_until (test_find_label (facts, "You · home: Ghent") != NULL);
  g_assert_nonnull (test_find_label (facts, "You · home: Leuven"));
  gtk_drop_down_set_selected (when, 2);
  then = g_date_time_new_utc (2020, 6, 1, 0, 0, 0);
  gtk_calendar_select_day (GTK_CALENDAR (test_find (facts, GTK_TYPE_CALENDAR, 0)), then);
  wait_until (test_find_label (facts, "You · home: Leuven") == NULL && test_find_label (facts, "You · home: Ghent") != NULL);
  test_assert_names (facts);

  g_signal_emit_by_name (test_find (facts, ADW_TYPE_ACTION_ROW, 0), "activate");
  wait_until (!gtk_widget_get_mapped (page));
  test_close (GTK_WIDGET (window));
}

void
test_traits_add (void)
{
#define add(name, func) g_test_add ("/views/traits/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)
  add ("empty", test_empty);
  add ("filters", test_filters);
  add ("says", test_says);
  add ("evidence", test_evidence);
  add ("questions", test_questions);
  add ("news", test_news);
  add ("of-memory", test_of_memory);
  add ("search", test_search);
  add ("facts", test_facts);
#undef add
  g_test_add_func ("/views/traits/many", test_many);
}
