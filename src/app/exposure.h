// Whether what a server listens on can be reached from other machines, and is protected then.
#pragma once

#include <string>

#include "settings/settings.h"

namespace callboard::app {

bool is_loopback(const std::string& host);

// Throws settings::BadSetting where secrets would cross the network in clear.
void require_protection(const settings::Settings& settings);

}  // namespace callboard::app
