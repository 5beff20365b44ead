#pragma once

#include <optional>
#include <string_view>

#include "accounts/sso_connection.h"
#include "db/db.h"

namespace callboard::accounts::store {

std::optional<SsoConnection> find_sso_connection(db::Snapshot& snapshot);
void put_sso_connection(db::Tx& tx, const SsoConnection& connection);  // without its domains
bool delete_sso_connection(db::Tx& tx);                                // with its domains

enum class SsoRule { absent, optional, required };
SsoRule sso_rule(db::Snapshot& snapshot);

// Returns false if the domain belongs to another company.
bool insert_sso_domain(db::Tx& tx, std::string_view domain);
void delete_sso_domains(db::Tx& tx);

// The company to which users with this domain belong.
std::optional<CompanyId> company_of_sso_domain(db::Snapshot& snapshot, std::string_view domain);

}  // namespace callboard::accounts::store
