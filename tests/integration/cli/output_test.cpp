// Output of commands: in a terminal, for programs, and with a database of an older schema.
#include <csignal>
#include <cstdio>
#include <memory>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/blocking_routes.h"
#include "support/each_database.h"
#include "support/eventually.h"
#include "support/program.h"
#include "support/program_failure.h"
#include "support/rows.h"

namespace callboard {
namespace {

using test::Arguments;
using testing::HasSubstr;

class ProgramOutput : public testing::TestWithParam<test::Engine> {
  protected:
    Arguments here(Arguments arguments) const {
        arguments.insert(arguments.end(), {"--data-dir", data_dir});
        if (postgres) arguments.insert(arguments.end(), {"--database", postgres->url()});
        return arguments;
    }
    test::Outcome command(const Arguments& arguments) const { return test::run(here(arguments)); }

    const test::TemporaryFolder folder;
    const std::string data_dir = folder.path() / "data";
    const std::unique_ptr<test::PostgresDatabase> postgres =
        GetParam() == test::Engine::postgres
            ? std::make_unique<test::PostgresDatabase>(test::PostgresDatabase::Schema::none)
            : nullptr;
};

RUN_ON_EACH_DATABASE(ProgramOutput);

// The output if standard output is a terminal.
std::string in_a_terminal(const Arguments& arguments) {
    std::string line = "exec '" CALLBOARD_PROGRAM "'";
    for (const auto& each : arguments) line += " '" + each + "'";
    const std::string script = "script -qec \"" + line + "\" /dev/null </dev/null";
    const std::unique_ptr<FILE, decltype(&pclose)> out{popen(script.c_str(), "r"), pclose};
    std::string printed;
    for (int next = std::fgetc(out.get()); next != EOF; next = std::fgetc(out.get()))
        if (next != '\r') printed.push_back(static_cast<char>(next));
    return printed;
}

TEST_P(ProgramOutput, AListIsATableInATerminal) {
    ASSERT_EQ(command({"company", "add", "--name", "Acme", "--identifier", "acme"}).code, 0);

    const std::string printed = in_a_terminal(here({"company", "list"}));

    EXPECT_THAT(printed, HasSubstr("NAME"));
    EXPECT_THAT(printed, HasSubstr("  Acme  "));
    EXPECT_THAT(printed, testing::Not(HasSubstr("\t")));
}

TEST_P(ProgramOutput, AServerPrintsItsAddressAsAnObjectForPrograms) {
    test::BackgroundCommand server{here({"serve", "--json", "--listen", "127.0.0.1:0"})};

    ASSERT_TRUE(test::eventually([&] {
        return server.output().contains("{\"address\":\"http://127.0.0.1:");
    })) << server.output();
    EXPECT_THAT(server.output(), testing::Not(HasSubstr("listening on http")));
    EXPECT_EQ(server.stop(SIGTERM), 0);
}

TEST_P(ProgramOutput, AnOlderSchemaIsNamedAndLeftAlone) {
    ASSERT_EQ(command({"migrate"}).code, 0);
    const test::Rows rows{data_dir + "/callboard.db", postgres.get()};
    const std::string newest = rows.select("SELECT max(number) FROM schema_file").at(0);
    rows.select("DELETE FROM schema_file WHERE number = " + newest + " RETURNING number");

    test::expect_failure(command({"company", "list", "--json"}), 1,
                         "has an older schema; 'callboard migrate' brings it up to date");

    EXPECT_NE(rows.select("SELECT max(number) FROM schema_file").at(0), newest);
}

}  // namespace
}  // namespace callboard
