/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands in a Markdown text besides words: tags, links, embedded files, headings. The text
 * itself is never changed. Pure. */
#pragma once

#include "archive/om-tag-set.h"

G_BEGIN_DECLS

/**
 * OmMarkdownLink:
 * @target: (owned): file or note as written, without heading, alias and title
 * @embed: %TRUE: `![[x]]` or `![x](y)`: shown in place
 * @wiki: %TRUE: `[[x]]`: the name of a note; %FALSE: a path relative to the file
 */
typedef struct
{
  char    *target;
  gboolean embed;
  gboolean wiki;
} OmMarkdownLink;

/** OmMarkdownStretch: a part of a text in which signs mean nothing. */
typedef struct
{
  const char *start;
  const char *end;
} OmMarkdownStretch;

/**
 * OmMarkdownHeading:
 * @start: where its line begins
 * @end: where the line after it begins
 * @level: 1..6
 * @text: the heading without its signs, not NUL-terminated
 */
typedef struct
{
  const char *start;
  const char *end;
  guint       level;
  const char *text;
  gsize       text_length;
} OmMarkdownHeading;

void      om_markdown_find_tags     (const char        *text,
                                     gsize              length,
                                     OmTagSet          *tags);
GPtrArray *om_markdown_find_links   (const char        *text,
                                     gsize              length);
GArray    *om_markdown_find_code     (const char        *text,
                                     gsize              length);
GArray    *om_markdown_find_headings (const char       *text,
                                     gsize              length,
                                     gboolean           in_code_too);

G_END_DECLS
