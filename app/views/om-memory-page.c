/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmMemoryPage: one memory, to read and to write on: date, sector, the text. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-memory-page.h"

#include <glib/gi18n.h>

#include "views/om-date-words.h"
#include "views/om-editor.h"
#include "views/om-looks.h"

struct _OmMemoryPage
{
  GtkWidget parent_instance;

  GtkStack   *stack;
  GtkLabel   *date_label;
  GtkLabel   *title_label;
  GtkImage   *sector_image;
  GtkLabel   *sector_label;
  GtkLabel   *tags_label;
  OmEditor   *editor;

  OmSession  *session;      /* (owned) (nullable) */
  OmSheet    *sheet;        /* (owned) (nullable) */
  gulong      state_id;
  const char *sector_class; /* (nullable) */
};

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

static void
show_record (OmMemoryPage *self)
{
  const OmMemory *memory = self->sheet != NULL ? om_sheet_get_memory (self->sheet) : NULL;
  gboolean editable = self->sheet != NULL && om_sheet_is_editable (self->sheet);
  g_autofree char *date = NULL;
  g_autofree char *tags = NULL;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "memory.bin", editable);
  if (memory == NULL)
    {
      gtk_label_set_label (self->date_label, "");
      gtk_label_set_label (self->sector_label, "");
      gtk_image_clear (self->sector_image);
      gtk_widget_set_visible (GTK_WIDGET (self->title_label), FALSE);
      gtk_widget_set_visible (GTK_WIDGET (self->tags_label), FALSE);
      return;
    }

  date = om_date_words_full (&memory->happened, om_session_get_zone (self->session));
  gtk_label_set_label (self->date_label, date);
  show_sector (self, memory);
  gtk_label_set_label (self->title_label, memory->title != NULL ? memory->title : "");
  gtk_widget_set_visible (GTK_WIDGET (self->title_label), memory->title != NULL && *memory->title != '\0');
  tags = g_strjoinv (" · ", memory->tags);
  gtk_label_set_label (self->tags_label, tags);
  gtk_widget_set_visible (GTK_WIDGET (self->tags_label), *tags != '\0');
}

static void
bin_action_cb (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  OmMemoryPage *self = OM_MEMORY_PAGE (widget);
  const char *id = om_memory_page_get_id (self);

  if (id != NULL)
    om_session_bin (self->session, id);
}

static void
om_memory_page_dispose (GObject *object)
{
  OmMemoryPage *self = OM_MEMORY_PAGE (object);

  if (self->sheet != NULL)
    g_clear_signal_handler (&self->state_id, self->sheet);
  g_clear_object (&self->sheet);
  g_clear_object (&self->session);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_MEMORY_PAGE);

  G_OBJECT_CLASS (om_memory_page_parent_class)->dispose (object);
}

static void
om_memory_page_class_init (OmMemoryPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_memory_page_dispose;

  g_type_ensure (OM_TYPE_EDITOR);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-memory-page.ui");
  gtk_widget_class_bind_template_child (widget_class, OmMemoryPage, stack);
  gtk_widget_class_bind_template_child (widget_class, OmMemoryPage, date_label);
  gtk_widget_class_bind_template_child (widget_class, OmMemoryPage, title_label);
  gtk_widget_class_bind_template_child (widget_class, OmMemoryPage, sector_image);
  gtk_widget_class_bind_template_child (widget_class, OmMemoryPage, sector_label);
  gtk_widget_class_bind_template_child (widget_class, OmMemoryPage, tags_label);
  gtk_widget_class_bind_template_child (widget_class, OmMemoryPage, editor);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);

  gtk_widget_class_install_action (widget_class, "memory.bin", NULL, bin_action_cb);
}

static void
om_memory_page_init (OmMemoryPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
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
  om_editor_set_sheet (self->editor, self->sheet);
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
