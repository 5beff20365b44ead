#include "reports/reporting.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <stdexcept>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "accounts/access_group_store.h"
#include "accounts/user_store.h"
#include "base/error.h"
#include "configuration/candidate_property_changes.h"
#include "reports/report_file_store.h"
#include "reports/report_store.h"
#include "support/each_database.h"
#include "support/given.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using accounts::Actor;
using accounts::Role;
using configuration::PropertyAudience;
using reports::ColumnChoice;
using reports::Draft;
using reports::FilterChoice;
using reports::Format;
using reports::Report;
using reports::ReportFile;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::SizeIs;

// The code of the thrown error; empty if there is none.
template <class What>
std::string refusal(What what) {
    try {
        what();
    } catch (const Error& error) {
        return error.faults.front().code;
    }
    return "";
}

// All errors, with their locations.
template <class What>
std::vector<std::string> faults(What what) {
    std::vector<std::string> all;
    try {
        what();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, ErrorKind::unprocessable);
        for (const Fault& each : error.faults) all.push_back(each.code + " " + each.path);
    }
    return all;
}

class Reporting : public test::EachDatabase {
  protected:
    static Draft draft(std::string area = "JOB") {
        return {.name = "Ours", .area = std::move(area), .definition = {}};
    }
    template <class What>
    auto read(What what) {
        return db->read(company, what);
    }
    template <class What>
    auto write(What what) {
        return db->write(company, what);
    }
    Report create(const Draft& what) { return create(admin, what); }
    Report create(const Actor& actor, const Draft& what) {
        return write([&](db::Tx& tx) { return reports::create(tx, actor, what); });
    }
    Report change(const ReportId& id, const Draft& what) {
        return write([&](db::Tx& tx) { return reports::change(tx, admin, id, what); });
    }
    std::vector<ReportFileId> remove(const Actor& actor, const ReportId& id) {
        return write([&](db::Tx& tx) { return reports::remove(tx, actor, id); });
    }
    Report visible(const Actor& actor, const ReportId& id) {
        return read([&](db::Snapshot& snapshot) { return reports::visible(snapshot, actor, id); });
    }
    reports::Page<Report> list(const Actor& actor, const reports::PageRequest& request = {.limit = 1'000}) {
        return read([&](db::Snapshot& snapshot) { return reports::list(snapshot, actor, request); });
    }
    std::vector<std::string> names(const Actor& actor) {
        std::vector<std::string> found;
        for (const Report& each : list(actor).items) found.push_back(each.name);
        return found;
    }
    ReportFile request(const Actor& actor, const ReportId& id) {
        return write([&](db::Tx& tx) { return reports::request_file(tx, actor, id); });
    }
    ReportFile file(const Actor& actor, const ReportFileId& id) {
        return read([&](db::Snapshot& snapshot) { return reports::visible_file(snapshot, actor, id); });
    }
    reports::Page<ReportFile> files(const Actor& actor, const ReportId& id,
                                    const reports::PageRequest& request = {}) {
        return read(
            [&](db::Snapshot& snapshot) { return reports::list_files(snapshot, actor, id, request); });
    }
    ReportFile recent(const Actor& actor, const ReportId& id) {
        return read([&](db::Snapshot& snapshot) { return reports::recent_file(snapshot, actor, id); });
    }
    std::string groups(const Actor& actor) {
        return read([&](db::Snapshot& snapshot) { return reports::access_groups_of(snapshot, actor.id()); });
    }
    // Like the generator.
    void complete(const ReportFile& what, const reports::store::Outcome& outcome = {}) {
        db->write(std::nullopt, [&](db::Tx& tx) {
            ASSERT_TRUE(reports::store::queue().claim(tx, {.node = "n", .token = "t", .duration = 60s}, {}));
            ASSERT_TRUE(reports::store::finish(tx, what.id, "t", outcome));
        });
    }
    ReportFile given_completed(const Actor& actor, const ReportId& id) {
        const ReportFile made = request(actor, id);
        complete(made, {.access_groups = groups(actor)});
        return made;
    }
    AccessGroupId given_group(const std::string& name, const Actor& member) {
        return write([&](db::Tx& tx) {
            const accounts::AccessGroup group{.id = tx.new_id<AccessGroupId>(), .name = name};
            accounts::store::insert(tx, group);
            accounts::store::insert_member(tx, group.id, member.id());
            return group.id;
        });
    }
    void change_role(const Actor& actor, Role role) {
        write([&](db::Tx& tx) {
            auto record = accounts::store::find_record(tx, actor.id()).value();
            record.user.role = role;
            accounts::store::update(tx, record);
        });
    }
    void change_property(const std::string& label, PropertyAudience audience) {
        write([&](db::Tx& tx) {
            configuration::replace_candidate_property(tx, admin, "yearsOfExperience",
                                                      {.label = label, .audience = audience, .contexts = {}});
        });
    }
    ReportId built_in(std::string_view area) {
        for (const Report& each : list(admin).items)
            if (each.is_built_in() && each.area->id == area) return each.id;
        throw std::runtime_error("no such area");
    }
    std::optional<reports::Failure> access_failure(const ReportFile& what) {
        return read([&](db::Snapshot& snapshot) { return reports::access_failure(snapshot, what); });
    }

    const CompanyId company = given::company(*db);
    const Actor admin = given::user(*db, company);
    const Actor extended = given::user(*db, company, Role::extended);
    const Actor standard = given::user(*db, company, Role::standard);
    const Actor restricted = given::user(*db, company, Role::restricted);
    const Actor employee = given::user(*db, company, Role::employee);
};

TEST_P(Reporting, WhatIsNotSaidHasItsDefault) {
    const Report made = create(draft());
    const Report kept = visible(admin, made.id);
    EXPECT_EQ(kept.name, "Ours");
    EXPECT_EQ(kept.creator, admin.id());
    EXPECT_EQ(kept.modifier, admin.id());
    EXPECT_EQ(kept.created_at, clock.now());
    EXPECT_EQ(kept.definition.columns.size(), reports::area_called("JOB")->table.columns.size());
    EXPECT_THAT(kept.definition.formats, ElementsAre(Format::csv));
    EXPECT_FALSE(kept.next_run_at);
    EXPECT_EQ(given::audit_names(*db, company).back(), "REPORT_CREATED");
}

TEST_P(Reporting, TellsWhatAColumnIsWhateverTheCallerSays) {
    Draft what = draft();
    what.definition.columns = {{.data_point = "title", .data_point_name = "Lies"}};
    const ColumnChoice shown = create(what).definition.columns.front();
    EXPECT_EQ(shown.entity_type, "JOB");
    EXPECT_EQ(shown.data_point, "title");
    EXPECT_EQ(shown.data_point_name, "Title");
    EXPECT_EQ(shown.data_point_type, reports::DataType::text);
}

TEST_P(Reporting, RefusesWithEveryFault) {
    Draft what = draft();
    const auto stranger = UserId::from_trusted("0123456789abcdef01234567");
    const ColumnChoice title{.data_point = "title"};
    const ColumnChoice created{.data_point = "createdOn"};
    what.definition.columns = {
        title, {.data_point = "nothing"}, title, {.entity_type = "OFFER", .data_point = "title"}};
    const reports::DatePeriod week{.period = 1, .unit = reports::PeriodUnit::weeks};
    const reports::DateRange backwards{.from = clock.now(), .to = clock.now() - 1h};
    what.definition.filters = {
        FilterChoice{.column = {.data_point = "nothing"}, .row_values = reports::RowValues{}},
        FilterChoice{.column = title},
        FilterChoice{.column = title, .date_period = week},
        FilterChoice{.column = title, .boolean_value = reports::BooleanValue{true}},
        FilterChoice{.column = created, .row_values = reports::RowValues{}},
        FilterChoice{.column = created, .date_range = reports::DateRange{}, .date_period = week},
        FilterChoice{.column = created, .date_range = backwards},
        FilterChoice{.column = created, .date_range = reports::DateRange{}},
        FilterChoice{.column = {.data_point = "region"}, .row_values = reports::RowValues{}},
        FilterChoice{.column = created, .date_period = week},
        FilterChoice{.column = title, .row_values = reports::RowValues{.none_value = true}},
    };
    what.definition.formats = {Format::csv, Format::csv};
    what.definition.grantees = {standard.id(), stranger, standard.id()};
    what.definition.schedule =
        reports::Schedule{.frequency = reports::Frequency::daily,
                          .activity_period = {.from = clock.now(), .to = clock.now()},
                          .scheduling_time = {.from = {6, 0}, .to = std::nullopt, .zone = "Mars/Olympus"}};
    EXPECT_THAT(
        faults([&] { create(what); }),
        ElementsAre("COLUMN_NOT_FOUND /columns/1/dataPointId", "VALIDATION_ERROR /columns/2/dataPointId",
                    "COLUMN_NOT_FOUND /columns/3/entityTypeId",
                    "COLUMN_NOT_FOUND /filters/0/column/dataPointId", "INVALID_FILTER /filters/1",
                    "INVALID_FILTER /filters/2", "INVALID_FILTER /filters/3", "INVALID_FILTER /filters/4",
                    "INVALID_FILTER /filters/5", "INVALID_FILTER /filters/6", "INVALID_FILTER /filters/7",
                    "INVALID_FILTER /filters/8", "VALIDATION_ERROR /reportFormats/1",
                    "USER_NOT_FOUND /grantees/1", "VALIDATION_ERROR /grantees/2",
                    "INVALID_SCHEDULE /schedule/activityPeriod/to",
                    "INVALID_SCHEDULE /schedule/schedulingTime/zone"));
}

TEST_P(Reporting, AnAreaMustExist) {
    Draft what = draft("PLANET");
    what.definition.columns = {{.data_point = "title"}};
    EXPECT_THAT(faults([&] { create(what); }), ElementsAre("AREA_NOT_FOUND /rowEntityTypeId"));
}

TEST_P(Reporting, OnlyAdministratorsMakeChangeAndDelete) {
    const Report made = create(draft());
    for (const Actor& other : {extended, standard, restricted, employee}) {
        EXPECT_EQ(refusal([&] { create(other, draft()); }), "PERMISSION_DENIED");
        EXPECT_EQ(
            refusal([&] { write([&](db::Tx& tx) { return reports::change(tx, other, made.id, draft()); }); }),
            "PERMISSION_DENIED");
        EXPECT_EQ(refusal([&] { remove(other, made.id); }), "PERMISSION_DENIED");
    }
}

TEST_P(Reporting, ShowsToEverybodyTheirReports) {
    Draft granted = draft();
    granted.name = "Granted";
    granted.definition.grantees = {standard.id(), employee.id()};
    create(granted);
    Draft restricted_area = draft("API_USE");
    restricted_area.name = "Granted in vain";
    restricted_area.definition.grantees = {standard.id()};
    const ReportId invisible = create(restricted_area).id;

    const std::size_t all = reports::all_areas().size();
    EXPECT_THAT(names(admin), SizeIs(all + 2));
    EXPECT_THAT(names(admin),
                IsSupersetOf({"Granted", "Granted in vain", "Jobs", "API use", "Webhook deliveries"}));
    EXPECT_THAT(names(standard), SizeIs(all - 2 + 1));
    EXPECT_THAT(names(standard), Contains("Granted"));
    for (const Actor& other : {extended, restricted}) EXPECT_THAT(names(other), SizeIs(all - 2));
    EXPECT_EQ(refusal([&] { visible(standard, invisible); }), "REPORT_NOT_FOUND");
    EXPECT_EQ(refusal([&] { visible(standard, built_in("API_USE")); }), "REPORT_NOT_FOUND");
    EXPECT_EQ(refusal([&] { request(standard, built_in("WEBHOOK_DELIVERY")); }), "REPORT_NOT_FOUND");
    EXPECT_EQ(
        refusal([&] { visible(admin, ReportId::from_trusted("018bcfe5-6800-7000-8000-000000000001")); }),
        "REPORT_NOT_FOUND");
}

TEST_P(Reporting, EmployeesHaveNone) {
    const ReportId jobs = built_in("JOB");
    const ReportFile made = request(admin, jobs);
    EXPECT_EQ(refusal([&] { list(employee); }), "PERMISSION_DENIED");
    EXPECT_EQ(refusal([&] { visible(employee, jobs); }), "PERMISSION_DENIED");
    EXPECT_EQ(refusal([&] { files(employee, jobs); }), "PERMISSION_DENIED");
    EXPECT_EQ(refusal([&] { recent(employee, jobs); }), "PERMISSION_DENIED");
    EXPECT_EQ(refusal([&] { file(employee, made.id); }), "PERMISSION_DENIED");
    EXPECT_EQ(refusal([&] { request(employee, jobs); }), "PERMISSION_DENIED");
}

TEST_P(Reporting, AnotherCompanyHasOthers) {
    const Report made = create(draft());
    const CompanyId theirs = given::company(*db, "other");
    const Actor stranger = given::user(*db, theirs);
    for (const ReportId& id : {made.id, built_in("JOB")})
        EXPECT_EQ(refusal([&] {
                      db->read(theirs, [&](db::Snapshot& snapshot) {
                          return reports::visible(snapshot, stranger, id);
                      });
                  }),
                  "REPORT_NOT_FOUND");
}

TEST_P(Reporting, BuiltInOnesStayAsTheyAre) {
    const ReportId jobs = built_in("JOB");
    EXPECT_EQ(refusal([&] { change(jobs, draft()); }), "BUILT_IN_REPORT");
    EXPECT_EQ(refusal([&] { remove(admin, jobs); }), "BUILT_IN_REPORT");
    EXPECT_EQ(visible(restricted, jobs).name, "Jobs");
}

TEST_P(Reporting, AChangeIsKeptAndRecordedOnce) {
    const Report made = create(draft());
    const Actor second = given::user(*db, company);
    Draft wanted = draft("CANDIDATE");
    wanted.name = "Theirs";
    const auto put = [&] {
        return write([&](db::Tx& tx) { return reports::change(tx, second, made.id, wanted); });
    };
    EXPECT_GT(put().updated_at, made.updated_at);  // also within the same millisecond
    put();
    const Report kept = visible(admin, made.id);
    EXPECT_EQ(kept.name, "Theirs");
    EXPECT_EQ(kept.area->id, "CANDIDATE");
    EXPECT_EQ(kept.creator, admin.id());
    EXPECT_EQ(kept.modifier, second.id());
    EXPECT_EQ(std::ranges::count(given::audit_names(*db, company), "REPORT_CHANGED"), 1);
    EXPECT_THAT(faults([&] { change(made.id, draft("PLANET")); }), SizeIs(1));
    EXPECT_EQ(
        refusal([&] { change(ReportId::from_trusted("018bcfe5-6800-7000-8000-000000000001"), draft()); }),
        "REPORT_NOT_FOUND");
}

TEST_P(Reporting, GoesWithItsFiles) {
    const Report made = create(draft());
    const ReportFile one = request(admin, made.id);
    EXPECT_THAT(remove(admin, made.id), ElementsAre(one.id));
    EXPECT_EQ(given::audit_names(*db, company).back(), "REPORT_DELETED");
    EXPECT_EQ(refusal([&] { visible(admin, made.id); }), "REPORT_NOT_FOUND");
    EXPECT_EQ(refusal([&] { file(admin, one.id); }), "REPORT_FILE_NOT_FOUND");
    EXPECT_EQ(refusal([&] { remove(admin, made.id); }), "REPORT_NOT_FOUND");
}

TEST_P(Reporting, HasALimit) {
    write([&](db::Tx& tx) {
        Report each = reports::built_in(company, tx.now, *reports::area_called("JOB"));
        each.creator = each.modifier = admin.id();
        for (std::size_t i = 1; i < reports::kMostReports; ++i) {
            each.id = tx.new_id<ReportId>();
            reports::store::insert(tx, each);
        }
    });
    create(draft());
    EXPECT_EQ(refusal([&] { create(draft()); }), "REPORTS_LIMIT_EXCEEDED");
}

TEST_P(Reporting, ListsTheNewestChangeFirstPageByPage) {
    for (int i = 0; i < 4; ++i) {
        clock.advance(1s);
        create(draft());
    }
    const auto whole = list(admin);
    EXPECT_FALSE(whole.next);
    EXPECT_TRUE(std::ranges::is_sorted(
        whole.items, std::greater{}, [](const Report& each) { return std::pair{each.updated_at, each.id}; }));
    std::vector<ReportId> seen;
    reports::PageRequest request{.limit = 3};
    do {
        const auto page = list(admin, request);
        EXPECT_LE(page.items.size(), 3U);
        for (const Report& each : page.items) seen.push_back(each.id);
        request.cursor = page.next;
    } while (request.cursor);
    ASSERT_EQ(seen.size(), whole.items.size());
    for (std::size_t i = 0; i < seen.size(); ++i) EXPECT_EQ(seen[i], whole.items[i].id);

    const auto cursor = list(admin, {.limit = 1}).next;
    EXPECT_EQ(refusal([&] { list(admin, {.limit = 1, .cursor = "nonsense"}); }), "INVALID_PAGE_ID");
    EXPECT_EQ(refusal([&] { files(admin, built_in("JOB"), {.limit = 1, .cursor = cursor}); }),
              "INVALID_PAGE_ID");
}

TEST_P(Reporting, OneFileOfAReportIsMadeAtATime) {
    const ReportId jobs = built_in("JOB");
    const ReportFile made = request(standard, jobs);
    EXPECT_EQ(made.status, reports::FileStatus::pending);
    EXPECT_EQ(made.role, Role::standard);
    EXPECT_EQ(refusal([&] { request(admin, jobs); }), "REPORT_GENERATION_PENDING");
    request(admin, built_in("CANDIDATE"));
    complete(made);
    request(admin, jobs);
}

TEST_P(Reporting, AFileIsForItsRequestorAndAdministrators) {
    const ReportId jobs = built_in("JOB");
    const ReportFile made = request(standard, jobs);
    const auto check = [&] {
        EXPECT_EQ(file(standard, made.id).id, made.id);
        EXPECT_EQ(file(admin, made.id).id, made.id);
        EXPECT_EQ(refusal([&] { file(restricted, made.id); }), "REPORT_FILE_NOT_FOUND");
        EXPECT_THAT(files(standard, jobs).items, SizeIs(1));
        EXPECT_THAT(files(admin, jobs).items, SizeIs(1));
        EXPECT_THAT(files(restricted, jobs).items, IsEmpty());
    };
    check();
    EXPECT_EQ(refusal([&] { recent(standard, jobs); }), "REPORT_FILE_NOT_FOUND");
    complete(made);
    check();
    EXPECT_EQ(recent(standard, jobs).id, made.id);
    EXPECT_EQ(recent(admin, jobs).id, made.id);
    EXPECT_EQ(refusal([&] { recent(restricted, jobs); }), "REPORT_FILE_NOT_FOUND");
}

TEST_P(Reporting, AFileIsForTheRightsThatItWasMadeWith) {
    const ReportId jobs = built_in("JOB");
    const ReportFile made = given_completed(standard, jobs);
    const Actor promoted{standard.id(), Role::extended, {}};
    EXPECT_EQ(refusal([&] { file(promoted, made.id); }), "REPORT_FILE_NOT_FOUND");
    EXPECT_THAT(files(promoted, jobs).items, IsEmpty());
    EXPECT_EQ(refusal([&] { recent(promoted, jobs); }), "REPORT_FILE_NOT_FOUND");

    const AccessGroupId group = given_group("North", extended);
    const ReportFile theirs = given_completed(extended, jobs);
    EXPECT_EQ(recent(extended, jobs).id, theirs.id);
    const AccessGroupId second = given_group("South", extended);
    EXPECT_EQ(refusal([&] { file(extended, theirs.id); }), "REPORT_FILE_NOT_FOUND");
    EXPECT_THAT(files(extended, jobs).items, IsEmpty());
    EXPECT_EQ(groups(extended), std::string{std::min(group, second).text()} + "," +
                                    std::string{std::max(group, second).text()});
    // Groups do not matter to other roles.
    given_group("East", standard);
    EXPECT_EQ(file(standard, made.id).id, made.id);
}

TEST_P(Reporting, AFileWithPropertiesIsForItsRequesterUntilOneIsRestricted) {
    const ReportId candidates = built_in("CANDIDATE");
    const auto given_file = [&](const Actor& actor, std::optional<std::int64_t> restrictions) {
        const ReportFile made = request(actor, candidates);
        complete(made, {.access_groups = groups(actor), .property_restrictions = restrictions});
        return made.id;
    };
    const auto without_properties = given_file(standard, std::nullopt);
    const auto with_full_access = given_file(extended, std::nullopt);
    const auto made = given_file(standard, 0);
    change_property("Years", PropertyAudience::all);
    EXPECT_EQ(recent(standard, candidates).id, made);
    EXPECT_EQ(file(standard, made).id, made);

    change_property("Years", PropertyAudience::full_access);
    EXPECT_EQ(refusal([&] { file(standard, made); }), "REPORT_FILE_NOT_FOUND");
    EXPECT_EQ(recent(standard, candidates).id, without_properties);
    EXPECT_THAT(files(standard, candidates).items, SizeIs(1));
    EXPECT_EQ(file(standard, without_properties).id, without_properties);
    EXPECT_EQ(recent(extended, candidates).id, with_full_access);
    EXPECT_EQ(file(admin, made).id, made);

    // Only a restriction counts.
    const auto next = given_file(standard, 1);
    change_property("Years of work", PropertyAudience::full_access);
    change_property("Years of work", PropertyAudience::all);
    EXPECT_EQ(recent(standard, candidates).id, next);
    change_property("Years of work", PropertyAudience::full_access);
    EXPECT_EQ(recent(standard, candidates).id, without_properties);
}

TEST_P(Reporting, AFileIsForThoseWhoStillSeeTheReport) {
    Draft granted = draft();
    granted.definition.grantees = {standard.id()};
    const ReportId report = create(granted).id;
    const ReportFile made = given_completed(standard, report);
    EXPECT_EQ(file(standard, made.id).id, made.id);
    granted.definition.grantees = {};
    change(report, granted);
    EXPECT_EQ(refusal([&] { file(standard, made.id); }), "REPORT_FILE_NOT_FOUND");
    EXPECT_EQ(file(admin, made.id).id, made.id);
}

TEST_P(Reporting, ADefinitionHasALimit) {
    Draft what = draft();
    what.definition.filters.resize(
        2, {.column = {.data_point = "title"},
            .row_values = reports::RowValues{.values = std::vector(50, std::string(250, 'a'))}});
    create(what);
    what.definition.filters.push_back(what.definition.filters.front());
    EXPECT_THAT(faults([&] { create(what); }), ElementsAre("VALIDATION_ERROR "));
}

TEST_P(Reporting, AFailureIsReportedToTheRequester) {
    const ReportFile made = request(standard, built_in("JOB"));
    complete(made, {.failure = reports::Failure::system_role_mismatch});
    const Actor changed{standard.id(), Role::restricted, {}};
    EXPECT_EQ(file(changed, made.id).failure, reports::Failure::system_role_mismatch);
}

TEST_P(Reporting, ListsFilesPageByPage) {
    const ReportId jobs = built_in("JOB");
    std::vector<ReportFileId> made;
    for (int i = 0; i < 3; ++i) made.push_back(given_completed(admin, jobs).id);
    const auto first = files(admin, jobs, {.limit = 2});
    ASSERT_THAT(first.items, SizeIs(2));
    EXPECT_EQ(first.items[0].id, made[2]);
    EXPECT_EQ(first.items[1].id, made[1]);
    ASSERT_TRUE(first.next);
    const auto second = files(admin, jobs, {.limit = 2, .cursor = first.next});
    ASSERT_THAT(second.items, SizeIs(1));
    EXPECT_EQ(second.items[0].id, made[0]);
    EXPECT_FALSE(second.next);
    EXPECT_EQ(refusal([&] { files(admin, built_in("OFFER"), {.limit = 2, .cursor = first.next}); }),
              "INVALID_PAGE_ID");
}

TEST_P(Reporting, KnowsWhatStandsInTheWay) {
    const ReportFile made = request(standard, built_in("JOB"));
    EXPECT_EQ(access_failure(made), std::nullopt);
    ReportFile area = made;
    area.area = "API_USE";
    EXPECT_EQ(access_failure(area), reports::Failure::reporting_area_restricted);
    change_role(standard, Role::restricted);
    EXPECT_EQ(access_failure(made), reports::Failure::system_role_mismatch);
    ReportFile nobody = made;
    nobody.requestor = UserId::from_trusted("0123456789abcdef01234567");
    EXPECT_EQ(access_failure(nobody), reports::Failure::missing_report_creator_employee);
    ReportFile by_employee = made;
    by_employee.requestor = employee.id();
    by_employee.role = Role::employee;
    EXPECT_EQ(access_failure(by_employee), reports::Failure::incorrect_access_configuration);
    write([&](db::Tx& tx) {
        const auto user = accounts::store::find_user(tx, standard.id()).value();
        accounts::store::move_state(tx, user, accounts::UserState::inactive);
    });
    EXPECT_EQ(access_failure(made), reports::Failure::missing_report_creator_employee);
}

TEST_P(Reporting, RunsByItsSchedule) {
    Draft what = draft();
    what.definition.schedule = reports::Schedule{.frequency = reports::Frequency::daily,
                                                 .activity_period = {.from = clock.now() - 24h * 30},
                                                 .scheduling_time = {.from = {6, 0}}};
    const Report made = create(what);
    ASSERT_TRUE(made.next_run_at);
    const auto run = [&] { write([&](db::Tx& tx) { reports::run_schedule(tx, made.id); }); };
    run();
    EXPECT_THAT(files(admin, made.id).items, IsEmpty());

    clock.advance(*made.next_run_at - clock.now() + 24h * 3);  // three runs were missed
    run();
    run();
    const auto found = files(admin, made.id).items;
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_EQ(found.front().schedule_type, reports::ScheduleType::scheduled);
    EXPECT_EQ(found.front().scheduled_at, *made.next_run_at);  // when it was due
    EXPECT_EQ(found.front().requestor, admin.id());
    EXPECT_EQ(found.front().role, Role::administrator);
    EXPECT_EQ(visible(admin, made.id).next_run_at, clock.now() + 24h);

    clock.advance(24h);  // while the first is being made
    run();
    EXPECT_THAT(files(admin, made.id).items, SizeIs(1));
    EXPECT_EQ(visible(admin, made.id).next_run_at, clock.now() + 24h);

    what.name = "Other name";
    EXPECT_EQ(change(made.id, what).next_run_at, clock.now() + 24h);
    what.definition.schedule.reset();
    EXPECT_EQ(change(made.id, what).next_run_at, std::nullopt);
}

TEST_P(Reporting, ADownloadIsRecorded) {
    const ReportFile made = given_completed(standard, built_in("JOB"));
    write([&](db::Tx& tx) { reports::record_download(tx, standard, made); });
    EXPECT_EQ(given::audit_names(*db, company).back(), "CUSTOMER_REPORT_DOWNLOADED");
}

TEST_P(Reporting, SomebodyMayMakeAFileAtOnce) {
    const ReportId jobs = built_in("JOB");
    const ReportFile made = write([&](db::Tx& tx) {
        return reports::begin_file(tx, admin, jobs, {.node = "cli", .token = "t", .duration = 60s});
    });
    EXPECT_EQ(file(admin, made.id).status, reports::FileStatus::running);
    EXPECT_EQ(refusal([&] { request(admin, made.report); }), "REPORT_GENERATION_PENDING");
    EXPECT_TRUE(
        db->write(std::nullopt, [&](db::Tx& tx) { return reports::store::finish(tx, made.id, "t", {}); }));
}

RUN_ON_EACH_DATABASE(Reporting);

}  // namespace
}  // namespace callboard
