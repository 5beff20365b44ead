#include "analytics/feeds.h"

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "candidates/access.h"
#include "candidates/registration.h"
#include "candidates/status.h"
#include "configuration/departments.h"
#include "configuration/job_property_values.h"
#include "jobs/hiring_team.h"
#include "jobs/positions.h"
#include "support/each_database.h"
#include "support/given.h"

namespace callboard {
namespace {

using analytics::Feed;
using candidates::Status;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr db::Sql kAddInterview{
    "test_interview_insert",
    "INSERT INTO interview (company_id, id, candidate_id, job_id, kind, place, "
    "creator_id, created_at, updated_at, starts_at, time_zone, minutes, cancelled_at) "
    "VALUES ($1, $2, $3, $4, 'VIDEO', $5, $6, $7, $8, $9, 'Europe/Warsaw', 90, $10)"};

constexpr std::string_view kRejection = "01990000-0002-7000-8000-000000000002";
constexpr std::string_view kWithdrawal = "01990000-0003-7000-8000-000000000003";

using Row = std::map<std::string, std::string, std::less<>>;  // present values, by field

class Feeds : public test::EachDatabase {
  protected:
    std::vector<Row> rows(Feed feed, const accounts::Actor& reader) {
        std::vector<Row> all = rows(feed, reader, std::nullopt);
        EXPECT_EQ(rows(feed, reader, 1), all) << "in ranges";
        return all;
    }
    std::vector<Row> rows(Feed feed, const accounts::Actor& reader, std::optional<std::int64_t> range_rows) {
        const reports::Table& table = analytics::table_of(feed);
        std::vector<const reports::Column*> columns;
        for (const auto& column : table.columns) columns.push_back(&column);
        std::vector<Row> all;
        reports::read_rows(*db, company, reader, {table, columns, {}, range_rows}, {},
                           [&](std::span<const reports::Cell> cells) {
                               std::vector<reports::Cell> row{cells.begin(), cells.end()};
                               if (analytics::complete(feed, row)) all.push_back(shown(table, row));
                           });
        return all;
    }
    static Row shown(const reports::Table& table, const std::vector<reports::Cell>& cells) {
        Row row;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (cells[i].is_absent) continue;
            const bool is_date = table.columns[i].type == reports::DataType::date;
            row.emplace(table.columns[i].id,
                        is_date ? to_iso({cells[i].number}) : std::string{cells[i].text});
        }
        return row;
    }
    CandidateId apply(const JobId& where, const candidates::Draft& draft) {
        return db->write(company,
                         [&](db::Tx& tx) { return candidates::register_for_job(tx, admin, where, draft); });
    }
    static candidates::Draft person(const std::string& last_name) {
        return {.profile = {
                    .first_name = {"Ada"}, .last_name = {last_name}, .email = {last_name + "@example.com"}}};
    }
    void move(const CandidateId& who, const candidates::Move& to) {
        clock.advance(std::chrono::hours{1});
        db->write(company, [&](db::Tx& tx) { candidates::set_status(tx, admin, who, job, to); });
    }
    std::string application_of(const CandidateId& who) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return std::string{
                candidates::visible(snapshot, admin, who, candidates::kForbidden).primary()->id.text()};
        });
    }
    static std::string text(const auto& id) { return std::string{id.text()}; }

    static jobs::Draft whole_job() {
        jobs::Draft draft = given::draft();
        draft.ref_number = "REF-1";
        draft.employment_type = "permanent";
        draft.eeo_category = "professionals";
        draft.department = "42";
        draft.location.region = "Georgia";
        draft.location.latitude = jobs::Coordinate{"33.74901"};
        draft.location.longitude = jobs::Coordinate{"-84.38798"};
        return draft;
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const DepartmentId department = db->write(company, [&](db::Tx& tx) {
        return configuration::add_department(tx, admin, "Kitchen", std::nullopt,
                                             DepartmentId::from_trusted("42"))
            .id;
    });
    const JobId job = given::job(*db, company, admin, whole_job());
};

TEST_P(Feeds, ApplicationsTellOfTheCandidateTheJobAndTheWayThere) {
    candidates::Draft draft = person("Lovelace");
    draft.internal = true;
    draft.source = candidates::SourceChoice{.type = "SOCIAL", .sub_type = "SOCIAL_NETWORK", .id = "xing"};
    draft.profile.details.phone_number = candidates::PhoneNumber{"+44 1"};
    draft.profile.summary.location =
        candidates::Location{.city = "London", .latitude = 51.50735, .longitude = -0.12776};
    const CandidateId ada = apply(job, draft);
    move(ada, {.status = Status::in_review, .sub_status = "Phone Screen"});

    EXPECT_THAT(rows(Feed::applications, admin),
                ElementsAre(Row{{"applicationId", application_of(ada)},
                                {"applicationCreateDate", "2023-11-14T22:13:20.000Z"},
                                {"applicationLastUpdate", "2023-11-14T23:13:20.000Z"},
                                {"applicationStage", "IN_REVIEW"},
                                {"applicationStep", "Phone Screen"},
                                {"jobId", text(job)},
                                {"jobTitle", "Cook"},
                                {"source", "Xing"},
                                {"sourceType", "SOCIAL"},
                                {"candidateProfileId", text(ada)},
                                {"candidateFirstName", "Ada"},
                                {"candidateLastName", "Lovelace"},
                                {"candidateEmail", "Lovelace@example.com"},
                                {"candidatePhone", "+44 1"},
                                {"candidateLocation", "London"},
                                {"candidateLocationLatitude", "51.50735"},
                                {"candidateLocationLongitude", "-0.12776"},
                                {"candidateInternal", "true"}}));
}

TEST_P(Feeds, ApplicationsTellWhyAndWhenTheyEnded) {
    const CandidateId rejected = apply(job, person("A"));
    move(rejected, {.status = Status::interview});
    move(rejected, {.status = Status::rejected, .reason = std::string{kRejection}});
    const CandidateId withdrawn = apply(job, person("B"));
    move(withdrawn, {.status = Status::withdrawn, .reason = std::string{kWithdrawal}});
    apply(job, person("C"));

    const auto all = rows(Feed::applications, admin);
    ASSERT_THAT(all, SizeIs(3));
    EXPECT_EQ(all[0].at("applicationReasonOfRejection"), "Skills do not match");
    EXPECT_EQ(all[0].at("applicationRejectedAfter"), "INTERVIEW");
    EXPECT_FALSE(all[0].contains("applicationReasonOfWithdrawal"));
    EXPECT_FALSE(all[0].contains("applicationWithdrawnAfter"));
    EXPECT_EQ(all[1].at("applicationReasonOfWithdrawal"), "Salary too low");
    EXPECT_EQ(all[1].at("applicationWithdrawnAfter"), "NEW");
    EXPECT_FALSE(all[1].contains("applicationReasonOfRejection"));
    EXPECT_FALSE(all[1].contains("applicationRejectedAfter"));
    EXPECT_EQ(all[2].at("applicationLastUpdate"), all[2].at("applicationCreateDate"));
    EXPECT_EQ(all[2].at("candidateInternal"), "false");
}

TEST_P(Feeds, JobsCountTheirCandidatesAndOpenPositions) {
    db->write(company, [&](db::Tx& tx) { jobs::add_position(tx, admin, job, {}); });
    db->write(company, [&](db::Tx& tx) { jobs::add_position(tx, admin, job, {}); });
    const std::vector<Status> reached{Status::fresh,     Status::in_review, Status::in_review,
                                      Status::interview, Status::interview, Status::interview,
                                      Status::offered,   Status::hired,     Status::rejected,
                                      Status::withdrawn, Status::withdrawn};
    for (std::size_t i = 0; i < reached.size(); ++i) {
        const CandidateId who = apply(job, person("N" + std::to_string(i)));
        if (reached[i] != Status::fresh) move(who, {.status = reached[i]});
    }
    const JobId other = given::job(*db, company, admin);

    const auto all = rows(Feed::jobs, admin);
    ASSERT_THAT(all, SizeIs(2));
    EXPECT_EQ(all[0], (Row{{"jobId", text(job)},
                           {"jobRefId", "REF-1"},
                           {"jobTitle", "Cook"},
                           {"jobCreateDate", "2023-11-14T22:13:20.000Z"},
                           {"jobDepartment", "Kitchen"},
                           {"jobStatus", "OFFER"},
                           {"jobOpenPositions", "1"},
                           {"candidatesRejected", "1"},
                           {"candidatesWithdrawn", "2"},
                           {"candidatesInReview", "2"},
                           {"candidatesInterview", "3"},
                           {"candidatesOffer", "1"},
                           {"candidatesTotal", "11"},
                           {"candidatesHired", "1"},
                           {"locationCountry", "United States"},
                           {"locationState", "Georgia"},
                           {"locationCity", "Atlanta"},
                           {"locationLatitude", "33.74901"},
                           {"locationLongitude", "-84.38798"}}));
    EXPECT_EQ(all[1].at("jobId"), text(other));
    EXPECT_EQ(all[1].at("candidatesTotal"), "0");
    EXPECT_EQ(all[1].at("jobOpenPositions"), "0");
    EXPECT_FALSE(all[1].contains("jobDepartment"));
    EXPECT_FALSE(all[1].contains("locationLatitude"));
}

TEST_P(Feeds, JobFieldsAreThoseThatAJobHas) {
    const JobId other = given::job(*db, company, admin);
    const auto line = [](const JobId& of, const std::string& name, const std::string& value) {
        return Row{{"jobId", text(of)}, {"jobFieldName", name}, {"jobFieldValue", value}};
    };

    EXPECT_THAT(
        rows(Feed::job_fields, admin),
        ElementsAre(line(job, "Industry", "Restaurants"), line(job, "Function", "Production"),
                    line(job, "Experience level", "Entry Level"),
                    line(job, "Type of employment", "Full-time"), line(job, "EEO category", "Professionals"),
                    line(job, "Department", "Kitchen"), line(other, "Industry", "Restaurants"),
                    line(other, "Function", "Production"), line(other, "Experience level", "Entry Level")));
}

TEST_P(Feeds, JobFieldsAreThePropertiesOfTheCompanyToo) {
    auto draft = given::draft();
    db->write(company, [&](db::Tx& tx) {
        using configuration::JobPropertyType;
        const auto shift = configuration::add_job_property(tx, admin, {.label = "Shift"}).id;
        const auto note =
            configuration::add_job_property(tx, admin, {.label = "Remark", .type = JobPropertyType::text}).id;
        configuration::add_property_value(tx, admin, shift, {.id = "day", .label = "Day"});
        draft.properties = {{.property = std::string{shift.text()}, .value = "day", .text = {}},
                            {.property = std::string{note.text()}, .value = {}, .text = "Shoes"}};
    });
    const JobId other = given::job(*db, company, admin, draft);

    std::map<std::string, std::string> fields;
    for (const Row& row : rows(Feed::job_fields, admin))
        if (row.at("jobId") == text(other)) fields[row.at("jobFieldName")] = row.at("jobFieldValue");

    EXPECT_EQ(fields, (std::map<std::string, std::string>{{"Industry", "Restaurants"},
                                                          {"Function", "Production"},
                                                          {"Experience level", "Entry Level"},
                                                          {"Shift", "Day"},
                                                          {"Remark", "Shoes"}}));
}

TEST_P(Feeds, TheHiringTeamIsEverybodyWithARole) {
    const accounts::Actor recruiter = given::user(*db, company, accounts::Role::standard);
    db->write(company, [&](db::Tx& tx) {
        jobs::join_team(tx, admin, job, {.user = recruiter.id(), .role = "RECRUITER"});
        jobs::leave_team(tx, admin, job, admin.id());
    });

    EXPECT_THAT(rows(Feed::hiring_team, admin), ElementsAre(Row{{"employeeId", text(recruiter.id())},
                                                                {"employeeFirstName", "Robin"},
                                                                {"employeeLastName", "Tester"},
                                                                {"jobId", text(job)},
                                                                {"jobTitle", "Cook"},
                                                                {"role", "RECRUITER"}}));
}

TEST_P(Feeds, PositionsTellWhenTheyWereMade) {
    clock.advance(std::chrono::hours{2});
    const PositionId position = db->write(company, [&](db::Tx& tx) {
        return jobs::add_position(tx, admin, job,
                                  {.number = "P-1",
                                   .kind = jobs::PositionKind::replacement,
                                   .incumbent_name = "Grace",
                                   .opens_at = {1'767'225'600'000},
                                   .target_start_at = {1'772'323'200'000}})
            .id;
    });

    EXPECT_THAT(rows(Feed::positions, admin),
                ElementsAre(Row{{"positionId", text(position)},
                                {"jobId", text(job)},
                                {"jobRefId", "REF-1"},
                                {"jobTitle", "Cook"},
                                {"jobCreateDate", "2023-11-14T22:13:20.000Z"},
                                {"positionCreateDate", "2023-11-15T00:13:20.000Z"},
                                {"positionOpenDate", "2026-01-01T00:00:00.000Z"},
                                {"positionTargetStartDate", "2026-03-01T00:00:00.000Z"},
                                {"positionType", "REPLACEMENT"},
                                {"positionIncumbentName", "Grace"}}));
}

TEST_P(Feeds, PositionsAreNewHeadcountOrReplacements) {
    db->write(company, [&](db::Tx& tx) {
        for (const auto kind : {jobs::PositionKind::fresh, jobs::PositionKind::replacement})
            jobs::add_position(tx, admin, job,
                               {.number = std::nullopt,
                                .kind = kind,
                                .incumbent_name = std::nullopt,
                                .opens_at = {1'767'225'600'000},
                                .target_start_at = {1'772'323'200'000}});
    });

    std::vector<std::string> types;
    for (const Row& row : rows(Feed::positions, admin)) types.push_back(row.at("positionType"));
    EXPECT_THAT(types, testing::UnorderedElementsAre("NEW_HEADCOUNT", "REPLACEMENT"));
}

TEST_P(Feeds, InterviewsTellOfTheirTimesAndTheApplication) {
    const CandidateId ada = apply(job, person("Lovelace"));
    move(ada, {.status = Status::interview, .sub_status = "Team Interview"});
    const Timestamp start{1'700'000'000'000};
    const auto add = [&](std::string_view id, const std::optional<std::string>& place,
                         const std::optional<Timestamp>& cancelled) {
        db->write(company, [&](db::Tx& tx) {
            tx.execute(kAddInterview, {id, ada, job, place, admin.id(), start, start + std::chrono::hours{1},
                                       start + std::chrono::hours{24}, cancelled});
        });
    };
    add("i-1", "Room 7", std::nullopt);
    add("i-2", std::nullopt, start);

    const auto all = rows(Feed::interviews, admin);
    ASSERT_THAT(all, SizeIs(2));
    EXPECT_EQ(all[0], (Row{{"interviewId", "i-1"},
                           {"applicationId", application_of(ada)},
                           {"applicationStage", "INTERVIEW"},
                           {"applicationStep", "Team Interview"},
                           {"candidateProfileId", text(ada)},
                           {"jobId", text(job)},
                           {"interviewType", "VIDEO"},
                           {"interviewLocation", "Room 7"},
                           {"interviewCreateDate", "2023-11-14T22:13:20.000Z"},
                           {"interviewUpdateDate", "2023-11-14T23:13:20.000Z"},
                           {"interviewStartDate", "2023-11-15T22:13:20.000Z"},
                           {"interviewTimeZone", "Europe/Warsaw"},
                           {"interviewDuration", "1.5"},
                           {"interviewCanceled", "false"},
                           {"creatorEmployeeId", text(admin.id())},
                           {"creatorFirstName", "Robin"},
                           {"creatorLastName", "Tester"},
                           {"startTime", "2023-11-15T22:13:20.000Z"},
                           {"endTime", "2023-11-15T23:43:20.000Z"},
                           {"duration", "1.5"}}));
    EXPECT_EQ(all[1].at("interviewCanceled"), "true");
    EXPECT_FALSE(all[1].contains("interviewLocation"));
}

TEST_P(Feeds, ShowWhatTheReaderMaySee) {
    const accounts::Actor recruiter = given::user(*db, company, accounts::Role::standard);
    const accounts::Actor employee = given::user(*db, company, accounts::Role::employee);
    const JobId hers = given::job(*db, company, admin);
    db->write(company, [&](db::Tx& tx) {
        jobs::join_team(tx, admin, hers, {.user = recruiter.id(), .role = "RECRUITER"});
    });
    for (const JobId& each : {job, hers}) {
        apply(each, person("Lovelace"));
        db->write(company, [&](db::Tx& tx) { jobs::add_position(tx, admin, each, {}); });
    }

    for (const Feed feed :
         {Feed::applications, Feed::hiring_team, Feed::job_fields, Feed::jobs, Feed::positions}) {
        EXPECT_GT(rows(feed, admin).size(), rows(feed, recruiter).size());
        EXPECT_THAT(rows(feed, recruiter), testing::Not(IsEmpty()));
        for (const Row& row : rows(feed, recruiter)) EXPECT_EQ(row.at("jobId"), text(hers));
        EXPECT_THAT(rows(feed, employee), IsEmpty());
    }
}

TEST_P(Feeds, LeaveOutTemplates) {
    jobs::Draft draft = given::draft();
    draft.kind = jobs::Kind::blueprint;
    given::job(*db, company, admin, draft);

    EXPECT_THAT(rows(Feed::jobs, admin), SizeIs(1));
    EXPECT_THAT(rows(Feed::hiring_team, admin), SizeIs(1));
    EXPECT_THAT(rows(Feed::job_fields, admin), SizeIs(6));
}

RUN_ON_EACH_DATABASE(Feeds);

}  // namespace
}  // namespace callboard
