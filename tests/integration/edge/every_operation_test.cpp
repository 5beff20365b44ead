// Random requests for every operation of the OpenAPI document: test::Client fails if a response is not
// documented. TEST_ROUNDS sets how many of each; by default 10, which are always the same.
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/encoding.h"
#include "edge/route.h"
#include "oauth/client_credential.h"
#include "routes.h"
#include "support/random_json.h"
#include "support/sample_company.h"
#include "support/test_server.h"

namespace callboard {
namespace {

namespace json = boost::json;

using test::Answer;
using test::filled;
using test::Headers;
using test::RandomJson;
using test::SampleCompany;

const int kRounds = [] {
    const char* const text = std::getenv("TEST_ROUNDS");
    return text ? std::stoi(text) : 10;
}();
constexpr std::string_view kJson = "application/json";
constexpr const char* kImageForm =
    "--limit\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.gif\"\r\n"
    "Content-Type: image/gif\r\n\r\nGIF89a\r\n--limit--\r\n";

struct Operation {
    std::string id;
    std::string method;
    std::string path;
    json::object definition;  // in the document

    bool is_open() const { return definition.at("security").as_array().empty(); }

    // One of these scopes is sufficient.
    std::set<std::string> scopes() const {
        std::set<std::string> names;
        for (const auto& choice : definition.at("security").as_array())
            if (const auto* const scopes = choice.as_object().if_contains("oauth"))
                for (const auto& name : scopes->as_array()) names.emplace(name.as_string());
        return names;
    }

    // By media type; empty if there is no body.
    const json::object& bodies() const {
        static const json::object kNone;
        const auto* const body = definition.if_contains("requestBody");
        const bool is_unread = body && json::serialize(*body).contains("\"#/components/schemas/UnreadBody\"");
        return body && !is_unread ? body->at("content").as_object() : kNone;
    }
    bool takes_body() const { return !bodies().empty(); }
    json::value example() const {
        const auto content = bodies().begin();
        const auto* const given =
            content != bodies().end() ? content->value().as_object().if_contains("example") : nullptr;
        return given ? *given : json::value(json::object{});
    }

    std::vector<json::object> parameters(std::string_view in) const {
        std::vector<json::object> found;
        if (const auto* const all = definition.if_contains("parameters"))
            for (const auto& each : all->as_array())
                if (each.at("in").as_string() == in) found.push_back(each.as_object());
        return found;
    }
};

// The operation object, with referenced parameters resolved.
json::object resolved(json::object definition, const json::value& document) {
    if (auto* const parameters = definition.if_contains("parameters"))
        for (json::value& each : parameters->as_array())
            if (const auto* const reference = each.as_object().if_contains("$ref"))
                each = json::value(document.at_pointer(reference->as_string().subview(1)));
    return definition;
}

std::vector<Operation> operations_of(const json::object& document) {
    std::vector<Operation> all;
    const json::value whole(document);  // braces would make an array of it
    for (const auto& [path, methods] : document.at("paths").as_object()) {
        for (const auto& [method, definition] : methods.as_object()) {
            std::string upper{method};
            std::ranges::transform(upper, upper.begin(),
                                   [](char c) { return static_cast<char>(std::toupper(c)); });
            all.push_back({std::string{definition.at("operationId").as_string()}, upper, std::string{path},
                           resolved(definition.as_object(), whole)});
        }
    }
    return all;
}

// Strings of the examples, and JSON pointers into them.
std::vector<std::string> words_of(const json::object& document) {
    std::set<std::string> words{"/-", "/0", "/0/id", "-", "key-1", "key-2"};
    for (const auto& schema : document.at("components").at("schemas").as_object())
        if (const auto* const properties = schema.value().as_object().if_contains("properties"))
            for (const auto& property : properties->as_object())
                words.insert("/" + std::string{property.key()});
    const auto add = [&](const auto& self, const json::value& value) -> void {
        if (const auto* const text = value.if_string()) words.emplace(*text);
        if (const auto* const array = value.if_array())
            for (const auto& each : *array) self(self, each);
        if (const auto* const object = value.if_object())
            for (const auto& each : *object) self(self, each.value());
    };
    for (const Operation& operation : operations_of(document)) add(add, operation.example());
    return {words.begin(), words.end()};
}

std::size_t body_limit(const Operation& operation) {
    for (const edge::Route& row : routes())
        if (row.operation == operation.id) return row.body_limit();
    return operation.is_open() ? edge::kMaxOpenBody : edge::kMaxBody;  // of the sandbox
}

std::string joined(const std::set<std::string>& names) {
    std::string text;
    for (const auto& name : names) text.append(text.empty() ? "" : " ").append(name);
    return text;
}

// As text in a form, a query or a header.
std::string plain(const json::value& value) {
    return value.is_string() ? std::string{value.as_string()} : json::serialize(value);
}

// A form is flat, with string values.
std::string form_of(const json::value& value) {
    std::string form;
    const auto* const object = value.if_object();
    if (!object) return json::serialize(value);
    for (const auto& [name, member] : *object)
        form.append(form.empty() ? "" : "&")
            .append(percent_encode(name))
            .append("=")
            .append(percent_encode(plain(member)));
    return form;
}

// The text without characters that a header cannot contain.
std::string header_value(std::string text) {
    std::erase_if(text, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; });
    return text.substr(0, 300);
}

std::string random_query(const std::vector<json::object>& parameters, RandomJson& random) {
    std::string query;
    for (const auto& parameter : parameters) {
        if (!random.one_in(4)) continue;
        const json::value value = random.like(parameter.at("schema").as_object());
        for (const auto& each : value.is_array() ? value.as_array() : json::array{value}) {
            query.append(query.empty() ? "?" : "&").append(parameter.at("name").as_string()).append("=");
            query.append(random.one_in(32) ? "%zz" : percent_encode(plain(each)));
            if (query.size() > 10'000) return query;  // already too long
        }
    }
    return query;
}

std::vector<edge::Route> sandbox_rows() {
    auto rows = routes_with_sandbox();
    rows.erase(rows.begin(), rows.begin() + std::ssize(routes()));
    return rows;
}

class EveryOperation : public testing::TestWithParam<test::Engine> {
  protected:
    // Valid, except for what the test changes.
    struct Request {
        std::string path;
        Headers headers;
        std::string body;
    };
    static Request request(const Operation& operation, const SampleCompany& company) {
        Request made{filled(operation.path, company.ids), {{"X-SmartToken", company.key}}, ""};
        if (!operation.takes_body()) return made;
        if (operation.bodies().contains("multipart/form-data")) {
            made.headers.emplace_back("Content-Type", "multipart/form-data; boundary=limit");
            made.body = kImageForm;
            return made;
        }
        made.headers.emplace_back("Content-Type", kJson);
        made.body = json::serialize(operation.example());
        return made;
    }

    Answer send(const Operation& operation, const Request& request) {
        SCOPED_TRACE(operation.id + " with " + request.body.substr(0, 1000));
        Answer answer = client.request(operation.method, request.path, request.body, request.headers);
        EXPECT_LT(answer.status, 500) << answer.body;
        return answer;
    }

    // All data that was written can be read.
    void read_all(const SampleCompany& company) {
        for (const auto& operation : operations)
            if (operation.method == "GET" && !operation.is_open())
                send(operation, request(operation, company));
    }

    SampleCompany new_company() {
        return SampleCompany{*server.db, "company" + std::to_string(++companies_), server.report_folder()};
    }

    RandomJson random_for(const Operation& operation, const SampleCompany& company) const {
        auto words = words_of(document);
        for (const auto& id : company.ids) words.push_back(id.second);
        return RandomJson{document, operation.id, words};
    }

    void add_random_headers(Request& request, const Operation& operation, RandomJson& random) const {
        for (const auto& parameter : operation.parameters("header")) {
            if (!random.one_in(4)) continue;
            std::string text = plain(random.like(parameter.at("schema").as_object()));
            if (parameter.contains("example") && random.one_in(2)) text = plain(parameter.at("example"));
            request.headers.emplace_back(parameter.at("name").as_string(), header_value(text));
        }
    }

    test::TestServer server{{.engine = GetParam(), .extra_routes = sandbox_rows(), .limits = {}}};
    test::Client client = server.client();
    const json::object document = client.get("/openapi.json").json().as_object();
    const std::vector<Operation> operations = operations_of(document);

  private:
    int companies_ = 0;
};

TEST_P(EveryOperation, RefusesACallerWithoutCredential) {
    const SampleCompany acme = new_company();
    for (const auto& operation : operations) {
        Request anonymous = request(operation, acme);
        anonymous.headers.erase(anonymous.headers.begin());
        const Answer answer = send(operation, anonymous);
        if (!operation.is_open()) EXPECT_EQ(answer.status, 401) << operation.id;
    }
}

TEST_P(EveryOperation, RefusesATokenWithEveryScopeButItsOwn) {
    const SampleCompany acme = new_company();
    std::set<std::string> all;
    for (const auto& operation : operations) all.merge(operation.scopes());
    const auto program = server.db->write(acme.company, [&](db::Tx& tx) {
        return oauth::create_client_credential(
            tx, {.name = "Robot", .role = accounts::Role::administrator, .scopes = joined(all)},
            Secret{"s3cret"});
    });
    const auto token_without = [&](const std::set<std::string>& own) {
        std::set<std::string> others = all;
        for (const auto& scope : own) others.erase(scope);
        const json::object wanted{{"client_id", program.id.text()},
                                  {"client_secret", "s3cret"},
                                  {"grant_type", "client_credentials"},
                                  {"scope", joined(others)}};
        const Answer answer = client.post("/identity/oauth/token", json::serialize(wanted));
        return std::string{answer.json().at("access_token").as_string()};
    };

    for (const auto& operation : operations) {
        const auto scopes = operation.scopes();
        if (scopes.empty()) continue;
        Request limited = request(operation, acme);
        limited.headers.front() = {"Authorization", "Bearer " + token_without(scopes)};
        const Answer answer = send(operation, limited);
        EXPECT_EQ(answer.status, 403) << operation.id;
        // Operations with which candidates apply have other codes.
        if (answer.status == 403)
            EXPECT_THAT(answer.error_code(), testing::AnyOf("INSUFFICIENT_SCOPE", "UNAUTHORIZED"))
                << operation.id;
    }
}

TEST_P(EveryOperation, AnswersAUserWhoMayNot) {
    const SampleCompany acme = new_company();
    for (const auto& operation : operations) {
        Request modest = request(operation, acme);
        modest.headers.front() = {"X-SmartToken", acme.employee_key};
        const Answer answer = send(operation, modest);
        if (operation.method != "GET" && !operation.is_open()) EXPECT_GE(answer.status, 400) << operation.id;
    }
}

bool names_something_of_a_company(const std::string& path) {
    if (path.starts_with("/v1/companies/")) return false;  // public
    for (auto open = path.find('{'); open != std::string::npos; open = path.find('{', open + 1))
        if (!test::shared_ids().contains(path.substr(open + 1, path.find('}', open) - open - 1))) return true;
    return false;
}

TEST_P(EveryOperation, HidesWhatBelongsToAnotherCompany) {
    const SampleCompany acme = new_company();
    const SampleCompany rival = new_company();
    for (const auto& operation : operations) {
        if (!names_something_of_a_company(operation.path)) continue;
        Request foreign = request(operation, acme);
        foreign.headers.front() = {"X-SmartToken", rival.key};
        EXPECT_EQ(send(operation, foreign).status, 404) << operation.id;
    }
}

TEST_P(EveryOperation, AnswersAnEmptyBody) {
    for (const auto& operation : operations) {
        Request empty = request(operation, new_company());
        for (const std::string body : {"", "{}", "[]", "null", " "}) {
            empty.body = body;
            send(operation, empty);
        }
    }
}

TEST_P(EveryOperation, AnswersAHugeBody) {
    for (const auto& operation : operations) {
        Request huge = request(operation, new_company());
        const std::size_t limit = body_limit(operation);
        if (limit > edge::kMaxBody) continue;  // refused before it is sent: the connection is closed
        huge.body = std::string(limit + 1, ' ');
        const Answer refused = send(operation, huge);
        if (!operation.takes_body()) continue;
        EXPECT_EQ(refused.status, 413) << operation.id;

        huge.body.pop_back();
        for (const char junk : {'x', ' ', '[', '7', '"'}) {
            std::ranges::fill(huge.body, junk);
            const int status = send(operation, huge).status;
            EXPECT_TRUE(status >= 400 && status < 500) << operation.id << " " << junk << " " << status;
        }
        huge.body = R"({"junk":")" + std::string(limit - 11, 'x') + R"("})";  // may be ignored
        EXPECT_NE(send(operation, huge).status, 413) << operation.id;
    }
}

TEST_P(EveryOperation, AnswersRandomBodies) {
    int done = 0;
    for (const auto& operation : operations) {
        if (!operation.takes_body()) continue;
        const SampleCompany acme = new_company();
        RandomJson random = random_for(operation, acme);
        for (int round = 0; round < kRounds; ++round) {
            const auto content = operation.bodies().begin() +
                                 static_cast<std::ptrdiff_t>(random.below(operation.bodies().size()));
            const auto& schema = content->value().at("schema").as_object();
            const json::value body =
                random.one_in(2) ? random.like(schema, operation.example()) : random.like(schema);
            Request odd = request(operation, acme);
            odd.headers.back().second = content->key();
            odd.body = content->key() == kJson ? random.text_of(body) : form_of(body);
            odd.body.resize(std::min(odd.body.size(), edge::kMaxBody + 1));  // larger bodies are not read
            add_random_headers(odd, operation, random);
            if (send(operation, odd).status < 300) ++done;
        }
        read_all(acme);
    }
    EXPECT_GT(done, kRounds);  // otherwise only the decoder was tested
}

TEST_P(EveryOperation, AnswersRandomParameters) {
    int done = 0;
    for (const auto& operation : operations) {
        const auto parameters = operation.parameters("query");
        if (parameters.empty()) continue;
        const SampleCompany acme = new_company();
        RandomJson random = random_for(operation, acme);
        for (int round = 0; round < kRounds; ++round) {
            const std::string query = random_query(parameters, random);
            Request odd = request(operation, acme);
            odd.path += query;
            add_random_headers(odd, operation, random);
            SCOPED_TRACE(query.substr(0, 1000));
            if (send(operation, odd).status < 300) ++done;
        }
    }
    EXPECT_GT(done, kRounds);
}

RUN_ON_EACH_DATABASE(EveryOperation);

}  // namespace
}  // namespace callboard
