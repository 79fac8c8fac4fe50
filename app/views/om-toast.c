/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one way to tell something in a toast. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-toast.h"

/* Pixels of a toast beside its words: margins and the button that closes it. */
#define FRAME_WIDTH 112
#define MOST_CHARS 60
#define LEAST_CHARS 8

/* How broad a text is in the font of a widget, in pixels. */
static int
measure_text (GtkWidget  *widget,
              const char *text)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (widget, text);
  int width;

  pango_layout_get_pixel_size (layout, &width, NULL);
  return width;
}

/* libadwaita 1.2 gives a toast the width it would like to have, even if that is more than there is; and a
 * text that may wrap would like to be two lines, even if there is room for one. */
static void
fit_into (AdwToast  *toast,
          GtkWidget *place)
{
  GtkWidget *title = adw_toast_get_custom_title (toast);
  const char *button = adw_toast_get_button_label (toast);
  int ten, room, most, wanted;

  if (!GTK_IS_LABEL (title))
    return;
  ten = MAX (measure_text (title, "nnnnnnnnnn"), 1);
  room = gtk_widget_get_width (place) - FRAME_WIDTH - (button != NULL ? measure_text (title, button) + FRAME_WIDTH / 2 : 0);
  most = CLAMP (room * 10 / ten, LEAST_CHARS, MOST_CHARS);
  /* Pixels, not letters, for a Chinese one is as broad as two; and in the letters of the title itself. */
  wanted = measure_text (title, gtk_label_get_text (GTK_LABEL (title))) + 2;
  gtk_widget_set_size_request (title, wanted <= most * ten / 10 ? wanted : -1, -1);
  gtk_label_set_max_width_chars (GTK_LABEL (title), most);
}

/**
 * om_toast_new:
 * @text: a sentence; it may hold anything, it is not read as markup
 *
 * A toast's own title is markup and is cut where the window ends. This one is neither: a message has
 * to be whole at 360 pixels and twice the text size, too.
 *
 * Returns: (transfer full): a toast that says it, for om_toast_add()
 */
AdwToast *
om_toast_new (const char *text)
{
  AdwToast *toast = adw_toast_new ("");
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "heading");
  adw_toast_set_custom_title (toast, label);
  return toast;
}

/**
 * om_toast_find_place:
 * @widget: any
 *
 * Returns: (transfer none) (nullable): where a toast about it is shown: the preferences, or the toast overlay around
 *   it; %NULL where there is neither, as after a page was closed
 */
GtkWidget *
om_toast_find_place (GtkWidget *widget)
{
  GtkWidget *window = gtk_widget_get_ancestor (widget, ADW_TYPE_PREFERENCES_WINDOW);

  return window != NULL ? window : gtk_widget_get_ancestor (widget, ADW_TYPE_TOAST_OVERLAY);
}

/**
 * om_toast_add:
 * @widget: what it is about
 * @toast: (transfer full): what to tell
 *
 * Shows it in its place; where there is none it is let go.
 */
void
om_toast_add (GtkWidget *widget,
              AdwToast  *toast)
{
  GtkWidget *place = om_toast_find_place (widget);

  if (place == NULL)
    {
      g_object_unref (toast);
      return;
    }
  fit_into (toast, place);
  if (ADW_IS_PREFERENCES_WINDOW (place))
    adw_preferences_window_add_toast (ADW_PREFERENCES_WINDOW (place), toast);
  else
    adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (place), toast);
}

/**
 * om_toast_change:
 * @place: where it was added
 * @toast: made by om_toast_new()
 * @text: what it says now
 */
void
om_toast_change (GtkWidget  *place,
                 AdwToast   *toast,
                 const char *text)
{
  gtk_label_set_text (GTK_LABEL (adw_toast_get_custom_title (toast)), text);
  fit_into (toast, place);
}

/**
 * om_toast_show:
 * @widget: what it is about
 * @text: as for om_toast_new()
 *
 * A new toast there, with nothing to press. Fits as a handler of OmChartView::said.
 */
void
om_toast_show (GtkWidget  *widget,
               const char *text)
{
  om_toast_add (widget, om_toast_new (text));
}
