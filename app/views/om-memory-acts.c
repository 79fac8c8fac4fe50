/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmMemoryActs: the acts on the memory in view. Of two that are each other's opposite one is offered, the
 * one that can be done, under one key. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-memory-acts.h"

#include <glib/gi18n.h>

#include "views/om-act-words.h"
#include "views/om-remind-dialog.h"

/**
 * Pair:
 * @name: of the action, in the group "act"
 * @flag: #OmMemoryFlags that says whether it was done, 0 where that is told otherwise
 * @doing: done where it was not
 * @undoing: done where it was
 */
typedef struct
{
  const char *name;
  const char *accel;
  guint       flag;
  OmAct       doing;
  OmAct       undoing;
} Pair;

static const Pair pairs[] = {
  { "remember", "<Primary>r", 0, OM_ACT_REMEMBER, OM_ACT_REMEMBER },
  { "pin", "<Primary>p", OM_FLAG_PINNED, OM_ACT_PIN, OM_ACT_UNPIN },
  { "keep", "<Primary>k", OM_FLAG_KEPT, OM_ACT_KEEP, OM_ACT_LET_FADE },
  { "resolve", "<Primary>l", OM_FLAG_RESOLVED, OM_ACT_RESOLVE, OM_ACT_REOPEN },
  { "rest", "<Primary><Shift>l", 0, OM_ACT_REST, OM_ACT_WAKE },
  { "hide", "<Primary>h", OM_FLAG_HIDDEN, OM_ACT_HIDE, OM_ACT_UNHIDE },
  { "private", "<Primary><Shift>p", OM_FLAG_PRIVATE, OM_ACT_MAKE_PRIVATE, OM_ACT_UNMAKE_PRIVATE },
};

/* Asks for a day first, and so is no pair. */
#define REMIND "remind"
#define REMIND_ACCEL "<Primary>m"

struct _OmMemoryActs
{
  GObject parent_instance;

  GtkWidget          *widget;  /* not owned: owns this */
  GSimpleActionGroup *group;  /* (owned) */
  GMenu              *menu;   /* (owned) */
  OmSession          *session; /* (owned) (nullable) */
  OmSheet            *sheet;  /* (owned) (nullable) */
  OmAct               offered[G_N_ELEMENTS (pairs)];
};

G_DEFINE_FINAL_TYPE (OmMemoryActs, om_memory_acts, G_TYPE_OBJECT)

static gboolean
was_done (OmMemoryActs   *self,
          const Pair     *pair,
          const OmMemory *memory)
{
  if (pair->doing == OM_ACT_REST)
    return om_engine_get_vividness (om_session_get_engine (self->session), memory, NULL) == OM_VIVIDNESS_RESTING;
  return (memory->flags & pair->flag) != 0;
}

static void
fill_menu (OmMemoryActs *self)
{
  g_menu_remove_all (self->menu);
  for (gsize i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_autofree char *action = g_strconcat ("act.", pairs[i].name, NULL);
      g_autoptr (GMenuItem) item = g_menu_item_new (om_act_words_name (self->offered[i]), action);

      g_menu_item_set_attribute (item, "accel", "s", pairs[i].accel);
      g_menu_append_item (self->menu, item);
    }
  {
    g_autoptr (GMenuItem) item = g_menu_item_new (_("Re_mind Me…"), "act." REMIND);

    g_menu_item_set_attribute (item, "accel", "s", REMIND_ACCEL);
    g_menu_append_item (self->menu, item);
  }
}

static void
show_record (OmMemoryActs *self)
{
  const OmMemory *memory = self->sheet != NULL ? om_sheet_get_memory (self->sheet) : NULL;
  gboolean can_act = memory != NULL && self->session != NULL && om_sheet_is_editable (self->sheet);
  gboolean others = FALSE;

  for (gsize i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      OmAct offered = can_act && was_done (self, &pairs[i], memory) ? pairs[i].undoing : pairs[i].doing;

      others = others || offered != self->offered[i];
      self->offered[i] = offered;
      g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self->group), pairs[i].name)),
                                   can_act);
    }
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self->group), REMIND)), can_act);
  if (others || g_menu_model_get_n_items (G_MENU_MODEL (self->menu)) == 0)
    fill_menu (self);
}

static void
activated_cb (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       data)
{
  OmMemoryActs *self = data;

  for (gsize i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      if (g_str_equal (pairs[i].name, g_action_get_name (G_ACTION (action))))
        om_memory_acts_do (self, self->offered[i]);
    }
}

static void
remind_cb (GSimpleAction *action,
           GVariant      *parameter,
           gpointer       data)
{
  OmMemoryActs *self = data;
  const char *id = self->sheet != NULL ? om_sheet_get_id (self->sheet) : NULL;

  if (id != NULL && self->session != NULL)
    gtk_window_present (GTK_WINDOW (om_remind_dialog_new (self->widget, self->session, id)));
}

/* From the list as well, but not from another page. */
static gboolean
key_cb (GtkWidget *widget,
        GVariant  *arguments,
        gpointer   name)
{
  g_autofree char *action = g_strconcat ("act.", name, NULL);

  return gtk_widget_get_mapped (widget) && gtk_widget_activate_action (widget, action, NULL);
}

static void
om_memory_acts_dispose (GObject *object)
{
  OmMemoryActs *self = OM_MEMORY_ACTS (object);

  om_memory_acts_set_sheet (self, NULL);
  g_clear_object (&self->session);
  g_clear_object (&self->group);
  g_clear_object (&self->menu);

  G_OBJECT_CLASS (om_memory_acts_parent_class)->dispose (object);
}

static void
om_memory_acts_class_init (OmMemoryActsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = om_memory_acts_dispose;
}

static void
om_memory_acts_init (OmMemoryActs *self)
{
  g_autoptr (GSimpleAction) remind = g_simple_action_new (REMIND, NULL);

  self->group = g_simple_action_group_new ();
  self->menu = g_menu_new ();
  g_signal_connect_object (remind, "activate", G_CALLBACK (remind_cb), self, 0);
  g_action_map_add_action (G_ACTION_MAP (self->group), G_ACTION (remind));
  for (gsize i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_autoptr (GSimpleAction) action = g_simple_action_new (pairs[i].name, NULL);

      self->offered[i] = pairs[i].doing;
      g_signal_connect_object (action, "activate", G_CALLBACK (activated_cb), self, 0);
      g_action_map_add_action (G_ACTION_MAP (self->group), G_ACTION (action));
    }
  show_record (self);
}

/**
 * om_memory_acts_new:
 * @widget: what shows the memory; gets the actions as "act", and their keys anywhere in its window
 *
 * Returns: (transfer full): the acts on a memory that is still to come
 */
OmMemoryActs *
om_memory_acts_new (GtkWidget *widget)
{
  OmMemoryActs *self = g_object_new (OM_TYPE_MEMORY_ACTS, NULL);
  GtkEventController *shortcuts = gtk_shortcut_controller_new ();

  self->widget = widget;
  gtk_widget_insert_action_group (widget, "act", G_ACTION_GROUP (self->group));
  gtk_shortcut_controller_set_scope (GTK_SHORTCUT_CONTROLLER (shortcuts), GTK_SHORTCUT_SCOPE_GLOBAL);
  for (gsize i = 0; i < G_N_ELEMENTS (pairs); i++)
    gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (shortcuts),
                                          gtk_shortcut_new (gtk_shortcut_trigger_parse_string (pairs[i].accel),
                                                            gtk_callback_action_new (key_cb, (gpointer) pairs[i].name, NULL)));
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (shortcuts),
                                        gtk_shortcut_new (gtk_shortcut_trigger_parse_string (REMIND_ACCEL),
                                                          gtk_callback_action_new (key_cb, (gpointer) REMIND, NULL)));
  gtk_widget_add_controller (widget, shortcuts);
  return self;
}

/** om_memory_acts_set_session: where the memories lie; set once */
void
om_memory_acts_set_session (OmMemoryActs *self,
                            OmSession    *session)
{
  g_return_if_fail (OM_IS_MEMORY_ACTS (self));

  g_set_object (&self->session, session);
}

/**
 * om_memory_acts_set_sheet:
 * @sheet: (nullable): the memory that is acted on
 */
void
om_memory_acts_set_sheet (OmMemoryActs *self,
                          OmSheet      *sheet)
{
  g_return_if_fail (OM_IS_MEMORY_ACTS (self));

  if (self->sheet == sheet)
    return;
  if (self->sheet != NULL)
    g_signal_handlers_disconnect_by_func (self->sheet, show_record, self);
  g_set_object (&self->sheet, sheet);
  if (sheet != NULL)
    g_signal_connect_object (sheet, "notify::state", G_CALLBACK (show_record), self, G_CONNECT_SWAPPED);
  if (self->group != NULL)
    show_record (self);
}

/** om_memory_acts_get_menu: (transfer none): the acts as a menu, which follows the memory */
GMenuModel *
om_memory_acts_get_menu (OmMemoryActs *self)
{
  g_return_val_if_fail (OM_IS_MEMORY_ACTS (self), NULL);

  return G_MENU_MODEL (self->menu);
}

/**
 * om_memory_acts_do:
 * @act: what is to be done with the memory in view
 */
void
om_memory_acts_do (OmMemoryActs *self,
                   OmAct         act)
{
  const char *ids[] = { NULL, NULL };

  g_return_if_fail (OM_IS_MEMORY_ACTS (self));

  ids[0] = self->sheet != NULL ? om_sheet_get_id (self->sheet) : NULL;
  if (ids[0] != NULL && self->session != NULL)
    om_session_act (self->session, act, ids);
}
