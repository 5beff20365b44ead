#include "careers/careers_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "careers/site_store.h"
#include "support/each_database.h"
#include "support/error_code.h"
#include "support/given.h"

namespace callboard::careers {
namespace {

using test::error_code;
using testing::Contains;
using testing::ElementsAre;

class CareersPages : public test::EachDatabase {
  protected:
    VersionedPage read(const accounts::Actor& who) {
        return db->read(company, [&](db::Snapshot& snapshot) { return careers_page(snapshot, who); });
    }
    VersionedPage set(const CareersPage& page, const ExpectedVersion& expected = {}) {
        return db->write(company, [&](db::Tx& tx) { return set_careers_page(tx, admin, page, expected); });
    }
    std::string version() {
        return db->read(std::nullopt,
                        [](db::Snapshot& snapshot) { return store::find_site(snapshot, "ACME")->version; });
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const accounts::Actor recruiter = given::user(*db, company, accounts::Role::standard);
};

TEST(PrivacyPolicies, OfFormsWithoutOneAreThatOfTheCareersPage) {
    const auto policy_of = [](const apply::Form& form, const CareersPage& page) -> std::string {
        const auto all = with_privacy_policy(form, page, "Acme").privacy_policies;
        return all && all->size() == 1 ? all->front().url + " " + all->front().org_name : "";
    };
    CareersPage page;
    apply::Form form;
    EXPECT_EQ(policy_of(form, page), "");
    page.privacy_url = "https://acme.example";
    EXPECT_EQ(policy_of(form, page), "https://acme.example Acme");
    page.name = "Acme Kitchens";
    form.privacy_policies.emplace();
    EXPECT_EQ(policy_of(form, page), "https://acme.example Acme Kitchens");
    form.privacy_policies = {{.url = "https://own.example", .org_name = "Own"}};
    EXPECT_EQ(policy_of(form, page), "https://own.example Own");
}

TEST_P(CareersPages, AreEmptyAtFirst) {
    const VersionedPage found = read(admin);

    EXPECT_EQ(found.version, 0);
    EXPECT_FALSE(found.page.headline);
}

TEST_P(CareersPages, AreReplaced) {
    const std::string before = version();
    EXPECT_EQ(set(CareersPage::example()).version, 1);

    const VersionedPage found = read(recruiter);
    EXPECT_EQ(found.version, 1);
    EXPECT_EQ(found.page.headline, "Cook with us");
    EXPECT_EQ(found.page.introduction->text(), "<p>We run twelve kitchens by the sea.</p>");
    EXPECT_NE(version(), before);
    EXPECT_THAT(given::audit_names(*db, company), Contains("CAREERS_PAGE_CHANGED").Times(1));
}

TEST_P(CareersPages, ThatAreTheSameAreNoChange) {
    set(CareersPage::example());
    const std::string before = version();

    EXPECT_EQ(set(CareersPage::example()).version, 1);
    EXPECT_EQ(version(), before);
    EXPECT_THAT(given::audit_names(*db, company), Contains("CAREERS_PAGE_CHANGED").Times(1));
}

TEST_P(CareersPages, OfAnOlderVersionAreNotOverwritten) {
    set(CareersPage::example());

    EXPECT_EQ(error_code([&] { set({}, {.versions = {{0}}}); }), "PRECONDITION_FAILED");
    EXPECT_EQ(set({}, {.versions = {{1}}}).version, 2);
}

TEST_P(CareersPages, AreChangedByAdministratorsOnly) {
    EXPECT_EQ(
        error_code([&] { db->write(company, [&](db::Tx& tx) { set_careers_page(tx, recruiter, {}, {}); }); }),
        "PERMISSION_DENIED");
}

TEST_P(CareersPages, OfOthersAreNotFound) {
    EXPECT_FALSE(db->read(std::nullopt, [](db::Snapshot& snapshot) {
        return store::find_site(snapshot, "nobody").has_value();
    }));
}

RUN_ON_EACH_DATABASE(CareersPages);

std::vector<std::string> faults_of(const CareersPage& page) {
    std::vector<std::string> paths;
    try {
        require_valid(page);
    } catch (const Error& error) {
        for (const Fault& fault : error.faults) paths.push_back(fault.path);
    }
    return paths;
}

TEST(CareersPageRules, NameEveryFault) {
    CareersPage page;
    page.accent_color = "#12345g";
    page.header_color = "javascr";
    page.imprint_url = "javascript:alert(1)";
    page.privacy_url = "mailto:a@example.com";
    const auto translation = [](const char* language) {
        return CareersTranslation{
            .language = language, .headline = {}, .introduction = {}, .confirmation = {}};
    };
    page.translations = std::vector{translation("de"), translation("tlh"), translation("de")};

    EXPECT_THAT(faults_of(page), ElementsAre("/accentColor", "/headerColor", "/imprintUrl", "/privacyUrl",
                                             "/translations/1/language", "/translations/2/language"));
    EXPECT_THAT(faults_of(CareersPage::example()), ElementsAre());
}

TEST(CareersPageTexts, AreTranslated) {
    const CareersPage page = CareersPage::example();

    EXPECT_EQ(texts_in(page, {"de"}).headline, "Kochen Sie mit uns");
    EXPECT_EQ(texts_in(page, {"de"}).headline_language, "de");
    EXPECT_EQ(texts_in(page, {"de-AT"}).headline, "Kochen Sie mit uns");
    EXPECT_EQ(texts_in(page, {"ja", "de", "en"}).headline, "Kochen Sie mit uns");
    EXPECT_EQ(texts_in(page, {"fr"}).headline, "Cook with us");
    EXPECT_EQ(texts_in(page, {"fr"}).headline_language, "");
    EXPECT_EQ(texts_in(page, {"de"}).confirmation, "We answer within a week.");
}

}  // namespace
}  // namespace callboard::careers
