/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Themes: what habits have in common, and what a preference and a core value made of them say (design/traits.md
 * 5.6; data/lexicon/themes.json). A trait that fits none has no theme: the person is asked what to call it.
 * Pure, from any thread. */
#pragma once

#include <gio/gio.h>

#include "text/om-language.h"

G_BEGIN_DECLS

/** OmThemeText: a sentence of a theme. */
typedef enum
{
  OM_THEME_NAME,       /* "making things" */
  OM_THEME_PREFERENCE, /* "You prefer making things with your hands" */
  OM_THEME_CORE,       /* "You value making things" */
  OM_N_THEME_TEXTS,
} OmThemeText;

const char *const *om_theme_keys     (void);
const char        *om_theme_of_text  (const char  *text,
                                      int          polarity,
                                      guint        allowed);
const char        *om_theme_of_deed  (const char  *key);
const char        *om_theme_family   (const char  *theme);
const char        *om_theme_opposite (const char  *theme);
const char        *om_theme_text     (const char  *theme,
                                      OmLanguage   language,
                                      OmThemeText  text);
gboolean           om_theme_check    (GBytes      *json,
                                      GError     **error);

G_END_DECLS
