#include "cli/demo/candidates.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "candidates/applications.h"
#include "candidates/change.h"
#include "candidates/consent.h"
#include "candidates/properties.h"
#include "candidates/registration.h"
#include "candidates/screening.h"
#include "candidates/status.h"
#include "cli/demo/applicants.h"
#include "cli/demo/application_paths.h"
#include "cli/demo/data.h"
#include "cli/demo/facts.h"
#include "cli/demo/job_outcomes.h"
#include "cli/demo/profiles.h"
#include "cli/demo/seeded_random.h"
#include "offers/offers.h"

namespace callboard::cli::demo {
namespace {

using candidates::Consent;
using candidates::Draft;
using candidates::Move;
using candidates::Onboarding;
using candidates::Status;
using offers::OfferStatus;

// Indexes of an application.
struct ApplicationRef {
    std::size_t person;
    std::size_t number;  // of the path
    std::size_t job;
};

// Schedules the events of all candidates. Random values are drawn in advance, because a scheduled function
// may run twice.
class CandidateScheduler {
  public:
    CandidateScheduler(Timeline& timeline, DemoIds& ids) : timeline_(timeline), ids_(ids) {}

    void schedule() {
        const std::vector<ApplicationPath> all = paths(random_);
        const std::vector<Applicant> people = applicants(all, random_);
        ids_.candidates.resize(people.size() + kInPool);
        ids_.offers.resize(all.size());
        for (std::size_t person = 0; person < people.size(); ++person)
            schedule_applicant(person, people[person], all);
        for (std::size_t person = people.size(); person < ids_.candidates.size(); ++person)
            schedule_pool_candidate(person);
    }

  private:
    void schedule_applicant(std::size_t person, const Applicant& applicant,
                            const std::vector<ApplicationPath>& all) {
        const ApplicationPath& first = all.at(applicant.paths.front());
        const DemoJob& job = kJobs.at(first.job);
        Draft draft{.profile = profiles_.next(applicant.department, job.country),
                    .internal = job.published == kColleagues && random_.chance(30)};
        for (const std::size_t number : applicant.paths) {
            const ApplicationPath& path = all.at(number);
            const ApplicationRef application{.person = person, .number = number, .job = path.job};
            draft.status = path.outcome == Status::lead ? Status::lead : Status::fresh;
            draft.source = source(kJobs.at(path.job), path.outcome, ids_.people, random_);
            apply(application, path.begun, draft);
            for (const Step& step : path.steps) {
                std::visit([&](const auto& what) { schedule_step(application, step.moment, what); },
                           step.what);
            }
            tag_silver_medallist(application, path);
        }
        ask_for_consent(person, first.begun);
    }

    void schedule_pool_candidate(std::size_t person) {
        constexpr int kLongest = 100;  // days
        const std::size_t department = person % kDepartments.size();
        const int moment = random_.between(1, kLongest * kMomentsPerDay);
        const std::size_t who = random_.pick(std::array<std::size_t, 3>{0, 1, 5});  // who see the pool
        Draft draft{.profile = profiles_.next(department, "gb")};
        timeline_.at(moment, [&ids = ids_, person, who, draft = std::move(draft)](db::Tx& tx) {
            ids.candidates.at(person) = candidates::register_in_pool(tx, ids.people.at(who), draft);
        });
        if (random_.chance(30)) schedule_properties(person, std::nullopt, department, moment);
        ask_for_consent(person, moment);
    }

    // A random member of the team with permission to change: a restricted interviewer has none.
    const accounts::Actor& random_actor(std::size_t job) {
        const accounts::Actor& interviewer = ids_.interviewer(job);
        const bool may = accounts::rights_of(interviewer.role).changes != accounts::Jobs::none;
        switch (random_.below(3)) {
            case 0: return ids_.administrator();
            case 1: return ids_.manager(job);
            default: return may ? interviewer : ids_.administrator();
        }
    }

    void apply(const ApplicationRef& application, int moment, const Draft& draft) {
        timeline_.at(moment,
                     [&ids = ids_, application, draft, &actor = random_actor(application.job)](db::Tx& tx) {
                         // Registered by the administrator: for a user who does not see the candidate it
                         // would become a separate record.
                         auto& person = ids.candidates.at(application.person);
                         const accounts::Actor& who = person ? ids.administrator() : actor;
                         person = candidates::register_for_job(tx, who, ids.job(application.job), draft);
                     });
        if (draft.status != Status::lead && random_.chance(40)) answer_questions(application, moment);
        if (random_.chance(35)) {
            schedule_properties(application.person, application.job, kJobs.at(application.job).department,
                                std::max(1, moment - 1));
        }
    }

    void answer_questions(const ApplicationRef& application, int moment) {
        auto answers = screening_answers(kJobs.at(application.job), random_);
        timeline_.at(moment, [&ids = ids_, application, answers = std::move(answers)](db::Tx& tx) {
            candidates::answer_screening(tx, ids.administrator(), ids.candidate(application.person),
                                         ids.job(application.job), answers);
        });
    }

    void schedule_properties(std::size_t person, std::optional<std::size_t> job, std::size_t department,
                             int moment) {
        auto values = profile_properties(department, timeline_.time_of(moment), random_);
        timeline_.at(moment, [&ids = ids_, person, job, values = std::move(values)](db::Tx& tx) {
            candidates::set_properties(tx, ids.administrator(), ids.candidate(person),
                                       job ? std::optional{ids.job(*job)} : std::nullopt, values);
        });
    }

    void schedule_step(const ApplicationRef& application, int moment, const Move& move) {
        const int notice = random_.between(7, 20);
        timeline_.at(moment, [&ids = ids_, application, move, notice,
                              &actor = random_actor(application.job)](db::Tx& tx) {
            Move to = move;
            if (to.status == Status::hired) to.starts_at = day_after(tx.now, notice);
            candidates::set_status(tx, actor, ids.candidate(application.person), ids.job(application.job),
                                   to);
        });
        if (move.status == Status::hired) schedule_hiring_properties(application, moment);
    }

    void schedule_hiring_properties(const ApplicationRef& application, int moment) {
        const std::size_t mentor = random_.below(ids_.people.size());
        timeline_.at(moment, [&ids = ids_, application, mentor](db::Tx& tx) {
            candidates::set_properties(
                tx, ids.administrator(), ids.candidate(application.person), ids.job(application.job),
                {{.property = "employeeNumber",
                  .value = fmt::format(R"("E-{:05}")", 10'000 + application.number)},
                 {.property = "workplace", .value = R"("office")"},
                 {.property = "countryOfWork",
                  .value = fmt::format(R"("{}")", kJobs.at(application.job).country)},
                 {.property = "mentor", .value = fmt::format(R"("{}")", ids.people.at(mentor).id().text())}});
        });
    }

    // Managers create and withdraw offers; the administrator approves and sends them and records the answers.
    void schedule_step(const ApplicationRef& application, int moment, OfferStatus status) {
        if (status == OfferStatus::created) return make_offer(application, moment);
        timeline_.at(moment, [&ids = ids_, application, status](db::Tx& tx) {
            const bool is_managers =
                status == OfferStatus::pending_approval || status == OfferStatus::abandoned;
            offers::change_offer(tx, is_managers ? ids.manager(application.job) : ids.administrator(),
                                 ids.candidate(application.person), ids.job(application.job),
                                 ids.offer(application.number),
                                 {.status = status, .properties = std::nullopt});
        });
    }

    void make_offer(const ApplicationRef& application, int moment) {
        wire::TextMap terms = offer_terms(kJobs.at(application.job), timeline_.time_of(moment), random_);
        terms["manager"] = ids_.manager(application.job).id().text();
        timeline_.at(moment, [&ids = ids_, application, terms = std::move(terms)](db::Tx& tx) {
            ids.offers.at(application.number) =
                offers::create_offer(tx, ids.manager(application.job), ids.candidate(application.person),
                                     ids.job(application.job), terms)
                    .id;
        });
    }

    void schedule_step(const ApplicationRef& application, int moment, Onboarding status) {
        timeline_.at(moment, [&ids = ids_, application, status](db::Tx& tx) {
            candidates::set_onboarding(tx, ids.administrator(), ids.candidate(application.person),
                                       ids.job(application.job), status);
        });
    }

    // Tags rejected candidates worth contacting again.
    void tag_silver_medallist(const ApplicationRef& application, const ApplicationPath& path) {
        const bool was_interviewed = std::ranges::any_of(path.steps, [](const Step& step) {
            const Move* const move = std::get_if<Move>(&step.what);
            return move && move->status == Status::interview;
        });
        if (path.outcome != Status::rejected || !was_interviewed || !random_.chance(60)) return;
        timeline_.at(path.ended(), [&ids = ids_, application](db::Tx& tx) {
            candidates::add_tags(tx, ids.administrator(), ids.candidate(application.person),
                                 {candidates::Tag{"silver medallist"}});
        });
    }

    // Nearly half are never asked for consent; most of the others consent, and some have not answered.
    void ask_for_consent(std::size_t person, int after) {
        const int asked = after - random_.between(0, 4);
        const int decided = asked - random_.between(1, 9);
        const int drawn = random_.between(1, 100);
        if (asked < 1 || drawn <= 42) return;
        timeline_.at(asked, [&ids = ids_, person](db::Tx& tx) {
            candidates::request_consent(tx, ids.administrator(), ids.candidate(person));
        });
        if (decided < 1 || drawn <= 65) return;
        timeline_.at(decided, [&ids = ids_, person,
                               decision = drawn <= 94 ? Consent::acquired : Consent::declined](db::Tx& tx) {
            candidates::record_consent(tx, ids.administrator(), ids.candidate(person), decision);
        });
    }

    Timeline& timeline_;
    DemoIds& ids_;
    SeededRandom random_{4711};
    Profiles profiles_{timeline_.now(), random_};
};

}  // namespace

void add_candidates(Timeline& timeline, DemoIds& ids) {
    CandidateScheduler{timeline, ids}.schedule();
}

}  // namespace callboard::cli::demo
