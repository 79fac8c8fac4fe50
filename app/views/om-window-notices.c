/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the window says: that something went to the bin and can come back, that something failed, that a
 * text is not saved. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-window-private.h"

#include <glib/gi18n.h>

#include "views/om-act-words.h"
#include "views/om-toast.h"
#include "views/om-trait-act-words.h"
#include "views/om-undo-toast.h"

/**
 * om_window_show_toast:
 * @text: a sentence; it may hold anything, it is not read as markup
 */
void
om_window_show_toast (OmWindow   *self,
                      const char *text)
{
  om_toast_show (GTK_WIDGET (self->toasts), text);
}

static void
undo_bin (OmSession *session,
          gpointer   ids)
{
  om_session_restore (session, ids);
}

static void
binned_cb (OmSession *session,
           char     **ids,
           OmWindow  *self)
{
  guint n = g_strv_length (ids);
  g_autofree char *text = n == 1 ? g_strdup (_("Moved to the bin"))
                                 : g_strdup_printf (ngettext ("%u memory moved to the bin", "%u memories moved to the bin", n), n);

  om_undo_toast_show (GTK_WIDGET (self->toasts), text, session, undo_bin, g_strdupv (ids), (GDestroyNotify) g_strfreev);
}

static void
acted_cb (OmSession *session,
          int        act,
          guint      n,
          gint64     group,
          OmWindow  *self)
{
  g_autofree char *text = om_act_words_done (act, n);

  om_undo_toast_show_group (GTK_WIDGET (self->toasts), text, session, group);
}

static void
trait_acted_cb (OmSession *session,
                int        verb,
                gint64     group,
                OmWindow  *self)
{
  om_trait_act_toast_show (GTK_WIDGET (self->toasts), session, verb, group);
}

/* A file that was taken from a memory. */
typedef struct
{
  char *id; /* (owned): of the memory */
  guint position;
} Detached;

static void
detached_free (Detached *self)
{
  g_free (self->id);
  g_free (self);
}

static void
undo_detach (OmSession *session,
             gpointer   data)
{
  const Detached *detached = data;

  om_session_put_back (session, detached->id, detached->position);
}

static void
detached_cb (OmSession  *session,
             const char *id,
             guint       position,
             const char *name,
             OmWindow   *self)
{
  /* Translators: %s is the name of a file */
  g_autofree char *text = g_strdup_printf (_("“%s” was removed"), name);
  Detached *detached = g_new (Detached, 1);

  detached->id = g_strdup (id);
  detached->position = position;
  om_undo_toast_show (GTK_WIDGET (self->toasts), text, session, undo_detach, detached, (GDestroyNotify) detached_free);
}

static void
act_failed_cb (OmSession *session,
               GError    *error,
               OmWindow  *self)
{
  om_window_show_toast (self, error->message);
}

static void
failed_changed_cb (OmDesk   *desk,
                   OmWindow *self)
{
  OmSheet *sheet = om_desk_get_failed (desk);
  g_autofree char *text = NULL;

  /* The editor says it itself where the text is in view. */
  if (sheet != NULL && !om_sheet_is_held (sheet))
    {
      /* Translators: %s is the reason, a sentence */
      text = g_strdup_printf (_("A text is not saved yet: %s It is kept and tried again every few seconds."),
                              om_sheet_get_message (sheet));
      gtk_label_set_label (self->unsaved_label, text);
    }
  gtk_revealer_set_reveal_child (self->unsaved_revealer, text != NULL);
}

static void
show_unsaved_cb (GtkButton *button,
                 OmWindow  *self)
{
  OmSheet *sheet = om_desk_get_failed (om_session_get_desk (self->session));

  if (sheet == NULL)
    return;
  if (om_sheet_get_id (sheet) != NULL)
    {
      om_window_show_page (self, "memories");
      om_memories_page_open (self->memories_page, om_sheet_get_id (sheet), 0);
    }
  else
    {
      om_window_show_page (self, "today");
      om_today_page_show_sheet (self->today_page, sheet);
    }
  failed_changed_cb (om_session_get_desk (self->session), self);
}

/**
 * om_window_show_notices:
 *
 * From now on the window says what happens to its session.
 */
void
om_window_show_notices (OmWindow *self)
{
  OmDesk *desk = om_session_get_desk (self->session);

  g_signal_connect_object (self->session, "binned", G_CALLBACK (binned_cb), self, 0);
  g_signal_connect_object (self->session, "acted", G_CALLBACK (acted_cb), self, 0);
  g_signal_connect_object (self->session, "trait-acted", G_CALLBACK (trait_acted_cb), self, 0);
  g_signal_connect_object (self->session, "detached", G_CALLBACK (detached_cb), self, 0);
  g_signal_connect_object (self->session, "act-failed", G_CALLBACK (act_failed_cb), self, 0);
  g_signal_connect_object (desk, "failed-changed", G_CALLBACK (failed_changed_cb), self, 0);
}

/**
 * om_window_class_add_notices:
 * @widget_class: the class that is being made
 */
void
om_window_class_add_notices (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_callback (widget_class, show_unsaved_cb);
}
