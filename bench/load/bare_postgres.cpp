// bare_postgres URL CONNECTIONS SECONDS: writes the rows of POST /jobs, one transaction each, over that many
// concurrent connections, without a server. The database has the schema already. Prints jobs per second.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <thread>

#include <libpq-fe.h>

#include "job_rows.h"

namespace {

void check(PGresult* result, PGconn* connection) {
    const auto status = PQresultStatus(result);
    PQclear(result);
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) return;
    std::fprintf(stderr, "%s\n", PQerrorMessage(connection));
    std::exit(1);
}

void run(PGconn* connection, const std::string& name, const std::vector<std::string>& values) {
    std::vector<const char*> texts;
    for (const auto& value : values) texts.push_back(value.c_str());
    check(PQexecPrepared(connection, name.c_str(), static_cast<int>(texts.size()), texts.data(), nullptr,
                         nullptr, 0),
          connection);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) return 2;
    const int connections = std::atoi(argv[2]);
    const std::chrono::duration<double> wanted{std::atof(argv[3])};
    PGconn* const first = PQconnectdb(argv[1]);
    check(PQexec(first, bench::kWorld.c_str()), first);
    PQfinish(first);

    std::atomic<std::uint64_t> next{0};
    std::atomic<bool> stop{false};
    const auto work = [&](unsigned seed) {
        PGconn* const connection = PQconnectdb(argv[1]);
        for (std::size_t i = 0; i < bench::kInserts.size(); ++i) {
            check(PQprepare(connection, std::to_string(i).c_str(), bench::kInserts[i].sql, 0, nullptr),
                  connection);
        }
        check(PQprepare(connection, "read", bench::kReadBack, 0, nullptr), connection);
        std::mt19937_64 random{seed};
        while (!stop) {
            const auto steps = bench::one_job(next++, random);
            check(PQexec(connection, "BEGIN"), connection);
            for (const auto& step : steps) run(connection, std::to_string(step.insert), step.values);
            run(connection, "read", {steps[0].values[0], steps[0].values[1]});
            check(PQexec(connection, "COMMIT"), connection);
        }
        PQfinish(connection);
    };
    const auto began = std::chrono::steady_clock::now();
    std::vector<std::thread> threads;
    for (int i = 0; i < connections; ++i) threads.emplace_back(work, static_cast<unsigned>(i));
    std::this_thread::sleep_for(wanted);
    stop = true;
    for (auto& thread : threads) thread.join();
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - began;
    std::printf("%.1f\n", static_cast<double>(next) / elapsed.count());
}
