#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "support/each_database.h"
#include "support/program.h"
#include "support/tenant.h"

namespace callboard {
namespace {

using test::Arguments;
using test::Outcome;
using test::ServerProcess;
using test::Variables;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

namespace fs = std::filesystem;

Arguments joined(Arguments left, const Arguments& right) {
    left.insert(left.end(), right.begin(), right.end());
    return left;
}

mode_t permissions(const fs::path& path) {
    struct stat about{};
    EXPECT_EQ(stat(path.c_str(), &about), 0) << path;
    return about.st_mode & 07777;
}

class Settings : public testing::Test {
  protected:
    std::string path(const std::string& name) const { return folder_.path() / name; }
    std::string file(const std::string& name, const std::string& text) const {
        std::ofstream{path(name)} << text;
        return path(name);
    }
    bool is_there(const std::string& name) const { return fs::exists(path(name)); }
    bool has_database(const std::string& name) const { return is_there(name + "/callboard.db"); }

    // A server whose settings should be refused. If they are not, it fails at its data directory.
    Outcome refused_serve(const Arguments& arguments, const Variables& variables = {}) const {
        return test::run(joined({"serve", "--data-dir", "/dev/null/data"}, arguments), "", variables);
    }
    // A server that should exit before it listens; killed if it does not.
    Outcome failed_serve(const Arguments& arguments) const {
        const Arguments all = joined({"--listen", "127.0.0.1:0"}, arguments);
        try {
            const ServerProcess server{path("data"), all};
            ADD_FAILURE() << server.output();
            return {};
        } catch (const std::runtime_error&) {
            return test::run(joined({"serve", "--data-dir", path("data")}, all));
        }
    }
    static void expect_refused(const Outcome& outcome, int code, const std::vector<std::string>& named) {
        EXPECT_EQ(outcome.code, code) << outcome.err;
        EXPECT_THAT(outcome.out, IsEmpty());
        for (const auto& text : named) EXPECT_THAT(outcome.err, HasSubstr(text));
    }
    static void expect_wrong_usage(const Outcome& outcome, const std::vector<std::string>& named) {
        expect_refused(outcome, 2, named);
    }
    int ready(const ServerProcess& server) const { return test::Client{server.port()}.get("/readyz").status; }

    const test::TemporaryFolder folder_;
};

// --- sources of settings

TEST_F(Settings, AFlagBeatsTheEnvironmentWhichBeatsTheFile) {
    const std::string config = file("c.toml", "data-dir = \"" + path("by-file") + "\"\n");
    const std::string variable = "CALLBOARD_DATA_DIR=" + path("by-variable");

    EXPECT_EQ(test::run({"migrate", "--config", config}).code, 0);
    EXPECT_TRUE(has_database("by-file"));

    EXPECT_EQ(test::run({"migrate", "--config", config}, "", {variable}).code, 0);
    EXPECT_TRUE(has_database("by-variable"));

    fs::remove_all(path("by-file"));
    fs::remove_all(path("by-variable"));
    EXPECT_EQ(test::run({"migrate", "--config", config, "--data-dir", path("by-flag")}, "", {variable}).code,
              0);
    EXPECT_TRUE(has_database("by-flag"));
    EXPECT_FALSE(is_there("by-file"));
    EXPECT_FALSE(is_there("by-variable"));
}

TEST_F(Settings, AServerTakesEachSettingFromTheStrongestSource) {
    const std::string config = file("c.toml",
                                    "public-url = \"https://file.test\"\n"
                                    "log-format = \"json\"\n"
                                    "log_level = \"debug\"\n");
    const test::Tenant acme = test::add_tenant({"--data-dir", path("data")}, "acme");
    const ServerProcess server{path("data"),
                               {"--config", config, "--public-url", "https://flag.test"},
                               {"CALLBOARD_PUBLIC_URL=https://variable.test", "CALLBOARD_LOG_LEVEL=warn"}};
    test::Client client{server.port(), {{"X-SmartToken", acme.api_key}}};

    const auto made = client.post("/jobs", R"({"title":"Cook","industry":{"id":"retail"},
        "function":{"id":"production"},"experienceLevel":{"id":"entry_level"},
        "location":{"countryCode":"us","city":"Atlanta"}})");

    EXPECT_THAT(made.header("location"), testing::StartsWith("https://flag.test/jobs/"));
    EXPECT_THAT(std::string{made.json().at("actions").at("details").at("url").as_string()},
                testing::StartsWith("https://flag.test/jobs/"));
}

TEST_F(Settings, TheFileMayBeNamedInTheEnvironmentAndTheFlagBeatsThat) {
    const std::string one = file("one.toml", "data-dir = \"" + path("one") + "\"");
    const std::string two = file("two.toml", "data-dir = \"" + path("two") + "\"");

    EXPECT_EQ(test::run({"migrate"}, "", {"CALLBOARD_CONFIG=" + one}).code, 0);
    EXPECT_EQ(test::run({"migrate", "--config", two}, "", {"CALLBOARD_CONFIG=" + one}).code, 0);

    EXPECT_TRUE(has_database("one"));
    EXPECT_TRUE(has_database("two"));
}

TEST_F(Settings, EverySettingCanStandInTheFile) {
    const std::string config = file("c.toml", R"(
        listen = "127.0.0.1:0"
        public-url = "https://api.example.test"
        behind-proxy = ["10.0.0.0/8", "192.168.1.1"]
        workers = 1
        database-connections = 2
        max-connections = 100
        max-connections-per-address = 50
        log-level = "info"
        log-format = "json"
    )");

    const ServerProcess server{path("data"), {"--config", config}};

    EXPECT_EQ(ready(server), 200);
}

TEST_F(Settings, EverySettingCanStandInTheEnvironment) {
    const ServerProcess server{
        path("data"),
        {},
        {"CALLBOARD_PUBLIC_URL=https://api.example.test", "CALLBOARD_BEHIND_PROXY=10.0.0.0/8,192.168.1.1",
         "CALLBOARD_WORKERS=1", "CALLBOARD_DATABASE_CONNECTIONS=2", "CALLBOARD_MAX_CONNECTIONS=100",
         "CALLBOARD_MAX_CONNECTIONS_PER_ADDRESS=50", "CALLBOARD_LOG_LEVEL=info",
         "CALLBOARD_LOG_FORMAT=json"}};

    EXPECT_EQ(ready(server), 200);
}

TEST_F(Settings, AFileForTheServerServesTheOtherCommandsToo) {
    const std::string config = file(
        "c.toml", "listen = \"127.0.0.1:0\"\nlog-level = \"off\"\ndata-dir = \"" + path("shared") + "\"\n");

    EXPECT_EQ(test::run({"migrate", "--config", config}).code, 0);

    EXPECT_TRUE(has_database("shared"));
}

TEST_F(Settings, AnEmptyFileSettlesNothing) {
    for (const std::string text : {"", "\n", "# nothing yet\n"}) {
        const Outcome outcome =
            test::run({"migrate", "--data-dir", path("data"), "--config", file("c.toml", text)});
        EXPECT_EQ(outcome.code, 0) << outcome.err;
    }
}

// --- invalid settings

TEST_F(Settings, AnUnknownKeyOfTheFileIsNamed) {
    for (const std::string text : {"lisen = \"127.0.0.1:0\"", "[server]\nlisten = \"127.0.0.1:0\"",
                                   "config = \"x\"", "json = \"x\"", "LISTEN = \"127.0.0.1:0\""}) {
        const std::string config = file("c.toml", text);
        const std::string key = text.starts_with('[') ? "server" : text.substr(0, text.find(' '));

        expect_wrong_usage(refused_serve({"--config", config}), {config, key});
    }
}

TEST_F(Settings, AnUnknownVariableIsNamed) {
    expect_wrong_usage(refused_serve({"--listen", "127.0.0.1:0"}, {"CALLBOARD_LISEN=x"}),
                       {"CALLBOARD_LISEN"});
    expect_wrong_usage(refused_serve({"--listen", "127.0.0.1:0"}, {"CALLBOARD_=x"}), {"CALLBOARD_"});
    expect_wrong_usage(test::run({"migrate", "--data-dir", path("data")}, "", {"CALLBOARD_JSON=1"}),
                       {"CALLBOARD_JSON"});
    EXPECT_FALSE(is_there("data"));
}

TEST_F(Settings, AVariableInLowerCaseIsUnknownOrTakenButNeverIgnored) {
    const Outcome outcome =
        test::run({"migrate", "--data-dir", path("data")}, "", {"CALLBOARD_config=" + path("missing.toml")});

    EXPECT_EQ(outcome.code, 2);
}

TEST_F(Settings, AWrongValueIsNamedWithItsOrigin) {
    const std::vector<std::pair<std::string, std::vector<std::string>>> wrong{
        {"listen",
         {"127.0.0.1", ":8080", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:x", "::1:80", "127.0.0.1:-1"}},
        {"public-url",
         {"api.example.test", "ftp://api.example.test", "https://api.example.test/", "https://a b"}},
        {"behind-proxy", {"proxy", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "300.0.0.1"}},
        {"workers", {"-1", "257", "two", "1.5", "+1", "0x1"}},
        {"database-connections", {"0", "513", "many"}},
        {"max-connections", {"0", "1000001"}},
        {"max-connections-per-address", {"-1", "1000001"}},
        {"log-level", {"loud", "INFO", "trace"}},
        {"log-format", {"xml", "JSON"}},
        {"database", {"mysql://host/db", "sqlite.db"}},
    };
    for (const auto& [name, values] : wrong) {
        std::string variable = "CALLBOARD_" + name;
        for (char& c : variable) c = c == '-' ? '_' : static_cast<char>(std::toupper(c));
        for (const std::string& value : values) {
            SCOPED_TRACE(name);
            SCOPED_TRACE(value);
            expect_wrong_usage(refused_serve({"--" + name + "=" + value}), {"--" + name, value});
            expect_wrong_usage(refused_serve({}, {variable + "=" + value}), {variable, value});
            const std::string config = file("c.toml", name + " = \"" + value + "\"");
            expect_wrong_usage(refused_serve({"--config", config}), {config, name, value});
        }
    }
}

TEST_F(Settings, AValueOfAWrongTypeInTheFileIsNamed) {
    for (const std::string text :
         {"workers = 1.5", "workers = true", "listen = [\"127.0.0.1:0\"]",
          "behind-proxy = [[\"10.0.0.0/8\"]]", "log-level = 2020-01-01", "workers = 257"}) {
        const std::string config = file("c.toml", text);

        expect_wrong_usage(refused_serve({"--config", config}), {config, text.substr(0, text.find(' '))});
    }
}

TEST_F(Settings, AWeakSourceIsCheckedEvenWhenAStrongerOneWins) {
    expect_wrong_usage(refused_serve({"--config", file("c.toml", "unheard-of = 1"), "--log-level", "off"}),
                       {"unheard-of"});
}

TEST_F(Settings, AFileThatIsNotThereIsNamed) {
    expect_wrong_usage(refused_serve({"--config", path("missing.toml")}), {path("missing.toml")});
    expect_wrong_usage(refused_serve({}, {"CALLBOARD_CONFIG=" + path("missing.toml")}),
                       {path("missing.toml")});
    expect_wrong_usage(refused_serve({"--config", folder_.path()}), {folder_.path()});
}

TEST_F(Settings, AFileThatIsNotTomlIsNamedWithTheLine) {
    const std::string config = file("c.toml", "workers = 1\n\nlog-level = \n");

    expect_wrong_usage(refused_serve({"--config", config}), {config, "line 3"});
}

TEST_F(Settings, AKeyGivenTwiceInTheFileIsNotTaken) {
    const std::string config = file("c.toml", "workers = 1\nworkers = 2\n");

    expect_wrong_usage(refused_serve({"--config", config}), {config, "line 2"});
}

// --- secrets in settings

class DatabaseAddress : public Settings {
  protected:
    static constexpr std::string_view kPassword = "hunter2secret";

    void expect_no_password(const std::string& address) const {
        const Outcome outcome = test::run({"migrate", "--data-dir", path("data"), "--database", address});

        EXPECT_NE(outcome.code, 0);
        EXPECT_THAT(outcome.err, Not(IsEmpty()));
        EXPECT_THAT(outcome.out + outcome.err, Not(HasSubstr(std::string{kPassword}))) << address;
    }
};

TEST_F(DatabaseAddress, OfAnUnknownKindIsRefusedWithoutItsPassword) {
    expect_no_password("mysql://callboard:hunter2secret@127.0.0.1/callboard");
}

TEST_F(DatabaseAddress, WithoutAKindIsRefusedWithoutItsPassword) {
    expect_no_password("callboard:hunter2secret@127.0.0.1/callboard");
    expect_no_password("host=127.0.0.1 user=callboard password=hunter2secret");
}

TEST_F(DatabaseAddress, ThatNobodyAnswersIsRefusedWithoutItsPassword) {
    expect_no_password("postgresql://callboard:hunter2secret@127.0.0.1:1/callboard");
    expect_no_password("postgresql://callboard@127.0.0.1:1/callboard?password=hunter2secret");
}

TEST_F(DatabaseAddress, ThatIsMalformedIsRefusedWithoutItsPassword) {
    expect_no_password("postgresql://callboard:hunter2secret@[127.0.0.1/callboard");
    expect_no_password("postgresql://callboard:hunter2secret@127.0.0.1:port/callboard");
    expect_no_password("postgresql://callboard:hunter2secret@[::1]x/callboard");
}

TEST_F(DatabaseAddress, WithAPercentSignInItsPasswordIsRefusedWithoutIt) {
    expect_no_password("postgresql://callboard:hunter2secret%zz@127.0.0.1/callboard");
}

TEST_F(DatabaseAddress, ThatNobodyAnswersKeepsAServerFromStarting) {
    const Outcome outcome = failed_serve({"--database", "postgresql://callboard@127.0.0.1:1/callboard"});

    expect_refused(outcome, 1, {"PostgreSQL"});
}

// --- listen addresses

TEST_F(Settings, AnAddressThatOthersReachIsRefusedAndSaysWhatToDo) {
    const std::vector<std::string> hosts{"0.0.0.0",     "::",           "192.0.2.1",
                                         "2001:db8::1", "example.test", "::ffff:192.0.2.1"};
    for (const std::string& host : hosts) {
        const std::string address = (host.contains(':') ? "[" + host + "]" : host) + ":0";

        expect_wrong_usage(refused_serve({"--listen", address}),
                           {"--listen", host, "--tls-cert", "--tls-key", "--behind-proxy"});
    }
}

TEST_F(Settings, AnAddressThatOthersReachIsAllowedBehindAProxy) {
    const ServerProcess server{
        path("data"),
        {"--listen", "0.0.0.0:0", "--behind-proxy", "127.0.0.1", "--public-url", "https://api.example.test"}};

    EXPECT_THAT(server.output(), HasSubstr("listening on http://0.0.0.0:"));
    EXPECT_EQ(ready(server), 200);
}

// Without it links would use http, the issuer would be the internal address, and cookies would not be Secure.
TEST_F(Settings, BehindAProxyTheServerHasToKnowItsAddress) {
    for (const std::string listen : {"127.0.0.1:0", "0.0.0.0:0"})
        expect_wrong_usage(refused_serve({"--listen", listen, "--behind-proxy", "10.0.0.0/8"}),
                           {"--behind-proxy", "--public-url", "https://"});

    const ServerProcess server{path("data"),
                               {"--listen", "127.0.0.1:0", "--behind-proxy", "10.0.0.0/8", "--public-url",
                                "https://api.example.test"}};
    test::Client client{server.port()};
    EXPECT_THAT(client.get("/identity/sign-in").header("set-cookie"),
                testing::AllOf(testing::StartsWith("__Host-"), HasSubstr("; Secure")));
    EXPECT_THAT(client.get("/.well-known/oauth-authorization-server").body,
                HasSubstr("\"issuer\":\"https://api.example.test\""));
}

TEST_F(Settings, LoopbackNeedsNoProtection) {
    for (const std::string address : {"127.0.0.1:0", "127.0.0.2:0", "localhost:0", "[::1]:0"}) {
        ServerProcess server{path("data"), {"--listen", address}};

        EXPECT_THAT(server.output(),
                    HasSubstr("listening on http://" + address.substr(0, address.rfind(':') + 1)));
        server.kill();
    }
}

class SeveralProxies : public Settings {
  protected:
    void expect_both_trusted(Arguments way) const {
        way.insert(way.end(), {"--public-url", "https://api.example.test"});
        ServerProcess server{path("data"), way};
        test::Client client{server.port()};
        client.get("/openapi.json", {{"X-Forwarded-For", "203.0.113.9, 10.1.2.3"}});
        server.terminate();
        EXPECT_EQ(server.wait(), 0);

        EXPECT_THAT(server.output(), HasSubstr("client=203.0.113.9"));
    }
};

TEST_F(SeveralProxies, CanBeNamedByOneFlagEach) {
    expect_both_trusted({"--behind-proxy", "10.0.0.0/8", "--behind-proxy", "127.0.0.0/8"});
}

TEST_F(SeveralProxies, CanBeNamedByOneFlagWithCommas) {
    expect_both_trusted({"--behind-proxy", "10.0.0.0/8,127.0.0.0/8"});
}

TEST_F(SeveralProxies, CanBeNamedAfterOneFlag) {
    expect_both_trusted({"--behind-proxy", "10.0.0.0/8", "127.0.0.0/8"});
}

TEST_F(SeveralProxies, CanBeNamedInTheFile) {
    expect_both_trusted({"--config", file("c.toml", "behind-proxy = [\"10.0.0.0/8\", \"127.0.0.0/8\"]")});
}

TEST_F(Settings, AForwardedAddressIsBelievedFromProxiesOnly) {
    for (const Arguments& way : {Arguments{}, Arguments{"--behind-proxy", "10.0.0.0/8", "--public-url",
                                                        "https://api.example.test"}}) {
        ServerProcess server{path("data"), way};
        test::Client{server.port()}.get("/openapi.json", {{"X-Forwarded-For", "203.0.113.9"}});
        server.terminate();
        ASSERT_EQ(server.wait(), 0);

        EXPECT_THAT(server.output(), HasSubstr("client=127.0.0.1"));
        EXPECT_THAT(server.output(), Not(HasSubstr("203.0.113.9")));
    }
}

TEST_F(Settings, ACertificateAndItsKeyBelongTogether) {
    const std::string any = file("any.pem", "");

    expect_wrong_usage(refused_serve({"--tls-cert", any}), {"--tls-cert", "--tls-key"});
    expect_wrong_usage(refused_serve({"--tls-key", any}), {"--tls-cert", "--tls-key"});
    expect_wrong_usage(refused_serve({}, {"CALLBOARD_TLS_CERT=" + any}), {"--tls-cert", "--tls-key"});
}

TEST_F(Settings, ACertificateThatCannotBeReadIsNamed) {
    const std::string garbage = file("garbage.pem", "not a certificate");

    const Outcome missing = failed_serve({"--tls-cert", path("missing.pem"), "--tls-key", garbage});
    const Outcome broken = failed_serve({"--tls-cert", garbage, "--tls-key", garbage});

    expect_refused(missing, 1, {path("missing.pem")});
    expect_refused(broken, 1, {garbage});
}

TEST_F(Settings, ATakenPortIsNamed) {
    const ServerProcess first{path("first")};
    const std::string taken = "127.0.0.1:" + std::to_string(first.port());

    const Outcome outcome = failed_serve({"--listen", taken});

    expect_refused(outcome, 1, {taken});
    EXPECT_EQ(ready(first), 200);
}

TEST_F(Settings, PortZeroPicksAFreeOneEachTime) {
    const ServerProcess one{path("one")};
    const ServerProcess two{path("two")};

    EXPECT_NE(one.port(), 0);
    EXPECT_NE(one.port(), two.port());
    EXPECT_EQ(ready(one), 200);
    EXPECT_EQ(ready(two), 200);
}

TEST_F(Settings, AHostThatDoesNotExistIsNamed) {
    const Outcome outcome = failed_serve({"--listen", "no-such-host.invalid:0", "--behind-proxy", "127.0.0.1",
                                          "--public-url", "https://api.example.test"});

    expect_refused(outcome, 1, {"no-such-host.invalid"});
}

// --- the data directory

TEST_F(Settings, ASecondServerInADataDirectoryIsRefusedWhileTheFirstLives) {
    ServerProcess first{path("data")};

    const Outcome second = failed_serve({});

    expect_refused(second, 1, {path("data")});
    EXPECT_EQ(ready(first), 200);
}

TEST_F(Settings, ADataDirectoryIsFreeAgainAfterAKill) {
    ServerProcess first{path("data")};
    first.kill();

    const ServerProcess second{path("data")};

    EXPECT_EQ(ready(second), 200);
}

TEST_F(Settings, ADataDirectoryIsFreeAgainAfterAnOrderlyEnd) {
    ServerProcess first{path("data")};
    first.terminate();
    ASSERT_EQ(first.wait(), 0);

    const ServerProcess second{path("data")};

    EXPECT_EQ(ready(second), 200);
}

TEST_F(Settings, CommandsWorkBesideTheServerOfADataDirectory) {
    const ServerProcess server{path("data")};

    const Outcome outcome = test::run({"company", "add", "--name", "Acme", "--data-dir", path("data")});

    EXPECT_EQ(outcome.code, 0) << outcome.err;
}

TEST_F(Settings, NobodyElseCanReadWhatTheServerKeeps) {
    const mode_t before = umask(0);
    const std::string nested = path("parent/data");
    {
        const ServerProcess server{nested};
        const test::Tenant acme = test::add_tenant({"--data-dir", nested}, "acme");

        std::size_t files = 0;
        for (const auto& entry : fs::recursive_directory_iterator{nested}) {
            EXPECT_EQ(permissions(entry.path()) & 077, 0U) << entry.path();
            ++files;
        }
        EXPECT_GE(files, 2U);
        EXPECT_EQ(permissions(nested), 0700U);
    }
    umask(before);
}

TEST_F(Settings, NobodyElseCanReadWhatACommandKeeps) {
    const mode_t before = umask(0);
    EXPECT_EQ(test::run({"company", "add", "--name", "Acme", "--data-dir", path("data")}).code, 0);
    umask(before);

    EXPECT_EQ(permissions(path("data")), 0700U);
    EXPECT_EQ(permissions(path("data/callboard.db")) & 077, 0U);
}

TEST_F(Settings, FilesInADataDirectoryThatWasThereAreNotReadableByOthersEither) {
    const mode_t before = umask(0);
    fs::create_directory(path("data"));
    EXPECT_EQ(test::run({"migrate", "--data-dir", path("data")}).code, 0);
    umask(before);

    EXPECT_EQ(permissions(path("data/callboard.db")) & 077, 0U);
}

TEST_F(Settings, ADataDirectoryThatCannotBeMadeIsNamed) {
    file("plain", "a file");

    for (const std::string& impossible :
         {path("plain"), path("plain/below"), std::string{"/proc/callboard"}}) {
        const Outcome served = test::run({"serve", "--listen", "127.0.0.1:0", "--data-dir", impossible});
        const Outcome migrated = test::run({"migrate", "--data-dir", impossible});

        expect_refused(served, 1, {impossible});
        expect_refused(migrated, 1, {impossible});
    }
}

TEST_F(Settings, ADatabaseFileThatIsNoneIsLeftAsItIs) {
    fs::create_directory(path("data"));
    const std::string text =
        "This is a shopping list, and a rather long one: bread, butter, cheese, eggs, milk.\n";
    file("data/callboard.db", text);

    const Outcome outcome = failed_serve({});

    expect_refused(outcome, 1, {"database"});
    std::ifstream in{path("data/callboard.db")};
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>{in}, {}), text);
}

TEST_F(Settings, TheDataDirectoryIsBelowTheCurrentOneByDefault) {
    const fs::path before = fs::current_path();
    fs::current_path(folder_.path());
    const Outcome outcome = test::run({"migrate"});
    fs::current_path(before);

    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(has_database("callboard-data"));
}

// --- the log

TEST_F(Settings, TheLogLevelSaysWhatIsWritten) {
    const auto lines = [&](const std::string& level) {
        ServerProcess server{path("data"), {"--log-level", level}};
        test::Client client{server.port()};
        client.get("/healthz");
        client.get("/openapi.json");
        server.terminate();
        EXPECT_EQ(server.wait(), 0);
        return server.output();
    };

    EXPECT_THAT(lines("debug"),
                testing::AllOf(HasSubstr("route=/healthz"), HasSubstr("route=/openapi.json")));
    EXPECT_THAT(lines("info"),
                testing::AllOf(Not(HasSubstr("route=/healthz")), HasSubstr("route=/openapi.json")));
    EXPECT_THAT(lines("warn"), Not(HasSubstr("route=")));
    EXPECT_THAT(lines("off"), Not(HasSubstr("event=")));
}

}  // namespace
}  // namespace callboard
