/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmComposerMood: a button that says the mood of a text and sets it in words: how pleasant, how
 * stirred. What is estimated from the words is called so. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-composer-mood.h"

#include <glib/gi18n.h>
#include <math.h>

#include "views/om-mood-words.h"

struct _OmComposerMood
{
  GtkWidget parent_instance;

  GtkMenuButton  *button;
  GtkBox         *valence_box;
  GtkBox         *arousal_box;
  GtkButton      *clear_button;

  GtkCheckButton *valence_buttons[OM_N_VALENCE_STEPS]; /* (not owned): children */
  GtkCheckButton *arousal_buttons[OM_N_AROUSAL_STEPS]; /* (not owned): children */
  OmSheet        *sheet;   /* (owned) (nullable) */
  gboolean        showing; /* what the buttons do is not the person's doing */
};

G_DEFINE_FINAL_TYPE (OmComposerMood, om_composer_mood, GTK_TYPE_WIDGET)

static void
show_mood (OmComposerMood *self)
{
  const OmMemory *record = self->sheet != NULL ? om_sheet_get_record (self->sheet, OM_CHANGE_MOOD) : NULL;
  gboolean known = record != NULL && om_memory_has_mood (record);
  /* A record that is stored says itself whether the mood is the person's; one on its way is. */
  gboolean estimated = known && record == om_sheet_get_memory (self->sheet) &&
                       (record->flags & OM_FLAG_MOOD_BY_HAND) == 0;
  g_autofree char *label = NULL;
  g_autofree char *name = NULL;

  if (!known)
    label = g_strdup (_("Mood"));
  else if (estimated)
    /* Translators: %s is a mood in a word, which the program took from the words of the text */
    label = g_strdup_printf (_("%s, estimated"), om_mood_words_name (record->valence, record->arousal));
  else
    label = g_strdup (om_mood_words_name (record->valence, record->arousal));
  gtk_menu_button_set_label (self->button, label);
  name = known ? g_strdup_printf (_("Mood: %s"), label) : g_strdup (label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_widget_set_sensitive (GTK_WIDGET (self->clear_button), known && !estimated);

  self->showing = TRUE;
  for (guint i = 0; i < OM_N_VALENCE_STEPS; i++)
    gtk_check_button_set_active (self->valence_buttons[i], known && om_mood_words_valence_step (record->valence) == i);
  for (guint i = 0; i < OM_N_AROUSAL_STEPS; i++)
    gtk_check_button_set_active (self->arousal_buttons[i], known && om_mood_words_arousal_step (record->arousal) == i);
  self->showing = FALSE;
}

static void
set_mood (OmComposerMood *self,
          double          valence,
          double          arousal)
{
  g_autoptr (OmMemory) values = om_memory_new ();

  values->valence = valence;
  values->arousal = arousal;
  om_sheet_set_fields (self->sheet, OM_CHANGE_MOOD, values);
}

static int
active_of (GtkCheckButton *const *buttons,
           int                    n)
{
  for (int i = 0; i < n; i++)
    {
      if (gtk_check_button_get_active (buttons[i]))
        return i;
    }
  return -1;
}

static void
toggled_cb (GtkCheckButton *button,
            OmComposerMood *self)
{
  int valence = active_of (self->valence_buttons, OM_N_VALENCE_STEPS);
  int arousal = active_of (self->arousal_buttons, OM_N_AROUSAL_STEPS);

  if (self->showing || self->sheet == NULL || !gtk_check_button_get_active (button))
    return;
  /* One of the two is enough: the other one then is the middle. */
  set_mood (self,
            om_mood_words_step_valence (valence >= 0 ? (guint) valence : OM_N_VALENCE_STEPS / 2),
            om_mood_words_step_arousal (arousal >= 0 ? (guint) arousal : OM_N_AROUSAL_STEPS / 2));
}

static void
clear_clicked_cb (GtkButton      *button,
                  OmComposerMood *self)
{
  if (self->sheet != NULL)
    set_mood (self, NAN, NAN);
  gtk_menu_button_popdown (self->button);
}

static GtkCheckButton *
add_choice (OmComposerMood *self,
            GtkBox         *box,
            const char     *label,
            GtkCheckButton *group)
{
  GtkWidget *button = gtk_check_button_new_with_label (label);

  gtk_check_button_set_group (GTK_CHECK_BUTTON (button), group);
  g_signal_connect_object (button, "toggled", G_CALLBACK (toggled_cb), self, 0);
  gtk_box_append (box, button);
  return GTK_CHECK_BUTTON (button);
}

static void
om_composer_mood_dispose (GObject *object)
{
  OmComposerMood *self = OM_COMPOSER_MOOD (object);

  om_composer_mood_set_sheet (self, NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_COMPOSER_MOOD);

  G_OBJECT_CLASS (om_composer_mood_parent_class)->dispose (object);
}

static void
om_composer_mood_class_init (OmComposerMoodClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_composer_mood_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-composer-mood.ui");
  gtk_widget_class_bind_template_child (widget_class, OmComposerMood, button);
  gtk_widget_class_bind_template_child (widget_class, OmComposerMood, valence_box);
  gtk_widget_class_bind_template_child (widget_class, OmComposerMood, arousal_box);
  gtk_widget_class_bind_template_child (widget_class, OmComposerMood, clear_button);
  gtk_widget_class_bind_template_callback (widget_class, clear_clicked_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
om_composer_mood_init (OmComposerMood *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = OM_N_VALENCE_STEPS; i > 0; i--)
    self->valence_buttons[i - 1] = add_choice (self, self->valence_box, om_mood_words_valence (i - 1),
                                               i < OM_N_VALENCE_STEPS ? self->valence_buttons[i] : NULL);
  for (guint i = OM_N_AROUSAL_STEPS; i > 0; i--)
    self->arousal_buttons[i - 1] = add_choice (self, self->arousal_box, om_mood_words_arousal (i - 1),
                                               i < OM_N_AROUSAL_STEPS ? self->arousal_buttons[i] : NULL);
  show_mood (self);
}

/**
 * om_composer_mood_set_sheet:
 * @sheet: (nullable): the text whose mood it is
 */
void
om_composer_mood_set_sheet (OmComposerMood *self,
                            OmSheet        *sheet)
{
  g_return_if_fail (OM_IS_COMPOSER_MOOD (self));

  if (self->sheet == sheet)
    return;
  if (self->sheet != NULL)
    g_signal_handlers_disconnect_by_func (self->sheet, show_mood, self);
  g_set_object (&self->sheet, sheet);
  if (sheet == NULL)
    return;
  g_signal_connect_object (sheet, "notify::state", G_CALLBACK (show_mood), self, G_CONNECT_SWAPPED);
  show_mood (self);
}
