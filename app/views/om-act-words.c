/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one table of the words for acts. Thread: any. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-act-words.h"

#include <glib/gi18n.h>

static const struct
{
  const char *name; /* of a menu entry */
  const char *one;  /* what was done with one memory */
} words[OM_N_ACTS] = {
  [OM_ACT_REMEMBER] = { N_("I _Remember This"), N_("Comes to mind more easily now") },
  [OM_ACT_READ] = { N_("I _Remember This"), N_("Comes to mind more easily now") },
  [OM_ACT_PIN] = { N_("_Pin"), N_("Pinned to Today, and kept") },
  [OM_ACT_UNPIN] = { N_("Un_pin"), N_("Unpinned; still kept") },
  [OM_ACT_KEEP] = { N_("_Keep"), N_("Kept: it does not fade") },
  [OM_ACT_LET_FADE] = { N_("Let It _Fade"), N_("Fades again") },
  [OM_ACT_RESOLVE] = { N_("_Let It Rest"), N_("Let rest: it is not brought up again") },
  [OM_ACT_REOPEN] = { N_("Re_open"), N_("Reopened") },
  [OM_ACT_REST] = { N_("Put to R_est"), N_("Put to rest") },
  [OM_ACT_WAKE] = { N_("_Wake"), N_("Woken") },
  [OM_ACT_HIDE] = { N_("_Don’t Show by Itself"), N_("Only search finds it now") },
  [OM_ACT_UNHIDE] = { N_("_Show by Itself Again"), N_("May be shown by itself again") },
  [OM_ACT_MAKE_PRIVATE] = { N_("Make Pri_vate"), N_("Private: in this window alone") },
  [OM_ACT_UNMAKE_PRIVATE] = { N_("No Longer Pri_vate"), N_("No longer private") },
};

/**
 * om_act_words_name:
 *
 * Returns: (transfer none): what the act is called in a menu, with a mnemonic, translated
 */
const char *
om_act_words_name (OmAct act)
{
  g_return_val_if_fail (act >= 0 && act < OM_N_ACTS, "");

  return _(words[act].name);
}

/**
 * om_act_words_done:
 * @n: with how many memories
 *
 * Returns: (transfer full): what was done, translated
 */
char *
om_act_words_done (OmAct act,
                   guint n)
{
  g_return_val_if_fail (act >= 0 && act < OM_N_ACTS, NULL);

  if (n == 1)
    return g_strdup (_(words[act].one));
  switch (act)
    {
    case OM_ACT_REMEMBER:
    case OM_ACT_READ:
      return g_strdup_printf (ngettext ("%u memory comes to mind more easily now",
                                        "%u memories come to mind more easily now", n), n);
    case OM_ACT_REST:
      return g_strdup_printf (ngettext ("%u memory put to rest", "%u memories put to rest", n), n);
    case OM_ACT_WAKE:
      return g_strdup_printf (ngettext ("%u memory woken", "%u memories woken", n), n);
    default:
      return g_strdup_printf (ngettext ("%u memory changed", "%u memories changed", n), n);
    }
}

/**
 * om_flag_words:
 * @flags: #OmMemoryFlags
 *
 * Returns: (transfer full): what was decided about a memory, in words; empty if nothing was
 */
char *
om_flag_words (guint flags)
{
  static const struct
  {
    guint       flag;
    const char *word;
  } marks[] = {
    { OM_FLAG_PINNED, NC_ ("state of a memory", "Pinned") },
    { OM_FLAG_KEPT, NC_ ("state of a memory", "Kept") },
    { OM_FLAG_RESOLVED, NC_ ("state of a memory", "Let rest") },
    { OM_FLAG_HIDDEN, NC_ ("state of a memory", "Not shown by itself") },
    { OM_FLAG_PRIVATE, NC_ ("state of a memory", "Private") },
  };
  g_autoptr (GString) text = g_string_new (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (marks); i++)
    {
      /* Pinned implies kept. */
      if ((flags & marks[i].flag) == 0 || (marks[i].flag == OM_FLAG_KEPT && (flags & OM_FLAG_PINNED) != 0))
        continue;
      g_string_append_printf (text, "%s%s", text->len > 0 ? " · " : "",
                              g_dpgettext2 (NULL, "state of a memory", marks[i].word));
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}
