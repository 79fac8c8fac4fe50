/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `openmemory settings`: the pace of fading, how strongly recalling brings back, the numbers of the models.
 * They belong to the journal, so the window reckons with the same. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <stdio.h>

#include "cli/om-cli-commands.h"
#include "cli/om-cli-json.h"
#include "cli/om-cli-print.h"
#include "engine/om-settings.h"

#define KEY_COLUMNS 22
#define VALUE_COLUMNS 10

static gboolean
is_default (OmCli    *cli,
            OmSetting setting)
{
  return om_engine_get_setting (cli->engine, setting) == om_setting_get_default (setting);
}

static void
add_value (JsonBuilder *builder,
           const char  *name,
           OmSetting    setting,
           double       value)
{
  switch (om_setting_get_kind (setting))
    {
    case OM_SETTING_CHOICE:
      om_cli_json_string (builder, name, om_setting_get_choice (setting, (guint) value));
      break;
    case OM_SETTING_SWITCH:
      om_cli_json_boolean (builder, name, value != 0);
      break;
    case OM_SETTING_INTEGER:
      om_cli_json_int (builder, name, (gint64) value);
      break;
    case OM_SETTING_NUMBER:
    default:
      om_cli_json_double (builder, name, value);
      break;
    }
}

static void
add_setting (JsonBuilder *builder,
             OmCli       *cli,
             OmSetting    setting)
{
  OmSettingKind kind = om_setting_get_kind (setting);
  double minimum;
  double maximum;

  json_builder_begin_object (builder);
  om_cli_json_string (builder, "key", om_setting_get_key (setting));
  add_value (builder, "value", setting, om_engine_get_setting (cli->engine, setting));
  add_value (builder, "default", setting, om_setting_get_default (setting));
  om_cli_json_string (builder, "title", om_setting_get_title (setting));
  om_cli_json_string (builder, "unit", om_setting_get_unit (setting));
  if (kind == OM_SETTING_CHOICE)
    {
      json_builder_set_member_name (builder, "choices");
      json_builder_begin_array (builder);
      for (guint i = 0; om_setting_get_choice (setting, i) != NULL; i++)
        json_builder_add_string_value (builder, om_setting_get_choice (setting, i));
      json_builder_end_array (builder);
    }
  else if (kind != OM_SETTING_SWITCH)
    {
      om_setting_get_range (setting, &minimum, &maximum);
      add_value (builder, "minimum", setting, minimum);
      add_value (builder, "maximum", setting, maximum);
    }
  json_builder_end_object (builder);
}

static void
print_json (OmCli           *cli,
            const OmSetting *settings,
            guint            n_settings)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "settings");
  json_builder_begin_array (builder);
  for (guint i = 0; i < n_settings; i++)
    add_setting (builder, cli, settings[i]);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  om_cli_json_print (builder);
}

static void
print_text (OmCli           *cli,
            const OmSetting *settings,
            guint            n_settings)
{
  g_autoptr (GString) out = g_string_new (NULL);
  OmCliStyle style = om_cli_style (cli);

  for (guint i = 0; i < n_settings; i++)
    {
      g_autofree char *value = om_setting_format (settings[i], om_engine_get_setting (cli->engine, settings[i]));
      g_autofree char *fallback = om_setting_format (settings[i], om_setting_get_default (settings[i]));
      const char *unit = om_setting_get_unit (settings[i]);

      om_cli_text_cut (out, om_setting_get_key (settings[i]), KEY_COLUMNS, TRUE, &style);
      om_cli_text_cut (out, value, VALUE_COLUMNS, TRUE, &style);
      g_string_append (out, om_setting_get_title (settings[i]));
      if (unit != NULL)
        g_string_append_printf (out, " (%s)", unit);
      if (!is_default (cli, settings[i]))
        g_string_append_printf (out, _(", else %s"), fallback);
      g_string_append_c (out, '\n');
    }
  om_cli_flush (out);
}

/* Those that are named, all if none is. */
static OmSetting *
find_settings (char  **names,
               guint  *n_settings,
               GError **error)
{
  guint n = names != NULL ? g_strv_length (names) : 0;
  g_autofree OmSetting *settings = g_new (OmSetting, MAX (n, OM_N_SETTINGS));

  for (guint i = 0; i < n; i++)
    {
      settings[i] = om_setting_from_key (names[i]);
      if (settings[i] == OM_SETTING_UNKNOWN)
        {
          om_cli_set_usage_error (error, _("There is no setting “%s”. “openmemory settings” lists them."), names[i]);
          return NULL;
        }
    }
  for (int i = 0; n == 0 && i < OM_N_SETTINGS; i++)
    settings[i] = i;
  *n_settings = n > 0 ? n : OM_N_SETTINGS;
  return g_steal_pointer (&settings);
}

static int
show (OmCli           *cli,
      const OmSetting *settings,
      guint            n_settings)
{
  if (cli->json)
    print_json (cli, settings, n_settings);
  else
    print_text (cli, settings, n_settings);
  return OM_CLI_OK;
}

static int
list (OmCli   *cli,
      char   **names,
      GError **error)
{
  guint n_settings;
  g_autofree OmSetting *settings = find_settings (names, &n_settings, error);

  if (settings == NULL)
    return OM_CLI_USAGE;
  if (!om_cli_open (cli, OM_OPEN_MUST_EXIST | OM_OPEN_READ_ONLY, error))
    return OM_CLI_STORE;
  return show (cli, settings, n_settings);
}

static int
set (OmCli   *cli,
     char   **args,
     GError **error)
{
  OmSettingChange change = { OM_SETTING_UNKNOWN, FALSE, 0 };

  if (args[0] == NULL || args[1] == NULL || args[2] != NULL)
    {
      om_cli_set_usage_error (error, _("“settings set” wants the name of a setting and its value."));
      return OM_CLI_USAGE;
    }
  change.setting = om_setting_from_key (args[0]);
  if (change.setting == OM_SETTING_UNKNOWN)
    {
      om_cli_set_usage_error (error, _("There is no setting “%s”. “openmemory settings” lists them."), args[0]);
      return OM_CLI_USAGE;
    }
  if (!om_setting_parse (change.setting, args[1], &change.value, error))
    return OM_CLI_BAD_INPUT;
  if (!om_cli_open (cli, OM_OPEN_MUST_EXIST, error))
    return OM_CLI_STORE;
  if (!om_engine_change_settings (cli->engine, &change, 1, cli->cancellable, error))
    return OM_CLI_FAILED;
  return show (cli, &change.setting, 1);
}

static int
reset (OmCli   *cli,
       char   **names,
       GError **error)
{
  guint n_settings;
  g_autofree OmSetting *settings = find_settings (names, &n_settings, error);
  g_autofree OmSettingChange *changes = NULL;

  if (settings == NULL)
    return OM_CLI_USAGE;
  changes = g_new0 (OmSettingChange, n_settings);
  for (guint i = 0; i < n_settings; i++)
    changes[i] = (OmSettingChange){ settings[i], TRUE, 0 };
  if (!om_cli_open (cli, OM_OPEN_MUST_EXIST, error))
    return OM_CLI_STORE;
  if (!om_engine_change_settings (cli->engine, changes, n_settings, cli->cancellable, error))
    return OM_CLI_FAILED;
  return show (cli, settings, n_settings);
}

/** om_cli_settings_run: `openmemory settings`. */
int
om_cli_settings_run (OmCli   *cli,
                     char   **args,
                     GError **error)
{
  const char *verb = args != NULL ? args[0] : NULL;

  if (verb == NULL)
    return list (cli, NULL, error);
  if (g_str_equal (verb, "list"))
    return list (cli, args + 1, error);
  if (g_str_equal (verb, "set"))
    return set (cli, args + 1, error);
  if (g_str_equal (verb, "reset"))
    return reset (cli, args + 1, error);
  om_cli_set_usage_error (error, _("“%s” is nothing settings can do. Say list, set or reset."), verb);
  return OM_CLI_USAGE;
}
