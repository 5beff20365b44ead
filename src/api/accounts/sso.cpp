#include "api/accounts/sso.h"

#include <utility>

#include "accounts/company_store.h"
#include "accounts/sso_connections.h"
#include "accounts/user_access.h"
#include "edge/services.h"

namespace callboard::api {
namespace {

template <class Call>
SsoView view(db::Snapshot& snapshot, const Call& call, accounts::SsoConnection connection) {
    const std::string sign_on =
        call.link("/identity/sso/" + accounts::store::own_company(snapshot).identifier);
    return {.issuer = std::move(connection.issuer),
            .client_id = std::move(connection.client_id),
            .claim = std::move(connection.claim),
            .required_claim = std::move(connection.required_claim),
            .create_users_with_role = connection.created_role,
            .required = connection.is_required(),
            .domains = std::move(connection.domains),
            .sign_on_url = sign_on,
            .redirect_uri = sign_on + "/callback",
            .updated_on = connection.updated_at};
}

}  // namespace

SsoView get_sso(db::Snapshot& snapshot, const edge::Call<>& call) {
    accounts::require_managing_users(call.actor());
    return view(snapshot, call, accounts::sso_connection(snapshot));
}

// The domains stay: a company must not claim the domain of another one, so only the operator sets them.
SsoView set_sso(db::Tx& tx, const edge::Call<SsoInput>& call) {
    accounts::require_managing_sign_in(tx, call.actor());
    const SsoInput& input = call.body;
    const accounts::SsoDraft draft{
        .issuer = input.issuer,
        .client_id = input.client_id,
        .client_secret = input.client_secret ? std::optional<Secret>{*input.client_secret} : std::nullopt,
        .claim = input.claim.value_or(std::string{accounts::kSubjectClaim}),
        .required_claim = input.required_claim,
        .created_role = input.create_users_with_role,
        .required = input.required.value_or(false),
        .domains = std::nullopt};
    return view(tx, call, accounts::set_sso_connection(tx, call.actor(), draft, call.services.seal));
}

wire::Nothing delete_sso(db::Tx& tx, const edge::Call<>& call) {
    accounts::require_managing_sign_in(tx, call.actor());
    accounts::remove_sso_connection(tx, call.actor());
    return {};
}

}  // namespace callboard::api
