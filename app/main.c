/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OpenMemory Desktop. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "memory/om-translations.h"
#include "om-application.h"
#include "views/om-start-trace.h"

int
main (int    argc,
      char **argv)
{
  g_autoptr (OmApplication) application = NULL;

  om_start_trace_begin ();
  om_translations_begin ();

  application = om_application_new (G_APPLICATION_HANDLES_COMMAND_LINE);
  return g_application_run (G_APPLICATION (application), argc, argv);
}
