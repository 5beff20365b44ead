// The key of what is sealed in the database (base/seal.h): 32 bytes, as hexadecimal text in a file.
#pragma once

#include <optional>

#include "base/secret.h"
#include "settings/settings.h"

namespace callboard::app {

// From the file that the settings name, which must be there; otherwise from secrets.key in the data
// directory, which is made when it is missing (the directory is not). Safe to call from several programs at
// once. Throws std::runtime_error, with the file's name, when there is no good key in it or others may read
// it.
Secret load_secrets_key(const settings::Settings& settings);

// The same, but makes none: nothing where it would be made.
std::optional<Secret> find_secrets_key(const settings::Settings& settings);

}  // namespace callboard::app
