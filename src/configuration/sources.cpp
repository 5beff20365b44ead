#include "configuration/sources.h"

#include <algorithm>
#include <array>
#include <utility>

#include "configuration/source_store.h"

namespace callboard::configuration {
namespace {

using std::string_view_literals::operator""sv;

constexpr std::array kJobBoards{"FREE_JOB_BOARD"sv, "PREMIUM_JOB_BOARD"sv};
constexpr std::array kSocial{"SOCIAL_NETWORK"sv};
constexpr std::array kCareerSite{"CAREER_SITE"sv};
constexpr std::array kAgency{"AGENCY"sv};
constexpr std::array kSourced{"SOURCED"sv};
constexpr std::array kApi{"API"sv};
constexpr std::array kReferral{kReferrals};

constexpr std::array kTypes{
    SourceType{"JOB_BOARD", "Job board", kJobBoards},
    SourceType{"SOCIAL", "Social network", kSocial},
    SourceType{"CAREER_SITE", "Career site", kCareerSite},
    SourceType{"AGENCY", "Agency", kAgency},
    SourceType{"SOURCED", "Sourced by the company", kSourced},
    SourceType{"API", "API", kApi},
    SourceType{kReferrals, "Referrals", kReferral},
};

SourceValue value(store::StoredSource source) {
    return {.id = std::move(source.id),
            .label = std::move(source.label),
            .sub_type = std::move(source.sub_type),
            .identifier = source.identifier};
}

std::string label(const store::Referrer& referrer) {
    return "Referred by " + referrer.first_name + " " + referrer.last_name;
}

SourceValue value(const store::Referrer& referrer) {
    return {.id = std::string{referrer.id.text()},
            .label = label(referrer),
            .sub_type = std::string{kReferrals},
            .identifier = std::nullopt};
}

std::variant<Source, SourceFault> choose_referrer(db::Snapshot& snapshot, std::string_view id) {
    const auto user = UserId::parse(id);
    const auto referrer = user ? store::find_referrer(snapshot, *user) : std::nullopt;
    if (!referrer) return SourceFault::unknown;
    return Source{.type = std::string{kReferrals},
                  .sub_type = std::string{kReferrals},
                  .id = std::string{id},
                  .label = label(*referrer)};
}

}  // namespace

bool SourceType::has(std::string_view sub_type) const {
    return std::ranges::find(sub_types, sub_type) != sub_types.end();
}

std::span<const SourceType> source_types() {
    return kTypes;
}

const SourceType* find_source_type(std::string_view id) {
    const auto* const found = std::ranges::find(kTypes, id, &SourceType::id);
    return found == kTypes.end() ? nullptr : found;
}

SourcePage source_values(db::Snapshot& snapshot, const SourceType& type,
                         const std::optional<std::string>& sub_type, std::int64_t limit,
                         std::int64_t offset) {
    SourcePage page{};
    if (type.id == kReferrals) {
        page.total = store::count_referrers(snapshot);
        for (const auto& referrer : store::page_of_referrers(snapshot, limit, offset)) {
            page.values.push_back(value(referrer));
        }
        return page;
    }
    page.total = store::count_sources(snapshot, type.id, sub_type);
    for (auto& source : store::page_of_sources(snapshot, type.id, sub_type, limit, offset))
        page.values.push_back(value(std::move(source)));
    return page;
}

std::variant<Source, SourceFault> choose_source(db::Snapshot& snapshot, std::string_view type,
                                                const std::optional<std::string>& sub_type,
                                                std::string_view id) {
    const SourceType* const known = find_source_type(type);
    if (!known) return SourceFault::unknown_type;
    if (sub_type && !known->has(*sub_type)) return SourceFault::unknown;
    if (type == kReferrals) return choose_referrer(snapshot, id);
    auto found = store::sources_with_id(snapshot, type, sub_type, id);
    if (found.empty()) return SourceFault::unknown;
    if (found.size() > 1) return SourceFault::sub_type_required;
    return static_cast<Source&&>(found.front());
}

Source api_source() {
    return {.type = "API", .sub_type = "API", .id = "api", .label = "API"};
}

Source career_site_source() {
    return {.type = "CAREER_SITE", .sub_type = "CAREER_SITE", .id = "career-site", .label = "Career site"};
}

std::optional<SourceIdentifier> identifier_of(db::Snapshot& snapshot, const Source& source) {
    return store::find_identifier(snapshot, source);
}

std::optional<Source> find_source(db::Snapshot& snapshot, const SourceIdentifier& identifier) {
    auto found = store::find_source(snapshot, identifier);
    if (!found) return std::nullopt;
    return static_cast<Source&&>(*found);
}

}  // namespace callboard::configuration
