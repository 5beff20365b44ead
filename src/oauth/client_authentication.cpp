#include "oauth/client_authentication.h"

#include "accounts/credential.h"
#include "base/ascii.h"
#include "base/constant_time.h"
#include "base/encoding.h"
#include "oauth/application_store.h"
#include "oauth/client_credential_store.h"

namespace callboard::oauth {
namespace {

constexpr OAuthError kUnknownClient{Reason::invalid_client, "unknown client or wrong secret"};
constexpr OAuthError kTwoClients{Reason::invalid_request, "the clients in the header and in the body differ"};

struct Presented {
    std::string id;
    Secret secret;
};

constexpr std::string_view kBasic = "basic ";  // scheme names are case-insensitive (RFC 9110, section 11.1)

std::optional<Presented> from_basic(std::string_view authorization) {
    authorization.remove_prefix(kBasic.size());
    const auto pair = from_base64(authorization);
    if (!pair) return std::nullopt;
    const auto colon = pair->find(':');
    if (colon == std::string::npos) return std::nullopt;
    auto id = percent_decode(std::string_view{*pair}.substr(0, colon), Plus::space);
    auto secret = percent_decode(std::string_view{*pair}.substr(colon + 1), Plus::space);
    if (!id || !secret) return std::nullopt;
    return Presented{std::move(*id), Secret{std::move(*secret)}};
}

std::optional<Presented> from_body(const ClientProof& proof) {
    if (!proof.id || !proof.secret) return std::nullopt;
    return Presented{std::string{*proof.id}, Secret{std::string{*proof.secret}}};
}

std::optional<Client> find(db::Tx& tx, const Presented& presented) {
    const Sha256 hash = accounts::hash_of(presented.secret.reveal());
    if (const auto id = ApplicationId::parse(presented.id)) {
        if (auto application = store::find_by_secret(tx, *id, hash)) return std::move(*application);
    }
    if (const auto id = CredentialId::parse(presented.id)) {
        if (auto credential = store::find_by_secret(tx, *id, hash)) return std::move(*credential);
    }
    return std::nullopt;
}

// A public application identifies itself, without a proof (RFC 6749, section 2.1); its codes have PKCE.
std::optional<Client> find_public(db::Tx& tx, const ClientProof& proof) {
    if (!proof.authorization.empty() || !proof.id || proof.secret) return std::nullopt;
    const auto id = ApplicationId::parse(*proof.id);
    auto application = id ? store::find_application(tx, *id) : std::nullopt;
    if (!application || application->type != ClientType::public_client) return std::nullopt;
    return std::move(*application);
}

bool contradicts(const ClientProof& body, const Presented& header) {
    return (body.id && *body.id != header.id) ||
           (body.secret && !equal_in_constant_time(*body.secret, header.secret.reveal()));
}

}  // namespace

bool used_basic(const ClientProof& proof) {
    return same_name(proof.authorization.substr(0, kBasic.size()), kBasic);
}

std::optional<std::string> client_id_in(const ClientProof& proof) {
    if (used_basic(proof)) {
        const auto presented = from_basic(proof.authorization);
        return presented ? std::optional{presented->id} : std::nullopt;
    }
    return proof.id ? std::optional<std::string>{*proof.id} : std::nullopt;
}

std::expected<Client, OAuthError> authenticate(db::Tx& tx, const ClientProof& proof) {
    const auto presented = used_basic(proof) ? from_basic(proof.authorization) : from_body(proof);
    if (presented && contradicts(proof, *presented)) return std::unexpected(kTwoClients);
    auto client = presented ? find(tx, *presented) : find_public(tx, proof);
    if (!client) return std::unexpected(kUnknownClient);
    return std::move(*client);
}

}  // namespace callboard::oauth
