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
undo_bin_cb (AdwToast *toast,
             OmWindow *self)
{
  om_session_restore (self->session, g_object_get_data (G_OBJECT (toast), "memory-ids"));
}

static void
binned_cb (OmSession *session,
           char     **ids,
           OmWindow  *self)
{
  guint n = g_strv_length (ids);
  g_autofree char *text = n == 1 ? g_strdup (_("Moved to the bin"))
                                 : g_strdup_printf (ngettext ("%u memory moved to the bin", "%u memories moved to the bin", n), n);
  AdwToast *toast = om_toast_new (text);

  g_object_set_data_full (G_OBJECT (toast), "memory-ids", g_strdupv (ids), (GDestroyNotify) g_strfreev);
  adw_toast_set_button_label (toast, _("_Undo"));
  g_signal_connect_object (toast, "button-clicked", G_CALLBACK (undo_bin_cb), self, 0);
  om_toast_add (GTK_WIDGET (self->toasts), toast);
}

static void
acted_cb (OmSession *session,
          int        act,
          guint      n,
          gint64     group,
          OmWindow  *self)
{
  AdwToast *toast = om_act_toast_new (session, act, n, group);

  /* One act after the other: each would wait for the toast of the one before. */
  if (self->act_toast != NULL)
    adw_toast_dismiss (self->act_toast);
  g_set_weak_pointer (&self->act_toast, toast);
  om_toast_add (GTK_WIDGET (self->toasts), toast);
}

static void
trait_acted_cb (OmSession *session,
                int        verb,
                gint64     group,
                OmWindow  *self)
{
  om_toast_add (GTK_WIDGET (self->toasts), om_trait_act_toast_new (session, verb, group));
}

static void
undo_detach_cb (AdwToast *toast,
                OmWindow *self)
{
  om_session_put_back (self->session, g_object_get_data (G_OBJECT (toast), "memory-id"),
                       GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (toast), "position")));
}

static void
detached_cb (OmSession  *session,
             const char *id,
             guint       position,
             const char *name,
             OmWindow   *self)
{
  /* Translators: %s is the name of a file */
  g_autofree char *text = g_markup_printf_escaped (_("“%s” was removed"), name);
  AdwToast *toast = adw_toast_new (text);

  g_object_set_data_full (G_OBJECT (toast), "memory-id", g_strdup (id), g_free);
  g_object_set_data (G_OBJECT (toast), "position", GUINT_TO_POINTER (position));
  adw_toast_set_button_label (toast, _("_Undo"));
  g_signal_connect_object (toast, "button-clicked", G_CALLBACK (undo_detach_cb), self, 0);
  adw_toast_overlay_add_toast (self->toasts, toast);
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
