/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the program's rows with a field have in common. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-entry-row.h"

#include <adwaita.h>

/**
 * om_entry_row_name_field:
 * @row: an #AdwEntryRow
 *
 * The field within does not take the row's name by itself.
 */
void
om_entry_row_name_field (GtkWidget *row)
{
  GtkEditable *field = gtk_editable_get_delegate (GTK_EDITABLE (row));

  gtk_accessible_update_property (GTK_ACCESSIBLE (field), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)), -1);
}
