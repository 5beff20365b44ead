#include "app/reports.h"

#include <chrono>
#include <utility>

#include "app/node_name.h"

namespace callboard::app {
Reports::Reports(const settings::Settings& settings, Store& store, edge::UseMeter& use_meter,
                 std::filesystem::path folder)
    : settings_(settings),
      store_(store),
      folder_(std::move(folder)),
      use_writer_(store.db(), store.log(), use_meter) {}

Reports::~Reports() {
    stop();
}

void Reports::start() {
    generator_ = std::make_unique<reports::Generator>(
        store_.db(), store_.large_reads(), store_.clock(), store_.metrics(), store_.log(),
        reports::GeneratorOptions{.folder = folder_,
                                  .node = node_name(settings_.data_dir),
                                  .retention = std::chrono::hours{24} * settings_.report_retention});
    writing_use_ = std::make_unique<Periodic>(UseWriter::kInterval, [this] { use_writer_.write(); });
}

void Reports::stop_generating() {
    generator_.reset();
}

void Reports::stop() {
    stop_generating();
    if (!writing_use_) return;
    writing_use_.reset();
    use_writer_.write();
}

}  // namespace callboard::app
