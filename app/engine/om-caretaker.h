/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmCaretaker: what is done by itself while a program has a store open: the pass of fading after
 * loading and daily, reflection and then traits minutes after changes, both in the intervals the journal's settings say,
 * the bin after its thirty days; also after sleep. Which values people see never depends on it
 * (engine.md, "Two promises").
 *
 * Thread: that of its engine, whose main context its timers and signals run in. The work is done in
 * workers, one thing at a time, and steps aside for searches, recalls and saves.
 *
 * Signals:
 *   "faded" (const OmFadeReport *)        a pass has ended; its newly_resting went to rest since the last
 *   "reflected" (const OmReflectReport *) reflection has ended; its created are new
 *   "bin-emptied" (guint)                 so many memories were wiped after their days in the bin
 * What a signal gives is the caretaker's and stays as the getters give it, until the next of its kind. */
#pragma once

#include "engine/om-engine.h"
#include "engine/om-fade.h"
#include "engine/om-reflect.h"

G_BEGIN_DECLS

#define OM_TYPE_CARETAKER (om_caretaker_get_type ())
G_DECLARE_FINAL_TYPE (OmCaretaker, om_caretaker, OM, CARETAKER, GObject)

OmCaretaker           *om_caretaker_new                (OmEngine    *engine);
void                   om_caretaker_start              (OmCaretaker *self);
void                   om_caretaker_stop               (OmCaretaker *self);
const OmFadeReport    *om_caretaker_get_fade_report    (OmCaretaker *self);
const OmReflectReport *om_caretaker_get_reflect_report (OmCaretaker *self);

G_END_DECLS
