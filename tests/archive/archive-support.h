/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of the readers share: reading into a list, temporary files, comparing with
 * expected.json. */
#pragma once

#include <json-glib/json-glib.h>

#include "archive/om-reader.h"
#include "engine/om-engine.h"

G_BEGIN_DECLS

/* The instant at which the tests import. */
#define TEST_NOW G_GINT64_CONSTANT (1750000000000)

/**
 * TestReading:
 * @drafts: (element-type OmDraft) (owned): the entries in their order
 * @report: (owned): settled
 * @error: (owned) (nullable): why nothing came in
 */
typedef struct
{
  GPtrArray      *drafts;
  OmImportReport *report;
  GError         *error;
} TestReading;

/* Instead of a length: a symbolic link to the bytes, a named pipe. */
#define TEST_MEMBER_LINK -2
#define TEST_MEMBER_PIPE -3

/** TestMember: what goes into a zip or tar; a name that ends in a slash is a folder. */
typedef struct
{
  const char *name;
  const char *bytes;
  gssize      length; /* -1: up to the NUL */
} TestMember;

OmReadOptions test_options        (GTimeZone           *zone);
TestReading  *test_read_file      (GFile               *file,
                                   const char          *format,
                                   const OmReadOptions *options);
TestReading  *test_read_sample    (const char          *relative,
                                   const char          *format,
                                   const OmReadOptions *options);
TestReading  *test_read_bytes     (const char          *name,
                                   const char          *bytes,
                                   gssize               length,
                                   const char          *format);
void          test_reading_free   (TestReading         *self);
OmDraft      *test_reading_get    (TestReading         *self,
                                   guint                i);
char         *test_report_text    (TestReading         *self);
void          test_assert_mentions (TestReading        *self,
                                   const char          *words);

char         *test_make_folder    (void);
void          test_write          (const char          *folder,
                                   const char          *relative,
                                   const char          *bytes,
                                   gssize               length);
void          test_write_archive  (const char          *folder,
                                   const char          *relative,
                                   const TestMember    *members,
                                   guint                n_members);
OmEngine     *test_open_store     (const char          *folder);
char         *test_sample_path    (const char          *relative);
char         *test_tag_keys       (char               **tags);
char         *test_checksum       (const char          *path);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TestReading, test_reading_free)

/* One function a topic. */
void test_add_samples       (void);
void test_add_container     (void);
void test_add_hostile_formats (void);
void test_add_yaml_node     (void);
void test_add_source_text   (void);
void test_add_text_stream   (void);
void test_add_date_form     (void);
void test_add_json_scanner  (void);
void test_add_front_matter  (void);
void test_add_markdown_text (void);
void test_add_jrnl          (void);
void test_add_notes         (void);
void test_add_obsidian      (void);
void test_add_openmemory    (void);
void test_add_csv           (void);
void test_add_talks         (void);
void test_add_hostile       (void);
void test_add_lossless      (void);
void test_add_report        (void);
void test_add_import        (void);
void test_add_import_again  (void);
void test_add_archive_file (void);
void test_add_attachments   (void);
void test_add_plain_export (void);
void test_add_round_trip   (void);
void test_add_days         (void);

G_END_DECLS
