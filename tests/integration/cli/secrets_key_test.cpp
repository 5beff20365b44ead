// A server starts only with the secrets key of its database; `doctor` and `secrets-key accept` help.
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/cli/doctor_fixture.h"
#include "support/http_client.h"
#include "support/program_failure.h"
#include "support/shared_key.h"
#include "support/tenant.h"

namespace callboard {
namespace {

namespace fs = std::filesystem;
using test::Arguments;
using testing::HasSubstr;
using testing::Not;

class SecretsKeyOfServers : public test::DoctorFixture {
  protected:
    // A subscription with a password, which is encrypted.
    void subscribe() const {
        const auto tenant = test::add_tenant(where(), "acme");
        const test::ServerProcess server{data_dir, database()};
        const auto made = test::Client{server.port(), {{"X-SmartToken", tenant.api_key}}}.post(
            "/webhooks-api/v201907/subscriptions",
            R"({"callbackUrl": "https://example.com/hook", "events": ["job.created"],
                    "callbackAuthentication": {"type": "basic", "username": "a", "password": "b"}})");
        ASSERT_EQ(made.status, 201) << made.body;
    }
    test::Outcome command(Arguments words) const {
        const auto flags = where();
        words.insert(words.end(), flags.begin(), flags.end());
        words.emplace_back("--json");
        return test::run(words);
    }
    test::Outcome refused_server() const { return command({"serve", "--listen", "127.0.0.1:0"}); }
    const std::string key = data_dir + "/secrets.key";
};

TEST_P(SecretsKeyOfServers, IsNotReplacedInSilence) {
    start_once();
    fs::remove(key);

    test::expect_failure(refused_server(), 1, "there is no " + key);

    EXPECT_FALSE(fs::exists(key));
    const auto found = finding("shared_secrets_key", 1);
    EXPECT_THAT(found.message, HasSubstr("has none"));
    EXPECT_THAT(found.remedy, HasSubstr("secrets-key accept"));
}

TEST_P(SecretsKeyOfServers, IsAcceptedWhenTheOperatorSaysSo) {
    subscribe();
    test::secrets_key_file(key, 'b');
    test::expect_failure(refused_server(), 1, "another secrets key than " + key);
    EXPECT_THAT(finding("shared_secrets_key", 1).message, HasSubstr("does not start"));

    const auto accepted = command({"secrets-key", "accept"});

    ASSERT_EQ(accepted.code, 0) << accepted.err;
    EXPECT_TRUE(accepted.json().at("changed").as_bool());
    EXPECT_EQ(accepted.json().at("unreadable").as_int64(), 1);
    start_once();
    EXPECT_EQ(finding("shared_secrets_key", 1).state, "ok") << "only sealed_values fails";
    EXPECT_FALSE(command({"secrets-key", "accept"}).json().at("changed").as_bool());
}

TEST_P(SecretsKeyOfServers, SaysThatItHasNotExaminedAllValues) {
    subscribe();
    test::secrets_key_file(key, 'b');
    Arguments accept = where();
    accept.insert(accept.begin(), {"secrets-key", "accept"});
    EXPECT_THAT(test::run(accept).out, HasSubstr("does not decrypt 1 keys"));
    change(
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 501) "
        "INSERT INTO webhook_key (company_id, subscription_id, id, sealed_key, created_at) "
        "SELECT company_id, id, CAST(i AS TEXT), 'x', 1 FROM webhook_subscription, n");

    EXPECT_THAT(test::run(accept).out, HasSubstr("does not decrypt at least 501 keys"));
}

TEST_P(SecretsKeyOfServers, OfAnOlderDatabaseIsRecordedIfItOpensWhatIsSealed) {
    subscribe();
    fs::rename(key, key + ".right");
    test::secrets_key_file(key, 'b');
    change("UPDATE deployment SET secrets_key_id = NULL");
    EXPECT_THAT(finding("shared_secrets_key", 1).message, HasSubstr("no server has recorded"));
    {
        const test::ServerProcess server{data_dir, database()};
        EXPECT_THAT(server.output(), HasSubstr("secrets_key_not_recorded"));
    }
    EXPECT_THAT(finding("shared_secrets_key", 1).message, HasSubstr("no server has recorded"));

    fs::rename(key + ".right", key);
    {
        const test::ServerProcess server{data_dir, database()};
        EXPECT_THAT(server.output(), Not(HasSubstr("secrets_key_not_recorded")));
    }

    EXPECT_EQ(finding("shared_secrets_key", 0).state, "ok");
    test::secrets_key_file(key, 'b');
    test::expect_failure(refused_server(), 1, "another secrets key");
}

TEST_P(SecretsKeyOfServers, IsNotAcceptedIfThereIsNone) {
    start_once();
    fs::remove(key);

    test::expect_failure(command({"secrets-key", "accept"}), 1, key);
}

RUN_ON_EACH_DATABASE(SecretsKeyOfServers);

}  // namespace
}  // namespace callboard
