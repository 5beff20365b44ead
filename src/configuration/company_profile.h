// What a company says of itself in public.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "accounts/actor.h"
#include "accounts/avatar.h"
#include "accounts/company.h"
#include "base/function_ref.h"
#include "base/version_tag.h"
#include "db/db.h"

namespace callboard::configuration {

struct CompanyLocation {
    std::optional<std::string> country_code;  // of find_country()
    std::optional<std::string> region;
    std::optional<std::string> city;
    std::optional<std::string> postal_code;
    std::optional<std::string> address;

    bool operator==(const CompanyLocation&) const = default;
};

struct CompanyProfile {
    std::optional<std::string> website;
    std::optional<std::string> industry;  // of the dictionary
    CompanyLocation location;

    bool operator==(const CompanyProfile&) const = default;
};

// The company with its profile, as the API shows it.
struct CompanyDetails {
    accounts::Company company;
    CompanyProfile profile;
    bool has_logo = false;
    std::int64_t version = 0;  // of the profile; 0: it was never changed
};

// For public pages: no actor is needed.
CompanyDetails company_details(db::Snapshot& snapshot);
std::optional<accounts::Avatar> company_logo(db::Snapshot& snapshot);

CompanyDetails own_company(db::Snapshot& snapshot, const accounts::Actor& actor);

// `edit` makes the new profile of the current one, while no other transaction can change it. Throws
// INDUSTRY_NOT_FOUND, COUNTRY_NOT_FOUND, and INVALID_WEBSITE unless it is an http or https URL.
CompanyDetails change_company(db::Tx& tx, const accounts::Actor& actor,
                              FunctionRef<CompanyProfile(const CompanyProfile&)> edit,
                              const ExpectedVersion& expected = {});

// Throws INVALID_FILE if the bytes are not an image.
void set_logo(db::Tx& tx, const accounts::Actor& actor, std::string_view bytes);
void remove_logo(db::Tx& tx, const accounts::Actor& actor);
// Throws LOGO_NOT_FOUND.
accounts::Avatar logo(db::Snapshot& snapshot, const accounts::Actor& actor);

}  // namespace callboard::configuration
