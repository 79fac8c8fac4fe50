/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reminders as records. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "memory/om-reminder.h"

static const char *const nicks[OM_N_REMINDER_ANSWERS] = { "vivid", "vague", "gone" };

/** om_reminder_free: @self: (transfer full) (nullable) */
void
om_reminder_free (OmReminder *self)
{
  if (self == NULL)
    return;

  g_clear_pointer (&self->memory, om_memory_unref);
  g_free (self);
}

/** om_reminder_answer_to_nick: (transfer none): the word for it */
const char *
om_reminder_answer_to_nick (OmReminderAnswer answer)
{
  return answer >= 0 && answer < OM_N_REMINDER_ANSWERS ? nicks[answer] : "unknown";
}

/** om_reminder_answer_from_nick: @nick: (nullable); %OM_REMINDER_UNKNOWN for any other word */
OmReminderAnswer
om_reminder_answer_from_nick (const char *nick)
{
  for (int answer = 0; answer < OM_N_REMINDER_ANSWERS; answer++)
    {
      if (g_strcmp0 (nick, nicks[answer]) == 0)
        return (OmReminderAnswer) answer;
    }
  return OM_REMINDER_UNKNOWN;
}
