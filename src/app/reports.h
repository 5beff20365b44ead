// Background work of reports: generates files and records the use of the API.
#pragma once

#include <filesystem>
#include <memory>

#include "app/store.h"
#include "app/use_writer.h"
#include "base/periodic.h"
#include "edge/use_meter.h"
#include "reports/generator.h"
#include "settings/settings.h"

namespace callboard::app {

class Reports {
  public:
    // `folder` is where report files are stored.
    Reports(const settings::Settings& settings, Store& store, edge::UseMeter& use_meter,
            std::filesystem::path folder);
    ~Reports();

    Reports(const Reports&) = delete;
    Reports& operator=(const Reports&) = delete;

    // Starts the threads. stop() returns unfinished files to the queue and writes the counted uses.
    void start();
    void stop_generating();
    void stop();

  private:
    const settings::Settings settings_;
    Store& store_;
    const std::filesystem::path folder_;
    UseWriter use_writer_;
    std::unique_ptr<reports::Generator> generator_;
    std::unique_ptr<Periodic> writing_use_;
};

}  // namespace callboard::app
