// The permissions of each system role, as a table. The effective permission is the intersection with the
// scopes.
#pragma once

#include <array>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "base/names.h"

namespace callboard::accounts {

enum class Role { administrator, extended, standard, restricted, employee };

// Visibility of jobs: all; `of_groups`: own jobs, jobs of the user's access groups and jobs without groups;
// `own`: jobs that the user created or on whose hiring team they are; or none.
enum class Jobs { all, of_groups, own, none };

struct Rights {
    Jobs sees;
    Jobs changes;
    bool manages_templates;
    bool writes_notes;  // on visible jobs
    bool reads_configuration;
    bool changes_configuration;
    bool sees_users;  // every user sees themselves
    bool manages_users;
    bool reads_audit_log;
    bool manages_webhooks;
    bool manages_credentials;  // API keys, client credentials and own applications of the company
    bool runs_reports;         // over visible data; reads own results
    bool manages_reports;      // and reads the results of all users
};

constexpr Rights rights_of(Role role) {
    using enum Jobs;
    switch (role) {
            // clang-format off
        //                                  sees       changes     templates  notes   reads config.  changes config.  sees users  manages users  reads audit log  manages webhooks  manages credentials  runs reports  manages reports
        case Role::administrator: return {all,       all,        true,      true,   true,          true,            true,       true,          true,            true,             true,                true,         true};
        case Role::extended:      return {of_groups, of_groups,  true,      true,   true,          false,           true,       false,         false,           false,            false,               true,         false};
        case Role::standard:      return {own,       own,        false,     true,   true,          false,           true,       false,         false,           false,            false,               true,         false};
        case Role::restricted:    return {own,       none,       false,     true,   true,          false,           true,       false,         false,           false,            false,               true,         false};
        case Role::employee:      return {none,      none,       false,     false,  false,         false,           false,      false,         false,           false,            false,               false,        false};
            // clang-format on
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

// Display name.
constexpr std::string_view title_of(Role role) {
    switch (role) {
        case Role::administrator: return "Administrator";
        case Role::extended: return "Extended";
        case Role::standard: return "Standard";
        case Role::restricted: return "Basic";
        case Role::employee: return "Employee";
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

}  // namespace callboard::accounts

template <>
struct callboard::Names<callboard::accounts::Role> {
    using enum callboard::accounts::Role;
    static constexpr std::string_view kName = "SystemRoleId";
    static constexpr std::array kList{
        std::pair{administrator, std::string_view{"ADMINISTRATOR"}},
        std::pair{extended, std::string_view{"EXTENDED"}},
        std::pair{standard, std::string_view{"STANDARD"}},
        std::pair{restricted, std::string_view{"RESTRICTED"}},
        std::pair{employee, std::string_view{"EMPLOYEE"}},
    };
};
