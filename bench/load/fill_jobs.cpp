// fill_jobs DATA_DIR JOBS: fills a new SQLite database with a company of that many jobs, with the statements
// of the program. Prints the data that measures need as JSON: keys, users and the jobs of publishers.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "accounts/administration.h"
#include "app/store.h"
#include "configuration/company_creation.h"
#include "configuration/departments.h"
#include "events/audit_log.h"
#include "events/outbox.h"
#include "fill.h"
#include "jobs/ad_store.h"
#include "jobs/hiring_team_store.h"
#include "jobs/job_store.h"
#include "jobs/publication_store.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;

constexpr std::array kLevels{"Junior", "Senior",  "Lead",      "Assistant",
                             "Deputy", "Trainee", "Principal", "Night"};
constexpr std::array kCrafts{"Line Cook",       "Store Manager", "Project Manager", "Backend Engineer",
                             "Data Analyst",    "Buyer",         "Kitchen Manager", "Nurse",
                             "Account Manager", "Electrician",   "Payroll Clerk",   "Driver"};
constexpr std::array kDepartments{"Kitchen", "Front of House", "Supply", "Engineering", "People"};
constexpr std::array kLanguages{"en", "en", "en", "en", "de", "de", "fr", "fr", "es",
                                "it", "pl", "pt", "nl", "sv", "fi", "en", "es", "de"};
constexpr int kCities = 200;
constexpr int kProducts = 5000;  // each is in so few titles that its word is rare
constexpr int kRecruiters = 500;
constexpr int kPublishers = 64;
constexpr int kPublishersJobs = 16;
constexpr int kStandardJobs = 50;
constexpr auto kHistory = std::chrono::days{730};
constexpr int kGroup = 100;  // jobs in a transaction

// Sets the final state of a job in one step.
constexpr db::Sql kSetState{"bench_job_state", R"sql(
    UPDATE job SET status = $3, posting = $4, updated_at = $5, last_activity_at = $6
    WHERE company_id = $1 AND id = $2)sql"};

struct FinalState {
    jobs::Status status{};
    jobs::Posting posting{};
    Timestamp updated_at;
    Timestamp active_at;
};

struct People {
    std::vector<accounts::Actor> recruiters;
    std::vector<accounts::Actor> publishers;
    accounts::Actor standard;
    accounts::Actor coordinator;  // on the team of every third job
};

struct Made {
    std::string administrator_key;
    std::string standard_key;
    std::vector<std::string> publisher_keys;
    std::vector<std::vector<std::string>> publisher_jobs{kPublishers};
};

class Filler {
  public:
    Filler(app::Store& store, int count) : store_(store), count_(count), end_(store.clock().now()) {}

    void run() {
        at(end_ - kHistory);
        company_ = store_.db().write(
            std::nullopt, [](db::Tx& tx) { return configuration::create_company(tx, "Bench", "bench").id; });
        add_people();
        for (int from = 0; from < count_; from += kGroup) {
            at(created_at(from));
            const int to = std::min(from + kGroup, count_);
            const std::uint64_t seed = random_();
            const Made before = made_;
            store_.db().write(company_, [&](db::Tx& tx) {  // it may run more than once
                random_.seed(seed);
                made_ = before;
                for (int number = from; number < to; ++number) add_job(tx, number);
            });
        }
    }

    void print_summary() const {
        std::vector<std::string> publishers;
        for (std::size_t i = 0; i < made_.publisher_keys.size(); ++i) {
            publishers.push_back(fmt::format(R"({{"api_key":"{}","jobs":["{}"]}})", made_.publisher_keys[i],
                                             fmt::join(made_.publisher_jobs[i], R"(",")")));
        }
        fmt::print(
            R"({{"api_key":"{}","standard_key":"{}","recruiter":"{}","coordinator":"{}","standard":"{}",)"
            R"("now":{},"publishers":[{}]}})",
            made_.administrator_key, made_.standard_key, people_->recruiters[7].id().text(),
            people_->coordinator.id().text(), people_->standard.id().text(), end_.ms,
            fmt::join(publishers, ","));
        fmt::print("\n");
    }

  private:
    void at(Timestamp time) { store_.clock().set({.frozen_at = time}); }

    Timestamp created_at(int number) const {
        return end_ - kHistory +
               std::chrono::milliseconds{std::chrono::milliseconds{kHistory}.count() / count_ * number};
    }

    int below(int bound) { return static_cast<int>(random_() % static_cast<std::uint64_t>(bound)); }
    double fraction() { return static_cast<double>(random_() >> 11) / 9007199254740992.0; }

    accounts::Actor add_user(db::Tx& tx, const std::string& name, accounts::Role role) {
        const auto user = accounts::add_user(
            tx, {.email = name + "@bench.example", .first_name = "Robin", .last_name = name, .role = role},
            "none");
        return {user.id, user.role, events::Author{}};
    }

    std::string key_of(db::Tx& tx, const std::string& name) {
        const Secret key = accounts::new_api_key();
        accounts::create_api_key(tx, name + "@bench.example", key);
        return std::string{key.reveal()};
    }

    void add_people() {
        store_.db().write(company_, [&](db::Tx& tx) {
            using enum accounts::Role;
            const auto administrator_actor = add_user(tx, "administrator", administrator);
            People people{.standard = add_user(tx, "standard", standard),
                          .coordinator = add_user(tx, "coordinator", extended)};
            for (int i = 0; i < kRecruiters; ++i)
                people.recruiters.push_back(add_user(tx, fmt::format("recruiter{}", i), standard));
            made_.administrator_key = key_of(tx, "administrator");
            made_.standard_key = key_of(tx, "standard");
            made_.publisher_keys.clear();
            for (int i = 0; i < kPublishers; ++i) {
                people.publishers.push_back(add_user(tx, fmt::format("publisher{}", i), standard));
                made_.publisher_keys.push_back(key_of(tx, fmt::format("publisher{}", i)));
            }
            people_.emplace(std::move(people));
            departments_.clear();
            for (const char* const label : kDepartments)
                departments_.push_back(configuration::add_department(tx, administrator_actor, label,
                                                                     std::nullopt, std::nullopt));
        });
    }

    jobs::Content content(int number) {
        const auto& department = departments_[random_() % departments_.size()];
        const int city = below(kCities);
        return {
            .summary = {.title = fmt::format("{} {}, Product{}", kLevels[random_() % kLevels.size()],
                                             kCrafts[random_() % kCrafts.size()], below(kProducts)),
                        .ref_number = fmt::format("REF{:07}B", number),
                        .department = jobs::DepartmentPart{.id = std::string{department.id.text()},
                                                           .label = department.label}},
            .details = {.location = {.country = "Germany",
                                     .country_code = "de",
                                     .city = fmt::format("City {}", city)},
                        .industry = {.id = "restaurants", .label = "Restaurants"},
                        .function = {.id = "production", .label = "Production"},
                        .experience_level = {.id = "entry_level", .label = "Entry Level"},
                        .type_of_employment = jobs::LabelledTerm{.id = "permanent", .label = "Full-time"}},
            .ad_language = kLanguages[random_() % kLanguages.size()],
            .ad_sections = {.job_description = jobs::AdSection{
                                .title = "What you will do",
                                .text = markup::Html::sanitise(
                                    "<p>You cook on the line, keep it clean, and leave it as you found it; "
                                    "what you need for that you order yourself.</p>")}}};
    }

    // Old jobs are mostly closed, new ones mostly open.
    FinalState final_state(int number, Timestamp made) {
        using enum jobs::Status;
        using enum jobs::Posting;
        constexpr std::array kOpen{created,   created,   sourcing, sourcing, sourcing,
                                   interview, interview, offer,    on_hold};
        constexpr std::array kPostings{everyone, everyone, everyone, everyone,
                                       internal, internal, unlisted, not_published};
        const bool closed = fraction() > static_cast<double>(number) / count_;
        const auto left = end_ - made;
        const auto life = std::min<std::chrono::milliseconds>(left, std::chrono::days{120});
        const auto until = [&](double part) {
            return std::chrono::milliseconds{std::llround(part * static_cast<double>(life.count()))};
        };
        const double changed = fraction() < 0.4 ? fraction() * 0.001 : fraction();
        const double active = changed + (1 - changed) * fraction();
        return {.status = !closed         ? kOpen[random_() % kOpen.size()]
                          : below(10) < 7 ? filled
                                          : cancelled,
                .posting = closed && below(10) < 8 ? not_published : kPostings[random_() % kPostings.size()],
                .updated_at = made + until(changed),
                .active_at = made + until(active)};
    }

    void join(db::Tx& tx, const JobId& job, const UserId& user) {
        jobs::store::insert_member(tx, job, {.user = user, .role = "RECRUITER"});
    }

    const accounts::Actor& creator_of(int number) {
        const int publisher_step = std::max(1, count_ / (kPublishers * kPublishersJobs));
        const int standard_step = std::max(1, count_ / kStandardJobs);
        if (number % standard_step == 3 && number / standard_step < kStandardJobs) return people_->standard;
        if (number % publisher_step == 1 && number / publisher_step < kPublishers * kPublishersJobs)
            return people_->publishers[static_cast<std::size_t>(number / publisher_step % kPublishers)];
        return people_->recruiters[random_() % kRecruiters];
    }

    void add_job(db::Tx& tx, int number) {
        const accounts::Actor& creator = creator_of(number);
        const jobs::Job job{.id = tx.new_id<JobId>(),
                            .kind = jobs::Kind::job,
                            .status = jobs::Status::created,
                            .posting = jobs::Posting::not_published,
                            .default_ad = tx.new_id<JobAdId>(),
                            .creator = creator.id()};
        const jobs::Content made = content(number);
        jobs::store::insert(tx, job, made);
        jobs::store::insert_ad(tx, job.id,
                               {.id = job.default_ad, .title = made.summary.title, .creator = creator.id()});
        jobs::store::insert_status_change(tx, job.id, job.status, creator.id());
        join(tx, job.id, creator.id());
        join(tx, job.id, people_->recruiters[random_() % kRecruiters].id());
        if (number % 3 == 0) join(tx, job.id, people_->coordinator.id());
        events::append(tx, events::JobCreated{job.id});
        events::append(tx, events::JobAdCreated{job.id, job.default_ad});
        events::audit(tx, creator, {.name = "JOB_CREATED", .entity_type = "JOB", .entity_id = job.id.text()});
        events::audit(tx, creator,
                      {.name = "JOB_AD_CREATED",
                       .entity_type = "JOB_AD",
                       .entity_id = job.default_ad.text(),
                       .context = {{"jobId", job.id.text()}}});
        // Measures publish these jobs: they must not be published yet.
        if (const auto publisher = publisher_of(creator)) {
            made_.publisher_jobs[*publisher].emplace_back(job.id.text());
        } else {
            set_state(tx, number, job);
        }
    }

    void set_state(db::Tx& tx, int number, const jobs::Job& job) {
        const FinalState state = final_state(number, created_at(number));
        tx.enqueue(kSetState, {job.id, state.status, state.posting, state.updated_at, state.active_at});
        if (state.status != job.status)
            jobs::store::insert_status_change(tx, job.id, state.status, job.creator);
        if (state.posting == jobs::Posting::not_published) return;
        jobs::store::begin_publication(tx, job.id, job.default_ad, 0,
                                       state.posting == jobs::Posting::internal
                                           ? jobs::PublicationAudience::colleagues
                                           : jobs::PublicationAudience::everyone_and_boards);
    }

    std::optional<std::size_t> publisher_of(const accounts::Actor& creator) const {
        const auto found = std::ranges::find(people_->publishers, creator.id(), &accounts::Actor::id);
        if (found == people_->publishers.end()) return std::nullopt;
        return static_cast<std::size_t>(found - people_->publishers.begin());
    }

    app::Store& store_;
    const int count_;
    const Timestamp end_;
    std::mt19937_64 random_{4711};
    std::optional<CompanyId> company_;
    std::optional<People> people_;
    std::vector<configuration::Department> departments_;
    Made made_;
};

}  // namespace
}  // namespace callboard

int main(int argc, char** argv) {
    return callboard::bench::fill<callboard::Filler>(argc, argv);
}
