#include "candidates/application_listing.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "accounts/access_groups.h"
#include "base/error.h"
#include "candidates/registration.h"
#include "candidates/status.h"
#include "jobs/hiring_team.h"
#include "support/each_database.h"
#include "support/error_code.h"
#include "support/given.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using candidates::ApplicationListRequest;
using candidates::ApplicationPage;
using candidates::MoveOrder;
using candidates::Status;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using testing::UnorderedElementsAre;

class ApplicationListing : public test::EachDatabase {
  protected:
    CandidateId apply(const std::string& name, const JobId& to) {
        return db->write(company, [&](db::Tx& tx) {
            return candidates::register_for_job(
                tx, admin, to,
                {.profile = {.first_name = {"Ada"}, .last_name = {name}, .email = {name + "@example.com"}}});
        });
    }
    CandidateId apply(const std::string& name) { return apply(name, job); }
    void move(const CandidateId& candidate, Status status, std::optional<std::string> step = std::nullopt) {
        clock.advance(1min);
        db->write(company, [&](db::Tx& tx) {
            candidates::set_status(
                tx, admin, candidate, job,
                {.status = status, .sub_status = std::move(step), .reason = {}, .starts_at = {}});
        });
    }
    ApplicationPage page(const ApplicationListRequest& request, const accounts::Actor& reader) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return candidates::list_applications(snapshot, reader, request);
        });
    }
    std::vector<std::string> names(const ApplicationListRequest& request, const accounts::Actor& reader) {
        const ApplicationPage found = page(request, reader);
        std::vector<std::string> all;
        for (const auto& line : found.applications) all.push_back(line.last_name);
        EXPECT_EQ(found.total, std::ssize(all));
        return all;
    }
    std::vector<std::string> names(const ApplicationListRequest& request) { return names(request, admin); }
    // Of all pages with two applications each.
    std::vector<std::string> walk(ApplicationListRequest request, const accounts::Actor& reader) {
        std::vector<std::string> all;
        request.limit = 2;
        do {
            const ApplicationPage found = page(request, reader);
            for (const auto& line : found.applications) all.push_back(line.last_name);
            request.cursor = found.next;
        } while (request.cursor && all.size() < 100);
        return all;
    }
    static std::string text(const JobId& id) { return std::string{id.text()}; }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const JobId job = given::job(*db, company, admin);
    const JobId other_job = given::job(*db, company, admin);
};

TEST_P(ApplicationListing, IsOrderedByTheLastMove) {
    const auto first = apply("First");
    clock.advance(1min);
    apply("Second");
    move(first, Status::in_review);
    clock.advance(1min);
    apply("Third", other_job);

    EXPECT_THAT(names({}), ElementsAre("Third", "First", "Second"));
    EXPECT_THAT(names({.order = MoveOrder::oldest_first}), ElementsAre("Second", "First", "Third"));
}

TEST_P(ApplicationListing, ShowsWhatThereIsToKnow) {
    const Timestamp created = clock.now();
    const auto candidate = apply("Lovelace");
    move(candidate, Status::in_review, "Phone Screen");

    const auto found = page({}, admin);

    ASSERT_THAT(found.applications, SizeIs(1));
    const auto& line = found.applications.front();
    EXPECT_EQ(line.candidate, candidate);
    EXPECT_EQ(line.first_name, "Ada");
    EXPECT_EQ(line.job, job);
    EXPECT_FALSE(line.job_title.empty());
    EXPECT_EQ(line.status, Status::in_review);
    EXPECT_EQ(line.sub_status, "Phone Screen");
    EXPECT_EQ(line.source, configuration::api_source().label);
    EXPECT_EQ(line.created_at, created);
    EXPECT_EQ(line.moved_at, clock.now());
}

TEST_P(ApplicationListing, AnApplicationMovesOnlyWithItsStatus) {
    const auto candidate = apply("Lovelace");
    move(candidate, Status::in_review);
    const Timestamp moved = clock.now();
    clock.advance(1h);
    db->write(company, [&](db::Tx& tx) {
        candidates::set_status(
            tx, admin, candidate, job,
            {.status = Status::in_review, .sub_status = {}, .reason = {}, .starts_at = clock.now()});
    });

    EXPECT_EQ(page({}, admin).applications.front().moved_at, moved);
}

TEST_P(ApplicationListing, IsFiltered) {
    const auto reviewed = apply("Reviewed");
    const auto screened = apply("Screened");
    const auto hired = apply("Hired");
    apply("Other", other_job);
    move(hired, Status::hired);
    const Timestamp between = clock.now();
    move(reviewed, Status::in_review);
    move(screened, Status::in_review, "Phone Screen");
    clock.advance(2h);
    const Timestamp late = clock.now();
    clock.advance(1min);
    apply("Late", other_job);

    EXPECT_THAT(names({.job = text(job)}), ElementsAre("Screened", "Reviewed", "Hired"));
    EXPECT_THAT(names({.statuses = {Status::hired}}), ElementsAre("Hired"));
    EXPECT_THAT(names({.statuses = {Status::hired, Status::in_review, Status::hired}}),
                ElementsAre("Screened", "Reviewed", "Hired"));
    EXPECT_THAT(names({.job = text(other_job), .statuses = {Status::hired}}), IsEmpty());
    EXPECT_THAT(names({.statuses = {Status::in_review}, .sub_status = "Phone Screen"}),
                ElementsAre("Screened"));
    EXPECT_THAT(names({.moved_after = between}), ElementsAre("Late", "Screened", "Reviewed"));
    EXPECT_THAT(names({.moved_before = between}), ElementsAre("Other"));
    EXPECT_THAT(names({.created_after = late}), ElementsAre("Late"));
    EXPECT_THAT(names({.statuses = {Status::hired}, .created_after = late}), IsEmpty());
    EXPECT_THAT(names({.job = text(other_job), .created_after = late}), ElementsAre("Late"));
    EXPECT_THAT(names({.job = "no id"}), IsEmpty());
}

TEST_P(ApplicationListing, PagesHaveEveryApplicationOnce) {
    std::vector<std::string> all;
    std::vector<CandidateId> ids;
    for (int i = 0; i < 9; ++i) {  // several of one millisecond
        all.push_back("Name" + std::to_string(i));
        ids.push_back(apply(all.back(), i % 2 == 0 ? job : other_job));
    }
    move(ids[4], Status::interview);
    move(ids[0], Status::rejected);

    for (const MoveOrder order : {MoveOrder::newest_first, MoveOrder::oldest_first}) {
        const ApplicationListRequest request{.order = order};
        EXPECT_EQ(walk(request, admin), names(request));
        EXPECT_THAT(walk(request, admin), testing::UnorderedElementsAreArray(all));
        EXPECT_EQ(walk({.job = text(job), .order = order}, admin), names({.job = text(job), .order = order}));
        const ApplicationListRequest created{.created_after = Timestamp{1}, .order = order};
        EXPECT_EQ(walk(created, admin), names(request));
    }
}

TEST_P(ApplicationListing, ACursorOfAnotherListIsRefused) {
    for (int i = 0; i < 3; ++i) apply("Name" + std::to_string(i));
    ApplicationListRequest request{.limit = 1};
    request.cursor = page(request, admin).next;
    ASSERT_TRUE(request.cursor);

    request.order = MoveOrder::oldest_first;
    EXPECT_EQ(test::error_code([&] { page(request, admin); }), "INVALID_PAGE_ID");
    EXPECT_EQ(test::error_code([&] { page({.cursor = "nonsense"}, admin); }), "INVALID_PAGE_ID");
}

TEST_P(ApplicationListing, APageContinuesWhileApplicationsMove) {
    std::vector<CandidateId> ids;
    for (int i = 0; i < 4; ++i) {
        ids.push_back(apply("Name" + std::to_string(i)));
        clock.advance(1min);
    }
    ApplicationListRequest request{.limit = 2};
    request.cursor = page(request, admin).next;
    move(ids[3], Status::in_review);  // of the first page

    EXPECT_THAT(walk(request, admin), ElementsAre("Name1", "Name0"));
}

TEST_P(ApplicationListing, AUserSeesApplicationsForJobsOfTheirOwn) {
    apply("Hidden", job);
    apply("Seen", other_job);
    const auto member = given::user(*db, company, accounts::Role::standard);
    const auto stranger = given::user(*db, company, accounts::Role::standard);
    const auto employee = given::user(*db, company, accounts::Role::employee);
    db->write(company, [&](db::Tx& tx) {
        jobs::join_team(tx, admin, other_job, {.user = member.id(), .role = "RECRUITER"});
    });

    EXPECT_THAT(names({}, member), ElementsAre("Seen"));
    EXPECT_THAT(names({.job = text(job)}, member), IsEmpty());
    EXPECT_THAT(names({.statuses = {Status::fresh}, .created_after = Timestamp{1}}, member),
                ElementsAre("Seen"));
    EXPECT_THAT(names({}, stranger), IsEmpty());
    EXPECT_THAT(names({.job = text(job)}, stranger), IsEmpty());
    EXPECT_THAT(names({}, employee), IsEmpty());
}

TEST_P(ApplicationListing, AUserOfManyJobsSeesThoseOfAll) {
    const auto member = given::user(*db, company, accounts::Role::standard);
    apply("Hidden");
    std::vector<std::string> expected;
    for (int i = 0; i < 12; ++i) {
        expected.push_back("Name" + std::to_string(i));
        apply(expected.back(), given::job(*db, company, member));
        clock.advance(1min);
    }

    EXPECT_EQ(walk({.order = MoveOrder::oldest_first}, member), expected);
    EXPECT_EQ(names({.statuses = {Status::fresh}, .order = MoveOrder::oldest_first}, member), expected);
    EXPECT_EQ(
        names({.moved_after = Timestamp{1}, .moved_before = clock.now(), .order = MoveOrder::oldest_first},
              member),
        expected);
    std::ranges::reverse(expected);
    EXPECT_EQ(walk({}, member), expected);
}

TEST_P(ApplicationListing, AccessGroupsHideApplications) {
    const auto add_group = [&](const std::string& name) {
        return db->write(company, [&](db::Tx& tx) { return accounts::add_access_group(tx, admin, name).id; });
    };
    const auto kitchen = add_group("Kitchen");
    auto draft = given::draft();
    draft.access_groups = {{std::string{kitchen.text()}}};
    apply("InKitchen", given::job(*db, company, admin, draft));
    draft.access_groups = {{std::string{add_group("Bar").text()}}};
    apply("InBar", given::job(*db, company, admin, draft));
    const auto cook = given::user(*db, company, accounts::Role::extended);
    db->write(company, [&](db::Tx& tx) { accounts::add_to_access_group(tx, admin, kitchen, {cook.id()}); });
    const auto guest = given::user(*db, company, accounts::Role::extended);

    EXPECT_THAT(names({}, cook), ElementsAre("InKitchen"));
    EXPECT_THAT(names({}, guest), IsEmpty());
    apply("Everywhere");
    EXPECT_THAT(names({}, cook), UnorderedElementsAre("InKitchen", "Everywhere"));
    EXPECT_THAT(names({}, guest), ElementsAre("Everywhere"));
}

TEST_P(ApplicationListing, CompaniesAreSeparate) {
    apply("Ours");
    const auto other = given::company(*db, "other");
    const auto reader = given::user(*db, other);

    const auto found = db->read(other, [&](db::Snapshot& snapshot) {
        return candidates::list_applications(snapshot, reader, {.job = text(job)});
    });

    EXPECT_EQ(found.total, 0);
    EXPECT_THAT(found.applications, IsEmpty());
}

RUN_ON_EACH_DATABASE(ApplicationListing);

}  // namespace
}  // namespace callboard
