// Requests and responses about candidates.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/candidates/assignment_messages.h"
#include "api/common/actions.h"
#include "api/common/resource_link.h"
#include "base/clock.h"
#include "base/id.h"
#include "candidates/application.h"
#include "candidates/candidate.h"
#include "candidates/profile.h"
#include "wire/page.h"
#include "wire/shape.h"

namespace callboard::api {

struct SourceInput {
    std::string source_type_id;
    std::optional<std::string> source_sub_type_id;
    std::string source_id;

    static constexpr std::string_view kName = "CandidateSource";
    static constexpr auto shape() {
        using Self = SourceInput;
        constexpr wire::Rule kText{.min_length = 1, .max_length = 256};
        return wire::fields(wire::field("sourceTypeId", &Self::source_type_id, kText),
                            wire::field("sourceSubTypeId", &Self::source_sub_type_id, kText),
                            wire::field("sourceId", &Self::source_id, kText));
    }
    static SourceInput example();
};

struct CandidateInput {
    candidates::Name first_name;
    candidates::Name last_name;
    candidates::Email email;
    std::optional<candidates::PhoneNumber> phone_number;
    std::optional<candidates::Location> location;
    std::optional<candidates::WebProfile> web;
    std::optional<std::vector<candidates::Tag>> tags;
    std::optional<std::vector<candidates::Education>> education;
    std::optional<std::vector<candidates::Experience>> experience;
    std::optional<SourceInput> source_details;
    std::optional<bool> internal;

    static constexpr std::string_view kName = "CandidateInput";
    static constexpr auto shape() {
        using Self = CandidateInput;
        return wire::fields(wire::field("firstName", &Self::first_name),
                            wire::field("lastName", &Self::last_name), wire::field("email", &Self::email),
                            wire::field("phoneNumber", &Self::phone_number),
                            wire::field("location", &Self::location), wire::field("web", &Self::web),
                            wire::field("tags", &Self::tags, {.max_items = 100}),
                            wire::field("education", &Self::education, {.max_items = 100}),
                            wire::field("experience", &Self::experience, {.max_items = 100}),
                            wire::field("sourceDetails", &Self::source_details),
                            wire::field("internal", &Self::internal,
                                        {.about = "Whether the candidate is an employee of the company."}));
    }
    static CandidateInput example();
};

// The fields of a candidate that can be patched.
struct PersonalDetails {
    candidates::Name first_name;
    candidates::Name last_name;
    candidates::Email email;
    std::optional<candidates::PhoneNumber> phone_number;
    std::optional<candidates::Location> location;
    std::optional<candidates::WebProfile> web;

    static constexpr std::string_view kPatchName = "CandidatePatch";
    static constexpr auto shape() {
        using Self = PersonalDetails;
        return wire::fields(wire::field("firstName", &Self::first_name),
                            wire::field("lastName", &Self::last_name), wire::field("email", &Self::email),
                            wire::field("phoneNumber", &Self::phone_number),
                            wire::field("location", &Self::location), wire::field("web", &Self::web));
    }
    static std::string merge_example() { return R"({"firstName":"Grace","phoneNumber":null})"; }
};

using CandidateLink = ResourceLink<CandidateId>;

struct CandidateActions {
    CandidateLink properties;
    CandidateLink consent;
    CandidateLink consents;

    static constexpr std::string_view kName = "CandidateActions";
    static constexpr auto shape() {
        using Self = CandidateActions;
        return wire::fields(wire::field("properties", &Self::properties),
                            wire::field("consent", &Self::consent), wire::field("consents", &Self::consents));
    }
};

// The fields that all views of a candidate share.
struct PersonView {
    CandidateId id;
    bool internal;
    std::string first_name;
    std::string last_name;
    std::string email;
    Timestamp created_on;
    Timestamp updated_on;
    wire::Stored<candidates::Summary> summary;

    template <class View>
    static constexpr auto fields_in() {
        using Self = PersonView;
        return wire::fields(
            wire::inherited<View>("id", &Self::id), wire::inherited<View>("internal", &Self::internal),
            wire::inherited<View>("firstName", &Self::first_name),
            wire::inherited<View>("lastName", &Self::last_name), wire::inherited<View>("email", &Self::email),
            wire::inherited<View>("createdOn", &Self::created_on),
            wire::inherited<View>("updatedOn", &Self::updated_on), wire::inherited<View>("", &Self::summary));
    }
};

struct CandidateView : PersonView {
    wire::Stored<candidates::Details> details;
    CandidateActions actions;
    std::optional<AssignmentView> primary_assignment;
    std::vector<AssignmentView> secondary_assignments;

    static constexpr std::string_view kName = "CandidateDetails";
    static constexpr auto shape() {
        using Self = CandidateView;
        return wire::joined(fields_in<Self>(),
                            wire::fields(wire::members(&Self::details),
                                         wire::field("primaryAssignment", &Self::primary_assignment),
                                         wire::field("secondaryAssignments", &Self::secondary_assignments),
                                         wire::field("actions", &Self::actions)));
    }
};

struct ConsentPart {
    candidates::ConsentStatus status{};

    static constexpr std::string_view kName = "CandidateConsent";
    static constexpr auto shape() { return wire::fields(wire::field("status", &ConsentPart::status)); }
};

struct CandidateLineActions {
    CandidateLink details;
    CandidateLink properties;

    static constexpr std::string_view kName = "CandidateLinkActions";
    static constexpr auto shape() {
        using Self = CandidateLineActions;
        return wire::fields(wire::field("details", &Self::details),
                            wire::field("properties", &Self::properties));
    }
};

struct CandidateLine : PersonView {
    ConsentPart consent;
    CandidateLineActions actions;
    std::optional<PrimaryLine> primary_assignment;
    std::vector<SecondaryLine> secondary_assignments;

    static constexpr std::string_view kName = "Candidate";
    static constexpr auto shape() {
        using Self = CandidateLine;
        return wire::joined(fields_in<Self>(),
                            wire::fields(wire::field("consent", &Self::consent),
                                         wire::field("primaryAssignment", &Self::primary_assignment),
                                         wire::field("secondaryAssignments", &Self::secondary_assignments),
                                         wire::field("actions", &Self::actions)));
    }
};

struct CandidateList {
    std::int64_t limit;
    std::int64_t offset;
    wire::Cursor next_page_id;
    std::int64_t total_found;
    std::vector<CandidateLine> content;

    static constexpr std::string_view kName = "Candidates";
    static constexpr auto shape() {
        using Self = CandidateList;
        return wire::fields(wire::field("limit", &Self::limit), wire::field("offset", &Self::offset),
                            wire::field("nextPageId", &Self::next_page_id),
                            wire::field("totalFound", &Self::total_found),
                            wire::field("content", &Self::content));
    }
};

}  // namespace callboard::api
