/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmCompletion: a popover below the cursor that offers tags after # and memories after [[.
 *
 * The keyboard stays in the text: Up and Down choose, Enter takes what is chosen, Escape closes; whoever goes on
 * typing is not held up. A link is written as [[the other's title]], from which the engine draws the waypoint when the
 * text is saved; a tag that is taken is given to the memory as well. Looking recalls nothing. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-completion.h"

#include <glib/gi18n.h>
#include <string.h>

#include "text/om-wiki-links.h"
#include "views/om-date-words.h"
#include "views/om-tag-editor.h"

#define MOST_OFFERS 7
#define SEARCH_AFTER_MS 150
/* So far back from the cursor the beginning is looked for. */
#define MOST_TYPED 100

/** Kind: what is being written. */
typedef enum
{
  NOTHING,
  TAG,
  LINK
} Kind;

struct _OmCompletion
{
  GtkPopover parent_instance;

  GtkListBox   *list;
  GtkLabel     *note_label;

  GtkTextView  *view;        /* not owned: they are children of one widget */
  OmSheet      *sheet;       /* (owned) (nullable) */
  gulong        changed_id;
  gulong        moved_id;
  GPtrArray    *known;       /* (owned) (nullable) (element-type OmTagUse) */
  GCancellable *cancellable; /* (owned) (nullable): of the question under way */
  guint         search_id;
  Kind          kind;
  char         *typed;       /* (owned) (nullable): behind the sign */
  gboolean      composing;   /* an input method has something of its own at the cursor */
};

G_DEFINE_FINAL_TYPE (OmCompletion, om_completion, GTK_TYPE_POPOVER)

static GtkTextBuffer *
buffer_of (OmCompletion *self)
{
  return GTK_TEXT_BUFFER (om_sheet_get_buffer (self->sheet));
}

/* What is being written ------------------------------------------------------------------------- */

static Kind
find_link (const char *line,
           char      **typed)
{
  const char *open = NULL;

  for (const char *p = line; (p = strstr (p, "[[")) != NULL; p += 2)
    open = p + 2;
  if (open == NULL || strpbrk (open, "[]|#") != NULL)
    return NOTHING;
  *typed = g_strdup (open);
  return LINK;
}

static Kind
find_tag (const char *line,
          char      **typed)
{
  const char *hash = strrchr (line, '#');

  if (hash == NULL || hash[1] == '\0')
    return NOTHING;
  if (hash > line && !g_unichar_isspace (g_utf8_get_char (g_utf8_prev_char (hash))))
    return NOTHING;
  for (const char *p = hash + 1; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (!g_unichar_isalnum (c) && !g_unichar_ismark (c) && c != '_' && c != '-' && c != '/')
        return NOTHING;
    }
  *typed = g_strdup (hash + 1);
  return TAG;
}

static Kind
find_kind (OmCompletion *self,
           char        **typed)
{
  GtkTextBuffer *buffer = buffer_of (self);
  GtkTextIter start;
  GtkTextIter end;
  g_autofree char *line = NULL;
  Kind kind;

  if (self->composing || gtk_text_buffer_get_has_selection (buffer) || !om_sheet_is_editable (self->sheet))
    return NOTHING;
  gtk_text_buffer_get_iter_at_mark (buffer, &end, gtk_text_buffer_get_insert (buffer));
  start = end;
  if (gtk_text_iter_get_line_offset (&end) > MOST_TYPED)
    gtk_text_iter_set_line_offset (&start, gtk_text_iter_get_line_offset (&end) - MOST_TYPED);
  else
    gtk_text_iter_set_line_offset (&start, 0);
  line = gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
  kind = find_link (line, typed);
  return kind != NOTHING ? kind : find_tag (line, typed);
}

/* Offers ---------------------------------------------------------------------------------------- */

static void
stop_asking (OmCompletion *self)
{
  g_clear_handle_id (&self->search_id, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static void
empty_list (OmCompletion *self)
{
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (self->list, 0)) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
}

static void
end_offering (OmCompletion *self)
{
  stop_asking (self);
  self->kind = NOTHING;
  g_clear_pointer (&self->typed, g_free);
  if (gtk_widget_get_visible (GTK_WIDGET (self)))
    gtk_popover_popdown (GTK_POPOVER (self));
}

/* Below the cursor. */
static void
place (OmCompletion *self)
{
  GtkTextBuffer *buffer = buffer_of (self);
  GtkWidget *parent = gtk_widget_get_parent (GTK_WIDGET (self));
  GtkTextIter iter;
  GdkRectangle rect;
  double x;
  double y;

  gtk_text_buffer_get_iter_at_mark (buffer, &iter, gtk_text_buffer_get_insert (buffer));
  gtk_text_view_get_iter_location (self->view, &iter, &rect);
  gtk_text_view_buffer_to_window_coords (self->view, GTK_TEXT_WINDOW_WIDGET, rect.x, rect.y, &rect.x, &rect.y);
  gtk_widget_translate_coordinates (GTK_WIDGET (self->view), parent, rect.x, rect.y, &x, &y);
  rect.x = (int) x;
  rect.y = (int) y;
  gtk_popover_set_pointing_to (GTK_POPOVER (self), &rect);
}

/* What a screen reader tells: which one is chosen, or how to. */
static void
tell (OmCompletion *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);
  g_autofree char *words = NULL;

  if (row != NULL)
    /* Translators: %1$d is the number of the offer, %2$u how many there are, %3$s what it is */
    words = g_strdup_printf (_("%1$d of %2$u: %3$s"), gtk_list_box_row_get_index (row) + 1, om_completion_count (self),
                             (const char *) g_object_get_data (G_OBJECT (row), "words"));
  else
    words = g_strdup (_("Choose with Down, take with Enter"));
  gtk_label_set_label (self->note_label, words);
}

static void
show_offers (OmCompletion *self)
{
  place (self);
  tell (self);
  if (gtk_widget_get_mapped (GTK_WIDGET (self->view)))
    gtk_popover_popup (GTK_POPOVER (self));
}

/* @detail: (nullable): below it */
static void
add_offer (OmCompletion *self,
           const char   *name,
           const char   *detail)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *label = gtk_label_new (name);
  char *words = detail != NULL ? g_strdup_printf ("%s, %s", name, detail) : g_strdup (name);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_box_append (GTK_BOX (box), label);
  if (detail != NULL)
    {
      GtkWidget *below = gtk_label_new (detail);

      gtk_label_set_xalign (GTK_LABEL (below), 0);
      gtk_label_set_ellipsize (GTK_LABEL (below), PANGO_ELLIPSIZE_END);
      gtk_widget_add_css_class (below, "caption");
      gtk_widget_add_css_class (below, "dim-label");
      gtk_box_append (GTK_BOX (box), below);
    }
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_widget_set_focusable (row, FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  g_object_set_data_full (G_OBJECT (row), "name", g_strdup (name), g_free);
  g_object_set_data_full (G_OBJECT (row), "words", words, g_free);
  gtk_list_box_append (self->list, row);
}

/* Tags ------------------------------------------------------------------------------------------ */

/* Within a text a tag ends at a blank. */
static gboolean
fits_in_text (const char *tag)
{
  for (const char *p = tag; *p != '\0'; p = g_utf8_next_char (p))
    {
      if (g_unichar_isspace (g_utf8_get_char (p)))
        return FALSE;
    }
  return TRUE;
}

static void
show_tags (OmCompletion *self)
{
  g_autofree char *key = om_tag_editor_dup_key (self->typed);
  guint n = 0;

  empty_list (self);
  for (guint i = 0; self->known != NULL && i < self->known->len && n < MOST_OFFERS; i++)
    {
      const OmTagUse *use = g_ptr_array_index (self->known, i);
      g_autofree char *other = om_tag_editor_dup_key (use->name);

      if (!g_str_has_prefix (other, key) || !fits_in_text (use->name))
        continue;
      add_offer (self, use->name, NULL);
      n++;
    }
  if (n == 0)
    gtk_popover_popdown (GTK_POPOVER (self));
  else
    show_offers (self);
}

static void
tags_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      data)
{
  g_autoptr (OmCompletion) self = data;
  g_autoptr (GPtrArray) known = om_engine_get_tags_finish (OM_ENGINE (source), result, NULL);

  if (known == NULL || self->sheet == NULL)
    return;
  g_clear_pointer (&self->known, g_ptr_array_unref);
  self->known = g_steal_pointer (&known);
  if (self->kind == TAG)
    show_tags (self);
}

/* Links ----------------------------------------------------------------------------------------- */

static void
found_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      data)
{
  g_autoptr (OmCompletion) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (OmAnswer) answer = om_engine_search_finish (OM_ENGINE (source), result, &error);
  g_autoptr (GHashTable) keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  if (answer == NULL || self->sheet == NULL || self->kind != LINK)
    return;
  empty_list (self);
  for (guint i = 0; i < answer->hits->len && g_hash_table_size (keys) < MOST_OFFERS; i++)
    {
      const OmHit *hit = g_ptr_array_index (answer->hits, i);
      g_autofree char *title = om_memory_dup_title (hit->memory);
      g_autofree char *name = om_wiki_link_name (title);
      g_autofree char *day = om_date_words_day (&hit->memory->happened);

      /* Of those of one name the link means the newest; the name is offered once. */
      if (*name != '\0' && g_strcmp0 (hit->memory->id, om_sheet_get_id (self->sheet)) != 0 &&
          g_hash_table_add (keys, om_wiki_link_key (name)))
        add_offer (self, name, day);
    }
  if (g_hash_table_size (keys) == 0)
    {
      gtk_popover_popdown (GTK_POPOVER (self));
      return;
    }
  gtk_list_box_select_row (self->list, gtk_list_box_get_row_at_index (self->list, 0));
  show_offers (self);
}

static gboolean
search_cb (gpointer data)
{
  OmCompletion *self = data;
  g_autoptr (OmSearch) search = om_search_new (self->typed, MOST_OFFERS * 3);

  self->search_id = 0;
  self->cancellable = g_cancellable_new ();
  search->include_private = TRUE;
  om_engine_search_async (om_sheet_get_engine (self->sheet), search, self->cancellable, found_cb, g_object_ref (self));
  return G_SOURCE_REMOVE;
}

/* Following the text ---------------------------------------------------------------------------- */

static void
follow (OmCompletion *self)
{
  g_autofree char *typed = NULL;
  Kind kind = find_kind (self, &typed);

  if (kind == NOTHING || (kind == LINK && strspn (typed, " ") == strlen (typed)))
    {
      if (self->kind != NOTHING)
        end_offering (self);
      return;
    }
  stop_asking (self);
  self->kind = kind;
  g_free (self->typed);
  self->typed = g_steal_pointer (&typed);
  if (kind == LINK)
    {
      self->search_id = g_timeout_add (SEARCH_AFTER_MS, search_cb, self);
      g_source_set_name_by_id (self->search_id, "[openmemory] complete a link");
      return;
    }
  if (self->known == NULL)
    om_engine_get_tags_async (om_sheet_get_engine (self->sheet), NULL, tags_cb, g_object_ref (self));
  else
    show_tags (self);
}

/* Only what is typed here: the text may also be changed from elsewhere. */
static void
changed_cb (GtkTextBuffer *buffer,
            OmCompletion  *self)
{
  if (gtk_widget_has_focus (GTK_WIDGET (self->view)))
    follow (self);
}

static void
moved_cb (GtkTextBuffer *buffer,
          GParamSpec    *pspec,
          OmCompletion  *self)
{
  g_autofree char *typed = NULL;

  /* Away from what it is about. */
  if (self->kind != NOTHING && find_kind (self, &typed) != self->kind)
    end_offering (self);
}

static void
preedit_changed_cb (GtkTextView  *view,
                    const char   *preedit,
                    OmCompletion *self)
{
  self->composing = *preedit != '\0';
  if (self->composing && self->sheet != NULL)
    end_offering (self);
}

static void
focus_left_cb (GtkEventControllerFocus *controller,
               OmCompletion            *self)
{
  if (self->sheet != NULL)
    end_offering (self);
}

static void
focus_entered_cb (GtkEventControllerFocus *controller,
                  OmCompletion            *self)
{
  /* There may be others by now. */
  g_clear_pointer (&self->known, g_ptr_array_unref);
}

/* Taking ---------------------------------------------------------------------------------------- */

static void
take (OmCompletion  *self,
      GtkListBoxRow *row)
{
  GtkTextBuffer *buffer = buffer_of (self);
  const char *name = g_object_get_data (G_OBJECT (row), "name");
  g_autofree char *typed = NULL;
  /* The cursor may have walked on within what was typed. */
  Kind kind = find_kind (self, &typed);
  g_autofree char *written = kind == LINK ? g_strdup_printf ("%s]]", name) : g_strdup_printf ("%s ", name);
  g_autofree char *tag = kind == TAG ? g_strdup (name) : NULL;
  GtkTextIter start;
  GtkTextIter end;

  end_offering (self);
  if (kind == NOTHING)
    return;
  gtk_text_buffer_get_iter_at_mark (buffer, &end, gtk_text_buffer_get_insert (buffer));
  start = end;
  gtk_text_iter_backward_chars (&start, (int) g_utf8_strlen (typed, -1));
  gtk_text_buffer_begin_user_action (buffer);
  gtk_text_buffer_delete (buffer, &start, &end);
  gtk_text_buffer_insert (buffer, &start, written, -1);
  gtk_text_buffer_place_cursor (buffer, &start);
  gtk_text_buffer_end_user_action (buffer);
  end_offering (self);
  if (tag != NULL)
    om_sheet_change_tags (self->sheet, tag, NULL);
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

static void
row_activated_cb (GtkListBox    *list,
                  GtkListBoxRow *row,
                  OmCompletion  *self)
{
  if (self->sheet != NULL && self->kind != NOTHING)
    take (self, row);
}

static gboolean
key_pressed_cb (GtkEventControllerKey *controller,
                guint                  keyval,
                guint                  keycode,
                GdkModifierType        state,
                OmCompletion          *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);
  int at = row != NULL ? gtk_list_box_row_get_index (row) : -1;

  if (!gtk_widget_get_visible (GTK_WIDGET (self)) || self->kind == NOTHING ||
      (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  switch (keyval)
    {
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      at += keyval == GDK_KEY_Down || keyval == GDK_KEY_KP_Down ? 1 : -1;
      row = at >= 0 ? gtk_list_box_get_row_at_index (self->list, at) : NULL;
      if (row != NULL || at < 0)
        gtk_list_box_select_row (self->list, row);
      tell (self);
      return GDK_EVENT_STOP;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      if (row == NULL)
        return GDK_EVENT_PROPAGATE;
      take (self, row);
      return GDK_EVENT_STOP;
    case GDK_KEY_Escape:
      end_offering (self);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

/* Object ---------------------------------------------------------------------------------------- */

static void
om_completion_dispose (GObject *object)
{
  OmCompletion *self = OM_COMPLETION (object);

  om_completion_set_sheet (self, NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_COMPLETION);

  G_OBJECT_CLASS (om_completion_parent_class)->dispose (object);
}

static void
om_completion_finalize (GObject *object)
{
  OmCompletion *self = OM_COMPLETION (object);

  g_clear_pointer (&self->known, g_ptr_array_unref);
  g_free (self->typed);

  G_OBJECT_CLASS (om_completion_parent_class)->finalize (object);
}

static void
om_completion_class_init (OmCompletionClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_completion_dispose;
  G_OBJECT_CLASS (klass)->finalize = om_completion_finalize;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-completion.ui");
  gtk_widget_class_bind_template_child (widget_class, OmCompletion, list);
  gtk_widget_class_bind_template_child (widget_class, OmCompletion, note_label);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
}

static void
om_completion_init (OmCompletion *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * om_completion_set_view:
 * @view: where the text is written; set once, a sibling
 */
void
om_completion_set_view (OmCompletion *self,
                        GtkTextView  *view)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  g_return_if_fail (OM_IS_COMPLETION (self));
  g_return_if_fail (self->view == NULL);

  self->view = view;
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self, 0);
  g_signal_connect_object (focus, "enter", G_CALLBACK (focus_entered_cb), self, 0);
  g_signal_connect_object (focus, "leave", G_CALLBACK (focus_left_cb), self, 0);
  g_signal_connect_object (view, "preedit-changed", G_CALLBACK (preedit_changed_cb), self, 0);
  gtk_widget_add_controller (GTK_WIDGET (view), keys);
  gtk_widget_add_controller (GTK_WIDGET (view), focus);
}

/**
 * om_completion_set_sheet:
 * @sheet: (nullable): the text that is written
 */
void
om_completion_set_sheet (OmCompletion *self,
                         OmSheet      *sheet)
{
  g_return_if_fail (OM_IS_COMPLETION (self));

  if (self->sheet == sheet)
    return;
  if (self->sheet != NULL)
    {
      end_offering (self);
      g_clear_signal_handler (&self->changed_id, om_sheet_get_buffer (self->sheet));
      g_clear_signal_handler (&self->moved_id, om_sheet_get_buffer (self->sheet));
    }
  g_set_object (&self->sheet, sheet);
  if (sheet == NULL)
    return;
  self->changed_id = g_signal_connect (om_sheet_get_buffer (sheet), "end-user-action", G_CALLBACK (changed_cb), self);
  self->moved_id = g_signal_connect (om_sheet_get_buffer (sheet), "notify::cursor-position", G_CALLBACK (moved_cb), self);
}

/** om_completion_count: Returns: how many are offered; 0 while nothing is */
guint
om_completion_count (OmCompletion *self)
{
  guint n = 0;

  g_return_val_if_fail (OM_IS_COMPLETION (self), 0);

  if (self->kind == NOTHING)
    return 0;
  while (gtk_list_box_get_row_at_index (self->list, (int) n) != NULL)
    n++;
  return n;
}
