/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strings by number and numbers by string. The older strings may lie in a mapped snapshot, with
 * their hash, and take no memory of their own; those that come later lie on top. Private to the
 * index. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a lookup gives for a string that is not there. */
#define OM_NO_STRING G_MAXUINT32

/**
 * OmStringTable:
 * @chars: the strings one after the other, each with its NUL
 * @n_chars: how many characters
 * @offsets: where each string begins; ascending
 * @n_strings: how many strings
 * @slots: hash: in the low half 1 + the number of a string, 0 for free, in the high half its hash,
 *   so that other strings are passed over without being looked at; linear steps
 * @n_slots: a power of two
 */
typedef struct
{
  const char    *chars;
  gsize          n_chars;
  const guint32 *offsets;
  gsize          n_strings;
  const guint64 *slots;
  gsize          n_slots;
} OmStringTable;

/**
 * OmVocabulary:
 * @base: (nullable): strings 0 to n - 1, in the snapshot; all zeros if there is none
 * @chars: (owned): the strings after those
 * @offsets: (owned) (element-type guint32): where each begins in @chars
 * @slots: (owned): their hash; numbers count from the first of them
 * @n_slots: a power of two
 */
typedef struct
{
  OmStringTable base;
  GByteArray   *chars;
  GArray       *offsets;
  guint64      *slots;
  gsize         n_slots;
} OmVocabulary;

void     om_vocabulary_init        (OmVocabulary        *self);
void     om_vocabulary_clear       (OmVocabulary        *self);
gboolean om_vocabulary_map         (OmVocabulary        *self,
                                    const OmStringTable *base);
guint32  om_vocabulary_lookup      (const OmVocabulary  *self,
                                    const char          *string,
                                    gsize                len);
guint32  om_vocabulary_intern      (OmVocabulary        *self,
                                    const char          *string,
                                    gsize                len);
guint32  om_vocabulary_find_part   (const OmVocabulary  *self,
                                    const char          *part,
                                    gsize                len,
                                    guint32              first);
guint64 *om_vocabulary_merge_slots (const OmVocabulary  *self,
                                    gsize               *n_slots);
gsize    om_vocabulary_get_bytes   (const OmVocabulary  *self);

/** om_vocabulary_count: how many strings there are */
static inline guint32
om_vocabulary_count (const OmVocabulary *self)
{
  return self->base.n_strings + self->offsets->len;
}

/** om_vocabulary_get: a string, valid until the next one is added */
static inline const char *
om_vocabulary_get (const OmVocabulary *self,
                   guint32             number)
{
  if (number < self->base.n_strings)
    return self->base.chars + self->base.offsets[number];
  return (const char *) self->chars->data +
         g_array_index (self->offsets, guint32, number - self->base.n_strings);
}

G_END_DECLS
