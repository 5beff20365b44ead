// Approval requests, with the names of the API.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/id.h"
#include "base/names.h"
#include "wire/shape.h"

namespace callboard::api {

enum class ApprovalSubject { job, offer };
enum class ApprovalOrder { sequential, parallel };
enum class ApprovalMode { any, all };
enum class ApprovalStatus { pending, approved, rejected, abandoned };
enum class ApprovalDecision { pending, approved, rejected, skipped };

struct ApprovalSubjectView {
    std::string id;
    ApprovalSubject type{};

    static constexpr std::string_view kName = "ApprovalSubject";
    static constexpr auto shape() {
        using Self = ApprovalSubjectView;
        return wire::fields(wire::field("id", &Self::id), wire::field("type", &Self::type));
    }
};

struct ApproverView {
    UserId id;
    ApprovalDecision decision{};
    std::optional<Timestamp> decided_on;

    static constexpr std::string_view kName = "Approver";
    static constexpr auto shape() {
        using Self = ApproverView;
        return wire::fields(wire::field("id", &Self::id), wire::field("decision", &Self::decision),
                            wire::field("decidedOn", &Self::decided_on));
    }
};

struct ApprovalStepView {
    ApprovalDecision status{};
    std::vector<ApproverView> approvers;

    static constexpr std::string_view kName = "ApprovalStep";
    static constexpr auto shape() {
        using Self = ApprovalStepView;
        return wire::fields(wire::field("status", &Self::status), wire::field("approvers", &Self::approvers));
    }
};

struct ApprovalRequestView {
    std::string id;
    ApprovalSubjectView subject;
    ApprovalOrder type{};
    ApprovalMode decision_mode{};
    ApprovalStatus status{};
    std::vector<ApprovalStepView> steps;

    static constexpr std::string_view kName = "ApprovalRequest";
    static constexpr auto shape() {
        using Self = ApprovalRequestView;
        return wire::fields(wire::field("id", &Self::id), wire::field("subject", &Self::subject),
                            wire::field("type", &Self::type),
                            wire::field("decisionMode", &Self::decision_mode),
                            wire::field("status", &Self::status), wire::field("steps", &Self::steps));
    }
};

}  // namespace callboard::api

template <>
struct callboard::Names<callboard::api::ApprovalSubject> {
    using enum callboard::api::ApprovalSubject;
    static constexpr std::string_view kName = "ApprovalSubjectType";
    static constexpr std::array kList{std::pair{job, std::string_view{"job"}},
                                      std::pair{offer, std::string_view{"offer"}}};
};

template <>
struct callboard::Names<callboard::api::ApprovalOrder> {
    using enum callboard::api::ApprovalOrder;
    static constexpr std::string_view kName = "ApprovalType";
    static constexpr std::array kList{std::pair{sequential, std::string_view{"sequential"}},
                                      std::pair{parallel, std::string_view{"parallel"}}};
};

template <>
struct callboard::Names<callboard::api::ApprovalMode> {
    using enum callboard::api::ApprovalMode;
    static constexpr std::string_view kName = "ApprovalDecisionMode";
    static constexpr std::array kList{std::pair{any, std::string_view{"any"}},
                                      std::pair{all, std::string_view{"all"}}};
};

template <>
struct callboard::Names<callboard::api::ApprovalStatus> {
    using enum callboard::api::ApprovalStatus;
    static constexpr std::string_view kName = "ApprovalStatus";
    static constexpr std::array kList{std::pair{pending, std::string_view{"PENDING"}},
                                      std::pair{approved, std::string_view{"APPROVED"}},
                                      std::pair{rejected, std::string_view{"REJECTED"}},
                                      std::pair{abandoned, std::string_view{"ABANDONED"}}};
};

template <>
struct callboard::Names<callboard::api::ApprovalDecision> {
    using enum callboard::api::ApprovalDecision;
    static constexpr std::string_view kName = "ApprovalDecision";
    static constexpr std::array kList{
        std::pair{pending, std::string_view{"PENDING"}}, std::pair{approved, std::string_view{"APPROVED"}},
        std::pair{rejected, std::string_view{"REJECTED"}}, std::pair{skipped, std::string_view{"SKIPPED"}}};
};
