/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmTraitsPage: the stages of life as columns, what is asked above them, and filters. It asks the engine while it
 * is in view, and again when something changed; looking changes nothing. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-traits-page.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "engine/om-traits.h"
#include "views/om-columns-layout.h"
#include "views/om-facts-window.h"
#include "views/om-looks.h"
#include "views/om-trait-column.h"
#include "views/om-trait-looks.h"
#include "views/om-trait-question.h"
#include "views/om-trait-window.h"
#include "views/om-wrap-layout.h"

/* Changes come in bursts. */
#define UPDATE_AFTER_MS 400
/* More questions at once nobody answers. */
#define MOST_QUESTIONS 3

struct _OmTraitsPage
{
  GtkWidget parent_instance;

  GtkStack      *stack;
  AdwStatusPage *failed_page;
  GtkWidget     *filter_box;
  GtkDropDown   *stage_drop;
  GtkDropDown   *tier_drop;
  GtkDropDown   *context_drop;
  GtkEditable   *entry;
  GtkBox        *questions_box;
  GtkWidget     *none_label;
  GtkBox        *columns_box;
  OmTraitColumn *columns[OM_N_TRAIT_STAGES];

  OmSession     *session;     /* (owned) (nullable) */
  GCancellable  *cancellable; /* (owned) (nullable): of what is being asked */
  GPtrArray     *traits;      /* (owned) (nullable) (element-type OmTrait): as last answered */
  guint          update_id;
};

enum
{
  SIGNAL_OPENED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmTraitsPage, om_traits_page, GTK_TYPE_WIDGET)

static gboolean
is_open (OmTraitsPage *self)
{
  OmSessionState state;

  if (self->session == NULL)
    return FALSE;
  state = om_session_get_state (self->session);
  return state == OM_SESSION_OPEN || state == OM_SESSION_LOADED;
}

/* The first choice of each is all; what follows is in the order of the enum. */
static int
chosen (GtkDropDown *drop)
{
  return (int) gtk_drop_down_get_selected (drop) - 1;
}

static gboolean
is_filtered (OmTraitsPage *self)
{
  return chosen (self->stage_drop) >= 0 || chosen (self->tier_drop) >= 0 || chosen (self->context_drop) >= 0 ||
         *gtk_editable_get_text (self->entry) != '\0';
}

static void
show_columns (OmTraitsPage *self)
{
  int stage = chosen (self->stage_drop);

  for (int i = 0; i < OM_N_TRAIT_STAGES; i++)
    {
      om_trait_column_show (self->columns[i], self->traits);
      gtk_widget_set_visible (GTK_WIDGET (self->columns[i]), stage < 0 || stage == i);
    }
  gtk_widget_set_visible (self->none_label, self->traits->len == 0);
  gtk_widget_set_visible (GTK_WIDGET (self->columns_box), self->traits->len > 0);
}

static void
show_questions (OmTraitsPage *self,
                GPtrArray    *groups)
{
  GtkWidget *child;
  guint n = 0;

  /* What is being typed stays. */
  child = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self)));
  if (child != NULL && gtk_widget_is_ancestor (child, GTK_WIDGET (self->questions_box)) && GTK_IS_TEXT (child) &&
      *gtk_editable_get_text (GTK_EDITABLE (child)) != '\0')
    return;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->questions_box))) != NULL)
    gtk_box_remove (self->questions_box, child);
  for (guint i = 0; i < self->traits->len && n < MOST_QUESTIONS; i++)
    {
      OmTrait *trait = g_ptr_array_index (self->traits, i);

      if (!trait->needs_review || trait->shown_stage == OM_TRAIT_STAGE_DISSOLVED)
        continue;
      gtk_box_append (self->questions_box, GTK_WIDGET (om_trait_question_new_review (self->session, trait)));
      n++;
    }
  for (guint i = 0; groups != NULL && i < groups->len && n < MOST_QUESTIONS; i++, n++)
    gtk_box_append (self->questions_box,
                    GTK_WIDGET (om_trait_question_new_group (self->session, g_ptr_array_index (groups, i))));
  gtk_widget_set_visible (GTK_WIDGET (self->questions_box), n > 0);
}

static void
groups_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  g_autoptr (OmTraitsPage) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) groups = om_engine_get_trait_groups_finish (OM_ENGINE (source), result, &error);

  if (self->session != NULL && self->traits != NULL && gtk_widget_get_root (GTK_WIDGET (self)) != NULL &&
      !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    show_questions (self, groups);
}

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  g_autoptr (OmTraitsPage) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) traits = om_engine_list_traits_finish (OM_ENGINE (source), result, &error);

  if (self->session == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (traits == NULL)
    {
      g_autofree char *escaped = g_markup_escape_text (error->message, -1);

      adw_status_page_set_description (self->failed_page, escaped);
      gtk_stack_set_visible_child_name (self->stack, "failed");
      return;
    }
  g_clear_pointer (&self->traits, g_ptr_array_unref);
  self->traits = g_steal_pointer (&traits);
  if (self->traits->len == 0 && !is_filtered (self))
    {
      gtk_stack_set_visible_child_name (self->stack, "empty");
      return;
    }
  show_columns (self);
  gtk_stack_set_visible_child_name (self->stack, "content");
  om_engine_get_trait_groups_async (OM_ENGINE (source), self->cancellable, groups_cb, g_object_ref (self));
}

static void
update (OmTraitsPage *self)
{
  const int stage = chosen (self->stage_drop);
  const int tier = chosen (self->tier_drop);
  const int context = chosen (self->context_drop);
  OmTraitFilter filter = OM_TRAIT_FILTER_INIT;

  if (!is_open (self) || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  filter.stages = stage >= 0 ? 1u << stage : (1u << OM_N_TRAIT_STAGES) - 1;
  filter.tier = tier >= 0 ? (OmTraitTier) tier : OM_TRAIT_TIER_UNKNOWN;
  filter.context = context >= 0 ? (OmContext) context : OM_CONTEXT_UNKNOWN;
  filter.text = (char *) gtk_editable_get_text (self->entry);
  if (*filter.text == '\0')
    filter.text = NULL;
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  om_engine_list_traits_async (om_session_get_engine (self->session), &filter, self->cancellable, listed_cb,
                               g_object_ref (self));
}

static gboolean
update_cb (gpointer data)
{
  OmTraitsPage *self = OM_TRAITS_PAGE (data);

  self->update_id = 0;
  update (self);
  return G_SOURCE_REMOVE;
}

static void
changed_cb (OmTraitsPage *self)
{
  if (self->update_id != 0)
    return;
  self->update_id = g_timeout_add (UPDATE_AFTER_MS, update_cb, self);
  g_source_set_name_by_id (self->update_id, "[openmemory] traits page");
}

static void
filter_changed_cb (OmTraitsPage *self)
{
  update (self);
}

/* Of an entry that a trait rests on, or that states a fact. */
static void
memory_opened_cb (GtkWindow    *window,
                  const char   *id,
                  OmTraitsPage *self)
{
  gtk_window_close (window);
  g_signal_emit (self, signals[SIGNAL_OPENED], 0, id, G_GINT64_CONSTANT (0));
}

static void
column_opened_cb (OmTraitColumn *column,
                  const char    *id,
                  OmTraitsPage  *self)
{
  om_traits_page_open (self, id);
}

static void
show_facts_cb (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  OmTraitsPage *self = OM_TRAITS_PAGE (widget);
  OmFactsWindow *window;

  if (!is_open (self))
    return;
  window = om_facts_window_new (self->session, GTK_WINDOW (gtk_widget_get_root (widget)));
  g_signal_connect_object (window, "opened", G_CALLBACK (memory_opened_cb), self, 0);
  gtk_window_present (GTK_WINDOW (window));
}

static void
om_traits_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (om_traits_page_parent_class)->map (widget);
  /* Time has passed as well. */
  update (OM_TRAITS_PAGE (widget));
}

static void
om_traits_page_dispose (GObject *object)
{
  OmTraitsPage *self = OM_TRAITS_PAGE (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_handle_id (&self->update_id, g_source_remove);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_TRAITS_PAGE);
  g_clear_pointer (&self->traits, g_ptr_array_unref);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (om_traits_page_parent_class)->dispose (object);
}

static void
om_traits_page_class_init (OmTraitsPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_traits_page_dispose;
  widget_class->map = om_traits_page_map;

  /**
   * OmTraitsPage::opened:
   * @id: a memory
   * @row: 0: it is not at hand
   *
   * The entry that a piece of evidence rests on was chosen.
   */
  signals[SIGNAL_OPENED] = g_signal_new ("opened", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_INT64);

  g_type_ensure (OM_TYPE_WRAP_LAYOUT);
  g_type_ensure (OM_TYPE_COLUMNS_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-traits-page.ui");
  gtk_widget_class_bind_template_child (widget_class, OmTraitsPage, stack);
  gtk_widget_class_bind_template_child (widget_class, OmTraitsPage, failed_page);
  gtk_widget_class_bind_template_child (widget_class, OmTraitsPage, filter_box);
  gtk_widget_class_bind_template_child (widget_class, OmTraitsPage, stage_drop);
  gtk_widget_class_bind_template_child (widget_class, OmTraitsPage, tier_drop);
  gtk_widget_class_bind_template_child (widget_class, OmTraitsPage, context_drop);
  gtk_widget_class_bind_template_child (widget_class, OmTraitsPage, entry);
  gtk_widget_class_bind_template_child (widget_class, OmTraitsPage, questions_box);
  gtk_widget_class_bind_template_child (widget_class, OmTraitsPage, none_label);
  gtk_widget_class_bind_template_child (widget_class, OmTraitsPage, columns_box);
  gtk_widget_class_bind_template_callback (widget_class, filter_changed_cb);
  gtk_widget_class_install_action (widget_class, "traits.show-facts", NULL, show_facts_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

typedef const char *(*NameOf) (int value);

static const char *
stage_name (int value)
{
  return om_trait_look_stage_name ((OmTraitStage) value);
}

static const char *
tier_name (int value)
{
  return om_trait_look_tier_name ((OmTraitTier) value);
}

static const char *
context_name (int value)
{
  return om_look_context_name ((OmContext) value);
}

static void
fill_drop (GtkDropDown *drop,
           const char  *all,
           int          n,
           NameOf       name_of)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  gtk_string_list_append (names, all);
  for (int i = 0; i < n; i++)
    gtk_string_list_append (names, name_of (i));
  gtk_drop_down_set_model (drop, G_LIST_MODEL (names));
}

static void
om_traits_page_init (OmTraitsPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  fill_drop (self->stage_drop, C_ ("filter of traits", "All Stages"), OM_N_TRAIT_STAGES, stage_name);
  fill_drop (self->tier_drop, C_ ("filter of traits", "All Tiers"), OM_N_TRAIT_TIERS, tier_name);
  fill_drop (self->context_drop, C_ ("filter of traits", "All of Life"), OM_N_CONTEXTS, context_name);
  for (OmTraitStage stage = 0; stage < OM_N_TRAIT_STAGES; stage++)
    {
      self->columns[stage] = om_trait_column_new (stage);
      g_signal_connect_object (self->columns[stage], "opened", G_CALLBACK (column_opened_cb), self, 0);
      gtk_box_append (self->columns_box, GTK_WIDGET (self->columns[stage]));
    }
}

/**
 * om_traits_page_set_session:
 * @session: whose traits; set once
 */
void
om_traits_page_set_session (OmTraitsPage *self,
                            OmSession    *session)
{
  g_return_if_fail (OM_IS_TRAITS_PAGE (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::state", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  update (self);
}

/**
 * om_traits_page_open:
 * @id: a trait
 *
 * Shows all it rests on, in a window of its own.
 */
void
om_traits_page_open (OmTraitsPage *self,
                     const char   *id)
{
  OmTraitWindow *window;

  g_return_if_fail (OM_IS_TRAITS_PAGE (self));

  window = om_trait_window_new (self->session, id, GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))));
  g_signal_connect_object (window, "opened", G_CALLBACK (memory_opened_cb), self, 0);
  gtk_window_present (GTK_WINDOW (window));
}

/** om_traits_page_take_focus: puts the focus on the first thing to choose. */
void
om_traits_page_take_focus (OmTraitsPage *self)
{
  g_return_if_fail (OM_IS_TRAITS_PAGE (self));

  gtk_widget_child_focus (GTK_WIDGET (self), GTK_DIR_TAB_FORWARD);
}
