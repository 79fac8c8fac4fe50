/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The errors other programs see: org.openmemory.Error.*, without SQL and without paths of files. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define OM_BUS_ERROR (om_bus_error_quark ())

/**
 * OmBusError:
 * @OM_BUS_ERROR_FAILED: anything that fits no other
 * @OM_BUS_ERROR_INVALID_ARGUMENT: a value of the wrong type, out of range, too long
 * @OM_BUS_ERROR_NOT_FOUND: there is no such memory, or none that may be given
 * @OM_BUS_ERROR_NOT_ALLOWED: the person does not want it, or has not answered yet
 * @OM_BUS_ERROR_LIMIT_EXCEEDED: too many calls at once or a second; ask again later
 * @OM_BUS_ERROR_CONFLICT: it changed meanwhile; both texts are kept
 * @OM_BUS_ERROR_BUSY: the store is locked, being loaded or being closed; ask again later
 * @OM_BUS_ERROR_UNAVAILABLE: the store cannot be opened or written
 */
typedef enum
{
  OM_BUS_ERROR_FAILED,
  OM_BUS_ERROR_INVALID_ARGUMENT,
  OM_BUS_ERROR_NOT_FOUND,
  OM_BUS_ERROR_NOT_ALLOWED,
  OM_BUS_ERROR_LIMIT_EXCEEDED,
  OM_BUS_ERROR_CONFLICT,
  OM_BUS_ERROR_BUSY,
  OM_BUS_ERROR_UNAVAILABLE,
  OM_N_BUS_ERRORS,
} OmBusError;

GQuark  om_bus_error_quark     (void);
GError *om_bus_error_translate (const GError *inner);

G_END_DECLS
