#include "accounts/user_draft.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "accounts/sso_connection_store.h"
#include "accounts/user_store.h"
#include "base/email.h"
#include "base/encoding.h"
#include "base/error.h"

namespace callboard::accounts {
namespace {

bool is_name(const std::string& text) {
    return !text.empty() && text.front() != ' ' && text.back() != ' ' && !has_control_characters(text);
}

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_country_code(const std::string& text) {
    return text.size() == 2 && std::ranges::all_of(text, is_letter);
}

bool is_user_language(const std::string& code) {
    return std::ranges::find(kUserLanguages, code) != kUserLanguages.end();
}

}  // namespace

void require_sso_provider(db::Snapshot& snapshot, const Profile& profile,
                          const std::optional<SsoLoginMode>& before) {
    if (profile.sso_login_mode != SsoLoginMode::sso || before == SsoLoginMode::sso) return;
    if (store::sso_rule(snapshot) != store::SsoRule::absent) return;
    throw Error{ErrorKind::unprocessable,
                Fault{"VALIDATION_ERROR",
                      "must not be SSO: the company has no single sign-on; send PASSWORD, or omit it",
                      "/ssoLoginMode"}};
}

void check_draft(const UserDraft& draft) {
    if (!is_email(draft.email)) {
        throw Error{ErrorKind::unprocessable,
                    Fault{"VALIDATION_ERROR", "must be an e-mail address", "/email"}};
    }
    std::vector<Fault> faults;
    const auto require = [&](bool good, const char* code, const char* message, const char* path) {
        if (!good) faults.push_back({code, message, path});
    };
    constexpr const char* kNameRule = "must not begin or end with a space, or contain control characters";
    require(is_name(draft.first_name), "INVALID_USER_NAME", kNameRule, "/firstName");
    require(is_name(draft.last_name), "INVALID_USER_NAME", kNameRule, "/lastName");
    const Profile& profile = draft.profile;
    require(!profile.language || is_user_language(profile.language->code), "LANGUAGE_DISABLED",
            "is not a supported language of users", "/language/code");
    require(!profile.location || is_country_code(profile.location->country_code), "INVALID_LOCATION",
            "must be a country code with two letters (ISO 3166-1 alpha-2)", "/location/countryCode");
    require(!profile.location || wire::is_within(profile.location->latitude, 90), "INVALID_LOCATION",
            "must be between -90 and 90 degrees", "/location/latitude");
    require(!profile.location || wire::is_within(profile.location->longitude, 180), "INVALID_LOCATION",
            "must be between -180 and 180 degrees", "/location/longitude");
    if (!faults.empty()) throw Error{ErrorKind::invalid_request, std::move(faults)};
}

void require_free_domain(db::Snapshot& snapshot, const std::string& email) {
    const auto owner = store::company_of_sso_domain(snapshot, fold(domain_of(email)));
    if (owner && *owner != snapshot.company())
        throw conflict("RESOURCE_ALREADY_EXIST",
                       "the domain of this e-mail address belongs to another company");
}

void require_free_email(db::Snapshot& snapshot, const std::string& email, const UserId& whose) {
    require_free_domain(snapshot, email);
    if (store::is_email_of_active(snapshot, email, whose))
        throw conflict("RESOURCE_ALREADY_EXIST", "another active user has this e-mail address");
    if (store::is_email_of_waiting(snapshot, email, whose))
        throw conflict("RESOURCE_ALREADY_EXIST",
                       "another user, who is not yet active, has this e-mail address");
}

void require_free_sso_identifier(db::Snapshot& snapshot, const Profile& profile, const UserId& whose) {
    if (!profile.sso_identifier) return;
    if (store::is_sso_identifier_taken(snapshot, *profile.sso_identifier, whose))
        throw conflict("SSO_IDENTIFIER_ALREADY_EXISTS", "another user has this SSO identifier");
}

}  // namespace callboard::accounts
