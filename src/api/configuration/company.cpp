#include "api/configuration/company.h"

#include <utility>

#include "base/ascii.h"
#include "configuration/company_profile.h"
#include "configuration/dictionary.h"
#include "configuration/translations.h"

namespace callboard::api {
namespace {

using configuration::Dictionary;

std::optional<CompanyLocationView> location_view(configuration::CompanyLocation location) {
    if (location == configuration::CompanyLocation{}) return std::nullopt;
    CompanyLocationView view{.country = std::nullopt,
                             .country_code = std::move(location.country_code),
                             .region = std::move(location.region),
                             .city = std::move(location.city),
                             .postal_code = std::move(location.postal_code),
                             .address = std::move(location.address)};
    if (view.country_code) {
        const configuration::Country* const country = configuration::find_country(*view.country_code);
        if (country) view.country = country->name;
    }
    return view;
}

std::optional<DictionaryEntry> industry_view(const std::optional<std::string>& id,
                                             std::string_view language) {
    const configuration::Term* const term =
        id ? configuration::find_term(Dictionary::industries, *id) : nullptr;
    if (!term) return std::nullopt;
    return DictionaryEntry{.id = term->id,
                           .label = configuration::label_of(Dictionary::industries, *term, language)};
}

edge::Reply<CompanyView> reply(configuration::CompanyDetails details, const auto& call) {
    CompanyView view{.identifier = std::move(details.company.identifier),
                     .name = std::move(details.company.name),
                     .location = location_view(std::move(details.profile.location)),
                     .website = std::move(details.profile.website),
                     .industry = industry_view(details.profile.industry, call.language),
                     .logo = std::nullopt};
    if (details.has_logo) view.logo = call.link("/configuration/company/logo");
    return {.view = std::move(view), .version = details.version};
}

CompanyChange change_from(const configuration::CompanyProfile& profile) {
    const configuration::CompanyLocation& location = profile.location;
    CompanyChange change{.location = std::nullopt, .website = profile.website, .industry = std::nullopt};
    if (profile.industry) change.industry = IndustryInput{*profile.industry};
    if (location != configuration::CompanyLocation{})
        change.location = CompanyLocationInput{.country_code = location.country_code,
                                               .region = location.region,
                                               .city = location.city,
                                               .postal_code = location.postal_code,
                                               .address = location.address};
    return change;
}

configuration::CompanyProfile profile_from(CompanyChange change) {
    configuration::CompanyProfile profile{
        .website = std::move(change.website), .industry = std::nullopt, .location = {}};
    if (change.industry) profile.industry = std::move(change.industry->id);
    if (change.location)
        profile.location = {.country_code = std::move(change.location->country_code),
                            .region = std::move(change.location->region),
                            .city = std::move(change.location->city),
                            .postal_code = std::move(change.location->postal_code),
                            .address = std::move(change.location->address)};
    return profile;
}

}  // namespace

edge::Reply<CompanyView> get_company(db::Snapshot& snapshot, const edge::Call<>& call) {
    return reply(configuration::own_company(snapshot, call.actor()), call);
}

edge::Reply<CompanyView> patch_company(db::Tx& tx, const edge::Call<CompanyPatch>& call) {
    auto changed = configuration::change_company(
        tx, call.actor(),
        [&](const configuration::CompanyProfile& before) {
            return profile_from(wire::merged(change_from(before), call.body, ErrorKind::unprocessable));
        },
        call.if_match);
    return reply(std::move(changed), call);
}

wire::Nothing set_company_logo(db::Tx& tx, const edge::Call<edge::Upload>& call) {
    configuration::set_logo(tx, call.actor(), call.body.bytes);
    return {};
}

edge::Download get_company_logo(db::Snapshot& snapshot, const edge::Call<>& call) {
    auto found = configuration::logo(snapshot, call.actor());
    return {.name = "logo." + lowered(name_of(found.format)), .bytes = std::move(found.bytes)};
}

wire::Nothing delete_company_logo(db::Tx& tx, const edge::Call<>& call) {
    configuration::remove_logo(tx, call.actor());
    return {};
}

}  // namespace callboard::api
