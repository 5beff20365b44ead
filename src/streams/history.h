// The recent events of a company as text of its streams (server-sent events), in the order in which this
// server has seen them. Clients that reconnect resume from it.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/id.h"
#include "events/event_store.h"
#include "streams/stream.h"
#include "streams/viewer.h"

namespace callboard::streams {

struct Published {
    std::string position;  // the `id` of the stream
    Subject subject;
    Frame frame;
};

// An event is committed after it got its id, so one with a smaller id may become visible later: on PostgreSQL
// by a concurrent transaction, or by a server whose clock is behind. Such a late event has the position of
// the largest id so far with a mark of this object and a number appended. On another server, which may have
// seen another order, both are ignored: some events may come again there.
class History {
  public:
    static constexpr std::size_t kKept = 256;

    History();

    // The newest kKept events of the company, or all of them, ordered by id.
    void load(const std::vector<events::StoredEvent>& latest);
    bool is_loaded() const { return loaded_; }

    bool knows(const EventId& id) const { return known_.contains(id); }
    // An event that is not known yet.
    const Published& add(const events::StoredEvent& event);

    // A lower bound of the ids of events that may still be unknown.
    EventId floor() const;
    // All events above the floor were read, which began at this time. If none has come for long, the newest
    // one is the floor: what was read then need not be read again and again.
    void was_scanned(Stopwatch::Instant began);

    // The position after the newest event.
    std::string position() const;

    // The events after this position; nothing: it is too old, or none of ours.
    std::optional<std::vector<Published>> after(std::string_view position) const;

  private:
    void remember(const EventId& id);

    const std::string mark_;  // of late positions
    std::deque<Published> events_;
    std::set<EventId> known_;             // at least those above the floor
    std::optional<EventId> loaded_from_;  // older ones were not loaded
    std::optional<EventId> newest_;       // the largest id
    int late_ = 0;                        // events after it
    std::optional<EventId> scanned_to_;   // the largest id at scans since:
    Stopwatch::Instant scanned_since_{};
    bool is_settled_ = false;  // nothing below scanned_to_ can be unknown
    bool loaded_ = false;
    bool is_complete_ = false;  // the company has no older events
};

}  // namespace callboard::streams
