#include "edge/openapi.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string>

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include "support/openapi_document.h"

namespace callboard::edge {
namespace {

namespace json = boost::json;
using test::at;

class OpenApi : public test::OpenApiDocumentFixture {};

// Calls `what` with every object in the value, including itself, except examples.
template <class What>
void for_each_object(const json::value& value, What what) {
    if (const auto* object = value.if_object()) {
        what(*object);
        for (const auto& member : *object)
            if (member.key() != "example") for_each_object(member.value(), what);
    } else if (const auto* array = value.if_array()) {
        for (const auto& element : *array) for_each_object(element, what);
    }
}

TEST_F(OpenApi, SaysWhatItIs) {
    EXPECT_TRUE(std::string_view{document.at("openapi").as_string()}.starts_with("3.1."));
    EXPECT_FALSE(document.at("info").at("title").as_string().empty());
    EXPECT_FALSE(document.at("info").at("version").as_string().empty());
}

TEST_F(OpenApi, HasEveryRowAndNothingElse) {
    std::size_t operations = 0;
    for (const auto& path : document.at("paths").as_object()) operations += path.value().as_object().size();

    EXPECT_EQ(operations, rows.size());
    for (const Route& row : rows)
        EXPECT_EQ(std::string{operation(row).at("operationId").as_string()}, row.operation) << row.path;
}

TEST_F(OpenApi, NamesEveryOperationOnce) {
    std::set<std::string_view> names;
    for (const Route& row : rows) {
        EXPECT_TRUE(names.insert(row.operation).second) << row.operation;
        EXPECT_FALSE(row.summary.empty()) << row.operation;
    }
}

TEST_F(OpenApi, DescribesEveryPartOfAPath) {
    for (const Route& row : rows) {
        std::set<std::string> described;
        for (const auto& parameter : parameters(row)) {
            if (parameter.at("in") != "path") continue;
            EXPECT_EQ(parameter.at("required"), true);
            described.insert(std::string{parameter.at("name").as_string()});
        }
        std::set<std::string> parts;
        for (auto open = row.path.find('{'); open != std::string_view::npos;
             open = row.path.find('{', open + 1))
            parts.emplace(row.path.substr(open + 1, row.path.find('}', open) - open - 1));
        EXPECT_EQ(described, parts) << row.path;
    }
}

TEST_F(OpenApi, NamesEveryParameterOnce) {
    for (const Route& row : rows) {
        std::set<std::string> names;
        for (const auto& parameter : parameters(row)) {
            EXPECT_TRUE(names.insert(std::string{parameter.at("name").as_string()}).second) << row.operation;
            EXPECT_TRUE(parameter.at("schema").is_object()) << row.operation;
        }
    }
}

TEST_F(OpenApi, RefersOnlyToSchemasThatItHas) {
    const auto& schemas = document.at("components").at("schemas").as_object();
    std::set<std::string> used;
    constexpr std::string_view kPrefix = "#/components/schemas/";

    for_each_object(document, [&](const json::object& object) {
        const auto* reference = object.if_contains("$ref");
        if (!reference || !reference->is_string()) return;
        const std::string target{reference->as_string()};
        boost::system::error_code missing;
        EXPECT_TRUE(document_value.find_pointer(target.substr(1), missing)) << target;
        if (target.starts_with(kPrefix)) used.insert(target.substr(kPrefix.size()));
    });

    for (const std::string& name : used) EXPECT_TRUE(schemas.contains(name)) << name;
    for (const auto& schema : schemas) EXPECT_TRUE(used.contains(std::string{schema.key()})) << schema.key();
}

TEST_F(OpenApi, TellsOfEveryRowThatDecodesHowUnknownNamesAreTreated) {
    std::size_t decoding = 0;
    for (const Route& row : rows) {
        std::set<std::string> names;
        for (const auto& parameter : parameters(row))
            names.insert(std::string{parameter.at("name").as_string()});
        EXPECT_EQ(names.contains("Prefer"), row.names_ignored) << row.operation;
        EXPECT_EQ(headers(row, std::to_string(row.success)).contains("X-Ignored"), row.names_ignored)
            << row.operation;
        if (row.request_schema) EXPECT_TRUE(row.names_ignored) << row.operation;
        decoding += row.names_ignored ? 1 : 0;
    }
    EXPECT_GT(decoding, 100U);
}

TEST_F(OpenApi, RequiresOnlyPropertiesThatASchemaHas) {
    for_each_object(document, [](const json::object& object) {
        const auto* required = object.if_contains("required");
        const auto* properties = object.if_contains("properties");
        if (!required || !required->is_array() || !properties || !properties->is_object()) return;
        for (const auto& name : required->as_array())
            EXPECT_TRUE(properties->as_object().contains(name.as_string())) << json::serialize(object);
    });
}

TEST_F(OpenApi, TellsScopesPoliciesAndObsolescenceOfEveryRow) {
    for (const Route& row : rows) {
        const json::object& described = operation(row);
        const json::array& security = described.at("security").as_array();
        EXPECT_EQ(security.empty(), row.access.open) << row.operation;
        std::set<std::string> scopes;
        for (const auto& way : security)
            if (const auto* oauth = way.as_object().if_contains("oauth"))
                for (const auto& scope : oauth->as_array()) scopes.insert(std::string{scope.as_string()});
        for (const auto& [scope, name, prompt] : oauth::kScopes)
            EXPECT_EQ(scopes.contains(std::string{name}), row.access.any_of.contains(scope))
                << row.operation << " " << name;
        EXPECT_EQ(described.contains("deprecated"), row.is_deprecated) << row.operation;
        EXPECT_EQ(described.contains("x-throttle-policies"), !row.policies.empty()) << row.operation;
        const bool may_have_body = row.method == http::Method::post || row.method == http::Method::put;
        EXPECT_EQ(described.contains("requestBody"),
                  row.request_schema || row.documented_request || (may_have_body && row.names_ignored))
            << row.operation;
    }
}

// Generators create a type for every object and enum, and name anonymous ones by their location. If another
// schema has the same name, an operation is lost.
TEST_F(OpenApi, NamesEveryObjectAndEveryEnum) {
    const auto& schemas = document.at("components").at("schemas").as_object();
    for_each_object(document_value, [&](const json::object& object) {
        const auto* const properties = object.if_contains("properties");
        const auto* const type = object.if_contains("type");
        const bool is_map = object.contains("additionalProperties") && !object.contains("$ref");
        const bool needs_a_name =
            type && (object.contains("enum") || is_map || (properties && properties->is_object()));
        if (!needs_a_name) return;
        EXPECT_TRUE(std::ranges::any_of(schemas, [&](const auto& each) {
            return &each.value().as_object() == &object;
        })) << json::serialize(object);
    });
}

std::string plain(std::string_view name) {
    std::string letters;
    for (const char c : name)
        if (std::isalnum(static_cast<unsigned char>(c)))
            letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return letters;
}

// Some generators create variables named after the class and its members.
TEST_F(OpenApi, HasNoSchemaWithAMemberOfItsOwnName) {
    for (const auto& schema : document.at("components").at("schemas").as_object())
        if (const auto* const properties = schema.value().as_object().if_contains("properties"))
            for (const auto& property : properties->as_object())
                EXPECT_NE(plain(property.key()), plain(schema.key()));
}

// An object without properties has no name either; its generated name must not be in use.
TEST_F(OpenApi, HasNoSchemaWithTheNameOfAMember) {
    std::set<std::string> names;
    const auto& schemas = document.at("components").at("schemas").as_object();
    for (const auto& schema : schemas) names.insert(plain(schema.key()));
    for (const auto& schema : schemas) {
        const auto* const properties = schema.value().as_object().if_contains("properties");
        if (!properties) continue;
        for (const auto& property : properties->as_object())
            if (const auto* const type = property.value().as_object().if_contains("type");
                type && *type == "object")
                EXPECT_FALSE(names.contains(plain(schema.key()) + plain(property.key())))
                    << schema.key() << " " << property.key();
    }
}

TEST_F(OpenApi, HasOneTypeForEachBody) {
    for (const Route& row : rows)
        if (const auto* const body = operation(row).if_contains("requestBody"))
            EXPECT_EQ(body->at("content").as_object().size(), 1U) << row.operation;
    const auto type = [&](std::string_view operation) {
        return at(document, operation, "/requestBody/content").as_object().begin()->key();
    };
    EXPECT_EQ(type("updateJob"), "application/json-patch+json");
    EXPECT_EQ(type("updateCandidate"), "application/merge-patch+json");
    EXPECT_EQ(type("issueTokens"), "application/x-www-form-urlencoded");
}

TEST_F(OpenApi, HasNoTwoSchemasThatAGeneratorTakesForOne) {
    std::set<std::string> names;
    for (const auto& schema : document.at("components").at("schemas").as_object()) {
        EXPECT_TRUE(names.insert(plain(schema.key())).second) << schema.key();
    }
}

TEST_F(OpenApi, TellsWhatOAuthClientsSendAndHear) {
    const auto reference = [&](std::string_view operation, const std::string& pointer) {
        const std::string text{at(document, operation, pointer + "/schema/$ref").as_string()};
        return text.substr(text.rfind('/') + 1);
    };
    const std::string json = "/content/application~1json";
    const std::string form = "/content/application~1x-www-form-urlencoded";

    EXPECT_EQ(reference("issueTokens", "/requestBody" + form), "TokenForm");
    EXPECT_EQ(at(document, "issueTokens", "/requestBody/content").as_object().size(), 1U);
    EXPECT_EQ(reference("issueTokens", "/responses/200" + json), "TokenAnswer");
    EXPECT_EQ(reference("introspectToken", "/responses/200" + json), "IntrospectionAnswer");
    EXPECT_EQ(reference("revokeToken", "/responses/200" + json), "RevocationAnswer");
    for (const std::string status : {"400", "401", "429"})
        EXPECT_EQ(reference("issueTokens", "/responses/" + status + json), "OAuthError") << status;
    EXPECT_EQ(reference("issueTokens", "/responses/413" + json), "Error") << "that of every other operation";
}

TEST_F(OpenApi, TellsWhatAnAuthorizationRequestAsksFor) {
    std::map<std::string, bool> required;
    for (const auto& parameter : at(document, "askForConsent", "/parameters").as_array())
        required[std::string{parameter.at("name").as_string()}] = parameter.at("required").as_bool();

    EXPECT_EQ(required, (std::map<std::string, bool>{{"client_id", true},
                                                     {"redirect_uri", true},
                                                     {"scope", true},
                                                     {"response_type", false},
                                                     {"state", false},
                                                     {"code_challenge", false},
                                                     {"code_challenge_method", false}}));
}

TEST_F(OpenApi, TellsHowListsAreGiven) {
    for (const auto& parameter : at(document, "listOffers", "/parameters").as_array()) {
        const auto* const name = parameter.as_object().if_contains("name");
        if (!name || *name != "status") continue;
        EXPECT_EQ(parameter.at("style"), "form");
        EXPECT_EQ(parameter.at("explode"), true);
        EXPECT_TRUE(std::string_view{parameter.at("description").as_string()}.contains("commas"));
    }
}

TEST_F(OpenApi, TellsWhichBodiesMayBeLeftOut) {
    EXPECT_EQ(at(document, "createJob", "/requestBody/required"), true);
    EXPECT_EQ(at(document, "publishJob", "/requestBody/required"), false)
        << "all of its members are optional";
    EXPECT_EQ(at(document, "activateSubscription", "/requestBody/required"), false) << "clients send {}";
    EXPECT_EQ(at(document, "createSecretKey", "/requestBody/required"), false);
}

TEST(OpenApiDocument, TellsTheClockOfASandbox) {
    const auto document = json::parse(openapi_document(callboard::routes_with_sandbox())).as_object();

    EXPECT_EQ(at(document, "moveClock", "/requestBody/content/application~1json/schema/$ref"),
              "#/components/schemas/ClockInput");
    EXPECT_EQ(at(document, "readClock", "/responses/200/content/application~1json/schema/$ref"),
              "#/components/schemas/Clock");
    EXPECT_EQ(at(document, "moveClock", "/responses/422/description"), "VALIDATION_ERROR");
}

TEST_F(OpenApi, HasAnExampleThatItsOwnRowTakes) {
    for (const Route& row : rows) {
        if (!row.request_schema) continue;
        EXPECT_FALSE(row.request_example.empty()) << row.operation;
        EXPECT_NO_THROW(row.check_request(row.request_example)) << row.operation;
    }
}

TEST_F(OpenApi, NamesEveryScopeWithItsPrompt) {
    const auto& scopes = document.at("components")
                             .at("securitySchemes")
                             .at("oauth")
                             .at("flows")
                             .at("authorizationCode")
                             .at("scopes")
                             .as_object();

    EXPECT_EQ(scopes.size(), oauth::kScopes.size());
    for (const auto& [scope, name, prompt] : oauth::kScopes)
        EXPECT_TRUE(scopes.contains(std::string{name})) << name;
}

TEST(OpenApiDocument, OfNoRowsIsStillADocument) {
    EXPECT_TRUE(json::parse(openapi_document({})).at("paths").as_object().empty());
}

}  // namespace
}  // namespace callboard::edge
