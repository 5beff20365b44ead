// --database-replica with a real streaming replica: what is read there, how replication lag is handled, and
// reports while the replica is down.
#include <chrono>
#include <memory>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/reports/history_company.h"
#include "support/each_database.h"
#include "support/eventually.h"
#include "support/oauth_program.h"
#include "support/own_postgres.h"
#include "support/program.h"
#include "support/program_failure.h"
#include "support/standby.h"
#include "support/tenant.h"

namespace callboard {
namespace {

namespace json = boost::json;
using namespace std::chrono_literals;
using test::Arguments;
using test::member;
using test::Outcome;
using testing::HasSubstr;

constexpr auto kTimeout = 120s;
const std::string kApi = "/reporting-api/v201804";

Arguments joined(Arguments left, const Arguments& right) {
    left.insert(left.end(), right.begin(), right.end());
    return left;
}

class Replica : public testing::Test {
  protected:
    Arguments database() const { return {"--database", postgres.url(), "--database-replica", standby.url()}; }
    Arguments where() const { return joined({"--data-dir", data_dir}, database()); }

    void given_job(const std::string& title) {
        const json::object input{{"title", title},
                                 {"industry", {{"id", "restaurants"}}},
                                 {"function", {{"id", "production"}}},
                                 {"experienceLevel", {{"id", "entry_level"}}},
                                 {"location", {{"countryCode", "us"}, {"city", "Atlanta"}}}};
        const auto made = client.post("/jobs", json::serialize(input));
        EXPECT_EQ(made.status, 201) << made.body;
    }
    Outcome run_report(const std::string& name = "Jobs") const {
        return test::command_at(where(), {"report", "run", name, "--company", "acme"});
    }
    std::int64_t rows_of_report() const {
        const Outcome made = run_report();
        EXPECT_EQ(made.code, 0) << made.err;
        return made.code == 0 ? made.json().at("rows").as_int64() : -1;
    }
    // Created by the server; returns the id of the file.
    std::string ask_for_report() {
        const auto reports = client.get(kApi + "/reports?limit=100");
        EXPECT_EQ(reports.status, 200) << reports.body;
        for (const auto& report : reports.json().at("content").as_array())
            if (report.at("name").as_string() == "Jobs") {
                const std::string id{report.at("reportId").as_string()};
                const auto made = client.request("POST", kApi + "/reports/" + id + "/files");
                EXPECT_EQ(made.status / 100, 2) << made.body;
                return member(made, "reportFileId");
            }
        ADD_FAILURE() << reports.body;
        return "";
    }
    std::string status_of(const std::string& file) {
        return member(client.get(kApi + "/files/" + file), "reportFileStatus");
    }
    std::string log_of_server() const { return server->output(); }

    const test::TemporaryFolder folder;
    const std::string data_dir = folder.path() / "data";
    const test::OwnPostgres own;  // databases that other tests drop would end the copy
    const test::PostgresDatabase postgres;
    const test::Tenant tenant =
        test::add_tenant({"--data-dir", data_dir, "--database", postgres.url()}, "acme");
    const test::Standby standby{postgres.url()};
    const std::unique_ptr<test::ServerProcess> server = std::make_unique<test::ServerProcess>(
        data_dir, joined(database(), {"--customer-requests", "0", "--reporting-interval", "0"}));
    test::Client client{server->port(), {{"X-SmartToken", tenant.api_key}}};
};

TEST_F(Replica, ReportsAreReadThereAndAreAsOldAsItIs) {
    given_job("One");
    ASSERT_TRUE(test::eventually([&] { return rows_of_report() == 1; }, kTimeout));
    standby.fall_behind();
    given_job("Two");

    EXPECT_EQ(client.get("/jobs").json().at("totalFound").as_int64(), 2)
        << "everything else is read in the database";
    EXPECT_EQ(rows_of_report(), 1);
    const std::string file = ask_for_report();
    ASSERT_TRUE(test::eventually([&] { return status_of(file) == "COMPLETED"; }, kTimeout))
        << log_of_server();
    const auto data = client.get(kApi + "/files/" + file + "/data");
    EXPECT_THAT(data.body, HasSubstr(",One,"));
    EXPECT_THAT(data.body, testing::Not(HasSubstr(",Two,"))) << "the server reads there, too";

    standby.catch_up();
    EXPECT_TRUE(test::eventually([&] { return rows_of_report() == 2; }, kTimeout));
}

TEST_F(Replica, WithoutItReportsWaitAndEverythingElseGoesOn) {
    given_job("One");
    ASSERT_TRUE(test::eventually([&] { return rows_of_report() == 1; }, kTimeout));
    standby.stop();

    const std::string file = ask_for_report();
    ASSERT_TRUE(test::eventually(
        [&] { return log_of_server().find("report_file_postponed") != std::string::npos; }, kTimeout))
        << log_of_server();
    EXPECT_NE(status_of(file), "FAILED");
    EXPECT_EQ(client.get("/readyz").status, 200);
    given_job("Two");
    test::expect_failure(run_report("Offers"), 1, "127.0.0.1:" + std::to_string(standby.port()));

    standby.start();
    EXPECT_TRUE(test::eventually([&] { return status_of(file) == "COMPLETED"; }, kTimeout))
        << log_of_server();
    EXPECT_TRUE(test::eventually([&] { return rows_of_report() == 2; }, kTimeout));
}

// The replica is only read: a server can start without it.
TEST_F(Replica, AServerStartsWithoutIt) {
    server->terminate();
    EXPECT_EQ(server->wait(), 0);
    standby.stop();

    const test::ServerProcess alone{data_dir, database()};

    EXPECT_EQ(test::Client(alone.port(), {}).get("/readyz").status, 200);
}

}  // namespace
}  // namespace callboard
