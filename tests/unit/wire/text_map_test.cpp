#include "wire/text_map.h"

#include <map>
#include <string>

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "wire/shape.h"

namespace callboard::wire {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using namespace std::string_literals;

constexpr Rule kRule{.max_length = 3, .max_items = 2};

struct Terms {
    std::optional<TextMap> terms;

    static constexpr auto shape() { return fields(field("terms", &Terms::terms, kRule)); }
};

struct TermsPatch {
    std::optional<TextMapPatch> terms;

    static constexpr auto shape() { return fields(field("terms", &TermsPatch::terms, kRule)); }
};

std::map<std::string, std::string> faults(const std::string& body) {
    std::map<std::string, std::string> by_path;
    try {
        decode<Terms>(body);
    } catch (const Error& error) {
        for (const Fault& fault : error.faults) by_path.emplace(fault.path, fault.message);
    }
    return by_path;
}

TEST(TextMaps, AreReadWithoutTheirNulls) {
    EXPECT_THAT(*decode<Terms>(R"({"terms":{"b":"2","a":null}})").terms, ElementsAre(Pair("b", "2")));
    EXPECT_THAT(*decode<Terms>(R"({"terms":{}})").terms, IsEmpty());
    EXPECT_FALSE(decode<Terms>("{}").terms);
    EXPECT_FALSE(decode<Terms>(R"({"terms":null})").terms);
}

TEST(TextMaps, ReportEveryFaultWithItsKey) {
    const std::string long_key(101, 'k');

    EXPECT_THAT(faults(R"({"terms":[]})"), ElementsAre(Pair("/terms", "must be an object")));
    EXPECT_THAT(faults(R"({"terms":{"a":"","b":"","c":""}})"),
                ElementsAre(Pair("/terms", "must have at most 2 elements")));
    EXPECT_THAT(faults(R"({"terms":{"a/b":7,"c":"four"}})"),
                ElementsAre(Pair("/terms/a~1b", "must be a string"),
                            Pair("/terms/c", "must have at most 3 characters")));
    for (const std::string& key : {""s, long_key, "a\\nb"s, "\\u0000"s})
        EXPECT_EQ(faults(R"({"terms":{")" + key + R"(":""}})").size(), 1U) << key;
    EXPECT_THAT(faults(R"({"terms":{")" + long_key.substr(1) + R"(":""}})"), IsEmpty());
}

TEST(TextMaps, ArePatched) {
    const auto patch = decode<TermsPatch>(R"({"terms":{"a":null,"c":"3"}})");

    EXPECT_THAT(*patch.terms, ElementsAre(Pair("a", std::nullopt), Pair("c", "3")));
    EXPECT_THAT(merged({{"a", "1"}, {"b", "2"}}, *patch.terms), ElementsAre(Pair("b", "2"), Pair("c", "3")));
    EXPECT_EQ(to_json(patch), R"({"terms":{"a":null,"c":"3"}})");
}

TEST(TextMaps, AreKeptAsJson) {
    const TextMap map{{"\"b\"", "line\nline"}, {"a", "ä"}};

    EXPECT_EQ(to_json(map), R"({"\"b\"":"line\nline","a":"ä"})");
    EXPECT_EQ(text_map_from(to_json(map)), map);
    EXPECT_EQ(to_json(TextMap{}), "{}");
    EXPECT_THAT(text_map_from("{}"), IsEmpty());
}

TEST(TextMaps, AreDescribedWithTheirLimitsBesideTheReference) {
    std::string text;
    JsonWriter out{text};
    Schemas schemas;
    Codec<TextMap>::schema(out, kRule, schemas);

    EXPECT_EQ(boost::json::parse(text), boost::json::parse(R"({"$ref":"#/components/schemas/TextMap",
        "maxProperties":2,"propertyNames":{"type":"string","minLength":1,"maxLength":100},
        "additionalProperties":{"maxLength":3}})"));
    EXPECT_EQ(boost::json::parse(schemas.texts().at("TextMap")),
              boost::json::parse(R"({"type":"object","additionalProperties":{"type":"string"}})"));

    std::string patch;
    JsonWriter patch_out{patch};
    Codec<TextMapPatch>::schema(patch_out, kRule, schemas);
    EXPECT_EQ(boost::json::parse(schemas.texts().at("TextMapPatch")),
              boost::json::parse(R"({"type":"object","additionalProperties":{"type":["string","null"]}})"));
}

}  // namespace
}  // namespace callboard::wire
