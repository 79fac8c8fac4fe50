/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strings by number and numbers by string. The strings lie one after the other in an arena, the older
 * part of which may be mapped from a snapshot. Private to the index. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a lookup gives for a string that is not there. */
#define OM_NO_STRING G_MAXUINT32

/**
 * OmVocabulary:
 * @base: (nullable): characters of the mapped part
 * @base_size: how many
 * @chars: (owned): characters that came later, each string with its NUL
 * @offsets: (owned) (element-type guint32): where each string begins; ascending; the mapped part first
 * @slots: (owned): hash: 1 + the number of a string, 0 for free; open addressing with linear steps
 * @n_slots: a power of two
 */
typedef struct
{
  const char *base;
  gsize       base_size;
  GByteArray *chars;
  GArray     *offsets;
  guint32    *slots;
  gsize       n_slots;
} OmVocabulary;

void     om_vocabulary_init      (OmVocabulary       *self);
void     om_vocabulary_clear     (OmVocabulary       *self);
gboolean om_vocabulary_map       (OmVocabulary       *self,
                                  const char         *base,
                                  gsize               base_size,
                                  const guint32      *offsets,
                                  gsize               n_strings,
                                  const guint32      *slots,
                                  gsize               n_slots);
guint32  om_vocabulary_lookup    (const OmVocabulary *self,
                                  const char         *string,
                                  gsize               len);
guint32  om_vocabulary_intern    (OmVocabulary       *self,
                                  const char         *string,
                                  gsize               len);
guint32  om_vocabulary_find_part (const OmVocabulary *self,
                                  const char         *part,
                                  gsize               len,
                                  guint32             first);
gsize    om_vocabulary_get_bytes (const OmVocabulary *self);

/** om_vocabulary_count: how many strings there are */
static inline guint32
om_vocabulary_count (const OmVocabulary *self)
{
  return self->offsets->len;
}

/** om_vocabulary_get: a string, valid until the next one is added */
static inline const char *
om_vocabulary_get (const OmVocabulary *self,
                   guint32             number)
{
  guint32 offset = g_array_index (self->offsets, guint32, number);

  return offset < self->base_size ? self->base + offset
                                  : (const char *) self->chars->data + (offset - self->base_size);
}

G_END_DECLS
