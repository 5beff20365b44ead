#include "reports/report_store.h"

#include <chrono>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/each_database.h"
#include "support/given.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using reports::Format;
using reports::Report;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class ReportStore : public test::EachDatabase {
  protected:
    Report given_report(std::optional<Timestamp> next_run = std::nullopt) {
        return db->write(company, [&](db::Tx& tx) {
            const reports::Area& area = *reports::area_called("JOB");
            Report made = reports::built_in(company, tx.now, area);
            made.id = tx.new_id<ReportId>();
            made.name = "Ours";
            made.creator = made.modifier = admin.id();
            made.next_run_at = next_run;
            reports::store::insert(tx, made);
            return made;
        });
    }
    std::optional<Report> find(const ReportId& id) {
        return db->read(company, [&](db::Snapshot& snapshot) { return reports::store::find(snapshot, id); });
    }
    std::vector<ReportId> due(std::int64_t most = 10) {
        return db->read(std::nullopt, [&](db::Snapshot& snapshot) {
            std::vector<ReportId> ids;
            for (const auto& each : reports::store::due(snapshot, snapshot.now, most))
                ids.push_back(each.report);
            return ids;
        });
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
};

TEST_P(ReportStore, KeepsAllOfAReport) {
    Report wanted = given_report(clock.now() + 1h);
    wanted.definition.columns.resize(1);
    wanted.definition.formats = {Format::excel, Format::csv};
    wanted.definition.grantees = {admin.id()};
    wanted.definition.filters = {{.column = wanted.definition.columns.front(),
                                  .row_values = reports::RowValues{
                                      .none_value = true, .values = std::vector<std::string>{"a", "\"b\""}}}};
    wanted.definition.schedule =
        reports::Schedule{.frequency = reports::Frequency::weekly,
                          .activity_period = {.from = clock.now(), .to = clock.now() + 24h},
                          .scheduling_time = {.from = {6, 30}, .to = std::nullopt, .zone = "Europe/Berlin"}};
    const Timestamp before = wanted.updated_at;
    wanted.updated_at = before + 5ms;
    db->write(company, [&](db::Tx& tx) { reports::store::update(tx, wanted); });

    const auto kept = find(wanted.id);
    ASSERT_TRUE(kept);
    EXPECT_EQ(kept->name, "Ours");
    EXPECT_EQ(kept->area, reports::area_called("JOB"));
    EXPECT_EQ(kept->creator, admin.id());
    EXPECT_EQ(kept->updated_at, before + 5ms);
    EXPECT_EQ(kept->next_run_at, wanted.next_run_at);
    EXPECT_EQ(wire::to_json(kept->definition), wire::to_json(wanted.definition));
}

TEST_P(ReportStore, ListsNothingThatCannotBeRead) {
    const Report good = given_report();
    const Report bad = given_report();
    db->write(company, [&](db::Tx& tx) {
        tx.execute(
            db::Sql{"test_spoil", "UPDATE report SET definition = '{' WHERE company_id = $1 AND id = $2"},
            {bad.id});
    });
    const auto all = db->read(company, reports::store::list);
    ASSERT_THAT(all, SizeIs(1));
    EXPECT_EQ(all.front().id, good.id);
    EXPECT_THROW(find(bad.id), Error);
}

TEST_P(ReportStore, ListsTheNewestChangeFirst) {
    const Report first = given_report();
    clock.advance(1s);
    const Report second = given_report();
    const auto ids = db->read(company, [](db::Snapshot& snapshot) {
        std::vector<ReportId> found;
        for (const Report& each : reports::store::list(snapshot)) found.push_back(each.id);
        return found;
    });
    EXPECT_THAT(ids, ElementsAre(second.id, first.id));
    EXPECT_EQ(db->read(company, reports::store::count), 2);
}

TEST_P(ReportStore, IsOfOneCompany) {
    const Report report = given_report();
    const CompanyId other = given::company(*db, "other");
    EXPECT_FALSE(
        db->read(other, [&](db::Snapshot& snapshot) { return reports::store::find(snapshot, report.id); }));
    EXPECT_FALSE(db->write(other, [&](db::Tx& tx) { return reports::store::remove(tx, report.id); }));
    EXPECT_FALSE(db->write(other, [&](db::Tx& tx) { return reports::store::lock_row(tx, report.id); }));
    EXPECT_TRUE(db->write(company, [&](db::Tx& tx) { return reports::store::remove(tx, report.id); }));
    EXPECT_FALSE(find(report.id));
}

TEST_P(ReportStore, KnowsWhoseTimeHasCome) {
    const Report late = given_report(clock.now() - 1s);
    const Report now = given_report(clock.now());
    given_report(clock.now() + 1ms);
    given_report();
    EXPECT_THAT(due(), ElementsAre(late.id, now.id));
    EXPECT_THAT(due(1), ElementsAre(late.id));
    db->write(company, [&](db::Tx& tx) {
        reports::store::set_next_run(tx, late.id, std::nullopt);
        reports::store::set_next_run(tx, now.id, tx.now + 24h);
    });
    EXPECT_THAT(due(), IsEmpty());
    clock.advance(24h);
    EXPECT_THAT(due(), SizeIs(2));
}

TEST_P(ReportStore, BuiltInReportsHaveAnIdOfTheirOwnInEveryCompany) {
    const CompanyId other = given::company(*db, "other");
    std::set<ReportId> ids;
    for (const reports::Area& area : reports::all_areas()) {
        for (const CompanyId& whose : {company, other}) {
            const Report report = reports::built_in(whose, clock.now(), area);
            EXPECT_TRUE(ReportId::parse(report.id.text())) << report.id.text();
            EXPECT_EQ(report.id.text()[14], '7');
            EXPECT_THAT("89ab", testing::HasSubstr(std::string(1, report.id.text()[19])));
            EXPECT_EQ(report.id, reports::built_in(whose, clock.now() + 1h, area).id);
            EXPECT_EQ(report.name, area.title);
            EXPECT_EQ(report.definition.columns.size(), area.table.columns.size());
            ids.insert(report.id);
        }
    }
    EXPECT_THAT(ids, SizeIs(2 * reports::all_areas().size()));
}

RUN_ON_EACH_DATABASE(ReportStore);

}  // namespace
}  // namespace callboard
