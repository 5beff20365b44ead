// A provider of a company that is never called.
#pragma once

#include "accounts/sso_connections.h"
#include "db/db.h"
#include "support/seal.h"

namespace callboard::given {

inline accounts::SsoConnection single_sign_on(db::Db& db, const CompanyId& company, bool required = false) {
    return db.write(company, [&](db::Tx& tx) {
        return accounts::set_sso_connection(tx, {},
                                            {.issuer = "https://id.acme.test",
                                             .client_id = "callboard",
                                             .client_secret = Secret{"secret"},
                                             .created_role = {},
                                             .required = required,
                                             .domains = {}},
                                            test::test_seal());
    });
}

}  // namespace callboard::given
