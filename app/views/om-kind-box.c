/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmKindBox: what kind of memory it is: sector with the reason for it, type, context, importance. The
 * program chooses the sector until the person does, and again once it is given back. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-kind-box.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "memory/om-joining.h"
#include "views/om-looks.h"
#include "views/om-spin.h"

/* As many words as a person reads for a reason. */
#define MAX_WORDS 4

/* What a person can call a memory; the others are made by the program. */
static const OmMemoryType types[] = { OM_MEMORY_TYPE_EPISODE, OM_MEMORY_TYPE_FACT, OM_MEMORY_TYPE_DOCUMENT };

struct _OmKindBox
{
  GtkWidget parent_instance;

  GtkWidget     *list; /* bound, so that it is let go with the template */
  AdwComboRow   *sector_row;
  GtkImage      *sector_image;
  AdwComboRow   *type_row;
  AdwComboRow   *context_row;
  AdwActionRow  *importance_row;
  GtkSpinButton *importance_spin;

  OmSession     *session;      /* (owned) (nullable) */
  OmSheet       *sheet;        /* (owned) (nullable) */
  GCancellable  *cancellable;  /* (owned) (nullable): asking for the reason */
  const char    *sector_class; /* (nullable) */
  gint64         explained;    /* revision of the record whose reason is asked for or shown */
  OmSector       explained_for;
  gboolean       showing;      /* what the rows do is not the person's doing */
};

G_DEFINE_FINAL_TYPE (OmKindBox, om_kind_box, GTK_TYPE_WIDGET)

static void
stop_asking (OmKindBox *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->explained = -1;
}

static void
explained_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      data)
{
  g_autoptr (OmKindBox) self = OM_KIND_BOX (data);
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) words = om_engine_explain_sector_finish (OM_ENGINE (source), result, &error);
  const char *sector;
  g_autofree char *list = NULL;
  g_autofree char *text = NULL;

  /* The sector itself stands there; without the reason nothing is wrong. */
  if (words == NULL || self->session == NULL)
    return;
  sector = om_look_sector_name (self->explained_for);
  if (words[0] == NULL)
    {
      /* Translators: %s is a sector */
      text = g_strdup_printf (_("%s, for nothing in the text points to another one"), sector);
      adw_action_row_set_subtitle (ADW_ACTION_ROW (self->sector_row), text);
      return;
    }
  for (guint i = 0; words[i] != NULL; i++)
    {
      if (i == MAX_WORDS)
        {
          g_clear_pointer (&words[i], g_free);
          for (guint j = i + 1; words[j] != NULL; j++)
            g_clear_pointer (&words[j], g_free);
          break;
        }
    }
  list = om_join_list ((const char *const *) words);
  /* Translators: a sector, and a list of words that stand in the text */
  text = g_strdup_printf (_("%s because of: %s"), sector, list);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self->sector_row), text);
}

static void
explain_sector (OmKindBox      *self,
                const OmMemory *record)
{
  if ((record->flags & OM_FLAG_SECTOR_BY_HAND) != 0)
    {
      stop_asking (self);
      adw_action_row_set_subtitle (ADW_ACTION_ROW (self->sector_row), _("Chosen by you"));
      return;
    }
  if (self->explained == record->revision && self->explained_for == record->sector)
    return;
  stop_asking (self);
  self->explained = record->revision;
  self->explained_for = record->sector;
  self->cancellable = g_cancellable_new ();
  om_engine_explain_sector_async (om_session_get_engine (self->session), record->id, record->sector, self->cancellable,
                                  explained_cb, g_object_ref (self));
}

static void
show_sector (OmKindBox      *self,
             const OmMemory *stored)
{
  const OmMemory *wanted = om_sheet_get_record (self->sheet, OM_CHANGE_SECTOR);
  gboolean by_hand = wanted != stored ? wanted->sector != OM_SECTOR_UNKNOWN
                                      : (stored->flags & OM_FLAG_SECTOR_BY_HAND) != 0;
  OmSector sector = wanted->sector != OM_SECTOR_UNKNOWN ? wanted->sector : stored->sector;

  if (self->sector_class != NULL)
    gtk_widget_remove_css_class (GTK_WIDGET (self->sector_image), self->sector_class);
  self->sector_class = om_look_sector_class (sector);
  gtk_widget_add_css_class (GTK_WIDGET (self->sector_image), self->sector_class);
  gtk_image_set_from_icon_name (self->sector_image, om_look_sector_icon (sector));

  adw_combo_row_set_selected (self->sector_row, by_hand ? (guint) sector + 1 : 0);
  if (wanted == stored)
    explain_sector (self, stored);
}

static void
show_record (OmKindBox *self)
{
  const OmMemory *stored = self->sheet != NULL ? om_sheet_get_memory (self->sheet) : NULL;
  const OmMemory *record;
  gboolean by_hand = FALSE;

  gtk_widget_set_sensitive (GTK_WIDGET (self), stored != NULL && om_sheet_is_editable (self->sheet));
  if (stored == NULL || self->session == NULL)
    return;

  self->showing = TRUE;
  show_sector (self, stored);
  record = om_sheet_get_record (self->sheet, OM_CHANGE_TYPE);
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      if (types[i] == record->type)
        {
          adw_combo_row_set_selected (self->type_row, i);
          by_hand = TRUE;
        }
    }
  if (!by_hand)
    adw_combo_row_set_selected (self->type_row, GTK_INVALID_LIST_POSITION);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self->type_row), by_hand ? "" : om_look_type_name (record->type));
  gtk_widget_set_sensitive (GTK_WIDGET (self->type_row), by_hand);
  record = om_sheet_get_record (self->sheet, OM_CHANGE_CONTEXT);
  adw_combo_row_set_selected (self->context_row, (guint) (record->context + 1));
  record = om_sheet_get_record (self->sheet, OM_CHANGE_IMPORTANCE);
  gtk_spin_button_set_value (self->importance_spin, record->importance);
  self->showing = FALSE;
}

static void
sector_chosen_cb (AdwComboRow *row,
                  GParamSpec  *pspec,
                  OmKindBox   *self)
{
  guint at = adw_combo_row_get_selected (row);
  g_autoptr (OmMemory) values = NULL;

  if (self->showing || self->sheet == NULL || at > OM_N_SECTORS)
    return;
  values = om_memory_new ();
  values->sector = at == 0 ? OM_SECTOR_UNKNOWN : (OmSector) (at - 1);
  self->explained = -1;
  om_sheet_set_fields (self->sheet, OM_CHANGE_SECTOR, values);
}

static void
type_chosen_cb (AdwComboRow *row,
                GParamSpec  *pspec,
                OmKindBox   *self)
{
  guint at = adw_combo_row_get_selected (row);
  g_autoptr (OmMemory) values = NULL;

  if (self->showing || self->sheet == NULL || at >= G_N_ELEMENTS (types))
    return;
  values = om_memory_new ();
  values->type = types[at];
  om_sheet_set_fields (self->sheet, OM_CHANGE_TYPE, values);
}

static void
context_chosen_cb (AdwComboRow *row,
                   GParamSpec  *pspec,
                   OmKindBox   *self)
{
  guint at = adw_combo_row_get_selected (row);
  g_autoptr (OmMemory) values = NULL;

  if (self->showing || self->sheet == NULL || at > OM_N_CONTEXTS)
    return;
  values = om_memory_new ();
  values->context = (OmContext) ((int) at - 1);
  om_sheet_set_fields (self->sheet, OM_CHANGE_CONTEXT, values);
}

static void
importance_changed_cb (GtkSpinButton *spin,
                       OmKindBox     *self)
{
  g_autoptr (OmMemory) values = NULL;

  if (self->showing || self->sheet == NULL)
    return;
  values = om_memory_new ();
  values->importance = gtk_spin_button_get_value_as_int (spin);
  om_sheet_set_fields (self->sheet, OM_CHANGE_IMPORTANCE, values);
}

static void
setup_choice_cb (GtkSignalListItemFactory *factory,
                 GtkListItem              *item,
                 gpointer                  data)
{
  gtk_list_item_set_child (item, gtk_label_new (NULL));
}

static void
bind_choice_cb (GtkSignalListItemFactory *factory,
                GtkListItem              *item,
                gpointer                  data)
{
  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)),
                       gtk_string_object_get_string (gtk_list_item_get_item (item)));
}

/* The row of the library cuts what was chosen when the words before it are many; here it is whole. The list that
 * opens stays as it was, with its mark. */
static void
show_whole_choice (AdwComboRow *row)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  adw_combo_row_set_list_factory (row, adw_combo_row_get_factory (row));
  g_signal_connect (factory, "setup", G_CALLBACK (setup_choice_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_choice_cb), NULL);
  adw_combo_row_set_factory (row, factory);
}

static void
fill_rows (OmKindBox *self)
{
  g_autoptr (GtkStringList) sectors = gtk_string_list_new (NULL);
  g_autoptr (GtkStringList) kinds = gtk_string_list_new (NULL);
  g_autoptr (GtkStringList) contexts = gtk_string_list_new (NULL);

  self->showing = TRUE;
  gtk_string_list_append (sectors, C_ ("sector", "By Itself"));
  for (int i = 0; i < OM_N_SECTORS; i++)
    gtk_string_list_append (sectors, om_look_sector_name ((OmSector) i));
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    gtk_string_list_append (kinds, om_look_type_name (types[i]));
  for (int i = -1; i < OM_N_CONTEXTS; i++)
    gtk_string_list_append (contexts, om_look_context_name ((OmContext) i));
  adw_combo_row_set_model (self->sector_row, G_LIST_MODEL (sectors));
  adw_combo_row_set_model (self->type_row, G_LIST_MODEL (kinds));
  adw_combo_row_set_model (self->context_row, G_LIST_MODEL (contexts));
  self->showing = FALSE;
}

static void
om_kind_box_dispose (GObject *object)
{
  OmKindBox *self = OM_KIND_BOX (object);

  stop_asking (self);
  om_kind_box_set_sheet (self, NULL);
  self->showing = TRUE;
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_KIND_BOX);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (om_kind_box_parent_class)->dispose (object);
}

static void
om_kind_box_class_init (OmKindBoxClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_kind_box_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-kind-box.ui");
  gtk_widget_class_bind_template_child (widget_class, OmKindBox, list);
  gtk_widget_class_bind_template_child (widget_class, OmKindBox, sector_row);
  gtk_widget_class_bind_template_child (widget_class, OmKindBox, sector_image);
  gtk_widget_class_bind_template_child (widget_class, OmKindBox, type_row);
  gtk_widget_class_bind_template_child (widget_class, OmKindBox, context_row);
  gtk_widget_class_bind_template_child (widget_class, OmKindBox, importance_row);
  gtk_widget_class_bind_template_child (widget_class, OmKindBox, importance_spin);
  gtk_widget_class_bind_template_callback (widget_class, sector_chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, type_chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, context_chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, importance_changed_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
om_kind_box_init (OmKindBox *self)
{
  self->explained = -1;
  self->showing = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  om_spin_leave_wheel (self->importance_spin);
  show_whole_choice (self->sector_row);
  show_whole_choice (self->type_row);
  show_whole_choice (self->context_row);
  fill_rows (self);
}

/**
 * om_kind_box_set_session:
 * @session: where the memories lie; set once
 */
void
om_kind_box_set_session (OmKindBox *self,
                         OmSession *session)
{
  g_return_if_fail (OM_IS_KIND_BOX (self));

  g_set_object (&self->session, session);
}

/**
 * om_kind_box_set_sheet:
 * @sheet: (nullable): the memory it tells of
 */
void
om_kind_box_set_sheet (OmKindBox *self,
                       OmSheet   *sheet)
{
  g_return_if_fail (OM_IS_KIND_BOX (self));

  if (self->sheet == sheet)
    return;
  stop_asking (self);
  if (self->sheet != NULL)
    g_signal_handlers_disconnect_by_func (self->sheet, show_record, self);
  g_set_object (&self->sheet, sheet);
  if (sheet == NULL)
    return;
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self->sector_row), "");
  g_signal_connect_object (sheet, "notify::state", G_CALLBACK (show_record), self, G_CONNECT_SWAPPED);
  show_record (self);
}
