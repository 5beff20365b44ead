#include "configuration/company_profile.h"

#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/each_database.h"
#include "support/error_code.h"
#include "support/given.h"

namespace callboard {
namespace {

using configuration::CompanyDetails;
using configuration::CompanyProfile;
using test::error_code;
using testing::ElementsAre;

class CompanyProfiles : public test::EachDatabase {
  protected:
    CompanyDetails change(const CompanyProfile& profile, const ExpectedVersion& expected = {}) {
        return db->write(company, [&](db::Tx& tx) {
            return configuration::change_company(
                tx, admin, [&](const CompanyProfile&) { return profile; }, expected);
        });
    }
    CompanyDetails seen() { return db->read(company, configuration::company_details); }
    void set_logo(std::string_view bytes) {
        db->write(company, [&](db::Tx& tx) { configuration::set_logo(tx, admin, bytes); });
    }
    auto logo() { return db->read(company, configuration::company_logo); }

    const CompanyId company = given::company(*db, "acme");
    const accounts::Actor admin = given::user(*db, company);
    const CompanyProfile kitchens{.website = "https://kitchens.example",
                                  .industry = "restaurants",
                                  .location = {.country_code = "US", .city = " Atlanta ", .address = ""}};
};

TEST_P(CompanyProfiles, AreEmptyAtFirst) {
    EXPECT_EQ(seen().company.identifier, "acme");
    EXPECT_EQ(seen().profile, CompanyProfile{});
    EXPECT_EQ(seen().version, 0);
    EXPECT_FALSE(seen().has_logo);
}

TEST_P(CompanyProfiles, AreChangedAndARepetitionChangesNothing) {
    change(kitchens);
    const CompanyDetails again = change(kitchens);

    EXPECT_EQ(again.version, 1);
    EXPECT_EQ(seen().profile.location.country_code, "us");
    EXPECT_EQ(seen().profile.location.city, "Atlanta");
    EXPECT_EQ(seen().profile.location.address, std::nullopt);
    EXPECT_THAT(given::audit_names(*db, company), ElementsAre("COMPANY_UPDATED"));
}

TEST_P(CompanyProfiles, AreNotOverwrittenByWhoSawAnOlderVersion) {
    const ExpectedVersion first = expected_version(version_tag(0));
    change(kitchens, first);

    EXPECT_EQ(error_code([&] { change({}, first); }), "PRECONDITION_FAILED");
    EXPECT_EQ(seen().profile.website, "https://kitchens.example");
}

// Every transaction adds to what the one before has committed.
TEST_P(CompanyProfiles, AreEditedOneAfterTheOther) {
    constexpr int kEditors = 8;
    {
        std::vector<std::jthread> editors;
        for (int i = 0; i < kEditors; ++i)
            editors.emplace_back([&] {
                db->write(company, [&](db::Tx& tx) {
                    configuration::change_company(tx, admin, [](CompanyProfile profile) {
                        profile.location.address = profile.location.address.value_or("") + "x";
                        return profile;
                    });
                });
            });
    }

    EXPECT_EQ(seen().profile.location.address, std::string(kEditors, 'x'));
    EXPECT_EQ(seen().version, kEditors);
}

TEST_P(CompanyProfiles, RefuseWhatDoesNotExistOrIsNoWebsite) {
    const auto code = [&](const CompanyProfile& profile) { return error_code([&] { change(profile); }); };

    for (const char* const url : {"javascript:alert(1)", "kitchens.example", "https://", "https:///x",
                                  "http://a b", "http://a\"b", "ftp://a"})
        EXPECT_EQ(code({.website = url, .industry = {}, .location = {}}), "INVALID_WEBSITE") << url;
    EXPECT_EQ(code({.website = {}, .industry = "nothing", .location = {}}), "INDUSTRY_NOT_FOUND");
    EXPECT_EQ(code({.website = {}, .industry = {}, .location = {.country_code = "zz"}}), "COUNTRY_NOT_FOUND");
    EXPECT_EQ(seen().version, 0);
}

TEST_P(CompanyProfiles, HaveALogo) {
    EXPECT_FALSE(logo());
    EXPECT_EQ(error_code([&] { set_logo("<svg onload='alert(1)'/>"); }), "INVALID_FILE");

    set_logo("GIF89a\xff");

    EXPECT_TRUE(seen().has_logo);
    EXPECT_EQ(logo().value().bytes, "GIF89a\xff");
    db->write(company, [&](db::Tx& tx) {
        configuration::remove_logo(tx, admin);
        configuration::remove_logo(tx, admin);
    });
    EXPECT_FALSE(logo());
    EXPECT_THAT(given::audit_names(*db, company),
                ElementsAre("COMPANY_LOGO_CHANGED", "COMPANY_LOGO_CHANGED"));
}

TEST_P(CompanyProfiles, AreChangedByAdministratorsOnly) {
    const accounts::Actor extended = given::user(*db, company, accounts::Role::extended);
    const auto code = [&](auto work) { return error_code([&] { db->write(company, work); }); };

    EXPECT_EQ(code([&](db::Tx& tx) {
                  configuration::change_company(tx, extended,
                                                [&](const CompanyProfile&) { return kitchens; });
              }),
              "PERMISSION_DENIED");
    EXPECT_EQ(code([&](db::Tx& tx) { configuration::set_logo(tx, extended, "GIF89a"); }),
              "PERMISSION_DENIED");
    EXPECT_EQ(code([&](db::Tx& tx) { configuration::remove_logo(tx, extended); }), "PERMISSION_DENIED");
    EXPECT_FALSE(seen().has_logo);
}

RUN_ON_EACH_DATABASE(CompanyProfiles);

}  // namespace
}  // namespace callboard
