// What reports and Analytics show of candidate properties, and to whom.
#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analytics/feeds.h"
#include "base/encoding.h"
#include "candidates/properties.h"
#include "candidates/registration.h"
#include "configuration/candidate_property_changes.h"
#include "configuration/offer_properties.h"
#include "offers/offers.h"
#include "reports/areas.h"
#include "support/each_database.h"
#include "support/given.h"

namespace callboard {
namespace {

using accounts::Actor;
using accounts::Role;
using reports::Condition;
using reports::OneOf;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;
using Texts = std::vector<std::string>;

constexpr db::Sql kAddGroup{"test_add_group", R"sql(
    INSERT INTO access_group (company_id, id, name, name_key, created_at)
    VALUES ($1, '000000000000000000000001', 'Few', 'few', 0))sql"};
constexpr db::Sql kGiveToGroup{"test_give_to_group", R"sql(
    INSERT INTO job_access_group (company_id, job_id, access_group_id)
    VALUES ($1, $2, '000000000000000000000001'))sql"};

class PropertiesInReports : public test::EachDatabase {
  protected:
    JobId given_job(const Actor& creator) {
        clock.advance(std::chrono::milliseconds{1});
        return given::job(*db, company, creator);
    }
    static candidates::Draft mary(const std::string& email = "mary@example.com") {
        return {.profile = {.first_name = {"Mary"}, .last_name = {"Jackson"}, .email = {email}}};
    }
    CandidateId apply(const JobId& to, const std::string& email = "mary@example.com") {
        clock.advance(std::chrono::milliseconds{1});
        return db->write(
            company, [&](db::Tx& tx) { return candidates::register_for_job(tx, admin, to, mary(email)); });
    }
    // Returns the key.
    std::string given_text_property(const std::string& label) {
        clock.advance(std::chrono::milliseconds{1});
        return db->write(company, [&](db::Tx& tx) {
            return configuration::add_candidate_property(tx, admin,
                                                         {{.label = label, .audience = {}, .contexts = {}},
                                                          std::nullopt,
                                                          configuration::PropertyType::text,
                                                          {}})
                .key;
        });
    }
    CandidateId given_in_pool() {
        return db->write(company,
                         [&](db::Tx& tx) { return candidates::register_in_pool(tx, admin, mary()); });
    }
    void set(const CandidateId& candidate, const std::optional<JobId>& of, const std::string& property,
             const std::string& value) {
        db->write(company, [&](db::Tx& tx) {
            candidates::set_properties(tx, admin, candidate, of, {{.property = property, .value = value}});
        });
    }
    // The column of each row, "-" where it has no value; the same whether the rows are read in ranges or not.
    Texts column(const Actor& reader, const reports::Table& table, std::string_view id,
                 const std::vector<Condition>& conditions) {
        const auto* const found = &*std::ranges::find(table.columns, id, &reports::Column::id);
        const auto read = [&](std::optional<std::int64_t> range_rows) {
            Texts texts;
            reports::read_rows(*db, company, reader, {table, {found}, conditions, range_rows}, {},
                               [&](std::span<const reports::Cell> row) {
                                   texts.emplace_back(row[0].is_absent ? "-" : row[0].text);
                               });
            return texts;
        };
        Texts whole = read(std::nullopt);
        EXPECT_EQ(read(1), whole) << "in ranges";
        EXPECT_EQ(reports::count_rows(*db, company, reader, {table, {found}, conditions}, {}),
                  std::ssize(whole));
        return whole;
    }
    Texts column(const Actor& reader, std::string_view area, std::string_view id = "properties",
                 const std::vector<Condition>& conditions = {}) {
        return column(reader, reports::area_called(area)->table, id, conditions);
    }
    Texts analytics(const Actor& reader) {
        return column(reader, analytics::table_of(analytics::Feed::applications), "candidateProperties", {});
    }

    const CompanyId company = given::company(*db);
    const Actor admin = given::user(*db, company);
    const Actor extended = given::user(*db, company, Role::extended);
    const Actor standard = given::user(*db, company, Role::standard);
};

TEST_P(PropertiesInReports, OfAMultiSelectHaveTheLabelsOfAllItsValues) {
    const JobId job = given_job(admin);
    const CandidateId candidate = apply(job);
    db->write(company, [&](db::Tx& tx) {
        configuration::add_candidate_property(
            tx, admin,
            {{.label = "Shifts", .audience = {}, .contexts = {}},
             std::nullopt,
             configuration::PropertyType::multi_select,
             {{.id = "early", .label = "Early"}, {.id = "night", .label = "Night"}}});
    });
    set(candidate, job, "shifts", R"(["night","early"])");

    EXPECT_THAT(column(admin, "APPLICATION"), ElementsAre("Shifts: Night, Early"));
    EXPECT_THAT(analytics(admin), ElementsAre("Shifts: Night, Early"));
    EXPECT_THAT(column(admin, "CANDIDATE_PROPERTY", "value"), ElementsAre("Night, Early"));
    EXPECT_THAT(column(admin, "CANDIDATE_PROPERTY", "valueId"), ElementsAre("-"));
    EXPECT_THAT(column(admin, "CANDIDATE_PROPERTY", "propertyType"), ElementsAre("MULTI_SELECT"));
}

TEST_P(PropertiesInReports, AreListedWithTheirLabels) {
    const JobId job = given_job(admin);
    const CandidateId candidate = apply(job);
    ASSERT_THAT(column(admin, "APPLICATION"), ElementsAre("-"));
    set(candidate, job, "noticePeriod", R"("one-month")");
    set(candidate, job, "expectedSalary", R"({"code":"USD","value":50000.5})");
    set(candidate, job, "willingToRelocate", "true");
    set(candidate, job, "employeeNumber", R"("7 \"of\" nine\\")");
    set(candidate, job, "yearsOfExperience", "12");
    const std::string listed =
        "Willing to relocate: true, Years of experience: 12, Expected salary: 50000.5 USD, "
        R"(Notice period: One month, Employee number: 7 "of" nine\)";

    EXPECT_THAT(column(admin, "APPLICATION"), ElementsAre(listed));
    EXPECT_THAT(column(admin, "CANDIDATE"), ElementsAre(listed));
    EXPECT_THAT(analytics(admin), ElementsAre(listed));
    EXPECT_THAT(column(admin, "CANDIDATE_PROPERTY", "value"),
                ElementsAre("true", "12", "50000.5 USD", "One month", R"(7 "of" nine\)"));
    EXPECT_THAT(column(admin, "CANDIDATE_PROPERTY", "valueId"), ElementsAre("-", "-", "-", "one-month", "-"));
}

TEST_P(PropertiesInReports, OfOffersAreListedWithTheirLabels) {
    using configuration::OfferPropertyType;
    const JobId job = given_job(standard);
    const CandidateId candidate = apply(job);
    db->write(company, [&](db::Tx& tx) {
        configuration::add_offer_property(
            tx, admin, "parking",
            {.category = "OTHER", .label = "Parking \"lot\"", .type = OfferPropertyType::text});
        offers::create_offer(tx, admin, candidate, job,
                             {{"parking", "A, 7"}, {"salary", "52000 USD"}, {"remarks", ""}, {"bonus", "5"}});
    });

    const Texts all{R"(Salary: 52000 USD, Yearly bonus: 5, Parking "lot": A, 7)"};
    EXPECT_EQ(column(admin, "OFFER"), all);
    EXPECT_EQ(column(standard, "OFFER"), all);
    EXPECT_THAT(column(given::user(*db, company, Role::standard), "OFFER"), IsEmpty());
    EXPECT_FALSE(reports::can_filter(*reports::column_called(*reports::area_called("OFFER"), "properties")));

    db->write(company, [&](db::Tx& tx) {
        configuration::archive_offer_property(tx, admin, "salary");
        configuration::archive_offer_property(tx, admin, "bonus");
        configuration::replace_offer_property(
            tx, admin, "parking", {.category = "OTHER", .label = "Car park", .type = OfferPropertyType::text},
            {});
    });
    EXPECT_THAT(column(admin, "OFFER"), ElementsAre("Car park: A, 7"));
    EXPECT_THAT(column(admin, "OFFER", "salary"), ElementsAre("52000 USD"));
}

TEST_P(PropertiesInReports, HaveAnAreaWithFilters) {
    const JobId job = given_job(admin);
    const CandidateId candidate = apply(job);
    set(candidate, job, "noticePeriod", R"("one-month")");
    set(candidate, job, "workplace", R"("office")");
    const reports::Area& area = *reports::area_called("CANDIDATE_PROPERTY");
    const auto only = [&](std::string_view id, const std::string& value) {
        return std::vector{Condition{reports::column_called(area, id), OneOf{{value}}}};
    };

    EXPECT_THAT(column(admin, area.id, "value", only("property", "Workplace")), ElementsAre("Office"));
    EXPECT_THAT(column(admin, area.id, "value", only("propertyKey", "noticePeriod")),
                ElementsAre("One month"));
    EXPECT_THAT(column(admin, area.id, "property", only("valueId", "office")), ElementsAre("Workplace"));
    EXPECT_THAT(column(admin, area.id, "candidateId"), ElementsAre(candidate.text(), candidate.text()));
    EXPECT_THAT(column(admin, area.id, "jobId"), ElementsAre(job.text(), job.text()));
    EXPECT_FALSE(reports::can_filter(*reports::column_called(area, "value")));
}

TEST_P(PropertiesInReports, ForFewAreNotForOthers) {
    const JobId job = given_job(standard);
    const CandidateId candidate = apply(job);
    set(candidate, job, "targetBonus", "10");

    for (const Actor& reader : {admin, extended}) {
        EXPECT_THAT(column(reader, "APPLICATION"), ElementsAre("Target bonus: 10"));
        EXPECT_THAT(column(reader, "CANDIDATE"), ElementsAre("Target bonus: 10"));
        EXPECT_THAT(column(reader, "CANDIDATE_PROPERTY", "value"), ElementsAre("10"));
        EXPECT_THAT(analytics(reader), ElementsAre("Target bonus: 10"));
    }
    EXPECT_THAT(column(standard, "APPLICATION"), ElementsAre("-"));
    EXPECT_THAT(column(standard, "CANDIDATE"), ElementsAre("-"));
    EXPECT_THAT(column(standard, "CANDIDATE_PROPERTY", "value"), IsEmpty());
    EXPECT_THAT(analytics(standard), ElementsAre("-"));

    set(candidate, job, "yearsOfExperience", "3");
    EXPECT_THAT(column(standard, "APPLICATION"), ElementsAre("Years of experience: 3"));
    EXPECT_THAT(column(standard, "CANDIDATE"), ElementsAre("Years of experience: 3"));
    EXPECT_THAT(column(standard, "CANDIDATE_PROPERTY", "value"), ElementsAre("3"));
    EXPECT_THAT(analytics(standard), ElementsAre("Years of experience: 3"));
}

TEST_P(PropertiesInReports, AreThoseOfApplicationsThatTheReaderSees) {
    const JobId open = given_job(standard);
    const JobId secret = given_job(admin);
    db->write(company, [&](db::Tx& tx) {
        tx.execute(kAddGroup, {});
        tx.execute(kGiveToGroup, {secret});
    });
    const CandidateId candidate = apply(open);
    apply(secret);
    set(candidate, open, "yearsOfExperience", "1");
    set(candidate, secret, "yearsOfExperience", "2");

    EXPECT_THAT(column(admin, "CANDIDATE"), ElementsAre("Years of experience: 2"));
    EXPECT_THAT(column(admin, "APPLICATION"),
                UnorderedElementsAre("Years of experience: 1", "Years of experience: 2"));
    EXPECT_THAT(column(admin, "CANDIDATE_PROPERTY", "value"), UnorderedElementsAre("1", "2"));
    for (const Actor& reader : {extended, standard}) {
        EXPECT_THAT(column(reader, "CANDIDATE"), ElementsAre("Years of experience: 1"));
        EXPECT_THAT(column(reader, "APPLICATION"), ElementsAre("Years of experience: 1"));
        EXPECT_THAT(column(reader, "CANDIDATE_PROPERTY", "value"), ElementsAre("1"));
        EXPECT_THAT(analytics(reader), ElementsAre("Years of experience: 1"));
    }
}

TEST_P(PropertiesInReports, AreThoseOfThePrimaryApplication) {
    const JobId first = given_job(admin);
    const JobId second = given_job(admin);
    const CandidateId candidate = apply(first);
    apply(second);
    set(candidate, second, "yearsOfExperience", "2");
    set(candidate, first, "yearsOfExperience", "1");

    const auto shown = db->read(company, [&](db::Snapshot& snapshot) {
        return candidates::properties(snapshot, admin, candidate, std::nullopt).at(1).value.value();
    });

    EXPECT_EQ(shown, "1");
    EXPECT_THAT(column(admin, "CANDIDATE"), ElementsAre("Years of experience: 1"));
}

TEST_P(PropertiesInReports, OfACandidateItselfCountUntilThereIsAnApplication) {
    const CandidateId candidate = given_in_pool();
    set(candidate, std::nullopt, "yearsOfExperience", "9");
    for (const Actor& reader : {admin, extended}) {
        EXPECT_THAT(column(reader, "CANDIDATE"), ElementsAre("Years of experience: 9"));
        EXPECT_THAT(column(reader, "CANDIDATE_PROPERTY", "value"), ElementsAre("9"));
        EXPECT_THAT(column(reader, "CANDIDATE_PROPERTY", "jobId"), ElementsAre("-"));
    }
    EXPECT_THAT(column(standard, "CANDIDATE_PROPERTY", "value"), IsEmpty());

    apply(given_job(standard));

    for (const Actor& reader : {admin, extended, standard}) {
        EXPECT_THAT(column(reader, "CANDIDATE"), ElementsAre("-"));
        EXPECT_THAT(column(reader, "CANDIDATE_PROPERTY", "value"), IsEmpty());
    }
}

TEST_P(PropertiesInReports, AreThoseThatTheCompanyHasNow) {
    const JobId job = given_job(admin);
    const CandidateId candidate = apply(job);
    set(candidate, job, "noticePeriod", R"("none")");
    set(candidate, job, "yearsOfExperience", "9");

    db->write(company, [&](db::Tx& tx) {
        configuration::archive_property_value(tx, admin, "noticePeriod", "none");
        configuration::archive_candidate_property(tx, admin, "yearsOfExperience");
    });

    EXPECT_THAT(column(admin, "APPLICATION"), ElementsAre("Notice period: None"));
    EXPECT_THAT(column(admin, "CANDIDATE"), ElementsAre("Notice period: None"));
    EXPECT_THAT(column(admin, "CANDIDATE_PROPERTY", "value"), ElementsAre("None"));
}

TEST_P(PropertiesInReports, AreListedUpToTheLimitOfACell) {
    const JobId job = given_job(admin);
    const CandidateId candidate = apply(job);
    std::string text;
    for (int i = 0; i < 10'000; ++i) text += "ü";
    std::string whole;
    for (const std::string label : {"A", "B", "C", "D"}) {
        set(candidate, job, given_text_property(label), '"' + text + '"');
        whole += (whole.empty() ? "" : ", ") + label + ": " + text;
    }

    for (const Texts& texts : {column(admin, "APPLICATION"), column(admin, "CANDIDATE"), analytics(admin)}) {
        ASSERT_EQ(texts.size(), 1U);
        EXPECT_EQ(count_characters(texts[0]), 32'767U);
        EXPECT_TRUE(whole.starts_with(texts[0]));
    }
    EXPECT_THAT(column(admin, "CANDIDATE_PROPERTY", "value"), ElementsAre(text, text, text, text));
}

// A range is kept in memory: a value that is changed while the first one is visited is shown as it is then.
TEST_P(PropertiesInReports, AreReadInSmallRanges) {
    const JobId job = given_job(admin);
    std::optional<CandidateId> last;
    for (int i = 0; i <= 200; ++i) last = apply(job, "mary" + std::to_string(i) + "@example.com");
    int years = 0;

    for (const auto* const area : {"APPLICATION", "CANDIDATE"}) {
        const reports::Area& of = *reports::area_called(area);
        set(*last, job, "yearsOfExperience", std::to_string(++years));
        Texts texts;
        reports::read_rows(*db, company, admin, {of.table, {reports::column_called(of, "properties")}, {}},
                           {}, [&](std::span<const reports::Cell> row) {
                               if (texts.empty())
                                   set(*last, job, "yearsOfExperience", std::to_string(++years));
                               texts.emplace_back(row[0].text);
                           });

        ASSERT_EQ(texts.size(), 201U) << area;
        EXPECT_EQ(texts.back(), "Years of experience: " + std::to_string(years)) << area;
    }
}

RUN_ON_EACH_DATABASE(PropertiesInReports);

}  // namespace
}  // namespace callboard
