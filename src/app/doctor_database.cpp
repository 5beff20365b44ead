// Checks of the database: reachable, supported version and encoding, free connections, schema up to date,
// sealed values readable; and of the clock, which is compared with the database's.
#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>

#include "app/data_dir.h"
#include "app/doctor_checks.h"
#include "app/pooling.h"
#include "app/sealed_values.h"
#include "app/secrets_key.h"
#include "app/shared_key.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/seal.h"
#include "db/inspection.h"
#include "db/migrate.h"
#include "db/postgres_pooler.h"
#include "sandbox/deployment_store.h"

namespace callboard::app {
namespace {

using namespace std::chrono_literals;

constexpr int kOldestPostgres = 15;
constexpr Timestamp kEarliestPlausibleTime{1'767'225'600'000};  // 2026-01-01: an earlier time is wrong
constexpr std::chrono::milliseconds kSmallDifference = 2s;
constexpr std::chrono::milliseconds kLargeDifference = 60s;

int major_of(const std::string& version) {
    int major = 0;
    std::from_chars(version.data(), version.data() + version.size(), major);
    return major;
}

Check engine(const db::EngineFacts& facts) {
    if (facts.engine == db::Engine::sqlite) return passed("database", "SQLite " + facts.version);
    const std::string server = "PostgreSQL " + facts.version;
    if (major_of(facts.version) < kOldestPostgres)
        return failed("database", server + " is too old", "use PostgreSQL 15 or newer");
    if (facts.encoding != "UTF8")
        return failed("database", server + "; the encoding of the database is " + facts.encoding,
                      "recreate the database with the encoding UTF8 and move the data with a backup");
    if (facts.collation != "C")
        return warning("database", server + "; the collation of the database is " + facts.collation,
                       "create the database with the collation C; lists may be slow or sorted differently");
    return passed("database", server);
}

// A server that runs already has some of the connections that it may open.
Check connections(const std::string& name, const db::ConnectionFacts& facts, std::int64_t wanted) {
    const std::string remedy =
        "lower --database-connections or raise max_connections of PostgreSQL; count all servers";
    const std::string wish = "this server may open " + std::to_string(wanted);
    if (facts.limit < wanted)
        return failed(name, wish + " connections, but PostgreSQL accepts only " + std::to_string(facts.limit),
                      remedy);
    const std::int64_t free = std::max<std::int64_t>(0, facts.limit - facts.used);
    const std::string message =
        std::to_string(free) + " of " + std::to_string(facts.limit) + " connections are free";
    if (free + facts.own < wanted) return warning(name, message + ", but " + wish, remedy);
    return passed(name, message);
}

Check schema(const db::SchemaReport& report) {
    const std::string found = "schema " + std::to_string(report.found);
    if (report.found > report.known)
        return failed("schema",
                      found + " is newer than this program, which supports " + std::to_string(report.known),
                      "run the version of callboard that migrated the database, or a newer one");
    if (report.found == 0)
        return failed("schema", "the database has no callboard tables",
                      "check --data-dir and --database; 'callboard migrate' creates the tables");
    if (report.pending.empty()) return passed("schema", found + " is up to date");
    std::string files;
    for (const std::string& file : report.pending) files += (files.empty() ? "" : ", ") + file;
    return failed("schema", found + " is out of date; pending migrations: " + files,
                  "make a backup, then run 'callboard migrate' or start the server");
}

Check sealed_values(db::Snapshot& snapshot, const std::optional<Secret>& key) {
    const std::string name = "sealed_values";
    const std::string remedy =
        "restore the secrets key of this database; values encrypted with it cannot be read with another key";
    if (!key) {
        if (has_sealed_values(snapshot))
            return failed(name, "the database has encrypted values, but there is no secrets key", remedy);
        return passed(name, "no encrypted values yet");
    }
    const auto found = examine_sealed_values(snapshot, Seal{*key});
    if (found.examined == 0) return passed(name, "no encrypted values yet");
    const std::string counted = std::to_string(found.unreadable) + " of " + std::to_string(found.examined);
    if (found.unreadable > 0)
        return failed(name, "the secrets key does not decrypt " + counted + " encrypted values", remedy);
    return passed(name,
                  "the secrets key decrypts all of " + std::to_string(found.examined) + " encrypted values");
}

Check shared_key(db::Snapshot& snapshot, const std::optional<Secret>& key) {
    const std::string name = "shared_secrets_key";
    const std::string remedy =
        "copy the secrets key of the other servers, or restore it from a backup; if it is lost, run "
        "'callboard secrets-key accept'";
    const auto recorded = sandbox::store::secrets_key_id(snapshot);
    if (!recorded) return passed(name, "no server has recorded its secrets key yet");
    if (!key) return failed(name, "the database has a secrets key, and this server has none", remedy);
    if (*recorded != secrets_key_id(*key))
        return failed(name, "the database is used with another secrets key; the server does not start",
                      remedy);
    return passed(name, "the secrets key is the one of all servers of this database");
}

Check clock(Timestamp now, const std::optional<Timestamp>& database_time,
            const std::optional<Timestamp>& last_change) {
    const std::string remedy = "synchronise the clock of this machine (NTP)";
    if (now < kEarliestPlausibleTime || (last_change && now < *last_change - kLargeDifference))
        return failed("clock", "the system clock shows " + to_iso(now) + ", which is in the past", remedy);
    if (!database_time) return passed("clock", to_iso(now));
    const auto difference = std::chrono::abs(now - *database_time);
    const std::string message = "the clocks of this machine and of the database differ by " +
                                std::to_string(difference.count()) + " ms";
    if (difference > kLargeDifference) return failed("clock", message, remedy);
    if (difference > kSmallDifference) return warning("clock", message, remedy);
    return passed("clock", to_iso(now) + ", in agreement with the database");
}

// An unusable key is already reported by the check of the key (doctor_files.cpp).
struct KeyState {
    std::optional<Secret> key;
    bool is_usable = true;
};
KeyState secrets_key(const settings::Settings& settings) {
    try {
        return {.key = find_secrets_key(settings), .is_usable = true};
    } catch (const std::runtime_error&) {
        return {.key = std::nullopt, .is_usable = false};
    }
}

void inspect(const settings::Settings& settings, const Clock& clock, db::InspectionCallback callback) {
    if (settings.database) return db::inspect_postgres(*settings.database, clock, callback);
    db::inspect_sqlite(database_file(settings.data_dir), clock, callback);
}

Check unreadable(const std::string& name, const Error& error, bool is_server) {
    return failed(name, error.detail.empty() ? error.what() : error.detail,
                  is_server
                      ? "check the address, and that the database server is running and reachable"
                      : "check the owner and permissions of the file; restore a damaged file from a backup");
}

Check pooler(const std::string& name) {
    return failed(name, std::string{kPoolsTransactions}, std::string{kPoolingRemedy});
}

void check_main_database(const settings::Settings& settings, std::vector<Check>& checks) {
    const SystemClock system_clock;
    std::error_code error;
    if (!settings.database && !std::filesystem::exists(database_file(settings.data_dir), error)) {
        checks.push_back(failed("database", database_file(settings.data_dir).string() + " does not exist",
                                "check --data-dir; 'callboard serve' or 'callboard migrate' creates it"));
        checks.push_back(clock(system_clock.now(), std::nullopt, std::nullopt));
        return;
    }
    try {
        if (settings.database && db::pools_transactions(*settings.database, db::PostgresRole::primary)) {
            checks.push_back(pooler("database"));
            return;
        }
        inspect(settings, system_clock, [&](db::Snapshot& snapshot, const db::EngineFacts& facts) {
            checks.push_back(engine(facts));
            if (facts.connections)
                checks.push_back(
                    connections("database_connections", *facts.connections, settings.database_connections));
            const auto report = db::schema_report(snapshot, facts.engine);
            checks.push_back(schema(report));
            const KeyState state = secrets_key(settings);
            if (report.found == report.known && state.is_usable) {
                checks.push_back(sealed_values(snapshot, state.key));
                checks.push_back(shared_key(snapshot, state.key));
            }
            checks.push_back(clock(snapshot.now, facts.time, report.changed_at));
        });
    } catch (const Error& error_found) {
        checks.push_back(unreadable("database", error_found, settings.database.has_value()));
    }
}

void check_replica(const settings::Settings& settings, std::vector<Check>& checks) {
    try {
        const Secret& url = *settings.database_replica;
        if (db::pools_transactions(url, db::PostgresRole::replica)) {
            checks.push_back(pooler("database_replica"));
            return;
        }
        db::inspect_postgres(
            url, SystemClock{},
            [&](db::Snapshot&, const db::EngineFacts& facts) {
                checks.push_back(passed("database_replica", "PostgreSQL " + facts.version));
                checks.push_back(connections("database_replica_connections", *facts.connections,
                                             settings.database_connections));
            },
            db::PostgresRole::replica);
    } catch (const Error& error) {
        checks.push_back(unreadable("database_replica", error, true));
    }
}

}  // namespace

void check_database(const settings::Settings& settings, std::vector<Check>& checks) {
    check_main_database(settings, checks);
    if (settings.database_replica) check_replica(settings, checks);
}

}  // namespace callboard::app
