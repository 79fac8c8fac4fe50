/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words for people put together: languages differ in what stands between them. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <glib/gi18n.h>
#include <stdarg.h>

#include "memory/om-joining.h"

/** om_join_list: (transfer full): @items one after the other: “work, family, canal” */
char *
om_join_list (const char *const *items)
{
  /* Translators: between the items of a list */
  return g_strjoinv (C_ ("list", ", "), (char **) items);
}

/** om_join_said: (transfer full): parts up to %NULL as they are read aloud, with a pause between them */
char *
om_join_said (const char *first,
              ...)
{
  GString *text = g_string_new (first);
  const char *part;
  va_list parts;

  va_start (parts, first);
  while ((part = va_arg (parts, const char *)) != NULL)
    {
      /* Translators: between short statements that are read one after the other */
      g_string_append (text, C_ ("statements", ". "));
      g_string_append (text, part);
    }
  va_end (parts);
  return g_string_free (text, FALSE);
}

/** om_join_value: (transfer full): @name and what it is: “Mood: glad” */
char *
om_join_value (const char *name,
               const char *value)
{
  /* Translators: the name of something, and what it is */
  return g_strdup_printf (C_ ("value", "%s: %s"), name, value);
}
