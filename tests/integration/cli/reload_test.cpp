// SIGHUP: what a running server takes over from its settings and files.
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "support/eventually.h"
#include "support/free_port.h"
#include "support/http_client.h"
#include "support/pki.h"
#include "support/program.h"
#include "support/temporary_folder.h"
#include "support/tenant.h"

namespace callboard {
namespace {

namespace fs = std::filesystem;
using test::eventually;
using testing::HasSubstr;
using testing::Not;

class Reload : public testing::Test {
  protected:
    void write_settings(const std::string& text) const { std::ofstream{settings} << text; }

    // Waits for the line of the log that ends a reload.
    static void reload(const test::ServerProcess& server, const std::string& event) {
        ::kill(server.pid(), SIGHUP);
        ASSERT_TRUE(eventually([&] { return server.output().contains("event=" + event); }))
            << server.output();
    }
    void install(test::Certificate wanted) const {
        const auto files = test::certificate_files(wanted);
        fs::copy_file(files.certificate, certificate, fs::copy_options::overwrite_existing);
        fs::copy_file(files.key, key, fs::copy_options::overwrite_existing);
    }
    // Does a new connection see this certificate?
    bool shows(test::Certificate expected) const {
        const auto files = test::certificate_files(expected);
        return test::run(
                   {"health", "--listen", listen, "--tls-cert", files.certificate, "--tls-key", files.key})
                   .code == 0;
    }

    const test::TemporaryFolder folder;
    const fs::path settings = folder.path() / "callboard.toml";
    const fs::path certificate = folder.path() / "certificate.pem";
    const fs::path key = folder.path() / "key.pem";
    const std::string listen = "127.0.0.1:" + std::to_string(test::free_port());
};

TEST_F(Reload, AppliesTheLogLevelAndNamesWhatNeedsARestart) {
    write_settings("log-level = \"info\"\nworkers = 1\n");
    const test::ServerProcess server{folder.path() / "data", {"--config", settings.string()}};
    test::Client client{server.port()};
    client.get("/healthz");
    EXPECT_THAT(server.output(), Not(HasSubstr("route=/healthz")));

    write_settings("log-level = \"debug\"\nworkers = 2\n");
    reload(server, "setting_changed");

    EXPECT_THAT(server.output(), HasSubstr("name=log-level before=info after=debug"));
    EXPECT_THAT(server.output(), HasSubstr("event=setting_needs_restart name=workers"));
    client.get("/healthz");
    EXPECT_TRUE(eventually([&] { return server.output().contains("route=/healthz"); }));
}

// The next request has the new limit, and what was admitted before counts.
TEST_F(Reload, AppliesLimitsToTheNextRequest) {
    const auto acme = test::add_tenant({"--data-dir", (folder.path() / "data").string()}, "acme");
    write_settings("customer-requests = 60000\npage-requests = 10000\n");
    const test::ServerProcess server{folder.path() / "data", {"--config", settings.string()}};
    test::Client client{server.port(), {{"X-SmartToken", acme.api_key}}};
    EXPECT_EQ(client.get("/users/me").header("x-ratelimit-limit"), "60000");
    EXPECT_EQ(client.get("/").status, 200);

    write_settings("customer-requests = 1\npage-requests = 1\nanalytics-bytes = 5\nworkers = 3\n");
    reload(server, "setting_changed name=page-requests");
    EXPECT_THAT(server.output(), HasSubstr("name=customer-requests before=60000 after=1\n"));
    EXPECT_THAT(server.output(), HasSubstr("name=page-requests before=10000 after=1\n"));
    EXPECT_THAT(server.output(), HasSubstr("name=analytics-bytes before=100000 after=5\n"));
    EXPECT_THAT(server.output(), HasSubstr("event=setting_needs_restart name=workers"));
    const auto status_of = [&](const std::string& path) {
        const auto answer = client.get(path);
        if (path != "/") EXPECT_EQ(answer.header("x-ratelimit-limit"), "1");
        return answer.status;
    };
    for (const std::string path : {"/users/me", "/"}) {
        // Two of four requests may be in different seconds, but not all.
        int refused = 0;
        for (int i = 0; i < 4; ++i) refused += status_of(path) == 429 ? 1 : 0;
        EXPECT_GE(refused, 1) << path;
    }

    write_settings("customer-requests = 1\nlimit-exception = [\"client:" + acme.credential_id +
                   " customer-requests=77\"]\nmax-requests-in-flight = 0\n");
    reload(server, "setting_changed name=limit-exception");
    EXPECT_EQ(client.get("/users/me").header("x-ratelimit-limit"), "77");
    EXPECT_THAT(server.output(), HasSubstr("name=page-requests before=1 after=20\n")) << "the default";
    EXPECT_THAT(server.output(), HasSubstr("name=max-requests-in-flight before=1024 after=0\n"));
    EXPECT_EQ(client.get("/").status, 200);
}

TEST_F(Reload, ChangesNothingIfTheSettingsHaveAFault) {
    write_settings("log-level = \"info\"\n");
    const test::ServerProcess server{folder.path() / "data", {"--config", settings.string()}};

    write_settings("log-level = \"debug\"\nworkers = \"many\"\n");
    reload(server, "settings_not_reloaded");

    EXPECT_THAT(server.output(), HasSubstr("workers"));
    test::Client client{server.port()};
    EXPECT_EQ(client.get("/healthz").status, 200);
    EXPECT_THAT(server.output(), Not(HasSubstr("event=setting_changed")));
}

TEST_F(Reload, NoticesASecretThatChangedWithoutPrintingIt) {
    write_settings("smtp-url = \"smtp://ada:old-word@mail.example:25\"\n");
    const test::ServerProcess server{folder.path() / "data", {"--config", settings.string()}};

    write_settings("smtp-url = \"smtp://ada:new-word@mail.example:25\"\n");
    reload(server, "setting_needs_restart");

    EXPECT_THAT(server.output(), HasSubstr("name=smtp-url"));
    EXPECT_THAT(server.output(), Not(HasSubstr("-word")));
}

// A pipe that nobody writes to would keep the thread that waits for signals.
TEST_F(Reload, DoesNotWaitForAPipe) {
    write_settings("log-level = \"info\"\n");
    test::ServerProcess server{folder.path() / "data", {"--config", settings.string()}};
    fs::remove(settings);
    ASSERT_EQ(mkfifo(settings.c_str(), 0600), 0);

    reload(server, "settings_not_reloaded");
    server.terminate();

    EXPECT_EQ(server.wait(), 0);
}

TEST_F(Reload, SurvivesAFileThatCannotBeParsed) {
    write_settings("log-level = \"info\"\n");
    const test::ServerProcess server{folder.path() / "data", {"--config", settings.string()}};
    std::string key = "a";
    for (int i = 0; i < 200'000; ++i) key += ".a";  // each part is a level of recursion
    write_settings(key + " = 1\n");

    reload(server, "settings_not_reloaded");

    test::Client client{server.port()};
    EXPECT_EQ(client.get("/healthz").status, 200);
}

TEST_F(Reload, UsesTheCertificateThatIsNowInTheFiles) {
    install(test::Certificate::self_signed);
    const test::ServerProcess server{
        folder.path() / "data",
        {"--listen", listen, "--tls-cert", certificate.string(), "--tls-key", key.string()}};
    ASSERT_TRUE(shows(test::Certificate::self_signed));

    install(test::Certificate::wrong_name);
    reload(server, "certificate_reloaded");
    EXPECT_TRUE(shows(test::Certificate::wrong_name));
    EXPECT_FALSE(shows(test::Certificate::self_signed));

    std::ofstream{key} << "damaged";
    reload(server, "certificate_not_reloaded");
    EXPECT_TRUE(shows(test::Certificate::wrong_name)) << "the last one that could be used";

    fs::remove(key);
    ASSERT_EQ(mkfifo(key.c_str(), 0600), 0);
    reload(server, "certificate_not_reloaded reason=\"cannot use the private key");
    EXPECT_TRUE(shows(test::Certificate::wrong_name));
}

}  // namespace
}  // namespace callboard
