#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/clock.h"
#include "base/id.h"
#include "base/names.h"

namespace callboard::candidates {

// Whether the candidate is an employee of the company.
enum class Employment { external, internal };

// Of the candidate to the processing of their data.
enum class Consent { required, pending, acquired, declined };

// The status in the API: after a refusal, consent is still required.
enum class ConsentStatus { required, pending, acquired };

constexpr ConsentStatus consent_status(Consent consent) {
    if (consent == Consent::acquired) return ConsentStatus::acquired;
    if (consent == Consent::pending) return ConsentStatus::pending;
    return ConsentStatus::required;
}

struct ConsentRecord {
    Consent state = Consent::required;
    std::optional<Timestamp> asked_at;
    std::optional<Timestamp> decided_at;
};

// A candidate with the attributes that the API returns, mostly as stored JSON (profile.h).
struct Candidate {
    CandidateId id;
    std::string first_name;
    std::string last_name;
    std::string email;
    Employment employment{};
    ConsentRecord consent;
    Timestamp created_at;
    Timestamp updated_at;
    std::string summary;
    std::string details;
};

}  // namespace callboard::candidates

template <>
struct callboard::Names<callboard::candidates::Employment> {
    using enum callboard::candidates::Employment;
    static constexpr std::array kList{std::pair{external, std::string_view{"EXTERNAL"}},
                                      std::pair{internal, std::string_view{"INTERNAL"}}};
};

template <>
struct callboard::Names<callboard::candidates::Consent> {
    using enum callboard::candidates::Consent;
    static constexpr std::array kList{
        std::pair{required, std::string_view{"REQUIRED"}}, std::pair{pending, std::string_view{"PENDING"}},
        std::pair{acquired, std::string_view{"ACQUIRED"}}, std::pair{declined, std::string_view{"DECLINED"}}};
};

template <>
struct callboard::Names<callboard::candidates::ConsentStatus> {
    using enum callboard::candidates::ConsentStatus;
    static constexpr std::string_view kName = "ConsentStatus";
    static constexpr std::array kList{std::pair{required, std::string_view{"REQUIRED"}},
                                      std::pair{pending, std::string_view{"PENDING"}},
                                      std::pair{acquired, std::string_view{"ACQUIRED"}}};
};
