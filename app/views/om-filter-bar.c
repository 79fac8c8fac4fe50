/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmFilterBar: which memories are listed, and in which order: a chip for each question, each a menu of
 * its answers. The choices are remembered. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-filter-bar.h"

#include <glib/gi18n.h>

#include "memory/om-joining.h"
#include "views/om-date-words.h"
#include "views/om-looks.h"

/* More tags than this are found by typing `tag:` into the search box. */
#define MAX_TAGS 40

/** Choice: one answer of a chip. */
typedef struct
{
  const char *value; /* as stored in the settings */
  const char *name;  /* for people, untranslated */
} Choice;

static const Choice types[] = {
  { "fact", NC_ ("memory type", "Facts") },
  { "episode", NC_ ("memory type", "Episodes") },
  { "document", NC_ ("memory type", "Documents") },
  { "reflection", NC_ ("memory type", "Reflections") },
};

static const Choice contexts[] = {
  { "work", NC_ ("context of life", "Work") },
  { "personal", NC_ ("context of life", "Personal") },
  { "social", NC_ ("context of life", "Social") },
  { "learning", NC_ ("context of life", "Learning") },
  { "general", NC_ ("context of life", "General") },
};

static const Choice periods[] = {
  { "week", NC_ ("period", "Last 7 Days") },
  { "month", NC_ ("period", "Last 30 Days") },
  { "year", NC_ ("period", "Last 365 Days") },
  { "this-year", NC_ ("period", "This Year") },
  { "last-year", NC_ ("period", "Last Year") },
  { "undated", NC_ ("period", "Without a Date") },
};

static const Choice shows[] = {
  { "vivid", NC_ ("which memories", "Vivid") },
  { "clear", NC_ ("which memories", "Clear") },
  { "fading", NC_ ("which memories", "Fading") },
  { "resting", NC_ ("which memories", "Resting") },
  { "pinned", NC_ ("which memories", "Pinned") },
  { "kept", NC_ ("which memories", "Kept") },
  { "private", NC_ ("which memories", "Private") },
  { "conflict", NC_ ("which memories", "Changed in Two Places") },
  { "bin", NC_ ("which memories", "In the Bin") },
};

static const Choice sorts[] = {
  { "newest", NC_ ("order of a list", "Newest First") },
  { "oldest", NC_ ("order of a list", "Oldest First") },
  { "recorded", NC_ ("order of a list", "Last Written First") },
  { "vividness", NC_ ("order of a list", "Most Vivid First") },
  { "fading", NC_ ("order of a list", "Fading Soonest First") },
  { "recalled", NC_ ("order of a list", "Most Recalled First") },
};

/* In the order in which they are shown: what is asked most comes first. */
enum
{
  CHIP_SORT,
  CHIP_SHOW,
  CHIP_PERIOD,
  CHIP_TAG,
  CHIP_SECTOR,
  CHIP_TYPE,
  CHIP_CONTEXT,
  N_CHIPS
};

/** Chip: what is the same for every instance of a chip. */
typedef struct
{
  const char   *key;     /* action of the group `filter`, and its key in the settings */
  const char   *title;   /* shown while nothing is chosen, untranslated */
  const char   *any;     /* the first answer, untranslated; NULL: there is always one of the others */
  const char   *context; /* of the names' translations */
  const Choice *choices; /* NULL: they are found at run time */
  guint         n_choices;
} ChipKind;

static const ChipKind kinds[N_CHIPS] = {
  [CHIP_SECTOR] = { "sector", N_ ("Sector"), N_ ("All Sectors"), NULL, NULL, 0 },
  [CHIP_TYPE] = { "type", N_ ("Type"), N_ ("All Types"), "memory type", types, G_N_ELEMENTS (types) },
  [CHIP_TAG] = { "tag", N_ ("Tag"), N_ ("All Tags"), NULL, NULL, 0 },
  [CHIP_CONTEXT] = { "context", N_ ("Context"), N_ ("All Contexts"), "context of life", contexts, G_N_ELEMENTS (contexts) },
  [CHIP_PERIOD] = { "period", N_ ("Date"), N_ ("Any Time"), "period", periods, G_N_ELEMENTS (periods) },
  [CHIP_SHOW] = { "show", N_ ("Show"), N_ ("All Memories"), "which memories", shows, G_N_ELEMENTS (shows) },
  [CHIP_SORT] = { "sort", N_ ("Order"), NULL, "order of a list", sorts, G_N_ELEMENTS (sorts) },
};

struct _OmFilterBar
{
  GtkWidget parent_instance;

  GtkWidget     *scroller;
  GtkBox        *box;
  GtkWidget     *clear_button;
  GtkMenuButton *chips[N_CHIPS];
  GSimpleAction *actions[N_CHIPS]; /* (owned by the group) */

  OmSession     *session;     /* (owned) (nullable) */
  GSettings     *settings;    /* (owned) */
  GCancellable  *cancellable; /* (owned) */
  char          *tag_names;   /* (owned) (nullable): of the menu that is shown */
  gboolean       fleeting;    /* what is chosen is not remembered */
};

enum
{
  SIGNAL_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmFilterBar, om_filter_bar, GTK_TYPE_WIDGET)

static const char *
chosen (OmFilterBar *self,
        int          chip)
{
  g_autoptr (GVariant) state = g_action_get_state (G_ACTION (self->actions[chip]));

  /* The string lives as long as the action keeps this state. */
  return g_variant_get_string (state, NULL);
}

/* Days that were chosen in the calendar: "2026-05-01..2026-05-31". */
static gboolean
parse_days (const char *value,
            OmMoment   *first,
            OmMoment   *last)
{
  g_auto (GStrv) parts = g_strsplit (value, "..", 2);

  return g_strv_length (parts) == 2 && om_moment_parse (parts[0], NULL, first, NULL) &&
         om_moment_parse (parts[1], NULL, last, NULL) && first->precision == OM_PRECISION_DAY &&
         last->precision == OM_PRECISION_DAY;
}

static char *
dup_days_name (const OmMoment *first,
               const OmMoment *last)
{
  g_autofree char *from = om_date_words_day (first);
  g_autofree char *to = om_date_words_day (last);

  if (first->ms == last->ms)
    return g_steal_pointer (&from);
  /* Translators: the first and the last day of a period */
  return g_strdup_printf (_("%s – %s"), from, to);
}

static char *
dup_name (int         chip,
          const char *value)
{
  const ChipKind *kind = &kinds[chip];
  OmMoment first;
  OmMoment last;

  if (chip == CHIP_SECTOR)
    return g_strdup (om_look_sector_name (om_sector_from_nick (value)));
  if (chip == CHIP_PERIOD && parse_days (value, &first, &last))
    return dup_days_name (&first, &last);
  for (guint i = 0; i < kind->n_choices; i++)
    {
      if (g_str_equal (kind->choices[i].value, value))
        return g_strdup (g_dpgettext2 (NULL, kind->context, kind->choices[i].name));
    }
  return g_strdup (value);
}

static gboolean
is_answered (OmFilterBar *self,
             int          chip)
{
  const char *value = chosen (self, chip);

  return *value != '\0' && !(chip == CHIP_SORT && g_str_equal (value, "newest"));
}

static void
show_chip (OmFilterBar *self,
           int          chip)
{
  gboolean answered = is_answered (self, chip);
  const char *title = _(kinds[chip].title);
  g_autofree char *answer = answered ? dup_name (chip, chosen (self, chip)) : NULL;
  g_autofree char *spoken = answered ? om_join_value (title, answer) : g_strdup (title);

  gtk_menu_button_set_label (self->chips[chip], answered ? answer : title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->chips[chip]), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
  if (answered)
    gtk_widget_add_css_class (GTK_WIDGET (self->chips[chip]), "chosen");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->chips[chip]), "chosen");
}

static void
show_clear_button (OmFilterBar *self)
{
  gtk_widget_set_visible (self->clear_button, om_filter_bar_is_set (self));
}

/* Menus ----------------------------------------------------------------------------------------- */

static void
append_answer (GMenu      *menu,
               int         chip,
               const char *name,
               const char *value)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (name, NULL);
  g_autofree char *action = g_strconcat ("filter.", kinds[chip].key, NULL);

  g_menu_item_set_action_and_target_value (item, action, g_variant_new_string (value));
  g_menu_append_item (menu, item);
}

static GMenuModel *
menu_new (int        chip,
          GPtrArray *tags)
{
  const ChipKind *kind = &kinds[chip];
  GMenu *menu = g_menu_new ();

  if (kind->any != NULL)
    append_answer (menu, chip, _(kind->any), "");
  for (int sector = 0; chip == CHIP_SECTOR && sector < OM_N_SECTORS; sector++)
    append_answer (menu, chip, om_look_sector_name (sector), om_sector_to_nick (sector));
  for (guint i = 0; i < kind->n_choices; i++)
    append_answer (menu, chip, g_dpgettext2 (NULL, kind->context, kind->choices[i].name), kind->choices[i].value);
  for (guint i = 0; tags != NULL && i < tags->len && i < MAX_TAGS; i++)
    {
      const OmTagUse *use = g_ptr_array_index (tags, i);
      /* An underscore would be taken for a mnemonic. */
      g_auto (GStrv) parts = g_strsplit (use->name, "_", -1);
      g_autofree char *name = g_strjoinv ("__", parts);

      append_answer (menu, chip, name, use->name);
    }
  return G_MENU_MODEL (menu);
}

static void
tags_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) tags = om_engine_get_tags_finish (OM_ENGINE (source), result, &error);
  g_autoptr (GMenuModel) menu = NULL;
  g_autoptr (GString) names = g_string_new (NULL);
  OmFilterBar *self;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self = data;
  /* A menu is dear to make, and a text that was saved seldom brings another tag. */
  for (guint i = 0; tags != NULL && i < tags->len && i < MAX_TAGS; i++)
    g_string_append_printf (names, "%s\n", ((const OmTagUse *) g_ptr_array_index (tags, i))->name);
  if (g_strcmp0 (names->str, self->tag_names) == 0)
    return;
  g_free (self->tag_names);
  self->tag_names = g_strdup (names->str);
  /* Without tags there is still the answer that asks for none. */
  menu = menu_new (CHIP_TAG, tags);
  gtk_menu_button_set_menu_model (self->chips[CHIP_TAG], menu);
}

static void
read_tags (OmFilterBar *self)
{
  if (self->session != NULL && om_session_get_state (self->session) >= OM_SESSION_OPEN &&
      om_session_get_state (self->session) != OM_SESSION_FAILED)
    om_engine_get_tags_async (om_session_get_engine (self->session), self->cancellable, tags_cb, self);
}

/* Choosing -------------------------------------------------------------------------------------- */

static void
save_choices (OmFilterBar *self)
{
  GVariantBuilder builder;

  if (self->fleeting)
    return;
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{ss}"));
  for (int i = 0; i < N_CHIPS; i++)
    {
      if (is_answered (self, i))
        g_variant_builder_add (&builder, "{ss}", kinds[i].key, chosen (self, i));
    }
  g_settings_set_value (self->settings, "memories-filter", g_variant_builder_end (&builder));
}

static void
choose (OmFilterBar *self,
        int          chip,
        const char  *value)
{
  g_simple_action_set_state (self->actions[chip], g_variant_new_string (value));
  show_chip (self, chip);
}

static void
change_state_cb (GSimpleAction *action,
                 GVariant      *value,
                 OmFilterBar   *self)
{
  for (int i = 0; i < N_CHIPS; i++)
    {
      if (self->actions[i] == action)
        choose (self, i, g_variant_get_string (value, NULL));
    }
  show_clear_button (self);
  save_choices (self);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static void
clear_cb (GtkButton   *button,
          OmFilterBar *self)
{
  om_filter_bar_clear (self);
}

static void
restore_choices (OmFilterBar *self)
{
  g_autoptr (GVariant) saved = g_settings_get_value (self->settings, "memories-filter");

  for (int i = 0; i < N_CHIPS; i++)
    {
      const char *value = NULL;

      /* The bin is where one goes to look for something, not where one comes back to. */
      if (g_variant_lookup (saved, kinds[i].key, "&s", &value) && !g_str_equal (value, "bin"))
        choose (self, i, value);
      else
        show_chip (self, i);
    }
  show_clear_button (self);
}

/* Object ---------------------------------------------------------------------------------------- */

static void
om_filter_bar_dispose (GObject *object)
{
  OmFilterBar *self = OM_FILTER_BAR (object);

  g_cancellable_cancel (self->cancellable);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_FILTER_BAR);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (om_filter_bar_parent_class)->dispose (object);
}

static void
om_filter_bar_finalize (GObject *object)
{
  OmFilterBar *self = OM_FILTER_BAR (object);

  g_clear_object (&self->settings);
  g_clear_object (&self->cancellable);
  g_free (self->tag_names);

  G_OBJECT_CLASS (om_filter_bar_parent_class)->finalize (object);
}

static void
om_filter_bar_class_init (OmFilterBarClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = om_filter_bar_dispose;
  object_class->finalize = om_filter_bar_finalize;

  /**
   * OmFilterBar::changed:
   *
   * The person chose another filter or order.
   */
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", OM_TYPE_FILTER_BAR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-filter-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, OmFilterBar, scroller);
  gtk_widget_class_bind_template_child (widget_class, OmFilterBar, box);
  gtk_widget_class_bind_template_child (widget_class, OmFilterBar, clear_button);
  gtk_widget_class_bind_template_callback (widget_class, clear_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "filter-bar");
}

static void
om_filter_bar_init (OmFilterBar *self)
{
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();

  self->settings = g_settings_new (APP_ID);
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  for (int i = 0; i < N_CHIPS; i++)
    {
      GSimpleAction *action = g_simple_action_new_stateful (kinds[i].key, G_VARIANT_TYPE_STRING,
                                                            g_variant_new_string (i == CHIP_SORT ? "newest" : ""));
      g_autoptr (GMenuModel) menu = menu_new (i, NULL);

      g_signal_connect_object (action, "change-state", G_CALLBACK (change_state_cb), self, 0);
      g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (action));
      self->actions[i] = action;
      g_object_unref (action);

      self->chips[i] = GTK_MENU_BUTTON (gtk_menu_button_new ());
      gtk_menu_button_set_menu_model (self->chips[i], menu);
      gtk_widget_add_css_class (GTK_WIDGET (self->chips[i]), "chip");
      gtk_box_append (self->box, GTK_WIDGET (self->chips[i]));
    }
  gtk_widget_insert_action_group (GTK_WIDGET (self), "filter", G_ACTION_GROUP (group));
  restore_choices (self);
}

/**
 * om_filter_bar_set_session:
 * @session: where the tags to choose from lie; set once
 */
void
om_filter_bar_set_session (OmFilterBar *self,
                           OmSession   *session)
{
  g_return_if_fail (OM_IS_FILTER_BAR (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "notify::state", G_CALLBACK (read_tags), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "changed", G_CALLBACK (read_tags), self, G_CONNECT_SWAPPED);
  read_tags (self);
}

/**
 * om_filter_bar_set_fleeting:
 *
 * It begins with what is remembered, but what is chosen from now on is for this once; and there is no order to be
 * chosen.
 */
void
om_filter_bar_set_fleeting (OmFilterBar *self)
{
  g_return_if_fail (OM_IS_FILTER_BAR (self));

  self->fleeting = TRUE;
  choose (self, CHIP_SORT, "newest");
  gtk_widget_set_visible (GTK_WIDGET (self->chips[CHIP_SORT]), FALSE);
  show_clear_button (self);
}

static void
set_period (OmFilter   *filter,
            const char *period)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  int year = g_date_time_get_year (now);
  OmMoment first;
  OmMoment last;
  gint32 today = om_date_to_day_number (year, g_date_time_get_month (now), g_date_time_get_day_of_month (now));

  if (g_str_equal (period, "week"))
    filter->first_day = today - 6;
  else if (g_str_equal (period, "month"))
    filter->first_day = today - 29;
  else if (g_str_equal (period, "year"))
    filter->first_day = today - 364;
  else if (g_str_equal (period, "this-year"))
    filter->first_day = om_date_to_day_number (year, 1, 1);
  else if (g_str_equal (period, "last-year"))
    {
      filter->first_day = om_date_to_day_number (year - 1, 1, 1);
      filter->last_day = om_date_to_day_number (year, 1, 1) - 1;
    }
  else if (g_str_equal (period, "undated"))
    filter->undated = TRUE;
  else if (parse_days (period, &first, &last))
    {
      filter->first_day = om_moment_civil_day (&first);
      filter->last_day = om_moment_civil_day (&last);
    }
}

static void
set_show (OmFilter   *filter,
          const char *show)
{
  OmVividness vividness = om_vividness_from_nick (show);

  if (vividness != OM_VIVIDNESS_UNKNOWN)
    filter->vividness = 1u << vividness;
  else if (g_str_equal (show, "pinned"))
    filter->flags_set = OM_FLAG_PINNED;
  else if (g_str_equal (show, "kept"))
    filter->flags_set = OM_FLAG_KEPT;
  else if (g_str_equal (show, "private"))
    filter->flags_set = OM_FLAG_PRIVATE;
  else if (g_str_equal (show, "conflict"))
    filter->flags_set = OM_FLAG_CONFLICT;
  else if (g_str_equal (show, "bin"))
    filter->binned = TRUE;
}

/**
 * om_filter_bar_dup_filter:
 *
 * Returns: (transfer full): what is chosen, as of today
 */
OmFilter *
om_filter_bar_dup_filter (OmFilterBar *self)
{
  OmFilter *filter;
  OmSector sector;
  OmMemoryType type;
  OmContext context;

  g_return_val_if_fail (OM_IS_FILTER_BAR (self), NULL);

  filter = om_filter_new ();
  sector = om_sector_from_nick (chosen (self, CHIP_SECTOR));
  type = om_memory_type_from_nick (chosen (self, CHIP_TYPE));
  context = om_context_from_nick (chosen (self, CHIP_CONTEXT));
  if (sector != OM_SECTOR_UNKNOWN)
    filter->sectors = 1u << sector;
  if (type != OM_MEMORY_TYPE_UNKNOWN)
    filter->types = 1u << type;
  if (context != OM_CONTEXT_UNKNOWN)
    filter->contexts = 1u << context;
  if (is_answered (self, CHIP_TAG))
    {
      filter->tags = g_new0 (char *, 2);
      filter->tags[0] = g_strdup (chosen (self, CHIP_TAG));
    }
  set_period (filter, chosen (self, CHIP_PERIOD));
  set_show (filter, chosen (self, CHIP_SHOW));
  return filter;
}

/**
 * om_filter_bar_get_sort:
 *
 * Returns: the order that is chosen
 */
OmSort
om_filter_bar_get_sort (OmFilterBar *self)
{
  static const OmSort orders[] = { OM_SORT_NEWEST,    OM_SORT_OLDEST,         OM_SORT_RECORDED,
                                   OM_SORT_VIVIDNESS, OM_SORT_FADING_SOONEST, OM_SORT_MOST_RECALLED };
  const char *value;

  g_return_val_if_fail (OM_IS_FILTER_BAR (self), OM_SORT_NEWEST);

  value = chosen (self, CHIP_SORT);
  for (gsize i = 0; i < G_N_ELEMENTS (orders); i++)
    {
      if (g_str_equal (sorts[i].value, value))
        return orders[i];
    }
  return OM_SORT_NEWEST;
}

/**
 * om_filter_bar_is_set:
 *
 * Returns: %TRUE if something other than everything, newest first, is chosen
 */
gboolean
om_filter_bar_is_set (OmFilterBar *self)
{
  g_return_val_if_fail (OM_IS_FILTER_BAR (self), FALSE);

  for (int i = 0; i < N_CHIPS; i++)
    {
      if (is_answered (self, i))
        return TRUE;
    }
  return FALSE;
}

/** om_filter_bar_filters: whether something other than everything is chosen, in whatever order. */
gboolean
om_filter_bar_filters (OmFilterBar *self)
{
  g_return_val_if_fail (OM_IS_FILTER_BAR (self), FALSE);

  for (int i = 0; i < N_CHIPS; i++)
    {
      if (i != CHIP_SORT && is_answered (self, i))
        return TRUE;
    }
  return FALSE;
}

/** om_filter_bar_is_binned: whether the bin is shown. */
gboolean
om_filter_bar_is_binned (OmFilterBar *self)
{
  return g_str_equal (chosen (self, CHIP_SHOW), "bin");
}

/**
 * om_filter_bar_clear:
 *
 * Shows everything again, newest first.
 */
void
om_filter_bar_clear (OmFilterBar *self)
{
  g_return_if_fail (OM_IS_FILTER_BAR (self));

  if (!om_filter_bar_is_set (self))
    return;
  for (int i = 0; i < N_CHIPS; i++)
    choose (self, i, i == CHIP_SORT ? "newest" : "");
  show_clear_button (self);
  save_choices (self);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/* As if the person had chosen it in the menu. */
static void
choose_period (OmFilterBar *self,
               const char  *value)
{
  g_action_change_state (G_ACTION (self->actions[CHIP_PERIOD]), g_variant_new_string (value));
}

/**
 * om_filter_bar_set_days:
 * @first: a civil day
 * @last: a civil day, not before it
 *
 * Shows what was lived on these days alone; the other choices stay.
 */
void
om_filter_bar_set_days (OmFilterBar *self,
                        gint32       first,
                        gint32       last)
{
  int from[3];
  int to[3];
  g_autofree char *value = NULL;

  g_return_if_fail (OM_IS_FILTER_BAR (self));

  om_date_from_day_number (first, &from[0], &from[1], &from[2]);
  om_date_from_day_number (last, &to[0], &to[1], &to[2]);
  value = g_strdup_printf ("%04d-%02d-%02d..%04d-%02d-%02d", from[0], from[1], from[2], to[0], to[1], to[2]);
  choose_period (self, value);
}

/** om_filter_bar_has_days: whether single days or a period of the calendar are shown. */
gboolean
om_filter_bar_has_days (OmFilterBar *self)
{
  OmMoment first;
  OmMoment last;

  g_return_val_if_fail (OM_IS_FILTER_BAR (self), FALSE);

  return parse_days (chosen (self, CHIP_PERIOD), &first, &last);
}

/** om_filter_bar_clear_days: shows any time again if days were chosen in the calendar. */
void
om_filter_bar_clear_days (OmFilterBar *self)
{
  g_return_if_fail (OM_IS_FILTER_BAR (self));

  if (om_filter_bar_has_days (self))
    choose_period (self, "");
}
