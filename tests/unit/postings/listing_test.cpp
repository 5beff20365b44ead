#include "postings/listing.h"

#include <chrono>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "configuration/departments.h"
#include "jobs/ads.h"
#include "jobs/change.h"
#include "jobs/job_store.h"
#include "jobs/posting_draft.h"
#include "jobs/publication.h"
#include "support/each_database.h"
#include "support/error_code.h"
#include "support/given.h"
#include "wire/query.h"

namespace callboard::postings {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;
using Titles = std::vector<std::string>;

class PostingListing : public test::EachDatabase {
  protected:
    jobs::Job published(jobs::Draft draft,
                        jobs::PublicationAudience audience = jobs::PublicationAudience::everyone) {
        clock.advance(std::chrono::milliseconds{10});
        return db->write(company, [&](db::Tx& tx) {
            const jobs::Job job = jobs::create(tx, admin, std::move(draft));
            jobs::publish(tx, admin, job.id, audience);
            return job;
        });
    }
    jobs::Job titled(const std::string& title,
                     jobs::PublicationAudience audience = jobs::PublicationAudience::everyone) {
        jobs::Draft draft = given::draft();
        draft.title = title;
        return published(std::move(draft), audience);
    }
    jobs::Job at(const std::string& title, const jobs::Location& location) {
        jobs::Draft draft = given::draft();
        draft.title = title;
        draft.location = location;
        return published(std::move(draft));
    }
    PostingPage page(const std::string& query) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return list(snapshot, wire::decode_query<ListRequest>(query));
        });
    }
    Titles titles(const std::string& query = "") {
        Titles names;
        for (const auto& line : page(query).postings) names.push_back(line.title);
        EXPECT_GE(page(query).total, std::ssize(names));
        return names;
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
};

TEST_P(PostingListing, HasTheNewestFirstAndPages) {
    for (const char* title : {"A", "B", "C"}) titled(title);

    EXPECT_THAT(titles(), ElementsAre("C", "B", "A"));
    EXPECT_THAT(titles("limit=2"), ElementsAre("C", "B"));
    EXPECT_THAT(titles("limit=2&offset=2"), ElementsAre("A"));
    EXPECT_THAT(titles("offset=3"), IsEmpty());
    EXPECT_EQ(page("limit=1&offset=2").total, 3);
}

TEST_P(PostingListing, HasWhatIsPublishedOnly) {
    const jobs::Job job = titled("Cook");
    given::job(*db, company, admin);
    EXPECT_THAT(titles(), ElementsAre("Cook"));

    db->write(company, [&](db::Tx& tx) { jobs::unpublish(tx, admin, job.id); });

    EXPECT_THAT(titles(), IsEmpty());
}

TEST_P(PostingListing, FindsBeginningsOfWordsOfTitleAndLocation) {
    titled("Sous Chef");
    at("Wäscherin", {.country_code = "de", .city = "Köln"});

    EXPECT_THAT(titles("q=chef"), ElementsAre("Sous Chef"));
    EXPECT_THAT(titles("q=CHE+sou"), ElementsAre("Sous Chef"));
    EXPECT_THAT(titles("q=hef"), IsEmpty());
    EXPECT_THAT(titles("q=wasch"), ElementsAre("Wäscherin"));
    EXPECT_THAT(titles("q=koln+germany"), ElementsAre("Wäscherin"));
    EXPECT_THAT(titles("q=chef+koln"), IsEmpty());
    EXPECT_THAT(titles("q=%25"), IsEmpty());
    EXPECT_THAT(titles("q=_"), IsEmpty());
}

TEST_P(PostingListing, FiltersByPlace) {
    at("Here", {.country_code = "US", .city = "Atlanta", .region = "Georgia", .region_code = "GA"});
    at("There", {.country_code = "de", .city = "Köln", .remote = true});

    EXPECT_THAT(titles("city=atlanta"), ElementsAre("Here"));
    EXPECT_THAT(titles("city=K%C3%96LN"), ElementsAre("There"));
    EXPECT_THAT(titles("country=Us"), ElementsAre("Here"));
    EXPECT_THAT(titles("region=ga"), ElementsAre("Here"));
    EXPECT_THAT(titles("region=georgia"), ElementsAre("Here"));
    EXPECT_THAT(titles("locationType=REMOTE"), ElementsAre("There"));
    EXPECT_THAT(titles("locationType=ONSITE"), ElementsAre("Here"));
    EXPECT_THAT(titles("locationType=HYBRID"), IsEmpty());
    at("Both", {.country_code = "de", .city = "Bonn", .hybrid = true});
    at("Mostly there", {.country_code = "de", .city = "Bonn", .remote = true, .hybrid = true});
    EXPECT_THAT(titles("locationType=HYBRID"), ElementsAre("Both"));
    EXPECT_THAT(titles("locationType=HYBRID,ONSITE"), ElementsAre("Both", "Here"));
    EXPECT_THAT(titles("locationType=REMOTE&locationType=ONSITE"),
                ElementsAre("Mostly there", "There", "Here"));
    EXPECT_THAT(titles("locationType=ANY"), ElementsAre("Mostly there", "Both", "There", "Here"));
    EXPECT_THAT(titles("locationType=HYBRID,ANY"), ElementsAre("Mostly there", "Both", "There", "Here"));
    EXPECT_THAT(titles("city=atlanta&country=de"), IsEmpty());
}

TEST_P(PostingListing, FiltersByDepartmentLanguageAdAndTime) {
    const auto department = db->write(
        company, [&](db::Tx& tx) { return configuration::add_department(tx, admin, "Kitchen", {}, {}).id; });
    jobs::Draft draft = given::draft();
    draft.title = "Koch";
    draft.department = std::string{department.text()};
    draft.ad_language = "de";
    const jobs::Job cook = published(std::move(draft));
    const Timestamp between = clock.now();
    titled("Waiter");

    EXPECT_THAT(titles("department=" + std::string{department.text()}), ElementsAre("Koch"));
    EXPECT_THAT(titles("department=1"), IsEmpty());
    EXPECT_THAT(titles("language=de"), ElementsAre("Koch"));
    EXPECT_THAT(titles("language=en,de"), ElementsAre("Waiter", "Koch"));
    EXPECT_THAT(titles("jobAdId=" + std::string{cook.default_ad.text()}), ElementsAre("Koch"));
    EXPECT_THAT(titles("releasedAfter=" + std::string{wire::parameter_text(between)}), ElementsAre("Waiter"));
    EXPECT_EQ(test::error_code([&] { page("language=klingon"); }), "INVALID_PARAMETER");
}

TEST_P(PostingListing, FiltersByJobProperties) {
    const auto post = [&](const std::string& title, const std::string& value) {
        const jobs::Job job = titled(title);
        db->write(company, [&](db::Tx& tx) {
            PostingDraft draft = jobs::posting_draft(tx, job.id, job.default_ad).value();
            draft.content.custom_field = {
                {.field_id = "f1", .field_label = "Shift", .value_id = value, .value_label = value},
                {.field_id = "f2", .field_label = "Note", .value_id = std::nullopt, .value_label = "text"}};
            release(tx, draft, {.visibility = Visibility::everyone, .on_boards = false, .at = tx.now});
        });
    };
    post("Early", "day");
    post("Late", "night");

    EXPECT_THAT(titles("custom_field.f1=day"), ElementsAre("Early"));
    EXPECT_THAT(titles("custom_field.f1=day,night"), UnorderedElementsAre("Early", "Late"));
    EXPECT_THAT(titles("custom_field.f1=DAY"), IsEmpty());
    EXPECT_THAT(titles("custom_field.f2=text"), IsEmpty());
    EXPECT_THAT(titles("custom_field.f1=day&custom_field.f2=x"), IsEmpty());
    EXPECT_THAT(titles("custom_field.f1="), UnorderedElementsAre("Early", "Late"));
}

TEST_P(PostingListing, RefusesPropertiesThatAreNotText) {
    for (const std::string query : {"custom_field.%ff=day", "custom_field.%00=day", "custom_field.a%0ab=day",
                                    "custom_field.f1=%ff", "custom_field.f1=day,%00"})
        EXPECT_EQ(test::error_code([&] { page(query); }), "INVALID_PARAMETER") << query;
}

TEST_P(PostingListing, PrefersInternalPostingsOfAJob) {
    titled("Public only");
    titled("Internal only", jobs::PublicationAudience::colleagues);
    const jobs::Job both = titled("Both, public");
    db->write(company, [&](db::Tx& tx) {
        const auto ad = jobs::add_ad(
            tx, admin, both.id, {.title = "Both, internal", .language = {}, .sections = {}, .location = {}});
        jobs::publish_ad(tx, admin, both.id, ad.id, jobs::PublicationAudience::colleagues);
    });

    EXPECT_THAT(titles(), ElementsAre("Both, public", "Public only"));
    EXPECT_THAT(titles("destination=INTERNAL"), ElementsAre("Both, internal", "Internal only"));
    EXPECT_THAT(titles("destination=INTERNAL_OR_PUBLIC"),
                ElementsAre("Both, internal", "Internal only", "Public only"));
}

TEST_P(PostingListing, IsASnapshotUntilTheAdIsPublishedAgain) {
    const jobs::Job job = titled("Cook");
    const auto change = [&](const std::string& city) {
        db->write(company, [&](db::Tx& tx) {
            jobs::change(tx, admin, job.id, [&](const jobs::Draft& before) {
                jobs::Draft draft = before;
                draft.location.city = city;
                return draft;
            });
        });
    };
    change("Boston");
    EXPECT_THAT(titles("city=boston"), IsEmpty());

    db->write(company,
              [&](db::Tx& tx) { jobs::publish(tx, admin, job.id, jobs::PublicationAudience::everyone); });

    EXPECT_THAT(titles("city=boston"), ElementsAre("Cook"));
    EXPECT_THAT(titles("city=atlanta"), IsEmpty());
}

TEST_P(PostingListing, HidesInternalAndEndedPostingsFromStrangers) {
    const jobs::Job internal = titled("Secret", jobs::PublicationAudience::colleagues);
    const jobs::Job ended = titled("Ended");
    db->write(company, [&](db::Tx& tx) { jobs::unpublish(tx, admin, ended.id); });

    db->read(company, [&](db::Snapshot& snapshot) {
        const std::string secret{find_of_ad(snapshot, internal.id, internal.default_ad)->id.text()};
        const std::string old{find_of_ad(snapshot, ended.id, ended.default_ad)->id.text()};
        EXPECT_EQ(visible_posting(snapshot, Visitor::employee, secret).title, "Secret");
        EXPECT_EQ(test::error_code([&] { visible_posting(snapshot, Visitor::stranger, secret); }),
                  "POSTING_NOT_FOUND");
        EXPECT_EQ(test::error_code([&] { visible_posting(snapshot, Visitor::employee, old); }),
                  "POSTING_NOT_FOUND");
        return 0;
    });
}

RUN_ON_EACH_DATABASE(PostingListing);

}  // namespace
}  // namespace callboard::postings
