/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In which entries a term stands, and how often. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "index/om-postings.h"

#include <string.h>

/* The longest posting: 33 bits in groups of 7, and a count. */
#define MAX_POSTING 6

static guint8 *
make_room (OmPostings *self,
           gsize       n)
{
  gsize capacity = self->capacity > 0 ? self->capacity : sizeof (self->few);

  if (self->len + n > capacity)
    {
      capacity = MAX (self->len + n, capacity + capacity / 2);
      if (self->capacity > 0)
        {
          self->many = g_realloc (self->many, capacity);
        }
      else
        {
          guint8 *many = g_malloc (capacity);

          memcpy (many, self->few, self->len);
          self->many = many;
        }
      self->capacity = capacity;
    }
  return self->capacity > 0 ? self->many : self->few;
}

/**
 * om_postings_clear:
 *
 * Frees what it holds.
 */
void
om_postings_clear (OmPostings *self)
{
  if (self->capacity > 0)
    g_free (self->many);
  memset (self, 0, sizeof (*self));
}

/**
 * om_postings_append:
 * @self: postings; all zeros are empty ones
 * @entry: higher than all there
 * @tf: how often, 1 or more; more than 255 is taken as 255
 */
void
om_postings_append (OmPostings *self,
                    guint32     entry,
                    guint       tf)
{
  guint8 bytes[MAX_POSTING];
  gsize n = 0;
  guint64 code;

  g_assert (entry >= self->next && tf > 0);
  code = (guint64) (entry - self->next) << 1 | (tf > 1);
  for (; code >= 128; code >>= 7)
    bytes[n++] = (code & 127) | 128;
  bytes[n++] = code;
  if (tf > 1)
    bytes[n++] = MIN (tf, OM_POSTINGS_MAX_TF);
  memcpy (make_room (self, n) + self->len, bytes, n);
  self->len += n;
  self->n++;
  self->next = entry + 1;
}
