/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of settings: name, words, range, default, and the number of the models each one is. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-settings-private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "memory/om-error.h"

#define MAX_CHOICES 4

/** Choice: one of a few words. */
typedef struct
{
  const char *nick; /* as stored */
  const char *name; /* for people, untranslated, context "setting" */
} Choice;

/* What a setting does not touch of the models' numbers. */
#define NOT_A_CONSTANT G_MAXSIZE
#define CONSTANT(field) G_STRUCT_OFFSET (OmModelConstants, field)
#define SECTOR(sector) (CONSTANT (sector_lambda) + (gsize) (sector) * sizeof (double))
#define TIER(tier) (CONSTANT (tier_lambda) + (gsize) (tier) * sizeof (double))

/**
 * Row:
 * @fallback: the default where @constant names none: that of the models has one place, om-constants.c
 * @constant: offset in #OmModelConstants
 */
typedef struct
{
  const char    *key;
  OmSettingGroup group;
  OmSettingKind  kind;
  double         minimum;
  double         maximum;
  double         fallback;
  gsize          constant;
  const char    *title;
  const char    *description;
  const char    *unit; /* (nullable) */
  Choice         choices[MAX_CHOICES];
} Row;

#define PER_DAY N_("a day")

static const Row rows[OM_N_SETTINGS] = {
  [OM_SETTING_PACE] = { "pace", OM_SETTING_GROUP_MEMORY, OM_SETTING_CHOICE, 0, OM_N_PACES - 1, OM_PACE_NATURAL, NOT_A_CONSTANT,
                        N_("Pace of fading"),
                        N_("How fast memories that are left alone fade. Redraws past and future, and can be changed back."), NULL,
                        { { "natural", NC_ ("setting", "Natural") },
                          { "gentle", NC_ ("setting", "Gentle") },
                          { "slow", NC_ ("setting", "Slow") },
                          { "off", NC_ ("setting", "Off: nothing fades") } } },
  [OM_SETTING_RECALL_STRENGTH] = { "recall-strength", OM_SETTING_GROUP_MEMORY, OM_SETTING_CHOICE, 0, OM_N_RECALL_STRENGTHS - 1,
                                   OM_RECALL_STRENGTH_STRONG, NOT_A_CONSTANT, N_("How strongly recalling brings back"),
                                   N_("Counts for recalls from now on."), NULL,
                                   { { "gentle", NC_ ("setting", "Gently") }, { "strong", NC_ ("setting", "Strongly") } } },
  [OM_SETTING_REFLECTION_INTERVAL] = { "reflection-interval", OM_SETTING_GROUP_MEMORY, OM_SETTING_INTEGER, 1, 1440, 10,
                                       NOT_A_CONSTANT, N_("Reflect every"),
                                       N_("How long to wait between two looks at what repeats itself, if something changed."),
                                       N_("minutes") },
  [OM_SETTING_HEAVY_MEMORIES] = { "heavy-memories", OM_SETTING_GROUP_MEMORY, OM_SETTING_SWITCH, 0, 1, 0, NOT_A_CONSTANT,
                                  N_("Heavy memories"),
                                  N_("Painful and stirring ones may come up on Today. Lists and search always have them."), NULL },
  [OM_SETTING_ON_THIS_DAY] = { "on-this-day", OM_SETTING_GROUP_LOOK_BACK, OM_SETTING_SWITCH, 0, 1, 1, NOT_A_CONSTANT,
                               N_("On this day"), N_("Today shows what was lived on the same day of former years."), NULL },
  [OM_SETTING_LEAP_DAY] = { "leap-day", OM_SETTING_GROUP_LOOK_BACK, OM_SETTING_SWITCH, 0, 1, 0, NOT_A_CONSTANT,
                            N_("29 February every year"),
                            N_("In a year without that day, 28 February shows it as well."), NULL },
  [OM_SETTING_TRAITS_HEALTH] = { "traits-health", OM_SETTING_GROUP_TRAITS, OM_SETTING_SWITCH, 0, 1, 0, NOT_A_CONSTANT,
                             N_("Health"), N_("Illness, bodies, medicine and food that harms"), NULL },
  [OM_SETTING_TRAITS_MENTAL_HEALTH] = { "traits-mental-health", OM_SETTING_GROUP_TRAITS, OM_SETTING_SWITCH, 0, 1, 0, NOT_A_CONSTANT,
                             N_("Mental health"), N_("Diagnoses, therapy and crises"), NULL },
  [OM_SETTING_TRAITS_RELIGION] = { "traits-religion", OM_SETTING_GROUP_TRAITS, OM_SETTING_SWITCH, 0, 1, 0, NOT_A_CONSTANT,
                             N_("Religion"), N_("Faith, prayer and leaving them"), NULL },
  [OM_SETTING_TRAITS_POLITICS] = { "traits-politics", OM_SETTING_GROUP_TRAITS, OM_SETTING_SWITCH, 0, 1, 0, NOT_A_CONSTANT,
                             N_("Politics"), N_("Parties, votes and convictions"), NULL },
  [OM_SETTING_TRAITS_SEXUALITY] = { "traits-sexuality", OM_SETTING_GROUP_TRAITS, OM_SETTING_SWITCH, 0, 1, 0, NOT_A_CONSTANT,
                             N_("Sexuality"), N_("Whom and how one loves"), NULL },
  [OM_SETTING_TRAITS_ADDICTION] = { "traits-addiction", OM_SETTING_GROUP_TRAITS, OM_SETTING_SWITCH, 0, 1, 0, NOT_A_CONSTANT,
                             N_("Addiction"), N_("Alcohol, drugs, gambling and staying away from them"), NULL },
  [OM_SETTING_TRAITS_ABUSE] = { "traits-abuse", OM_SETTING_GROUP_TRAITS, OM_SETTING_SWITCH, 0, 1, 0, NOT_A_CONSTANT,
                             N_("Violence and abuse"), N_("What was done to one, or by one"), NULL },
  [OM_SETTING_TRAITS_CRIME] = { "traits-crime", OM_SETTING_GROUP_TRAITS, OM_SETTING_SWITCH, 0, 1, 0, NOT_A_CONSTANT,
                             N_("Crime"), N_("Offences, police and courts"), NULL },
  [OM_SETTING_TRAITS_MONEY] = { "traits-money", OM_SETTING_GROUP_TRAITS, OM_SETTING_SWITCH, 0, 1, 0, NOT_A_CONSTANT,
                             N_("Money"), N_("Amounts: income, debts, prices"), NULL },
  [OM_SETTING_FADING_HOT] = { "fading-hot", OM_SETTING_GROUP_CONSTANTS, OM_SETTING_NUMBER, 0, 1, 0, TIER (OM_TIER_HOT),
                              N_("Fading of what is hot"), N_("Seen within six days, and often recalled or strong"), PER_DAY },
  [OM_SETTING_FADING_WARM] = { "fading-warm", OM_SETTING_GROUP_CONSTANTS, OM_SETTING_NUMBER, 0, 1, 0, TIER (OM_TIER_WARM),
                               N_("Fading of what is warm"), N_("Seen within six days, or strong"), PER_DAY },
  [OM_SETTING_FADING_COLD] = { "fading-cold", OM_SETTING_GROUP_CONSTANTS, OM_SETTING_NUMBER, 0, 1, 0, TIER (OM_TIER_COLD),
                               N_("Fading of what is cold"), N_("All the rest"), PER_DAY },
  [OM_SETTING_FADING_EPISODIC] = { "fading-episodic", OM_SETTING_GROUP_CONSTANTS, OM_SETTING_NUMBER, 0, 1, 0,
                                   SECTOR (OM_SECTOR_EPISODIC), N_("Fading of episodic memories"),
                                   N_("Events and times; comes on top of the fading by how lately it was seen"), PER_DAY },
  [OM_SETTING_FADING_SEMANTIC] = { "fading-semantic", OM_SETTING_GROUP_CONSTANTS, OM_SETTING_NUMBER, 0, 1, 0,
                                   SECTOR (OM_SECTOR_SEMANTIC), N_("Fading of semantic memories"), N_("Facts and concepts"),
                                   PER_DAY },
  [OM_SETTING_FADING_PROCEDURAL] = { "fading-procedural", OM_SETTING_GROUP_CONSTANTS, OM_SETTING_NUMBER, 0, 1, 0,
                                     SECTOR (OM_SECTOR_PROCEDURAL), N_("Fading of procedural memories"),
                                     N_("Steps and how to do things"), PER_DAY },
  [OM_SETTING_FADING_EMOTIONAL] = { "fading-emotional", OM_SETTING_GROUP_CONSTANTS, OM_SETTING_NUMBER, 0, 1, 0,
                                    SECTOR (OM_SECTOR_EMOTIONAL), N_("Fading of emotional memories"), N_("Feelings"), PER_DAY },
  [OM_SETTING_FADING_REFLECTIVE] = { "fading-reflective", OM_SETTING_GROUP_CONSTANTS, OM_SETTING_NUMBER, 0, 1, 0,
                                     SECTOR (OM_SECTOR_REFLECTIVE), N_("Fading of reflective memories"),
                                     N_("Insights and lessons"), PER_DAY },
  [OM_SETTING_TIER_RECENT] = { "tier-recent", OM_SETTING_GROUP_CONSTANTS, OM_SETTING_NUMBER, 0, 365, 0,
                               CONSTANT (tier_recent_days), N_("Recent for"),
                               N_("How long after it was seen a memory is hot or warm"), N_("days") },
  [OM_SETTING_TIER_HOT_RECALLS] = { "tier-hot-recalls", OM_SETTING_GROUP_CONSTANTS, OM_SETTING_INTEGER, 0, 1000, 0,
                                    CONSTANT (tier_hot_coactivations), N_("Recalls of what is hot"),
                                    N_("A recent memory is hot if it was recalled more often than this"), NULL },
  [OM_SETTING_TIER_HOT_SALIENCE] = { "tier-hot-salience", OM_SETTING_GROUP_CONSTANTS, OM_SETTING_NUMBER, 0, 1, 0,
                                     CONSTANT (tier_hot_salience), N_("Salience of what is hot"),
                                     N_("Or if its salience was above this when something happened to it last"), NULL },
  [OM_SETTING_TIER_WARM_SALIENCE] = { "tier-warm-salience", OM_SETTING_GROUP_CONSTANTS, OM_SETTING_NUMBER, 0, 1, 0,
                                      CONSTANT (tier_warm_salience), N_("Salience of what stays warm"),
                                      N_("A memory that is not recent is warm above this, else cold"), NULL },
  [OM_SETTING_FLOOR] = { "floor", OM_SETTING_GROUP_CONSTANTS, OM_SETTING_NUMBER, 0, 0.5, 0, CONSTANT (floor),
                         N_("Lowest salience"), N_("What the salience of a memory never falls below, unless it began lower"), NULL },
  [OM_SETTING_RECALL_TRACE] = { "recall-trace", OM_SETTING_GROUP_CONSTANTS, OM_SETTING_NUMBER, 0, 1, 0,
                                CONSTANT (recall_trace), N_("Trace of a recall"),
                                N_("What a recall makes good of the salience that is missing, before its strength counts"), NULL },
  [OM_SETTING_PROPAGATE_SHARE] = { "spread-share", OM_SETTING_GROUP_CONSTANTS, OM_SETTING_NUMBER, 0, 1, 0,
                                   CONSTANT (propagate_share), N_("What spreads to neighbours"),
                                   N_("Share of a recalled memory’s salience that a link of full weight brings to its neighbour"),
                                   NULL },
  [OM_SETTING_CONTEXT_SHARE] = { "spread-pull", OM_SETTING_GROUP_CONSTANTS, OM_SETTING_NUMBER, 0, 1, 0,
                                 CONSTANT (context_share), N_("Pull on neighbours"),
                                 N_("How far a neighbour is then drawn up to the recalled memory"), NULL },
  [OM_SETTING_CONTEXT_FADING] = { "spread-pull-fading", OM_SETTING_GROUP_CONSTANTS, OM_SETTING_NUMBER, 0, 1, 0,
                                  CONSTANT (context_lambda), N_("Fading of that pull"),
                                  N_("The longer a neighbour was not seen, the less it is drawn"), PER_DAY },
  [OM_SETTING_EMOTION_BASE] = { "emotion-base", OM_SETTING_GROUP_CONSTANTS, OM_SETTING_NUMBER, 0.1, 5, 0, CONSTANT (emotion_base),
                                N_("Activity of a calm memory"), N_("Factor of the activity score without any arousal"), NULL },
  [OM_SETTING_AROUSAL_BOOST] = { "arousal-boost", OM_SETTING_GROUP_CONSTANTS, OM_SETTING_NUMBER, 0, 5, 0, CONSTANT (arousal_boost),
                                 N_("What arousal adds"), N_("Added to that factor by a memory as stirring as can be"), NULL },
  [OM_SETTING_COUNT_EXPONENT] = { "count-exponent", OM_SETTING_GROUP_CONSTANTS, OM_SETTING_NUMBER, 0, 1, 0,
                                  CONSTANT (count_exponent), N_("How much use counts"),
                                  N_("Exponent of the number of days on which a memory was used"), NULL },
  [OM_SETTING_RESOLVED_FACTOR] = { "resolved-factor", OM_SETTING_GROUP_CONSTANTS, OM_SETTING_NUMBER, 0, 1, 0,
                                   CONSTANT (resolved_factor), N_("Activity of what is resolved"),
                                   N_("Factor of the activity score of what was let rest"), NULL },
  [OM_SETTING_URGENT_FACTOR] = { "urgent-factor", OM_SETTING_GROUP_CONSTANTS, OM_SETTING_NUMBER, 1, 5, 0, CONSTANT (urgent_factor),
                                 N_("Activity of what is urgent"),
                                 N_("Factor of the activity score of what is stirring and not resolved"), NULL },
  [OM_SETTING_REST_THRESHOLD] = { "rest-threshold", OM_SETTING_GROUP_CONSTANTS, OM_SETTING_NUMBER, 0, 5, 0,
                                  CONSTANT (rest_threshold), N_("Goes to rest below"),
                                  N_("The activity score below which a memory rests"), NULL },
  [OM_SETTING_FADE_INTERVAL] = { "fade-interval", OM_SETTING_GROUP_CONSTANTS, OM_SETTING_INTEGER, 1, 168, OM_FADE_INTERVAL_HOURS,
                                 NOT_A_CONSTANT, N_("Look after the faded every"),
                                 N_("How often the pass of fading runs; no value depends on it"), N_("hours") },
};

static const Row *
row_of (OmSetting setting)
{
  g_assert (setting >= 0 && setting < OM_N_SETTINGS);

  return &rows[setting];
}

/** om_setting_get_key: (transfer none): its name in the store and for the command */
const char *
om_setting_get_key (OmSetting setting)
{
  return row_of (setting)->key;
}

/**
 * om_setting_from_key:
 * @key: a name
 *
 * Returns: the setting, %OM_SETTING_UNKNOWN if there is none of that name
 */
OmSetting
om_setting_from_key (const char *key)
{
  for (int i = 0; i < OM_N_SETTINGS; i++)
    {
      if (g_strcmp0 (rows[i].key, key) == 0)
        return i;
    }
  return OM_SETTING_UNKNOWN;
}

OmSettingKind
om_setting_get_kind (OmSetting setting)
{
  return row_of (setting)->kind;
}

OmSettingGroup
om_setting_get_group (OmSetting setting)
{
  return row_of (setting)->group;
}

/** om_setting_get_title: (transfer none): its name for people, translated */
const char *
om_setting_get_title (OmSetting setting)
{
  return _(row_of (setting)->title);
}

/** om_setting_get_description: (transfer none): what it does, translated */
const char *
om_setting_get_description (OmSetting setting)
{
  return _(row_of (setting)->description);
}

/** om_setting_get_unit: (transfer none) (nullable): unit of its number, translated; %NULL for a bare one */
const char *
om_setting_get_unit (OmSetting setting)
{
  return row_of (setting)->unit != NULL ? _(row_of (setting)->unit) : NULL;
}

/**
 * om_setting_get_range:
 * @minimum: (out): the least value, itself allowed
 * @maximum: (out): the greatest value, itself allowed
 */
void
om_setting_get_range (OmSetting setting,
                      double   *minimum,
                      double   *maximum)
{
  *minimum = row_of (setting)->minimum;
  *maximum = row_of (setting)->maximum;
}

/** om_setting_get_default: the value without any choice: of a number of the models the published one */
double
om_setting_get_default (OmSetting setting)
{
  const OmModelConstants constants = om_model_constants_default ();
  const Row *row = row_of (setting);

  return row->constant != NOT_A_CONSTANT ? G_STRUCT_MEMBER (double, &constants, row->constant) : row->fallback;
}

/**
 * om_setting_get_choice:
 * @index: number of a choice
 *
 * Returns: (transfer none) (nullable): the word that is stored, %NULL if there is no such choice
 */
const char *
om_setting_get_choice (OmSetting setting,
                       guint     index)
{
  const Row *row = row_of (setting);

  return row->kind == OM_SETTING_CHOICE && index < MAX_CHOICES ? row->choices[index].nick : NULL;
}

/** om_setting_get_choice_name: (transfer none) (nullable): the same for people, translated */
const char *
om_setting_get_choice_name (OmSetting setting,
                            guint     index)
{
  return om_setting_get_choice (setting, index) != NULL
           ? g_dpgettext2 (NULL, "setting", row_of (setting)->choices[index].name)
           : NULL;
}

static char *
dup_number (double value)
{
  char shortest[G_ASCII_DTOSTR_BUF_SIZE];

  /* As short as a person would write it, if it comes back the same. */
  for (int digits = 1; digits <= 17; digits++)
    {
      g_autofree char *format = g_strdup_printf ("%%.%dg", digits);

      g_ascii_formatd (shortest, sizeof shortest, format, value);
      if (g_ascii_strtod (shortest, NULL) == value)
        break;
    }
  /* 1440, not 1.44e+03 */
  if (strchr (shortest, 'e') != NULL && fabs (value) < 1e15 && value == trunc (value))
    g_ascii_formatd (shortest, sizeof shortest, "%.0f", value);
  return g_strdup (shortest);
}

/**
 * om_setting_format:
 * @value: one it can have
 *
 * Returns: (transfer full): the value as it is stored, and as om_setting_parse() takes it: the same bits again
 */
char *
om_setting_format (OmSetting setting,
                   double    value)
{
  switch (om_setting_get_kind (setting))
    {
    case OM_SETTING_CHOICE:
      return g_strdup (om_setting_get_choice (setting, (guint) value));
    case OM_SETTING_SWITCH:
      return g_strdup (value != 0 ? "on" : "off");
    case OM_SETTING_INTEGER:
    case OM_SETTING_NUMBER:
    default:
      return dup_number (value);
    }
}

/* The words one may say, for a message. */
static char *
dup_choices (OmSetting setting)
{
  g_autoptr (GString) words = g_string_new (NULL);
  const char *word;

  if (om_setting_get_kind (setting) == OM_SETTING_SWITCH)
    return g_strdup ("on, off");
  for (guint i = 0; (word = om_setting_get_choice (setting, i)) != NULL; i++)
    g_string_append_printf (words, "%s%s", i > 0 ? ", " : "", word);
  return g_string_free (g_steal_pointer (&words), FALSE);
}

static void
refuse (OmSetting   setting,
        const char *text,
        GError    **error)
{
  const Row *row = row_of (setting);
  OmSettingKind kind = row->kind;

  if (kind == OM_SETTING_CHOICE || kind == OM_SETTING_SWITCH)
    {
      g_autofree char *words = dup_choices (setting);

      g_set_error (error, OM_ERROR, OM_ERROR_INVALID, _("“%s” is no value for %s. Choose one of: %s."), text, row->key, words);
    }
  else
    {
      g_autofree char *minimum = dup_number (row->minimum);
      g_autofree char *maximum = dup_number (row->maximum);

      if (kind == OM_SETTING_INTEGER)
        g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
                     _("“%s” is no value for %s. Give a whole number from %s to %s."), text, row->key,
                     minimum, maximum);
      else
        g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
                     _("“%s” is no value for %s. Give a number from %s to %s."), text, row->key,
                     minimum, maximum);
    }
}

/**
 * om_setting_check:
 * @value: a value
 * @error: return location, %OM_ERROR_INVALID with what may be said instead
 *
 * Returns: %TRUE if the setting can have it
 */
gboolean
om_setting_check (OmSetting setting,
                  double    value,
                  GError  **error)
{
  const Row *row = row_of (setting);
  g_autofree char *text = NULL;

  if (isfinite (value) && value >= row->minimum && value <= row->maximum &&
      (row->kind == OM_SETTING_NUMBER || value == trunc (value)))
    return TRUE;
  text = dup_number (value);
  refuse (setting, text, error);
  return FALSE;
}

/**
 * om_setting_parse:
 * @text: a word or a number with a point, as the store has it
 * @value: (out): its value
 * @error: return location, %OM_ERROR_INVALID with what may be said instead
 *
 * Returns: %TRUE if the setting can have it
 */
gboolean
om_setting_parse (OmSetting   setting,
                  const char *text,
                  double     *value,
                  GError    **error)
{
  OmSettingKind kind = om_setting_get_kind (setting);
  char *end = NULL;
  const char *word;

  if (kind == OM_SETTING_SWITCH && (g_strcmp0 (text, "on") == 0 || g_strcmp0 (text, "off") == 0))
    {
      *value = text[1] == 'n';
      return TRUE;
    }
  for (guint i = 0; kind == OM_SETTING_CHOICE && (word = om_setting_get_choice (setting, i)) != NULL; i++)
    {
      if (g_strcmp0 (text, word) == 0)
        {
          *value = i;
          return TRUE;
        }
    }
  if (kind == OM_SETTING_INTEGER || kind == OM_SETTING_NUMBER)
    {
      *value = g_ascii_strtod (text, &end);
      /* No hexadecimal, which strtod() takes. */
      if (end != text && strpbrk (text, "xX") == NULL && *end == '\0' && om_setting_check (setting, *value, NULL))
        return TRUE;
    }
  refuse (setting, text, error);
  return FALSE;
}

/** om_settings_default: every setting at its default */
OmSettings
om_settings_default (void)
{
  OmSettings settings;

  for (int i = 0; i < OM_N_SETTINGS; i++)
    settings.values[i] = om_setting_get_default (i);
  return settings;
}

/**
 * om_settings_apply:
 * @constants: (inout): the numbers of the models; gets those that were chosen
 *
 * What stands at its default is left as it is found.
 */
void
om_settings_apply (const OmSettings *self,
                   OmModelConstants *constants)
{
  for (int i = 0; i < OM_N_SETTINGS; i++)
    {
      if (rows[i].constant != NOT_A_CONSTANT && self->values[i] != om_setting_get_default (i))
        G_STRUCT_MEMBER (double, constants, rows[i].constant) = self->values[i];
    }
  if (self->values[OM_SETTING_PACE] != om_setting_get_default (OM_SETTING_PACE))
    constants->pace_lambda = om_pace_to_lambda ((OmPace) self->values[OM_SETTING_PACE]);
  if (self->values[OM_SETTING_RECALL_STRENGTH] != om_setting_get_default (OM_SETTING_RECALL_STRENGTH))
    constants->recall_boost = om_recall_strength_to_boost ((OmRecallStrength) self->values[OM_SETTING_RECALL_STRENGTH]);
}
