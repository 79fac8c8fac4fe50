/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Repetitions, themes, and what a reflection of them says. */
#include "config.h"

#include "dynamics/om-reflection.h"

#include <string.h>

#include "dynamics/test-dynamics.h"
#include "support/om-test-golden.h"

static OmReflectionItem *
read_items (JsonArray *memories,
            gsize     *n)
{
  OmReflectionItem *items = g_new0 (OmReflectionItem, json_array_get_length (memories) + 1);

  *n = json_array_get_length (memories);
  for (guint i = 0; i < *n; i++)
    {
      JsonObject *memory = json_array_get_object_element (memories, i);

      items[i].content = json_object_get_string_member (memory, "content");
      items[i].sector = om_sector_from_nick (json_object_get_string_member (memory, "primary_sector"));
      items[i].consolidated = json_object_has_member (memory, "meta") &&
                              strstr (json_object_get_string_member (memory, "meta"), "consolidated") != NULL;
    }
  return items;
}

static gboolean
check_cluster (JsonObject *in,
               JsonNode   *out,
               guint       number)
{
  JsonArray *memories = json_object_get_array_member (in, "memories");
  JsonArray *right = json_node_get_array (out);
  gsize n;
  g_autofree OmReflectionItem *items = read_items (memories, &n);
  g_autoptr (GPtrArray) groups = om_reflection_repetitions (items, n);

  g_assert_cmpuint (groups->len, ==, json_array_get_length (right));
  for (guint i = 0; i < groups->len; i++)
    {
      GArray *group = g_ptr_array_index (groups, i);
      JsonArray *ids = json_array_get_array_element (right, i);

      g_assert_cmpuint (group->len, ==, json_array_get_length (ids));
      for (guint j = 0; j < group->len; j++)
        {
          JsonObject *memory = json_array_get_object_element (memories, g_array_index (group, guint, j));

          g_assert_cmpstr (json_object_get_string_member (memory, "id"), ==, json_array_get_string_element (ids, j));
        }
    }
  return TRUE;
}

static gboolean
check_salience (JsonObject *in,
                JsonNode   *out,
                guint       number)
{
  JsonArray *created = json_object_get_array_member (in, "created_ms");
  gint64 now = json_object_get_int_member (in, "now_ms");
  guint n = json_array_get_length (created);
  g_autofree gint64 *times = g_new0 (gint64, n + 1);

  for (guint i = 0; i < n; i++)
    {
      times[i] = json_array_get_int_element (created, i);
      /* A time in the future: age 0 here (reference.md, rule 3). */
      if (times[i] > now)
        return FALSE;
    }
  om_assert_near (om_reflection_salience (times, n, now), json_node_get_double (out), 1e-9);
  return TRUE;
}

static gboolean
check_summary (JsonObject *in,
               JsonNode   *out,
               guint       number)
{
  gsize n;
  g_autofree OmReflectionItem *items = read_items (json_object_get_array_member (in, "memories"), &n);
  g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree char *summary = NULL;

  for (guint i = 0; i < n; i++)
    g_array_append_val (members, i);
  summary = om_reflection_summary (items, members);
  g_assert_cmpstr (summary, ==, json_node_get_string (out));
  return TRUE;
}

static void
test_golden (void)
{
  om_test_golden_run ("cluster", check_cluster);
  om_test_golden_run ("calc_sal", check_salience);
  om_test_golden_run ("summ", check_summary);
}

static GPtrArray *
words (const char *text)
{
  GPtrArray *tokens = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) parts = g_strsplit (text, " ", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    g_ptr_array_add (tokens, g_strdup (parts[i]));
  return tokens;
}

typedef struct
{
  const char *text;
  gint32      day;
  OmSector    sector;
} Line;

static guint
count_themes (const Line *lines,
              gsize       n,
              guint      *size,
              char     ***keywords)
{
  g_autofree OmReflectionItem *items = g_new0 (OmReflectionItem, n);
  g_autoptr (GPtrArray) groups = NULL;
  guint n_groups;

  for (gsize i = 0; i < n; i++)
    items[i] = (OmReflectionItem){ lines[i].text, lines[i].sector, lines[i].day, FALSE, words (lines[i].text) };
  groups = om_reflection_themes (items, n);
  n_groups = groups->len;
  if (size != NULL && n_groups > 0)
    *size = ((GArray *) g_ptr_array_index (groups, 0))->len;
  if (keywords != NULL && n_groups > 0)
    *keywords = om_reflection_keywords (items, g_ptr_array_index (groups, 0), 3);
  for (gsize i = 0; i < n; i++)
    g_ptr_array_unref (items[i].tokens);
  return n_groups;
}

static void
test_themes (void)
{
  const Line theme[] = {
    { "canal heron morning walk", 10, OM_SECTOR_EPISODIC },
    { "soup onions salt", 11, OM_SECTOR_EPISODIC },
    { "heron canal morning ice", 12, OM_SECTOR_EPISODIC },
    { "canal heron morning fog", 14, OM_SECTOR_EPISODIC },
  };
  const Line one_day[] = {
    { "canal heron morning", 10, OM_SECTOR_EPISODIC },
    { "canal heron morning", 10, OM_SECTOR_EPISODIC },
    { "canal heron morning", 11, OM_SECTOR_EPISODIC },
  };
  const Line far[] = {
    { "canal heron morning", 10, OM_SECTOR_EPISODIC },
    { "canal heron morning", 30, OM_SECTOR_EPISODIC },
    { "canal heron morning", 41, OM_SECTOR_EPISODIC },
  };
  const Line sectors[] = {
    { "canal heron morning", 10, OM_SECTOR_EPISODIC },
    { "canal heron morning", 12, OM_SECTOR_SEMANTIC },
    { "canal heron morning", 14, OM_SECTOR_EPISODIC },
  };
  g_auto (GStrv) keywords = NULL;
  Line many[20];
  guint size = 0;

  g_assert_cmpuint (count_themes (theme, G_N_ELEMENTS (theme), &size, &keywords), ==, 1);
  g_assert_cmpuint (size, ==, 3);
  g_assert_cmpuint (g_strv_length (keywords), ==, 3);
  g_assert_cmpstr (keywords[0], ==, "canal");
  g_assert_cmpstr (keywords[1], ==, "heron");
  g_assert_cmpstr (keywords[2], ==, "morning");
  g_assert_cmpuint (count_themes (one_day, G_N_ELEMENTS (one_day), NULL, NULL), ==, 0);
  g_assert_cmpuint (count_themes (far, G_N_ELEMENTS (far), NULL, NULL), ==, 0);
  g_assert_cmpuint (count_themes (sectors, G_N_ELEMENTS (sectors), NULL, NULL), ==, 0);

  for (guint i = 0; i < G_N_ELEMENTS (many); i++)
    many[i] = (Line){ "canal heron morning", (gint32) i, OM_SECTOR_EPISODIC };
  g_assert_cmpuint (count_themes (many, G_N_ELEMENTS (many), &size, NULL), ==, 2);
  g_assert_cmpuint (size, ==, OM_THEME_MAX_MEMBERS);
}

/* What was looked at before begins nothing, but may be taken; of what was reflected, a theme's members may. */
static void
test_settled (void)
{
  OmReflectionItem items[] = {
    { "heron canal morning", OM_SECTOR_EPISODIC, 10, FALSE, words ("heron canal morning"), FALSE, FALSE },
    { "heron canal morning", OM_SECTOR_EPISODIC, 12, FALSE, words ("heron canal morning"), FALSE, FALSE },
    { "heron canal morning", OM_SECTOR_EPISODIC, 14, FALSE, words ("heron canal morning"), FALSE, FALSE },
  };

  for (guint n_settled = 0; n_settled <= 3; n_settled++)
    {
      g_autoptr (GPtrArray) repetitions = NULL;
      g_autoptr (GPtrArray) themes = NULL;

      for (guint i = 0; i < 3; i++)
        items[i].settled = i < n_settled;
      repetitions = om_reflection_repetitions (items, 3);
      themes = om_reflection_themes (items, 3);
      g_assert_cmpuint (repetitions->len, ==, n_settled < 3 ? 1 : 0);
      g_assert_cmpuint (themes->len, ==, n_settled < 3 ? 1 : 0);
      if (n_settled < 3)
        g_assert_cmpuint (((GArray *) g_ptr_array_index (themes, 0))->len, ==, 3);
    }
  items[2].settled = FALSE;
  for (guint in_theme = 0; in_theme < 2; in_theme++)
    {
      g_autoptr (GPtrArray) themes = NULL;

      for (guint i = 0; i < 2; i++)
        {
          items[i].consolidated = TRUE;
          items[i].in_theme = in_theme != 0;
        }
      themes = om_reflection_themes (items, 3);
      g_assert_cmpuint (themes->len, ==, in_theme);
    }
  for (guint i = 0; i < 3; i++)
    g_ptr_array_unref (items[i].tokens);
}

void
test_reflection_add (void)
{
  g_test_add_func ("/reflection/golden", test_golden);
  g_test_add_func ("/reflection/themes", test_themes);
  g_test_add_func ("/reflection/settled", test_settled);
}
