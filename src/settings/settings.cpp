#include "settings/settings.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <ranges>

#include "base/id.h"
#include "base/suggestion.h"

namespace callboard::settings {
namespace {

using std::invalid_argument;

int integer_between(const std::string& value, int least, int most) {
    int number = 0;
    const char* const end = value.data() + value.size();
    const auto [stop, error] = std::from_chars(value.data(), end, number);
    if (error != std::errc{} || stop != end || number < least || number > most) {
        throw invalid_argument("must be a whole number from " + std::to_string(least) + " to " +
                               std::to_string(most));
    }
    return number;
}

// 512MiB: a number and its unit, or a number of bytes.
// Nothing if the value is not a size up to 1024 GiB.
std::optional<std::size_t> bytes_of(const std::string& value) {
    constexpr std::size_t kMost = std::size_t{1} << 40U;
    constexpr std::array<std::pair<std::string_view, unsigned>, 4> kUnits{
        {{"", 0}, {"KiB", 10}, {"MiB", 20}, {"GiB", 30}}};
    std::size_t number = 0;
    const char* const end = value.data() + value.size();
    const auto [stop, error] = std::from_chars(value.data(), end, number);
    const auto* const unit =
        std::ranges::find(kUnits, std::string_view{stop, end}, &std::pair<std::string_view, unsigned>::first);
    const bool known = error == std::errc{} && unit != kUnits.end() && number <= (kMost >> unit->second);
    return known ? std::optional{number << unit->second} : std::nullopt;
}

std::size_t memory_size(const std::string& value) {
    constexpr std::size_t kLeast = std::size_t{16} << 20U;
    const auto bytes = bytes_of(value);
    if (!bytes || (*bytes > 0 && *bytes < kLeast))
        throw invalid_argument("must be 0, or a size from 16MiB to 1024GiB such as 512MiB");
    return *bytes;
}

std::size_t cache_size(const std::string& value) {
    constexpr std::size_t kLeast = std::size_t{64} << 10U;
    constexpr std::size_t kMost = std::size_t{64} << 30U;
    const auto bytes = bytes_of(value);
    if (!bytes || *bytes < kLeast || *bytes > kMost)
        throw invalid_argument("must be a size from 64KiB to 64GiB such as 32MiB");
    return *bytes;
}

std::string one_of(const std::string& value, const std::vector<std::string_view>& choices) {
    if (std::ranges::find(choices, value) != choices.end()) return value;
    std::string message = "must be one of";
    for (const auto choice : choices) message += " " + std::string{choice};
    throw invalid_argument(message + suggestion(value, choices));
}

bool is_blank(char c) {
    return static_cast<unsigned char>(c) <= ' ' || c == 0x7f;
}

// The port of HOST:PORT or [HOST]:PORT, if there is one.
bool has_possible_port(std::string_view host) {
    if (const auto bracket = host.find(']'); bracket != std::string_view::npos)
        host.remove_prefix(bracket + 1);
    const std::string_view port = host.substr(std::min(host.find(':'), host.size()));
    if (port.size() <= 1) return true;
    constexpr int kMost = 65'535;
    int number = 0;
    const auto [stop, error] = std::from_chars(port.begin() + 1, port.end(), number);
    return error == std::errc{} && stop == port.end() && number > 0 && number <= kMost;
}

// HOST of SCHEME://USER:PASSWORD@HOST/REST. Nothing if there is another @: an unencoded @ or / of a password
// makes its rest a part of the host or of what follows, which are shown.
std::optional<std::string_view> host_in(std::string_view url) {
    url.remove_prefix(url.find("//") + 2);
    url = url.substr(0, url.find('?'));
    const auto slash = std::min(url.find('/'), url.size());
    std::string_view host = url.substr(0, slash);
    if (const auto at = host.find('@'); at != std::string_view::npos) host.remove_prefix(at + 1);
    if (host.contains('@') || url.substr(slash).contains('@')) return std::nullopt;
    return host;
}

std::string http_url(const std::string& value) {
    const bool scheme = value.starts_with("http://") || value.starts_with("https://");
    if (!scheme || value.ends_with('/') || value.find_first_of("\"<>?#@") != std::string::npos ||
        std::ranges::any_of(value, is_blank) || !has_possible_port(host_in(value).value_or(""))) {
        throw invalid_argument(
            "must be http://HOST or https://HOST, without a user name and without a trailing slash");
    }
    return value;
}

bool truth(const std::string& value) {
    return one_of(value, {"true", "false"}) == "true";
}

HostPort address(const std::string& value) {
    const auto parsed = HostPort::parse(value);
    if (!parsed) throw invalid_argument("must be HOST:PORT, such as 127.0.0.1:8080 or [::1]:8080");
    return *parsed;
}

Network network(const std::string& value) {
    const auto parsed = Network::parse(value);
    if (!parsed) throw invalid_argument("must be an address or a network such as 10.0.0.0/8");
    return *parsed;
}

// Several hosts are separated by commas.
void require_well_formed_address(std::string_view url) {
    const auto hosts = host_in(url);
    const bool is_well_formed =
        hosts && std::ranges::all_of(std::views::split(*hosts, ','), [](const auto& host) {
            return has_possible_port(std::string_view{host});
        });
    if (!is_well_formed)
        throw invalid_argument(
            "the address is malformed; percent-encode special characters of the password, and check the "
            "port");
}

Secret database_address(const std::string& value) {
    if (!value.starts_with("postgresql://") && !value.starts_with("postgres://")) {
        throw invalid_argument("must start with postgresql://; leave it out for SQLite");
    }
    require_well_formed_address(value);
    return Secret{value};
}

Secret redis_address(const std::string& value) {
    if (!value.starts_with("redis://") && !value.starts_with("rediss://"))
        throw invalid_argument("must start with redis:// or rediss://");
    require_well_formed_address(value);
    return Secret{value};
}

Secret mail_server(const std::string& value) {
    if (!value.starts_with("smtp://") && !value.starts_with("smtps://"))
        throw invalid_argument("must start with smtp:// or smtps://");
    require_well_formed_address(value);
    return Secret{value};
}

Secret metrics_token(const std::string& value) {
    constexpr std::size_t kShortest = 16;
    const bool plain = std::ranges::all_of(value, [](char c) { return c > ' ' && c < 0x7f; });
    if (value.size() < kShortest || !plain)
        throw invalid_argument("must have at least 16 characters, all of them visible ASCII");
    return Secret{value};
}

std::string mail_address(const std::string& value) {
    if (value.find('@') == std::string::npos || std::ranges::any_of(value, is_blank))
        throw invalid_argument("must be an e-mail address");
    return value;
}

struct UserLimitName {
    std::string_view name;
    int UserLimits::* number;
    int most;
};
constexpr std::array kUserLimits{
    UserLimitName{"customer-requests", &UserLimits::customer_requests, 60'000},
    UserLimitName{"customer-concurrency", &UserLimits::customer_concurrency, 60'000},
    UserLimitName{"publication-requests", &UserLimits::publication_requests, 1000},
    UserLimitName{"candidate-list-concurrency", &UserLimits::candidate_list_concurrency, 1000},
    UserLimitName{"analytics-concurrency", &UserLimits::analytics_concurrency, 1000},
    UserLimitName{"analytics-bytes", &UserLimits::analytics_bytes, 1'000'000'000},
    UserLimitName{"reporting-interval", &UserLimits::reporting_interval, 1800},
    UserLimitName{"scim-requests", &UserLimits::scim_requests, 60'000},
    UserLimitName{"scim-concurrency", &UserLimits::scim_concurrency, 1000},
    UserLimitName{"console-requests-per-second", &UserLimits::console_requests, 60'000},
    UserLimitName{"console-concurrency", &UserLimits::console_concurrency, 1000},
};

template <int UserLimits::* number>
void user_limit(Settings& settings, const std::string& value) {
    const auto* const row = std::ranges::find(kUserLimits, number, &UserLimitName::number);
    settings.user_limits.*number = integer_between(value, 0, row->most);
}

// company:ID customer-requests=20 customer-concurrency=16
LimitException limit_exception(const std::string& value) {
    constexpr std::string_view kForm =
        "must be company:UUID or client:ID, a space, and NAME=NUMBER, such as customer-requests=20";
    LimitException made;
    for (const auto part : std::views::split(value, ' ')) {
        const std::string_view word{part};
        if (word.empty()) continue;
        const auto colon = std::min(word.find(':'), word.size());
        const auto equals = std::min(word.find('='), word.size());
        if (word.starts_with("company:") && colon + 1 < word.size()) {
            made.company = word.substr(colon + 1);
            if (!has_form(*made.company, IdForm::uuid)) throw invalid_argument(std::string{kForm});
        } else if (word.starts_with("client:") && colon + 1 < word.size()) {
            made.client = word.substr(colon + 1);
        } else {
            const auto* const row =
                std::ranges::find(kUserLimits, word.substr(0, equals), &UserLimitName::name);
            if (equals == word.size() || row == kUserLimits.end()) throw invalid_argument(std::string{kForm});
            made.numbers.emplace_back(row->number,
                                      integer_between(std::string{word.substr(equals + 1)}, 0, row->most));
        }
    }
    if ((!made.company && !made.client) || made.numbers.empty()) throw invalid_argument(std::string{kForm});
    return made;
}

constexpr Setting reloadable(Setting setting) {
    setting.reloadable = true;
    return setting;
}

using enum Audience;
using enum Shape;

// clang-format off
constexpr std::array kTable{
    Setting{"data-dir", every_command, value, "DIR", "./callboard-data",
            "Directory of the database, locks and keys, readable by its owner only.",
            [](Settings& s, const std::string& v) { s.data_dir = v; }},
    Setting{"database", every_command, value, "URL", "",
            "`postgresql://user@host/name` for PostgreSQL, `host1,host2` if it can fail over; by default SQLite in the data directory.",
            [](Settings& s, const std::string& v) { s.database.emplace(database_address(v)); }},
    Setting{"database-replica", every_command, value, "URL", "",
            "Read replica of the PostgreSQL database, used for reports and Analytics.",
            [](Settings& s, const std::string& v) { s.database_replica.emplace(database_address(v)); }},
    Setting{"report-dir", every_command, value, "DIR", "",
            "Directory of report files; by default `reports` in the data directory. Servers that share a database must share it.",
            [](Settings& s, const std::string& v) { s.report_dir = v; }},
    Setting{"listen", server, value, "HOST:PORT", "127.0.0.1:8080",
            "Address to listen on; port 0 picks a free port. Any address but loopback requires TLS or `--behind-proxy`.",
            [](Settings& s, const std::string& v) { s.listen = address(v); }},
    Setting{"public-url", server, value, "URL", "",
            "Base URL that clients use, for links in responses; by default derived from `--listen`. Required with `--behind-proxy`.",
            [](Settings& s, const std::string& v) { s.public_url = http_url(v); }},
    Setting{"tls-cert", server, value, "FILE", "",
            "Certificate chain (PEM); with `--tls-key`, the server uses TLS 1.2 and 1.3.",
            [](Settings& s, const std::string& v) { s.tls_cert = v; }},
    Setting{"tls-key", server, value, "FILE", "",
            "Private key of the certificate (PEM).",
            [](Settings& s, const std::string& v) { s.tls_key = v; }},
    Setting{"behind-proxy", server, list, "CIDR", "",
            "Networks of the reverse proxies that terminate TLS; `X-Forwarded-For` is trusted from these only. Requires `--public-url`.",
            [](Settings& s, const std::string& v) { s.behind_proxy.push_back(network(v)); }},
    Setting{"workers", server, value, "N", "0",
            "Number of event loops, each with its own thread; 0 means one per core.",
            [](Settings& s, const std::string& v) { s.workers = integer_between(v, 0, 256); }},
    Setting{"database-connections", server, value, "N", "16",
            "Maximum number of connections to PostgreSQL, and as many again to a replica. Each report that is being generated uses one.",
            [](Settings& s, const std::string& v) { s.database_connections = integer_between(v, 2, 512); }},
    Setting{"sqlite-mapped", server, value, "SIZE", "2GiB",
            "How much of the SQLite file is mapped into memory (`KiB`, `MiB`, `GiB`), at most 2 GiB in most builds of SQLite; 0 means nothing. The system can take this memory back.",
            [](Settings& s, const std::string& v) { s.sqlite_mapped = memory_size(v); }},
    Setting{"sqlite-reader-cache", server, value, "SIZE", "8MiB",
            "Page cache of each SQLite connection that reads, for the part of the file that is not mapped.",
            [](Settings& s, const std::string& v) { s.sqlite_reader_cache = cache_size(v); }},
    Setting{"sqlite-writer-cache", server, value, "SIZE", "32000KiB",
            "Page cache of the SQLite connection that writes.",
            [](Settings& s, const std::string& v) { s.sqlite_writer_cache = cache_size(v); }},
    Setting{"max-connections", server, value, "N", "32768",
            "Maximum number of client connections; further ones are closed immediately. The limit on open files is raised as far as the system allows.",
            [](Settings& s, const std::string& v) { s.max_connections = integer_between(v, 1, 1'000'000); }},
    Setting{"max-connections-per-address", server, value, "N", "1024",
            "Maximum number of client connections from one address (one /64 network with IPv6); the proxies of `--behind-proxy` are exempt; 0 means no limit.",
            [](Settings& s, const std::string& v) { s.max_connections_per_address = integer_between(v, 0, 1'000'000); }},
    Setting{"event-streams", server, value, "N", "2000",
            "Maximum number of open event streams (`GET /events/stream`), three quarters of them of one company; 0 refuses all.",
            [](Settings& s, const std::string& v) { s.event_streams = integer_between(v, 0, 100'000); }},
    Setting{"memory-budget", server, value, "SIZE", "512MiB",
            "Memory limit for the buffers of all connections (`KiB`, `MiB`, `GiB`; bytes without a unit), at least 16 MiB; above it, requests with new bodies are answered with 503; 0 means no limit.",
            [](Settings& s, const std::string& v) { s.memory_budget = memory_size(v); }},
    reloadable(Setting{"customer-requests", server, value, "N", "10",
            "Requests per user in any second; 0 means no limit, here and below.", user_limit<&UserLimits::customer_requests>}),
    reloadable(Setting{"customer-concurrency", server, value, "N", "8",
            "Concurrent requests per user.", user_limit<&UserLimits::customer_concurrency>}),
    reloadable(Setting{"publication-requests", server, value, "N", "2",
            "Requests per user to publish or unpublish a job, in any second.", user_limit<&UserLimits::publication_requests>}),
    reloadable(Setting{"candidate-list-concurrency", server, value, "N", "1",
            "Concurrent candidate lists per user.", user_limit<&UserLimits::candidate_list_concurrency>}),
    reloadable(Setting{"analytics-concurrency", server, value, "N", "1",
            "Concurrent requests per user to one Analytics endpoint, and to `GET /insights`.", user_limit<&UserLimits::analytics_concurrency>}),
    reloadable(Setting{"analytics-bytes", server, value, "N", "100000",
            "Bytes per second, per user, from one Analytics endpoint.", user_limit<&UserLimits::analytics_bytes>}),
    reloadable(Setting{"reporting-interval", server, value, "SECONDS", "1",
            "Minimum time between two downloads of report data by a user.", user_limit<&UserLimits::reporting_interval>}),
    reloadable(Setting{"scim-requests", server, value, "N", "100",
            "Requests per SCIM token in any second.", user_limit<&UserLimits::scim_requests>}),
    reloadable(Setting{"scim-concurrency", server, value, "N", "16",
            "Concurrent requests per SCIM token.", user_limit<&UserLimits::scim_concurrency>}),
    reloadable(Setting{"console-requests-per-second", server, value, "N", "50",
            "Requests per user of the console, with a browser session, in any second.", user_limit<&UserLimits::console_requests>}),
    reloadable(Setting{"console-concurrency", server, value, "N", "16",
            "Concurrent requests per user of the console; at most half of them, rounded up, may be candidate lists.", user_limit<&UserLimits::console_concurrency>}),
    reloadable(Setting{"limit-exception", server, list, "WHO NAME=NUMBER", "",
            "Different limits for `company:ID` or `client:ID` (an application or a credential): `client:4f0c… customer-requests=50`.",
            [](Settings& s, const std::string& v) { s.limit_exceptions.push_back(limit_exception(v)); }}),
    reloadable(Setting{"token-requests", server, value, "N", "100",
            "Token requests in any second, per client and address.",
            [](Settings& s, const std::string& v) { s.token_requests = integer_between(v, 0, 10'000); }}),
    reloadable(Setting{"token-requests-per-address", server, value, "N", "200",
            "Token requests in any second, per address, for all clients together.",
            [](Settings& s, const std::string& v) { s.token_requests_per_address = integer_between(v, 0, 10'000); }}),
    reloadable(Setting{"page-requests", server, value, "N", "20",
            "Requests for HTML pages in any second, per address.",
            [](Settings& s, const std::string& v) { s.page_requests = integer_between(v, 0, 10'000); }}),
    reloadable(Setting{"static-file-requests", server, value, "N", "200",
            "Requests for static files and `/openapi.json` in any second, per address.",
            [](Settings& s, const std::string& v) { s.static_file_requests = integer_between(v, 0, 10'000); }}),
    reloadable(Setting{"posting-requests", server, value, "N", "50",
            "Requests for public postings, departments and careers pages in any second, per address.",
            [](Settings& s, const std::string& v) { s.posting_requests = integer_between(v, 0, 10'000); }}),
    reloadable(Setting{"probe-requests", server, value, "N", "50",
            "Requests to `/readyz` in any second, per address; requests from the machine itself are not counted.",
            [](Settings& s, const std::string& v) { s.probe_requests = integer_between(v, 0, 10'000); }}),
    reloadable(Setting{"failed-authentications", server, value, "N", "20",
            "Requests with an invalid credential per second, per address; a burst may be twice as large.",
            [](Settings& s, const std::string& v) { s.failed_authentications = integer_between(v, 0, 10'000); }}),
    reloadable(Setting{"sign-in-failures", server, value, "N", "5",
            "Failed sign-ins in any minute, per account and network.",
            [](Settings& s, const std::string& v) { s.sign_in_failures = integer_between(v, 0, 10'000); }}),
    reloadable(Setting{"sign-in-failures-per-network", server, value, "N", "30",
            "Failed sign-ins in any minute, per network, for all accounts together.",
            [](Settings& s, const std::string& v) { s.sign_in_failures_per_network = integer_between(v, 0, 10'000); }}),
    reloadable(Setting{"sign-in-failures-per-site", server, value, "N", "120",
            "Failed sign-ins in any minute, per IPv6 /48 prefix, which contains many networks.",
            [](Settings& s, const std::string& v) { s.sign_in_failures_per_site = integer_between(v, 0, 10'000); }}),
    reloadable(Setting{"applications-per-address", server, value, "N", "60",
            "Applications for one posting in any minute, per address.",
            [](Settings& s, const std::string& v) { s.applications_per_address = integer_between(v, 0, 10'000); }}),
    reloadable(Setting{"applications-per-posting", server, value, "N", "1200",
            "Applications for one posting in any minute, from all addresses.",
            [](Settings& s, const std::string& v) { s.applications_per_posting = integer_between(v, 0, 10'000); }}),
    Setting{"request-timeout", server, value, "SECONDS", "128",
            "Time limit for a request, from its last byte on; longer work is cancelled and answered with 503.",
            [](Settings& s, const std::string& v) { s.request_timeout = integer_between(v, 0, 86'400); }},
    reloadable(Setting{"max-requests-in-flight", server, value, "N", "1024",
            "Maximum number of requests in progress; public reads may use a quarter, heavy reads half, writes three quarters.",
            [](Settings& s, const std::string& v) { s.max_requests_in_flight = integer_between(v, 0, 1'000'000); }}),
    Setting{"redis", server, value, "URL", "",
            "`redis://host:port`, or `rediss://host:port` with TLS, through which all servers of one database share the limits of users; by default each server counts on its own.",
            [](Settings& s, const std::string& v) { s.redis.emplace(redis_address(v)); }},
    Setting{"redis-ca-file", server, value, "FILE", "",
            "CA certificates (PEM) to trust for `rediss://`; by default those of the system.",
            [](Settings& s, const std::string& v) { s.redis_ca_file = v; }},
    Setting{"secrets-key-file", every_command, value, "FILE", "",
            "Key that encrypts secrets in the database, readable by its owner only; by default `secrets.key` in the data directory, created if missing.",
            [](Settings& s, const std::string& v) { s.secrets_key_file = v; }},
    Setting{"webhook-ca-file", server, value, "FILE", "",
            "CA certificates (PEM) to trust for callbacks, in addition to those of the system.",
            [](Settings& s, const std::string& v) { s.webhook_ca_file = v; }},
    Setting{"webhook-allow-private", server, toggle, "", "",
            "Allow callbacks to loopback and private addresses; for development only.",
            [](Settings& s, const std::string& v) { s.webhook_allow_private = truth(v); }},
    Setting{"webhook-ports", server, list, "PORT", "",
            "Ports that callbacks may use; by default any.",
            [](Settings& s, const std::string& v) { s.webhook_ports.push_back(integer_between(v, 1, 65'535)); }},
    Setting{"webhook-timeout", server, value, "SECONDS", "5",
            "Time limit for a subscriber's response to a notification.",
            [](Settings& s, const std::string& v) { s.webhook_timeout = integer_between(v, 1, 60); }},
    Setting{"webhook-lease", server, value, "SECONDS", "30",
            "Time after which another server takes over the deliveries of this one; at least four times `--webhook-timeout` plus 10 seconds.",
            [](Settings& s, const std::string& v) { s.webhook_lease = integer_between(v, 1, 3600); }},
    Setting{"webhook-concurrency", server, value, "N", "512",
            "Maximum number of notifications in flight.",
            [](Settings& s, const std::string& v) { s.webhook_concurrency = integer_between(v, 1, 10'000); }},
    Setting{"webhook-success-retention", server, value, "DAYS", "30",
            "Retention time of successful callbacks in the log, at most 30; failed ones are kept for 30 days.",
            [](Settings& s, const std::string& v) { s.webhook_success_retention = integer_between(v, 1, 30); }},
    Setting{"smtp-url", server, value, "URL", "",
            "Mail server, `smtp://user:password@host:587` or `smtps://…`; without one, mails wait (`callboard mail list`).",
            [](Settings& s, const std::string& v) { s.smtp_url.emplace(mail_server(v)); }},
    Setting{"smtp-ca-file", server, value, "FILE", "",
            "CA certificates (PEM) to trust for the mail server; by default those of the system.",
            [](Settings& s, const std::string& v) { s.smtp_ca_file = v; }},
    Setting{"smtp-allow-plain", server, toggle, "", "",
            "Send mails without TLS if the mail server does not offer it; mails contain links that give access.",
            [](Settings& s, const std::string& v) { s.smtp_allow_plain = truth(v); }},
    Setting{"smtp-from", server, value, "ADDRESS", "callboard@localhost",
            "Sender address of mails.",
            [](Settings& s, const std::string& v) { s.smtp_from = mail_address(v); }},
    Setting{"smtp-connections", server, value, "N", "10",
            "Maximum number of connections to the mail server.",
            [](Settings& s, const std::string& v) { s.smtp_connections = integer_between(v, 1, 100); }},
    Setting{"smtp-rate", server, value, "N", "0",
            "Maximum number of mails per second; 0 means as many as the mail server takes.",
            [](Settings& s, const std::string& v) { s.smtp_rate = integer_between(v, 0, 10'000); }},
    Setting{"report-retention", server, value, "DAYS", "30",
            "Retention time of report files.",
            [](Settings& s, const std::string& v) { s.report_retention = integer_between(v, 1, 3650); }},
    Setting{"audit-retention", server, value, "DAYS", "0",
            "Retention time of the audit log of all companies; 0 means that it is kept for ever.",
            [](Settings& s, const std::string& v) { s.audit_retention = integer_between(v, 0, 36'500); }},
    Setting{"sandbox", server, toggle, "", "",
            "Run as a sandbox for partners, with a clock that can be moved; never with real data.",
            [](Settings& s, const std::string& v) { s.sandbox = truth(v); }},
    Setting{"admin-listen", server, value, "HOST:PORT", "",
            "Second address, plain HTTP, for operators: it serves only `/metrics`, `/healthz` and `/readyz`. Keep it inside your network.",
            [](Settings& s, const std::string& v) { s.admin_listen = address(v); }},
    Setting{"metrics-token", server, value, "TOKEN", "",
            "Bearer token that `/metrics` at `--listen` requires (`Authorization: Bearer TOKEN`). Without it, metrics are served there only on loopback, and not for forwarded requests.",
            [](Settings& s, const std::string& v) { s.metrics_token.emplace(metrics_token(v)); }, true},
    reloadable(Setting{"log-level", server, value, "LEVEL", "info",
            "Minimum level to log: `debug`, `info`, `warn`, `error` or `off`.",
            [](Settings& s, const std::string& v) { s.log_level = one_of(v, {"debug", "info", "warn", "error", "off"}); }}),
    Setting{"log-format", server, value, "FORMAT", "text",
            "`text` (key=value) or `json`, one line per entry.",
            [](Settings& s, const std::string& v) { s.log_format = one_of(v, {"text", "json"}); }},
    Setting{"log-file", server, value, "FILE", "",
            "File to which the log is appended, created if missing and opened again on `SIGHUP`; by default the log is on standard error.",
            [](Settings& s, const std::string& v) { s.log_file = v; }},
};
// clang-format on

}  // namespace

std::span<const Setting> all_settings() {
    return kTable;
}

}  // namespace callboard::settings
