#include "files/file_store.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "candidates/applications.h"
#include "candidates/deletion.h"
#include "candidates/registration.h"
#include "support/each_database.h"
#include "support/given.h"
#include "support/temporary_folder.h"

namespace callboard::files {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

SentFile sent(std::string_view name, std::string_view content, std::string_view media_type = {},
              Purpose purpose = Purpose::resume) {
    return {.purpose = purpose, .name = name, .media_type = media_type, .content = content};
}

std::vector<std::string> texts_of(const Chunks& chunks) {
    std::vector<std::string> texts;
    chunks.visit([&](std::string_view chunk) { texts.emplace_back(chunk); });
    return texts;
}

// --- what is accepted

TEST(SentFiles, AreAcceptedByTheirContent) {
    const auto file = checked(sent("C:\\Users\\Ada\\cv.txt", "Ada", "text/plain"));

    ASSERT_TRUE(file) << file.error();
    EXPECT_EQ(file->name, "cv.txt");
    EXPECT_EQ(file->type, FileType::text);
    EXPECT_EQ(file->size, 3);
    EXPECT_THAT(texts_of(file->chunks), ElementsAre("QWRh"));
}

TEST(SentFiles, AreMadeReadyInATemporaryFile) {
    const test::TemporaryFolder folder;
    AnonymousFile temporary{folder.path()};
    const std::string content(2 * kChunkBytes + 1, 'a');
    SentFile large = sent("cv.txt", content);
    const auto in_memory = checked(large);
    large.store_in = &temporary;
    const auto in_file = checked(large);

    EXPECT_EQ(temporary.size(), in_file->chunks.bytes());
    EXPECT_EQ(in_file->chunks.bytes(), in_memory->chunks.bytes());
    EXPECT_TRUE(texts_of(in_file->chunks) == texts_of(in_memory->chunks));
    EXPECT_EQ(in_file->digest, in_memory->digest);
}

TEST(SentFiles, AreRefusedIfNameOrTypeDoNotAgreeWithTheContent) {
    EXPECT_THAT(checked(sent("cv.pdf", "plain text")).error(), HasSubstr("text/plain"));
    EXPECT_THAT(checked(sent("cv.txt", "%PDF-1.7")).error(), HasSubstr("application/pdf"));
    EXPECT_THAT(checked(sent("cv.txt", "<b>Ada</b>", "text/html")).error(),
                HasSubstr("another name or type"));
    EXPECT_THAT(checked(sent("cv.pdf", "MZ\x90")).error(), HasSubstr("PDF, DOC"));
    EXPECT_THAT(checked(sent("me.pdf", "%PDF-1.7", {}, Purpose::avatar)).error(), HasSubstr("JPEG, PNG"));
    EXPECT_TRUE(checked(sent("me.png", "\x89PNG\r\n\x1a\n", {}, Purpose::avatar)));
}

TEST(SentFiles, AreRefusedOutsideTheLimits) {
    EXPECT_THAT(checked(sent("cv.txt", "")).error(), HasSubstr("empty"));
    EXPECT_THAT(checked(sent("folder/", "Ada")).error(), HasSubstr("file name"));
    EXPECT_THAT(checked(sent("c\nv.txt", "Ada")).error(), HasSubstr("file name"));
    EXPECT_TRUE(checked(sent(std::string(96, 'a') + ".txt", "Ada")));
    EXPECT_THAT(checked(sent(std::string(97, 'a') + ".txt", "Ada")).error(), HasSubstr("100"));
    EXPECT_TRUE(checked(sent("cv.txt", std::string(kMostFileBytes, 'a'))));
    EXPECT_THAT(checked(sent("cv.txt", std::string(kMostFileBytes + 1, 'a'))).error(), HasSubstr("10485760"));
}

// --- what is stored

class StoredFiles : public test::EachDatabase {
  protected:
    CandidateId registered() {
        candidates::Draft draft;
        draft.profile = {.first_name = {"Ada"}, .last_name = {"Lovelace"}, .email = {"ada@example.com"}};
        return db->write(company, [&](db::Tx& tx) { return register_for_job(tx, admin, job, draft); });
    }
    FileId stored(const std::string& content, Purpose purpose = Purpose::resume) {
        return db->write(company, [&](db::Tx& tx) {
            return store::insert(tx, candidate, job, text_file(purpose, "cv.txt", content));
        });
    }
    std::string content_of(const FileId& id, const CompanyId& whose) {
        return db->read(whose, [&](db::Snapshot& snapshot) {
            std::string content;
            store::read(snapshot, id, [&](std::string_view bytes) { content += bytes; });
            return content;
        });
    }
    std::vector<StoredFile> listed(const std::optional<JobId>& of = std::nullopt) {
        return db->read(company,
                        [&](db::Snapshot& snapshot) { return store::list(snapshot, candidate, of); });
    }
    std::int64_t chunks() {
        return db->read(std::nullopt, [](db::Snapshot& snapshot) {
            return snapshot.number(db::GlobalSql{"test_chunks", "SELECT count(*) FROM stored_file_chunk"});
        });
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const JobId job = given::job(*db, company, admin);
    const CandidateId candidate = registered();
};

TEST_P(StoredFiles, AreReadAsTheyWereSent) {
    std::string content;
    for (std::size_t i = 0; i < 2 * kChunkBytes + 1; ++i) content += static_cast<char>(i % 251);
    const FileId id = stored(content);

    EXPECT_EQ(content_of(id, company), content);
    EXPECT_EQ(chunks(), 3);
    const auto files = listed(job);
    ASSERT_THAT(files, SizeIs(1));
    EXPECT_EQ(files[0].id, id);
    EXPECT_EQ(files[0].size, static_cast<std::int64_t>(content.size()));
    EXPECT_EQ(files[0].job, job);
}

// The transaction reads the temporary file, piece by piece.
TEST_P(StoredFiles, MayComeFromATemporaryFile) {
    const test::TemporaryFolder folder;
    const std::string content(3 * kChunkBytes - 1, 'a');
    SentFile large = sent("cv.txt", content);
    AnonymousFile temporary{folder.path()};
    large.store_in = &temporary;
    const auto file = checked(large);
    ASSERT_TRUE(file);

    const FileId id =
        db->write(company, [&](db::Tx& tx) { return store::insert(tx, candidate, job, *file); });

    EXPECT_TRUE(content_of(id, company) == content);
    EXPECT_EQ(chunks(), 3);
}

TEST_P(StoredFiles, BelongToOneCompany) {
    const FileId id = stored("Ada");
    const CompanyId other = given::company(*db, "other");

    EXPECT_EQ(content_of(id, other), "");
    EXPECT_FALSE(db->read(other, [&](db::Snapshot& snapshot) { return store::find(snapshot, id); }));
}

TEST_P(StoredFiles, AreRemovedOneByOne) {
    const FileId first = stored("one");
    stored("two");

    EXPECT_TRUE(db->write(company, [&](db::Tx& tx) { return store::remove(tx, first); }));
    EXPECT_FALSE(db->write(company, [&](db::Tx& tx) { return store::remove(tx, first); }));
    EXPECT_THAT(listed(), SizeIs(1));
    EXPECT_EQ(chunks(), 1);
}

TEST_P(StoredFiles, AreErasedWithTheirCandidate) {
    stored("one");
    db->write(company, [&](db::Tx& tx) { candidates::remove(tx, admin, candidate); });

    EXPECT_THAT(listed(), IsEmpty());
    EXPECT_EQ(chunks(), 0);
}

TEST_P(StoredFiles, AreDeletedWithTheirApplication) {
    stored("one");
    db->write(company, [&](db::Tx& tx) { candidates::withdraw_application(tx, admin, candidate, job); });

    EXPECT_THAT(listed(), IsEmpty());
    EXPECT_EQ(chunks(), 0);
}

RUN_ON_EACH_DATABASE(StoredFiles);

}  // namespace
}  // namespace callboard::files
