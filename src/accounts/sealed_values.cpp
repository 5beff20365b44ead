#include "accounts/sealed_values.h"

#include "accounts/second_factor.h"
#include "accounts/second_factor_store.h"
#include "accounts/sso_connection_store.h"
#include "accounts/sso_connections.h"

namespace callboard::accounts {

std::vector<SealedValue> sealed_client_secrets(db::Snapshot& snapshot, std::int64_t limit) {
    std::vector<SealedValue> values;
    for (auto& [company, secret] : store::sealed_client_secrets(snapshot, limit))
        values.push_back({.text = std::move(secret), .bound_to = place_of_client_secret(company)});
    return values;
}

std::vector<SealedValue> sealed_second_factor_keys(db::Snapshot& snapshot, std::int64_t limit) {
    std::vector<SealedValue> values;
    for (auto& [company, user, key] : store::sealed_second_factor_keys(snapshot, limit))
        values.push_back({.text = std::move(key),
                          .bound_to = place_of_second_factor_key({.company = company, .user = user})});
    return values;
}

}  // namespace callboard::accounts
