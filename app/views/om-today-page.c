/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmTodayPage: where one writes, with date, mood and tags at hand; below it what was lived on this day of
 * the years before, what comes up by itself and the newest memories, or, before there are any, the ways to
 * begin. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-today-page.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "views/om-composer-mood.h"
#include "views/om-date-editor.h"
#include "views/om-due-box.h"
#include "views/om-editor.h"
#include "views/om-memory-row.h"
#include "views/om-past-list.h"
#include "views/om-tag-editor.h"
#include "views/om-today-cards.h"
#include "views/om-welcome.h"
#include "views/om-wrap-layout.h"

/* A look back at the last days, not the list: that is on its own page. */
#define NEWEST 8

struct _OmTodayPage
{
  GtkWidget parent_instance;

  GtkScrolledWindow *scroller;
  GtkLabel          *date_label;
  OmEditor          *editor;
  OmDateEditor      *date_editor;
  OmComposerMood    *mood_button;
  OmTagEditor       *tag_editor;
  OmDueBox          *due_box;
  OmPastList        *past_list;
  OmTodayCards      *cards;
  GtkStack          *below_stack;
  GtkListBox        *newest_list;

  GSettings         *settings; /* (owned) */
  OmSession         *session; /* (owned) (nullable) */
  OmMemoryListModel *model;   /* (owned) (nullable) */
  OmSheet           *sheet;   /* (owned) (nullable): what is being written */
  gulong             state_id;
};

enum
{
  SIGNAL_OPENED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmTodayPage, om_today_page, GTK_TYPE_WIDGET)

static void
show_date (OmTodayPage *self)
{
  gint64 now_ms = om_engine_now (om_session_get_engine (self->session));
  OmMoment now = om_moment_at (now_ms, om_session_get_zone (self->session));
  g_autoptr (GDateTime) local = om_moment_to_local (&now);
  /* Translators: the date of today above the field to write in, as strftime writes it */
  g_autofree char *words = local != NULL ? g_date_time_format (local, _("%A, %-d %B")) : NULL;

  gtk_label_set_label (self->date_label, words != NULL ? words : "");
}

static void
show_below (OmTodayPage *self)
{
  if (self->model == NULL || !om_memory_list_model_is_loaded (self->model))
    gtk_stack_set_visible_child_name (self->below_stack, "nothing");
  else if (g_list_model_get_n_items (G_LIST_MODEL (self->model)) > 0)
    {
      gtk_stack_set_visible_child_name (self->below_stack, "newest");
      /* Whoever has a memory knows what this is; the sample's are not the person's. */
      if (!om_session_is_sample (self->session))
        g_settings_set_boolean (self->settings, "first-run-done", TRUE);
    }
  else
    gtk_stack_set_visible_child_name (self->below_stack,
                                      g_settings_get_boolean (self->settings, "first-run-done") ? "empty" : "welcome");
}

static void
sheet_state_cb (OmSheet     *sheet,
                GParamSpec  *pspec,
                OmTodayPage *self)
{
  OmSaveState state = om_sheet_get_state (sheet);

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "today.finish",
                                 state != OM_SAVE_STATE_BLANK && state != OM_SAVE_STATE_FAILED);
  /* What was being written went to the bin: the next one begins. */
  if (state == OM_SAVE_STATE_GONE)
    om_today_page_start_new (self);
}

static GtkWidget *
create_row (gpointer item,
            gpointer data)
{
  OmMemoryRow *row = om_memory_row_new ();
  GtkWidget *list_row = gtk_list_box_row_new ();

  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (list_row), GTK_WIDGET (row));
  om_memory_row_set_item (row, item);
  return list_row;
}

static void
row_activated_cb (GtkListBox    *list,
                  GtkListBoxRow *list_row,
                  OmTodayPage   *self)
{
  OmMemoryRow *row = OM_MEMORY_ROW (gtk_list_box_row_get_child (list_row));

  if (om_memory_row_get_item (row) != NULL)
    g_signal_emit (self, signals[SIGNAL_OPENED], 0, om_memory_row_get_item (row), FALSE);
}

static void
model_loaded_cb (OmMemoryListModel *model,
                 OmTodayPage       *self)
{
  show_below (self);
}

static void
past_opened_cb (OmPastList   *list,
                OmMemoryItem *item,
                OmTodayPage  *self)
{
  g_signal_emit (self, signals[SIGNAL_OPENED], 0, item, TRUE);
}

static void
due_opened_cb (OmDueBox     *box,
               OmMemoryItem *item,
               OmTodayPage  *self)
{
  g_signal_emit (self, signals[SIGNAL_OPENED], 0, item, FALSE);
}

static void
card_opened_cb (OmTodayCards *cards,
                OmMemoryItem *item,
                OmTodayPage  *self)
{
  g_signal_emit (self, signals[SIGNAL_OPENED], 0, item, TRUE);
}

/* What comes up by itself, once there is a store to ask. */
static void
update_below (OmTodayPage *self)
{
  OmSessionState state = om_session_get_state (self->session);

  if (state != OM_SESSION_OPEN && state != OM_SESSION_LOADED)
    return;
  om_due_box_update (self->due_box);
  om_past_list_update (self->past_list);
  om_today_cards_update (self->cards);
}

static void
session_changed_cb (OmSession   *session,
                    OmTodayPage *self)
{
  update_below (self);
}

static void
session_state_cb (OmSession   *session,
                  GParamSpec  *pspec,
                  OmTodayPage *self)
{
  update_below (self);
}

static void
finish_action_cb (GtkWidget  *widget,
                  const char *name,
                  GVariant   *parameter)
{
  om_today_page_start_new (OM_TODAY_PAGE (widget));
  om_today_page_write (OM_TODAY_PAGE (widget));
}

static void
om_today_page_map (GtkWidget *widget)
{
  OmTodayPage *self = OM_TODAY_PAGE (widget);

  /* The program may stay open over midnight. */
  om_today_page_update_day (self);
  GTK_WIDGET_CLASS (om_today_page_parent_class)->map (widget);
}

static void
om_today_page_dispose (GObject *object)
{
  OmTodayPage *self = OM_TODAY_PAGE (object);

  if (self->sheet != NULL)
    g_clear_signal_handler (&self->state_id, self->sheet);
  g_clear_object (&self->sheet);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_TODAY_PAGE);
  g_clear_object (&self->model);
  g_clear_object (&self->session);
  g_clear_object (&self->settings);

  G_OBJECT_CLASS (om_today_page_parent_class)->dispose (object);
}

static void
om_today_page_class_init (OmTodayPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_today_page_dispose;
  widget_class->map = om_today_page_map;

  /**
   * OmTodayPage::opened:
   * @item: a memory
   * @by_card: it came up by itself: reading it for a while is recalling it
   *
   * One of the memories below was chosen.
   */
  signals[SIGNAL_OPENED] = g_signal_new ("opened", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                         0, NULL, NULL, NULL, G_TYPE_NONE, 2, OM_TYPE_MEMORY_ITEM, G_TYPE_BOOLEAN);

  g_type_ensure (OM_TYPE_COMPOSER_MOOD);
  g_type_ensure (OM_TYPE_DATE_EDITOR);
  g_type_ensure (OM_TYPE_DUE_BOX);
  g_type_ensure (OM_TYPE_EDITOR);
  g_type_ensure (OM_TYPE_PAST_LIST);
  g_type_ensure (OM_TYPE_TAG_EDITOR);
  g_type_ensure (OM_TYPE_TODAY_CARDS);
  g_type_ensure (OM_TYPE_WELCOME);
  g_type_ensure (OM_TYPE_WRAP_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-today-page.ui");
  gtk_widget_class_bind_template_child (widget_class, OmTodayPage, scroller);
  gtk_widget_class_bind_template_child (widget_class, OmTodayPage, date_label);
  gtk_widget_class_bind_template_child (widget_class, OmTodayPage, editor);
  gtk_widget_class_bind_template_child (widget_class, OmTodayPage, date_editor);
  gtk_widget_class_bind_template_child (widget_class, OmTodayPage, mood_button);
  gtk_widget_class_bind_template_child (widget_class, OmTodayPage, tag_editor);
  gtk_widget_class_bind_template_child (widget_class, OmTodayPage, due_box);
  gtk_widget_class_bind_template_child (widget_class, OmTodayPage, past_list);
  gtk_widget_class_bind_template_child (widget_class, OmTodayPage, cards);
  gtk_widget_class_bind_template_child (widget_class, OmTodayPage, below_stack);
  gtk_widget_class_bind_template_child (widget_class, OmTodayPage, newest_list);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, due_opened_cb);
  gtk_widget_class_bind_template_callback (widget_class, past_opened_cb);
  gtk_widget_class_bind_template_callback (widget_class, card_opened_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);

  gtk_widget_class_install_action (widget_class, "today.finish", NULL, finish_action_cb);
}

static void
om_today_page_init (OmTodayPage *self)
{
  self->settings = g_settings_new (APP_ID);
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "today.finish", FALSE);
  show_below (self);
}

/**
 * om_today_page_set_session:
 * @session: where it is written to; set once
 * @model: the list of all memories, the newest first
 */
void
om_today_page_set_session (OmTodayPage       *self,
                           OmSession         *session,
                           OmMemoryListModel *model)
{
  g_autoptr (GtkSliceListModel) newest = NULL;

  g_return_if_fail (OM_IS_TODAY_PAGE (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  self->model = g_object_ref (model);
  newest = gtk_slice_list_model_new (g_object_ref (G_LIST_MODEL (model)), 0, NEWEST);
  gtk_list_box_bind_model (self->newest_list, G_LIST_MODEL (newest), create_row, NULL, NULL);
  g_signal_connect_object (model, "loaded", G_CALLBACK (model_loaded_cb), self, 0);
  g_signal_connect_object (session, "changed", G_CALLBACK (session_changed_cb), self, 0);
  g_signal_connect_object (session, "notify::state", G_CALLBACK (session_state_cb), self, 0);
  om_date_editor_set_session (self->date_editor, session);
  om_tag_editor_set_session (self->tag_editor, session);
  om_due_box_set_session (self->due_box, session);
  om_past_list_set_session (self->past_list, session);
  om_today_cards_set_session (self->cards, session);
  session_state_cb (session, NULL, self);
  show_date (self);
  show_below (self);
  om_today_page_start_new (self);
}

/**
 * om_today_page_update_day:
 *
 * It may be another day than when it was shown last.
 */
void
om_today_page_update_day (OmTodayPage *self)
{
  g_return_if_fail (OM_IS_TODAY_PAGE (self));

  if (self->session == NULL)
    return;
  show_date (self);
  update_below (self);
}

/**
 * om_today_page_write:
 *
 * Puts the cursor into the field.
 */
void
om_today_page_write (OmTodayPage *self)
{
  g_return_if_fail (OM_IS_TODAY_PAGE (self));

  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scroller), 0);
  om_editor_take_focus (self->editor);
}

/**
 * om_today_page_show_sheet:
 * @sheet: a text of the session's desk
 *
 * Goes on writing that one; what was written before is saved if it was not.
 */
void
om_today_page_show_sheet (OmTodayPage *self,
                          OmSheet     *sheet)
{
  g_return_if_fail (OM_IS_TODAY_PAGE (self));
  g_return_if_fail (OM_IS_SHEET (sheet));

  if (self->sheet == sheet)
    return;
  if (self->sheet != NULL)
    g_clear_signal_handler (&self->state_id, self->sheet);
  g_set_object (&self->sheet, sheet);
  self->state_id = g_signal_connect (sheet, "notify::state", G_CALLBACK (sheet_state_cb), self);
  om_editor_set_sheet (self->editor, sheet);
  om_date_editor_set_sheet (self->date_editor, sheet);
  om_composer_mood_set_sheet (self->mood_button, sheet);
  om_tag_editor_set_sheet (self->tag_editor, sheet);
  sheet_state_cb (sheet, NULL, self);
  show_date (self);
}

/**
 * om_today_page_start_new:
 *
 * Files what is written (it is saved if it was not) and begins a blank one. A blank one stays, and so
 * does one that could not be saved.
 */
void
om_today_page_start_new (OmTodayPage *self)
{
  g_autoptr (OmSheet) sheet = NULL;

  g_return_if_fail (OM_IS_TODAY_PAGE (self));

  if (self->sheet != NULL &&
      (om_sheet_get_state (self->sheet) == OM_SAVE_STATE_FAILED ||
       (om_sheet_get_id (self->sheet) == NULL && om_text_buffer_is_blank (om_sheet_get_buffer (self->sheet)))))
    return;

  sheet = om_desk_create (om_session_get_desk (self->session));
  om_today_page_show_sheet (self, sheet);
}

/**
 * om_today_page_get_sheet:
 *
 * Returns: (transfer none) (nullable): what is being written
 */
OmSheet *
om_today_page_get_sheet (OmTodayPage *self)
{
  g_return_val_if_fail (OM_IS_TODAY_PAGE (self), NULL);

  return self->sheet;
}
