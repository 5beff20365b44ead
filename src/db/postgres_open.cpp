#include "db/postgres_open.h"

#include <algorithm>
#include <array>
#include <ranges>

#include <libpq-fe.h>

#include "base/error.h"

namespace callboard::db {
namespace {

struct Default {
    const char* keyword;
    const char* value;
};

// A machine that has vanished, and therefore closes no connection, is noticed within about ten seconds rather
// than two hours: while a statement is sent by the time-out, while a result is awaited by the keepalives.
constexpr std::array kConnectionDefaults{Default{"application_name", "callboard"},
                                         Default{"keepalives_idle", "5"}, Default{"keepalives_interval", "2"},
                                         Default{"keepalives_count", "3"},
                                         Default{"tcp_user_timeout", "10000"}};

void add_default(std::vector<PostgresOption>& options, const Default& added, const char* variable = "") {
    if (std::ranges::find(options, added.keyword, &PostgresOption::keyword) != options.end()) return;
    options.push_back({.keyword = added.keyword, .value = added.value, .variable = variable});
}

bool has_several_hosts(const std::vector<PostgresOption>& options) {
    return std::ranges::any_of(options, [](const PostgresOption& option) {
        return (option.keyword == "host" || option.keyword == "hostaddr") && option.value.contains(',');
    });
}

// An unencoded @ or / of a password makes its rest a part of the host or port, which are shown.
bool is_misread(const PostgresOption& option) {
    if (option.keyword == "host") return option.value.find('@', 1) != std::string::npos;
    return option.keyword == "port" && option.value.find_first_not_of("0123456789,") != std::string::npos;
}

std::string_view trimmed(std::string_view text) {
    const auto begin = text.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

std::string one_line(std::string_view message) {
    std::string line;
    for (const auto part : std::views::split(message, '\n')) {
        const std::string_view text = trimmed(std::string_view{part});
        if (!text.empty()) line.append(line.empty() ? "" : "; ").append(text);
    }
    return line;
}

// Some messages of libpq name the server and some do not. With several hosts, they have a line for each.
Error connecting_failure(PGconn* handle, bool several_hosts) {
    if (!handle) return unavailable("PostgreSQL: out of memory");
    std::string_view message = PQerrorMessage(handle);
    if (several_hosts) return unavailable("cannot connect to PostgreSQL: " + one_line(message));
    constexpr std::string_view kFailed = " failed: ";
    if (const auto at = message.find(kFailed);
        message.starts_with("connection to server") && at != std::string_view::npos)
        message.remove_prefix(at + kFailed.size());
    const char* const host = PQhost(handle);
    const char* const port = PQport(handle);
    return unavailable(std::string{"cannot connect to PostgreSQL at "} + (host ? host : "") + ":" +
                       (port ? port : "") + ": " + one_line(message));
}

}  // namespace

// libpq's message about a malformed connection string quotes parts of it, possibly the password; it is not
// used.
std::vector<PostgresOption> postgres_options(const Secret& url, PostgresRole role) {
    const std::string text{url.reveal()};
    const std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)> parsed{
        PQconninfoParse(text.c_str(), nullptr), PQconninfoFree};
    if (!parsed) throw invalid_request("INVALID_VALUE", "the PostgreSQL connection string is malformed");
    std::vector<PostgresOption> options;
    for (const PQconninfoOption* each = parsed.get(); each->keyword; ++each) {
        if (!each->val) continue;
        options.push_back({.keyword = each->keyword,
                           .value = each->val,
                           .variable = each->envvar ? each->envvar : "",
                           .is_secret = std::string_view{each->dispchar}.contains('*')});
    }
    if (std::ranges::any_of(options, is_misread))
        throw invalid_request("INVALID_VALUE",
                              "the PostgreSQL address is malformed; percent-encode special characters of the "
                              "password");
    add_default(options, {"connect_timeout", "5"}, "PGCONNECT_TIMEOUT");
    if (role == PostgresRole::primary && has_several_hosts(options))
        add_default(options, {"target_session_attrs", "read-write"}, "PGTARGETSESSIONATTRS");
    return options;
}

void ClosePostgres::operator()(pg_conn* handle) const {
    PQfinish(handle);
}

PostgresHandle open_postgres_handle(const Secret& url, PostgresRole role) {
    std::vector<PostgresOption> options = postgres_options(url, role);
    const bool several_hosts = has_several_hosts(options);
    for (const Default& each : kConnectionDefaults) add_default(options, each);
    options.push_back(
        {.keyword = "client_encoding", .value = "UTF8", .variable = ""});  // the last one counts
    std::vector<const char*> keywords;
    std::vector<const char*> values;
    for (const PostgresOption& option : options) {
        keywords.push_back(option.keyword.c_str());
        values.push_back(option.value.c_str());
    }
    keywords.push_back(nullptr);
    values.push_back(nullptr);
    PostgresHandle handle{PQconnectdbParams(keywords.data(), values.data(), 0)};
    if (PQstatus(handle.get()) != CONNECTION_OK) throw connecting_failure(handle.get(), several_hosts);
    return handle;
}

}  // namespace callboard::db
