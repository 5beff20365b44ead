// A reference model of jobs, candidates, applications and offers without a database: the expected responses
// and state. Uses no code of the server.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <boost/json.hpp>

#include "support/model_words.h"

namespace callboard::test::model {

inline bool may_become(const std::string& offer, const std::string& next) {
    static const std::map<std::string, std::set<std::string>> next_of{
        {"CREATED", {"PENDING_APPROVAL", "PENDING_ACCEPTANCE", "ABANDONED"}},
        {"PENDING_APPROVAL", {"APPROVED", "NOT_APPROVED", "ABANDONED"}},
        {"APPROVED", {"PENDING_ACCEPTANCE", "ABANDONED"}},
        {"PENDING_ACCEPTANCE", {"ACCEPTED", "NOT_ACCEPTED", "ABANDONED"}}};
    const auto found = next_of.find(offer);
    return found != next_of.end() && found->second.contains(next);
}

// The active application that changed last, else any that changed last.
inline const Application* primary_of(const std::vector<const Application*>& applications) {
    const auto rank = [](const Application* each) { return std::pair{each->is_active(), each->changed}; };
    const auto found = std::ranges::max_element(applications, {}, rank);
    return found == applications.end() ? nullptr : *found;
}

class Company {
  public:
    explicit Company(Configuration configuration) : configuration(std::move(configuration)) {}

    // Visibility

    bool sees(Who who, const Job& job) const {
        switch (who) {
            case Who::administrator: return true;
            case Who::extended: return !job.in_closed_group;
            case Who::standard: return job.has_standard_user;
            case Who::rival: return false;
        }
        std::abort();  // unreachable: -Werror=switch keeps the list complete
    }
    std::vector<const Application*> visible(Who who, const Candidate& candidate) const {
        std::vector<const Application*> seen;
        for (const auto& each : candidate.applications)
            if (sees(who, job(each.job))) seen.push_back(&each);
        return seen;
    }
    bool sees(Who who, const Candidate& candidate) const {
        if (!candidate.applications.empty()) return !visible(who, candidate).empty();
        return who == Who::administrator || who == Who::extended;
    }
    bool sees_all_of(Who who, const Candidate& candidate) const {
        return sees(who, candidate) && visible(who, candidate).size() == candidate.applications.size();
    }
    const Application* primary(Who who, const Candidate& candidate) const {
        return primary_of(visible(who, candidate));
    }

    // Null: the candidate does not exist. Status 200: continue.
    ExpectedResponse access(Who who, const Candidate* candidate, const ExpectedResponse& hidden) const {
        if (!candidate || who == Who::rival) return {404, "CANDIDATE_NOT_FOUND"};
        return sees(who, *candidate) ? ExpectedResponse{200, ""} : hidden;
    }
    ExpectedResponse access(Who who, const Candidate* candidate, const std::string& to,
                            const Refusals& refusals) const {
        if (auto verdict = access(who, candidate, refusals.hidden_candidate); verdict.status != 200)
            return verdict;
        // Must not disclose whether the candidate applied for an invisible job.
        const bool is_hidden = has(jobs, to, &Job::id) && !sees(who, job(to));
        if (is_hidden) return refusals.hidden_job;
        return candidate->application(to) ? ExpectedResponse{200, ""}
                                          : ExpectedResponse{404, refusals.absent};
    }

    // Jobs

    Job& job(const std::string& id) { return *std::ranges::find(jobs, id, &Job::id); }
    const Job& job(const std::string& id) const { return *std::ranges::find(jobs, id, &Job::id); }

    void set_status(Job& job, const std::string& status) {
        if (job.status() != status) job.history.push_back(status);
    }

    // Candidates

    // E-mail and last name identify a person. A caller who does not see that record gets a separate one: the
    // owner is first, then the newest.
    static auto identity(const boost::json::object& of) {
        return std::pair{folded(of.at("email").as_string()), folded(trimmed(of.at("lastName").as_string()))};
    }
    std::vector<Candidate*> records_of(const boost::json::object& profile) {
        std::vector<Candidate*> records;
        for (Candidate& each : candidates)
            if (identity(each.profile) == identity(profile)) records.push_back(&each);
        std::ranges::sort(records, std::greater{},
                          [](const Candidate* each) { return std::pair{!each->is_separate, each->id}; });
        return records;
    }
    bool has_owner(const boost::json::object& profile) {
        const auto records = records_of(profile);
        return !records.empty() && !records.front()->is_separate;
    }
    Candidate* known_to(Who who, const boost::json::object& profile) {
        for (Candidate* each : records_of(profile))
            if (sees(who, *each)) return each;
        return nullptr;
    }

    // Null if the source is invalid.
    const Source* chosen(const SourceChoice& choice) const {
        const auto found = matching(choice);
        return found.size() == 1 ? found.front() : nullptr;
    }
    // The error code differs between PUT source and creating candidates.
    ExpectedResponse fault_of(const SourceChoice& choice, bool in_creation) const {
        const bool is_type = has(configuration.sources, choice.type, &Source::type);
        if (!is_type)
            return in_creation ? ExpectedResponse{404, "SOURCE_TYPE_NOT_FOUND"}
                               : ExpectedResponse{400, "INVALID_SOURCE_TYPE"};
        if (matching(choice).empty()) return {400, in_creation ? "SOURCE_NOT_FOUND" : "INVALID_SOURCE"};
        return {400, "SUBTYPE_REQUIRED"};
    }

    // Existing attributes are kept; only empty ones are filled. Null is the talent pool.
    Candidate& add(Who actor, const Draft& draft, Job* job) {
        Candidate* who = known_to(actor, draft.profile);
        if (!who) {
            const bool is_separate = has_owner(draft.profile);
            who = &candidates.emplace_back();
            who->is_separate = is_separate;
            touch(*who);
        }
        for (const auto& [member, value] : draft.profile) {
            if (who->profile.contains(member)) continue;
            who->profile[member] = value;
            touch(*who);
        }
        trim_name(who->profile);
        add_tags(*who, draft.tags);
        if (draft.internal && !who->internal) {
            who->internal = true;
            touch(*who);
        }
        if (job && !who->application(job->id)) {
            auto& added = who->applications.emplace_back();
            added.job = job->id;
            const Source* const source = draft.source ? chosen(*draft.source) : nullptr;
            added.source = source ? *source : api_source();
            touch(*who, added);
            follow(*job, added.now());
        }
        return *who;
    }

    ExpectedResponse patch(Who actor, Candidate& who, const boost::json::object& change) {
        for (const auto* const needed : {"firstName", "lastName", "email"})
            if (change.contains(needed) && change.at(needed).is_null()) return {400, "VALIDATION_ERROR"};
        boost::json::object changed = who.profile;
        merge(changed, change);
        trim_name(changed);
        if (identity(changed) != identity(who.profile)) {
            if (known_to(actor, changed)) return {409, "CANDIDATE_DATA_CONFLICT"};
            who.is_separate = has_owner(changed);
        }
        if (changed != who.profile) touch(who);
        who.profile = changed;
        return {200, ""};
    }

    // Case-insensitive; the first spelling is kept.
    void add_tags(Candidate& who, const std::vector<std::string>& tags) {
        for (const auto& tag : tags) {
            if (has(who.tags, folded(tag), folded)) continue;
            who.tags.push_back(tag);
            touch(who);
        }
    }
    void replace_tags(Candidate& who, const std::vector<std::string>& tags) {
        Candidate bare;
        add_tags(bare, tags);
        if (bare.tags != who.tags) touch(who);
        who.tags = bare.tags;
    }

    void remove(const Candidate& who) {
        std::erase_if(offers, [&](const Offer& each) { return each.candidate == who.id; });
        candidates.remove_if([&](const Candidate& each) { return &each == &who; });
    }

    // Applications

    // The job's status follows its furthest candidate, and a hire fills the oldest open position.
    ExpectedResponse move(Candidate& who, Application& application, const Move& move) {
        const auto& [to, reason, starts_on] = move;
        if (!reason.empty()) {
            const auto reasons = configuration.reasons.find(to.status);
            if (reasons == configuration.reasons.end()) return {400, "NO_REASON_SUPPORT_FOR_STATUS"};
            if (!has(reasons->second, reason, &Reason::id)) return {400, "REASON_NOT_FOUND"};
        }
        if (!to.sub_status.empty()) {
            const auto steps = configuration.sub_statuses.find(to.status);
            if (steps == configuration.sub_statuses.end() || !has(steps->second, to.sub_status))
                return {400, "SUB_STATUS_NOT_FOUND"};
        }
        if (skips_required_step(application, to)) return {400, "REQUIRED_SUB_STATUS_OMITTED"};
        const bool moves = application.now() != to;
        const bool restarts = !starts_on.empty() && application.starts_on != starts_on;
        if (!moves && !restarts && application.reason == reason) return {204, ""};
        application.reason = reason;
        if (restarts) application.starts_on = starts_on;
        touch(who, application);
        if (moves) {
            application.history.push_back(to);
            follow(job(application.job), to);
            if (to.status == "HIRED") fill_position(job(application.job));
        }
        return {204, ""};
    }

    void set_source(Candidate& who, Application& application, const Source& source) {
        if (application.source != source) touch(who, application);
        application.source = source;
    }
    void set_onboarding(Candidate& who, Application& application, const std::string& status) {
        if (application.onboarding != status) touch(who, application);
        application.onboarding = status;
    }
    // Null: delete.
    void set_properties(Candidate& who, Application& application,
                        const std::map<std::string, boost::json::value>& values) {
        auto changed = application.properties;
        for (const auto& [id, value] : values) {
            changed.erase(id);
            if (!value.is_null()) changed.emplace(id, value);
        }
        if (changed != application.properties) touch(who, application);
        application.properties = std::move(changed);
    }

    // The candidate and the job's status are kept.
    void remove(Candidate& who, const Application& application) {
        std::erase_if(offers, [&](const Offer& each) {
            return each.candidate == who.id && each.job == application.job;
        });
        who.applications.remove_if([&](const Application& each) { return &each == &application; });
        touch(who);
    }

    // Offers

    ExpectedResponse change(Offer& offer, const OfferChange& change) {
        if (!change.properties.empty() && offer.status != "CREATED") return {409, "OFFER_STATUS_CONFLICT"};
        const bool moves = change.status && *change.status != offer.status;
        if (moves && !may_become(offer.status, *change.status)) return {409, "OFFER_STATUS_CONFLICT"};
        if (moves && change.status == "PENDING_ACCEPTANCE" &&
            skips_required_step(application_of(offer), kOffered))
            return {400, "REQUIRED_SUB_STATUS_OMITTED"};
        for (const auto& [key, value] : change.properties) {
            offer.properties.erase(key);
            if (value) offer.properties.emplace(key, *value);
        }
        if (!moves) return {200, ""};
        offer.status = *change.status;
        if (offer.status == "PENDING_ACCEPTANCE") send(offer);
        return {200, ""};
    }

    // Lists

    // Last changed first.
    std::vector<const Candidate*> list(Who who, const Filter& filter) const {
        std::vector<const Candidate*> found;
        for (const auto& each : candidates)
            if (matches(filter, each) && std::ranges::any_of(visible(who, each), [&](const Application* one) {
                    return matches(filter, *one);
                }))
                found.push_back(&each);
        std::ranges::sort(found, std::greater<>{}, &Candidate::updated);
        return found;
    }
    // Newest first; an empty filter matches all.
    std::vector<const Offer*> list_offers(Who who, const std::vector<std::string>& statuses) const {
        std::vector<const Offer*> found;
        for (const auto& each : offers)
            if (sees(who, job(each.job)) && (statuses.empty() || has(statuses, each.status)))
                found.insert(found.begin(), &each);
        return found;
    }

    const Configuration configuration;
    std::optional<Stage> required_step;  // of the hiring process
    JobProperties job_properties;
    std::deque<Job> jobs;
    std::list<Candidate> candidates;
    std::list<Offer> offers;  // oldest first

  private:
    inline static const Stage kOffered{"OFFERED", ""};

    void touch(Candidate& who) { who.updated = ++changes_; }
    void touch(Candidate& who, Application& application) {
        touch(who);
        application.changed = changes_;
    }

    static void trim_name(boost::json::object& profile) {
        profile["lastName"] = trimmed(profile.at("lastName").as_string());
    }

    // The status of a job advances with its candidates and never goes back; closed or waiting jobs are
    // unchanged.
    static int progress(const std::string& job_status) {
        static const std::vector<std::string> line{"CREATED", "SOURCING", "INTERVIEW", "OFFER"};
        return static_cast<int>(std::ranges::find(line, job_status) - line.begin());
    }
    static std::string reached_by(const Stage& stage) {
        if (stage.status == "LEAD") return "CREATED";
        if (stage.status == "INTERVIEW") return "INTERVIEW";
        if (stage.status == "OFFERED" || stage.status == "HIRED") return "OFFER";
        return "SOURCING";
    }
    void follow(Job& job, const Stage& stage) {
        const std::string reached = reached_by(stage);
        if (progress(job.status()) < progress(reached)) set_status(job, reached);
    }

    static void fill_position(Job& job) {
        const auto open = std::ranges::find(job.positions, "OPEN", &Position::status);
        if (open != job.positions.end()) open->status = "FILLED";
    }

    void send(Offer& offer) {
        offer.was_sent = true;
        Candidate& who = *std::ranges::find(candidates, offer.candidate, &Candidate::id);
        Application& application = application_of(offer);
        const std::string& now = application.now().status;
        if (now != "OFFERED" && now != "HIRED")
            move(who, application, {.to = kOffered, .reason = "", .starts_on = ""});
    }
    Application& application_of(const Offer& offer) {
        return *std::ranges::find(candidates, offer.candidate, &Candidate::id)->application(offer.job);
    }

    // The position in the hiring process: that of the status, and that of the step in it. Others are not in
    // the process.
    std::optional<std::pair<std::ptrdiff_t, std::ptrdiff_t>> place_of(const Stage& stage) const {
        static const std::vector<std::string> line{"LEAD",      "NEW",     "IN_REVIEW",
                                                   "INTERVIEW", "OFFERED", "HIRED"};
        const auto status = std::ranges::find(line, stage.status);
        if (status == line.end()) return std::nullopt;
        const auto nth = status - line.begin();
        if (stage.sub_status.empty()) return std::pair{nth, std::ptrdiff_t{0}};
        const auto& steps = configuration.sub_statuses.at(stage.status);
        return std::pair{nth, std::ranges::find(steps, stage.sub_status) - steps.begin() + 1};
    }
    // Only on the way forward, from where the application was last in the process.
    bool skips_required_step(const Application& from, const Stage& to) const {
        const auto end = place_of(to);
        if (!required_step || !end) return false;
        std::pair<std::ptrdiff_t, std::ptrdiff_t> start{-1, 0};
        for (const Stage& each : from.history)
            if (const auto place = place_of(each)) start = *place;
        return start < *place_of(*required_step) && *place_of(*required_step) < *end;
    }

    std::vector<const Source*> matching(const SourceChoice& choice) const {
        std::vector<const Source*> found;
        for (const auto& each : configuration.sources)
            if (each.type == choice.type && each.id == choice.id &&
                (choice.sub_type.empty() || each.sub_type == choice.sub_type))
                found.push_back(&each);
        return found;
    }
    const Source& api_source() const {
        return *std::ranges::find(configuration.sources, "API", &Source::label);
    }

    static bool matches(const Filter& filter, const Application& application) {
        const auto one_of = [](const std::vector<std::string>& list, const std::string& value) {
            return list.empty() || has(list, value);
        };
        const auto has_property = [&](const std::pair<std::string, std::string>& wanted) {
            const auto found = application.properties.find(wanted.first);
            return found != application.properties.end() &&
                   found->second == boost::json::value(wanted.second);
        };
        const bool asks_step = !filter.statuses.empty() && !filter.sub_status.empty();
        return one_of(filter.jobs, application.job) && one_of(filter.statuses, application.now().status) &&
               (!asks_step || filter.sub_status == application.now().sub_status) &&
               (filter.onboarding.empty() || filter.onboarding == application.onboarding) &&
               (!filter.source || *filter.source == application.source) &&
               (!filter.property || has_property(*filter.property));
    }
    static bool matches(const Filter& filter, const Candidate& who) {
        const auto city = [&] {
            const auto* const place = who.profile.if_contains("location");
            const auto* const name = place ? place->as_object().if_contains("city") : nullptr;
            return name ? folded(name->as_string()) : "";
        };
        const auto has_word = [&](const std::string& word) {
            return words_of(who).contains(*words_in(word).begin());
        };
        return (filter.tag.empty() || has(who.tags, folded(filter.tag), folded)) &&
               (filter.city.empty() || city() == folded(filter.city)) &&
               (filter.words.empty() || std::ranges::any_of(filter.words, has_word)) &&
               (filter.email.empty() || folded(who.text("email")) == folded(filter.email));
    }
    // The words of the profile, except phoneNumber and web, and of the tags.
    static std::set<std::string> words_of(const Candidate& who) {
        boost::json::object found = who.profile;
        found.erase("phoneNumber");
        found.erase("web");
        std::set<std::string> words;
        const auto add = [&](const auto& self, const boost::json::value& value) -> void {
            if (const auto* const text = value.if_string()) words.merge(words_in(*text));
            if (const auto* const array = value.if_array())
                for (const auto& each : *array) self(self, each);
            if (const auto* const object = value.if_object())
                for (const auto& each : *object) self(self, each.value());
        };
        add(add, found);
        for (const auto& tag : who.tags) words.merge(words_in(tag));
        return words;
    }

    std::int64_t changes_ = 0;
};

}  // namespace callboard::test::model
