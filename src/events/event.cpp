#include "events/event.h"

#include <fmt/format.h>

namespace callboard::events {
namespace {

template <class... Cases>
struct Match : Cases... {
    using Cases::operator()...;
};

std::string job(const JobId& id) {
    return fmt::format(R"({{"id":"{}"}})", id.text());
}

std::string job_ad(const JobId& job_id, const JobAdId& id) {
    return fmt::format(R"({{"id":"{1}","job_id":"{0}","job_ad_id":"{1}"}})", job_id.text(), id.text());
}

}  // namespace

std::string_view name_of(const DomainEvent& event) {
    return std::visit([](const auto& e) -> std::string_view { return e.kName; }, event);
}

std::string payload_of(const DomainEvent& event) {
    return std::visit(Match{[](const JobCreated& e) { return job(e.id); },
                            [](const JobStatusUpdated& e) { return job(e.id); },
                            [](const JobAdCreated& e) { return job_ad(e.job_id, e.job_ad_id); },
                            [](const JobAdPostingsUpdated& e) { return job_ad(e.job_id, e.job_ad_id); }},
                      event);
}

}  // namespace callboard::events
