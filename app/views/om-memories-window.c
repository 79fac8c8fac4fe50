/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmMemoriesWindow: a handful of memories that belong together: what went to rest, what a thought came
 * together from. Choosing one closes the window and opens the memory. Being listed touches nothing.
 * Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-memories-window.h"

#include <glib/gi18n.h>

#include "views/om-child-window.h"
#include "views/om-memory-row.h"

/* More than a person looks through here; the page of memories lists them all. */
#define MOST 200

struct _OmMemoriesWindow
{
  AdwWindow parent_instance;

  GtkListBox   *list;
  GtkLabel     *more_label;
  GtkLabel     *message_label;

  OmSession    *session;     /* (owned) (nullable) */
  GCancellable *cancellable; /* (owned): reading */
};

enum
{
  SIGNAL_OPENED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmMemoriesWindow, om_memories_window, ADW_TYPE_WINDOW)

static void
show_message (OmMemoriesWindow *self,
              const char       *message)
{
  gtk_label_set_label (self->message_label, message);
  gtk_widget_set_visible (GTK_WIDGET (self->message_label), TRUE);
}

static void
append (OmMemoriesWindow *self,
        const OmMemory   *memory)
{
  g_autoptr (OmMemoryItem) item = om_memory_item_new_for_memory (memory);
  OmMemoryRow *row = om_memory_row_new ();
  GtkWidget *list_row = gtk_list_box_row_new ();
  int percent;
  OmVividness vividness = om_engine_get_vividness (om_session_get_engine (self->session), memory, &percent);

  om_memory_item_set_vividness (item, vividness, percent);
  om_memory_item_set_memory (item, memory);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (list_row), GTK_WIDGET (row));
  gtk_list_box_append (self->list, list_row);
  om_memory_row_set_item (row, item);
}

static void
end_listing (OmMemoriesWindow *self,
             guint             n)
{
  GtkListBoxRow *first = gtk_list_box_get_row_at_index (self->list, 0);

  gtk_widget_set_visible (GTK_WIDGET (self->list), first != NULL);
  if (first == NULL)
    show_message (self, _("They are not there any more."));
  else
    gtk_widget_grab_focus (GTK_WIDGET (first));
  if (n > MOST)
    {
      g_autofree char *text = g_strdup_printf (ngettext ("and %'u more", "and %'u more", n - MOST), n - MOST);

      gtk_label_set_label (self->more_label, text);
      gtk_widget_set_visible (GTK_WIDGET (self->more_label), TRUE);
    }
}

/* (transfer none): @self if it is still there to show what was read. */
static gboolean
is_there (OmMemoriesWindow *self,
          const GError     *error)
{
  if (self->session == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return FALSE;
  if (error != NULL)
    show_message (self, error->message);
  return error == NULL;
}

static void
rows_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      data)
{
  g_autoptr (OmMemoriesWindow) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) memories = om_engine_get_rows_finish (OM_ENGINE (source), result, &error);
  guint n = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (self), "n-rows"));

  if (!is_there (self, error))
    return;
  for (guint i = 0; i < memories->len; i++)
    {
      if (g_ptr_array_index (memories, i) != NULL)
        append (self, g_ptr_array_index (memories, i));
    }
  end_listing (self, n);
}

static int
compare_happened (gconstpointer a,
                  gconstpointer b)
{
  const OmRelated *x = *(const OmRelated *const *) a;
  const OmRelated *y = *(const OmRelated *const *) b;

  return (x->memory->happened.ms < y->memory->happened.ms) - (x->memory->happened.ms > y->memory->happened.ms);
}

static void
related_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      data)
{
  g_autoptr (OmMemoriesWindow) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) related = om_engine_get_related_finish (OM_ENGINE (source), result, &error);
  guint n = 0;

  if (!is_there (self, error))
    return;
  g_ptr_array_sort (related, compare_happened);
  for (guint i = 0; i < related->len; i++)
    {
      const OmRelated *end = g_ptr_array_index (related, i);

      if (end->waypoint.kind != OM_WAYPOINT_REFLECTION || !end->outgoing || n++ >= MOST)
        continue;
      append (self, end->memory);
    }
  end_listing (self, n);
}

static void
row_activated_cb (GtkListBox       *list,
                  GtkListBoxRow    *list_row,
                  OmMemoriesWindow *self)
{
  g_autoptr (OmMemoryItem) item = g_object_ref (om_memory_row_get_item (OM_MEMORY_ROW (gtk_list_box_row_get_child (list_row))));

  g_object_ref (self);
  gtk_window_close (GTK_WINDOW (self));
  g_signal_emit (self, signals[SIGNAL_OPENED], 0, item);
  g_object_unref (self);
}

static void
om_memories_window_dispose (GObject *object)
{
  OmMemoriesWindow *self = OM_MEMORIES_WINDOW (object);

  g_cancellable_cancel (self->cancellable);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_MEMORIES_WINDOW);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (om_memories_window_parent_class)->dispose (object);
}

static void
om_memories_window_finalize (GObject *object)
{
  g_object_unref (OM_MEMORIES_WINDOW (object)->cancellable);

  G_OBJECT_CLASS (om_memories_window_parent_class)->finalize (object);
}

static void
om_memories_window_class_init (OmMemoriesWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_memories_window_dispose;
  G_OBJECT_CLASS (klass)->finalize = om_memories_window_finalize;

  /**
   * OmMemoriesWindow::opened:
   * @item: a memory
   *
   * It was chosen.
   */
  signals[SIGNAL_OPENED] = g_signal_new ("opened", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                         0, NULL, NULL, NULL, G_TYPE_NONE, 1, OM_TYPE_MEMORY_ITEM);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-memories-window.ui");
  gtk_widget_class_bind_template_child (widget_class, OmMemoriesWindow, list);
  gtk_widget_class_bind_template_child (widget_class, OmMemoriesWindow, more_label);
  gtk_widget_class_bind_template_child (widget_class, OmMemoriesWindow, message_label);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
om_memories_window_init (OmMemoriesWindow *self)
{
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * om_memories_window_new:
 * @session: whose memories
 * @parent: the window it belongs to
 * @title: what they have in common
 *
 * Returns: (transfer none): a window without memories; GTK owns it
 */
OmMemoriesWindow *
om_memories_window_new (OmSession  *session,
                        GtkWindow  *parent,
                        const char *title)
{
  OmMemoriesWindow *self = g_object_new (OM_TYPE_MEMORIES_WINDOW, "title", title, NULL);

  om_child_window_attach (GTK_WINDOW (self), parent);
  self->session = g_object_ref (session);
  return self;
}

/**
 * om_memories_window_show_rows:
 * @rows: (element-type gint64): memories, in this order
 */
void
om_memories_window_show_rows (OmMemoriesWindow *self,
                              const GArray     *rows)
{
  g_return_if_fail (OM_IS_MEMORIES_WINDOW (self));

  g_object_set_data (G_OBJECT (self), "n-rows", GUINT_TO_POINTER (rows->len));
  om_engine_get_rows_async (om_session_get_engine (self->session), (const gint64 *) (gpointer) rows->data,
                            MIN (rows->len, MOST), self->cancellable, rows_cb, g_object_ref (self));
}

/**
 * om_memories_window_show_members:
 * @id: a reflection
 *
 * Lists what it came from, the newest first.
 */
void
om_memories_window_show_members (OmMemoriesWindow *self,
                                 const char       *id)
{
  g_return_if_fail (OM_IS_MEMORIES_WINDOW (self));

  om_engine_get_related_async (om_session_get_engine (self->session), id, self->cancellable, related_cb, g_object_ref (self));
}
