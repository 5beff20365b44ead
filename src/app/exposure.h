// Whether the server is reachable from other machines, and protected by TLS if so.
#pragma once

#include "settings/settings.h"

namespace callboard::app {

// Throws settings::BadSetting if secrets would be sent unencrypted over the network.
void require_protection(const settings::Settings& settings);

}  // namespace callboard::app
