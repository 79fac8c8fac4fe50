/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Languages told apart by script, and among the Latin ones by stop words. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "text/om-language.h"

#include <string.h>

#include "text/om-fold.h"
#include "text/om-lexicon.h"
#include "text/om-script.h"
#include "text/om-word-map.h"

/* As much of a text as is looked at, in words, blanks, signs and characters without blanks: enough
 * to be sure, and a novel costs no more than a page. */
#define MAX_STEPS 2000

/* A word that several languages share says less; a single letter says hardly anything. */
#define LETTER_WEIGHT 0.25

/* What another Latin language must reach, in all and as a share of the words, and by how much it
 * must beat English, the default. In prose about half of the words speak. */
#define LEAST_EVIDENCE 0.9
#define LEAST_SHARE 0.2
#define LEAD_OVER_ENGLISH 0.4

/* Evidence of a letter that is used in few languages, once a word. */
#define ACCENT_WEIGHT 0.4

static const char *const codes[OM_N_LANGUAGES] = {
  [OM_LANGUAGE_UNKNOWN] = NULL,
  [OM_LANGUAGE_EN] = "en",
  [OM_LANGUAGE_ZH] = "zh",
  [OM_LANGUAGE_DE] = "de",
  [OM_LANGUAGE_ES] = "es",
  [OM_LANGUAGE_FR] = "fr",
  [OM_LANGUAGE_IT] = "it",
  [OM_LANGUAGE_PT] = "pt",
  [OM_LANGUAGE_NL] = "nl",
  [OM_LANGUAGE_SV] = "sv",
  [OM_LANGUAGE_RU] = "ru",
  [OM_LANGUAGE_JA] = "ja",
  [OM_LANGUAGE_KO] = "ko",
};

/* The commonest words of the languages that have a stemmer but no lexicon yet. */
static const struct
{
  OmLanguage  language;
  const char *words;
} common_words[] = {
  { OM_LANGUAGE_IT,
    "il lo la i gli le un uno una di del dello della dei degli delle a al allo alla ai agli alle "
    "da dal dalla in nel nella nei nelle con su sul sulla per tra fra e ed o ma se che chi cui "
    "non né come quando dove perché anche più molto poco io tu lui lei noi voi loro mi ti si ci "
    "vi mio mia tuo tua suo sua nostro questo questa quello quella sono sei è siamo siete era ero "
    "erano ho hai ha abbiamo avete hanno aveva stato stata essere avere poi già ancora "
    "sempre mai c'è" },
  { OM_LANGUAGE_PT,
    "o a os as um uma uns umas de do da dos das em no na nos nas por pelo pela pelos pelas para "
    "com sem sob sobre e ou mas se que quem não como quando onde porque também mais muito pouco "
    "já ainda sempre nunca eu tu ele ela nós eles elas você vocês me te lhe meu minha teu tua seu "
    "sua nosso nossa este esta isto esse essa isso aquele aquela sou és é somos são era eram foi "
    "fui foram tenho tem temos têm tinha ser estar estou está estava estavam ao aos à às depois até" },
  { OM_LANGUAGE_NL,
    "de het een en of maar want dat die dit deze er hier daar ik jij je u hij zij ze wij we "
    "jullie mij me hem haar ons hun mijn jouw zijn onze is was waren ben bent heb hebt heeft "
    "hebben had hadden word wordt worden werd niet geen wel nog ook al dan toen als om te van "
    "voor met op aan in uit bij naar over onder door tot na tegen zo zoals wat wie waar wanneer "
    "hoe waarom meer veel heel zeer altijd nooit nu kan kon zou zal moet mag" },
  { OM_LANGUAGE_SV,
    "och att det som en ett den de är var har hade jag du han hon vi ni dem mig dig sig oss er "
    "min din sin mitt ditt sitt mina dina sina vår inte på av för med till från om men eller så "
    "när där här hur vad vem varför också bara mycket mer än nu då efter under över vid mot utan "
    "hos ut upp in ska skulle kan kunde vill ville blir blev bli vara varit alla allt något någon "
    "ingen inget alltid aldrig" },
};

/* Everyday words that are no stop words, but tell the languages apart in short texts; those of English
 * also because other languages have them as stop words (`war`, `hat`, `son`). */
static const struct
{
  OmLanguage  language;
  const char *words;
} everyday_words[] = {
  { OM_LANGUAGE_EN,
    "went got had said came made saw felt think know want need good new old first last long great "
    "little day week month year time today yesterday tomorrow morning evening night home work "
    "house friend mother father people thing way water food book school street monday tuesday "
    "wednesday thursday friday saturday sunday january february march june july october december "
    "two three four five one see go get make take come find still again back well really maybe "
    "bought met called asked told left took gave read wrote slept ate walked war hat man pan son "
    "pour pain fin main sin real solo pie sol gut kind tag art arm fast also plus place chat "
    "comment car list brief rose dice" },
  { OM_LANGUAGE_DE,
    "heute gestern morgen abend nacht tag tage woche monat jahr zeit uhr stunde haus hause arbeit "
    "freund freundin mutter vater oma opa kinder leute wasser essen brot buch schule gut gute "
    "guten besser neu neue alt groß klein lange endlich vielleicht immer wieder gehen ging "
    "gegangen kommen kam gemacht gesehen gesagt geschlafen gegessen gekauft montag dienstag "
    "mittwoch donnerstag freitag samstag sonntag januar februar märz mai juni juli oktober "
    "dezember zwei drei vier fünf sechs zehn müde schön schöne möchte weiß" },
  { OM_LANGUAGE_ES,
    "hoy ayer mañana tarde noche día días semana mes año años tiempo hora horas casa trabajo "
    "amigo amiga madre padre abuela abuelo niños gente agua comida pan libro escuela bueno buena "
    "bien mejor nuevo nueva viejo grande pequeño siempre nunca vez veces ir fui fue fuimos voy "
    "vamos hacer hecho hice visto vimos dicho dormido comido comprado lunes martes miércoles "
    "jueves viernes sábado domingo enero febrero marzo mayo junio julio octubre diciembre dos "
    "tres cuatro cinco diez cansado cansada gusta quiero puedo creo" },
  { OM_LANGUAGE_FR,
    "aujourd hui hier demain matin soir soirée nuit jour jours journée semaine mois année ans "
    "temps heure heures maison travail ami amie mère père grand enfants gens eau manger pain "
    "livre école bon bonne bien mieux nouveau nouvelle vieux petit petite toujours encore jamais "
    "fois aller allé allés vais allons faire fait vu dit dormi mangé acheté lundi mardi mercredi "
    "jeudi vendredi samedi dimanche janvier février mars juin juillet octobre décembre deux trois "
    "quatre cinq dix fatigué fatiguée aime veux peux dois doit crois" },
  { OM_LANGUAGE_IT, "oggi ieri domani sera notte giorno casa mamma dormito fatto visto andato molto bene" },
  { OM_LANGUAGE_PT, "hoje ontem amanhã noite dia casa mãe fomos dormi vi vimos muito bem obrigado" },
  { OM_LANGUAGE_NL, "vandaag gisteren morgen avond nacht dag huis moeder geslapen gezien gegaan goed" },
  { OM_LANGUAGE_SV, "idag igår imorgon kväll natt dag hem hus mamma sovit sett gick såg bra" },
};

/* Letters that few of the languages use, in lower case. */
static const struct
{
  gunichar c;
  guint    languages;
} accents[] = {
  { 0x00DF, 1u << OM_LANGUAGE_DE },
  { 0x00E4, 1u << OM_LANGUAGE_DE | 1u << OM_LANGUAGE_SV },
  { 0x00F6, 1u << OM_LANGUAGE_DE | 1u << OM_LANGUAGE_SV },
  { 0x00FC, 1u << OM_LANGUAGE_DE },
  { 0x00E5, 1u << OM_LANGUAGE_SV },
  { 0x00F1, 1u << OM_LANGUAGE_ES },
  { 0x00BF, 1u << OM_LANGUAGE_ES },
  { 0x00A1, 1u << OM_LANGUAGE_ES },
  { 0x00E3, 1u << OM_LANGUAGE_PT },
  { 0x00F5, 1u << OM_LANGUAGE_PT },
  { 0x00E9, 1u << OM_LANGUAGE_FR | 1u << OM_LANGUAGE_ES | 1u << OM_LANGUAGE_PT },
  { 0x00E7, 1u << OM_LANGUAGE_FR | 1u << OM_LANGUAGE_PT },
  { 0x00E8, 1u << OM_LANGUAGE_FR | 1u << OM_LANGUAGE_IT },
  { 0x00EA, 1u << OM_LANGUAGE_FR | 1u << OM_LANGUAGE_PT },
  { 0x00E0, 1u << OM_LANGUAGE_FR | 1u << OM_LANGUAGE_IT },
  { 0x00F9, 1u << OM_LANGUAGE_FR | 1u << OM_LANGUAGE_IT },
  { 0x00F2, 1u << OM_LANGUAGE_IT },
  { 0x00EC, 1u << OM_LANGUAGE_IT },
  { 0x00EE, 1u << OM_LANGUAGE_FR },
  { 0x00FB, 1u << OM_LANGUAGE_FR },
  { 0x0153, 1u << OM_LANGUAGE_FR },
  { 0x00ED, 1u << OM_LANGUAGE_ES | 1u << OM_LANGUAGE_PT },
  { 0x00F3, 1u << OM_LANGUAGE_ES | 1u << OM_LANGUAGE_PT },
  { 0x00FA, 1u << OM_LANGUAGE_ES | 1u << OM_LANGUAGE_PT },
};

/**
 * om_language_to_code:
 *
 * Returns: (nullable): the two letters of ISO 639-1, static; %NULL for %OM_LANGUAGE_UNKNOWN
 */
const char *
om_language_to_code (OmLanguage language)
{
  g_return_val_if_fail ((guint) language < OM_N_LANGUAGES, NULL);
  return codes[language];
}

/**
 * om_language_from_code:
 * @code: (nullable): two letters of ISO 639-1, in any case; a region behind them (`de_AT`) is
 *   passed over
 *
 * Returns: the language, or %OM_LANGUAGE_UNKNOWN
 */
OmLanguage
om_language_from_code (const char *code)
{
  if (code == NULL || strlen (code) < 2 || g_ascii_isalnum (code[2]))
    return OM_LANGUAGE_UNKNOWN;

  for (int i = 1; i < OM_N_LANGUAGES; i++)
    {
      if (g_ascii_strncasecmp (codes[i], code, 2) == 0)
        return (OmLanguage) i;
    }

  return OM_LANGUAGE_UNKNOWN;
}

/* As written, and folded for those who leave the accents out. */
static void
add_word (OmWordMap  *words,
              const char *word,
              OmLanguage  language)
{
  g_autofree char *lower = om_fold_lower (word);
  g_autofree char *composed = g_utf8_normalize (lower, -1, G_NORMALIZE_NFC);
  g_autofree char *folded = om_fold_search (word, -1);

  *om_word_map_insert (words, composed, strlen (composed)) |= 1u << language;
  *om_word_map_insert (words, folded, strlen (folded)) |= 1u << language;
}

static const OmWordMap *
get_stopwords (void)
{
  static gsize ready = 0;
  static OmWordMap *words = NULL;

  if (g_once_init_enter (&ready))
    {
      words = om_word_map_new ();
      for (int i = 1; i < OM_N_LANGUAGES; i++)
        {
          const OmLexicon *lexicon = om_lexicon_get ((OmLanguage) i);

          if (lexicon == NULL)
            continue;
          for (const char *const *word = om_lexicon_get_stopwords (lexicon); *word != NULL; word++)
            add_word (words, *word, (OmLanguage) i);
        }

      for (guint i = 0; i < G_N_ELEMENTS (common_words); i++)
        {
          g_auto (GStrv) list = g_strsplit (common_words[i].words, " ", -1);

          for (char **word = list; *word != NULL; word++)
            add_word (words, *word, common_words[i].language);
        }
      g_once_init_leave (&ready, 1);
    }

  return words;
}

/**
 * om_language_stopword_of:
 * @word: folded by om_fold_search(), or as written in lower case and NFC
 * @len: bytes
 *
 * Returns: bit per language (1 << #OmLanguage) in which the word is a stop word
 */
guint
om_language_stopword_of (const char *word,
                         gsize       len)
{
  return om_word_map_lookup (get_stopwords (), word, len);
}

/* What languages an everyday word speaks for. */
static const OmWordMap *
get_everyday (void)
{
  static gsize ready = 0;
  static OmWordMap *words = NULL;

  if (g_once_init_enter (&ready))
    {
      words = om_word_map_new ();
      for (guint i = 0; i < G_N_ELEMENTS (everyday_words); i++)
        {
          g_auto (GStrv) list = g_strsplit (everyday_words[i].words, " ", -1);

          for (char **word = list; *word != NULL; word++)
            add_word (words, *word, everyday_words[i].language);
        }
      g_once_init_leave (&ready, 1);
    }

  return words;
}

/* What was counted in a text. */
typedef struct
{
  guint  n_han;
  guint  n_kana;
  guint  n_hangul;
  guint  n_cyrillic; /* words */
  guint  n_latin;    /* words */
  double scores[OM_N_LANGUAGES];
} Counts;

static void
add_evidence (Counts *counts,
              guint   languages,
              double  weight)
{
  guint n = 0;

  for (guint bits = languages; bits != 0; bits &= bits - 1)
    n++;
  for (int i = 1; i < OM_N_LANGUAGES; i++)
    {
      if (languages & 1u << i)
        counts->scores[i] += weight / n;
    }
}

static void
count_accents (Counts     *counts,
               const char *word,
               const char *end)
{
  for (const char *p = word; p < end; p = g_utf8_next_char (p))
    {
      gunichar c;

      if ((guchar) *p < 0x80)
        continue;
      c = g_unichar_tolower (g_utf8_get_char (p));
      for (guint i = 0; i < G_N_ELEMENTS (accents); i++)
        {
          if (accents[i].c == c)
            {
              add_evidence (counts, accents[i].languages, ACCENT_WEIGHT);
              return;
            }
        }
    }
}

static void
count_latin_word (Counts     *counts,
                  GString    *folded,
                  const char *word,
                  const char *end)
{
  guint languages = (om_language_stopword_of (folded->str, folded->len) |
                     om_word_map_lookup (get_everyday (), folded->str, folded->len)) &
                    ~(1u << OM_LANGUAGE_ZH);

  counts->n_latin++;
  if (languages != 0)
    add_evidence (counts, languages, folded->len > 1 ? 1 : LETTER_WEIGHT);
  count_accents (counts, word, end);
}

static void
count (Counts     *counts,
       const char *text)
{
  g_autoptr (GString) folded = g_string_sized_new (64);
  const char *p = text;
  gboolean in_address = FALSE; /* `com` of a host name is no word of Portuguese */

  for (guint n_steps = 0; *p != '\0' && n_steps < MAX_STEPS; n_steps++)
    {
      gunichar c = g_utf8_get_char (p);
      const char *word;

      if (om_script_is_spaceless (c))
        {
          if (om_script_is_han (c))
            counts->n_han++;
          else if (c >= 0x3041 && c <= 0x30FF)
            counts->n_kana++;
          else if (c >= 0x1100 && g_unichar_get_script (c) == G_UNICODE_SCRIPT_HANGUL)
            counts->n_hangul++;
          in_address = FALSE;
          p = g_utf8_next_char (p);
          continue;
        }
      if (!om_script_is_word (c) || g_unichar_isdigit (c))
        {
          in_address = strchr (".@/_", *p) != NULL;
          if (c == 0xBF || c == 0xA1)
            count_accents (counts, p, g_utf8_next_char (p));
          p = g_utf8_next_char (p);
          continue;
        }

      word = p;
      g_string_truncate (folded, 0);
      for (; *p != '\0'; p = g_utf8_next_char (p))
        {
          gunichar next = g_utf8_get_char (p);

          if (om_script_is_spaceless (next) ||
              !(om_script_is_word (next) || om_script_joins (next)))
            break;
          if (folded->len < 64)
            om_fold_append (folded, next);
        }

      if (c >= 0x0400 && c <= 0x052F)
        counts->n_cyrillic++;
      else if (!in_address && (c < 0x0250 || (c >= 0x1E00 && c <= 0x1EFF)))
        count_latin_word (counts, folded, word, p);
      in_address = FALSE;
    }
}

static OmLanguage
best_latin (const Counts *counts)
{
  OmLanguage best = OM_LANGUAGE_EN;

  for (int i = OM_LANGUAGE_EN + 1; i < OM_N_LANGUAGES; i++)
    {
      double score = counts->scores[i];

      if (score >= LEAST_EVIDENCE && score >= LEAST_SHARE * counts->n_latin &&
          score > counts->scores[OM_LANGUAGE_EN] + LEAD_OVER_ENGLISH &&
          (best == OM_LANGUAGE_EN || score > counts->scores[best]))
        best = (OmLanguage) i;
    }

  return best;
}

/**
 * om_language_detect:
 * @text: UTF-8
 *
 * Tells the language by its script, and among those in Latin letters by stop words and accented
 * letters. Deterministic; looks at the first pages only. Two Han or kana characters count as one
 * word, so a few of them in an English text leave it English.
 *
 * Returns: the language; %OM_LANGUAGE_EN for Latin letters without evidence, %OM_LANGUAGE_UNKNOWN
 *   for a text without letters or in a script of none of the languages
 */
OmLanguage
om_language_detect (const char *text)
{
  Counts counts = { 0 };
  double cjk, hangul, cyrillic, latin;

  count (&counts, text);
  cjk = (counts.n_han + counts.n_kana) / 2.0;
  hangul = counts.n_hangul / 2.0;
  cyrillic = counts.n_cyrillic;
  latin = counts.n_latin;

  if (cjk > 0 && cjk >= latin && cjk >= hangul && cjk >= cyrillic)
    return counts.n_kana * 6 > counts.n_han ? OM_LANGUAGE_JA : OM_LANGUAGE_ZH;
  if (hangul > 0 && hangul >= latin && hangul >= cyrillic)
    return OM_LANGUAGE_KO;
  if (cyrillic > 0 && cyrillic >= latin)
    return OM_LANGUAGE_RU;
  return latin > 0 ? best_latin (&counts) : OM_LANGUAGE_UNKNOWN;
}

/**
 * om_language_has_chinese:
 *
 * Returns: %TRUE if @text holds Chinese worth reading as such beside whatever else it holds: at
 *   least four ideographs that make a quarter of its words, and not the ideographs of a Japanese
 *   text
 */
gboolean
om_language_has_chinese (const char *text)
{
  Counts counts = { 0 };

  if (!om_script_has_han (text))
    return FALSE;
  count (&counts, text);
  if (counts.n_kana * 6 > counts.n_han)
    return FALSE;
  if (counts.n_han < 4)
    return counts.n_han > 0 && counts.n_latin == 0;
  return counts.n_han / 2.0 * 3 >= counts.n_latin;
}
