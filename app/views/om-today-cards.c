/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmTodayCards: what comes up by itself today: what was pinned, on the mind, fading soon, drifting by, thoughts that came
 * together, news of traits, and what went to rest. A heading without cards is not in view. Being shown touches nothing; each
 * act on a card says what it did and can be taken back. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-today-cards.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "engine/om-today.h"
#include "views/om-card-words.h"
#include "views/om-hiding-acts.h"
#include "views/om-memories-window.h"
#include "views/om-remind-dialog.h"
#include "views/om-toast.h"
#include "views/om-today-card.h"
#include "views/om-trait-news-list.h"
#include "views/om-wrap-layout.h"

struct _OmTodayCards
{
  GtkWidget parent_instance;

  GtkWidget    *box; /* bound, so that it is let go with the template */
  GtkWidget    *sections[OM_N_CARD_KINDS];
  GtkListBox   *lists[OM_N_CARD_KINDS];
  GtkLabel     *reflections_heading;
  OmTraitNewsList *news_list;
  GtkWidget    *rested_list;
  GtkWidget    *rested_row;
  GtkLabel     *rested_label;

  OmSession    *session;     /* (owned) (nullable) */
  GCancellable *cancellable; /* (owned) (nullable): asking under way */
  OmToday      *today;       /* (owned) (nullable): what is shown */
};

enum
{
  SIGNAL_OPENED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmTodayCards, om_today_cards, GTK_TYPE_WIDGET)

/* Acts ------------------------------------------------------------------------------------------ */

/** Act: one act, until it ends, and then what its toast takes back. */
typedef struct
{
  OmTodayCards *cards; /* (owned) */
  OmCardAct     act;
  char        **ids;   /* (owned) */
  gint64        group;
} Act;

static void
act_free (Act *act)
{
  g_object_unref (act->cards);
  g_strfreev (act->ids);
  g_free (act);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Act, act_free)

static void
act_closure_free (gpointer  data,
                  GClosure *closure)
{
  act_free (data);
}

static void
undone_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  g_autoptr (OmTodayCards) self = data;
  g_autoptr (GError) error = NULL;

  if (!om_engine_undo_card_finish (OM_ENGINE (source), result, &error) && self->session != NULL)
    g_signal_emit_by_name (self->session, "act-failed", error);
}

static void
undo_cb (AdwToast *toast,
         gpointer  data)
{
  Act *act = data;

  if (act->cards->session != NULL)
    om_engine_undo_card_async (om_session_get_engine (act->cards->session), (const char *const *) act->ids, act->group, NULL,
                               undone_cb, g_object_ref (act->cards));
}

static void
acted_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      data)
{
  g_autoptr (Act) act = data;
  GtkWidget *cards = GTK_WIDGET (act->cards);
  g_autoptr (GError) error = NULL;
  AdwToast *toast;
  g_autofree char *words = NULL;
  gboolean done = om_engine_act_on_card_finish (OM_ENGINE (source), result, &act->group, &error);

  /* The page may have been closed meanwhile. */
  if (act->cards->session == NULL)
    return;
  if (!done)
    {
      g_signal_emit_by_name (act->cards->session, "act-failed", error);
      return;
    }
  words = om_card_words_done (act->act, g_strv_length (act->ids));
  toast = om_toast_new (words);
  adw_toast_set_button_label (toast, _("_Undo"));
  g_signal_connect_data (toast, "button-clicked", G_CALLBACK (undo_cb), g_steal_pointer (&act), act_closure_free, 0);
  om_toast_add (cards, toast);
}

static void
act_on (OmTodayCards      *self,
        OmCardAct          kind,
        const char *const *ids)
{
  Act *act = g_new0 (Act, 1);

  act->cards = g_object_ref (self);
  act->act = kind;
  act->ids = g_strdupv ((char **) ids);
  om_engine_act_on_card_async (om_session_get_engine (self->session), kind, ids, NULL, acted_cb, act);
}

static void
card_act_cb (OmTodayCard  *card,
             int           kind,
             OmTodayCards *self)
{
  const char *ids[] = { om_memory_item_get_id (om_today_card_get_item (card)), NULL };

  act_on (self, (OmCardAct) kind, ids);
}

static void
hide_tag_cb (OmTodayCard  *card,
             const char   *tag,
             OmTodayCards *self)
{
  g_autoptr (OmHiding) hiding = om_hiding_new_tag (tag, NULL);

  if (hiding != NULL)
    om_hiding_acts_change (self->session, GTK_WIDGET (self), hiding, TRUE);
}

static void
wake_clicked_cb (GtkButton    *button,
                 OmTodayCards *self)
{
  if (self->today != NULL && *self->today->rested_ids != NULL)
    act_on (self, OM_CARD_WAKE, (const char *const *) self->today->rested_ids);
}

static void
news_not_now_cb (OmTraitNewsList *list,
                 const char      *id,
                 OmTodayCards    *self)
{
  const char *ids[] = { id, NULL };

  act_on (self, OM_CARD_NOT_NOW, ids);
}

static void
dismiss_clicked_cb (GtkButton    *button,
                    OmTodayCards *self)
{
  static const char *const line[] = { OM_CARD_RESTED, NULL };

  act_on (self, OM_CARD_NOT_NOW, line);
}

/* Opening --------------------------------------------------------------------------------------- */

static void
open_item (OmTodayCards *self,
           OmMemoryItem *item)
{
  g_signal_emit (self, signals[SIGNAL_OPENED], 0, item);
}

static void
card_opened_cb (OmTodayCard  *card,
                OmTodayCards *self)
{
  open_item (self, om_today_card_get_item (card));
}

static void
card_remind_cb (OmTodayCard  *card,
                OmTodayCards *self)
{
  gtk_window_present (GTK_WINDOW (om_remind_dialog_new (GTK_WIDGET (self), self->session,
                                                        om_memory_item_get_id (om_today_card_get_item (card)))));
}

static void
row_opened_cb (OmMemoriesWindow *window,
               OmMemoryItem     *item,
               OmTodayCards     *self)
{
  open_item (self, item);
}

static OmMemoriesWindow *
show_window (OmTodayCards *self,
             const char   *title)
{
  OmMemoriesWindow *window = om_memories_window_new (self->session, GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), title);

  g_signal_connect_object (window, "opened", G_CALLBACK (row_opened_cb), self, 0);
  gtk_window_present (GTK_WINDOW (window));
  return window;
}

/* A thought is read with the memories that it came from. */
static void
card_activated_cb (GtkListBox    *list,
                   GtkListBoxRow *row,
                   OmTodayCards  *self)
{
  OmMemoryItem *item = om_today_card_get_item (OM_TODAY_CARD (row));

  if (GTK_WIDGET (list) == GTK_WIDGET (self->lists[OM_CARD_REFLECTION]))
    om_memories_window_show_members (show_window (self, _("Came Together From")), om_memory_item_get_id (item));
  else
    open_item (self, item);
}

static void
rested_activated_cb (GtkListBox    *list,
                     GtkListBoxRow *row,
                     OmTodayCards  *self)
{
  if (self->today != NULL && self->today->rested_rows->len > 0)
    om_memories_window_show_rows (show_window (self, _("Went to Rest")), self->today->rested_rows);
}

/* Showing --------------------------------------------------------------------------------------- */

/* The item of a card: one that is shown already is told what changed. */
static void
fill_card (OmTodayCards *self,
           OmTodayCard  *row,
           const OmCard *card)
{
  OmEngine *engine = om_session_get_engine (self->session);
  g_autofree char *why = om_card_words_why (card, self->today->day_start, om_engine_now (engine),
                                            om_session_get_zone (self->session));
  g_autoptr (OmMemoryItem) item = NULL;
  OmMemoryItem *shown = om_today_card_get_item (row);
  static const char *const none[] = { NULL };
  int percent;
  OmVividness vividness = om_engine_get_vividness (engine, card->memory, &percent);

  item = shown != NULL ? g_object_ref (shown) : om_memory_item_new_for_memory (card->memory);
  om_memory_item_set_vividness (item, vividness, percent);
  om_memory_item_set_memory (item, card->memory);
  om_today_card_show (row, item, why, card->memory->tags != NULL ? (const char *const *) card->memory->tags : none);
}

static OmTodayCard *
create_card (OmTodayCards *self,
             OmCardKind    kind)
{
  OmTodayCard *row = om_today_card_new (kind);

  g_signal_connect_object (row, "act", G_CALLBACK (card_act_cb), self, 0);
  g_signal_connect_object (row, "hide-tag", G_CALLBACK (hide_tag_cb), self, 0);
  g_signal_connect_object (row, "opened", G_CALLBACK (card_opened_cb), self, 0);
  g_signal_connect_object (row, "remind", G_CALLBACK (card_remind_cb), self, 0);
  return row;
}

static gboolean
shows (GtkListBoxRow *row,
       const OmCard  *card)
{
  return g_strcmp0 (om_memory_item_get_id (om_today_card_get_item (OM_TODAY_CARD (row))), card->memory->id) == 0;
}

static const OmCard *
next_card (OmToday   *today,
           OmCardKind kind,
           guint     *place)
{
  for (; *place < today->cards->len; (*place)++)
    {
      const OmCard *card = g_ptr_array_index (today->cards, *place);

      if (card->kind == kind)
        {
          (*place)++;
          return card;
        }
    }
  return NULL;
}

static gboolean
has_card (OmToday       *today,
          OmCardKind     kind,
          GtkListBoxRow *row)
{
  guint place = 0;
  const OmCard *card;

  while ((card = next_card (today, kind, &place)) != NULL)
    {
      if (shows (row, card))
        return TRUE;
    }
  return FALSE;
}

/* Cards stay the widgets they are, so that the keyboard stays where it is. */
static void
show_kind (OmTodayCards *self,
           OmCardKind    kind)
{
  GtkListBox *list = self->lists[kind];
  GtkListBoxRow *row;
  const OmCard *card;
  guint place = 0;
  int at = 0;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (list, i)) != NULL;)
    {
      if (has_card (self->today, kind, row))
        i++;
      else
        gtk_list_box_remove (list, GTK_WIDGET (row));
    }
  while ((card = next_card (self->today, kind, &place)) != NULL)
    {
      row = gtk_list_box_get_row_at_index (list, at);
      if (row == NULL || !shows (row, card))
        {
          row = GTK_LIST_BOX_ROW (create_card (self, kind));
          fill_card (self, OM_TODAY_CARD (row), card);
          gtk_list_box_insert (list, GTK_WIDGET (row), at);
        }
      else
        fill_card (self, OM_TODAY_CARD (row), card);
      at++;
    }
  /* What stood elsewhere has a new place. */
  while ((row = gtk_list_box_get_row_at_index (list, at)) != NULL)
    gtk_list_box_remove (list, GTK_WIDGET (row));
  gtk_widget_set_visible (self->sections[kind], at > 0);
}

static void
show_rested (OmTodayCards *self)
{
  guint n = self->today->rested_rows->len;
  g_autofree char *words = om_card_words_rested (n);

  gtk_label_set_label (self->rested_label, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->rested_row), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  gtk_widget_set_visible (self->rested_list, n > 0);
}

/* The card that has the keyboard, and its neighbours: the nearest that is left takes it over. */
static void
give_focus (OmTodayCards *self,
            OmCardKind    kind,
            int           index)
{
  GtkListBoxRow *row = NULL;

  for (int i = index; i >= 0 && row == NULL; i--)
    row = gtk_list_box_get_row_at_index (self->lists[kind], i);
  for (guint step = 1; step < OM_N_CARD_KINDS && row == NULL; step++)
    row = gtk_list_box_get_row_at_index (self->lists[(kind + step) % OM_N_CARD_KINDS], 0);
  if (row != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (row));
  else
    gtk_widget_child_focus (GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self))), GTK_DIR_TAB_FORWARD);
}

static void
show_today (OmTodayCards *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  GtkWidget *row = focus != NULL ? gtk_widget_get_ancestor (focus, OM_TYPE_TODAY_CARD) : NULL;
  int index = row != NULL ? gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row)) : -1;
  GtkWidget *list = row != NULL ? gtk_widget_get_parent (row) : NULL;
  g_autofree char *heading = g_strdup_printf (ngettext ("%'u Thought Came Together", "%'u Thoughts Came Together",
                                                        self->today->n_reflections),
                                              self->today->n_reflections);

  gtk_label_set_label (self->reflections_heading, heading);
  for (OmCardKind kind = 0; kind < OM_N_CARD_KINDS; kind++)
    show_kind (self, kind);
  om_trait_news_list_show (self->news_list, self->today->traits);
  show_rested (self);
  for (OmCardKind kind = 0; kind < OM_N_CARD_KINDS && index >= 0; kind++)
    {
      if (list == GTK_WIDGET (self->lists[kind]) && gtk_widget_get_parent (row) == NULL)
        give_focus (self, kind, index);
    }
}

static void
today_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      data)
{
  g_autoptr (OmTodayCards) self = data;
  g_autoptr (GError) error = NULL;
  OmToday *today = om_engine_get_today_finish (OM_ENGINE (source), result, &error);

  if (self->session == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_clear_pointer (&today, om_today_free);
      return;
    }
  /* Without them the page is as good: what is there stays. */
  if (today == NULL)
    {
      g_debug ("Today's cards could not be read: %s", error->message);
      return;
    }
  g_clear_pointer (&self->today, om_today_free);
  self->today = today;
  show_today (self);
}

static void
om_today_cards_dispose (GObject *object)
{
  OmTodayCards *self = OM_TODAY_CARDS (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_TODAY_CARDS);
  g_clear_pointer (&self->today, om_today_free);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (om_today_cards_parent_class)->dispose (object);
}

static void
bind_kind (GtkWidgetClass *widget_class,
           const char     *section,
           const char     *list,
           OmCardKind      kind)
{
  gtk_widget_class_bind_template_child_full (widget_class, section, FALSE,
                                             G_STRUCT_OFFSET (OmTodayCards, sections) +
                                               (gssize) kind * (gssize) sizeof (GtkWidget *));
  gtk_widget_class_bind_template_child_full (widget_class, list, FALSE,
                                             G_STRUCT_OFFSET (OmTodayCards, lists) +
                                               (gssize) kind * (gssize) sizeof (GtkListBox *));
}

static void
om_today_cards_class_init (OmTodayCardsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_today_cards_dispose;

  /**
   * OmTodayCards::opened:
   * @item: a memory
   *
   * It is to be opened and read.
   */
  signals[SIGNAL_OPENED] = g_signal_new ("opened", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                         0, NULL, NULL, NULL, G_TYPE_NONE, 1, OM_TYPE_MEMORY_ITEM);

  g_type_ensure (OM_TYPE_TRAIT_NEWS_LIST);
  g_type_ensure (OM_TYPE_WRAP_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-today-cards.ui");
  gtk_widget_class_bind_template_child (widget_class, OmTodayCards, box);
  bind_kind (widget_class, "pinned_section", "pinned_list", OM_CARD_PINNED);
  bind_kind (widget_class, "mind_section", "mind_list", OM_CARD_ON_MIND);
  bind_kind (widget_class, "fading_section", "fading_list", OM_CARD_FADING);
  bind_kind (widget_class, "drifting_section", "drifting_list", OM_CARD_DRIFTING);
  bind_kind (widget_class, "reflections_section", "reflections_list", OM_CARD_REFLECTION);
  gtk_widget_class_bind_template_child (widget_class, OmTodayCards, reflections_heading);
  gtk_widget_class_bind_template_child (widget_class, OmTodayCards, news_list);
  gtk_widget_class_bind_template_child (widget_class, OmTodayCards, rested_list);
  gtk_widget_class_bind_template_child (widget_class, OmTodayCards, rested_row);
  gtk_widget_class_bind_template_child (widget_class, OmTodayCards, rested_label);
  gtk_widget_class_bind_template_callback (widget_class, card_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, rested_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, wake_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, news_not_now_cb);
  gtk_widget_class_bind_template_callback (widget_class, dismiss_clicked_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
om_today_cards_init (OmTodayCards *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * om_today_cards_set_session:
 * @session: whose memories; set once
 */
void
om_today_cards_set_session (OmTodayCards *self,
                            OmSession    *session)
{
  g_return_if_fail (OM_IS_TODAY_CARDS (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
}

/**
 * om_today_cards_update:
 *
 * Asks again: something changed, or it is another day. The latest call wins.
 */
void
om_today_cards_update (OmTodayCards *self)
{
  g_return_if_fail (OM_IS_TODAY_CARDS (self));

  if (self->session == NULL)
    return;
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  om_engine_get_today_async (om_session_get_engine (self->session), self->cancellable, today_cb, g_object_ref (self));
}
