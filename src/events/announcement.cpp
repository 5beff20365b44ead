#include "events/announcement.h"

#include <charconv>

namespace callboard::events {

std::string topic_of(const EventAnnouncement& announcement) {
    return std::to_string(announcement.due_at.ms) + " " + std::string{announcement.name};
}

std::optional<EventAnnouncement> announced_event(std::string_view topic) {
    EventAnnouncement found;
    const char* const end = topic.data() + topic.size();
    const auto [rest, error] = std::from_chars(topic.data(), end, found.due_at.ms);
    if (error != std::errc{} || rest == end || *rest != ' ') return std::nullopt;
    found.name = {rest + 1, end};
    return found;
}

}  // namespace callboard::events
