/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one way to offer that what was done be taken back. Thread: main.
 *
 * One act quickly after the other changes the words of the toast that is there: none waits for the one before. It
 * is not taken away for the next, since libadwaita 1.2 does not bear that: a toast that goes before it has come in
 * is freed while its coming is still being drawn. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-undo-toast.h"

#include <glib/gi18n.h>

#include "views/om-toast.h"

#define TOAST_S 10
/* As long as the pointer or the focus rests on it. */
#define AGAIN_S 1
/* Of the place where toasts are shown: the one there. */
#define OFFER "om-undo-toast"

typedef struct
{
  GtkWidget     *place;   /* where it is, which owns this */
  AdwToast      *toast;   /* (owned) */
  OmSession     *session; /* (owned) */
  OmUndoFunc     undo;
  gpointer       data;
  GDestroyNotify free_data;
  guint          timer;
} Offer;

static void
clear_act (Offer *self)
{
  if (self->free_data != NULL)
    self->free_data (self->data);
  self->data = NULL;
  self->free_data = NULL;
  g_clear_object (&self->session);
}

static void
offer_free (Offer *self)
{
  g_signal_handlers_disconnect_by_data (adw_toast_get_custom_title (self->toast), self);
  g_signal_handlers_disconnect_by_data (self->toast, self);
  g_clear_handle_id (&self->timer, g_source_remove);
  clear_act (self);
  g_object_unref (self->toast);
  g_free (self);
}

static gboolean
timer_cb (gpointer data)
{
  Offer *self = data;
  GtkWidget *widget = adw_toast_get_custom_title (self->toast);
  gboolean held = FALSE;

  for (; widget != NULL && widget != self->place; widget = gtk_widget_get_parent (widget))
    {
      /* Everything is within the window: that it has the pointer says nothing. */
      if (g_str_equal (G_OBJECT_TYPE_NAME (widget), "AdwToastWidget"))
        held = (gtk_widget_get_state_flags (widget) & (GTK_STATE_FLAG_PRELIGHT | GTK_STATE_FLAG_FOCUS_WITHIN)) != 0;
    }
  self->timer = 0;
  if (held)
    self->timer = g_timeout_add_seconds (AGAIN_S, timer_cb, self);
  else
    adw_toast_dismiss (self->toast);
  return G_SOURCE_REMOVE;
}

/* It may have waited for another one. */
static void
begin_timer (Offer *self)
{
  g_clear_handle_id (&self->timer, g_source_remove);
  if (gtk_widget_get_mapped (adw_toast_get_custom_title (self->toast)))
    self->timer = g_timeout_add_seconds (TOAST_S, timer_cb, self);
}

static void
dismissed_cb (AdwToast *toast,
              Offer    *self)
{
  g_object_set_data (G_OBJECT (self->place), OFFER, NULL);
}

static void
clicked_cb (AdwToast *toast,
            Offer    *self)
{
  Offer *taken = g_object_steal_data (G_OBJECT (self->place), OFFER);

  /* The toast goes by itself, and what comes next is another one. */
  taken->undo (taken->session, taken->data);
  offer_free (taken);
}

static Offer *
offer_new (GtkWidget  *place,
           const char *text)
{
  Offer *self = g_new0 (Offer, 1);

  self->place = place;
  self->toast = om_toast_new (text);
  adw_toast_set_button_label (self->toast, _("_Undo"));
  /* It would count from when the toast was shown first. */
  adw_toast_set_timeout (self->toast, 0);
  g_signal_connect_data (adw_toast_get_custom_title (self->toast), "map", G_CALLBACK (begin_timer), self, NULL,
                         G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect (self->toast, "dismissed", G_CALLBACK (dismissed_cb), self);
  g_signal_connect (self->toast, "button-clicked", G_CALLBACK (clicked_cb), self);
  g_object_set_data_full (G_OBJECT (place), OFFER, self, (GDestroyNotify) offer_free);
  om_toast_add (place, g_object_ref (self->toast));
  return self;
}

/**
 * om_undo_toast_show:
 * @widget: what it is about
 * @text: what was done, a sentence; it is not read as markup
 * @session: where it was done
 * @undo: takes it back
 * @data: (transfer full): for @undo
 * @free_data: (nullable): frees @data
 *
 * Shows it where om_toast_add() would, for ten seconds and as long as the pointer or the focus is on it. It takes
 * the place of what was offered there before.
 */
void
om_undo_toast_show (GtkWidget     *widget,
                    const char    *text,
                    OmSession     *session,
                    OmUndoFunc     undo,
                    gpointer       data,
                    GDestroyNotify free_data)
{
  GtkWidget *place = om_toast_find_place (widget);
  Offer *self;

  if (place == NULL)
    {
      if (free_data != NULL)
        free_data (data);
      return;
    }
  self = g_object_get_data (G_OBJECT (place), OFFER);
  if (self == NULL)
    self = offer_new (place, text);
  else
    om_toast_change (place, self->toast, text);
  clear_act (self);
  self->session = g_object_ref (session);
  self->undo = undo;
  self->data = data;
  self->free_data = free_data;
  begin_timer (self);
}

static void
undo_group (OmSession *session,
            gpointer   group)
{
  om_session_undo (session, *(const gint64 *) group);
}

/**
 * om_undo_toast_show_group:
 * @widget: what it is about
 * @text: as for om_undo_toast_show()
 * @session: where it was done
 * @group: number by which om_session_undo() takes it back
 *
 * The same for an act on memories.
 */
void
om_undo_toast_show_group (GtkWidget  *widget,
                          const char *text,
                          OmSession  *session,
                          gint64      group)
{
  om_undo_toast_show (widget, text, session, undo_group, g_memdup2 (&group, sizeof group), g_free);
}
