// What listeners in this process are notified of after the commit of an event, as the topic of an
// announcement (db::Tx::announce).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"

namespace callboard::events {

struct EventAnnouncement {
    std::string_view id;  // of the event
    std::string_view name;
    Timestamp due_at;  // of its deliveries
};

std::string topic_of(const EventAnnouncement& announcement);
// nullopt: the topic is something else. Id and name refer to the topic.
std::optional<EventAnnouncement> announced_event(std::string_view topic);

}  // namespace callboard::events
