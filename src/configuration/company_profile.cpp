#include "configuration/company_profile.h"

#include <string_view>
#include <utility>

#include "accounts/company_store.h"
#include "base/ascii.h"
#include "base/encoding.h"
#include "base/error.h"
#include "base/in_quotes.h"
#include "configuration/access.h"
#include "configuration/company_profile_store.h"
#include "configuration/dictionary.h"
#include "events/audit_log.h"
#include "wire/json_writer.h"

namespace callboard::configuration {
namespace {

std::string audit_json(const CompanyProfile& profile) {
    std::string text;
    wire::JsonWriter json{text};
    const auto member = [&](std::string_view name, const std::optional<std::string>& value) {
        if (value) json.member(name, *value);
    };
    json.open_object();
    member("website", profile.website);
    member("industry", profile.industry);
    member("countryCode", profile.location.country_code);
    member("region", profile.location.region);
    member("city", profile.location.city);
    member("postalCode", profile.location.postal_code);
    member("address", profile.location.address);
    json.close_object();
    return text;
}

// It becomes a link on public pages, so other schemes, such as javascript, are refused.
bool is_website(std::string_view url) {
    const std::string start = lowered(url.substr(0, 8));
    const auto host = start.starts_with("https://")  ? url.substr(8)
                      : start.starts_with("http://") ? url.substr(7)
                                                     : std::string_view{};
    return !host.empty() && host.front() != '/' && !url.contains(' ') && !url.contains('"') &&
           !url.contains('<') && !has_control_characters(url);
}

void drop_empty(std::optional<std::string>& text) {
    if (text) *text = trim(*text);
    if (text && text->empty()) text.reset();
}

CompanyProfile checked(CompanyProfile profile) {
    CompanyLocation& location = profile.location;
    for (auto* const text : {&profile.website, &profile.industry, &location.country_code, &location.region,
                             &location.city, &location.postal_code, &location.address})
        drop_empty(*text);
    if (profile.website && !is_website(*profile.website))
        throw invalid_request("INVALID_WEBSITE", "the website must be an http or https URL");
    if (profile.industry && !find_term(Dictionary::industries, *profile.industry))
        throw invalid_request("INDUSTRY_NOT_FOUND",
                              "industry " + in_quotes(*profile.industry) + " does not exist");
    if (location.country_code) {
        const Country* const country = find_country(*location.country_code);
        if (!country)
            throw invalid_request("COUNTRY_NOT_FOUND",
                                  "country " + in_quotes(*location.country_code) + " does not exist");
        location.country_code = std::string{country->code};
    }
    return profile;
}

void audit_logo(db::Tx& tx, const accounts::Actor& actor) {
    events::audit(
        tx, actor,
        {.name = "COMPANY_LOGO_CHANGED", .entity_type = "COMPANY", .entity_id = tx.company().text()});
}

}  // namespace

CompanyDetails company_details(db::Snapshot& snapshot) {
    auto [profile, version] = store::find_profile(snapshot);
    return {.company = accounts::store::own_company(snapshot),
            .profile = std::move(profile),
            .has_logo = store::has_logo(snapshot),
            .version = version};
}

std::optional<accounts::Avatar> company_logo(db::Snapshot& snapshot) {
    return store::find_logo(snapshot);
}

CompanyDetails own_company(db::Snapshot& snapshot, const accounts::Actor& actor) {
    require_reading(actor);
    return company_details(snapshot);
}

CompanyDetails change_company(db::Tx& tx, const accounts::Actor& actor,
                              FunctionRef<CompanyProfile(const CompanyProfile&)> edit,
                              const ExpectedVersion& expected) {
    require_changing(actor);
    accounts::store::lock_company(tx);
    CompanyDetails details = company_details(tx);
    require_version(details.version, expected);
    CompanyProfile after = checked(edit(details.profile));
    if (after == details.profile) return details;
    const std::string previous = audit_json(details.profile);
    const std::string current = audit_json(after);
    details.profile = std::move(after);
    store::put_profile(tx, details.profile, ++details.version);
    events::audit(tx, actor,
                  {.name = "COMPANY_UPDATED",
                   .entity_type = "COMPANY",
                   .entity_id = tx.company().text(),
                   .context = {{"previous", events::AuditValue::json(previous)},
                               {"current", events::AuditValue::json(current)}}});
    return details;
}

void set_logo(db::Tx& tx, const accounts::Actor& actor, std::string_view bytes) {
    require_changing(actor);
    const auto format = accounts::image_format(bytes);
    if (!format)
        throw invalid_request("INVALID_FILE", "the file is not an image in PNG, JPEG, GIF or WebP format");
    store::put_logo(tx, *format, bytes);
    audit_logo(tx, actor);
}

void remove_logo(db::Tx& tx, const accounts::Actor& actor) {
    require_changing(actor);
    if (store::delete_logo(tx)) audit_logo(tx, actor);
}

accounts::Avatar logo(db::Snapshot& snapshot, const accounts::Actor& actor) {
    require_reading(actor);
    auto found = company_logo(snapshot);
    if (!found) throw not_found("LOGO_NOT_FOUND");
    return std::move(*found);
}

}  // namespace callboard::configuration
