// Random requests for the model, by a seed; drawn from few values so that they collide often.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/json.hpp>

#include "base/encoding.h"
#include "support/model.h"

namespace callboard::test::model {

// Few, and with differing case, so that identities collide.
inline constexpr std::array kEmails{"ada.k1@mail.test", "ADA.K1@mail.test", "bob.k2@mail.test",
                                    "Bob.K2@Mail.Test", "cyd.k3@mail.test", "dan.k4@mail.test"};
inline constexpr std::array kLastNames{"Lovelace", "LOVELACE", "lovelace ", "Turing",
                                       " turing",  "Öztürk",   "ÖZTÜRK"};
inline constexpr std::array kTags{"Urgent", "urgent",      "URGENT",      "Senior",
                                  "senior", "Night Shift", "night shift", "Wüste"};
inline constexpr std::array kCities{"Berlin", "Lisbon", "Toronto"};
inline constexpr std::array kSchools{"Sorbonne", "Harvard"};
inline constexpr std::array kStartDays{"2030-02-01T00:00:00.000Z", "2031-03-01T00:00:00.000Z"};
inline constexpr std::array kStatuses{"LEAD",  "NEW",      "IN_REVIEW", "INTERVIEW",  "OFFERED",
                                      "HIRED", "REJECTED", "WITHDRAWN", "TRANSFERRED"};
inline constexpr std::array kStagesWithSteps{"IN_REVIEW", "INTERVIEW", "OFFERED"};
inline constexpr std::array kJobStatuses{"CREATED", "SOURCING",  "INTERVIEW", "OFFER",
                                         "FILLED",  "CANCELLED", "ON_HOLD"};
inline constexpr std::array kOfferStatuses{"CREATED",      "PENDING_APPROVAL",   "APPROVED",
                                           "NOT_APPROVED", "PENDING_ACCEPTANCE", "ACCEPTED",
                                           "NOT_ACCEPTED", "ABANDONED"};
inline constexpr std::array kOnboarding{"READY_TO_ONBOARD", "ONBOARDING_SUCCESSFUL", "ONBOARDING_FAILED"};

// --- requests in the format of the API

inline boost::json::array as_json(const std::vector<std::string>& list) {
    return boost::json::array(list.begin(), list.end());
}

inline boost::json::object body_of(const SourceChoice& choice) {
    boost::json::object body{{"sourceTypeId", choice.type}, {"sourceId", choice.id}};
    if (!choice.sub_type.empty()) body["sourceSubTypeId"] = choice.sub_type;
    return body;
}

inline boost::json::object body_of(const Draft& draft) {
    boost::json::object body = draft.profile;
    if (!draft.tags.empty()) body["tags"] = as_json(draft.tags);
    if (draft.internal) body["internal"] = true;
    if (draft.source) body["sourceDetails"] = body_of(*draft.source);
    return body;
}

inline boost::json::object body_of(const Move& move) {
    boost::json::object body{{"status", move.to.status}};
    if (!move.to.sub_status.empty()) body["subStatus"] = move.to.sub_status;
    if (!move.reason.empty()) body["reason"] = move.reason;
    if (!move.starts_on.empty()) body["startsOn"] = move.starts_on;
    return body;
}

inline boost::json::object body_of(const OfferChange& change) {
    boost::json::object body;
    if (change.status) body["status"] = *change.status;
    boost::json::object properties;
    for (const auto& [key, value] : change.properties)
        properties[key] = value ? boost::json::value(*value) : boost::json::value{};
    if (!properties.empty()) body["properties"] = std::move(properties);
    return body;
}

inline std::string query_of(const Filter& filter) {
    std::string query;
    const auto say = [&](std::string_view name, const std::string& value) {
        if (!value.empty()) query.append("&").append(name).append("=").append(percent_encode(value));
    };
    for (const auto& job : filter.jobs) say("jobId", job);
    for (const auto& status : filter.statuses) say("status", status);
    say("subStatus", filter.sub_status);
    say("onboardingStatus", filter.onboarding);
    if (filter.source) {
        say("sourceType", filter.source->type);
        say("sourceSubType", filter.source->sub_type);
        say("sourceValueId", filter.source->id);
    }
    if (filter.property) {
        say("propertyId", filter.property->first);
        say("propertyValueId", filter.property->second);
    }
    say("tag", filter.tag);
    say("location", filter.city);
    if (!filter.email.empty()) say("q", "\"" + filter.email + "\"");
    std::string words;
    for (const auto& word : filter.words) words.append(words.empty() ? "" : " ").append(word);
    say("q", words);
    return query;
}

// --- random values

// Deterministic for a seed.
class RandomNumbers {
  public:
    explicit RandomNumbers(std::uint64_t seed) : random_(seed) {}

    std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random_() % bound); }
    bool one_in(std::size_t count) { return below(count) == 0; }
    auto& any_of(auto& list) {
        return *std::next(std::begin(list), static_cast<std::ptrdiff_t>(below(std::size(list))));
    }
    const auto& any_of(const auto& list) {
        return *std::next(std::begin(list), static_cast<std::ptrdiff_t>(below(std::size(list))));
    }

  private:
    std::mt19937_64 random_;
};

class Draw : public RandomNumbers {
  public:
    Draw(std::uint64_t seed, const Company& company) : RandomNumbers(seed), company_(company) {}

    std::vector<std::string> some_tags() {
        std::vector<std::string> tags;
        for (std::size_t i = below(4); i > 0; --i) tags.emplace_back(any_of(kTags));
        return tags;
    }

    // Unique.
    std::string new_first_name() { return "u" + std::to_string(++first_names_) + "x"; }

    Draft any_draft() {
        Draft draft;
        draft.profile = {
            {"firstName", new_first_name()}, {"lastName", any_of(kLastNames)}, {"email", any_of(kEmails)}};
        if (one_in(3)) draft.profile["phoneNumber"] = "+1 555 " + std::to_string(below(1000));
        if (one_in(3)) draft.profile["location"] = boost::json::object{{"city", any_of(kCities)}};
        if (one_in(4)) draft.profile["web"] = boost::json::object{{"skype", "s" + std::to_string(++serial_)}};
        if (one_in(4))
            draft.profile["education"] =
                boost::json::array{boost::json::object{{"institution", any_of(kSchools)}}};
        if (one_in(3)) draft.tags = some_tags();
        draft.internal = one_in(8);
        return draft;
    }

    // One in six is invalid in some way.
    SourceChoice any_source() {
        const Source& source = any_of(company_.configuration.sources);
        SourceChoice choice{source.type, one_in(2) ? source.sub_type : "", source.id};
        if (one_in(12)) choice.type = "NO_SUCH_TYPE";
        if (one_in(12)) choice.id = "no-such-source";
        return choice;
    }

    Move any_move() {
        const auto& known = company_.configuration;
        const std::string status = one_in(3) ? any_of(kStagesWithSteps) : any_of(kStatuses);
        Move move{.to = {status, ""}, .reason = "", .starts_on = ""};
        const auto steps = known.sub_statuses.find(move.to.status);
        if (steps != known.sub_statuses.end() && !steps->second.empty() && !one_in(4))
            move.to.sub_status = any_of(steps->second);
        const auto reasons = known.reasons.find(move.to.status);
        if (reasons != known.reasons.end() && one_in(2)) move.reason = any_of(reasons->second).id;
        if (one_in(5)) move.starts_on = any_of(kStartDays);
        return move;
    }
    // Invalid in exactly one way, so that the expected error is unambiguous.
    Move impossible_move() {
        Move move = any_move();
        const auto& [statuses, reasons, sources, properties] = company_.configuration;
        move.reason.clear();
        move.to.sub_status.clear();
        switch (below(4)) {
            case 0: move.to.sub_status = "No such step"; break;
            case 1: move.to = {"NEW", statuses.at("IN_REVIEW").front()}; break;
            case 2:
                move.to.status = one_in(2) ? "REJECTED" : "INTERVIEW";
                move.reason = reasons.at("WITHDRAWN").front().id;
                break;
            default: move.to.status = "WITHDRAWN"; move.reason = "no-such-reason";
        }
        return move;
    }

    // Half of the time no step is required.
    std::optional<Stage> any_required_step() {
        if (one_in(2)) return std::nullopt;
        const std::string stage = any_of(kStagesWithSteps);
        return Stage{stage, any_of(company_.configuration.sub_statuses.at(stage))};
    }

    // Often possible.
    std::vector<JobChoice> any_job_choices() {
        std::vector<JobChoice> choices;
        for (const auto& each : company_.job_properties.all)
            if (!one_in(3)) choices.push_back({each.id, any_value(each, choices)});
        if (one_in(6)) {  // the last one counts
            const JobProperty& again = any_of(company_.job_properties.all);
            choices.push_back({again.id, any_value(again, {})});
        }
        if (one_in(12)) choices.push_back({"00000000000000000000000f", "x"});
        return choices;
    }
    std::string any_value(const JobProperty& property, const std::vector<JobChoice>& others) {
        if (property.is_text) return "Text " + std::to_string(below(3));
        if (one_in(10)) return one_in(2) ? "null" : "nothing";
        std::vector<std::string> possible;
        for (const auto& [parent_value, value] : property.fitting)
            if (std::ranges::any_of(others, [&](const JobChoice& other) {
                    return other.property == property.parent && other.value == parent_value;
                }))
                possible.push_back(value);
        return any_of(possible.empty() || one_in(5) ? property.values : possible);
    }

    std::vector<std::string> shuffled(std::vector<std::string> list) {
        for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[below(i)]);
        return list;
    }

    boost::json::value any_value(const Property& property) {
        if (!property.values.empty()) return boost::json::value(any_of(property.values));
        if (property.type == "BOOLEAN") return one_in(2);
        if (property.type == "NUMBER" || property.type == "PERCENT")
            return static_cast<std::int64_t>(below(50));
        if (property.type == "CURRENCY") return {{"code", "USD"}, {"value", 1000 + below(9)}};
        if (property.type == "DATE") return boost::json::value(any_of(kStartDays));
        if (property.type == "COUNTRY") return one_in(2) ? "us" : "pl";
        if (property.type == "REGION") return one_in(2) ? "us-wa" : "us-ga";
        return boost::json::value("Text " + std::to_string(below(9)));
    }

    boost::json::object any_patch() {
        boost::json::object change;
        if (one_in(4)) change["firstName"] = new_first_name();
        if (one_in(3)) change["lastName"] = any_of(kLastNames);
        if (one_in(3)) change["email"] = any_of(kEmails);
        if (one_in(4))
            change["phoneNumber"] = one_in(3) ? boost::json::value{} : boost::json::value("+1 555 7");
        if (one_in(4)) change["location"] = any_change_of_place();
        if (one_in(6))
            change["web"] =
                boost::json::object{{"skype", nullptr}, {"linkedin", "in/" + std::to_string(++serial_)}};
        return change;
    }
    boost::json::value any_change_of_place() {
        if (one_in(3)) return nullptr;
        boost::json::object change{{"city", any_of(kCities)}};
        if (one_in(2)) change["region"] = one_in(2) ? boost::json::value{} : boost::json::value("Ontario");
        return change;
    }

    // Usually the next step.
    OfferChange any_offer_change(const Offer& offer) {
        OfferChange change;
        if (one_in(4)) {
            change.properties[one_in(2) ? "remarks" : "contractType"] = "v" + std::to_string(++serial_);
            if (one_in(2)) change.properties["salary"] = std::nullopt;
            if (offer.status != "CREATED" || one_in(2)) return change;
        }
        change.status = any_of(kOfferStatuses);
        const auto is_step_on = [&] {
            return may_become(offer.status, *change.status) && (change.status != "ABANDONED" || one_in(4));
        };
        const bool steps_on = !one_in(4);
        for (int i = 0; i < 20 && steps_on && !is_step_on(); ++i) change.status = any_of(kOfferStatuses);
        return change;
    }

    Filter any_filter() {
        std::vector<const Candidate*> applied;
        for (const auto& each : company_.candidates)
            if (!each.applications.empty()) applied.push_back(&each);
        return applied.empty() || one_in(3) ? blind_filter() : filter_for(*any_of(applied));
    }

  private:
    // Values of this candidate, possibly of two different applications.
    Filter filter_for(const Candidate& who) {
        const Application& one = any_of(who.applications);
        const Application& other = any_of(who.applications);
        Filter filter;
        if (one_in(3)) filter.jobs = {one.job};
        if (one_in(2)) filter.statuses = {other.now().status};
        if (!other.now().sub_status.empty() && one_in(2)) {
            filter.statuses = {other.now().status};
            filter.sub_status = any_of(company_.configuration.sub_statuses.at(other.now().status));
        }
        if (one_in(5)) filter.onboarding = one.onboarding;
        if (one_in(6)) filter.source = one.source;
        for (const auto& each : company_.configuration.properties)
            if (each.type == "SINGLE_SELECT" && one.properties.contains(each.id) && one_in(4))
                filter.property = {each.id, std::string{one.properties.at(each.id).as_string()}};
        if (!who.tags.empty() && one_in(4)) filter.tag = any_of(who.tags);
        if (one_in(6)) {
            filter.email = who.text("email");
        } else if (one_in(4)) {
            filter.words = {who.text(one_in(2) ? "firstName" : "lastName")};
        }
        return filter;
    }
    Filter blind_filter() {
        Filter filter;
        if (!company_.jobs.empty() && one_in(3))
            for (std::size_t i = 1 + below(2); i > 0; --i) filter.jobs.push_back(any_of(company_.jobs).id);
        if (one_in(3))
            for (std::size_t i = 1 + below(3); i > 0; --i) filter.statuses.emplace_back(any_of(kStatuses));
        if (one_in(6)) filter.sub_status = any_of(company_.configuration.sub_statuses.at("INTERVIEW"));
        if (one_in(8)) filter.onboarding = any_of(kOnboarding);
        if (one_in(4)) filter.tag = any_of(kTags);
        if (one_in(6)) filter.city = any_of(kCities);
        if (one_in(6)) {
            filter.email = any_of(kEmails);
        } else if (one_in(3)) {
            filter.words = any_words();
        }
        return filter;
    }
    std::vector<std::string> any_words() {
        std::vector<std::string> words;
        for (std::size_t i = 1 + below(2); i > 0; --i) {
            switch (below(5)) {
                case 0: words.emplace_back(one_in(2) ? "turing" : "ozturk"); break;
                case 1: words.emplace_back(any_of(kCities)); break;
                case 2: words.emplace_back(one_in(2) ? "senior" : "urgent"); break;
                case 3: words.emplace_back(any_of(kSchools)); break;
                default: words.push_back("u" + std::to_string(1 + below(first_names_ + 1)) + "x");
            }
        }
        return words;
    }

    const Company& company_;
    std::size_t first_names_ = 0;
    std::size_t serial_ = 0;
};

}  // namespace callboard::test::model
