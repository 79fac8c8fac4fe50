/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who may do what. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "bus/om-bus-gate.h"

/**
 * om_bus_gate:
 * @mode: the switch for all programs
 * @program: (nullable): who asks, %NULL if that could not be told
 * @leave: what the person decided about it
 * @needs: what leave the call needs
 *
 * Another program outside of a sandbox could read the file as well: it reads and adds unless the person
 * said otherwise. What is in a sandbox, and what cannot be told, is asked about first; so is who wants to
 * change what is there.
 */
OmBusVerdict
om_bus_gate (OmBusMode        mode,
             const OmProgram *program,
             OmLeave          leave,
             OmBusNeeds       needs)
{
  if (mode == OM_BUS_MODE_OFF)
    return OM_BUS_REFUSE;
  switch (leave)
    {
    case OM_LEAVE_ALLOWED:
      return OM_BUS_OPEN;
    case OM_LEAVE_READ:
      return needs == OM_BUS_NEEDS_READ ? OM_BUS_OPEN : OM_BUS_REFUSE;
    case OM_LEAVE_UNDECIDED:
      break;
    case OM_LEAVE_DENIED:
    case OM_N_LEAVES:
    default:
      return OM_BUS_REFUSE;
    }
  if (mode == OM_BUS_MODE_ASK || program == NULL || program->kind != OM_PROGRAM_HOST)
    return OM_BUS_ASK;
  return needs == OM_BUS_NEEDS_CHANGE ? OM_BUS_ASK : OM_BUS_OPEN;
}
