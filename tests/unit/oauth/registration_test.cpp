#include "oauth/registration.h"

#include <chrono>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "accounts/cache_epoch_store.h"
#include "base/error.h"
#include "oauth/application_store.h"
#include "support/oauth_flow.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;

class Registration : public test::OAuthFlow {
  protected:
    oauth::Application add(const std::vector<std::string>& uris, const std::string& scopes = "jobs_read",
                           const std::string& name = "Robot") {
        return db->write(std::nullopt, [&](db::Tx& tx) {
            return oauth::register_application(tx, {.name = name, .redirect_uris = uris, .scopes = scopes},
                                               Secret{"secret"});
        });
    }
    bool takes(const std::string& uri) {
        try {
            return add({uri}).redirect_uris == std::vector{uri};
        } catch (const Error& error) {
            EXPECT_EQ(error.kind, ErrorKind::invalid_request);
            return false;
        }
    }
    Secret rotate() {
        const Secret fresh = oauth::new_secret(oauth::SecretKind::client_secret);
        db->write(std::nullopt, [&](db::Tx& tx) { oauth::rotate_secret(tx, partner.application.id, fresh); });
        return fresh;
    }
    bool counts(std::string_view secret) {
        return db->write(std::nullopt, [&](db::Tx& tx) {
            return oauth::store::find_by_secret(tx, partner.application.id, accounts::hash_of(secret))
                .has_value();
        });
    }
    void revoke() {
        db->write(std::nullopt, [&](db::Tx& tx) { oauth::revoke_application(tx, partner.application.id); });
    }
};

TEST_P(Registration, KeepsRedirectUrisByteForByte) {
    const std::vector<std::string> uris{"https://App.Example/a/../b?x=1&y=%2F", "http://localhost",
                                        "http://127.0.0.1:8000/"};
    const auto id = add(uris).id;

    const auto found = db->read(std::nullopt, [&](db::Snapshot& snapshot) {
        return oauth::store::find_application(snapshot, id).value();
    });

    EXPECT_EQ(found.redirect_uris, uris);
}

TEST_P(Registration, HasOneToThreeRedirectUris) {
    EXPECT_THROW(add({}), Error);
    EXPECT_NO_THROW(add({"https://a.test/1", "https://a.test/2", "https://a.test/3"}));
    EXPECT_THROW(add({"https://a.test/1", "https://a.test/2", "https://a.test/3", "https://a.test/4"}),
                 Error);
}

TEST_P(Registration, PlainHttpIsForThisMachineOnly) {
    EXPECT_TRUE(takes("http://localhost/cb"));
    EXPECT_TRUE(takes("http://localhost:3000/cb"));
    for (const std::string uri :
         {"http://app.example/cb", "http://localhost.evil.test/", "http://127.0.0.1.evil.test/",
          "http://localhostx/", "http://127.0.0.11/", "http://10.0.0.1/", "http://localhost@evil.test/",
          "http://localhost:80@evil.test/", "http://evil.test/localhost", "http://evil.test?localhost"})
        EXPECT_FALSE(takes(uri)) << uri;
}

TEST_P(Registration, RefusesUrisThatBrowsersAndWeMayReadDifferently) {
    for (const std::string uri : {"",
                                  "https://",
                                  "https:///path",
                                  "https://a.test/#part",
                                  "https://a.test/*",
                                  "https://*.a.test/",
                                  "https://user@a.test/",
                                  "https://user:pass@a.test/",
                                  "https://a.test\\@evil.test/",
                                  "https://a.test/ b",
                                  "https://a.test/\tb",
                                  "https://a.test/\r\nX: y",
                                  "https://a.test/\n",
                                  "//a.test/",
                                  "/callback",
                                  "a.test/callback",
                                  "javascript:alert(1)",
                                  "data:text/html,x",
                                  "ftp://a.test/",
                                  "HTTPS://a.test/",
                                  "https:a.test",
                                  "https:/a.test",
                                  "https://a.test/\x7f",
                                  "https://a.test/caf\xc3\xa9",
                                  "https://a.test/\"",
                                  "https://a.test/<",
                                  " https://a.test/"})
        EXPECT_FALSE(takes(uri)) << uri;
    EXPECT_FALSE(takes(std::string{"https://a.test/\0x", 17}));
    EXPECT_FALSE(takes("https://a.test/" + std::string(3000, 'x')));
}

TEST_P(Registration, AUriNeedsAHost) {
    EXPECT_FALSE(takes("https://:443/callback"));
    EXPECT_FALSE(takes("https://?x"));
}

TEST_P(Registration, AnUnknownScopeIsNamedInTheRefusal) {
    try {
        add({"https://a.test/"}, "jobs_read everything");
        FAIL();
    } catch (const Error& error) {
        EXPECT_NE(std::string{error.what()}.find("everything"), std::string::npos);
    }
    EXPECT_THROW(add({"https://a.test/"}, ""), Error);
    EXPECT_THROW(add({"https://a.test/"}, "   "), Error);
}

TEST_P(Registration, ANameIsTextOfAReadableLength) {
    EXPECT_NO_THROW(add({"https://a.test/"}, "jobs_read", "<b>\"Robot\" & S\u00f6hne</b>"));
    for (const std::string& name : {std::string{}, std::string(101, 'x'), std::string{"a\nb"},
                                    std::string{"a\0b", 3}, std::string{"\xff"}})
        EXPECT_THROW(add({"https://a.test/"}, "jobs_read", name), Error) << name;
}

TEST_P(Registration, ARefusedApplicationLeavesNothing) {
    const auto count = [&] { return db->read(std::nullopt, oauth::store::list_applications).size(); };
    const auto before = count();

    EXPECT_THROW(add({"https://a.test/"}, "everything"), Error);

    EXPECT_EQ(count(), before);
}

TEST_P(Registration, ARotatedSecretCountsForAnotherDay) {
    const Secret fresh = rotate();

    EXPECT_TRUE(counts(fresh.reveal()));
    EXPECT_TRUE(counts(partner.secret));
    clock.advance(24h - 1ms);
    EXPECT_TRUE(counts(partner.secret));
    clock.advance(2ms);
    EXPECT_FALSE(counts(partner.secret));
    EXPECT_TRUE(counts(fresh.reveal()));
}

TEST_P(Registration, OnlyTheNewestTwoSecretsCount) {
    const Secret second = rotate();
    const Secret third = rotate();

    EXPECT_FALSE(counts(partner.secret));
    EXPECT_TRUE(counts(second.reveal()));
    EXPECT_TRUE(counts(third.reveal()));
}

TEST_P(Registration, ASecretOfOneApplicationIsNoneOfAnother) {
    const auto other = given::partner(*db, "Other");

    EXPECT_FALSE(counts(other.secret));
}

TEST_P(Registration, RotatingLeavesTokensAlone) {
    const auto tokens = this->tokens();

    rotate();

    EXPECT_TRUE(lives(tokens));
    EXPECT_TRUE(refresh(tokens.refresh).good());
}

TEST_P(Registration, ARevokedApplicationLosesItsSecretsCodesAndTokens) {
    const auto tokens = this->tokens();
    const auto code = this->code();

    revoke();

    EXPECT_FALSE(counts(partner.secret));
    EXPECT_FALSE(lives(tokens));
    EXPECT_EQ(exchange(code).error, "invalid_grant");
    EXPECT_EQ(refresh(tokens.refresh).error, "invalid_grant");
}

TEST_P(Registration, RevokingOneApplicationLeavesTheOthers) {
    const auto other = given::partner(*db, "Other");
    const auto tokens = exchange(other, {.code = given::code(*db, other, grant_of(other))});

    revoke();

    EXPECT_TRUE(lives(tokens));
}

TEST_P(Registration, ARevokedApplicationCannotBeRevokedOrRotatedAgain) {
    revoke();

    EXPECT_THROW(revoke(), Error);
    EXPECT_THROW(rotate(), Error);
}

class ApplicationUpdate : public Registration {
  protected:
    oauth::Application update(const oauth::ApplicationChange& change) {
        changed.application = db->write(std::nullopt, [&](db::Tx& tx) {
            return oauth::update_application(tx, partner.application.id, change);
        });
        return changed.application;
    }
    bool refuses(const oauth::ApplicationChange& change) {
        try {
            update(change);
            return false;
        } catch (const Error& error) {
            EXPECT_EQ(error.kind, ErrorKind::invalid_request);
            return true;
        }
    }
    oauth::Application stored() {
        return db->read(std::nullopt, [&](db::Snapshot& snapshot) {
            return oauth::store::find_application(snapshot, partner.application.id).value();
        });
    }

    given::Partner changed = partner;
};

TEST_P(ApplicationUpdate, ChangesWhatIsNamedAndNothingElse) {
    const auto before = stored();

    update({.name = "Robot 2"});
    EXPECT_EQ(stored().name, "Robot 2");
    EXPECT_EQ(stored().redirect_uris, before.redirect_uris);
    EXPECT_EQ(stored().scopes, before.scopes);

    update({.redirect_uris = std::vector<std::string>{"https://new.example/"}});
    EXPECT_EQ(stored().redirect_uris, std::vector<std::string>{"https://new.example/"});
    EXPECT_EQ(stored().name, "Robot 2");
    EXPECT_TRUE(counts(partner.secret));
}

TEST_P(ApplicationUpdate, FollowsTheRulesOfRegistering) {
    const auto before = stored();

    EXPECT_TRUE(refuses({.name = ""}));
    EXPECT_TRUE(refuses({.redirect_uris = std::vector<std::string>{"http://app.example/"}}));
    EXPECT_TRUE(refuses({.redirect_uris = std::vector<std::string>{}}));
    EXPECT_TRUE(refuses({.redirect_uris = std::vector<std::string>(4, "https://app.example/")}));
    EXPECT_TRUE(refuses({.scopes = "everything"}));
    EXPECT_TRUE(refuses({.scopes = ""}));

    EXPECT_EQ(stored().name, before.name);
    EXPECT_EQ(stored().redirect_uris, before.redirect_uris);
    EXPECT_EQ(stored().scopes, before.scopes);
}

TEST_P(ApplicationUpdate, AScopeThatIsTakenAwayCountsInNoTokenAnyMore) {
    using oauth::Scope;
    using oauth::ScopeSet;
    const auto epoch = db->read(std::nullopt, accounts::store::cache_epoch);
    const auto tokens = this->tokens();
    const std::string waiting = code();

    update({.scopes = "users_read"});

    EXPECT_EQ(bearer(tokens.access)->scopes, ScopeSet{Scope::users_read});
    EXPECT_GT(db->read(std::nullopt, accounts::store::cache_epoch), epoch) << "servers look it up anew";
    const auto renewed = refresh(changed, {.token = tokens.refresh});
    ASSERT_TRUE(renewed.good()) << renewed.error;
    EXPECT_EQ(renewed.scopes, ScopeSet{Scope::users_read}) << "the client learns that it has less";
    EXPECT_EQ(bearer(renewed.access)->scopes, ScopeSet{Scope::users_read});
    const auto exchanged = exchange(changed, {.code = waiting});
    ASSERT_TRUE(exchanged.good()) << exchanged.error;
    EXPECT_EQ(bearer(exchanged.access)->scopes, ScopeSet{Scope::users_read});
}

TEST_P(ApplicationUpdate, WithoutAnyScopeLeftATokenIsNotRenewed) {
    const auto tokens = this->tokens();
    const std::string waiting = code();

    update({.scopes = "candidates_read"});

    EXPECT_TRUE(bearer(tokens.access)->scopes.empty());
    EXPECT_EQ(refresh(changed, {.token = tokens.refresh}).error, "invalid_scope");
    EXPECT_EQ(exchange(changed, {.code = waiting}).error, "invalid_scope");
}

TEST_P(ApplicationUpdate, ACodeForAnAddressThatIsTakenAwayIsWorthNothing) {
    const std::string stays = code();
    const std::string goes = code({.redirect_uri = given::kOtherCallback});

    update({.redirect_uris = std::vector{given::kCallback}});

    EXPECT_EQ(exchange(changed, {.code = goes}).error, "invalid_grant");
    EXPECT_TRUE(exchange(changed, {.code = stays}).good());
}

// An application serves all companies, and the administrators of each see the operator's changes of it.
TEST_P(ApplicationUpdate, EverythingTheOperatorDoesIsAuditedInEveryCompany) {
    const CompanyId other = given::company(*db, "rival");
    add({given::kCallback});
    update({.name = "Robot 2", .scopes = "jobs_read"});
    rotate();
    revoke();

    constexpr db::Sql kRecords{"test_application_records", R"(
        SELECT event_name, author_type, entity_type, context FROM audit_record WHERE company_id = $1 ORDER BY id)"};
    for (const CompanyId& each : {company, other}) {
        const auto records = db->read(each, [&](db::Snapshot& snapshot) {
            return snapshot.all(kRecords, {}, [](const db::Row& row) {
                return row.string(0) + " " + row.string(1) + " " + row.string(2) + " " + row.string(3);
            });
        });
        const std::string robot =
            R"( SYSTEM CREDENTIAL {"credentialType":"OAUTH_APPLICATION","applicationName":"Robot)";
        ASSERT_GE(records.size(), 4U);
        EXPECT_THAT((std::vector<std::string>{records.end() - 4, records.end()}),
                    testing::ElementsAre("CREDENTIALS_CREATED" + robot + R"("})",
                                         "CREDENTIALS_CHANGED" + robot + R"( 2","changed":"name, scopes"})",
                                         "CREDENTIALS_CHANGED" + robot + R"( 2","changed":"secret"})",
                                         "CREDENTIALS_REVOKED" + robot + R"( 2"})"));
    }
}

TEST_P(ApplicationUpdate, OfARevokedApplicationIsRefused) {
    revoke();

    EXPECT_THROW(update({.name = "Robot 2"}), Error);
}

RUN_ON_EACH_DATABASE(ApplicationUpdate);
RUN_ON_EACH_DATABASE(Registration);

}  // namespace
}  // namespace callboard
