// `callboard health`: the exit code tells whether a server is ready.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/free_port.h"
#include "support/pki.h"
#include "support/program.h"
#include "support/temporary_folder.h"

namespace callboard {
namespace {

using testing::HasSubstr;

class HealthCommand : public testing::Test {
  protected:
    const test::TemporaryFolder folder;
    const std::string listen = "127.0.0.1:" + std::to_string(test::free_port());
};

TEST_F(HealthCommand, FindsTheServerByItsSettings) {
    const auto before = test::run({"health", "--listen", listen, "--json"});
    EXPECT_EQ(before.code, 1);
    EXPECT_FALSE(before.json().at("ready").as_bool());
    EXPECT_THAT(before.out, HasSubstr("connect"));

    const test::ServerProcess server{folder.path(), {"--listen", listen}};
    const auto after = test::run({"health", "--listen", listen, "--json"});

    EXPECT_EQ(after.code, 0) << after.out;
    EXPECT_TRUE(after.json().at("ready").as_bool());
    EXPECT_EQ(test::run({"health", "--listen", "0.0.0.0:" + std::to_string(server.port())}).code, 0);
    EXPECT_EQ(test::run({"health", "--url", "http://" + listen}).code, 0);
    EXPECT_EQ(test::run({"health", "--listen", "127.0.0.1:1", "--admin-listen", listen}).code, 0);
}

// The certificate is that of the public name, which is not the address that is asked.
TEST_F(HealthCommand, TrustsTheCertificateOfTheServer) {
    const auto own = test::certificate_files(test::Certificate::wrong_name);
    const auto other = test::certificate_files(test::Certificate::self_signed);
    const test::ServerProcess server{
        folder.path(), {"--listen", listen, "--tls-cert", own.certificate, "--tls-key", own.key}};
    const auto health = [&](const auto& files) {
        return test::run(
            {"health", "--listen", listen, "--tls-cert", files.certificate, "--tls-key", files.key});
    };

    EXPECT_EQ(health(own).code, 0) << health(own).out;
    EXPECT_EQ(health(other).code, 1);
    EXPECT_EQ(test::run({"health", "--url", "https://" + listen}).code, 1) << "unknown to the system";
}

TEST_F(HealthCommand, RefusesAnAddressThatIsNotKnownYet) {
    const auto wrong = test::run({"health", "--listen", "127.0.0.1:0"});
    EXPECT_EQ(wrong.code, 2);
    EXPECT_THAT(wrong.err, HasSubstr("--url"));
    EXPECT_EQ(test::run({"health", "--timeout", "soon"}).code, 2);
}

TEST_F(HealthCommand, PrintsNoPasswordOfAUrl) {
    const auto refused = test::run({"health", "--url", "http://ada:pass-word@" + listen});

    EXPECT_EQ(refused.code, 1);
    EXPECT_THAT(refused.out + refused.err, testing::Not(HasSubstr("pass-word")));
    EXPECT_THAT(refused.out, HasSubstr("http://" + listen + "/readyz"));
}

}  // namespace
}  // namespace callboard
