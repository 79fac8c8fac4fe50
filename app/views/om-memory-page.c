/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmMemoryPage: one memory, to read and to write on: date, title, the text, and beside it or over it,
 * when wanted, all the rest. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-memory-page.h"

#include <adwaita.h>

#include "views/om-act-words.h"
#include "views/om-attachments-box.h"
#include "views/om-date-editor.h"
#include "views/om-editor.h"
#include "views/om-looks.h"
#include "views/om-memory-acts.h"
#include "views/om-memory-details.h"
#include "views/om-wrap-layout.h"

struct _OmMemoryPage
{
  GtkWidget parent_instance;

  GtkStack        *stack;
  OmDateEditor    *date_editor;
  GtkMenuButton   *acts_button;
  GtkToggleButton *details_button;
  AdwFlap         *flap;
  OmMemoryDetails *details;
  GtkEntry        *title_entry;
  GtkImage        *sector_image;
  GtkLabel        *sector_label;
  GtkLabel        *tags_label;
  GtkLevelBar     *vividness_bar;
  GtkLabel        *state_label;
  OmEditor        *editor;
  OmAttachmentsBox *attachments;

  OmMemoryActs    *acts;         /* (owned) */
  OmSession       *session;      /* (owned) (nullable) */
  OmSheet         *sheet;        /* (owned) (nullable) */
  gulong           state_id;
  const char      *sector_class; /* (nullable) */
  gboolean         showing;      /* what the entry says is not typed */
};

enum
{
  SIGNAL_LINK_OPENED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmMemoryPage, om_memory_page, GTK_TYPE_WIDGET)

static void
show_sector (OmMemoryPage   *self,
             const OmMemory *memory)
{
  if (self->sector_class != NULL)
    gtk_widget_remove_css_class (GTK_WIDGET (self->sector_image), self->sector_class);
  self->sector_class = om_look_sector_class (memory->sector);
  gtk_widget_add_css_class (GTK_WIDGET (self->sector_image), self->sector_class);
  gtk_image_set_from_icon_name (self->sector_image, om_look_sector_icon (memory->sector));
  gtk_label_set_label (self->sector_label, om_look_sector_name (memory->sector));
}

/* How present it is and what was decided about it, in words. */
static void
show_state (OmMemoryPage   *self,
            const OmMemory *memory)
{
  OmEngine *engine = om_session_get_engine (self->session);
  g_autofree char *flags = om_flag_words (memory->flags);
  g_autofree char *text = NULL;
  int percent = 0;
  const char *word = om_look_vividness_name (om_engine_get_vividness (engine, memory, &percent));

  text = *flags != '\0' ? g_strdup_printf ("%s · %s", word, flags) : g_strdup (word);
  gtk_label_set_label (self->state_label, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->state_label), text);
  gtk_level_bar_set_value (self->vividness_bar, percent);
  gtk_widget_set_visible (GTK_WIDGET (self->vividness_bar), TRUE);
}

static void
show_title (OmMemoryPage *self)
{
  const char *title = self->sheet != NULL ? om_sheet_get_title (self->sheet) : NULL;

  if (g_strcmp0 (title != NULL ? title : "", gtk_editable_get_text (GTK_EDITABLE (self->title_entry))) != 0)
    {
      self->showing = TRUE;
      /* Switched off and on, the entry forgets what it could undo: that was another memory's, or what
       * somebody else has written over. */
      gtk_editable_set_enable_undo (GTK_EDITABLE (self->title_entry), FALSE);
      gtk_editable_set_text (GTK_EDITABLE (self->title_entry), title != NULL ? title : "");
      gtk_editable_set_enable_undo (GTK_EDITABLE (self->title_entry), TRUE);
      self->showing = FALSE;
    }
  /* What lies in the bin is not written on, and is read as well as ever. */
  gtk_widget_set_sensitive (GTK_WIDGET (self->title_entry), self->sheet != NULL && om_sheet_get_memory (self->sheet) != NULL);
  gtk_editable_set_editable (GTK_EDITABLE (self->title_entry), self->sheet != NULL && om_sheet_is_editable (self->sheet));
}

static void
show_record (OmMemoryPage *self)
{
  const OmMemory *memory = self->sheet != NULL ? om_sheet_get_memory (self->sheet) : NULL;
  gboolean editable = self->sheet != NULL && om_sheet_is_editable (self->sheet);
  g_autofree char *tags = NULL;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "memory.bin", editable);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "memory.show-in-graph", editable);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "memory.attach", editable);
  om_attachments_box_set_memory (self->attachments, memory != NULL ? memory->id : NULL, editable);
  show_title (self);
  if (memory == NULL)
    {
      gtk_label_set_label (self->sector_label, "");
      gtk_image_clear (self->sector_image);
      gtk_widget_set_visible (GTK_WIDGET (self->tags_label), FALSE);
      gtk_widget_set_visible (GTK_WIDGET (self->vividness_bar), FALSE);
      gtk_label_set_label (self->state_label, "");
      return;
    }

  show_sector (self, memory);
  tags = g_strjoinv (" · ", om_sheet_get_record (self->sheet, OM_CHANGE_TAGS)->tags);
  gtk_label_set_label (self->tags_label, tags);
  gtk_widget_set_visible (GTK_WIDGET (self->tags_label), *tags != '\0');
  show_state (self, memory);
}

static void
title_changed_cb (GtkEditable  *entry,
                  OmMemoryPage *self)
{
  if (!self->showing && self->sheet != NULL)
    om_sheet_set_title (self->sheet, gtk_editable_get_text (entry));
}

static void
title_activate_cb (GtkEntry     *entry,
                   OmMemoryPage *self)
{
  om_editor_take_focus (self->editor);
}

static void
title_left_cb (GtkEventControllerFocus *controller,
               OmMemoryPage            *self)
{
  if (self->sheet != NULL)
    om_sheet_save (self->sheet);
}

static void
link_opened_cb (OmMemoryDetails *details,
                const char      *id,
                OmMemoryPage    *self)
{
  g_signal_emit (self, signals[SIGNAL_LINK_OPENED], 0, id);
}

static void
om_memory_page_link_opened (OmMemoryPage *self,
                            const char   *id)
{
  om_memory_page_show (self, id);
}

/* Escape: away with the details where they cover the text. */
static gboolean
close_details_cb (GtkWidget *widget,
                  GVariant  *arguments,
                  gpointer   data)
{
  OmMemoryPage *self = OM_MEMORY_PAGE (widget);

  if (!adw_flap_get_folded (self->flap) || !adw_flap_get_reveal_flap (self->flap))
    return FALSE;
  adw_flap_set_reveal_flap (self->flap, FALSE);
  gtk_widget_grab_focus (GTK_WIDGET (self->details_button));
  return TRUE;
}

static gboolean
toggle_details_cb (GtkWidget *widget,
                   GVariant  *arguments,
                   gpointer   data)
{
  OmMemoryPage *self = OM_MEMORY_PAGE (widget);
  gboolean shown = !adw_flap_get_reveal_flap (self->flap);

  if (self->sheet == NULL || !gtk_widget_get_mapped (widget))
    return FALSE;
  adw_flap_set_reveal_flap (self->flap, shown);
  if (shown)
    gtk_widget_child_focus (GTK_WIDGET (self->details), GTK_DIR_TAB_FORWARD);
  else
    om_editor_take_focus (self->editor);
  return TRUE;
}

static void
bin_action_cb (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  OmMemoryPage *self = OM_MEMORY_PAGE (widget);
  const char *ids[] = { om_memory_page_get_id (self), NULL };

  if (ids[0] != NULL)
    om_session_bin (self->session, ids);
}

static void
show_in_graph_cb (GtkWidget  *widget,
                  const char *name,
                  GVariant   *parameter)
{
  const char *id = om_memory_page_get_id (OM_MEMORY_PAGE (widget));

  if (id != NULL)
    gtk_widget_activate_action (widget, "win.show-in-graph", "s", id);
}

static void
attach_action_cb (GtkWidget  *widget,
                  const char *name,
                  GVariant   *parameter)
{
  om_attachments_box_choose (OM_MEMORY_PAGE (widget)->attachments);
}

static void
om_memory_page_dispose (GObject *object)
{
  OmMemoryPage *self = OM_MEMORY_PAGE (object);

  if (self->sheet != NULL)
    g_clear_signal_handler (&self->state_id, self->sheet);
  g_clear_object (&self->acts);
  g_clear_object (&self->sheet);
  g_clear_object (&self->session);
  self->showing = TRUE;
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_MEMORY_PAGE);

  G_OBJECT_CLASS (om_memory_page_parent_class)->dispose (object);
}

static void
om_memory_page_class_init (OmMemoryPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_memory_page_dispose;

  g_type_ensure (OM_TYPE_WRAP_LAYOUT);
  g_type_ensure (OM_TYPE_EDITOR);
  g_type_ensure (OM_TYPE_ATTACHMENTS_BOX);
  g_type_ensure (OM_TYPE_DATE_EDITOR);
  g_type_ensure (OM_TYPE_MEMORY_DETAILS);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-memory-page.ui");
  gtk_widget_class_bind_template_child (widget_class, OmMemoryPage, stack);
  gtk_widget_class_bind_template_child (widget_class, OmMemoryPage, date_editor);
  gtk_widget_class_bind_template_child (widget_class, OmMemoryPage, acts_button);
  gtk_widget_class_bind_template_child (widget_class, OmMemoryPage, details_button);
  gtk_widget_class_bind_template_child (widget_class, OmMemoryPage, flap);
  gtk_widget_class_bind_template_child (widget_class, OmMemoryPage, details);
  gtk_widget_class_bind_template_child (widget_class, OmMemoryPage, title_entry);
  gtk_widget_class_bind_template_child (widget_class, OmMemoryPage, sector_image);
  gtk_widget_class_bind_template_child (widget_class, OmMemoryPage, sector_label);
  gtk_widget_class_bind_template_child (widget_class, OmMemoryPage, tags_label);
  gtk_widget_class_bind_template_child (widget_class, OmMemoryPage, vividness_bar);
  gtk_widget_class_bind_template_child (widget_class, OmMemoryPage, state_label);
  gtk_widget_class_bind_template_child (widget_class, OmMemoryPage, editor);
  gtk_widget_class_bind_template_child (widget_class, OmMemoryPage, attachments);
  gtk_widget_class_bind_template_callback (widget_class, title_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, title_activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, title_left_cb);
  gtk_widget_class_bind_template_callback (widget_class, link_opened_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);

  gtk_widget_class_install_action (widget_class, "memory.bin", NULL, bin_action_cb);
  gtk_widget_class_install_action (widget_class, "memory.show-in-graph", NULL, show_in_graph_cb);
  gtk_widget_class_install_action (widget_class, "memory.attach", NULL, attach_action_cb);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, close_details_cb, NULL);

  /**
   * OmMemoryPage::link-opened:
   * @id: a memory
   *
   * The memory at the other end of a link is wanted. Unless somebody stops it, the page shows it.
   */
  signals[SIGNAL_LINK_OPENED] = g_signal_new_class_handler ("link-opened", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                                            G_CALLBACK (om_memory_page_link_opened), NULL, NULL, NULL,
                                                            G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
om_memory_page_init (OmMemoryPage *self)
{
  GtkEventController *shortcuts = gtk_shortcut_controller_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  self->acts = om_memory_acts_new (GTK_WIDGET (self));
  gtk_menu_button_set_menu_model (self->acts_button, om_memory_acts_get_menu (self->acts));
  /* From the list as well. */
  gtk_shortcut_controller_set_scope (GTK_SHORTCUT_CONTROLLER (shortcuts), GTK_SHORTCUT_SCOPE_GLOBAL);
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (shortcuts),
                                        gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_F9, 0),
                                                          gtk_callback_action_new (toggle_details_cb, NULL, NULL)));
  gtk_widget_add_controller (GTK_WIDGET (self), shortcuts);
  show_record (self);
}

/**
 * om_memory_page_set_session:
 * @session: where its memories lie; set once
 */
void
om_memory_page_set_session (OmMemoryPage *self,
                            OmSession    *session)
{
  g_return_if_fail (OM_IS_MEMORY_PAGE (self));

  g_set_object (&self->session, session);
  om_date_editor_set_session (self->date_editor, session);
  om_attachments_box_set_session (self->attachments, session);
  om_memory_details_set_session (self->details, session);
  om_memory_acts_set_session (self->acts, session);
}

/**
 * om_memory_page_show:
 * @id: (nullable): the memory to show, %NULL for none
 */
void
om_memory_page_show (OmMemoryPage *self,
                     const char   *id)
{
  g_return_if_fail (OM_IS_MEMORY_PAGE (self));

  if (g_strcmp0 (id, om_memory_page_get_id (self)) == 0)
    return;

  if (self->sheet != NULL)
    g_clear_signal_handler (&self->state_id, self->sheet);
  g_clear_object (&self->sheet);
  if (id != NULL)
    {
      self->sheet = om_desk_open (om_session_get_desk (self->session), id);
      self->state_id = g_signal_connect_swapped (self->sheet, "notify::state", G_CALLBACK (show_record), self);
    }
  om_date_editor_set_sheet (self->date_editor, self->sheet);
  om_editor_set_sheet (self->editor, self->sheet);
  om_memory_details_set_sheet (self->details, self->sheet);
  om_memory_acts_set_sheet (self->acts, self->sheet);
  gtk_stack_set_visible_child_name (self->stack, self->sheet != NULL ? "memory" : "none");
  show_record (self);
}

/**
 * om_memory_page_get_id:
 *
 * Returns: (transfer none) (nullable): the memory shown
 */
const char *
om_memory_page_get_id (OmMemoryPage *self)
{
  g_return_val_if_fail (OM_IS_MEMORY_PAGE (self), NULL);

  return self->sheet != NULL ? om_sheet_get_id (self->sheet) : NULL;
}

/**
 * om_memory_page_get_sheet:
 *
 * Returns: (transfer none) (nullable): the text shown
 */
OmSheet *
om_memory_page_get_sheet (OmMemoryPage *self)
{
  g_return_val_if_fail (OM_IS_MEMORY_PAGE (self), NULL);

  return self->sheet;
}

/**
 * om_memory_page_attach:
 * @files: (element-type GFile): pictures and other files
 *
 * Copies of them come to belong to the memory that is shown.
 *
 * Returns: %FALSE if none is shown that can be changed
 */
gboolean
om_memory_page_attach (OmMemoryPage *self,
                       GSList       *files)
{
  g_return_val_if_fail (OM_IS_MEMORY_PAGE (self), FALSE);

  if (files == NULL || self->sheet == NULL || !om_sheet_is_editable (self->sheet) || om_memory_page_get_id (self) == NULL)
    return FALSE;
  om_attachments_box_add (self->attachments, files);
  return TRUE;
}

/**
 * om_memory_page_take_focus:
 *
 * Puts the cursor into the text of the memory.
 *
 * Returns: %TRUE if it took the keyboard
 */
gboolean
om_memory_page_take_focus (OmMemoryPage *self)
{
  g_return_val_if_fail (OM_IS_MEMORY_PAGE (self), FALSE);

  return self->sheet != NULL && om_editor_take_focus (self->editor);
}
