#include "app/store.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

#include "app/data_dir.h"
#include "app/database_name.h"
#include "app/pooling.h"
#include "base/error.h"
#include "base/names.h"
#include "db/engines.h"
#include "db/migrate.h"
#include "db/postgres_limits.h"
#include "db/postgres_pooler.h"
#include "db/sqlite_sizes.h"
#include "sandbox/deployment_store.h"

namespace callboard::app {
namespace {

// A longer queue could not be processed before requests time out.
constexpr std::size_t kMostWaiting = 10'000;

telemetry::Level level_named(const std::string& name) {
    using enum telemetry::Level;
    if (name == "debug") return debug;
    if (name == "info") return info;
    if (name == "warn") return warn;
    if (name == "error") return error;
    return off;
}

std::runtime_error no_database(const settings::Settings& settings) {
    return std::runtime_error{(settings.database ? database_name(settings) + " has no callboard tables"
                                                 : "there is no database in " + database_name(settings)) +
                              "; 'serve', 'demo', 'migrate', 'company add' and 'restore' create one"};
}

void require_database(const settings::Settings& settings) {
    if (settings.database) return;
    const auto file = database_file(settings.data_dir);
    std::error_code error;
    const auto size = std::filesystem::file_size(file, error);
    const bool is_missing =
        error == std::errc::no_such_file_or_directory || error == std::errc::not_a_directory;
    if (is_missing || (!error && size == 0)) throw no_database(settings);
}

void require_schema(db::Db& db, const settings::Settings& settings) {
    const auto engine = settings.database ? db::Engine::postgres : db::Engine::sqlite;
    const auto state =
        db.read(std::nullopt, [&](db::Snapshot& snapshot) { return db::schema_state(snapshot, engine); });
    switch (state) {
        case db::SchemaState::current: return;
        case db::SchemaState::absent: throw no_database(settings);
        case db::SchemaState::older:
            throw std::runtime_error(database_name(settings) +
                                     " has an older schema; 'callboard migrate' brings it up to date");
        case db::SchemaState::newer:
            throw std::runtime_error(database_name(settings) +
                                     " has a newer schema; use a newer version of callboard");
    }
}

void refuse_transaction_pooling(std::string_view setting, const Secret& url, db::PostgresRole role) {
    if (!db::pools_transactions(url, role)) return;
    throw settings::BadSetting(
        std::string{setting}.append(": ").append(kPoolsTransactions).append(": ").append(kPoolingRemedy));
}

// Longer than a request may take: the server has cancelled its query by then. Background work has the time of
// a request with default settings also if requests have less.
std::chrono::seconds statement_timeout(int request_timeout) {
    constexpr std::chrono::seconds kMargin{2};
    constexpr std::chrono::seconds kLeast{130};
    return request_timeout > 0 ? std::max(std::chrono::seconds{request_timeout} + kMargin, kLeast)
                               : std::chrono::seconds{0};
}

void check_pooling(const settings::Settings& settings) {
    if (settings.database)
        refuse_transaction_pooling("--database", *settings.database, db::PostgresRole::primary);
    if (!settings.database_replica) return;
    try {
        refuse_transaction_pooling("--database-replica", *settings.database_replica,
                                   db::PostgresRole::replica);
    } catch (const Error&) {  // NOLINT(bugprone-empty-catch)
        // A server starts without its replica.
    }
}

}  // namespace

telemetry::Log log_for(const settings::Settings& settings) {
    const bool json = settings.log_format == "json";
    return {level_named(settings.log_level), json ? telemetry::LogFormat::json : telemetry::LogFormat::text};
}

void Store::set_log_level(const settings::Settings& settings) {
    log_.set_level(level_named(settings.log_level));
}

Store::Store(const settings::Settings& settings, std::size_t workers, StoreMode mode)
    : log_(log_for(settings)), workers_(std::make_unique<Workers>(workers, kMostWaiting)) {
    if (mode == StoreMode::create) {
        prepare_data_dir(settings.data_dir);
    } else {
        set_private_umask();
        require_database(settings);
    }
    check_pooling(settings);
    const db::Environment environment{
        .clock = clock_, .stopwatch = stopwatch_, .workers = *workers_, .metrics = metrics_, .log = log_};
    db::PostgresLimits limits{.most_connections = static_cast<std::size_t>(settings.database_connections),
                              .statement_timeout = statement_timeout(settings.request_timeout)};
    db_ = settings.database ? db::open_postgres(*settings.database, environment, limits)
                            : db::open_sqlite(database_file(settings.data_dir), environment,
                                              {.mapped = settings.sqlite_mapped,
                                               .reader_cache = settings.sqlite_reader_cache,
                                               .writer_cache = settings.sqlite_writer_cache});
    if (settings.database_replica) {
        limits.role = db::PostgresRole::replica;
        replica_ = db::open_postgres(*settings.database_replica,
                                     {.clock = clock_,
                                      .stopwatch = stopwatch_,
                                      .workers = *workers_,
                                      .metrics = replica_metrics_,
                                      .log = log_},
                                     limits);
    }
    if (mode == StoreMode::existing) {
        require_schema(*db_, settings);
    } else {
        for (const std::string& file : db::migrate(*db_))
            log_.write(telemetry::Level::info, "schema_changed", {{"file", file}});
    }
    if (const auto deployment = db_->read(std::nullopt, sandbox::store::find_deployment))
        clock_.set(deployment->clock);
}

Store::~Store() {
    finish();
}

void Store::finish() {
    workers_.reset();
    replica_.reset();
    db_.reset();
}

}  // namespace callboard::app
