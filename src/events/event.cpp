#include "events/event.h"

#include <array>

#include "events/catalogue.h"

namespace callboard::events {
namespace {

// The field values of an event, for each kind of resource.
template <class Event>
    requires requires(const Event& e) { e.id; }
auto values_of(const Event& e) {
    return std::array{FieldValue{"id", e.id.text()}};
}

template <class Event>
    requires requires(const Event& e) { e.job_ad_id; }
auto values_of(const Event& e) {
    return std::array{FieldValue{"job_id", e.job_id.text()}, FieldValue{"job_ad_id", e.job_ad_id.text()}};
}

template <class Event>
    requires requires(const Event& e) { e.position_id; }
auto values_of(const Event& e) {
    return std::array{FieldValue{"job_id", e.job_id.text()}, FieldValue{"position_id", e.position_id.text()}};
}

template <class Event>
    requires requires(const Event& e) { e.attachment_id; }
auto values_of(const Event& e) {
    return std::array{FieldValue{"job_id", e.job_id.text()},
                      FieldValue{"candidate_id", e.candidate_id.text()},
                      FieldValue{"application_id", e.application_id.text()},
                      FieldValue{"attachment_id", e.attachment_id.text()}};
}

template <class Event>
    requires requires(const Event& e) { e.application_id; } &&
             (!requires(const Event& e) { e.attachment_id; })
auto values_of(const Event& e) {
    return std::array{FieldValue{"job_id", e.job_id.text()},
                      FieldValue{"candidate_id", e.candidate_id.text()},
                      FieldValue{"application_id", e.application_id.text()}};
}

template <class Event>
    requires requires(const Event& e) { e.offer_id; }
auto values_of(const Event& e) {
    return std::array{FieldValue{"job_id", e.job_id.text()},
                      FieldValue{"candidate_id", e.candidate_id.text()},
                      FieldValue{"offer_id", e.offer_id.text()}};
}

// Looked up once per event type, because every change appends an event.
template <class Event>
const EventKind& kind_of(const Event& /*event*/) {
    static const EventKind& kind = *find_kind(Event::kName);
    return kind;
}

}  // namespace

std::string_view name_of(const DomainEvent& event) {
    return std::visit([](const auto& e) -> std::string_view { return e.kName; }, event);
}

std::string payload_of(const DomainEvent& event) {
    return std::visit([](const auto& e) { return payload_with(kind_of(e), values_of(e)); }, event);
}

std::optional<std::string> link_of(const DomainEvent& event) {
    std::string link = std::visit([](const auto& e) { return link_with(kind_of(e), values_of(e)); }, event);
    if (link.empty()) return std::nullopt;
    return link;
}

}  // namespace callboard::events
