/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmEditor: where a text is written, new or stored, with an indicator that tells the truth about its
 * saving. While the text is not there it cannot be edited, and says so. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-editor.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "views/om-completion.h"
#include "views/om-markdown-styler.h"
#include "views/om-text-view.h"

struct _OmEditor
{
  GtkWidget parent_instance;

  GtkWidget         *box; /* bound, so that it is let go with the template */
  GtkScrolledWindow *scroller;
  GtkTextView       *view;
  GtkLabel          *placeholder_label;
  GtkLabel          *status_label;
  GtkImage          *status_image;
  GtkButton         *retry_button;
  OmCompletion      *completion;

  OmSheet           *sheet; /* (owned) (nullable) */
  gulong             state_id;
  gulong             changed_id;
  gboolean           grows;
};

enum
{
  PROP_PLACEHOLDER = 1,
  PROP_LABEL,
  PROP_GROWS,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (OmEditor, om_editor, GTK_TYPE_WIDGET)

/* A text that fits is seen whole; a longer one is scrolled in its field. */
#define GROWS_TO_PX 420
#define GROWS_FROM_PX 132

static void
show_status (OmEditor   *self,
             const char *text,
             const char *icon,
             gboolean    is_error)
{
  gtk_label_set_label (self->status_label, text);
  gtk_widget_set_visible (GTK_WIDGET (self->status_image), icon != NULL);
  gtk_image_set_from_icon_name (self->status_image, icon);
  if (is_error)
    {
      gtk_widget_add_css_class (GTK_WIDGET (self->status_label), "error");
      gtk_widget_add_css_class (GTK_WIDGET (self->status_image), "error");
      gtk_widget_remove_css_class (GTK_WIDGET (self->status_label), "dim-label");
    }
  else
    {
      gtk_widget_remove_css_class (GTK_WIDGET (self->status_label), "error");
      gtk_widget_remove_css_class (GTK_WIDGET (self->status_image), "error");
      gtk_widget_add_css_class (GTK_WIDGET (self->status_label), "dim-label");
    }
}

static void
show_state (OmEditor *self)
{
  OmSaveState state = self->sheet != NULL ? om_sheet_get_state (self->sheet) : OM_SAVE_STATE_BLANK;
  const char *reason = self->sheet != NULL && om_sheet_get_error (self->sheet) != NULL
                         ? om_sheet_get_message (self->sheet)
                         : "";
  g_autofree char *text = NULL;

  switch (state)
    {
    case OM_SAVE_STATE_BLANK:
      show_status (self, _("Saved as you write"), NULL, FALSE);
      break;
    case OM_SAVE_STATE_LOADING:
      show_status (self, _("Opening this text…"), NULL, FALSE);
      break;
    case OM_SAVE_STATE_LOAD_FAILED:
      /* Translators: %s is the reason, a sentence */
      text = g_strdup_printf (_("This text could not be opened, so it cannot be changed: %s"), reason);
      show_status (self, text, "dialog-warning-symbolic", TRUE);
      break;
    case OM_SAVE_STATE_SAVED:
      if (om_sheet_was_in_conflict (self->sheet))
        show_status (self, _("Saved. It was changed somewhere else, too; both texts are kept"),
                     "dialog-warning-symbolic", FALSE);
      else
        show_status (self, _("Saved"), "object-select-symbolic", FALSE);
      break;
    case OM_SAVE_STATE_CHANGED:
      show_status (self, _("Changed, saving in a moment"), NULL, FALSE);
      break;
    case OM_SAVE_STATE_SAVING:
      show_status (self, _("Saving…"), NULL, FALSE);
      break;
    case OM_SAVE_STATE_FAILED:
      /* Translators: %s is the reason, a sentence */
      text = g_strdup_printf (_("Not saved yet: %s Your text stays here. It is tried again every few seconds and saved once that works."),
                              reason);
      show_status (self, text, "dialog-warning-symbolic", TRUE);
      break;
    case OM_SAVE_STATE_EMPTIED:
      show_status (self, _("An empty text is not saved: the last words are kept. Move it to the bin to let go of it."),
                   "dialog-information-symbolic", FALSE);
      break;
    case OM_SAVE_STATE_GONE:
      show_status (self, _("In the bin"), "user-trash-symbolic", FALSE);
      break;
    default:
      g_assert_not_reached ();
    }

  /* Its cursor stays in view: GTK 4.8 goes on blinking it when the focus has left, and ends the program at the next
   * blink if it was hidden meanwhile. */
  gtk_text_view_set_editable (self->view, self->sheet != NULL && om_sheet_is_editable (self->sheet));
  gtk_widget_set_visible (GTK_WIDGET (self->retry_button), state == OM_SAVE_STATE_LOAD_FAILED);
}

static void
show_placeholder (OmEditor *self)
{
  gboolean empty = self->sheet == NULL ||
                   gtk_text_buffer_get_char_count (GTK_TEXT_BUFFER (om_sheet_get_buffer (self->sheet))) == 0;

  gtk_widget_set_visible (GTK_WIDGET (self->placeholder_label),
                          empty && *gtk_label_get_label (self->placeholder_label) != '\0');
}

/* In the colours of now. */
static void
show_markdown (OmEditor *self)
{
  if (self->sheet != NULL)
    om_markdown_styler_set_looks (om_markdown_styler_of (om_sheet_get_buffer (self->sheet)), GTK_WIDGET (self->view));
}

static void
om_editor_css_changed (GtkWidget         *widget,
                       GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (om_editor_parent_class)->css_changed (widget, change);
  show_markdown (OM_EDITOR (widget));
}

static void
retry_clicked_cb (GtkButton *button,
                  OmEditor  *self)
{
  if (self->sheet != NULL)
    om_sheet_load (self->sheet);
}

static void
focus_left_cb (GtkEventControllerFocus *controller,
               OmEditor                *self)
{
  if (self->sheet != NULL)
    om_sheet_save (self->sheet);
}

static void
om_editor_set_property (GObject      *object,
                        guint         id,
                        const GValue *value,
                        GParamSpec   *pspec)
{
  OmEditor *self = OM_EDITOR (object);

  switch (id)
    {
    case PROP_PLACEHOLDER:
      gtk_label_set_label (self->placeholder_label, g_value_get_string (value));
      show_placeholder (self);
      break;
    case PROP_LABEL:
      gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      g_value_get_string (value), -1);
      break;
    case PROP_GROWS:
      self->grows = g_value_get_boolean (value);
      gtk_scrolled_window_set_propagate_natural_height (self->scroller, self->grows);
      gtk_scrolled_window_set_max_content_height (self->scroller, self->grows ? GROWS_TO_PX : -1);
      gtk_scrolled_window_set_min_content_height (self->scroller, self->grows ? GROWS_FROM_PX : -1);
      gtk_widget_set_vexpand (GTK_WIDGET (self->scroller), !self->grows);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
om_editor_dispose (GObject *object)
{
  OmEditor *self = OM_EDITOR (object);

  if (self->sheet != NULL)
    om_editor_set_sheet (self, NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_EDITOR);

  G_OBJECT_CLASS (om_editor_parent_class)->dispose (object);
}

static void
om_editor_class_init (OmEditorClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = om_editor_set_property;
  object_class->dispose = om_editor_dispose;
  widget_class->css_changed = om_editor_css_changed;

  /**
   * OmEditor:placeholder:
   *
   * What stands in an empty field.
   */
  properties[PROP_PLACEHOLDER] = g_param_spec_string ("placeholder", NULL, NULL, "",
                                                      G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS);

  /**
   * OmEditor:label:
   *
   * Name of the field, for a screen reader.
   */
  properties[PROP_LABEL] = g_param_spec_string ("label", NULL, NULL, "", G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS);

  /**
   * OmEditor:grows:
   *
   * The field is as high as its text, up to a limit; else it fills what room there is.
   */
  properties[PROP_GROWS] = g_param_spec_boolean ("grows", NULL, NULL, FALSE, G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);

  g_type_ensure (OM_TYPE_COMPLETION);
  g_type_ensure (OM_TYPE_TEXT_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-editor.ui");
  gtk_widget_class_bind_template_child (widget_class, OmEditor, box);
  gtk_widget_class_bind_template_child (widget_class, OmEditor, scroller);
  gtk_widget_class_bind_template_child (widget_class, OmEditor, view);
  gtk_widget_class_bind_template_child (widget_class, OmEditor, placeholder_label);
  gtk_widget_class_bind_template_child (widget_class, OmEditor, status_label);
  gtk_widget_class_bind_template_child (widget_class, OmEditor, status_image);
  gtk_widget_class_bind_template_child (widget_class, OmEditor, retry_button);
  gtk_widget_class_bind_template_child (widget_class, OmEditor, completion);
  gtk_widget_class_bind_template_callback (widget_class, retry_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, focus_left_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "memory-editor");
}

static void
om_editor_init (OmEditor *self)
{
  AdwStyleManager *style = adw_style_manager_get_default ();

  gtk_widget_init_template (GTK_WIDGET (self));
  om_completion_set_view (self->completion, self->view);
  /* The colours by name change without the widget's own style changing. */
  g_signal_connect_object (style, "notify::dark", G_CALLBACK (show_markdown), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (style, "notify::high-contrast", G_CALLBACK (show_markdown), self, G_CONNECT_SWAPPED);
  show_state (self);
}

/**
 * om_editor_set_sheet:
 * @sheet: (nullable): the text to edit
 *
 * What was edited before is saved now if it is not.
 */
void
om_editor_set_sheet (OmEditor *self,
                     OmSheet  *sheet)
{
  g_return_if_fail (OM_IS_EDITOR (self));
  g_return_if_fail (sheet == NULL || OM_IS_SHEET (sheet));

  if (self->sheet == sheet)
    return;
  if (self->sheet != NULL)
    {
      g_clear_signal_handler (&self->state_id, self->sheet);
      g_clear_signal_handler (&self->changed_id, om_sheet_get_buffer (self->sheet));
      om_sheet_release (self->sheet);
    }
  g_set_object (&self->sheet, sheet);
  om_completion_set_sheet (self->completion, sheet);
  if (sheet != NULL)
    {
      OmTextBuffer *buffer = om_sheet_get_buffer (sheet);

      om_sheet_hold (sheet);
      gtk_text_view_set_buffer (self->view, GTK_TEXT_BUFFER (buffer));
      self->state_id = g_signal_connect_swapped (sheet, "notify::state", G_CALLBACK (show_state), self);
      self->changed_id = g_signal_connect_swapped (buffer, "changed", G_CALLBACK (show_placeholder), self);
    }
  else
    {
      /* A view without any buffer trips over its own scrolling (GTK 4.8). */
      g_autoptr (GtkTextBuffer) empty = gtk_text_buffer_new (NULL);

      gtk_text_view_set_buffer (self->view, empty);
    }
  show_markdown (self);
  show_state (self);
  show_placeholder (self);
}

/**
 * om_editor_get_sheet:
 *
 * Returns: (transfer none) (nullable): the text being edited
 */
OmSheet *
om_editor_get_sheet (OmEditor *self)
{
  g_return_val_if_fail (OM_IS_EDITOR (self), NULL);

  return self->sheet;
}

/**
 * om_editor_take_focus:
 *
 * Puts the cursor into the text.
 *
 * Returns: %TRUE if it took the keyboard
 */
gboolean
om_editor_take_focus (OmEditor *self)
{
  g_return_val_if_fail (OM_IS_EDITOR (self), FALSE);

  return gtk_widget_grab_focus (GTK_WIDGET (self->view));
}
