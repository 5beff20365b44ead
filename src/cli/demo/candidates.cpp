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
#include "cli/demo/courses.h"
#include "cli/demo/data.h"
#include "cli/demo/dice.h"
#include "cli/demo/facts.h"
#include "cli/demo/profiles.h"
#include "cli/demo/turnout.h"
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
struct Story {
    std::size_t person;
    std::size_t number;  // of the course
    std::size_t job;
};

// Schedules the events of all candidates. Random values are drawn in advance, because a scheduled function
// may run twice.
class Teller {
  public:
    Teller(Timeline& timeline, Cast& cast) : timeline_(timeline), cast_(cast) {}

    void tell() {
        const std::vector<Course> all = courses(dice_);
        const std::vector<Applicant> people = applicants(all, dice_);
        cast_.candidates.resize(people.size() + kInPool);
        cast_.offers.resize(all.size());
        for (std::size_t person = 0; person < people.size(); ++person) tell_of(person, people[person], all);
        for (std::size_t person = people.size(); person < cast_.candidates.size(); ++person)
            tell_of_pool(person);
    }

  private:
    void tell_of(std::size_t person, const Applicant& applicant, const std::vector<Course>& all) {
        const Course& first = all.at(applicant.courses.front());
        const DemoJob& job = kJobs.at(first.job);
        Draft draft{.profile = profiles_.next(applicant.department, job.country),
                    .internal = job.published == kColleagues && dice_.happens(30)};
        for (const std::size_t number : applicant.courses) {
            const Course& course = all.at(number);
            const Story story{.person = person, .number = number, .job = course.job};
            draft.status = course.outcome == Status::lead ? Status::lead : Status::fresh;
            draft.source = source(kJobs.at(course.job), course.outcome, cast_.people, dice_);
            apply(story, course.begun, draft);
            for (const Step& step : course.steps) {
                std::visit([&](const auto& what) { happen(story, step.moment, what); }, step.what);
            }
            praise(story, course);
        }
        ask_for_consent(person, first.begun);
    }

    void tell_of_pool(std::size_t person) {
        constexpr int kLongest = 100;  // days
        const std::size_t department = person % kDepartments.size();
        const int moment = dice_.between(1, kLongest * kMomentsADay);
        const std::size_t who = dice_.pick(std::array<std::size_t, 3>{0, 1, 5});  // who see the pool
        Draft draft{.profile = profiles_.next(department, "gb")};
        timeline_.at(moment, [&cast = cast_, person, who, draft = std::move(draft)](db::Tx& tx) {
            cast.candidates.at(person) = candidates::register_in_pool(tx, cast.people.at(who), draft);
        });
        if (dice_.happens(30)) note_properties(person, std::nullopt, department, moment);
        ask_for_consent(person, moment);
    }

    // A random member of the team with permission to change: a restricted interviewer has none.
    const accounts::Actor& somebody_of(std::size_t job) {
        const accounts::Actor& interviewer = cast_.interviewer(job);
        const bool may = accounts::rights_of(interviewer.role).changes != accounts::Jobs::none;
        switch (dice_.below(3)) {
            case 0: return cast_.administrator();
            case 1: return cast_.manager(job);
            default: return may ? interviewer : cast_.administrator();
        }
    }

    void apply(const Story& story, int moment, const Draft& draft) {
        timeline_.at(moment, [&cast = cast_, story, draft, &actor = somebody_of(story.job)](db::Tx& tx) {
            // Registered by the administrator: for a user who does not see the candidate it would become a
            // separate record.
            auto& person = cast.candidates.at(story.person);
            const accounts::Actor& who = person ? cast.administrator() : actor;
            person = candidates::register_for_job(tx, who, cast.job(story.job), draft);
        });
        if (draft.status != Status::lead && dice_.happens(40)) answer_questions(story, moment);
        if (dice_.happens(35)) {
            note_properties(story.person, story.job, kJobs.at(story.job).department, std::max(1, moment - 1));
        }
    }

    void answer_questions(const Story& story, int moment) {
        auto answers = screening_answers(kJobs.at(story.job), dice_);
        timeline_.at(moment, [&cast = cast_, story, answers = std::move(answers)](db::Tx& tx) {
            candidates::answer_screening(tx, cast.administrator(), cast.candidate(story.person),
                                         cast.job(story.job), answers);
        });
    }

    void note_properties(std::size_t person, std::optional<std::size_t> job, std::size_t department,
                         int moment) {
        auto told = profile_properties(department, timeline_.time_of(moment), dice_);
        timeline_.at(moment, [&cast = cast_, person, job, told = std::move(told)](db::Tx& tx) {
            candidates::set_properties(tx, cast.administrator(), cast.candidate(person),
                                       job ? std::optional{cast.job(*job)} : std::nullopt, told);
        });
    }

    void happen(const Story& story, int moment, const Move& move) {
        const int notice = dice_.between(7, 20);
        timeline_.at(
            moment, [&cast = cast_, story, move, notice, &actor = somebody_of(story.job)](db::Tx& tx) {
                Move to = move;
                if (to.status == Status::hired) to.starts_at = day_after(tx.now, notice);
                candidates::set_status(tx, actor, cast.candidate(story.person), cast.job(story.job), to);
            });
        if (move.status == Status::hired) note_hiring(story, moment);
    }

    void note_hiring(const Story& story, int moment) {
        const std::size_t mentor = dice_.below(cast_.people.size());
        timeline_.at(moment, [&cast = cast_, story, mentor](db::Tx& tx) {
            candidates::set_properties(
                tx, cast.administrator(), cast.candidate(story.person), cast.job(story.job),
                {{.property = "employeeNumber", .value = fmt::format(R"("E-{:05}")", 10'000 + story.number)},
                 {.property = "workplace", .value = R"("office")"},
                 {.property = "countryOfWork", .value = fmt::format(R"("{}")", kJobs.at(story.job).country)},
                 {.property = "mentor",
                  .value = fmt::format(R"("{}")", cast.people.at(mentor).id().text())}});
        });
    }

    // Managers create and withdraw offers; the administrator approves and sends them and records the answers.
    void happen(const Story& story, int moment, OfferStatus status) {
        if (status == OfferStatus::created) return make_offer(story, moment);
        timeline_.at(moment, [&cast = cast_, story, status](db::Tx& tx) {
            const bool is_managers =
                status == OfferStatus::pending_approval || status == OfferStatus::abandoned;
            offers::change_offer(tx, is_managers ? cast.manager(story.job) : cast.administrator(),
                                 cast.candidate(story.person), cast.job(story.job), cast.offer(story.number),
                                 {.status = status, .properties = std::nullopt});
        });
    }

    void make_offer(const Story& story, int moment) {
        wire::TextMap terms = offer_terms(kJobs.at(story.job), timeline_.time_of(moment), dice_);
        terms["manager"] = cast_.manager(story.job).id().text();
        timeline_.at(moment, [&cast = cast_, story, terms = std::move(terms)](db::Tx& tx) {
            cast.offers.at(story.number) =
                offers::create_offer(tx, cast.manager(story.job), cast.candidate(story.person),
                                     cast.job(story.job), terms)
                    .id;
        });
    }

    void happen(const Story& story, int moment, Onboarding status) {
        timeline_.at(moment, [&cast = cast_, story, status](db::Tx& tx) {
            candidates::set_onboarding(tx, cast.administrator(), cast.candidate(story.person),
                                       cast.job(story.job), status);
        });
    }

    // Tags rejected candidates worth contacting again.
    void praise(const Story& story, const Course& course) {
        const bool was_interviewed = std::ranges::any_of(course.steps, [](const Step& step) {
            const Move* const move = std::get_if<Move>(&step.what);
            return move && move->status == Status::interview;
        });
        if (course.outcome != Status::rejected || !was_interviewed || !dice_.happens(60)) return;
        timeline_.at(course.ended(), [&cast = cast_, story](db::Tx& tx) {
            candidates::add_tags(tx, cast.administrator(), cast.candidate(story.person),
                                 {candidates::Tag{"silver medallist"}});
        });
    }

    // Nearly half are never asked for consent; most of the others consent, and some have not answered.
    void ask_for_consent(std::size_t person, int after) {
        const int asked = after - dice_.between(0, 4);
        const int decided = asked - dice_.between(1, 9);
        const int drawn = dice_.between(1, 100);
        if (asked < 1 || drawn <= 42) return;
        timeline_.at(asked, [&cast = cast_, person](db::Tx& tx) {
            candidates::request_consent(tx, cast.administrator(), cast.candidate(person));
        });
        if (decided < 1 || drawn <= 65) return;
        timeline_.at(decided, [&cast = cast_, person,
                               decision = drawn <= 94 ? Consent::acquired : Consent::declined](db::Tx& tx) {
            candidates::record_consent(tx, cast.administrator(), cast.candidate(person), decision);
        });
    }

    Timeline& timeline_;
    Cast& cast_;
    Dice dice_{4711};
    Profiles profiles_{timeline_.now(), dice_};
};

}  // namespace

void add_candidates(Timeline& timeline, Cast& cast) {
    Teller{timeline, cast}.tell();
}

}  // namespace callboard::cli::demo
