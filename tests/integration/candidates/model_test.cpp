// Random requests for jobs with their properties, candidates, applications, offers and the hiring process,
// over HTTP, compared with a model that implements the rules independently (support/model.h).
//
// A seed determines the requests. For long runs:
//     CALLBOARD_MODEL_SEED=100 CALLBOARD_MODEL_STEPS=50000 integration_tests
//     --gtest_filter='*CandidateModel*'
#include "support/model.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <deque>
#include <exception>
#include <iterator>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include "integration/company.h"
#include "support/model_draw.h"
#include "support/model_view.h"

namespace callboard {
namespace {

namespace json = boost::json;
namespace model = test::model;
using model::Application;
using model::Candidate;
using model::ExpectedResponse;
using model::Job;
using model::Offer;
using model::View;
using model::Who;
using test::Answer;
using test::Client;
using test::id_of;
using test::text;

constexpr std::string_view kUnknownId = "00000000-0000-7000-8000-000000000000";
constexpr std::size_t kMostJobs = 6;  // so that long runs do not get slower
constexpr std::size_t kMostOffers = 40;
constexpr std::size_t kLastStepsShown = 60;

// The callers, and their ids.
struct Clients {
    Client administrator;
    Client extended;
    Client standard;
    Client rival;
    std::string administrator_id;
    std::string standard_id;
    std::string closed_group;  // only administrators see its jobs
};

std::string path_of(const std::string& candidate) {
    return "/candidates/" + candidate;
}
std::string path_of(const std::string& candidate, const std::string& job) {
    return path_of(candidate) + "/jobs/" + job;
}
std::string path_of(const Offer& offer) {
    return path_of(offer.candidate, offer.job) + "/offers/" + offer.id;
}

model::Configuration configuration_of(Client& caller, const std::string& a_user) {
    const auto content = [&](const std::string& path) {
        return caller.get("/configuration/" + path).json().at("content").as_array();
    };
    model::Configuration all;
    for (const auto& process : content("hiring-processes"))
        for (const auto& [status, names] : process.at("subStatuses").as_object())
            for (const auto& name : names.as_array())
                all.sub_statuses[std::string{status}].push_back(text(name));
    for (const auto& reason : content("rejection-reasons"))
        all.reasons["REJECTED"].push_back({text(reason.at("id")), text(reason.at("label"))});
    for (const auto& reason : content("withdrawal-reasons"))
        all.reasons["WITHDRAWN"].push_back({text(reason.at("id")), text(reason.at("label"))});
    for (const auto& type : content("sources")) {
        const std::string id = text(type.at("id"));
        for (const auto& value : content("sources/" + id + "/values"))
            all.sources.push_back({id, text(value.at("sourceSubType").at("id")), text(value.at("id")),
                                   text(value.at("label"))});
    }
    for (const auto& property : content("candidate-properties")) {
        model::Property one{.id = text(property.at("id")), .type = text(property.at("type")), .values = {}};
        if (one.type == "SINGLE_SELECT")
            for (const auto& value : content("candidate-properties/" + one.id + "/values"))
                one.values.push_back(text(value.at("id")));
        if (one.type == "USER") one.values.push_back(a_user);
        all.properties.push_back(std::move(one));
    }
    return all;
}

const std::string kJobProperties = "/configuration/job-properties";
const std::string kProcesses = "/configuration/hiring-processes";

// A country with its towns, one of which is required with it, a plain list, and a text.
model::JobProperties given_job_properties(Client& caller) {
    model::JobProperties made;
    const auto add = [&](const std::string& label, model::JobProperty property) {
        const Answer answer = test::post(caller, kJobProperties,
                                         {{"label", label},
                                          {"category", "job"},
                                          {"visible", true},
                                          {"required", property.required},
                                          {"type", property.is_text ? "TEXT" : "SINGLE_SELECT"}});
        EXPECT_EQ(answer.status, 201) << answer.body;
        property.id = id_of(answer);
        for (const auto& value : property.values)
            EXPECT_EQ(test::post(caller, kJobProperties + "/" + property.id + "/values",
                                 {{"id", value}, {"label", "The " + value}})
                          .status,
                      201);
        made.all.push_back(property);
        return property.id;
    };
    const std::string land = add("Land", {.values = {"fr", "it", "pl"}});
    add("Town", {.required = true,
                 .values = {"lyon", "paris", "lodz"},
                 .parent = land,
                 .fitting = {{"fr", "lyon"}, {"fr", "paris"}, {"pl", "lodz"}}});
    add("Shift", {.values = {"day", "night"}});
    add("Remark", {.is_text = true});

    const model::JobProperty& town = made.all[1];
    EXPECT_EQ(test::post(caller, kJobProperties + "/" + land + "/dependents", {{"ids", json::array{town.id}}})
                  .status,
              200);
    for (const auto& [parent_value, value] : town.fitting)
        EXPECT_EQ(test::post(caller,
                             kJobProperties + "/" + land + "/values/" + parent_value + "/dependents/" +
                                 town.id + "/values",
                             {{"id", value}})
                      .status,
                  204);
    return made;
}

class Walk {
  public:
    Walk(std::uint64_t seed, Clients clients)
        : seed_(seed),
          clients_(std::move(clients)),
          acme_(configuration_of(clients_.administrator, clients_.administrator_id)),
          draw_(seed, acme_) {
        acme_.job_properties = given_job_properties(clients_.administrator);
    }

    void run(int steps) {
        try {
            while (step_ < steps && !testing::Test::HasFailure()) {
                ++step_;
                take_step();
            }
            if (!testing::Test::HasFailure()) check_all();
        } catch (const std::exception& e) {
            ADD_FAILURE() << e.what();
        }
        if (testing::Test::HasFailure()) ADD_FAILURE() << last_requests();
    }

  private:
    struct Operation {
        std::size_t weight;
        void (Walk::*run)();
    };
    static constexpr std::array<Operation, 36> operations();
    void take_step();

    std::string last_requests() const {
        std::string lines = "seed " + std::to_string(seed_) + ", step " + std::to_string(step_) +
                            "; the last requests were:\n";
        for (const auto& line : log_) lines += line + "\n";
        return lines;
    }

    // --- requests

    Client& caller(Who who) {
        switch (who) {
            case Who::administrator: return clients_.administrator;
            case Who::extended: return clients_.extended;
            case Who::standard: return clients_.standard;
            case Who::rival: return clients_.rival;
        }
        std::abort();  // unreachable: -Werror=switch keeps the list complete
    }
    static std::string_view name_of(Who who) {
        return std::array{"administrator", "extended", "standard", "rival"}.at(static_cast<std::size_t>(who));
    }
    Answer send(Who who, std::string_view method, const std::string& path,
                const std::optional<json::value>& body = std::nullopt) {
        const std::string sent = body ? json::serialize(*body) : "";
        log_.push_back("#" + std::to_string(step_) + " " + std::string{name_of(who)} + ": " +
                       std::string{method} + " " + path + " " + sent);
        if (log_.size() > kLastStepsShown) log_.pop_front();
        Answer answer = body ? caller(who).request(method, path, sent, {{"Content-Type", "application/json"}})
                             : caller(who).request(method, path);
        log_.back() += " -> " + std::to_string(answer.status) +
                       (answer.status < 400 ? "" : " " + answer.body.substr(0, 200));
        return answer;
    }
    Answer get(Who who, const std::string& path) { return send(who, "GET", path); }

    // Compares with the model; returns whether the call succeeded.
    bool expect(const Answer& answer, const ExpectedResponse& expected) {
        EXPECT_EQ(answer.status, expected.status) << expected.code << " " << log_.back() << "\n"
                                                  << answer.body;
        if (answer.status != expected.status) return false;
        if (expected.status >= 400) EXPECT_EQ(answer.error_code(), expected.code) << log_.back();
        return expected.status < 300;
    }
    // With access according to the model, the expected status is `ok`.
    bool expect(const Answer& answer, const ExpectedResponse& access, int ok) {
        return expect(answer, access.status == 200 ? ExpectedResponse{ok, ""} : access);
    }

    // --- random choices

    Who anybody() { return draw_.one_in(2) ? Who::administrator : colleague(); }
    Who colleague() { return draw_.one_in(2) ? Who::extended : Who::standard; }
    Who mostly_administrator() { return draw_.one_in(5) ? colleague() : Who::administrator; }

    // Sometimes a deleted candidate or one that never existed: null.
    struct Person {
        std::string id;
        Candidate* known;
    };
    Person any_candidate() {
        if (acme_.candidates.empty() || draw_.one_in(25))
            return {gone_.empty() ? std::string{kUnknownId} : draw_.any_of(gone_), nullptr};
        Candidate& one = draw_.any_of(acme_.candidates);
        return {one.id, &one};
    }
    // Usually an existing application.
    struct Place {
        Person person;
        std::string job;
    };
    Place any_application() {
        Person person = any_candidate();
        for (int i = 0; i < 5 && person.known && person.known->applications.empty(); ++i)
            person = any_candidate();
        if (person.known && !person.known->applications.empty() && !draw_.one_in(12))
            return {person, draw_.any_of(person.known->applications).job};
        return {person, acme_.jobs.empty() || draw_.one_in(10) ? std::string{kUnknownId}
                                                               : draw_.any_of(acme_.jobs).id};
    }

    // --- comparison

    void check(Who who, const Person& person) {
        const Answer answer = get(who, path_of(person.id));
        if (!expect(answer, acme_.access(who, person.known, model::kUnauthorized), 200)) return;
        compare(who, *person.known, answer.json());
    }
    void check(const Candidate& candidate) { check(Who::administrator, known(candidate.id)); }
    void compare(Who who, const Candidate& candidate, const json::value& shown) {
        EXPECT_EQ(json::value(model::shown_candidate(shown, View::details)),
                  json::value(model::expected_candidate(acme_, who, candidate, View::details)))
            << log_.back();
        compare_times(candidate, text(shown.at("createdOn")), text(shown.at("updatedOn")));
    }
    // updatedOn changes only with the candidate.
    void compare_times(const Candidate& candidate, const std::string& created, const std::string& updated) {
        const Times now{.created = created, .updated = updated, .change = candidate.updated};
        const auto before = times_.find(candidate.id);
        EXPECT_LE(created, updated);
        if (before != times_.end()) {
            EXPECT_EQ(created, before->second.created) << log_.back();
            EXPECT_GE(updated, before->second.updated) << log_.back();
            if (now.change == before->second.change)
                EXPECT_EQ(updated, before->second.updated) << log_.back();
        }
        times_[candidate.id] = now;
    }

    void check(Who who, const Job& job) {
        const std::string path = "/jobs/" + job.id;
        const Answer answer = get(who, path);
        if (!expect(answer, acme_.sees(who, job) ? ExpectedResponse{200, ""}
                                                 : ExpectedResponse{401, "UNAUTHORIZED_TO_ACCESS_JOB"}))
            return;
        EXPECT_EQ(text(answer.json().at("status")), job.status()) << log_.back();
        compare_properties(answer.json(), job);
        EXPECT_EQ(test::each(get(who, path + "/status/history"), "content", "status"), job.history);
        EXPECT_EQ(json::value(model::shown_positions(get(who, path + "/positions").json())),
                  json::value(model::positions_of(job)));
    }

    void compare_properties(const json::value& shown, const Job& job) {
        EXPECT_EQ(json::value(model::shown_values(shown)),
                  json::value(model::expected_values(job.properties, acme_.job_properties)))
            << log_.back();
    }
    void check(const model::JobProperty& property) {
        const std::string path = kJobProperties + "/" + property.id;
        EXPECT_EQ(get(Who::administrator, path).json().at("active"), property.active) << log_.back();
        std::vector<std::string> ids;
        std::set<std::string> archived;
        const json::value list = get(Who::administrator, path + "/values").json();
        for (const auto& value : list.at("content").as_array()) {
            ids.push_back(text(value.at("id")));
            if (value.at("archived").as_bool()) archived.insert(ids.back());
        }
        EXPECT_EQ(ids, property.values) << log_.back();
        EXPECT_EQ(archived, property.archived) << log_.back();
    }

    void check_history(const Answer& answer, const Application& application) {
        const json::value shown = answer.json();
        EXPECT_EQ(json::value(model::shown_history(shown)),
                  json::value(model::expected_history(application.history)))
            << log_.back();
        EXPECT_EQ(shown.at("totalFound"), std::ssize(application.history)) << log_.back();
        const auto times = test::each(answer, "content", "changedOn");
        EXPECT_TRUE(std::ranges::is_sorted(times)) << log_.back();
    }

    void check(Who who, const Offer& offer) {
        const Answer answer = get(who, path_of(offer));
        const Person owner = known(offer.candidate);
        if (!expect(answer, acme_.access(who, owner.known, offer.job, model::kApplicationUnauthorized), 200))
            return;
        EXPECT_EQ(json::value(model::shown_offer(answer.json())), json::value(model::expected_offer(offer)))
            << log_.back();
    }
    Person known(const std::string& candidate) {
        const auto found = std::ranges::find(acme_.candidates, candidate, &Candidate::id);
        return {candidate, found == acme_.candidates.end() ? nullptr : &*found};
    }

    void check_properties(const Person& person, const std::string& job) {
        const Answer answer = get(Who::administrator, path_of(person.id, job) + "/properties");
        if (!expect(answer, acme_.access(Who::administrator, person.known, job, model::kPropertiesRefused),
                    200))
            return;
        const json::value list = answer.json();
        json::object shown;
        for (const auto& each : list.at("content").as_array())
            shown[each.at("id").as_string()] = each.at("value");
        json::object expected;
        const auto& values = person.known->application(job)->properties;
        for (const auto& each : acme_.configuration.properties) {
            const auto value = values.find(each.id);
            expected[each.id] = value == values.end() ? json::value(json::object{}) : value->second;
        }
        EXPECT_EQ(json::value(shown), json::value(expected)) << log_.back();
    }

    void check_all() {
        for (const auto& property : acme_.job_properties.all) check(property);
        for (const auto& job : acme_.jobs) check(Who::administrator, job);
        for (auto& candidate : acme_.candidates) {
            for (const Who who : {Who::administrator, Who::extended, Who::standard, Who::rival})
                check(who, Person{candidate.id, &candidate});
            for (const auto& application : candidate.applications) {
                const std::string path = path_of(candidate.id, application.job);
                check_history(get(Who::administrator, path + "/status/history"), application);
                check_properties({candidate.id, &candidate}, application.job);
            }
        }
        for (const auto& offer : acme_.offers) check(Who::administrator, offer);
        for (const Who who : {Who::administrator, Who::extended, Who::standard}) {
            compare_list(who, {}, 3);
            compare_offers(who, {}, 4);
        }
        for (const auto& id : gone_) check(Who::administrator, Person{id, nullptr});
    }

    // --- jobs

    void create_job() {
        if (acme_.jobs.size() >= kMostJobs) return set_job_status();
        Job job;
        job.title = "Cook " + std::to_string(acme_.jobs.size());
        job.in_closed_group = acme_.jobs.size() % 3 == 1;
        job.has_standard_user = acme_.jobs.empty();
        json::object input = test::job_of_groups({});
        if (job.in_closed_group) input = test::job_of_groups({clients_.closed_group});
        input["title"] = job.title;
        const auto choices = draw_.any_job_choices();
        const auto resolved = acme_.job_properties.resolved(choices, {});
        input["properties"] = model::body_of(choices, acme_.job_properties);
        const Answer made = send(Who::administrator, "POST", "/jobs", input);
        if (!expect(made, outcome(resolved, 201))) return;
        job.id = id_of(made);
        job.properties = resolved.values;
        const std::string path = "/jobs/" + job.id;
        if (job.has_standard_user)
            expect(send(Who::administrator, "POST", path + "/hiring-team",
                        json::object{{"id", clients_.standard_id}, {"role", "RECRUITER"}}),
                   {200, ""});
        for (int i = 0; i < 2; ++i) {
            const Answer position = send(Who::administrator, "POST", path + "/positions",
                                         json::object{{"type", "NEW"},
                                                      {"positionOpenDate", "2030-01-01T00:00:00.000Z"},
                                                      {"targetStartDate", "2030-03-01T00:00:00.000Z"}});
            if (expect(position, {201, ""})) job.positions.push_back({.id = id_of(position)});
        }
        acme_.jobs.push_back(std::move(job));
    }

    void set_job_status() {
        if (acme_.jobs.empty()) return create_job();
        Job& job = draw_.any_of(acme_.jobs);
        const std::string status = draw_.any_of(model::kJobStatuses);
        const Answer answer =
            send(Who::administrator, "PUT", "/jobs/" + job.id + "/status", json::object{{"status", status}});
        if (expect(answer, {201, ""})) acme_.set_status(job, status);
        check(Who::administrator, job);
    }

    static ExpectedResponse outcome(const model::JobValuesOrError& resolved, int ok) {
        return resolved.error.empty() ? ExpectedResponse{ok, ""} : ExpectedResponse{400, resolved.error};
    }

    void set_job_properties() {
        if (acme_.jobs.empty()) return create_job();
        Job& job = draw_.any_of(acme_.jobs);
        const auto choices = draw_.any_job_choices();
        const auto resolved = acme_.job_properties.resolved(choices, job.properties);
        const json::object operation{
            {"op", "add"}, {"path", "/properties"}, {"value", model::body_of(choices, acme_.job_properties)}};
        const Answer answer = send(Who::administrator, "PATCH", "/jobs/" + job.id, json::array{operation});
        if (expect(answer, outcome(resolved, 200))) job.properties = resolved.values;
        check(Who::administrator, job);
    }

    void change_job_property() {
        model::JobProperty& property = draw_.any_of(acme_.job_properties.all);
        const std::string path = kJobProperties + "/" + property.id;
        switch (property.is_text ? 0 : draw_.below(4)) {
            case 0: change_activity(property, path); break;
            case 1: reorder_values(property, path); break;
            default: change_archive(property, path); break;
        }
        check(property);
        if (!acme_.jobs.empty()) check(Who::administrator, draw_.any_of(acme_.jobs));
    }
    void change_activity(model::JobProperty& property, const std::string& path) {
        const bool activates = !property.active;
        const bool is_refused = activates && !property.is_text && !property.has_active_value();
        const Answer answer = send(Who::administrator, activates ? "PUT" : "DELETE", path + "/activation");
        if (expect(answer,
                   is_refused ? ExpectedResponse{409, "NO_ACTIVE_VALUES"} : ExpectedResponse{204, ""}))
            property.active = activates;
    }
    void change_archive(model::JobProperty& property, const std::string& path) {
        const std::string value = draw_.any_of(property.values);
        const bool archives = !property.archived.contains(value);
        const Answer answer =
            send(Who::administrator, archives ? "PUT" : "DELETE", path + "/archive-values/" + value);
        if (!expect(answer, {204, ""})) return;
        property.archived.erase(value);
        if (archives) property.archived.insert(value);
    }
    void reorder_values(model::JobProperty& property, const std::string& path) {
        auto order = draw_.shuffled(property.values);
        const bool is_complete = !draw_.one_in(4);
        if (!is_complete) order.pop_back();
        const Answer answer = send(Who::administrator, "PUT", path + "/values-order",
                                   json::object{{"ids", model::as_json(order)}});
        if (expect(answer, is_complete ? ExpectedResponse{204, ""} : ExpectedResponse{409, "CONFLICT"}))
            property.values = order;
    }

    // With a value of a property.
    void list_jobs() {
        const Who who = anybody();
        const model::JobProperty& property = acme_.job_properties.all[draw_.below(3)];  // not the text
        const std::string value = draw_.any_of(property.values);
        json::object expected;
        for (const auto& job : acme_.jobs)
            if (const auto found = job.properties.find(property.id);
                acme_.sees(who, job) && found != job.properties.end() && found->second == value)
                expected[job.id] = model::expected_values(job.properties, acme_.job_properties);
        const Answer answer = get(who, "/jobs?limit=100&property=" + property.id + ":" + value);
        if (!expect(answer, {200, ""})) return;
        const json::value list = answer.json();
        json::object shown;
        for (const auto& job : list.at("content").as_array())
            shown[job.at("id").as_string()] = model::shown_values(job);
        EXPECT_EQ(json::value(shown), json::value(expected)) << log_.back();
        EXPECT_EQ(list.at("totalFound"), expected.size()) << log_.back();
    }

    // Another step is required, or none.
    void change_process() {
        const json::value process = get(Who::administrator, kProcesses).json().at("content").at(0);
        const auto step = draw_.any_required_step();
        json::object required;
        for (const auto* const stage : model::kStagesWithSteps) required[stage] = json::array{};
        if (step) required[step->status].as_array().push_back(json::value(step->sub_status));
        const Answer answer = send(Who::administrator, "PUT", kProcesses + "/" + text(process.at("id")),
                                   json::object{{"name", process.at("name")},
                                                {"default", true},
                                                {"subStatuses", process.at("subStatuses")},
                                                {"requiredSubStatuses", required}});
        if (expect(answer, {200, ""})) acme_.required_step = step;
    }

    void see_job() {
        const Who who = anybody();
        if (!acme_.jobs.empty()) check(who, draw_.any_of(acme_.jobs));
    }

    // --- candidates

    void add_to_pool() {
        const Who who = mostly_administrator();
        const model::Draft draft = draw_.any_draft();
        const Answer answer = send(who, "POST", "/candidates", model::body_of(draft));
        if (expect(answer, who != Who::standard ? ExpectedResponse{201, ""} : model::kDenied))
            add_to_model(who, draft, nullptr, answer);
    }

    void add_to_job() {
        if (acme_.jobs.empty()) return create_job();
        const Who who = mostly_administrator();
        Job& job = draw_.any_of(acme_.jobs);
        model::Draft draft = draw_.any_draft();
        if (draw_.one_in(4)) draft.source = draw_.any_source();
        ExpectedResponse expected{201, ""};
        if (draft.source && !acme_.chosen(*draft.source)) expected = acme_.fault_of(*draft.source, true);
        if (!acme_.sees(who, job)) expected = {401, "PERMISSION_DENIED"};
        const Answer answer = send(who, "POST", "/jobs/" + job.id + "/candidates", model::body_of(draft));
        if (!expect(answer, expected)) return;
        add_to_model(who, draft, &job, answer);
        check(Who::administrator, job);
    }

    void add_to_model(Who who, const model::Draft& draft, Job* job, const Answer& answer) {
        const bool is_known = acme_.known_to(who, draft.profile) != nullptr;
        Candidate& candidate = acme_.add(who, draft, job);
        if (!is_known) candidate.id = id_of(answer);
        compare(who, candidate, answer.json());
        if (job) {
            Application& application = *candidate.application(job->id);
            const json::value shown = get(Who::administrator, path_of(candidate.id, job->id)).json();
            if (application.id.empty()) application.id = text(shown.at("applicationId"));
            EXPECT_EQ(text(shown.at("applicationId")), application.id) << log_.back();
        }
    }

    void add_to_no_job() {
        const Answer answer =
            send(Who::administrator, "POST", "/jobs/" + std::string{kUnknownId} + "/candidates",
                 model::body_of(draw_.any_draft()));
        expect(answer, {404, "JOB_NOT_FOUND"});
    }

    void see_candidate() {
        const Who who = anybody();
        check(who, any_candidate());
    }

    void patch_candidate() {
        const Who who = mostly_administrator();
        const Person person = any_candidate();
        const json::object change = draw_.any_patch();
        const Answer answer = send(who, "PATCH", path_of(person.id), change);
        const ExpectedResponse access = acme_.access(who, person.known, model::kDenied);
        if (expect(answer, access.status == 200 ? acme_.patch(who, *person.known, change) : access))
            compare(who, *person.known, answer.json());
    }
    void remove_required_member() {
        if (acme_.candidates.empty()) return;
        Candidate& candidate = draw_.any_of(acme_.candidates);
        const json::object change{{draw_.one_in(2) ? "lastName" : "email", nullptr}};
        expect(send(Who::administrator, "PATCH", path_of(candidate.id), change),
               acme_.patch(Who::administrator, candidate, change));
        check(candidate);
    }

    void change_tags() {
        const Who who = mostly_administrator();
        const Person person = any_candidate();
        const std::string path = path_of(person.id) + "/tags";
        const ExpectedResponse access = acme_.access(who, person.known, model::kDenied);
        const auto tags = draw_.some_tags();
        switch (draw_.below(6)) {
            case 0:
                if (expect(send(who, "DELETE", path), access, 204)) acme_.replace_tags(*person.known, {});
                break;
            case 1:
            case 2:
                if (expect(send(who, "PUT", path, json::object{{"tags", model::as_json(tags)}}), access, 201))
                    acme_.replace_tags(*person.known, tags);
                break;
            default:
                if (expect(send(who, "POST", path, json::object{{"tags", model::as_json(tags)}}), access,
                           201))
                    acme_.add_tags(*person.known, tags);
        }
        if (access.status == 200) check(*person.known);
        const Answer shown = get(who, path);
        if (expect(shown, access, 200))
            EXPECT_EQ(model::sorted(shown.json().at("tags").as_array()),
                      model::sorted(model::as_json(person.known->tags)));
    }

    void add_too_many_tags() {
        if (acme_.candidates.empty()) return;
        Candidate& candidate = draw_.any_of(acme_.candidates);
        json::array tags;
        for (int i = 0; i <= 100; ++i) tags.push_back(json::value("tag " + std::to_string(i)));
        expect(
            send(Who::administrator, "POST", path_of(candidate.id) + "/tags", json::object{{"tags", tags}}),
            {400, "VALIDATION_ERROR"});
        check(candidate);
    }

    void delete_candidate() {
        const Who who = mostly_administrator();
        const Person person = any_candidate();
        ExpectedResponse expected = acme_.access(who, person.known, model::kDenied);
        if (expected.status == 200 && !acme_.sees_all_of(who, *person.known)) expected = model::kDenied;
        if (!expect(send(who, "DELETE", path_of(person.id)), expected, 204)) return;
        acme_.remove(*person.known);
        gone_.push_back(person.id);
        check(Who::administrator, Person{person.id, nullptr});
    }

    // --- applications

    void see_application() {
        const Who who = anybody();
        const auto [person, job] = any_application();
        const ExpectedResponse access = acme_.access(who, person.known, job, model::kApplicationDenied);
        const Answer answer = get(who, path_of(person.id, job));
        if (!expect(answer, access, 200)) return;
        const Application& application = *person.known->application(job);
        EXPECT_EQ(json::value(model::picked(answer.json(), model::kOfApplication)),
                  json::value(model::expected_application(acme_, application)))
            << log_.back();
        EXPECT_EQ(text(answer.json().at("applicationId")), application.id) << log_.back();

        const json::value same = get(who, path_of_job_application(application.id)).json();
        json::object expected =
            model::picked(model::expected_application(acme_, application), {"status", "subStatus"});
        expected["profileId"] = person.id;
        expected["jobId"] = job;
        EXPECT_EQ(json::value(model::picked(same, {"status", "subStatus", "profileId", "jobId"})),
                  json::value(expected))
            << log_.back();
    }
    static std::string path_of_job_application(const std::string& id) {
        return "/job-applications-api/v202112/job-applications/" + id;
    }

    void see_hidden_job_application() {
        const Who who = draw_.one_in(2) ? Who::rival : Who::standard;
        const auto [person, job] = any_application();
        const Application* const application = person.known ? person.known->application(job) : nullptr;
        if (!application || acme_.sees(who, acme_.job(job))) return;
        expect(get(who, path_of_job_application(application->id)), {404, "JOB_APPLICATION_NOT_FOUND"});
    }

    void delete_application() {
        const auto [person, job] = any_application();
        Application* const application = person.known ? person.known->application(job) : nullptr;
        if (application && draw_.one_in(3)) {
            const std::string path = path_of_job_application(application->id);
            if (!expect(send(Who::administrator, "DELETE", path), {204, ""})) return;
            expect(get(Who::administrator, path), {404, "JOB_APPLICATION_NOT_FOUND"});
        } else {
            const Who who = mostly_administrator();
            const ExpectedResponse access = acme_.access(who, person.known, job, model::kApplicationDenied);
            if (!expect(send(who, "DELETE", path_of(person.id, job)), access, 204)) return;
        }
        acme_.remove(*person.known, *application);
        check(*person.known);
        check(Who::administrator, acme_.job(job));
    }

    void move_application() { move_to(draw_.any_move()); }
    void move_impossibly() { move_to(draw_.impossible_move()); }
    void move_to(const model::Move& move) {
        const Who who = mostly_administrator();
        const auto [person, job] = any_application();
        const ExpectedResponse access = acme_.access(who, person.known, job, model::kApplicationUnauthorized);
        const Answer answer = send(who, "PUT", path_of(person.id, job) + "/status", model::body_of(move));
        expect(answer, access.status == 200 ? acme_.move(*person.known, *person.known->application(job), move)
                                            : access);
        if (access.status != 200) return;
        check(*person.known);
        check(Who::administrator, acme_.job(job));
    }

    // Operations without a job id use the primary of the visible applications.
    ExpectedResponse access_to_primary(Who who, const Person& person, const ExpectedResponse& hidden) {
        ExpectedResponse access = acme_.access(who, person.known, hidden);
        if (access.status != 200 || acme_.primary(who, *person.known)) return access;
        return {404, "APPLICATION_NOT_FOUND"};
    }
    Application& primary(Who who, const Person& person) {
        return *person.known->application(acme_.primary(who, *person.known)->job);
    }
    void move_primary() {
        const Who who = mostly_administrator();
        const Person person = any_candidate();
        const model::Move move = draw_.any_move();
        const ExpectedResponse access = access_to_primary(who, person, model::kUnauthorized);
        const Answer answer = send(who, "PUT", path_of(person.id) + "/status", model::body_of(move));
        expect(answer, access.status == 200 ? acme_.move(*person.known, primary(who, person), move) : access);
        if (access.status == 200) check(*person.known);
    }

    void move_to_no_status() {
        const auto [person, job] = any_application();
        if (!person.known || !person.known->application(job)) return;
        expect(send(Who::administrator, "PUT", path_of(person.id, job) + "/status",
                    json::object{{"status", "OTHER"}}),
               {400, "VALIDATION_ERROR"});
        check(*person.known);
    }

    void see_history() {
        const Who who = anybody();
        const auto [person, job] = any_application();
        const ExpectedResponse access = acme_.access(who, person.known, job, model::kHistoryRefused);
        const Answer answer = get(who, path_of(person.id, job) + "/status/history");
        if (expect(answer, access, 200)) check_history(answer, *person.known->application(job));
    }
    void see_primary_history() {
        const Who who = anybody();
        const Person person = any_candidate();
        const Answer answer = get(who, path_of(person.id) + "/status/history");
        if (expect(answer, access_to_primary(who, person, model::kUnauthorized), 200))
            check_history(answer, primary(who, person));
    }

    void set_source() {
        const Who who = mostly_administrator();
        const auto [person, job] = any_application();
        const model::SourceChoice choice = draw_.any_source();
        const model::Source* const source = acme_.chosen(choice);
        ExpectedResponse expected = acme_.access(who, person.known, job, model::kApplicationUnauthorized);
        if (expected.status == 200 && !source) expected = acme_.fault_of(choice, false);
        if (!expect(send(who, "PUT", path_of(person.id, job) + "/source", model::body_of(choice)), expected,
                    204))
            return;
        acme_.set_source(*person.known, *person.known->application(job), *source);
        check(*person.known);
    }

    void set_onboarding() {
        const Who who = mostly_administrator();
        const auto [person, job] = any_application();
        const std::string status = draw_.any_of(model::kOnboarding);
        const json::object body{{"onboardingStatus", status}};
        if (draw_.one_in(4)) {
            const ExpectedResponse access = access_to_primary(who, person, model::kNoAccess);
            if (expect(send(who, "PUT", path_of(person.id) + "/onboardingStatus", body), access, 204))
                acme_.set_onboarding(*person.known, primary(who, person), status);
        } else {
            const ExpectedResponse access = acme_.access(who, person.known, job, model::kOnboardingRefused);
            if (expect(send(who, "PUT", path_of(person.id, job) + "/onboardingStatus", body), access, 204))
                acme_.set_onboarding(*person.known, *person.known->application(job), status);
        }
        if (person.known) check(*person.known);
    }
    void see_onboarding() {
        const Who who = anybody();
        const auto [person, job] = any_application();
        const Answer answer = get(who, path_of(person.id, job) + "/onboardingStatus");
        if (!expect(answer, acme_.access(who, person.known, job, model::kOnboardingRefused), 200)) return;
        const std::string& status = person.known->application(job)->onboarding;
        const json::value shown = status.empty() ? json::value(nullptr) : json::value(status);
        EXPECT_EQ(answer.json(), (json::object{{"onboardingStatus", shown}})) << log_.back();
    }

    void set_properties() {
        const auto [person, job] = any_application();
        std::map<std::string, json::value> values;
        json::array body;
        for (std::size_t i = 1 + draw_.below(3); i > 0; --i) {
            const model::Property& property = draw_.any_of(acme_.configuration.properties);
            const json::value value = draw_.one_in(5) ? json::value{} : draw_.any_value(property);
            if (!values.emplace(property.id, value).second) continue;
            json::object one{{"id", property.id}};
            if (!value.is_null()) one["value"] = value;
            body.push_back(std::move(one));
        }
        ExpectedResponse expected =
            acme_.access(Who::administrator, person.known, job, model::kPropertiesRefused);
        const bool is_there = expected.status == 200;
        if (is_there && draw_.one_in(8)) {
            expected = {404, "PROPERTY_NOT_FOUND"};
            body.push_back(json::object{{"id", kUnknownId}, {"value", "x"}});
        } else if (is_there && draw_.one_in(8)) {
            expected = {400, "DUPLICATE_PROPERTIES"};
            body.push_back(json::value(body.front()));
        }
        const Answer answer = send(Who::administrator, "PUT", path_of(person.id, job) + "/properties", body);
        if (expect(answer, expected, 204))
            acme_.set_properties(*person.known, *person.known->application(job), values);
        check_properties(person, job);
        if (is_there) check(*person.known);
    }

    // --- offers

    void make_offer() {
        if (acme_.offers.size() >= kMostOffers) return delete_application();
        const Who who = mostly_administrator();
        const auto [person, job] = any_application();
        const std::string salary = std::to_string(draw_.below(100'000));
        const ExpectedResponse access = acme_.access(who, person.known, job, model::kApplicationUnauthorized);
        const Answer answer = send(who, "POST", path_of(person.id, job) + "/offers",
                                   json::object{{"properties", json::object{{"salary", salary}}}});
        if (!expect(answer, access, 201)) return;
        acme_.offers.push_back(
            {.id = id_of(answer), .candidate = person.id, .job = job, .properties = {{"salary", salary}}});
        EXPECT_EQ(json::value(model::shown_offer(answer.json())),
                  json::value(model::expected_offer(acme_.offers.back())));
    }

    void change_offer() {
        if (acme_.offers.empty()) return make_offer();
        const Who who = mostly_administrator();
        Offer& offer = draw_.any_of(acme_.offers);
        const Person owner = known(offer.candidate);
        const model::OfferChange change = draw_.any_offer_change(offer);
        const ExpectedResponse access =
            acme_.access(who, owner.known, offer.job, model::kApplicationUnauthorized);
        const Answer answer = send(who, "PATCH", path_of(offer), model::body_of(change));
        if (expect(answer, access.status == 200 ? acme_.change(offer, change) : access))
            EXPECT_EQ(json::value(model::shown_offer(answer.json())),
                      json::value(model::expected_offer(offer)))
                << log_.back();
        check(Who::administrator, offer);
        check(*owner.known);
        check(Who::administrator, acme_.job(offer.job));
    }

    void see_offers() {
        const Who who = anybody();
        const auto [person, job] = any_application();
        const ExpectedResponse access = acme_.access(who, person.known, job, model::kApplicationUnauthorized);
        const std::string path = path_of(person.id, job) + "/offers";
        const Answer answer = get(who, path + "?limit=100");
        if (!expect(answer, access, 200)) return;
        json::object expected;
        for (const auto& each : acme_.offers)
            if (each.candidate == person.id && each.job == job)
                expected[each.id] = model::expected_offer(each);
        const json::value list = answer.json();
        json::object shown;
        for (const auto& each : list.at("content").as_array())
            shown[each.at("id").as_string()] = model::shown_offer(each);
        EXPECT_EQ(json::value(shown), json::value(expected)) << log_.back();
        EXPECT_EQ(list.at("totalFound"), expected.size()) << log_.back();
        expect(get(who, path + "/" + std::string{kUnknownId}), {404, "OFFER_NOT_FOUND"});
    }

    void see_documents() {
        if (acme_.offers.empty()) return make_offer();
        const Offer& offer = draw_.any_of(acme_.offers);
        const Who who = draw_.one_in(6) ? Who::rival : anybody();
        ExpectedResponse expected{404, "OFFER_NOT_FOUND"};
        if (acme_.sees(who, acme_.job(offer.job)))
            expected = offer.was_sent ? ExpectedResponse{200, ""} : ExpectedResponse{409, "OFFER_NOT_SENT"};
        const Answer answer = get(who, "/offers/" + offer.id + "/documents");
        if (expect(answer, expected))
            EXPECT_EQ(test::each(answer, "documents", "name"), std::vector<std::string>{"Offer.txt"});
    }

    // --- lists

    void list_candidates() {
        const Who who = draw_.one_in(12) ? Who::rival : anybody();
        const auto filter = draw_.any_filter();
        compare_list(who, filter, draw_.any_of(std::array<std::size_t, 4>{1, 2, 5, 100}));
    }
    struct Listed {
        const Candidate* who;
        std::string updated;
    };
    // All pages.
    void compare_list(Who who, const model::Filter& filter, std::size_t limit) {
        const auto expected = acme_.list(who, filter);
        const std::string target = "/candidates?limit=" + std::to_string(limit) + model::query_of(filter);
        std::vector<Listed> seen;
        std::string cursor;
        do {
            const Answer page = get(who, target + cursor);
            if (!expect(page, {200, ""})) return;
            const json::value shown = page.json();
            EXPECT_EQ(shown.at("totalFound"), std::ssize(expected)) << log_.back();
            EXPECT_LE(shown.at("content").as_array().size(), limit) << log_.back();
            for (const auto& each : shown.at("content").as_array()) {
                const Person person = known(text(each.at("id")));
                ASSERT_TRUE(person.known && model::has(expected, person.known)) << log_.back() << "\n"
                                                                                << page.body;
                EXPECT_EQ(json::value(model::shown_candidate(each, View::list)),
                          json::value(model::expected_candidate(acme_, who, *person.known, View::list)))
                    << log_.back();
                seen.push_back({person.known, text(each.at("updatedOn"))});
            }
            ASSERT_LE(seen.size(), expected.size()) << log_.back();
            cursor = shown.at("nextPageId").is_null() ? "" : "&pageId=" + text(shown.at("nextPageId"));
        } while (!cursor.empty());
        ASSERT_EQ(seen.size(), expected.size()) << log_.back();
        const bool is_search = !filter.words.empty() || !filter.email.empty() || !filter.city.empty();
        compare_order(seen, expected, is_search);
    }
    // Each candidate once; latest change first, unless it is a search. The order of changes in one
    // millisecond is unspecified.
    void compare_order(const std::vector<Listed>& seen, const std::vector<const Candidate*>& expected,
                       bool is_search) {
        for (const auto* const each : expected)
            EXPECT_EQ(std::ranges::count(seen, each, &Listed::who), 1) << log_.back();
        for (std::size_t i = 1; i < seen.size() && !is_search; ++i) {
            const Listed& later = seen[i - 1];
            const Listed& earlier = seen[i];
            EXPECT_GE(later.updated, earlier.updated) << log_.back();
            if (later.updated != earlier.updated)
                EXPECT_GT(later.who->updated, earlier.who->updated) << log_.back();
        }
    }

    void list_offers() {
        const Who who = draw_.one_in(12) ? Who::rival : anybody();
        std::vector<std::string> statuses;
        for (std::size_t i = draw_.below(3); i > 0; --i)
            statuses.emplace_back(draw_.any_of(model::kOfferStatuses));
        compare_offers(who, statuses, 1 + draw_.below(20));
    }
    void compare_offers(Who who, const std::vector<std::string>& statuses, std::size_t limit) {
        const auto expected = acme_.list_offers(who, statuses);
        std::string target = "/offers?limit=" + std::to_string(limit);
        for (const auto& status : statuses) target += "&status=" + status;
        std::size_t seen = 0;
        do {
            const Answer page = get(who, target + "&offset=" + std::to_string(seen));
            if (!expect(page, {200, ""})) return;
            const json::array content = page.json().at("content").as_array();
            EXPECT_EQ(page.json().at("totalFound"), std::ssize(expected)) << log_.back();
            ASSERT_EQ(content.size(), std::min(limit, expected.size() - seen)) << log_.back();
            for (const auto& each : content)
                EXPECT_EQ(json::value(model::shown_offer(each)),
                          json::value(model::expected_offer(*expected[seen++])))
                    << log_.back();
        } while (seen < expected.size());
    }

    // --- another company, which sees nothing

    void ask_as_rival() {
        const auto [person, job] = any_application();
        const ExpectedResponse nobody{404, "CANDIDATE_NOT_FOUND"};
        const std::string path = path_of(person.id);
        const std::string application = path_of(person.id, job);
        switch (draw_.below(9)) {
            case 0: expect(get(Who::rival, path), nobody); break;
            case 1:
                expect(send(Who::rival, "PATCH", path, json::object{{"firstName", "Eve"}}), nobody);
                break;
            case 2: expect(send(Who::rival, "DELETE", path), nobody); break;
            case 3: expect(get(Who::rival, application), nobody); break;
            case 4:
                expect(send(Who::rival, "PUT", application + "/status", model::body_of(draw_.any_move())),
                       nobody);
                break;
            case 5:
                expect(send(Who::rival, "POST", path + "/tags", json::object{{"tags", json::array{"x"}}}),
                       nobody);
                break;
            case 6: expect(get(Who::rival, application + "/offers"), nobody); break;
            case 7: add_to_pool_of_rival(); break;
            default:
                expect(send(Who::rival, "POST", "/jobs/" + job + "/candidates",
                            model::body_of(draw_.any_draft())),
                       {404, "JOB_NOT_FOUND"});
        }
        if (person.known) check(*person.known);
    }

    // The same name, but another candidate.
    void add_to_pool_of_rival() {
        const Answer answer = send(Who::rival, "POST", "/candidates", model::body_of(draw_.any_draft()));
        if (expect(answer, {201, ""})) EXPECT_EQ(known(id_of(answer)).known, nullptr) << log_.back();
    }

    struct Times {
        std::string created;
        std::string updated;
        std::int64_t change = 0;  // in the model
    };

    const std::uint64_t seed_;
    int step_ = 0;
    Clients clients_;
    model::Company acme_;
    model::Draw draw_;
    std::vector<std::string> gone_;  // deleted candidates
    std::map<std::string, Times> times_;
    std::deque<std::string> log_;
};

// Weights: many entities exist, and many of them reach late statuses.
constexpr std::array<Walk::Operation, 36> Walk::operations() {
    return {{
        {4, &Walk::create_job},
        {3, &Walk::set_job_status},
        {2, &Walk::see_job},
        {6, &Walk::set_job_properties},
        {4, &Walk::change_job_property},
        {3, &Walk::list_jobs},
        {2, &Walk::change_process},
        {5, &Walk::add_to_pool},
        {20, &Walk::add_to_job},
        {1, &Walk::add_to_no_job},
        {6, &Walk::see_candidate},
        {8, &Walk::patch_candidate},
        {1, &Walk::remove_required_member},
        {5, &Walk::change_tags},
        {1, &Walk::add_too_many_tags},
        {2, &Walk::delete_candidate},
        {4, &Walk::see_application},
        {1, &Walk::see_hidden_job_application},
        {2, &Walk::delete_application},
        {20, &Walk::move_application},
        {3, &Walk::move_impossibly},
        {4, &Walk::move_primary},
        {1, &Walk::move_to_no_status},
        {4, &Walk::see_history},
        {2, &Walk::see_primary_history},
        {4, &Walk::set_source},
        {4, &Walk::set_onboarding},
        {2, &Walk::see_onboarding},
        {5, &Walk::set_properties},
        {7, &Walk::make_offer},
        {16, &Walk::change_offer},
        {3, &Walk::see_offers},
        {2, &Walk::see_documents},
        {20, &Walk::list_candidates},
        {4, &Walk::list_offers},
        {5, &Walk::ask_as_rival},
    }};
}

void Walk::take_step() {
    constexpr auto kAll = operations();
    std::size_t all = 0;
    for (const auto& each : kAll) all += each.weight;
    std::size_t drawn = draw_.below(all);
    for (const auto& each : kAll) {
        if (drawn < each.weight) return (this->*each.run)();
        drawn -= each.weight;
    }
}

std::uint64_t setting(const char* name, std::uint64_t otherwise) {
    const char* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody changes it
    return value ? std::strtoull(value, nullptr, 10) : otherwise;
}

class CandidateModel : public test::CompanyServer {
  protected:
    Clients clients() {
        const test::Colleague standard = colleague("STANDARD");
        return {.administrator = client(acme_.api_key),
                .extended = client(colleague("EXTENDED").key),
                .standard = client(standard.key),
                .rival = client(company().api_key),
                .administrator_id = own_id(administrator_),
                .standard_id = standard.id,
                .closed_group = given_group("closed")};
    }
    // The tests differ only in their seeds and can run in parallel.
    void walk(std::uint64_t nth) {
        const std::uint64_t seed = setting("CALLBOARD_MODEL_SEED", 1) + nth;
        Walk{seed, clients()}.run(static_cast<int>(setting("CALLBOARD_MODEL_STEPS", 600)));
    }
};

TEST_P(CandidateModel, SaysWhatTheServerAnswersOnOneWalk) {
    walk(0);
}

TEST_P(CandidateModel, SaysWhatTheServerAnswersOnAnother) {
    walk(1);
}

TEST_P(CandidateModel, SaysWhatTheServerAnswersOnAThird) {
    walk(2);
}

RUN_ON_EACH_DATABASE(CandidateModel);

}  // namespace
}  // namespace callboard
