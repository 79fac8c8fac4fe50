/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmMoodBox: the mood of a memory, as a place and in words. What is estimated from the text is called
 * so; a mood that was set can be given back to the estimate. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-mood-box.h"

#include <glib/gi18n.h>
#include <math.h>

#include "views/om-mood-pad.h"
#include "views/om-mood-words.h"

struct _OmMoodBox
{
  GtkWidget parent_instance;

  GtkWidget *box; /* bound, so that it is let go with the template */
  OmMoodPad *pad;
  GtkLabel  *label;
  GtkButton *clear_button;

  OmSheet   *sheet; /* (owned) (nullable) */
};

G_DEFINE_FINAL_TYPE (OmMoodBox, om_mood_box, GTK_TYPE_WIDGET)

static void
show_mood (OmMoodBox *self)
{
  const OmMemory *stored = self->sheet != NULL ? om_sheet_get_memory (self->sheet) : NULL;
  const OmMemory *record = self->sheet != NULL ? om_sheet_get_record (self->sheet, OM_CHANGE_MOOD) : NULL;
  gboolean known = record != NULL && om_memory_has_mood (record);
  /* A record that is stored says itself whether the mood is the person's; one on its way is. */
  gboolean by_hand = known && (record != stored || (record->flags & OM_FLAG_MOOD_BY_HAND) != 0);
  g_autofree char *text = NULL;

  if (!known)
    text = g_strdup (_("Not known. Choose a place in the field to set it."));
  else if (by_hand)
    /* Translators: a mood in a word, then how pleasant and how stirred: “Glad: pleasant, awake” */
    text = g_strdup_printf (_("%s: %s, %s"), om_mood_words_name (record->valence, record->arousal),
                            om_mood_words_valence (om_mood_words_valence_step (record->valence)),
                            om_mood_words_arousal (om_mood_words_arousal_step (record->arousal)));
  else
    /* Translators: the same, taken by the program from the words of the text */
    text = g_strdup_printf (_("Estimated from the text. %s: %s, %s"),
                            om_mood_words_name (record->valence, record->arousal),
                            om_mood_words_valence (om_mood_words_valence_step (record->valence)),
                            om_mood_words_arousal (om_mood_words_arousal_step (record->arousal)));
  gtk_label_set_label (self->label, text);
  om_mood_pad_set_mood (self->pad, known ? record->valence : NAN, known ? record->arousal : NAN, by_hand);
  gtk_widget_set_sensitive (GTK_WIDGET (self->clear_button), by_hand);
  gtk_widget_set_sensitive (GTK_WIDGET (self), stored != NULL && om_sheet_is_editable (self->sheet));
}

static void
set_mood (OmMoodBox *self,
          double     valence,
          double     arousal)
{
  g_autoptr (OmMemory) values = om_memory_new ();

  if (self->sheet == NULL)
    return;
  values->valence = valence;
  values->arousal = arousal;
  om_sheet_set_fields (self->sheet, OM_CHANGE_MOOD, values);
}

static void
picked_cb (OmMoodPad *pad,
           double     valence,
           double     arousal,
           OmMoodBox *self)
{
  set_mood (self, valence, arousal);
}

static void
clear_clicked_cb (GtkButton *button,
                  OmMoodBox *self)
{
  /* The button will not take keys any more. */
  gtk_widget_grab_focus (GTK_WIDGET (self->pad));
  set_mood (self, NAN, NAN);
}

static void
om_mood_box_dispose (GObject *object)
{
  OmMoodBox *self = OM_MOOD_BOX (object);

  om_mood_box_set_sheet (self, NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_MOOD_BOX);

  G_OBJECT_CLASS (om_mood_box_parent_class)->dispose (object);
}

static void
om_mood_box_class_init (OmMoodBoxClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_mood_box_dispose;

  g_type_ensure (OM_TYPE_MOOD_PAD);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-mood-box.ui");
  gtk_widget_class_bind_template_child (widget_class, OmMoodBox, box);
  gtk_widget_class_bind_template_child (widget_class, OmMoodBox, pad);
  gtk_widget_class_bind_template_child (widget_class, OmMoodBox, label);
  gtk_widget_class_bind_template_child (widget_class, OmMoodBox, clear_button);
  gtk_widget_class_bind_template_callback (widget_class, picked_cb);
  gtk_widget_class_bind_template_callback (widget_class, clear_clicked_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
om_mood_box_init (OmMoodBox *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * om_mood_box_set_sheet:
 * @sheet: (nullable): the memory whose mood it is
 */
void
om_mood_box_set_sheet (OmMoodBox *self,
                       OmSheet   *sheet)
{
  g_return_if_fail (OM_IS_MOOD_BOX (self));

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
