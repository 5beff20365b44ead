// What messages call the database.
#pragma once

#include <string>

#include "settings/settings.h"

namespace callboard::app {

// "the data directory ./callboard-data", "the database db.internal/callboard"; never with a password.
std::string database_name(const settings::Settings& settings);

}  // namespace callboard::app
