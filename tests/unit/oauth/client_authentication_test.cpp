#include "oauth/client_authentication.h"

#include <string>

#include <gtest/gtest.h>

#include "oauth/client_credential.h"
#include "support/oauth_flow.h"

namespace callboard {
namespace {

// Standard base64 of printable text, with padding.
std::string base64(std::string_view text) {
    std::string encoded = to_base64url(text);
    for (char& c : encoded) c = c == '-' ? '+' : c == '_' ? '/' : c;
    while (encoded.size() % 4 != 0) encoded += '=';
    return encoded;
}

std::string basic(const std::string& id, const std::string& secret) {
    return "Basic " + base64(id + ":" + secret);
}

class ClientAuthentication : public test::OAuthFlow {
  protected:
    // The client's id, or the error.
    std::string authenticate(const oauth::ClientProof& proof) {
        return db->write(std::nullopt, [&](db::Tx& tx) {
            const auto client = oauth::authenticate(tx, proof);
            if (!client) return std::string{name_of(client.error().reason)};
            return std::visit([](const auto& each) { return std::string{each.id.text()}; }, *client);
        });
    }
    std::string by_header(const std::string& header) { return authenticate({.authorization = header}); }
    std::string in_body(std::optional<std::string_view> id, std::optional<std::string_view> secret) {
        return authenticate({.authorization = "", .id = id, .secret = secret});
    }
};

TEST_P(ClientAuthentication, TheBodyOrTheHeaderNamesTheClient) {
    EXPECT_EQ(in_body(partner.id(), partner.secret), partner.id());
    EXPECT_EQ(by_header(basic(partner.id(), partner.secret)), partner.id());
}

TEST_P(ClientAuthentication, TheSchemeCountsInAnyCase) {
    const auto pair = base64(partner.id() + ":" + partner.secret);

    EXPECT_EQ(by_header("basic " + pair), partner.id());
    EXPECT_EQ(by_header("BASIC " + pair), partner.id());
}

TEST_P(ClientAuthentication, WhatBasicCarriesMayBePercentEncoded) {
    std::string escaped;
    for (const char c : partner.secret) escaped += c == '_' ? "%5F" : std::string{c};

    EXPECT_EQ(by_header(basic(partner.id(), escaped)), partner.id());
}

TEST_P(ClientAuthentication, IdsAndSecretsNeedNoEncodingAnywhere) {
    constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";

    EXPECT_EQ(partner.id().find_first_not_of(kPlain), std::string::npos);
    EXPECT_EQ(partner.secret.find_first_not_of(kPlain), std::string::npos);
    EXPECT_GE(partner.secret.size(), 43U);
}

TEST_P(ClientAuthentication, ThePairMayComeTwiceIfItIsTheSame) {
    const auto header = basic(partner.id(), partner.secret);

    EXPECT_EQ(authenticate({.authorization = header, .id = partner.id(), .secret = partner.secret}),
              partner.id());
    EXPECT_EQ(authenticate({.authorization = header, .id = partner.id()}), partner.id());
}

TEST_P(ClientAuthentication, TwoDifferentClientsAreNone) {
    const auto other = given::partner(*db, "Other");
    const auto header = basic(partner.id(), partner.secret);

    EXPECT_EQ(authenticate({.authorization = header, .id = other.id(), .secret = other.secret}),
              "invalid_request");
    EXPECT_EQ(authenticate({.authorization = header, .id = other.id()}), "invalid_request");
    EXPECT_EQ(authenticate({.authorization = header, .id = partner.id(), .secret = "wrong"}),
              "invalid_request");
    EXPECT_EQ(
        authenticate(
            {.authorization = basic(partner.id(), "wrong"), .id = partner.id(), .secret = partner.secret}),
        "invalid_request");
}

TEST_P(ClientAuthentication, AWrongOrMissingSecretIsRefused) {
    EXPECT_EQ(in_body(partner.id(), "wrong"), "invalid_client");
    EXPECT_EQ(in_body(partner.id(), partner.secret + "x"), "invalid_client");
    EXPECT_EQ(in_body(partner.id(), partner.secret.substr(1)), "invalid_client");
    EXPECT_EQ(in_body(partner.id(), std::nullopt), "invalid_client");
    EXPECT_EQ(in_body(std::nullopt, partner.secret), "invalid_client");
    EXPECT_EQ(in_body(std::nullopt, std::nullopt), "invalid_client");
    EXPECT_EQ(by_header(basic(partner.id(), "")), "invalid_client");
}

TEST_P(ClientAuthentication, AnUnknownClientIsToldInTheSameWords) {
    const auto words = [&](std::string_view id) {
        return db->write(std::nullopt, [&](db::Tx& tx) {
            return std::string{
                oauth::authenticate(tx, {.authorization = "", .id = id, .secret = "x"}).error().description};
        });
    };

    EXPECT_EQ(words(partner.id()), words("0192f0c1-0000-7000-8000-000000000000"));
    EXPECT_EQ(words(partner.id()), words("no id at all"));
}

TEST_P(ClientAuthentication, AHeaderThatIsNoPairIsRefused) {
    for (const std::string& header :
         {std::string{"Basic "}, std::string{"Basic %%%%"}, "Basic " + base64("nocolon"),
          "Basic " + base64(":"), "Basic " + base64("%zz:%zz"),
          "Basic " + base64(partner.id() + ":" + partner.secret) + "\x01", "Basic " + std::string(5000, 'A')})
        EXPECT_EQ(by_header(header), "invalid_client") << header;
    EXPECT_EQ(by_header("Basic"), "invalid_client");
    EXPECT_EQ(by_header("Bearer " + partner.secret), "invalid_client");
}

TEST_P(ClientAuthentication, OddIdsAreJustUnknown) {
    for (const std::string& id :
         {std::string{}, std::string{"'; DROP TABLE application; --"}, std::string{"a\0b", 3},
          std::string{"\xff\xfe"}, std::string(10'000, 'a'), partner.id() + " ", " " + partner.id()})
        EXPECT_EQ(in_body(id, partner.secret), "invalid_client") << id;
}

TEST_P(ClientAuthentication, NeitherASecretsHashNorATokenIsASecret) {
    const auto tokens = this->tokens();

    EXPECT_EQ(in_body(partner.id(), to_hex(accounts::hash_of(partner.secret))), "invalid_client");
    EXPECT_EQ(in_body(partner.id(), tokens.access), "invalid_client");
}

TEST_P(ClientAuthentication, ACompanysOwnCredentialIsAClientUntilItIsRevoked) {
    const auto credential = db->write(company, [](db::Tx& tx) {
        return oauth::create_client_credential(
            tx, {.name = "Nightly", .role = accounts::Role::standard, .scopes = "jobs_read"},
            Secret{"s3cret"});
    });
    const std::string id{credential.id.text()};

    EXPECT_EQ(in_body(id, "s3cret"), id);
    EXPECT_EQ(by_header(basic(id, "s3cret")), id);
    EXPECT_EQ(in_body(id, "other"), "invalid_client");
    db->write(company, [&](db::Tx& tx) { oauth::revoke_client_credential(tx, credential.id); });
    EXPECT_EQ(in_body(id, "s3cret"), "invalid_client");
}

TEST_P(ClientAuthentication, OnlyAPublicApplicationNeedsNoSecret) {
    const auto open = db->write(std::nullopt, [&](db::Tx& tx) {
        return oauth::register_application(tx,
                                           {.name = "Browser",
                                            .redirect_uris = {given::kCallback},
                                            .scopes = "jobs_read",
                                            .type = oauth::ClientType::public_client},
                                           Secret{"unused"});
    });
    const std::string id{open.id.text()};

    EXPECT_EQ(in_body(id, std::nullopt), id);
    EXPECT_EQ(in_body(id, "unused"), "invalid_client") << "it has no secret";
    EXPECT_EQ(by_header(basic(id, "")), "invalid_client");
    EXPECT_EQ(in_body(partner.id(), std::nullopt), "invalid_client");
    EXPECT_EQ(in_body(partner.id(), ""), "invalid_client");
}

RUN_ON_EACH_DATABASE(ClientAuthentication);

}  // namespace
}  // namespace callboard
