#include "jobs/publication.h"

#include <algorithm>
#include <optional>
#include <string>
#include <type_traits>

#include <gtest/gtest.h>

#include "base/error.h"
#include "jobs/audience.h"
#include "jobs/hiring_team_store.h"
#include "jobs/job_store.h"
#include "postings/links.h"
#include "postings/posting.h"
#include "support/each_database.h"
#include "support/given.h"

namespace callboard {
namespace {

using jobs::Posting;
using jobs::Status;

// Who may see a job is another type than for whom it is published.
static_assert(!std::is_same_v<jobs::Audience, jobs::PublicationAudience>);

class Publication : public test::EachDatabase {
  protected:
    void publish(const JobId& id, const accounts::Actor& actor,
                 jobs::PublicationAudience audience = jobs::PublicationAudience::everyone_and_boards) {
        db->write(company, [&](db::Tx& tx) { jobs::publish(tx, actor, id, audience); });
    }
    void unpublish(const JobId& id, const accounts::Actor& actor) {
        db->write(company, [&](db::Tx& tx) { jobs::unpublish(tx, actor, id); });
    }
    jobs::Job stored(const JobId& id) {
        return db->read(company,
                        [&](db::Snapshot& snapshot) { return jobs::store::find(snapshot, id).value(); });
    }
    std::optional<std::string> link_in_job(const JobId& id) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return jobs::store::find_record(snapshot, id).value().posting_link;
        });
    }
    std::string link_of_posting(const JobId& id) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            const auto ad = jobs::store::find(snapshot, id).value().default_ad;
            const auto posting = postings::find_of_ad(snapshot, id, ad).value();
            return postings::link_of("acme", posting.id, posting.slug);
        });
    }
    std::size_t events() { return given::events(*db, company).size(); }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const JobId job = given::job(*db, company, admin);
};

TEST_P(Publication, ShowsTheJobStartsSourcingAndReportsBoth) {
    publish(job, admin);

    EXPECT_EQ(stored(job).posting, Posting::everyone);
    EXPECT_EQ(stored(job).status, Status::sourcing);
    EXPECT_EQ(given::events(*db, company),
              (std::vector<std::string>{"job.created", "job.ad.created", "job.ad.postings.updated",
                                        "job.status.updated"}));
    const auto audit = given::audit_names(*db, company);
    EXPECT_EQ(std::ranges::count(audit, "JOB_PUBLISHED"), 1);
    EXPECT_EQ(std::ranges::count(audit, "JOB_STATUS_CHANGED"), 1);
}

TEST_P(Publication, TheJobHasTheLinkOfItsPosting) {
    auto draft = given::draft();
    draft.title = "!";  // no word, so the link ends with the id
    const JobId untitled = given::job(*db, company, admin, draft);
    EXPECT_EQ(link_in_job(job), std::nullopt);

    publish(job, admin);
    publish(untitled, admin);

    EXPECT_EQ(link_in_job(job), link_of_posting(job));
    EXPECT_EQ(link_in_job(untitled), link_of_posting(untitled));
    unpublish(job, admin);
    EXPECT_EQ(link_in_job(job), std::nullopt);
}

TEST_P(Publication, PublishingTwiceReportsItOnce) {
    publish(job, admin);
    const auto before = events();

    publish(job, admin);

    EXPECT_EQ(events(), before);
}

TEST_P(Publication, ToAnotherAudienceIsAChange) {
    publish(job, admin);
    const auto before = events();

    publish(job, admin, jobs::PublicationAudience::colleagues);

    EXPECT_EQ(stored(job).posting, Posting::internal);
    EXPECT_EQ(events(), before + 1);
}

TEST_P(Publication, TakingTheAdDownLeavesTheStatus) {
    publish(job, admin);

    unpublish(job, admin);
    unpublish(job, admin);

    EXPECT_EQ(stored(job).posting, Posting::not_published);
    EXPECT_EQ(stored(job).status, Status::sourcing);
    EXPECT_EQ(given::events(*db, company).back(), "job.ad.postings.updated");
}

TEST_P(Publication, WhoMayOnlySeeTheJobMayNotPublishIt) {
    const auto restricted = given::user(*db, company, accounts::Role::restricted);
    db->write(company, [&](db::Tx& tx) {
        jobs::store::insert_member(tx, job, {.user = restricted.id(), .role = "INTERVIEW_TEAM"});
    });

    try {
        publish(job, restricted);
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, ErrorKind::forbidden);
        EXPECT_EQ(error.faults.front().code, "NOT_AUTHORIZED_TO_PUBLISH_JOB");
    }
    EXPECT_EQ(stored(job).posting, Posting::not_published);
}

TEST_P(Publication, WhoMayNotSeeTheJobIsToldThatTheyMayNot) {
    const auto stranger = given::user(*db, company, accounts::Role::standard);

    try {
        publish(job, stranger);
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, ErrorKind::no_access);
    }
}

TEST_P(Publication, AnotherCompanyCannotTellThatTheJobExists) {
    const CompanyId rival = given::company(*db, "rival");
    const auto spy = given::user(*db, rival);

    try {
        db->write(rival, [&](db::Tx& tx) { jobs::publish(tx, spy, job, {}); });
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, ErrorKind::not_found);
    }
    EXPECT_EQ(stored(job).posting, Posting::not_published);
    EXPECT_TRUE(given::events(*db, rival).empty());
}

RUN_ON_EACH_DATABASE(Publication);

}  // namespace
}  // namespace callboard
