/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memories as people read them in a terminal. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "cli/om-cli-print.h"

#include <stdio.h>

#include "cli/om-cli-json.h"

/* Letters of an id that people see; enough to be unique in all but the largest journals. */
#define SHORT_ID 8

/* Columns of a line of the list before the title: id, date and time, vividness. */
#define WHEN_COLUMNS 16
#define VIVIDNESS_COLUMNS 8
#define FIELD_COLUMNS 13

/* Characters of the text shown below a result. */
#define SNIPPET_CHARS 240

/** om_cli_style: how texts of this run are printed. */
OmCliStyle
om_cli_style (const OmCli *cli)
{
  return (OmCliStyle){ .width = cli->width, .safe = cli->terminal, .bold = cli->bold };
}

/** om_cli_vividness_word: the word people see. */
const char *
om_cli_vividness_word (OmVividness vividness)
{
  static const char *const words[OM_N_VIVIDNESS] = { N_("Vivid"), N_("Clear"), N_("Fading"),
                                                     N_("Resting") };

  return vividness >= 0 && vividness < OM_N_VIVIDNESS ? _(words[vividness]) : "";
}

/** om_cli_dup_short_id: the beginning of an id that the commands take again. */
char *
om_cli_dup_short_id (const OmMemory *memory)
{
  return g_strndup (memory->id, SHORT_ID);
}

/**
 * om_cli_dup_when:
 *
 * The day it was lived and the time the clock showed there. The offset stands behind it if the
 * machine is in another zone now; a day alone stays a day.
 *
 * Returns: (transfer full): the date as people read it
 */
char *
om_cli_dup_when (const OmCli    *cli,
                 const OmMoment *moment)
{
  g_autoptr (GDateTime) there = NULL;
  int year, month, day;
  gint32 here;

  if (moment->precision == OM_PRECISION_UNKNOWN)
    return g_strdup (_("no date"));
  om_moment_civil_date (moment, &year, &month, &day);
  there = om_moment_to_local (moment);
  if (moment->precision == OM_PRECISION_DAY || there == NULL)
    return g_strdup_printf ("%04d-%02d-%02d", year, month, day);

  here = om_moment_at (moment->ms, cli->zone).offset_s;
  if (here == moment->offset_s)
    return g_strdup_printf ("%04d-%02d-%02d %02d:%02d", year, month, day,
                            g_date_time_get_hour (there), g_date_time_get_minute (there));
  return g_strdup_printf ("%04d-%02d-%02d %02d:%02d %c%02d:%02d", year, month, day,
                          g_date_time_get_hour (there), g_date_time_get_minute (there),
                          moment->offset_s < 0 ? '-' : '+',
                          ABS (moment->offset_s) / 3600, ABS (moment->offset_s) / 60 % 60);
}

/** om_cli_dup_instant: a time of the program's own doing, in the zone of the machine. */
char *
om_cli_dup_instant (const OmCli *cli,
                    gint64       ms)
{
  OmMoment moment = om_moment_at (ms, cli->zone);

  return om_cli_dup_when (cli, &moment);
}

/** om_cli_dup_tags: `#canal #winter/cold`, empty without tags. */
char *
om_cli_dup_tags (const OmMemory *memory)
{
  GString *out = g_string_new (NULL);

  for (char **tag = memory->tags; tag != NULL && *tag != NULL; tag++)
    g_string_append_printf (out, "%s#%s", out->len > 0 ? " " : "", *tag);
  return g_string_free (out, FALSE);
}

/** om_cli_when_width: columns om_cli_dup_when() takes, at least those of a date with its time. */
guint
om_cli_when_width (const OmCli    *cli,
                   const OmMoment *moment)
{
  g_autofree char *when = om_cli_dup_when (cli, moment);

  return MAX (WHEN_COLUMNS, om_cli_text_width (when));
}

/**
 * om_cli_print_line:
 * @when_width: columns for the date, the same for all lines of a list
 *
 * Appends a memory on one line, as lists show it.
 */
void
om_cli_print_line (OmCli          *cli,
                   GString        *out,
                   const OmMemory *memory,
                   guint           when_width)
{
  OmCliStyle style = om_cli_style (cli);
  g_autofree char *id = om_cli_dup_short_id (memory);
  g_autofree char *when = om_cli_dup_when (cli, &memory->happened);
  g_autofree char *title = om_memory_dup_title (memory);
  g_autofree char *tags = om_cli_dup_tags (memory);
  g_autofree char *rest = NULL;
  guint used = SHORT_ID + 2 + when_width + 2 + VIVIDNESS_COLUMNS + 1;

  g_string_append_printf (out, "%s  ", id);
  om_cli_text_cut (out, when, when_width, TRUE, &style);
  g_string_append (out, "  ");
  om_cli_text_cut (out, om_cli_vividness_word (om_engine_get_vividness (cli->engine, memory, NULL)),
                   VIVIDNESS_COLUMNS, TRUE, &style);
  g_string_append_c (out, ' ');
  rest = *tags != '\0' ? g_strdup_printf ("%s  %s", title, tags) : g_strdup (title);
  om_cli_text_cut (out, rest, style.width > used + 10 ? style.width - used : 0, FALSE, &style);
  g_string_append_c (out, '\n');
}

/** om_cli_print_lines: appends memories, a line each, as lists show them. */
void
om_cli_print_lines (OmCli     *cli,
                    GString   *out,
                    GPtrArray *memories)
{
  guint when_width = 0;

  for (guint i = 0; i < memories->len; i++)
    {
      const OmMemory *memory = g_ptr_array_index (memories, i);

      when_width = MAX (when_width, om_cli_when_width (cli, &memory->happened));
    }
  for (guint i = 0; i < memories->len; i++)
    om_cli_print_line (cli, out, g_ptr_array_index (memories, i), when_width);
}

/** om_cli_field: a name and its value, aligned; nothing if there is no value. */
void
om_cli_field (GString          *out,
              const char       *name,
              const char       *value,
              const OmCliStyle *style)
{
  if (value == NULL || *value == '\0')
    return;

  om_cli_text_cut (out, name, MAX (FIELD_COLUMNS, om_cli_text_width (name) + 1), TRUE, style);
  om_cli_text_append (out, value, style);
  g_string_append_c (out, '\n');
}

static char *
dup_sector (const OmMemory *memory)
{
  g_auto (GStrv) extra = om_cli_extra_sectors (memory);
  g_autofree char *joined = g_strjoinv (", ", extra);

  return *joined != '\0' ? g_strdup_printf ("%s (%s)", om_sector_to_nick (memory->sector), joined)
                         : g_strdup (om_sector_to_nick (memory->sector));
}

static char *
dup_mood (const OmMemory *memory)
{
  if (!om_memory_has_mood (memory))
    return NULL;
  return g_strdup_printf (memory->flags & OM_FLAG_MOOD_BY_HAND
                            ? _("valence %+.2f, arousal %.2f")
                            : _("valence %+.2f, arousal %.2f (estimated)"),
                          memory->valence, memory->arousal);
}

/** om_cli_print_whole: everything about a memory, then its text. */
void
om_cli_print_whole (OmCli          *cli,
                    GString        *out,
                    const OmMemory *memory)
{
  OmCliStyle style = om_cli_style (cli);
  g_autofree char *when = om_cli_dup_when (cli, &memory->happened);
  g_autofree char *recorded = om_cli_dup_instant (cli, memory->recorded_at);
  g_autofree char *binned = memory->trashed_at != 0 ? om_cli_dup_instant (cli, memory->trashed_at)
                                                    : NULL;
  g_autofree char *tags = om_cli_dup_tags (memory);
  g_autofree char *sector = dup_sector (memory);
  g_autofree char *mood = dup_mood (memory);
  g_autofree char *importance = g_strdup_printf ("%d", memory->importance);
  g_autofree char *sections = NULL;
  g_autofree char *version = NULL;
  g_autofree char *vividness = NULL;
  g_auto (GStrv) flags = om_cli_flag_words (memory->flags);
  g_autofree char *flag_list = g_strjoinv (", ", flags);
  int percent = 0;
  OmVividness word = om_engine_get_vividness (cli->engine, memory, &percent);

  vividness = g_strdup_printf (_("%s (%d), salience %.3f"), om_cli_vividness_word (word), percent,
                               om_engine_present_salience (cli->engine, memory));
  if (memory->version > 1)
    version = g_strdup_printf ("%u", memory->version);
  if (memory->type == OM_MEMORY_TYPE_DOCUMENT && memory->section_count > 0)
    sections = g_strdup_printf ("%u", memory->section_count);

  om_cli_field (out, _("Title"), memory->title, &style);
  om_cli_field (out, _("Id"), memory->id, &style);
  om_cli_field (out, _("Happened"), when, &style);
  om_cli_field (out, _("Written down"), recorded, &style);
  om_cli_field (out, _("In the bin"), binned, &style);
  om_cli_field (out, _("Type"), om_memory_type_to_nick (memory->type), &style);
  om_cli_field (out, _("Sections"), sections, &style);
  om_cli_field (out, _("Sector"), sector, &style);
  om_cli_field (out, _("Tags"), tags, &style);
  om_cli_field (out, _("Context"),
                memory->context != OM_CONTEXT_UNKNOWN ? om_context_to_nick (memory->context) : NULL,
                &style);
  om_cli_field (out, _("Importance"), importance, &style);
  om_cli_field (out, _("Mood"), mood, &style);
  om_cli_field (out, _("Vividness"), vividness, &style);
  om_cli_field (out, _("Marks"), flag_list, &style);
  om_cli_field (out, _("Source"), memory->source, &style);
  om_cli_field (out, _("Version"), version, &style);
  g_string_append_c (out, '\n');
  om_cli_text_wrap (out, memory->content, NULL, "", &style);
  if (out->str[out->len - 1] != '\n')
    g_string_append_c (out, '\n');
}

static const char *
reason_sentence (OmHitReason reason)
{
  switch (reason)
    {
    case OM_HIT_EXACT:
      return _("the phrase stands in it");
    case OM_HIT_WORDS:
      return _("words");
    case OM_HIT_PART:
      return _("part of a word");
    case OM_HIT_MEANING:
      return _("near in meaning");
    case OM_HIT_LINK:
      return _("linked");
    case OM_HIT_DAY:
      return _("same day as a strong result");
    case OM_HIT_TITLE:
      return _("title");
    case OM_HIT_TAG:
      return _("tag");
    case OM_HIT_FILTER:
      return _("as the query demands");
    default:
      return "";
    }
}

/* "why: words (heron, canal), title" */
static char *
dup_why (const OmHit *hit)
{
  GString *out = g_string_new (NULL);

  for (guint bit = 0; bit < 9; bit++)
    {
      if ((hit->reasons & (1u << bit)) == 0)
        continue;
      g_string_append_printf (out, "%s%s", out->len > 0 ? ", " : "", reason_sentence (1u << bit));
      if ((1u << bit) == OM_HIT_WORDS && hit->words != NULL && hit->words[0] != NULL)
        {
          g_autofree char *words = g_strjoinv (", ", hit->words);

          g_string_append_printf (out, " (%s)", words);
        }
    }
  return g_string_free (out, FALSE);
}

static void
print_parts (GString            *out,
             const OmHit        *hit)
{
  const OmScoreParts *parts = &hit->parts;

  g_string_append_printf (
    out,
    _("   score %.4f = similarity %.3f (sector factor %.2f), token overlap %.3f, link %.3f,\n"),
    hit->score, parts->similarity, parts->sector_penalty, parts->token_overlap, parts->waypoint);
  g_string_append_printf (
    out, _("     recency %.3f, tags %.3f, keywords %.3f (relevance %.3f), personal factor %.3f\n"),
    parts->recency, parts->tag_match, parts->keyword, parts->relevance, parts->personal);
  g_string_append_printf (out, _("   salience %.3f\n"), hit->salience);
}

/* The memories that led to a result, by their titles. */
static void
print_path (OmCli       *cli,
            GString     *out,
            const OmHit *hit)
{
  OmCliStyle style = om_cli_style (cli);

  if (hit->path == NULL || hit->path[0] == NULL || hit->path[1] == NULL)
    return;

  g_string_append_printf (out, "   %s ", _("path:"));
  for (char **id = hit->path; *id != NULL; id++)
    {
      g_autoptr (OmMemory) memory = om_engine_get (cli->engine, *id, cli->cancellable, NULL);
      g_autofree char *title = memory != NULL ? om_memory_dup_title (memory) : g_strdup (*id);

      if (id != hit->path)
        g_string_append (out, " → ");
      om_cli_text_cut (out, title, 40, FALSE, &style);
    }
  g_string_append_c (out, '\n');
}

/**
 * om_cli_print_hit:
 * @number: its place among the results, from 1
 * @explain: also the parts of its score and the path that led to it
 *
 * Appends a result: heading, where and when, the text around the matched words, why it is there.
 */
void
om_cli_print_hit (OmCli       *cli,
                  GString     *out,
                  const OmHit *hit,
                  guint        number,
                  gboolean     explain)
{
  OmCliStyle style = om_cli_style (cli);
  const OmMemory *memory = hit->memory;
  g_autofree char *id = om_cli_dup_short_id (memory);
  g_autofree char *when = om_cli_dup_when (cli, &memory->happened);
  g_autofree char *tags = om_cli_dup_tags (memory);
  g_autofree char *why = dup_why (hit);
  g_autoptr (GArray) marks = NULL;
  g_autofree char *snippet = om_cli_text_snippet (memory->content, hit->marks, SNIPPET_CHARS,
                                                  &marks);

  g_string_append_printf (out, "%u. ", number);
  if (memory->title != NULL && *memory->title != '\0')
    {
      OmCliStyle line = style;

      line.width = 0;
      om_cli_text_wrap (out, memory->title, hit->title_marks, "", &line);
      g_string_append (out, "\n   ");
    }
  g_string_append_printf (out, "%s · %s · %s · %s", id, when, om_sector_to_nick (memory->sector),
                          om_cli_vividness_word (
                            om_engine_get_vividness (cli->engine, memory, NULL)));
  if (*tags != '\0')
    {
      g_string_append (out, " · ");
      om_cli_text_append (out, tags, &style);
    }
  g_string_append_c (out, '\n');
  om_cli_text_wrap (out, snippet, marks, "   ", &style);
  g_string_append_c (out, '\n');
  if (*why != '\0')
    {
      g_string_append_printf (out, "   %s ", _("why:"));
      om_cli_text_append (out, why, &style);
      g_string_append_c (out, '\n');
    }
  if (explain)
    {
      print_parts (out, hit);
      print_path (cli, out, hit);
    }
}

/** om_cli_flush: prints what was gathered and empties it. */
void
om_cli_flush (GString *out)
{
  fwrite (out->str, 1, out->len, stdout);
  g_string_truncate (out, 0);
}
