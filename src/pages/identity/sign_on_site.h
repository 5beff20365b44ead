// The company of a sign-on page, with its provider.
#pragma once

#include <optional>
#include <string>

#include "accounts/company.h"
#include "accounts/sso_connection.h"
#include "db/db.h"
#include "edge/web.h"

namespace callboard::pages {

struct SignOnSite {
    accounts::Company company;
    accounts::SsoConnection connection;
};

// Of the company in the path; nothing if it is unknown or has no provider.
std::optional<SignOnSite> sign_on_site(db::Db& db, const edge::WebCall& call);

// Each company has its own, so that a response of one provider is not taken for one of another.
std::string redirect_uri(const edge::WebCall& call, const accounts::Company& company);

// The path of the page that leads to the end of the session at the provider.
std::string sign_on_end(const accounts::Company& company);

}  // namespace callboard::pages
