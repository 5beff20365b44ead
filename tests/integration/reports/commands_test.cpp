// Report commands, with and without a running server.
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/clock.h"
#include "support/each_database.h"
#include "support/eventually.h"
#include "support/oauth_program.h"
#include "support/program_failure.h"
#include "support/rows.h"
#include "support/tenant.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::Arguments;
using test::member;
using test::Outcome;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

const std::string kUnknownId = "0192f0c1-0000-7000-8000-000000000000";
const std::string kApi = "/reporting-api/v201804";

Arguments joined(Arguments left, const Arguments& right) {
    left.insert(left.end(), right.begin(), right.end());
    return left;
}

std::string bytes_of(const std::filesystem::path& path) {
    std::ifstream file{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
}

class ReportCommands : public testing::TestWithParam<test::Engine> {
  protected:
    Arguments database() const { return postgres ? Arguments{"--database", postgres->url()} : Arguments{}; }
    Arguments where() const { return joined({"--data-dir", data_dir}, database()); }

    Outcome report(const Arguments& arguments, const std::string& company = "acme") const {
        return test::command_at(where(), joined(joined({"report"}, arguments), {"--company", company}));
    }
    // The JSON output of a successful command.
    Outcome done(const Arguments& arguments) const {
        Outcome outcome = report(arguments);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_THAT(outcome.err, IsEmpty()) << "no terminal, no progress bar";
        if (outcome.code != 0) outcome.out = "{}";
        return outcome;
    }
    json::object listed(const std::string& name) const {
        for (const auto& item : done({"list"}).json().at("items").as_array())
            if (item.at("name").as_string() == name) return item.as_object();
        ADD_FAILURE() << "there is no " << name;
        return {};
    }

    void start() {
        server = std::make_unique<test::ServerProcess>(data_dir, database());
        caller.emplace(server->port(), test::Headers{{"X-SmartToken", tenant.api_key}});
    }
    void given_job(const std::string& title) {
        const json::object input{{"title", title},
                                 {"industry", {{"id", "restaurants"}}},
                                 {"function", {{"id", "production"}}},
                                 {"experienceLevel", {{"id", "entry_level"}}},
                                 {"location", {{"countryCode", "us"}, {"city", "Atlanta"}}}};
        const auto made = caller->post("/jobs", json::serialize(input));
        EXPECT_EQ(made.status, 201) << made.body;
    }
    std::string path_of(const std::string& name) const { return folder.path() / name; }

    const test::TemporaryFolder folder;
    const std::string data_dir = folder.path() / "data";
    const std::unique_ptr<test::PostgresDatabase> postgres =
        GetParam() == test::Engine::postgres ? std::make_unique<test::PostgresDatabase>() : nullptr;
    const test::Tenant tenant = test::add_tenant(where(), "acme");
    std::unique_ptr<test::ServerProcess> server;
    std::optional<test::Client> caller;
};

// --- list

TEST_P(ReportCommands, ReportsAreListedWithWhatCameOfThemLast) {
    EXPECT_THAT(done({"list"}).json().at("items").as_array(), SizeIs(11));
    const json::object before = listed("Jobs");
    EXPECT_EQ(before.at("area").as_string(), "JOB");
    EXPECT_FALSE(before.contains("last_file"));

    const std::string file = done({"run", "Jobs"}).text("report_file_id");

    const json::object after = listed("Jobs");
    EXPECT_EQ(after.at("report_id"), before.at("report_id"));
    EXPECT_EQ(after.at("last_file").as_string(), file);
    EXPECT_TRUE(parse_iso(after.at("last_completed").as_string()));
    EXPECT_FALSE(listed("Offers").contains("last_file"));
}

// --- run

TEST_P(ReportCommands, AReportIsMadeHereAndKnownToTheServer) {
    start();
    given_job("Line Cook");
    const std::string output = path_of("jobs.csv");

    const Outcome run = done({"run", "Jobs", "--output", output});

    EXPECT_EQ(run.json().at("rows"), 1);
    EXPECT_EQ(run.text("output"), output);
    const std::string csv = bytes_of(output);
    EXPECT_THAT(csv, StartsWith("Job id,Reference number,Title,"));
    EXPECT_THAT(csv, HasSubstr(",Line Cook,"));
    // Changes by another process are visible shortly afterwards.
    const std::string path = kApi + "/files/" + run.text("report_file_id");
    auto file = caller->get(path);
    EXPECT_TRUE(test::eventually([&] {
        file = caller->get(path);
        return file.status == 200 && member(file, "reportFileStatus") == "COMPLETED";
    })) << file.body;
    EXPECT_EQ(member(file, "reportId"), run.text("report_id"));
    EXPECT_EQ(caller->get(path + "/data").body, csv);
    done({"download", "Jobs", "--output", path_of("again.csv")});
    const std::string events =
        "/audit-api/v201910/audit-events?authorType=SYSTEM&entityId=" + run.text("report_file_id");
    auto audited = caller->get(events);
    ASSERT_TRUE(test::eventually([&] {
        audited = caller->get(events);
        return audited.json().at("content").as_array().size() == 2;
    })) << audited.body;
    EXPECT_EQ(audited.json().at("content").at(1).at("eventName"), "CUSTOMER_REPORT_DOWNLOADED");
}

TEST_P(ReportCommands, AReportShowsWhatItsUserMaySee) {
    start();
    given_job("Line Cook");
    ASSERT_EQ(test::command_at(
                  where(), {"user", "add", "--company", "acme", "--email", "sam@acme.test", "--first-name",
                            "Sam", "--last-name", "Standard", "--role", "STANDARD", "--password-stdin"})
                  .code,
              0);

    EXPECT_EQ(done({"run", "Jobs", "--user", "sam@acme.test"}).json().at("rows"), 0);
    EXPECT_EQ(done({"run", "Jobs", "--user", tenant.email}).json().at("rows"), 1);
    test::expect_failure(report({"run", "API use", "--user", "sam@acme.test"}), 1, "API use");
}

TEST_P(ReportCommands, AReportIsMadeInTheFormatThatIsWanted) {
    const std::string output = path_of("jobs.xlsx");

    const Outcome run = done({"run", "Jobs", "--format", "excel", "--output", output});

    EXPECT_THAT(bytes_of(output), StartsWith("PK"));
    test::expect_failure(
        report({"download", run.text("report_file_id"), "--format", "csv", "--output", path_of("x")}), 1,
        "CSV");
}

TEST_P(ReportCommands, PrintLinesForPeople) {
    const Arguments command = joined({"report", "run", "Jobs", "--company", "acme"}, where());
    EXPECT_THAT(test::run(command).out, testing::MatchesRegex("Generated file [0-9a-f-]+ with 0 rows\\.\n"));
}

TEST_P(ReportCommands, WrongWaysToRun) {
    test::expect_failure(report({"run", "Jobs"}, "nowhere"), 1, "nowhere");
    test::expect_failure(report({"run", "Weather"}), 1, "Weather");
    test::expect_failure(report({"run", kUnknownId}), 1, kUnknownId);
    test::expect_failure(report({"run", "Jobs", "--user", "nobody@acme.test"}), 1, "nobody@acme.test");
    test::expect_failure(report({"run", "Jobs", "--format", "pdf"}), 2, "--format");
    test::expect_failure(report({"run"}), 2, "REPORT is required");
    test::expect_failure(test::command_at(where(), {"report", "run", "Jobs"}), 2, "--company");
    test::expect_failure(test::command_at(where(), {"report"}), 2, "--help");
    EXPECT_FALSE(listed("Jobs").contains("last_file"));
}

TEST_P(ReportCommands, ANameThatSeveralHaveIsNotEnough) {
    start();
    const json::object input{{"name", "Jobs"}, {"rowEntityTypeId", "JOB"}};
    const auto made = caller->post(kApi + "/reports", json::serialize(input));
    ASSERT_EQ(made.status, 201) << made.body;

    test::expect_failure(report({"run", "Jobs"}), 1, "several");
    EXPECT_EQ(done({"run", member(made, "reportId")}).text("report_id"), member(made, "reportId"));
}

TEST_P(ReportCommands, AFileThatCannotBeMadeHasFailed) {
    // A folder that can be created, in which file names would be too long for the system.
    std::string no_place = path_of("deep");
    while (no_place.size() < 3'800) no_place += "/" + std::string(200, 'd');
    no_place += "/" + std::string(4'050 - no_place.size() - 1, 'd');

    EXPECT_EQ(report({"run", "Jobs", "--report-dir", no_place}).code, 1);

    const test::Rows rows{data_dir + "/callboard.db", postgres.get()};
    EXPECT_THAT(rows.select("SELECT status, failure FROM report_file"), ElementsAre("FAILED UNKNOWN"));
    EXPECT_EQ(report({"run", "Jobs"}).code, 0) << "nothing is in its way";
}

// --- download

TEST_P(ReportCommands, AFileIsWrittenWhereItIsWanted) {
    const std::string made = path_of("made.csv");
    const Outcome run = done({"run", "Jobs", "--output", made});
    for (const std::string& name : {std::string{"Jobs"}, run.text("report_id"), run.text("report_file_id")}) {
        const std::string output = path_of(name + ".csv");

        const Outcome download = done({"download", name, "--output", output});

        EXPECT_EQ(download.text("report_file_id"), run.text("report_file_id"));
        EXPECT_EQ(download.json().at("bytes").as_int64(), std::ssize(bytes_of(made)));
        EXPECT_EQ(bytes_of(output), bytes_of(made));
        EXPECT_FALSE(std::filesystem::exists(output + ".part"));
    }
}

TEST_P(ReportCommands, NothingIsReplacedUnlessItIsForced) {
    const std::string output = path_of("jobs.csv");
    std::ofstream{output} << "precious";

    test::expect_failure(report({"run", "Jobs", "--output", output}), 1, output);
    EXPECT_FALSE(listed("Jobs").contains("last_file"));
    done({"run", "Jobs"});
    test::expect_failure(report({"download", "Jobs", "--output", output}), 1, "--force");
    EXPECT_EQ(bytes_of(output), "precious");

    done({"download", "Jobs", "--output", output, "--force"});
    EXPECT_THAT(bytes_of(output), StartsWith("Job id,"));
}

TEST_P(ReportCommands, WrongWaysToDownload) {
    const std::string output = path_of("x.csv");
    test::add_tenant(where(), "rival");
    const std::string file = done({"run", "Jobs"}).text("report_file_id");

    test::expect_failure(report({"download", "Offers", "--output", output}), 1, "no completed file");
    test::expect_failure(report({"download", kUnknownId, "--output", output}), 1, kUnknownId);
    test::expect_failure(report({"download", file, "--output", output}, "rival"), 1, file);
    test::expect_failure(report({"download", file, "--format", "excel", "--output", output}), 1, "EXCEL");
    test::expect_failure(report({"download", file, "--output", path_of("no/such/folder")}), 1,
                         "is not a directory");
    test::expect_failure(report({"download", file}), 2, "--output");
    EXPECT_FALSE(std::filesystem::exists(output));
}

RUN_ON_EACH_DATABASE(ReportCommands);

}  // namespace
}  // namespace callboard
