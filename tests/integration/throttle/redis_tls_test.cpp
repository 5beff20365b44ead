// Redis over TLS: budgets are shared, and only with a server whose certificate is trusted.
#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/throttle/ledger_node.h"
#include "support/eventually.h"
#include "support/free_port.h"
#include "support/pki.h"
#include "support/program.h"
#include "support/redis.h"

namespace callboard::throttle {
namespace {

using test::Certificate;
using test::eventually;
using testing::HasSubstr;

class TlsRedis {
  public:
    explicit TlsRedis(Certificate certificate)
        : server_({"--tls-port", std::to_string(port_), "--tls-cert-file",
                   test::certificate_files(certificate).certificate, "--tls-key-file",
                   test::certificate_files(certificate).key, "--tls-ca-cert-file", test::ca_file(),
                   "--tls-auth-clients", "no"}) {}

    std::string url(const std::string& host = "localhost") const {
        return "rediss://" + host + ":" + std::to_string(port_);
    }
    RedisAddress address(const std::string& host = "localhost") const {
        RedisAddress made = RedisAddress::parse(url(host)).value();
        made.ca_file = test::ca_file();
        return made;
    }
    test::RedisServer& server() { return server_; }  // its other port is without TLS

  private:
    const std::uint16_t port_ = test::free_port();
    test::RedisServer server_;
};

std::string refusal(const RedisAddress& address) {
    const Node node{address};
    EXPECT_TRUE(eventually([&] { return !node.reason().empty() || node.is_shared(); }));
    EXPECT_FALSE(node.is_shared());
    return node.reason();
}

TEST(RedisTls, BudgetsAreShared) {
    TlsRedis redis{Certificate::good};
    Node one{redis.address()};
    Node other{redis.address("127.0.0.1")};
    one.wait_until_shared();
    other.wait_until_shared();
    // Large enough not to be reached within the period, except by the sum of both.
    const std::vector<Claim> claims{
        {.policy = Policy::customer_api, .limit = {.requests = 100, .period = std::chrono::minutes{10}}}};
    std::atomic<int> admitted = 0;
    std::vector<std::thread> threads;

    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&, i] {
            for (int n = 0; n < 100; ++n)
                if (!(i % 2 == 0 ? one : other).admit(Subject{}, claims)->refused) ++admitted;
        });
    }
    for (std::thread& thread : threads) thread.join();

    if (one.ledger().local_decisions() + other.ledger().local_decisions() == 0) EXPECT_EQ(admitted, 100);
    redis.server().kill();
    one.wait_until_alone();
    redis.server().start();
    one.wait_until_shared();
}

TEST(RedisTls, ACertificateThatIsNotTrustedIsRefused) {
    for (const auto certificate : {Certificate::expired, Certificate::wrong_name, Certificate::self_signed,
                                   Certificate::unknown_authority})
        EXPECT_THAT(refusal(TlsRedis{certificate}.address()), HasSubstr("the certificate is not trusted: "));
    const TlsRedis redis{Certificate::good};
    EXPECT_THAT(refusal(RedisAddress::parse(redis.url()).value()),
                HasSubstr("the certificate is not trusted: "))
        << "the system does not know our authority";
}

TEST(RedisTls, WithoutTlsOnTheOtherSideThereIsNone) {
    TlsRedis redis{Certificate::good};
    RedisAddress without = redis.address();
    without.uses_tls = false;
    RedisAddress plain = redis.address();
    plain.server.port = redis.server().port();

    EXPECT_THAT(refusal(without), testing::Not(testing::IsEmpty()));
    EXPECT_THAT(refusal(plain), HasSubstr("TLS: "));
}

TEST(RedisTls, IsUsedByServersAndCheckedByDoctor) {
    const TlsRedis redis{Certificate::good};
    const test::TemporaryFolder folder;
    const std::string data_dir = folder.path() / "data";
    const test::ServerProcess server{data_dir, {"--redis", redis.url(), "--redis-ca-file", test::ca_file()}};

    EXPECT_EQ(test::Client{server.port()}.get("/readyz").json().at("status"), "ready");
    const auto doctor = [&](const std::string& ca_file) {
        return test::run(
            {"doctor", "--data-dir", data_dir, "--redis", redis.url(), "--redis-ca-file", ca_file});
    };
    EXPECT_EQ(doctor(test::ca_file()).code, 0);
    EXPECT_THAT(doctor(test::certificate_files(Certificate::self_signed).certificate).out,
                HasSubstr("the certificate is not trusted"));
    EXPECT_THAT(doctor(folder.path() / "none").out, HasSubstr("cannot read the CA certificates"));
}

}  // namespace
}  // namespace callboard::throttle
