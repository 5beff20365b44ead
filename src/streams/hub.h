// Event streams: reads the events of each company with open streams once, and passes them to all streams
// whose user may see them. One thread does so; commits of this server wake it up, those of others are found
// by polling. Rights on jobs and candidates are checked for each event, when it is passed on; credentials
// whenever credentials or users of the company have changed.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/id.h"
#include "db/db.h"
#include "streams/history.h"
#include "streams/seats.h"
#include "streams/stream.h"
#include "streams/viewer.h"
#include "telemetry/log.h"
#include "telemetry/metrics.h"

namespace callboard::streams {

struct HubOptions {
    std::size_t most_streams = 2'000;
    std::size_t most_of_user = 8;

    // So that no company keeps all others out.
    std::size_t most_of_company() const { return most_streams - most_streams / 4; }
};

// Finds the holder of a credential again; nothing if it has been revoked or has expired.
using Authenticate = std::function<std::optional<Viewer>(db::Snapshot&)>;

struct NewStream {
    CompanyId company;
    UserId user;
    Authenticate authenticate;
    std::string last_event_id;  // the position to resume from; empty: none
};

// A stream as its connection holds it. Destroyed with the connection.
struct OpenStream {
    explicit OpenStream(std::shared_ptr<Stream> opened, Seat taken)
        : stream(std::move(opened)), seat(std::move(taken)) {}
    OpenStream(const OpenStream&) = delete;
    OpenStream& operator=(const OpenStream&) = delete;
    ~OpenStream() { stream->abandon(); }

    const std::shared_ptr<Stream> stream;
    const Seat seat;
};

class Hub {
  public:
    Hub(db::Db& db, const Clock& clock, const Stopwatch& stopwatch, telemetry::Metrics& metrics,
        const telemetry::Log& log, HubOptions options);
    ~Hub() { finish(); }

    Hub(const Hub&) = delete;
    Hub& operator=(const Hub&) = delete;

    void start();

    // Ends all streams; no other can be opened.
    void finish();

    // Throws 429 or 503 if there are too many.
    std::unique_ptr<OpenStream> open(NewStream wanted);

    // Credentials or users of these companies were changed; nothing: perhaps of all.
    void credentials_changed(const std::optional<std::vector<CompanyId>>& companies);

    // One round of the thread; tests call it instead of start().
    enum class Polling { no, yes };
    void work(Polling polling);

  private:
    using Instant = Stopwatch::Instant;

    struct Member {
        std::shared_ptr<Stream> stream;
        Authenticate authenticate;
        std::string last_event_id;
        std::optional<Viewer> viewer;  // nothing: not yet known
        bool is_doubtful = true;       // its credential has to be checked
        Instant checked_at{};
        Instant sent_at{};
    };
    struct Company {
        History history;
        std::vector<Member> members;
        std::vector<Member> joining;
        bool is_behind = false;  // the last attempt to read its events failed
        Instant used_at{};
    };
    struct Inbox {
        std::map<CompanyId, std::vector<Member>> joining;
        std::map<CompanyId, std::vector<EventId>> committed;
        std::set<CompanyId> doubtful;
        bool all_are_doubtful = false;

        bool empty() const {
            return joining.empty() && committed.empty() && doubtful.empty() && !all_are_doubtful;
        }
    };
    // New events, and who may see them.
    struct Batch {
        std::vector<events::StoredEvent> events;
        std::vector<std::vector<std::size_t>> viewers;  // of each event, as indexes of members
        std::optional<EventId> next;                    // more events follow this one
    };

    void run();
    void announced(std::span<const db::Announcement> announcements);
    Inbox take_inbox();
    void distribute(Inbox& inbox);
    void work_for(const CompanyId& id, Company& company, const std::vector<EventId>& committed,
                  Polling polling);
    void authenticate(Company& company);
    void authenticate(std::span<Member* const> members);
    void catch_up(const CompanyId& id, Company& company, const std::vector<EventId>& committed,
                  Polling polling);
    Batch read(const CompanyId& id, const Company& company, const EventId& after,
               std::span<const EventId> single);
    static std::vector<std::size_t> viewers_of(db::Snapshot& snapshot, jobs::Audiences& of_jobs,
                                               const std::vector<Member>& members, const Subject& subject);
    void publish(Company& company, const Batch& batch);
    void join(const CompanyId& id, Company& company);
    std::vector<std::optional<std::vector<Frame>>> missed_frames(const CompanyId& id, const Company& company);
    void keep_alive(Company& company);
    void notify_clients();
    void log_failure();
    void end_all();

    db::Db& db_;
    const Clock& clock_;
    const Stopwatch& stopwatch_;
    const telemetry::Log& log_;
    const std::shared_ptr<Seats> seats_;
    const HubOptions options_;

    std::mutex mutex_;
    std::condition_variable wake_;
    Inbox inbox_;
    std::set<CompanyId> followed_;  // whose commits matter
    bool finished_ = false;

    // Only accessed by the thread of the hub.
    std::map<CompanyId, Company> companies_;
    std::vector<std::shared_ptr<Stream>> changed_;
    std::optional<Instant> failure_logged_at_;

    std::thread thread_;
    db::Listening listening_;
};

}  // namespace callboard::streams
