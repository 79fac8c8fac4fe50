/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The causes of a memory's events in words. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-history-words.h"

#include <glib/gi18n.h>

/* What a person changed of a memory, by the marks it had before and has since. */
static const char *
change_words (const OmHistoryEvent *event,
              const OmHistoryEvent *previous)
{
  static const struct
  {
    guint       flag;
    const char *set;
    const char *taken;
  } marks[] = {
    { OM_FLAG_PINNED, N_("pinned"), N_("unpinned") },
    { OM_FLAG_KEPT, N_("kept from fading"), N_("let fade again") },
    { OM_FLAG_RESOLVED, N_("resolved"), N_("reopened") },
    { OM_FLAG_HIDDEN, N_("hidden"), N_("no longer hidden") },
    { OM_FLAG_PRIVATE, N_("made private"), N_("no longer private") },
    { OM_FLAG_STARRED, N_("starred"), N_("no longer starred") },
  };

  if (previous == NULL)
    return NULL;
  if (event->archived_at != 0 && previous->archived_at != event->archived_at)
    return _("put to rest");
  for (gsize i = 0; i < G_N_ELEMENTS (marks); i++)
    {
      if (((event->flags ^ previous->flags) & marks[i].flag) != 0)
        return event->flags & marks[i].flag ? _(marks[i].set) : _(marks[i].taken);
    }
  return NULL;
}

/**
 * om_event_cause_words:
 *
 * Returns: (transfer none): the cause, translated, in small letters; empty if it is not known
 */
const char *
om_event_cause_words (OmEventCause cause)
{
  static const char *const words[OM_N_EVENT_CAUSES] = {
    [OM_EVENT_CREATED] = N_("written down"),
    [OM_EVENT_IMPORTED] = N_("imported"),
    [OM_EVENT_RECALLED] = N_("recalled"),
    [OM_EVENT_SPREAD] = N_("a neighbour was recalled"),
    [OM_EVENT_NEAR_DUPLICATE] = N_("said again"),
    [OM_EVENT_REFLECTED] = N_("taken into a reflection"),
    [OM_EVENT_EDITED] = N_("edited"),
    [OM_EVENT_CHANGED_BY_HAND] = N_("changed by hand"),
    [OM_EVENT_WOKEN] = N_("woken"),
    [OM_EVENT_REOPENED] = N_("reopened"),
    [OM_EVENT_UNDONE] = N_("what was done was taken back"),
  };

  return cause >= 0 && cause < OM_N_EVENT_CAUSES ? _(words[cause]) : "";
}

/* How a recall came about. */
static char *
recall_words (const OmHistoryEvent *event)
{
  static const char *const words[OM_N_RECALL_WAYS] = {
    [OM_RECALL_WAY_UNKNOWN] = N_("recalled"),
    [OM_RECALL_WAY_READ] = N_("recalled by reading it"),
    /* Translators: “I remember this” is the name of the button and the menu entry */
    [OM_RECALL_WAY_SAID] = N_("recalled with “I Remember This”"),
    [OM_RECALL_WAY_WINDOW] = N_("recalled by a search in the window"),
    [OM_RECALL_WAY_COMMAND] = N_("recalled by a search on the command line"),
    [OM_RECALL_WAY_REMINDER] = N_("recalled at a reminder"),
    [OM_RECALL_WAY_PROGRAM] = N_("recalled by another program, over D-Bus"),
  };

  if (event->way == OM_RECALL_WAY_PROGRAM && event->program != NULL)
    /* Translators: %s is the name of a program */
    return g_strdup_printf (_("recalled by %s, over D-Bus"), event->program);
  return g_strdup (_(words[CLAMP (event->way, 0, OM_N_RECALL_WAYS - 1)]));
}

/**
 * om_history_event_words:
 * @event: what happened
 * @previous: (nullable): what happened before it, %NULL if nothing is known of that
 *
 * Returns: (transfer full): its cause, translated, in small letters; empty if it is not known
 */
char *
om_history_event_words (const OmHistoryEvent *event,
                        const OmHistoryEvent *previous)
{
  const char *change = event->cause == OM_EVENT_CHANGED_BY_HAND ? change_words (event, previous) : NULL;

  if (event->cause == OM_EVENT_RECALLED)
    return recall_words (event);
  return g_strdup (change != NULL ? change : om_event_cause_words (event->cause));
}

/**
 * om_history_taken_back_words:
 * @words: what happened
 *
 * Returns: (transfer full): that it happened and was taken back
 */
char *
om_history_taken_back_words (const char *words)
{
  /* Translators: what happened to a memory, and that it was undone */
  return g_strdup_printf (_("%s (taken back)"), words);
}
