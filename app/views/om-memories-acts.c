/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is done to the selected memories: the bin and back, tags, deleting for good. Thread: main; the
 * engine does the work. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-memories-page-private.h"

#include <glib/gi18n.h>

/** Act: what is to be done once the ids of the selected rows are known. */
typedef struct
{
  OmMemoriesPage *page; /* (owned) */
  void          (*run) (OmMemoriesPage *self, char **ids, const char *tag);
  char           *tag;  /* (owned) (nullable) */
} Act;

static void
act_free (Act *act)
{
  g_object_unref (act->page);
  g_free (act->tag);
  g_free (act);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Act, act_free)

static void
tell_failure (OmMemoriesPage *self,
              const GError   *error)
{
  g_signal_emit_by_name (self->session, "act-failed", error);
}

static void
ids_cb (GObject      *source,
        GAsyncResult *result,
        gpointer      data)
{
  g_autoptr (Act) act = data;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) ids = om_engine_dup_ids_finish (OM_ENGINE (source), result, &error);

  /* The page may have been closed meanwhile. */
  if (act->page->session == NULL)
    return;
  if (ids != NULL)
    act->run (act->page, ids, act->tag);
  else
    tell_failure (act->page, error);
}

static void
act_on_selected (OmMemoriesPage *self,
                 void          (*run) (OmMemoriesPage *self, char **ids, const char *tag),
                 const char     *tag)
{
  g_autoptr (GArray) rows = om_memory_list_dup_selected_rows (om_memories_page_get_shown_list (self));
  Act *act;

  if (rows->len == 0)
    return;
  act = g_new0 (Act, 1);
  act->page = g_object_ref (self);
  act->run = run;
  act->tag = g_strdup (tag);
  om_engine_dup_ids_async (om_session_get_engine (self->session), (const gint64 *) (gpointer) rows->data, rows->len, NULL,
                           ids_cb, act);
}

static void
bin_ids (OmMemoriesPage *self,
         char          **ids,
         const char     *tag)
{
  om_session_bin (self->session, (const char *const *) ids);
}

static void
restore_ids (OmMemoriesPage *self,
             char          **ids,
             const char     *tag)
{
  om_session_restore (self->session, (const char *const *) ids);
  om_memories_page_let_go (self, ids);
}

static void
tagged_finished_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      data)
{
  g_autoptr (OmMemoriesPage) self = data;
  g_autoptr (GError) error = NULL;

  if (!om_engine_tag_finish (OM_ENGINE (source), result, &error) && self->session != NULL)
    tell_failure (self, error);
}

static void
add_tag (OmMemoriesPage *self,
         char          **ids,
         const char     *tag)
{
  const char *tags[] = { tag, NULL };

  om_engine_tag_async (om_session_get_engine (self->session), (const char *const *) ids, tags, NULL, NULL, tagged_finished_cb,
                       g_object_ref (self));
}

static void
remove_tag (OmMemoriesPage *self,
            char          **ids,
            const char     *tag)
{
  const char *tags[] = { tag, NULL };

  om_engine_tag_async (om_session_get_engine (self->session), (const char *const *) ids, NULL, tags, NULL, tagged_finished_cb,
                       g_object_ref (self));
}

static void
tagged_cb (OmSelectionBar *bar,
           const char     *tag,
           gboolean        add,
           OmMemoriesPage *self)
{
  act_on_selected (self, add ? add_tag : remove_tag, tag);
}

static void
purged_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  g_autoptr (OmMemoriesPage) self = data;
  g_autoptr (GError) error = NULL;

  if (!om_engine_empty_bin_finish (OM_ENGINE (source), result, &error) && self->session != NULL)
    {
      tell_failure (self, error);
      om_finder_repeat (self->finder);
    }
}

static void
purge_ids (OmMemoriesPage *self,
           char          **ids,
           const char     *tag)
{
  om_engine_empty_bin_async (om_session_get_engine (self->session), (const char *const *) ids, NULL, purged_cb,
                             g_object_ref (self));
  om_memories_page_let_go (self, ids);
}

static void
purge_response_cb (AdwMessageDialog *dialog,
                   const char       *response,
                   OmMemoriesPage   *self)
{
  if (g_str_equal (response, "delete"))
    act_on_selected (self, purge_ids, NULL);
}

/* The one act that cannot be undone is the one that asks. */
static void
ask_purge (OmMemoriesPage *self)
{
  guint n = om_memory_list_count_selected (om_memories_page_get_shown_list (self));
  g_autofree char *heading = g_strdup_printf (ngettext ("Delete %u Memory for Good?", "Delete %u Memories for Good?", n), n);
  GtkWidget *dialog;

  if (n == 0)
    return;
  dialog = adw_message_dialog_new (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), heading,
                                   _("Their words, former texts and links are removed. This cannot be undone."));
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _("_Cancel"), "delete", _("_Delete for Good"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "delete", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_object (dialog, "response", G_CALLBACK (purge_response_cb), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
bin_action_cb (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  act_on_selected (OM_MEMORIES_PAGE (widget), bin_ids, NULL);
}

static void
restore_action_cb (GtkWidget  *widget,
                   const char *name,
                   GVariant   *parameter)
{
  act_on_selected (OM_MEMORIES_PAGE (widget), restore_ids, NULL);
}

static void
purge_action_cb (GtkWidget  *widget,
                 const char *name,
                 GVariant   *parameter)
{
  ask_purge (OM_MEMORIES_PAGE (widget));
}

/* Delete: to the bin; in the bin, for good. */
static void
bin_cb (OmMemoryList   *list,
        OmMemoriesPage *self)
{
  if (om_memories_page_shows_bin (self))
    ask_purge (self);
  else
    act_on_selected (self, bin_ids, NULL);
}

static GArray *
dup_found_rows (OmMemoriesPage *self)
{
  GListModel *results = om_finder_get_results (self->finder);
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 0; i < g_list_model_get_n_items (results); i++)
    {
      g_autoptr (OmMemoryItem) item = g_list_model_get_item (results, i);
      gint64 row = om_memory_item_get_row (item);

      g_array_append_val (rows, row);
    }
  return rows;
}

/**
 * om_memories_page_offer_export:
 * @offer: (out caller-allocates): what is selected, or found, or filtered; its rows are the caller's
 */
void
om_memories_page_offer_export (OmMemoriesPage *self,
                               OmExportOffer  *offer)
{
  guint n_selected;

  g_return_if_fail (OM_IS_MEMORIES_PAGE (self));

  *offer = (OmExportOffer){ 0 };
  n_selected = om_memory_list_count_selected (om_memories_page_get_shown_list (self));
  /* One that is selected is merely in view; in the bin nothing is. */
  if (n_selected > 1 || (n_selected > 0 && om_memories_page_shows_bin (self)))
    offer->rows = om_memory_list_dup_selected_rows (om_memories_page_get_shown_list (self));
  else if (om_memories_page_is_searching (self) && om_finder_get_state (self->finder) == OM_FINDER_FOUND)
    {
      offer->rows = dup_found_rows (self);
      offer->found = TRUE;
    }
  else
    offer->filtered = om_filter_bar_filters (self->filter_bar) && !om_filter_bar_is_binned (self->filter_bar);
}

/**
 * om_memories_page_class_add_acts:
 * @widget_class: the class that is being made
 *
 * Installs the actions on what is selected, and binds what the selection bar calls.
 */
void
om_memories_page_class_add_acts (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "memories.bin", NULL, bin_action_cb);
  gtk_widget_class_install_action (widget_class, "memories.restore", NULL, restore_action_cb);
  gtk_widget_class_install_action (widget_class, "memories.purge", NULL, purge_action_cb);
  gtk_widget_class_bind_template_callback (widget_class, bin_cb);
  gtk_widget_class_bind_template_callback (widget_class, tagged_cb);
}
