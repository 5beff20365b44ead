// The types of the model (support/model.h): jobs, candidates, applications, offers and requests.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/json.hpp>

#include "support/model_job_properties.h"

namespace callboard::test::model {

inline bool has(const auto& list, const auto& value, auto projection) {
    return std::ranges::find(list, value, projection) != std::ranges::end(list);
}
inline bool has(const auto& list, const auto& value) {
    return has(list, value, std::identity{});
}

// --- text

// Case folding as for identities and tags; beyond ASCII only the letters that the test uses.
inline std::string folded(std::string_view text) {
    std::string result{text};
    std::ranges::transform(result, result.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    const std::vector<std::pair<std::string, std::string>> lower{{"Ö", "ö"}, {"Ü", "ü"}};
    for (const auto& [from, to] : lower)
        for (auto at = result.find(from); at != std::string::npos; at = result.find(from))
            result.replace(at, from.size(), to);
    return result;
}

inline std::string trimmed(std::string_view text) {
    const auto from = text.find_first_not_of(' ');
    return from == std::string_view::npos
               ? ""
               : std::string{text.substr(from, text.find_last_not_of(' ') - from + 1)};
}

// The words of the search: without accents.
inline std::set<std::string> words_in(std::string_view text) {
    std::string plain = folded(text);
    const std::vector<std::pair<std::string, std::string>> bare{{"ö", "o"}, {"ü", "u"}};
    for (const auto& [from, to] : bare)
        for (auto at = plain.find(from); at != std::string::npos; at = plain.find(from))
            plain.replace(at, from.size(), to);
    std::set<std::string> words;
    std::string word;
    for (const char c : plain + " ") {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
            word += c;
        } else if (!word.empty()) {
            words.insert(std::exchange(word, {}));
        }
    }
    return words;
}

// JSON merge patch (RFC 7396).
inline void merge(boost::json::object& into, const boost::json::object& patch) {
    for (const auto& [key, value] : patch) {
        if (value.is_null()) {
            into.erase(key);
        } else if (value.is_object()) {
            if (!into.contains(key) || !into[key].is_object()) into[key] = boost::json::object{};
            merge(into[key].as_object(), value.as_object());
        } else {
            into[key] = value;
        }
    }
}

// --- state

// The expected response: a status, and the code of an error.
struct ExpectedResponse {
    int status = 0;
    std::string code;
};

// The rival is the administrator of another company.
enum class Who { administrator, extended, standard, rival };

struct Position {
    std::string id;
    std::string status = "OPEN";
};

struct Job {
    std::string id;
    std::string title;
    bool in_closed_group = false;     // the EXTENDED user is not a member
    bool has_standard_user = false;   // on its hiring team
    std::vector<Position> positions;  // oldest first
    JobValues properties;
    std::vector<std::string> history{"CREATED"};

    const std::string& status() const { return history.back(); }
};

// The status of an application; empty: no sub-status.
struct Stage {
    std::string status;
    std::string sub_status;

    bool operator==(const Stage&) const = default;
};

struct Source {
    std::string type;
    std::string sub_type;
    std::string id;
    std::string label;

    bool operator==(const Source&) const = default;
};

// As given by a caller; the sub-type may be empty.
struct SourceChoice {
    std::string type;
    std::string sub_type;
    std::string id;
};

struct Application {
    std::string id;
    std::string job;
    Source source;
    std::vector<Stage> history{{"NEW", ""}};
    std::string reason;      // empty: none
    std::string starts_on;   // empty: unknown
    std::string onboarding;  // empty: never set
    std::map<std::string, boost::json::value> properties;
    std::int64_t changed = 0;  // sequence number

    const Stage& now() const { return history.back(); }
    bool is_active() const { return now().status != "LEAD"; }
};

struct Candidate {
    std::string id;
    boost::json::object profile;  // the members that PATCH changes, and education, in the format of the API
    std::vector<std::string> tags;
    bool internal = false;
    bool is_separate = false;  // created by a user who does not see the owner of the identity
    std::list<Application> applications;
    std::int64_t updated = 0;  // sequence number

    std::string text(std::string_view member) const { return std::string{profile.at(member).as_string()}; }
    Application* application(const std::string& job) {
        const auto found = std::ranges::find(applications, job, &Application::job);
        return found == applications.end() ? nullptr : &*found;
    }
    const Application* application(const std::string& job) const {
        return const_cast<Candidate*>(this)->application(job);  // NOLINT: it changes nothing
    }
};

struct Offer {
    std::string id;
    std::string candidate;
    std::string job;
    std::string status = "CREATED";
    std::map<std::string, std::string> properties;
    bool was_sent = false;
};

// The configuration of the company.
struct Reason {
    std::string id;
    std::string label;
};
struct Property {
    std::string id;
    std::string type;
    std::vector<std::string> values;  // of a single select
};
struct Configuration {
    std::map<std::string, std::vector<std::string>> sub_statuses;  // by status
    std::map<std::string, std::vector<Reason>> reasons;            // of REJECTED and of WITHDRAWN
    std::vector<Source> sources;
    std::vector<Property> properties;
};

// --- requests

struct Draft {
    boost::json::object profile;
    std::vector<std::string> tags;
    bool internal = false;
    std::optional<SourceChoice> source;
};

struct Move {
    Stage to;
    std::string reason;
    std::string starts_on;
};

struct OfferChange {
    std::optional<std::string> status;
    std::map<std::string, std::optional<std::string>> properties;  // null: delete
};

// All given conditions must match; empty: not given.
struct Filter {
    // Of the same application.
    std::vector<std::string> jobs;
    std::vector<std::string> statuses;
    std::string sub_status;  // only with statuses
    std::string onboarding;
    std::optional<Source> source;
    std::optional<std::pair<std::string, std::string>> property;  // a single select, and its value
    // Of the candidate.
    std::string tag;
    std::string city;
    std::vector<std::string> words;  // one of them
    std::string email;
};

// The errors if the candidate is invisible, if only the job is, and if there is no such application.
struct Refusals {
    ExpectedResponse hidden_candidate;
    ExpectedResponse hidden_job;
    std::string absent;
};
inline const ExpectedResponse kDenied{403, "PERMISSION_DENIED"};
inline const ExpectedResponse kUnauthorized{401, "NO_ACCESS_TO_CANDIDATE"};
inline const ExpectedResponse kNoAccess{403, "NO_ACCESS_TO_CANDIDATE"};
inline const Refusals kApplicationDenied{kDenied, kDenied, "APPLICATION_NOT_FOUND"};
inline const Refusals kApplicationUnauthorized{kUnauthorized, kUnauthorized, "APPLICATION_NOT_FOUND"};
inline const Refusals kHistoryRefused{kNoAccess, {403, "NO_ACCESS_TO_JOB"}, "JOB_NOT_FOUND"};
inline const Refusals kOnboardingRefused{kNoAccess, kNoAccess, "JOB_NOT_FOUND"};
inline const Refusals kPropertiesRefused{kDenied, kDenied, "JOB_NOT_FOUND"};

}  // namespace callboard::test::model
