/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finding memories by what they are, and reading many texts. */
#pragma once

#include "memory/om-moment.h"
#include "store/om-store.h"

G_BEGIN_DECLS

/** OmStoreListRow: one row of a list. */
typedef struct
{
  gint64   row;
  OmMoment happened;
} OmStoreListRow;

/** OmStoreSimilar: a memory whose simhash shares a half with the one asked for. */
typedef struct
{
  gint64  row;
  guint64 simhash;
} OmStoreSimilar;

/**
 * OmStoreTextFunc:
 * @row: the memory
 * @title: its title, "" if it has none
 * @content: its text
 * @tags: its tags, one a line, "" if it has none
 * @data: what was given with the function
 *
 * The strings live until the function returns.
 *
 * Returns: %FALSE to stop
 */
typedef gboolean (*OmStoreTextFunc) (gint64      row,
                                     const char *title,
                                     const char *content,
                                     const char *tags,
                                     gpointer    data);

/* Texts for the index: of the rows named, or of all in order of row (for a first build: call again
 * with the last row seen to go on). In the bin or not. */
gboolean   om_store_texts_foreach       (OmStore             *self,
                                         gint64               after_row,
                                         OmStoreTextFunc      func,
                                         gpointer             data,
                                         GError             **error);
gboolean   om_store_texts_for_rows      (OmStore             *self,
                                         const gint64        *rows,
                                         gsize                n_rows,
                                         OmStoreTextFunc      func,
                                         gpointer             data,
                                         GError             **error);
gboolean   om_store_text_get            (OmStore             *self,
                                         gint64               row,
                                         char               **title,
                                         char               **content,
                                         GError             **error);

/* Look-ups. GArrays of gint64 rows unless said otherwise, ascending; nothing in the bin. */
GArray    *om_store_find_same           (OmStore             *self,
                                         guint64              same_hash,
                                         GError             **error);
GArray    *om_store_find_similar        (OmStore             *self,
                                         const guint32       *halves,
                                         gsize                n_halves,
                                         GError             **error);
char      *om_store_fact_key            (const char          *subject,
                                         const char          *predicate);
GArray    *om_store_find_facts          (OmStore             *self,
                                         const char          *subject,
                                         const char          *predicate,
                                         GError             **error);
GArray    *om_store_find_journal_days   (OmStore             *self,
                                         gint32               first_day,
                                         gint32               last_day,
                                         GError             **error);
GArray    *om_store_find_sections       (OmStore             *self,
                                         gint64               document,
                                         GError             **error);

/* A page of the list, newest first, without sections and bin: GArray of OmStoreListRow.
 * @after: (nullable): the last row of the page before. */
GArray    *om_store_list                (OmStore              *self,
                                         const OmStoreListRow *after,
                                         guint                 limit,
                                         GError              **error);

/* @prefix: at least 4 characters of an id; %OM_ERROR_INVALID if several memories begin so. */
char      *om_store_memory_find_prefix  (OmStore             *self,
                                         const char          *prefix,
                                         GError             **error);

G_END_DECLS
