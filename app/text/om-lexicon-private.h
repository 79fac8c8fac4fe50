/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the reader of a lexicon and its accessors share. */
#pragma once

#include <json-glib/json-glib.h>

#include "text/om-lexicon.h"
#include "text/om-word-map.h"

G_BEGIN_DECLS

/* Patterns are compiled when they are first asked for: a search needs the stop words alone, and must
 * not wait for two hundred compilations. */
typedef struct
{
  char   *source; /* (owned) */
  GRegex *regex;  /* (owned) (nullable): set once, read after @ready */
  gsize   ready;  /* (atomic) */
} OmLexiconPattern;

struct _OmLexicon
{
  OmLanguage  language;
  char       *name;                   /* (owned) */
  GPtrArray  *patterns[OM_N_SECTORS]; /* (element-type OmLexiconPattern) (owned) */
  GPtrArray  *stopwords;              /* (element-type utf8) (owned): NULL-terminated */
  OmWordMap  *moods;                  /* (owned): word to place in @entries, from 1 */
  GArray     *entries;                /* (element-type OmMoodEntry) (owned) */
  guint       n_mood_words;
  guint       longest_mood; /* code points */
};

OmLexicon *om_lexicon_new     (void);
OmLexicon *om_lexicon_read    (GBytes      *json,
                               GError     **error);
gboolean   om_lexicon_refuse  (GError     **error,
                               const char  *format,
                               ...) G_GNUC_PRINTF (2, 3);

/* Of JSON, also for the other files beside the lexicons. */
JsonObject *om_lexicon_object (JsonObject  *parent,
                               const char  *member,
                               GError     **error);
JsonArray  *om_lexicon_array  (JsonObject  *parent,
                               const char  *member,
                               GError     **error);
const char *om_lexicon_string (JsonNode    *node);

G_END_DECLS
