/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmDueRow: a memory of which the reminder is due. What is private is not written on Today: the row says that it is
 * there, and opens it. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-due-row.h"

#include <glib/gi18n.h>

#include "memory/om-joining.h"
#include "views/om-memory-row.h"
#include "views/om-remind-dialog.h"
#include "views/om-reminder-acts.h"
#include "views/om-wrap-layout.h"

struct _OmDueRow
{
  GtkListBoxRow parent_instance;

  GtkLabel    *why_label;
  GtkLabel    *private_label;
  OmMemoryRow *row;

  OmSession    *session; /* (owned) */
  OmMemoryItem *item;    /* (owned) (nullable) */
};

G_DEFINE_FINAL_TYPE (OmDueRow, om_due_row, GTK_TYPE_LIST_BOX_ROW)

static void
answer_action_cb (GtkWidget  *widget,
                  const char *name,
                  GVariant   *parameter)
{
  OmDueRow *self = OM_DUE_ROW (widget);
  OmReminderAnswer answer = om_reminder_answer_from_nick (g_variant_get_string (parameter, NULL));

  if (self->item != NULL && answer != OM_REMINDER_UNKNOWN)
    om_reminder_acts_answer (self->session, gtk_widget_get_parent (widget), om_memory_item_get_id (self->item), answer);
}

static void
later_action_cb (GtkWidget  *widget,
                 const char *name,
                 GVariant   *parameter)
{
  OmDueRow *self = OM_DUE_ROW (widget);

  if (self->item != NULL)
    gtk_window_present (GTK_WINDOW (om_remind_dialog_new (gtk_widget_get_parent (widget), self->session,
                                                          om_memory_item_get_id (self->item))));
}

static void
om_due_row_dispose (GObject *object)
{
  OmDueRow *self = OM_DUE_ROW (object);

  g_clear_object (&self->item);
  g_clear_object (&self->session);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_DUE_ROW);

  G_OBJECT_CLASS (om_due_row_parent_class)->dispose (object);
}

static void
om_due_row_class_init (OmDueRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_due_row_dispose;

  g_type_ensure (OM_TYPE_MEMORY_ROW);
  g_type_ensure (OM_TYPE_WRAP_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-due-row.ui");
  gtk_widget_class_bind_template_child (widget_class, OmDueRow, why_label);
  gtk_widget_class_bind_template_child (widget_class, OmDueRow, private_label);
  gtk_widget_class_bind_template_child (widget_class, OmDueRow, row);

  gtk_widget_class_install_action (widget_class, "due.answer", "s", answer_action_cb);
  gtk_widget_class_install_action (widget_class, "due.later", NULL, later_action_cb);
}

static void
om_due_row_init (OmDueRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/** om_due_row_new: (transfer floating): a row without a memory; @session: whose journal */
OmDueRow *
om_due_row_new (OmSession *session)
{
  OmDueRow *self = g_object_new (OM_TYPE_DUE_ROW, NULL);

  self->session = g_object_ref (session);
  return self;
}

/**
 * om_due_row_show:
 * @reminder: what is due
 */
void
om_due_row_show (OmDueRow         *self,
                 const OmReminder *reminder)
{
  OmEngine *engine = om_session_get_engine (self->session);
  gboolean is_private = (reminder->memory->flags & OM_FLAG_PRIVATE) != 0;
  g_autofree char *when = om_reminder_acts_when (self->session, reminder->due_at);
  /* Translators: %s is a day. */
  g_autofree char *why = g_strdup_printf (_("You wanted to be reminded on %s"), when);
  g_autofree char *description = NULL;
  g_autofree char *name = NULL;
  int percent;
  OmVividness vividness;

  g_return_if_fail (OM_IS_DUE_ROW (self));

  if (self->item == NULL)
    self->item = om_memory_item_new_for_memory (reminder->memory);
  vividness = om_engine_get_vividness (engine, reminder->memory, &percent);
  om_memory_item_set_vividness (self->item, vividness, percent);
  om_memory_item_set_memory (self->item, reminder->memory);
  gtk_label_set_label (self->why_label, why);
  om_memory_row_set_item (self->row, is_private ? NULL : self->item);
  gtk_widget_set_visible (GTK_WIDGET (self->row), !is_private);
  gtk_widget_set_visible (GTK_WIDGET (self->private_label), is_private);
  description = is_private ? g_strdup (gtk_label_get_label (self->private_label)) : om_memory_item_dup_description (self->item);
  name = om_join_said (why, description, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

/** om_due_row_get_item: (transfer none) (nullable): what it shows */
OmMemoryItem *
om_due_row_get_item (OmDueRow *self)
{
  g_return_val_if_fail (OM_IS_DUE_ROW (self), NULL);

  return self->item;
}
