#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/child_process.h"
#include "base/error.h"
#include "db/backup.h"
#include "db/catalog.h"
#include "db/postgres_connection.h"
#include "db/postgres_open.h"

namespace callboard::db {
namespace {

constexpr std::string_view kPackage = "; install postgresql-client of the server's version, or newer";

// The connection string, split into environment variables of libpq, and a connection string of the parameters
// that have none. A secret without a variable cannot be passed.
struct Address {
    std::vector<std::pair<std::string, std::string>> variables{{"LC_ALL", "C"}};
    std::string others;
    std::string database;  // likewise, of the name of the database alone
};

std::string in_conninfo(std::string_view value) {
    std::string text = "'";
    for (const char c : value) {
        if (c == '\'' || c == '\\') text += '\\';
        text += c;
    }
    return text + "'";
}

Address address_of(const Secret& url) {
    Address address;
    for (const PostgresOption& option : postgres_options(url, PostgresRole::primary)) {
        if (option.keyword == "dbname") address.database = "dbname=" + in_conninfo(option.value) + " ";
        if (!option.variable.empty()) {
            address.variables.emplace_back(option.variable, option.value);
        } else if (option.is_secret) {
            throw invalid_request("INVALID_VALUE", "the connection string has " + option.keyword +
                                                       ", which cannot be passed to pg_dump and pg_restore");
        } else {
            address.others += option.keyword + "=" + in_conninfo(option.value) + " ";
        }
    }
    return address;
}

// Standard error of a program as one line.
std::string one_line(std::string_view text) {
    std::string line;
    for (const char c : text) line += c == '\n' ? ' ' : c;
    while (line.ends_with(' ')) line.pop_back();
    return line;
}

FinishedProcess run(const std::vector<std::string>& command, const Address& address,
                    const ProcessStreams& streams = {}) {
    auto finished = run_process(command, address.variables, streams);
    if (!finished)
        throw unavailable("PostgreSQL needs the program " + command.front() +
                          " here, which is not installed or not on the PATH" + std::string{kPackage});
    if (finished->exit_code != 0)
        throw unavailable(command.front() + " failed: " + one_line(finished->errors));
    return std::move(*finished);
}

// pg_dump (PostgreSQL) 15.14 (Debian 15.14-0+deb12u1)
std::optional<int> major_version(std::string_view output) {
    const auto at = output.find_first_of("0123456789");
    int major = 0;
    if (at == std::string_view::npos) return std::nullopt;
    std::from_chars(output.data() + at, output.data() + output.size(), major);
    return major;
}

void require_new_enough(const std::string& program, int server, const Address& address) {
    const FinishedProcess printed = run({program, "--version"}, address);
    const auto ours = major_version(printed.output);
    if (!ours || *ours < server)
        throw unavailable(program + " is older than the server: " + one_line(printed.output) +
                          ", the server has " + std::to_string(server) + std::string{kPackage});
}

int server_version(const Secret& url) {
    return PgConnection{url}.server_version() / 10'000;
}

constexpr Statement kSize{
    .name = "backup_size", .text = "SELECT pg_database_size(current_database())", .fixed = true};

}  // namespace

void dump_postgres(const Secret& url, DumpSink sink) {
    const Address address = address_of(url);
    require_new_enough("pg_dump", server_version(url), address);
    // Not compressed: the archive compresses it better.
    std::vector<std::string> command{"pg_dump", "--format=custom", "--compress=0", "--no-password"};
    if (!address.others.empty()) command.push_back("--dbname=" + address.others);
    run(command, address, {.output = sink, .input = {}});
}

void check_postgres_dump(DumpSource source) {
    constexpr std::string_view kWanted = "TABLE DATA";
    bool is_found = false;
    std::string window;  // with the end of the piece before: the text may be in two pieces
    const auto search = [&](std::string_view bytes) {
        window += bytes;
        is_found = is_found || window.contains(kWanted);
        window.erase(0, window.size() - std::min(window.size(), kWanted.size() - 1));
    };
    run({"pg_restore", "--list"}, {}, {.output = search, .input = source});
    if (!is_found) throw unavailable("pg_restore finds no table in the archive that pg_dump wrote");
}

void restore_postgres(const Secret& url, DumpSource source) {
    const Address address = address_of(url);
    require_new_enough("pg_restore", server_version(url), address);
    // Without an option for the database, pg_restore would write a script.
    run({"pg_restore", "--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges",
         "--no-comments", "--no-password", "--dbname=" + address.database + address.others},
        address, {.output = {}, .input = source});
}

PostgresTarget look_at_postgres(const Secret& url) {
    PostgresTarget found;
    PgConnection connection{url};
    connection.begin(PgConnection::Mode::read);
    found.tables = count_postgres_tables(connection);
    connection.query(kSize, {}, [&](const Row& row) {
        found.bytes = row.integer(0);
        return true;
    });
    connection.end_read();
    return found;
}

}  // namespace callboard::db
