#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/clock.h"
#include "base/id.h"
#include "base/names.h"

namespace callboard::offers {

// PENDING_ACCEPTANCE: sent and not answered yet.
enum class OfferStatus {
    created,
    pending_approval,
    approved,
    not_approved,
    pending_acceptance,
    accepted,
    not_accepted,
    abandoned
};

inline constexpr std::size_t kMaxProperties = 100;

// An offer of employment for one application.
struct Offer {
    OfferId id;
    CandidateId candidate;
    JobId job;
    OfferStatus status = OfferStatus::created;
    std::string properties;  // the terms: a wire::TextMap as JSON
    std::optional<Timestamp> sent_at;
    Timestamp created_at;
    Timestamp updated_at;

    bool operator==(const Offer&) const = default;
};

// An offer in a list.
struct OfferLine {
    Offer offer;
    std::string first_name;  // of the candidate
    std::string last_name;
    std::string job_title;
};

// A document that the candidate received with the offer.
struct OfferDocument {
    OfferDocumentId id;
    std::string name;
    Timestamp created_at;
};

// Its content as a file.
struct OfferFile {
    std::string name;
    std::string content;
};

// The allowed status transitions.
inline constexpr auto kSteps = [] {
    using enum OfferStatus;
    return std::to_array<std::pair<OfferStatus, OfferStatus>>({
        {created, pending_approval},
        {created, pending_acceptance},
        {created, abandoned},
        {pending_approval, approved},
        {pending_approval, not_approved},
        {pending_approval, abandoned},
        {approved, pending_acceptance},
        {approved, abandoned},
        {pending_acceptance, accepted},
        {pending_acceptance, not_accepted},
        {pending_acceptance, abandoned},
    });
}();

constexpr bool may_become(OfferStatus from, OfferStatus to) {
    return std::ranges::find(kSteps, std::pair{from, to}) != kSteps.end();
}

}  // namespace callboard::offers

template <>
struct callboard::Names<callboard::offers::OfferStatus> {
    using enum callboard::offers::OfferStatus;
    static constexpr std::string_view kName = "OfferStatus";
    static constexpr std::array kList{std::pair{created, std::string_view{"CREATED"}},
                                      std::pair{pending_approval, std::string_view{"PENDING_APPROVAL"}},
                                      std::pair{approved, std::string_view{"APPROVED"}},
                                      std::pair{not_approved, std::string_view{"NOT_APPROVED"}},
                                      std::pair{pending_acceptance, std::string_view{"PENDING_ACCEPTANCE"}},
                                      std::pair{accepted, std::string_view{"ACCEPTED"}},
                                      std::pair{not_accepted, std::string_view{"NOT_ACCEPTED"}},
                                      std::pair{abandoned, std::string_view{"ABANDONED"}}};
};
