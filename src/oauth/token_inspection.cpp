#include "oauth/token_inspection.h"

#include "accounts/cache_epoch_store.h"
#include "oauth/access.h"
#include "oauth/grant_store.h"
#include "oauth/token_store.h"

namespace callboard::oauth {
namespace {

std::string client_id_of(const Client& client) {
    return std::visit([](const auto& each) { return std::string{each.id.text()}; }, client);
}

bool revoke_program_token(db::Tx& tx, const ClientCredential& program, const TokenKey& token) {
    if (!store::delete_program_token(tx, token, program.id)) return false;
    db::Tx inside = tx.within(program.company);
    accounts::store::advance_cache_epoch(inside);
    return true;
}

bool end(db::Tx& tx, const Client& client, const TokenKey& token, const events::Author& author) {
    if (const auto* const program = std::get_if<ClientCredential>(&client))
        return revoke_program_token(tx, *program, token);
    const auto owned = store::chain_of(tx, token);
    if (!owned || owned->grant.application != std::get<Application>(client).id) return false;
    store::delete_chain(tx, owned->chain);
    access_ended(tx, owned->grant, author, "BY_APPLICATION");
    return true;
}

}  // namespace

bool revoke_token(db::Tx& tx, const Client& client, std::string_view token, const events::Author& author) {
    const auto key = read_token(token);
    return key && end(tx, client, *key, author);
}

std::optional<TokenFacts> introspect(db::Snapshot& snapshot, const Client& client, std::string_view token) {
    const auto key = read_token(token);
    if (!key) return std::nullopt;
    const std::string client_id = client_id_of(client);
    if (const auto bearer = store::find_bearer(snapshot, *key)) {
        if (bearer->client != client_id) return std::nullopt;
        return TokenFacts{.scopes = bearer->scopes,
                          .client_id = client_id,
                          .expires_at = bearer->expires_at,
                          .user = bearer->user,
                          .company = bearer->company,
                          .is_access_token = true};
    }
    const auto refresh = store::find_refresh_token(snapshot, *key);
    const bool alive =
        refresh && !refresh->used_at && refresh->expires_at > snapshot.now && refresh->user_is_active;
    if (!alive || refresh->grant.application.text() != client_id) return std::nullopt;
    return TokenFacts{.scopes = refresh->scopes,
                      .client_id = client_id,
                      .expires_at = refresh->expires_at,
                      .user = refresh->grant.user,
                      .company = refresh->grant.company,
                      .is_access_token = false};
}

}  // namespace callboard::oauth
