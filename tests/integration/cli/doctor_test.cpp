// `callboard doctor`: each check can fail, the message says how to fix it, and nothing is changed.
#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/child_process.h"
#include "integration/cli/doctor_fixture.h"
#include "support/http_client.h"
#include "support/pki.h"
#include "support/program.h"
#include "support/redis.h"
#include "support/tenant.h"

namespace callboard {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;
using testing::HasSubstr;
using testing::Not;

class DoctorCommand : public test::DoctorFixture {};

TEST_P(DoctorCommand, IsContentWithAServerThatRuns) {
    const test::ServerProcess server{data_dir, database()};

    const auto object = doctor({"--json"});
    const auto text = doctor();

    EXPECT_EQ(object.code, 0) << object.out << object.err;
    EXPECT_EQ(object.json().at("ok"), json::value(true));
    for (const auto& [name, finding] : findings(object))
        if (name != "disk_latency") EXPECT_EQ(finding.state, "ok") << name << ": " << finding.message;
    for (const auto* name : {"configuration", "data_directory", "disk_space", "secrets_key", "database",
                             "schema", "sealed_values", "clock", "public_url"})
        EXPECT_TRUE(findings(object).contains(name)) << name;
    EXPECT_EQ(text.code, 0);
    EXPECT_THAT(text.out, HasSubstr("disk_space"));
    EXPECT_THAT(text.out, Not(HasSubstr("failed ")));
}

TEST_P(DoctorCommand, LooksAndCreatesNothing) {
    const auto before_anything = files();
    EXPECT_EQ(doctor().code, 1) << "there is no data directory";
    EXPECT_EQ(files(), before_anything);

    start_once();
    const auto before = files();
    EXPECT_EQ(doctor().code, 0);
    EXPECT_EQ(files(), before);

    test::ServerProcess server{data_dir, database()};
    server.kill();
    const auto after_a_crash = files();
    EXPECT_EQ(doctor().code, 0);
    EXPECT_EQ(files(), after_a_crash);
}

TEST_P(DoctorCommand, NoticesADatabaseThatCannotBeRead) {
    start_once();
    if (postgres) {
        const auto found =
            finding("database", 1, {"--database", "postgresql://callboard:s3cret@127.0.0.1:9/callboard"});
        EXPECT_THAT(found.message, HasSubstr("127.0.0.1:9"));
        EXPECT_THAT(found.message, Not(HasSubstr("s3cret")));
        return;
    }
    std::ofstream{data_dir + "/callboard.db", std::ios::binary} << std::string(5000, 'x');
    EXPECT_THAT(finding("database", 1).message, HasSubstr("damaged"));
}

TEST_P(DoctorCommand, MissesTheDataDirectory) {
    const auto found = finding("data_directory", 1);

    EXPECT_EQ(found.state, "failed");
    EXPECT_THAT(found.message, HasSubstr(data_dir));
}

TEST_P(DoctorCommand, NoticesADataDirectoryThatIsAFile) {
    std::ofstream{data_dir} << "x";

    EXPECT_THAT(finding("data_directory", 1).message, HasSubstr("is a file"));
}

TEST_P(DoctorCommand, WarnsOfADataDirectoryThatOthersRead) {
    start_once();
    fs::permissions(data_dir, fs::perms::owner_all | fs::perms::group_read);

    const auto found = finding("data_directory", 0);

    EXPECT_EQ(found.state, "warning");
    EXPECT_THAT(found.remedy, HasSubstr("chmod 700"));
}

TEST_P(DoctorCommand, RefusesASecretsKeyThatOthersRead) {
    start_once();
    fs::permissions(data_dir + "/secrets.key", fs::perms::owner_read | fs::perms::others_read);

    EXPECT_EQ(finding("secrets_key", 1).state, "failed");
}

TEST_P(DoctorCommand, NoticesAnotherSecretsKey) {
    const auto tenant = test::add_tenant(where(), "acme");
    {
        const test::ServerProcess server{data_dir, database()};
        test::Client admin{server.port(), {{"X-SmartToken", tenant.api_key}}};
        const auto made = admin.post("/webhooks-api/v201907/subscriptions",
                                     R"({"callbackUrl": "https://example.com/hook", "events": ["job.created"],
                           "callbackAuthentication": {"type": "basic", "username": "a", "password": "b"}})");
        ASSERT_EQ(made.status, 201) << made.body;
    }
    EXPECT_THAT(finding("sealed_values", 0).message, HasSubstr("all of 1"));

    fs::remove(data_dir + "/secrets.key");
    EXPECT_EQ(finding("sealed_values", 1).state, "failed") << "there is none";
    std::ofstream{data_dir + "/secrets.key"} << std::string(64, 'a') << "\n";
    fs::permissions(data_dir + "/secrets.key", fs::perms::owner_read | fs::perms::owner_write);

    const auto found = finding("sealed_values", 1);

    EXPECT_EQ(found.state, "failed");
    EXPECT_THAT(found.message, HasSubstr("1 of 1"));
}

TEST_P(DoctorCommand, NoticesASchemaThatIsOldOrNewOrMissing) {
    start_once();
    EXPECT_THAT(finding("schema", 0).message, HasSubstr("up to date"));

    change("UPDATE schema_file SET number = 9000 WHERE number = 1");
    EXPECT_THAT(finding("schema", 1).message, HasSubstr("newer"));

    change("DELETE FROM schema_file WHERE number > 8");
    const auto old = finding("schema", 1);
    EXPECT_THAT(old.message, HasSubstr("009_webhooks.sql"));
    EXPECT_THAT(old.remedy, HasSubstr("migrate"));

    change("DROP TABLE schema_file");
    EXPECT_THAT(finding("schema", 1).message, HasSubstr("no callboard tables"));
}

TEST_P(DoctorCommand, NoticesAClockThatWentBack) {
    start_once();
    change("UPDATE schema_file SET applied_at = 4102444800000");  // the year 2100

    EXPECT_EQ(finding("clock", 1).state, "failed");
}

TEST_P(DoctorCommand, ABadSettingIsAFindingToo) {
    const auto found = finding("configuration", 1, {"--listen", "nowhere"});

    EXPECT_EQ(found.state, "failed");
    EXPECT_THAT(found.message, HasSubstr("--listen"));
}

TEST_P(DoctorCommand, AsksRedis) {
    start_once();
    test::RedisServer redis;
    EXPECT_THAT(finding("redis", 0, {"--redis", redis.url()}).message, HasSubstr("Redis 7"));
    EXPECT_THAT(redis.ask("DBSIZE"), HasSubstr("0")) << "nothing is left in it";

    redis.kill();
    const auto found = finding("redis", 1, {"--redis", "redis://:s3cret@" + redis.url().substr(8)});

    EXPECT_THAT(found.message, HasSubstr(redis.url().substr(8)));
    EXPECT_THAT(found.message, Not(HasSubstr("s3cret")));
}

TEST_P(DoctorCommand, ReadsTheCertificate) {
    start_once();
    const auto with = [&](test::Certificate certificate, int code, const std::string& url) {
        const auto files = test::certificate_files(certificate);
        return finding("tls_certificate", code,
                       {"--tls-cert", files.certificate, "--tls-key", files.key, "--public-url", url});
    };
    EXPECT_THAT(with(test::Certificate::good, 0, "https://localhost").message, HasSubstr("expires at"))
        << "they live for a day";
    EXPECT_THAT(with(test::Certificate::good, 0, "https://elsewhere.test").message,
                HasSubstr("not valid for"));
    const std::string lasting = folder.path() / "lasting";
    const auto made = run_process({"openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "60",
                                   "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
                                   "-keyout", lasting + ".key", "-out", lasting + ".crt"});
    ASSERT_EQ(made->exit_code, 0) << made->errors;
    EXPECT_EQ(finding("tls_certificate", 0,
                      {"--tls-cert", lasting + ".crt", "--tls-key", lasting + ".key", "--public-url",
                       "https://localhost"})
                  .state,
              "ok");
    EXPECT_THAT(with(test::Certificate::expired, 1, "https://localhost").message, HasSubstr("expired"));
    EXPECT_THAT(with(test::Certificate::not_yet_valid, 1, "https://localhost").message,
                HasSubstr("valid from"));
    const auto good = test::certificate_files(test::Certificate::good);
    const auto other = test::certificate_files(test::Certificate::wrong_name);
    EXPECT_THAT(
        finding("tls_certificate", 1, {"--tls-cert", good.certificate, "--tls-key", other.key}).message,
        HasSubstr("mismatch"));
    EXPECT_THAT(finding("tls_certificate", 1, {"--tls-cert", "/nowhere", "--tls-key", good.key}).message,
                HasSubstr("/nowhere"));
}

TEST_P(DoctorCommand, RefusesAnUnprotectedAddressAsTheServerDoes) {
    start_once();
    EXPECT_EQ(finding("listen_address", 1, {"--listen", "0.0.0.0:8080"}).state, "failed");
    EXPECT_EQ(finding("listen_address", 1, {"--listen", "0.0.0.0:8080", "--behind-proxy", "10.0.0.1"}).state,
              "failed");
    EXPECT_EQ(finding("listen_address", 0,
                      {"--listen", "0.0.0.0:8080", "--behind-proxy", "10.0.0.1", "--public-url",
                       "https://jobs.example.com"})
                  .state,
              "ok");
}

TEST_P(DoctorCommand, JudgesThePublicUrl) {
    start_once();
    EXPECT_EQ(finding("public_url", 0, {"--public-url", "https://jobs.example.com"}).state, "ok");
    EXPECT_EQ(finding("public_url", 0, {"--public-url", "http://localhost:8080"}).state, "ok");
    EXPECT_EQ(finding("public_url", 0, {"--public-url", "http://jobs.example.com"}).state, "warning");
    EXPECT_EQ(finding("public_url", 1, {"--public-url", "https://:8080"}).state, "failed");
}

RUN_ON_EACH_DATABASE(DoctorCommand);

}  // namespace
}  // namespace callboard
