#include "configuration/sources.h"

#include <algorithm>
#include <array>
#include <ranges>

#include "configuration/source_store.h"

namespace callboard::configuration {
namespace {

using std::string_view_literals::operator""sv;

constexpr std::string_view kReferrals = "REFERRALS";

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

// A predefined value, the same for every company.
struct Listed {
    std::string_view type;
    std::string_view sub_type;
    std::string_view id;
    std::string_view label;
    std::string_view identifier;
};

// Ids and identifiers must never change: applications store ids, and clients store identifiers.
constexpr std::array kListed{
    Listed{"JOB_BOARD", "FREE_JOB_BOARD", "glassdoor", "Glassdoor", "01990000-0004-7000-8000-000000000001"},
    Listed{"JOB_BOARD", "FREE_JOB_BOARD", "google-jobs", "Google for Jobs",
           "01990000-0004-7000-8000-000000000002"},
    Listed{"JOB_BOARD", "FREE_JOB_BOARD", "indeed", "Indeed", "01990000-0004-7000-8000-000000000003"},
    Listed{"JOB_BOARD", "PREMIUM_JOB_BOARD", "indeed", "Indeed (sponsored)",
           "01990000-0004-7000-8000-000000000004"},
    Listed{"JOB_BOARD", "PREMIUM_JOB_BOARD", "monster", "Monster", "01990000-0004-7000-8000-000000000005"},
    Listed{"JOB_BOARD", "PREMIUM_JOB_BOARD", "stepstone", "StepStone",
           "01990000-0004-7000-8000-000000000006"},
    Listed{"SOCIAL", "SOCIAL_NETWORK", "facebook", "Facebook", "01990000-0004-7000-8000-000000000007"},
    Listed{"SOCIAL", "SOCIAL_NETWORK", "linkedin", "LinkedIn", "01990000-0004-7000-8000-000000000008"},
    Listed{"SOCIAL", "SOCIAL_NETWORK", "xing", "Xing", "01990000-0004-7000-8000-000000000009"},
    Listed{"CAREER_SITE", "CAREER_SITE", "career-site", "Career site",
           "01990000-0004-7000-8000-00000000000a"},
    Listed{"AGENCY", "AGENCY", "recruiting-agency", "Recruiting agency",
           "01990000-0004-7000-8000-00000000000b"},
    Listed{"AGENCY", "AGENCY", "staffing-agency", "Staffing agency", "01990000-0004-7000-8000-00000000000c"},
    Listed{"SOURCED", "SOURCED", "job-fair", "Job fair", "01990000-0004-7000-8000-00000000000d"},
    Listed{"SOURCED", "SOURCED", "talent-pool", "Talent pool", "01990000-0004-7000-8000-00000000000e"},
    Listed{"API", "API", "api", "API", "01990000-0004-7000-8000-00000000000f"},
};

constexpr const Listed& kApiSource = kListed.back();
static_assert(kApiSource.label == "API");

Source source(const Listed& listed) {
    return {.type = std::string{listed.type},
            .sub_type = std::string{listed.sub_type},
            .id = std::string{listed.id},
            .label = std::string{listed.label}};
}

SourceValue value(const Listed& listed) {
    return {.id = std::string{listed.id},
            .label = std::string{listed.label},
            .sub_type = std::string{listed.sub_type},
            .identifier = std::string{listed.identifier}};
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

auto listed_in(std::string_view type, const std::optional<std::string>& sub_type) {
    return kListed | std::views::filter([type, &sub_type](const Listed& listed) {
               return listed.type == type && (!sub_type || listed.sub_type == *sub_type);
           });
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
    auto all = listed_in(type.id, sub_type);
    page.total = std::ranges::distance(all);
    for (const Listed& listed : all | std::views::drop(offset) | std::views::take(limit)) {
        page.values.push_back(value(listed));
    }
    return page;
}

std::variant<Source, SourceFault> choose_source(db::Snapshot& snapshot, std::string_view type,
                                                const std::optional<std::string>& sub_type,
                                                std::string_view id) {
    const SourceType* const known = find_source_type(type);
    if (!known) return SourceFault::unknown_type;
    if (sub_type && !known->has(*sub_type)) return SourceFault::unknown;
    if (type == kReferrals) return choose_referrer(snapshot, id);
    const Listed* found = nullptr;
    for (const Listed& listed : listed_in(type, sub_type)) {
        if (listed.id != id) continue;
        if (found) return SourceFault::sub_type_required;
        found = &listed;
    }
    if (!found) return SourceFault::unknown;
    return source(*found);
}

Source api_source() {
    return source(kApiSource);
}

std::optional<std::string> identifier_of(const Source& source) {
    for (const Listed& listed : listed_in(source.type, source.sub_type)) {
        if (listed.id == source.id) return std::string{listed.identifier};
    }
    return std::nullopt;
}

std::optional<Source> find_source(std::string_view identifier) {
    const auto* const found = std::ranges::find(kListed, identifier, &Listed::identifier);
    if (found == kListed.end()) return std::nullopt;
    return source(*found);
}

}  // namespace callboard::configuration
