/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmComposerTags: a button that says the tags of a text and adds or takes them; the tags that are in use
 * are offered while one types. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-composer-tags.h"

#include <glib/gi18n.h>
#include <string.h>

/* As many as one looks over at once. */
#define MAX_OFFERS 5

struct _OmComposerTags
{
  GtkWidget parent_instance;

  GtkMenuButton *button;
  GtkEntry      *entry;
  GtkBox        *tags_box;
  GtkBox        *offers_box;
  GtkWidget     *offers_heading;

  OmSession     *session;     /* (owned) (nullable) */
  OmSheet       *sheet;       /* (owned) (nullable) */
  char         **shown;       /* (owned) (nullable): the tags in view */
  GPtrArray     *known;       /* (owned) (nullable) (element-type OmTagUse): the most used first */
  GCancellable  *cancellable; /* (owned): asking for them */
};

G_DEFINE_FINAL_TYPE (OmComposerTags, om_composer_tags, GTK_TYPE_WIDGET)

static const char *const *
tags_of (OmComposerTags *self)
{
  static const char *const none[] = { NULL };
  const OmMemory *record = self->sheet != NULL ? om_sheet_get_record (self->sheet, OM_CHANGE_TAGS) : NULL;

  return record != NULL ? (const char *const *) record->tags : none;
}

static gboolean
is_same (const char *a,
         const char *b)
{
  g_autofree char *folded_a = g_utf8_casefold (a, -1);
  g_autofree char *folded_b = g_utf8_casefold (b, -1);

  return g_utf8_collate (folded_a, folded_b) == 0;
}

static gboolean
has_tag (OmComposerTags *self,
         const char     *tag)
{
  for (const char *const *t = tags_of (self); *t != NULL; t++)
    {
      if (is_same (*t, tag))
        return TRUE;
    }
  return FALSE;
}

/* Sets the tags as they are with @add, without @remove. */
static void
set_tags (OmComposerTags *self,
          const char     *add,
          const char     *remove)
{
  g_autoptr (OmMemory) values = om_memory_new ();
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  if (self->sheet == NULL)
    return;
  for (const char *const *t = tags_of (self); *t != NULL; t++)
    {
      if (remove == NULL || !is_same (*t, remove))
        g_strv_builder_add (builder, *t);
    }
  if (add != NULL)
    g_strv_builder_add (builder, add);
  g_strfreev (values->tags);
  values->tags = g_strv_builder_end (builder);
  om_sheet_set_fields (self->sheet, OM_CHANGE_TAGS, values);
}

static void
empty (GtkBox *box)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (box))) != NULL)
    gtk_box_remove (box, child);
}

static void
remove_clicked_cb (GtkButton      *button,
                   OmComposerTags *self)
{
  g_autofree char *tag = g_strdup (g_object_get_data (G_OBJECT (button), "tag"));

  /* The button goes with its tag. */
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
  set_tags (self, NULL, tag);
}

static void
offer_clicked_cb (GtkButton      *button,
                  OmComposerTags *self)
{
  g_autofree char *tag = g_strdup (g_object_get_data (G_OBJECT (button), "tag"));

  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  set_tags (self, tag, NULL);
}

static void
append_tag (OmComposerTags *self,
            GtkBox         *box,
            const char     *tag,
            gboolean        is_set)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new (tag);
  GtkWidget *image = gtk_image_new_from_icon_name (is_set ? "window-close-symbolic" : "list-add-symbolic");
  /* Translators: %s is a tag */
  g_autofree char *name = g_strdup_printf (is_set ? _("Remove the tag %s") : _("Add the tag %s"), tag);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 24);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (content), label);
  gtk_box_append (GTK_BOX (content), image);
  gtk_button_set_child (GTK_BUTTON (button), content);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_object_set_data_full (G_OBJECT (button), "tag", g_strdup (tag), g_free);
  g_signal_connect_object (button, "clicked", is_set ? G_CALLBACK (remove_clicked_cb) : G_CALLBACK (offer_clicked_cb),
                           self, 0);
  gtk_box_append (box, button);
}

static void
show_offers (OmComposerTags *self)
{
  const char *typed = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  g_autofree char *prefix = g_utf8_casefold (typed, -1);
  int n = 0;

  empty (self->offers_box);
  for (guint i = 0; self->known != NULL && i < self->known->len && n < MAX_OFFERS; i++)
    {
      const OmTagUse *use = g_ptr_array_index (self->known, i);
      g_autofree char *folded = g_utf8_casefold (use->name, -1);

      if (!g_str_has_prefix (folded, prefix) || has_tag (self, use->name))
        continue;
      append_tag (self, self->offers_box, use->name, FALSE);
      n++;
    }
  gtk_widget_set_visible (self->offers_heading, n > 0);
}

static void
show_tags (OmComposerTags *self)
{
  const char *const *tags = tags_of (self);
  guint n = g_strv_length ((char **) tags);
  g_autofree char *label = NULL;
  g_autofree char *all = NULL;
  g_autofree char *name = NULL;

  /* The buttons stay while nothing changed: one of them may have the keyboard. */
  if (self->shown != NULL && g_strv_equal ((const char *const *) self->shown, tags))
    return;
  g_strfreev (self->shown);
  self->shown = g_strdupv ((char **) tags);
  all = g_strjoinv (", ", (char **) tags);
  if (n == 0)
    label = g_strdup (_("Tags"));
  else if (n == 1)
    label = g_strdup (tags[0]);
  else
    label = g_strdup_printf (ngettext ("%u tag", "%u tags", n), n);
  name = n > 0 ? g_strdup_printf (_("Tags: %s"), all) : g_strdup (_("Tags"));
  gtk_menu_button_set_label (self->button, label);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->button), n > 0 ? all : _("Tags of this memory"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);

  empty (self->tags_box);
  for (; *tags != NULL; tags++)
    append_tag (self, self->tags_box, *tags, TRUE);
  show_offers (self);
}

static int
compare_uses (gconstpointer a,
              gconstpointer b)
{
  const OmTagUse *use_a = *(const OmTagUse *const *) a;
  const OmTagUse *use_b = *(const OmTagUse *const *) b;

  if (use_a->count != use_b->count)
    return use_a->count > use_b->count ? -1 : 1;
  return strcmp (use_a->name, use_b->name);
}

static void
tags_known_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      data)
{
  g_autoptr (OmComposerTags) self = OM_COMPOSER_TAGS (data);
  g_autoptr (GPtrArray) known = om_engine_get_tags_finish (OM_ENGINE (source), result, NULL);

  /* Without them there is nothing to offer, and typing one works all the same. */
  if (known == NULL || self->session == NULL)
    return;
  g_ptr_array_sort (known, compare_uses);
  g_clear_pointer (&self->known, g_ptr_array_unref);
  self->known = g_steal_pointer (&known);
  show_offers (self);
}

static void
popover_shown_cb (GtkWidget      *popover,
                  OmComposerTags *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
  if (self->session != NULL)
    om_engine_get_tags_async (om_session_get_engine (self->session), self->cancellable, tags_known_cb,
                              g_object_ref (self));
}

static void
entry_changed_cb (GtkEditable    *entry,
                  OmComposerTags *self)
{
  show_offers (self);
}

static void
entry_activated_cb (GtkEntry       *entry,
                    OmComposerTags *self)
{
  g_autofree char *tag = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (entry))));
  const char *bare = *tag == '#' ? tag + 1 : tag;

  if (*bare == '\0')
    {
      gtk_menu_button_popdown (self->button);
      return;
    }
  gtk_editable_set_text (GTK_EDITABLE (entry), "");
  if (!has_tag (self, bare))
    set_tags (self, bare, NULL);
}

static void
om_composer_tags_dispose (GObject *object)
{
  OmComposerTags *self = OM_COMPOSER_TAGS (object);

  g_cancellable_cancel (self->cancellable);
  om_composer_tags_set_sheet (self, NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_COMPOSER_TAGS);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (om_composer_tags_parent_class)->dispose (object);
}

static void
om_composer_tags_finalize (GObject *object)
{
  OmComposerTags *self = OM_COMPOSER_TAGS (object);

  g_object_unref (self->cancellable);
  g_clear_pointer (&self->known, g_ptr_array_unref);
  g_strfreev (self->shown);

  G_OBJECT_CLASS (om_composer_tags_parent_class)->finalize (object);
}

static void
om_composer_tags_class_init (OmComposerTagsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_composer_tags_dispose;
  G_OBJECT_CLASS (klass)->finalize = om_composer_tags_finalize;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-composer-tags.ui");
  gtk_widget_class_bind_template_child (widget_class, OmComposerTags, button);
  gtk_widget_class_bind_template_child (widget_class, OmComposerTags, entry);
  gtk_widget_class_bind_template_child (widget_class, OmComposerTags, tags_box);
  gtk_widget_class_bind_template_child (widget_class, OmComposerTags, offers_box);
  gtk_widget_class_bind_template_child (widget_class, OmComposerTags, offers_heading);
  gtk_widget_class_bind_template_callback (widget_class, popover_shown_cb);
  gtk_widget_class_bind_template_callback (widget_class, entry_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, entry_activated_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
om_composer_tags_init (OmComposerTags *self)
{
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  show_tags (self);
}

/**
 * om_composer_tags_set_session:
 * @session: whose tags are offered; set once
 */
void
om_composer_tags_set_session (OmComposerTags *self,
                              OmSession      *session)
{
  g_return_if_fail (OM_IS_COMPOSER_TAGS (self));

  g_set_object (&self->session, session);
}

/**
 * om_composer_tags_set_sheet:
 * @sheet: (nullable): the text whose tags they are
 */
void
om_composer_tags_set_sheet (OmComposerTags *self,
                            OmSheet        *sheet)
{
  g_return_if_fail (OM_IS_COMPOSER_TAGS (self));

  if (self->sheet == sheet)
    return;
  if (self->sheet != NULL)
    g_signal_handlers_disconnect_by_func (self->sheet, show_tags, self);
  g_set_object (&self->sheet, sheet);
  if (sheet == NULL)
    return;
  g_signal_connect_object (sheet, "notify::state", G_CALLBACK (show_tags), self, G_CONNECT_SWAPPED);
  show_tags (self);
}
