#include "jobs/posting_backlog.h"

#include <chrono>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "jobs/job_store.h"
#include "jobs/posting_source_store.h"
#include "jobs/publication.h"
#include "postings/posting.h"
#include "support/each_database.h"
#include "support/given.h"

namespace callboard {
namespace {

constexpr db::Sql kForgetPostings{"test_forget_postings", "DELETE FROM posting WHERE company_id = $1"};
constexpr db::Sql kForgetContent{"test_forget_content", "DELETE FROM posting_content WHERE company_id = $1"};
constexpr db::Sql kBacklog{"test_backlog", R"sql(
    INSERT INTO posting_backlog (company_id, job_id, job_ad_id)
    SELECT DISTINCT company_id, job_id, job_ad_id FROM publication
    WHERE company_id = $1 AND unpublished_at IS NULL)sql"};

// Jobs that an earlier version has published.
class PostingBacklog : public test::EachDatabase {
  protected:
    jobs::Job published(jobs::PublicationAudience audience) {
        return db->write(company, [&](db::Tx& tx) {
            const jobs::Job job = jobs::create(tx, admin, given::draft());
            jobs::publish(tx, admin, job.id, audience);
            return job;
        });
    }
    void forget_postings() {
        db->write(company, [](db::Tx& tx) {
            tx.execute(kForgetPostings, {});
            tx.execute(kForgetContent, {});
            tx.execute(kBacklog, {});
        });
    }
    void write_missing() {
        while (db->write(company, jobs::write_missing_postings)) {
        }
    }
    std::optional<postings::Posting> posting(const jobs::Job& job) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return postings::find_of_ad(snapshot, job.id, job.default_ad);
        });
    }
    std::vector<CompanyId> companies() { return db->read(std::nullopt, jobs::store::companies_with_backlog); }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
};

TEST_P(PostingBacklog, IsWrittenAsItWasPublished) {
    const jobs::Job for_all = published(jobs::PublicationAudience::everyone_and_boards);
    const jobs::Job internal = published(jobs::PublicationAudience::colleagues);
    const Timestamp then = clock.now();
    clock.advance(std::chrono::hours{1});
    forget_postings();
    ASSERT_EQ(companies(), std::vector{company});

    write_missing();

    EXPECT_EQ(posting(for_all)->visibility, postings::Visibility::everyone);
    EXPECT_TRUE(posting(for_all)->is_on_boards);
    EXPECT_EQ(posting(for_all)->released_at, then);
    EXPECT_EQ(posting(internal)->visibility, postings::Visibility::internal);
    EXPECT_TRUE(companies().empty());
}

TEST_P(PostingBacklog, OfManyJobsIsWrittenInParts) {
    std::vector<jobs::Job> all;
    for (int i = 0; i < 60; ++i) all.push_back(published(jobs::PublicationAudience::everyone));
    forget_postings();

    EXPECT_TRUE(db->write(company, jobs::write_missing_postings));
    EXPECT_FALSE(db->write(company, jobs::write_missing_postings));

    for (const jobs::Job& job : all) EXPECT_TRUE(posting(job));
}

TEST_P(PostingBacklog, OfAnAdThatWasUnpublishedMeanwhileIsNotWritten) {
    const jobs::Job job = published(jobs::PublicationAudience::everyone);
    forget_postings();
    db->write(company, [&](db::Tx& tx) { jobs::unpublish(tx, admin, job.id); });

    write_missing();

    EXPECT_FALSE(posting(job));
    EXPECT_TRUE(companies().empty());
}

TEST_P(PostingBacklog, DoesNotReplaceANewerPosting) {
    const jobs::Job job = published(jobs::PublicationAudience::everyone);
    forget_postings();
    clock.advance(std::chrono::hours{1});
    db->write(company,
              [&](db::Tx& tx) { jobs::publish(tx, admin, job.id, jobs::PublicationAudience::colleagues); });
    const auto before = posting(job);

    write_missing();

    EXPECT_EQ(posting(job)->id, before->id);
    EXPECT_EQ(posting(job)->released_at, before->released_at);
}

RUN_ON_EACH_DATABASE(PostingBacklog);

}  // namespace
}  // namespace callboard
