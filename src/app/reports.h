// What a server does for reports beside answering: makes their files, and writes down who calls what.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "app/store.h"
#include "base/periodic.h"
#include "edge/use_meter.h"
#include "reports/generator.h"
#include "settings/settings.h"

namespace callboard::app {

class Reports {
  public:
    // `folder` is where their files are.
    Reports(const settings::Settings& settings, Store& store, edge::UseMeter& use_meter,
            std::filesystem::path folder);
    ~Reports();

    Reports(const Reports&) = delete;
    Reports& operator=(const Reports&) = delete;

    // Works from now on, until stop(). What is being made then is given back; what was counted is written.
    void start();
    void stop_making();
    void stop();

  private:
    void write_use();

    const settings::Settings settings_;
    Store& store_;
    edge::UseMeter& use_meter_;
    const std::filesystem::path folder_;
    std::vector<edge::Use> unwritten_;  // what could not be written last time
    std::unique_ptr<reports::Generator> generator_;
    std::unique_ptr<Periodic> use_writer_;
};

}  // namespace callboard::app
