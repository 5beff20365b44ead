// Complete flows: the outcome of concurrent actions, and their audit records.
#include "support/oauth_flow.h"

#include <algorithm>
#include <barrier>
#include <future>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oauth/client_credential.h"
#include "oauth/connections.h"
#include "support/overlapping.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

constexpr db::Sql kAudit{"test_oauth_audit", R"sql(
    SELECT event_name, author_id, context FROM audit_record WHERE company_id = $1 ORDER BY id)sql"};

constexpr int kConcurrentRequests = 16;

class OAuthStory : public test::OAuthFlow {
  protected:
    template <class Try>
    static std::vector<test::TokenAnswer> all_at_once(Try attempt) {
        std::barrier start{kConcurrentRequests};
        std::vector<test::TokenAnswer> answers(kConcurrentRequests);
        std::vector<std::thread> threads;
        for (auto& answer : answers)
            threads.emplace_back([&] {
                start.arrive_and_wait();
                answer = attempt();
            });
        for (auto& thread : threads) thread.join();
        return answers;
    }
    void expect_one_winner(const std::vector<test::TokenAnswer>& answers) {
        EXPECT_EQ(std::ranges::count(answers, "", &test::TokenAnswer::error), 1);
        EXPECT_EQ(std::ranges::count(answers, "invalid_grant", &test::TokenAnswer::error),
                  kConcurrentRequests - 1);
        const auto winner = std::ranges::find(answers, "", &test::TokenAnswer::error);
        EXPECT_TRUE(winner != answers.end() && lives(*winner)) << "the losers took the winner's tokens away";
    }

    // Runs `first` in a transaction and starts `second` before it is committed.
    template <class First, class Second>
    void overlapping(First first, Second second) {
        std::future<void> other;
        db->write(std::nullopt, [&](db::Tx& tx) {
            first(tx);
            if (!other.valid()) other = test::start_overlapping(db, tx, second);
        });
        other.get();
    }
    void disconnect() {
        db->write(std::nullopt, [&](db::Tx& tx) { return oauth::disconnect(tx, grant_of(partner), author); });
    }

    struct Record {
        std::string name;
        std::string author;
        std::string context;
    };
    std::vector<Record> records() {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return snapshot.all(kAudit, {}, [](const db::Row& row) {
                return Record{row.string(0), row.optional_string(1).value_or(""), row.string(2)};
            });
        });
    }
    Record last_record() { return records().back(); }

    const events::Author author{
        .user = user.id(), .address = IpAddress::parse("192.0.2.7"), .request_id = "req-1"};
};

TEST_P(OAuthStory, OfManyExchangesAtOnceOneWins) {
    for (int round = 0; round < 5; ++round) {
        const auto code = this->code();

        expect_one_winner(all_at_once([&] { return exchange(code); }));
    }
}

TEST_P(OAuthStory, OfManyRefreshesAtOnceOneWins) {
    for (int round = 0; round < 5; ++round) {
        const auto token = tokens().refresh;

        expect_one_winner(all_at_once([&] { return refresh(token); }));
    }
}

TEST_P(OAuthStory, ACodeExchangedWhileTheUserDisconnectsLeavesNoTokens) {
    const auto code = this->code();
    test::TokenAnswer tokens;

    overlapping(
        [&](db::Tx& tx) {
            tokens = test::token_answer(oauth::exchange_code(tx, partner.application, {.code = code}, {}));
        },
        [&] { disconnect(); });

    EXPECT_FALSE(lives(tokens));
    EXPECT_NE(refresh(tokens.refresh).error, "");
}

TEST_P(OAuthStory, ATokenRefreshedWhileTheUserDisconnectsLeavesNoTokens) {
    const auto first = tokens();
    test::TokenAnswer second;

    overlapping(
        [&](db::Tx& tx) {
            second = test::token_answer(oauth::refresh(tx, partner.application, {.token = first.refresh}));
        },
        [&] { disconnect(); });

    EXPECT_FALSE(lives(second));
    EXPECT_NE(refresh(second.refresh).error, "");
}

TEST_P(OAuthStory, ATokenRefreshedWhileAThiefIsNoticedLeavesNoTokens) {
    const auto first = tokens();
    const auto second = refresh(first.refresh);
    clock.advance(3s);
    test::TokenAnswer third;

    overlapping(
        [&](db::Tx& tx) {
            third = test::token_answer(oauth::refresh(tx, partner.application, {.token = second.refresh}));
        },
        [&] { refresh(first.refresh); });

    EXPECT_FALSE(lives(third));
    EXPECT_NE(refresh(third.refresh).error, "");
}

TEST_P(OAuthStory, ACodeExchangedWhileTheApplicationIsRevokedLeavesNoTokens) {
    const auto code = this->code();
    test::TokenAnswer tokens;

    overlapping(
        [&](db::Tx& tx) {
            tokens = test::token_answer(oauth::exchange_code(tx, partner.application, {.code = code}, {}));
        },
        [&] {
            db->write(std::nullopt,
                      [&](db::Tx& tx) { oauth::revoke_application(tx, partner.application.id); });
        });

    EXPECT_FALSE(lives(tokens));
}

TEST_P(OAuthStory, AGrantIsAudited) {
    const auto code = this->code();
    db->write(std::nullopt, [&](db::Tx& tx) {
        return oauth::exchange_code(tx, partner.application, {.code = code}, author).has_value();
    });

    const auto record = last_record();
    EXPECT_EQ(record.name, "OAUTH_APPLICATION_ACCESS_GRANTED");
    EXPECT_EQ(record.author, std::string{user.id().text()});
    for (const std::string& part : {partner.id(), partner.application.name, std::string{"startDate"},
                                    std::string{"endDate"}, std::string{"192.0.2.7"}, std::string{"req-1"}})
        EXPECT_THAT(record.context, HasSubstr(part));
}

TEST_P(OAuthStory, ARefusedExchangeIsNoGrant) {
    exchange("nonsense");

    EXPECT_THAT(given::audit_names(*db, company), Not(Contains("OAUTH_APPLICATION_ACCESS_GRANTED")));
}

TEST_P(OAuthStory, DecliningIsAudited) {
    db->write(std::nullopt, [&](db::Tx& tx) {
        return oauth::decline(tx,
                              {.application = partner.application,
                               .redirect_uri = given::kCallback,
                               .scopes = {oauth::Scope::jobs_read},
                               .state = std::nullopt,
                               .challenge = std::nullopt},
                              grant_of(partner), author, given::kIssuer)
            .location.empty();
    });

    const auto record = last_record();
    EXPECT_EQ(record.name, "OAUTH_APPLICATION_ACCESS_DECLINED");
    EXPECT_THAT(record.context, HasSubstr(partner.id()));
    EXPECT_THAT(record.context, HasSubstr("192.0.2.7"));
}

TEST_P(OAuthStory, DisconnectingIsAuditedOnce) {
    tokens();

    disconnect();
    disconnect();

    const auto names = given::audit_names(*db, company);
    EXPECT_EQ(std::ranges::count(names, "OAUTH_APPLICATION_ACCESS_REVOKED"), 1);
    EXPECT_THAT(last_record().context, HasSubstr("req-1"));
}

TEST_P(OAuthStory, ANoticedThiefIsAudited) {
    const auto code = this->code();
    exchange(code);
    const auto before = records().size();

    clock.advance(3s);
    exchange(code);

    EXPECT_GT(records().size(), before) << "tokens ended, and the log does not say so";
}

TEST_P(OAuthStory, CompanyCredentialsAreAuditedWhenMadeAndRevoked) {
    const auto credential = db->write(company, [](db::Tx& tx) {
        return oauth::create_client_credential(
            tx, {.name = "Nightly", .role = accounts::Role::standard, .scopes = "jobs_read"},
            Secret{"s3cret"});
    });
    db->write(company, [&](db::Tx& tx) { oauth::revoke_client_credential(tx, credential.id); });

    EXPECT_THAT(given::audit_names(*db, company), Contains("CREDENTIALS_CREATED"));
    EXPECT_EQ(last_record().name, "CREDENTIALS_REVOKED");
}

TEST_P(OAuthStory, TheAuditLogHoldsNoSecret) {
    const auto code = this->code({.challenge = given::kChallenge});
    const auto first = exchange(partner, {.code = code, .verifier = given::kVerifier});
    const auto second = refresh(first.refresh);
    disconnect();

    for (const auto& record : records())
        for (const std::string& secret : {code, first.access, first.refresh, second.access, second.refresh,
                                          partner.secret, given::kVerifier})
            EXPECT_THAT(record.context, Not(HasSubstr(secret))) << record.name;
}

RUN_ON_EACH_DATABASE(OAuthStory);

}  // namespace
}  // namespace callboard
