/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmTagEditor: the tags of a memory as chips, each with a button that removes it, and an entry that
 * offers the tags that are in use. Backspace in the empty entry goes to the last chip, and Backspace or
 * Delete on a chip removes it. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-tag-editor.h"

#include <glib/gi18n.h>
#include <string.h>

#include "views/om-wrap-layout.h"

/* As many as one looks over at once. */
#define MAX_OFFERS 7

struct _OmTagEditor
{
  GtkWidget parent_instance;

  GtkEntry     *entry;
  GtkPopover   *popover;
  GtkListBox   *offers;

  OmSession    *session;     /* (owned) (nullable) */
  OmSheet      *sheet;       /* (owned) (nullable) */
  char        **shown;       /* (owned) (nullable): the tags the chips show */
  GPtrArray    *known;       /* (owned) (nullable) (element-type OmTagUse): the most used first */
  GCancellable *cancellable; /* (owned): asking for them */
};

G_DEFINE_FINAL_TYPE (OmTagEditor, om_tag_editor, GTK_TYPE_WIDGET)

static const char *const *
tags_of (OmTagEditor *self)
{
  static const char *const none[] = { NULL };
  const OmMemory *record = self->sheet != NULL ? om_sheet_get_record (self->sheet, OM_CHANGE_TAGS) : NULL;

  return record != NULL && record->tags != NULL ? (const char *const *) record->tags : none;
}

/**
 * om_tag_editor_dup_key:
 *
 * Returns: (transfer full): of a tag, for comparing, as the store compares
 */
char *
om_tag_editor_dup_key (const char *tag)
{
  g_autofree char *normal = g_utf8_normalize (tag, -1, G_NORMALIZE_NFC);

  return g_utf8_casefold (normal, -1);
}

static gboolean
is_same (const char *a,
         const char *b)
{
  g_autofree char *key_a = om_tag_editor_dup_key (a);
  g_autofree char *key_b = om_tag_editor_dup_key (b);

  return g_str_equal (key_a, key_b);
}

static gboolean
has_tag (OmTagEditor *self,
         const char  *tag)
{
  for (const char *const *t = tags_of (self); *t != NULL; t++)
    {
      if (is_same (*t, tag))
        return TRUE;
    }
  return FALSE;
}

static void
set_tags (OmTagEditor *self,
          const char  *add,
          const char  *remove)
{
  if (self->sheet != NULL)
    om_sheet_change_tags (self->sheet, add, remove);
}

/* The spelling under which it is known already. */
static const char *
first_spelling (OmTagEditor *self,
                const char  *tag)
{
  for (guint i = 0; self->known != NULL && i < self->known->len; i++)
    {
      const OmTagUse *use = g_ptr_array_index (self->known, i);

      if (is_same (use->name, tag))
        return use->name;
    }
  return tag;
}

static void
add_tags (OmTagEditor *self,
          const char  *typed)
{
  g_auto (GStrv) parts = g_strsplit (typed, ",", -1);

  for (char **part = parts; *part != NULL; part++)
    {
      const char *bare = g_strstrip (*part);

      if (*bare == '#')
        bare++;
      if (*bare != '\0' && !has_tag (self, bare))
        set_tags (self, first_spelling (self, bare), NULL);
    }
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
}

/* The chips ------------------------------------------------------------------------------------- */

static GtkWidget *
last_remove_button (OmTagEditor *self)
{
  GtkWidget *chip = gtk_widget_get_prev_sibling (GTK_WIDGET (self->entry));

  return chip != NULL ? gtk_widget_get_last_child (chip) : NULL;
}

static void
remove_clicked_cb (GtkButton   *button,
                   OmTagEditor *self)
{
  g_autofree char *tag = g_strdup (g_object_get_data (G_OBJECT (button), "tag"));

  /* The button goes with its tag. */
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
  set_tags (self, NULL, tag);
}

static gboolean
chip_key_cb (GtkEventControllerKey *controller,
             guint                  keyval,
             guint                  keycode,
             GdkModifierType        state,
             OmTagEditor           *self)
{
  GtkWidget *button = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (controller));

  if (keyval != GDK_KEY_BackSpace && keyval != GDK_KEY_Delete && keyval != GDK_KEY_KP_Delete)
    return GDK_EVENT_PROPAGATE;
  remove_clicked_cb (GTK_BUTTON (button), self);
  return GDK_EVENT_STOP;
}

static GtkWidget *
chip_new (OmTagEditor *self,
          const char  *tag)
{
  GtkWidget *chip = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *label = gtk_label_new (tag);
  GtkWidget *button = gtk_button_new_from_icon_name ("window-close-symbolic");
  GtkEventController *keys = gtk_event_controller_key_new ();
  /* Translators: %s is a tag */
  g_autofree char *name = g_strdup_printf (_("Remove the tag %s"), tag);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 24);
  gtk_widget_add_css_class (chip, "tag-chip");
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "circular");
  gtk_widget_set_tooltip_text (button, name);
  gtk_widget_set_sensitive (button, om_sheet_is_editable (self->sheet));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_object_set_data_full (G_OBJECT (button), "tag", g_strdup (tag), g_free);
  g_signal_connect_object (button, "clicked", G_CALLBACK (remove_clicked_cb), self, 0);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (chip_key_cb), self, 0);
  gtk_widget_add_controller (button, keys);
  gtk_box_append (GTK_BOX (chip), label);
  gtk_box_append (GTK_BOX (chip), button);
  return chip;
}

static void
remove_chips (OmTagEditor *self)
{
  GtkWidget *chip;

  while (self->entry != NULL && (chip = gtk_widget_get_prev_sibling (GTK_WIDGET (self->entry))) != NULL)
    gtk_widget_unparent (chip);
  g_clear_pointer (&self->shown, g_strfreev);
}

static void
show_tags (OmTagEditor *self)
{
  const char *const *tags = tags_of (self);
  gboolean editable = self->sheet != NULL && om_sheet_is_editable (self->sheet);

  gtk_widget_set_sensitive (GTK_WIDGET (self->entry), editable);
  if (self->shown != NULL && g_strv_equal (tags, (const char *const *) self->shown))
    return;
  remove_chips (self);
  for (const char *const *t = tags; *t != NULL; t++)
    gtk_widget_insert_before (chip_new (self, *t), GTK_WIDGET (self), GTK_WIDGET (self->entry));
  self->shown = g_strdupv ((char **) tags);
}

/* What is offered ------------------------------------------------------------------------------- */

static int
compare_uses (gconstpointer a,
              gconstpointer b)
{
  const OmTagUse *x = *(const OmTagUse *const *) a;
  const OmTagUse *y = *(const OmTagUse *const *) b;

  if (x->count != y->count)
    return x->count > y->count ? -1 : 1;
  return strcmp (x->name, y->name);
}

static void
add_offer (OmTagEditor    *self,
           const OmTagUse *use)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *label = gtk_label_new (use->name);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), label);
  gtk_widget_set_focusable (row, FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, use->name, -1);
  gtk_list_box_append (self->offers, row);
}

static void
show_offers (OmTagEditor *self)
{
  g_autofree char *typed = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entry))));
  g_autofree char *key = om_tag_editor_dup_key (*typed == '#' ? typed + 1 : typed);
  GtkListBoxRow *row;
  int n = 0;

  while ((row = gtk_list_box_get_row_at_index (self->offers, 0)) != NULL)
    gtk_list_box_remove (self->offers, GTK_WIDGET (row));
  /* Those that begin so, then those that hold it. */
  for (int round = 0; round < 2 && *key != '\0'; round++)
    {
      for (guint i = 0; self->known != NULL && i < self->known->len && n < MAX_OFFERS; i++)
        {
          const OmTagUse *use = g_ptr_array_index (self->known, i);
          g_autofree char *other = om_tag_editor_dup_key (use->name);
          gboolean begins = g_str_has_prefix (other, key);

          if ((round == 0 ? !begins : begins || strstr (other, key) == NULL) || has_tag (self, use->name))
            continue;
          add_offer (self, use);
          n++;
        }
    }
  if (n > 0 && gtk_widget_get_mapped (GTK_WIDGET (self->entry)))
    gtk_popover_popup (self->popover);
  else
    gtk_popover_popdown (self->popover);
}

static void
tags_known_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      data)
{
  g_autoptr (OmTagEditor) self = OM_TAG_EDITOR (data);
  g_autoptr (GPtrArray) known = om_engine_get_tags_finish (OM_ENGINE (source), result, NULL);

  /* Without them there is nothing to offer, and typing one works all the same. */
  if (known == NULL || self->session == NULL)
    return;
  g_ptr_array_sort (known, compare_uses);
  g_clear_pointer (&self->known, g_ptr_array_unref);
  self->known = g_steal_pointer (&known);
  if (*gtk_editable_get_text (GTK_EDITABLE (self->entry)) != '\0')
    show_offers (self);
}

static void
focus_entered_cb (GtkEventControllerFocus *controller,
                  OmTagEditor             *self)
{
  if (self->session != NULL)
    om_engine_get_tags_async (om_session_get_engine (self->session), self->cancellable, tags_known_cb,
                              g_object_ref (self));
}

/* What was typed and not confirmed is a tag as well: nothing typed is lost. */
static void
focus_left_cb (GtkEventControllerFocus *controller,
               OmTagEditor             *self)
{
  gtk_popover_popdown (self->popover);
  add_tags (self, gtk_editable_get_text (GTK_EDITABLE (self->entry)));
}

static void
entry_changed_cb (GtkEditable *entry,
                  OmTagEditor *self)
{
  show_offers (self);
}

static void
entry_activate_cb (GtkEntry    *entry,
                   OmTagEditor *self)
{
  GtkListBoxRow *row = gtk_widget_get_visible (GTK_WIDGET (self->popover)) ? gtk_list_box_get_selected_row (self->offers)
                                                                         : NULL;
  g_autofree char *tag = NULL;

  if (row != NULL)
    tag = g_strdup (gtk_label_get_label (GTK_LABEL (gtk_list_box_row_get_child (row))));
  else
    tag = g_strdup (gtk_editable_get_text (GTK_EDITABLE (entry)));
  add_tags (self, tag);
}

static void
offer_activated_cb (GtkListBox    *list,
                    GtkListBoxRow *row,
                    OmTagEditor   *self)
{
  g_autofree char *tag = g_strdup (gtk_label_get_label (GTK_LABEL (gtk_list_box_row_get_child (row))));

  add_tags (self, tag);
}

static gboolean
entry_key_cb (GtkEventControllerKey *controller,
              guint                  keyval,
              guint                  keycode,
              GdkModifierType        state,
              OmTagEditor           *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->offers);
  int at = row != NULL ? gtk_list_box_row_get_index (row) : -1;
  gboolean offered = gtk_widget_get_visible (GTK_WIDGET (self->popover));
  GtkWidget *button;

  switch (keyval)
    {
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      if (!offered)
        return GDK_EVENT_PROPAGATE;
      at += keyval == GDK_KEY_Down || keyval == GDK_KEY_KP_Down ? 1 : -1;
      row = at >= 0 ? gtk_list_box_get_row_at_index (self->offers, at) : NULL;
      if (row != NULL || at < 0)
        gtk_list_box_select_row (self->offers, row);
      return GDK_EVENT_STOP;
    case GDK_KEY_Escape:
      if (*gtk_editable_get_text (GTK_EDITABLE (self->entry)) == '\0')
        return GDK_EVENT_PROPAGATE;
      gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
      return GDK_EVENT_STOP;
    case GDK_KEY_BackSpace:
      button = last_remove_button (self);
      if (button == NULL || *gtk_editable_get_text (GTK_EDITABLE (self->entry)) != '\0')
        return GDK_EVENT_PROPAGATE;
      gtk_widget_grab_focus (button);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static void
om_tag_editor_dispose (GObject *object)
{
  OmTagEditor *self = OM_TAG_EDITOR (object);

  g_cancellable_cancel (self->cancellable);
  om_tag_editor_set_sheet (self, NULL);
  remove_chips (self);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_TAG_EDITOR);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (om_tag_editor_parent_class)->dispose (object);
}

static void
om_tag_editor_finalize (GObject *object)
{
  OmTagEditor *self = OM_TAG_EDITOR (object);

  g_object_unref (self->cancellable);
  g_clear_pointer (&self->known, g_ptr_array_unref);
  g_strfreev (self->shown);

  G_OBJECT_CLASS (om_tag_editor_parent_class)->finalize (object);
}

static void
om_tag_editor_class_init (OmTagEditorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_tag_editor_dispose;
  G_OBJECT_CLASS (klass)->finalize = om_tag_editor_finalize;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-tag-editor.ui");
  gtk_widget_class_bind_template_child (widget_class, OmTagEditor, entry);
  gtk_widget_class_bind_template_child (widget_class, OmTagEditor, popover);
  gtk_widget_class_bind_template_child (widget_class, OmTagEditor, offers);
  gtk_widget_class_bind_template_callback (widget_class, focus_entered_cb);
  gtk_widget_class_bind_template_callback (widget_class, focus_left_cb);
  gtk_widget_class_bind_template_callback (widget_class, entry_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, entry_activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, entry_key_cb);
  gtk_widget_class_bind_template_callback (widget_class, offer_activated_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, OM_TYPE_WRAP_LAYOUT);
}

static void
om_tag_editor_init (OmTagEditor *self)
{
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * om_tag_editor_set_session:
 * @session: whose tags are offered; set once
 */
void
om_tag_editor_set_session (OmTagEditor *self,
                           OmSession   *session)
{
  g_return_if_fail (OM_IS_TAG_EDITOR (self));

  g_set_object (&self->session, session);
}

/**
 * om_tag_editor_set_sheet:
 * @sheet: (nullable): the memory whose tags it shows
 */
void
om_tag_editor_set_sheet (OmTagEditor *self,
                         OmSheet     *sheet)
{
  g_return_if_fail (OM_IS_TAG_EDITOR (self));

  if (self->sheet == sheet)
    return;
  if (self->sheet != NULL)
    {
      g_signal_handlers_disconnect_by_func (self->sheet, show_tags, self);
      /* What was typed belongs to the memory that is left. */
      if (self->entry != NULL)
        add_tags (self, gtk_editable_get_text (GTK_EDITABLE (self->entry)));
    }
  g_set_object (&self->sheet, sheet);
  if (sheet == NULL)
    return;
  g_signal_connect_object (sheet, "notify::state", G_CALLBACK (show_tags), self, G_CONNECT_SWAPPED);
  show_tags (self);
}
