#include "cli/demo/application_paths.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "cli/demo/job_outcomes.h"
#include "cli/demo/timeline.h"
#include "configuration/initial_data.h"

namespace callboard::cli::demo {
namespace {

using candidates::Move;
using candidates::Onboarding;
using candidates::Status;
using configuration::ReasonKind;
using offers::OfferStatus;

Move to(Status status, std::string_view sub_status = {}) {
    Move move{.status = status};
    if (!sub_status.empty()) move.sub_status = sub_status;
    return move;
}

Move for_reason(Status status, ReasonKind kind, std::size_t reason) {
    Move move{.status = status};
    move.reason = configuration::initial_reason(kind, reason);
    return move;
}

// The furthest status of a candidate that does not advance the job beyond its status.
Status furthest(jobs::Status job) {
    switch (job) {
        case jobs::Status::created: return Status::lead;
        case jobs::Status::sourcing: return Status::in_review;
        case jobs::Status::interview: return Status::interview;
        case jobs::Status::offer:
        case jobs::Status::filled:
        case jobs::Status::cancelled:
        case jobs::Status::on_hold: return Status::offered;
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

// Rotates through the variants of a kind, so that each occurs.
class RoundRobin {
  public:
    template <class Range>
    auto next(const Range& range) {
        return range[count_++ % range.size()];
    }

  private:
    std::size_t count_ = 0;
};

// Plans one course after the other.
class Planner {
  public:
    explicit Planner(SeededRandom& random) : random_(random) {}

    ApplicationPath plan(std::size_t job, Status outcome) {
        job_ = job;
        ends_with_job_ = false;
        path_ = {.job = job, .outcome = outcome, .begun = 0, .steps = {}};
        walk(outcome);
        set_times();
        if (outcome == Status::hired) onboard();
        return std::move(path_);
    }

  private:
    void walk(Status outcome) {
        switch (outcome) {
            case Status::lead:
            case Status::fresh: return;
            case Status::in_review: return review();
            case Status::interview: return be_interviewed();
            case Status::offered: return be_offered();
            case Status::hired: return be_hired();
            case Status::rejected: return be_rejected();
            case Status::withdrawn: return withdraw();
            case Status::transferred:
                if (random_.chance(60)) review();
                return add(to(Status::transferred));
        }
        std::abort();  // unreachable: -Werror=switch keeps the list complete
    }

    template <class What>
    void add(What what) {
        path_.steps.push_back({.moment = 0, .what = std::move(what)});
    }
    template <class... Statuses>
    void make_offer(Statuses... statuses) {
        add(OfferStatus::created);
        (add(statuses), ...);
    }

    void review() {
        add(to(Status::in_review, "Resume Review"));
        if (random_.chance(50)) add(to(Status::in_review, "Phone Screen"));
    }

    void add_interviews() {
        review();
        add(to(Status::interview, "Hiring Manager Interview"));
        if (random_.chance(60)) add(to(Status::interview, "Team Interview"));
    }

    // Every third of them has an offer that has not been sent.
    void be_interviewed() {
        using enum OfferStatus;
        constexpr std::array kUnsent{created, pending_approval, approved, not_approved, abandoned};
        constexpr std::array kThird{true, false, false};
        add_interviews();
        if (!interviewed_.next(kThird)) return;
        add(to(Status::interview, "Final Interview"));
        switch (const OfferStatus reached = unsent_.next(kUnsent)) {
            case created: return make_offer();
            case approved:
            case not_approved: return make_offer(pending_approval, reached);
            case pending_approval:
            case pending_acceptance:
            case accepted:
            case not_accepted:
            case abandoned: return make_offer(reached);
        }
        std::abort();  // unreachable: -Werror=switch keeps the list complete
    }

    void get_offer() {
        using enum OfferStatus;
        add_interviews();
        add(to(Status::interview, "Final Interview"));
        if (random_.chance(60)) {
            make_offer(pending_approval, approved, pending_acceptance);
        } else {
            make_offer(pending_acceptance);
        }
        add(to(Status::offered, "Offer Extended"));
    }

    void accept_offer() {
        get_offer();
        add(OfferStatus::accepted);
        add(to(Status::offered, "Offer Accepted"));
    }

    void be_offered() {
        constexpr std::array kAnswered{false, false, true, false};
        if (offered_.next(kAnswered)) {
            accept_offer();
        } else {
            get_offer();
        }
    }

    void be_hired() {
        accept_offer();
        add(to(Status::hired));
    }

    // Most are rejected early, some after interviews.
    void be_rejected() {
        constexpr std::array<std::size_t, 6> kOnPaper{0, 1, 0, 2, 3, 4};
        constexpr std::array<std::size_t, 4> kInPerson{5, 6, 7, 7};
        if (may_reach(Status::interview) && random_.chance(20)) {
            add_interviews();
            return add(for_reason(Status::rejected, ReasonKind::rejection, random_.pick(kInPerson)));
        }
        if (random_.chance(50)) review();
        ends_with_job_ = is_closed() && random_.chance(35);
        add(for_reason(Status::rejected, ReasonKind::rejection,
                       ends_with_job_ ? reason_of_closing() : random_.pick(kOnPaper)));
    }

    // Some withdraw only after the offer.
    void withdraw() {
        constexpr std::array kEighth{false, false, true, false, false, false, false, false};
        constexpr std::size_t kOfferDeclined = 3;  // the reasons before this one are about an offer
        constexpr std::size_t kReasons = 6;
        if (may_reach(Status::offered) && withdrawn_.next(kEighth)) {
            get_offer();
            add(OfferStatus::not_accepted);
            return add(for_reason(Status::withdrawn, ReasonKind::withdrawal, random_.below(kOfferDeclined)));
        }
        if (may_reach(Status::interview) && random_.chance(30)) {
            add_interviews();
        } else if (random_.chance(60)) {
            review();
        }
        add(for_reason(Status::withdrawn, ReasonKind::withdrawal, random_.below(kReasons)));
    }

    bool may_reach(Status status) const { return furthest(kJobs.at(job_).status) >= status; }
    bool is_closed() const {
        return kJobs.at(job_).status == jobs::Status::filled ||
               kJobs.at(job_).status == jobs::Status::cancelled;
    }
    std::size_t reason_of_closing() const {
        constexpr std::size_t kAnotherChosen = 7;
        constexpr std::size_t kPositionClosed = 8;
        return kJobs.at(job_).status == jobs::Status::filled ? kAnotherChosen : kPositionClosed;
    }

    // The maximum duration; courses in progress are recent.
    static int longest(Status outcome) {
        constexpr int kForever = kFounded;
        switch (outcome) {
            case Status::lead: return 30;
            case Status::fresh: return 18;
            case Status::in_review: return 25;
            case Status::interview: return 40;
            case Status::offered: return 55;
            case Status::hired:
            case Status::rejected:
            case Status::withdrawn:
            case Status::transferred: return kForever;
        }
        std::abort();  // unreachable: -Werror=switch keeps the list complete
    }

    // Between the opening of the job and the end, a few days for each step.
    void set_times() {
        const JobOutcomes& job_outcomes = kJobOutcomes.at(job_);
        const int end = std::max(1, job_outcomes.closed * kMomentsPerDay);
        const int count = static_cast<int>(path_.steps.size());
        const int latest = end + count;
        const int earliest = std::min(job_outcomes.opened * kMomentsPerDay - 2,
                                      latest + longest(path_.outcome) * kMomentsPerDay);
        path_.begun = random_.between(latest, std::max(latest, earliest));
        const int pace =
            ends_with_job_ ? job_outcomes.opened * kMomentsPerDay : random_.between(2, 4 * kMomentsPerDay);
        for (int i = 1; i <= count; ++i) {
            const int taken = std::min(i * pace, (path_.begun - end) * i / count);
            path_.steps.at(static_cast<std::size_t>(i - 1)).moment = path_.begun - taken;
        }
    }

    void onboard() {
        constexpr int kWeeks = 3;  // until the onboarding result is known
        const int hired = path_.ended();
        const int known = hired - kWeeks * 7 * kMomentsPerDay;
        path_.steps.push_back({.moment = hired, .what = Onboarding::ready});
        if (known < 1) return;
        constexpr std::array kEnds{Onboarding::successful, Onboarding::successful, Onboarding::failed};
        path_.steps.push_back({.moment = known, .what = onboarded_.next(kEnds)});
    }

    SeededRandom& random_;
    std::size_t job_ = 0;
    bool ends_with_job_ = false;
    ApplicationPath path_{};
    RoundRobin interviewed_;
    RoundRobin unsent_;
    RoundRobin offered_;
    RoundRobin withdrawn_;
    RoundRobin onboarded_;
};

}  // namespace

std::vector<ApplicationPath> paths(SeededRandom& random) {
    std::multimap<int, ApplicationPath, std::greater<>> by_time;
    Planner planner{random};
    for (std::size_t job = 0; job < kJobOutcomes.size(); ++job) {
        for (std::size_t i = 0; i < kOutcomes.size(); ++i) {
            for (int left = kJobOutcomes.at(job).outcomes.at(i); left > 0; --left) {
                ApplicationPath path = planner.plan(job, kOutcomes.at(i));
                by_time.emplace(path.begun, std::move(path));
            }
        }
    }
    std::vector<ApplicationPath> all;
    for (auto& [begun, path] : by_time) all.push_back(std::move(path));
    return all;
}

}  // namespace callboard::cli::demo
