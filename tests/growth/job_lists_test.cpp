// What lists of jobs and postings cost in larger companies, and beside them; the labels of job properties in
// a list of jobs; and words of titles.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "configuration/departments.h"
#include "configuration/job_property_values.h"
#include "jobs/listing.h"
#include "jobs/property_labels.h"
#include "postings/posting_list_store.h"
#include "support/given.h"
#include "support/numbered_jobs.h"
#include "support/query_cost.h"
#include "support/twelve_digits.h"

namespace callboard {
namespace {

using accounts::Actor;
using accounts::Role;
using jobs::ListRequest;
using jobs::Order;
using jobs::Status;
using postings::Destination;
using test::MeasuredWork;

// A company with many jobs and, of one other job, many postings. The oldest twenty have values that no other
// has.
class ManyJobs {
  public:
    ManyJobs(test::MeasuredDatabase& database, const std::string& identifier)
        : db_(database),
          name(identifier),
          company(given::company(*database, identifier)),
          administrator(given::user(*database, company)),
          rare_member(given::user(*database, company, Role::standard)),
          common_member(given::user(*database, company, Role::standard)),
          rare_department(department("rare")),
          common_department(department("common")),
          property(database->write(
              company,
              [&](db::Tx& tx) {
                  return configuration::add_job_property(tx, administrator, {.label = "Shift"}).id;
              })),
          posted_job(given::job(*database, company, administrator)) {}

    void fill(std::int64_t from, std::int64_t to) {
        const std::string changed = either(std::to_string(kLately), "n");
        insert(from, to,
               "job (company_id, id, kind, ref_number, status, posting, department_id, default_ad_id, "
               "creator_id, created_at, updated_at, last_activity_at, summary, place, details, ad_language, "
               "ad_sections, city)",
               id() +
                   ", 'JOB', 'many' || n, CASE WHEN n <= 20 THEN 'FILLED' WHEN n <= 40 THEN 'OFFER' ELSE " +
                   "'CREATED' END, " + either("'PUBLIC'", "'NOT_PUBLISHED'") + ", " +
                   either(quoted(rare_department), quoted(common_department)) + ", 'a', " +
                   quoted(administrator.id()) + ", n, " + changed + ", " + changed + ", '{}', '{}', '{}', " +
                   either("'fr'", "'en'") + ", '', " + value());
        insert(from, to, "job_word (company_id, job_id, word)", id() + ", " + value());
        insert(
            from, to, "job_member (company_id, job_id, user_id, role, added_at)",
            id() + ", " + either(quoted(rare_member.id()), quoted(common_member.id())) + ", 'RECRUITER', n");
        insert(from, to, "job_property_choice (company_id, job_id, property_id, choice, value_id)",
               id() + ", " + quoted(property) + ", '" + std::string{property.text()} + ":' || " + value() +
                   ", " + value());
    }
    void fill_postings(std::int64_t from, std::int64_t to) {
        insert(from, to,
               "job_ad (company_id, job_id, id, title, posting, creator_id, created_at, updated_at)",
               ad() + ", 'Cook', 'PUBLIC', " + quoted(administrator.id()) + ", n, n");
        insert(from, to,
               "posting (company_id, job_id, job_ad_id, id, uuid, kind, state, visibility, boards, title, "
               "slug, language, released_at, country, region, region_code, city, location_type, "
               "department_id, words)",
               ad() + ", '1' || " + test::twelve_digits("n") + ", " + id() + ", 'OTHER', 'ACTIVE', " +
                   either("'INTERNAL'", "'PUBLIC'") + ", 'NO', 'Cook', 'cook', 'en', n, 'us', '', '', " +
                   value() + ", 'ONSITE', '', ' cook'");
        insert(from, to, "posting_content (company_id, job_id, job_ad_id, content, sections)",
               ad() + ", '{}', '{}'");
    }

    static constexpr std::int64_t kLately = 1'000'000'000'000;

  private:
    void insert(std::int64_t from, std::int64_t to, const std::string& table, const std::string& columns) {
        db_.run("INSERT INTO " + table + " WITH RECURSIVE numbers (n) AS (SELECT CAST(" +
                std::to_string(from) + " AS BIGINT) UNION ALL SELECT n + 1 FROM numbers WHERE n < " +
                std::to_string(to) + ") SELECT '" + std::string{company.text()} + "', " + columns +
                " FROM numbers");
    }
    DepartmentId department(const std::string& label) {
        return db_->write(company, [&](db::Tx& tx) {
            return configuration::add_department(tx, administrator, label, std::nullopt, std::nullopt).id;
        });
    }
    static std::string id() { return "'00000000-0000-7000-8000-' || " + test::twelve_digits("n"); }
    std::string ad() const { return quoted(posted_job) + ", " + id(); }
    static std::string value() { return either("'rare'", "'common'"); }
    static std::string either(const std::string& oldest, const std::string& others) {
        return "(CASE WHEN n <= 20 THEN " + oldest + " ELSE " + others + " END)";
    }
    template <class AnyId>
    static std::string quoted(const AnyId& id) {
        return "'" + std::string{id.text()} + "'";
    }

    test::MeasuredDatabase& db_;

  public:
    const std::string name;
    const CompanyId company;
    const Actor administrator;
    const Actor rare_member;
    const Actor common_member;
    const DepartmentId rare_department;
    const DepartmentId common_department;
    const JobPropertyId property;
    const JobId posted_job;
};

// More than the ten thousand that are always counted.
constexpr std::int64_t kSize = 11'000;
// More than the thousand that are sorted: with fewer, PostgreSQL chooses between reading all of them and a
// scan by id, by what it knows of all companies together.
constexpr std::int64_t kSizeBeside = 2'000;

class JobListGrowth : public test::Growth {
  protected:
    void add_works(std::vector<MeasuredWork>& works, const ManyJobs& of) {
        const auto add = [&](const std::string& name, const ListRequest& request, const Actor& reader) {
            works.push_back({of.name + ": jobs, " + name, [this, &of, &reader, request] {
                                 db->read(of.company, [&](db::Snapshot& snapshot) {
                                     return jobs::list(snapshot, reader, request).total;
                                 });
                             }});
        };
        const Actor& all = of.administrator;
        add("everything", {}, all);
        add("oldest first", {.order = Order::oldest_first}, all);
        add("a page by offset", {.offset = 400}, all);
        for (const std::string value : {"rare", "common"}) {
            add("a " + value + " city", {.cities = {value}}, all);
            add("a " + value + " department", {.departments = {value}}, all);
            add("a " + value + " word", {.text = value}, all);
            add("a " + value + " property", {.properties = {std::string{of.property.text()} + ":" + value}},
                all);
        }
        add("a small team", {.team = {of.rare_member.id()}}, all);
        add("a rare status", {.statuses = {Status::filled}}, all);
        add("a common status", {.statuses = {Status::created}}, all);
        add("two statuses", {.statuses = {Status::created, Status::offer}}, all);
        add("two rare statuses", {.statuses = {Status::filled, Status::offer}}, all);
        add("two cities", {.cities = {"rare", "common"}}, all);
        add("a rare language", {.language = "fr"}, all);
        add("a common language", {.language = "en"}, all);
        add("published", {.posting = jobs::Posting::everyone}, all);
        add("updated lately", {.updated_after = Timestamp{ManyJobs::kLately - 1}}, all);
        add("active lately", {.active_after = Timestamp{ManyJobs::kLately - 1}}, all);
        add("updated long ago", {.updated_after = Timestamp{100}}, all);
        add("the jobs of a member", {}, of.rare_member);
        // All of a member's jobs are counted. In a small company, PostgreSQL chooses how by what it knows of
        // all companies.
        if (of.name == "growing" || !db.database().postgres) {
            add("a large team", {.team = {of.common_member.id()}}, all);
            add("the many jobs of a member", {}, of.common_member);
        }
    }

    // The pages alone: the postings are counted completely when they have changed.
    void add_postings(std::vector<MeasuredWork>& works, const ManyJobs& of) {
        const auto add = [&](const std::string& name, const postings::ListRequest& request) {
            works.push_back({of.name + ": postings, " + name, [this, &of, request] {
                                 const postings::store::Selection selection{.asked = request,
                                                                            .words = {},
                                                                            .region = {},
                                                                            .city = request.city.value_or(""),
                                                                            .country = {},
                                                                            .languages = {}};
                                 const auto page = db->read(of.company, [&](db::Snapshot& snapshot) {
                                     return postings::store::page(snapshot, selection);
                                 });
                                 EXPECT_EQ(page.size(), 10U);
                             }});
        };
        add("public ones", {.limit = 10});
        add("a page by offset", {.limit = 10, .offset = 400});
        add("internal ones", {.limit = 10, .destination = Destination::internal});
        add("a common city", {.limit = 10, .city = "common"});
    }
    static void fill(ManyJobs& company, std::int64_t from, std::int64_t to) {
        company.fill(from, to);
        company.fill_postings(from, to);
    }

    // Each with a value that no other job has.
    void add_jobs(int count) {
        for (int i = 0; i < count; ++i) {
            const std::string value = "value" + std::to_string(++jobs_);
            db->write(company, [&](db::Tx& tx) {
                configuration::add_property_value(tx, admin, shift, {.id = value, .label = value});
                configuration::translate_property_value(tx, admin, shift, value,
                                                        {{.language = "fr", .label = "fr " + value}});
            });
            auto draft = given::draft();
            draft.properties = {{.property = std::string{shift.text()}, .value = value, .text = {}}};
            given::job(*db, company, admin, draft);
        }
    }
    void read() {
        db->read(company, [&](db::Snapshot& snapshot) {
            jobs::ListRequest request;
            request.limit = 100;
            auto page = jobs::list(snapshot, admin, request);
            jobs::translate_properties(snapshot, page.jobs, "fr");
            EXPECT_TRUE(page.jobs.front().summary.contains("fr value"));
        });
    }
    // The fewest of several times: on another connection of the pool, statements are prepared.
    std::int64_t statements() {
        std::int64_t fewest = std::numeric_limits<std::int64_t>::max();
        for (int i = 0; i < 5; ++i) fewest = std::min(fewest, db.statements_of([&] { read(); }));
        return fewest;
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const JobPropertyId shift = db->write(company, [&](db::Tx& tx) {
        return configuration::add_job_property(tx, admin, {.label = "Shift"}).id;
    });

  private:
    int jobs_ = 0;
};

TEST_P(JobListGrowth, APageCostsTheSameInALargerCompanyAndBesideIt) {
    ManyJobs growing{db, "growing"};
    ManyJobs beside{db, "beside"};
    fill(beside, 1, kSizeBeside);
    fill(growing, 1, kSize);
    std::vector<MeasuredWork> works;
    for (const ManyJobs* const each : {&growing, &beside}) {
        add_works(works, *each);
        add_postings(works, *each);
    }
    expect_flat(works, [&] { fill(growing, kSize + 1, 4 * kSize); });
}

// The translations are recorded as renamings, so both kinds of labels are read.
TEST_P(JobListGrowth, LabelsOfPropertiesAreReadForAllJobsAtOnce) {
    add_jobs(2);
    read();
    const std::int64_t few = statements();
    add_jobs(28);
    read();

    EXPECT_EQ(statements(), few);
}

RUN_ON_EACH_DATABASE(JobListGrowth);

class JobWordGrowth : public test::Growth {
  protected:
    void fill(std::int64_t from, std::int64_t to) {
        jobs.add(from, to);
        jobs.add_word("most", from, to, 1);
        jobs.add_word("many", from, to, 10, 1);
        for (std::int64_t rest = 2; rest < 10; ++rest) jobs.add_word("many", from, to, 10, rest);
        if (from == 1) jobs.add_word("rare", 1, 20, 1);
    }
    test::MeasuredWork search(const std::string& words) {
        return {words, [this, words] {
                    db->read(company, [&](db::Snapshot& snapshot) {
                        return jobs::list(snapshot, admin, {.text = words}).total;
                    });
                }};
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    test::NumberedJobs jobs{*db, company, admin};
};

// More jobs than the ten thousand that are always counted have all of the common words, and more than are
// collected have each.
TEST_P(JobWordGrowth, SeveralWordsCostTheSameInALargerCompany) {
    constexpr std::int64_t kJobs = 26'000;
    fill(1, kJobs);
    expect_flat({search("most many"), search("rare most"), search("many rare most"), search("most absent")},
                [&] { fill(kJobs + 1, 4 * kJobs); });
}

RUN_ON_EACH_DATABASE(JobWordGrowth);

}  // namespace
}  // namespace callboard
