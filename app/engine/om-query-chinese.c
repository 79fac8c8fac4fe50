/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Operators of a query as they are typed in Chinese: `标签：跑步` is `tag:跑步`. The words are those the window shows
 * in Chinese; they count whatever language it speaks, as the English ones do. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-query-chinese.h"

#include <string.h>

static const struct
{
  const char *word;
  const char *name;
} names[] = {
  { "标签", "tag" },    { "分区", "sector" }, { "类型", "type" }, { "场景", "context" },
  { "早于", "before" }, { "晚于", "after" },  { "日期", "on" },   { "状态", "is" },
};

static const struct
{
  const char *name;
  const char *word;
  const char *value;
} values[] = {
  { "sector", "情景", "episodic" },  { "sector", "语义", "semantic" },   { "sector", "程序", "procedural" },
  { "sector", "情绪", "emotional" }, { "sector", "反思", "reflective" }, { "type", "事实", "fact" },
  { "type", "经历", "episode" },     { "type", "长文", "document" },     { "type", "小节", "section" },
  { "type", "反思", "reflection" },  { "context", "工作", "work" },      { "context", "个人", "personal" },
  { "context", "社交", "social" },   { "context", "学习", "learning" },  { "context", "一般", "general" },
  { "is", "鲜明", "vivid" },         { "is", "清晰", "clear" },          { "is", "渐淡", "fading" },
  { "is", "沉睡", "resting" },       { "is", "置顶", "pinned" },         { "is", "留存", "kept" },
  { "is", "放下", "resolved" },      { "is", "隐藏", "hidden" },         { "is", "私密", "private" },
  { "is", "星标", "starred" },       { "is", "回收站", "bin" },          { "is", "没有日期", "undated" },
};

/**
 * om_query_chinese_name:
 * @text: what was typed
 * @end: (out): what comes behind the word
 *
 * Returns: (transfer none) (nullable): the operator whose Chinese name @text begins with
 */
const char *
om_query_chinese_name (const char  *text,
                       const char **end)
{
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_has_prefix (text, names[i].word))
      {
        *end = text + strlen (names[i].word);
        return names[i].name;
      }
  return NULL;
}

/**
 * om_query_chinese_value:
 * @name: an operator
 * @value: what was typed behind it
 *
 * Returns: (transfer none): the value it stands for, @value itself if it is none of the Chinese ones
 */
const char *
om_query_chinese_value (const char *name,
                        const char *value)
{
  for (gsize i = 0; i < G_N_ELEMENTS (values); i++)
    if (g_str_equal (name, values[i].name) && g_str_equal (value, values[i].word))
      return values[i].value;
  return value;
}
