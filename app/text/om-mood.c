/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mood of a text: the mean over its mood words, each turned by a negation and strengthened or
 * weakened by the words before it. A guess, shown as one, and the person's own word wins. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "text/om-mood.h"

#include <string.h>

#include "text/om-lexicon.h"
#include "text/om-script.h"

/* How far before a mood word a negation or an intensifier reaches, in words. */
#define NEGATION_REACH 3
#define INTENSIFIER_REACH 2

/* `not happy` is not sad, only a little down; and less stirred than `happy`. */
#define NEGATED_VALENCE -0.6
#define NEGATED_AROUSAL 0.7

#define MAX_WORD 96

/* A word of the text, or a sign that ends a clause, over which nothing reaches. */
typedef struct
{
  const OmMoodEntry *entry; /* (nullable) */
  gboolean           ends_clause;
  gboolean           han;
} Unit;

static void
add_unit (GArray            *units,
          const OmMoodEntry *entry,
          gboolean           ends_clause,
          gboolean           han)
{
  Unit unit = { entry, ends_clause, han };

  g_array_append_val (units, unit);
}

/* The longest word of the lexicon that begins at @p; a character that begins none is a word by
 * itself. */
static const char *
read_han (GArray          *units,
          const OmLexicon *lexicon,
          const char      *p)
{
  const char *ends[32];
  guint longest = MIN (om_lexicon_get_longest_mood (lexicon), G_N_ELEMENTS (ends));
  const char *q = p;
  guint n = 0;

  while (n < longest && *q != '\0' && om_script_is_han (g_utf8_get_char (q)))
    {
      q = g_utf8_next_char (q);
      ends[n++] = q;
    }
  for (guint i = n; i > 0; i--)
    {
      const OmMoodEntry *entry = om_lexicon_get_mood (lexicon, p, (gsize) (ends[i - 1] - p));

      if (entry != NULL)
        {
          add_unit (units, entry, FALSE, TRUE);
          return ends[i - 1];
        }
    }

  add_unit (units, NULL, FALSE, TRUE);
  return g_utf8_next_char (p);
}

static gboolean
is_apostrophe (gunichar c)
{
  return c == '\'' || c == 0x2019 || c == 0x02BC;
}

/* A word with its apostrophes (`don't`), in lower case and composed, as the lexicon has it. */
static const char *
read_word (GArray          *units,
           const OmLexicon *lexicon,
           GString         *word,
           const char      *p)
{
  const OmMoodEntry *entry = NULL;

  g_string_truncate (word, 0);
  for (; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (is_apostrophe (c))
        {
          if (!om_script_is_word (g_utf8_get_char (g_utf8_next_char (p))))
            break;
        }
      else if (om_script_is_spaceless (c) || !(om_script_is_word (c) || om_script_joins (c)))
        break;
      if (word->len < MAX_WORD)
        g_string_append_unichar (word, is_apostrophe (c) ? '\'' : g_unichar_tolower (c));
    }

  if (word->len < MAX_WORD && lexicon != NULL)
    {
      g_autofree char *composed = g_utf8_normalize (word->str, (gssize) word->len, G_NORMALIZE_NFC);
      const char *apostrophe = strrchr (composed, '\'');

      entry = om_lexicon_get_mood (lexicon, composed, strlen (composed));
      /* What stands behind the apostrophe of an elision has a mood of its own: `l'amour`. */
      if (entry == NULL && apostrophe != NULL)
        entry = om_lexicon_get_mood (lexicon, apostrophe + 1, strlen (apostrophe + 1));
    }

  add_unit (units, entry, FALSE, FALSE);
  return p;
}

static gboolean
ends_clause (gunichar c)
{
  switch (c)
    {
    case '.':
    case ',':
    case ';':
    case ':':
    case '!':
    case '?':
    case '\n':
    case 0x3001: /* 、 */
    case 0x3002: /* 。 */
    case 0xFF01: /* ！ */
    case 0xFF0C: /* ， */
    case 0xFF1A: /* ： */
    case 0xFF1B: /* ； */
    case 0xFF1F: /* ？ */
    case 0x2014: /* — */
    case 0x2026: /* … */
      return TRUE;
    default:
      return FALSE;
    }
}

static GArray *
read_units (const char *text)
{
  GArray *units = g_array_new (FALSE, FALSE, sizeof (Unit));
  g_autoptr (GString) word = g_string_sized_new (MAX_WORD);
  OmLanguage language = om_language_detect (text);
  const OmLexicon *chinese = language != OM_LANGUAGE_JA ? om_lexicon_get (OM_LANGUAGE_ZH) : NULL;
  const OmLexicon *latin = NULL;

  if (language == OM_LANGUAGE_ZH || language == OM_LANGUAGE_JA || language == OM_LANGUAGE_KO)
    language = OM_LANGUAGE_EN;
  latin = om_lexicon_get (language);

  for (const char *p = text; *p != '\0';)
    {
      gunichar c = g_utf8_get_char (p);

      if (chinese != NULL && om_script_is_han (c))
        p = read_han (units, chinese, p);
      else if (om_script_is_word (c) && !om_script_is_spaceless (c))
        p = read_word (units, latin, word, p);
      else
        {
          if (ends_clause (c))
            add_unit (units, NULL, TRUE, FALSE);
          p = g_utf8_next_char (p);
        }
    }

  return units;
}

static gboolean
has_kind (const Unit *unit,
          OmMoodKind  kind)
{
  return unit->entry != NULL && unit->entry->kinds & 1u << kind;
}

/* A word that strengthens the mood word right behind it has no mood of its own there: `terribly
 * nice`. */
static gboolean
only_intensifies (GArray *units,
                  guint   i)
{
  const Unit *unit = &g_array_index (units, Unit, i);

  return has_kind (unit, OM_MOOD_INTENSIFIER) && i + 1 < units->len &&
         has_kind (&g_array_index (units, Unit, i + 1), OM_MOOD_WORD);
}

/* Chinese also strengthens from behind: 开心极了. Not where that belongs to the next mood word. */
static double
factor_behind (GArray *units,
               guint   i)
{
  const Unit *unit = &g_array_index (units, Unit, i);
  const Unit *behind = unit + 1;

  if (i + 1 >= units->len || !unit->han || !behind->han || !has_kind (behind, OM_MOOD_INTENSIFIER))
    return 1;
  if (i + 2 < units->len && has_kind (unit + 2, OM_MOOD_WORD))
    return 1;
  return behind->entry->factor;
}

static void
weigh (GArray *units,
       guint   i,
       double *valence,
       double *arousal)
{
  const OmMoodEntry *entry = g_array_index (units, Unit, i).entry;
  gboolean negated = FALSE;
  double factor = factor_behind (units, i);

  for (guint back = 1; back <= MAX (NEGATION_REACH, INTENSIFIER_REACH) && back <= i; back++)
    {
      const Unit *before = &g_array_index (units, Unit, i - back);

      if (before->ends_clause)
        break;
      if (back <= NEGATION_REACH && has_kind (before, OM_MOOD_NEGATION))
        negated = TRUE; /* two of them do not cancel out: `ne ... pas` */
      else if (back <= INTENSIFIER_REACH && has_kind (before, OM_MOOD_INTENSIFIER))
        factor *= before->entry->factor;
      else if (has_kind (before, OM_MOOD_WORD))
        break;
    }

  *valence = CLAMP (entry->valence * factor, -1, 1) * (negated ? NEGATED_VALENCE : 1);
  *arousal = CLAMP (entry->arousal * factor, 0, 1) * (negated ? NEGATED_AROUSAL : 1);
}

/**
 * om_mood_estimate:
 * @text: UTF-8
 * @valence: (out): -1..1
 * @arousal: (out): 0..1
 *
 * Estimates a mood: the mean over the mood words of the lexicon of the text's language (Chinese by
 * longest match, wherever Han characters stand). A negation within the three words before turns
 * and dampens, an intensifier within two strengthens or weakens; neither reaches over the end of a
 * clause.
 *
 * Returns: %FALSE if no mood word was found: the mood is not known then
 */
gboolean
om_mood_estimate (const char *text,
                  double     *valence,
                  double     *arousal)
{
  g_autoptr (GArray) units = read_units (text);
  double sum_valence = 0, sum_arousal = 0;
  guint n = 0;

  for (guint i = 0; i < units->len; i++)
    {
      double v, a;

      if (!has_kind (&g_array_index (units, Unit, i), OM_MOOD_WORD) || only_intensifies (units, i))
        continue;
      weigh (units, i, &v, &a);
      sum_valence += v;
      sum_arousal += a;
      n++;
    }

  if (n == 0)
    return FALSE;
  *valence = sum_valence / n;
  *arousal = sum_arousal / n;
  return TRUE;
}
