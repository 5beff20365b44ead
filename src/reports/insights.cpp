#include "reports/insights.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <utility>

#include "base/error.h"
#include "jobs/access.h"
#include "reports/insights_store.h"

namespace callboard::reports {
namespace {

using candidates::Status;

constexpr std::int64_t kMinuteMs = 60'000;
constexpr std::int64_t kDayMs = 86'400'000;
constexpr std::int64_t kTenthOfDayMs = kDayMs / 10;
constexpr std::chrono::days kLongestPeriod{366};
constexpr std::chrono::weeks kDefaultWeeks{11};  // before the present one
constexpr std::int64_t kMostChanges = 500'000;   // about a second

// The statuses of the funnel, in order.
constexpr std::array kFunnel{Status::fresh, Status::in_review, Status::interview, Status::offered,
                             Status::hired};

// 1970-01-01 was a Thursday.
Timestamp monday_of(Timestamp time) {
    const std::int64_t days = (time.ms - (((time.ms % kDayMs) + kDayMs) % kDayMs)) / kDayMs;
    const std::int64_t since_monday = (((days + 3) % 7) + 7) % 7;
    return {(days - since_monday) * kDayMs};
}

struct Period {
    Timestamp from;
    Timestamp to;
};

// The present moment is rounded up to a minute, so that requests of a minute are for the same period.
Period period_of(const InsightsRequest& request, Timestamp now) {
    const Timestamp to = request.to.value_or(Timestamp{(now.ms / kMinuteMs + 1) * kMinuteMs});
    const Timestamp from = request.from.value_or(monday_of(to) - kDefaultWeeks);
    if (to <= from) throw invalid_request("INVALID_PARAMETER", "to must be later than from");
    if (to - from > kLongestPeriod)
        throw invalid_request("INVALID_PARAMETER", "to must be at most 366 days after from");
    return {.from = from, .to = to};
}

std::optional<JobId> asked_job(db::Snapshot& snapshot, const accounts::Actor& actor,
                               const InsightsRequest& request) {
    if (!request.job) return std::nullopt;
    const auto job = JobId::parse(*request.job);
    if (!job) throw not_found("JOB_NOT_FOUND");
    jobs::visible(snapshot, actor, *job, jobs::kUnauthorized);
    return job;
}

struct Question {
    Period period;
    std::optional<JobId> job;
};

Question checked(db::Snapshot& snapshot, const accounts::Actor& actor, const InsightsRequest& request) {
    if (!accounts::rights_of(actor.role).runs_reports)
        throw forbidden("PERMISSION_DENIED", "users with this role may not use reports");
    return {.period = period_of(request, snapshot.now), .job = asked_job(snapshot, actor, request)};
}

// Durations in tenths of days.
class Durations {
  public:
    void add(std::int64_t tenths, std::int64_t count = 1) {
        counts_[std::max<std::int64_t>(tenths, 0)] += count;  // clocks may be set back
        count_ += count;
    }
    std::int64_t count() const { return count_; }
    // Of at least one.
    double median_days() const { return static_cast<double>(at((count_ - 1) / 2) + at(count_ / 2)) / 20.0; }

  private:
    std::int64_t at(std::int64_t index) const {
        for (const auto& [tenths, count] : counts_) {
            if (index < count) return tenths;
            index -= count;
        }
        return 0;
    }

    std::map<std::int64_t, std::int64_t> counts_;
    std::int64_t count_ = 0;
};

// Takes the changes of applications, those of each newest first.
class Histories {
  public:
    void take(const store::HistoryRow& row) {
        if (row.application != application_) end_application();
        application_ = row.application;
        changes_.push_back({.status = row.status, .sub_status = std::nullopt, .at = row.at});
    }

    void end_application() {
        if (changes_.empty()) return;
        std::ranges::reverse(changes_);
        count_reached();
        add_stays();
        changes_.clear();
    }

    std::vector<ReachedCount> funnel() const {
        std::vector<ReachedCount> all;
        for (std::size_t i = 0; i < kFunnel.size(); ++i)
            all.push_back({.status = kFunnel[i], .count = reached_[i]});
        return all;
    }

    std::vector<StatusTime> times() const {
        std::vector<StatusTime> all;
        for (const auto& [status, stays] : stays_)
            all.push_back({.status = status, .median_days = stays.median_days(), .count = stays.count()});
        return all;
    }

  private:
    // Who was in a later status has passed the earlier ones.
    void count_reached() {
        std::size_t furthest = 0;
        for (const candidates::StatusChange& change : changes_) {
            const auto found = std::ranges::find(kFunnel, change.status);
            if (found != kFunnel.end())
                furthest = std::max(furthest, static_cast<std::size_t>(found - kFunnel.begin()) + 1);
        }
        for (std::size_t i = 0; i < furthest; ++i) ++reached_[i];
    }

    // From the entry into a status to the next other status.
    void add_stays() {
        const candidates::StatusChange* entry = &changes_.front();
        for (const candidates::StatusChange& change : changes_) {
            if (change.status == entry->status) continue;
            stays_[entry->status].add((change.at.ms - entry->at.ms) / kTenthOfDayMs);
            entry = &change;
        }
    }

    std::string application_;
    std::vector<candidates::StatusChange> changes_;
    std::array<std::int64_t, kFunnel.size()> reached_{};
    std::map<Status, Durations> stays_;
};

std::vector<WeekCount> weeks(db::Snapshot& snapshot, const store::InsightsSelection& selection) {
    std::vector<WeekCount> all;
    for (auto& counted : store::count_by_week(snapshot, selection))
        all.push_back({.week = to_iso(counted.monday).substr(0, 10),
                       .source = std::move(counted.source),
                       .count = counted.count});
    return all;
}

HireTime time_to_hire(db::Snapshot& snapshot, const store::InsightsSelection& selection) {
    Durations all;
    std::map<std::string, Durations> months;
    for (const auto& hires : store::count_hires(snapshot, selection)) {
        all.add(hires.tenths_of_days, hires.count);
        months[to_iso(hires.day).substr(0, 7)].add(hires.tenths_of_days, hires.count);
    }
    HireTime time{.median_days = std::nullopt, .count = all.count(), .by_month = {}};
    if (all.count() > 0) time.median_days = all.median_days();
    for (const auto& [month, durations] : months)
        time.by_month.push_back(
            {.month = month, .median_days = durations.median_days(), .count = durations.count()});
    return time;
}

// The jobs whose applications are read, by the index of each; none: all that the actor sees. Nothing if the
// actor sees no job.
std::optional<std::vector<JobId>> jobs_to_read(db::Snapshot& snapshot, const accounts::Actor& actor,
                                               const std::optional<JobId>& asked) {
    if (asked) return std::vector{*asked};
    auto jobs = jobs::few_visible_jobs(snapshot, actor);
    if (!jobs) return std::vector<JobId>{};
    if (jobs->empty()) return std::nullopt;
    return jobs;
}

Insights computed(db::Snapshot& snapshot, const accounts::Actor& actor, const Question& question) {
    Histories histories;
    Insights found{.from = question.period.from,
                   .to = question.period.to,
                   .applications_by_week = {},
                   .funnel = histories.funnel(),
                   .time_in_status = {},
                   .time_to_hire = {}};
    auto jobs = jobs_to_read(snapshot, actor, question.job);
    if (!jobs) return found;

    const store::InsightsSelection selection{
        .from = found.from, .to = found.to, .reader = actor, .jobs = std::move(*jobs)};
    store::visit_history(snapshot, selection, kMostChanges,
                         [&](const store::HistoryRow& row) { histories.take(row); });
    histories.end_application();
    found.applications_by_week = weeks(snapshot, selection);
    found.funnel = histories.funnel();
    found.time_in_status = histories.times();
    found.time_to_hire = time_to_hire(snapshot, selection);
    return found;
}

// Users who see all jobs see the same.
std::string key_of(const accounts::Actor& actor, const Question& question) {
    const bool sees_all = accounts::rights_of(actor.role).sees == accounts::Jobs::all;
    return std::string{"insights/"}
        .append(sees_all ? "all" : actor.id().text())
        .append("/")
        .append(name_of(actor.role))
        .append("/")
        .append(question.job ? question.job->text() : "")
        .append("/")
        .append(std::to_string(question.period.from.ms))
        .append("/")
        .append(std::to_string(question.period.to.ms));
}

}  // namespace

Insights insights(db::Snapshot& snapshot, const accounts::Actor& actor, const InsightsRequest& request) {
    return computed(snapshot, actor, checked(snapshot, actor, request));
}

std::string recent_insights(db::Snapshot& snapshot, const accounts::Actor& actor,
                            const InsightsRequest& request) {
    const Question question = checked(snapshot, actor, request);
    return snapshot.recent(key_of(actor, question),
                           [&] { return wire::to_json(computed(snapshot, actor, question)); });
}

}  // namespace callboard::reports
