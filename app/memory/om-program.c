/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Another program that asks for memories. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "memory/om-program.h"

/** om_program_new: (transfer full): a program the person has not decided about */
OmProgram *
om_program_new (const char   *key,
                const char   *name,
                OmProgramKind kind)
{
  OmProgram *self = g_new0 (OmProgram, 1);

  self->key = g_strdup (key);
  self->name = g_strdup (name);
  self->kind = kind;
  return self;
}

/** om_program_copy: (transfer full) */
OmProgram *
om_program_copy (const OmProgram *self)
{
  OmProgram *copy = om_program_new (self->key, self->name, self->kind);

  copy->leave = self->leave;
  copy->decided_at = self->decided_at;
  copy->seen_at = self->seen_at;
  return copy;
}

void
om_program_free (OmProgram *self)
{
  if (self == NULL)
    return;
  g_free (self->key);
  g_free (self->name);
  g_free (self);
}

/** om_access_new: (transfer full): one call */
OmAccess *
om_access_new (void)
{
  OmAccess *self = g_new0 (OmAccess, 1);

  self->calls = 1;
  return self;
}

void
om_access_free (OmAccess *self)
{
  if (self == NULL)
    return;
  g_free (self->program);
  g_free (self->name);
  g_free (self->what);
  g_free (self);
}

/** om_leave_to_nick: (transfer none): as it is printed */
const char *
om_leave_to_nick (OmLeave leave)
{
  static const char *const nicks[] = { "undecided", "denied", "read", "allowed" };

  G_STATIC_ASSERT (G_N_ELEMENTS (nicks) == OM_N_LEAVES);
  g_return_val_if_fail (leave < OM_N_LEAVES, NULL);
  return nicks[leave];
}

/** om_access_outcome_to_nick: (transfer none): as it is printed */
const char *
om_access_outcome_to_nick (OmAccessOutcome outcome)
{
  static const char *const nicks[] = { "answered", "refused", "failed" };

  G_STATIC_ASSERT (G_N_ELEMENTS (nicks) == OM_N_ACCESS_OUTCOMES);
  g_return_val_if_fail (outcome < OM_N_ACCESS_OUTCOMES, NULL);
  return nicks[outcome];
}
