/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmLinkChooser: a popover that searches a memory to link with. A search here recalls nothing, it only
 * looks. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-link-chooser.h"

#include <glib/gi18n.h>

#include "memory/om-joining.h"
#include "views/om-date-words.h"

#define MAX_HITS 8
#define SEARCH_AFTER_MS 150

struct _OmLinkChooser
{
  GtkPopover parent_instance;

  GtkSearchEntry *entry;
  GtkListBox     *list;
  GtkLabel       *note_label;

  OmSession      *session;     /* (owned) (nullable) */
  char           *origin;      /* (owned) (nullable): id of the memory the link is to start from */
  GCancellable   *cancellable; /* (owned) (nullable): of the search under way */
  guint           search_id;
};

enum
{
  SIGNAL_CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmLinkChooser, om_link_chooser, GTK_TYPE_POPOVER)

static void
empty_list (OmLinkChooser *self)
{
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (self->list, 0)) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
  gtk_widget_set_visible (GTK_WIDGET (self->list), FALSE);
}

static void
show_note (OmLinkChooser *self,
           const char    *note)
{
  gtk_label_set_label (self->note_label, note != NULL ? note : "");
  gtk_widget_set_visible (GTK_WIDGET (self->note_label), note != NULL);
}

static void
stop_search (OmLinkChooser *self)
{
  g_clear_handle_id (&self->search_id, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static void
add_memory (OmLinkChooser  *self,
            const OmMemory *memory)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  g_autofree char *title = om_memory_dup_title (memory);
  g_autofree char *date = om_date_words_full (&memory->happened, om_session_get_zone (self->session));
  g_autofree char *name = om_join_said (title, date, NULL);
  GtkWidget *title_label = gtk_label_new (title);
  GtkWidget *date_label = gtk_label_new (date);

  gtk_label_set_xalign (GTK_LABEL (title_label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (title_label), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (date_label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (date_label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (date_label, "caption");
  gtk_widget_add_css_class (date_label, "dim-label");
  gtk_box_append (GTK_BOX (box), title_label);
  gtk_box_append (GTK_BOX (box), date_label);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_object_set_data_full (G_OBJECT (row), "id", g_strdup (memory->id), g_free);
  gtk_list_box_append (self->list, row);
}

static void
found_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      data)
{
  g_autoptr (OmLinkChooser) self = OM_LINK_CHOOSER (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmAnswer) answer = om_engine_search_finish (OM_ENGINE (source), result, &error);
  guint n = 0;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->session == NULL)
    return;
  empty_list (self);
  if (answer == NULL)
    {
      show_note (self, error->message);
      return;
    }
  for (guint i = 0; i < answer->hits->len; i++)
    {
      const OmHit *hit = g_ptr_array_index (answer->hits, i);

      if (g_strcmp0 (hit->memory->id, self->origin) == 0 || n == MAX_HITS)
        continue;
      add_memory (self, hit->memory);
      n++;
    }
  gtk_widget_set_visible (GTK_WIDGET (self->list), n > 0);
  show_note (self, n > 0 ? NULL : _("Nothing fits these words."));
}

static gboolean
search_cb (gpointer data)
{
  OmLinkChooser *self = data;
  g_autofree char *query = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entry))));
  g_autoptr (OmSearch) search = NULL;

  self->search_id = 0;
  if (*query == '\0' || self->session == NULL)
    {
      empty_list (self);
      show_note (self, NULL);
      return G_SOURCE_REMOVE;
    }
  stop_search (self);
  self->cancellable = g_cancellable_new ();
  /* One more: the memory itself is not offered. */
  search = om_search_new (query, MAX_HITS + 1);
  search->include_private = TRUE;
  om_engine_search_async (om_session_get_engine (self->session), search, self->cancellable, found_cb,
                          g_object_ref (self));
  return G_SOURCE_REMOVE;
}

static void
entry_changed_cb (GtkEditable   *entry,
                  OmLinkChooser *self)
{
  stop_search (self);
  self->search_id = g_timeout_add (SEARCH_AFTER_MS, search_cb, self);
  g_source_set_name_by_id (self->search_id, "[openmemory] search to link");
}

static void
row_activated_cb (GtkListBox    *list,
                  GtkListBoxRow *row,
                  OmLinkChooser *self)
{
  g_autofree char *id = g_strdup (g_object_get_data (G_OBJECT (row), "id"));

  gtk_popover_popdown (GTK_POPOVER (self));
  g_signal_emit (self, signals[SIGNAL_CHOSEN], 0, id);
}

/* Enter takes the best one. */
static void
entry_activate_cb (GtkSearchEntry *entry,
                   OmLinkChooser  *self)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (self->list, 0);

  if (row != NULL)
    row_activated_cb (self->list, row, self);
}

static void
stop_search_cb (GtkSearchEntry *entry,
                OmLinkChooser  *self)
{
  gtk_popover_popdown (GTK_POPOVER (self));
}

static gboolean
entry_key_cb (GtkEventControllerKey *controller,
              guint                  keyval,
              guint                  keycode,
              GdkModifierType        state,
              OmLinkChooser         *self)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (self->list, 0);

  if ((keyval != GDK_KEY_Down && keyval != GDK_KEY_KP_Down) || row == NULL)
    return GDK_EVENT_PROPAGATE;
  return gtk_widget_grab_focus (GTK_WIDGET (row));
}

static void
shown_cb (GtkWidget *popover)
{
  OmLinkChooser *self = OM_LINK_CHOOSER (popover);

  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  empty_list (self);
  show_note (self, NULL);
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
}

static void
om_link_chooser_dispose (GObject *object)
{
  OmLinkChooser *self = OM_LINK_CHOOSER (object);

  stop_search (self);
  g_clear_object (&self->session);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_LINK_CHOOSER);

  G_OBJECT_CLASS (om_link_chooser_parent_class)->dispose (object);
}

static void
om_link_chooser_finalize (GObject *object)
{
  g_free (OM_LINK_CHOOSER (object)->origin);

  G_OBJECT_CLASS (om_link_chooser_parent_class)->finalize (object);
}

static void
om_link_chooser_class_init (OmLinkChooserClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_link_chooser_dispose;
  G_OBJECT_CLASS (klass)->finalize = om_link_chooser_finalize;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-link-chooser.ui");
  gtk_widget_class_bind_template_child (widget_class, OmLinkChooser, entry);
  gtk_widget_class_bind_template_child (widget_class, OmLinkChooser, list);
  gtk_widget_class_bind_template_child (widget_class, OmLinkChooser, note_label);
  gtk_widget_class_bind_template_callback (widget_class, entry_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, entry_activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, entry_key_cb);
  gtk_widget_class_bind_template_callback (widget_class, stop_search_cb);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, shown_cb);

  /**
   * OmLinkChooser::chosen:
   * @id: a memory
   *
   * The person chose it.
   */
  signals[SIGNAL_CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
om_link_chooser_init (OmLinkChooser *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * om_link_chooser_set_session:
 * @session: where it searches; set once
 */
void
om_link_chooser_set_session (OmLinkChooser *self,
                             OmSession     *session)
{
  g_return_if_fail (OM_IS_LINK_CHOOSER (self));

  g_set_object (&self->session, session);
}

/**
 * om_link_chooser_set_prompt:
 * @prompt: what the memory is searched for, translated
 */
void
om_link_chooser_set_prompt (OmLinkChooser *self,
                            const char    *prompt)
{
  g_return_if_fail (OM_IS_LINK_CHOOSER (self));

  g_object_set (self->entry, "placeholder-text", prompt, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL, prompt, -1);
}

/**
 * om_link_chooser_set_origin:
 * @id: (nullable): the memory the link is to start from, which is not offered
 */
void
om_link_chooser_set_origin (OmLinkChooser *self,
                            const char    *id)
{
  g_return_if_fail (OM_IS_LINK_CHOOSER (self));

  g_free (self->origin);
  self->origin = g_strdup (id);
}
