#include "sso/attempt_store.h"

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "support/each_database.h"
#include "support/given.h"

namespace callboard::sso {
namespace {

using namespace std::chrono_literals;

class SsoAttempts : public test::EachDatabase {
  protected:
    void begin() {
        db->write(company, [&](db::Tx& tx) {
            store::insert_attempt(tx, secrets.state(),
                                  {.company = company,
                                   .browser = secrets.browser(),
                                   .issuer = "https://id.acme.test",
                                   .destination = "/identity/security"});
        });
    }
    std::optional<Attempt> take(const AttemptSecrets& with, const CompanyId& whose) {
        return db->write(whose,
                         [&](db::Tx& tx) { return store::take_attempt(tx, with.state(), with.browser()); });
    }

    const CompanyId company = given::company(*db);
    const CompanyId other = given::company(*db, "other");
    const AttemptSecrets secrets{Secret{"cookie"}, Secret{"state"}};
};

TEST_P(SsoAttempts, AreTakenOnce) {
    begin();
    const auto taken = take(secrets, company);
    ASSERT_TRUE(taken);
    EXPECT_EQ(taken->issuer, "https://id.acme.test");
    EXPECT_EQ(taken->destination, "/identity/security");
    EXPECT_FALSE(take(secrets, company));
}

TEST_P(SsoAttempts, AreTakenByOneOfManyRequests) {
    begin();
    std::atomic<int> winners = 0;
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 8; ++i)
            threads.emplace_back([&] { winners += take(secrets, company).has_value() ? 1 : 0; });
    }
    EXPECT_EQ(winners, 1);
}

TEST_P(SsoAttempts, StayForTheirBrowserAndTheirCompany) {
    begin();
    EXPECT_FALSE(take(AttemptSecrets{Secret{"another cookie"}, Secret{"state"}}, company));
    EXPECT_FALSE(take(AttemptSecrets{Secret{"cookie"}, Secret{"another state"}}, company));
    EXPECT_FALSE(take(secrets, other));
    EXPECT_TRUE(take(secrets, company));
}

TEST_P(SsoAttempts, ExpireAfterTenMinutes) {
    begin();
    clock.advance(10min);
    EXPECT_FALSE(take(secrets, company));
    EXPECT_FALSE(db->write(std::nullopt, [](db::Tx& tx) { return store::delete_expired_attempts(tx); }));
}

RUN_ON_EACH_DATABASE(SsoAttempts);

}  // namespace
}  // namespace callboard::sso
