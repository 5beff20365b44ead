// Companies with people and keys in the database of a program, written by the verbs behind its commands: a
// test that is not about the commands starts no process for each of them, and hashes no password.
#pragma once

#include <string>

#include "support/program.h"

namespace callboard::test {

inline const std::string kTenantPassword = "a long enough password";  // of everybody
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

// A company with an administrator and an API key. `where` are the flags that name the database (--data-dir
// …); what is missing of it is made.
Tenant add_tenant(const Arguments& where, const std::string& identifier);

// A user of the company, and an API key that acts for them.
Colleague add_colleague(const Arguments& where, const std::string& company, const std::string& email,
                        const std::string& role);

}  // namespace callboard::test
