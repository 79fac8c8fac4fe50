/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmTalk: one conversation with a program that answers, of which the person's own words are taken:
 * those on the way to where it ended; what was written and then abandoned is counted and kept. */
#pragma once

#include "archive/om-container.h"
#include "archive/om-read-job.h"

G_BEGIN_DECLS

typedef struct _OmTalk OmTalk;

/**
 * OmTalkTotals:
 * @n_empty: conversations without a word of the person's
 * @n_branches: ends of branches that are not on screen
 * @n_hidden: instructions that stand in no conversation on screen
 * @n_files: pictures and files that are named and not there
 */
typedef struct
{
  guint n_empty;
  guint n_branches;
  guint n_hidden;
  guint n_files;
} OmTalkTotals;

OmTalk     *om_talk_new          (void);
void        om_talk_free         (OmTalk        *self);
void        om_talk_add          (OmTalk        *self,
                                  const char    *id,
                                  const char    *parent,
                                  const char    *words,
                                  double         at);

void        om_talk_set_title    (OmTalk        *self,
                                  const char    *title);
void        om_talk_set_id       (OmTalk        *self,
                                  const char    *id);
void        om_talk_set_end      (OmTalk        *self,
                                  const char    *id);
void        om_talk_set_created  (OmTalk        *self,
                                  const char    *text);
void        om_talk_set_updated  (OmTalk        *self,
                                  const char    *text);

/** OmTalkFunc: reads one conversation, whose beginning has been read. */
typedef gboolean (*OmTalkFunc)   (gpointer       scanner,
                                  OmTalk        *talk,
                                  OmTalkTotals  *totals,
                                  GError       **error);

OmMember   *om_talks_find        (OmContainer   *container,
                                  const char    *name);
gboolean    om_talks_read        (OmReadJob     *job,
                                  OmContainer   *container,
                                  const char    *name,
                                  OmTalkFunc     func,
                                  GError       **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmTalk, om_talk_free)

G_END_DECLS
