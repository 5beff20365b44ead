#include "events/announcement.h"

#include <charconv>

namespace callboard::events {

std::string topic_of(const EventAnnouncement& announcement) {
    return std::to_string(announcement.due_at.ms) + " " + std::string{announcement.id} + " " +
           std::string{announcement.name};
}

std::optional<EventAnnouncement> announced_event(std::string_view topic) {
    EventAnnouncement found;
    const char* const end = topic.data() + topic.size();
    const auto [rest, error] = std::from_chars(topic.data(), end, found.due_at.ms);
    if (error != std::errc{} || rest == end || *rest != ' ') return std::nullopt;
    const std::string_view id_and_name{rest + 1, end};
    const auto space = id_and_name.find(' ');
    if (space == std::string_view::npos) return std::nullopt;
    found.id = id_and_name.substr(0, space);
    found.name = id_and_name.substr(space + 1);
    return found;
}

}  // namespace callboard::events
