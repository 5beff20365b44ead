// Walks the table: what is asked here is asked of every row, the moment it exists.
#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "edge/openapi.h"
#include "routes.h"
#include "support/given.h"
#include "support/test_server.h"

namespace callboard {
namespace {

using test::Answer;

std::string_view name_of(http::Method method) {
    static const std::map<http::Method, std::string_view> kNames{
        {http::Method::get, "GET"},     {http::Method::post, "POST"},  {http::Method::put, "PUT"},
        {http::Method::patch, "PATCH"}, {http::Method::del, "DELETE"}, {http::Method::options, "OPTIONS"}};
    return kNames.at(method);
}

// A company with one of everything that a path can name.
struct World {
    explicit World(test::TestServer& server, const std::string& identifier) {
        db::Db& db = *server.db;
        const CompanyId company = given::company(db, identifier);
        const auto admin = given::user(db, company);
        key = given::api_key(db, company, admin);
        ids["{userId}"] = given::user(db, company, accounts::Role::standard).id().text();
        ids["{jobId}"] = given::job(db, company, admin).text();
        auto client = server.client_with_key(key);
        const auto department = client.post("/configuration/departments", R"({"label":"Kitchen"})");
        ids["{departmentId}"] = std::string{department.json().at("id").as_string()};
    }

    std::string key;
    std::map<std::string, std::string> ids;
};

const std::map<std::string, std::string> kUnknownIds{{"{jobId}", "01890000-0000-7000-8000-000000000000"},
                                                     {"{userId}", "00000000000000000000000f"},
                                                     {"{departmentId}", "999999999"}};
const std::map<std::string, std::string> kMalformedIds{
    {"{jobId}", "x"}, {"{userId}", "x"}, {"{departmentId}", "x"}};

// The path with each {part} replaced by its id.
std::string filled(std::string_view path, const std::map<std::string, std::string>& ids) {
    std::string text{path};
    for (auto open = text.find('{'); open != std::string::npos; open = text.find('{')) {
        const auto close = text.find('}');
        const std::string part = text.substr(open, close - open + 1);
        text.replace(open, close - open + 1, ids.at(part));
    }
    return text;
}

class EveryRoute : public testing::Test {
  protected:
    Answer call(const edge::Route& route, const std::string& path, const test::Headers& headers) {
        test::Headers all = headers;
        if (route.request_schema) all.emplace_back("Content-Type", "application/json");
        return client.request(name_of(route.method), path, route.request_example, all);
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
            using enum throttle::Policy;
            for (const auto policy : route.policies)
                EXPECT_TRUE(policy == pages || policy == token_endpoint)
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
        std::string method{name_of(route.method)};
        std::ranges::transform(method, method.begin(),
                               [](char c) { return static_cast<char>(std::tolower(c)); });
        const auto& operation = document.at("paths").at(route.path).at(method);
        EXPECT_EQ(operation.at("operationId").as_string(), route.operation);
        EXPECT_TRUE(operation.at("responses").as_object().contains(std::to_string(route.success)));
    }
}

TEST_F(EveryRoute, RefusesMissingAndUnknownCredentials) {
    for (const auto& route : table) {
        const std::string path = filled(route.path, kUnknownIds);
        const Answer missing = call(route, path, {});
        if (route.access.open) {
            // Pages and the token endpoint say in their own way what they miss.
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

TEST_F(EveryRoute, AnswersForAForeignIdInTheWordsOfAnUnknownOne) {
    const World acme{server, "acme"};
    const World rival{server, "rival"};
    for (const auto& route : table) {
        if (!route.path.contains('{')) continue;
        const Answer own = call(route, filled(route.path, acme.ids), {{"X-SmartToken", acme.key}});
        const Answer foreign = call(route, filled(route.path, acme.ids), {{"X-SmartToken", rival.key}});
        const Answer unknown = call(route, filled(route.path, kUnknownIds), {{"X-SmartToken", rival.key}});
        const Answer malformed =
            call(route, filled(route.path, kMalformedIds), {{"X-SmartToken", rival.key}});

        EXPECT_EQ(own.status, route.success) << route.path << ": " << own.body;
        EXPECT_EQ(foreign.status, 404) << route.path;
        EXPECT_EQ(foreign.body, unknown.body);
        EXPECT_EQ(malformed.body, unknown.body);
    }
}

TEST_F(EveryRoute, HasItsHeadersOnEveryAnswer) {
    const World acme{server, "acme"};
    for (const auto& route : table) {
        for (const auto& key : {acme.key, std::string{"unknown"}}) {
            const Answer answer = call(route, filled(route.path, kUnknownIds), {{"X-SmartToken", key}});
            EXPECT_FALSE(answer.header("x-request-id").empty()) << route.path;
            EXPECT_EQ(answer.header("x-content-type-options"), "nosniff") << route.path;
            const bool kept = route.access.open && !route.private_response;
            EXPECT_EQ(answer.header("cache-control"), kept ? "" : "no-store") << route.path;
            EXPECT_EQ(answer.header("deprecation").empty(), !route.deprecated) << route.path;
            EXPECT_EQ(answer.header("sunset").empty(), !route.deprecated) << route.path;
        }
    }
}

TEST_F(EveryRoute, SurvivesBodiesThatAreNotItsOwn) {
    const World acme{server, "acme"};
    for (const auto& route : table) {
        if (!route.request_schema) continue;
        for (const std::string body :
             {"", "{}", "[]", "null", "7", R"("text")", "{", R"({"a":1,"a":2})", "\xff"}) {
            const test::Headers headers{{"X-SmartToken", acme.key}, {"Content-Type", "application/json"}};
            const auto answer =
                client.request(name_of(route.method), filled(route.path, acme.ids), body, headers);
            EXPECT_LT(answer.status, 500) << route.path << " " << body;
            if (answer.status >= 400) EXPECT_FALSE(answer.error_code().empty());
        }
    }
}

}  // namespace
}  // namespace callboard
