/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmCurvesBox: curves over time of sectors, tiers, chosen tags or chosen memories; for a week, a month, a year or
 * all; of salience or vividness. What is chosen first of tags are the most used, of memories the most recalled.
 * Thread: main; the engine reckons in a worker. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-curves-box.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "engine/om-curves.h"
#include "views/om-link-chooser.h"
#include "views/om-salience-plot.h"
#include "views/om-toast.h"
#include "views/om-wrap-layout.h"

/* More could not be told apart. */
#define MOST_KEYS 6
/* Chosen at first. */
#define FIRST_KEYS 3
/* Tags to choose from. */
#define MOST_TAGS 40
/* A mean is of all memories and smooth; one memory costs nothing, and falls steeply after a recall. */
#define N_POINTS_OF_MEANS 90
#define N_POINTS_OF_MEMORIES 400

struct _OmCurvesBox
{
  GtkWidget parent_instance;

  GtkWidget     *box; /* bound, so that it is let go with the template */
  GtkDropDown   *of_choice;
  GtkDropDown   *range_choice;
  GtkDropDown   *measure_choice;
  GtkMenuButton *memory_button;
  OmLinkChooser *memory_chooser;
  GtkMenuButton *tag_button;
  GtkListBox    *tag_list;
  GtkBox        *chips;
  GtkLabel      *note_label;
  OmChartView   *view;

  GSettings     *settings;    /* (owned): what was chosen last */
  OmSession     *session;     /* (owned) (nullable) */
  GPtrArray     *memories;    /* (owned) (element-type utf8): ids */
  GPtrArray     *tags;        /* (owned) (element-type utf8): names */
  gboolean       memories_known; /* the first ones were looked for */
  gboolean       tags_known;
  GHashTable    *slots;       /* (owned): id or name of what is on the chart -> its colour + 1 */
  gint64         as_of;       /* ms UTC, 0 for now */
  GCancellable  *cancellable; /* (owned) (nullable): of what is being asked */
};

G_DEFINE_FINAL_TYPE (OmCurvesBox, om_curves_box, GTK_TYPE_WIDGET)

/* In the order of the template's choices. */
static const OmCurvesOf of_choices[] = { OM_CURVES_OF_SECTORS, OM_CURVES_OF_TIERS, OM_CURVES_OF_TAGS,
                                         OM_CURVES_OF_MEMORIES };

/* Days back from now, and ahead. */
static const struct
{
  int back;
  int ahead;
} ranges[] = { { 7, 2 }, { 30, 8 }, { 365, 60 }, { 0, 60 } };

static OmCurvesOf
get_of (OmCurvesBox *self)
{
  return of_choices[MIN (gtk_drop_down_get_selected (self->of_choice), G_N_ELEMENTS (of_choices) - 1)];
}

/* (nullable): what is chosen, where something is. */
static GPtrArray *
get_keys (OmCurvesBox *self)
{
  switch (get_of (self))
    {
    case OM_CURVES_OF_MEMORIES:
      return self->memories;
    case OM_CURVES_OF_TAGS:
      return self->tags;
    case OM_CURVES_OF_SECTORS:
    case OM_CURVES_OF_TIERS:
    default:
      return NULL;
    }
}

static gboolean
has_key (const GPtrArray *keys,
         const char      *key)
{
  return g_ptr_array_find_with_equal_func ((GPtrArray *) keys, key, g_str_equal, NULL);
}

/* What is chosen ---------------------------------------------------------------------------------- */

static void
take_away_cb (GtkButton   *button,
              OmCurvesBox *self)
{
  GPtrArray *keys = get_keys (self);
  const char *key = g_object_get_data (G_OBJECT (button), "key");
  guint i;

  if (keys == NULL || !g_ptr_array_find_with_equal_func (keys, key, g_str_equal, &i))
    return;
  g_ptr_array_remove_index (keys, i);
  om_curves_box_update (self);
}

static void
add_chip (OmCurvesBox *self,
          const char  *key,
          const char  *name)
{
  GtkWidget *chip = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2);
  GtkWidget *label = gtk_label_new (name);
  GtkWidget *button = gtk_button_new_from_icon_name ("window-close-symbolic");
  /* Translators: %s is a tag or the title of a memory whose curve is taken off the chart */
  g_autofree char *words = g_strdup_printf (_("Take “%s” off the chart"), name);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 24);
  gtk_widget_set_halign (chip, GTK_ALIGN_START);
  gtk_widget_add_css_class (chip, "tag-chip");
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "circular");
  gtk_widget_set_tooltip_text (button, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  g_object_set_data_full (G_OBJECT (button), "key", g_strdup (key), g_free);
  g_signal_connect_object (button, "clicked", G_CALLBACK (take_away_cb), self, 0);
  gtk_box_append (GTK_BOX (chip), label);
  gtk_box_append (GTK_BOX (chip), button);
  gtk_box_append (self->chips, chip);
}

static void
show_chips (OmCurvesBox    *self,
            const OmCurves *curves)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->chips))) != NULL)
    gtk_box_remove (self->chips, child);
  for (guint i = 0; get_keys (self) != NULL && i < curves->curves->len; i++)
    {
      const OmCurve *curve = g_ptr_array_index (curves->curves, i);
      g_autofree char *title = curve->memory != NULL ? om_memory_dup_title (curve->memory) : NULL;

      add_chip (self, curve->key, title != NULL ? title : curve->key);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->chips), gtk_widget_get_first_child (GTK_WIDGET (self->chips)) != NULL);
}

static void
show_choice (OmCurvesBox *self)
{
  OmCurvesOf of = get_of (self);
  GPtrArray *keys = get_keys (self);
  gboolean full = keys != NULL && keys->len >= MOST_KEYS;

  gtk_widget_set_visible (GTK_WIDGET (self->memory_button), of == OM_CURVES_OF_MEMORIES);
  gtk_widget_set_visible (GTK_WIDGET (self->tag_button), of == OM_CURVES_OF_TAGS);
  gtk_widget_set_sensitive (GTK_WIDGET (self->memory_button), !full);
  gtk_label_set_label (self->note_label,
                       keys == NULL || keys->len > 0 ? ""
                       : of == OM_CURVES_OF_TAGS    ? _("No tag is chosen: choose some to see their curves.")
                                                    : _("No memory is chosen: search some to see their curves."));
  gtk_widget_set_visible (GTK_WIDGET (self->note_label), keys != NULL && keys->len == 0);
}

/* Asking the engine ------------------------------------------------------------------------------- */

static gboolean
is_cancelled (const GError *error)
{
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* What was taken off the chart leaves its colour to whatever comes next; nobody else's changes. */
static guint *
dup_slots (OmCurvesBox    *self,
           const OmCurves *curves)
{
  GPtrArray *keys = get_keys (self);
  guint *slots = g_new0 (guint, curves->curves->len + 1);
  gboolean taken[MOST_KEYS] = { FALSE };
  GHashTableIter iter;
  gpointer key;
  gpointer slot;

  if (keys == NULL)
    {
      for (guint i = 0; i < curves->curves->len; i++)
        slots[i] = i;
      return slots;
    }
  g_hash_table_iter_init (&iter, self->slots);
  while (g_hash_table_iter_next (&iter, &key, &slot))
    {
      if (has_key (self->tags, key) || has_key (self->memories, key))
        taken[GPOINTER_TO_UINT (slot) - 1] |= has_key (keys, key);
      else
        g_hash_table_iter_remove (&iter);
    }
  for (guint i = 0; i < curves->curves->len; i++)
    {
      const OmCurve *curve = g_ptr_array_index (curves->curves, i);
      guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->slots, curve->key));

      if (place == 0)
        {
          for (place = 1; place < MOST_KEYS && taken[place - 1]; place++)
            ;
          taken[place - 1] = TRUE;
          g_hash_table_insert (self->slots, g_strdup (curve->key), GUINT_TO_POINTER (place));
        }
      slots[i] = place - 1;
    }
  return slots;
}

static void
curves_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  g_autoptr (OmCurvesBox) self = OM_CURVES_BOX (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmCurves) curves = om_engine_get_curves_finish (OM_ENGINE (source), result, &error);
  g_autoptr (OmChartPlot) plot = NULL;
  g_autofree guint *slots = NULL;
  double fading;
  double resting;

  if (is_cancelled (error) || self->session == NULL)
    return;
  if (curves == NULL)
    {
      gtk_label_set_label (self->note_label, error->message);
      gtk_widget_set_visible (GTK_WIDGET (self->note_label), TRUE);
      return;
    }
  om_engine_get_vividness_lines (OM_ENGINE (source), &fading, &resting);
  slots = dup_slots (self, curves);
  plot = om_salience_plot_of_curves (curves, get_of (self), slots,
                                     (OmMeasure) gtk_drop_down_get_selected (self->measure_choice), fading, resting,
                                     om_session_get_zone (self->session));
  show_chips (self, curves);
  om_chart_view_set_plot (self->view, plot);
}

static void
ask_for_curves (OmCurvesBox *self)
{
  OmEngine *engine = om_session_get_engine (self->session);
  guint range = MIN (gtk_drop_down_get_selected (self->range_choice), G_N_ELEMENTS (ranges) - 1);
  gint64 now = self->as_of != 0 ? self->as_of : om_engine_now (engine);
  GPtrArray *keys = get_keys (self);
  g_autoptr (GPtrArray) list = g_ptr_array_new ();
  OmCurvesQuery query = {
    .of = get_of (self),
    .measure = (OmMeasure) gtk_drop_down_get_selected (self->measure_choice),
    .from = ranges[range].back > 0 ? now - ranges[range].back * OM_MS_PER_DAY : 0,
    .to = now + ranges[range].ahead * OM_MS_PER_DAY,
    .as_of = self->as_of,
    .n_points = get_of (self) == OM_CURVES_OF_MEMORIES ? N_POINTS_OF_MEMORIES : N_POINTS_OF_MEANS,
  };

  for (guint i = 0; keys != NULL && i < keys->len; i++)
    g_ptr_array_add (list, g_ptr_array_index (keys, i));
  g_ptr_array_add (list, NULL);
  query.keys = (char **) list->pdata;
  om_engine_get_curves_async (engine, &query, self->cancellable, curves_cb, g_object_ref (self));
}

/* The first ones --------------------------------------------------------------------------------- */

static void
ids_cb (GObject      *source,
        GAsyncResult *result,
        gpointer      data)
{
  g_autoptr (OmCurvesBox) self = OM_CURVES_BOX (data);
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) ids = om_engine_dup_ids_finish (OM_ENGINE (source), result, &error);

  if (is_cancelled (error) || self->session == NULL)
    return;
  self->memories_known = TRUE;
  for (guint i = 0; ids != NULL && ids[i] != NULL; i++)
    g_ptr_array_add (self->memories, g_strdup (ids[i]));
  om_curves_box_update (self);
}

static void
most_recalled_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      data)
{
  g_autoptr (OmCurvesBox) self = OM_CURVES_BOX (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) items = om_engine_list_finish (OM_ENGINE (source), result, &error);
  gint64 rows[FIRST_KEYS];
  guint n = 0;

  if (items == NULL || self->session == NULL)
    return;
  for (; n < items->len && n < FIRST_KEYS; n++)
    rows[n] = g_array_index (items, OmListItem, n).row;
  om_engine_dup_ids_async (OM_ENGINE (source), rows, n, self->cancellable, ids_cb, g_object_ref (self));
}

static void
tag_toggled_cb (GtkCheckButton *button,
                OmCurvesBox    *self)
{
  const char *name = gtk_check_button_get_label (button);
  guint i;

  if (gtk_check_button_get_active (button))
    {
      if (!has_key (self->tags, name) && self->tags->len < MOST_KEYS)
        g_ptr_array_add (self->tags, g_strdup (name));
    }
  else if (g_ptr_array_find_with_equal_func (self->tags, name, g_str_equal, &i))
    g_ptr_array_remove_index (self->tags, i);
  om_curves_box_update (self);
}

static void
fill_tag_list (OmCurvesBox *self,
               GPtrArray   *tags)
{
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (self->tag_list, 0)) != NULL)
    gtk_list_box_remove (self->tag_list, GTK_WIDGET (row));
  for (guint i = 0; i < tags->len && i < MOST_TAGS; i++)
    {
      const OmTagUse *use = g_ptr_array_index (tags, i);
      GtkWidget *check = gtk_check_button_new_with_label (use->name);

      gtk_check_button_set_active (GTK_CHECK_BUTTON (check), has_key (self->tags, use->name));
      g_signal_connect_object (check, "toggled", G_CALLBACK (tag_toggled_cb), self, 0);
      gtk_list_box_append (self->tag_list, check);
      gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (gtk_widget_get_parent (check)), FALSE);
      gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_parent (check)), GTK_ACCESSIBLE_PROPERTY_LABEL, use->name,
                                      -1);
    }
}

static void
tags_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      data)
{
  g_autoptr (OmCurvesBox) self = OM_CURVES_BOX (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) tags = om_engine_get_tags_finish (OM_ENGINE (source), result, &error);
  gboolean first = !self->tags_known;

  if (tags == NULL || self->session == NULL)
    return;
  self->tags_known = TRUE;
  for (guint i = 0; first && i < tags->len && i < FIRST_KEYS; i++)
    g_ptr_array_add (self->tags, g_strdup (((OmTagUse *) g_ptr_array_index (tags, i))->name));
  fill_tag_list (self, tags);
  if (first)
    om_curves_box_update (self);
}

static void
tags_shown_cb (GtkPopover  *popover,
               OmCurvesBox *self)
{
  if (self->session != NULL)
    om_engine_get_tags_async (om_session_get_engine (self->session), NULL, tags_cb, g_object_ref (self));
}

static void
memory_chosen_cb (OmLinkChooser *chooser,
                  const char    *id,
                  OmCurvesBox   *self)
{
  if (!has_key (self->memories, id) && self->memories->len < MOST_KEYS)
    g_ptr_array_add (self->memories, g_strdup (id));
  om_curves_box_update (self);
}

static void
choice_changed_cb (GObject     *choice,
                   GParamSpec  *pspec,
                   OmCurvesBox *self)
{
  om_curves_box_update (self);
}

static void
om_curves_box_dispose (GObject *object)
{
  OmCurvesBox *self = OM_CURVES_BOX (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_CURVES_BOX);
  g_clear_object (&self->session);
  g_clear_object (&self->settings);

  G_OBJECT_CLASS (om_curves_box_parent_class)->dispose (object);
}

static void
om_curves_box_finalize (GObject *object)
{
  OmCurvesBox *self = OM_CURVES_BOX (object);

  g_ptr_array_unref (self->memories);
  g_ptr_array_unref (self->tags);
  g_hash_table_unref (self->slots);

  G_OBJECT_CLASS (om_curves_box_parent_class)->finalize (object);
}

static void
om_curves_box_class_init (OmCurvesBoxClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_curves_box_dispose;
  G_OBJECT_CLASS (klass)->finalize = om_curves_box_finalize;

  g_type_ensure (OM_TYPE_CHART_VIEW);
  g_type_ensure (OM_TYPE_LINK_CHOOSER);
  g_type_ensure (OM_TYPE_WRAP_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-curves-box.ui");
  gtk_widget_class_bind_template_child (widget_class, OmCurvesBox, box);
  gtk_widget_class_bind_template_child (widget_class, OmCurvesBox, of_choice);
  gtk_widget_class_bind_template_child (widget_class, OmCurvesBox, range_choice);
  gtk_widget_class_bind_template_child (widget_class, OmCurvesBox, measure_choice);
  gtk_widget_class_bind_template_child (widget_class, OmCurvesBox, memory_button);
  gtk_widget_class_bind_template_child (widget_class, OmCurvesBox, memory_chooser);
  gtk_widget_class_bind_template_child (widget_class, OmCurvesBox, tag_button);
  gtk_widget_class_bind_template_child (widget_class, OmCurvesBox, tag_list);
  gtk_widget_class_bind_template_child (widget_class, OmCurvesBox, chips);
  gtk_widget_class_bind_template_child (widget_class, OmCurvesBox, note_label);
  gtk_widget_class_bind_template_child (widget_class, OmCurvesBox, view);
  gtk_widget_class_bind_template_callback (widget_class, choice_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, om_toast_show);
  gtk_widget_class_bind_template_callback (widget_class, memory_chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, tags_shown_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
om_curves_box_init (OmCurvesBox *self)
{
  self->memories = g_ptr_array_new_with_free_func (g_free);
  self->tags = g_ptr_array_new_with_free_func (g_free);
  self->slots = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->settings = g_settings_new (APP_ID);
  gtk_widget_init_template (GTK_WIDGET (self));
  g_settings_bind (self->settings, "salience-curves", self->of_choice, "selected", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (self->settings, "salience-range", self->range_choice, "selected", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (self->settings, "salience-measure", self->measure_choice, "selected", G_SETTINGS_BIND_DEFAULT);
  om_link_chooser_set_prompt (self->memory_chooser, _("Search a memory to see its curve"));
}

/** om_curves_box_set_session: @session: whose memories; set once */
void
om_curves_box_set_session (OmCurvesBox *self,
                           OmSession   *session)
{
  g_return_if_fail (OM_IS_CURVES_BOX (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  om_link_chooser_set_session (self->memory_chooser, session);
}

/**
 * om_curves_box_set_as_of:
 * @as_of: what happened later is left out, ms UTC; 0 for now
 */
void
om_curves_box_set_as_of (OmCurvesBox *self,
                         gint64       as_of)
{
  g_return_if_fail (OM_IS_CURVES_BOX (self));

  self->as_of = as_of;
  om_curves_box_update (self);
}

/**
 * om_curves_box_update:
 *
 * Asks the engine again; what is shown stays until it has answered.
 */
void
om_curves_box_update (OmCurvesBox *self)
{
  OmCurvesOf of = get_of (self);
  OmEngine *engine;

  g_return_if_fail (OM_IS_CURVES_BOX (self));

  if (self->session == NULL)
    return;
  engine = om_session_get_engine (self->session);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  if (of == OM_CURVES_OF_MEMORIES && !self->memories_known)
    om_engine_list_async (engine, NULL, OM_SORT_MOST_RECALLED, self->cancellable, most_recalled_cb, g_object_ref (self));
  else if (of == OM_CURVES_OF_TAGS && !self->tags_known)
    om_engine_get_tags_async (engine, self->cancellable, tags_cb, g_object_ref (self));
  else
    {
      show_choice (self);
      ask_for_curves (self);
    }
}
