/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads what lies in view, and says what groups of it come to. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-reflect-window.h"

#include <string.h>

#include "store/om-store-memories.h"
#include "store/om-store-waypoints.h"
#include "text/om-terms.h"
#include "text/om-tokens.h"

/* A reflection speaks the language most of its entries are written in, as a trait does: Chinese, or English. It
 * is told from its beginning what a reflection is, whatever language the program speaks by then. */
#define THEME_BEGINNING "You keep coming back to: "
#define THEME_BEGINNING_ZH "你一再写到："
#define REPETITION_ENGLISH "A pattern in "
#define REPETITION_MODEL " pattern: "
#define THEME_KEYWORDS 3
#define THEME_PIECES_ZH 16

static const char *const sectors_zh[OM_N_SECTORS] = {
  [OM_SECTOR_EPISODIC] = "情景", [OM_SECTOR_SEMANTIC] = "语义", [OM_SECTOR_PROCEDURAL] = "程序",
  [OM_SECTOR_EMOTIONAL] = "情绪", [OM_SECTOR_REFLECTIVE] = "反思",
};

/* What repeats, in words of every day: there are always two or more. */
static const char *const sectors_en[OM_N_SECTORS] = {
  [OM_SECTOR_EPISODIC] = "moments", [OM_SECTOR_SEMANTIC] = "notes", [OM_SECTOR_PROCEDURAL] = "how-tos",
  [OM_SECTOR_EMOTIONAL] = "feelings", [OM_SECTOR_REFLECTIVE] = "thoughts",
};

/** om_reflect_text_is_theme: */
gboolean
om_reflect_text_is_theme (const char *text)
{
  return g_str_has_prefix (text, THEME_BEGINNING) || g_str_has_prefix (text, THEME_BEGINNING_ZH);
}

/**
 * om_reflect_text_is_repetition:
 *
 * `A pattern in 3 moments: …`, `3 篇情景日记反复出现：…`, or the model's own `3 episodic pattern: …`, which
 * earlier stores hold.
 */
gboolean
om_reflect_text_is_repetition (const char *text)
{
  const char *number = g_str_has_prefix (text, REPETITION_ENGLISH) ? text + strlen (REPETITION_ENGLISH) : text;
  const char *p = number;

  while (g_ascii_isdigit (*p))
    p++;
  for (int sector = 0; p > number && *p == ' ' && sector < OM_N_SECTORS; sector++)
    {
      g_autofree char *english = g_strdup_printf (" %s: ", sectors_en[sector]);
      g_autofree char *model = g_strdup_printf (" %s" REPETITION_MODEL, om_sector_to_nick (sector));
      g_autofree char *chinese = g_strdup_printf (" 篇%s日记反复出现：", sectors_zh[sector]);

      if (number > text ? g_str_has_prefix (p, english) : g_str_has_prefix (p, model) || g_str_has_prefix (p, chinese))
        return TRUE;
    }
  return FALSE;
}

static GPtrArray *
theme_tokens (const OmMemory *memory)
{
  GPtrArray *tokens = om_tokens_canonical (memory->content);
  OmLanguage code = om_language_from_code (memory->language);

  for (guint i = tokens->len; i > 0; i--)
    {
      const char *token = g_ptr_array_index (tokens, i - 1);

      if (om_terms_is_stopword (token, strlen (token), code))
        g_ptr_array_remove_index (tokens, i - 1);
    }
  return tokens;
}

/* Views overlap: the tokens of most are known from the look before. */
static GPtrArray *
ref_tokens (GHashTable     *known,
            const OmMemory *memory)
{
  GPtrArray *tokens = g_hash_table_lookup (known, GSIZE_TO_POINTER ((gsize) memory->row));

  if (tokens == NULL)
    {
      tokens = theme_tokens (memory);
      g_hash_table_insert (known, GSIZE_TO_POINTER ((gsize) memory->row), tokens);
    }
  return g_ptr_array_ref (tokens);
}

/* Sets the reflection a memory was taken into, and whether that is a theme. */
static gboolean
find_reflection (const OmWriteContext *context,
                 const OmMemory       *memory,
                 gint64               *reflection,
                 gboolean             *theme,
                 GError              **error)
{
  g_autoptr (GArray) waypoints = NULL;
  g_autoptr (OmMemory) found = NULL;

  *reflection = 0;
  if ((memory->flags & OM_FLAG_CONSOLIDATED) == 0)
    return TRUE;
  waypoints = om_store_waypoints_of (context->store, memory->row, error);
  if (waypoints == NULL)
    return FALSE;
  for (guint i = 0; i < waypoints->len; i++)
    {
      const OmWaypoint *waypoint = &g_array_index (waypoints, OmWaypoint, i);

      if (waypoint->kind == OM_WAYPOINT_REFLECTION && waypoint->target == memory->row &&
          (*reflection == 0 || waypoint->source < *reflection))
        *reflection = waypoint->source;
    }
  if (*reflection == 0)
    return TRUE;
  found = om_store_memory_get (context->store, *reflection, error);
  if (found == NULL)
    return FALSE;
  *theme = om_reflect_text_is_theme (found->content);
  return TRUE;
}

/* Between planning and looking it may have been wiped, put into the bin or made private. */
static gboolean
is_still_there (const OmMemory *memory)
{
  return memory->trashed_at == 0 && (memory->flags & OM_FLAG_PRIVATE) == 0;
}

static gboolean
add_item (OmReflectWindow      *self,
          const OmWriteContext *context,
          OmMemory             *memory,
          gboolean              is_new,
          GHashTable           *tokens,
          GError              **error)
{
  guint place = self->memories->len;
  gboolean theme = FALSE;

  if (!find_reflection (context, memory, &self->reflections[place], &theme, error))
    return FALSE;
  self->items[place] = (OmReflectionItem){
    .content = memory->content,
    .sector = memory->sector,
    .journal_day = om_moment_journal_day (&memory->happened),
    .consolidated = (memory->flags & OM_FLAG_CONSOLIDATED) != 0,
    .tokens = ref_tokens (tokens, memory),
    .settled = !is_new,
    .in_theme = theme,
  };
  g_ptr_array_add (self->memories, om_memory_ref (memory));
  return TRUE;
}

/**
 * om_reflect_window_read:
 * @self: (out caller-allocates): cleared with om_reflect_window_clear()
 * @view: (element-type OmReflectRow): what lies in view
 * @tokens: row -> tokens, filled
 *
 * Returns: %FALSE on error
 */
gboolean
om_reflect_window_read (OmReflectWindow      *self,
                        const OmWriteContext *context,
                        const GArray         *view,
                        GHashTable           *tokens,
                        GError              **error)
{
  g_autofree gint64 *rows = g_new (gint64, view->len + 1);
  g_autoptr (GHashTable) places = g_hash_table_new (g_int64_hash, g_int64_equal);
  g_autoptr (GPtrArray) memories = NULL;

  for (guint i = 0; i < view->len; i++)
    {
      rows[i] = g_array_index (view, OmReflectRow, i).row;
      g_hash_table_insert (places, &rows[i], GUINT_TO_POINTER (i));
    }
  memories = om_store_memories_get (context->store, rows, view->len, error);
  if (memories == NULL)
    return FALSE;
  self->memories = g_ptr_array_new_with_free_func ((GDestroyNotify) om_memory_unref);
  self->items = g_new0 (OmReflectionItem, memories->len + 1);
  self->reflections = g_new0 (gint64, memories->len + 1);
  for (guint i = 0; i < memories->len; i++)
    {
      OmMemory *memory = g_ptr_array_index (memories, i);
      guint place = GPOINTER_TO_UINT (g_hash_table_lookup (places, &memory->row));

      if (is_still_there (memory) &&
          !add_item (self, context, memory, g_array_index (view, OmReflectRow, place).is_new, tokens, error))
        return FALSE;
    }
  return TRUE;
}

/** om_reflect_window_clear: frees what it holds. */
void
om_reflect_window_clear (OmReflectWindow *self)
{
  for (guint i = 0; self->memories != NULL && i < self->memories->len; i++)
    g_clear_pointer (&self->items[i].tokens, g_ptr_array_unref);
  g_clear_pointer (&self->memories, g_ptr_array_unref);
  g_clear_pointer (&self->items, g_free);
  g_clear_pointer (&self->reflections, g_free);
}

/**
 * om_reflect_window_last_day:
 * @members: (element-type guint): places of a group
 *
 * Returns: the journal day on which the group was complete
 */
gint32
om_reflect_window_last_day (const OmReflectWindow *self,
                            const GArray          *members)
{
  gint32 last = G_MININT32;

  for (guint i = 0; i < members->len; i++)
    last = MAX (last, self->items[g_array_index (members, guint, i)].journal_day);
  return last;
}

static char *
describe_days (const OmReflectWindow *self,
               const GArray          *members,
               const char            *between)
{
  gint32 first = G_MAXINT32;
  gint32 last = G_MININT32;
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;
  int year, month, day;

  for (guint i = 0; i < members->len; i++)
    {
      const OmMemory *memory = g_ptr_array_index (self->memories, g_array_index (members, guint, i));
      gint32 lived = om_moment_civil_day (&memory->happened);

      first = MIN (first, lived);
      last = MAX (last, lived);
    }
  om_date_from_day_number (first, &year, &month, &day);
  from = g_strdup_printf ("%04d-%02d-%02d", year, month, day);
  om_date_from_day_number (last, &year, &month, &day);
  to = g_strdup_printf ("%04d-%02d-%02d", year, month, day);
  return g_strconcat (from, between, to, NULL);
}

static gboolean
are_chinese (const OmReflectWindow *self,
             const GArray          *members)
{
  guint n = 0;

  for (guint i = 0; i < members->len; i++)
    {
      const OmMemory *memory = g_ptr_array_index (self->memories, g_array_index (members, guint, i));

      if (om_language_from_code (memory->language) == OM_LANGUAGE_ZH)
        n++;
    }
  return 2 * n > members->len;
}

static guint
count_members_with (const OmReflectWindow *self,
                    const GArray          *members,
                    const char            *text)
{
  guint n = 0;

  for (guint i = 0; i < members->len; i++)
    if (strstr (self->items[g_array_index (members, guint, i)].content, text) != NULL)
      n++;
  return n;
}

/* @piece, and the pieces that go on from it before and behind, as far as all members go that have @piece. */
static char *
grow_piece (const OmReflectWindow *self,
            const GArray          *members,
            char                 **pieces,
            const char            *piece)
{
  g_autofree char *grown = g_strdup (piece);
  guint n = count_members_with (self, members, piece);
  gboolean more = n > 0;

  while (more)
    {
      more = FALSE;
      for (char **other = pieces; *other != NULL && !more; other++)
        {
          const char *last = g_utf8_find_prev_char (grown, grown + strlen (grown));
          const char *rest = g_utf8_next_char (*other);
          const char *end = g_utf8_find_prev_char (*other, *other + strlen (*other));
          g_autofree char *behind = NULL;
          g_autofree char *before = NULL;

          if (*rest == '\0' || last == NULL || end == NULL)
            continue;
          if (g_utf8_get_char (last) == g_utf8_get_char (*other))
            behind = g_strconcat (grown, rest, NULL);
          if (g_utf8_get_char (end) == g_utf8_get_char (grown))
            before = g_strdup_printf ("%.*s%s", (int) (end - *other), *other, grown);
          if (behind == NULL || count_members_with (self, members, behind) < n)
            g_clear_pointer (&behind, g_free);
          if (behind == NULL && before != NULL && count_members_with (self, members, before) >= n)
            behind = g_steal_pointer (&before);
          if (behind != NULL)
            {
              g_free (grown);
              grown = g_steal_pointer (&behind);
              more = TRUE;
            }
        }
    }
  return g_steal_pointer (&grown);
}

/* Chinese tokens are pairs of letters; what people read is put together again from those that overlap. */
static char **
theme_words_zh (const OmReflectWindow *self,
                const GArray          *members)
{
  g_auto (GStrv) pieces = om_reflection_keywords (self->items, members, THEME_PIECES_ZH);
  g_autoptr (GPtrArray) words = g_ptr_array_new ();

  for (char **piece = pieces; *piece != NULL && words->len < THEME_KEYWORDS; piece++)
    {
      gboolean known = FALSE;

      for (guint i = 0; i < words->len && !known; i++)
        known = strstr (g_ptr_array_index (words, i), *piece) != NULL;
      if (!known)
        g_ptr_array_add (words, grow_piece (self, members, pieces, *piece));
    }
  g_ptr_array_add (words, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&words), FALSE);
}

/**
 * om_reflect_window_text:
 * @members: (element-type guint): places of a group, at least one
 * @theme: whether it is a theme or a repetition
 *
 * Returns: (transfer full): what the reflection says
 */
char *
om_reflect_window_text (const OmReflectWindow *self,
                        const GArray          *members,
                        gboolean               theme)
{
  gboolean chinese = are_chinese (self, members);
  g_auto (GStrv) keywords = NULL;
  g_autofree char *words = NULL;
  g_autofree char *days = NULL;

  if (!theme)
    {
      g_autofree char *summary = om_reflection_summary (self->items, members);
      const char *beginnings = strstr (summary, REPETITION_MODEL) + strlen (REPETITION_MODEL);
      OmSector sector = self->items[g_array_index (members, guint, 0)].sector;

      return chinese ? g_strdup_printf ("%u 篇%s日记反复出现：%s", members->len, sectors_zh[sector], beginnings)
                     : g_strdup_printf (REPETITION_ENGLISH "%u %s: %s", members->len, sectors_en[sector], beginnings);
    }

  keywords = chinese ? theme_words_zh (self, members) : om_reflection_keywords (self->items, members, THEME_KEYWORDS);
  words = g_strjoinv (chinese ? "、" : ", ", keywords);
  days = describe_days (self, members, chinese ? " 至 " : " to ");
  return chinese ? g_strdup_printf (THEME_BEGINNING_ZH "%s（%u 篇日记，%s）", words, members->len, days)
                 : g_strdup_printf (THEME_BEGINNING "%s (%u entries, %s)", words, members->len, days);
}
