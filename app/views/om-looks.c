/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How sectors, kinds, vividness, links and the reasons of a hit are shown. */
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

/* In the order in which they are shown: the strongest reason first. That it fits an operator is what was
 * asked for, and no reason to show. */
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

static const char *const types[OM_N_MEMORY_TYPES] = {
  [OM_MEMORY_TYPE_FACT] = NC_ ("type of a memory", "Fact"),
  [OM_MEMORY_TYPE_EPISODE] = NC_ ("type of a memory", "Episode"),
  [OM_MEMORY_TYPE_DOCUMENT] = NC_ ("type of a memory", "Document"),
  [OM_MEMORY_TYPE_SECTION] = NC_ ("type of a memory", "Section of a document"),
  [OM_MEMORY_TYPE_REFLECTION] = NC_ ("type of a memory", "Reflection"),
};

static const char *const contexts[OM_N_CONTEXTS] = {
  [OM_CONTEXT_WORK] = NC_ ("where in life", "Work"),
  [OM_CONTEXT_PERSONAL] = NC_ ("where in life", "Personal"),
  [OM_CONTEXT_SOCIAL] = NC_ ("where in life", "With others"),
  [OM_CONTEXT_LEARNING] = NC_ ("where in life", "Learning"),
  [OM_CONTEXT_GENERAL] = NC_ ("where in life", "General"),
};

/* Whole sentences a direction: other languages turn them round. */
static const struct
{
  const char *outgoing;
  const char *incoming;
} link_kinds[OM_N_WAYPOINT_KINDS] = {
  [OM_WAYPOINT_ASSOCIATION] = { NC_ ("link", "Reminds of it"), NC_ ("link", "Is reminded by it") },
  [OM_WAYPOINT_HAND] = { NC_ ("link", "Linked to it by hand"), NC_ ("link", "Linked from it by hand") },
  [OM_WAYPOINT_STRUCTURE] = { NC_ ("link", "Its section"), NC_ ("link", "The document it belongs to") },
  [OM_WAYPOINT_DUPLICATE] = { NC_ ("link", "Says nearly the same"), NC_ ("link", "Says nearly the same") },
  [OM_WAYPOINT_REFLECTION] = { NC_ ("link", "What it reflects on"), NC_ ("link", "A reflection on it") },
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
 * om_look_sector_color:
 * @widget: whose style counts
 * @color: (out): the colour the style gives the sector, that of text where it gives none
 */
void
om_look_sector_color (OmSector   sector,
                      GtkWidget *widget,
                      GdkRGBA   *color)
{
  GtkStyleContext *context = gtk_widget_get_style_context (widget);
  g_autofree char *name = g_strdup_printf ("sector_%s_color", om_sector_to_nick (sector));

  if (!gtk_style_context_lookup_color (context, name, color))
    gtk_style_context_get_color (context, color);
}

/**
 * om_look_vividness_name:
 *
 * Returns: (transfer none): the word for it, translated; empty while it is not known
 */
const char *
om_look_vividness_name (OmVividness vividness)
{
  static const char *const names[OM_N_VIVIDNESS] = {
    [OM_VIVIDNESS_VIVID] = NC_ ("how present a memory is", "Vivid"),
    [OM_VIVIDNESS_CLEAR] = NC_ ("how present a memory is", "Clear"),
    [OM_VIVIDNESS_FADING] = NC_ ("how present a memory is", "Fading"),
    [OM_VIVIDNESS_RESTING] = NC_ ("how present a memory is", "Resting"),
  };

  if (vividness < 0 || vividness >= OM_N_VIVIDNESS)
    return "";
  return g_dpgettext2 (NULL, "how present a memory is", names[vividness]);
}

/**
 * om_look_type_name:
 *
 * Returns: (transfer none): the type's name for people, translated
 */
const char *
om_look_type_name (OmMemoryType type)
{
  if (type < 0 || type >= OM_N_MEMORY_TYPES)
    return "";
  return g_dpgettext2 (NULL, "type of a memory", types[type]);
}

/**
 * om_look_context_name:
 *
 * Returns: (transfer none): where in life, translated
 */
const char *
om_look_context_name (OmContext context)
{
  if (context < 0 || context >= OM_N_CONTEXTS)
    return C_ ("where in life", "Not said");
  return g_dpgettext2 (NULL, "where in life", contexts[context]);
}

/**
 * om_look_link_name:
 * @kind: why the link is there
 * @outgoing: it leads away from the memory in view
 *
 * Returns: (transfer none): what the memory at the other end is to the one in view, translated
 */
const char *
om_look_link_name (OmWaypointKind kind,
                   gboolean       outgoing)
{
  if (kind < 0 || kind >= OM_N_WAYPOINT_KINDS)
    return "";
  return g_dpgettext2 (NULL, "link", outgoing ? link_kinds[kind].outgoing : link_kinds[kind].incoming);
}

/**
 * om_look_weight_name:
 * @weight: present weight of a link, 0..1
 *
 * Returns: (transfer none): how strong it is, translated
 */
const char *
om_look_weight_name (double weight)
{
  /* Under .2 a link is weak, and drawn faint (engine.md section 4). */
  if (weight < .2)
    return C_ ("strength of a link", "weak");
  return weight < .6 ? C_ ("strength of a link", "middling") : C_ ("strength of a link", "strong");
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
