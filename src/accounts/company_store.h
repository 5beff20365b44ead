#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "accounts/company.h"
#include "db/db.h"

namespace callboard::accounts::store {

// Returns false if the identifier is taken (unique key).
bool insert(db::Tx& tx, const Company& company);

std::optional<Company> find_company(db::Snapshot& snapshot, std::string_view identifier);

Company own_company(db::Snapshot& snapshot);

void set_language(db::Tx& tx, std::string_view language);

std::vector<Company> list_companies(db::Snapshot& snapshot);  // ordered by creation
std::int64_t count_companies(db::Snapshot& snapshot);

// For work that visits all companies, some at a time. Ordered by id, starting after the given one.
std::vector<CompanyId> companies_after(db::Snapshot& snapshot, const std::optional<CompanyId>& after,
                                       std::int64_t most);

// Locks the company's row until the commit, so that checks before an insert (a free number, a limit on the
// number of rows) cannot race with another transaction.
void lock_company(db::Tx& tx);

}  // namespace callboard::accounts::store
