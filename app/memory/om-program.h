/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Another program that asks for memories, what it may do, and what it did. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** OmProgramKind: how a program was recognised. */
typedef enum
{
  OM_PROGRAM_HOST,    /* runs outside of any sandbox, known by its file */
  OM_PROGRAM_FLATPAK, /* known by its application id */
  OM_PROGRAM_SNAP,    /* known by its name */
  OM_N_PROGRAM_KINDS,
} OmProgramKind;

/** OmLeave: what the person decided about it. */
typedef enum
{
  OM_LEAVE_UNDECIDED, /* what goes for its like */
  OM_LEAVE_DENIED,
  OM_LEAVE_READ,
  OM_LEAVE_ALLOWED,   /* reads, adds, changes */
  OM_N_LEAVES,
} OmLeave;

/**
 * OmProgram:
 * @key: (owned): "flatpak:ID", "snap:NAME" or "exe:PATH"
 * @name: (owned): for people
 * @kind: how it was recognised
 * @leave: what it may do
 * @decided_at: when the person said so, ms UTC, 0 if never
 * @seen_at: when it last asked, ms UTC, 0 if never
 */
typedef struct
{
  char         *key;
  char         *name;
  OmProgramKind kind;
  OmLeave       leave;
  gint64        decided_at;
  gint64        seen_at;
} OmProgram;

/** OmAccessOutcome: how a call ended. */
typedef enum
{
  OM_ACCESS_ANSWERED,
  OM_ACCESS_REFUSED,
  OM_ACCESS_FAILED,
  OM_N_ACCESS_OUTCOMES,
} OmAccessOutcome;

/**
 * OmAccess:
 * Calls of one kind by one program within a minute.
 * @at: the first of them, ms UTC
 * @program: (owned): key of the program
 * @name: (owned): its name
 * @kind: how it was recognised; not stored
 * @what: (owned): the method
 * @outcome: how they ended
 * @calls: how many
 * @given: how many memories were in the answers
 */
typedef struct
{
  gint64          at;
  char           *program;
  char           *name;
  OmProgramKind   kind;
  char           *what;
  OmAccessOutcome outcome;
  guint           calls;
  guint           given;
} OmAccess;

OmProgram  *om_program_new              (const char     *key,
                                         const char     *name,
                                         OmProgramKind   kind);
OmProgram  *om_program_copy             (const OmProgram *self);
void        om_program_free             (OmProgram      *self);
OmAccess   *om_access_new               (void);
void        om_access_free              (OmAccess       *self);
const char *om_leave_to_nick            (OmLeave         leave);
const char *om_access_outcome_to_nick   (OmAccessOutcome outcome);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmProgram, om_program_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmAccess, om_access_free)

G_END_DECLS
