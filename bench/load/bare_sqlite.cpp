// bare_sqlite FILE GROUP SECONDS WHAT: writes the rows of POST /jobs, POST /candidates or POST
// /jobs/{jobId}/candidates (jobs, candidates, applicants) in groups, durably, without a server. The database
// has the schema already. Prints the number of them per second.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <span>
#include <string_view>

#include <sqlite3.h>

#include "candidate_rows.h"

namespace {

void check(int result, sqlite3* db) {
    if (result == SQLITE_OK || result == SQLITE_DONE || result == SQLITE_ROW) return;
    std::fprintf(stderr, "%s\n", sqlite3_errmsg(db));
    std::exit(1);
}

void run(sqlite3* db, sqlite3_stmt* statement, const std::vector<std::string>& values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        const int index = sqlite3_bind_parameter_index(statement, ("$" + std::to_string(i + 1)).c_str());
        check(sqlite3_bind_text(statement, index, values[i].data(), static_cast<int>(values[i].size()),
                                SQLITE_STATIC),
              db);
    }
    int result = SQLITE_ROW;
    while (result == SQLITE_ROW) result = sqlite3_step(statement);
    check(result, db);
    sqlite3_reset(statement);
}

// The prepared statements of some rows.
class Writer {
  public:
    Writer(sqlite3* db, std::span<const bench::Insert> inserts) : db_(db) {
        for (const auto& insert : inserts)
            check(sqlite3_prepare_v2(db, insert.sql, -1, &statements_.emplace_back(), nullptr), db);
    }

    void write(const std::vector<bench::Step>& steps) {
        for (const auto& step : steps) run(db_, statements_[step.insert], step.values);
    }

  private:
    sqlite3* db_;
    std::vector<sqlite3_stmt*> statements_;
};

using Rows = std::function<std::vector<bench::Step>(std::uint64_t number, std::mt19937_64& random)>;

// Prints the number written per second.
void measure(sqlite3* db, Writer writer, const Rows& rows, int group, std::chrono::duration<double> wanted) {
    std::mt19937_64 random{4711};
    std::uint64_t done = 0;
    const auto began = std::chrono::steady_clock::now();
    std::chrono::duration<double> elapsed{};
    while (elapsed < wanted) {
        check(sqlite3_exec(db, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), db);
        for (int i = 0; i < group; ++i, ++done) writer.write(rows(done, random));
        check(sqlite3_exec(db, "COMMIT", nullptr, nullptr, nullptr), db);
        elapsed = std::chrono::steady_clock::now() - began;
    }
    std::printf("%.1f\n", static_cast<double>(done) / elapsed.count());
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 5) return 2;
    const int group = std::atoi(argv[2]);
    const std::chrono::duration<double> wanted{std::atof(argv[3])};
    const std::string_view what = argv[4];
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    sqlite3* db = nullptr;
    check(sqlite3_open_v2(argv[1], &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr), db);
    check(sqlite3_exec(db,
                       ("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; "
                        "PRAGMA cache_size = -32000; BEGIN;" +
                        bench::kWorld + "COMMIT;")
                           .c_str(),
                       nullptr, nullptr, nullptr),
          db);
    if (what == "jobs") {
        measure(db, {db, bench::kInserts}, bench::one_job, group, wanted);
        return 0;
    }
    std::mt19937_64 random{815};
    const auto job = bench::one_job(0, random);
    Writer{db, bench::kInserts}.write(job);
    const auto write = what == "candidates" ? bench::one_candidate : bench::one_applicant;
    const auto rows = [&](std::uint64_t number, std::mt19937_64& source) {
        return write(number, source, job.front().values[1]);
    };
    measure(db, {db, bench::kCandidateInserts}, rows, group, wanted);
}
