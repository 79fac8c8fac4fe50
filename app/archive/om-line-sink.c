/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cuts what is written into lines. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-line-sink.h"

#include <glib/gi18n.h>
#include <string.h>

#include "memory/om-error.h"

/* A text of 256 MB with every letter escaped is no line that anybody wrote. */
#define MAX_LINE_BYTES ((gsize) 512 * 1024 * 1024)

struct _OmLineSink
{
  GOutputStream parent_instance;

  OmLineFunc func; /* (nullable) */
  gpointer   data; /* not owned */
  GString   *line; /* (owned): what has come of the present one */
  GChecksum *checksum; /* (owned) */
  guint64    size;
  guint      n;
};

G_DEFINE_FINAL_TYPE (OmLineSink, om_line_sink, G_TYPE_OUTPUT_STREAM)

static gboolean
hand_on (OmLineSink *self,
         GError    **error)
{
  gboolean taken;

  self->n++;
  taken = self->func == NULL || self->func (self->line->str, self->line->len, self->n, self->data, error);
  g_string_truncate (self->line, 0);
  return taken;
}

static gssize
om_line_sink_write (GOutputStream *stream,
                    const void    *buffer,
                    gsize          count,
                    GCancellable  *cancellable,
                    GError       **error)
{
  OmLineSink *self = OM_LINE_SINK (stream);
  const char *p = buffer;
  const char *end = p + count;

  g_checksum_update (self->checksum, buffer, (gssize) count);
  self->size += count;
  while (p < end)
    {
      const char *stop = memchr (p, '\n', (gsize) (end - p));

      /* Who asks for no lines only has them counted. */
      if (self->func != NULL)
        g_string_append_len (self->line, p, (stop != NULL ? stop : end) - p);
      if (self->line->len > MAX_LINE_BYTES)
        {
          g_set_error (error, OM_ERROR, OM_ERROR_INVALID, _("Line %u is longer than any entry can be."), self->n + 1);
          return -1;
        }
      if (stop == NULL)
        break;
      if (!hand_on (self, error))
        return -1;
      p = stop + 1;
    }
  return (gssize) count;
}

static void
om_line_sink_finalize (GObject *object)
{
  OmLineSink *self = OM_LINE_SINK (object);

  g_string_free (self->line, TRUE);
  g_checksum_free (self->checksum);
  G_OBJECT_CLASS (om_line_sink_parent_class)->finalize (object);
}

static void
om_line_sink_class_init (OmLineSinkClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = om_line_sink_finalize;
  G_OUTPUT_STREAM_CLASS (klass)->write_fn = om_line_sink_write;
}

static void
om_line_sink_init (OmLineSink *self)
{
  self->line = g_string_new (NULL);
  self->checksum = g_checksum_new (G_CHECKSUM_SHA256);
}

/**
 * om_line_sink_new:
 * @func: (nullable): told of each line
 *
 * Returns: (transfer full): a sink into which nothing was written yet
 */
OmLineSink *
om_line_sink_new (OmLineFunc func,
                  gpointer   data)
{
  OmLineSink *self = g_object_new (OM_TYPE_LINE_SINK, NULL);

  self->func = func;
  self->data = data;
  return self;
}

/** om_line_sink_end: nothing more comes: a last line without an end is handed on. */
gboolean
om_line_sink_end (OmLineSink *self,
                  GError    **error)
{
  return self->line->len == 0 || hand_on (self, error);
}

/** om_line_sink_get_n: lines handed on. */
guint
om_line_sink_get_n (OmLineSink *self)
{
  return self->n;
}

/** om_line_sink_get_size: bytes written. */
guint64
om_line_sink_get_size (OmLineSink *self)
{
  return self->size;
}

/** om_line_sink_get_sha256: (transfer none): of all that was written, hexadecimal; ends the writing */
const char *
om_line_sink_get_sha256 (OmLineSink *self)
{
  return g_checksum_get_string (self->checksum);
}
