// `callboard doctor` on what surrounds a server: disk, connections of PostgreSQL, mail server, the files of
// the operator, the address that clients use.
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <libpq-fe.h>
#include <sys/stat.h>

#include "integration/cli/doctor_fixture.h"
#include "support/mail_sink.h"
#include "support/pki.h"
#include "support/receiver.h"

namespace callboard {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class DoctorOfSurroundings : public test::DoctorFixture {
  protected:
    DoctorOfSurroundings() { start_once(); }

    bool has(const std::string& check) const { return findings(doctor({"--json"})).contains(check); }
};

// On PostgreSQL, changes do not wait for this disk.
TEST_P(DoctorOfSurroundings, MeasuresTheDiskThatChangesWaitFor) {
    if (postgres) {
        EXPECT_FALSE(has("disk_latency"));
        return;
    }
    const auto before = files();

    EXPECT_THAT(finding("disk_latency", 0).message, HasSubstr(" ms to write durably"));

    EXPECT_EQ(files(), before);
}

TEST_P(DoctorOfSurroundings, CountsTheConnectionsThatPostgresHasLeft) {
    if (!postgres) {
        EXPECT_FALSE(has("database_connections"));
        return;
    }
    EXPECT_THAT(finding("database_connections", 0).message, HasSubstr("connections are free"));

    const auto impossible = finding("database_connections", 1, {"--database-connections", "512"});
    EXPECT_EQ(impossible.state, "failed");
    EXPECT_THAT(impossible.message, HasSubstr("may open 512"));

    // tools/with-postgres allows 300; three are reserved for superusers.
    std::vector<std::unique_ptr<PGconn, decltype(&PQfinish)>> others;
    for (int i = 0; i < 10; ++i) others.emplace_back(PQconnectdb(postgres->url().c_str()), PQfinish);
    const auto scarce = finding("database_connections", 0, {"--database-connections", "290"});
    EXPECT_EQ(scarce.state, "warning");
    EXPECT_THAT(scarce.message, HasSubstr("of 297 connections are free"));
}

TEST_P(DoctorOfSurroundings, CountsTheConnectionsOfAReplicaToo) {
    if (!postgres) return;
    const test::Arguments replica{"--database-replica", postgres->url()};

    EXPECT_EQ(finding("database_replica_connections", 0, replica).state, "ok");
    EXPECT_EQ(finding("database_replica_connections", 1,
                      {"--database-replica", postgres->url(), "--database-connections", "512"})
                  .state,
              "failed");
}

TEST_P(DoctorOfSurroundings, DoesNotWaitForOthersThatLockTables) {
    if (!postgres) return;
    const std::unique_ptr<PGconn, decltype(&PQfinish)> other{PQconnectdb(postgres->url().c_str()), PQfinish};
    PQclear(PQexec(other.get(), "BEGIN; LOCK TABLE deployment, company IN ACCESS EXCLUSIVE MODE"));

    EXPECT_THAT(finding("database", 1).message, HasSubstr("a table could not be locked"));
}

TEST_P(DoctorOfSurroundings, SignsInAtTheMailServerAndSendsNothing) {
    test::MailSink server;

    const auto found = finding("smtp", 0, {"--smtp-url", "smtp://user:password@" + server.host()});

    EXPECT_EQ(found.state, "ok");
    EXPECT_THAT(server.mails(), IsEmpty());
    EXPECT_THAT(server.commands(),
                ElementsAre(StartsWith("EHLO "), StartsWith("AUTH PLAIN "), "NOOP", "QUIT"));
}

TEST_P(DoctorOfSurroundings, SaysWhyMailCannotBeSent) {
    const auto message = [&](const std::string& url) {
        const auto found = finding("smtp", 1, {"--smtp-url", url});
        EXPECT_THAT(found.message + found.remedy, Not(HasSubstr("s3cret")));
        return found.message;
    };
    test::MailSink server{"AUTH", "535 no"};
    EXPECT_THAT(message("smtp://user:s3cret@" + server.host()), HasSubstr("rejected the user name"));
    EXPECT_THAT(message("smtp://user:s3cret@0.0.0.0:" + server.port()), HasSubstr("TLS"))
        << "a password is not sent in clear";
    const test::Receiver untrusted{test::Certificate::self_signed};
    EXPECT_THAT(message("smtps://user:s3cret@localhost:" + std::to_string(untrusted.port())),
                HasSubstr("cannot be trusted"));
    EXPECT_THAT(message("smtp://user:s3cret@127.0.0.1:9"), HasSubstr("cannot be reached"));
    EXPECT_THAT(
        finding("smtp", 1, {"--smtp-url", "smtp://" + server.host(), "--smtp-from", "@nowhere"}).message,
        HasSubstr("'@nowhere'"));
}

TEST_P(DoctorOfSurroundings, ReadsTheAuthoritiesOfReceivers) {
    EXPECT_EQ(finding("webhook_ca_file", 0, {"--webhook-ca-file", test::ca_file()}).state, "ok");

    const std::string empty = folder.path() / "empty.pem";
    std::ofstream{empty} << "no certificate\n";
    EXPECT_THAT(finding("webhook_ca_file", 1, {"--webhook-ca-file", empty}).message, HasSubstr(empty));
    const std::string pipe = folder.path() / "pipe";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_THAT(finding("webhook_ca_file", 1, {"--webhook-ca-file", pipe}).message,
                HasSubstr("regular file"));
    EXPECT_THAT(finding("webhook_ca_file", 1, {"--webhook-ca-file", "/nowhere"}).message,
                HasSubstr("/nowhere"));
}

TEST_P(DoctorOfSurroundings, CallsThePublicAddress) {
    const auto state_at = [&](const std::string& url) {
        return finding("public_address", 0, {"--public-url", url});
    };
    const test::ServerProcess server{data_dir, database()};
    EXPECT_EQ(state_at("http://127.0.0.1:" + std::to_string(server.port())).state, "ok");

    const test::Receiver other{test::Certificate::none};
    const auto wrong = state_at("http://127.0.0.1:" + std::to_string(other.port()));
    EXPECT_EQ(wrong.state, "warning");
    EXPECT_THAT(wrong.message, HasSubstr("status 202"));

    const test::Receiver untrusted{test::Certificate::self_signed};
    EXPECT_THAT(state_at("https://localhost:" + std::to_string(untrusted.port())).message,
                HasSubstr("certificate"));
    EXPECT_EQ(state_at("http://127.0.0.1:9").state, "warning");
    EXPECT_FALSE(has("public_address")) << "clients use --listen";
}

TEST_P(DoctorOfSurroundings, WarnsOfPasswordsThatEverybodyMayRead) {
    const std::string file = folder.path() / "callboard.toml";
    std::ofstream{file} << "metrics-token = \"s3cret-s3cret-s3cret\"\n";
    const auto with_mode = [&](fs::perms mode) {
        fs::permissions(file, mode);
        return finding("configuration", 0, {"--config", file});
    };

    EXPECT_EQ(with_mode(fs::perms{0640}).state, "ok") << "its group may be that of the server";
    const auto found = with_mode(fs::perms{0644});
    EXPECT_EQ(found.state, "warning");
    EXPECT_THAT(found.message, HasSubstr("metrics-token"));
    EXPECT_THAT(found.message, Not(HasSubstr("s3cret")));
    EXPECT_THAT(found.remedy, HasSubstr("chmod 640 " + file));

    std::ofstream{file} << "log-level = \"warn\"\n";
    EXPECT_EQ(with_mode(fs::perms{0644}).state, "ok") << "it has no secret";
}

RUN_ON_EACH_DATABASE(DoctorOfSurroundings);

}  // namespace
}  // namespace callboard
