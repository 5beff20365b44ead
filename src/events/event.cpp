#include "events/event.h"

#include <fmt/format.h>

namespace callboard::events {
namespace {

// One for each kind of resource that events speak of.
template <class Event>
    requires requires(const Event& e) { e.id; }
std::string payload(const Event& e) {
    return fmt::format(R"({{"id":"{}"}})", e.id.text());
}

template <class Event>
    requires requires(const Event& e) { e.job_ad_id; }
std::string payload(const Event& e) {
    return fmt::format(R"({{"id":"{1}","job_id":"{0}","job_ad_id":"{1}"}})", e.job_id.text(),
                       e.job_ad_id.text());
}

template <class Event>
    requires requires(const Event& e) { e.position_id; }
std::string payload(const Event& e) {
    return fmt::format(R"({{"id":"{1}","job_id":"{0}","position_id":"{1}"}})", e.job_id.text(),
                       e.position_id.text());
}

template <class Event>
    requires requires(const Event& e) { e.application_id; }
std::string payload(const Event& e) {
    return fmt::format(R"({{"id":"{2}","job_id":"{0}","candidate_id":"{1}","application_id":"{2}"}})",
                       e.job_id.text(), e.candidate_id.text(), e.application_id.text());
}

template <class Event>
    requires requires(const Event& e) { e.offer_id; }
std::string payload(const Event& e) {
    return fmt::format(R"({{"id":"{2}","job_id":"{0}","candidate_id":"{1}","offer_id":"{2}"}})",
                       e.job_id.text(), e.candidate_id.text(), e.offer_id.text());
}

}  // namespace

std::string_view name_of(const DomainEvent& event) {
    return std::visit([](const auto& e) -> std::string_view { return e.kName; }, event);
}

std::string payload_of(const DomainEvent& event) {
    return std::visit([](const auto& e) { return payload(e); }, event);
}

}  // namespace callboard::events
