/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an export is made of, alike for a file, a folder, a zip and a tar: members with a checked
 * name each, read one after the other. */
#pragma once

#include <gio/gio.h>

#include "archive/om-import-report.h"
#include "archive/om-source-text.h"
#include "archive/om-text-stream.h"

G_BEGIN_DECLS

/* Nobody's journal has more files; an archive that does is refused. */
#define OM_CONTAINER_MAX_MEMBERS 250000

/* An archive that unpacks to more than this many times its size is asked about first. */
#define OM_CONTAINER_MAX_RATIO 100

/* Enough members to tell what kind of export it is. */
#define OM_CONTAINER_LOOK 500

typedef enum
{
  OM_CONTAINER_FILE, /* a file by itself: its own only member */
  OM_CONTAINER_FOLDER,
  OM_CONTAINER_ZIP,
  OM_CONTAINER_TAR,
} OmContainerKind;

/**
 * OmMember:
 * @path: (owned): relative, UTF-8, NFC, `/` between names; never leads out of the container
 * @name: (not owned): the last name of @path
 * @size: bytes, as the container states them; more are never read
 * @modified_ms: when it was last changed, ms UTC; 0 if unknown
 * @used: whether its content was asked for, or a reader set it: what is not is left out and named
 */
typedef struct
{
  char       *path;
  const char *name;
  gint64      size;
  gint64      modified_ms;
  gboolean    used;

  /*< private >*/
  GFile      *file;  /* (owned) (nullable): of a folder */
  guint       index; /* among the headers of an archive */
} OmMember;

typedef struct _OmContainer OmContainer;

OmContainer     *om_container_open        (GFile         *file,
                                           gboolean       allow_large,
                                           GCancellable  *cancellable,
                                           GError       **error);
OmContainer     *om_container_look        (GFile         *file,
                                           GCancellable  *cancellable);
void             om_container_free        (OmContainer   *self);

OmContainerKind  om_container_get_kind    (OmContainer   *self);
const char      *om_container_get_name    (OmContainer   *self);
GPtrArray       *om_container_get_members (OmContainer   *self);
OmMember        *om_container_find        (OmContainer   *self,
                                           const char    *path);
gboolean         om_container_is_broken   (OmContainer   *self);

char            *om_container_head        (OmContainer   *self,
                                           OmMember      *member,
                                           gsize          max_bytes,
                                           GCancellable  *cancellable);
OmSourceText    *om_container_load_text   (OmContainer   *self,
                                           OmMember      *member,
                                           gboolean       guess_encoding,
                                           GCancellable  *cancellable,
                                           GError       **error);
GInputStream    *om_container_read        (OmContainer   *self,
                                           OmMember      *member,
                                           GCancellable  *cancellable,
                                           GError       **error);
OmTextStream    *om_container_read_text   (OmContainer   *self,
                                           OmMember      *member,
                                           gboolean       guess_encoding,
                                           GCancellable  *cancellable,
                                           GError       **error);
char            *om_container_dup_path    (OmContainer   *self,
                                           OmMember      *member,
                                           GCancellable  *cancellable,
                                           GError       **error);
void             om_container_remark      (OmContainer    *self,
                                           OmImportReport *report);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmContainer, om_container_free)

G_END_DECLS
