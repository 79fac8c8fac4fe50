/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What spin buttons do otherwise than GTK's: the wheel over one that has not the focus scrolls the page, and
 * what is no number in its range brings the former number back. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-spin.h"

#include <locale.h>
#include <math.h>
#include <string.h>

#define MAX_DIGITS 20
#define CLOSE_ENOUGH 1e-9 /* of the number: what adding steps leaves is not shown */

/* The wheel ------------------------------------------------------------------------------------- */

static void
set_wheel (GtkWidget *spin,
           gboolean   takes)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (spin);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_SCROLL (controller))
        gtk_event_controller_set_propagation_phase (controller, takes ? GTK_PHASE_BUBBLE : GTK_PHASE_NONE);
    }
}

static void
focus_moved_cb (GtkEventControllerFocus *focus,
                GParamSpec              *pspec,
                gpointer                 data)
{
  set_wheel (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (focus)),
             gtk_event_controller_focus_contains_focus (focus));
}

/**
 * om_spin_leave_wheel:
 * @spin: a spin button
 *
 * The wheel turns @spin only while it has the focus; else it scrolls what @spin stands in.
 */
void
om_spin_leave_wheel (GtkSpinButton *spin)
{
  GtkEventController *focus;

  g_return_if_fail (GTK_IS_SPIN_BUTTON (spin));

  focus = gtk_event_controller_focus_new ();
  g_signal_connect (focus, "notify::contains-focus", G_CALLBACK (focus_moved_cb), NULL);
  gtk_widget_add_controller (GTK_WIDGET (spin), focus);
  set_wheel (GTK_WIDGET (spin), FALSE);
}

/* Numbers --------------------------------------------------------------------------------------- */

/* As many digits as the button has, more if the number is not told by them. */
static char *
dup_text (GtkSpinButton *spin)
{
  double value = gtk_spin_button_get_value (spin);
  int digits = gtk_spin_button_get_digits (spin);
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  char format[8];

  for (; digits < MAX_DIGITS; digits++)
    {
      g_snprintf (format, sizeof format, "%%.%df", digits);
      g_ascii_formatd (text, sizeof text, format, value);
      if (fabs (g_ascii_strtod (text, NULL) - value) <= CLOSE_ENOUGH * fabs (value))
        break;
    }
  return g_strdup_printf ("%.*f", digits, value);
}

/* Plain digits with at most one point, or what the place writes for it. */
static gboolean
read_number (const char *text,
             gboolean    whole,
             double     *value)
{
  const char *point = localeconv ()->decimal_point;
  g_autoptr (GString) plain = g_string_new (NULL);
  gboolean pointed = FALSE;
  gboolean any = FALSE;

  while (*text != '\0')
    {
      gboolean local = *point != '\0' && g_str_has_prefix (text, point);

      if (local || *text == '.')
        {
          if (pointed || whole)
            return FALSE;
          pointed = TRUE;
          g_string_append_c (plain, '.');
          text += local ? strlen (point) : 1;
          continue;
        }
      if (!g_unichar_isdigit (g_utf8_get_char (text)))
        return FALSE;
      any = TRUE;
      g_string_append_c (plain, '0' + g_unichar_digit_value (g_utf8_get_char (text)));
      text = g_utf8_next_char (text);
    }
  *value = g_ascii_strtod (plain->str, NULL);
  return any;
}

static int
input_cb (GtkSpinButton *spin,
          double        *value,
          gpointer       data)
{
  GtkAdjustment *adjustment = gtk_spin_button_get_adjustment (spin);
  g_autofree char *shown = dup_text (spin);
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (spin))));

  /* What nobody has changed keeps its last bit. */
  if (g_str_equal (text, shown))
    {
      *value = gtk_adjustment_get_value (adjustment);
      return TRUE;
    }
  if (read_number (text, gtk_spin_button_get_digits (spin) == 0, value) &&
      *value >= gtk_adjustment_get_lower (adjustment) && *value <= gtk_adjustment_get_upper (adjustment))
    return TRUE;
  *value = gtk_adjustment_get_value (adjustment);
  return GTK_INPUT_ERROR;
}

static gboolean
output_cb (GtkSpinButton *spin,
           gpointer       data)
{
  g_autofree char *text = dup_text (spin);

  if (g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (spin)), text) != 0)
    gtk_editable_set_text (GTK_EDITABLE (spin), text);
  return TRUE;
}

/**
 * om_spin_take_numbers:
 * @spin: a spin button over numbers from 0 on
 *
 * What is typed counts if it is a number in the range of @spin, with a point or what this place writes for it;
 * all else brings the former number back. A number that is smaller than the digits of @spin is shown with more.
 */
void
om_spin_take_numbers (GtkSpinButton *spin)
{
  g_return_if_fail (GTK_IS_SPIN_BUTTON (spin));

  /* Numeric would swallow signs while one types: “0,3” would be 03. */
  gtk_spin_button_set_numeric (spin, FALSE);
  gtk_spin_button_set_update_policy (spin, GTK_UPDATE_IF_VALID);
  g_signal_connect (spin, "input", G_CALLBACK (input_cb), NULL);
  g_signal_connect (spin, "output", G_CALLBACK (output_cb), NULL);
}
