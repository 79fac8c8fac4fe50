/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a line of Markdown looks like: which letters of it are a heading, stressed, a link, or a mark. Pure. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** OmMarkdownKind: what a stretch of a line is. */
typedef enum
{
  OM_MARKDOWN_MARK, /* the signs themselves: stars, hashes, brackets */
  OM_MARKDOWN_HEADING_1,
  OM_MARKDOWN_HEADING_2,
  OM_MARKDOWN_HEADING_3,
  OM_MARKDOWN_HEADING_4,
  OM_MARKDOWN_HEADING_5,
  OM_MARKDOWN_HEADING_6,
  OM_MARKDOWN_EMPHASIS,
  OM_MARKDOWN_STRONG,
  OM_MARKDOWN_STRIKE,
  OM_MARKDOWN_CODE,
  OM_MARKDOWN_CODE_BLOCK,
  OM_MARKDOWN_QUOTE,
  OM_MARKDOWN_LIST,      /* the sign before an item, with its box */
  OM_MARKDOWN_LINK,      /* the words of a link */
  OM_MARKDOWN_ADDRESS,   /* where it leads to */
  OM_MARKDOWN_WIKI_LINK, /* what stands between two pairs of brackets */
  OM_MARKDOWN_RULE,
  OM_N_MARKDOWN_KINDS
} OmMarkdownKind;

/**
 * OmMarkdownSpan:
 * @start: first letter, counted in code points from the beginning of the line
 * @end: the letter behind the last
 * @kind: what they are; spans may lie over one another
 */
typedef struct
{
  guint          start;
  guint          end;
  OmMarkdownKind kind;
} OmMarkdownSpan;

/** OmMarkdownState: what of the lines before counts for the next one; compared as a number. */
typedef guint32 OmMarkdownState;

/* Before the first line. */
#define OM_MARKDOWN_START 0

/* Longer lines have no look: nobody writes them by hand. In bytes. */
#define OM_MARKDOWN_LONGEST 32768

OmMarkdownState om_markdown_read_line   (const char     *line,
                                         gsize           length,
                                         const char     *next,
                                         OmMarkdownState state,
                                         GArray         *spans);
OmMarkdownState om_markdown_read_rest   (const char     *line,
                                         gsize           length,
                                         OmMarkdownState state,
                                         GArray         *spans);
void            om_markdown_read_inline (const char     *line,
                                         gsize           start,
                                         gsize           end,
                                         GArray         *spans);

G_END_DECLS
