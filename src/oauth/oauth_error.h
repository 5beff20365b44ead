// OAuth error responses: RFC 6749, section 5.2 at the token endpoint, section 4.1.2.1 in a redirect.
#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "base/names.h"
#include "wire/shape.h"

namespace callboard::oauth {

enum class Reason {
    invalid_request,
    invalid_client,
    invalid_grant,
    unauthorized_client,
    unsupported_grant_type,
    invalid_scope,
    access_denied,
    unsupported_response_type,
    server_error,
    temporarily_unavailable,
};

// The description is for developers and must not repeat input of the client.
struct OAuthError {
    Reason reason;
    std::string_view description;
};

// The status of a token response; also sent in a redirect besides the error name.
constexpr int status_of(Reason reason) {
    if (reason == Reason::invalid_client) return 401;
    if (reason == Reason::access_denied) return 403;
    if (reason == Reason::server_error) return 500;
    if (reason == Reason::temporarily_unavailable) return 503;
    return 400;
}

}  // namespace callboard::oauth

template <>
struct callboard::Names<callboard::oauth::Reason> {
    using enum callboard::oauth::Reason;
    static constexpr std::string_view kName = "OAuthErrorCode";
    static constexpr std::array kList{
        std::pair{invalid_request, std::string_view{"invalid_request"}},
        std::pair{invalid_client, std::string_view{"invalid_client"}},
        std::pair{invalid_grant, std::string_view{"invalid_grant"}},
        std::pair{unauthorized_client, std::string_view{"unauthorized_client"}},
        std::pair{unsupported_grant_type, std::string_view{"unsupported_grant_type"}},
        std::pair{invalid_scope, std::string_view{"invalid_scope"}},
        std::pair{access_denied, std::string_view{"access_denied"}},
        std::pair{unsupported_response_type, std::string_view{"unsupported_response_type"}},
        std::pair{server_error, std::string_view{"server_error"}},
        std::pair{temporarily_unavailable, std::string_view{"temporarily_unavailable"}},
    };
};

namespace callboard::oauth {

// The body of RFC 6749, section 5.2, which differs from other errors of the API.
struct OAuthErrorAnswer {
    Reason error;
    std::string_view error_description;

    static constexpr std::string_view kName = "OAuthError";
    static constexpr auto shape() {
        return wire::fields(wire::field("error", &OAuthErrorAnswer::error),
                            wire::field("error_description", &OAuthErrorAnswer::error_description));
    }
};

}  // namespace callboard::oauth
