// fill_candidates DATA_DIR CANDIDATES: fills a new SQLite database with a company of that many candidates and
// half as many applications again, with the statements of the program. Prints the data that measures need as
// JSON: keys, jobs, words, some candidates, and the applications of movers.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "accounts/administration.h"
#include "app/store.h"
#include "candidates/application_store.h"
#include "candidates/candidate_store.h"
#include "configuration/company_creation.h"
#include "configuration/sources.h"
#include "events/audit_log.h"
#include "events/outbox.h"
#include "fill.h"
#include "jobs/ad_store.h"
#include "jobs/hiring_team_store.h"
#include "jobs/job_store.h"
#include "profiles.h"

namespace callboard {
namespace {

using candidates::Status;

constexpr auto kHistory = std::chrono::milliseconds{std::chrono::days{730}};
constexpr auto kLife = std::chrono::milliseconds{std::chrono::days{60}};  // until the last change
constexpr int kGroup = 1000;                                              // candidates in a transaction
constexpr int kCandidatesPerJob = 500;
constexpr std::size_t kMovers = 64;
constexpr std::size_t kMoversApplications = 16;
constexpr std::size_t kStandardJobs = 20;
constexpr std::size_t kFewestJobs = 2 * kMovers;
constexpr std::size_t kSample = 1000;

// The first job has the most applicants; then those of the movers, and those of the standard user.
constexpr std::size_t kFirstMover = 1;
constexpr std::size_t kFirstStandard = kFirstMover + kMovers;

// Sets the final state of a candidate in one step.
constexpr db::Sql kSetCandidateState{"bench_candidate_state", R"sql(
    UPDATE candidate SET updated_at = $3 WHERE company_id = $1 AND id = $2)sql"};
constexpr db::Sql kSetApplicationState{"bench_application_state", R"sql(
    UPDATE job_application SET listed_at = $4, status = $5 WHERE company_id = $1 AND candidate_id = $2 AND job_id = $3)sql"};

struct Made {
    std::vector<std::vector<std::string>> movers{kMovers};  // "candidate/jobs/job" of each
    std::vector<std::string> sample;
};

class Filler {
  public:
    Filler(app::Store& store, int count) : store_(store), count_(count), end_(store.clock().now()) {}

    void run() {
        at(end_ - kHistory);
        company_ = store_.db().write(
            std::nullopt, [](db::Tx& tx) { return configuration::create_company(tx, "Bench", "bench").id; });
        store_.db().write(company_, [&](db::Tx& tx) { add_people(tx); });
        store_.db().write(company_, [&](db::Tx& tx) { add_jobs(tx); });
        for (int from = 0; from < count_; from += kGroup) {
            at(created_at(from));
            const std::uint64_t seed = random_();
            const Made before = made_;
            store_.db().write(company_, [&](db::Tx& tx) {  // it may run more than once
                random_.seed(seed);
                made_ = before;
                for (int number = from; number < std::min(from + kGroup, count_); ++number)
                    add_candidate(tx, number);
            });
        }
    }

    void print_summary() const {
        std::vector<std::string> movers;
        for (std::size_t i = 0; i < kMovers; ++i)
            movers.push_back(fmt::format(R"({{"api_key":"{}","applications":["{}"]}})", mover_keys_[i],
                                         fmt::join(made_.movers[i], R"(",")")));
        fmt::print(R"({{"api_key":"{}","standard_key":"{}","now":{},"big_job":"{}","job":"{}","jobs":["{}"],)"
                   R"("words":{{"common":"{}","other_common":"{}","usual":"{}","phrase":"{}","rare":"{}"}},)"
                   R"("common_tag":"{}","rare_tag":"{}","sample":["{}"],"movers":[{}]}})",
                   administrator_key_, standard_key_, end_.ms, jobs_.front().text(), jobs_.back().text(),
                   fmt::join(texts_of_last_jobs(), R"(",")"), bench::kCommonWord, bench::kOtherCommonWord,
                   bench::kUsualWord, bench::kPhrase, bench::kRareWord, bench::kCommonTag, bench::kRareTag,
                   fmt::join(made_.sample, R"(",")"), fmt::join(movers, ","));
        fmt::print("\n");
    }

  private:
    void at(Timestamp time) { store_.clock().set({.frozen_at = time}); }

    Timestamp created_at(int number) const {
        return end_ - kHistory + std::chrono::milliseconds{kHistory.count() / count_ * number};
    }

    double fraction() { return static_cast<double>(random_() >> 11) / 9007199254740992.0; }

    std::vector<std::string> texts_of_last_jobs() const {
        std::vector<std::string> texts;
        for (std::size_t i = jobs_.size() - 3; i < jobs_.size(); ++i) texts.emplace_back(jobs_[i].text());
        return texts;
    }

    // --- people and jobs

    std::pair<accounts::Actor, std::string> person(db::Tx& tx, const std::string& name, accounts::Role role) {
        const std::string email = name + "@bench.example";
        const auto user = accounts::add_user(
            tx, {.email = email, .first_name = "Robin", .last_name = name, .role = role}, "none");
        const Secret key = accounts::new_api_key();
        accounts::create_api_key(tx, email, key);
        return {{user.id, user.role, events::Author{}}, std::string{key.reveal()}};
    }

    void add_people(db::Tx& tx) {
        auto [administrator, key] = person(tx, "administrator", accounts::Role::administrator);
        auto [standard, other_key] = person(tx, "standard", accounts::Role::standard);
        administrator_.emplace(administrator);
        standard_.emplace(standard);
        administrator_key_ = key;
        standard_key_ = other_key;
        movers_.clear();
        mover_keys_.clear();
        for (std::size_t i = 0; i < kMovers; ++i) {
            auto [mover, mover_key] = person(tx, fmt::format("mover{}", i), accounts::Role::standard);
            movers_.push_back(mover);
            mover_keys_.push_back(mover_key);
        }
    }

    const accounts::Actor& creator_of(std::size_t job) const {
        if (job >= kFirstMover && job < kFirstStandard) return movers_[job - kFirstMover];
        if (job >= kFirstStandard && job < kFirstStandard + kStandardJobs) return *standard_;
        return *administrator_;
    }

    void add_jobs(db::Tx& tx) {
        jobs_.clear();
        const auto wanted = static_cast<std::size_t>(count_ / kCandidatesPerJob);
        for (std::size_t i = 0; i < std::max(wanted, kFewestJobs); ++i)
            jobs_.push_back(add_job(tx, i, creator_of(i)));
    }

    JobId add_job(db::Tx& tx, std::size_t number, const accounts::Actor& creator) {
        const auto id = tx.new_id<JobId>();
        const auto ad = tx.new_id<JobAdId>();
        const std::string title = fmt::format("{} {}", bench::kLevels[number % bench::kLevels.size()],
                                              bench::kCrafts[number % bench::kCrafts.size()]);
        jobs::store::insert(
            tx,
            {.id = id,
             .kind = jobs::Kind::job,
             .status = jobs::Status::offer,  // the last status that candidates cause
             .posting = jobs::Posting::not_published,
             .default_ad = ad,
             .creator = creator.id()},
            {.summary = {.title = title, .ref_number = fmt::format("REF{:06}", number)},
             .details = {.location = {.country = "Germany", .country_code = "de", .city = "Berlin"},
                         .industry = {.id = "restaurants", .label = "Restaurants"},
                         .function = {.id = "production", .label = "Production"},
                         .experience_level = {.id = "entry_level", .label = "Entry Level"}},
             .ad_language = "en",
             .ad_sections = {.job_description =
                                 jobs::AdSection{.text = markup::Html::sanitise("<p>You cook.</p>")}}});
        jobs::store::insert_ad(tx, id, {.id = ad, .title = title, .creator = creator.id()});
        jobs::store::insert_member(tx, id, {.user = creator.id(), .role = "RECRUITER"});
        return id;
    }

    // --- candidates

    void add_candidate(db::Tx& tx, int number) {
        const auto id = tx.new_id<CandidateId>();
        const candidates::Profile profile = profiles_.make(number);
        candidates::store::insert(tx, id, profile, candidates::Employment::external,
                                  candidates::store::Identity::owner);
        events::append(tx, events::CandidateCreated{id});
        events::audit(tx, *administrator_,
                      {.name = "CANDIDATE_CREATED", .entity_type = "CANDIDATE", .entity_id = id.text()});
        candidates::store::add_to_search_index(tx, id, profile);
        if (random_() % 10 == 0)
            candidates::store::set_consent(
                tx, id, {.state = candidates::Consent::acquired, .asked_at = tx.now, .decided_at = tx.now});

        const Timestamp changed_at = last_change(created_at(number));
        tx.enqueue(kSetCandidateState, {id, changed_at});
        const std::size_t first = first_job(number);
        add_application(tx, id, first, changed_at);
        if (number % 2 == 1) add_application(tx, id, another_job(first), changed_at);
        if (number % std::max(1, count_ / static_cast<int>(kSample)) == 0)
            made_.sample.push_back(fmt::format("{}/jobs/{}", id.text(), jobs_[first].text()));
    }

    // Three of twenty apply for the first job: of a million candidates enough for a 1,000th page.
    std::size_t first_job(int number) {
        if (number % 20 < 3) return 0;
        return 1 + random_() % (jobs_.size() - 1);
    }

    std::size_t another_job(std::size_t than) {
        const std::size_t job = 1 + random_() % (jobs_.size() - 1);
        if (job != than) return job;
        return job == 1 ? 2 : job - 1;
    }

    Timestamp last_change(Timestamp made) {
        const double part = fraction() < 0.4 ? fraction() * 0.001 : fraction();
        const auto life = std::min(std::chrono::milliseconds{end_.ms - made.ms}, kLife);
        return made + std::chrono::milliseconds{std::llround(part * static_cast<double>(life.count()))};
    }

    Status any_status() {
        using enum Status;
        constexpr std::array kHundred{
            std::pair{lead, 2},    std::pair{fresh, 30}, std::pair{in_review, 12}, std::pair{interview, 6},
            std::pair{offered, 1}, std::pair{hired, 3},  std::pair{rejected, 40},  std::pair{withdrawn, 6}};
        auto left = static_cast<int>(random_() % 100);
        for (const auto& [status, share] : kHundred)
            if ((left -= share) < 0) return status;
        return fresh;
    }

    // A mover moves applications for the mover's own job that were not moved yet.
    bool is_for_mover(const CandidateId& candidate, std::size_t job) {
        if (job < kFirstMover || job >= kFirstStandard) return false;
        auto& own = made_.movers[job - kFirstMover];
        if (own.size() == kMoversApplications) return false;
        own.push_back(fmt::format("{}/jobs/{}", candidate.text(), jobs_[job].text()));
        return true;
    }

    void add_application(db::Tx& tx, const CandidateId& candidate, std::size_t job, Timestamp changed_at) {
        candidates::Application application{.id = tx.new_id<JobApplicationId>(),
                                            .candidate = candidate,
                                            .job = jobs_[job],
                                            .status = Status::fresh,
                                            .source = configuration::api_source()};
        candidates::store::insert(tx, application);
        candidates::store::insert_status_change(tx, application);
        events::append(
            tx, events::ApplicationCreated{
                    .job_id = application.job, .candidate_id = candidate, .application_id = application.id});
        events::audit(tx, *administrator_,
                      {.name = "JOB_APPLICATION_CREATED",
                       .entity_type = "APPLICATION",
                       .entity_id = application.id.text(),
                       .context = {{"currentStatus", name_of(application.status)}}});
        const Status status = is_for_mover(candidate, job) ? Status::fresh : any_status();
        tx.enqueue(kSetApplicationState, {candidate, application.job, changed_at, status});
        if (status == application.status) return;
        application.status = status;
        candidates::store::insert_status_change(tx, application);
    }

    app::Store& store_;
    const int count_;
    const Timestamp end_;
    std::mt19937_64 random_{4711};
    bench::ProfileMaker profiles_{random_};
    std::optional<CompanyId> company_;
    std::optional<accounts::Actor> administrator_;
    std::optional<accounts::Actor> standard_;
    std::vector<accounts::Actor> movers_;
    std::string administrator_key_;
    std::string standard_key_;
    std::vector<std::string> mover_keys_;
    std::vector<JobId> jobs_;
    Made made_;
};

}  // namespace
}  // namespace callboard

int main(int argc, char** argv) {
    return callboard::bench::fill<callboard::Filler>(argc, argv);
}
