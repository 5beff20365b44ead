// The single sign-on of a company, set by commands and by the API.
#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "accounts/user_store.h"
#include "support/each_database.h"
#include "support/given.h"
#include "support/oauth_flow.h"
#include "support/program.h"
#include "support/program_failure.h"
#include "support/tenant.h"
#include "support/test_server.h"

namespace callboard {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;
using test::Answer;
using test::Arguments;
using test::expect_failure;
using test::Outcome;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::string kPath = "/configuration/sso";
const std::string kSecret = "the-secret-of-acme";

// --- the API

class ApiSso : public testing::TestWithParam<test::Engine> {
  protected:
    static json::object input() {
        return {{"issuer", "https://id.acme.test"}, {"clientId", "callboard"}, {"clientSecret", kSecret}};
    }
    static Answer put(test::Client& client, const json::object& body) {
        return client.request("PUT", kPath, json::serialize(body), {{"Content-Type", "application/json"}});
    }
    test::Client caller(const CompanyId& whose, accounts::Role role) {
        return server.client_with_key(
            given::api_key(*server.db, whose, given::user(*server.db, whose, role)));
    }

    test::TestServer server{{.engine = GetParam()}};
    const CompanyId company = given::company(*server.db);
    test::Client administrator = caller(company, accounts::Role::administrator);
};

TEST_P(ApiSso, IsSetReadAndDeletedWithoutTheSecret) {
    EXPECT_EQ(administrator.get(kPath).error_code(), "SSO_NOT_FOUND");
    const Answer set = put(administrator, input());
    ASSERT_EQ(set.status, 200) << set.body;
    EXPECT_EQ(set.json().at("issuer"), "https://id.acme.test");
    EXPECT_EQ(set.json().at("claim"), "sub");
    EXPECT_EQ(set.json().at("required"), false);
    EXPECT_THAT(std::string{set.json().at("redirectUri").as_string()},
                HasSubstr("/identity/sso/acme/callback"));
    EXPECT_THAT(set.body, Not(HasSubstr(kSecret)));
    EXPECT_EQ(administrator.get(kPath).body, set.body);
    EXPECT_THAT(administrator.get("/audit-api/v201910/audit-events").body, Not(HasSubstr(kSecret)));

    EXPECT_EQ(administrator.del(kPath).status, 204);
    EXPECT_EQ(administrator.get(kPath).status, 404);
    EXPECT_EQ(administrator.del(kPath).status, 404);
}

TEST_P(ApiSso, IsForAdministratorsOfTheCompany) {
    ASSERT_EQ(put(administrator, input()).status, 200);
    auto standard = caller(company, accounts::Role::standard);
    EXPECT_EQ(standard.get(kPath).status, 403);
    EXPECT_EQ(put(standard, input()).status, 403);
    EXPECT_EQ(standard.del(kPath).status, 403);
    auto other = caller(given::company(*server.db, "other"), accounts::Role::administrator);
    EXPECT_EQ(other.get(kPath).status, 404);
    EXPECT_EQ(other.del(kPath).status, 404);
    EXPECT_EQ(administrator.get(kPath).status, 200);
}

// Who sets the provider decides who signs in as whom: that is more than managing users.
TEST_P(ApiSso, IsNotChangedByApplications) {
    ASSERT_EQ(put(administrator, input()).status, 200);
    const auto boss = given::user(*server.db, company, accounts::Role::administrator);
    const auto partner = given::partner(*server.db, "Directory", "users_read users_manage");
    const oauth::Grant grant{.company = company, .user = boss.id(), .application = partner.application.id};
    const std::string code = given::code(*server.db, partner, grant,
                                         {.scopes = {oauth::Scope::users_read, oauth::Scope::users_manage}});
    const auto tokens = server.db->write(std::nullopt, [&](db::Tx& tx) {
        return test::token_answer(oauth::exchange_code(tx, partner.application, {.code = code}, {}));
    });
    ASSERT_TRUE(tokens.good()) << tokens.error;
    test::Client application = server.client({{"Authorization", "Bearer " + tokens.access}});
    EXPECT_EQ(application.get(kPath).status, 200);
    EXPECT_EQ(put(application, input()).error_code(), "PERMISSION_DENIED");
    EXPECT_EQ(application.del(kPath).error_code(), "PERMISSION_DENIED");
    EXPECT_EQ(administrator.get(kPath).status, 200);
}

TEST_P(ApiSso, IsNotChangedByClientCredentials) {
    ASSERT_EQ(put(administrator, input()).status, 200);
    test::Client program = server.client(
        {{"Authorization", "Bearer " + test::program_token(*server.db, company, "users_read users_manage")}});
    EXPECT_EQ(program.get(kPath).status, 200);
    EXPECT_EQ(put(program, input()).error_code(), "PERMISSION_DENIED");
    EXPECT_EQ(program.del(kPath).error_code(), "PERMISSION_DENIED");
    EXPECT_EQ(administrator.get(kPath).status, 200);
}

TEST_P(ApiSso, KeepsIdentifiersOfOneProvider) {
    ASSERT_EQ(put(administrator, input()).status, 200);
    const auto ada = given::user(*server.db, company, accounts::Role::standard);
    server.db->write(company, [&](db::Tx& tx) {
        accounts::UserRecord record = accounts::store::find_record(tx, ada.id()).value();
        record.profile.sso_identifier = "sub-1";
        accounts::store::update(tx, record);
    });
    json::object other = input();
    other["claim"] = "oid";
    EXPECT_EQ(put(administrator, other).error_code(), "SSO_IDENTIFIERS_EXIST");
    EXPECT_EQ(administrator.get(kPath).json().at("claim"), "sub");
    EXPECT_EQ(put(administrator, input()).status, 200);
}

TEST_P(ApiSso, RefusesInvalidValues) {
    const auto fault_of = [&](std::string_view name, json::value value) {
        json::object body = input();
        body[name] = std::move(value);
        const Answer refused = put(administrator, body);
        EXPECT_EQ(refused.status, 422) << refused.body;
        return refused.body;
    };
    EXPECT_THAT(fault_of("issuer", "http://id.acme.test"), HasSubstr("/issuer"));
    EXPECT_THAT(fault_of("clientId", ""), HasSubstr("/clientId"));
    EXPECT_THAT(fault_of("clientSecret", ""), HasSubstr("/clientSecret"));
    EXPECT_THAT(fault_of("claim", "tid"), HasSubstr("/claim"));
    EXPECT_THAT(fault_of("requiredClaim", "hd"), HasSubstr("/requiredClaim"));
    EXPECT_THAT(fault_of("issuer", "https://accounts.google.com"), HasSubstr("/issuer"));
    EXPECT_THAT(fault_of("createUsersWithRole", "ADMINISTRATOR"), HasSubstr("/createUsersWithRole"));
    EXPECT_THAT(fault_of("createUsersWithRole", "EMPLOYEE"), HasSubstr("the company has none"));
    json::object without = input();
    without.erase("clientSecret");
    EXPECT_EQ(put(administrator, without).status, 422);
    EXPECT_EQ(administrator.get(kPath).status, 404);
}

// Only the operator decides to whom addresses belong.
TEST_P(ApiSso, DoesNotSetDomains) {
    json::object body = input();
    body["domains"] = json::array{"other.example"};
    const Answer set = put(administrator, body);
    EXPECT_EQ(set.status, 200);
    EXPECT_THAT(set.header("x-ignored"), HasSubstr("domains"));
    EXPECT_TRUE(set.json().at("domains").as_array().empty());
}

INSTANTIATE_TEST_SUITE_P(Db, ApiSso, testing::Values(test::Engine::sqlite, test::Engine::postgres));

// --- commands

class SsoCommands : public testing::TestWithParam<test::Engine> {
  protected:
    Arguments where() const {
        Arguments flags{"--data-dir", data_dir};
        if (postgres) flags.insert(flags.end(), {"--database", postgres->url()});
        return flags;
    }
    Outcome command(Arguments arguments, const std::string& input = "") const {
        arguments.emplace_back("--json");
        const auto flags = where();
        arguments.insert(arguments.end(), flags.begin(), flags.end());
        return test::run(arguments, input);
    }
    Outcome set(const Arguments& more, const std::string& input = "") const {
        Arguments all{"sso",         "set",      "--company", "acme", "--issuer", "https://id.acme.test",
                      "--client-id", "callboard"};
        all.insert(all.end(), more.begin(), more.end());
        return command(all, input);
    }

    const test::TemporaryFolder folder;
    const std::string data_dir = folder.path() / "data";
    const std::unique_ptr<test::PostgresDatabase> postgres =
        GetParam() == test::Engine::postgres ? std::make_unique<test::PostgresDatabase>() : nullptr;
    const test::Tenant tenant = test::add_tenant(where(), "acme");
};

TEST_P(SsoCommands, SetShowAndRemove) {
    const auto made = set({"--client-secret-stdin", "--domains", "acme.example,ACME.test", "--create-users",
                           "EMPLOYEE", "--require-sso", "--public-url", "https://callboard.test"},
                          kSecret + "\n");
    ASSERT_EQ(made.code, 0) << made.err;
    EXPECT_EQ(made.text("redirect_uri"), "https://callboard.test/identity/sso/acme/callback");
    EXPECT_EQ(made.text("create_users"), "EMPLOYEE");
    EXPECT_EQ(json::serialize(made.json().at("required")), "true");
    EXPECT_EQ(json::serialize(made.json().at("domains")), R"(["acme.example","acme.test"])");

    const auto shown = command({"sso", "show", "--company", "acme"});
    EXPECT_EQ(shown.text("issuer"), "https://id.acme.test");
    EXPECT_THAT(made.out + made.err + shown.out + shown.err, Not(HasSubstr(kSecret)));

    EXPECT_EQ(command({"sso", "remove", "--company", "acme"}).code, 0);
    expect_failure(command({"sso", "show", "--company", "acme"}), 1, "has no single sign-on");
    expect_failure(command({"sso", "remove", "--company", "acme"}), 1, "has no single sign-on");
}

TEST_P(SsoCommands, ChangeOnlyWhatIsGiven) {
    const auto change = [&](const Arguments& more) {
        Arguments all{"sso", "set", "--company", "acme"};
        all.insert(all.end(), more.begin(), more.end());
        return command(all);
    };
    expect_failure(change({}), 2, "needs --issuer and --client-id");
    ASSERT_EQ(set({"--client-secret-stdin", "--domains", "acme.example", "--create-users", "EMPLOYEE",
                   "--require-sso", "--require-claim", "tid=1", "--claim", "oid"},
                  kSecret)
                  .code,
              0);
    const auto kept = change({"--domains", "acme.example,acme.test"});
    ASSERT_EQ(kept.code, 0) << kept.err;
    EXPECT_EQ(kept.text("issuer"), "https://id.acme.test");
    EXPECT_EQ(kept.text("claim"), "oid");
    EXPECT_EQ(kept.text("required_claim"), "tid=1");
    EXPECT_EQ(kept.text("create_users"), "EMPLOYEE");
    EXPECT_EQ(json::serialize(kept.json().at("required")), "true");

    const auto undone = change({"--no-require-sso", "--no-create-users", "--no-require-claim"});
    ASSERT_EQ(undone.code, 0) << undone.err;
    EXPECT_EQ(undone.text("required_claim"), "");
    EXPECT_EQ(undone.text("create_users"), "");
    EXPECT_EQ(json::serialize(undone.json().at("required")), "false");
    EXPECT_EQ(json::serialize(undone.json().at("domains")), R"(["acme.example","acme.test"])");
    expect_failure(change({"--require-sso", "--no-require-sso"}), 2, "exclude each other");
    expect_failure(change({"--keep-identifiers", "--clear-identifiers"}), 2, "exclude each other");
}

TEST_P(SsoCommands, ReadTheSecretFromAFileOfItsOwner) {
    const fs::path file = folder.path() / "secret";
    std::ofstream{file} << kSecret << "\n";
    fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write | fs::perms::others_read);
    EXPECT_EQ(set({"--client-secret-file", file}).code, 1);
    fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
    EXPECT_EQ(set({"--client-secret-file", file}).code, 0);
    // rules change without it
    EXPECT_EQ(set({"--require-sso"}).code, 0);
    expect_failure(command({"sso", "set", "--company", "acme", "--issuer", "https://id.other.test",
                            "--client-id", "callboard"}),
                   1, "client secret is required");
}

TEST_P(SsoCommands, SayWhatIsWrong) {
    expect_failure(set({}), 1, "client secret is required");
    expect_failure(set({"--client-secret-stdin"}, "\n"), 1, "client secret");
    expect_failure(set({"--client-secret-stdin", "--create-users", "EMPLOYEE"}, kSecret), 1, "domains");
    expect_failure(set({"--client-secret-stdin", "--client-secret-file", "x"}, kSecret), 2,
                   "exclude each other");
    ASSERT_EQ(set({"--client-secret-stdin"}, kSecret).code, 0);
    // a name of the reserved domain .test, which does not resolve
    expect_failure(command({"sso", "check", "--company", "acme"}), 1, "discovery document");
}

TEST_P(SsoCommands, LeaveNoSecretInTheDataFolder) {
    ASSERT_EQ(set({"--client-secret-stdin"}, kSecret).code, 0);
    for (const auto& each : fs::recursive_directory_iterator{data_dir}) {
        if (!each.is_regular_file()) continue;
        std::ifstream in{each.path(), std::ios::binary};
        const std::string bytes{std::istreambuf_iterator<char>{in}, {}};
        EXPECT_EQ(bytes.find(kSecret), std::string::npos) << each.path();
    }
}

INSTANTIATE_TEST_SUITE_P(Db, SsoCommands, testing::Values(test::Engine::sqlite, test::Engine::postgres));

}  // namespace
}  // namespace callboard
