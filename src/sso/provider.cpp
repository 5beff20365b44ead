#include "sso/provider.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/encoding.h"
#include "base/error.h"
#include "wire/shape.h"

namespace callboard::sso {
namespace {

struct Metadata {
    std::string issuer;
    std::string authorization_endpoint;
    std::string token_endpoint;
    std::string jwks_uri;
    std::optional<std::string> userinfo_endpoint;
    std::optional<std::string> end_session_endpoint;
    std::optional<std::vector<std::string>> token_endpoint_auth_methods_supported;
    std::optional<bool> authorization_response_iss_parameter_supported;

    static constexpr auto shape() {
        using Self = Metadata;
        return wire::fields(wire::field("issuer", &Self::issuer),
                            wire::field("authorization_endpoint", &Self::authorization_endpoint),
                            wire::field("token_endpoint", &Self::token_endpoint),
                            wire::field("jwks_uri", &Self::jwks_uri),
                            wire::field("userinfo_endpoint", &Self::userinfo_endpoint),
                            wire::field("end_session_endpoint", &Self::end_session_endpoint),
                            wire::field("token_endpoint_auth_methods_supported",
                                        &Self::token_endpoint_auth_methods_supported),
                            wire::field("authorization_response_iss_parameter_supported",
                                        &Self::authorization_response_iss_parameter_supported));
    }
};

bool has(const std::vector<std::string>& list, std::string_view name) {
    return std::ranges::find(list, name) != list.end();
}

std::unexpected<std::string> fault(std::string reason) {
    return std::unexpected{"the discovery document: " + std::move(reason)};
}

// Also of those that only browsers visit: what the guard refuses is no address for them either.
std::optional<std::string> fault_of_addresses(const Metadata& metadata, const webhooks::AddressGuard& guard) {
    const std::array<std::pair<std::string_view, std::optional<std::string>>, 5> addresses{
        {{"authorization_endpoint", metadata.authorization_endpoint},
         {"token_endpoint", metadata.token_endpoint},
         {"jwks_uri", metadata.jwks_uri},
         {"userinfo_endpoint", metadata.userinfo_endpoint},
         {"end_session_endpoint", metadata.end_session_endpoint}}};
    for (const auto& [name, address] : addresses) {
        if (!address) continue;
        if (const auto why = guard.fault_of_url(*address)) return std::string{name} + ": " + *why;
    }
    return std::nullopt;
}

}  // namespace

std::string discovery_url(std::string_view issuer) {
    if (issuer.ends_with('/')) issuer.remove_suffix(1);
    return std::string{issuer} + "/.well-known/openid-configuration";
}

std::expected<Provider, std::string> read_provider(std::string_view document, const std::string& issuer,
                                                   const webhooks::AddressGuard& guard) {
    Metadata metadata;
    try {
        metadata = wire::decode<Metadata>(document);
    } catch (const Error& error) {
        return fault(error.faults.front().path + " " + error.faults.front().message);
    }
    if (metadata.issuer != issuer) return fault("it is of another issuer");
    if (auto why = fault_of_addresses(metadata, guard)) return fault(std::move(*why));
    const auto& methods = metadata.token_endpoint_auth_methods_supported;
    const bool takes_basic = !methods || has(*methods, "client_secret_basic");
    if (!takes_basic && !has(*methods, "client_secret_post"))
        return fault("its token endpoint accepts neither client_secret_basic nor client_secret_post");
    return Provider{.issuer = std::move(metadata.issuer),
                    .authorization_endpoint = std::move(metadata.authorization_endpoint),
                    .token_endpoint = std::move(metadata.token_endpoint),
                    .jwks_uri = std::move(metadata.jwks_uri),
                    .userinfo_endpoint = std::move(metadata.userinfo_endpoint),
                    .end_session_endpoint = std::move(metadata.end_session_endpoint),
                    .takes_basic = takes_basic,
                    .names_itself = metadata.authorization_response_iss_parameter_supported.value_or(false)};
}

void add_parameter(std::string& address, std::string_view name, std::string_view value) {
    address.append(address.contains('?') ? "&" : "?").append(name).append("=").append(percent_encode(value));
}

}  // namespace callboard::sso
