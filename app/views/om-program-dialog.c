/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The question whether another program may read or change memories. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-program-dialog.h"

#include <glib/gi18n.h>

/**
 * om_program_get_words:
 * @program: a program
 *
 * Returns: (transfer none): where it comes from, in words
 */
const char *
om_program_get_words (const OmProgram *program)
{
  switch (program->kind)
    {
    case OM_PROGRAM_FLATPAK:
      return _("Flatpak");
    case OM_PROGRAM_SNAP:
      return _("Snap");
    case OM_PROGRAM_HOST:
    case OM_N_PROGRAM_KINDS:
    default:
      return _("Program on this computer");
    }
}

/**
 * om_program_dialog_new:
 * @parent: (nullable): the window it belongs to
 * @program: who wants something; its name is empty if it cannot be told
 * @change: it wants to change what is there
 *
 * Its "response" is read with om_program_dialog_get_leave().
 *
 * Returns: (transfer none): the dialog, not shown yet; GTK owns it
 */
GtkWidget *
om_program_dialog_new (GtkWindow       *parent,
                       const OmProgram *program,
                       gboolean         change)
{
  GtkWidget *dialog = adw_message_dialog_new (parent, NULL, NULL);
  const char *name = *program->name != '\0' ? program->name : _("A program that cannot be identified");

  /* Translators: %s is the name of another program. */
  adw_message_dialog_format_heading (ADW_MESSAGE_DIALOG (dialog), change ? _("Let “%s” Change Your Memories?") : _("Let “%s” Read Your Memories?"),
                                     name);
  adw_message_dialog_format_body (ADW_MESSAGE_DIALOG (dialog),
                                  _("%s: %s\n\nWhat is private, hidden, put to rest or in the bin is never given. You can change this "
                                    "later in Preferences."),
                                  om_program_get_words (program), program->key);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog),
                                    "deny", _("_Deny"),
                                    "read", _("_Read Only"),
                                    "allow", _("_Allow"),
                                    NULL);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "deny");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "later");
  return dialog;
}

/**
 * om_program_dialog_get_leave:
 * @response: what was answered; anything unknown is a dialog that was closed
 * @remember: (out): whether it holds for good
 *
 * Returns: what the program may do
 */
OmLeave
om_program_dialog_get_leave (const char *response,
                             gboolean   *remember)
{
  *remember = TRUE;
  if (g_strcmp0 (response, "allow") == 0)
    return OM_LEAVE_ALLOWED;
  if (g_strcmp0 (response, "read") == 0)
    return OM_LEAVE_READ;
  *remember = g_strcmp0 (response, "deny") == 0;
  return OM_LEAVE_DENIED;
}
