/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statements: prepared once a connection, bound in order, reset when they go out of scope.
 *
 *   g_auto (OmStatement) s = { 0 };
 *   if (!om_statement_open (&s, store, "SELECT a FROM t WHERE b = ?", error))
 *     return FALSE;
 *   om_statement_add_int (&s, b);
 *   while ((step = om_statement_step (&s, error)) == OM_STEP_ROW)
 *     use (sqlite3_column_int64 (s.stmt, 0));
 *   return step == OM_STEP_DONE;
 */
#pragma once

#include <sqlite3.h>

#include "store/om-store.h"

G_BEGIN_DECLS

/** OmStep: what om_statement_step() came to. */
typedef enum
{
  OM_STEP_ERROR = -1,
  OM_STEP_DONE,
  OM_STEP_ROW,
} OmStep;

/**
 * OmStatement:
 * @store: (not owned): the connection
 * @stmt: (not owned if @cached): the statement
 * @cached: (nullable): where it goes back to
 * @next: number of the parameter bound last
 */
typedef struct
{
  OmStore      *store;
  sqlite3_stmt *stmt;
  gpointer      cached;
  int           next;
} OmStatement;

gboolean    om_statement_open       (OmStatement   *self,
                                     OmStore       *store,
                                     const char    *sql,
                                     GError       **error);
void        om_statement_close      (OmStatement   *self);
void        om_statement_rewind     (OmStatement   *self);
void        om_statement_add_int    (OmStatement   *self,
                                     gint64         value);
void        om_statement_add_id     (OmStatement   *self,
                                     gint64         value);
void        om_statement_add_real   (OmStatement   *self,
                                     double         value);
void        om_statement_add_text   (OmStatement   *self,
                                     const char    *value);
void        om_statement_add_blob   (OmStatement   *self,
                                     gconstpointer  value,
                                     gsize          size);
void        om_statement_add_rows   (OmStatement   *self,
                                     const gint64  *rows,
                                     gsize          n_rows);
OmStep      om_statement_step       (OmStatement   *self,
                                     GError       **error);
gboolean    om_statement_run        (OmStatement   *self,
                                     GError       **error);
gboolean    om_statement_collect    (OmStatement   *self,
                                     GArray        *rows,
                                     GError       **error);
const char *om_statement_get_text   (OmStatement   *self,
                                     int            column);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OmStatement, om_statement_close)

void        om_statements_free      (GHashTable    *statements);
GHashTable *om_statements_new       (void);

G_END_DECLS
