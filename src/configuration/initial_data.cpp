#include "configuration/initial_data.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "configuration/candidate_property_store.h"
#include "configuration/hiring_process_store.h"
#include "configuration/offer_property_store.h"
#include "configuration/reason_store.h"
#include "configuration/source_store.h"

namespace callboard::configuration {
namespace {

// --- hiring process

struct InitialStep {
    Stage stage;
    std::string_view name;
};

constexpr std::string_view kProcessId = "01990000-0001-7000-8000-000000000001";
constexpr std::array kSteps{
    InitialStep{Stage::in_review, "Resume Review"},
    InitialStep{Stage::in_review, "Phone Screen"},
    InitialStep{Stage::interview, "Hiring Manager Interview"},
    InitialStep{Stage::interview, "Team Interview"},
    InitialStep{Stage::interview, "Final Interview"},
    InitialStep{Stage::offered, "Offer Extended"},
    InitialStep{Stage::offered, "Offer Accepted"},
};

void add_process(db::Tx& tx) {
    HiringProcess process{{.name = "Default", .active = true, .is_default = true, .steps = {}},
                          HiringProcessId::from_trusted(kProcessId)};
    for (const auto& [stage, name] : kSteps)
        process.steps.push_back({.stage = stage, .name = std::string{name}, .required = false});
    store::insert(tx, process);
}

// --- reasons

struct InitialReason {
    ReasonKind kind;
    std::string_view id;
    std::string_view label;
};

constexpr auto kReasons = [] {
    using enum ReasonKind;
    return std::to_array<InitialReason>({
        {rejection, "01990000-0002-7000-8000-000000000001", "Not enough experience"},
        {rejection, "01990000-0002-7000-8000-000000000002", "Skills do not match"},
        {rejection, "01990000-0002-7000-8000-000000000003", "Overqualified"},
        {rejection, "01990000-0002-7000-8000-000000000004", "Salary expectations too high"},
        {rejection, "01990000-0002-7000-8000-000000000005", "No permission to work"},
        {rejection, "01990000-0002-7000-8000-000000000006", "Assessment not passed"},
        {rejection, "01990000-0002-7000-8000-000000000007", "Did not come to the interview"},
        {rejection, "01990000-0002-7000-8000-000000000008", "Another candidate was chosen"},
        {rejection, "01990000-0002-7000-8000-000000000009", "Position closed"},
        {withdrawal, "01990000-0003-7000-8000-000000000001", "Accepted another offer"},
        {withdrawal, "01990000-0003-7000-8000-000000000002", "Stays with current employer"},
        {withdrawal, "01990000-0003-7000-8000-000000000003", "Salary too low"},
        {withdrawal, "01990000-0003-7000-8000-000000000004", "Location or commute"},
        {withdrawal, "01990000-0003-7000-8000-000000000005", "Not interested any more"},
        {withdrawal, "01990000-0003-7000-8000-000000000006", "Personal reasons"},
    });
}();

// --- sources

struct InitialSource {
    std::string_view type;
    std::string_view sub_type;
    std::string_view id;
    std::string_view label;
    std::string_view identifier;
    bool is_built_in = false;  // api_source() and career_site_source()
};

constexpr auto kSources = std::to_array<InitialSource>({
    {"JOB_BOARD", "FREE_JOB_BOARD", "glassdoor", "Glassdoor", "01990000-0004-7000-8000-000000000001"},
    {"JOB_BOARD", "FREE_JOB_BOARD", "google-jobs", "Google for Jobs", "01990000-0004-7000-8000-000000000002"},
    {"JOB_BOARD", "FREE_JOB_BOARD", "indeed", "Indeed", "01990000-0004-7000-8000-000000000003"},
    {"JOB_BOARD", "PREMIUM_JOB_BOARD", "indeed", "Indeed (sponsored)",
     "01990000-0004-7000-8000-000000000004"},
    {"JOB_BOARD", "PREMIUM_JOB_BOARD", "monster", "Monster", "01990000-0004-7000-8000-000000000005"},
    {"JOB_BOARD", "PREMIUM_JOB_BOARD", "stepstone", "StepStone", "01990000-0004-7000-8000-000000000006"},
    {"SOCIAL", "SOCIAL_NETWORK", "facebook", "Facebook", "01990000-0004-7000-8000-000000000007"},
    {"SOCIAL", "SOCIAL_NETWORK", "linkedin", "LinkedIn", "01990000-0004-7000-8000-000000000008"},
    {"SOCIAL", "SOCIAL_NETWORK", "xing", "Xing", "01990000-0004-7000-8000-000000000009"},
    {"CAREER_SITE", "CAREER_SITE", "career-site", "Career site", "01990000-0004-7000-8000-00000000000a",
     true},
    {"AGENCY", "AGENCY", "recruiting-agency", "Recruiting agency", "01990000-0004-7000-8000-00000000000b"},
    {"AGENCY", "AGENCY", "staffing-agency", "Staffing agency", "01990000-0004-7000-8000-00000000000c"},
    {"SOURCED", "SOURCED", "job-fair", "Job fair", "01990000-0004-7000-8000-00000000000d"},
    {"SOURCED", "SOURCED", "talent-pool", "Talent pool", "01990000-0004-7000-8000-00000000000e"},
    {"API", "API", "api", "API", "01990000-0004-7000-8000-00000000000f", true},
});

void add_sources(db::Tx& tx) {
    for (const InitialSource& each : kSources)
        store::insert(tx, store::StoredSource{{.type = std::string{each.type},
                                               .sub_type = std::string{each.sub_type},
                                               .id = std::string{each.id},
                                               .label = std::string{each.label}},
                                              SourceIdentifier::from_trusted(each.identifier),
                                              each.is_built_in});
}

// --- candidate properties

struct InitialChoice {
    std::string_view id;
    std::string_view label;
};

constexpr std::array kNoticePeriods{
    InitialChoice{"none", "None"},
    InitialChoice{"two-weeks", "Two weeks"},
    InitialChoice{"one-month", "One month"},
    InitialChoice{"three-months", "Three months"},
};

// Of the library.
constexpr std::array kWorkplaces{
    InitialChoice{"office", "Office"},
    InitialChoice{"hybrid", "Hybrid"},
    InitialChoice{"remote", "Remote"},
};

using Contexts = std::vector<PropertyContext>;

struct InitialProperty {
    std::string_view id;
    std::string_view key;
    std::string_view label;
    PropertyType type;
    Contexts contexts;
    PropertyAudience audience = PropertyAudience::all;
    std::span<const InitialChoice> choices = {};
    bool is_library = false;
};

std::vector<InitialProperty> initial_properties() {
    using enum PropertyContext;
    using enum PropertyType;
    const Contexts until_hire{profile, offer_form, hire_form};
    const Contexts offer_and_hire{offer_form, hire_form, offer_approval_form};
    constexpr auto kEveryone = PropertyAudience::all;
    // clang-format off
    return {
        {"01990000-0005-7000-8000-000000000001", "willingToRelocate", "Willing to relocate", boolean, {profile}},
        {"01990000-0005-7000-8000-000000000002", "yearsOfExperience", "Years of experience", number, {profile}},
        {"01990000-0005-7000-8000-000000000003", "expectedSalary", "Expected salary", currency, {profile, offer_form, offer_approval_form}},
        {"01990000-0005-7000-8000-000000000004", "noticePeriod", "Notice period", single_select, until_hire, kEveryone, kNoticePeriods},
        {"01990000-0005-7000-8000-000000000005", "availableFrom", "Available from", date, until_hire},
        {"01990000-0005-7000-8000-000000000006", "targetBonus", "Target bonus", percent, {offer_form, offer_approval_form}, PropertyAudience::full_access},
        {"01990000-0005-7000-8000-000000000007", "workplace", "Workplace", single_select, offer_and_hire, kEveryone, kWorkplaces, true},
        {"01990000-0005-7000-8000-000000000008", "countryOfWork", "Country of work", country, offer_and_hire},
        {"01990000-0005-7000-8000-000000000009", "taxRegion", "Tax region", region, {hire_form}},
        {"01990000-0005-7000-8000-00000000000a", "employeeNumber", "Employee number", text, {hire_form}},
        {"01990000-0005-7000-8000-00000000000b", "mentor", "Mentor", user, {hire_form}},
    };
    // clang-format on
}

void add_candidate_properties(db::Tx& tx) {
    for (const InitialProperty& each : initial_properties()) {
        const auto id = CandidatePropertyId::from_trusted(each.id);
        store::insert(
            tx, CandidateProperty{
                    {.label = std::string{each.label}, .audience = each.audience, .contexts = each.contexts},
                    id,
                    std::string{each.key},
                    each.type});
        for (const auto& [choice, label] : each.choices)
            store::insert(
                tx, id,
                {.id = std::string{choice}, .label = std::string{label}, .is_library = each.is_library});
    }
}

// --- offer properties

struct InitialOfferProperty {
    std::string_view category;
    std::string_view key;
    std::string_view label;
    OfferPropertyType type;
};

constexpr auto kOfferProperties = [] {
    using enum OfferPropertyType;
    return std::to_array<InitialOfferProperty>({
        {"COMPENSATION", "salary", "Salary", currency},
        {"COMPENSATION", "signingBonus", "Signing bonus", currency},
        {"COMPENSATION", "bonus", "Yearly bonus", percent},
        {"COMPENSATION", "shares", "Shares", number},
        {"START", "startDate", "First day", date},
        {"START", "contractType", "Type of contract", select},
        {"START", "country", "Country of work", country},
        {"START", "region", "Region of work", region},
        {"START", "remote", "Works from home", boolean},
        {"START", "manager", "Manager", user},
        {"START", "remarks", "Remarks", text},
    });
}();

void add_offer_properties(db::Tx& tx) {
    for (const auto& [category, key, label, type] : kOfferProperties)
        store::insert(tx, OfferProperty{{.category = std::string{category},
                                         .label = std::string{label},
                                         .required = false,
                                         .type = type},
                                        std::string{key}});
}

}  // namespace

void add_initial_data(db::Tx& tx) {
    add_process(tx);
    for (const auto& [kind, id, label] : kReasons)
        store::insert(tx, kind, {.id = ReasonId::from_trusted(id), .label = std::string{label}});
    add_sources(tx);
    add_candidate_properties(tx);
    add_offer_properties(tx);
}

std::string_view initial_reason(ReasonKind kind, std::size_t place) {
    const auto first = std::ranges::find(kReasons, kind, &InitialReason::kind);
    return (first + static_cast<std::ptrdiff_t>(place))->id;
}

}  // namespace callboard::configuration
