/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmDueBox: what the person wanted to be reminded of by now, the first due first. It is not in view while nothing is
 * due. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-due-box.h"

#include "views/om-due-row.h"

struct _OmDueBox
{
  GtkWidget parent_instance;

  GtkWidget    *box; /* bound, so that it is let go with the template */
  GtkListBox   *list;

  OmSession    *session;     /* (owned) (nullable) */
  GCancellable *cancellable; /* (owned) (nullable): asking under way */
};

enum
{
  SIGNAL_OPENED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmDueBox, om_due_box, GTK_TYPE_WIDGET)

static OmDueRow *
row_at (OmDueBox *self,
        guint     index)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (self->list, (int) index);

  return row != NULL ? OM_DUE_ROW (row) : NULL;
}

static const OmReminder *
find_reminder (GPtrArray *due,
               OmDueRow  *row)
{
  for (guint i = 0; i < due->len; i++)
    {
      const OmReminder *reminder = g_ptr_array_index (due, i);

      if (g_strcmp0 (reminder->memory->id, om_memory_item_get_id (om_due_row_get_item (row))) == 0)
        return reminder;
    }
  return NULL;
}

/* The row that had the keyboard has gone: its neighbour takes it over, or what comes after the box. */
static void
give_focus (OmDueBox *self,
            int       index)
{
  OmDueRow *row = row_at (self, (guint) index);

  if (row == NULL && index > 0)
    row = row_at (self, (guint) index - 1);
  if (row != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (row));
  else
    gtk_widget_child_focus (GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self))), GTK_DIR_TAB_FORWARD);
}

/* Rows stay the widgets they are, so that the keyboard stays where it is. */
static void
show_due (OmDueBox  *self,
          GPtrArray *due)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  GtkWidget *focused = focus != NULL ? gtk_widget_get_ancestor (focus, OM_TYPE_DUE_ROW) : NULL;
  int index = focused != NULL ? gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (focused)) : -1;
  OmDueRow *row;

  for (guint i = 0; (row = row_at (self, i)) != NULL;)
    {
      if (find_reminder (due, row) != NULL)
        i++;
      else
        gtk_list_box_remove (self->list, GTK_WIDGET (row));
    }
  for (guint i = 0; i < due->len; i++)
    {
      const OmReminder *reminder = g_ptr_array_index (due, i);

      row = row_at (self, i);
      if (row == NULL || find_reminder (due, row) != reminder)
        {
          row = om_due_row_new (self->session);
          om_due_row_show (row, reminder);
          gtk_list_box_insert (self->list, GTK_WIDGET (row), (int) i);
        }
      else
        om_due_row_show (row, reminder);
    }
  while ((row = row_at (self, due->len)) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
  gtk_widget_set_visible (GTK_WIDGET (self), due->len > 0);
  if (focused != NULL && gtk_widget_get_parent (focused) == NULL)
    give_focus (self, index);
}

static void
due_cb (GObject      *source,
        GAsyncResult *result,
        gpointer      data)
{
  g_autoptr (OmDueBox) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) due = om_engine_list_reminders_finish (OM_ENGINE (source), result, &error);

  if (self->session == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (due != NULL)
    show_due (self, due);
  else
    g_debug ("What is due could not be read: %s", error->message);
}

static void
row_activated_cb (GtkListBox    *list,
                  GtkListBoxRow *row,
                  OmDueBox      *self)
{
  g_signal_emit (self, signals[SIGNAL_OPENED], 0, om_due_row_get_item (OM_DUE_ROW (row)));
}

static void
om_due_box_dispose (GObject *object)
{
  OmDueBox *self = OM_DUE_BOX (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->session);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_DUE_BOX);

  G_OBJECT_CLASS (om_due_box_parent_class)->dispose (object);
}

static void
om_due_box_class_init (OmDueBoxClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_due_box_dispose;

  /**
   * OmDueBox::opened:
   * @item: a memory
   *
   * It was chosen.
   */
  signals[SIGNAL_OPENED] = g_signal_new ("opened", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 1, OM_TYPE_MEMORY_ITEM);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-due-box.ui");
  gtk_widget_class_bind_template_child (widget_class, OmDueBox, box);
  gtk_widget_class_bind_template_child (widget_class, OmDueBox, list);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
om_due_box_init (OmDueBox *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/** om_due_box_set_session: @session: whose journal; set once */
void
om_due_box_set_session (OmDueBox  *self,
                        OmSession *session)
{
  g_return_if_fail (OM_IS_DUE_BOX (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
}

/** om_due_box_update: asks again what is due. The latest call wins. */
void
om_due_box_update (OmDueBox *self)
{
  g_return_if_fail (OM_IS_DUE_BOX (self));

  if (self->session == NULL)
    return;
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  om_engine_list_reminders_async (om_session_get_engine (self->session), TRUE, self->cancellable, due_cb, g_object_ref (self));
}
