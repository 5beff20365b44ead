#include "support/each_database.h"

#include <atomic>
#include <cstdlib>
#include <stdexcept>

#include <libpq-fe.h>
#include <unistd.h>

#include "db/migrate.h"

namespace callboard::test {
namespace {

std::string server_url() {
    const char* const url = std::getenv("TEST_POSTGRES_URL");
    if (!url) throw std::runtime_error("TEST_POSTGRES_URL is not set; run the tests with ./dev test");
    return url;
}

// The URL of another database of the same server: postgresql://user@host:port/database.
std::string sibling(const std::string& url, const std::string& database) {
    return url.substr(0, url.rfind('/') + 1) + database;
}

std::string unique_name() {
    static std::atomic<int> count{0};
    return "t_" + std::to_string(getpid()) + "_" + std::to_string(++count);
}

}  // namespace

void postgres_command(const std::string& url, const std::string& sql) {
    const std::unique_ptr<PGconn, decltype(&PQfinish)> connection{PQconnectdb(url.c_str()), PQfinish};
    const std::unique_ptr<PGresult, decltype(&PQclear)> result{PQexec(connection.get(), sql.c_str()),
                                                               PQclear};
    const auto status = PQresultStatus(result.get());
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
        throw std::runtime_error(sql + ": " + PQerrorMessage(connection.get()));
    }
}

PostgresDatabase::PostgresDatabase(Schema schema) : name_(unique_name()), url_(sibling(server_url(), name_)) {
    // The template was migrated once, by the program; copying it is faster than migrating again.
    const std::string base = schema == Schema::current ? "callboard_template" : "template0";
    postgres_command(server_url(), "CREATE DATABASE " + name_ + " TEMPLATE " + base);
}

PostgresDatabase::~PostgresDatabase() {
    try {
        postgres_command(server_url(), "DROP DATABASE " + name_ + " WITH (FORCE)");
    } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch)
        // Ignored: the server ends with the test run.
    }
}

TestDatabase::TestDatabase(Engine engine)
    : postgres(engine == Engine::postgres ? std::make_unique<PostgresDatabase>() : nullptr),
      db_(open_again()) {
    db::migrate(*db_);
}

TestDatabase::~TestDatabase() = default;

std::unique_ptr<db::Db> TestDatabase::open_again() {
    const db::Environment environment{
        .clock = clock, .stopwatch = stopwatch, .workers = workers, .metrics = metrics, .log = log};
    if (postgres) return db::open_postgres(Secret{postgres->url()}, environment);
    return db::open_sqlite(folder.path() / "test.db", environment);
}

}  // namespace callboard::test
