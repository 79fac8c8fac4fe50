/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmTraitWindow: the sentence, how sure it is over time with the bands of the stages, every piece of evidence
 * for and against it, what it belongs to, its history, and what the person can say of it. It asks again when
 * something changed; reading strengthens nothing. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-trait-window.h"

#include <glib/gi18n.h>
#include <math.h>

#include "chart/om-chart-view.h"
#include "engine/om-trait-event-words.h"
#include "memory/om-joining.h"
#include "views/om-child-window.h"
#include "views/om-date-words.h"
#include "views/om-toast.h"
#include "views/om-trait-act-words.h"
#include "views/om-trait-card.h"
#include "views/om-trait-curve.h"
#include "views/om-trait-looks.h"
#include "views/om-trait-question.h"
#include "views/om-wrap-layout.h"

/* Changes come in bursts. */
#define UPDATE_AFTER_MS 300
/* Pieces of evidence shown at first, and more with each press. */
#define FIRST_SHOWN 8
#define MORE_SHOWN 40

struct _OmTraitWindow
{
  AdwWindow parent_instance;

  AdwToastOverlay *toasts;
  GtkStack        *stack;
  AdwStatusPage   *gone_page;
  GtkLabel        *text_label;
  GtkLabel        *found_label;
  GtkLabel        *standing_label;
  GtkLevelBar     *bar;
  GtkMenuButton   *only_button;
  GtkMenuButton   *rename_button;
  GtkPopover      *rename_popover;
  GtkEditable     *rename_entry;
  GtkWidget       *found_button;
  GtkBox          *question_box;
  OmChartView     *curve;
  GtkLabel        *for_label;
  GtkListBox      *for_list;
  GtkButton       *more_for_button;
  GtkLabel        *against_label;
  GtkListBox      *against_list;
  GtkButton       *more_against_button;
  GtkWidget       *family_label;
  GtkListBox      *family_list;
  GtkLabel        *history_label;

  OmSession       *session; /* (owned) */
  char            *id;      /* (owned) */
  OmTraitDetail   *detail;  /* (owned) (nullable) */
  GCancellable    *cancellable;
  guint            n_wanted; /* pieces of evidence of each list */
  guint            update_id;
};

enum
{
  SIGNAL_OPENED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmTraitWindow, om_trait_window, ADW_TYPE_WINDOW)

/* Showing --------------------------------------------------------------------------------------- */

static void
empty_list (GtkListBox *list)
{
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (list, 0)) != NULL)
    gtk_list_box_remove (list, GTK_WIDGET (row));
}

static GtkWidget *
evidence_row_new (const OmTraitEvidence *evidence)
{
  GtkWidget *row = adw_action_row_new ();
  const OmMoment day = { .ms = (gint64) evidence->day * OM_MS_PER_DAY, .precision = OM_PRECISION_DAY };
  g_autofree char *date = om_date_words_day (&day);
  g_autofree char *why = om_trait_look_dup_why (evidence);
  g_autofree char *about = g_strdup_printf ("%s · %s", date, why);
  gboolean quoted = evidence->quote != NULL && *evidence->quote != '\0';
  /* Translators: words somebody wrote, quoted */
  g_autofree char *title = quoted ? g_strdup_printf (_("“%s”"), evidence->quote) : g_strdup (date);
  const char *subtitle = quoted ? about : why;
  g_autofree char *name = om_join_said (title, subtitle, NULL);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 4);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 4);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), evidence->memory_id != NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_object_set_data_full (G_OBJECT (row), "id", g_strdup (evidence->memory_id), g_free);
  return row;
}

static void
show_evidence (OmTraitWindow *self,
               gboolean       supports,
               GtkLabel      *label,
               GtkListBox    *list,
               GtkButton     *button)
{
  g_autofree char *heading = NULL;
  g_autofree char *more = NULL;
  guint n = 0;

  empty_list (list);
  for (guint i = 0; i < self->detail->evidence->len; i++)
    {
      const OmTraitEvidence *evidence = g_ptr_array_index (self->detail->evidence, i);

      if (evidence->supports != supports)
        continue;
      if (n++ < self->n_wanted)
        gtk_list_box_append (list, evidence_row_new (evidence));
    }
  heading = supports ? g_strdup_printf (ngettext ("%u Piece of Evidence for It", "%u Pieces of Evidence for It", n), n)
                     : g_strdup_printf (ngettext ("%u Piece of Evidence Against It", "%u Pieces of Evidence Against It", n), n);
  gtk_label_set_text (label, heading);
  gtk_widget_set_visible (GTK_WIDGET (label), n > 0 || supports);
  gtk_widget_set_visible (GTK_WIDGET (list), n > 0);
  gtk_widget_set_visible (GTK_WIDGET (button), n > self->n_wanted);
  if (n <= self->n_wanted)
    return;
  more = g_strdup_printf (ngettext ("Show %u More", "Show %u More", n - self->n_wanted), n - self->n_wanted);
  gtk_button_set_label (button, more);
}

static void
add_family (OmTraitWindow *self,
            GPtrArray     *traits)
{
  for (guint i = 0; i < traits->len; i++)
    gtk_list_box_append (self->family_list, om_trait_card_new_row (g_ptr_array_index (traits, i)));
}

static void
show_family (OmTraitWindow *self)
{
  const OmTraitDetail *detail = self->detail;
  gboolean any;

  empty_list (self->family_list);
  add_family (self, detail->parents);
  add_family (self, detail->children);
  if (detail->predecessor != NULL)
    gtk_list_box_append (self->family_list, om_trait_card_new_row (detail->predecessor));
  add_family (self, detail->successors);
  any = gtk_list_box_get_row_at_index (self->family_list, 0) != NULL;
  gtk_widget_set_visible (self->family_label, any);
  gtk_widget_set_visible (GTK_WIDGET (self->family_list), any);
}

static void
show_history (OmTraitWindow *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GArray) history = om_trait_detail_dup_history (self->detail);

  for (guint i = history->len; i > 0; i--)
    {
      const OmTraitEvent *event = &g_array_index (history, OmTraitEvent, i - 1);
      OmMoment moment = om_moment_at (event->at, om_session_get_zone (self->session));
      g_autofree char *day = om_date_words_day (&moment);

      g_autoptr (GStrvBuilder) parts = g_strv_builder_new ();
      g_auto (GStrv) strv = NULL;
      g_autofree char *what = NULL;
      g_autofree char *line = NULL;

      g_strv_builder_add (parts, om_trait_cause_words (event->cause));
      if (!isnan (event->confidence_after))
        {
          g_autofree char *sure = g_strdup_printf ("%d %%", (int) lround (100 * event->confidence_after));

          g_strv_builder_add (parts, sure);
        }
      if (event->stage_after != event->stage_before)
        g_strv_builder_add (parts, om_trait_look_stage_name (event->stage_after));
      strv = g_strv_builder_end (parts);
      what = om_join_list ((const char *const *) strv);
      line = om_join_value (day, what);
      g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", line);
    }
  gtk_label_set_text (self->history_label, text->str);
}

static void
show_question (OmTraitWindow *self)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->question_box));

  if (child != NULL)
    gtk_box_remove (self->question_box, child);
  if (self->detail->trait->needs_review)
    gtk_box_append (self->question_box, GTK_WIDGET (om_trait_question_new_review (self->session, self->detail->trait)));
}

static void
show_sentence (OmTraitWindow *self)
{
  const OmTrait *trait = self->detail->trait;
  g_autofree char *kind = om_trait_look_dup_kind (trait);
  g_autofree char *sure = om_trait_look_dup_confidence (trait);
  g_autofree char *numbers = om_trait_look_dup_numbers (trait);
  g_autofree char *standing = g_strjoin (" · ", om_trait_look_stage_name (trait->shown_stage), kind, sure, numbers,
                                         trait->modified ? _("often, not always") : NULL, NULL);
  /* Translators: %s is a sentence as the program found it, before the person renamed it */
  g_autofree char *found = g_strdup_printf (_("Found as: %s"), trait->found_text);

  gtk_label_set_text (self->text_label, trait->text);
  gtk_label_set_text (self->found_label, found);
  gtk_widget_set_visible (GTK_WIDGET (self->found_label), trait->renamed);
  gtk_widget_set_visible (self->found_button, trait->renamed);
  gtk_label_set_text (self->standing_label, standing);
  gtk_level_bar_set_value (self->bar, isnan (trait->confidence) ? 0 : CLAMP (trait->confidence, 0, 1));
  if (!gtk_widget_get_visible (GTK_WIDGET (self->rename_popover)))
    gtk_editable_set_text (self->rename_entry, trait->text);
}

static void
show (OmTraitWindow *self)
{
  const OmTrait *trait = self->detail->trait;
  gboolean gone = trait->stage == OM_TRAIT_STAGE_DISSOLVED;
  g_autoptr (OmChartPlot) plot = om_trait_curve_plot (self->detail, om_engine_now (om_session_get_engine (self->session)),
                                                      om_session_get_zone (self->session));

  show_sentence (self);
  show_question (self);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "trait.confirm", !gone);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "trait.reject", trait->mark != OM_TRAIT_MARK_REJECTED);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "trait.only", !gone);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "trait.restore", gone);
  gtk_widget_set_sensitive (GTK_WIDGET (self->only_button), !gone);
  if (plot != NULL)
    om_chart_view_set_plot (self->curve, plot);
  gtk_widget_set_visible (GTK_WIDGET (self->curve), plot != NULL);
  show_evidence (self, TRUE, self->for_label, self->for_list, self->more_for_button);
  show_evidence (self, FALSE, self->against_label, self->against_list, self->more_against_button);
  show_family (self);
  show_history (self);
  gtk_stack_set_visible_child_name (self->stack, "trait");
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      data)
{
  g_autoptr (OmTraitWindow) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (OmTraitDetail) detail = om_engine_get_trait_finish (OM_ENGINE (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || g_cancellable_is_cancelled (self->cancellable))
    return;
  if (detail == NULL)
    {
      g_autofree char *escaped = error != NULL ? g_markup_escape_text (error->message, -1) : NULL;

      if (escaped != NULL)
        adw_status_page_set_description (self->gone_page, escaped);
      gtk_stack_set_visible_child_name (self->stack, "gone");
      return;
    }
  g_clear_pointer (&self->detail, om_trait_detail_free);
  self->detail = g_steal_pointer (&detail);
  show (self);
}

static gboolean
update_cb (gpointer data)
{
  OmTraitWindow *self = OM_TRAIT_WINDOW (data);

  self->update_id = 0;
  om_engine_get_trait_async (om_session_get_engine (self->session), self->id, self->cancellable, read_cb, g_object_ref (self));
  return G_SOURCE_REMOVE;
}

static void
changed_cb (OmTraitWindow *self)
{
  if (self->update_id != 0)
    return;
  self->update_id = g_timeout_add (UPDATE_AFTER_MS, update_cb, self);
  g_source_set_name_by_id (self->update_id, "[openmemory] trait window");
}

/* What the person says ------------------------------------------------------------------------- */

static void
say (OmTraitWindow *self,
     OmTraitVerb    verb,
     const char    *text,
     OmContext      context)
{
  const OmTraitAct act = { .verb = verb, .id = self->id, .text = (char *) text, .context = context };

  om_session_act_on_trait (self->session, &act);
}

static void
confirm_cb (GtkWidget  *widget,
            const char *name,
            GVariant   *parameter)
{
  say (OM_TRAIT_WINDOW (widget), OM_TRAIT_VERB_CONFIRM, NULL, OM_CONTEXT_UNKNOWN);
}

static void
reject_cb (GtkWidget  *widget,
           const char *name,
           GVariant   *parameter)
{
  say (OM_TRAIT_WINDOW (widget), OM_TRAIT_VERB_REJECT, NULL, OM_CONTEXT_UNKNOWN);
}

static void
restore_cb (GtkWidget  *widget,
            const char *name,
            GVariant   *parameter)
{
  say (OM_TRAIT_WINDOW (widget), OM_TRAIT_VERB_RESTORE, NULL, OM_CONTEXT_UNKNOWN);
}

static void
only_cb (GtkWidget  *widget,
         const char *name,
         GVariant   *parameter)
{
  say (OM_TRAIT_WINDOW (widget), OM_TRAIT_VERB_SET_CONTEXT, NULL, om_context_from_nick (g_variant_get_string (parameter, NULL)));
}

static void
rename_clicked_cb (OmTraitWindow *self)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (self->rename_entry)));

  gtk_popover_popdown (self->rename_popover);
  if (*text != '\0' && self->detail != NULL && !g_str_equal (text, self->detail->trait->text))
    say (self, OM_TRAIT_VERB_RENAME, text, OM_CONTEXT_UNKNOWN);
}

static void
found_clicked_cb (OmTraitWindow *self)
{
  gtk_popover_popdown (self->rename_popover);
  say (self, OM_TRAIT_VERB_RENAME, NULL, OM_CONTEXT_UNKNOWN);
}

static void
acted_cb (OmSession     *session,
          int            verb,
          gint64         group,
          OmTraitWindow *self)
{
  om_trait_act_toast_show (GTK_WIDGET (self->toasts), session, verb, group);
}

static void
act_failed_cb (OmSession     *session,
               GError        *error,
               OmTraitWindow *self)
{
  om_toast_show (GTK_WIDGET (self->toasts), error->message);
}

/* Going on from here ---------------------------------------------------------------------------- */

static void
evidence_activated_cb (GtkListBox    *list,
                       GtkListBoxRow *row,
                       OmTraitWindow *self)
{
  const char *id = g_object_get_data (G_OBJECT (row), "id");

  if (id != NULL)
    g_signal_emit (self, signals[SIGNAL_OPENED], 0, id);
}

static void
family_activated_cb (GtkListBox    *list,
                     GtkListBoxRow *row,
                     OmTraitWindow *self)
{
  g_free (self->id);
  self->id = g_strdup (om_trait_card_of_row (row)->id);
  self->n_wanted = FIRST_SHOWN;
  gtk_stack_set_visible_child_name (self->stack, "loading");
  changed_cb (self);
}

static void
more_clicked_cb (OmTraitWindow *self)
{
  self->n_wanted += MORE_SHOWN;
  show (self);
}

/* The widget ------------------------------------------------------------------------------------ */

static void
om_trait_window_dispose (GObject *object)
{
  OmTraitWindow *self = OM_TRAIT_WINDOW (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_handle_id (&self->update_id, g_source_remove);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_TRAIT_WINDOW);

  G_OBJECT_CLASS (om_trait_window_parent_class)->dispose (object);
}

static void
om_trait_window_finalize (GObject *object)
{
  OmTraitWindow *self = OM_TRAIT_WINDOW (object);

  g_clear_pointer (&self->detail, om_trait_detail_free);
  g_object_unref (self->cancellable);
  g_clear_object (&self->session);
  g_free (self->id);

  G_OBJECT_CLASS (om_trait_window_parent_class)->finalize (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-trait-window.ui");
  gtk_widget_class_bind_template_child (widget_class, OmTraitWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, OmTraitWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, OmTraitWindow, gone_page);
  gtk_widget_class_bind_template_child (widget_class, OmTraitWindow, text_label);
  gtk_widget_class_bind_template_child (widget_class, OmTraitWindow, found_label);
  gtk_widget_class_bind_template_child (widget_class, OmTraitWindow, standing_label);
  gtk_widget_class_bind_template_child (widget_class, OmTraitWindow, bar);
  gtk_widget_class_bind_template_child (widget_class, OmTraitWindow, only_button);
  gtk_widget_class_bind_template_child (widget_class, OmTraitWindow, rename_button);
  gtk_widget_class_bind_template_child (widget_class, OmTraitWindow, rename_popover);
  gtk_widget_class_bind_template_child (widget_class, OmTraitWindow, rename_entry);
  gtk_widget_class_bind_template_child (widget_class, OmTraitWindow, found_button);
  gtk_widget_class_bind_template_child (widget_class, OmTraitWindow, question_box);
  gtk_widget_class_bind_template_child (widget_class, OmTraitWindow, curve);
  gtk_widget_class_bind_template_child (widget_class, OmTraitWindow, for_label);
  gtk_widget_class_bind_template_child (widget_class, OmTraitWindow, for_list);
  gtk_widget_class_bind_template_child (widget_class, OmTraitWindow, more_for_button);
  gtk_widget_class_bind_template_child (widget_class, OmTraitWindow, against_label);
  gtk_widget_class_bind_template_child (widget_class, OmTraitWindow, against_list);
  gtk_widget_class_bind_template_child (widget_class, OmTraitWindow, more_against_button);
  gtk_widget_class_bind_template_child (widget_class, OmTraitWindow, family_label);
  gtk_widget_class_bind_template_child (widget_class, OmTraitWindow, family_list);
  gtk_widget_class_bind_template_child (widget_class, OmTraitWindow, history_label);
  gtk_widget_class_bind_template_callback (widget_class, rename_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, found_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, evidence_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, family_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, more_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, om_toast_show);
}

static void
om_trait_window_class_init (OmTraitWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_trait_window_dispose;
  G_OBJECT_CLASS (klass)->finalize = om_trait_window_finalize;

  /**
   * OmTraitWindow::opened:
   * @id: a memory
   *
   * The entry that a piece of evidence rests on is to be opened.
   */
  signals[SIGNAL_OPENED] = g_signal_new ("opened", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 1, G_TYPE_STRING);

  g_type_ensure (OM_TYPE_CHART_VIEW);
  g_type_ensure (OM_TYPE_WRAP_LAYOUT);
  bind_template (widget_class);
  gtk_widget_class_install_action (widget_class, "trait.confirm", NULL, confirm_cb);
  gtk_widget_class_install_action (widget_class, "trait.reject", NULL, reject_cb);
  gtk_widget_class_install_action (widget_class, "trait.restore", NULL, restore_cb);
  gtk_widget_class_install_action (widget_class, "trait.only", "s", only_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
om_trait_window_init (OmTraitWindow *self)
{
  g_autoptr (GMenu) menu = g_menu_new ();

  self->cancellable = g_cancellable_new ();
  self->n_wanted = FIRST_SHOWN;
  gtk_widget_init_template (GTK_WIDGET (self));
  for (OmContext context = 0; context < OM_N_CONTEXTS; context++)
    {
      g_autofree char *action = g_strdup_printf ("trait.only::%s", om_context_to_nick (context));

      g_menu_append (menu, om_trait_look_only_name (context), action);
    }
  g_menu_append (menu, C_ ("where a trait holds", "As the entries say"), "trait.only::");
  gtk_menu_button_set_menu_model (self->only_button, G_MENU_MODEL (menu));
}

/**
 * om_trait_window_new:
 * @session: where it was found
 * @id: a trait
 * @parent: (nullable): over which window
 *
 * Returns: (transfer full): a window over it
 */
OmTraitWindow *
om_trait_window_new (OmSession  *session,
                     const char *id,
                     GtkWindow  *parent)
{
  OmTraitWindow *self = g_object_new (OM_TYPE_TRAIT_WINDOW, NULL);

  om_child_window_attach (GTK_WINDOW (self), parent);
  self->session = g_object_ref (session);
  self->id = g_strdup (id);
  g_signal_connect_object (session, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "trait-acted", G_CALLBACK (acted_cb), self, 0);
  g_signal_connect_object (session, "act-failed", G_CALLBACK (act_failed_cb), self, 0);
  om_engine_get_trait_async (om_session_get_engine (session), id, self->cancellable, read_cb, g_object_ref (self));
  return self;
}
