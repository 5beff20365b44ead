#include "settings/settings.h"

#include <algorithm>
#include <fstream>
#include <ostream>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "db/sqlite_sizes.h"
#include "support/temporary_folder.h"

namespace callboard::settings {
namespace {

using testing::HasSubstr;
using testing::Not;

class SettingsFrom : public testing::Test {
  protected:
    std::filesystem::path file(std::string_view text) {
        const auto path = folder_.path() / "callboard.toml";
        std::ofstream{path} << text;
        return path;
    }

    static Given flag(const std::string& name, std::vector<std::string> values) {
        return {name, std::move(values), "--" + name};
    }

    // The error message; empty if the settings are accepted.
    static std::string refusal(const std::vector<Given>& flags, const Environment& environment = {},
                               const std::optional<std::filesystem::path>& config = std::nullopt) {
        try {
            load(flags, config, environment);
            return "";
        } catch (const BadSetting& bad) {
            return bad.what();
        }
    }

    const std::filesystem::path& folder() const { return folder_.path(); }

  private:
    test::TemporaryFolder folder_;
};

TEST_F(SettingsFrom, AnywhereCanOpenMetricsToOperators) {
    const Settings settings = load({flag("admin-listen", {"10.0.0.1:9090"})}, std::nullopt,
                                   {{"CALLBOARD_METRICS_TOKEN", "a-long-enough-token"}});

    EXPECT_EQ(settings.admin_listen->host, "10.0.0.1");
    EXPECT_EQ(settings.admin_listen->port, 9090);
    EXPECT_EQ(settings.metrics_token->reveal(), "a-long-enough-token");
    EXPECT_FALSE(load({}, std::nullopt, {}).admin_listen);
    EXPECT_FALSE(load({}, std::nullopt, {}).metrics_token);
    EXPECT_THAT(refusal({flag("admin-listen", {"9090"})}), HasSubstr("HOST:PORT"));
}

TEST_F(SettingsFrom, AnywhereNeverRepeatATokenThatCannotBeUsed) {
    for (const std::string token : {"", "s3cret", "s3cret s3cret s3cret s3cret",
                                    "s3cret-s3cret-s3cret-\xc3\xa4", "s3cret-s3cret-s3cret\n"}) {
        const std::string reason = refusal({flag("metrics-token", {token})});
        EXPECT_THAT(reason, HasSubstr("--metrics-token"));
        EXPECT_THAT(reason, HasSubstr("at least 16 characters"));
        EXPECT_THAT(reason, Not(HasSubstr("s3cret")));
    }
}

TEST_F(SettingsFrom, NowhereAreTheDefaults) {
    const Settings settings = load({}, std::nullopt, {});

    EXPECT_EQ(settings.data_dir, "./callboard-data");
    EXPECT_FALSE(settings.database);
    EXPECT_EQ(settings.listen.host, "127.0.0.1");
    EXPECT_EQ(settings.listen.port, 8080);
    EXPECT_FALSE(settings.public_url);
    EXPECT_FALSE(settings.tls_cert);
    EXPECT_FALSE(settings.secrets_key_file);
    EXPECT_TRUE(settings.behind_proxy.empty());
    EXPECT_EQ(settings.workers, 0);
    EXPECT_EQ(settings.log_level, "info");
    EXPECT_EQ(settings.log_format, "text");
}

TEST_F(SettingsFrom, NowhereAreTheSizesOfSqliteThatOthersOpenItWith) {
    const Settings defaults = load({}, std::nullopt, {});
    const db::SqliteSizes sizes;
    EXPECT_EQ(defaults.sqlite_mapped, sizes.mapped);
    EXPECT_EQ(defaults.sqlite_reader_cache, sizes.reader_cache);
    EXPECT_EQ(defaults.sqlite_writer_cache, sizes.writer_cache);
}

TEST_F(SettingsFrom, AFlagBeatTheEnvironmentWhichBeatsTheFile) {
    const auto config = file("listen = \"127.0.0.1:1\"\nworkers = 1\nlog-level = \"warn\"\n");
    const Environment environment{{"CALLBOARD_LISTEN", "127.0.0.1:2"}, {"CALLBOARD_WORKERS", "2"}};
    const std::vector flags{flag("listen", {"127.0.0.1:3"})};

    const Settings settings = load(flags, config, environment);

    EXPECT_EQ(settings.listen.port, 3);
    EXPECT_EQ(settings.workers, 2);
    EXPECT_EQ(settings.log_level, "warn");
    EXPECT_EQ(settings.log_format, "text");
}

TEST_F(SettingsFrom, OneSourceReplaceAListOfAnotherAsAWhole) {
    const auto config = file("behind-proxy = [\"10.0.0.0/8\", \"192.0.2.1\"]\n");
    const Environment environment{{"CALLBOARD_BEHIND_PROXY", "172.16.0.0/12"}};

    EXPECT_EQ(load({}, config, {}).behind_proxy.size(), 2U);
    EXPECT_EQ(load({}, config, environment).behind_proxy.size(), 1U);
    EXPECT_EQ(load({flag("behind-proxy", {"::1", "::2", "::3"})}, config, environment).behind_proxy.size(),
              3U);
}

TEST_F(SettingsFrom, TheEnvironmentMayHoldAListWithCommas) {
    const Settings settings =
        load({}, std::nullopt, {{"CALLBOARD_BEHIND_PROXY", "10.0.0.0/8,2001:db8::/32"}});

    ASSERT_EQ(settings.behind_proxy.size(), 2U);
    EXPECT_TRUE(settings.behind_proxy[0].contains(IpAddress::v4({10, 1, 1, 1})));
    EXPECT_TRUE(settings.behind_proxy[1].contains(*IpAddress::parse("2001:db8::1")));
}

TEST_F(SettingsFrom, TheEnvironmentAreNamedInUpperCaseWithUnderscores) {
    EXPECT_EQ(load({}, std::nullopt, {{"CALLBOARD_DATA_DIR", "/srv/callboard"}}).data_dir, "/srv/callboard");
    EXPECT_EQ(
        load({}, std::nullopt, {{"CALLBOARD_MAX_CONNECTIONS_PER_ADDRESS", "5"}}).max_connections_per_address,
        5);
}

TEST_F(SettingsFrom, OtherVariablesAreNobodysBusiness) {
    EXPECT_EQ(
        refusal({}, {{"PATH", "/bin"}, {"CALLBOARDS", "x"}, {"MY_CALLBOARD_X", "x"}, {"callboard_x", "x"}}),
        "");
}

TEST_F(SettingsFrom, AnUnknownVariableAreRefusedByItsName) {
    EXPECT_THAT(refusal({}, {{"CALLBOARD_X", "1"}}), HasSubstr("CALLBOARD_X"));
    EXPECT_THAT(refusal({}, {{"CALLBOARD_LISTENS", "1"}}), HasSubstr("CALLBOARD_LISTENS"));
    EXPECT_THAT(refusal({}, {{"CALLBOARD_", "1"}}), HasSubstr("CALLBOARD_"));
}

TEST_F(SettingsFrom, AVariableThatOnlyLooksLikeTheConfigurationFileAreNotIgnored) {
    const auto config = file("workers = 7\n").string();

    EXPECT_THAT(refusal({}, {{"CALLBOARD_config", config}}), HasSubstr("CALLBOARD_config"));
}

TEST_F(SettingsFrom, AFileMayBeNamedByFlagOrEnvironmentAndTheFlagWins) {
    const auto config = file("workers = 7\n");
    const auto other = folder() / "other.toml";
    std::ofstream{other} << "workers = 8\n";

    EXPECT_EQ(load({}, config, {}).workers, 7);
    EXPECT_EQ(load({}, std::nullopt, {{"CALLBOARD_CONFIG", other.string()}}).workers, 8);
    EXPECT_EQ(load({}, config, {{"CALLBOARD_CONFIG", other.string()}}).workers, 7);
    EXPECT_EQ(load({}, std::nullopt, {{"CALLBOARD_CONFIG", ""}}).workers, 0);
}

TEST_F(SettingsFrom, AFileThatCannotBeReadAreRefusedByItsName) {
    EXPECT_THAT(refusal({}, {}, folder() / "missing.toml"), HasSubstr("missing.toml"));
    EXPECT_THAT(refusal({}, {}, folder()), HasSubstr(folder().string()));
    EXPECT_THAT(refusal({}, {{"CALLBOARD_CONFIG", "/nowhere.toml"}}), HasSubstr("/nowhere.toml"));
}

TEST_F(SettingsFrom, AnEmptyFileAreTheDefaults) {
    EXPECT_EQ(refusal({}, {}, file("")), "");
}

TEST_F(SettingsFrom, EachSourceNameItInTheirRefusal) {
    EXPECT_THAT(refusal({flag("workers", {"many"})}),
                HasSubstr("--workers: 'many' must be a whole number from 0 to 256"));
    EXPECT_THAT(refusal({}, {{"CALLBOARD_WORKERS", "many"}}), HasSubstr("CALLBOARD_WORKERS: 'many' "));
    EXPECT_THAT(refusal({}, {}, file("workers = \"many\"")), HasSubstr("callboard.toml: workers: 'many' "));
}

struct WrongValue {
    std::string name;
    std::string value;

    friend void PrintTo(const WrongValue& wrong, std::ostream* out) {
        *out << wrong.name << " " << wrong.value;
    }
};

class WrongSetting : public SettingsFrom, public testing::WithParamInterface<WrongValue> {};

TEST_P(WrongSetting, IsRefusedWithItsNameAndValue) {
    const auto& [name, value] = GetParam();

    const std::string why = refusal({flag(name, {value})});

    EXPECT_THAT(why, HasSubstr("--" + name));
    EXPECT_THAT(why, HasSubstr("'" + value + "'"));
}

INSTANTIATE_TEST_SUITE_P(
    Settings, WrongSetting,
    testing::Values(WrongValue{"listen", ""}, WrongValue{"listen", "8080"}, WrongValue{"listen", "localhost"},
                    WrongValue{"listen", "localhost:99999"}, WrongValue{"public-url", ""},
                    WrongValue{"public-url", "example.org"}, WrongValue{"public-url", "ftp://example.org"},
                    WrongValue{"public-url", "https://example.org/"}, WrongValue{"public-url", "https://"},
                    WrongValue{"public-url", "https://a b"}, WrongValue{"public-url", "https://a?b"},
                    WrongValue{"public-url", "https://a#b"}, WrongValue{"public-url", "https://a:99999"},
                    WrongValue{"public-url", "https://[::1]:x/y"}, WrongValue{"behind-proxy", ""},
                    WrongValue{"behind-proxy", "everywhere"}, WrongValue{"behind-proxy", "10.0.0.0/33"},
                    WrongValue{"workers", ""}, WrongValue{"workers", "-1"}, WrongValue{"workers", "257"},
                    WrongValue{"workers", "1.5"}, WrongValue{"workers", "2 "}, WrongValue{"workers", "+2"},
                    WrongValue{"workers", "99999999999"}, WrongValue{"database-connections", "0"},
                    WrongValue{"max-connections", "0"}, WrongValue{"max-connections-per-address", "-1"},
                    WrongValue{"sqlite-mapped", "1MiB"}, WrongValue{"sqlite-reader-cache", "0"},
                    WrongValue{"sqlite-reader-cache", "63KiB"}, WrongValue{"sqlite-writer-cache", "65GiB"},
                    WrongValue{"sqlite-writer-cache", "large"}, WrongValue{"memory-budget", ""},
                    WrongValue{"memory-budget", "-1"}, WrongValue{"memory-budget", "512"},
                    WrongValue{"memory-budget", "15MiB"}, WrongValue{"memory-budget", "512MB"},
                    WrongValue{"memory-budget", "MiB"}, WrongValue{"memory-budget", "1GiBs"},
                    WrongValue{"memory-budget", "1025GiB"},
                    WrongValue{"memory-budget", "99999999999999999999"}, WrongValue{"log-level", "verbose"},
                    WrongValue{"log-level", "INFO"}, WrongValue{"log-level", ""},
                    WrongValue{"log-format", "xml"}));

TEST_F(SettingsFrom, AMemoryBudgetHasAUnit) {
    const auto bytes = [](const std::string& size) {
        return load({flag("memory-budget", {size})}, std::nullopt, {}).memory_budget;
    };

    EXPECT_EQ(load({}, std::nullopt, {}).memory_budget, std::size_t{512} << 20U);
    EXPECT_EQ(bytes("0"), 0U);
    EXPECT_EQ(bytes("16MiB"), std::size_t{16} << 20U);
    EXPECT_EQ(bytes("16384KiB"), std::size_t{16} << 20U);
    EXPECT_EQ(bytes("16777216"), std::size_t{16} << 20U);
    EXPECT_EQ(bytes("1024GiB"), std::size_t{1} << 40U);
}

TEST_F(SettingsFrom, AWrongDatabaseAddressAreRefusedByItsName) {
    for (const std::string address : {"", "mysql://localhost/x", "callboard.db", "host=db dbname=x"})
        EXPECT_THAT(refusal({flag("database", {address})}), HasSubstr("--database")) << address;
}

TEST_F(SettingsFrom, AnImpossiblePortIsRefusedWithoutThePassword) {
    const auto why = [&](const std::string& name, const std::string& host) {
        const std::string scheme = name == "database" ? "postgresql" : name == "redis" ? "rediss" : "smtp";
        return refusal({flag(name, {scheme + "://ann:s3cret@" + host})});
    };
    for (const std::string name : {"database", "redis", "smtp-url"})
        for (const std::string host : {"h:99999", "h:0", "h:x", "h:-1", "[::1]:65536", "h,i:99999/x"})
            EXPECT_THAT(why(name, host),
                        testing::AllOf(HasSubstr("--" + name), HasSubstr("port"), Not(HasSubstr("s3cret"))))
                << host;
    for (const std::string host : {"h", "h:1", "[::1]", "[::1]:65535", "h:5432,i:5433/x"})
        EXPECT_EQ(why("database", host), "") << host;
}

TEST_F(SettingsFrom, APublicAddressWithAPasswordIsRefusedWithoutIt) {
    EXPECT_THAT(refusal({flag("public-url", {"https://ann:s3cret@example.org"})}),
                testing::AllOf(HasSubstr("--public-url"), HasSubstr("user name"), Not(HasSubstr("s3cret"))));
}

TEST_F(SettingsFrom, APublicAddressWithControlCharactersAreRefused) {
    for (const std::string url : {"https://a\nb", "https://a\r\nX: y", "https://a\tb"})
        EXPECT_THAT(refusal({flag("public-url", {url})}), HasSubstr("--public-url")) << url;
}

TEST_F(SettingsFrom, OneBadElementOfAListIsNamed) {
    EXPECT_THAT(refusal({flag("behind-proxy", {"10.0.0.0/8", "nonsense"})}), HasSubstr("'nonsense'"));
    EXPECT_THAT(refusal({}, {{"CALLBOARD_BEHIND_PROXY", "10.0.0.0/8,nonsense"}}), HasSubstr("'nonsense'"));
    EXPECT_THAT(refusal({}, {{"CALLBOARD_BEHIND_PROXY", "10.0.0.0/8,"}}),
                HasSubstr("CALLBOARD_BEHIND_PROXY"));
}

TEST_F(SettingsFrom, ADatabaseAddressAreKeptAsASecret) {
    const Settings settings =
        load({flag("database", {"postgresql://ann:s3cret@db/callboard"})}, std::nullopt, {});

    EXPECT_EQ(settings.database->reveal(), "postgresql://ann:s3cret@db/callboard");
    EXPECT_TRUE(load({flag("database", {"postgres://db/x"})}, std::nullopt, {}).database);
}

TEST_F(SettingsFrom, AWrongDatabaseAddressNeverTellThePasswordInIt) {
    for (const std::string address :
         {"mysql://ann:s3cret@db/x", "mysql://ann:p@s3cret@db/x", "Postgresql://ann:s3cret@db/x",
          "ann:s3cret@db/x", "postgresql:/ann:s3cret@db/x", "host=db user=ann password=s3cret",
          "mysql://db/x?user=ann&password=s3cret", " postgresql://ann:s3cret@db/x"}) {
        EXPECT_THAT(refusal({flag("database", {address})}),
                    testing::AllOf(HasSubstr("--database"), Not(HasSubstr("s3cret"))));
        EXPECT_THAT(refusal({}, {{"CALLBOARD_DATABASE", address}}), Not(HasSubstr("s3cret")));
        EXPECT_THAT(refusal({}, {}, file("database = \"" + address + "\"")), Not(HasSubstr("s3cret")));
    }
}

TEST_F(SettingsFrom, ADatabaseAddressWithAnUnencodedPasswordAreRefused) {
    for (const std::string address : {"postgresql://ann:p@s3cret@db/x", "postgresql://ann:s3cret/p@db/x",
                                      "postgresql://ann:12/s3cret@db/x", "postgresql://ann:s3cret?p@db/x",
                                      "postgres://ann:s@x@db:5432,two:5433/x"})
        EXPECT_THAT(
            refusal({flag("database", {address})}),
            testing::AllOf(HasSubstr("--database"), HasSubstr("percent-encode"), Not(HasSubstr("s3cret"))));
    for (const std::string address :
         {"postgresql://ann:p%40s3cret@db/x", "postgresql://ann:a:b@db/x",
          "postgresql://one:5432,two:5433/x?a=b@c", "postgresql://ann@[::1]:5432,[::2]/x",
          "postgresql:///x?host=/run/postgresql", "postgresql://", "postgresql://%2Frun%2Fpostgresql/x",
          "postgresql://db:/x"})
        EXPECT_EQ(load({flag("database", {address})}, std::nullopt, {}).database->reveal(), address);
}

TEST_F(SettingsFrom, AFileThatIsNoTomlNeverTellThePasswordInIt) {
    for (const std::string_view text :
         {"database = \"postgresql://ann:s3cret@db/x", "database = postgresql://ann:s3cret@db/x",
          "database = 'postgresql://ann:s3cret@db/x\n", "database \"postgresql://ann:s3cret@db/x\"",
          "\"postgresql://ann:s3cret@db/x\"", "database = [\"postgresql://ann:s3cret@db/x\"]",
          "[database]\nurl = \"postgresql://ann:s3cret@db/x\""}) {
        const std::string why = refusal({}, {}, file(text));
        EXPECT_NE(why, "") << text;
        EXPECT_THAT(why, Not(HasSubstr("s3cret"))) << text;
    }
}

TEST_F(SettingsFrom, AnywhereMayNameTheFileOfTheSecretsKey) {
    EXPECT_EQ(load({flag("secrets-key-file", {"/srv/k"})}, std::nullopt, {}).secrets_key_file, "/srv/k");
    EXPECT_EQ(load({}, std::nullopt, {{"CALLBOARD_SECRETS_KEY_FILE", "/srv/k"}}).secrets_key_file, "/srv/k");
    EXPECT_EQ(load({}, file("secrets-key-file = \"/srv/k\""), {}).secrets_key_file, "/srv/k");
}

TEST_F(SettingsFrom, ACertificateGoWithItsKey) {
    EXPECT_EQ(refusal({flag("tls-cert", {"c.pem"}), flag("tls-key", {"k.pem"})}), "");
    EXPECT_EQ(refusal({flag("tls-cert", {"c.pem"})}, {{"CALLBOARD_TLS_KEY", "k.pem"}}), "");
    EXPECT_THAT(refusal({flag("tls-cert", {"c.pem"})}), HasSubstr("--tls-key"));
    EXPECT_THAT(refusal({}, {{"CALLBOARD_TLS_KEY", "k.pem"}}), HasSubstr("--tls-cert"));
}

std::vector<std::string_view> names_of_all() {
    std::vector<std::string_view> names;
    for (const Setting& setting : all_settings()) names.push_back(setting.name);
    return names;
}

class EverySetting : public testing::TestWithParam<std::string_view> {
  protected:
    const Setting& setting = *std::ranges::find(all_settings(), GetParam(), &Setting::name);
};

TEST_P(EverySetting, HasANameAndAMeaning) {
    EXPECT_EQ(setting.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz-"), std::string_view::npos);
    EXPECT_FALSE(setting.name.empty());
    EXPECT_GT(setting.meaning.size(), 10U);
    EXPECT_TRUE(setting.meaning.ends_with('.'));
    EXPECT_EQ(setting.placeholder.empty(), setting.shape == Shape::toggle);
}

TEST_P(EverySetting, TakesItsOwnDefault) {
    if (setting.preset.empty()) return;
    Settings settings;

    EXPECT_NO_THROW(setting.apply(settings, std::string{setting.preset}));
    EXPECT_NO_THROW(
        load({{std::string{setting.name}, {std::string{setting.preset}}, "--x"}}, std::nullopt, {}));
}

TEST_P(EverySetting, ThatIsNotOptionalHasADefault) {
    static const std::set<std::string_view> kOptional{
        "database",      "log-file",        "database-replica",
        "report-dir",    "public-url",      "tls-cert",
        "tls-key",       "redis",           "redis-ca-file",
        "behind-proxy",  "limit-exception", "secrets-key-file",
        "sandbox",       "webhook-ca-file", "webhook-allow-private",
        "webhook-ports", "smtp-url",        "smtp-ca-file",
        "admin-listen",  "metrics-token",   "smtp-allow-plain"};

    EXPECT_EQ(setting.preset.empty(), kOptional.contains(setting.name));
}

INSTANTIATE_TEST_SUITE_P(Settings, EverySetting, testing::ValuesIn(names_of_all()));

TEST(AllSettings, HaveDifferentNames) {
    const auto names = names_of_all();

    EXPECT_EQ((std::set<std::string_view>{names.begin(), names.end()}.size()), names.size());
}

TEST(ProcessEnvironment, HoldsWhatTheProcessWasStartedWith) {
    const Environment environment = process_environment();

    EXPECT_NE(std::ranges::find(environment, "PATH", [](const auto& pair) { return pair.first; }),
              environment.end());
}

}  // namespace
}  // namespace callboard::settings
