/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmLinksBox: what a memory is linked with, in both directions, the strongest first; a link by hand is
 * added and taken away here. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-links-box.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "memory/om-joining.h"
#include "views/om-link-chooser.h"
#include "views/om-looks.h"

/* A memory of a long journal has links by the hundred; the strongest are what one looks for. */
#define MAX_SHOWN 40

struct _OmLinksBox
{
  GtkWidget parent_instance;

  GtkWidget     *box; /* bound, so that it is let go with the template */
  GtkListBox    *list;
  GtkLabel      *note_label;
  GtkMenuButton *add_button;
  OmLinkChooser *chooser;

  OmSession     *session;     /* (owned) (nullable) */
  char          *id;          /* (owned) (nullable) */
  GCancellable  *cancellable; /* (owned) (nullable): of the reading under way */
};

enum
{
  SIGNAL_OPENED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmLinksBox, om_links_box, GTK_TYPE_WIDGET)

static void read_links (OmLinksBox *self);

static void
show_note (OmLinksBox *self,
           const char *note)
{
  gtk_label_set_label (self->note_label, note != NULL ? note : "");
  gtk_widget_set_visible (GTK_WIDGET (self->note_label), note != NULL);
}

static void
linked_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  g_autoptr (OmLinksBox) self = OM_LINKS_BOX (data);
  g_autoptr (GError) error = NULL;

  if (om_engine_link_finish (OM_ENGINE (source), result, &error))
    read_links (self);
  else if (self->session != NULL)
    show_note (self, error->message);
}

static void
link_memories (OmLinksBox *self,
               const char *source_id,
               const char *target_id,
               gboolean    link)
{
  om_engine_link_async (om_session_get_engine (self->session), source_id, target_id, link, NULL, linked_cb,
                        g_object_ref (self));
}

static void
chosen_cb (OmLinkChooser *chooser,
           const char    *id,
           OmLinksBox    *self)
{
  if (self->id != NULL)
    link_memories (self, self->id, id, TRUE);
}

static void
unlink_clicked_cb (GtkButton  *button,
                   OmLinksBox *self)
{
  const char *other = g_object_get_data (G_OBJECT (button), "id");
  gboolean outgoing = g_object_get_data (G_OBJECT (button), "outgoing") != NULL;

  if (self->id == NULL)
    return;
  gtk_widget_grab_focus (GTK_WIDGET (self->add_button));
  link_memories (self, outgoing ? self->id : other, outgoing ? other : self->id, FALSE);
}

static void
row_activated_cb (GtkListBox    *list,
                  GtkListBoxRow *row,
                  OmLinksBox    *self)
{
  g_signal_emit (self, signals[SIGNAL_OPENED], 0, g_object_get_data (G_OBJECT (row), "id"));
}

/* Bars show how present a memory is, everywhere; how strong the link is, is said in words. */
static GtkWidget *
vividness_bar_new (OmVividness vividness,
                   int         percent)
{
  GtkWidget *bar = gtk_level_bar_new_for_interval (0, 100);

  gtk_level_bar_set_value (GTK_LEVEL_BAR (bar), percent);
  gtk_widget_set_valign (bar, GTK_ALIGN_CENTER);
  gtk_widget_set_size_request (bar, 40, -1);
  gtk_widget_add_css_class (bar, "plain-level");
  /* The row says it in words. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (bar), GTK_ACCESSIBLE_PROPERTY_LABEL, om_look_vividness_name (vividness), -1);
  return bar;
}

static void
add_link (OmLinksBox      *self,
          const OmRelated *related)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *title = om_memory_dup_title (related->memory);
  int percent = 0;
  OmVividness vividness = om_engine_get_vividness (om_session_get_engine (self->session), related->memory, &percent);
  /* Translators: what the other memory is, how strong the link is, and how present it is: “Reminds of it,
   * strong · Clear” */
  g_autofree char *subtitle = g_strdup_printf (C_ ("link", "%s, %s · %s"),
                                               om_look_link_name (related->waypoint.kind, related->outgoing),
                                               om_look_weight_name (related->present_weight),
                                               om_look_vividness_name (vividness));
  g_autofree char *name = om_join_said (title, subtitle, NULL);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 2);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_object_set_data_full (G_OBJECT (row), "id", g_strdup (related->memory->id), g_free);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), vividness_bar_new (vividness, percent));
  if (related->waypoint.kind == OM_WAYPOINT_HAND)
    {
      GtkWidget *button = gtk_button_new_from_icon_name ("list-remove-symbolic");
      /* Translators: %s is the first line of a memory */
      g_autofree char *unlink_name = g_strdup_printf (_("Remove the link with “%s”"), title);

      gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
      gtk_widget_add_css_class (button, "flat");
      gtk_widget_set_tooltip_text (button, _("Remove the Link"));
      gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, unlink_name, -1);
      g_object_set_data_full (G_OBJECT (button), "id", g_strdup (related->memory->id), g_free);
      g_object_set_data (G_OBJECT (button), "outgoing", GINT_TO_POINTER (related->outgoing));
      g_signal_connect_object (button, "clicked", G_CALLBACK (unlink_clicked_cb), self, 0);
      adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
    }
  gtk_list_box_append (self->list, row);
}

static void
empty_list (OmLinksBox *self)
{
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (self->list, 0)) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      data)
{
  g_autoptr (OmLinksBox) self = OM_LINKS_BOX (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) related = om_engine_get_related_finish (OM_ENGINE (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->session == NULL)
    return;
  empty_list (self);
  if (related == NULL)
    {
      show_note (self, error->message);
      gtk_widget_set_visible (GTK_WIDGET (self->list), FALSE);
      return;
    }
  for (guint i = 0; i < related->len && i < MAX_SHOWN; i++)
    add_link (self, g_ptr_array_index (related, i));
  gtk_widget_set_visible (GTK_WIDGET (self->list), related->len > 0);
  if (related->len > MAX_SHOWN)
    {
      g_autofree char *note = g_strdup_printf (ngettext ("And %u weaker one.", "And %u weaker ones.",
                                                         related->len - MAX_SHOWN),
                                               related->len - MAX_SHOWN);

      show_note (self, note);
    }
  else
    show_note (self, related->len == 0 ? _("Not linked with another memory yet.") : NULL);
}

static void
stop_reading (OmLinksBox *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static void
read_links (OmLinksBox *self)
{
  stop_reading (self);
  if (self->id == NULL || self->session == NULL)
    return;
  self->cancellable = g_cancellable_new ();
  om_engine_get_related_async (om_session_get_engine (self->session), self->id, self->cancellable, read_cb,
                               g_object_ref (self));
}

static void
om_links_box_dispose (GObject *object)
{
  OmLinksBox *self = OM_LINKS_BOX (object);

  stop_reading (self);
  g_clear_object (&self->session);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_LINKS_BOX);

  G_OBJECT_CLASS (om_links_box_parent_class)->dispose (object);
}

static void
om_links_box_finalize (GObject *object)
{
  g_free (OM_LINKS_BOX (object)->id);

  G_OBJECT_CLASS (om_links_box_parent_class)->finalize (object);
}

static void
om_links_box_class_init (OmLinksBoxClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_links_box_dispose;
  G_OBJECT_CLASS (klass)->finalize = om_links_box_finalize;

  g_type_ensure (OM_TYPE_LINK_CHOOSER);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-links-box.ui");
  gtk_widget_class_bind_template_child (widget_class, OmLinksBox, box);
  gtk_widget_class_bind_template_child (widget_class, OmLinksBox, list);
  gtk_widget_class_bind_template_child (widget_class, OmLinksBox, note_label);
  gtk_widget_class_bind_template_child (widget_class, OmLinksBox, add_button);
  gtk_widget_class_bind_template_child (widget_class, OmLinksBox, chooser);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, chosen_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);

  /**
   * OmLinksBox::opened:
   * @id: a memory
   *
   * The memory at the other end of a link is to be opened.
   */
  signals[SIGNAL_OPENED] = g_signal_new ("opened", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
om_links_box_init (OmLinksBox *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * om_links_box_set_session:
 * @session: where the memories lie; set once
 */
void
om_links_box_set_session (OmLinksBox *self,
                          OmSession  *session)
{
  g_return_if_fail (OM_IS_LINKS_BOX (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  om_link_chooser_set_session (self->chooser, session);
  g_signal_connect_object (session, "changed", G_CALLBACK (read_links), self, G_CONNECT_SWAPPED);
}

/**
 * om_links_box_set_memory:
 * @id: (nullable): the memory whose links it shows
 */
void
om_links_box_set_memory (OmLinksBox *self,
                         const char *id)
{
  g_return_if_fail (OM_IS_LINKS_BOX (self));

  if (g_strcmp0 (self->id, id) == 0)
    return;
  g_free (self->id);
  self->id = g_strdup (id);
  om_link_chooser_set_origin (self->chooser, id);
  empty_list (self);
  gtk_widget_set_visible (GTK_WIDGET (self->list), FALSE);
  show_note (self, NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->add_button), id != NULL);
  read_links (self);
}
