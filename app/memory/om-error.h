/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one error domain of the library. Messages say what happened and what to do, in plain words;
 * the window may replace them, the command prints them as they are. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define OM_ERROR (om_error_quark ())

/**
 * OmError:
 * @OM_ERROR_FAILED: anything that fits no other code
 * @OM_ERROR_INVALID: an argument or a text cannot be taken (empty, not UTF-8, out of range)
 * @OM_ERROR_NOT_FOUND: there is no such memory, version, file
 * @OM_ERROR_NOT_A_STORE: the file is not a store of this program, or is damaged
 * @OM_ERROR_NEWER_STORE: the store was written by a newer version; it is left as it is
 * @OM_ERROR_LOCKED: another process holds the store for too long
 * @OM_ERROR_READ_ONLY: the store or its folder cannot be written
 * @OM_ERROR_NO_SPACE: the disk is full
 * @OM_ERROR_CONFLICT: the entry changed meanwhile; both texts are kept
 * @OM_ERROR_ENCODING: bytes that are not UTF-8; the message holds the offset
 * @OM_ERROR_UNRECOGNISED: no reader knows this file
 * @OM_ERROR_TOO_LARGE: larger than what is read unasked; can be allowed
 *
 * Codes of %OM_ERROR. Cancelling is always %G_IO_ERROR_CANCELLED of %G_IO_ERROR.
 */
typedef enum
{
  OM_ERROR_FAILED,
  OM_ERROR_INVALID,
  OM_ERROR_NOT_FOUND,
  OM_ERROR_NOT_A_STORE,
  OM_ERROR_NEWER_STORE,
  OM_ERROR_LOCKED,
  OM_ERROR_READ_ONLY,
  OM_ERROR_NO_SPACE,
  OM_ERROR_CONFLICT,
  OM_ERROR_ENCODING,
  OM_ERROR_UNRECOGNISED,
  OM_ERROR_TOO_LARGE,
} OmError;

GQuark om_error_quark (void);

G_END_DECLS
