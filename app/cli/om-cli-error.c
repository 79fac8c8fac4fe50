/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From what went wrong to the exit code and the word that --json gives it. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "cli/om-cli.h"

/**
 * om_cli_set_usage_error:
 * @error: return location
 * @format: a sentence that says what is wrong with the command line
 */
void
om_cli_set_usage_error (GError    **error,
                        const char *format,
                        ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED, message);
}

/**
 * om_cli_set_input_error:
 * @error: return location
 * @format: a sentence that says what cannot be taken and what to do
 */
void
om_cli_set_input_error (GError    **error,
                        const char *format,
                        ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error_literal (error, OM_ERROR, OM_ERROR_INVALID, message);
}

/** om_cli_set_busy_error: another program runs the same job. */
void
om_cli_set_busy_error (GError **error)
{
  g_set_error_literal (error, OM_ERROR, OM_ERROR_LOCKED,
                       _("Another program is at it already. Nothing was done; try again later."));
}

/**
 * om_cli_exit_for:
 *
 * Returns: the exit code that stands for an error
 */
OmCliExit
om_cli_exit_for (const OmCli  *self,
                 const GError *error)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return OM_CLI_CANCELLED;
  if (self->import_refused)
    return OM_CLI_REFUSED;
  if (self->store_failed)
    return OM_CLI_STORE;
  if (error->domain == G_OPTION_ERROR)
    return OM_CLI_USAGE;
  if (error->domain != OM_ERROR)
    return OM_CLI_FAILED;

  switch ((OmError) error->code)
    {
    case OM_ERROR_INVALID:
    case OM_ERROR_ENCODING:
      return OM_CLI_BAD_INPUT;
    case OM_ERROR_NOT_FOUND:
      return OM_CLI_NOTHING;
    case OM_ERROR_NOT_A_STORE:
    case OM_ERROR_NEWER_STORE:
    case OM_ERROR_LOCKED:
    case OM_ERROR_READ_ONLY:
    case OM_ERROR_NO_SPACE:
      return OM_CLI_STORE;
    case OM_ERROR_UNRECOGNISED:
    case OM_ERROR_TOO_LARGE:
      return OM_CLI_REFUSED;
    case OM_ERROR_FAILED:
    case OM_ERROR_CONFLICT:
    default:
      return OM_CLI_FAILED;
    }
}

/**
 * om_cli_error_code:
 *
 * Returns: (transfer none): the stable word for an error in JSON, listed by `openmemory help json`
 */
const char *
om_cli_error_code (const GError *error)
{
  static const char *const codes[] = {
    [OM_ERROR_FAILED] = "failed",
    [OM_ERROR_INVALID] = "invalid",
    [OM_ERROR_NOT_FOUND] = "not-found",
    [OM_ERROR_NOT_A_STORE] = "not-a-store",
    [OM_ERROR_NEWER_STORE] = "newer-store",
    [OM_ERROR_LOCKED] = "locked",
    [OM_ERROR_READ_ONLY] = "read-only",
    [OM_ERROR_NO_SPACE] = "no-space",
    [OM_ERROR_CONFLICT] = "conflict",
    [OM_ERROR_ENCODING] = "encoding",
    [OM_ERROR_UNRECOGNISED] = "unrecognised",
    [OM_ERROR_TOO_LARGE] = "too-large",
  };

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return "cancelled";
  if (error->domain == G_OPTION_ERROR)
    return "usage";
  if (error->domain == OM_ERROR && error->code >= 0 && error->code < (int) G_N_ELEMENTS (codes))
    return codes[error->code];
  return "failed";
}
