#include "wire/json_patch.h"

#include <string>

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace callboard::wire {
namespace {

namespace json = boost::json;
using testing::ElementsAre;
using testing::HasSubstr;

JsonPatch patch_from(std::string_view text) {
    const JsonDocument document{text};
    Reading reading{"VALIDATION_ERROR"};
    auto patch = read_patch(document.root(), reading);
    if (!reading.faults().empty()) throw Error{ErrorKind::unprocessable, reading.take_faults()};
    return patch.value();
}

json::value parsed(std::string_view text) {
    json::parse_options options;
    options.max_depth = kMaxJsonDepth;
    return json::parse(text, {}, options);
}

json::value applied(std::string_view document, std::string_view patch) {
    return parsed(apply_patch(patch_from(patch), document));
}

// The kind and the locations of the errors.
struct Refusal {
    ErrorKind kind;
    std::vector<std::string> paths;
};
std::optional<Refusal> refusal(std::string_view document, std::string_view patch) {
    try {
        applied(document, patch);
    } catch (const Error& error) {
        Refusal refusal{error.kind, {}};
        for (const Fault& fault : error.faults) refusal.paths.push_back(fault.path);
        return refusal;
    }
    return std::nullopt;
}

void expect_refused(std::string_view document, std::string_view patch, const std::string& path,
                    ErrorKind kind = ErrorKind::unprocessable) {
    const auto refused = refusal(document, patch);
    ASSERT_TRUE(refused) << patch;
    EXPECT_EQ(refused->kind, kind) << patch;
    EXPECT_THAT(refused->paths, ElementsAre(path)) << patch;
}

struct Case {
    std::string_view name;
    std::string_view document;
    std::string_view patch;
    std::string_view result;
};

// RFC 6902, appendix A: successful examples.
class JsonPatchAppendix : public testing::TestWithParam<Case> {};

TEST_P(JsonPatchAppendix, Holds) {
    EXPECT_EQ(applied(GetParam().document, GetParam().patch), json::parse(GetParam().result));
}

INSTANTIATE_TEST_SUITE_P(
    Rfc6902, JsonPatchAppendix,
    testing::Values(
        Case{"A1_AddAnObjectMember", R"({"foo":"bar"})", R"([{"op":"add","path":"/baz","value":"qux"}])",
             R"({"baz":"qux","foo":"bar"})"},
        Case{"A2_AddAnArrayElement", R"({"foo":["bar","baz"]})",
             R"([{"op":"add","path":"/foo/1","value":"qux"}])", R"({"foo":["bar","qux","baz"]})"},
        Case{"A3_RemoveAnObjectMember", R"({"baz":"qux","foo":"bar"})", R"([{"op":"remove","path":"/baz"}])",
             R"({"foo":"bar"})"},
        Case{"A4_RemoveAnArrayElement", R"({"foo":["bar","qux","baz"]})",
             R"([{"op":"remove","path":"/foo/1"}])", R"({"foo":["bar","baz"]})"},
        Case{"A5_ReplaceAValue", R"({"baz":"qux","foo":"bar"})",
             R"([{"op":"replace","path":"/baz","value":"boo"}])", R"({"baz":"boo","foo":"bar"})"},
        Case{"A6_MoveAValue", R"({"foo":{"bar":"baz","waldo":"fred"},"qux":{"corge":"grault"}})",
             R"([{"op":"move","from":"/foo/waldo","path":"/qux/thud"}])",
             R"({"foo":{"bar":"baz"},"qux":{"corge":"grault","thud":"fred"}})"},
        Case{"A7_MoveAnArrayElement", R"({"foo":["all","grass","cows","eat"]})",
             R"([{"op":"move","from":"/foo/1","path":"/foo/3"}])", R"({"foo":["all","cows","eat","grass"]})"},
        Case{"A8_TestAValueSuccess", R"({"baz":"qux","foo":["a",2,"c"]})",
             R"([{"op":"test","path":"/baz","value":"qux"},{"op":"test","path":"/foo/1","value":2}])",
             R"({"baz":"qux","foo":["a",2,"c"]})"},
        Case{"A10_AddANestedMemberObject", R"({"foo":"bar"})",
             R"([{"op":"add","path":"/child","value":{"grandchild":{}}}])",
             R"({"foo":"bar","child":{"grandchild":{}}})"},
        Case{"A11_IgnoreUnrecognizedElements", R"({"foo":"bar"})",
             R"([{"op":"add","path":"/baz","value":"qux","xyz":123}])", R"({"foo":"bar","baz":"qux"})"},
        Case{"A14_EscapeOrdering", R"({"/":9,"~1":10})", R"([{"op":"test","path":"/~01","value":10}])",
             R"({"/":9,"~1":10})"},
        Case{"A16_AddAnArrayValue", R"({"foo":["bar"]})",
             R"([{"op":"add","path":"/foo/-","value":["abc","def"]}])", R"({"foo":["bar",["abc","def"]]})"}),
    [](const auto& each) { return std::string{each.param.name}; });

// Failing examples.
TEST(JsonPatch, A9_ATestThatFailsIsAConflict) {
    expect_refused(R"({"baz":"qux"})", R"([{"op":"test","path":"/baz","value":"bar"}])", "/0/value",
                   ErrorKind::conflict);
}

TEST(JsonPatch, A12_NothingIsAddedToWhatIsNotThere) {
    expect_refused(R"({"foo":"bar"})", R"([{"op":"add","path":"/baz/bat","value":"qux"}])", "/0/path");
}

TEST(JsonPatch, A13_AnOperationHasOneOp) {
    const auto refused =
        refusal(R"({"foo":"bar"})", R"([{"op":"add","path":"/baz","value":1,"op":"remove"}])");
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->kind, ErrorKind::invalid_request);
}

TEST(JsonPatch, A15_AStringIsNoNumber) {
    expect_refused(R"({"/":9,"~1":10})", R"([{"op":"test","path":"/~01","value":"10"}])", "/0/value",
                   ErrorKind::conflict);
}

TEST(JsonPatch, ReplacesAndCopiesTheWholeDocument) {
    EXPECT_EQ(applied(R"({"a":1})", R"([{"op":"replace","path":"","value":[1]}])"), json::parse("[1]"));
    EXPECT_EQ(applied(R"({"a":1})", R"([{"op":"add","path":"","value":null}])"), json::value(nullptr));
    EXPECT_EQ(applied(R"({"a":1})", R"([{"op":"remove","path":""}])"), json::value(nullptr));
    EXPECT_EQ(applied(R"({"a":1})", R"([{"op":"copy","from":"","path":"/b"}])"),
              json::parse(R"({"a":1,"b":{"a":1}})"));
    EXPECT_EQ(applied(R"({"a":1})", "[]"), json::parse(R"({"a":1})"));
}

TEST(JsonPatch, MovesAndCopiesBetweenPlaces) {
    EXPECT_EQ(applied(R"({"a":[1,2]})", R"([{"op":"copy","from":"/a/0","path":"/a/-"}])"),
              json::parse(R"({"a":[1,2,1]})"));
    EXPECT_EQ(applied(R"({"a":1})", R"([{"op":"move","from":"/a","path":"/a"}])"), json::parse(R"({"a":1})"));
    EXPECT_EQ(applied(R"({"a":1,"ab":2})", R"([{"op":"move","from":"/a","path":"/ab"}])"),
              json::parse(R"({"ab":1})"));
    expect_refused(R"({"a":{}})", R"([{"op":"move","from":"/a","path":"/a/b"}])", "/0/path");
    expect_refused(R"({"a":{}})", R"([{"op":"move","from":"","path":"/b"}])", "/0/path");
    expect_refused(R"({"a":{}})", R"([{"op":"copy","from":"/b","path":"/c"}])", "/0/from");
}

TEST(JsonPatch, TellsNumbersByTheirValueAndObjectsByTheirMembers) {
    EXPECT_FALSE(refusal(R"({"a":[1,{"b":2.5,"c":null}]})",
                         R"([{"op":"test","path":"/a","value":[1.0,{"c":null,"b":25e-1}]}])"));
    expect_refused(R"({"a":{"b":1}})", R"([{"op":"test","path":"/a","value":{"b":1,"c":2}}])", "/0/value",
                   ErrorKind::conflict);
    expect_refused(R"({"a":[1]})", R"([{"op":"test","path":"/a","value":[1,1]}])", "/0/value",
                   ErrorKind::conflict);
    expect_refused(R"({"a":0})", R"([{"op":"test","path":"/a","value":false}])", "/0/value",
                   ErrorKind::conflict);
}

TEST(JsonPatch, FindsNothingWhereThereIsNothing) {
    const std::string_view document = R"({"a":[1,2],"b":"text"})";
    for (const std::string pointer :
         {"/c", "/a/2", "/a/-", "/a/01", "/a/x", "/a/-1", "/a/1e0", "/b/0", "/a/99999999999999999999", "/"}) {
        expect_refused(document, R"([{"op":"remove","path":")" + pointer + R"("}])", "/0/path");
        expect_refused(document, R"([{"op":"replace","path":")" + pointer + R"(","value":1}])", "/0/path");
    }
    for (const std::string pointer : {"/a/3", "/a/01", "/a/x", "/a/", "/b/0", "/b/-", "/c/d"})
        expect_refused(document, R"([{"op":"add","path":")" + pointer + R"(","value":1}])", "/0/path");
}

TEST(JsonPatch, ReportsEveryOperationThatIsNone) {
    const auto refused =
        refusal("{}", R"([7, {}, {"op":"frobnicate","path":"/a"}, {"op":"add","path":"a","value":1},
        {"op":"add","path":"/a"}, {"op":"copy","path":"/a"}, {"op":"remove","path":"/~2"}, {"op":"remove","path":"/~"},
        {"op":null,"path":7}, {"op":"move","path":"/a","from":"b"}])");
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->kind, ErrorKind::unprocessable);
    EXPECT_THAT(refused->paths, ElementsAre("/0", "/1/path", "/1/op", "/2/op", "/3/path", "/4/value",
                                            "/5/from", "/6/path", "/7/path", "/8/path", "/8/op", "/9/from"));
    expect_refused("{}", "{}", "");
    expect_refused("{}", "null", "");
}

TEST(JsonPatch, RefusesTooManyOperations) {
    std::string many = R"([{"op":"remove","path":"/a"})";
    for (int i = 0; i < 1000; ++i) many += R"(,{"op":"remove","path":"/a"})";
    expect_refused("{}", many + "]", "");
}

// --- growth during patching

std::string nested(std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
}

std::string repeated(std::string_view text, std::size_t times) {
    std::string all;
    for (std::size_t i = 0; i < times; ++i) all += text;
    return all;
}

// The operations one after the other.
std::string list(const std::vector<std::string>& operations) {
    std::string all = "[";
    for (const std::string& operation : operations) all.append(all.size() > 1 ? "," : "").append(operation);
    return all + "]";
}

std::string op(const std::string& name, const std::string& from, const std::string& path) {
    return R"({"op":")" + name + R"(","from":")" + from + R"(","path":")" + path + R"("})";
}

std::string with_value(const std::string& name, const std::string& path, const std::string& value) {
    return R"({"op":")" + name + R"(","path":")" + path + R"(","value":)" + value + "}";
}

void expect_message(std::string_view document, std::string_view patch, const std::string& message) {
    try {
        applied(document, patch);
        ADD_FAILURE() << "expected: " << message;
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, ErrorKind::unprocessable);
        EXPECT_THAT(error.faults.front().message, HasSubstr(message));
        EXPECT_LT(error.faults.front().message.size(), 300U);
    }
}

constexpr const char* kTooDeep = "the patch nests the document deeper than 64 levels";
constexpr const char* kTooLarge = "the patched document exceeds 1 MiB (1048576 bytes)";
constexpr const char* kTooMuchWork = "the patch is too expensive";

// The result of a patch must be readable: at most as deep as a body.
TEST(JsonPatchGrowth, NestsAsDeepAsABodyAndNoDeeper) {
    const std::string deepest = R"({"a":)" + nested(kMaxJsonDepth - 1) + "}";
    const std::string inner = nested(kMaxJsonDepth - 2);

    for (const std::string action : {"add", "replace"}) {
        EXPECT_EQ(applied(R"({"a":1})", list({with_value(action, "/a", nested(kMaxJsonDepth - 3))})),
                  parsed(R"({"a":)" + nested(kMaxJsonDepth - 3) + "}"));
        expect_message(R"({"a":[[1]]})", list({with_value(action, "/a/0/0", inner)}), kTooDeep);
    }
    for (const std::string action : {"copy", "move"}) {
        const std::string before = R"({"a":)" + inner + R"(,"b":{}})";
        EXPECT_FALSE(refusal(before, list({op(action, "/a", "/b/c")})));
        expect_message(before, list({with_value("add", "/b/c", "{}"), op(action, "/a", "/b/c/d")}), kTooDeep);
    }
    EXPECT_FALSE(refusal(deepest, list({op("copy", "/a", "")})));
    expect_refused(deepest, list({op("copy", "", "/b")}), "/0/path");
    JsonDocument{apply_patch(patch_from(list({op("copy", "/a", "/b")})), deepest)};  // does not throw
}

// Each of these once created a value with hundreds of thousands of levels.
TEST(JsonPatchGrowth, IsNeverDeepOnTheWay) {
    std::vector<std::string> copies{with_value("add", "/a", R"({"x":1})")};
    std::vector<std::string> moves{with_value("add", "/a", nested(50)), with_value("add", "/b", "[]")};
    const std::string bottom = "/a" + repeated("/0", 49);
    for (int i = 0; i < 80; ++i) {
        copies.push_back(op("copy", "/a", "/a/x"));
        moves.push_back(op("copy", "/a", "/c"));
        moves.push_back(op("move", "/a", "/b/0"));
        moves.push_back(op("move", "/b", "/a"));
        moves.push_back(with_value("add", "/b", "[]"));
    }
    expect_message("{}", list(copies), kTooDeep);
    expect_message("{}", list(moves), kTooDeep);
    expect_message("{}", list({moves[0], op("copy", "/a", bottom + "/0")}), kTooDeep);
    // Also if the next operation would remove it.
    expect_message("{}", list({moves[0], op("copy", "/a", bottom + "/0"), R"({"op":"remove","path":"/a"})"}),
                   kTooDeep);
}

TEST(JsonPatchGrowth, MakesNoDocumentLargerThanABody) {
    const std::size_t most = std::size_t{1024} * 1024;
    const std::string half(most / 2, 'x');
    const std::string document = R"({"a":")" + half + R"("})";

    expect_message(document, list({op("copy", "/a", "/b")}), kTooLarge);
    EXPECT_FALSE(refusal(document, list({op("copy", "/a", "/b"), R"({"op":"remove","path":"/a"})"})));
    // A document that is already larger may stay so, or shrink.
    const std::string large = R"({"a":")" + half + half + half + R"("})";
    EXPECT_FALSE(refusal(large, "[]"));
    EXPECT_FALSE(refusal(large, list({with_value("replace", "/a", "1")})));
    expect_message(large, list({with_value("add", "/b", "1")}), kTooLarge);
}

// Work is counted, so that these need no clock: each would take quadratic time.
TEST(JsonPatchGrowth, RefusesWorkThatIsOutOfProportion) {
    std::vector<std::string> doubling{with_value("add", "/a", R"("0123456789")")};
    for (int i = 0; i < 60; ++i) doubling.push_back(op("copy", "", "/" + std::to_string(i)));
    expect_message("{}", list(doubling), kTooMuchWork);

    const std::string large = R"({"a":[)" + repeated("1,", 90'000) + R"(1],"b":{},"c":[]})";
    std::vector<std::string> moves;
    std::vector<std::string> copies;
    std::vector<std::string> at_the_front;
    std::vector<std::string> from_the_front;
    std::vector<std::string> replacements;
    for (int i = 0; i < 25; ++i) {
        moves.push_back(op("move", "/a", "/b/a"));
        moves.push_back(op("move", "/b/a", "/a"));
        copies.push_back(op("copy", "/a", "/b/a"));
        at_the_front.push_back(with_value("add", "/a/0", "1"));
        from_the_front.push_back(R"({"op":"remove","path":"/a/0"})");
        replacements.push_back(op("copy", "/a", "/c"));
        replacements.push_back(with_value("replace", "/c", "1"));
    }
    for (const auto& patch : {moves, copies, at_the_front, from_the_front, replacements})
        expect_message(large, list(patch), kTooMuchWork);
}

// Each operation looks up its members, and the keys may all have the same hash.
TEST(JsonPatchGrowth, PlacesNoObjectWithThousandsOfMembers) {
    const auto object = [](std::size_t members) {
        std::string text = "{";
        for (std::size_t i = 0; i < members; ++i)
            text.append(i == 0 ? "\"" : ",\"").append(std::to_string(i)).append("\":1");
        return text + "}";
    };
    EXPECT_FALSE(refusal("{}", list({with_value("add", "/a", "[" + object(1000) + "]")})));
    expect_message("{}", list({with_value("add", "/a", "[" + object(1001) + "]")}),
                   "the patch creates an object with more than 1000 members");
    const std::string document = R"({"a":)" + object(32 + 900) + "}";
    EXPECT_FALSE(refusal(document, list({op("copy", "/a", "/b")})));
    expect_message(
        document, list({op("copy", "/a", "/b"), op("copy", "/a", "/c")}),
        "the patched document has more than 2000 members in all, not counting the first 32 of each object");
}

TEST(JsonPatchGrowth, MakesNoDocumentWithMoreValuesThanABody) {
    const std::string document = R"({"a":[)" + repeated("1,", 49'000) + "1]}";
    EXPECT_FALSE(refusal(document, list({op("copy", "/a", "/b")})));
    expect_message(document, list({op("copy", "/a", "/b"), op("copy", "/a", "/c")}),
                   "the patched document has more than 100000 values in all");
}

// Every valid body is within the limits: the largest values, and a thousand small changes of a large
// document.
TEST(JsonPatchGrowth, DoesWhatABodyCanSay) {
    const std::string value = "\"" + std::string(std::size_t{1000} * 1000, 'x') + "\"";
    EXPECT_FALSE(refusal("{}", list({with_value("add", "/a", value)})));
    EXPECT_FALSE(refusal(R"({"a":)" + value + "}", list({with_value("test", "/a", value)})));

    const std::string large = R"({"a":[)" + repeated("1,", 90'000) + R"(1],"b":1})";
    std::vector<std::string> small;
    for (int i = 0; i < 250; ++i) {
        small.push_back(with_value("add", "/a/-", "2"));
        small.push_back(with_value("test", "/a/90001", "2"));
        small.push_back(op("copy", "/a/90001", "/a/90000"));
        small.push_back(R"({"op":"remove","path":"/a/90000"})");
    }
    EXPECT_FALSE(refusal(large, list(small)));
    std::vector<std::string> at_the_front;
    for (int i = 0; i < 1000; ++i) at_the_front.push_back(with_value("add", "/a/0", "1"));
    EXPECT_FALSE(refusal(R"({"a":[1,2,3]})", list(at_the_front)));
}

// Messages contain only a part of long input.
TEST(JsonPatchGrowth, RefusesLongPointersShortly) {
    const std::string pointer = "/" + std::string(9'000, 'p');
    expect_message("{}", list({op("copy", pointer, "/a")}), "there is no value at '/ppp");
    expect_message("{}", list({with_value("add", pointer + "/a", "1")}), "there is no value at '/ppp");
    expect_message("[]", list({with_value("add", pointer, "1")}), "invalid array index in '/ppp");
    expect_message("1", list({with_value("add", pointer, "1")}), "cannot add a value at '/ppp");
}

TEST(JsonPatch, KeepsNumbersExact) {
    EXPECT_EQ(
        applied(R"({})", R"([{"op":"add","path":"/a","value":0.1234567890123456789}])").at("a").as_double(),
        0.1234567890123456789);
    EXPECT_EQ(
        applied(R"({})", R"([{"op":"add","path":"/a","value":9223372036854775807}])").at("a").as_int64(),
        9223372036854775807);
}

struct Person {
    std::string name;
    std::optional<std::string> nick;

    static constexpr auto shape() {
        return fields(field("name", &Person::name, {.min_length = 1}), field("nick", &Person::nick));
    }
};

TEST(JsonPatch, AMessageIsPatchedAndCheckedAgain) {
    const auto after = [](std::string_view patch) {
        UnknownNames unknown;
        return patched(Person{.name = "Ada", .nick = std::nullopt}, patch_from(patch), unknown);
    };

    EXPECT_EQ(after(R"([{"op":"replace","path":"/nick","value":"A"}])").nick, "A");
    EXPECT_EQ(after(R"([{"op":"remove","path":"/nick"}])").nick, std::nullopt);
    EXPECT_EQ(after(R"([{"op":"add","path":"/other","value":1}])").name, "Ada");
    for (const auto* patch :
         {R"([{"op":"remove","path":"/name"}])", R"([{"op":"add","path":"/name","value":""}])",
          R"([{"op":"add","path":"/name","value":7}])"}) {
        try {
            after(patch);
            ADD_FAILURE() << patch;
        } catch (const Error& error) {
            EXPECT_EQ(error.faults.front().path, "/name");
            EXPECT_EQ(error.faults.front().code, "VALIDATION_ERROR");
        }
    }
}

TEST(JsonPatch, WhatAMessageCannotHaveIsNamedByItsPlaceInTheMessage) {
    const Person ada{.name = "Ada", .nick = std::nullopt};
    const auto patch = patch_from(R"([{"op":"add","path":"/nik","value":1},{"op":"copy","from":"/name",)"
                                  R"("path":"/a~1b"},{"op":"add","path":"/nick","value":"A"}])");
    UnknownNames unknown;

    EXPECT_EQ(patched(ada, patch, unknown).nick, "A");
    EXPECT_EQ(unknown.header_value(), "/nik, /a~1b");

    unknown.reset(Handling::strict);
    try {
        patched(ada, patch, unknown);
        FAIL() << "a strict client hears of it";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, ErrorKind::unprocessable);
        ASSERT_EQ(error.faults.size(), 2U);
        EXPECT_EQ(error.faults[0].path, "/nik");
        EXPECT_EQ(error.faults[0].message, "is an unknown field; did you mean nick?");
    }
}

TEST(JsonPatch, WhatAnOperationCannotHaveIsNamedByItsPlaceInThePatch) {
    UnknownNames unknown;
    const JsonDocument document{
        R"([{"op":"test","path":"","value":{}},{"op":"remove","path":"/a","valeu":1,"from":"/x"}])"};
    Reading reading{"VALIDATION_ERROR", unknown};

    read_patch(document.root(), reading);

    EXPECT_EQ(unknown.header_value(), "/1/valeu");
}

}  // namespace
}  // namespace callboard::wire
