// The catalogue of events compared with the published list, and a sample of each as it is sent.
#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/webhooks/webhook_company.h"
#include "support/openapi_check.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::Answer;
using test::array_of;
using test::expected_signature;
using test::expected_standard_signature;
using test::Hook;
using test::keys;
using test::kWebhooks;
using test::Refusal;
using test::refusal;
using test::subscription_input;
using test::text;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::Not;
using testing::UnorderedElementsAreArray;

struct Kind {
    std::set<std::string> fields;      // of the payload, besides `id`
    std::vector<std::string> repeats;  // `id` equals one of these; empty: none
    std::string link;                  // empty: none; "*": somewhere under our own address
};

// Facts of the public API, repeated here because the server's own table is under test.
std::map<std::string, Kind> public_kinds() {
    const std::string assigned = "/candidates/{candidate_id}/jobs/{job_id}";
    const std::set<std::string> application{"job_id", "candidate_id", "application_id"};
    const Kind of_application{application, {"application_id"}, assigned};
    const auto linked = [&](const std::string& more) {
        return Kind{application, {"application_id"}, assigned + more};
    };
    const Kind answers = linked("/screening-answers");
    const Kind job{{}, {}, "/jobs/{id}"};
    const Kind ad{{"job_id", "job_ad_id"}, {"job_ad_id"}, "/jobs/{job_id}/jobads/{job_ad_id}"};
    const Kind position{{"job_id", "position_id"}, {"position_id"}, "/jobs/{job_id}/positions/{position_id}"};
    const Kind offer{{"job_id", "candidate_id", "offer_id"}, {"offer_id"}, assigned + "/offers/{offer_id}"};
    const Kind review{{"application_id", "review_id"}, {"review_id"}, "*"};
    const Kind onboarding{{"onboarding_process_id", "new_hire_id"}, {"onboarding_process_id"}, "*"};
    const Kind interview{
        {"interview_id", "application_id", "candidate_id", "company_id"}, {"interview_id"}, "*"};

    std::map<std::string, Kind> kinds{
        {"job.created", job},
        {"job.updated", job},
        {"job.status.updated", {{}, {}, "/jobs/{id}/status/history"}},
        {"job.hiring-team.updated", {{}, {}, "/jobs/{id}/hiring-team"}},
        {"job.ad.created", ad},
        {"job.ad.updated", ad},
        {"job.ad.postings.updated", {ad.fields, ad.repeats, ad.link + "/postings"}},
        {"position.created", position},
        {"position.updated", position},
        {"position.deleted", {position.fields, position.repeats, ""}},
        {"application.created", of_application},
        {"application.status.updated", linked("/status/history")},
        {"application.fields.updated", linked("/properties")},
        {"application.onboarding-status.updated", linked("/onboardingStatus")},
        {"application.attachment.created",
         {{"job_id", "candidate_id", "application_id", "attachment_id"},
          {"attachment_id", "application_id"},
          "/candidates/attachments/{attachment_id}"}},
        {"application.source.updated", of_application},
        {"application.screening-answers.created", answers},
        {"application.screening-answers.updated", answers},
        {"candidate.created", {{}, {}, "/candidates/{id}"}},
        {"candidate.updated", {{}, {}, "/candidates/{id}"}},
        {"candidate.deleted", {{}, {}, ""}},
        {"offer.created", offer},
        {"offer.updated", offer},
        {"review.created", review},
        {"review.updated", review},
        {"review.deleted", review},
        {"onboarding.process.started", onboarding},
        {"onboarding.assignments.high-priority.completed", onboarding},
        {"onboarding.assignments.completed", onboarding},
        {"interview.created", interview},
        {"interview.updated", interview},
        {"interview.canceled", interview}};
    for (const std::string step : {"approval.created", "approval.approved", "approval.rejected",
                                   "approval.abandoned", "approval.step.approved", "approval.step.rejected",
                                   "approval.comment.created", "approver.skipped", "approver.delegated"}) {
        const std::string link = "/approvals-api/v201910/approvals/{approval_id}";
        kinds["job." + step] = {{"approval_id", "job_id"}, {"approval_id"}, link};
        kinds["offer." + step] = {
            {"approval_id", "job_id", "candidate_id", "offer_id"}, {"approval_id"}, link};
    }
    return kinds;
}

std::string filled(std::string link, const json::object& payload) {
    for (const auto& [field, value] : payload) {
        const std::string place = "{" + std::string{field} + "}";
        for (auto at = link.find(place); at != std::string::npos; at = link.find(place))
            link.replace(at, place.size(), text(value));
    }
    return link;
}

class WebhookPayloads : public test::WebhookCompany {
  protected:
    json::array catalogue() { return array_of(administrator_.get(kWebhooks + "/events")); }

    void expect_payload(const json::object& payload, const std::string& name) const {
        const Kind& kind = kinds.at(name);
        std::set<std::string> fields = kind.fields;
        fields.insert("id");
        EXPECT_EQ(keys(payload), fields) << name;
        for (const auto& [field, value] : payload)
            EXPECT_TRUE(value.is_string() && !text(value).empty()) << name;
        if (!kind.repeats.empty())
            EXPECT_TRUE(std::ranges::any_of(
                kind.repeats, [&](const auto& field) { return payload.at(field) == payload.at("id"); }))
                << name << json::serialize(payload);
    }
    void expect_link(const std::string& link, const json::object& payload, const std::string& name) const {
        const std::string& wanted = kinds.at(name).link;
        if (wanted.empty())
            EXPECT_EQ(link, "") << name;
        else if (wanted == "*")
            EXPECT_THAT(link, MatchesRegex("<" + public_url() + "/[^<>]+>; rel=self")) << name;
        else
            EXPECT_EQ(link, "<" + public_url() + filled(wanted, payload) + ">; rel=self") << name;
    }
    Answer send_sample(const Hook& hook, const json::object& what = {}) {
        return administrator_.post(hook.at + "/test", json::serialize(what));
    }

    const std::map<std::string, Kind> kinds = public_kinds();
};

TEST_P(WebhookPayloads, TheCatalogueHasEveryEventOfThePublicApi) {
    ASSERT_EQ(kinds.size(), 50U);
    std::vector<std::string> wanted;
    for (const auto& [name, kind] : kinds) wanted.push_back(name);

    std::vector<std::string> names;
    for (const auto& entry : catalogue()) {
        const std::string name = text(entry.at("name"));
        names.push_back(name);
        ASSERT_TRUE(kinds.contains(name)) << name;
        EXPECT_EQ(entry.at("version"), "v1") << name;
        EXPECT_FALSE(text(entry.at("description")).empty()) << name;
        expect_payload(entry.at("samplePayload").as_object(), name);
        EXPECT_EQ(entry.as_object().contains("sampleLink"), !kinds.at(name).link.empty()) << name;
        const auto& schema = entry.at("payloadSchema").as_object();
        EXPECT_EQ(schema.at("type"), "object") << name;
        EXPECT_EQ(keys(schema.at("properties")), keys(entry.at("samplePayload"))) << name;
        EXPECT_EQ(schema.at("required").as_array().size(), schema.at("properties").as_object().size())
            << name;
        EXPECT_THAT(test::schema_faults(entry.at("samplePayload"), schema, {}), IsEmpty()) << name;
    }
    EXPECT_THAT(names, UnorderedElementsAreArray(wanted));
}

TEST_P(WebhookPayloads, ASampleOfEveryEventArrivesSigned) {
    const Hook hook = given_inactive();
    const std::string key = new_key(hook.at);
    std::size_t sent = 0;
    std::set<std::string> ids;

    for (const auto& [name, kind] : kinds) {
        const auto answer = send_sample(hook, {{"event", json::string{name}}});

        ASSERT_EQ(answer.status, 200) << name << answer.body;
        const auto request = wait_for(hook, ++sent).back();
        EXPECT_EQ(request.header("event-name"), name);
        EXPECT_EQ(request.header("event-version"), "v1");
        EXPECT_THAT(request.body, Not(HasSubstr(" "))) << name;
        const auto payload = json::parse(request.body).as_object();
        expect_payload(payload, name);
        expect_link(request.header("Link"), payload, name);
        EXPECT_EQ(request.header("smartrecruiters-signature"), expected_signature(request, {key})) << name;
        EXPECT_EQ(request.header("webhook-signature"), expected_standard_signature(request, {key})) << name;
        ids.insert(request.header("event-id"));
    }
    EXPECT_EQ(sent, 50U);
    EXPECT_EQ(ids.size(), 50U) << "each is an event of its own";
}

// --- the response to a request for a sample

TEST_P(WebhookPayloads, ASampleIsReturnedInFull) {
    const Hook hook = given_inactive({"candidate.created", "job.created"});
    const Hook other = given_active({"candidate.created"});
    receiver.plan(hook.path, {{.status = 202, .body = "thank you"}});

    const auto answer = send_sample(hook);

    ASSERT_EQ(answer.status, 200) << answer.body;
    const auto callback = answer.json();
    const auto request = wait_for(hook, 1).front();
    EXPECT_EQ(request.header("event-name"), "candidate.created") << "the first that it wants";
    EXPECT_EQ(callback.at("status"), "successful");
    EXPECT_EQ(callback.at("responseStatus"), 202);
    EXPECT_EQ(callback.at("responseBody"), "thank you");
    EXPECT_EQ(text(callback.at("timestamp")), now());
    EXPECT_EQ(text(callback.at("eventId")), request.header("event-id"));
    EXPECT_EQ(callback.at("remoteAddress"), "127.0.0.1");
    EXPECT_GE(callback.at("durationMs").as_int64(), 0);
    EXPECT_FALSE(callback.as_object().contains("failureReason"));
    EXPECT_EQ(text(callback.at("requestDetails").at("url")), receiver.url(hook.path));
    EXPECT_EQ(text(callback.at("requestDetails").at("body")), request.body);
    EXPECT_EQ(text(callback.at("requestDetails").at("headers").at("Event-name")), "candidate.created");
    const auto entries = log_of(hook);
    ASSERT_EQ(entries.size(), 1U) << "it stands in the log";
    EXPECT_EQ(entries.at(0).at("id"), callback.at("id"));
    EXPECT_EQ(text(entries.at(0).at("requestDetails").at("body")), request.body);
    EXPECT_EQ(entries.at(0).at("responseBody"), "thank you");
    EXPECT_EQ(entries.at(0).at("responseHeaders"), callback.at("responseHeaders"));
    EXPECT_EQ(status_of(hook.at), "inactive");
    expect_no_more_than(other, 0);
}

TEST_P(WebhookPayloads, ASampleThatFailsIsNotTriedAgain) {
    const Hook hook = given_active();
    receiver.plan(hook.path, {{.status = 500, .body = "oh no"}});

    const auto callback = send_sample(hook).json();

    EXPECT_EQ(callback.at("status"), "failed");
    EXPECT_EQ(callback.at("responseStatus"), 500);
    EXPECT_EQ(callback.at("responseBody"), "oh no");
    EXPECT_FALSE(text(callback.at("failureReason")).empty());
    pass(std::chrono::hours{1});
    expect_no_more_than(hook, 1);
}

TEST_P(WebhookPayloads, ASampleToNobodySaysSo) {
    const Hook hook{given_subscription(subscription_input()), ""};

    const auto callback = send_sample(hook).json();

    EXPECT_EQ(callback.at("status"), "failed");
    EXPECT_FALSE(text(callback.at("failureReason")).empty());
    EXPECT_FALSE(callback.as_object().contains("responseStatus"));
    EXPECT_EQ(log_of(hook).size(), 1U);
}

TEST_P(WebhookPayloads, ASampleOfAnUnknownEventIsRefused) {
    const Hook hook = given_inactive();

    EXPECT_EQ(refusal(send_sample(hook, {{"event", "no.such"}})), (Refusal{422, "EVENT_NOT_FOUND"}));
    EXPECT_EQ(refusal(send_sample(hook, {{"event", 5}})), (Refusal{422, "VALIDATION_ERROR"}));
    expect_no_more_than(hook, 0);
}

RUN_ON_EACH_DATABASE(WebhookPayloads);

}  // namespace
}  // namespace callboard
