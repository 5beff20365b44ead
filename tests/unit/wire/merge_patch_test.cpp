#include "wire/merge_patch.h"

#include <gtest/gtest.h>

#include "wire/json_limits.h"

namespace callboard::wire {
namespace {

// The examples of RFC 7396, appendix A.
TEST(MergePatch, DoesWhatTheStandardSays) {
    const struct {
        const char* before;
        const char* patch;
        const char* after;
    } examples[] = {
        {R"({"a":"b"})", R"({"a":"c"})", R"({"a":"c"})"},
        {R"({"a":"b"})", R"({"b":"c"})", R"({"a":"b","b":"c"})"},
        {R"({"a":"b"})", R"({"a":null})", R"({})"},
        {R"({"a":"b","b":"c"})", R"({"a":null})", R"({"b":"c"})"},
        {R"({"a":["b"]})", R"({"a":"c"})", R"({"a":"c"})"},
        {R"({"a":"c"})", R"({"a":["b"]})", R"({"a":["b"]})"},
        {R"({"a":{"b":"c"}})", R"({"a":{"b":"d","c":null}})", R"({"a":{"b":"d"}})"},
        {R"({"a":[{"b":"c"}]})", R"({"a":[1]})", R"({"a":[1]})"},
        {R"(["a","b"])", R"(["c","d"])", R"(["c","d"])"},
        {R"({"a":"b"})", R"(["c"])", R"(["c"])"},
        {R"({"a":"foo"})", R"(null)", R"(null)"},
        {R"({"a":"foo"})", R"("bar")", R"("bar")"},
        {R"({"e":null})", R"({"a":1})", R"({"e":null,"a":1})"},
        {R"([1,2])", R"({"a":"b","c":null})", R"({"a":"b"})"},
        {R"({})", R"({"a":{"bb":{"ccc":null}}})", R"({"a":{"bb":{}}})"},
    };
    for (const auto& [before, patch, after] : examples)
        EXPECT_EQ(apply_merge_patch(patch, before), after) << before << " with " << patch;
}

TEST(MergePatch, RefusesANumberBeyondAllBounds) {
    const JsonDocument document{R"({"a":1e999})"};

    EXPECT_THROW(apply_merge_patch(document.root().to_json(), "{}"), Error);
}

TEST(MergePatch, KeepsNumbersExact) {
    EXPECT_EQ(apply_merge_patch(R"({"a":1.2345678901234567})", "{}"), R"({"a":1.2345678901234567E0})");
}

TEST(MergePatch, MakesNoDocumentThatIsDeeperOrLargerThanABody) {
    const auto nested = [](std::size_t depth) {
        std::string text;
        for (std::size_t i = 0; i < depth; ++i) text += R"({"a":)";
        return text + "1" + std::string(depth, '}');
    };
    const auto text_of = [](std::size_t size) { return "\"" + std::string(size - 2, 'x') + "\""; };
    const std::size_t most = std::size_t{1024} * 1024;

    EXPECT_EQ(apply_merge_patch(nested(kMaxJsonDepth), "{}"), nested(kMaxJsonDepth));
    EXPECT_EQ(apply_merge_patch(nested(kMaxJsonDepth), nested(kMaxJsonDepth)), nested(kMaxJsonDepth));
    EXPECT_THROW(apply_merge_patch(nested(kMaxJsonDepth + 1), "{}"), Error);

    const std::string half = R"({"a":)" + text_of(most / 2) + "}";
    const std::string other_half = R"({"b":)" + text_of(most / 2) + "}";
    EXPECT_EQ(apply_merge_patch(half, half), half);
    try {
        apply_merge_patch(other_half, half, ErrorKind::invalid_request);
        FAIL() << "the sum is larger than a body";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, ErrorKind::invalid_request);
        EXPECT_EQ(error.faults.front().message, "the patched document exceeds 1 MiB (1048576 bytes)");
    }
    // A document that is already larger may be made smaller, or stay.
    const std::string large = R"({"a":)" + text_of(2 * most) + R"(,"b":1})";
    EXPECT_EQ(apply_merge_patch(R"({"b":2})", large).size(), large.size());
    EXPECT_THROW(apply_merge_patch(R"({"b":22})", large), Error);
}

TEST(MergePatch, MakesNoDocumentWithMoreMembersThanABody) {
    const auto object_of = [](std::size_t members, const std::string& prefix) {
        std::string text = "{";
        for (std::size_t i = 0; i < members; ++i)
            text.append(i == 0 ? "\"" : ",\"").append(prefix).append(std::to_string(i)).append("\":1");
        return text + "}";
    };
    const std::string half = object_of(1'000, "a");

    EXPECT_NO_THROW(apply_merge_patch(object_of(kFreeMembers + 1'000, "b"), half));
    try {
        apply_merge_patch(object_of(kFreeMembers + 1'001, "b"), half);
        FAIL() << "the sum has more members than a body";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, ErrorKind::unprocessable);
        EXPECT_EQ(error.faults.front().message, "the patched document has " + too_many_members());
    }
}

struct Thing {
    std::string name;
    std::optional<std::string> note;

    static constexpr auto shape() {
        return fields(field("name", &Thing::name, {.min_length = 1}), field("note", &Thing::note));
    }
};

TEST(MergePatch, ChecksWhatItLeaves) {
    const Thing before{.name = "a", .note = "b"};

    const Thing after = merged(before, MergeOf<Thing>{R"({"note":null})"}, ErrorKind::invalid_request);

    EXPECT_EQ(after.name, "a");
    EXPECT_FALSE(after.note);
    try {
        merged(before, MergeOf<Thing>{R"({"name":null,"note":1})"}, ErrorKind::invalid_request);
        FAIL() << "a name is required";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, ErrorKind::invalid_request);
        ASSERT_EQ(error.faults.size(), 2);
        EXPECT_EQ(error.faults[0].path, "/name");
        EXPECT_EQ(error.faults[1].path, "/note");
    }
}

struct Box {
    std::optional<Thing> thing;
    std::optional<std::vector<Thing>> more;
    std::string label;

    static constexpr auto shape() {
        return fields(field("thing", &Box::thing), field("more", &Box::more), field("label", &Box::label));
    }
};

TEST(MergePatch, NamesWhatTheMessageCannotHave) {
    const auto unknown_names = [](std::string_view patch) {
        UnknownNames unknown;
        decode<MergeOf<Box>>(patch, ErrorKind::unprocessable, unknown);
        return unknown.header_value();
    };

    EXPECT_EQ(unknown_names(R"({})"), "");
    EXPECT_EQ(unknown_names(R"({"thing":{"note":null},"more":[],"label":7})"), "");
    EXPECT_EQ(unknown_names(R"({"labl":null,"thing":{"nam":"x"},"more":[{"x":1}]})"),
              "/thing/nam, /more/0/x, /labl");
}

TEST(MergePatch, RefusesWhatTheMessageCannotHaveFromAStrictClient) {
    UnknownNames unknown;
    unknown.reset(Handling::strict);

    EXPECT_NO_THROW(decode<MergeOf<Box>>(R"({"thing":{"note":null}})", ErrorKind::invalid_request, unknown));
    try {
        decode<MergeOf<Box>>(R"({"labl":null})", ErrorKind::invalid_request, unknown);
        FAIL() << "there is no such member";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, ErrorKind::invalid_request);
        ASSERT_EQ(error.faults.size(), 1U) << "that it is incomplete is no fault of a patch";
        EXPECT_EQ(error.faults[0].path, "/labl");
        EXPECT_EQ(error.faults[0].message, "is an unknown field; did you mean label?");
    }
}

}  // namespace
}  // namespace callboard::wire
