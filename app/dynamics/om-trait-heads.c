/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The keys of traits: which trait a statement is about, and which traits there were of one key. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <string.h>

#include "dynamics/om-trait-replay-private.h"
#include "text/om-statement-key.h"

/* Merges that lead in a circle end somewhere. */
#define MAX_ALIASES 8

static char *
join (const char *kind,
      const char *key)
{
  return g_strdup_printf ("%s\n%s", kind, key);
}

/**
 * om_trait_head_free:
 * @head: (transfer full): a key
 */
void
om_trait_head_free (OmTraitHead *head)
{
  g_free (head->kind);
  g_free (head->key);
  g_ptr_array_unref (head->growths);
  g_free (head->sides);
  g_free (head);
}

/* "en habit:coffe drink" -> "coffe", "drink"; keys without a colon have none. */
static GStrv
lemmas_of (const char *key)
{
  const char *colon = strchr (key, ':');

  return g_strsplit (colon != NULL ? colon + 1 : "", " ", -1);
}

/* A mark is told from a key by its first letter. */
#define MARK '#'

/**
 * om_trait_key_mark:
 *
 * Returns: (transfer full): what is kept of a key whose words were wiped: enough to know it again
 */
char *
om_trait_key_mark (const char *kind,
                   const char *key)
{
  g_autofree char *joined = join (kind, key);
  g_autofree char *hex = g_compute_checksum_for_string (G_CHECKSUM_SHA256, joined, -1);

  return g_strdup_printf ("%c%s", MARK, hex);
}

static gboolean
is_marked (OmTraitReplay     *replay,
           const OmTraitHead *head)
{
  g_autofree char *mark = g_hash_table_size (replay->marks) > 0 ? om_trait_key_mark (head->kind, head->key) : NULL;

  return mark != NULL && g_hash_table_contains (replay->marks, mark);
}

/**
 * om_trait_heads_add:
 *
 * Returns: (transfer none): the key, new if it was not there
 */
OmTraitHead *
om_trait_heads_add (OmTraitReplay *replay,
                    const char    *kind,
                    const char    *key)
{
  g_autofree char *joined = join (kind, key);
  OmTraitHead *head = g_hash_table_lookup (replay->heads, joined);
  g_auto (GStrv) lemmas = NULL;

  if (head != NULL)
    return head;
  head = g_new0 (OmTraitHead, 1);
  head->kind = g_strdup (kind);
  head->key = g_strdup (key);
  head->growths = g_ptr_array_new ();
  head->sides = om_statement_sides (key);
  head->blocked = is_marked (replay, head);
  g_hash_table_insert (replay->heads, g_steal_pointer (&joined), head);
  g_ptr_array_add (replay->head_list, head);

  lemmas = lemmas_of (key);
  for (guint i = 0; lemmas[i] != NULL; i++)
    {
      g_autofree char *lemma = join (kind, lemmas[i]);
      GPtrArray *heads = g_hash_table_lookup (replay->by_lemma, lemma);

      if (heads == NULL)
        {
          heads = g_ptr_array_new ();
          g_hash_table_insert (replay->by_lemma, g_steal_pointer (&lemma), heads);
        }
      g_ptr_array_add (heads, head);
    }
  return head;
}

/* What the person merged into another is the other from the beginning. */
static OmTraitHead *
follow_merges (OmTraitReplay *replay,
               OmTraitHead   *head)
{
  for (guint i = 0; i < MAX_ALIASES; i++)
    {
      g_autofree char *joined = join (head->kind, head->key);
      const OmTraitWord *word = g_hash_table_lookup (replay->aliases, joined);

      if (word == NULL)
        break;
      head = om_trait_heads_add (replay, word->kind, word->key);
    }
  return head;
}

static gboolean
has_life (const OmTraitHead *head,
          gint64             at)
{
  for (guint i = 0; i < head->growths->len; i++)
    {
      if (om_trait_growth_lives (g_ptr_array_index (head->growths, i), at))
        return TRUE;
    }
  return FALSE;
}

/* The one living key that is like it; %NULL with @ambiguous if there are several. */
static OmTraitHead *
find_alike (OmTraitReplay *replay,
            const char    *kind,
            const char    *key,
            gint64         at,
            gboolean      *ambiguous)
{
  g_auto (GStrv) lemmas = lemmas_of (key);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  OmTraitHead *found = NULL;

  for (guint i = 0; lemmas[i] != NULL; i++)
    {
      g_autofree char *lemma = join (kind, lemmas[i]);
      GPtrArray *heads = g_hash_table_lookup (replay->by_lemma, lemma);

      for (guint j = 0; heads != NULL && j < heads->len; j++)
        {
          OmTraitHead *head = g_ptr_array_index (heads, j);

          if (!g_hash_table_add (seen, head) || om_statement_likeness (head->key, key) < OM_STATEMENT_SAME)
            continue;
          head = follow_merges (replay, head);
          if (head == found || !(head->blocked || has_life (head, at)))
            continue;
          if (found != NULL)
            {
              *ambiguous = TRUE;
              return NULL;
            }
          found = head;
        }
    }
  return found;
}

/**
 * om_trait_heads_find:
 * @at: when
 * @ambiguous: (out): it may be of two, and is of neither
 *
 * Returns: (transfer none) (nullable): the key of the trait it is about, new if there is none like it
 */
OmTraitHead *
om_trait_heads_find (OmTraitReplay *replay,
                     const char    *kind,
                     const char    *key,
                     gint64         at,
                     gboolean      *ambiguous)
{
  g_autofree char *joined = join (kind, key);
  OmTraitHead *head = g_hash_table_lookup (replay->heads, joined);

  *ambiguous = FALSE;
  if (head != NULL || g_hash_table_contains (replay->aliases, joined))
    {
      head = follow_merges (replay, om_trait_heads_add (replay, kind, key));
      if (head->blocked || has_life (head, at) || g_hash_table_contains (replay->aliases, joined))
        return head;
    }
  head = find_alike (replay, kind, key, at, ambiguous);
  if (head != NULL || *ambiguous)
    return head;
  return om_trait_heads_add (replay, kind, key);
}

/**
 * om_trait_head_get:
 * @slot: a context, -1 for none
 *
 * Returns: (transfer none) (nullable): the trait of that slot that lives at @at
 */
OmTraitGrowth *
om_trait_head_get (OmTraitHead *head,
                   int          slot,
                   gint64       at)
{
  for (guint i = head->growths->len; i > 0; i--)
    {
      OmTraitGrowth *growth = g_ptr_array_index (head->growths, i - 1);

      if (growth->story->slot == slot && om_trait_growth_lives (growth, at))
        return growth;
    }
  return NULL;
}

/**
 * om_trait_head_open:
 *
 * A new trait in a slot where none lives. It follows the one that was there; a trend that came to nothing
 * makes room.
 *
 * Returns: (transfer none): what has no life yet
 */
OmTraitGrowth *
om_trait_head_open (OmTraitReplay *replay,
                    OmTraitHead   *head,
                    int            slot,
                    OmTraitFamily  family,
                    int            polarity)
{
  const OmTraitGrowth *former = NULL;
  OmTraitGrowth *growth;

  for (guint i = head->growths->len; i > 0; i--)
    {
      OmTraitGrowth *other = g_ptr_array_index (head->growths, i - 1);

      if (other->story->slot != slot)
        continue;
      if (other->was_trait || other->story->trait->mark != OM_TRAIT_MARK_NONE)
        former = former != NULL ? former : other;
      else
        {
          g_ptr_array_remove_index (head->growths, i - 1);
          g_ptr_array_remove (replay->growths, other);
        }
    }
  growth = om_trait_growth_new (head, slot, family, polarity);
  if (former != NULL)
    growth->story->trait->predecessor = g_strdup (former->story->trait->id);
  g_ptr_array_add (head->growths, growth);
  g_ptr_array_add (replay->growths, growth);
  return growth;
}

/**
 * om_trait_heads_block:
 * @word: "Not me"
 *
 * It holds for whatever comes up under its key from then on.
 */
void
om_trait_heads_block (OmTraitReplay     *replay,
                      const OmTraitWord *word)
{
  if (*word->key != MARK)
    {
      om_trait_heads_add (replay, word->kind, word->key)->blocked = TRUE;
      return;
    }
  g_hash_table_add (replay->marks, g_strdup (word->key));
  for (guint i = 0; i < replay->head_list->len; i++)
    {
      OmTraitHead *head = g_ptr_array_index (replay->head_list, i);

      head->blocked = head->blocked || is_marked (replay, head);
    }
}

/**
 * om_trait_heads_by_id:
 * @word: what the person said
 *
 * Returns: (transfer none) (nullable): the trait it was said of; should its id be another now, the newest of
 *   a key that is the same or like it
 */
OmTraitGrowth *
om_trait_heads_by_id (OmTraitReplay     *replay,
                      const OmTraitWord *word)
{
  OmTraitGrowth *alike = NULL;

  for (guint i = replay->growths->len; i > 0; i--)
    {
      OmTraitGrowth *growth = g_ptr_array_index (replay->growths, i - 1);
      const OmTrait *trait = growth->story->trait;

      if (growth->life == NULL)
        continue;
      if (g_str_equal (trait->id, word->trait))
        return growth;
      if (alike == NULL && growth->story->slot == word->slot && g_str_equal (trait->kind, word->kind) &&
          om_statement_likeness (trait->key, word->key) >= OM_STATEMENT_SAME)
        alike = growth;
    }
  return alike;
}

/** om_trait_heads_opposite: whether they are the two sides of a pair of antonyms */
gboolean
om_trait_heads_opposite (const OmTraitHead *a,
                         const OmTraitHead *b)
{
  if (a->sides == NULL || b->sides == NULL || a == b || !g_str_equal (a->kind, b->kind))
    return FALSE;
  for (const int *x = a->sides; *x != 0; x++)
    {
      for (const int *y = b->sides; *y != 0; y++)
        {
          if (*x == -*y)
            return TRUE;
        }
    }
  return FALSE;
}
