/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmMemoryTraits: a row for each trait that rests on a memory or is contradicted by it, with how; not in view
 * without any. Activating a row opens the trait. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-memory-traits.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "engine/om-traits.h"
#include "memory/om-joining.h"
#include "views/om-trait-looks.h"

struct _OmMemoryTraits
{
  GtkWidget parent_instance;

  GtkWidget    *box; /* bound, so that it is let go with the template */
  GtkListBox   *list;

  OmSession    *session;     /* (owned) (nullable) */
  char         *id;          /* (owned) (nullable) */
  GCancellable *cancellable; /* (owned) (nullable): of the reading under way */
};

G_DEFINE_FINAL_TYPE (OmMemoryTraits, om_memory_traits, GTK_TYPE_WIDGET)

static void
row_activated_cb (GtkListBox     *list,
                  GtkListBoxRow  *row,
                  OmMemoryTraits *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.open-trait", "s", g_object_get_data (G_OBJECT (row), "id"));
}

static GtkWidget *
row_new (const OmTraitSupport *support)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *image = gtk_image_new_from_icon_name (om_trait_look_stage_icon (support->trait->shown_stage));
  g_autofree char *why = om_trait_look_dup_why (support->evidence);
  const char *side = support->evidence->supports ? C_ ("evidence", "Speaks for it") : C_ ("evidence", "Speaks against it");
  g_autofree char *subtitle = g_strdup_printf ("%s · %s · %s", side, why, om_trait_look_stage_name (support->trait->shown_stage));
  g_autofree char *name = om_join_said (support->trait->text, subtitle, NULL);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), support->trait->text);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 0);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 0);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), image);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_object_set_data_full (G_OBJECT (row), "id", g_strdup (support->trait->id), g_free);
  return row;
}

static void
empty_list (OmMemoryTraits *self)
{
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (self->list, 0)) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
}

/* Of several sentences about one trait the first that counts is enough: the trait's window has them all. */
static gboolean
is_better (const OmTraitSupport *support,
           const OmTraitSupport *other)
{
  return other == NULL || (support->evidence->counted && !other->evidence->counted);
}

static void
show (OmMemoryTraits *self,
      GPtrArray      *supports)
{
  int focus = -1;

  for (int i = 0; gtk_list_box_get_row_at_index (self->list, i) != NULL; i++)
    focus = GTK_WIDGET (gtk_list_box_get_row_at_index (self->list, i)) == gtk_widget_get_focus_child (GTK_WIDGET (self->list)) ? i : focus;
  empty_list (self);
  for (guint i = 0; i < supports->len;)
    {
      const OmTraitSupport *best = NULL;
      const OmTraitSupport *first = g_ptr_array_index (supports, i);

      for (; i < supports->len; i++)
        {
          const OmTraitSupport *support = g_ptr_array_index (supports, i);

          if (support->trait != first->trait)
            break;
          best = is_better (support, best) ? support : best;
        }
      gtk_list_box_append (self->list, row_new (best));
    }
  gtk_widget_set_visible (GTK_WIDGET (self), supports->len > 0);
  if (focus >= 0 && gtk_list_box_get_row_at_index (self->list, focus) != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (gtk_list_box_get_row_at_index (self->list, focus)));
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      data)
{
  g_autoptr (OmMemoryTraits) self = OM_MEMORY_TRAITS (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) supports = om_engine_get_memory_traits_finish (OM_ENGINE (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->session == NULL)
    return;
  /* Without them the page is as good. */
  if (supports == NULL)
    g_debug ("The traits of a memory could not be read: %s", error != NULL ? error->message : "it is not there");
  else
    show (self, supports);
}

static void
stop_reading (OmMemoryTraits *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static void
read_traits (OmMemoryTraits *self)
{
  stop_reading (self);
  if (self->id == NULL || self->session == NULL)
    return;
  self->cancellable = g_cancellable_new ();
  om_engine_get_memory_traits_async (om_session_get_engine (self->session), self->id, self->cancellable, read_cb,
                                     g_object_ref (self));
}

static void
om_memory_traits_dispose (GObject *object)
{
  OmMemoryTraits *self = OM_MEMORY_TRAITS (object);

  stop_reading (self);
  g_clear_object (&self->session);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_MEMORY_TRAITS);

  G_OBJECT_CLASS (om_memory_traits_parent_class)->dispose (object);
}

static void
om_memory_traits_finalize (GObject *object)
{
  g_free (OM_MEMORY_TRAITS (object)->id);

  G_OBJECT_CLASS (om_memory_traits_parent_class)->finalize (object);
}

static void
om_memory_traits_class_init (OmMemoryTraitsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_memory_traits_dispose;
  G_OBJECT_CLASS (klass)->finalize = om_memory_traits_finalize;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-memory-traits.ui");
  gtk_widget_class_bind_template_child (widget_class, OmMemoryTraits, box);
  gtk_widget_class_bind_template_child (widget_class, OmMemoryTraits, list);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
om_memory_traits_init (OmMemoryTraits *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * om_memory_traits_set_session:
 * @session: where the memories lie; set once
 */
void
om_memory_traits_set_session (OmMemoryTraits *self,
                              OmSession      *session)
{
  g_return_if_fail (OM_IS_MEMORY_TRAITS (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "changed", G_CALLBACK (read_traits), self, G_CONNECT_SWAPPED);
}

/**
 * om_memory_traits_set_memory:
 * @id: (nullable): the memory whose traits it shows
 */
void
om_memory_traits_set_memory (OmMemoryTraits *self,
                             const char     *id)
{
  g_return_if_fail (OM_IS_MEMORY_TRAITS (self));

  if (g_strcmp0 (self->id, id) == 0)
    return;
  g_free (self->id);
  self->id = g_strdup (id);
  empty_list (self);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  read_traits (self);
}
