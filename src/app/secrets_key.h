// The key that seals secrets in the database (base/seal.h): 32 bytes, hexadecimal in a file.
#pragma once

#include <filesystem>
#include <optional>

#include "base/secret.h"
#include "settings/settings.h"

namespace callboard::app {

// From the file in the settings, which must exist; else from secrets.key in the data directory, which is
// created if missing (the directory is not). Safe for concurrent processes. Throws std::runtime_error with
// the file name if the key is invalid or readable by others.
Secret load_secrets_key(const settings::Settings& settings);

// Creates that file if it is missing; returns true if it did.
bool create_missing_secrets_key(const settings::Settings& settings);

// The same without creating it: nothing if it would have to be created.
std::optional<Secret> find_secrets_key(const settings::Settings& settings);

// The file of the key, whether it exists or not.
std::filesystem::path secrets_key_path(const settings::Settings& settings);

// The content of the file of the key.
Secret secrets_key_text(const Secret& key);

bool is_secrets_key_text(const Secret& text);

// Writes a key from another place, unless the file exists. require_secrets_key_fits() throws if it exists
// with another key, which may belong to other data and is not overwritten.
void require_secrets_key_fits(const settings::Settings& settings, const Secret& text);
void keep_secrets_key(const settings::Settings& settings, const Secret& text);

}  // namespace callboard::app
