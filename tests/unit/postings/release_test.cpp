#include "postings/release.h"

#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "jobs/job_store.h"
#include "jobs/posting_draft.h"
#include "postings/listing.h"
#include "postings/version_store.h"
#include "support/each_database.h"
#include "support/given.h"

namespace callboard::postings {
namespace {

class PostingRelease : public test::EachDatabase {
  protected:
    jobs::Job new_job(const std::string& title = "Cook") {
        jobs::Draft draft = given::draft();
        draft.title = title;
        return db->write(company, [&](db::Tx& tx) { return jobs::create(tx, admin, draft); });
    }
    void show(const jobs::Job& job, Visibility visibility = Visibility::everyone) {
        db->write(company, [&](db::Tx& tx) {
            release(tx, jobs::posting_draft(tx, job.id, job.default_ad).value(),
                    {.visibility = visibility, .on_boards = true, .at = tx.now});
        });
    }
    void end(const jobs::Job& job) {
        db->write(company, [&](db::Tx& tx) { end_posting(tx, job.id, job.default_ad); });
    }
    Posting posting(const jobs::Job& job) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return find_of_ad(snapshot, job.id, job.default_ad).value();
        });
    }
    store::Publisher publisher(const std::string& identifier = "acme") {
        return db->read(std::nullopt, [&](db::Snapshot& snapshot) {
            return store::find_publisher(snapshot, identifier).value();
        });
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
};

TEST_P(PostingRelease, ShowsTheAdAsItIs) {
    const jobs::Job job = new_job("Line Cook");
    show(job);

    const auto found = db->read(
        company, [&](db::Snapshot& snapshot) { return find_full(snapshot, posting(job).id.text()).value(); });

    EXPECT_EQ(found.title, "Line Cook");
    EXPECT_EQ(found.slug, "line-cook");
    EXPECT_EQ(found.language, "en");
    EXPECT_TRUE(found.is_default_ad);
    EXPECT_TRUE(found.is_active);
    EXPECT_TRUE(found.is_on_boards);
    EXPECT_EQ(found.visibility, Visibility::everyone);
    EXPECT_EQ(found.released_at, clock.now());
    EXPECT_EQ(found.content.location.city, "Atlanta");
    EXPECT_EQ(found.content.location.country, "us");
    EXPECT_EQ(found.content.location.full_location, "Atlanta, United States");
    EXPECT_EQ(found.content.industry.id, "restaurants");
    EXPECT_FALSE(found.content.ref_number.empty());
}

TEST_P(PostingRelease, IsFoundByEitherId) {
    const jobs::Job job = new_job();
    show(job);
    const Posting known = posting(job);

    db->read(company, [&](db::Snapshot& snapshot) {
        EXPECT_EQ(find(snapshot, known.id.text())->ad, job.default_ad);
        EXPECT_EQ(find(snapshot, known.uuid.text())->ad, job.default_ad);
        EXPECT_EQ(find(snapshot, known.uuid)->ad, job.default_ad);
        EXPECT_FALSE(find(snapshot, "nonsense"));
        EXPECT_FALSE(find(snapshot, "1"));
        return 0;
    });
}

TEST_P(PostingRelease, KeepsTheIdsOfTheAd) {
    const jobs::Job job = new_job();
    show(job);
    const Posting before = posting(job);
    end(job);
    EXPECT_FALSE(posting(job).is_active);

    show(job, Visibility::internal);

    EXPECT_EQ(posting(job).id, before.id);
    EXPECT_EQ(posting(job).uuid, before.uuid);
    EXPECT_TRUE(posting(job).is_active);
    EXPECT_EQ(posting(job).visibility, Visibility::internal);
}

TEST_P(PostingRelease, IsOfItsCompanyOnly) {
    const jobs::Job job = new_job();
    show(job);
    const Posting known = posting(job);
    const CompanyId rival = given::company(*db, "rival");

    db->read(rival, [&](db::Snapshot& snapshot) {
        EXPECT_FALSE(find(snapshot, known.id.text()));
        EXPECT_FALSE(find(snapshot, known.uuid));
        return 0;
    });
}

TEST_P(PostingRelease, NeverHasTheSameVersionAgain) {
    const jobs::Job job = new_job();
    const std::int64_t nothing = publisher().version;
    show(job);
    const std::int64_t shown = publisher().version;
    end(job);
    const std::int64_t ended = publisher().version;
    show(job);

    EXPECT_EQ(nothing, 0);
    EXPECT_LT(nothing, shown);
    EXPECT_LT(shown, ended);
    EXPECT_LT(ended, publisher().version);
    EXPECT_EQ(publisher().changed_at, clock.now());
}

TEST_P(PostingRelease, CountsTheVersionOfItsCompanyOnly) {
    given::company(*db, "rival");
    show(new_job());

    EXPECT_EQ(publisher("RIVAL").version, 0);  // identifiers ignore case
    EXPECT_FALSE(publisher("rival").changed_at);
}

TEST_P(PostingRelease, CountsEveryJob) {
    for (int i = 0; i < 40; ++i) show(new_job());

    EXPECT_EQ(publisher().version, 40);
}

RUN_ON_EACH_DATABASE(PostingRelease);

}  // namespace
}  // namespace callboard::postings
