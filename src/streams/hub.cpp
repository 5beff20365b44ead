#include "streams/hub.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <pthread.h>

#include "base/error.h"
#include "base/failure.h"
#include "base/id_source.h"
#include "events/announcement.h"

namespace callboard::streams {
namespace {

using namespace std::chrono_literals;

constexpr auto kPollInterval = 250ms;
constexpr auto kLongestPollInterval = 1s;
constexpr int kPollShare = 10;  // polling takes at most this part of the time, unless it would be rarer

// Between two rounds, so that several commits are one write to each client.
constexpr auto kGathering = 20ms;
constexpr auto kGatheringPerStream = 100us;

// Clients are notified a few at a time, so that their writes do not hold up other requests: each write takes
// about a tenth of the time of a short request.
constexpr std::size_t kNotifiedAtOnce = 4;
constexpr auto kNotificationPause = 500us;

constexpr auto kCommentInterval = 15s;  // intermediaries close connections on which nothing is sent
constexpr auto kCheckInterval = 60s;    // of credentials, also if nothing has changed
constexpr auto kHistoryKept = 5min;     // after the last stream of a company
constexpr auto kFailureLogInterval = 10s;
constexpr auto kRetryAfter = 10s;

constexpr std::int64_t kEventsAtOnce = 256;
constexpr std::size_t kMostSingleReads = 64;
constexpr std::size_t kCheckedAtOnce = 64;

constexpr std::string_view kRetry = "retry: 2000\n";

// Sets the position from which the client resumes, without an event.
std::string position_text(std::string_view position) {
    return "id: " + std::string{position} + "\n\n";
}

std::string reset_text(std::string_view position) {
    return std::string{kRetry} + "id: " + std::string{position} + "\nevent: reset\ndata: {}\n\n";
}

// Who may see an event. The database is asked only if somebody may not see everything.
class EventGate {
  public:
    EventGate(db::Snapshot& snapshot, jobs::Audiences& of_jobs, const Subject& subject)
        : snapshot_(snapshot), of_jobs_(of_jobs), subject_(subject) {}

    bool is_open_to(const Viewer& viewer) {
        if (!subject_.scope || !viewer.scopes.contains(*subject_.scope)) return false;
        if (viewer.sees_everything()) return true;
        if (!audience_) audience_.emplace(snapshot_, of_jobs_, subject_);
        return audience_->includes(viewer);
    }

  private:
    db::Snapshot& snapshot_;
    jobs::Audiences& of_jobs_;
    const Subject& subject_;
    std::optional<Audience> audience_;
};

}  // namespace

Hub::Hub(db::Db& db, const Clock& clock, const Stopwatch& stopwatch, telemetry::Metrics& metrics,
         const telemetry::Log& log, HubOptions options)
    : db_(db),
      clock_(clock),
      stopwatch_(stopwatch),
      log_(log),
      seats_(std::make_shared<Seats>(Seats::Limits{.all = options.most_streams,
                                                   .of_company = options.most_of_company(),
                                                   .of_user = options.most_of_user})),
      options_(options) {
    metrics.gauge("callboard_event_streams", "Open event streams.",
                  [seats = seats_] { return static_cast<double>(seats->taken()); });
    listening_ =
        db_.listen([this](std::span<const db::Announcement> announcements) { announced(announcements); });
}

void Hub::start() {
    thread_ = std::thread{[this] {
        pthread_setname_np(pthread_self(), "event-streams");
        run();
    }};
}

void Hub::finish() {
    listening_.stop();
    {
        const std::lock_guard lock{mutex_};
        finished_ = true;
        wake_.notify_all();
    }
    if (thread_.joinable()) thread_.join();
    end_all();
}

void Hub::end_all() {
    Inbox inbox = take_inbox();
    for (auto& [id, joining] : inbox.joining)
        for (const Member& member : joining) member.stream->end();
    for (auto& [id, company] : companies_) {
        for (const Member& member : company.members) member.stream->end();
        for (const Member& member : company.joining) member.stream->end();
    }
    companies_.clear();
}

std::unique_ptr<OpenStream> Hub::open(NewStream wanted) {
    Seats::Refusal refusal{};
    auto seat = seats_->take(wanted.company, wanted.user, refusal);
    if (!seat && refusal == Seats::Refusal::too_many_of_user)
        throw too_many("this user has " + std::to_string(options_.most_of_user) +
                           " open event streams, the maximum; close one of them",
                       kRetryAfter);
    if (!seat && refusal == Seats::Refusal::too_many_of_company)
        throw too_many("this company has " + std::to_string(options_.most_of_company()) +
                           " open event streams on this server, the maximum; close one of them",
                       kRetryAfter);
    if (!seat)
        throw Error{ErrorKind::overloaded,
                    Fault{"SERVICE_UNAVAILABLE",
                          "this server has the maximum number of open event streams; try again later",
                          {}}}
            .after(kRetryAfter);
    auto stream = std::make_shared<Stream>();
    Member member{.stream = stream,
                  .authenticate = std::move(wanted.authenticate),
                  .last_event_id = std::move(wanted.last_event_id),
                  .viewer = std::nullopt};
    auto opened = std::make_unique<OpenStream>(std::move(stream), std::move(*seat));
    const std::lock_guard lock{mutex_};
    if (finished_) throw overloaded();
    followed_.insert(wanted.company);
    inbox_.joining[wanted.company].push_back(std::move(member));
    wake_.notify_all();
    return opened;
}

void Hub::credentials_changed(const std::optional<std::vector<CompanyId>>& companies) {
    const std::lock_guard lock{mutex_};
    if (followed_.empty()) return;
    if (!companies) {
        inbox_.all_are_doubtful = true;
    } else {
        for (const CompanyId& each : *companies)
            if (followed_.contains(each)) inbox_.doubtful.insert(each);
    }
    if (!inbox_.empty()) wake_.notify_all();
}

// On the thread that has committed.
void Hub::announced(std::span<const db::Announcement> announcements) {
    const std::lock_guard lock{mutex_};
    if (followed_.empty()) return;
    for (const db::Announcement& each : announcements) {
        if (!followed_.contains(each.company)) continue;
        if (const auto event = events::announced_event(each.topic))
            inbox_.committed[each.company].push_back(EventId::from_trusted(event->id));
    }
    if (!inbox_.committed.empty()) wake_.notify_all();
}

Hub::Inbox Hub::take_inbox() {
    const std::lock_guard lock{mutex_};
    return std::exchange(inbox_, {});
}

void Hub::run() {
    using RealTime = std::chrono::steady_clock;
    auto next_poll = RealTime::now();
    std::unique_lock lock{mutex_};
    while (!finished_) {
        wake_.wait_until(lock, next_poll, [this] { return finished_ || !inbox_.empty(); });
        lock.unlock();
        const auto began = RealTime::now();
        const bool is_due = began >= next_poll;
        work(is_due ? Polling::yes : Polling::no);
        const RealTime::duration took = RealTime::now() - began;
        if (is_due)
            next_poll = RealTime::now() + std::clamp<RealTime::duration>(took * kPollShare, kPollInterval,
                                                                         kLongestPollInterval);
        const auto gathering = kGathering + seats_->taken() * kGatheringPerStream;
        lock.lock();
        wake_.wait_for(lock, gathering, [this] { return finished_; });
    }
}

void Hub::work(Polling polling) {
    Inbox inbox = take_inbox();
    distribute(inbox);
    for (auto& [id, company] : companies_) {
        const auto committed = inbox.committed.find(id);
        try {
            work_for(id, company,
                     committed == inbox.committed.end() ? std::vector<EventId>{} : committed->second,
                     polling);
        } catch (const std::exception&) {
            company.is_behind = true;
            log_failure();
        }
    }
    const Instant now = stopwatch_.now();
    std::erase_if(companies_, [&](const auto& each) {
        return each.second.members.empty() && each.second.joining.empty() &&
               now - each.second.used_at > kHistoryKept;
    });
    notify_clients();
}

void Hub::distribute(Inbox& inbox) {
    for (auto& [id, joining] : inbox.joining)
        std::ranges::move(joining, std::back_inserter(companies_[id].joining));
    for (auto& [id, company] : companies_) {
        const auto has_ended = [](const Member& member) { return member.stream->has_ended(); };
        std::erase_if(company.members, has_ended);
        std::erase_if(company.joining, has_ended);
        if (!company.members.empty() || !company.joining.empty()) company.used_at = stopwatch_.now();
        if (!inbox.all_are_doubtful && !inbox.doubtful.contains(id)) continue;
        for (Member& member : company.members) member.is_doubtful = true;
        for (Member& member : company.joining) member.is_doubtful = true;
    }
    const std::lock_guard lock{mutex_};
    std::erase_if(followed_, [&](const CompanyId& id) {
        const auto found = companies_.find(id);
        const bool is_used =
            found != companies_.end() && (!found->second.members.empty() || !found->second.joining.empty());
        return !is_used && !inbox_.joining.contains(id);
    });
}

void Hub::work_for(const CompanyId& id, Company& company, const std::vector<EventId>& committed,
                   Polling polling) {
    if (company.members.empty() && company.joining.empty()) {
        company.is_behind = true;  // commits are no longer announced
        return;
    }
    authenticate(company);
    catch_up(id, company, committed, polling);
    join(id, company);
    keep_alive(company);
}

// Throws if a credential cannot be checked: nothing is sent then.
void Hub::authenticate(Company& company) {
    const Instant now = stopwatch_.now();
    const Timestamp time = clock_.now();
    std::vector<Member*> checked;
    const auto collect = [&](Member& member) {
        const bool has_expired =
            member.viewer && member.viewer->expires_at && *member.viewer->expires_at <= time;
        if (has_expired) return member.stream->end();
        if (member.is_doubtful || now - member.checked_at >= kCheckInterval) checked.push_back(&member);
    };
    std::ranges::for_each(company.members, collect);
    std::ranges::for_each(company.joining, collect);
    for (std::span<Member* const> rest{checked}; !rest.empty();) {
        const auto some = rest.first(std::min(rest.size(), kCheckedAtOnce));
        authenticate(some);
        rest = rest.subspan(some.size());
    }
    const auto has_ended = [](const Member& member) { return !member.viewer || member.stream->has_ended(); };
    std::erase_if(company.members, has_ended);
    std::erase_if(company.joining, has_ended);
}

void Hub::authenticate(std::span<Member* const> members) {
    auto found = db_.read(std::nullopt, [&](db::Snapshot& snapshot) {
        std::vector<std::optional<Viewer>> viewers;
        for (const Member* member : members) viewers.push_back(member->authenticate(snapshot));
        return viewers;
    });
    for (std::size_t i = 0; i < members.size(); ++i) {
        Member& member = *members[i];
        member.viewer = std::move(found[i]);
        member.is_doubtful = false;
        member.checked_at = stopwatch_.now();
        if (!member.viewer) member.stream->end();
    }
}

void Hub::catch_up(const CompanyId& id, Company& company, const std::vector<EventId>& committed,
                   Polling polling) {
    History& history = company.history;
    if (!history.is_loaded()) {
        history.load(db_.read(id, [](db::Snapshot& snapshot) {
            return events::store::latest_events(snapshot, static_cast<std::int64_t>(History::kKept));
        }));
        company.is_behind = false;
        return;
    }
    const EventId floor = history.floor();
    const bool scans_all = polling == Polling::yes || company.is_behind || !company.joining.empty() ||
                           committed.size() > kMostSingleReads;
    std::optional<EventId> after;
    if (scans_all) after = floor;
    std::vector<EventId> single;
    for (const EventId& each : committed) {
        if (history.knows(each)) continue;
        if (each < floor) {
            if (single.size() < kMostSingleReads) single.push_back(each);
        } else if (!scans_all) {
            const auto before = EventId::from_trusted(first_uuid_of(time_of_uuid(each.text())));
            after = after ? std::min(*after, before) : before;
        }
    }
    if (!after && single.empty()) return;
    company.is_behind = true;  // until the end is reached
    const Instant began = stopwatch_.now();
    for (std::optional<EventId> next = after.value_or(floor); next;) {
        const Batch batch = read(id, company, *next, std::exchange(single, {}));
        publish(company, batch);
        next = batch.next;
    }
    company.is_behind = false;
    if (scans_all) history.was_scanned(began);
}

Hub::Batch Hub::read(const CompanyId& id, const Company& company, const EventId& after,
                     std::span<const EventId> single) {
    return db_.read(id, [&](db::Snapshot& snapshot) {
        Batch batch;
        for (const EventId& each : single)
            if (auto event = events::store::find_event(snapshot, each))
                batch.events.push_back(std::move(*event));
        auto rows = events::store::events_after(snapshot, after, kEventsAtOnce);
        if (std::ssize(rows) == kEventsAtOnce) batch.next = rows.back().id;
        for (events::StoredEvent& row : rows)
            if (!company.history.knows(row.id)) batch.events.push_back(std::move(row));
        jobs::Audiences of_jobs{snapshot};
        for (const events::StoredEvent& event : batch.events)
            batch.viewers.push_back(viewers_of(snapshot, of_jobs, company.members, subject_of(event)));
        return batch;
    });
}

std::vector<std::size_t> Hub::viewers_of(db::Snapshot& snapshot, jobs::Audiences& of_jobs,
                                         const std::vector<Member>& members, const Subject& subject) {
    std::vector<std::size_t> viewers;
    EventGate gate{snapshot, of_jobs, subject};
    for (std::size_t i = 0; i < members.size(); ++i)
        if (gate.is_open_to(*members[i].viewer)) viewers.push_back(i);
    return viewers;
}

void Hub::publish(Company& company, const Batch& batch) {
    std::vector<std::vector<Frame>> frames(company.members.size());
    for (std::size_t i = 0; i < batch.events.size(); ++i) {
        const Frame frame = company.history.add(batch.events[i]).frame;
        for (const std::size_t member : batch.viewers[i]) frames[member].push_back(frame);
    }
    const std::string reset = reset_text(company.history.position());
    for (std::size_t i = 0; i < frames.size(); ++i) {
        if (frames[i].empty()) continue;
        Member& member = company.members[i];
        member.stream->add(frames[i], reset);
        member.sent_at = stopwatch_.now();
        changed_.push_back(member.stream);
    }
}

// After catch_up(): the history is what the streams begin with.
void Hub::join(const CompanyId& id, Company& company) {
    if (company.joining.empty()) return;
    const auto missed = missed_frames(id, company);
    const std::string position = company.history.position();
    const std::string reset = reset_text(position);
    for (std::size_t i = 0; i < company.joining.size(); ++i) {
        Member& member = company.joining[i];
        if (member.last_event_id.empty()) {
            member.stream->add(std::string{kRetry} + position_text(position));
        } else if (!missed[i]) {
            member.stream->add(reset);
        } else {
            member.stream->add(std::string{kRetry} + "\n");
            member.stream->add(*missed[i], reset);
        }
        member.sent_at = stopwatch_.now();
        std::string{}.swap(member.last_event_id);
        changed_.push_back(member.stream);
    }
    std::ranges::move(company.joining, std::back_inserter(company.members));
    company.joining.clear();
}

// What each member that joins has missed and may see; nothing: its position is unknown. Who may see an event
// is asked once for all of them, because all clients reconnect at the same time after an interruption.
std::vector<std::optional<std::vector<Frame>>> Hub::missed_frames(const CompanyId& id,
                                                                  const Company& company) {
    std::vector<std::size_t> counts;  // of the last events
    std::vector<std::optional<std::vector<Frame>>> none;
    std::vector<Published> longest;  // of which those of the others are the end
    for (const Member& member : company.joining) {
        auto missed = company.history.after(member.last_event_id);
        counts.push_back(missed ? missed->size() : 0);
        none.push_back(missed ? std::optional{std::vector<Frame>{}} : std::nullopt);
        if (missed && missed->size() > longest.size()) longest = std::move(*missed);
    }
    if (longest.empty()) return none;
    return db_.read(id, [&](db::Snapshot& snapshot) {
        auto frames = none;
        jobs::Audiences of_jobs{snapshot};
        for (std::size_t k = 0; k < longest.size(); ++k) {
            EventGate gate{snapshot, of_jobs, longest[k].subject};
            for (std::size_t i = 0; i < counts.size(); ++i)
                if (counts[i] >= longest.size() - k && gate.is_open_to(*company.joining[i].viewer))
                    frames[i]->push_back(longest[k].frame);
        }
        return frames;
    });
}

// The comment comes with the position, so that a client that may see few events can resume after the last
// one of all.
void Hub::keep_alive(Company& company) {
    const Instant now = stopwatch_.now();
    for (Member& member : company.members) {
        if (now - member.sent_at < kCommentInterval) continue;
        member.sent_at = now;
        if (member.stream->add_if_idle(":\n" + position_text(company.history.position())))
            changed_.push_back(member.stream);
    }
}

void Hub::notify_clients() {
    const auto changed = std::exchange(changed_, {});
    for (std::size_t i = 0; i < changed.size(); ++i) {
        changed[i]->notify();
        if ((i + 1) % kNotifiedAtOnce != 0) continue;
        std::unique_lock lock{mutex_};
        wake_.wait_for(lock, kNotificationPause, [this] { return finished_; });
    }
}

void Hub::log_failure() {
    const Instant now = stopwatch_.now();
    if (failure_logged_at_ && now - *failure_logged_at_ < kFailureLogInterval) return;
    failure_logged_at_ = now;
    log_.write(telemetry::Level::warn, "event_streams_behind", {{"reason", reason_of_current_failure()}});
}

}  // namespace callboard::streams
