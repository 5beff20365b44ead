// 'callboard reindex' rebuilds the search index of jobs and candidates, also beside a running server.
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include "support/each_database.h"
#include "support/program.h"
#include "support/program_failure.h"
#include "support/rows.h"
#include "support/tenant.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::Arguments;
using test::Outcome;
using testing::IsEmpty;
using testing::Not;

Arguments joined(Arguments left, const Arguments& right) {
    left.insert(left.end(), right.begin(), right.end());
    return left;
}

class Reindex : public testing::TestWithParam<test::Engine> {
  protected:
    Arguments database() const { return postgres ? Arguments{"--database", postgres->url()} : Arguments{}; }
    Outcome run(const Arguments& arguments) const {
        return test::run(joined(joined(arguments, {"--json", "--data-dir", data_dir}), database()));
    }
    std::vector<std::string> select(const std::string& sql) const {
        return test::Rows{data_dir + "/callboard.db", postgres.get()}.select(sql);
    }
    void execute(const std::string& sql) const {
        if (postgres) return test::postgres_command(postgres->url(), sql);
        sqlite3* handle = nullptr;
        ASSERT_EQ(sqlite3_open((data_dir + "/callboard.db").c_str(), &handle), SQLITE_OK);
        sqlite3_busy_timeout(handle, 10'000);
        EXPECT_EQ(sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
            << sqlite3_errmsg(handle);
        sqlite3_close(handle);
    }
    std::vector<std::string> entries() const {
        auto all = select("SELECT candidate_id, words FROM candidate_text ORDER BY candidate_id");
        const auto words = select("SELECT job_id, word FROM job_word ORDER BY job_id, word");
        all.insert(all.end(), words.begin(), words.end());
        return all;
    }
    // Like an index of an older version: some entries wrong, some missing.
    void damage() const {
        const std::string some = " WHERE candidate_id IN (SELECT id FROM candidate WHERE first_name < 'K')";
        if (postgres) {
            execute("UPDATE candidate_text SET words = CAST('wrong' AS TSVECTOR)");
            execute("DELETE FROM candidate_text" + some);
        } else {
            execute("UPDATE candidate_text SET words = 'wrong'");
            execute("DELETE FROM candidate_text_entry" + some);
        }
        execute("DELETE FROM job_word WHERE word < 'm'");
        execute("UPDATE job_word SET word = word || 'x'");
    }
    std::int64_t found(test::Client& client, const std::string& path) const {
        const auto answer = client.get(path);
        EXPECT_EQ(answer.status, 200) << answer.body;
        return answer.status == 200 ? answer.json().at("totalFound").as_int64() : -1;
    }

    const test::TemporaryFolder folder;
    const std::string data_dir = folder.path() / "data";
    const std::unique_ptr<test::PostgresDatabase> postgres =
        GetParam() == test::Engine::postgres ? std::make_unique<test::PostgresDatabase>() : nullptr;
};

TEST_P(Reindex, WritesWhatIsSearchedAnewAndChangesNothingTheSecondTime) {
    ASSERT_EQ(run({"demo"}).code, 0);
    const auto before = entries();
    const auto searched = select("SELECT count(DISTINCT candidate_id) FROM job_application").front();
    damage();
    ASSERT_NE(entries(), before);

    const Outcome first = run({"reindex"});

    ASSERT_EQ(first.code, 0) << first.err;
    EXPECT_EQ(entries(), before);
    EXPECT_EQ(first.json().at("companies"), 1);
    EXPECT_EQ(first.json().at("jobs"), 20);
    EXPECT_EQ(std::to_string(first.json().at("candidates").as_int64()), searched);
    const Outcome second = run({"reindex"});
    EXPECT_EQ(second.json(), first.json());
    EXPECT_EQ(entries(), before);
}

// Candidates without an application are in no list.
TEST_P(Reindex, EntriesOfThoseWhoAreNotSearchedForGo) {
    ASSERT_EQ(run({"demo"}).code, 0);
    const auto before = entries();
    const std::string one = select(
                                "SELECT id FROM candidate c WHERE NOT EXISTS (SELECT 1 FROM job_application a"
                                " WHERE a.company_id = c.company_id AND a.candidate_id = c.id) ORDER BY id")
                                .front();
    const std::string from = "FROM candidate WHERE id = '" + one + "'";
    if (postgres) {
        execute(
            "INSERT INTO candidate_text (company_id, candidate_id, words) SELECT company_id, id, CAST('left' "
            "AS "
            "TSVECTOR) " +
            from);
    } else {
        execute("INSERT INTO candidate_text_entry (company_id, candidate_id) SELECT company_id, id " + from);
        execute(
            "INSERT INTO candidate_text (rowid, words, candidate_id) SELECT number, 'left', candidate_id "
            "FROM "
            "candidate_text_entry WHERE candidate_id = '" +
            one + "'");
    }
    ASSERT_NE(entries(), before);

    EXPECT_EQ(run({"reindex"}).code, 0);

    EXPECT_EQ(entries(), before);
}

TEST_P(Reindex, WorksBesideAServerThatWrites) {
    const Outcome demo = run({"demo"});
    ASSERT_EQ(demo.code, 0) << demo.err;
    const test::ServerProcess server{
        data_dir, joined(database(), {"--customer-requests", "0", "--customer-concurrency", "0",
                                      "--candidate-list-concurrency", "0"})};
    test::Client client{server.port(), {{"X-SmartToken", demo.text("api_key")}}};
    const auto jobs = found(client, "/jobs?q=engineer");
    const auto candidates = found(client, "/candidates?q=engineer");
    EXPECT_GT(jobs, 0);
    EXPECT_GT(candidates, 0);
    damage();
    const std::string id = select("SELECT candidate_id FROM job_application ORDER BY candidate_id").front();
    Outcome reindexed;
    std::atomic<bool> is_done{false};

    std::thread command{[&] {
        reindexed = run({"reindex"});
        is_done = true;
    }};
    int changes = 0;
    for (bool once_more = true; once_more; ++changes) {
        once_more = !is_done;
        const std::string body = R"({"firstName":"Renamed)" + std::to_string(changes) + R"("})";
        const auto answer =
            client.request("PATCH", "/candidates/" + id, body, {{"Content-Type", "application/json"}});
        EXPECT_EQ(answer.status / 100, 2) << answer.body;
    }
    command.join();

    EXPECT_EQ(reindexed.code, 0) << reindexed.err;
    EXPECT_EQ(found(client, "/candidates?q=Renamed" + std::to_string(changes - 1)), 1);
    EXPECT_EQ(found(client, "/jobs?q=engineer"), jobs);
    EXPECT_EQ(found(client, "/candidates?q=engineer"), candidates);
}

TEST_P(Reindex, SaysWhatItDidInWords) {
    test::add_tenant(joined({"--data-dir", data_dir}, database()), "acme");

    const Outcome outcome = test::run(joined({"reindex", "--data-dir", data_dir}, database()));

    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.out, "Reindexed 0 jobs and 0 candidates.\n");
    EXPECT_THAT(outcome.err, IsEmpty());
}

TEST_P(Reindex, NeedsADatabaseThatIsThere) {
    if (!postgres) test::expect_failure(run({"reindex"}), 1, "there is no database");
    test::expect_failure(run({"reindex", "--now"}), 2, "--now");
}

RUN_ON_EACH_DATABASE(Reindex);

}  // namespace
}  // namespace callboard
