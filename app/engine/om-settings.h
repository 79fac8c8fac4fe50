/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a person may choose about fading, recalling and looking back. It belongs to the journal: the window,
 * the command and every other process reckon with the same numbers. Only what differs from the defaults is
 * stored, so that taking it back brings the very numbers of before. */
#pragma once

#include "engine/om-engine.h"

G_BEGIN_DECLS

/** OmSetting: what can be chosen. Stored by name; the order is that in which they are shown. */
typedef enum
{
  OM_SETTING_UNKNOWN = -1,
  OM_SETTING_PACE,                /* an #OmPace (dynamics/om-constants.h) */
  OM_SETTING_RECALL_STRENGTH,     /* an #OmRecallStrength */
  OM_SETTING_REFLECTION_INTERVAL, /* minutes */
  OM_SETTING_HEAVY_MEMORIES,      /* whether painful memories may come up by themselves */
  OM_SETTING_ON_THIS_DAY,         /* whether Today shows the same day of former years */
  OM_SETTING_LEAP_DAY,            /* whether 28 February recalls the 29th in a year without one */
  OM_SETTING_TRAITS_HEALTH,       /* whether traits may speak of it; in the order of #OmSensitive */
  OM_SETTING_TRAITS_MENTAL_HEALTH,
  OM_SETTING_TRAITS_RELIGION,
  OM_SETTING_TRAITS_POLITICS,
  OM_SETTING_TRAITS_SEXUALITY,
  OM_SETTING_TRAITS_ADDICTION,
  OM_SETTING_TRAITS_ABUSE,
  OM_SETTING_TRAITS_CRIME,
  OM_SETTING_TRAITS_MONEY,
  OM_SETTING_FADING_HOT,
  OM_SETTING_FADING_WARM,
  OM_SETTING_FADING_COLD,
  OM_SETTING_FADING_EPISODIC,
  OM_SETTING_FADING_SEMANTIC,
  OM_SETTING_FADING_PROCEDURAL,
  OM_SETTING_FADING_EMOTIONAL,
  OM_SETTING_FADING_REFLECTIVE,
  OM_SETTING_TIER_RECENT,         /* days */
  OM_SETTING_TIER_HOT_RECALLS,
  OM_SETTING_TIER_HOT_SALIENCE,
  OM_SETTING_TIER_WARM_SALIENCE,
  OM_SETTING_FLOOR,
  OM_SETTING_RECALL_TRACE,
  OM_SETTING_PROPAGATE_SHARE,
  OM_SETTING_CONTEXT_SHARE,
  OM_SETTING_CONTEXT_FADING,
  OM_SETTING_EMOTION_BASE,
  OM_SETTING_AROUSAL_BOOST,
  OM_SETTING_COUNT_EXPONENT,
  OM_SETTING_RESOLVED_FACTOR,
  OM_SETTING_URGENT_FACTOR,
  OM_SETTING_REST_THRESHOLD,
  OM_SETTING_FADE_INTERVAL,       /* hours */
  OM_N_SETTINGS,
} OmSetting;

/** OmSettingKind: what its value is. */
typedef enum
{
  OM_SETTING_CHOICE,  /* number of one of a few words */
  OM_SETTING_SWITCH,  /* 0 or 1 */
  OM_SETTING_INTEGER, /* whole number */
  OM_SETTING_NUMBER,
} OmSettingKind;

/** OmSettingGroup: where it is shown. */
typedef enum
{
  OM_SETTING_GROUP_MEMORY,
  OM_SETTING_GROUP_LOOK_BACK,
  OM_SETTING_GROUP_TRAITS,    /* of which sensitive subjects traits may speak */
  OM_SETTING_GROUP_CONSTANTS, /* numbers of the models */
} OmSettingGroup;

/** OmSettings: a value for each setting. */
typedef struct
{
  double values[OM_N_SETTINGS];
} OmSettings;

/**
 * OmSettingChange:
 * @setting: what is changed
 * @reset: back to the default
 * @value: otherwise the new value
 */
typedef struct
{
  OmSetting setting;
  gboolean  reset;
  double    value;
} OmSettingChange;

/* What each one is; words are translated. */
const char     *om_setting_get_key         (OmSetting    setting);
OmSetting       om_setting_from_key        (const char  *key);
OmSettingKind   om_setting_get_kind        (OmSetting    setting);
OmSettingGroup  om_setting_get_group       (OmSetting    setting);
const char     *om_setting_get_title       (OmSetting    setting);
const char     *om_setting_get_description (OmSetting    setting);
const char     *om_setting_get_unit        (OmSetting    setting);
void            om_setting_get_range       (OmSetting    setting,
                                            double      *minimum,
                                            double      *maximum);
double          om_setting_get_default     (OmSetting    setting);
const char     *om_setting_get_choice      (OmSetting    setting,
                                            guint        index);
const char     *om_setting_get_choice_name (OmSetting    setting,
                                            guint        index);
char           *om_setting_format          (OmSetting    setting,
                                            double       value);
gboolean        om_setting_check           (OmSetting    setting,
                                            double       value,
                                            GError     **error);
gboolean        om_setting_parse           (OmSetting    setting,
                                            const char  *text,
                                            double      *value,
                                            GError     **error);
OmSettings      om_settings_default        (void);

/* Of an open store; any thread. */
double          om_engine_get_setting            (OmEngine               *self,
                                                  OmSetting               setting);
gboolean        om_engine_change_settings        (OmEngine               *self,
                                                  const OmSettingChange  *changes,
                                                  gsize                   n_changes,
                                                  GCancellable           *cancellable,
                                                  GError                **error);
void            om_engine_change_settings_async  (OmEngine               *self,
                                                  const OmSettingChange  *changes,
                                                  gsize                   n_changes,
                                                  GCancellable           *cancellable,
                                                  GAsyncReadyCallback     callback,
                                                  gpointer                data);
gboolean        om_engine_change_settings_finish (OmEngine               *self,
                                                  GAsyncResult           *result,
                                                  GError                **error);

G_END_DECLS
