/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How sectors and the reasons of a hit are shown. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-looks.h"

#include <glib/gi18n.h>

typedef struct
{
  const char *name;  /* for people, untranslated */
  const char *icon;  /* symbol: colour alone never carries the meaning */
  const char *class; /* style class, its colour stands in ui/style*.css */
} SectorLook;

static const SectorLook sectors[OM_N_SECTORS] = {
  [OM_SECTOR_EPISODIC] = { NC_ ("sector", "Episodic"), "om-sector-episodic-symbolic", "sector-episodic" },
  [OM_SECTOR_SEMANTIC] = { NC_ ("sector", "Semantic"), "om-sector-semantic-symbolic", "sector-semantic" },
  [OM_SECTOR_PROCEDURAL] = { NC_ ("sector", "Procedural"), "om-sector-procedural-symbolic", "sector-procedural" },
  [OM_SECTOR_EMOTIONAL] = { NC_ ("sector", "Emotional"), "om-sector-emotional-symbolic", "sector-emotional" },
  [OM_SECTOR_REFLECTIVE] = { NC_ ("sector", "Reflective"), "om-sector-reflective-symbolic", "sector-reflective" },
};

/* In the order in which they are shown: the strongest reason first. */
static const struct
{
  OmHitReason reason;
  const char *name;
} reasons_shown[] = {
  { OM_HIT_EXACT, NC_ ("why a result is there", "As typed") },
  { OM_HIT_TITLE, NC_ ("why a result is there", "Title") },
  { OM_HIT_TAG, NC_ ("why a result is there", "Tag") },
  { OM_HIT_WORDS, NC_ ("why a result is there", "Words") },
  { OM_HIT_PART, NC_ ("why a result is there", "Part of a word") },
  { OM_HIT_MEANING, NC_ ("why a result is there", "Meaning") },
  { OM_HIT_LINK, NC_ ("why a result is there", "Linked") },
  { OM_HIT_DAY, NC_ ("why a result is there", "Same day") },
};

static const SectorLook *
look_of (OmSector sector)
{
  return &sectors[sector >= 0 && sector < OM_N_SECTORS ? sector : OM_SECTOR_SEMANTIC];
}

/**
 * om_look_sector_name:
 *
 * Returns: (transfer none): the sector's name for people, translated
 */
const char *
om_look_sector_name (OmSector sector)
{
  return g_dpgettext2 (NULL, "sector", look_of (sector)->name);
}

/**
 * om_look_sector_icon:
 *
 * Returns: (transfer none): name of the sector's symbol
 */
const char *
om_look_sector_icon (OmSector sector)
{
  return look_of (sector)->icon;
}

/**
 * om_look_sector_class:
 *
 * Returns: (transfer none): style class that gives the sector's colour
 */
const char *
om_look_sector_class (OmSector sector)
{
  return look_of (sector)->class;
}

/**
 * om_look_reason_name:
 *
 * Returns: (transfer none): the reason in a word or two, translated; empty for what is not shown
 */
const char *
om_look_reason_name (OmHitReason reason)
{
  for (gsize i = 0; i < G_N_ELEMENTS (reasons_shown); i++)
    {
      if (reasons_shown[i].reason == reason)
        return g_dpgettext2 (NULL, "why a result is there", reasons_shown[i].name);
    }

  return "";
}

/**
 * om_look_dup_reasons:
 * @reasons: #OmHitReason
 *
 * Returns: (transfer full): NULL-terminated: the reasons in words, the strongest first. Words are
 *   left out where the text stands there as typed, which says more.
 */
char **
om_look_dup_reasons (guint reasons)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  if (reasons & OM_HIT_EXACT)
    reasons &= ~(OM_HIT_WORDS | OM_HIT_PART);
  for (gsize i = 0; i < G_N_ELEMENTS (reasons_shown); i++)
    {
      if (reasons & reasons_shown[i].reason)
        g_ptr_array_add (names, g_strdup (om_look_reason_name (reasons_shown[i].reason)));
    }
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&names), FALSE);
}
