#include "app/use_writer.h"

#include <array>
#include <chrono>
#include <cstring>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/each_database.h"
#include "support/given.h"
#include "usage/usage_store.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::UnorderedElementsAre;

const UserId kAda = UserId::from_trusted("5f0000000000000000000001");
const UserId kBob = UserId::from_trusted("5f0000000000000000000002");
const ApplicationId kApplication = ApplicationId::from_trusted("0123456789abcdef0123456789abcdef");
const CredentialId kKey = CredentialId::from_trusted("00000000-0000-7000-8000-00000000000a");

edge::Use use_of(const CompanyId& company, std::string_view operation = "listJobs",
                 const UserId& user = kAda) {
    edge::Use use{.company = company,
                  .user = user,
                  .application = std::nullopt,
                  .credential = kKey,
                  .operation = operation,
                  .calls = 1};
    use.latency.observe(3ms);
    return use;
}

// Client, operation and calls of each row.
std::vector<std::string> as_text(const std::vector<usage::ClientUsage>& rows) {
    std::vector<std::string> lines;
    for (const auto& row : rows)
        lines.push_back(row.client + " " + row.operation + " " + std::to_string(row.counts.calls));
    return lines;
}

TEST(UsageOfClients, SumsTheUsersOfAClient) {
    const auto company = CompanyId::from_trusted("00000000-0000-7000-8000-000000000001");
    edge::Use of_application = use_of(company);
    of_application.application = kApplication;
    of_application.credential.reset();
    edge::Use of_application_for_bob = of_application;
    of_application_for_bob.user = kBob;
    edge::Use in_console = use_of(company);
    in_console.credential.reset();
    edge::Use other = use_of(company, edge::kOtherOperations);
    const std::vector<edge::Use> uses{use_of(company), use_of(company, "getJob"),
                                      of_application,  of_application_for_bob,
                                      in_console,      other};

    const auto rows = app::usage_of_clients(uses);

    EXPECT_THAT(as_text(rows), ElementsAre("00000000-0000-7000-8000-00000000000a getJob 1",
                                           "00000000-0000-7000-8000-00000000000a listJobs 1",
                                           "0123456789abcdef0123456789abcdef listJobs 2",
                                           "console listJobs 1", "other other 1"));
    EXPECT_EQ(rows[2].counts.latency.counts[4], 2);
}

TEST(UsageOfClients, KeepsTheRowsOfACompanyWithMostCallsAndSumsTheOthers) {
    const auto company = CompanyId::from_trusted("00000000-0000-7000-8000-000000000001");
    const auto small = CompanyId::from_trusted("00000000-0000-7000-8000-000000000002");
    std::vector<std::string> operations;
    for (std::size_t i = 0; i < app::kMostUsageRows + 10; ++i) operations.push_back("o" + std::to_string(i));
    std::vector<edge::Use> uses;
    for (const std::string& operation : operations) uses.push_back(use_of(company, operation));
    uses.back().calls = 5;
    uses.push_back(use_of(small));

    const auto rows = app::usage_of_clients(uses);

    ASSERT_EQ(rows.size(), app::kMostUsageRows + 1);
    EXPECT_EQ(rows.back().company, small);
    const auto lines = as_text(rows);
    EXPECT_THAT(lines, testing::Contains("other other 11"));
    EXPECT_THAT(lines, testing::Contains(std::string{kKey.text()} + " " + operations.back() + " 5"));
    std::int64_t calls = 0;
    for (const auto& row : rows) calls += row.counts.calls;
    EXPECT_EQ(calls, static_cast<std::int64_t>(operations.size()) + 4 + 1) << "nothing is lost";
}

class UseWriter : public test::EachDatabase {
  protected:
    static void call(edge::UseMeter& meter, const edge::Use& use) {
        std::array<std::uint8_t, 16> digest{};
        meter.record(0, digest, 1, use);
    }
    std::vector<std::string> totals() {
        return db->read(company, [this](db::Snapshot& snapshot) {
            std::vector<std::string> lines;
            for (const auto& total : usage::store::totals(
                     snapshot, {.from = clock.now() - std::chrono::hours{1}, .to = clock.now() + 1ms}))
                lines.push_back(total.client + " " + total.operation + " " +
                                std::to_string(total.counts.calls));
            return lines;
        });
    }

    const CompanyId company = given::company(*db);
};

TEST_P(UseWriter, WhatTwoServersCountAddsUp) {
    const auto other_process = db.open_again();
    edge::UseMeter here{1};
    edge::UseMeter there{1};
    app::UseWriter first{*db, db.log, here};
    app::UseWriter second{*other_process, db.log, there};
    for (int i = 0; i < 3; ++i) call(here, use_of(company));
    for (int i = 0; i < 4; ++i) call(there, use_of(company));

    first.write();
    second.write();
    call(here, use_of(company));
    first.write();
    first.write();

    EXPECT_THAT(totals(), ElementsAre(std::string{kKey.text()} + " listJobs 8"));
}

RUN_ON_EACH_DATABASE(UseWriter);

}  // namespace
}  // namespace callboard
