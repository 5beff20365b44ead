#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/clock.h"
#include "support/each_database.h"
#include "support/program.h"
#include "support/program_failure.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::Arguments;
using test::Outcome;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::MatchesRegex;
using testing::Not;
using testing::Pair;
using testing::StartsWith;
using testing::UnorderedElementsAre;

const Arguments kRoles{"ADMINISTRATOR", "EXTENDED", "STANDARD", "RESTRICTED", "EMPLOYEE"};

Arguments joined(Arguments left, const Arguments& right) {
    left.insert(left.end(), right.begin(), right.end());
    return left;
}

std::string repeated(const std::string& text, std::size_t times) {
    std::string all;
    for (std::size_t i = 0; i < times; ++i) all += text;
    return all;
}

std::size_t occurrences(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++count;
    return count;
}

std::vector<std::string> keys(const json::value& object) {
    std::vector<std::string> names;
    for (const auto& member : object.as_object()) names.emplace_back(member.key());
    return names;
}

// One JSON object on one line.
void expect_one_object(const Outcome& outcome) {
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    ASSERT_NO_THROW(outcome.json()) << outcome.out;
    EXPECT_TRUE(outcome.json().is_object());
    EXPECT_EQ(occurrences(outcome.out, "\n"), 1U);
    EXPECT_TRUE(outcome.out.ends_with("\n"));
}

void expect_refused(const Outcome& outcome, int code, const std::string& named) {
    EXPECT_EQ(outcome.code, code);
    EXPECT_THAT(outcome.out, IsEmpty());
    EXPECT_THAT(outcome.err, HasSubstr(named));
}

// --- usage errors

struct CommandLine : testing::Test {
    const test::TemporaryFolder folder;
    const std::string data_dir = folder.path() / "data";

    Outcome command(const Arguments& arguments) const {
        return test::run(joined(arguments, {"--data-dir", data_dir}));
    }
    bool nothing_was_made() const { return !std::filesystem::exists(data_dir); }
};

const std::vector<Arguments> kCommands{{"serve"},
                                       {"demo"},
                                       {"company", "add"},
                                       {"user", "add"},
                                       {"credential", "create"},
                                       {"credential", "list"},
                                       {"credential", "revoke"},
                                       {"migrate"},
                                       {"openapi"},
                                       {"version"}};

TEST_F(CommandLine, AGroupWithoutACommandIsWrongUsage) {
    for (const Arguments& arguments : {Arguments{"company"}, {"user"}, {"credential"}}) {
        const Outcome outcome = test::run(arguments);

        expect_refused(outcome, 2, "--help");
    }
}

TEST_F(CommandLine, AnUnknownCommandIsNamed) {
    expect_refused(command({"conjure"}), 2, "conjure");
    expect_refused(command({"company", "conjure"}), 2, "conjure");
    expect_refused(command({"user", "conjure"}), 2, "conjure");
    expect_refused(command({"credential", "conjure"}), 2, "conjure");
    EXPECT_TRUE(nothing_was_made());
}

TEST_F(CommandLine, TheNearestNameIsSuggested) {
    expect_refused(command({"serv"}), 2, "did you mean 'serve'?");
    expect_refused(command({"company", "ad"}), 2, "did you mean 'add'?");
    expect_refused(command({"serve", "--lsten", "127.0.0.1:0"}), 2, "did you mean '--listen'?");
    expect_refused(command({"credential", "create", "--company", "acme", "--kind", "apikey"}), 2,
                   "did you mean 'api-key'?");
    expect_refused(command({"serve", "--log-level", "wran"}), 2, "did you mean 'warn'?");
    expect_refused(test::run({"migrate", "--data-dir", data_dir}, "", {"CALLBOARD_LISEN=127.0.0.1:0"}), 2,
                   "did you mean 'CALLBOARD_LISTEN'?");
    EXPECT_TRUE(nothing_was_made());
}

TEST_F(CommandLine, WrongUsageIsAnObjectForProgramsToo) {
    test::expect_failure(test::run({"serv", "--json"}), 2, "serve");
    test::expect_failure(test::run({"user", "add", "--json", "--company", "acme"}), 2,
                         "--email, --first-name, --last-name and --role are required");
    test::expect_failure(test::run({"migrate", "--json", "--database", "oracle://x"}), 2, "oracle://");
    EXPECT_NO_THROW(test::run({"migrate", "--json", "--\xff"}).json());
}

TEST_F(CommandLine, AnUnknownOptionIsNamedByEveryCommand) {
    for (const Arguments& each : kCommands) {
        expect_refused(command(joined(each, {"--conjure"})), 2, "--conjure");
        expect_refused(command(joined(each, {"--conjure=7"})), 2, "--conjure");
    }
    EXPECT_TRUE(nothing_was_made());
}

TEST_F(CommandLine, AnOptionOfAnotherCommandIsUnknown) {
    expect_refused(command({"company", "add", "--name", "Acme", "--listen", "127.0.0.1:0"}), 2, "--listen");
    expect_refused(command({"migrate", "--log-level", "off"}), 2, "--log-level");
    EXPECT_TRUE(nothing_was_made());
}

TEST_F(CommandLine, AnArgumentTooManyIsNamed) {
    expect_refused(command({"version", "superfluous"}), 2, "superfluous");
    expect_refused(command({"company", "add", "--name", "Acme", "superfluous"}), 2, "superfluous");
    EXPECT_TRUE(nothing_was_made());
}

TEST_F(CommandLine, EveryMissingOptionIsNamed) {
    const std::vector<std::pair<Arguments, std::string>> cases{
        {{"company", "add", "--identifier", "acme"}, "--name"},
        {{"user", "add", "--email", "a@b.test", "--first-name", "A", "--last-name", "B", "--role",
          "STANDARD"},
         "--company"},
        {{"user", "add", "--company", "acme", "--first-name", "A", "--last-name", "B", "--role", "STANDARD"},
         "--email"},
        {{"user", "add", "--company", "acme", "--email", "a@b.test", "--last-name", "B", "--role",
          "STANDARD"},
         "--first-name"},
        {{"user", "add", "--company", "acme", "--email", "a@b.test", "--first-name", "A", "--role",
          "STANDARD"},
         "--last-name"},
        {{"user", "add", "--company", "acme", "--email", "a@b.test", "--first-name", "A", "--last-name", "B"},
         "--role"},
        {{"credential", "create", "--kind", "api-key"}, "--company"},
        {{"credential", "create", "--company", "acme"}, "--kind"},
        {{"credential", "list"}, "--company"},
        {{"credential", "revoke"}, "credential"},
    };
    for (const auto& [arguments, missing] : cases) expect_refused(command(arguments), 2, missing);
    EXPECT_TRUE(nothing_was_made());
}

TEST_F(CommandLine, AnOptionWithoutItsValueIsNamed) {
    expect_refused(test::run({"company", "add", "--data-dir", data_dir, "--name"}), 2, "--name");
    expect_refused(test::run({"migrate", "--data-dir"}), 2, "--data-dir");
    EXPECT_TRUE(nothing_was_made());
}

TEST_F(CommandLine, AValueOutsideItsChoicesIsNamed) {
    const Arguments user{"user",         "add", "--company",   "acme", "--email", "a@b.test",
                         "--first-name", "A",   "--last-name", "B",    "--role"};
    for (const std::string role : {"administrator", "OWNER", ""})
        expect_refused(command(joined(user, {role})), 2, "--role");
    expect_refused(command(joined(user, {"OWNER"})), 2, "OWNER");
    const Arguments key{"credential", "create", "--company", "acme", "--kind"};
    expect_refused(command(joined(key, {"client-credentials"})), 2, "client-credentials");
    expect_refused(command(joined(key, {"API-KEY"})), 2, "API-KEY");
    EXPECT_TRUE(nothing_was_made());
}

TEST_F(CommandLine, HelpIsAnAnswerAndNamesTheCommands) {
    const Outcome outcome = test::run({"--help"});

    EXPECT_EQ(outcome.code, 0);
    EXPECT_THAT(outcome.err, IsEmpty());
    for (const Arguments& each : kCommands) EXPECT_THAT(outcome.out, HasSubstr(each.front()));
    for (const Arguments& same : {Arguments{}, {"help"}, {"-h"}}) {
        EXPECT_EQ(test::run(same).code, 0);
        EXPECT_EQ(test::run(same).out, outcome.out);
    }
}

TEST_F(CommandLine, HelpCanBeAskedForInSeveralWays) {
    const Outcome outcome = test::run({"user", "add", "--help"});

    EXPECT_THAT(outcome.out, HasSubstr("Usage: callboard user add --company COMPANY"));
    EXPECT_THAT(outcome.out, HasSubstr("E-mail address (required)"));
    EXPECT_EQ(test::run({"help", "user", "add"}).out, outcome.out);
    EXPECT_EQ(test::run({"user", "help", "add"}).out, outcome.out);
    EXPECT_EQ(test::run({"user", "add", "-h"}).out, outcome.out);
    EXPECT_EQ(test::run({"user", "add", "--email", "a@b.test", "--conjure", "--help"}).out, outcome.out);
    expect_refused(test::run({"help", "usr"}), 2, "did you mean 'user'?");
}

TEST_F(CommandLine, EveryCommandHasHelpAndTheOptionsThatAllShare) {
    for (const Arguments& each : kCommands) {
        const Outcome outcome = test::run(joined(each, {"--help"}));

        EXPECT_EQ(outcome.code, 0);
        EXPECT_THAT(outcome.err, IsEmpty());
        for (const auto* shared : {"--data-dir", "--database", "--config", "--json"})
            EXPECT_THAT(outcome.out, HasSubstr(shared)) << each.front();
    }
}

TEST_F(CommandLine, TheVersionIsOneLineOrOneObject) {
    const Outcome text = command({"version"});
    const Outcome object = command({"version", "--json"});

    EXPECT_EQ(text.code, 0);
    EXPECT_THAT(text.out, MatchesRegex("[0-9]+\\.[0-9]+\\.[0-9]+\n"));
    expect_one_object(object);
    EXPECT_EQ(object.text("version") + "\n", text.out);
    EXPECT_EQ(test::run({"--version"}).out, text.out);
    EXPECT_TRUE(nothing_was_made());
}

TEST_F(CommandLine, TheApiDescriptionNeedsNoDatabase) {
    const Outcome plain = command({"openapi"});
    const Outcome object = command({"openapi", "--json"});

    expect_one_object(object);
    EXPECT_EQ(plain.out, object.out);
    EXPECT_EQ(object.text("openapi").substr(0, 3), "3.1");
    EXPECT_TRUE(nothing_was_made());
}

// --- without a database

const std::string kSomeId = "01a1dd9f-2177-7000-a4a8-58b407c53506";

// Every command that needs data and must not create a database.
const std::vector<Arguments> kOnExistingData{
    {"user", "add", "--company", "acme", "--email", "a@b.test", "--first-name", "A", "--last-name", "B",
     "--role", "STANDARD"},
    {"user", "list", "--company", "acme"},
    {"user", "set-password", "--email", "a@b.test"},
    {"user", "deactivate", "--email", "a@b.test"},
    {"company", "list"},
    {"backup", "copy.backup"},
    {"app", "update", kSomeId, "--name", "Robot"},
    {"app", "register", "--name", "Robot", "--redirect-uri", "https://a.test/", "--scope", "jobs_read"},
    {"app", "list"},
    {"app", "rotate-secret", kSomeId},
    {"app", "publish", kSomeId},
    {"app", "revoke", kSomeId},
    {"credential", "create", "--company", "acme", "--kind", "api-key"},
    {"credential", "list", "--company", "acme"},
    {"credential", "revoke", kSomeId},
    {"webhook", "list", "--company", "acme"},
    {"webhook", "listen", "--company", "acme"},
    {"webhook", "tail", "--company", "acme"},
    {"webhook", "trigger", "job.created", "--company", "acme"},
    {"webhook", "redeliver", kSomeId, "--company", "acme"},
    {"report", "list", "--company", "acme"},
    {"report", "run", "Jobs", "--company", "acme"},
    {"report", "download", "Jobs", "--company", "acme", "--output", "jobs.csv"},
};

TEST_F(CommandLine, ACommandThatFindsNoDatabaseNamesTheFolderAndMakesNothing) {
    for (const Arguments& each : kOnExistingData) {
        const Outcome outcome = command(each);
        expect_refused(outcome, 1, "there is no database");
        EXPECT_THAT(outcome.err, HasSubstr(data_dir));
        EXPECT_TRUE(nothing_was_made()) << each.front();
    }
}

TEST_F(CommandLine, AFolderWithoutADatabaseIsLeftAsItIs) {
    std::filesystem::create_directory(data_dir);

    expect_refused(command({"app", "list"}), 1, data_dir);
    EXPECT_TRUE(std::filesystem::is_empty(data_dir));

    std::ofstream{data_dir + "/callboard.db"};
    expect_refused(command({"app", "list"}), 1, data_dir);
    EXPECT_EQ(std::filesystem::file_size(data_dir + "/callboard.db"), 0U);
}

TEST_F(CommandLine, APostgresDatabaseWithoutTablesIsLeftAsItIs) {
    const test::PostgresDatabase postgres{test::PostgresDatabase::Schema::none};
    const Arguments database{"--database", postgres.url()};

    for (int i = 0; i < 2; ++i)
        expect_refused(command(joined({"app", "list"}, database)), 1, "has no callboard tables");
    EXPECT_TRUE(nothing_was_made());

    EXPECT_EQ(command(joined({"company", "add", "--name", "Acme"}, database)).code, 0);
    EXPECT_EQ(command(joined({"app", "list"}, database)).code, 0);
}

// --- commands on data

class Commands : public testing::TestWithParam<test::Engine> {
  protected:
    Commands() {
        if (postgres_) where_ = joined(where_, {"--database", postgres_->url()});
    }

    Outcome command(const Arguments& arguments, const std::string& input = "") const {
        return test::run(joined(arguments, where_), input);
    }
    Outcome object(const Arguments& arguments, const std::string& input = "") const {
        const Outcome outcome = command(joined(arguments, {"--json"}), input);
        expect_one_object(outcome);
        return outcome;
    }

    static Arguments company(const std::string& name, const std::string& identifier) {
        return {"company", "add", "--name", name, "--identifier", identifier};
    }
    static Arguments user(const std::string& at, const std::string& email,
                          const std::string& role = "ADMINISTRATOR", const std::string& first = "Ada",
                          const std::string& last = "Admin") {
        return {"user",         "add", "--company",   at,   "--email", email,
                "--first-name", first, "--last-name", last, "--role",  role};
    }
    static Arguments key(const std::string& at) {
        return {"credential", "create", "--company", at, "--kind", "api-key"};
    }
    json::array credentials(const std::string& at) const {
        return object({"credential", "list", "--company", at}).json().at("items").as_array();
    }
    Arguments serving() const { return postgres_ ? Arguments{"--database", postgres_->url()} : Arguments{}; }

    const test::TemporaryFolder folder_;
    const std::unique_ptr<test::PostgresDatabase> postgres_ =
        GetParam() == test::Engine::postgres ? std::make_unique<test::PostgresDatabase>() : nullptr;
    const std::string data_dir_ = folder_.path() / "data";
    Arguments where_{"--data-dir", data_dir_};
};

TEST_P(Commands, EachPrintsOneObjectWithItsKeys) {
    EXPECT_THAT(keys(object({"migrate"}).json()), Not(IsEmpty()));
    EXPECT_THAT(keys(object(company("Acme", "acme")).json()), Contains("company_id"));
    EXPECT_THAT(keys(object(user("acme", "ada@acme.test")).json()),
                UnorderedElementsAre("user_id", "email", "password"));
    const Outcome made = object(key("acme"));
    EXPECT_THAT(keys(made.json()), UnorderedElementsAre("credential_id", "api_key"));
    const Outcome list = object({"credential", "list", "--company", "acme"});
    EXPECT_THAT(keys(list.json()), UnorderedElementsAre("items"));
    EXPECT_THAT(keys(list.json().at("items").at(0)), Contains("credential_id"));
    const Outcome revoked = object({"credential", "revoke", made.text("credential_id")});
    EXPECT_EQ(revoked.text("credential_id"), made.text("credential_id"));
}

TEST_P(Commands, IdsHaveTheFormsOfTheApi) {
    const std::string uuid = "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";

    const Outcome tenant = object(company("Acme", "acme"));
    const Outcome person = object(user("acme", "ada@acme.test"));
    const Outcome credential = object(key("acme"));

    EXPECT_THAT(tenant.text("company_id"), MatchesRegex(uuid));
    EXPECT_THAT(person.text("user_id"), MatchesRegex("[0-9a-f]{24}"));
    EXPECT_THAT(credential.text("credential_id"), MatchesRegex(uuid));
    EXPECT_THAT(credential.text("api_key"), MatchesRegex("DCRA1-[A-Za-z0-9_-]{43}"));
}

TEST_P(Commands, WithoutJsonTheyTalkToPeople) {
    const Outcome tenant = command(company("Acme Kitchens", "acme"));
    const Outcome person = command(user("acme", "ada@acme.test"));
    const Outcome credential = command(key("acme"));
    const Outcome list = command({"credential", "list", "--company", "acme"});

    for (const Outcome* each : {&tenant, &person, &credential, &list}) {
        EXPECT_EQ(each->code, 0) << each->err;
        EXPECT_THROW(each->json(), std::exception) << each->out;
    }
    EXPECT_THAT(tenant.out, HasSubstr("Acme Kitchens"));
    EXPECT_THAT(tenant.out, HasSubstr("acme"));
    EXPECT_THAT(person.out, HasSubstr("ada@acme.test"));
    EXPECT_THAT(credential.out, HasSubstr("DCRA1-"));
    EXPECT_THAT(list.out, HasSubstr("ada@acme.test"));
}

TEST_P(Commands, AFailureExplainsItselfToPeopleAndToPrograms) {
    object({"migrate"});

    expect_refused(command({"credential", "list", "--company", "nobody"}), 1, "nobody");
    test::expect_failure(command({"credential", "list", "--company", "nobody", "--json"}), 1, "nobody");
}

TEST_P(Commands, AnUnknownCompanyIsNamed) {
    object({"migrate"});

    expect_refused(command(user("nobody", "ada@acme.test")), 1, "nobody");
    expect_refused(command(key("nobody")), 1, "nobody");
    object(company("Acme", "acme"));
    expect_refused(command(key("acem")), 1, "did you mean 'acme'?");
    expect_refused(command({"credential", "list", "--company", "nobody"}), 1, "nobody");
}

TEST_P(Commands, ACompanyNameThatIsNoTextIsAnUnknownCompanyAndNoFaultOfTheProgram) {
    object({"migrate"});

    const Outcome outcome = command({"credential", "list", "--company", "\xff\xfe"});

    EXPECT_EQ(outcome.code, 1);
    EXPECT_THAT(outcome.err, Not(HasSubstr("internal error")));
}

// companies

TEST_P(Commands, AnIdentifierIsMadeOfTheNameWhenNoneIsGiven) {
    const Outcome outcome = object({"company", "add", "--name", "Harbour Lane & Söhne GmbH"});

    EXPECT_THAT(outcome.text("identifier"), MatchesRegex("[A-Za-z0-9_-]+"));
    EXPECT_EQ(object(user(outcome.text("identifier"), "ada@acme.test")).code, 0);
}

TEST_P(Commands, ANameThatGivesNoIdentifierAsksForOne) {
    expect_refused(command({"company", "add", "--name", "日本"}), 1, "--identifier");

    EXPECT_EQ(object({"company", "add", "--name", "日本", "--identifier", "nihon"}).code, 0);
}

TEST_P(Commands, ATakenIdentifierIsRefusedInWhicheverCase) {
    object(company("Acme", "acme"));

    for (const std::string taken : {"acme", "ACME", "aCmE"})
        expect_refused(command(company("Another", taken)), 1, taken);
}

TEST_P(Commands, AnIdentifierThatWasMadeMayBeTakenToo) {
    object({"company", "add", "--name", "Acme"});

    expect_refused(command({"company", "add", "--name", "a c m e"}), 1, "acme");
}

TEST_P(Commands, ACompanyIsFoundByItsIdentifierInWhicheverCase) {
    object(company("Acme", "Acme"));

    EXPECT_EQ(object(user("aCME", "ada@acme.test")).code, 0);
}

TEST_P(Commands, AnIdentifierHasLettersDigitsDashesAndUnderscoresOnly) {
    EXPECT_EQ(object(company("Acme", repeated("a", 64))).code, 0);

    for (const std::string& wrong :
         {std::string{}, repeated("a", 65), std::string{"a b"}, std::string{"a/b"}, std::string{"ä"},
          std::string{"a\n"}, std::string{"a\x01"}, std::string{"\xff"}}) {
        const Outcome outcome = command(company("Acme", wrong));
        EXPECT_EQ(outcome.code, 1) << wrong;
        EXPECT_THAT(outcome.err, HasSubstr("identifier"));
    }
}

TEST_P(Commands, OfParallelCompaniesWithOneIdentifierExactlyOneIsMade) {
    object({"migrate"});
    std::vector<Outcome> outcomes(4);
    {
        std::vector<std::jthread> threads;
        for (auto& outcome : outcomes)
            threads.emplace_back([&] { outcome = command(company("Acme", "acme")); });
    }

    std::vector<int> codes;
    for (const auto& outcome : outcomes) codes.push_back(outcome.code);
    EXPECT_THAT(codes, UnorderedElementsAre(0, 1, 1, 1));
}

TEST_P(Commands, ACompanyNameMayBeInAnyScript) {
    const std::vector<std::string> names{"Zażółć gęślą",
                                         "北京饭店",
                                         "مطبخ",
                                         "🦊🍳",
                                         "\"Quoted\" 'n' \\slash\\",
                                         "Robert'); DROP TABLE company;--",
                                         "%s {} $1 ${HOME}"};
    for (std::size_t i = 0; i < names.size(); ++i) {
        const Outcome outcome = object(company(names[i], "company" + std::to_string(i)));
        EXPECT_EQ(outcome.code, 0) << names[i];
        EXPECT_THAT(command(company(names[i], "text" + std::to_string(i))).out, HasSubstr(names[i]));
    }
}

TEST_P(Commands, ACompanyNameHasUpTo256Characters) {
    EXPECT_EQ(command(company(repeated("🦊", 256), "longest")).code, 0);

    expect_refused(command(company(repeated("🦊", 257), "toolong")), 1, "256");
    expect_refused(command(company("", "empty")), 1, "name");
}

TEST_P(Commands, ANameWithControlCharactersOrBrokenUtf8IsRefused) {
    for (const std::string wrong :
         {"a\nb", "a\tb", "a\x01z", "a\x1b[31mz", "a\x7fz", "a\xc2\x9bz", "a\xc2\x85z", "a\xffz",
          "a\xc0\x80z", "a\xed\xa0\x80z", "\xe2\x82", " a", "a "}) {
        EXPECT_EQ(command(company(wrong, "acme")).code, 1) << testing::PrintToString(wrong);
    }
    EXPECT_EQ(command(company("Acme", "acme")).code, 0);
}

// users

TEST_P(Commands, AUserOfEachRoleCanBeAdded) {
    object(company("Acme", "acme"));

    for (const std::string& role : kRoles) {
        const Outcome outcome = object(user("acme", role + "@acme.test", role));
        EXPECT_EQ(outcome.text("email"), role + "@acme.test");
    }
}

TEST_P(Commands, AnEmailBelongsToOneActiveUserOfTheWholeServer) {
    object(company("Acme", "acme"));
    object(company("Rival", "rival"));
    object(user("acme", "ada@acme.test"));

    expect_refused(command(user("acme", "ada@acme.test", "STANDARD")), 1, "ada@acme.test");
    expect_refused(command(user("acme", "ADA@Acme.Test", "STANDARD")), 1, "ADA@Acme.Test");
    expect_refused(command(user("rival", "ada@acme.test")), 1, "ada@acme.test");
    expect_refused(command(user("rival", "Ada@acme.TEST")), 1, "Ada@acme.TEST");
}

TEST_P(Commands, WhatIsNoEmailAddressIsRefusedAndNamed) {
    object(company("Acme", "acme"));

    for (const std::string wrong : {"", "ada", "@acme.test", "ada@", "a da@acme.test", "ada@acme.test\n",
                                    "<ada@acme.test>", "ada@acme.test,bob@acme.test", "\"ada@acme.test"}) {
        const Outcome outcome = command(user("acme", wrong));
        EXPECT_EQ(outcome.code, 1) << wrong;
        EXPECT_THAT(outcome.err, HasSubstr("e-mail"));
    }
    EXPECT_EQ(command(user("acme", repeated("a", 245) + "@acme.test")).code, 1);
}

TEST_P(Commands, AnEmailWithControlCharactersOrBrokenUtf8IsRefused) {
    object(company("Acme", "acme"));

    for (const std::string wrong : {"a\x01z@acme.test", "\x1b[31m@acme.test", "a\x7fz@acme.test",
                                    "a\xc2\x9bz@acme.test", "a\xffz@acme.test"}) {
        EXPECT_EQ(command(user("acme", wrong)).code, 1) << testing::PrintToString(wrong);
    }
}

TEST_P(Commands, NamesOfPeopleMayBeInAnyScriptAndHaveUpTo300Characters) {
    object(company("Acme", "acme"));

    EXPECT_EQ(command(user("acme", "a@acme.test", "STANDARD", "Władysława", "O'Brien-東")).code, 0);
    EXPECT_EQ(command(user("acme", "b@acme.test", "STANDARD", repeated("é", 300), repeated("🦊", 300))).code,
              0);
    expect_refused(command(user("acme", "c@acme.test", "STANDARD", repeated("é", 301), "B")), 1,
                   "first name");
    expect_refused(command(user("acme", "c@acme.test", "STANDARD", "A", repeated("é", 301))), 1, "last name");
    expect_refused(command(user("acme", "c@acme.test", "STANDARD", "", "B")), 1, "first name");
    expect_refused(command(user("acme", "c@acme.test", "STANDARD", "A", " B")), 1, "last name");
}

TEST_P(Commands, AGivenPasswordIsNotPrinted) {
    object(company("Acme", "acme"));
    const std::string password = "correct horse battery";

    for (const auto& more : {Arguments{"--password-stdin"}, Arguments{"--password-stdin", "--json"}}) {
        const std::string email = "ada" + std::to_string(more.size()) + "@acme.test";
        const Outcome outcome = command(joined(user("acme", email), more), password + "\n");

        EXPECT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_THAT(outcome.out + outcome.err, Not(HasSubstr(password)));
        EXPECT_THAT(outcome.out, Not(HasSubstr("assword")));
    }
}

TEST_P(Commands, AGeneratedPasswordIsPrintedOnceAndIsAlwaysAnother) {
    object(company("Acme", "acme"));

    const Outcome text = command(user("acme", "ada@acme.test"));
    const Outcome first = object(user("acme", "bob@acme.test"));
    const Outcome second = object(user("acme", "eve@acme.test"));

    const std::string password = first.text("password");
    EXPECT_GE(password.size(), 16U);
    EXPECT_NE(password, second.text("password"));
    EXPECT_EQ(occurrences(first.out + first.err, password), 1U);
    EXPECT_THAT(text.out, MatchesRegex(".*[a-zA-Z0-9]{20}\n"));
}

TEST_P(Commands, APasswordHas12To1024Characters) {
    object(company("Acme", "acme"));
    const auto add = [&](const std::string& email, const std::string& input) {
        return command(joined(user("acme", email), {"--password-stdin"}), input);
    };

    EXPECT_EQ(add("a@acme.test", repeated("x", 12) + "\n").code, 0);
    EXPECT_EQ(add("b@acme.test", repeated("x", 1024) + "\n").code, 0);
    EXPECT_EQ(add("c@acme.test", repeated("x", 12)).code, 0);
    EXPECT_EQ(add("d@acme.test", repeated("ü", 12) + "\r\n").code, 0);
    expect_refused(add("e@acme.test", repeated("x", 11) + "\n"), 1, "12");
    expect_refused(add("e@acme.test", repeated("x", 11) + "\r\n"), 1, "12");
    expect_refused(add("e@acme.test", repeated("x", 1025) + "\n"), 1, "1024");
    expect_refused(add("e@acme.test", ""), 1, "12");
    expect_refused(add("e@acme.test", "\n"), 1, "12");
    EXPECT_EQ(add("e@acme.test", repeated("x", 12) + "\n").code, 0);
}

TEST_P(Commands, ThePasswordsLengthIsCountedInCharactersNotInBytes) {
    object(company("Acme", "acme"));
    const Arguments add = joined(user("acme", "ada@acme.test"), {"--password-stdin"});

    const Outcome six = command(add, repeated("ü", 6) + "\n");
    const Outcome longest = command(add, repeated("ü", 1024) + "\n");

    EXPECT_EQ(six.code, 1);
    EXPECT_EQ(longest.code, 0) << longest.err;
}

// credentials

TEST_P(Commands, AnApiKeyForACompanyWithoutUsersFailsAndSaysWhy) {
    object(company("Acme", "acme"));

    const Outcome outcome = command(key("acme"));

    expect_refused(outcome, 1, "add a user");
    EXPECT_THAT(credentials("acme"), IsEmpty());
}

TEST_P(Commands, AnApiKeyForNobodyInParticularNeedsAnAdministrator) {
    object(company("Acme", "acme"));
    object(user("acme", "sam@acme.test", "STANDARD"));

    expect_refused(command(key("acme")), 1, "administrator");

    object(joined(key("acme"), {"--user", "SAM@acme.test"}));
    EXPECT_EQ(credentials("acme").at(0).at("user").as_string(), "sam@acme.test");
}

TEST_P(Commands, AnApiKeyActsForTheFirstAdministratorByDefault) {
    object(company("Acme", "acme"));
    object(user("acme", "sam@acme.test", "STANDARD"));
    object(user("acme", "zoe@acme.test"));
    object(user("acme", "ada@acme.test"));

    object(key("acme"));

    EXPECT_EQ(credentials("acme").at(0).at("user").as_string(), "zoe@acme.test");
}

TEST_P(Commands, AnApiKeyActsForNoUserOfAnotherCompany) {
    object(company("Acme", "acme"));
    object(company("Rival", "rival"));
    object(user("rival", "eve@rival.test"));

    expect_refused(command(joined(key("acme"), {"--user", "eve@rival.test"})), 1, "eve@rival.test");
    expect_refused(command(joined(key("acme"), {"--user", "nobody@acme.test"})), 1, "nobody@acme.test");
    EXPECT_THAT(credentials("acme"), IsEmpty());
    EXPECT_THAT(credentials("rival"), IsEmpty());
}

TEST_P(Commands, AUserThatIsNoTextIsAnUnknownUserAndNoFaultOfTheProgram) {
    object(company("Acme", "acme"));

    const Outcome outcome = command(joined(key("acme"), {"--user", "\xff"}));

    EXPECT_EQ(outcome.code, 1);
    EXPECT_THAT(outcome.err, Not(HasSubstr("internal error")));
}

TEST_P(Commands, AListOfNothingIsEmpty) {
    object(company("Acme", "acme"));

    EXPECT_THAT(credentials("acme"), IsEmpty());
    const Outcome list = command({"credential", "list", "--company", "acme"});
    EXPECT_THAT(list.out, IsEmpty());
    EXPECT_THAT(list.err, HasSubstr("no credentials"));
}

TEST_P(Commands, TheListShowsAllKeysOfTheCompanyAndNoSecret) {
    object(company("Acme", "acme"));
    object(company("Rival", "rival"));
    object(user("acme", "ada@acme.test"));
    object(user("rival", "eve@rival.test"));
    const Outcome one = object(key("acme"));
    const Outcome two = object(key("acme"));
    object(key("rival"));

    const Outcome text = command({"credential", "list", "--company", "acme"});
    const Outcome list = object({"credential", "list", "--company", "acme"});

    std::vector<std::string> ids;
    const json::array items = list.json().at("items").as_array();
    for (const auto& item : items) ids.emplace_back(item.at("credential_id").as_string());
    EXPECT_THAT(ids, UnorderedElementsAre(one.text("credential_id"), two.text("credential_id")));
    for (const Outcome* secret : {&one, &two}) {
        EXPECT_THAT(text.out + list.out, Not(HasSubstr(secret->text("api_key"))));
        EXPECT_THAT(text.out, HasSubstr(secret->text("credential_id")));
    }
    EXPECT_THAT(text.out + list.out, Not(HasSubstr("DCRA1-")));
}

TEST_P(Commands, ARevokedKeyIsListedAsRevoked) {
    object(company("Acme", "acme"));
    object(user("acme", "ada@acme.test"));
    const std::string id = object(key("acme")).text("credential_id");
    object(key("acme"));

    object({"credential", "revoke", id});

    std::size_t revoked = 0;
    for (const auto& item : credentials("acme")) {
        EXPECT_EQ(item.as_object().contains("revoked"), item.at("credential_id").as_string() == id);
        revoked += item.as_object().contains("revoked") ? 1 : 0;
    }
    EXPECT_EQ(revoked, 1U);
    EXPECT_EQ(credentials("acme").size(), 2U);
}

TEST_P(Commands, AKeyIsRevokedOnce) {
    object(company("Acme", "acme"));
    object(user("acme", "ada@acme.test"));
    const std::string id = object(key("acme")).text("credential_id");

    EXPECT_EQ(command({"credential", "revoke", id}).code, 0);
    expect_refused(command({"credential", "revoke", id}), 1, id);
}

TEST_P(Commands, AListIsTabSeparatedWhereNobodyLooksOn) {
    object(company("Acme", "acme"));
    object(user("acme", "ada@acme.test"));
    const std::string id = object(key("acme")).text("credential_id");

    const Outcome list = command({"credential", "list", "--company", "acme"});

    EXPECT_THAT(list.out,
                StartsWith("credential_id\tkind\tuser\tcreated\n" + id + "\tAPI_KEY\tada@acme.test\t"));
    EXPECT_EQ(occurrences(list.out, "\n"), 2U);
}

TEST_P(Commands, WhatIsNoKeyCannotBeRevoked) {
    object({"migrate"});

    for (const std::string wrong : {"01a1dd9f-2177-7000-a4a8-58b407c53506", "nonsense", "", "\xff"}) {
        const Outcome outcome = command({"credential", "revoke", wrong});
        EXPECT_EQ(outcome.code, 1) << wrong;
        EXPECT_THAT(outcome.out, IsEmpty());
        EXPECT_THAT(outcome.err, HasSubstr("credential"));
    }
}

// others

TEST_P(Commands, MigratingAgainChangesNothing) {
    object(company("Acme", "acme"));

    EXPECT_EQ(object({"migrate"}).code, 0);
    EXPECT_EQ(object({"migrate"}).code, 0);

    expect_refused(command(company("Acme", "acme")), 1, "acme");
}

TEST_P(Commands, TheApiDescriptionIsTheOneThatTheServerShows) {
    const test::ServerProcess server{data_dir_, serving()};

    const auto served = test::Client{server.port()}.get("/openapi.json");

    EXPECT_EQ(served.status, 200);
    EXPECT_EQ(served.header("content-type"), "application/json");
    EXPECT_EQ(served.body + "\n", command({"openapi"}).out);
}

TEST_P(Commands, TheDemoCompanyHasJobsInEveryStateAndAWorkingKey) {
    const Outcome demo = object({"demo"});
    EXPECT_THAT(keys(demo.json()),
                UnorderedElementsAre("created", "company_id", "company_identifier", "base_url", "email",
                                     "password", "api_key", "client_id", "client_secret"));
    EXPECT_GE(demo.text("password").size(), 16U);

    const test::ServerProcess server{data_dir_, serving()};
    test::Client client{server.port(), {{"X-SmartToken", demo.text("api_key")}}};
    const auto jobs = client.get("/jobs?limit=100");
    const auto me = client.get("/users/me");
    const auto departments = client.get("/configuration/departments");

    ASSERT_EQ(jobs.status, 200);
    std::map<std::string, int> statuses;
    std::set<std::string> postings;
    const json::array content = jobs.json().at("content").as_array();
    for (const auto& job : content) {
        ++statuses[std::string{job.at("status").as_string()}];
        postings.emplace(job.at("postingStatus").as_string());
        EXPECT_TRUE(job.as_object().contains("department"));
    }
    EXPECT_THAT(statuses, UnorderedElementsAre(Pair("CREATED", 4), Pair("SOURCING", 4), Pair("FILLED", 2),
                                               Pair("INTERVIEW", 3), Pair("OFFER", 3), Pair("CANCELLED", 2),
                                               Pair("ON_HOLD", 2)));
    EXPECT_THAT(postings, IsSupersetOf({"PUBLIC", "INTERNAL", "NOT_PUBLISHED"}));
    EXPECT_EQ(me.json().at("email").as_string(), demo.text("email"));
    EXPECT_EQ(me.json().at("role").as_string(), "ADMINISTRATOR");
    EXPECT_GT(departments.json().at("totalFound").as_int64(), 0);
}

TEST_P(Commands, TheDemoCompanyHasPostingsWithItsOwnFieldsAndQuestions) {
    const Outcome demo = object({"demo"});
    const test::ServerProcess server{data_dir_, serving()};
    test::Client visitor{server.port(), {}};
    test::Client client{server.port(), {{"X-SmartToken", demo.text("api_key")}}};
    const auto labels = [](const json::value& list) {
        std::vector<std::string> found;
        for (const auto& each : list.as_array()) found.emplace_back(each.at("label").as_string());
        return found;
    };
    const std::string postings = "/v1/companies/harbourlane/postings";

    const json::value properties = client.get("/configuration/job-properties").json().at("content");
    EXPECT_THAT(labels(properties), ElementsAre("Market", "House", "Working hours", "Budget"));
    EXPECT_EQ(properties.at(1).at("dependsOn"), properties.at(0).at("id"));
    EXPECT_EQ(properties.at(1).at("required"), true);

    const auto list = visitor.get(postings + "?limit=100");
    ASSERT_EQ(list.status, 200) << list.body;
    std::string line_cook;
    std::set<std::string> languages;
    for (const auto& posting : list.json().at("content").as_array()) {
        std::set<std::string> fields;
        for (const auto& field : posting.at("customField").as_array())
            fields.emplace(field.at("fieldLabel").as_string());
        const std::string language{posting.at("language").at("code").as_string()};
        languages.insert(language);
        EXPECT_THAT(fields, IsSupersetOf(language == "fr"
                                             ? std::vector<std::string>{"Marché", "Maison", "Horaires"}
                                             : std::vector<std::string>{"Market", "House", "Working hours"}))
            << posting;
        if (posting.at("name") == "Line Cook") line_cook = posting.at("uuid").as_string();
    }
    EXPECT_THAT(languages, UnorderedElementsAre("en", "fr"));
    const auto form = client.get("/postings/" + line_cook + "/configuration?conditionalsIncluded=true");
    ASSERT_EQ(form.status, 200) << form.body;
    EXPECT_THAT(labels(form.json().at("questions")),
                ElementsAre("May you work in the country of this job?", "When do you expect your permit?",
                            "Which shifts do you prefer?", "Why do you want to work with us?"));
}

TEST_P(Commands, TheDemoCompanyHasCandidatesAndOffersInEveryStateWithAPast) {
    const Outcome demo = object({"demo"});
    const test::ServerProcess server{data_dir_, joined(serving(), {"--customer-requests", "0"})};
    test::Client client{server.port(), {{"X-SmartToken", demo.text("api_key")}}};
    const auto total = [&](const std::string& query) {
        const auto found = client.get("/candidates?limit=1" + query);
        EXPECT_EQ(found.status, 200) << query;
        return found.json().at("totalFound").as_int64();
    };

    EXPECT_EQ(total(""), 460);  // the other 40 have no application and are not listed
    for (const std::string status : {"LEAD", "NEW", "IN_REVIEW", "INTERVIEW", "OFFERED", "HIRED", "REJECTED",
                                     "WITHDRAWN", "TRANSFERRED"}) {
        EXPECT_GT(total("&status=" + status), 0) << status;
    }

    const json::value candidates = client.get("/candidates?limit=100").json();
    const std::string now = to_iso(SystemClock{}.now());
    for (const auto& candidate : candidates.at("content").as_array()) {
        EXPECT_LT(std::string{candidate.at("createdOn").as_string()}, now);
        EXPECT_LT(std::string{candidate.at("updatedOn").as_string()}, now);
    }

    const json::value offers = client.get("/offers?limit=100").json();
    std::set<std::string> statuses;
    for (const auto& offer : offers.at("content").as_array())
        statuses.emplace(offer.at("status").as_string());
    EXPECT_EQ(offers.at("totalFound").as_int64(), 34);
    EXPECT_THAT(statuses,
                UnorderedElementsAre("CREATED", "PENDING_APPROVAL", "APPROVED", "NOT_APPROVED",
                                     "PENDING_ACCEPTANCE", "ACCEPTED", "NOT_ACCEPTED", "ABANDONED"));
}

TEST_P(Commands, TheDemoTellsPeopleHowToSignInAndCall) {
    const Outcome demo = command({"demo"});

    EXPECT_EQ(demo.code, 0) << demo.err;
    EXPECT_THAT(demo.out, HasSubstr("20 jobs and 500 candidates"));
    EXPECT_THAT(demo.out, HasSubstr("DCRA1-"));
    EXPECT_THAT(demo.out, HasSubstr("assword"));
    EXPECT_THAT(demo.out, HasSubstr("X-SmartToken"));
    EXPECT_THROW(demo.json(), std::exception);
}

TEST_P(Commands, TheDemoNamesTheSignInTheCompanyAndTheAddressOfTheServer) {
    const Outcome demo = command({"demo", "--listen", "[::1]:9123"});

    EXPECT_THAT(demo.out, HasSubstr("ines.okafor@harbourlane.example"));
    EXPECT_THAT(demo.out, HasSubstr("Company identifier:  harbourlane\n"));
    EXPECT_THAT(demo.out, HasSubstr("http://[::1]:9123/careers/harbourlane\n"));
    EXPECT_THAT(demo.out, MatchesRegex(".*curl -H 'X-SmartToken: DCRA1-[A-Za-z0-9_-]{43}' "
                                       "http://\\[::1]:9123/user-api/v201804/users/me\n"));
}

TEST_P(Commands, TheDemoIfEmptyFillsOnceAndThenSaysHowToGoOn) {
    const Outcome first = object({"demo", "--if-empty", "--public-url", "https://demo.test"});
    const Outcome again = object({"demo", "--if-empty", "--public-url", "https://demo.test"});
    const Outcome text = command({"demo", "--if-empty"});

    EXPECT_EQ(first.json().at("created"), true);
    EXPECT_EQ(first.text("company_identifier"), "harbourlane");
    EXPECT_EQ(first.text("base_url"), "https://demo.test");
    EXPECT_EQ(again.json(), (json::object{{"created", false},
                                          {"company_id", first.text("company_id")},
                                          {"company_identifier", "harbourlane"},
                                          {"base_url", "https://demo.test"},
                                          {"email", first.text("email")}}));
    EXPECT_EQ(text.code, 0);
    EXPECT_THAT(text.out, HasSubstr("callboard credential create --company harbourlane --kind api-key"));
    EXPECT_THAT(text.out, HasSubstr("http://127.0.0.1:8080/user-api/v201804/users/me"));
    EXPECT_EQ(credentials("harbourlane").size(), 1U);
}

TEST_P(Commands, TheDemoIfEmptyAddsNothingToOtherCompanies) {
    object(company("Acme", "acme"));

    const Outcome demo = object({"demo", "--if-empty"});

    EXPECT_THAT(keys(demo.json()), UnorderedElementsAre("created", "base_url"));
    EXPECT_EQ(demo.json().at("created"), false);
    EXPECT_EQ(command({"credential", "list", "--company", "harbourlane"}).code, 1);
}

TEST_P(Commands, TheDemoGoesIntoAnEmptyDatabaseOnly) {
    object({"demo"});
    expect_refused(command({"demo"}), 1, "empty");
}

TEST_P(Commands, TheDemoLeavesADatabaseInUseAlone) {
    object(company("Acme", "acme"));

    test::expect_failure(command({"demo", "--json"}), 1, "empty");

    EXPECT_EQ(command({"credential", "list", "--company", "harbourlane"}).code, 1);
}

RUN_ON_EACH_DATABASE(Commands);

}  // namespace
}  // namespace callboard
