/* SPDX-License-Identifier: GPL-3.0-or-later */
/* S14: light and dark, and both with high contrast: what is read stands out 4.5:1 from every ground it is read
 * on, what is looked at 3:1, the faintest memory like the most vivid one. A switch while running is followed. */
#include "config.h"

#include <adwaita.h>
#include <math.h>

#include "test-views.h"
#include "views/om-graph-paint.h"

/* Of a row's text beside the first lines, and of captions: as in om-memory-row.c and style.css. */
#define DIM 0.72
/* Of a row that is selected, as libadwaita draws it. */
#define SELECTED 0.1

/* The first ones have lists on them in which rows are selected. */
#define N_GROUNDS_OF_ROWS 2
static const char *const grounds[] = { "window_bg_color", "view_bg_color", "card_bg_color", "popover_bg_color",
                                       "headerbar_bg_color", "dialog_bg_color" };
static const char *const words[] = { "error_color", "success_color" };
static const char *const symbols[] = { "sector_episodic_color", "sector_semantic_color", "sector_procedural_color",
                                       "sector_emotional_color", "sector_reflective_color", "accent_color",
                                       "heat_1_color", "heat_2_color", "heat_3_color", "heat_4_color" };

static GdkRGBA
look_up (GtkWidget  *widget,
         const char *name)
{
  GdkRGBA color = { 0 };

  if (!gtk_style_context_lookup_color (gtk_widget_get_style_context (widget), name, &color))
    g_error ("there is no colour %s", name);
  return color;
}

static GdkRGBA
lay_over (GdkRGBA over,
          double  alpha,
          GdkRGBA ground)
{
  float share = over.alpha * (float) alpha;

  return (GdkRGBA) { over.red * share + ground.red * (1 - share), over.green * share + ground.green * (1 - share),
                     over.blue * share + ground.blue * (1 - share), 1 };
}

static double
to_linear (double part)
{
  return part <= 0.04045 ? part / 12.92 : pow ((part + 0.055) / 1.055, 2.4);
}

/* Relative luminance and the ratio of two, as WCAG 2 defines them. */
static double
luminance (GdkRGBA color)
{
  return 0.2126 * to_linear (color.red) + 0.7152 * to_linear (color.green) + 0.0722 * to_linear (color.blue);
}

static double
contrast (GdkRGBA a,
          GdkRGBA b)
{
  double la = luminance (a);
  double lb = luminance (b);

  return (MAX (la, lb) + 0.05) / (MIN (la, lb) + 0.05);
}

static void
assert_contrast (const char *what,
                 const char *on,
                 GdkRGBA     color,
                 double      alpha,
                 GdkRGBA     ground,
                 double      least)
{
  double found = contrast (lay_over (color, alpha, ground), ground);

  if (found < least)
    g_error ("%s on %s: %.2f:1, less than %.1f:1", what, on, found, least);
}

/* Of the links of the map, in the window at hand. */
static void
assert_links_stand_out (GtkWidget *window)
{
  OmGraphPalette palette;
  GdkRGBA weak;
  GdkRGBA strong;

  om_graph_palette_init (&palette, window);
  om_graph_palette_get_link (&palette, 0, &weak);
  om_graph_palette_get_link (&palette, 1, &strong);
  assert_contrast ("the weakest link", "the map", weak, 1, palette.ground, 3);
  g_assert_cmpfloat (contrast (lay_over (weak, 1, palette.ground), palette.ground), <,
                     contrast (lay_over (strong, 1, palette.ground), palette.ground));
}

static void
assert_stands_out (GtkWidget *window)
{
  GdkRGBA paper = look_up (window, "window_bg_color");
  GdkRGBA ink = look_up (window, "window_fg_color");

  for (gsize i = 0; i < G_N_ELEMENTS (grounds); i++)
    {
      GdkRGBA plain = lay_over (look_up (window, grounds[i]), 1, paper);
      GdkRGBA selected = lay_over (ink, SELECTED, plain);

      assert_contrast ("text", grounds[i], ink, 1, plain, 4.5);
      assert_contrast ("dim text", grounds[i], ink, DIM, plain, 4.5);
      if (i < N_GROUNDS_OF_ROWS)
        assert_contrast ("dim text in a selected row", grounds[i], ink, DIM, selected, 4.5);
      for (gsize j = 0; j < G_N_ELEMENTS (symbols); j++)
        {
          assert_contrast (symbols[j], grounds[i], look_up (window, symbols[j]), 1, plain, 3);
          if (i < N_GROUNDS_OF_ROWS)
            assert_contrast (symbols[j], "a selected row", look_up (window, symbols[j]), 1, selected, 3);
        }
      for (gsize j = 0; j < G_N_ELEMENTS (words); j++)
        assert_contrast (words[j], grounds[i], look_up (window, words[j]), 1, plain, 3);
    }
  assert_links_stand_out (window);
}

static void
test_schemes (Fixture      *fixture,
              gconstpointer data)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  OmWindow *window = fixture_show_window (fixture);
  GdkRGBA light;
  GdkRGBA dark;

  g_assert_cmpint (adw_style_manager_get_high_contrast (manager), ==, g_getenv ("ADW_DEBUG_HIGH_CONTRAST") != NULL);
  adw_style_manager_set_color_scheme (manager, ADW_COLOR_SCHEME_FORCE_LIGHT);
  light = look_up (GTK_WIDGET (window), "window_bg_color");
  assert_stands_out (GTK_WIDGET (window));
  adw_style_manager_set_color_scheme (manager, ADW_COLOR_SCHEME_FORCE_DARK);
  dark = look_up (GTK_WIDGET (window), "window_bg_color");
  g_assert_cmpfloat (luminance (dark), <, luminance (light));
  assert_stands_out (GTK_WIDGET (window));
  adw_style_manager_set_color_scheme (manager, ADW_COLOR_SCHEME_DEFAULT);
  test_close (GTK_WIDGET (window));
}

/* The same with high contrast, which is chosen before the program starts. */
static void
test_high_contrast (void)
{
  g_autoptr (GSubprocessLauncher) launcher =
    g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_MERGE);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *said = NULL;

  g_subprocess_launcher_setenv (launcher, "ADW_DEBUG_HIGH_CONTRAST", "1", TRUE);
  process = g_subprocess_launcher_spawn (launcher, &error, "/proc/self/exe", "-p", "/views/contrast/schemes", NULL);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_communicate_utf8 (process, NULL, NULL, &said, NULL, &error));
  g_assert_no_error (error);
  if (!g_subprocess_get_successful (process))
    g_error ("%s", said);
}

#define add(name, func) g_test_add ("/views/contrast/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

void
test_contrast_add (void)
{
  add ("schemes", test_schemes);
  g_test_add_func ("/views/contrast/high-contrast", test_high_contrast);
}
