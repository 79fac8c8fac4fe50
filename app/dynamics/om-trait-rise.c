/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Once a week: what has grown sure enough goes up a tier, together with what is of its kind. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "dynamics/om-trait-rise.h"

#include <string.h>

#include "text/om-theme.h"

/* How sure members must be, and how sure what is made of them can be at first. */
#define LEAST_BEHAVIOR 0.5
#define LEAST_PREFERENCE 0.6
#define MOST_NEW 0.59
#define ABOVE_MEMBERS 0.1

#define LEAST_MEMBERS 2

/* Two activities go together if half of their days are common, and these at least. */
#define COMMON_SHARE 0.5
#define COMMON_DAYS 3

#define KIND_THEME "theme"
#define KIND_VALUE "value"
#define KIND_NAMED "named"

static OmContext
context_of (const OmTraitGrowth *growth)
{
  OmContext context = growth->story->trait->context;

  return context == OM_CONTEXT_UNKNOWN ? OM_CONTEXT_GENERAL : context;
}

/* The theme is looked up once: the words of a trait do not change. */
static const char *
theme_of (OmTraitGrowth       *growth,
          const OmTraitReplay *replay)
{
  OmTrait *trait = growth->story->trait;
  const char *theme = NULL;

  if (trait->theme != NULL)
    return *trait->theme != '\0' ? trait->theme : NULL;
  if (g_str_equal (trait->kind, "activity") && trait->polarity > 0)
    theme = om_theme_of_deed (trait->key);
  else if (trait->family == OM_TRAIT_FAMILY_STATEMENT && trait->found_text != NULL)
    theme = om_theme_of_text (trait->found_text, trait->polarity, replay->journal->allowed);
  trait->theme = g_strdup (theme != NULL ? theme : "");
  return theme;
}

static gboolean
is_sure (OmTraitGrowth *growth,
         OmTraitTier    tier,
         double         least,
         gint64         at)
{
  return om_trait_growth_lives (growth, at) && growth->life->tier == tier && growth->life->stage >= OM_TRAIT_STAGE_EMERGING &&
         om_trait_life_confidence (growth->life, at) >= least;
}

/* Making -------------------------------------------------------------------------------------------- */

static void
add_member (OmTraitGrowth *parent,
            OmTraitGrowth *member,
            gint64         at,
            gint32         day)
{
  OmTraitPiece piece = {
    NULL, NULL, at, day, OM_TRAIT_FAMILY_MEMBERS, OM_TRAIT_SIGNAL_MEMBER, OM_TRAIT_GRADE_C, TRUE, member->story->trait->context,
  };

  g_ptr_array_add (parent->children, member);
  g_ptr_array_add (parent->story->children, g_strdup (member->story->trait->id));
  om_trait_growth_note (parent, &piece, OM_TRAIT_GRADE_C, OM_TRAIT_GRADE_PLAIN, TRUE);
}

static void
make (OmTraitReplay *replay,
      OmTraitHead   *head,
      OmTraitTier    tier,
      int            slot,
      const char    *theme,
      const char    *text,
      const char    *language,
      GPtrArray     *members,
      gint64         at,
      gint32         day)
{
  OmTraitGrowth *parent = om_trait_head_open (replay, head, slot, OM_TRAIT_FAMILY_MEMBERS, 1);
  OmTrait *trait = parent->story->trait;
  double most = 0;

  for (guint i = 0; i < members->len; i++)
    most = MAX (most, om_trait_life_confidence (((OmTraitGrowth *) g_ptr_array_index (members, i))->life, at));
  trait->theme = g_strdup (theme);
  trait->found_text = g_strdup (text);
  trait->language = language;
  if (slot < 0)
    trait->context = OM_CONTEXT_GENERAL;
  om_trait_growth_form (parent, tier, at, day, MIN (MOST_NEW, most + ABOVE_MEMBERS), OM_TRAIT_CAUSE_FORMED);
  for (guint i = 0; i < members->len; i++)
    add_member (parent, g_ptr_array_index (members, i), at, day);
}

/* A further member reinforces what is there. */
static void
join (OmTraitGrowth *parent,
      GPtrArray     *members,
      gint64         at,
      gint32         day)
{
  for (guint i = 0; i < members->len; i++)
    {
      OmTraitGrowth *member = g_ptr_array_index (members, i);

      if (g_ptr_array_find (parent->children, member, NULL))
        continue;
      om_trait_growth_reinforce (parent, at, day, OM_TRAIT_GRADE_C);
      add_member (parent, member, at, day);
    }
}

static const char *
strongest_theme (GPtrArray           *members,
                 const OmTraitReplay *replay,
                 gint64               at)
{
  const char *theme = NULL;
  double most = -1;

  for (guint i = 0; i < members->len; i++)
    {
      OmTraitGrowth *member = g_ptr_array_index (members, i);
      double confidence = om_trait_life_confidence (member->life, at);

      if (confidence > most)
        {
          most = confidence;
          theme = theme_of (member, replay);
        }
    }
  return theme;
}

/* (transfer full): those of @sure that hold for @slot: for all of life, or in that part of it. */
static GPtrArray *
select_slot (GPtrArray *sure,
             int        slot,
             guint     *n_of_slot)
{
  GPtrArray *selected = g_ptr_array_new ();

  *n_of_slot = 0;
  for (guint i = 0; i < sure->len; i++)
    {
      OmTraitGrowth *growth = g_ptr_array_index (sure, i);
      OmContext context = context_of (growth);

      if (context != OM_CONTEXT_GENERAL && (int) context != slot)
        continue;
      *n_of_slot += (int) context == slot ? 1 : 0;
      g_ptr_array_add (selected, growth);
    }
  return selected;
}

static gboolean
is_child (OmTraitReplay *replay,
          const char    *kind,
          OmTraitGrowth *member,
          gint64         at)
{
  for (guint i = 0; i < replay->growths->len; i++)
    {
      OmTraitGrowth *growth = g_ptr_array_index (replay->growths, i);

      if (growth->children->len > 0 && g_str_equal (growth->head->kind, kind) && om_trait_growth_lives (growth, at) &&
          g_ptr_array_find (growth->children, member, NULL))
        return TRUE;
    }
  return FALSE;
}

static void
rise_group (OmTraitReplay *replay,
            const char    *kind,
            OmTraitTier    tier,
            const char    *key,
            GPtrArray     *sure,
            gint64         at,
            gint32         day)
{
  OmTraitHead *head = om_trait_heads_add (replay, kind, key);

  for (int slot = -1; slot < (int) OM_CONTEXT_GENERAL && !head->blocked; slot++)
    {
      OmTraitGrowth *parent = om_trait_head_get (head, slot, at);
      guint n_of_slot;
      g_autoptr (GPtrArray) members = select_slot (sure, slot, &n_of_slot);
      const char *theme = strongest_theme (members, replay, at);
      OmLanguage language;
      const char *text;

      if (parent != NULL)
        {
          join (parent, members, at, day);
          continue;
        }
      /* What holds for all of life makes one trait, not one in each part. */
      for (guint i = members->len; i > 0; i--)
        {
          if (is_child (replay, kind, g_ptr_array_index (members, i - 1), at))
            g_ptr_array_remove_index (members, i - 1);
        }
      if (members->len < LEAST_MEMBERS || (slot >= 0 && n_of_slot == 0) || theme == NULL)
        continue;
      language = om_language_from_code (((OmTraitGrowth *) g_ptr_array_index (members, 0))->story->trait->language);
      text = om_theme_text (theme, language, tier == OM_TRAIT_TIER_CORE ? OM_THEME_CORE : OM_THEME_PREFERENCE);
      if (text != NULL)
        make (replay, head, tier, slot, theme, text, om_language_to_code (language), members, at, day);
    }
}

/* Traits of a tier that are sure enough, by what they have in common. */
static void
rise_tier (OmTraitReplay *replay,
           OmTraitTier    tier,
           double         least,
           gint64         at,
           gint32         day)
{
  g_autoptr (GHashTable) by_key = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_ptr_array_unref);
  g_autoptr (GPtrArray) keys = g_ptr_array_new ();

  for (guint i = 0; i < replay->growths->len; i++)
    {
      OmTraitGrowth *growth = g_ptr_array_index (replay->growths, i);
      const char *theme;
      const char *key;
      GPtrArray *sure;

      if (!is_sure (growth, tier, least, at))
        continue;
      theme = theme_of (growth, replay);
      key = theme != NULL && tier == OM_TRAIT_TIER_PREFERENCE ? om_theme_family (theme) : theme;
      if (key == NULL)
        continue;
      sure = g_hash_table_lookup (by_key, key);
      if (sure == NULL)
        {
          sure = g_ptr_array_new ();
          g_hash_table_insert (by_key, (gpointer) key, sure);
          g_ptr_array_add (keys, (gpointer) key);
        }
      g_ptr_array_add (sure, growth);
    }
  for (guint i = 0; i < keys->len; i++)
    {
      const char *key = g_ptr_array_index (keys, i);
      gboolean core = tier == OM_TRAIT_TIER_PREFERENCE;

      rise_group (replay, core ? KIND_VALUE : KIND_THEME, core ? OM_TRAIT_TIER_CORE : OM_TRAIT_TIER_PREFERENCE, key,
                  g_hash_table_lookup (by_key, key), at, day);
    }
}

/* Groups without a name ----------------------------------------------------------------------------- */

static gboolean
share_lemma (const char *a,
             const char *b)
{
  const char *colon_a = strchr (a, ':');
  const char *colon_b = strchr (b, ':');
  g_auto (GStrv) lemmas_a = NULL;
  g_auto (GStrv) lemmas_b = NULL;

  if (colon_a == NULL || colon_b == NULL || strncmp (a, b, 3) != 0)
    return FALSE;
  lemmas_a = g_strsplit (colon_a + 1, " ", -1);
  lemmas_b = g_strsplit (colon_b + 1, " ", -1);
  for (guint i = 0; lemmas_a[i] != NULL; i++)
    {
      if (g_strv_contains ((const char *const *) lemmas_b, lemmas_a[i]))
        return TRUE;
    }
  return FALSE;
}

static gboolean
share_days (const OmTraitGrowth *a,
            const OmTraitGrowth *b)
{
  guint i = 0;
  guint j = 0;
  guint common = 0;

  while (i < a->days->len && j < b->days->len)
    {
      gint32 x = g_array_index (a->days, OmTraitDay, i).day;
      gint32 y = g_array_index (b->days, OmTraitDay, j).day;

      common += x == y ? 1 : 0;
      i += x <= y ? 1 : 0;
      j += y <= x ? 1 : 0;
    }
  return common >= COMMON_DAYS && common >= COMMON_SHARE * MIN (a->days->len, b->days->len);
}

static gboolean
go_together (const OmTraitGrowth *a,
             const OmTraitGrowth *b)
{
  OmContext x = context_of (a);
  OmContext y = context_of (b);

  return (x == y || x == OM_CONTEXT_GENERAL || y == OM_CONTEXT_GENERAL) &&
         (share_lemma (a->head->key, b->head->key) || share_days (a, b));
}

static char *
group_id (const OmTraitGrowth *first)
{
  return g_strdup_printf ("group-%.8s", first->story->trait->id);
}

/* (transfer full) (element-type GPtrArray of OmTraitGrowth): each in the order in which they came about. */
static GPtrArray *
find_groups (OmTraitReplay *replay,
             gint64         at)
{
  GPtrArray *groups = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);

  for (guint i = 0; i < replay->growths->len; i++)
    {
      OmTraitGrowth *growth = g_ptr_array_index (replay->growths, i);
      GPtrArray *home = NULL;

      if (!is_sure (growth, OM_TRAIT_TIER_BEHAVIOR, LEAST_BEHAVIOR, at) || theme_of (growth, replay) != NULL ||
          (growth->story->trait->family != OM_TRAIT_FAMILY_STATEMENT && growth->story->trait->family != OM_TRAIT_FAMILY_ACTIVITY))
        continue;
      for (guint j = 0; j < groups->len && home == NULL; j++)
        {
          GPtrArray *group = g_ptr_array_index (groups, j);

          for (guint k = 0; k < group->len && home == NULL; k++)
            home = go_together (g_ptr_array_index (group, k), growth) ? group : NULL;
        }
      if (home == NULL)
        {
          home = g_ptr_array_new ();
          g_ptr_array_add (groups, home);
        }
      g_ptr_array_add (home, growth);
    }
  return groups;
}

/**
 * om_trait_rise_groups:
 * @groups: gets id -> ids of traits, parted by spaces: what goes together and was not named
 */
void
om_trait_rise_groups (OmTraitReplay *replay,
                      gint64         at,
                      GHashTable    *groups)
{
  g_autoptr (GPtrArray) found = find_groups (replay, at);

  for (guint i = 0; i < found->len; i++)
    {
      GPtrArray *group = g_ptr_array_index (found, i);
      g_autofree char *id = group_id (g_ptr_array_index (group, 0));
      OmTraitHead *head = om_trait_heads_add (replay, KIND_NAMED, id);
      GString *members;

      if (group->len < LEAST_MEMBERS || head->growths->len > 0)
        continue;
      members = g_string_new (NULL);
      for (guint j = 0; j < group->len; j++)
        g_string_append_printf (members, "%s%s", j > 0 ? " " : "", ((OmTraitGrowth *) g_ptr_array_index (group, j))->story->trait->id);
      g_hash_table_insert (groups, g_steal_pointer (&id), g_string_free (members, FALSE));
    }
}

/**
 * om_trait_rise_name:
 * @word: what the person calls a group
 *
 * Their own words become the trait.
 */
void
om_trait_rise_name (OmTraitReplay     *replay,
                    const OmTraitWord *word)
{
  g_autoptr (GPtrArray) found = find_groups (replay, word->at);

  for (guint i = 0; i < found->len; i++)
    {
      GPtrArray *group = g_ptr_array_index (found, i);
      g_autofree char *id = group_id (g_ptr_array_index (group, 0));
      OmTraitHead *head;

      if (group->len < LEAST_MEMBERS || !g_str_equal (id, word->trait) || word->text == NULL)
        continue;
      head = om_trait_heads_add (replay, KIND_NAMED, id);
      if (head->growths->len == 0)
        make (replay, head, OM_TRAIT_TIER_PREFERENCE, -1, NULL, word->text, NULL, group, word->at, word->day);
    }
}

/* The group that was named takes in what comes to it. */
static void
grow_named (OmTraitReplay *replay,
            gint64         at,
            gint32         day)
{
  g_autoptr (GPtrArray) found = NULL;
  gboolean any = FALSE;

  for (guint i = 0; i < replay->growths->len && !any; i++)
    any = g_str_equal (((OmTraitGrowth *) g_ptr_array_index (replay->growths, i))->head->kind, KIND_NAMED);
  if (!any)
    return;
  found = find_groups (replay, at);
  for (guint i = 0; i < found->len; i++)
    {
      GPtrArray *group = g_ptr_array_index (found, i);
      g_autofree char *id = group_id (g_ptr_array_index (group, 0));
      OmTraitGrowth *parent = om_trait_head_get (om_trait_heads_add (replay, KIND_NAMED, id), -1, at);

      if (parent != NULL)
        join (parent, group, at, day);
    }
}

/**
 * om_trait_rise:
 * @at: when, ms UTC
 * @day: the day that begins
 *
 * Once a week.
 */
void
om_trait_rise (OmTraitReplay *replay,
               gint64         at,
               gint32         day)
{
  rise_tier (replay, OM_TRAIT_TIER_BEHAVIOR, LEAST_BEHAVIOR, at, day);
  rise_tier (replay, OM_TRAIT_TIER_PREFERENCE, LEAST_PREFERENCE, at, day);
  grow_named (replay, at, day);
}
