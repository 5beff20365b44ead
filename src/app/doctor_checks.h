// The groups of checks that doctor.cpp runs, one file each. Each appends its findings in a fixed order.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "app/doctor.h"

namespace callboard::app {

void check_files(const settings::Settings& settings, std::vector<Check>& checks);
void check_database(const settings::Settings& settings, std::vector<Check>& checks);
void check_network(const settings::Settings& settings, std::vector<Check>& checks);

// What it means that the disk of the data directory takes this long to make a write durable.
Check judged_latency(const std::filesystem::path& folder, std::chrono::microseconds latency);

inline Check passed(std::string name, std::string message) {
    return {.name = std::move(name), .state = CheckState::ok, .message = std::move(message), .remedy = ""};
}
inline Check warning(std::string name, std::string message, std::string remedy) {
    return {.name = std::move(name),
            .state = CheckState::warning,
            .message = std::move(message),
            .remedy = std::move(remedy)};
}
inline Check failed(std::string name, std::string message, std::string remedy) {
    return {.name = std::move(name),
            .state = CheckState::failed,
            .message = std::move(message),
            .remedy = std::move(remedy)};
}

}  // namespace callboard::app
