#include "app/reports.h"

#include <algorithm>
#include <span>
#include <utility>

#include "app/node_name.h"
#include "base/error.h"
#include "edge/use_store.h"

namespace callboard::app {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kUsesAtOnce = 500;  // keeps transactions short

}  // namespace

Reports::Reports(const settings::Settings& settings, Store& store, edge::UseMeter& use_meter,
                 std::filesystem::path folder)
    : settings_(settings), store_(store), use_meter_(use_meter), folder_(std::move(folder)) {}

Reports::~Reports() {
    stop();
}

void Reports::start() {
    generator_ = std::make_unique<reports::Generator>(
        store_.db(), store_.large_reads(), store_.clock(), store_.metrics(), store_.log(),
        reports::GeneratorOptions{.folder = folder_,
                                  .node = node_name(settings_.data_dir),
                                  .retention = std::chrono::hours{24} * settings_.report_retention});
    use_writer_ = std::make_unique<Periodic>(10s, [this] { write_use(); });
}

void Reports::stop_generating() {
    generator_.reset();
}

void Reports::stop() {
    stop_generating();
    if (!use_writer_) return;
    use_writer_.reset();
    write_use();
}

void Reports::write_use() {
    // After a failed write the meter keeps accumulating, and only `unwritten_` is retried.
    if (unwritten_.empty()) unwritten_ = use_meter_.take();
    if (unwritten_.empty()) return;
    try {
        while (!unwritten_.empty()) {
            const std::size_t some = std::min(unwritten_.size(), kUsesAtOnce);
            const auto last = std::span{unwritten_}.last(some);
            store_.db().write(std::nullopt, [&](db::Tx& tx) { edge::store::add_use(tx, last); });
            unwritten_.erase(unwritten_.end() - static_cast<std::ptrdiff_t>(some), unwritten_.end());
        }
    } catch (const Error& error) {
        store_.log().write(telemetry::Level::warn, "api_use_not_written", {{"reason", error.detail}});
    }
}

}  // namespace callboard::app
