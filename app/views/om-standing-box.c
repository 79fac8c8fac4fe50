/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmStandingBox: how present a memory is, in a word and a bar, and what the person can do about it: pin,
 * keep, let it rest, put it to rest, not show it by itself, make it private, or say that it is
 * remembered. Each says in words what it does. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-standing-box.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "views/om-date-words.h"
#include "views/om-looks.h"

typedef enum
{
  SWITCH_PIN,
  SWITCH_KEEP,
  SWITCH_RESOLVE,
  SWITCH_HIDE,
  SWITCH_PRIVATE,
  N_SWITCHES,
} Switch;

static const struct
{
  guint flag;
  OmAct on;
  OmAct off;
} acts_of[N_SWITCHES] = {
  [SWITCH_PIN] = { OM_FLAG_PINNED, OM_ACT_PIN, OM_ACT_UNPIN },
  [SWITCH_KEEP] = { OM_FLAG_KEPT, OM_ACT_KEEP, OM_ACT_LET_FADE },
  [SWITCH_RESOLVE] = { OM_FLAG_RESOLVED, OM_ACT_RESOLVE, OM_ACT_REOPEN },
  [SWITCH_HIDE] = { OM_FLAG_HIDDEN, OM_ACT_HIDE, OM_ACT_UNHIDE },
  [SWITCH_PRIVATE] = { OM_FLAG_PRIVATE, OM_ACT_MAKE_PRIVATE, OM_ACT_UNMAKE_PRIVATE },
};

struct _OmStandingBox
{
  GtkWidget parent_instance;

  GtkWidget    *box; /* bound, so that it is let go with the template */
  AdwActionRow *vividness_row;
  GtkLevelBar  *vividness_bar;
  AdwActionRow *rest_row;
  GtkButton    *rest_button;
  GtkButton    *remember_button;
  GtkLabel     *why_label;
  GtkLabel     *message_label;
  GtkSwitch    *switches[N_SWITCHES];

  OmSession    *session; /* (owned) (nullable) */
  OmSheet      *sheet;   /* (owned) (nullable) */
  guint         pending; /* #OmMemoryFlags of acts whose end the record does not show yet */
  gboolean      resting;
  gboolean      showing; /* what the switches do is not the person's doing */
};

G_DEFINE_FINAL_TYPE (OmStandingBox, om_standing_box, GTK_TYPE_WIDGET)

static void
show_message (OmStandingBox *self,
              const char    *message)
{
  gtk_label_set_label (self->message_label, message != NULL ? message : "");
  gtk_widget_set_visible (GTK_WIDGET (self->message_label), message != NULL);
}

static void
show_why (OmStandingBox  *self,
          const OmMemory *memory,
          int             percent)
{
  GTimeZone *zone = om_session_get_zone (self->session);
  OmMoment used = om_moment_at (memory->last_active_at, zone);
  g_autofree char *date = om_date_words_full (&used, zone);
  double salience = om_engine_present_salience (om_session_get_engine (self->session), memory);
  g_autofree char *recalls = g_strdup_printf (ngettext ("recalled %u time", "recalled %u times", memory->coactivations),
                                              memory->coactivations);
  /* Translators: the numbers behind a memory's vividness; the first %s says how often it was recalled,
   * the second when it was used last */
  g_autofree char *text = g_strdup_printf (_("Vividness %d of 100. Salience %.2f of 1, %s. Used last on %s."), percent,
                                           salience, recalls, date);

  gtk_label_set_label (self->why_label, text);
}

static void
show_record (OmStandingBox *self)
{
  OmMemory *stored = self->sheet != NULL ? om_sheet_get_memory (self->sheet) : NULL;
  OmVividness vividness;
  guint flags;
  int percent = 0;

  gtk_widget_set_sensitive (GTK_WIDGET (self), stored != NULL && om_sheet_is_editable (self->sheet));
  if (stored == NULL || self->session == NULL)
    return;

  vividness = om_engine_get_vividness (om_session_get_engine (self->session), stored, &percent);
  adw_action_row_set_subtitle (self->vividness_row, om_look_vividness_name (vividness));
  gtk_level_bar_set_value (self->vividness_bar, percent);
  self->resting = vividness == OM_VIVIDNESS_RESTING;
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->rest_row), self->resting ? _("At rest") : C_("verb", "Put to rest"));
  adw_action_row_set_subtitle (self->rest_row,
                               self->resting ? _("Not on Today; lists and search find it as ever")
                                             : _("Leaves Today; lists and search find it as ever"));
  gtk_button_set_label (self->rest_button, self->resting ? C_ ("verb", "Wake") : C_ ("verb", "Rest"));
  show_why (self, stored, percent);

  flags = stored->flags;
  self->showing = TRUE;
  for (int i = 0; i < N_SWITCHES; i++)
    {
      gboolean active = (flags & acts_of[i].flag) != 0;

      /* The record of before the act that is under way would put its switch back for a moment. */
      if ((self->pending & acts_of[i].flag) != 0 && active != gtk_switch_get_active (self->switches[i]))
        continue;
      self->pending &= ~acts_of[i].flag;
      gtk_switch_set_active (self->switches[i], active);
    }
  self->showing = FALSE;
  /* What is pinned is kept. */
  gtk_widget_set_sensitive (GTK_WIDGET (self->switches[SWITCH_KEEP]), (flags & OM_FLAG_PINNED) == 0);
}

static void
act (OmStandingBox *self,
     OmAct          what)
{
  const char *ids[] = { self->sheet != NULL ? om_sheet_get_id (self->sheet) : NULL, NULL };

  show_message (self, NULL);
  if (ids[0] != NULL)
    om_session_act (self->session, what, ids);
}

static void
switched_cb (GtkSwitch     *button,
             GParamSpec    *pspec,
             OmStandingBox *self)
{
  for (int i = 0; i < N_SWITCHES && !self->showing; i++)
    {
      if (self->switches[i] != button)
        continue;
      self->pending |= acts_of[i].flag;
      act (self, gtk_switch_get_active (button) ? acts_of[i].on : acts_of[i].off);
    }
}

static void
rest_clicked_cb (GtkButton     *button,
                 OmStandingBox *self)
{
  act (self, self->resting ? OM_ACT_WAKE : OM_ACT_REST);
}

static void
remember_clicked_cb (GtkButton     *button,
                     OmStandingBox *self)
{
  act (self, OM_ACT_REMEMBER);
}

/* The switches go back to what is, and it is said here as well, where it was tried. */
static void
act_failed_cb (OmSession     *session,
               const GError  *error,
               OmStandingBox *self)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  self->pending = 0;
  show_record (self);
  show_message (self, error->message);
}

static void
om_standing_box_dispose (GObject *object)
{
  OmStandingBox *self = OM_STANDING_BOX (object);

  om_standing_box_set_sheet (self, NULL);
  self->showing = TRUE;
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_STANDING_BOX);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (om_standing_box_parent_class)->dispose (object);
}

static void
bind_switch (GtkWidgetClass *widget_class,
             const char     *name,
             Switch          index)
{
  gtk_widget_class_bind_template_child_full (widget_class, name, FALSE,
                                             G_STRUCT_OFFSET (OmStandingBox, switches) +
                                               (gssize) index * (gssize) sizeof (GtkSwitch *));
}

static void
om_standing_box_class_init (OmStandingBoxClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_standing_box_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-standing-box.ui");
  gtk_widget_class_bind_template_child (widget_class, OmStandingBox, box);
  gtk_widget_class_bind_template_child (widget_class, OmStandingBox, vividness_row);
  gtk_widget_class_bind_template_child (widget_class, OmStandingBox, vividness_bar);
  gtk_widget_class_bind_template_child (widget_class, OmStandingBox, rest_row);
  gtk_widget_class_bind_template_child (widget_class, OmStandingBox, rest_button);
  gtk_widget_class_bind_template_child (widget_class, OmStandingBox, remember_button);
  gtk_widget_class_bind_template_child (widget_class, OmStandingBox, why_label);
  gtk_widget_class_bind_template_child (widget_class, OmStandingBox, message_label);
  bind_switch (widget_class, "pin_switch", SWITCH_PIN);
  bind_switch (widget_class, "keep_switch", SWITCH_KEEP);
  bind_switch (widget_class, "resolve_switch", SWITCH_RESOLVE);
  bind_switch (widget_class, "hide_switch", SWITCH_HIDE);
  bind_switch (widget_class, "private_switch", SWITCH_PRIVATE);
  gtk_widget_class_bind_template_callback (widget_class, switched_cb);
  gtk_widget_class_bind_template_callback (widget_class, rest_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, remember_clicked_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

/* With large letters in a narrow window its words take two lines, and leave room for what stands beside it. */
static void
wrap_label (GtkButton *button)
{
  GtkLabel *label = GTK_LABEL (gtk_button_get_child (button));

  gtk_label_set_wrap (label, TRUE);
  gtk_label_set_justify (label, GTK_JUSTIFY_CENTER);
}

static void
om_standing_box_init (OmStandingBox *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  wrap_label (self->rest_button);
  wrap_label (self->remember_button);
}

/**
 * om_standing_box_set_session:
 * @session: where the memories lie; set once
 */
void
om_standing_box_set_session (OmStandingBox *self,
                             OmSession     *session)
{
  g_return_if_fail (OM_IS_STANDING_BOX (self));

  g_set_object (&self->session, session);
  g_signal_connect_object (session, "act-failed", G_CALLBACK (act_failed_cb), self, 0);
}

/**
 * om_standing_box_set_sheet:
 * @sheet: (nullable): the memory it tells of
 */
void
om_standing_box_set_sheet (OmStandingBox *self,
                           OmSheet       *sheet)
{
  g_return_if_fail (OM_IS_STANDING_BOX (self));

  if (self->sheet == sheet)
    return;
  if (self->sheet != NULL)
    g_signal_handlers_disconnect_by_func (self->sheet, show_record, self);
  g_set_object (&self->sheet, sheet);
  self->pending = 0;
  if (sheet == NULL)
    return;
  show_message (self, NULL);
  g_signal_connect_object (sheet, "notify::state", G_CALLBACK (show_record), self, G_CONNECT_SWAPPED);
  show_record (self);
}
