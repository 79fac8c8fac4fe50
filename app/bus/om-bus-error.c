/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The errors other programs see. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "bus/om-bus-error.h"

#include "memory/om-error.h"

static const GDBusErrorEntry entries[] = {
  { OM_BUS_ERROR_FAILED, "org.openmemory.Error.Failed" },
  { OM_BUS_ERROR_INVALID_ARGUMENT, "org.openmemory.Error.InvalidArgument" },
  { OM_BUS_ERROR_NOT_FOUND, "org.openmemory.Error.NotFound" },
  { OM_BUS_ERROR_NOT_ALLOWED, "org.openmemory.Error.NotAllowed" },
  { OM_BUS_ERROR_LIMIT_EXCEEDED, "org.openmemory.Error.LimitExceeded" },
  { OM_BUS_ERROR_CONFLICT, "org.openmemory.Error.Conflict" },
  { OM_BUS_ERROR_BUSY, "org.openmemory.Error.Busy" },
  { OM_BUS_ERROR_UNAVAILABLE, "org.openmemory.Error.Unavailable" },
};

GQuark
om_bus_error_quark (void)
{
  static gsize quark;

  G_STATIC_ASSERT (G_N_ELEMENTS (entries) == OM_N_BUS_ERRORS);
  g_dbus_error_register_error_domain ("om-bus-error-quark", &quark, entries, G_N_ELEMENTS (entries));
  return (GQuark) quark;
}

/* What is said outside. NULL: the inner message, which is about what was asked and names no file. */
static const struct
{
  OmError     inner;
  OmBusError  code;
  const char *message;
} translations[] = {
  { OM_ERROR_FAILED, OM_BUS_ERROR_FAILED, "It could not be done." },
  { OM_ERROR_INVALID, OM_BUS_ERROR_INVALID_ARGUMENT, NULL },
  { OM_ERROR_NOT_FOUND, OM_BUS_ERROR_NOT_FOUND, "There is no such memory." },
  { OM_ERROR_NOT_A_STORE, OM_BUS_ERROR_UNAVAILABLE, "The store is damaged." },
  { OM_ERROR_NEWER_STORE, OM_BUS_ERROR_UNAVAILABLE, "The store was written by a newer version of the program." },
  { OM_ERROR_LOCKED, OM_BUS_ERROR_BUSY, "The store is busy. Ask again in a moment." },
  { OM_ERROR_READ_ONLY, OM_BUS_ERROR_UNAVAILABLE, "The store cannot be written." },
  { OM_ERROR_NO_SPACE, OM_BUS_ERROR_UNAVAILABLE, "The disk is full." },
  { OM_ERROR_CONFLICT, OM_BUS_ERROR_CONFLICT, "The memory changed meanwhile. Both texts are kept." },
  { OM_ERROR_ENCODING, OM_BUS_ERROR_INVALID_ARGUMENT, "The text is not UTF-8." },
  { OM_ERROR_UNRECOGNISED, OM_BUS_ERROR_INVALID_ARGUMENT, "The file is of no known format." },
  { OM_ERROR_TOO_LARGE, OM_BUS_ERROR_INVALID_ARGUMENT, "That is too large." },
};

/**
 * om_bus_error_translate:
 * @inner: what went wrong inside
 *
 * Returns: (transfer full): what is said outside, of %OM_BUS_ERROR
 */
GError *
om_bus_error_translate (const GError *inner)
{
  if (inner->domain == OM_BUS_ERROR)
    return g_error_copy (inner);
  if (g_error_matches (inner, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return g_error_new_literal (OM_BUS_ERROR, OM_BUS_ERROR_BUSY, "The store is being closed. Ask again in a moment.");
  for (gsize i = 0; i < G_N_ELEMENTS (translations); i++)
    {
      if (g_error_matches (inner, OM_ERROR, (int) translations[i].inner))
        return g_error_new_literal (OM_BUS_ERROR, (int) translations[i].code,
                                    translations[i].message != NULL ? translations[i].message : inner->message);
    }
  return g_error_new_literal (OM_BUS_ERROR, OM_BUS_ERROR_FAILED, "It could not be done.");
}
