// An identity provider on a free port, which tells the truth unless a test changes what it says. It has no
// page for users: the test takes the nonce from the redirect and decides who they are.
#pragma once

#include <mutex>
#include <string>
#include <utility>

#include <boost/json.hpp>

#include "base/clock.h"
#include "support/identity_provider.h"
#include "support/receiver.h"

namespace callboard::test {

class FakeProvider {
  public:
    explicit FakeProvider(const Clock& clock) : clock_(clock) {
        receiver.plan(kDocument,
                      [this](const ReceivedRequest&) { return Reply{.status = 200, .body = document()}; });
        receiver.plan(kKeys, {Reply{.status = 200, .body = jwk_set({key})}});
        receiver.plan(kTokens,
                      [this](const ReceivedRequest&) { return Reply{.status = 200, .body = tokens()}; });
    }

    std::string issuer() const { return receiver.url(""); }

    boost::json::object claims() const {
        const std::lock_guard lock{mutex_};
        return claims_;
    }
    // The claims of the next tokens, besides those that every valid token has.
    void says(boost::json::object more) {
        const std::lock_guard lock{mutex_};
        claims_ = std::move(more);
    }
    void expects(std::string nonce) {
        const std::lock_guard lock{mutex_};
        nonce_ = std::move(nonce);
    }
    // The ID token of the next responses; empty: a valid one.
    void sends(std::string token) {
        const std::lock_guard lock{mutex_};
        token_ = std::move(token);
    }

    std::string last_token() const {
        const std::lock_guard lock{mutex_};
        return last_token_;
    }

    boost::json::object valid_claims() const {
        const std::lock_guard lock{mutex_};
        boost::json::object all = id_claims(issuer(), kClient, nonce_, clock_.now());
        for (const auto& [name, value] : claims_) all[name] = value;
        return all;
    }

    static constexpr const char* kClient = "callboard";
    static constexpr const char* kSecret = "the-secret-of-acme";
    static constexpr std::string_view kDocument = "/.well-known/openid-configuration";
    static constexpr std::string_view kKeys = "/jwks";
    static constexpr std::string_view kTokens = "/token";

    Receiver receiver;
    SigningKey key = SigningKey::ec("key");
    boost::json::object more_metadata;  // set before the first request

  private:
    std::string document() const {
        boost::json::object all{{"issuer", issuer()},
                                {"authorization_endpoint", receiver.url("/auth")},
                                {"token_endpoint", receiver.url(kTokens)},
                                {"jwks_uri", receiver.url(kKeys)},
                                {"end_session_endpoint", receiver.url("/end")}};
        for (const auto& [name, value] : more_metadata) all[name] = value;
        return boost::json::serialize(all);
    }
    std::string tokens() {
        std::string token;
        {
            const std::lock_guard lock{mutex_};
            token = token_;
        }
        if (token.empty()) token = signed_token(key, valid_claims());
        {
            const std::lock_guard lock{mutex_};
            last_token_ = token;
        }
        return boost::json::serialize(
            boost::json::object{{"access_token", "access"}, {"token_type", "Bearer"}, {"id_token", token}});
    }

    const Clock& clock_;
    mutable std::mutex mutex_;
    boost::json::object claims_;
    std::string nonce_;
    std::string token_;
    std::string last_token_;
};

}  // namespace callboard::test
