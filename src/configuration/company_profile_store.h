// The tables company_profile and company_logo.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "configuration/company_profile.h"
#include "db/db.h"

namespace callboard::configuration::store {

// With its version; empty, with version 0, if the company has none.
std::pair<CompanyProfile, std::int64_t> find_profile(db::Snapshot& snapshot);
void put_profile(db::Tx& tx, const CompanyProfile& profile, std::int64_t version);

bool has_logo(db::Snapshot& snapshot);
std::optional<accounts::Avatar> find_logo(db::Snapshot& snapshot);
void put_logo(db::Tx& tx, accounts::ImageFormat format, std::string_view bytes);
bool delete_logo(db::Tx& tx);  // false: there was none

}  // namespace callboard::configuration::store
