/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who may do what. Pure. */
#pragma once

#include "memory/om-program.h"

G_BEGIN_DECLS

/** OmBusMode: the person's switch for all programs. */
typedef enum
{
  OM_BUS_MODE_USUAL, /* outside of sandboxes they read and add */
  OM_BUS_MODE_ASK,   /* the person is asked about every program */
  OM_BUS_MODE_OFF,   /* none */
  OM_N_BUS_MODES,
} OmBusMode;

/** OmBusNeeds: what leave a call needs. */
typedef enum
{
  OM_BUS_NEEDS_READ,
  OM_BUS_NEEDS_ADD,    /* a memory more, or one more vivid */
  OM_BUS_NEEDS_CHANGE, /* of what is there */
  OM_N_BUS_NEEDS,
} OmBusNeeds;

/** OmBusVerdict: what becomes of a call. */
typedef enum
{
  OM_BUS_OPEN,
  OM_BUS_REFUSE,
  OM_BUS_ASK,
} OmBusVerdict;

OmBusVerdict om_bus_gate (OmBusMode        mode,
                          const OmProgram *program,
                          OmLeave          leave,
                          OmBusNeeds       needs);

G_END_DECLS
