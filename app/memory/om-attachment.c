/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A picture or another file that belongs to a memory. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "memory/om-attachment.h"

#include <string.h>

/* File systems take names of 255 bytes; a number may be added where two are called alike. */
#define NAME_MAX_BYTES 200

/* An ending is kept where a name is shortened, if it is as short as endings are, in bytes. */
#define ENDING_MAX_BYTES 16

/** om_attachment_copy: (transfer full) */
OmAttachment *
om_attachment_copy (const OmAttachment *self)
{
  OmAttachment *copy = g_memdup2 (self, sizeof *self);

  copy->name = g_strdup (self->name);
  copy->type = g_strdup (self->type);
  copy->hash = g_strdup (self->hash);
  return copy;
}

/** om_attachment_free: @self: (transfer full) (nullable) */
void
om_attachment_free (OmAttachment *self)
{
  if (self == NULL)
    return;

  g_free (self->name);
  g_free (self->type);
  g_free (self->hash);
  g_free (self);
}

/** om_attachment_is_picture: whether its type says that it can be looked at */
gboolean
om_attachment_is_picture (const OmAttachment *self)
{
  return g_str_has_prefix (self->type, "image/");
}

/** om_attachment_is_hash: whether @text could name what a file holds: 64 digits, small letters */
gboolean
om_attachment_is_hash (const char *text)
{
  return strlen (text) == OM_ATTACHMENT_HASH_CHARS && strspn (text, "0123456789abcdef") == OM_ATTACHMENT_HASH_CHARS;
}

static const char *
find_ending (const char *name)
{
  const char *dot = strrchr (name, '.');

  return dot != NULL && dot != name && strlen (dot) <= ENDING_MAX_BYTES ? dot : name + strlen (name);
}

/**
 * om_attachment_clean_name:
 * @name: what a file is called somewhere else, perhaps with folders and not in UTF-8
 *
 * Returns: (transfer full): a name without folders, that can be shown and that a file can have
 */
char *
om_attachment_clean_name (const char *name)
{
  g_autofree char *valid = g_utf8_make_valid (name, -1);
  g_autoptr (GString) clean = g_string_new (NULL);
  const char *start = valid;
  const char *ending;
  gsize room;

  for (const char *p = valid; *p != '\0'; p++)
    {
      if (*p == '/' || *p == '\\')
        start = p + 1;
    }
  for (const char *p = start; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      /* Signs that turn the direction of writing make an ending look like another. */
      if (!g_unichar_iscntrl (c) && !(c >= 0x202a && c <= 0x202e) && !(c >= 0x2066 && c <= 0x2069))
        g_string_append_unichar (clean, c);
    }
  g_strstrip (clean->str);
  if (*clean->str == '\0' || strspn (clean->str, ".") == strlen (clean->str))
    return g_strdup ("file");
  if (strlen (clean->str) <= NAME_MAX_BYTES)
    return g_strdup (clean->str);
  ending = find_ending (clean->str);
  room = NAME_MAX_BYTES - strlen (ending);
  return g_strdup_printf ("%.*s%s", (int) (g_utf8_find_prev_char (clean->str, clean->str + room + 1) - clean->str), clean->str,
                          ending);
}
