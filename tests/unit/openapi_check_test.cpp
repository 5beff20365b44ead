#include "support/openapi_check.h"

#include <stdexcept>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "http/gzip.h"

namespace callboard::test {
namespace {

namespace json = boost::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// --- one value against one schema

const json::object& components() {
    static const json::object kDocument = json::parse(R"({"components": {"schemas": {
        "Name": {"type": "string", "maxLength": 3},
        "Tree": {"type": "object", "properties": {"left": {"$ref": "#/components/schemas/Tree"}}}}}})")
                                              .as_object();
    return kDocument;
}

std::vector<SchemaFault> faults(const std::string& schema, const std::string& value) {
    return schema_faults(json::parse(value), json::parse(schema).as_object(), components());
}

bool takes(const std::string& schema, const std::string& value) {
    return faults(schema, value).empty();
}

TEST(SchemaFaults, KnowsEveryType) {
    const std::vector<std::pair<std::string, std::string>> samples{{"object", "{}"},    {"array", "[]"},
                                                                   {"string", R"("")"}, {"boolean", "0"},
                                                                   {"null", "null"},    {"number", "1.5"}};
    for (const auto& [type, ignored] : samples)
        for (const auto& [other, sample] : samples) {
            const std::string value = other == "boolean" ? "true" : sample;
            EXPECT_EQ(takes(R"({"type":")" + type + "\"}", value), type == other) << type << " " << value;
        }
}

TEST(SchemaFaults, AWholeNumberIsAnIntegerAndANumber) {
    for (const std::string whole : {"0", "-7", "9223372036854775807", "18446744073709551615", "2.0", "1e3"}) {
        EXPECT_TRUE(takes(R"({"type":"integer"})", whole)) << whole;
        EXPECT_TRUE(takes(R"({"type":"number"})", whole)) << whole;
    }
    EXPECT_FALSE(takes(R"({"type":"integer"})", "1.5"));
    EXPECT_FALSE(takes(R"({"type":"integer"})", R"("1")"));
}

TEST(SchemaFaults, AListOfTypesTakesEachOfThem) {
    const std::string schema = R"({"type":["string","null"]})";

    EXPECT_TRUE(takes(schema, R"("x")"));
    EXPECT_TRUE(takes(schema, "null"));
    EXPECT_FALSE(takes(schema, "1"));
}

TEST(SchemaFaults, AnEnumTakesItsValuesOnly) {
    const std::string schema = R"({"enum":["A","B"]})";

    EXPECT_TRUE(takes(schema, R"("B")"));
    EXPECT_FALSE(takes(schema, R"("b")"));
    EXPECT_FALSE(takes(schema, "null"));
}

TEST(SchemaFaults, AMemberThatIsNotDocumentedIsAFault) {
    const std::string schema = R"({"type":"object","properties":{"a":{"type":"integer"}}})";

    EXPECT_THAT(faults(schema, R"({"a":1})"), IsEmpty());
    EXPECT_THAT(faults(schema, "{}"), IsEmpty());
    EXPECT_THAT(faults(schema, R"({"a":"1"})"),
                ElementsAre(SchemaFault{"/a", R"(is not of type "integer")"}));
    EXPECT_THAT(faults(schema, R"({"b":1})"), ElementsAre(SchemaFault{"/b", "is not documented"}));
    EXPECT_FALSE(takes(R"({"properties":{}})", R"({"b":1})"));
}

TEST(SchemaFaults, AdditionalPropertiesLetOthersIn) {
    const std::string start = R"({"type":"object","properties":{"a":{}},"additionalProperties":)";

    EXPECT_TRUE(takes(start + "true}", R"({"b":1})"));
    EXPECT_FALSE(takes(start + "false}", R"({"b":1})"));
    EXPECT_TRUE(takes(start + R"({"type":"integer"}})", R"({"a":"x","b":1})"));
    EXPECT_THAT(faults(start + R"({"type":"integer"}})", R"({"b":"x"})"),
                ElementsAre(SchemaFault{"/b", R"(is not of type "integer")"}));
}

TEST(SchemaFaults, AnObjectOfWhichNothingIsSaidMayHoldAnything) {
    EXPECT_TRUE(takes(R"({"type":"object"})", R"({"b":[1]})"));
}

TEST(SchemaFaults, WhatIsRequiredIsThere) {
    const std::string schema = R"({"properties":{"a":{},"b":{}},"required":["a","b"]})";

    EXPECT_THAT(faults(schema, R"({"a":null,"b":1})"), IsEmpty());
    EXPECT_THAT(faults(schema, R"({"a":1})"), ElementsAre(SchemaFault{"/b", "is missing"}));
}

TEST(SchemaFaults, EveryItemIsChecked) {
    const std::string schema = R"({"type":"array","items":{"type":"integer"},"maxItems":3})";

    EXPECT_THAT(faults(schema, "[]"), IsEmpty());
    EXPECT_THAT(faults(schema, "[1,2,3]"), IsEmpty());
    EXPECT_THAT(faults(schema, "[1,2,3,4]"), ElementsAre(SchemaFault{"", "has more than 3 elements"}));
    EXPECT_THAT(faults(schema, R"([1,"2",null])"),
                ElementsAre(SchemaFault{"/1", R"(is not of type "integer")"},
                            SchemaFault{"/2", R"(is not of type "integer")"}));
}

TEST(SchemaFaults, LengthsCountCharacters) {
    const std::string schema = R"({"type":"string","minLength":2,"maxLength":3})";

    for (const std::string good : {R"("ab")", R"("äöü")", R"("😀😀")"})
        EXPECT_TRUE(takes(schema, good)) << good;
    for (const std::string bad : {R"("")", R"("a")", R"("ü")", R"("abcd")"})
        EXPECT_FALSE(takes(schema, bad)) << bad;
}

TEST(SchemaFaults, BoundsAreWithin) {
    const std::string schema = R"({"minimum":1,"maximum":5})";

    for (const std::string good : {"1", "5", "1.5", R"("not a number")"})
        EXPECT_TRUE(takes(schema, good)) << good;
    for (const std::string bad : {"0", "0.9", "-1", "6", "5.1"}) EXPECT_FALSE(takes(schema, bad)) << bad;
}

TEST(SchemaFaults, ATimeIsATime) {
    const std::string schema = R"({"type":"string","format":"date-time"})";

    EXPECT_TRUE(takes(schema, R"("2030-01-31T12:00:00.000Z")"));
    EXPECT_TRUE(takes(schema, R"("2030-01-31T12:00:00+02:00")"));
    for (const std::string bad :
         {R"("")", R"("2030-01-31")", R"("2030-02-30T12:00:00Z")", R"("2030-01-31T12:00:00")"})
        EXPECT_FALSE(takes(schema, bad)) << bad;
}

TEST(SchemaFaults, AnIdIsAnId) {
    const std::string schema = R"({"type":"string","format":"uuid"})";

    EXPECT_TRUE(takes(schema, R"("01890000-0000-7000-8000-000000000000")"));
    for (const std::string bad : {R"("")", R"("7")", R"("01890000-0000-7000-8000-00000000000g")"})
        EXPECT_FALSE(takes(schema, bad)) << bad;
}

TEST(SchemaFaults, AReferenceIsFollowed) {
    EXPECT_TRUE(takes(R"({"$ref":"#/components/schemas/Name"})", R"("abc")"));
    EXPECT_FALSE(takes(R"({"$ref":"#/components/schemas/Name"})", R"("abcd")"));
    EXPECT_TRUE(takes(R"({"$ref":"#/components/schemas/Tree"})", R"({"left":{"left":{}}})"));
    EXPECT_THAT(faults(R"({"$ref":"#/components/schemas/Tree"})", R"({"left":{"left":{"right":1}}})"),
                ElementsAre(SchemaFault{"/left/left/right", "is not documented"}));
}

TEST(SchemaFaults, OneOfIsExactlyOne) {
    const std::string schema = R"({"oneOf":[{"type":"integer"},{"type":"number"},{"type":"string"}]})";

    EXPECT_TRUE(takes(schema, "1.5"));
    EXPECT_TRUE(takes(schema, R"("x")"));
    EXPECT_FALSE(takes(schema, "1")) << "an integer is a number, too";
    EXPECT_FALSE(takes(schema, "null"));
}

TEST(SchemaFaults, AnyOfIsAtLeastOne) {
    const std::string schema = R"({"anyOf":[{"type":"integer"},{"type":"number"}]})";

    EXPECT_TRUE(takes(schema, "1"));
    EXPECT_TRUE(takes(schema, "1.5"));
    EXPECT_FALSE(takes(schema, "null"));
}

TEST(SchemaFaults, APointerIsEscaped) {
    EXPECT_THAT(faults(R"({"properties":{}})", R"({"a/b~c":1})"),
                ElementsAre(SchemaFault{"/a~1b~0c", "is not documented"}));
}

TEST(SchemaFaults, WhatItDoesNotKnowItDoesNotPass) {
    EXPECT_THROW(faults(R"({"pattern":"^a$"})", R"("a")"), std::logic_error);
    EXPECT_THROW(faults(R"({"type":"text"})", R"("a")"), std::logic_error);
    EXPECT_THROW(faults(R"({"format":"email"})", R"("a")"), std::logic_error);
    EXPECT_THROW(faults(R"({"$ref":"other.json"})", R"("a")"), std::logic_error);
    EXPECT_THROW(faults(R"({"$ref":"#/components/schemas/Nobody"})", R"("a")"), std::exception);
}

// --- one answer against its operation

class AnswerCheck : public testing::Test {
  protected:
    static Answer answer(int status, const std::string& body = "",
                         const std::string& type = "application/json") {
        return {.status = status, .headers = {{"x-request-id", "1"}, {"content-type", type}}, .body = body};
    }
    static std::string error(const std::string& code) {
        return R"({"message":"no","errors":[{"code":")" + code + R"(","message":"no"}]})";
    }
    std::vector<std::string> of_get(const Answer& given) const {
        return check.faults("GET", "/dogs/7", given);
    }

    const OpenApiCheck check{json::parse(R"({
        "paths": {
            "/": {"get": {"responses": {}}},
            "/dogs": {"get": {"responses": {}}},
            "/dogs/me": {"get": {"responses": {}}},
            "/dogs/{dogId}": {
                "get": {"responses": {
                    "200": {"description": "", "content": {"application/json": {"schema": {
                        "type": "object", "properties": {"name": {"type": "string"}}}}}},
                    "404": {"description": "NO_DOG, NO_CAT", "content": {"application/json": {"schema":
                        {"$ref": "#/components/schemas/Error"}}}}}},
                "delete": {"responses": {"204": {"description": ""}}}},
            "/dogs/{dogId}/walks": {"get": {"responses": {
                "303": {"description": ""},
                "4XX": {"description": "", "content": {"text/html": {"schema": {"type": "string"}}}}}}},
            "/dogs/me/walks": {"get": {"responses": {}}}},
        "components": {"schemas": {"Error": {"type": "object", "properties": {
            "message": {"type": "string"},
            "errors": {"type": "array", "items": {"type": "object"}}}}}}})")
                                 .as_object()};
};

TEST_F(AnswerCheck, FindsThePathThatTheRouterFinds) {
    const std::vector<std::pair<std::string, std::string>> expected{
        {"/", "/"},
        {"/dogs", "/dogs"},
        {"/dogs/", "/dogs"},
        {"/dogs?limit=1", "/dogs"},
        {"/dogs/7", "/dogs/{dogId}"},
        {"/dogs/7/?a=/b", "/dogs/{dogId}"},
        {"/dogs/me", "/dogs/me"},
        {"/dogs/m%65", "/dogs/me"},
        {"/dogs/7/walks", "/dogs/{dogId}/walks"},
        {"/dogs/me/walks", "/dogs/me/walks"},
        {"/cats", ""},
        {"/dogs/7/cats", ""},
        {"/dogs//", ""},
        {"dogs", ""},
        {"*", ""},
    };
    for (const auto& [target, path] : expected) EXPECT_EQ(check.path_of(target), path) << target;
}

TEST_F(AnswerCheck, TakesWhatIsDocumented) {
    EXPECT_THAT(of_get(answer(200, R"({"name":"Rex"})")), IsEmpty());
    EXPECT_THAT(of_get(answer(200, R"({"name":"Rex"})", "application/json; charset=utf-8")), IsEmpty());
    EXPECT_THAT(of_get(answer(404, error("NO_DOG"))), IsEmpty());
    EXPECT_THAT(check.faults("DELETE", "/dogs/7", answer(204)), IsEmpty());
    EXPECT_THAT(check.faults("GET", "/dogs/7/walks", answer(303, "", "")), IsEmpty());
    EXPECT_THAT(check.faults("GET", "/dogs/7/walks", answer(403, "<p>", "text/html")), IsEmpty());
}

TEST_F(AnswerCheck, NamesTheMemberThatIsNot) {
    EXPECT_THAT(of_get(answer(200, R"({"name":"Rex","age":1})")), ElementsAre("\"/age\" is not documented"));
    EXPECT_THAT(of_get(answer(200, R"({"name":7})")), ElementsAre(HasSubstr("\"/name\"")));
    EXPECT_THAT(of_get(answer(200, "{")), ElementsAre(HasSubstr("no JSON")));
    EXPECT_THAT(of_get(answer(200, "")), ElementsAre(HasSubstr("no JSON")));
}

TEST_F(AnswerCheck, RefusesAStatusThatIsNotDocumented) {
    for (const int status : {201, 204, 303, 401, 403, 409, 422, 429, 500, 503})
        EXPECT_THAT(of_get(answer(status, error("NO_DOG"))), ElementsAre(HasSubstr("not documented")))
            << status;
}

TEST_F(AnswerCheck, RefusesACodeThatIsNotDocumented) {
    EXPECT_THAT(of_get(answer(404, error("NO_CAT"))), IsEmpty());
    EXPECT_THAT(of_get(answer(404, error("NO"))), ElementsAre(HasSubstr("\"NO\"")));
    EXPECT_THAT(of_get(answer(404, R"({"message":"no"})")), ElementsAre(HasSubstr("the code \"\"")));
}

TEST_F(AnswerCheck, RefusesAnotherType) {
    EXPECT_THAT(of_get(answer(200, "{}", "text/html")), ElementsAre(HasSubstr("text/html")));
    EXPECT_THAT(of_get(answer(200, "{}", "")), ElementsAre(HasSubstr("of the type")));
}

TEST_F(AnswerCheck, RefusesABodyWhereNoneIsDocumented) {
    EXPECT_THAT(check.faults("DELETE", "/dogs/7", answer(204, "{}")), ElementsAre(HasSubstr("a body")));
}

TEST_F(AnswerCheck, LooksIntoACompressedBody) {
    Answer compressed = answer(200, http::gzip(R"({"age":1})"));
    compressed.headers["content-encoding"] = "gzip";

    EXPECT_THAT(of_get(compressed), ElementsAre("\"/age\" is not documented"));
}

TEST_F(AnswerCheck, AnAnswerToHeadHasNoBody) {
    EXPECT_THAT(check.faults("HEAD", "/dogs/7", answer(200)), IsEmpty());
    EXPECT_THAT(check.faults("HEAD", "/dogs/7", answer(404)), IsEmpty());
    EXPECT_THAT(check.faults("HEAD", "/dogs/7", answer(200, "", "text/html")),
                ElementsAre(HasSubstr("type")));
    EXPECT_THAT(check.faults("HEAD", "/dogs/7", answer(500)), ElementsAre(HasSubstr("not documented")));
}

TEST_F(AnswerCheck, TakesWhatHttpItselfSays) {
    EXPECT_THAT(of_get(answer(400, error("BAD_REQUEST"))), IsEmpty());
    EXPECT_THAT(of_get(answer(404, error("RESOURCE_NOT_FOUND"))), IsEmpty());
    EXPECT_THAT(of_get(answer(413, error("CONTENT_TOO_LARGE"))), IsEmpty());
    EXPECT_THAT(of_get(answer(505, error("HTTP_VERSION_NOT_SUPPORTED"))), IsEmpty());
    EXPECT_THAT(of_get(answer(400, error("INVALID_PARAMETER"))), ElementsAre(HasSubstr("not documented")));
    EXPECT_THAT(of_get(answer(400, R"({"errors":[{"code":"BAD_REQUEST"}],"hint":1})")),
                ElementsAre("\"/hint\" is not documented"));
}

TEST_F(AnswerCheck, AMethodThatThePathDoesNotHaveIsRefused) {
    const auto of_put = [&](const Answer& given) { return check.faults("PUT", "/dogs/7", given); };

    EXPECT_THAT(of_put(answer(405, error("METHOD_NOT_ALLOWED"))), IsEmpty());
    EXPECT_THAT(of_put(answer(401, error("UNAUTHORIZED"))), IsEmpty());
    EXPECT_THAT(of_put(answer(429, error("TOO_MANY_REQUESTS"))), IsEmpty());
    EXPECT_THAT(of_put(answer(200, "{}")), ElementsAre(HasSubstr("not documented")));
    EXPECT_THAT(of_put(answer(204)), ElementsAre(HasSubstr("not documented")));
    EXPECT_THAT(check.faults("OPTIONS", "/dogs/7", answer(204)), IsEmpty());
}

TEST_F(AnswerCheck, EveryAnswerHasAnId) {
    Answer without = answer(204);
    without.headers.erase("x-request-id");

    EXPECT_THAT(check.faults("DELETE", "/dogs/7", without), ElementsAre("has no X-Request-Id"));
}

TEST_F(AnswerCheck, KnowsNothingOfOtherPaths) {
    EXPECT_THAT(check.faults("GET", "/cats", answer(500, "<p>", "text/html")), IsEmpty());
}

TEST(OpenApiCheckOfTheTable, FindsItsOwnRows) {
    EXPECT_EQ(openapi_check().path_of("/readyz"), "/readyz");
    EXPECT_EQ(openapi_check().path_of("/users/me"), "/users/me");
    EXPECT_EQ(openapi_check().path_of("/users/00000000000000000000000f"), "/users/{userId}");
    EXPECT_EQ(openapi_check().path_of("/sandbox/clock"), "/sandbox/clock");
}

}  // namespace
}  // namespace callboard::test
