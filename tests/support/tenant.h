// Companies with users and API keys in a program's database, created without its commands: this avoids a
// process for each, and password hashing.
#pragma once

#include <string>

#include "support/program.h"

namespace callboard::test {

inline const std::string kTenantPassword = "a long enough password";  // of all users
inline const std::string kTenantPasswordHash =
    "$argon2id$v=19$m=19456,t=4,p=1$Hk+Ghn2157vy/H4quWhhjw$yk1ismFII8l48j0F/GZJcUl8QpoDKAw3F1DQpchAJ/Q";

struct Tenant {
    std::string identifier;
    std::string email;
    std::string api_key;
    std::string credential_id;
};

struct Colleague {
    std::string id;
    std::string key;
};

// A company with an administrator and an API key. `where` are the flags of the database (--data-dir …), which
// is created if missing.
Tenant add_tenant(const Arguments& where, const std::string& identifier);

// A user of the company with an API key.
Colleague add_colleague(const Arguments& where, const std::string& company, const std::string& email,
                        const std::string& role);

}  // namespace callboard::test
