/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A plain fact and how long it held, as an entry states it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * OmFactRecord:
 * @subject: (owned): whom it is about; "me" is the writer
 * @predicate: (owned): what of them
 * @value: (owned): as written
 * @memory_id: (owned): the entry that states it first
 * @memory: its row
 * @since: when that was lived, ms UTC
 * @until: when another value took its place, ms UTC; 0 while it holds
 * @superseded_by: (owned) (nullable): the entry that states the other value
 * @start: its sentence, first code point of the entry's text
 * @length: of the sentence, in code points
 */
typedef struct
{
  char  *subject;
  char  *predicate;
  char  *value;
  char  *memory_id;
  gint64 memory;
  gint64 since;
  gint64 until;
  char  *superseded_by;
  guint  start;
  guint  length;
  char  *key;       /* (owned): subject and predicate as they are compared */
  char  *value_key; /* (owned): value as it is compared */
} OmFactRecord;

void om_fact_record_free (OmFactRecord *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmFactRecord, om_fact_record_free)

G_END_DECLS
