// fill_postings DATA_DIR JOBS: fills a new SQLite database with a company of that many published jobs, whose
// application form has four questions.
#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "accounts/administration.h"
#include "app/store.h"
#include "apply/forms.h"
#include "configuration/company_creation.h"
#include "configuration/departments.h"
#include "fill.h"
#include "jobs/creation.h"
#include "jobs/publication.h"
#include "wire/shape.h"

namespace callboard {
namespace {

constexpr std::array kCrafts{"Line Cook", "Store Manager", "Backend Engineer", "Data Analyst", "Nurse"};
constexpr std::array kDepartments{"Kitchen", "Front of House", "Supply", "Engineering", "People"};
constexpr int kCities = 200;
constexpr int kGroup = 100;  // jobs in a transaction
constexpr int kQuestions = 4;

// The ids of the questions are the same in bench/measures/postings.py.
apply::Form form() {
    std::string questions;
    for (int number = 1; number <= kQuestions; ++number)
        questions += fmt::format(
            R"({}{{"id":"01a1e900-0000-7000-8000-{:012}","label":"Question {}?",
                   "fields":[{{"id":"value","label":"Answer","type":"INPUT_TEXT","required":true}}]}})",
            number == 1 ? "" : ",", number, number);
    return wire::decode<apply::Form>(fmt::format(R"({{"questions":[{}]}})", questions));
}

std::string text(int number) {
    std::string text = "<p>";
    for (int i = 0; i < 20; ++i)
        text += fmt::format("You cook on line {} and keep it clean, every day of the week. ", number + i);
    return text + "</p>";
}

class Filler {
  public:
    Filler(app::Store& store, int count) : store_(store), count_(count) {}

    void run() {
        company_ = store_.db().write(
            std::nullopt, [](db::Tx& tx) { return configuration::create_company(tx, "Bench", "bench").id; });
        store_.db().write(company_, [&](db::Tx& tx) {
            const auto user = accounts::add_user(tx,
                                                 {.email = "ada@bench.example",
                                                  .first_name = "Ada",
                                                  .last_name = "Reyes",
                                                  .role = accounts::Role::administrator},
                                                 "none");
            accounts::create_api_key(tx, "ada@bench.example", api_key_);
            publisher_.emplace(user.id, user.role, events::Author{});
            apply::set_company_form(tx, *publisher_, form(), {});
            departments_.clear();
            for (const char* each : kDepartments)
                departments_.emplace_back(
                    configuration::add_department(tx, *publisher_, each, {}, {}).id.text());
        });
        for (int from = 0; from < count_; from += kGroup) {
            const int to = std::min(from + kGroup, count_);
            store_.db().write(company_, [&](db::Tx& tx) {
                for (int number = from; number < to; ++number) publish(tx, number);
            });
        }
    }

    void print_summary() const { fmt::print(R"({{"api_key":"{}"}})", api_key_.reveal()); }

  private:
    void publish(db::Tx& tx, int number) {
        jobs::Draft draft;
        draft.title =
            fmt::format("{} {}", kCrafts[static_cast<std::size_t>(number) % kCrafts.size()], number);
        draft.department = departments_[static_cast<std::size_t>(number) % departments_.size()];
        draft.industry = "restaurants";
        draft.function = "production";
        draft.experience_level = "entry_level";
        draft.employment_type = "permanent";
        draft.location = {.country_code = "us", .city = fmt::format("City {}", number % kCities)};
        draft.ad_sections.job_description = jobs::AdSection{.text = markup::Html::sanitise(text(number))};
        const jobs::Job job = jobs::create(tx, *publisher_, draft);
        jobs::publish(tx, *publisher_, job.id, jobs::PublicationAudience::everyone_and_boards);
    }

    app::Store& store_;
    const int count_;
    const Secret api_key_ = accounts::new_api_key();
    std::optional<CompanyId> company_;
    std::optional<accounts::Actor> publisher_;
    std::vector<std::string> departments_;
};

}  // namespace
}  // namespace callboard

int main(int argc, char** argv) {
    return callboard::bench::fill<callboard::Filler>(argc, argv);
}
