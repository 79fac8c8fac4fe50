/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The surfaces that a drawing goes to besides the screen. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "chart/om-chart-surface.h"

#include <cairo-svg.h>

/* A picture is sharp when it is printed, too. */
#define PICTURE_SCALE 2

static cairo_surface_t *
create_picture (int             width,
                int             height,
                OmChartDrawFunc draw,
                gpointer        data)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width * PICTURE_SCALE,
                                                         height * PICTURE_SCALE);
  cairo_t *cr = cairo_create (surface);

  cairo_scale (cr, PICTURE_SCALE, PICTURE_SCALE);
  draw (cr, width, height, PICTURE_SCALE, data);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static cairo_status_t
append_cb (void                *bytes,
           const unsigned char *data,
           unsigned int         length)
{
  g_byte_array_append (bytes, data, length);
  return CAIRO_STATUS_SUCCESS;
}

/**
 * om_chart_surface_write:
 * @as_svg: %FALSE for PNG, which has twice as many pixels
 * @width: of the drawing
 * @height: of the drawing
 * @error: return location
 *
 * Returns: (transfer full) (nullable): the file's content
 */
GBytes *
om_chart_surface_write (gboolean        as_svg,
                        int             width,
                        int             height,
                        OmChartDrawFunc draw,
                        gpointer        data,
                        GError        **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  cairo_surface_t *surface;
  cairo_status_t status;

  if (as_svg)
    {
      cairo_t *cr;

      surface = cairo_svg_surface_create_for_stream (append_cb, bytes, width, height);
      cr = cairo_create (surface);
      draw (cr, width, height, 1, data);
      status = cairo_status (cr);
      cairo_destroy (cr);
      cairo_surface_finish (surface);
      if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_status (surface);
    }
  else
    {
      surface = create_picture (width, height, draw, data);
      status = cairo_surface_write_to_png_stream (surface, append_cb, bytes);
    }
  cairo_surface_destroy (surface);
  if (status != CAIRO_STATUS_SUCCESS)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, cairo_status_to_string (status));
      return NULL;
    }
  return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
}

/** om_chart_surface_texture: Returns: (transfer full): the picture, for the clipboard */
GdkTexture *
om_chart_surface_texture (int             width,
                          int             height,
                          OmChartDrawFunc draw,
                          gpointer        data)
{
  cairo_surface_t *surface = create_picture (width, height, draw, data);
  int stride = cairo_image_surface_get_stride (surface);
  int rows = cairo_image_surface_get_height (surface);
  g_autoptr (GBytes) bytes = g_bytes_new (cairo_image_surface_get_data (surface), (gsize) stride * (gsize) rows);
  GdkTexture *texture = gdk_memory_texture_new (cairo_image_surface_get_width (surface), rows, GDK_MEMORY_DEFAULT, bytes,
                                                (gsize) stride);

  cairo_surface_destroy (surface);
  return texture;
}
