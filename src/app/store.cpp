#include "app/store.h"

#include "app/data_dir.h"
#include "base/names.h"
#include "db/engines.h"
#include "db/migrate.h"
#include "sandbox/deployment_store.h"

namespace callboard::app {
namespace {

// More than this cannot be answered in time anyway.
constexpr std::size_t kMostWaiting = 10'000;

telemetry::Level level_named(const std::string& name) {
    using enum telemetry::Level;
    if (name == "debug") return debug;
    if (name == "info") return info;
    if (name == "warn") return warn;
    if (name == "error") return error;
    return off;
}

}  // namespace

Store::Store(const settings::Settings& settings, std::size_t workers)
    : log_(level_named(settings.log_level),
           settings.log_format == "json" ? telemetry::LogFormat::json : telemetry::LogFormat::text),
      workers_(std::make_unique<Workers>(workers, kMostWaiting)) {
    prepare_data_dir(settings.data_dir);
    const db::Environment environment{
        .clock = clock_, .stopwatch = stopwatch_, .workers = *workers_, .metrics = metrics_, .log = log_};
    db_ = settings.database ? db::open_postgres(*settings.database, environment)
                            : db::open_sqlite(database_file(settings.data_dir), environment);
    if (settings.database_replica) {
        replica_ = db::open_postgres(*settings.database_replica, {.clock = clock_,
                                                                  .stopwatch = stopwatch_,
                                                                  .workers = *workers_,
                                                                  .metrics = replica_metrics_,
                                                                  .log = log_});
    }
    for (const std::string& file : db::migrate(*db_)) {
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
