// Tests that run for every row of the route table.
#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "edge/openapi.h"
#include "routes.h"
#include "support/sample_company.h"
#include "support/test_server.h"

namespace callboard {
namespace {

using test::Answer;
using test::filled;
using test::SampleCompany;
using test::unknown_ids;

// Errors of rows whose function is not available: approvals of jobs, activating a subscription that is
// already active, and inviting a user who is.
constexpr std::array<std::string_view, 4> kNotYet{"ACTIVATION_EMAIL_UNAVAILABLE",
                                                  "APPROVAL_PROCESS_NOT_ENABLED", "APPROVALS_NOT_FOUND",
                                                  "SUBSCRIPTION_ALREADY_ACTIVE"};

constexpr std::string_view kImage =
    "--xyz\r\nContent-Disposition: form-data; name=\"file\"; filename=\"me.gif\"\r\nContent-Type: "
    "image/gif\r\n\r\nGIF89a"
    "\r\n--xyz--\r\n";

// The status of a valid call.
int expected_status(const edge::Route& route) {
    if (route.operation == "resolveRecruiterSource") return 400;  // needs a parameter, and examples have none
    for (const auto& error : route.errors)
        if (std::ranges::find(kNotYet, error.code) != kNotYet.end()) return error.status;
    return route.success;
}

// The names of the {parameters} of a path.
std::vector<std::string> parameters_of(std::string_view path) {
    std::vector<std::string> names;
    for (auto open = path.find('{'); open != std::string_view::npos; open = path.find('{', open + 1))
        names.emplace_back(path.substr(open + 1, path.find('}', open) - open - 1));
    return names;
}

class EveryRoute : public testing::Test {
  protected:
    Answer call(const edge::Route& route, const std::string& path, const test::Headers& headers) {
        test::Headers all = headers;
        if (route.request_type == edge::kFormWithFile) {
            all.emplace_back("Content-Type", "multipart/form-data; boundary=xyz");
            return client.request(http::name_of(route.method), path, std::string{kImage}, all);
        }
        if (route.request_schema) all.emplace_back("Content-Type", "application/json");
        return client.request(http::name_of(route.method), path, route.request_example, all);
    }

    test::TestServer server;
    test::Client client = server.client();
    const std::vector<edge::Route> table = routes();
};

TEST_F(EveryRoute, HasAUniqueOperationAndASummary) {
    std::set<std::string_view> operations;
    for (const auto& route : table) {
        EXPECT_TRUE(operations.insert(route.operation).second) << route.operation;
        EXPECT_FALSE(route.summary.empty()) << route.path;
        EXPECT_TRUE(route.path.starts_with('/')) << route.path;
        EXPECT_TRUE(route.path == "/" || !route.path.ends_with('/')) << route.path;
    }
}

TEST_F(EveryRoute, IsOpenOnPurposeOrNamesItsScopesAndItsPolicies) {
    for (const auto& route : table) {
        if (route.access.open) {
            for (const auto policy : route.policies)
                EXPECT_TRUE(throttle::is_by_address(policy) || policy == throttle::Policy::token_endpoint)
                    << route.path << " is not part of the Customer API";
        } else {
            EXPECT_FALSE(route.access.any_of.empty()) << route.path;
            EXPECT_FALSE(route.policies.empty()) << route.path;
        }
    }
}

TEST_F(EveryRoute, TakesItsOwnExample) {
    for (const auto& route : table) {
        if (!route.check_request) continue;
        EXPECT_NO_THROW(route.check_request(route.request_example))
            << route.operation << ": " << route.request_example;
        EXPECT_NE(route.request_example, "{}") << route.operation;
    }
}

TEST_F(EveryRoute, IsDescribedInTheDocument) {
    const auto document = boost::json::parse(edge::openapi_document(table));
    for (const auto& route : table) {
        std::string method{http::name_of(route.method)};
        std::ranges::transform(method, method.begin(),
                               [](char c) { return static_cast<char>(std::tolower(c)); });
        const auto& operation = document.at("paths").at(route.path).at(method);
        EXPECT_EQ(operation.at("operationId").as_string(), route.operation);
        EXPECT_TRUE(operation.at("responses").as_object().contains(std::to_string(route.success)));
    }
}

TEST_F(EveryRoute, RefusesMissingAndUnknownCredentials) {
    for (const auto& route : table) {
        if (route.cross_origin) continue;  // integration/postings/public_postings_test.cpp
        const std::string path = filled(route.path, route.access.open ? test::shared_ids() : unknown_ids());
        const Answer missing = call(route, path, {});
        if (route.access.open) {
            // Pages and the token endpoint have their own errors for a missing credential.
            if (route.private_response) EXPECT_LT(missing.status, 500) << route.path;
            if (!route.private_response) EXPECT_EQ(missing.status, route.success) << route.path;
            continue;
        }
        const Answer unknown = call(route, path, {{"X-SmartToken", "DCRA1-unknown"}});
        const Answer bearer = call(route, path, {{"Authorization", "Bearer unknown"}});

        EXPECT_EQ(missing.status, 401) << route.path;
        EXPECT_EQ(missing.header("www-authenticate"), R"(Bearer realm="callboard")");
        for (const Answer& answer : {unknown, bearer}) {
            EXPECT_EQ(answer.status, 401) << route.path;
            EXPECT_EQ(answer.header("www-authenticate"),
                      R"(Bearer realm="callboard", error="invalid_token")");
            EXPECT_EQ(answer.error_code(), "UNAUTHORIZED");
        }
    }
}

TEST_F(EveryRoute, SucceedsWithItsOwnExample) {
    for (const auto& route : table) {
        if (route.access.open) continue;
        const SampleCompany acme{*server.db, std::string{route.operation}, server.report_folder()};
        const Answer own = call(route, filled(route.path, acme.ids), {{"X-SmartToken", acme.key}});
        EXPECT_EQ(own.status, expected_status(route)) << route.operation << ": " << own.body;
    }
}

TEST_F(EveryRoute, NamesAnUnknownParameterAndRefusesItFromAStrictClient) {
    for (const auto& route : table) {
        if (!route.names_ignored) continue;
        const SampleCompany acme{*server.db, std::string{route.operation}, server.report_folder()};
        const std::string path = filled(route.path, acme.ids);
        const test::Headers lenient{{"X-SmartToken", acme.key}};
        const test::Headers strict{{"X-SmartToken", acme.key}, {"Prefer", "handling=strict"}};

        const Answer refused = call(route, path + "?nonsense=1", strict);
        EXPECT_EQ(refused.status, 400) << route.operation << ": " << refused.body;
        EXPECT_EQ(refused.error_code(), route.error_format ? "INVALID_INPUT" : "INVALID_PARAMETER")
            << route.operation;
        EXPECT_EQ(refused.header("preference-applied"), "handling=strict") << route.operation;
        EXPECT_EQ(refused.header("x-ignored"), "") << route.operation;

        const Answer ignored = call(route, path + "?nonsense", lenient);
        EXPECT_EQ(ignored.status, expected_status(route)) << route.operation << ": " << ignored.body;
        EXPECT_EQ(ignored.header("x-ignored"), "nonsense") << route.operation;
        EXPECT_EQ(ignored.header("preference-applied"), "") << route.operation;
    }
}

// The example with an unknown member, in the object itself or in the first element of an array, and its
// location.
std::pair<std::string, std::string> with_invalid_value(const std::string& example) {
    boost::json::value body = boost::json::parse(example);
    if (auto* const object = body.if_object()) {
        object->emplace("nonsense", 1);
        return {boost::json::serialize(body), "/nonsense"};
    }
    auto* const first = body.as_array().front().if_object();
    if (!first) return {};
    first->emplace("nonsense", 1);
    return {boost::json::serialize(body), "/0/nonsense"};
}

TEST_F(EveryRoute, NamesAnUnknownMemberAndRefusesItFromAStrictClient) {
    int asked = 0;
    for (const auto& route : table) {
        if (!route.request_schema) continue;
        const auto [body, place] = with_invalid_value(route.request_example);
        if (place.empty()) continue;  // an array of texts
        ++asked;
        const SampleCompany acme{*server.db, std::string{route.operation}, server.report_folder()};
        const std::string path = filled(route.path, acme.ids);
        test::Headers headers{{"X-SmartToken", acme.key}, {"Content-Type", "application/json"}};

        headers.emplace_back("Prefer", "handling=strict");
        const Answer refused = client.request(http::name_of(route.method), path, body, headers);
        const bool is_400 = route.body_fault == ErrorKind::invalid_request;
        EXPECT_EQ(refused.status, is_400 ? 400 : 422) << route.operation << ": " << refused.body;
        EXPECT_EQ(refused.error_code(), route.error_format ? "DATA_VALIDATION_ERROR" : "VALIDATION_ERROR")
            << route.operation;
        if (route.error_format) {
            EXPECT_THAT(refused.body, testing::HasSubstr(place)) << route.operation;
        } else {
            EXPECT_EQ(refused.json().at("errors").at(0).at("dataPath").as_string(), place) << route.operation;
        }

        headers.pop_back();
        const Answer ignored = client.request(http::name_of(route.method), path, body, headers);
        EXPECT_EQ(ignored.status, expected_status(route)) << route.operation << ": " << ignored.body;
        EXPECT_EQ(ignored.header("x-ignored"), place) << route.operation;
    }
    EXPECT_GT(asked, 25);
}

TEST_F(EveryRoute, NamesNothingOfItsOwnExample) {
    for (const auto& route : table) {
        if (!route.names_ignored) continue;
        const SampleCompany acme{*server.db, std::string{route.operation}, server.report_folder()};
        const Answer own = call(route, filled(route.path, acme.ids),
                                {{"X-SmartToken", acme.key}, {"Prefer", "handling=strict"}});
        EXPECT_EQ(own.status, expected_status(route)) << route.operation << ": " << own.body;
        EXPECT_EQ(own.header("preference-applied"), "handling=strict") << route.operation;
    }
}

// Some formats of errors have the id of the request.
std::string without_request_id(const Answer& answer) {
    std::string text = answer.body;
    const std::string id = answer.header("x-request-id");
    if (const auto at = text.find(id); !id.empty() && at != std::string::npos) text.erase(at, id.size());
    return text;
}

TEST_F(EveryRoute, AnswersForAForeignIdInTheWordsOfAnUnknownOne) {
    const SampleCompany acme{*server.db, "acme", server.report_folder()};
    const SampleCompany rival{*server.db, "rival", server.report_folder()};
    for (const auto& route : table) {
        for (const std::string& parameter : parameters_of(route.path)) {
            if (test::shared_ids().contains(parameter) || parameter == "company")
                continue;  // the latter is public
            const auto with = [&](const std::string& id) {
                test::Ids ids = rival.ids;
                ids[parameter] = id;
                return call(route, filled(route.path, ids), {{"X-SmartToken", rival.key}});
            };
            const Answer foreign = with(acme.ids.at(parameter));
            const Answer unknown = with(unknown_ids().at(parameter));
            const Answer malformed = with("x");

            EXPECT_EQ(foreign.status, 404) << route.operation << " " << parameter;
            EXPECT_EQ(without_request_id(foreign), without_request_id(unknown)) << route.operation;
            EXPECT_EQ(without_request_id(malformed), without_request_id(unknown)) << route.operation;
        }
    }
}

TEST_F(EveryRoute, HasItsHeadersOnEveryAnswer) {
    const SampleCompany acme{*server.db, "acme", server.report_folder()};
    for (const auto& route : table) {
        for (const auto& key : {acme.key, std::string{"unknown"}}) {
            const Answer answer = call(route, filled(route.path, unknown_ids()), {{"X-SmartToken", key}});
            EXPECT_FALSE(answer.header("x-request-id").empty()) << route.path;
            EXPECT_EQ(answer.header("x-content-type-options"), "nosniff") << route.path;
            if (route.cross_origin) {
                EXPECT_THAT(answer.header("cache-control"),
                            testing::AnyOf("private, no-cache", "public, no-cache", "no-store"))
                    << route.path;
                continue;
            }
            const bool kept = route.access.open && !route.private_response;
            const bool asked_again =
                kept && !answer.header("etag").empty();  // a static file: kept, but compared each time
            EXPECT_EQ(answer.header("cache-control"), asked_again ? "no-cache"
                                                      : kept      ? ""
                                                                  : "no-store")
                << route.path;
            EXPECT_EQ(answer.header("deprecation").empty(), !route.is_deprecated) << route.path;
            EXPECT_EQ(answer.header("sunset").empty(), !route.is_deprecated) << route.path;
        }
    }
}

TEST_F(EveryRoute, SurvivesBodiesThatAreNotItsOwn) {
    const SampleCompany acme{*server.db, "acme", server.report_folder()};
    for (const auto& route : table) {
        if (!route.request_schema) continue;
        for (const std::string body :
             {"", "{}", "[]", "null", "7", R"("text")", "{", R"({"a":1,"a":2})", "\xff"}) {
            const test::Headers headers{{"X-SmartToken", acme.key}, {"Content-Type", "application/json"}};
            const auto answer =
                client.request(http::name_of(route.method), filled(route.path, acme.ids), body, headers);
            EXPECT_LT(answer.status, 500) << route.path << " " << body;
            if (answer.status >= 400) EXPECT_FALSE(answer.error_code().empty());
        }
    }
}

}  // namespace
}  // namespace callboard
