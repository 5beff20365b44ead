#include "cli/demo/facts.h"

#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "cli/demo/careers.h"
#include "cli/demo/questions.h"
#include "cli/demo/sources.h"

namespace callboard::cli::demo {
namespace {

using candidates::AnswerRecord;
using candidates::AnswerValue;
using candidates::ScreeningAnswer;

constexpr std::array<Choice, 5> kLanguages{{{"en", "English", "Anglais"},
                                            {"fr", "French", "Français"},
                                            {"pl", "Polish", "Polonais"},
                                            {"ga", "Irish", "Irlandais"},
                                            {"cy", "Welsh", "Gallois"}}};
constexpr std::array<std::string_view, 4> kMotives{
    "I have eaten at your place for years.", "A friend works with you and told me to apply.",
    "I want to move closer to the sea.", "I am ready for more responsibility."};

AnswerValue value(const Choice& choice) {
    return {.id = std::string{choice.id}, .label = std::string{choice.label}};
}

ScreeningAnswer answer(std::string_view id, std::string_view type, std::string_view category,
                       std::string_view label, std::vector<AnswerRecord> records) {
    return {.id = std::string{id},
            .type = std::string{type},
            .category = std::string{category},
            .name = std::string{label},
            .label = std::string{label},
            .records = std::move(records)};
}

std::vector<AnswerRecord> one(std::vector<AnswerValue> values) {
    return {{.fields = {{.id = "value", .label = std::nullopt, .values = std::move(values)}}}};
}

ScreeningAnswer work_permit(SeededRandom& random) {
    return answer(kWorkPermit.id, "radio", "workPermit", kWorkPermit.label,
                  one({value(kYesAndNo.at(random.chance(90) ? 0 : 1))}));
}

ScreeningAnswer shifts(SeededRandom& random) {
    std::vector<AnswerValue> chosen{value(random.pick(kShifts))};
    if (const auto& other = random.pick(kShifts); other.id != chosen.front().id)
        chosen.push_back(value(other));
    return answer(kWorkShifts.id, "work_shifts", "preferredWorkShifts", kWorkShifts.label,
                  one(std::move(chosen)));
}

// A question that can be answered repeatedly.
ScreeningAnswer languages(SeededRandom& random) {
    std::vector<AnswerRecord> records;
    const std::size_t first = random.below(kLanguages.size());
    const std::size_t count = 1 + random.below(3);
    for (std::size_t i = 0; i < count; ++i) {
        const auto& language = kLanguages.at((first + i) % kLanguages.size());
        records.push_back({.fields = {{.id = "language", .label = "Language", .values = {value(language)}},
                                      {.id = "level",
                                       .label = "Level",
                                       .values = {i == 0 ? AnswerValue{"native", "Native"}
                                                         : AnswerValue{"fluent", "Fluent"}}}}});
    }
    return answer("01990000-0006-7000-8000-000000000003", "languages", "languages",
                  "Which languages do you speak?", std::move(records));
}

ScreeningAnswer driving(SeededRandom& random) {
    return answer("01990000-0006-7000-8000-000000000004", "radio", "drivingCurrent",
                  "Do you have a valid driving licence?",
                  one({value(kYesAndNo.at(random.chance(80) ? 0 : 1))}));
}

int salary(const Career& career, SeededRandom& random) {
    return career.salary + 500 * random.between(0, 30);
}

std::string_view currency_of(std::string_view country) {
    if (country == "gb") return "GBP";
    if (country == "pl") return "PLN";
    return "EUR";
}

ScreeningAnswer expected_salary(const DemoJob& job, SeededRandom& random) {
    const std::string amount = std::to_string(salary(kCareers.at(job.department), random));
    const std::string currency{currency_of(job.country)};
    return answer(
        "01990000-0006-7000-8000-000000000005", "salaryExpectation", "01990000-0006-7000-8000-000000000005",
        "What do you want to earn a year?",
        {{.fields = {
              {.id = "amount", .label = "Amount", .values = {{.id = amount, .label = amount}}},
              {.id = "currency", .label = "Currency", .values = {{.id = currency, .label = currency}}}}}});
}

ScreeningAnswer motive(SeededRandom& random) {
    const std::string text{random.pick(kMotives)};
    return answer(kMotive.id, "textarea", kMotive.id, kMotive.label, one({{.id = text, .label = text}}));
}

std::string_view id_of(const SourceName& source, const std::vector<accounts::Actor>& people,
                       SeededRandom& random) {
    return source.id.empty() ? random.pick(people).id().text() : source.id;
}

}  // namespace

Timestamp day_after(Timestamp time, int days) {
    constexpr std::int64_t kDay = std::chrono::milliseconds{std::chrono::days{1}}.count();
    return {(time.ms / kDay + days) * kDay};
}

candidates::ScreeningAnswers screening_answers(const DemoJob& job, SeededRandom& random) {
    candidates::ScreeningAnswers answers{.content = {work_permit(random)}};
    switch (job.department) {
        case 0: answers.content.push_back(shifts(random)); break;
        case 1: answers.content.push_back(languages(random)); break;
        case 2: answers.content.push_back(driving(random)); break;
        default: answers.content.push_back(expected_salary(job, random)); break;
    }
    if (random.chance(40)) answers.content.push_back(motive(random));
    return answers;
}

std::vector<candidates::PropertyChange> profile_properties(std::size_t department, Timestamp now,
                                                           SeededRandom& random) {
    constexpr std::array<std::string_view, 4> kNotice{"none", "two-weeks", "one-month", "three-months"};
    std::vector<candidates::PropertyChange> changes{
        {.property = "yearsOfExperience", .value = std::to_string(random.between(0, 25))},
        {.property = "noticePeriod", .value = fmt::format("\"{}\"", random.pick(kNotice))}};
    if (random.chance(50))
        changes.push_back({.property = "willingToRelocate", .value = random.chance(40) ? "true" : "false"});
    if (random.chance(50)) {
        changes.push_back({.property = "expectedSalary",
                           .value = fmt::format(R"({{"code":"GBP","value":{}}})",
                                                salary(kCareers.at(department), random))});
    }
    if (random.chance(50)) {
        changes.push_back({.property = "availableFrom",
                           .value = fmt::format("\"{}\"", to_iso(day_after(now, random.between(10, 90))))});
    }
    return changes;
}

candidates::SourceChoice source(const DemoJob& job, candidates::Status outcome,
                                const std::vector<accounts::Actor>& people, SeededRandom& random) {
    const SourceName& name = outcome == candidates::Status::lead ? random.pick(kLeadSources)
                             : job.published == kEveryone        ? random.pick(kPublicSources)
                                                                 : random.pick(kQuietSources);
    return {.type = std::string{name.type},
            .sub_type = std::string{name.sub_type},
            .id = std::string{id_of(name, people, random)}};
}

wire::TextMap offer_terms(const DemoJob& job, Timestamp now, SeededRandom& random) {
    constexpr std::string_view::size_type kDate = 10;  // length of the date in 2021-10-13T18:04:52.562Z
    wire::TextMap terms{{"salary", fmt::format("{} {}", currency_of(job.country),
                                               salary(kCareers.at(job.department), random))},
                        {"startDate", to_iso(day_after(now, random.between(20, 60))).substr(0, kDate)},
                        {"contractType", std::string{job.employment}},
                        {"country", std::string{job.country}},
                        {"remote", job.department == 3 && random.chance(50) ? "true" : "false"}};
    if (random.chance(40)) terms.emplace("bonus", std::to_string(random.between(2, 10)));
    if (random.chance(20)) terms.emplace("remarks", "Help with the move to " + std::string{job.city});
    return terms;
}

}  // namespace callboard::cli::demo
