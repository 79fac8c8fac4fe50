/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search box of the page of memories: what is typed in it, and what is said about the results.
 * Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-memories-page-private.h"

#include <glib/gi18n.h>

static void
show_note (OmMemoriesPage *self)
{
  g_autoptr (GString) note = g_string_new (NULL);
  g_autofree char *corrections = om_finder_dup_corrections (self->finder);
  guint recalled = om_finder_get_recalled (self->finder);

  if (om_memories_page_is_searching (self))
    {
      if (corrections != NULL)
        g_string_append (note, corrections);
      if (om_finder_is_incomplete (self->finder))
        g_string_append_printf (note, "%s%s", note->len > 0 ? " " : "",
                                _("Your memories are still being read in: this searches for words alone."));
      if (recalled > 0)
        {
          g_autofree char *words =
            g_strdup_printf (ngettext ("Recalled the first result: it comes to mind more easily now.",
                                       "Recalled the first %u results: they come to mind more easily now.",
                                       recalled),
                             recalled);

          g_string_append_printf (note, "%s%s", note->len > 0 ? " " : "", words);
        }
    }
  gtk_label_set_label (self->note_label, note->str);
  gtk_widget_set_visible (GTK_WIDGET (self->note_label), note->len > 0);
}

/* While it is searched anew, what was in view stays. */
static void
show_traits (OmMemoriesPage *self)
{
  gboolean answered = om_memories_page_is_searching (self) && om_finder_get_state (self->finder) != OM_FINDER_FAILED;

  om_trait_strip_show (self->trait_strip, answered ? om_finder_get_traits (self->finder) : NULL);
}

static void
query_changed_cb (GtkEditable    *editable,
                  OmMemoriesPage *self)
{
  if (*gtk_editable_get_text (editable) != '\0')
    gtk_toggle_button_set_active (self->calendar_button, FALSE);
  if (self->finder != NULL)
    om_finder_set_query (self->finder, gtk_editable_get_text (editable));
}

static void
entry_activate_cb (GtkSearchEntry *entry,
                   OmMemoriesPage *self)
{
  if (self->finder != NULL)
    om_finder_recall (self->finder);
}

/**
 * om_memories_page_stop_search_cb:
 * @entry: the search box
 *
 * Leaves the search for the list of all memories.
 */
void
om_memories_page_stop_search_cb (GtkSearchEntry *entry,
                                 OmMemoriesPage *self)
{
  gtk_editable_set_text (GTK_EDITABLE (entry), "");
  om_memory_list_take_focus (self->list);
}

static gboolean
entry_key_cb (GtkEventControllerKey *controller,
              guint                  keyval,
              guint                  keycode,
              GdkModifierType        state,
              OmMemoriesPage        *self)
{
  if (keyval != GDK_KEY_Down && keyval != GDK_KEY_KP_Down)
    return GDK_EVENT_PROPAGATE;
  if (om_trait_strip_take_focus (self->trait_strip))
    return GDK_EVENT_STOP;
  if (om_memory_list_get_selected (om_memories_page_get_shown_list (self)) == NULL)
    om_memory_list_select (om_memories_page_get_shown_list (self), 0);
  return om_memory_list_take_focus (om_memories_page_get_shown_list (self));
}

static void
found_cb (OmFinder       *finder,
          GParamSpec     *pspec,
          OmMemoriesPage *self)
{
  if (om_finder_get_state (finder) != OM_FINDER_SEARCHING)
    {
      om_memory_list_scroll_up (self->results);
      show_note (self);
      show_traits (self);
    }
  om_memories_page_show_contents (self);
}

/**
 * om_memories_page_watch_finder:
 *
 * From now on the page shows what its finder finds.
 */
void
om_memories_page_watch_finder (OmMemoriesPage *self)
{
  g_signal_connect_object (self->finder, "notify::state", G_CALLBACK (found_cb), self, 0);
}

/**
 * om_memories_page_class_add_search:
 * @widget_class: the class that is being made
 *
 * Binds what the search box calls.
 */
void
om_memories_page_class_add_search (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_callback (widget_class, query_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, entry_activate_cb);
  gtk_widget_class_bind_template_callback_full (widget_class, "stop_search_cb",
                                                G_CALLBACK (om_memories_page_stop_search_cb));
  gtk_widget_class_bind_template_callback (widget_class, entry_key_cb);
}
