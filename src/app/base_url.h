// The URLs of a server with these settings.
#pragma once

#include <cstdint>
#include <string>

#include "settings/settings.h"

namespace callboard::app {

std::string host_and_port(const std::string& host, std::uint16_t port);  // [::1]:8080

// Listening URL, such as http://127.0.0.1:8080. `port` is the actual port if the setting is 0.
std::string listen_url(const settings::Settings& settings, std::uint16_t port);

// The base of links, known before the server runs: --public-url, else the listening URL.
std::string base_url(const settings::Settings& settings);

}  // namespace callboard::app
