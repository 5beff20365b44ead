#include "app/shared_key.h"

#include <cstddef>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <system_error>

#include "app/database_name.h"
#include "app/sealed_values.h"
#include "app/secrets_key.h"
#include "base/encoding.h"
#include "base/hmac.h"
#include "base/seal.h"
#include "sandbox/deployment_store.h"

namespace callboard::app {
namespace {

constexpr std::string_view kLabel = "callboard: identifier of the secrets key";
constexpr std::size_t kIdSize = 16;

constexpr std::string_view kRemedy =
    "; copy the file from another server or from a backup. If it is lost, 'callboard secrets-key accept' "
    "lets "
    "servers start with a new key, and what was encrypted with the lost one must be set again";

// A key that opens none of the sealed values is not the one that sealed them; of an installation that once
// lost its key, some may be unreadable for ever.
bool fits(db::Snapshot& snapshot, const Secret& key) {
    const auto found = examine_sealed_values(snapshot, Seal{key});
    return found.examined == 0 || found.unreadable < found.examined;
}

}  // namespace

std::string secrets_key_id(const Secret& key) {
    const Sha256 code = hmac_sha256(key, kLabel);
    return to_hex(std::span{code}.first(kIdSize));
}

Secret require_shared_key(const settings::Settings& settings, db::Db& db, const telemetry::Log& log) {
    const std::string file = secrets_key_path(settings).string();
    const auto recorded = db.read(std::nullopt, sandbox::store::secrets_key_id);
    if (recorded && !find_secrets_key(settings))
        throw std::runtime_error("there is no " + file + ", but " + database_name(settings) +
                                 " was used with a secrets key" + std::string{kRemedy});
    const bool is_new = create_missing_secrets_key(settings);
    Secret key = load_secrets_key(settings);
    const std::string mine = secrets_key_id(key);
    const auto known = db.write(std::nullopt, [&](db::Tx& tx) {
        if (!sandbox::store::secrets_key_id(tx) && fits(tx, key))
            sandbox::store::record_secrets_key(tx, mine);
        return sandbox::store::secrets_key_id(tx);
    });
    if (!known)
        log.write(telemetry::Level::warn, "secrets_key_not_recorded",
                  {{"reason", "it opens none of the sealed values in the database"}});
    if (known && *known != mine) {
        // Another server was first. With the file, this one would never take over the right key.
        std::error_code unknown;
        if (is_new) std::filesystem::remove(file, unknown);
        throw std::runtime_error(database_name(settings) + " is used with another secrets key than " + file +
                                 std::string{kRemedy});
    }
    return key;
}

AcceptedKey accept_secrets_key(const settings::Settings& settings, db::Db& db) {
    const auto key = find_secrets_key(settings);
    if (!key)
        throw std::runtime_error("there is no " + secrets_key_path(settings).string() +
                                 "; create it with 'umask 077; openssl rand -hex 32 > FILE'");
    return db.write(std::nullopt, [&](db::Tx& tx) {
        const auto found = examine_sealed_values(tx, Seal{*key});
        return AcceptedKey{.changed = sandbox::store::replace_secrets_key(tx, secrets_key_id(*key)),
                           .unreadable = found.unreadable,
                           .has_more = found.has_more};
    });
}

}  // namespace callboard::app
