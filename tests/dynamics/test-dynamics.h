/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The topics of the test program, each of which adds its own tests. */
#pragma once

void test_activity_add         (void);
void test_habit_add            (void);
void test_mood_link_add        (void);
void test_negative_add         (void);
void test_reflection_add       (void);
void test_reminder_add          (void);
void test_rhythm_add           (void);
void test_salience_add         (void);
void test_salience_present_add (void);
void test_scoring_add          (void);
void test_sectors_add          (void);
void test_spreading_add        (void);
void test_trait_add            (void);
void test_vector_add           (void);
void test_vector_stage_add     (void);
