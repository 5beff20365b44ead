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
// the largest id so far with a number appended. On another server, which may have seen another order, the
// number is ignored.
class History {
  public:
    static constexpr std::size_t kKept = 256;

    // The newest kKept events of the company, or all of them, ordered by id.
    void load(const std::vector<events::StoredEvent>& latest);
    bool is_loaded() const { return loaded_; }

    bool knows(const EventId& id) const { return known_.contains(id); }
    // An event that is not known yet.
    const Published& add(const events::StoredEvent& event);

    // A lower bound of the ids of events that may still be unknown.
    EventId floor() const;

    // The position after the newest event.
    std::string position() const;

    // The events after this position; nothing: it is too old, or none of ours.
    std::optional<std::vector<Published>> after(std::string_view position) const;

  private:
    void remember(const EventId& id);

    std::deque<Published> events_;
    std::set<EventId> known_;        // at least those above the floor
    std::optional<EventId> newest_;  // the largest id
    int late_ = 0;                   // events after it
    bool loaded_ = false;
    bool is_complete_ = false;  // the company has no older events
};

}  // namespace callboard::streams
