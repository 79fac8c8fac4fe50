/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is typed into the search box, taken apart. */
#include "config.h"

#include <string.h>

#include "engine/om-query.h"
#include "test-engine.h"

static void
test_words (void)
{
  g_autoptr (OmQuery) query = om_query_parse ("  heron at the lock ", NULL);

  g_assert_cmpstr (query->text, ==, "heron at the lock");
  g_assert_cmpuint (g_strv_length (query->phrases), ==, 0);
  g_assert_cmpuint (g_strv_length (query->unknown), ==, 0);
  g_assert_true (om_filter_equal (query->filter, NULL));
}

static void
test_phrases (void)
{
  static const char *const typed[] = { "old \"second lock\" heron", "old “second lock” heron", "old „second lock“ heron",
                                       "old «second lock» heron", "old 「second lock」 heron" };

  for (gsize i = 0; i < G_N_ELEMENTS (typed); i++)
    {
      g_autoptr (OmQuery) query = om_query_parse (typed[i], NULL);

      g_assert_cmpuint (g_strv_length (query->phrases), ==, 1);
      g_assert_cmpstr (query->phrases[0], ==, "second lock");
      g_assert_nonnull (strstr (query->text, "second lock"));
      g_assert_nonnull (strstr (query->text, "heron"));
    }
}

static void
test_operators (void)
{
  g_autoptr (OmQuery) query =
    om_query_parse ("tag:canal sector:episodic type:fact before:2024-05 after:2023 is:pinned is:fading context:work boat "
                    "tag:\"slow days\"",
                    NULL);

  g_assert_cmpstr (query->text, ==, "boat");
  g_assert_cmpuint (query->filter->sectors, ==, 1u << OM_SECTOR_EPISODIC);
  g_assert_cmpuint (query->filter->types, ==, 1u << OM_MEMORY_TYPE_FACT);
  g_assert_cmpuint (query->filter->contexts, ==, 1u << OM_CONTEXT_WORK);
  g_assert_cmpuint (query->filter->flags_set, ==, OM_FLAG_PINNED);
  g_assert_cmpuint (query->filter->vividness, ==, 1u << OM_VIVIDNESS_FADING);
  g_assert_cmpint (query->filter->last_day, ==, om_date_to_day_number (2024, 4, 30));
  g_assert_cmpint (query->filter->first_day, ==, om_date_to_day_number (2024, 1, 1));
  g_assert_cmpuint (g_strv_length (query->filter->tags), ==, 2);
  g_assert_cmpstr (query->filter->tags[1], ==, "slow days");
}

/* Each as a Chinese keyboard writes it, and names and values in Chinese; the words about them are words. */
static void
test_chinese (void)
{
  g_autoptr (OmQuery) query = om_query_parse ("tag：跑步 标签:“慢 日子” 分区：情绪 类型：经历 场景：工作 晚于：2023　状态：渐淡 is：pinned 河边", NULL);
  g_autoptr (OmQuery) words = om_query_parse ("标签 今天的日期：不详 天气：晴", NULL);
  g_autoptr (OmQuery) unknown = om_query_parse ("分区：天气 河边", NULL);

  g_assert_cmpstr (query->text, ==, "河边");
  g_assert_cmpuint (g_strv_length (query->filter->tags), ==, 2);
  g_assert_cmpstr (query->filter->tags[0], ==, "跑步");
  g_assert_cmpstr (query->filter->tags[1], ==, "慢 日子");
  g_assert_cmpuint (query->filter->sectors, ==, 1u << OM_SECTOR_EMOTIONAL);
  g_assert_cmpuint (query->filter->types, ==, 1u << OM_MEMORY_TYPE_EPISODE);
  g_assert_cmpuint (query->filter->contexts, ==, 1u << OM_CONTEXT_WORK);
  g_assert_cmpuint (query->filter->vividness, ==, 1u << OM_VIVIDNESS_FADING);
  g_assert_cmpuint (query->filter->flags_set, ==, OM_FLAG_PINNED);
  g_assert_cmpint (query->filter->first_day, ==, om_date_to_day_number (2024, 1, 1));
  g_assert_cmpstr (words->text, ==, "标签 今天的日期：不详 天气：晴");
  g_assert_true (om_filter_equal (words->filter, NULL));
  g_assert_cmpuint (g_strv_length (unknown->unknown), ==, 1);
  g_assert_cmpstr (unknown->unknown[0], ==, "分区：天气");
}

static void
test_period (void)
{
  g_autoptr (OmQuery) month = om_query_parse ("on:2024-02", NULL);
  g_autoptr (OmQuery) year = om_query_parse ("on:2023", NULL);

  g_assert_cmpint (month->filter->first_day, ==, om_date_to_day_number (2024, 2, 1));
  g_assert_cmpint (month->filter->last_day, ==, om_date_to_day_number (2024, 2, 29));
  g_assert_cmpint (year->filter->first_day, ==, om_date_to_day_number (2023, 1, 1));
  g_assert_cmpint (year->filter->last_day, ==, om_date_to_day_number (2023, 12, 31));
}

/* What is no operator is words: nothing typed is an error (case S13). */
static void
test_no_operator (void)
{
  static const char *const typed[] = { "don't", "status: done", "timeout \"error", "a/b", "C++", "#tag", "@name", "50%", "why?",
                                       "(paren", "foo*", "-minus", "NOT", "NEAR", "AND", "^", "a.b", "\\", "';--", "👍🏽", "'", "\"",
                                       "\"\"", "tag:", "sector:nostalgic", "before:yesterday", "is:lost", "x:y", ":", "::" };

  for (gsize i = 0; i < G_N_ELEMENTS (typed); i++)
    {
      g_autoptr (OmQuery) query = om_query_parse (typed[i], NULL);

      g_assert_cmpstr (query->text, ==, typed[i]);
      g_assert_true (om_filter_equal (query->filter, NULL));
    }
  {
    g_autoptr (OmQuery) query = om_query_parse ("sector:nostalgic heron", NULL);

    g_assert_cmpuint (g_strv_length (query->unknown), ==, 1);
    g_assert_cmpstr (query->unknown[0], ==, "sector:nostalgic");
  }
}

static void
test_long (void)
{
  g_autofree char *typed = g_strnfill (10000, 'a');
  g_autoptr (OmQuery) query = om_query_parse (typed, NULL);

  g_assert_cmpuint (strlen (query->text), ==, 2000);
}

void
test_query_add (void)
{
  g_test_add_func ("/query/words", test_words);
  g_test_add_func ("/query/phrases", test_phrases);
  g_test_add_func ("/query/operators", test_operators);
  g_test_add_func ("/query/chinese", test_chinese);
  g_test_add_func ("/query/period", test_period);
  g_test_add_func ("/query/no-operator", test_no_operator);
  g_test_add_func ("/query/long", test_long);
}
