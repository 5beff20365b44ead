#include "reports/generator.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <memory>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "accounts/user_store.h"
#include "candidates/properties.h"
#include "candidates/registration.h"
#include "configuration/candidate_property_changes.h"
#include "reports/file_folder.h"
#include "reports/generation.h"
#include "reports/report_file_store.h"
#include "reports/report_store.h"
#include "reports/reporting.h"
#include "support/blocking_routes.h"
#include "support/each_database.h"
#include "support/error_code.h"
#include "support/eventually.h"
#include "support/given.h"
#include "support/temporary_folder.h"
#include "work/housekeeping_store.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using accounts::Role;
using reports::Failure;
using reports::FileStatus;
using reports::Format;
using reports::ReportFile;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr db::Sql kSpoilReport{"test_spoil_report",
                               "UPDATE report SET definition = '{' WHERE company_id = $1 AND id = $2"};
constexpr db::Sql kSpoilFile{"test_spoil_file",
                             "UPDATE report_file SET definition = '{' WHERE company_id = $1 AND id = $2"};

class ReportGenerator : public test::EachDatabase {
  protected:
    std::unique_ptr<reports::Generator> start(const std::filesystem::path& where) {
        return std::make_unique<reports::Generator>(
            *db, *db, clock, db.metrics, db.log,
            reports::GeneratorOptions{.folder = where,
                                      .node = "here",
                                      .lease_duration = 60s,
                                      .poll_interval = 2ms,
                                      .retry_delays = {1ms, 2ms, 4ms}});
    }
    std::unique_ptr<reports::Generator> start() { return start(folder.path()); }

    ReportId given_report(reports::Definition definition = {}, const std::string& area = "JOB") {
        return db->write(company, [&](db::Tx& tx) {
            return reports::create(tx, admin,
                                   {.name = "Ours", .area = area, .definition = std::move(definition)})
                .id;
        });
    }
    ReportFile request(const accounts::Actor& actor, const ReportId& report) {
        return db->write(company, [&](db::Tx& tx) { return reports::request_file(tx, actor, report); });
    }
    ReportFile request() { return request(admin, given_report()); }
    std::optional<ReportFile> find(const ReportFileId& id) {
        return db->read(company,
                        [&](db::Snapshot& snapshot) { return reports::store::find_file(snapshot, id); });
    }
    bool becomes(const ReportFileId& id, FileStatus status) {
        return test::eventually([&] { return find(id)->status == status; });
    }
    std::filesystem::path path(const ReportFileId& id, Format format) {
        return reports::path_of(folder.path() / find(id)->bytes_name.value_or("none"), format);
    }
    bool is_there(const ReportFileId& id, Format format) { return std::filesystem::exists(path(id, format)); }
    // Of all generators.
    bool is_one_there(const ReportFileId& id) const {
        return std::ranges::count(reports::files_in(folder.path()), id, &reports::FoundFile::file) > 0;
    }
    std::string content(const ReportFileId& id) {
        std::ifstream in{path(id, Format::csv)};
        return {std::istreambuf_iterator{in}, {}};
    }
    bool were_tried_again(int times) const {
        const std::string line = R"(callboard_report_files_total{outcome="tried_again",schedule="ad_hoc"} )";
        const std::string page = db.metrics.page();
        const std::size_t at = page.find(line);
        return at != std::string::npos && std::stoi(page.substr(at + line.size())) >= times;
    }
    void change_role(const accounts::Actor& actor, Role role) {
        db->write(company, [&](db::Tx& tx) {
            auto record = accounts::store::find_record(tx, actor.id()).value();
            record.user.role = role;
            accounts::store::update(tx, record);
        });
    }
    void deactivate(const accounts::Actor& actor) {
        db->write(company, [&](db::Tx& tx) {
            const auto user = accounts::store::find_user(tx, actor.id()).value();
            accounts::store::move_state(tx, user, accounts::UserState::inactive);
        });
    }
    ReportId built_in(std::string_view area) {
        return reports::built_in(company, {}, *reports::area_called(area)).id;
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const test::TemporaryFolder folder;
};

TEST_P(ReportGenerator, MakesWhatWasAskedFor) {
    given::job(*db, company, admin);
    const ReportId report = given_report({.columns = {{.data_point = "title"}, {.data_point = "city"}},
                                          .formats = {Format::csv, Format::excel}});
    const ReportFile file = request(admin, report);
    const auto generator = start();
    ASSERT_TRUE(becomes(file.id, FileStatus::completed));
    const ReportFile made = *find(file.id);
    EXPECT_EQ(content(file.id), "Title,City\r\nCook,Atlanta\r\n");
    EXPECT_EQ(made.row_count, 1);
    EXPECT_EQ(made.csv_bytes, static_cast<std::int64_t>(content(file.id).size()));
    ASSERT_TRUE(is_there(file.id, Format::excel));
    EXPECT_EQ(made.excel_bytes,
              static_cast<std::int64_t>(std::filesystem::file_size(path(file.id, Format::excel))));
    EXPECT_EQ(made.generated_at, clock.now());
    EXPECT_EQ(made.attempts, 1);
    ASSERT_TRUE(
        test::eventually([&] { return db.metrics.page().contains("callboard_report_rows_total 1"); }));
    EXPECT_THAT(db.metrics.page(),
                HasSubstr(R"(callboard_report_files_total{outcome="completed",schedule="ad_hoc"} 1)"));
}

TEST_P(ReportGenerator, AFileIsNotReadAfterAPropertyInItWasRestricted) {
    const auto standard = given::user(*db, company, Role::standard);
    const JobId job = given::job(*db, company, standard);
    db->write(company, [&](db::Tx& tx) {
        const auto candidate = candidates::register_for_job(
            tx, admin, job,
            {.profile = {.first_name = {"Mary"}, .last_name = {"Jackson"}, .email = {"mary@example.com"}}});
        candidates::set_properties(tx, admin, candidate, job,
                                   {{.property = "yearsOfExperience", .value = "12"}});
    });
    const auto generator = start();
    const auto made = [&](std::string_view area) {
        const ReportFileId id = request(standard, built_in(area)).id;
        EXPECT_TRUE(becomes(id, FileStatus::completed)) << area;
        return id;
    };
    const auto refusal = [&](const accounts::Actor& reader, const ReportFileId& id) {
        return test::error_code([&] {
            db->read(company, [&](db::Snapshot& snapshot) { reports::visible_file(snapshot, reader, id); });
        });
    };
    const std::vector with_properties{made("APPLICATION"), made("CANDIDATE"), made("CANDIDATE_PROPERTY")};
    const ReportFileId jobs = made("JOB");
    for (const ReportFileId& id : with_properties) {
        EXPECT_THAT(content(id), HasSubstr("Years of experience"));
        EXPECT_EQ(refusal(standard, id), "");
    }

    db->write(company, [&](db::Tx& tx) {
        configuration::replace_candidate_property(tx, admin, "yearsOfExperience",
                                                  {.label = "Years of experience",
                                                   .audience = configuration::PropertyAudience::full_access,
                                                   .contexts = {}});
    });

    for (const ReportFileId& id : with_properties) {
        EXPECT_EQ(refusal(standard, id), "REPORT_FILE_NOT_FOUND");
        EXPECT_EQ(refusal(admin, id), "");
    }
    EXPECT_EQ(refusal(standard, jobs), "");
    const ReportFileId after = made("APPLICATION");
    EXPECT_EQ(refusal(standard, after), "");
    EXPECT_THAT(content(after), Not(HasSubstr("Years of experience")));
}

TEST_P(ReportGenerator, ShowsWhatTheFiltersLeaveAtThatMoment) {
    given::job(*db, company, admin);
    clock.advance(24h * 10);
    jobs::Draft waiter = given::draft();
    waiter.title = "Waiter";
    given::job(*db, company, admin, waiter);
    const ReportId report = given_report(
        {.columns = {{.data_point = "title"}},
         .filters = {{.column = {.data_point = "createdOn"},
                      .date_period = reports::DatePeriod{.period = 1, .unit = reports::PeriodUnit::weeks}}}});
    const ReportFile file = request(admin, report);
    const auto generator = start();
    ASSERT_TRUE(becomes(file.id, FileStatus::completed));
    EXPECT_EQ(content(file.id), "Title\r\nWaiter\r\n");
}

TEST_P(ReportGenerator, ShowsWhatTheRequestorMaySee) {
    given::job(*db, company, admin);
    const accounts::Actor standard = given::user(*db, company, Role::standard);
    const ReportFile file = request(standard, built_in("JOB"));
    const auto generator = start();
    ASSERT_TRUE(becomes(file.id, FileStatus::completed));
    EXPECT_EQ(find(file.id)->row_count, 0);
}

TEST_P(ReportGenerator, SomebodyWhoLeftGetsNothing) {
    const accounts::Actor standard = given::user(*db, company, Role::standard);
    const ReportFile file = request(standard, built_in("JOB"));
    deactivate(standard);
    const auto generator = start();
    ASSERT_TRUE(becomes(file.id, FileStatus::failed));
    EXPECT_EQ(find(file.id)->failure, Failure::missing_report_creator_employee);
    EXPECT_FALSE(is_one_there(file.id));
}

TEST_P(ReportGenerator, ARoleThatWasChangedIsNoticed) {
    const accounts::Actor standard = given::user(*db, company, Role::standard);
    const ReportFile file = request(standard, built_in("JOB"));
    change_role(standard, Role::restricted);
    const auto generator = start();
    ASSERT_TRUE(becomes(file.id, FileStatus::failed));
    EXPECT_EQ(find(file.id)->failure, Failure::system_role_mismatch);
}

TEST_P(ReportGenerator, AnAreaOfAdministratorsIsForThemAlone) {
    const accounts::Actor second = given::user(*db, company);
    reports::Definition daily;
    daily.schedule = reports::Schedule{.frequency = reports::Frequency::daily,
                                       .activity_period = {.from = clock.now()},
                                       .scheduling_time = {.from = {6, 0}}};
    const ReportId report = db->write(company, [&](db::Tx& tx) {
        return reports::create(tx, second, {.name = "Use", .area = "API_USE", .definition = daily}).id;
    });
    change_role(second, Role::standard);
    clock.advance(24h);
    const auto generator = start();
    std::vector<ReportFile> made;
    ASSERT_TRUE(test::eventually([&] {
        made = db->read(company, [&](db::Snapshot& snapshot) {
            return reports::store::files(snapshot, {.report = report});
        });
        return !made.empty() && made.front().status == FileStatus::failed;
    }));
    EXPECT_EQ(made.front().failure, Failure::reporting_area_restricted);
}

TEST_P(ReportGenerator, WhatADeadServerLeftIsMadeAnew) {
    const ReportFile file = request();
    db->write(std::nullopt, [&](db::Tx& tx) {
        reports::store::queue().claim(tx, {.node = "here", .token = "dead", .duration = 60s}, {});
    });
    const auto left = reports::path_of(folder.path() / reports::bytes_name(file.id, "dead"), Format::csv);
    std::ofstream{left} << "complete, but not recorded";
    const auto generator = start();
    ASSERT_TRUE(becomes(file.id, FileStatus::completed));
    EXPECT_EQ(find(file.id)->attempts, 2);
    EXPECT_EQ(find(file.id)->csv_bytes, static_cast<std::int64_t>(content(file.id).size()));
    EXPECT_NE(path(file.id, Format::csv), left);
}

// Both wrote the same file, and the outdated one ends last.
TEST_P(ReportGenerator, ALateOneLeavesTheBytesOfTheOtherAlone) {
    const ReportFile file = request();
    db->write(std::nullopt, [&](db::Tx& tx) {
        reports::store::queue().claim(tx, {.node = "there", .token = "late", .duration = 60s}, {});
    });
    clock.advance(60s);
    const auto generator = start();
    ASSERT_TRUE(becomes(file.id, FileStatus::completed));
    const std::string before = content(file.id);
    ASSERT_FALSE(before.empty());

    const auto late = folder.path() / reports::bytes_name(file.id, "late");
    reports::generate(*db, company, file, admin, late, {}, [](std::int64_t) {});
    EXPECT_TRUE(std::filesystem::exists(reports::path_of(late, Format::csv)));
    EXPECT_FALSE(
        db->write(std::nullopt, [&](db::Tx& tx) { return reports::store::finish(tx, file.id, "late", {}); }));
    EXPECT_FALSE(reports::remove_unless_known(*db, company, file.id, late));
    EXPECT_FALSE(std::filesystem::exists(reports::path_of(late, Format::csv)));
    EXPECT_EQ(content(file.id), before);

    const auto known = folder.path() / *find(file.id)->bytes_name;
    EXPECT_TRUE(reports::remove_unless_known(*db, company, file.id, known));
    EXPECT_EQ(content(file.id), before);
}

TEST_P(ReportGenerator, OneThatCannotBeReadStopsNobodyElse) {
    const ReportFile bad = request();
    const ReportFile good = request();
    reports::Definition daily;
    daily.schedule = reports::Schedule{.frequency = reports::Frequency::daily,
                                       .activity_period = {.from = clock.now()},
                                       .scheduling_time = {.from = {6, 0}}};
    const ReportId unreadable = given_report(daily);
    const ReportId readable = given_report(daily);
    db->write(company, [&](db::Tx& tx) {
        tx.execute(kSpoilFile, {bad.id});
        tx.execute(kSpoilReport, {unreadable});
    });
    clock.advance(24h);
    const auto generator = start();
    ASSERT_TRUE(becomes(good.id, FileStatus::completed));
    const auto files = [&](const ReportId& report) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return reports::store::files(snapshot, {.report = report});
        });
    };
    ASSERT_TRUE(test::eventually([&] { return files(bad.report).front().status == FileStatus::failed; }));
    EXPECT_EQ(files(bad.report).front().failure, Failure::unknown);
    ASSERT_TRUE(test::eventually([&] { return files(readable).size() == 1; }));
    EXPECT_TRUE(test::eventually([&] {
        return db->read(std::nullopt, [](db::Snapshot& snapshot) {
            return reports::store::due(snapshot, snapshot.now, 10).empty();
        });
    }));
    EXPECT_THAT(files(unreadable), IsEmpty());
}

TEST_P(ReportGenerator, WhatAnotherServerHoldsIsLeftToItUntilItsLeaseEnds) {
    const ReportFile file = request();
    db->write(std::nullopt, [&](db::Tx& tx) {
        reports::store::queue().claim(tx, {.node = "there", .token = "slow", .duration = 60s}, {});
    });
    const auto generator = start();
    const ReportFile later = request(admin, built_in("CANDIDATE"));
    ASSERT_TRUE(becomes(later.id, FileStatus::completed));
    EXPECT_EQ(find(file.id)->status, FileStatus::running);
    clock.advance(60s);
    ASSERT_TRUE(becomes(file.id, FileStatus::completed));
}

TEST_P(ReportGenerator, GivesUpAfterThreeAttempts) {
    const ReportFile file = request();
    clock.advance(1h);  // longer than the retries for a full disk
    const auto generator = start(folder.path() / "missing");
    ASSERT_TRUE(becomes(file.id, FileStatus::failed));
    EXPECT_EQ(find(file.id)->failure, Failure::unknown);
    EXPECT_EQ(find(file.id)->attempts, 3);
}

// The clock does not advance.
TEST_P(ReportGenerator, WaitsForADiskThatIsAway) {
    const ReportFile file = request();
    const auto generator = start(folder.path() / "later");
    ASSERT_TRUE(test::eventually([&] { return were_tried_again(5); }));
    EXPECT_NE(find(file.id)->status, FileStatus::failed);
    std::filesystem::create_directory(folder.path() / "later");
    ASSERT_TRUE(becomes(file.id, FileStatus::completed));
    EXPECT_EQ(find(file.id)->attempts, 1);
}

TEST_P(ReportGenerator, WhatThreeServersDidNotSurviveIsNotTriedAgain) {
    const ReportFile file = request();
    for (int i = 0; i < 3; ++i) {
        db->write(std::nullopt, [&](db::Tx& tx) {
            reports::store::queue().claim(tx, {.node = "here", .token = "t", .duration = 60s}, {});
            reports::store::queue().make_all_due(tx, "here");
        });
    }
    const auto generator = start();
    ASSERT_TRUE(becomes(file.id, FileStatus::failed));
    EXPECT_EQ(find(file.id)->failure, Failure::unknown);
}

TEST_P(ReportGenerator, WhatIsDeletedMeanwhileIsNotMade) {
    const ReportId report = given_report();
    const ReportFile file = request(admin, report);
    const auto generator = start(folder.path() / "later");
    ASSERT_TRUE(test::eventually([&] { return were_tried_again(1); }));
    db->write(company, [&](db::Tx& tx) { return reports::remove(tx, admin, report); });
    const ReportFile next = request();
    std::filesystem::create_directory(folder.path() / "later");
    EXPECT_TRUE(becomes(next.id, FileStatus::completed));  // it continues
    EXPECT_FALSE(find(file.id));
    for (const auto& found : reports::files_in(folder.path() / "later")) EXPECT_EQ(found.file, next.id);
}

TEST_P(ReportGenerator, MakesWhatIsDue) {
    reports::Definition daily;
    daily.schedule = reports::Schedule{.frequency = reports::Frequency::daily,
                                       .activity_period = {.from = clock.now()},
                                       .scheduling_time = {.from = {6, 0}}};
    const ReportId report = given_report(daily);
    const auto made = [&] {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return reports::store::files(snapshot, {.report = report, .only_completed = true});
        });
    };
    const auto generator = start();
    const ReportFile other = request(admin, built_in("CANDIDATE"));
    ASSERT_TRUE(becomes(other.id, FileStatus::completed));
    EXPECT_THAT(made(), IsEmpty());
    clock.advance(24h);
    ASSERT_TRUE(test::eventually([&] { return made().size() == 1; }));
    EXPECT_EQ(made().front().schedule_type, reports::ScheduleType::scheduled);
    clock.advance(24h);
    ASSERT_TRUE(test::eventually([&] { return made().size() == 2; }));
}

TEST_P(ReportGenerator, ForgetsWhatIsOld) {
    const ReportFile old = request();
    auto generator = start();
    ASSERT_TRUE(becomes(old.id, FileStatus::completed));
    generator.reset();

    clock.advance(24h * 29);
    const ReportFile young = request();
    generator = start();
    ASSERT_TRUE(becomes(young.id, FileStatus::completed));
    EXPECT_TRUE(is_there(old.id, Format::csv));
    generator.reset();

    clock.advance(24h * 2);
    generator = start();
    EXPECT_TRUE(test::eventually([&] { return !find(old.id) && !is_one_there(old.id); }));
    EXPECT_TRUE(find(young.id));
    EXPECT_TRUE(is_there(young.id, Format::csv));
}

TEST_P(ReportGenerator, RemovesWhatNobodyKnows) {
    const auto unknown = db->write(company, [](db::Tx& tx) { return tx.new_id<ReportFileId>(); });
    const auto whole = reports::path_of(folder.path() / reports::bytes_name(unknown, "dead"), Format::csv);
    auto part = whole;
    part += ".0123abcd.part";
    std::ofstream{whole} << "x";
    std::ofstream{part} << "x";
    std::ofstream{folder.path() / "notes.txt"} << "not ours";
    clock.advance(23h);
    const auto fresh = db->write(company, [](db::Tx& tx) { return tx.new_id<ReportFileId>(); });
    std::ofstream{reports::path_of(folder.path() / reports::bytes_name(fresh, "dead"), Format::csv)} << "x";
    clock.advance(2h);
    const auto generator = start();
    EXPECT_TRUE(
        test::eventually([&] { return !std::filesystem::exists(whole) && !std::filesystem::exists(part); }));
    EXPECT_TRUE(is_one_there(fresh));
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "notes.txt"));
}

// Two batches of the search, and more.
TEST_P(ReportGenerator, RemovesOfManyFilesWhatNobodyKnows) {
    const ReportFile known = request();
    auto generator = start();
    ASSERT_TRUE(becomes(known.id, FileStatus::completed));
    generator.reset();
    for (std::size_t i = 0; i < 2 * reports::store::kMostKnownAtOnce + 10; ++i) {
        const auto unknown = db->write(company, [](db::Tx& tx) { return tx.new_id<ReportFileId>(); });
        std::ofstream{reports::path_of(folder.path() / reports::bytes_name(unknown, "dead"), Format::csv)}
            << "x";
    }
    clock.advance(25h);
    generator = start();
    EXPECT_TRUE(test::eventually([&] { return reports::files_in(folder.path()).size() == 1; }));
    EXPECT_TRUE(is_there(known.id, Format::csv));
}

TEST_P(ReportGenerator, OneServerRemovesFilesForAll) {
    const auto unknown = db->write(company, [](db::Tx& tx) { return tx.new_id<ReportFileId>(); });
    const auto left = reports::path_of(folder.path() / reports::bytes_name(unknown, "dead"), Format::csv);
    std::ofstream{left} << "x";
    clock.advance(25h);
    ASSERT_TRUE(work::may_clean(*db, {.task = "report_files", .node = "there", .lease_duration = 30min}));
    const auto generator = start();
    const ReportFile file = request();
    ASSERT_TRUE(becomes(file.id, FileStatus::completed));  // it has looked for work after its first sweep
    EXPECT_TRUE(std::filesystem::exists(left));

    clock.advance(30min);

    EXPECT_TRUE(test::eventually([&] { return !std::filesystem::exists(left); }));
}

TEST_P(ReportGenerator, OneServerRunsSchedulesForAll) {
    reports::Definition daily;
    daily.schedule = reports::Schedule{.frequency = reports::Frequency::daily,
                                       .activity_period = {.from = clock.now()},
                                       .scheduling_time = {.from = {6, 0}}};
    given_report(daily);
    const auto is_due = [&] {
        return db->read(std::nullopt, [](db::Snapshot& snapshot) {
            return !reports::store::due(snapshot, snapshot.now, 10).empty();
        });
    };
    clock.advance(24h);
    ASSERT_TRUE(work::may_clean(*db, {.task = "report_schedules", .node = "there", .lease_duration = 5s}));
    const auto generator = start();
    const ReportFile other = request(admin, built_in("CANDIDATE"));
    ASSERT_TRUE(becomes(other.id, FileStatus::completed));
    EXPECT_TRUE(is_due());

    clock.advance(5s);

    EXPECT_TRUE(test::eventually([&] { return !is_due(); }));
}

// The file would contain what both groups show, and be given to those who have one of them.
TEST_P(ReportGenerator, WhoChangesGroupsMeanwhileGetsAnotherFile) {
    const accounts::Actor extended = given::user(*db, company, Role::extended);
    const ReportFile file = request(extended, built_in("JOB"));
    const auto place = folder.path() / reports::bytes_name(file.id, "t");
    const auto change_groups = [&] {
        db->write(company, [&](db::Tx& tx) {
            tx.execute(db::Sql{"test_group",
                               "INSERT INTO access_group (company_id, id, name, name_key, created_at) "
                               "VALUES ($1, 'g', 'g', 'g', 0)"},
                       {});
            tx.execute(db::Sql{"test_group_user",
                               "INSERT INTO access_group_member (company_id, access_group_id, user_id) "
                               "VALUES ($1, 'g', $2)"},
                       {extended.id()});
        });
    };

    EXPECT_EQ(test::error_code([&] {
                  reports::generate(*db, company, file, extended, place, {},
                                    [&](std::int64_t) { change_groups(); });
              }),
              "SERVICE_UNAVAILABLE");

    EXPECT_THAT(reports::files_in(folder.path()), IsEmpty());
    reports::generate(*db, company, file, extended, place, {}, [](std::int64_t) {});
    EXPECT_EQ(reports::files_in(folder.path()).size(), 1);
}

TEST_P(ReportGenerator, EndsSoonAndLeavesNothingHalfDone) {
    std::vector<ReportFileId> files;
    for (int i = 0; i < 10; ++i) files.push_back(request().id);
    start().reset();
    for (const ReportFileId& id : files) {
        const ReportFile file = *find(id);
        EXPECT_TRUE(file.status == FileStatus::pending || file.status == FileStatus::completed);
        EXPECT_EQ(file.attempts, file.status == FileStatus::completed ? 1 : 0);
        EXPECT_EQ(is_one_there(id), file.status == FileStatus::completed);
    }
}

RUN_ON_EACH_DATABASE(ReportGenerator);

}  // namespace
}  // namespace callboard
