/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmTraitQuestion: "Still true?" of a trait that is contradicted, and "What would you call this?" of several
 * that go together (design/traits.md 6 and 5.6). The answer of the person wins over every rule.
 * Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-trait-question.h"

#include <glib/gi18n.h>

#include "memory/om-joining.h"
#include "views/om-looks.h"
#include "views/om-trait-looks.h"
#include "views/om-wrap-layout.h"

struct _OmTraitQuestion
{
  GtkWidget parent_instance;

  GtkWidget     *box;
  GtkLabel      *title_label;
  GtkLabel      *text_label;
  GtkLabel      *numbers_label;
  GtkWidget     *name_box;
  GtkEditable   *name_entry;
  GtkWidget     *name_button;
  GtkWidget     *answers_box;
  GtkMenuButton *split_button;

  OmSession     *session; /* (owned) */
  char          *id;      /* (owned): of the trait or the group */
};

G_DEFINE_FINAL_TYPE (OmTraitQuestion, om_trait_question, GTK_TYPE_WIDGET)

static void
answer (OmTraitQuestion *self,
        OmTraitAnswer    what,
        OmContext        context)
{
  const OmTraitAct act = { .verb = OM_TRAIT_VERB_REVIEW, .id = self->id, .answer = what, .context = context };

  om_session_act_on_trait (self->session, &act);
}

static void
true_clicked_cb (OmTraitQuestion *self)
{
  answer (self, OM_TRAIT_ANSWER_TRUE, OM_CONTEXT_UNKNOWN);
}

static void
often_clicked_cb (OmTraitQuestion *self)
{
  answer (self, OM_TRAIT_ANSWER_MODIFIED, OM_CONTEXT_UNKNOWN);
}

static void
let_go_clicked_cb (OmTraitQuestion *self)
{
  answer (self, OM_TRAIT_ANSWER_LET_GO, OM_CONTEXT_UNKNOWN);
}

static void
split_cb (GtkWidget  *widget,
          const char *name,
          GVariant   *parameter)
{
  answer (OM_TRAIT_QUESTION (widget), OM_TRAIT_ANSWER_SPLIT, om_context_from_nick (g_variant_get_string (parameter, NULL)));
}

static char *
dup_name (OmTraitQuestion *self)
{
  return g_strstrip (g_strdup (gtk_editable_get_text (self->name_entry)));
}

static void
name_changed_cb (GtkEditable     *entry,
                 OmTraitQuestion *self)
{
  g_autofree char *name = dup_name (self);

  gtk_widget_set_sensitive (self->name_button, *name != '\0');
}

static void
name_clicked_cb (OmTraitQuestion *self)
{
  g_autofree char *name = dup_name (self);
  const OmTraitAct act = { .verb = OM_TRAIT_VERB_NAME_GROUP, .id = self->id, .text = name, .context = OM_CONTEXT_UNKNOWN };

  if (*name != '\0')
    om_session_act_on_trait (self->session, &act);
}

static void
om_trait_question_dispose (GObject *object)
{
  OmTraitQuestion *self = OM_TRAIT_QUESTION (object);

  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_TRAIT_QUESTION);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (om_trait_question_parent_class)->dispose (object);
}

static void
om_trait_question_finalize (GObject *object)
{
  g_free (OM_TRAIT_QUESTION (object)->id);

  G_OBJECT_CLASS (om_trait_question_parent_class)->finalize (object);
}

static void
om_trait_question_class_init (OmTraitQuestionClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_trait_question_dispose;
  G_OBJECT_CLASS (klass)->finalize = om_trait_question_finalize;

  g_type_ensure (OM_TYPE_WRAP_LAYOUT);
  gtk_widget_class_install_action (widget_class, "question.split", "s", split_cb);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-trait-question.ui");
  gtk_widget_class_bind_template_child (widget_class, OmTraitQuestion, box);
  gtk_widget_class_bind_template_child (widget_class, OmTraitQuestion, title_label);
  gtk_widget_class_bind_template_child (widget_class, OmTraitQuestion, text_label);
  gtk_widget_class_bind_template_child (widget_class, OmTraitQuestion, numbers_label);
  gtk_widget_class_bind_template_child (widget_class, OmTraitQuestion, name_box);
  gtk_widget_class_bind_template_child (widget_class, OmTraitQuestion, name_entry);
  gtk_widget_class_bind_template_child (widget_class, OmTraitQuestion, name_button);
  gtk_widget_class_bind_template_child (widget_class, OmTraitQuestion, answers_box);
  gtk_widget_class_bind_template_child (widget_class, OmTraitQuestion, split_button);
  gtk_widget_class_bind_template_callback (widget_class, true_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, often_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, let_go_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, name_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, name_clicked_cb);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
om_trait_question_init (OmTraitQuestion *self)
{
  g_autoptr (GMenu) menu = g_menu_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  for (OmContext context = 0; context < OM_CONTEXT_GENERAL; context++)
    {
      g_autofree char *action = g_strdup_printf ("question.split::%s", om_context_to_nick (context));

      g_menu_append (menu, om_look_context_name (context), action);
    }
  gtk_menu_button_set_menu_model (self->split_button, G_MENU_MODEL (menu));
}

static OmTraitQuestion *
question_new (OmSession  *session,
              const char *id,
              const char *title,
              const char *text)
{
  OmTraitQuestion *self = g_object_new (OM_TYPE_TRAIT_QUESTION, NULL);

  self->session = g_object_ref (session);
  self->id = g_strdup (id);
  gtk_label_set_text (self->title_label, title);
  gtk_label_set_text (self->text_label, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  return self;
}

/** om_trait_question_new_review: (transfer floating): asks whether @trait is still true */
OmTraitQuestion *
om_trait_question_new_review (OmSession *session,
                              OmTrait   *trait)
{
  OmTraitQuestion *self = question_new (session, trait->id, _("Still true?"), trait->text);
  g_autofree char *pro = g_strdup_printf (ngettext ("%u piece of evidence for it", "%u pieces of evidence for it", trait->n_for),
                                          trait->n_for);
  g_autofree char *contra = g_strdup_printf (ngettext ("%u against it", "%u against it", trait->n_against), trait->n_against);
  g_autofree char *both = om_join_list ((const char *const[]) { pro, contra, NULL });
  g_autofree char *numbers = om_join_said (both, trait->said_changed ? _("You wrote that this has changed.") : NULL, NULL);

  gtk_label_set_text (self->numbers_label, numbers);
  gtk_widget_set_visible (self->answers_box, TRUE);
  return self;
}

/** om_trait_question_new_group: (transfer floating): asks what several traits have in common */
OmTraitQuestion *
om_trait_question_new_group (OmSession          *session,
                             const OmTraitGroup *group)
{
  g_autoptr (GString) text = g_string_new (NULL);
  OmTraitQuestion *self;

  for (guint i = 0; i < group->traits->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "", ((OmTrait *) g_ptr_array_index (group->traits, i))->text);
  self = question_new (session, group->id, _("What would you call this?"), text->str);
  gtk_label_set_text (self->numbers_label, _("These go together. Your own word for it becomes a trait; without one they stay as they are."));
  gtk_widget_set_visible (self->name_box, TRUE);
  return self;
}
