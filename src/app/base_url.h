// The addresses that a server with these settings has.
#pragma once

#include <cstdint>
#include <string>

#include "settings/settings.h"

namespace callboard::app {

std::string host_and_port(const std::string& host, std::uint16_t port);  // [::1]:8080

// Where it listens: http://127.0.0.1:8080. `port` is the one that was picked where the setting is 0.
std::string listen_url(const settings::Settings& settings, std::uint16_t port);

// What links to it begin with, before it runs: --public-url, else where it listens.
std::string base_url(const settings::Settings& settings);

}  // namespace callboard::app
