/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The language a program of ours speaks: the person's, as the locale and LANGUAGE say. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <libintl.h>
#include <locale.h>

#include "memory/om-translations.h"

/**
 * om_translations_begin:
 *
 * Takes the person's locale and finds the translations. To be called first in main ().
 *
 * They lie where the program was installed. OPENMEMORY_LOCALEDIR names another folder, for a
 * program that is not installed: `./dev run` sets it.
 */
void
om_translations_begin (void)
{
  const char *folder = g_getenv ("OPENMEMORY_LOCALEDIR");

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, folder != NULL && *folder != '\0' ? folder : LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
}
