// Normalizes the model's and the server's data for comparison: only members of the model, unordered lists
// sorted, empty values removed.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

#include "support/model.h"

namespace callboard::test::model {

using Members = std::initializer_list<std::string_view>;

inline bool is_empty(const boost::json::value& value) {
    if (const auto* const text = value.if_string()) return text->empty();
    if (const auto* const array = value.if_array()) return array->empty();
    if (const auto* const object = value.if_object()) return object->empty();
    return false;
}

// These members, without empty ones.
inline boost::json::object picked(const boost::json::value& from, Members members) {
    boost::json::object some;
    for (const auto name : members)
        if (const auto* const value = from.as_object().if_contains(name); value && !is_empty(*value))
            some[name] = *value;
    return some;
}

// Strings, or assignments by job.
inline boost::json::array sorted(boost::json::array list) {
    std::ranges::sort(list, {}, [](const boost::json::value& each) {
        return std::string{each.is_string() ? each.as_string() : each.at("job").at("id").as_string()};
    });
    return list;
}

// --- applications

inline constexpr Members kOfApplication{"status", "subStatus",         "startsOn",
                                        "source", "reasonOfRejection", "reasonOfWithdrawal"};

inline boost::json::object expected_application(const Company& company, const Application& application) {
    const auto& [status, sub_status] = application.now();
    boost::json::object shown{{"status", status},
                              {"subStatus", sub_status},
                              {"startsOn", application.starts_on},
                              {"source", application.source.label}};
    if (!application.reason.empty()) {
        const auto& reasons = company.configuration.reasons.at(status);
        const auto& reason = *std::ranges::find(reasons, application.reason, &Reason::id);
        shown[status == "REJECTED" ? "reasonOfRejection" : "reasonOfWithdrawal"] = {{"id", reason.id},
                                                                                    {"label", reason.label}};
    }
    return picked(shown, kOfApplication);
}

inline boost::json::array expected_history(const std::vector<Stage>& history) {
    boost::json::array lines;
    for (const auto& [status, sub_status] : history)
        lines.push_back(picked(boost::json::object{{"status", status}, {"subStatus", sub_status}},
                               {"status", "subStatus"}));
    return lines;
}
inline boost::json::array shown_history(const boost::json::value& answer) {
    boost::json::array lines;
    for (const auto& each : answer.at("content").as_array())
        lines.push_back(picked(each, {"status", "subStatus"}));
    return lines;
}

// --- candidates

// A list contains less than the details.
enum class View { details, list };

inline constexpr Members kOfDetails{"id",          "internal", "firstName", "lastName", "email",
                                    "phoneNumber", "location", "web",       "education"};
inline constexpr Members kOfListed{"id", "internal", "firstName", "lastName", "email", "location"};

inline const Members& members_of(View view) {
    return view == View::details ? kOfDetails : kOfListed;
}

inline boost::json::object expected_candidate(const Company& company, Who who, const Candidate& candidate,
                                              View view) {
    boost::json::object all = candidate.profile;
    all["id"] = candidate.id;
    all["internal"] = candidate.internal;
    boost::json::object shown = picked(all, members_of(view));
    shown["tags"] = sorted(boost::json::array(candidate.tags.begin(), candidate.tags.end()));
    const Application* const primary = company.primary(who, candidate);
    const auto assignment = [&](const Application& application) {
        const Job& job = company.job(application.job);
        boost::json::object one = expected_application(company, application);
        if (view == View::list) one = picked(one, {"status", "subStatus"});
        one["job"] = {{"id", job.id}, {"title", job.title}};
        return one;
    };
    boost::json::array others;
    for (const auto* const each : company.visible(who, candidate)) {
        if (each == primary) continue;
        others.push_back(view == View::details
                             ? assignment(*each)
                             : boost::json::object{{"job", boost::json::object{{"id", each->job}}}});
    }
    shown["secondaryAssignments"] = sorted(others);
    if (primary) shown["primaryAssignment"] = assignment(*primary);
    return shown;
}

inline boost::json::object shown_candidate(const boost::json::value& candidate, View view) {
    const auto list = [&](std::string_view name) {
        const auto* const found = candidate.as_object().if_contains(name);
        return found ? found->as_array() : boost::json::array{};
    };
    const bool is_whole = view == View::details;
    const auto assignment = [&](const boost::json::value& from, Members members, Members of_job) {
        boost::json::object one = picked(from, members);
        one["job"] = picked(from.at("job"), of_job);
        return one;
    };
    boost::json::object shown = picked(candidate, members_of(view));
    shown["tags"] = sorted(list("tags"));
    boost::json::array others;
    for (const auto& each : list("secondaryAssignments"))
        others.push_back(is_whole ? assignment(each, kOfApplication, {"id", "title"})
                                  : assignment(each, {}, {"id"}));
    shown["secondaryAssignments"] = sorted(others);
    if (const auto* const primary = candidate.as_object().if_contains("primaryAssignment"))
        shown["primaryAssignment"] =
            assignment(*primary, is_whole ? kOfApplication : Members{"status", "subStatus"}, {"id", "title"});
    return shown;
}

// --- offers and jobs

inline boost::json::object expected_offer(const Offer& offer) {
    boost::json::object properties;
    for (const auto& [key, value] : offer.properties) properties[key] = value;
    return picked(boost::json::object{{"id", offer.id}, {"status", offer.status}, {"properties", properties}},
                  {"id", "status", "properties"});
}
inline boost::json::object shown_offer(const boost::json::value& offer) {
    return picked(offer, {"id", "status", "properties"});
}

inline boost::json::object positions_of(const Job& job) {
    boost::json::object shown;
    for (const auto& each : job.positions) shown[each.id] = each.status;
    return shown;
}
inline boost::json::object shown_positions(const boost::json::value& answer) {
    boost::json::object shown;
    for (const auto& each : answer.at("content").as_array())
        shown[each.at("id").as_string()] = each.at("status");
    return shown;
}

}  // namespace callboard::test::model
