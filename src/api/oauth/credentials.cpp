#include "api/oauth/credentials.h"

#include <iterator>
#include <utility>

#include "api/oauth/scope_names.h"

namespace callboard::api {
namespace {

CredentialView view(oauth::CompanyCredential credential) {
    const bool is_program = credential.type == oauth::CredentialType::client_credentials;
    return {.id = credential.id,
            .type = credential.type,
            .name = std::move(credential.name).value_or("API key"),
            .client_id = is_program ? std::optional{credential.id} : std::nullopt,
            .scopes = credential.scopes.transform(scope_list),
            .user = {.id = credential.user,
                     .first_name = std::move(credential.first_name),
                     .last_name = std::move(credential.last_name)},
            .created_on = credential.created_at,
            .last_used_on = credential.last_used_at};
}

}  // namespace

CredentialList list_credentials(db::Snapshot& snapshot, const edge::Call<>& call) {
    CredentialList list;
    for (oauth::CompanyCredential& each : oauth::company_credentials(snapshot, call.actor()))
        list.content.push_back(view(std::move(each)));
    list.total_found = std::ssize(list.content);
    return list;
}

NewCredentialView create_credential(db::Tx& tx, const edge::Call<CredentialInput>& call) {
    const CredentialInput& input = call.body;
    const Secret secret = oauth::new_credential_secret(input.type);
    NewCredentialView shown{
        view(oauth::create_company_credential(
            tx, call.actor(), call.scopes,
            {.type = input.type,
             .name = input.name,
             .user = input.user_id,
             .scopes = input.scopes.transform([](const auto& scopes) { return scope_set(scopes); })},
            secret)),
        {},
        {}};
    auto& shown_once = input.type == oauth::CredentialType::api_key ? shown.key : shown.client_secret;
    shown_once = std::string{secret.reveal()};
    return shown;
}

wire::Nothing delete_credential(db::Tx& tx, const edge::Call<>& call) {
    oauth::revoke_company_credential(tx, call.actor(),
                                     call.path.id<CredentialId>("credentialId", "CREDENTIAL_NOT_FOUND"));
    return {};
}

}  // namespace callboard::api
