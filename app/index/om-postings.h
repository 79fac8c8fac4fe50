/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In which entries a term stands, and how often: packed and appended to. Private to the index.
 *
 * An entry is the word index's own running number: a document that is indexed again gets a new one,
 * so that what is appended always ascends. A posting is the distance to the one before in 7-bit
 * groups, low ones first, times two; one more if the count follows as a byte: else it is 1. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define OM_POSTINGS_MAX_TF 255

/**
 * OmPostings:
 * @n: how many
 * @next: one past the last entry; not 0 in empty ones that go on where those of a snapshot end
 * @len: bytes
 * @capacity: room for them, 0 while they fit @few
 * @few: most terms stand in one entry or two
 * @many: (owned): the others
 */
typedef struct
{
  guint32 n;
  guint32 next;
  guint32 len;
  guint32 capacity;
  union
  {
    guint8  few[8];
    guint8 *many;
  };
} OmPostings;

/**
 * OmPostingsIter:
 * @p: what is read next
 * @end: where this part ends
 * @then: (nullable): the part after
 * @then_end: its end
 * @next: one past the last entry read
 * @limit: entries from here on cannot be: the data is damaged
 */
typedef struct
{
  const guint8 *p;
  const guint8 *end;
  const guint8 *then;
  const guint8 *then_end;
  guint32       next;
  guint32       limit;
} OmPostingsIter;

void om_postings_clear  (OmPostings       *self);
void om_postings_append (OmPostings       *self,
                         guint32           entry,
                         guint             tf);

/** om_postings_bytes: them, packed */
static inline const guint8 *
om_postings_bytes (const OmPostings *self)
{
  return self->capacity > 0 ? self->many : self->few;
}

/* @base: those of the snapshot, which come first; nothing of @base_len 0. @own: (nullable): the
 * others. */
static inline void
om_postings_iter_init (OmPostingsIter   *iter,
                       const guint8     *base,
                       gsize             base_len,
                       const OmPostings *own,
                       guint32           limit)
{
  iter->next = 0;
  iter->limit = limit;
  iter->p = base;
  iter->end = base_len > 0 ? base + base_len : base;
  iter->then = own != NULL ? om_postings_bytes (own) : NULL;
  iter->then_end = own != NULL ? iter->then + own->len : NULL;
}

/* Returns: FALSE at the end, or where the data is damaged */
static inline gboolean
om_postings_iter_next (OmPostingsIter *iter,
                       guint32        *entry,
                       guint          *tf)
{
  guint64 code;
  guint shift = 7;

  if (G_UNLIKELY (iter->p >= iter->end))
    {
      if (iter->then == NULL || iter->then == iter->then_end)
        return FALSE;
      iter->p = iter->then;
      iter->end = iter->then_end;
      iter->then = NULL;
    }

  code = *iter->p & 127;
  while ((*iter->p++ & 128) != 0)
    {
      if (G_UNLIKELY (iter->p >= iter->end || shift > 35))
        return FALSE;
      code |= (guint64) (*iter->p & 127) << shift;
      shift += 7;
    }
  if ((code & 1) != 0)
    {
      if (G_UNLIKELY (iter->p >= iter->end))
        return FALSE;
      *tf = *iter->p++;
    }
  else
    {
      *tf = 1;
    }
  code = iter->next + (code >> 1);
  if (G_UNLIKELY (code >= iter->limit))
    return FALSE;
  *entry = (guint32) code;
  iter->next = *entry + 1;
  return TRUE;
}

G_END_DECLS
