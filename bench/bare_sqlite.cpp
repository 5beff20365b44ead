// bare_sqlite FILE GROUP SECONDS: writes the rows of POST /jobs in groups, durably, with nothing in between.
// The database has the schema already. Prints jobs per second.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>

#include <sqlite3.h>

#include "job_rows.h"

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

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) return 2;
    const int group = std::atoi(argv[2]);
    const std::chrono::duration<double> wanted{std::atof(argv[3])};
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
    std::vector<sqlite3_stmt*> inserts;
    for (const auto& insert : bench::kInserts) {
        check(sqlite3_prepare_v2(db, insert.sql, -1, &inserts.emplace_back(), nullptr), db);
    }

    std::mt19937_64 random{4711};
    std::uint64_t jobs = 0;
    const auto began = std::chrono::steady_clock::now();
    std::chrono::duration<double> elapsed{};
    while (elapsed < wanted) {
        check(sqlite3_exec(db, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), db);
        for (int i = 0; i < group; ++i, ++jobs)
            for (const auto& step : bench::one_job(jobs, random)) run(db, inserts[step.insert], step.values);
        check(sqlite3_exec(db, "COMMIT", nullptr, nullptr, nullptr), db);
        elapsed = std::chrono::steady_clock::now() - began;
    }
    std::printf("%.1f\n", static_cast<double>(jobs) / elapsed.count());
}
