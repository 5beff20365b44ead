#include "reports/table.h"

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "candidates/registration.h"
#include "candidates/status.h"
#include "reports/areas.h"
#include "support/each_database.h"
#include "support/given.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using accounts::Role;
using reports::Cell;
using reports::Column;
using reports::Condition;
using reports::DateBetween;
using reports::IsTrue;
using reports::OneOf;
using reports::RowAccess;
using reports::Table;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;
using enum reports::DataType;

using Line = std::vector<std::string>;  // the cells of a row

constexpr std::string_view kAbsent = "(absent)";

std::string shown(const Cell& cell) {
    if (cell.is_absent) EXPECT_EQ(cell.text.size(), 0U) << "of a row before";
    return std::string{cell.is_absent ? kAbsent : cell.text};
}

std::vector<const Column*> pointers(std::span<const Column> columns) {
    std::vector<const Column*> all;
    for (const Column& column : columns) all.push_back(&column);
    return all;
}

class ReportTable : public test::EachDatabase {
  protected:
    std::vector<Line> read(const accounts::Actor& reader, const reports::Selection& selection) {
        std::vector<Line> lines;
        reports::read_rows(*db, company, reader, selection, {}, [&](std::span<const Cell> row) {
            Line& line = lines.emplace_back();
            for (const Cell& cell : row) line.push_back(shown(cell));
        });
        EXPECT_EQ(reports::count_rows(*db, company, reader, selection, {}), std::ssize(lines));
        return lines;
    }

    // --- a table of one row with any values

    std::vector<Line> read_one(std::span<const Column> columns) {
        const Table table{"test_row", "FROM company z WHERE z.id = $1", "", RowAccess::administrators, "",
                          columns};
        return read(admin, {table, pointers(columns), {}});
    }

    // --- areas

    static const reports::Area& area(std::string_view id) { return *reports::area_called(id); }
    static const Column& column(std::string_view area_id, std::string_view id) {
        return *reports::column_called(area(area_id), id);
    }
    std::vector<Line> read_area(const accounts::Actor& reader, std::string_view id,
                                const std::vector<std::string_view>& columns,
                                const std::vector<Condition>& conditions = {}) {
        std::vector<const Column*> chosen;
        for (const auto name : columns) chosen.push_back(&column(id, name));
        return read(reader, {area(id).table, chosen, conditions});
    }
    // The first column of each row.
    std::vector<std::string> read_column(const accounts::Actor& reader, std::string_view id,
                                         std::string_view name,
                                         const std::vector<Condition>& conditions = {}) {
        std::vector<std::string> values;
        for (const Line& line : read_area(reader, id, {name}, conditions)) values.push_back(line.front());
        return values;
    }

    // --- contents

    JobId job(const accounts::Actor& creator, const std::string& title = "Cook") {
        clock.advance(1ms);
        auto draft = given::draft();
        draft.title = title;
        return given::job(*db, company, creator, draft);
    }
    static candidates::Draft person(const std::string& last_name) {
        candidates::Draft draft;
        draft.profile.first_name = {"Ada"};
        draft.profile.last_name = {last_name};
        draft.profile.email = {"ada@example.com"};
        return draft;
    }
    CandidateId apply(const JobId& to, const std::string& last_name) { return apply(to, person(last_name)); }
    CandidateId apply(const JobId& to, const candidates::Draft& draft) {
        clock.advance(1ms);
        return db->write(company,
                         [&](db::Tx& tx) { return candidates::register_for_job(tx, admin, to, draft); });
    }
    CandidateId pool(const std::string& last_name) {
        clock.advance(1ms);
        return db->write(
            company, [&](db::Tx& tx) { return candidates::register_in_pool(tx, admin, person(last_name)); });
    }
    void move(const CandidateId& candidate, const JobId& to, candidates::Status status) {
        candidates::Move step;
        step.status = status;
        db->write(company, [&](db::Tx& tx) { candidates::set_status(tx, admin, candidate, to, step); });
    }
    void run(std::string_view name, std::string_view sql, db::Args args) {
        db->write(company, [&](db::Tx& tx) { return tx.execute(db::Sql{name, sql}, args); });
    }
    // Only visible to users of the group and the hiring team.
    void give_to_group(const JobId& id, const std::vector<UserId>& users) {
        const std::string group = "000000000000" + std::string{id.text().substr(24)};
        run("test_group",
            "INSERT INTO access_group (company_id, id, name, name_key, created_at) VALUES ($1, $2, $2, $2, "
            "0)",
            {group});
        run("test_group_job",
            "INSERT INTO job_access_group (company_id, job_id, access_group_id) VALUES ($1, $2, $3)",
            {id, group});
        for (const UserId& user : users)
            run("test_group_user",
                "INSERT INTO access_group_member (company_id, access_group_id, user_id) VALUES ($1, $2, $3)",
                {group, user});
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
};

TEST_P(ReportTable, ShowsEveryTypeAsPeopleReadIt) {
    constexpr std::array kColumns{
        Column{"a", "A", id, "'0001'"},          Column{"b", "B", text, "'Zoë'"},
        Column{"c", "C", date, "1634148292562"}, Column{"d", "D", date, "-1"},
        Column{"e", "E", number, "-42"},         Column{"f", "F", boolean, "1"},
        Column{"g", "G", boolean, "0"},          Column{"h", "H", text, "''"},
        Column{"i", "I", date, "1634148292563"},
    };

    EXPECT_THAT(read_one(kColumns),
                ElementsAre(ElementsAre("0001", "Zoë", "2021-10-13T18:04:52.562Z", "1969-12-31T23:59:59.999Z",
                                        "-42", "true", "false", "", "2021-10-13T18:04:52.563Z")));
}

TEST_P(ReportTable, DecimalsAreThousandths) {
    constexpr std::array kColumns{
        Column{"a", "A", decimal, "12500"},  Column{"b", "B", decimal, "3000"},
        Column{"c", "C", decimal, "125"},    Column{"d", "D", decimal, "-500"},
        Column{"e", "E", decimal, "0"},      Column{"f", "F", decimal, "1"},
        Column{"g", "G", decimal, "-12010"}, Column{"h", "H", decimal, "9223372036854775807"},
    };

    EXPECT_THAT(read_one(kColumns), ElementsAre(ElementsAre("12.5", "3", "0.125", "-0.5", "0", "0.001",
                                                            "-12.01", "9223372036854775.807")));
}

TEST_P(ReportTable, WhatTheDatabaseDoesNotKnowIsAbsent) {
    constexpr std::array kColumns{
        Column{"a", "A", text, "NULL"},    Column{"b", "B", date, "NULL"},
        Column{"c", "C", number, "NULL"},  Column{"d", "D", boolean, "NULL"},
        Column{"e", "E", decimal, "NULL"}, Column{"f", "F", text, "NULL", "x"},
    };

    const auto lines = read_one(kColumns);

    ASSERT_EQ(lines.size(), 1);
    EXPECT_THAT(lines[0], testing::Each(std::string{kAbsent}));
}

TEST_P(ReportTable, ReadsMembersOfJson) {
    static constexpr std::string_view kJson =
        R"('{"a":{"b":"x, y"},"n":7,"f":1.5,"t":true,"z":null,"e":"","l":["p","q"],"o":{"k":1},"none":[],)"
        R"("when":"2021-10-13T18:04:52.562Z","co":"52.520008"}')";
    constexpr std::array kColumns{
        Column{"1", "1", text, kJson, "a.b"},     Column{"2", "2", number, kJson, "n"},
        Column{"3", "3", decimal, kJson, "f"},    Column{"4", "4", boolean, kJson, "t"},
        Column{"5", "5", text, kJson, "z"},       Column{"6", "6", text, kJson, "e"},
        Column{"7", "7", text, kJson, "l"},       Column{"8", "8", text, kJson, "o"},
        Column{"9", "9", text, kJson, "none"},    Column{"10", "10", date, kJson, "when"},
        Column{"11", "11", decimal, kJson, "co"}, Column{"12", "12", text, kJson, "a.missing"},
        Column{"13", "13", text, kJson, "a.b.c"}, Column{"14", "14", text, kJson, "n.x"},
    };

    EXPECT_THAT(read_one(kColumns), ElementsAre(ElementsAre("x, y", "7", "1.5", "true", kAbsent, "", "p, q",
                                                            R"({"k":1})", kAbsent, "2021-10-13T18:04:52.562Z",
                                                            "52.520008", kAbsent, kAbsent, kAbsent)));
}

TEST_P(ReportTable, TellsTheNumbersOfMembersAsTheDatabaseWould) {
    static constexpr std::string_view kJson =
        R"('{"n":7,"f":1.5,"t":true,"when":"2021-10-13T18:04:52.562Z","co":"52.520008"}')";
    constexpr std::array kColumns{
        Column{"n", "N", number, kJson, "n"},     Column{"f", "F", decimal, kJson, "f"},
        Column{"t", "T", boolean, kJson, "t"},    Column{"when", "When", date, kJson, "when"},
        Column{"co", "Co", decimal, kJson, "co"},
    };
    const Table table{"test_row", "FROM company z WHERE z.id = $1", "", RowAccess::administrators, "",
                      kColumns};
    std::vector<std::int64_t> numbers;
    reports::read_rows(*db, company, admin, {table, pointers(kColumns), {}}, {},
                       [&](std::span<const Cell> row) {
                           for (const Cell& cell : row) numbers.push_back(cell.number);
                       });

    EXPECT_THAT(numbers, ElementsAre(7, 1500, 1, 1'634'148'292'562, 52'520));
}

TEST_P(ReportTable, AnExpressionCanSayWhichMember) {
    constexpr std::array kColumns{
        Column{"a", "A", text, R"('{"x":{"y":"1"},"z":"2"}')", "", "'x' || '.y'"},
        Column{"b", "B", text, R"('{"x":{"y":"1"},"z":"2"}')", "", "'z'"},
        Column{"c", "C", text, R"('{"x":{"y":"1"},"z":"2"}')", "", "NULL"},
    };

    EXPECT_THAT(read_one(kColumns), ElementsAre(ElementsAre("1", "2", kAbsent)));
}

TEST_P(ReportTable, OnlyWhatTheDatabaseKnowsOfARowCanBeFiltered) {
    EXPECT_TRUE(reports::can_filter(column("JOB", "status")));
    EXPECT_TRUE(reports::can_filter(column("JOB", "applications")));
    EXPECT_TRUE(reports::can_filter(column("SOURCE", "source")));
    EXPECT_FALSE(reports::can_filter(column("JOB", "industry")));
    EXPECT_FALSE(reports::can_filter(column("SOURCE", "applications")));
    EXPECT_FALSE(reports::can_filter(column("TIME_TO_HIRE", "daysToHire")));

    job(admin);
    EXPECT_THROW(read_column(admin, "JOB", "jobId", {{&column("JOB", "industry"), OneOf{{"x"}}}}), Error);
    EXPECT_THROW(read_column(admin, "JOB", "jobId", {{&column("JOB", "title"), IsTrue{}}}), Error);
}

TEST_P(ReportTable, FiltersByValues) {
    job(admin, "Cook");
    job(admin, "Waiter");
    job(admin, "Baker");
    const Column& title = column("JOB", "title");

    EXPECT_THAT(read_column(admin, "JOB", "title", {{&title, OneOf{{"Waiter"}}}}), ElementsAre("Waiter"));
    EXPECT_THAT(read_column(admin, "JOB", "title", {{&title, OneOf{{"Baker", "Cook", "?"}}}}),
                ElementsAre("Cook", "Baker"));
    EXPECT_THAT(read_column(admin, "JOB", "title", {{&title, OneOf{{"cook"}}}}), IsEmpty());
    EXPECT_THAT(read_column(admin, "JOB", "title", {{&title, OneOf{}}}), IsEmpty());
    EXPECT_THAT(read_column(admin, "JOB", "title", {{&title, OneOf{{"'; --"}}}}), IsEmpty());
}

TEST_P(ReportTable, FiltersByNumbersAsTheyAreShown) {
    const JobId wanted = job(admin, "Cook");
    job(admin, "Waiter");
    apply(wanted, "Lovelace");
    const Column& count = column("JOB", "applications");

    EXPECT_THAT(read_column(admin, "JOB", "title", {{&count, OneOf{{"1"}}}}), ElementsAre("Cook"));
    EXPECT_THAT(read_column(admin, "JOB", "title", {{&count, OneOf{{"0", "1"}}}}),
                ElementsAre("Cook", "Waiter"));
    EXPECT_THAT(read_column(admin, "JOB", "title", {{&count, OneOf{{"01", "one", "", "1.0"}}}}), IsEmpty());
}

TEST_P(ReportTable, FiltersByWhatIsAbsent) {
    const JobId first = job(admin, "Cook");
    job(admin, "Waiter");
    run("test_department",
        "INSERT INTO department (company_id, id, label, label_key, created_at) VALUES ($1, '7', 'Kitchen', "
        "'kitchen', 0)",
        {});
    run("test_job_department", "UPDATE job SET department_id = '7' WHERE company_id = $1 AND id = $2",
        {first});
    const Column& department = column("JOB", "department");

    EXPECT_THAT(read_column(admin, "JOB", "title", {{&department, OneOf{{}, true}}}), ElementsAre("Waiter"));
    EXPECT_THAT(read_column(admin, "JOB", "title", {{&department, OneOf{{"Kitchen"}, false}}}),
                ElementsAre("Cook"));
    EXPECT_THAT(read_column(admin, "JOB", "title", {{&department, OneOf{{"Kitchen"}, true}}}),
                ElementsAre("Cook", "Waiter"));
    EXPECT_THAT(read_column(admin, "JOB", "title", {{&department, OneOf{{"Kitchen", "Bar"}, true}}}),
                ElementsAre("Cook", "Waiter"));
}

TEST_P(ReportTable, FiltersByDatesFromInclusiveToExclusive) {
    job(admin, "Cook");
    const Timestamp first = clock.now();
    clock.advance(1s);
    job(admin, "Waiter");
    const Timestamp second = clock.now();
    const Column& created = column("JOB", "createdOn");

    EXPECT_THAT(read_column(admin, "JOB", "title", {{&created, DateBetween{.from = second, .to = {}}}}),
                ElementsAre("Waiter"));
    EXPECT_THAT(read_column(admin, "JOB", "title", {{&created, DateBetween{.from = {}, .to = second}}}),
                ElementsAre("Cook"));
    EXPECT_THAT(read_column(admin, "JOB", "title", {{&created, DateBetween{.from = first, .to = second}}}),
                ElementsAre("Cook"));
    EXPECT_THAT(read_column(admin, "JOB", "title", {{&created, DateBetween{}}}),
                ElementsAre("Cook", "Waiter"));
}

TEST_P(ReportTable, FiltersByTruth) {
    const JobId wanted = job(admin);
    auto colleague = person("Hopper");
    colleague.internal = true;
    apply(wanted, "Lovelace");
    apply(wanted, colleague);
    const Column& internal = column("CANDIDATE", "internal");

    EXPECT_THAT(read_column(admin, "CANDIDATE", "lastName", {{&internal, IsTrue{true}}}),
                ElementsAre("Hopper"));
    EXPECT_THAT(read_column(admin, "CANDIDATE", "lastName", {{&internal, IsTrue{false}}}),
                ElementsAre("Lovelace"));
}

TEST_P(ReportTable, AllConditionsHold) {
    job(admin, "Cook");
    job(admin, "Waiter");

    EXPECT_THAT(read_column(admin, "JOB", "title",
                            {{&column("JOB", "title"), OneOf{{"Cook", "Waiter"}}},
                             {&column("JOB", "createdOn"), DateBetween{.from = clock.now(), .to = {}}},
                             {&column("JOB", "status"), OneOf{{"CREATED", "SOURCING"}}}}),
                ElementsAre("Waiter"));
}

TEST_P(ReportTable, EverybodySeesWhatTheyMaySeeOfJobs) {
    const auto extended = given::user(*db, company, Role::extended);
    const auto standard = given::user(*db, company, Role::standard);
    const auto restricted = given::user(*db, company, Role::restricted);
    const auto employee = given::user(*db, company, Role::employee);
    apply(job(admin, "open"), "Open");
    const JobId hidden = job(admin, "hidden");
    apply(hidden, "Hidden");
    give_to_group(hidden, {});
    const JobId shared = job(admin, "shared");
    apply(shared, "Shared");
    give_to_group(shared, {extended.id()});
    apply(job(standard, "own"), "Own");

    EXPECT_THAT(read_column(admin, "JOB", "title"), ElementsAre("open", "hidden", "shared", "own"));
    EXPECT_THAT(read_column(extended, "JOB", "title"), ElementsAre("open", "shared", "own"));
    EXPECT_THAT(read_column(standard, "JOB", "title"), ElementsAre("own"));
    EXPECT_THAT(read_column(restricted, "JOB", "title"), IsEmpty());
    EXPECT_THAT(read_column(employee, "JOB", "title"), IsEmpty());
    EXPECT_THAT(read_column(extended, "APPLICATION", "lastName"), ElementsAre("Open", "Shared", "Own"));
    EXPECT_THAT(read_column(standard, "APPLICATION", "lastName"), ElementsAre("Own"));
    EXPECT_THAT(read_column(extended, "SOURCE", "applications"), ElementsAre("3"));
    EXPECT_THAT(read_column(standard, "STATUS_HISTORY", "status"), ElementsAre("NEW"));
    EXPECT_EQ(read_column(extended, "STATUS_HISTORY", "status").size(), 3);
}

TEST_P(ReportTable, EverybodySeesWhomTheyMaySeeOfCandidates) {
    const auto extended = given::user(*db, company, Role::extended);
    const auto standard = given::user(*db, company, Role::standard);
    const auto restricted = given::user(*db, company, Role::restricted);
    const auto employee = given::user(*db, company, Role::employee);
    const JobId open = job(admin);
    const JobId hidden = job(admin);
    give_to_group(hidden, {});
    const JobId own = job(standard);
    run("test_member",
        "INSERT INTO job_member (company_id, job_id, user_id, role, added_at) VALUES ($1, $2, $3, "
        "'RECRUITER', 0)",
        {own, restricted.id()});
    apply(open, "Open");
    apply(hidden, "Hidden");
    apply(own, "Own");
    apply(hidden, "Both");
    apply(own, "Both");
    pool("Pool");

    EXPECT_THAT(read_column(admin, "CANDIDATE", "lastName"),
                ElementsAre("Open", "Hidden", "Own", "Both", "Pool"));
    EXPECT_THAT(read_column(extended, "CANDIDATE", "lastName"), ElementsAre("Open", "Own", "Both", "Pool"));
    EXPECT_THAT(read_column(standard, "CANDIDATE", "lastName"), ElementsAre("Own", "Both"));
    EXPECT_THAT(read_column(restricted, "CANDIDATE", "lastName"), ElementsAre("Own", "Both"));
    EXPECT_THAT(read_column(employee, "CANDIDATE", "lastName"), IsEmpty());
}

TEST_P(ReportTable, OnlyAdministratorsSeeHowTheApiIsUsed) {
    run("test_use", "INSERT INTO api_use VALUES ($1, 86400000, $2, '', 'getJob', 9, 1, 2, 3, 400)",
        {admin.id()});

    EXPECT_THAT(
        read_area(admin, "API_USE", {"day", "userId", "applicationId", "operation", "calls", "bytes"}),
        ElementsAre(
            ElementsAre("1970-01-02T00:00:00.000Z", admin.id().text(), kAbsent, "getJob", "9", "400")));
    for (const Role role : {Role::extended, Role::standard, Role::restricted, Role::employee})
        EXPECT_THAT(read_column(given::user(*db, company, role), "API_USE", "day"), IsEmpty())
            << name_of(role);
}

TEST_P(ReportTable, NobodySeesAnotherCompany) {
    const JobId here = job(admin);
    const CandidateId hired = apply(here, "Lovelace");
    move(hired, here, candidates::Status::hired);
    const CompanyId rival = given::company(*db, "rival");
    const auto spy = given::user(*db, rival);

    for (const auto& each : reports::all_areas()) {
        const auto rows =
            reports::count_rows(*db, rival, spy, {each.table, pointers(each.table.columns), {}}, {});
        EXPECT_EQ(rows, 0) << each.id;
    }
}

TEST_P(ReportTable, TemplatesAreNoJobs) {
    job(admin, "Cook");
    const JobId blueprint = job(admin, "Blueprint");
    run("test_template", "UPDATE job SET kind = 'TEMPLATE' WHERE company_id = $1 AND id = $2", {blueprint});

    EXPECT_THAT(read_column(admin, "JOB", "title"), ElementsAre("Cook"));
}

TEST_P(ReportTable, TellsHowLongHiringTook) {
    const JobId wanted = job(admin);
    clock.advance(24h);
    const CandidateId candidate = apply(wanted, "Lovelace");
    apply(wanted, "Rejected");
    clock.advance(36h);
    move(candidate, wanted, candidates::Status::hired);
    const std::string hired_on = to_iso(clock.now());

    const auto lines =
        read_area(admin, "TIME_TO_HIRE", {"lastName", "hiredOn", "daysToHire", "daysToFill", "jobTitle"});

    EXPECT_THAT(lines, ElementsAre(ElementsAre("Lovelace", hired_on, "1.5", "2.5", "Cook")));
}

TEST_P(ReportTable, TellsWhatSourcesBring) {
    const JobId wanted = job(admin);
    const CandidateId hired = apply(wanted, "A");
    const CandidateId rejected = apply(wanted, "B");
    apply(wanted, "C");
    move(hired, wanted, candidates::Status::hired);
    move(rejected, wanted, candidates::Status::rejected);
    const CandidateId other = apply(wanted, "D");
    run("test_source",
        "UPDATE job_application SET source_label = 'Fair', source_type = 'EVENT' WHERE company_id = $1 AND "
        "candidate_id = $2",
        {other});

    EXPECT_THAT(
        read_area(admin, "SOURCE", {"source", "applications", "new", "hired", "rejected", "hireRate"}),
        ElementsAre(ElementsAre("API", "3", "1", "1", "1", "33.333"),
                    ElementsAre("Fair", "1", "1", "0", "0", "0")));
    EXPECT_THAT(
        read_column(admin, "SOURCE", "applications", {{&column("SOURCE", "source"), OneOf{{"Fair"}}}}),
        ElementsAre("1"));
}

TEST_P(ReportTable, TellsEveryStatusOfEveryApplicationInOrder) {
    const JobId wanted = job(admin);
    const CandidateId first = apply(wanted, "A");
    const CandidateId second = apply(wanted, "B");
    clock.advance(1s);
    move(first, wanted, candidates::Status::in_review);

    EXPECT_THAT(read_area(admin, "STATUS_HISTORY", {"candidateId", "jobId", "status"}),
                ElementsAre(ElementsAre(first.text(), wanted.text(), "NEW"),
                            ElementsAre(first.text(), wanted.text(), "IN_REVIEW"),
                            ElementsAre(second.text(), wanted.text(), "NEW")));
}

TEST_P(ReportTable, NamesTheReasonsOfRejectionsAndWithdrawals) {
    const JobId wanted = job(admin);
    const auto end = [&](const CandidateId& who, std::string_view status, std::string_view reason) {
        run("test_reason",
            "UPDATE job_application SET status = $3, reason_id = $4 WHERE company_id = $1 AND candidate_id = "
            "$2",
            {who, status, reason});
    };
    end(apply(wanted, "A"), "REJECTED", "01990000-0002-7000-8000-000000000003");
    end(apply(wanted, "B"), "WITHDRAWN", "01990000-0003-7000-8000-000000000003");
    apply(wanted, "C");

    EXPECT_THAT(read_area(admin, "APPLICATION", {"lastName", "reasonOfRejection", "reasonOfWithdrawal"}),
                ElementsAre(ElementsAre("A", "Overqualified", kAbsent),
                            ElementsAre("B", kAbsent, "Salary too low"), ElementsAre("C", kAbsent, kAbsent)));
}

// The clock is set back by an hour: ids go on increasing, and contain a later time than that of their row.
TEST_P(ReportTable, FiltersByDatesAlsoAfterAClockWasSetBack) {
    job(admin, "Before");
    const Timestamp then = clock.now();
    clock.advance(-1h);
    job(admin, "After");
    const Column& created = column("JOB", "createdOn");

    EXPECT_THAT(read_column(admin, "JOB", "title", {{&created, DateBetween{.from = then - 2h, .to = then}}}),
                ElementsAre("After"));
    EXPECT_THAT(read_column(admin, "JOB", "title", {{&created, DateBetween{.from = then, .to = {}}}}),
                ElementsAre("Before"));
}

TEST_P(ReportTable, FiltersByDatesThatIdsCannotContain) {
    job(admin, "Cook");
    const Column& created = column("JOB", "createdOn");
    const Timestamp before_1970{-1};
    const Timestamp year_9999{253'402'300'799'999};

    EXPECT_THAT(
        read_column(admin, "JOB", "title", {{&created, DateBetween{.from = before_1970, .to = year_9999}}}),
        ElementsAre("Cook"));
    EXPECT_THAT(read_column(admin, "JOB", "title", {{&created, DateBetween{.from = year_9999, .to = {}}}}),
                IsEmpty());
    EXPECT_THAT(read_column(admin, "JOB", "title", {{&created, DateBetween{.from = {}, .to = before_1970}}}),
                IsEmpty());
}

// Rows are visited between the snapshots of two ranges.
TEST_P(ReportTable, WhatChangesMeanwhileIsShownOnce) {
    pool("First");
    pool("Deleted");
    pool("Before");
    pool("Last");
    const Table& table = area("CANDIDATE").table;
    std::vector<std::string> names;

    reports::read_rows(*db, company, admin, {table, {&column("CANDIDATE", "lastName")}, {}, 1}, {},
                       [&](std::span<const Cell> row) {
                           names.push_back(shown(row[0]));
                           if (names.size() > 1) return;
                           run("test_change",
                               "UPDATE candidate SET last_name = 'After' WHERE company_id = $1 AND last_name "
                               "IN ('First', 'Before')",
                               {});
                           run("test_delete",
                               "DELETE FROM candidate WHERE company_id = $1 AND last_name = 'Deleted'", {});
                           pool("New");
                       });

    EXPECT_THAT(names, ElementsAre("First", "After", "Last"));
}

TEST_P(ReportTable, TheLastRowMayBeDeletedMeanwhile) {
    pool("First");
    pool("Last");
    std::vector<std::string> names;

    reports::read_rows(
        *db, company, admin, {area("CANDIDATE").table, {&column("CANDIDATE", "lastName")}, {}, 1}, {},
        [&](std::span<const Cell> row) {
            names.push_back(shown(row[0]));
            run("test_delete", "DELETE FROM candidate WHERE company_id = $1 AND last_name = 'Last'", {});
        });

    EXPECT_THAT(names, ElementsAre("First"));
}

// The last change of an application is not what orders them.
TEST_P(ReportTable, AHireThatChangesMeanwhileIsShownOnce) {
    const JobId wanted = job(admin);
    for (const auto* const name : {"A", "B", "C"})
        move(apply(wanted, name), wanted, candidates::Status::hired);
    std::vector<std::string> names;

    reports::read_rows(
        *db, company, admin, {area("TIME_TO_HIRE").table, {&column("TIME_TO_HIRE", "lastName")}, {}, 1}, {},
        [&](std::span<const Cell> row) {
            names.push_back(shown(row[0]));
            clock.advance(1s);
            const Timestamp now = clock.now();
            run("test_touch", "UPDATE job_application SET listed_at = $2 WHERE company_id = $1", {now});
        });

    EXPECT_THAT(names, ElementsAre("A", "B", "C"));
}

TEST_P(ReportTable, EndsWhenItIsStopped) {
    pool("First");
    pool("Last");
    std::stop_source stopper;
    int rows = 0;

    EXPECT_THROW(reports::read_rows(*db, company, admin,
                                    {area("CANDIDATE").table, {&column("CANDIDATE", "lastName")}, {}, 1},
                                    stopper.get_token(),
                                    [&](std::span<const Cell>) {
                                        ++rows;
                                        stopper.request_stop();
                                    }),
                 Error);

    EXPECT_EQ(rows, 1);
}

// Data for all columns.
class EveryArea : public ReportTable {
  protected:
    EveryArea() {
        const JobId wanted = job(admin);
        const CandidateId candidate = apply(wanted, "Lovelace");
        apply(wanted, "Hopper");
        clock.advance(24h);
        move(candidate, wanted, candidates::Status::hired);
        run("test_offer",
            "INSERT INTO offer VALUES ($1, '00000000-0008-7000-8000-0000000000aa', $2, $3, 'CREATED', "
            "'{\"salary\":\"100\"}', 7, 8, 9)",
            {candidate, wanted});
        run("test_property",
            "INSERT INTO job_property (company_id, id, label, label_key, category, type, visibility, "
            "activity, "
            "necessity, value_count, active_value_count, last_place, created_at) SELECT $1, x.id, x.label, "
            "x.id, "
            "'job', x.type, 'VISIBLE', 'ACTIVE', 'OPTIONAL', 1, 1, 1, 1 FROM (SELECT 'p1' AS id, 'Shift' AS "
            "label, "
            "'SINGLE_SELECT' AS type UNION ALL SELECT 'p2', 'Remark', 'TEXT') x",
            {});
        run("test_property_value",
            "INSERT INTO job_property_value VALUES ($1, 'p1', 'day', 1, 'Day', 'day', NULL, 1)", {});
        run("test_property_choice",
            "INSERT INTO job_property_choice VALUES ($1, $2, 'p1', 'p1:day', 'day', NULL), "
            "($1, $2, 'p2', 'p2:', NULL, 'Shoes')",
            {wanted});
        run("test_candidate_property_value",
            "INSERT INTO candidate_property_value SELECT $1, $2, $3, id, CASE WHEN type = 'NUMBER' THEN '12' "
            "ELSE '\"none\"' END FROM candidate_property WHERE company_id = $1 AND name IN "
            "('yearsOfExperience', 'noticePeriod')",
            {candidate, wanted});
        run("test_subscription",
            "INSERT INTO webhook_subscription (company_id, id, user_id, callback_url, events, status, "
            "version, "
            "created_at, updated_at) VALUES ($1, 'sub', $2, 'https://x', 'job.created', 'active', 1, 1, 1)",
            {admin.id()});
        run("test_callback",
            "INSERT INTO callback (company_id, subscription_id, status, id, event_id, sent_at, url, headers, "
            "response_status, failure, address, took_ms) SELECT $1, 'sub', 'failed', "
            "'00000000-0005-7000-8000-000000000000', id, 5, "
            "'https://x', '{}', 500, NULL, "
            "NULL, 250 "
            "FROM event WHERE company_id = $1 AND name = 'job.created'",
            {});
        run("test_use", "INSERT INTO api_use VALUES ($1, 86400000, $2, '', 'getJob', 9, 1, 2, 3, 400)",
            {admin.id()});
    }

    // A condition that matches a row with this cell.
    static Condition condition_for(const Column& of, const Cell& cell) {
        if (of.type == date)
            return {&of, DateBetween{.from = Timestamp{cell.number}, .to = Timestamp{cell.number + 1}}};
        if (of.type == boolean) return {&of, IsTrue{cell.number != 0}};
        return {&of, OneOf{{std::string{cell.text}, "7"}}};
    }
    std::vector<Condition> conditions_for(const Table& table, const Column& of) {
        std::vector<Condition> conditions;
        const std::vector<const Column*> chosen{&of};
        reports::read_rows(*db, company, admin, {table, chosen, {}}, {}, [&](std::span<const Cell> row) {
            if (!row[0].is_absent) conditions.push_back(condition_for(of, row[0]));
        });
        if (of.type != date && of.type != boolean) conditions.push_back({&of, OneOf{{"7"}, true}});
        return conditions;
    }
};

TEST_P(EveryArea, HasRowsWithAllColumns) {
    for (const auto& each : reports::all_areas()) {
        SCOPED_TRACE(each.id);
        const auto lines = read(admin, {each.table, pointers(each.table.columns), {}});
        ASSERT_FALSE(lines.empty());
        EXPECT_EQ(lines[0].size(), each.table.columns.size());
        EXPECT_NE(lines[0][0], kAbsent);
    }
}

TEST_P(EveryArea, IsTheSameInRangesOfAnySize) {
    for (const auto* const title : {"Waiter", "Baker", "Butcher"}) {
        const JobId another = job(admin, title);
        const CandidateId hired = apply(another, std::string{"Smith"} + title);
        apply(another, "Lovelace");
        move(hired, another, candidates::Status::hired);
    }
    run("test_source",
        "UPDATE job_application SET source_label = 'Fair' WHERE company_id = $1 AND status = 'NEW'", {});
    run("test_more_offers",
        "INSERT INTO offer SELECT company_id, '00000000-0009-7000-8000-0000000000aa', candidate_id, job_id, "
        "status, "
        "properties, 7, 9, 9 FROM offer WHERE company_id = $1",
        {});
    run("test_uses",
        "INSERT INTO api_use SELECT company_id, day * 2, user_id, '', operation, 1, 1, 1, 1, 1 FROM api_use "
        "WHERE company_id = $1",
        {});
    run("test_more_uses",
        "INSERT INTO api_use SELECT company_id, day, user_id, 'x', operation, 1, 1, 1, 1, 1 FROM api_use "
        "WHERE company_id = $1",
        {});
    run("test_more_subscriptions",
        "INSERT INTO webhook_subscription (company_id, id, user_id, callback_url, events, status, version, "
        "created_at, updated_at) SELECT company_id, 'sub2', user_id, callback_url, events, status, 1, 1, 1 "
        "FROM webhook_subscription WHERE company_id = $1",
        {});
    run("test_callbacks",
        "INSERT INTO callback (company_id, subscription_id, status, id, event_id, sent_at, url, headers, "
        "response_status, took_ms) SELECT $1, s.id, x.status, e.id, e.id, e.created_at, '', '{}', 200, 1 "
        "FROM event e CROSS JOIN webhook_subscription s CROSS JOIN (SELECT 'failed' AS status UNION ALL "
        "SELECT 'successful') x WHERE e.company_id = $1 AND s.company_id = $1",
        {});
    for (const auto& each : reports::all_areas()) {
        SCOPED_TRACE(each.id);
        Table at_once = each.table;
        at_once.walks = {};
        const auto columns = pointers(each.table.columns);
        const auto whole = read(admin, {at_once, columns, {}});
        EXPECT_GT(whole.size(), 1);
        EXPECT_EQ(read(admin, {each.table, columns, {}}), whole);
        for (const std::int64_t rows : {1, 2, 3})
            EXPECT_EQ(read(admin, {each.table, columns, {}, rows}), whole) << rows;
    }
}

// As many rows as without the limits of the walk, of every period.
TEST_P(EveryArea, FindsTheRowsOfAnyPeriodInRanges) {
    for (const auto& each : reports::all_areas()) {
        for (const Column& of : each.table.columns) {
            SCOPED_TRACE(std::string{each.id} + " " + std::string{of.id});
            if (of.type != date || !reports::can_filter(of)) continue;
            Table at_once = each.table;
            at_once.walks = {};
            for (const Condition& condition : conditions_for(each.table, of))
                EXPECT_THAT(read(admin, {each.table, {&of}, {condition}, 1}),
                            testing::UnorderedElementsAreArray(read(admin, {at_once, {&of}, {condition}})));
        }
    }
}

TEST_P(EveryArea, CanBeReadColumnByColumnByEverybody) {
    std::vector<accounts::Actor> readers{admin};
    for (const Role role : {Role::extended, Role::standard, Role::restricted, Role::employee})
        readers.push_back(given::user(*db, company, role));
    for (const auto& each : reports::all_areas()) {
        const auto rows = read(admin, {each.table, pointers(each.table.columns), {}}).size();
        for (const Column& of : each.table.columns) {
            SCOPED_TRACE(std::string{each.id} + " " + std::string{of.id});
            for (const auto& reader : readers) {
                const auto lines = read(reader, {each.table, {&of}, {}});
                EXPECT_LE(lines.size(), rows);
            }
        }
    }
}

TEST_P(EveryArea, ARowIsFoundByWhatItShows) {
    for (const auto& each : reports::all_areas()) {
        for (const Column& of : each.table.columns) {
            SCOPED_TRACE(std::string{each.id} + " " + std::string{of.id});
            if (!reports::can_filter(of)) continue;
            for (const Condition& condition : conditions_for(each.table, of)) {
                const auto lines = read(admin, {each.table, {&of}, {condition}});
                const auto* const one_of = std::get_if<OneOf>(&condition.what);
                if (one_of && one_of->or_absent) continue;
                EXPECT_FALSE(lines.empty());
            }
        }
    }
}

TEST_P(EveryArea, ColumnsAreUniqueAndHaveNames) {
    for (const auto& each : reports::all_areas()) {
        EXPECT_EQ(reports::area_called(each.id), &each);
        EXPECT_LE(each.table.columns.size(), 100) << each.id;
        for (const Column& of : each.table.columns) {
            EXPECT_EQ(reports::column_called(each, of.id), &of) << of.id;
            EXPECT_FALSE(of.name.empty());
        }
    }
    EXPECT_EQ(reports::all_areas().size(), 11);
    EXPECT_EQ(reports::area_called("job"), nullptr);
    EXPECT_EQ(reports::column_called(area("JOB"), "nothing"), nullptr);
}

RUN_ON_EACH_DATABASE(ReportTable);
RUN_ON_EACH_DATABASE(EveryArea);

}  // namespace
}  // namespace callboard
