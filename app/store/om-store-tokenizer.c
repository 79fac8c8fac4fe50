/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tokenizer `om` of the full text.
 *
 * A text is stored under more than it is asked by, so that a question needs no guess of the text's
 * language: a word under its folded surface and, at the same position, under its stem in the
 * language of the text; a character of a script without blanks under itself and under the pair it
 * begins. A question asks for the surface or its stem in any language the store holds, and for the
 * pairs. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-tokenizer.h"

#include <string.h>

#include "store/om-store-private.h"
#include "text/om-terms.h"

typedef int (*TokenFunc) (void       *context,
                          int         flags,
                          const char *token,
                          int         length,
                          int         start,
                          int         end);

/* A token that waits for what follows it. */
typedef struct
{
  char     text[OM_TERMS_MAX_BYTES];
  gsize    length;
  int      start;
  int      end;
  gboolean after_pair; /* a character that the pair before holds already */
} Waiting;

typedef struct
{
  TokenFunc func;
  void     *context;
  int       rc;
  guint     languages; /* questions: stems of these */
  gboolean  is_prefix; /* questions: the last word is only begun, and has no stem */
  gboolean  in_run;    /* the token before was a pair */
  gboolean  has_char;
  gboolean  has_word;
  Waiting   character;
  Waiting   word;
} Walk;

static void
emit (Walk       *walk,
      int         flags,
      const char *token,
      gsize       length,
      int         start,
      int         end)
{
  if (walk->rc == SQLITE_OK)
    walk->rc = walk->func (walk->context, flags, token, (int) length, start, end);
}

static gboolean
document_term_cb (const OmTerm *term,
                  gpointer      data)
{
  Walk *walk = data;
  int start = (int) term->start;
  int end = (int) term->end;

  if (term->kind == OM_TERM_BIGRAM)
    {
      emit (walk, FTS5_TOKEN_COLOCATED, term->term, term->term_len, start, end);
    }
  else
    {
      emit (walk, 0, term->surface, term->surface_len, start, end);
      if (term->term_len != term->surface_len ||
          memcmp (term->term, term->surface, term->term_len) != 0)
        emit (walk, FTS5_TOKEN_COLOCATED, term->term, term->term_len, start, end);
    }
  return walk->rc == SQLITE_OK;
}

static void
wait_with (Waiting      *waiting,
           const OmTerm *term,
           gboolean      after_pair)
{
  memcpy (waiting->text, term->surface, term->surface_len);
  waiting->length = term->surface_len;
  waiting->start = (int) term->start;
  waiting->end = (int) term->end;
  waiting->after_pair = after_pair;
}

static void
emit_stems (Walk          *walk,
            const Waiting *word)
{
  g_auto (GStrv) stems = om_terms_variants (word->text, word->length, walk->languages);

  for (gsize i = 0; stems[i] != NULL; i++)
    {
      if (strlen (stems[i]) != word->length || memcmp (stems[i], word->text, word->length) != 0)
        emit (walk, FTS5_TOKEN_COLOCATED, stems[i], strlen (stems[i]), word->start, word->end);
    }
}

/* What waited is not the last: it is asked for in full. */
static void
flush (Walk *walk)
{
  if (walk->has_char)
    emit (walk, 0, walk->character.text, walk->character.length, walk->character.start,
          walk->character.end);
  if (walk->has_word)
    emit_stems (walk, &walk->word);
  walk->has_char = FALSE;
  walk->has_word = FALSE;
}

static gboolean
query_term_cb (const OmTerm *term,
               gpointer      data)
{
  Walk *walk = data;

  switch (term->kind)
    {
    case OM_TERM_BIGRAM:
      /* Takes the place of its first character, which waits. */
      emit (walk, 0, term->term, term->term_len, (int) term->start, (int) term->end);
      walk->has_char = FALSE;
      walk->in_run = TRUE;
      break;

    case OM_TERM_CHAR:
      flush (walk);
      wait_with (&walk->character, term, walk->in_run);
      walk->has_char = TRUE;
      walk->in_run = FALSE;
      break;

    case OM_TERM_WORD:
    default:
      flush (walk);
      emit (walk, 0, term->surface, term->surface_len, (int) term->start, (int) term->end);
      wait_with (&walk->word, term, FALSE);
      walk->has_word = TRUE;
      walk->in_run = FALSE;
      break;
    }
  return walk->rc == SQLITE_OK;
}

static int
tokenize_cb (Fts5Tokenizer *tokenizer,
             void          *context,
             int            flags,
             const char    *text,
             int            length,
             TokenFunc      func)
{
  OmStore *store = (OmStore *) tokenizer;
  Walk walk = { .func = func, .context = context, .rc = SQLITE_OK };

  if (length <= 0 || !g_utf8_validate_len (text, (gsize) length, NULL))
    return SQLITE_OK;

  if (flags & FTS5_TOKENIZE_QUERY)
    {
      walk.languages = store->languages_searched;
      walk.is_prefix = (flags & FTS5_TOKENIZE_PREFIX) != 0;
      om_terms_foreach (text, length, OM_LANGUAGE_UNKNOWN, OM_TERMS_NO_STEMS, query_term_cb, &walk);
      if (walk.has_char && walk.character.after_pair)
        walk.has_char = FALSE;
      if (walk.is_prefix)
        walk.has_word = FALSE;
      flush (&walk);
    }
  else
    {
      g_autofree char *terminated = g_strndup (text, (gsize) length);
      OmLanguage language = om_language_detect (terminated);

      store->languages_seen |= 1u << language;
      om_terms_foreach (text, length, language, OM_TERMS_DEFAULT, document_term_cb, &walk);
    }
  return walk.rc;
}

/* One state for all: the store itself. */
static int
create_cb (void           *data,
           const char    **arguments,
           int             n_arguments,
           Fts5Tokenizer **tokenizer)
{
  *tokenizer = (Fts5Tokenizer *) data;
  return SQLITE_OK;
}

static void
delete_cb (Fts5Tokenizer *tokenizer)
{
}

/**
 * om_store_tokenizer_register:
 * @self: a connection
 * @error: return location
 *
 * Makes `tokenize = 'om'` known to the connection.
 *
 * Returns: %FALSE if this SQLite has no FTS5
 */
gboolean
om_store_tokenizer_register (OmStore *self,
                             GError **error)
{
  fts5_tokenizer tokenizer = { create_cb, delete_cb, tokenize_cb };
  fts5_api *api = NULL;
  sqlite3_stmt *stmt = NULL;
  int rc = sqlite3_prepare_v2 (self->db, "SELECT fts5 (?)", -1, &stmt, NULL);

  if (rc == SQLITE_OK)
    {
      sqlite3_bind_pointer (stmt, 1, &api, "fts5_api_ptr", NULL);
      sqlite3_step (stmt);
      rc = sqlite3_finalize (stmt);
    }
  if (rc == SQLITE_OK && api == NULL)
    rc = SQLITE_ERROR;
  if (rc == SQLITE_OK)
    rc = api->xCreateTokenizer (api, "om", self, &tokenizer, NULL);
  return rc == SQLITE_OK || om_store_fail (self, rc, error);
}
