/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Members in the order in which they were added; a name that comes twice gets a number. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-source-data.h"

#include <math.h>
#include <string.h>

#include "archive/om-json-scanner.h"
#include "archive/om-unique-name.h"

/* The member that is this program's own. */
#define OWN_MEMBER "openmemory"

struct _OmSourceData
{
  GString    *members;     /* (owned) */
  GHashTable *names;       /* (owned): see om_unique_name() */
  GString    *attachments; /* (owned): members of a JSON array */
  GHashTable *attached;    /* (owned) (element-type utf8): names in @attachments */
};

/** om_source_data_new: nothing to keep yet. */
OmSourceData *
om_source_data_new (void)
{
  OmSourceData *self = g_new0 (OmSourceData, 1);
  g_autofree char *own = NULL;

  self->members = g_string_new (NULL);
  self->names = om_unique_names_new ();
  self->attachments = g_string_new (NULL);
  self->attached = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  own = om_unique_name (self->names, OWN_MEMBER);
  return self;
}

/** om_source_data_free: */
void
om_source_data_free (OmSourceData *self)
{
  if (self == NULL)
    return;

  g_string_free (self->members, TRUE);
  g_hash_table_unref (self->names);
  g_string_free (self->attachments, TRUE);
  g_hash_table_unref (self->attached);
  g_free (self);
}

/**
 * om_source_data_add_json:
 * @json: (nullable): a value; nothing is kept of %NULL
 */
void
om_source_data_add_json (OmSourceData *self,
                         const char   *name,
                         const char   *json)
{
  g_autofree char *unique = NULL;

  if (json == NULL)
    return;
  unique = om_unique_name (self->names, name);
  if (self->members->len > 0)
    g_string_append_c (self->members, ',');
  om_json_append_string (self->members, unique);
  g_string_append_printf (self->members, ":%s", json);
}

/**
 * om_source_data_add:
 * @value: (nullable): a text; nothing is kept of %NULL
 */
void
om_source_data_add (OmSourceData *self,
                    const char   *name,
                    const char   *value)
{
  g_autoptr (GString) json = g_string_new (NULL);

  if (value == NULL)
    return;
  om_json_append_string (json, value);
  om_source_data_add_json (self, name, json->str);
}

/**
 * om_source_data_add_real:
 * @value: a number; nothing is kept of what is none
 */
void
om_source_data_add_real (OmSourceData *self,
                         const char   *name,
                         double        value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE + 2];

  if (!isfinite (value))
    return;
  g_ascii_dtostr (buffer, sizeof buffer - 2, value);
  if (strpbrk (buffer, ".e") == NULL)
    strcat (buffer, ".0");
  om_source_data_add_json (self, name, buffer);
}

/**
 * om_source_data_add_attachment:
 * @name: of a file that belongs to the entry, whether it came along or not
 *
 * Returns: %FALSE if it is there already
 */
gboolean
om_source_data_add_attachment (OmSourceData *self,
                               const char   *name)
{
  if (!g_hash_table_add (self->attached, g_strdup (name)))
    return FALSE;
  if (self->attachments->len > 0)
    g_string_append_c (self->attachments, ',');
  om_json_append_string (self->attachments, name);
  return TRUE;
}

/**
 * om_source_data_to_json:
 *
 * Returns: (transfer full) (nullable): the object; %NULL if there is nothing in it
 */
char *
om_source_data_to_json (OmSourceData *self)
{
  const char *comma = self->members->len > 0 ? "," : "";

  if (self->attachments->len > 0)
    return g_strdup_printf ("{%s%s\"" OWN_MEMBER "\":{\"attachments\":[%s]}}", self->members->str,
                            comma, self->attachments->str);
  return self->members->len > 0 ? g_strdup_printf ("{%s}", self->members->str) : NULL;
}
