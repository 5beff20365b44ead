#include "jobs/draft.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "accounts/access_group_store.h"
#include "base/ascii.h"
#include "base/error.h"
#include "base/in_quotes.h"
#include "configuration/department_store.h"
#include "configuration/dictionary.h"
#include "configuration/employment_countries.h"
#include "jobs/ad.h"

namespace callboard::jobs {
namespace {

using configuration::Dictionary;

std::optional<DepartmentPart> find_department(db::Tx& tx, const Draft& draft) {
    const auto id = draft.department ? DepartmentId::parse(*draft.department) : std::nullopt;
    if (!id) return std::nullopt;
    auto found = configuration::store::share_department(tx, *id);
    if (!found) return std::nullopt;
    return DepartmentPart{.id = std::string{id->text()},
                          .label = std::move(found->label),
                          .description = std::move(found->description)};
}

std::string_view name_in_singular(Dictionary dictionary) {
    switch (dictionary) {
        case Dictionary::industries: return "industry";
        case Dictionary::functions: return "function";
        case Dictionary::experience_levels: return "experience level";
        case Dictionary::employment_types: return "type of employment";
        case Dictionary::eeo_categories: return "EEO category";
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

// Resolves dictionary ids and collects an error, with the code of its field, for each unknown one.
class References {
  public:
    LabelledTerm term(Dictionary dictionary, std::string id, const char* code, const char* path) {
        const configuration::Term* const found = configuration::find_term(dictionary, id);
        require(found != nullptr, code, path, name_in_singular(dictionary), id);
        return {.id = std::move(id), .label = std::string{found ? found->label : ""}};
    }
    std::optional<LabelledTerm> term(Dictionary dictionary, std::optional<std::string> id, const char* code,
                                     const char* path) {
        if (!id) return std::nullopt;
        return term(dictionary, std::move(*id), code, path);
    }
    Location place(Location location) {
        const configuration::Country* const country = configuration::find_country(location.country_code);
        constexpr auto kCode = "INVALID_GEO_DATA";
        if (!country)
            faults_.push_back({kCode,
                               "country " + in_quotes(location.country_code) +
                                   " does not exist; use an ISO 3166-1 alpha-2 code, such as us",
                               "/location/countryCode"});
        if (!wire::is_within(location.latitude, 90))
            faults_.push_back({kCode, "must be between -90 and 90 degrees", "/location/latitude"});
        if (!wire::is_within(location.longitude, 180))
            faults_.push_back({kCode, "must be between -180 and 180 degrees", "/location/longitude"});
        location.country = country ? country->name : "";
        return location;
    }
    void allow_employment(bool is_allowed, const Draft& draft) {
        if (is_allowed) return;
        faults_.push_back({"TYPE_OF_EMPLOYMENT_NOT_ALLOWED",
                           "type of employment " + in_quotes(*draft.employment_type) +
                               " is not allowed in the country " + in_quotes(draft.location.country_code),
                           "/typeOfEmployment/id"});
    }
    void require(bool found, const char* code, std::string path, std::string_view what, std::string_view id) {
        if (found) return;
        faults_.push_back(
            {code, std::string{what} + " " + in_quotes(id) + " does not exist", std::move(path)});
    }
    std::optional<std::vector<PropertyPart>> properties(ResolvedProperties resolved) {
        std::ranges::move(resolved.faults, std::back_inserter(faults_));
        if (resolved.parts.empty()) return std::nullopt;
        return std::move(resolved.parts);
    }
    void throw_faults() {
        if (!faults_.empty()) throw Error{ErrorKind::invalid_request, std::move(faults_)};
    }

  private:
    std::vector<Fault> faults_;
};

bool has(const std::vector<GroupPart>& groups, std::string_view id) {
    return std::ranges::find(groups, id, &GroupPart::id) != groups.end();
}

std::vector<GroupPart> groups_of(db::Snapshot& snapshot, const UserId& user) {
    std::vector<GroupPart> groups;
    for (auto& group : accounts::store::groups_of(snapshot, user))
        groups.push_back({.id = std::string{group.id.text()}, .name = std::move(group.name)});
    return groups;
}

// Access groups hide the job from everybody else; an actor must not hide it from themselves.
void require_allowed(const accounts::Actor& actor, const std::vector<GroupPart>& own,
                     const std::vector<GroupPart>& kept, const std::string& id) {
    if (accounts::rights_of(actor.role).sees == accounts::Jobs::all || has(own, id) || has(kept, id)) return;
    throw forbidden("PERMISSION_DENIED", "the user is not in the access group " + id);
}

std::optional<std::vector<GroupPart>> find_groups(db::Snapshot& snapshot, const accounts::Actor& actor,
                                                  const Draft& draft, const std::vector<GroupPart>& kept,
                                                  References& references) {
    std::vector<GroupPart> own = groups_of(snapshot, actor.id());
    if (!draft.access_groups) return own.empty() ? std::nullopt : std::optional{std::move(own)};
    const std::vector<std::string>& wanted = *draft.access_groups;
    std::vector<GroupPart> groups;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const auto id = AccessGroupId::parse(wanted[i]);
        auto group = id ? accounts::store::find_group(snapshot, *id) : std::nullopt;
        references.require(group.has_value(), "ACCESS_GROUP_NOT_FOUND",
                           "/accessGroups/" + std::to_string(i) + "/id", "access group", wanted[i]);
        if (!group || has(groups, wanted[i])) continue;
        require_allowed(actor, own, kept, wanted[i]);
        groups.push_back({.id = wanted[i], .name = std::move(group->name)});
    }
    if (groups.empty()) return std::nullopt;
    return groups;
}

// What a job has already stays allowed: administrators may restrict it later.
bool has_allowed_employment(db::Snapshot& snapshot, const Draft& draft, const Kept& kept) {
    const auto& type = draft.employment_type;
    const std::string& country = draft.location.country_code;
    if (!type || (type == kept.employment_type && same_name(country, kept.country_code))) return true;
    return !configuration::find_term(Dictionary::employment_types, *type) ||
           !configuration::find_country(country) ||
           configuration::is_employment_allowed(snapshot, *type, country);
}

void check_range(const std::optional<Compensation>& compensation) {
    if (!compensation || !compensation->min || !compensation->max) return;
    if (*compensation->min <= *compensation->max) return;
    throw Error{ErrorKind::unprocessable,
                Fault{"VALIDATION_ERROR", "must not be greater than max", "/compensation/min"}};
}

std::optional<std::string> id_of(const std::optional<LabelledTerm>& term) {
    return term ? std::optional{term->id} : std::nullopt;
}

}  // namespace

Content content_of(db::Tx& tx, const accounts::Actor& actor, Draft draft, const Kept& kept) {
    using enum Dictionary;
    check_range(draft.compensation);
    check_videos(draft.ad_sections, "/jobAd/sections");
    References references;
    auto department = find_department(tx, draft);
    references.require(!draft.department || department, "DEPARTMENT_NOT_FOUND", "/department/id",
                       "department", draft.department ? std::string_view{*draft.department} : "");
    std::string language = std::move(draft.ad_language).value_or("en");
    references.require(configuration::find_language(language) != nullptr, "JOB_AD_LANGUAGE_NOT_FOUND",
                       "/jobAd/language/code", "language", language);
    references.allow_employment(has_allowed_employment(tx, draft, kept), draft);
    auto groups = find_groups(tx, actor, draft, kept.groups, references);
    auto properties = references.properties(resolve_properties(tx, draft.properties, kept.properties));
    Content made{
        .summary = {.title = std::move(draft.title),
                    .ref_number = draft.ref_number.value_or(""),
                    .department = std::move(department),
                    .properties = std::move(properties)},
        .details = {.location = references.place(std::move(draft.location)),
                    .target_hiring_date = draft.target_hiring_date,
                    .industry = references.term(industries, std::move(draft.industry), "INDUSTRY_NOT_FOUND",
                                                "/industry/id"),
                    .function = references.term(functions, std::move(draft.function), "FUNCTION_NOT_FOUND",
                                                "/function/id"),
                    .experience_level = references.term(experience_levels, std::move(draft.experience_level),
                                                        "EXPERIENCE_LEVEL_NOT_FOUND", "/experienceLevel/id"),
                    .type_of_employment =
                        references.term(employment_types, std::move(draft.employment_type),
                                        "TYPE_OF_EMPLOYMENT_NOT_FOUND", "/typeOfEmployment/id"),
                    .eeo_category = references.term(eeo_categories, std::move(draft.eeo_category),
                                                    "EEO_CATEGORY_NOT_FOUND", "/eeoCategory/id"),
                    .is_template = draft.kind == Kind::blueprint,
                    .compensation = std::move(draft.compensation),
                    .access_groups = std::move(groups)},
        .ad_language = std::move(language),
        .ad_sections = std::move(draft.ad_sections)};
    references.throw_faults();
    return made;
}

Draft draft_of(Content content) {
    Details& details = content.details;
    const auto& department = content.summary.department;
    std::vector<std::string> groups;
    for (const GroupPart& group : details.access_groups.value_or(std::vector<GroupPart>{}))
        groups.push_back(group.id);
    return {.kind = details.is_template ? Kind::blueprint : Kind::job,
            .title = std::move(content.summary.title),
            .ref_number = std::move(content.summary.ref_number),
            .department = department ? std::optional{department->id} : std::nullopt,
            .industry = std::move(details.industry.id),
            .function = std::move(details.function.id),
            .experience_level = std::move(details.experience_level.id),
            .employment_type = id_of(details.type_of_employment),
            .eeo_category = id_of(details.eeo_category),
            .location = std::move(details.location),
            .target_hiring_date = details.target_hiring_date,
            .compensation = std::move(details.compensation),
            .ad_language = std::move(content.ad_language),
            .ad_sections = std::move(content.ad_sections),
            .access_groups = std::move(groups),
            .properties = choices_of(content.summary.properties)};
}

Draft replacement(Draft after, Draft before) {
    if (!after.kind) after.kind = before.kind;
    if (!after.ref_number) after.ref_number = std::move(before.ref_number);
    if (!after.ad_language) after.ad_language = std::move(before.ad_language);
    if (!after.access_groups) after.access_groups = std::move(before.access_groups);
    return after;
}

}  // namespace callboard::jobs
