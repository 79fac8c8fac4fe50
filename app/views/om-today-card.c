/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmTodayCard: a memory that came up by itself: why it did, the memory, and a menu with the ways out, which
 * the Menu key opens as well. Activating it opens the memory. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-today-card.h"

#include <glib/gi18n.h>

#include "memory/om-joining.h"
#include "views/om-memory-row.h"

struct _OmTodayCard
{
  GtkListBoxRow parent_instance;

  GtkLabel      *why_label;
  GtkButton     *keep_button;
  GtkMenuButton *menu_button;
  OmMemoryRow   *row;

  OmCardKind     kind;
  char         **menu_tags;  /* (owned) (nullable): that the menu tells of */
  gulong         changed_id; /* of the item shown */
};

/* Of more tags a menu has no room. */
#define MAX_TAGS 5
#define MAX_TAG_CHARS 24

enum
{
  SIGNAL_ACT,
  SIGNAL_HIDE_TAG,
  SIGNAL_OPENED,
  SIGNAL_REMIND,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmTodayCard, om_today_card, GTK_TYPE_LIST_BOX_ROW)

static void
append (GMenu      *menu,
        const char *label,
        const char *action)
{
  g_menu_append (menu, label, action);
}

/* In a menu an underscore marks the letter for the keyboard. */
static char *
dup_tag_label (const char *tag)
{
  g_auto (GStrv) parts = NULL;
  g_autofree char *shown = NULL;
  g_autofree char *escaped = NULL;

  if (g_utf8_strlen (tag, -1) > MAX_TAG_CHARS)
    {
      g_autofree char *beginning = g_utf8_substring (tag, 0, MAX_TAG_CHARS - 1);

      shown = g_strconcat (beginning, "…", NULL);
    }
  parts = g_strsplit (shown != NULL ? shown : tag, "_", -1);
  escaped = g_strjoinv ("__", parts);
  return g_strdup_printf (_("Don’t Show Anything Tagged “%s”"), escaped);
}

static GMenu *
create_tags_section (char **tags)
{
  GMenu *section = g_menu_new ();

  for (guint i = 0; tags != NULL && tags[i] != NULL && i < MAX_TAGS; i++)
    {
      g_autofree char *label = dup_tag_label (tags[i]);
      g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

      g_menu_item_set_action_and_target (item, "card.hide-tag", "s", tags[i]);
      g_menu_append_item (section, item);
    }
  return section;
}

static GMenu *
create_menu (OmCardKind kind,
             char     **tags)
{
  g_autoptr (GMenu) section = create_tags_section (tags);
  GMenu *menu = g_menu_new ();

  if (kind == OM_CARD_REFLECTION)
    append (menu, _("_Open the Thought"), "card.open");
  else
    append (menu, _("_Open"), "card.open");
  append (menu, _("_Let It Rest"), "card.let-rest");
  if (kind == OM_CARD_FADING)
    append (menu, C_ ("verb", "_Keep"), "card.keep");
  append (menu, _("_Not Now"), "card.not-now");
  append (menu, _("Re_mind Me…"), "card.remind");
  append (menu, _("_Don’t Show by Itself"), "card.hide");
  if (g_menu_model_get_n_items (G_MENU_MODEL (section)) > 0)
    g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
  return menu;
}

/* The ways out; built again only if the tags have changed, so that an open menu stays as it is. */
static void
show_menu (OmTodayCard       *self,
           const char *const *tags)
{
  g_autoptr (GMenu) menu = NULL;

  if (self->menu_tags != NULL && g_strv_equal ((const char *const *) self->menu_tags, tags))
    return;
  g_strfreev (self->menu_tags);
  self->menu_tags = g_strdupv ((char **) tags);
  menu = create_menu (self->kind, self->menu_tags);
  gtk_menu_button_set_menu_model (self->menu_button, G_MENU_MODEL (menu));
}

/* What a screen reader says of the row: why it is there, then all that the row shows. */
static void
name_card (OmTodayCard *self)
{
  OmMemoryItem *item = om_memory_row_get_item (self->row);
  g_autofree char *description = om_memory_item_dup_description (item);
  g_autofree char *name = om_join_said (gtk_label_get_label (self->why_label), description, NULL);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
open_action_cb (GtkWidget  *widget,
                const char *name,
                GVariant   *parameter)
{
  g_signal_emit (widget, signals[SIGNAL_OPENED], 0);
}

static void
act_action_cb (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  OmCardAct act = g_str_equal (name, "card.let-rest") ? OM_CARD_LET_REST
                  : g_str_equal (name, "card.keep")   ? OM_CARD_KEEP
                  : g_str_equal (name, "card.hide")   ? OM_CARD_HIDE
                                                      : OM_CARD_NOT_NOW;

  gtk_menu_button_popdown (OM_TODAY_CARD (widget)->menu_button);
  g_signal_emit (widget, signals[SIGNAL_ACT], 0, (int) act);
}

static void
hide_tag_action_cb (GtkWidget  *widget,
                    const char *name,
                    GVariant   *parameter)
{
  gtk_menu_button_popdown (OM_TODAY_CARD (widget)->menu_button);
  g_signal_emit (widget, signals[SIGNAL_HIDE_TAG], 0, g_variant_get_string (parameter, NULL));
}

static void
remind_action_cb (GtkWidget  *widget,
                  const char *name,
                  GVariant   *parameter)
{
  gtk_menu_button_popdown (OM_TODAY_CARD (widget)->menu_button);
  g_signal_emit (widget, signals[SIGNAL_REMIND], 0);
}

static void
menu_action_cb (GtkWidget  *widget,
                const char *name,
                GVariant   *parameter)
{
  gtk_menu_button_popup (OM_TODAY_CARD (widget)->menu_button);
}

static void
pressed_cb (GtkGestureClick *click,
            int              n_press,
            double           x,
            double           y,
            OmTodayCard     *self)
{
  gtk_gesture_set_state (GTK_GESTURE (click), GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_menu_button_popup (self->menu_button);
}

static void
om_today_card_dispose (GObject *object)
{
  OmTodayCard *self = OM_TODAY_CARD (object);

  if (self->row != NULL && om_memory_row_get_item (self->row) != NULL)
    g_clear_signal_handler (&self->changed_id, om_memory_row_get_item (self->row));
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_TODAY_CARD);

  G_OBJECT_CLASS (om_today_card_parent_class)->dispose (object);
}

static void
om_today_card_finalize (GObject *object)
{
  g_strfreev (OM_TODAY_CARD (object)->menu_tags);

  G_OBJECT_CLASS (om_today_card_parent_class)->finalize (object);
}

static void
om_today_card_class_init (OmTodayCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_today_card_dispose;
  G_OBJECT_CLASS (klass)->finalize = om_today_card_finalize;

  /**
   * OmTodayCard::act:
   * @act: an #OmCardAct
   *
   * The person chose one of the ways out.
   */
  signals[SIGNAL_ACT] = g_signal_new ("act", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                      1, G_TYPE_INT);

  /**
   * OmTodayCard::hide-tag:
   * @tag: one of its tags
   *
   * Nothing that carries it is to come up by itself.
   */
  signals[SIGNAL_HIDE_TAG] = g_signal_new ("hide-tag", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                           G_TYPE_NONE, 1, G_TYPE_STRING);

  /**
   * OmTodayCard::opened:
   *
   * The memory itself is to be opened, by the menu; activating the row is its list's to tell.
   */
  signals[SIGNAL_OPENED] = g_signal_new ("opened", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 0);

  /**
   * OmTodayCard::remind:
   *
   * The person wants to be reminded of it.
   */
  signals[SIGNAL_REMIND] = g_signal_new ("remind", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 0);

  g_type_ensure (OM_TYPE_MEMORY_ROW);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-today-card.ui");
  gtk_widget_class_bind_template_child (widget_class, OmTodayCard, why_label);
  gtk_widget_class_bind_template_child (widget_class, OmTodayCard, keep_button);
  gtk_widget_class_bind_template_child (widget_class, OmTodayCard, menu_button);
  gtk_widget_class_bind_template_child (widget_class, OmTodayCard, row);
  gtk_widget_class_bind_template_callback (widget_class, pressed_cb);

  gtk_widget_class_install_action (widget_class, "card.open", NULL, open_action_cb);
  gtk_widget_class_install_action (widget_class, "card.let-rest", NULL, act_action_cb);
  gtk_widget_class_install_action (widget_class, "card.keep", NULL, act_action_cb);
  gtk_widget_class_install_action (widget_class, "card.not-now", NULL, act_action_cb);
  gtk_widget_class_install_action (widget_class, "card.remind", NULL, remind_action_cb);
  gtk_widget_class_install_action (widget_class, "card.hide", NULL, act_action_cb);
  gtk_widget_class_install_action (widget_class, "card.hide-tag", "s", hide_tag_action_cb);
  gtk_widget_class_install_action (widget_class, "card.menu", NULL, menu_action_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Menu, 0, "card.menu", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, "card.menu", NULL);
}

static void
om_today_card_init (OmTodayCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * om_today_card_new:
 * @kind: under which heading it stands
 *
 * Returns: (transfer floating): a card without a memory
 */
OmTodayCard *
om_today_card_new (OmCardKind kind)
{
  OmTodayCard *self = g_object_new (OM_TYPE_TODAY_CARD, NULL);

  self->kind = kind;
  gtk_widget_set_visible (GTK_WIDGET (self->keep_button), kind == OM_CARD_FADING);
  return self;
}

/**
 * om_today_card_show:
 * @item: the memory
 * @why: why it is there
 * @tags: (array zero-terminated=1): what it is tagged with
 */
void
om_today_card_show (OmTodayCard       *self,
                    OmMemoryItem      *item,
                    const char        *why,
                    const char *const *tags)
{
  g_return_if_fail (OM_IS_TODAY_CARD (self));

  if (om_memory_row_get_item (self->row) != NULL)
    g_clear_signal_handler (&self->changed_id, om_memory_row_get_item (self->row));
  gtk_label_set_label (self->why_label, why);
  om_memory_row_set_item (self->row, item);
  show_menu (self, tags);
  self->changed_id = g_signal_connect_swapped (item, "changed", G_CALLBACK (name_card), self);
  name_card (self);
}

/**
 * om_today_card_get_item:
 *
 * Returns: (transfer none) (nullable): what it shows
 */
OmMemoryItem *
om_today_card_get_item (OmTodayCard *self)
{
  g_return_val_if_fail (OM_IS_TODAY_CARD (self), NULL);

  return om_memory_row_get_item (self->row);
}
