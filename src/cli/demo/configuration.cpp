#include "cli/demo/configuration.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "apply/forms.h"
#include "careers/careers_page.h"
#include "cli/demo/questions.h"
#include "configuration/company_profile.h"
#include "configuration/job_properties.h"
#include "configuration/job_property_dependents.h"
#include "configuration/job_property_label_store.h"
#include "configuration/job_property_values.h"
#include "markup/html.h"

namespace callboard::cli::demo {
namespace {

using configuration::JobPropertyCategory;
using configuration::JobPropertyDraft;
using configuration::JobPropertyType;

struct House {
    Choice city;
    std::string_view market;  // a country of kJobs
};

// clang-format off
constexpr std::array kMarkets{Choice{"gb", "Great Britain", "Grande-Bretagne"}, Choice{"ie", "Ireland", "Irlande"}, Choice{"fr", "France", "France"}, Choice{"pl", "Poland", "Pologne"}};
// In the cities of kJobs.
constexpr std::array kHouses{
    House{{"bristol", "Bristol, Quay Street", "Bristol, Quay Street"}, "gb"},
    House{{"cardiff", "Cardiff, Mermaid Quay", "Cardiff, Mermaid Quay"}, "gb"},
    House{{"brixham", "Brixham, fish market", "Brixham, marché aux poissons"}, "gb"},
    House{{"avonmouth", "Avonmouth, warehouse", "Avonmouth, entrepôt"}, "gb"},
    House{{"cork", "Cork, Lapp's Quay", "Cork, Lapp's Quay"}, "ie"},
    House{{"rennes", "Rennes, Les Halles", "Rennes, Les Halles"}, "fr"},
    House{{"gdansk", "Gdansk, office", "Gdansk, bureau"}, "pl"}};
constexpr std::array kHours{Choice{"mornings", "Mornings", "Le matin"}, Choice{"evenings", "Evenings", "Le soir"}, Choice{"weekends", "Weekends", "Le week-end"}};
// clang-format on

JobPropertyId add_property(db::Tx& tx, const accounts::Actor& actor, const JobPropertyDraft& draft,
                           std::string_view french) {
    const JobPropertyId id = configuration::add_job_property(tx, actor, draft).id;
    configuration::store::put_label(tx, id, std::nullopt, "fr", french);  // no job repeats the label yet
    return id;
}

void add_value(db::Tx& tx, const accounts::Actor& actor, const JobPropertyId& property, const Choice& value) {
    configuration::add_property_value(tx, actor, property,
                                      {.id = std::string{value.id}, .label = std::string{value.label}});
    configuration::store::put_label(tx, property, std::string{value.id}, "fr", value.french);
}

const House& house_in(std::string_view city) {
    for (const House& house : kHouses)
        if (house.city.label.starts_with(city)) return house;
    return kHouses.front();
}

std::string_view hours_of(const DemoJob& job) {
    return job.employment == "part_time" ? kHours[2].id
           : job.level == "entry_level"  ? kHours[1].id
                                         : kHours[0].id;
}

wire::TextMap in_french(std::string_view text) {
    return {{"fr", std::string{text}}};
}

apply::FormQuestion question(const Question& asked, apply::FieldType type, bool required,
                             std::span<const Choice> choices = {}) {
    apply::FormField field{.id = "value",
                           .label = std::string{asked.label},
                           .translations = in_french(asked.french),
                           .type = type,
                           .required = required,
                           .compliance_type = {},
                           .values = {}};
    if (!choices.empty()) field.values.emplace();
    for (const Choice& choice : choices)
        field.values->push_back({.id = std::string{choice.id},
                                 .label = std::string{choice.label},
                                 .translations = in_french(choice.french)});
    return {.id = QuestionId::from_trusted(asked.id),
            .name = {},
            .label = std::string{asked.label},
            .translations = in_french(asked.french),
            .repeatable = {},
            .fields = {std::move(field)},
            .condition = {}};
}

}  // namespace

void add_profile(db::Tx& tx, const accounts::Actor& administrator) {
    configuration::change_company(tx, administrator, [](const configuration::CompanyProfile&) {
        return configuration::CompanyProfile{.website = "https://harbourlane.example",
                                             .industry = "restaurants",
                                             .location = {.country_code = "gb", .city = "Bristol"}};
    });
    careers::set_careers_page(
        tx, administrator,
        {.name = {},
         .accent_color = "#0b6e6e",
         .header_color = "#0b2a4a",
         .headline = "Work where the boats come in",
         .introduction = markup::Html::sanitise(
             "<p>Kitchens by the water, from Bristol to Gdansk. We cook what was landed this morning.</p>"),
         .confirmation = {},
         .imprint_url = {},
         .privacy_url = "https://harbourlane.example/privacy",
         .translations = {}},
        {});
}

JobPropertyIds add_job_properties(db::Tx& tx, const accounts::Actor& administrator) {
    const JobPropertyIds ids{
        .market = add_property(tx, administrator,
                               {.label = "Market", .category = JobPropertyCategory::organization}, "Marché"),
        .house = add_property(
            tx, administrator,
            {.label = "House", .category = JobPropertyCategory::organization, .required = true}, "Maison"),
        .hours = add_property(tx, administrator, {.label = "Working hours"}, "Horaires"),
        .budget =
            add_property(tx, administrator,
                         {.label = "Budget", .type = JobPropertyType::text, .visible = false}, "Budget")};
    for (const Choice& market : kMarkets) add_value(tx, administrator, ids.market, market);
    for (const House& house : kHouses) add_value(tx, administrator, ids.house, house.city);
    for (const Choice& hours : kHours) add_value(tx, administrator, ids.hours, hours);
    configuration::add_dependents(tx, administrator, ids.market, {std::string{ids.house.text()}});
    for (const House& house : kHouses)
        configuration::add_dependent_value(
            tx, administrator, {.parent = ids.market, .value = house.market, .dependent = ids.house.text()},
            std::string{house.city.id});
    return ids;
}

std::vector<jobs::PropertyChoice> properties_of(const DemoJob& job, const JobPropertyIds& ids) {
    if (job.status == jobs::Status::created) return {};
    const auto choice = [](const JobPropertyId& property, std::string_view value) {
        return jobs::PropertyChoice{
            .property = std::string{property.text()}, .value = std::string{value}, .text = {}};
    };
    const House& house = house_in(job.city);
    return {choice(ids.market, house.market), choice(ids.house, house.city.id),
            choice(ids.hours, hours_of(job)),
            jobs::PropertyChoice{.property = std::string{ids.budget.text()},
                                 .value = {},
                                 .text = "41" + std::to_string(job.department) + "0 " +
                                         std::string{kDepartments.at(job.department).label}}};
}

void add_form(db::Tx& tx, const accounts::Actor& administrator, const JobId& job) {
    using enum apply::FieldType;
    auto permit_date = question(kPermitDate, input_text, false);
    permit_date.condition = apply::FormCondition{
        .question_id = QuestionId::from_trusted(kWorkPermit.id), .field_id = "value", .value_ids = {"no"}};
    apply::set_job_form(
        tx, administrator, job,
        {.questions = {{question(kWorkPermit, radio, true, kYesAndNo), std::move(permit_date),
                        question(kWorkShifts, checkbox, true, kShifts), question(kMotive, textarea, false)}},
         .privacy_policies = {},
         .consents = {},
         .avatar_upload_available = {}},
        {});
}

}  // namespace callboard::cli::demo
