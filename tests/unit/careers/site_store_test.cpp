#include "careers/site_store.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apply/forms.h"
#include "configuration/company_profile.h"
#include "jobs/publication.h"
#include "support/each_database.h"
#include "support/given.h"

namespace callboard::careers::store {
namespace {

using testing::SizeIs;

class Sites : public test::EachDatabase {
  protected:
    Site site() {
        return db->read(std::nullopt,
                        [](db::Snapshot& snapshot) { return find_site(snapshot, "acme").value(); });
    }
    JobId published(jobs::PublicationAudience audience = jobs::PublicationAudience::everyone) {
        const JobId job = given::job(*db, company, admin);
        db->write(company, [&](db::Tx& tx) { jobs::publish(tx, admin, job, audience); });
        return job;
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
};

TEST_P(Sites, HaveAnotherVersionAfterEachChange) {
    std::vector<std::string> versions{site().version};
    const auto is_new = [&] {
        clock.advance(std::chrono::milliseconds{5});
        const std::string now = site().version;
        const bool found = std::ranges::find(versions, now) != versions.end();
        versions.push_back(now);
        return !found;
    };

    const JobId job = published();
    EXPECT_TRUE(is_new());
    db->write(company, [&](db::Tx& tx) { jobs::unpublish(tx, admin, job); });
    EXPECT_TRUE(is_new());
    db->write(company, [&](db::Tx& tx) { configuration::set_logo(tx, admin, "GIF89a"); });
    EXPECT_TRUE(is_new());
    db->write(company, [&](db::Tx& tx) {
        configuration::change_company(tx, admin, [](configuration::CompanyProfile profile) {
            profile.website = "https://a.example";
            return profile;
        });
    });
    EXPECT_TRUE(is_new());
    db->write(company, [&](db::Tx& tx) { apply::set_company_form(tx, admin, apply::Form::example(), {}); });
    EXPECT_TRUE(is_new());
    EXPECT_FALSE(is_new());
}

TEST_P(Sites, ListPublicPostingsOnly) {
    published();
    published(jobs::PublicationAudience::colleagues);

    db->read(company, [](db::Snapshot& snapshot) {
        EXPECT_THAT(facets(snapshot, postings::Visitor::stranger), SizeIs(1));
        EXPECT_THAT(sitemap_lines(snapshot, 10), SizeIs(1));
        return 0;
    });
}

RUN_ON_EACH_DATABASE(Sites);

}  // namespace
}  // namespace callboard::careers::store
