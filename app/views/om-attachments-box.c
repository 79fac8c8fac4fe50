/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmAttachmentsBox: pictures side by side, other files in a list below; it is not there while a memory has
 * none. Files are opened with the program that the desktop has for them. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-attachments-box.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "engine/om-attachments.h"
#include "views/om-attachment-files.h"
#include "views/om-wrap-layout.h"

/* Of a small picture, in points. */
#define PICTURE_SIZE 96

/* Of a sign in its place. */
#define SIGN_SIZE 32

struct _OmAttachmentsBox
{
  GtkWidget parent_instance;

  GtkWidget  *scroller; /* bound, so that it is let go with the template */
  GtkBox     *pictures;
  GtkListBox *files;
  GtkLabel   *note_label;

  OmSession            *session;     /* (owned) (nullable) */
  char                 *id;          /* (owned) (nullable) */
  GPtrArray            *list;        /* (owned) (nullable) (element-type OmAttachment): what is shown */
  gboolean              editable;
  GCancellable         *cancellable; /* (owned) (nullable): of the reading under way, and of its pictures */
  GtkFileChooserNative *chooser;     /* (owned) (nullable): while it is open */
};

G_DEFINE_FINAL_TYPE (OmAttachmentsBox, om_attachments_box, GTK_TYPE_WIDGET)

static void
show_note (OmAttachmentsBox *self,
           const char       *note)
{
  gtk_label_set_label (self->note_label, note != NULL ? note : "");
  gtk_widget_set_visible (GTK_WIDGET (self->note_label), note != NULL);
}

/* By its position, for what is shown may have changed since. */
static const OmAttachment *
find_attachment (OmAttachmentsBox *self,
                 guint             position)
{
  for (guint i = 0; self->list != NULL && i < self->list->len; i++)
    {
      const OmAttachment *attachment = g_ptr_array_index (self->list, i);

      if (attachment->position == position)
        return attachment;
    }
  return NULL;
}

static GtkWindow *
window_of (OmAttachmentsBox *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  return GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL;
}

/* Opening and saving --------------------------------------------------------------------------- */

static void
shown_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      data)
{
  g_autoptr (OmAttachmentsBox) self = OM_ATTACHMENTS_BOX (data);
  g_autoptr (GError) error = NULL;

  if (!gtk_show_uri_full_finish (GTK_WINDOW (source), result, &error) &&
      !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) && self->session != NULL)
    show_note (self, error->message);
}

static void
copied_to_open_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      data)
{
  g_autoptr (OmAttachmentsBox) self = OM_ATTACHMENTS_BOX (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) file = om_attachment_copy_out_finish (result, &error);
  g_autofree char *uri = NULL;

  if (self->session == NULL || window_of (self) == NULL)
    return;
  show_note (self, file == NULL ? error->message : NULL);
  if (file == NULL)
    return;
  uri = g_file_get_uri (file);
  gtk_show_uri_full (window_of (self), uri, GDK_CURRENT_TIME, NULL, shown_cb, g_object_ref (self));
}

static void
open_attachment (OmAttachmentsBox *self,
                 guint             position)
{
  const OmAttachment *attachment = find_attachment (self, position);
  g_autofree char *path = NULL;

  if (attachment == NULL)
    return;
  path = om_engine_dup_attachment_path (om_session_get_engine (self->session), attachment);
  om_attachment_copy_out_async (path, attachment, NULL, NULL, copied_to_open_cb, g_object_ref (self));
}

static void
open_cb (GtkWidget  *widget,
         const char *name,
         GVariant   *parameter)
{
  open_attachment (OM_ATTACHMENTS_BOX (widget), g_variant_get_uint32 (parameter));
}

static void
row_activated_cb (GtkListBox       *list,
                  GtkListBoxRow    *row,
                  OmAttachmentsBox *self)
{
  open_attachment (self, GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "position")));
}

static void
saved_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      data)
{
  g_autoptr (OmAttachmentsBox) self = OM_ATTACHMENTS_BOX (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) file = om_attachment_copy_out_finish (result, &error);
  g_autofree char *name = file != NULL ? g_file_get_parse_name (file) : NULL;
  /* Translators: %s is where a copy of a file lies */
  g_autofree char *note = file != NULL ? g_strdup_printf (_("A copy lies in %s."), name) : g_strdup (error->message);

  if (self->session != NULL)
    show_note (self, note);
}

static void
place_chosen_cb (GtkNativeDialog  *dialog,
                 int               response,
                 OmAttachmentsBox *self)
{
  g_autoptr (GFile) target = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog)) : NULL;
  guint position = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (dialog), "position"));
  const OmAttachment *attachment = find_attachment (self, position);

  if (target != NULL && attachment != NULL)
    {
      g_autofree char *path = om_engine_dup_attachment_path (om_session_get_engine (self->session), attachment);

      om_attachment_copy_out_async (path, attachment, target, NULL, saved_cb, g_object_ref (self));
    }
  g_clear_object (&self->chooser);
}

static void
save_cb (GtkWidget  *widget,
         const char *name,
         GVariant   *parameter)
{
  OmAttachmentsBox *self = OM_ATTACHMENTS_BOX (widget);
  guint position = g_variant_get_uint32 (parameter);
  const OmAttachment *attachment = find_attachment (self, position);

  if (attachment == NULL || self->chooser != NULL)
    return;
  self->chooser = gtk_file_chooser_native_new (_("Save a Copy"), window_of (self), GTK_FILE_CHOOSER_ACTION_SAVE, _("_Save"), NULL);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser), attachment->name);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  g_object_set_data (G_OBJECT (self->chooser), "position", GUINT_TO_POINTER (position));
  g_signal_connect_object (self->chooser, "response", G_CALLBACK (place_chosen_cb), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

static void
remove_cb (GtkWidget  *widget,
           const char *name,
           GVariant   *parameter)
{
  OmAttachmentsBox *self = OM_ATTACHMENTS_BOX (widget);
  const OmAttachment *attachment = find_attachment (self, g_variant_get_uint32 (parameter));

  if (attachment != NULL && self->editable)
    om_session_detach (self->session, self->id, attachment->position, attachment->name);
}

/* What is shown -------------------------------------------------------------------------------- */

static GtkWidget *
acts_button_new (OmAttachmentsBox   *self,
                 const OmAttachment *attachment)
{
  GtkWidget *button = gtk_menu_button_new ();
  g_autoptr (GMenu) menu = g_menu_new ();
  /* Translators: %s is the name of a file */
  g_autofree char *label = g_strdup_printf (_("What to do with “%s”"), attachment->name);
  static const struct
  {
    const char *label;
    const char *action;
  } items[] = {
    { N_("_Open"), "attachments.open" },
    { N_("_Save a Copy…"), "attachments.save" },
    { N_("_Remove"), "attachments.remove" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (items); i++)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new (_(items[i].label), NULL);

      g_menu_item_set_action_and_target (item, items[i].action, "u", attachment->position);
      g_menu_append_item (menu, item);
    }
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "view-more-symbolic");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  gtk_widget_set_tooltip_text (button, _("What to Do With It"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  return button;
}

static char *
dup_facts (const OmAttachment *attachment)
{
  g_autofree char *size = g_format_size ((guint64) attachment->size);
  g_autofree char *content_type = g_content_type_from_mime_type (attachment->type);
  g_autofree char *kind = content_type != NULL ? g_content_type_get_description (content_type) : g_strdup (attachment->type);

  if (attachment->missing)
    return g_strdup (_("The file is missing. Look for it in a backup."));
  /* Translators: what kind of file it is, and how large: “PDF document · 12 kB” */
  return g_strdup_printf (C_ ("file", "%s · %s"), kind, size);
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  g_autoptr (GtkStack) stack = GTK_STACK (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (GdkTexture) texture = om_attachment_load_picture_finish (result, &error);
  GtkWidget *picture = gtk_stack_get_child_by_name (stack, "picture");

  if (texture == NULL || picture == NULL)
    return;
  gtk_image_set_from_paintable (GTK_IMAGE (picture), GDK_PAINTABLE (texture));
  gtk_stack_set_visible_child (stack, picture);
}

/* A sign of what it is until the picture is there, and for good if none can be made. */
static GtkWidget *
picture_new (OmAttachmentsBox   *self,
             const OmAttachment *attachment)
{
  GtkWidget *stack = gtk_stack_new ();
  GtkWidget *picture = gtk_image_new ();
  GtkWidget *sign = gtk_image_new_from_icon_name (attachment->missing ? "dialog-warning-symbolic" : "image-x-generic-symbolic");
  g_autofree char *path = om_engine_dup_attachment_path (om_session_get_engine (self->session), attachment);

  gtk_image_set_pixel_size (GTK_IMAGE (picture), PICTURE_SIZE);
  gtk_image_set_pixel_size (GTK_IMAGE (sign), SIGN_SIZE);
  gtk_stack_add_named (GTK_STACK (stack), sign, "sign");
  gtk_stack_add_named (GTK_STACK (stack), picture, "picture");
  gtk_widget_set_size_request (stack, PICTURE_SIZE, PICTURE_SIZE);
  if (!attachment->missing)
    om_attachment_load_picture_async (path, PICTURE_SIZE * 2 * gtk_widget_get_scale_factor (GTK_WIDGET (self)), self->cancellable,
                                      loaded_cb, g_object_ref (stack));
  return stack;
}

static void
add_picture (OmAttachmentsBox   *self,
             const OmAttachment *attachment)
{
  GtkWidget *overlay = gtk_overlay_new ();
  GtkWidget *button = gtk_button_new ();
  GtkWidget *acts = acts_button_new (self, attachment);
  g_autofree char *facts = dup_facts (attachment);
  g_autofree char *label = g_strdup_printf ("%s, %s", attachment->name, facts);

  gtk_button_set_child (GTK_BUTTON (button), picture_new (self, attachment));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "attachments.open");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "u", attachment->position);
  gtk_widget_add_css_class (button, "attachment-picture");
  gtk_widget_set_tooltip_text (button, attachment->name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_widget_set_halign (acts, GTK_ALIGN_END);
  gtk_widget_set_valign (acts, GTK_ALIGN_START);
  gtk_widget_add_css_class (acts, "osd");
  gtk_widget_add_css_class (acts, "circular");
  gtk_overlay_set_child (GTK_OVERLAY (overlay), button);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), acts);
  /* The last one is not made wider. */
  gtk_widget_set_halign (overlay, GTK_ALIGN_START);
  gtk_box_append (self->pictures, overlay);
}

static void
add_file (OmAttachmentsBox   *self,
          const OmAttachment *attachment)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *acts = acts_button_new (self, attachment);
  g_autofree char *content_type = g_content_type_from_mime_type (attachment->type);
  g_autoptr (GIcon) icon = content_type != NULL ? g_content_type_get_symbolic_icon (content_type) : g_themed_icon_new ("text-x-generic-symbolic");
  GtkWidget *sign = gtk_image_new_from_gicon (icon);
  g_autofree char *facts = dup_facts (attachment);
  g_autofree char *label = g_strdup_printf ("%s, %s", attachment->name, facts);

  if (attachment->missing)
    gtk_image_set_from_icon_name (GTK_IMAGE (sign), "dialog-warning-symbolic");
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), attachment->name);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), facts);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 2);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), sign);
  gtk_widget_set_valign (acts, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (acts, "flat");
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), acts);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_object_set_data (G_OBJECT (row), "position", GUINT_TO_POINTER (attachment->position));
  gtk_list_box_append (self->files, row);
}

static void
empty (OmAttachmentsBox *self)
{
  GtkWidget *child;
  GtkListBoxRow *row;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->pictures))) != NULL)
    gtk_box_remove (self->pictures, child);
  while ((row = gtk_list_box_get_row_at_index (self->files, 0)) != NULL)
    gtk_list_box_remove (self->files, GTK_WIDGET (row));
  g_clear_pointer (&self->list, g_ptr_array_unref);
}

static gboolean
is_as_shown (OmAttachmentsBox *self,
             const GPtrArray  *list)
{
  gboolean same = self->list != NULL && self->list->len == list->len;

  for (guint i = 0; same && i < list->len; i++)
    {
      const OmAttachment *shown = g_ptr_array_index (self->list, i);
      const OmAttachment *found = g_ptr_array_index (list, i);

      same = shown->position == found->position && shown->missing == found->missing && g_str_equal (shown->hash, found->hash);
    }
  return same;
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      data)
{
  g_autoptr (OmAttachmentsBox) self = OM_ATTACHMENTS_BOX (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) list = om_engine_get_attachments_finish (OM_ENGINE (source), result, &error);
  gboolean any_picture = FALSE;
  gboolean any_file = FALSE;
  gboolean had_focus;

  /* A memory that is gone by now has no files. */
  if (list == NULL || self->session == NULL || is_as_shown (self, list))
    return;
  had_focus = gtk_widget_get_focus_child (GTK_WIDGET (self)) != NULL;
  empty (self);
  self->list = g_steal_pointer (&list);
  for (guint i = 0; i < self->list->len; i++)
    {
      const OmAttachment *attachment = g_ptr_array_index (self->list, i);

      if (om_attachment_is_picture (attachment))
        add_picture (self, attachment);
      else
        add_file (self, attachment);
      any_picture = any_picture || om_attachment_is_picture (attachment);
      any_file = any_file || !om_attachment_is_picture (attachment);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->pictures), any_picture);
  gtk_widget_set_visible (GTK_WIDGET (self->files), any_file);
  show_note (self, NULL);
  gtk_widget_set_visible (GTK_WIDGET (self), self->list->len > 0);
  /* What had the keyboard is another widget by now, or gone. */
  if (had_focus && self->list->len > 0)
    gtk_widget_child_focus (GTK_WIDGET (self), GTK_DIR_TAB_FORWARD);
}

static void
stop_reading (OmAttachmentsBox *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static void
read_attachments (OmAttachmentsBox *self)
{
  if (self->id == NULL || self->session == NULL)
    return;
  if (self->cancellable == NULL)
    self->cancellable = g_cancellable_new ();
  om_engine_get_attachments_async (om_session_get_engine (self->session), self->id, self->cancellable, read_cb, g_object_ref (self));
}

/* Adding --------------------------------------------------------------------------------------- */

static void
files_chosen_cb (GtkNativeDialog  *dialog,
                 int               response,
                 OmAttachmentsBox *self)
{
  g_autoptr (GListModel) chosen = NULL;
  GSList *files = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    chosen = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (dialog));
  for (guint i = 0; chosen != NULL && i < g_list_model_get_n_items (chosen); i++)
    files = g_slist_append (files, g_list_model_get_item (chosen, i));
  om_attachments_box_add (self, files);
  g_slist_free_full (files, g_object_unref);
  g_clear_object (&self->chooser);
}

/**
 * om_attachments_box_choose:
 *
 * Asks for files that are to belong to the memory.
 */
void
om_attachments_box_choose (OmAttachmentsBox *self)
{
  g_return_if_fail (OM_IS_ATTACHMENTS_BOX (self));

  if (self->chooser != NULL || self->id == NULL)
    return;
  self->chooser = gtk_file_chooser_native_new (_("Add Pictures and Files"), window_of (self), GTK_FILE_CHOOSER_ACTION_OPEN, _("_Add"), NULL);
  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (self->chooser), TRUE);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  g_signal_connect_object (self->chooser, "response", G_CALLBACK (files_chosen_cb), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

/**
 * om_attachments_box_add:
 * @files: (element-type GFile) (nullable): files
 *
 * Copies of them come to belong to the memory that is shown.
 */
void
om_attachments_box_add (OmAttachmentsBox *self,
                        GSList           *files)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) paths = NULL;

  g_return_if_fail (OM_IS_ATTACHMENTS_BOX (self));

  if (self->id == NULL || !self->editable)
    return;
  for (GSList *l = files; l != NULL; l = l->next)
    {
      g_autofree char *path = g_file_get_path (l->data);
      g_autofree char *name = g_file_get_parse_name (l->data);

      /* What lies elsewhere and has no path here is named by its address, and said not to be there. */
      g_strv_builder_add (builder, path != NULL ? path : name);
    }
  paths = g_strv_builder_end (builder);
  if (paths[0] != NULL)
    om_session_attach (self->session, self->id, (const char *const *) paths);
}

static void
om_attachments_box_dispose (GObject *object)
{
  OmAttachmentsBox *self = OM_ATTACHMENTS_BOX (object);

  stop_reading (self);
  g_clear_object (&self->chooser);
  g_clear_object (&self->session);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_ATTACHMENTS_BOX);

  G_OBJECT_CLASS (om_attachments_box_parent_class)->dispose (object);
}

static void
om_attachments_box_finalize (GObject *object)
{
  OmAttachmentsBox *self = OM_ATTACHMENTS_BOX (object);

  g_free (self->id);
  g_clear_pointer (&self->list, g_ptr_array_unref);

  G_OBJECT_CLASS (om_attachments_box_parent_class)->finalize (object);
}

static void
om_attachments_box_class_init (OmAttachmentsBoxClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_attachments_box_dispose;
  G_OBJECT_CLASS (klass)->finalize = om_attachments_box_finalize;

  g_type_ensure (OM_TYPE_WRAP_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-attachments-box.ui");
  gtk_widget_class_bind_template_child (widget_class, OmAttachmentsBox, scroller);
  gtk_widget_class_bind_template_child (widget_class, OmAttachmentsBox, pictures);
  gtk_widget_class_bind_template_child (widget_class, OmAttachmentsBox, files);
  gtk_widget_class_bind_template_child (widget_class, OmAttachmentsBox, note_label);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);

  gtk_widget_class_install_action (widget_class, "attachments.open", "u", open_cb);
  gtk_widget_class_install_action (widget_class, "attachments.save", "u", save_cb);
  gtk_widget_class_install_action (widget_class, "attachments.remove", "u", remove_cb);
}

static void
om_attachments_box_init (OmAttachmentsBox *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * om_attachments_box_set_session:
 * @session: where the memories lie; set once
 */
void
om_attachments_box_set_session (OmAttachmentsBox *self,
                                OmSession        *session)
{
  g_return_if_fail (OM_IS_ATTACHMENTS_BOX (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "changed", G_CALLBACK (read_attachments), self, G_CONNECT_SWAPPED);
}

/**
 * om_attachments_box_set_memory:
 * @id: (nullable): the memory whose files it shows
 * @editable: whether files may be added and taken off: not in the bin
 */
void
om_attachments_box_set_memory (OmAttachmentsBox *self,
                               const char       *id,
                               gboolean          editable)
{
  g_return_if_fail (OM_IS_ATTACHMENTS_BOX (self));

  self->editable = editable;
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "attachments.remove", editable);
  if (g_strcmp0 (self->id, id) == 0)
    return;
  stop_reading (self);
  g_free (self->id);
  self->id = g_strdup (id);
  empty (self);
  show_note (self, NULL);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  read_attachments (self);
}
