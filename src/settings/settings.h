// The configuration of the program. Each setting is one row of one table (settings.cpp), from which flag,
// environment variable, TOML key, help text and documentation are generated. Flags take precedence over the
// environment, and the environment over the file.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/network.h"
#include "base/secret.h"

namespace callboard::settings {

// Limits of the Customer API; 0 disables one.
struct UserLimits {
    int customer_requests = 0;
    int customer_concurrency = 0;
    int publication_requests = 0;
    int candidate_list_concurrency = 0;
    int analytics_concurrency = 0;
    int analytics_bytes = 0;
    int reporting_interval = 0;
    int scim_requests = 0;        // of a SCIM token
    int scim_concurrency = 0;     // of a SCIM token
    int console_requests = 0;     // of browser sessions of a user
    int console_concurrency = 0;  // of browser sessions of a user
};

// Other limits for a company or for a client (an application or a credential).
struct LimitException {
    std::optional<std::string> company;
    std::optional<std::string> client;
    std::vector<std::pair<int UserLimits::*, int>> numbers;
};

struct Settings {
    std::filesystem::path data_dir;
    std::optional<Secret> database;  // may contain a password; absent: SQLite in the data directory

    std::optional<Secret> database_replica;           // the same; absent: reports use `database`
    std::optional<std::filesystem::path> report_dir;  // absent: reports in the data directory

    HostPort listen;
    std::optional<std::string> public_url;
    std::optional<std::filesystem::path> tls_cert;
    std::optional<std::filesystem::path> tls_key;
    std::vector<Network> behind_proxy;
    int workers = 0;
    int database_connections = 0;
    std::size_t sqlite_mapped = std::size_t{2} << 30U;               // bytes
    std::size_t sqlite_reader_cache = std::size_t{8} * 1024 * 1024;  // bytes
    std::size_t sqlite_writer_cache = std::size_t{32000} * 1024;     // bytes
    int max_connections = 0;
    int max_connections_per_address = 0;
    int event_streams = 0;
    std::size_t memory_budget = 0;  // bytes
    UserLimits user_limits;
    std::vector<LimitException> limit_exceptions;
    int token_requests = 0;
    int token_requests_per_address = 0;
    int page_requests = 0;
    int static_file_requests = 0;
    int posting_requests = 0;
    int probe_requests = 0;
    int failed_authentications = 0;
    int sign_in_failures = 0;
    int sign_in_failures_per_network = 0;
    int sign_in_failures_per_site = 0;
    int applications_per_address = 0;
    int applications_per_posting = 0;
    int request_timeout = 0;  // seconds; 0: none
    int max_requests_in_flight = 0;
    std::optional<Secret> redis;  // may contain a password; absent: limits are counted per server
    std::optional<std::filesystem::path> redis_ca_file;
    std::optional<std::filesystem::path> secrets_key_file;  // absent: secrets.key in the data directory
    std::optional<std::filesystem::path> webhook_ca_file;
    bool webhook_allow_private = false;
    std::vector<int> webhook_ports;  // empty: any
    int webhook_timeout = 0;         // seconds
    int webhook_lease = 0;           // seconds
    int webhook_concurrency = 0;
    int webhook_success_retention = 0;  // days
    std::optional<Secret> smtp_url;     // may contain a password; absent: mails wait
    std::optional<std::filesystem::path> smtp_ca_file;
    bool smtp_allow_plain = false;
    std::string smtp_from;
    int smtp_connections = 0;
    int smtp_rate = 0;         // mails per second; 0: no limit
    int report_retention = 0;  // days
    int audit_retention = 0;   // days; 0: for ever
    bool sandbox = false;
    std::optional<HostPort> admin_listen;  // absent: no operator port
    std::optional<Secret> metrics_token;
    std::string log_level;
    std::string log_format;
    std::optional<std::filesystem::path> log_file;  // absent: standard error
};

// A setting has an invalid value. The message names the setting, its value and its origin.
class BadSetting : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

enum class Shape { value, list, toggle };  // a toggle is a flag without a value
enum class Audience { every_command, server };

struct Setting {
    std::string_view name;
    Audience audience;
    Shape shape;
    std::string_view placeholder;
    std::string_view preset;  // the default; empty: none
    std::string_view meaning;
    void (*apply)(Settings&, const std::string& value);  // throws std::invalid_argument with the reason
    bool secret = false;                                 // not repeated in messages
    bool reloadable = false;                             // takes effect without a restart
};

std::span<const Setting> all_settings();

// A setting that is set, and its origin: "--listen", "CALLBOARD_LISTEN", "callboard.toml: listen".
struct Given {
    std::string name;
    std::vector<std::string> values;
    std::string origin;
};

using Environment = std::vector<std::pair<std::string, std::string>>;
Environment process_environment();

// Merges flags, environment and file (--config or CALLBOARD_CONFIG) with the defaults.
Settings load(const std::vector<Given>& flags, const std::optional<std::filesystem::path>& config_flag,
              const Environment& environment);

// A setting as it takes effect, for display: passwords are masked.
struct Effective {
    std::string_view name;
    std::vector<std::string> values;  // empty: not set
    std::string origin;               // empty: the default
    std::size_t hash = 0;             // of the values without the mask, to compare
    bool reloadable = false;          // takes effect without a restart
    bool is_masked = false;           // values contain, or may contain, a password
};
std::vector<Effective> effective(const std::vector<Given>& flags,
                                 const std::optional<std::filesystem::path>& config_flag,
                                 const Environment& environment);

// Parses a TOML text.
std::vector<Given> read_toml(std::string_view text, const std::string& file_name);

}  // namespace callboard::settings
