/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmWrapLayout: children side by side at their natural widths, in as many lines as it takes; the last
 * child fills its line. GtkFlowBox would set them in columns. Popovers are children, too, and are put in
 * their place. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-wrap-layout.h"

#define SPACING 6

struct _OmWrapLayout
{
  GtkLayoutManager parent_instance;
};

G_DEFINE_FINAL_TYPE (OmWrapLayout, om_wrap_layout, GTK_TYPE_LAYOUT_MANAGER)

static GtkWidget *
next_shown (GtkWidget *child)
{
  while (child != NULL && !gtk_widget_should_layout (child))
    child = gtk_widget_get_next_sibling (child);
  return child;
}

static int
width_of (GtkWidget *child,
          int        width)
{
  int minimum;
  int natural;

  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, NULL, NULL);
  return width < 0 ? natural : MAX (minimum, MIN (natural, width));
}

/* The children of one line, whose height is returned. @next: the first one of the next line. */
static int
measure_line (GtkWidget  *first,
              int         width,
              GtkWidget **next)
{
  int height = 0;
  int x = 0;
  GtkWidget *child = first;

  while (child != NULL)
    {
      int child_width = width_of (child, width);
      int natural;

      if (child != first && x + child_width > width)
        break;
      gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, child_width, NULL, &natural, NULL, NULL);
      height = MAX (height, natural);
      x += child_width + SPACING;
      child = next_shown (gtk_widget_get_next_sibling (child));
    }
  *next = child;
  return height;
}

static GtkSizeRequestMode
om_wrap_layout_get_request_mode (GtkLayoutManager *manager,
                                 GtkWidget        *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
om_wrap_layout_measure (GtkLayoutManager *manager,
                        GtkWidget        *widget,
                        GtkOrientation    orientation,
                        int               for_size,
                        int              *minimum,
                        int              *natural,
                        int              *minimum_baseline,
                        int              *natural_baseline)
{
  GtkWidget *child = next_shown (gtk_widget_get_first_child (widget));

  *minimum = *natural = 0;
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      for (; child != NULL; child = next_shown (gtk_widget_get_next_sibling (child)))
        {
          int child_minimum;
          int child_natural;

          gtk_widget_measure (child, orientation, -1, &child_minimum, &child_natural, NULL, NULL);
          *minimum = MAX (*minimum, child_minimum);
          *natural += child_natural + (*natural > 0 ? SPACING : 0);
        }
      return;
    }

  while (child != NULL)
    *natural += measure_line (child, for_size < 0 ? G_MAXINT / 2 : for_size, &child) + (*natural > 0 ? SPACING : 0);
  *minimum = *natural;
}

static void
om_wrap_layout_allocate (GtkLayoutManager *manager,
                         GtkWidget        *widget,
                         int               width,
                         int               height,
                         int               baseline)
{
  gboolean mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  GtkWidget *first = next_shown (gtk_widget_get_first_child (widget));
  int y = 0;

  while (first != NULL)
    {
      GtkWidget *next;
      int line_height = measure_line (first, width, &next);
      int x = 0;

      for (GtkWidget *child = first; child != next; child = next_shown (gtk_widget_get_next_sibling (child)))
        {
          gboolean last = next_shown (gtk_widget_get_next_sibling (child)) == NULL;
          int child_width = last ? MAX (width_of (child, width), width - x) : width_of (child, width);
          GtkAllocation place = { mirrored ? width - x - child_width : x, y, child_width, line_height };

          gtk_widget_size_allocate (child, &place, -1);
          x += child_width + SPACING;
        }
      y += line_height + SPACING;
      first = next;
    }

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      if (GTK_IS_POPOVER (child))
        gtk_popover_present (GTK_POPOVER (child));
    }
}

static void
om_wrap_layout_class_init (OmWrapLayoutClass *klass)
{
  GtkLayoutManagerClass *manager_class = GTK_LAYOUT_MANAGER_CLASS (klass);

  manager_class->get_request_mode = om_wrap_layout_get_request_mode;
  manager_class->measure = om_wrap_layout_measure;
  manager_class->allocate = om_wrap_layout_allocate;
}

static void
om_wrap_layout_init (OmWrapLayout *self)
{
}
