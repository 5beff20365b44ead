#include "wire/codec.h"

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include "accounts/role.h"

namespace callboard::wire {
namespace {

namespace json = boost::json;
using accounts::Role;
using namespace std::string_literals;

template <class T>
struct Outcome {
    std::optional<T> value;
    std::vector<Fault> faults;

    const std::string& message() const {
        EXPECT_FALSE(value);
        static const std::string none = "no fault";
        return faults.size() == 1 ? faults.front().message : none;
    }
};

template <class T>
Outcome<T> read(std::string_view text, const Rule& rule = {}) {
    const JsonDocument document{text};
    Reading reading{"CODE"};
    auto value = Codec<T>::read(document.root(), rule, reading);
    return {std::move(value), reading.take_faults()};
}

template <class T>
Outcome<T> parse(std::string_view text, const Rule& rule = {}) {
    Reading reading{"CODE"};
    auto value = Codec<T>::parse(text, rule, reading);
    return {std::move(value), reading.take_faults()};
}

template <class T>
std::string write(const T& value) {
    std::string out;
    JsonWriter writer{out};
    Codec<T>::write(writer, value);
    return out;
}

template <class T>
json::object schema(const Rule& rule = {}) {
    std::string out;
    JsonWriter writer{out};
    Schemas schemas;
    Codec<T>::schema(writer, rule, schemas);
    return json::parse(out).as_object();
}

TEST(TextCodec, TakesATextWithinItsLength) {
    EXPECT_EQ(read<std::string>(R"("abc")", {.min_length = 3, .max_length = 3}).value, "abc");
    EXPECT_EQ(read<std::string>(R"("")").value, "");
    EXPECT_EQ(write("a\"b"s), R"("a\"b")");
    EXPECT_EQ(write(std::string_view{"a\"b"}), R"("a\"b")");
}

TEST(TextCodec, CountsCharactersAndNotBytes) {
    EXPECT_EQ(read<std::string>("\"\u00e9\u20ac\U0001f600\"", {.max_length = 3}).value,
              "\u00e9\u20ac\U0001f600");
    EXPECT_FALSE(read<std::string>("\"\u00e9\u20ac\U0001f600\"", {.max_length = 2}).value);
    EXPECT_FALSE(read<std::string>("\"\u20ac\"", {.min_length = 2}).value);
}

TEST(TextCodec, TellsTheLengthThatItTakes) {
    EXPECT_EQ(read<std::string>(R"("abc")", {.max_length = 2}).message(), "must have at most 2 characters");
    EXPECT_EQ(read<std::string>(R"("")", {.min_length = 1, .max_length = 2}).message(),
              "must have 1 to 2 characters");
    EXPECT_EQ(read<std::string>(R"("a")", {.min_length = 2, .max_length = 2}).message(),
              "must have exactly 2 characters");
}

TEST(TextCodec, HasALimitAlsoWhereNoneIsNamed) {
    EXPECT_TRUE(read<std::string>("\"" + std::string(10'000, 'a') + "\"").value);
    EXPECT_FALSE(read<std::string>("\"" + std::string(10'001, 'a') + "\"").value);
}

TEST(TextCodec, RefusesTheCharacterThatTextColumnsCannotHold) {
    EXPECT_EQ(read<std::string>(R"("a\u0000b")").message(), "must not contain the character U+0000");
    EXPECT_EQ(parse<std::string>("a\0b"s).message(), "must not contain the character U+0000");
}

TEST(TextCodec, RefusesBytesOfAQueryThatAreNoText) {
    EXPECT_EQ(parse<std::string>("\xff").message(), "must be valid UTF-8");
    EXPECT_EQ(parse<std::string>("\xed\xa0\x80").message(), "must be valid UTF-8");
    EXPECT_EQ(parse<std::string>("\u00e9").value, "\u00e9");
}

TEST(TextCodec, RefusesEveryOtherKind) {
    for (const std::string_view other : {"null", "true", "1", "[]", "{}"})
        EXPECT_EQ(read<std::string>(other).message(), "must be a string") << other;
}

TEST(TextCodec, DescribesItsLength) {
    const auto described = schema<std::string>({.min_length = 1, .max_length = 5, .about = "A name."});

    EXPECT_EQ(described.at("type"), "string");
    EXPECT_EQ(described.at("minLength"), 1);
    EXPECT_EQ(described.at("maxLength"), 5);
    EXPECT_EQ(described.at("description"), "A name.");
    EXPECT_FALSE(schema<std::string>().contains("minLength"));
}

TEST(BooleanCodec, TakesTrueAndFalseAndInTextsAnyLetterCase) {
    EXPECT_EQ(read<bool>("true").value, true);
    EXPECT_EQ(read<bool>("false").value, false);
    EXPECT_EQ(parse<bool>("true").value, true);
    EXPECT_EQ(parse<bool>("false").value, false);
    for (const std::string_view other : {"null", "1", "0", R"("true")", "[]"})
        EXPECT_EQ(read<bool>(other).message(), "must be true or false") << other;
    for (const std::string_view yes : {"TRUE", "True"}) EXPECT_EQ(parse<bool>(yes).value, true) << yes;
    EXPECT_EQ(parse<bool>("False").value, false);
    for (const std::string_view other : {"1", "yes", "true ", "tru", ""})
        EXPECT_EQ(parse<bool>(other).message(), "must be true or false") << other;
    EXPECT_EQ(write(true), "true");
    EXPECT_EQ(schema<bool>().at("type"), "boolean");
}

TEST(WholeNumberCodec, TakesNumbersFromItsFirstToItsLast) {
    constexpr Rule kRule{.min = -1, .max = 100};

    EXPECT_EQ(read<std::int64_t>("-1", kRule).value, -1);
    EXPECT_EQ(read<std::int64_t>("100", kRule).value, 100);
    EXPECT_EQ(parse<std::int64_t>("100", kRule).value, 100);
    EXPECT_EQ(read<std::int64_t>("-2", kRule).message(), "must be between -1 and 100");
    EXPECT_EQ(read<std::int64_t>("101", kRule).message(), "must be between -1 and 100");
    EXPECT_EQ(parse<std::int64_t>("101", kRule).message(), "must be between -1 and 100");
    EXPECT_EQ(write(std::int64_t{-5}), "-5");
}

TEST(WholeNumberCodec, RefusesWhatIsNone) {
    for (const std::string_view other :
         {"null", "true", "1.5", R"("1")", "[]", "9223372036854775808", "-9223372036854775809", "1e30"})
        EXPECT_EQ(read<std::int64_t>(other).message(), "must be an integer") << other;
    for (const std::string_view other :
         {"", " 1", "1 ", "+1", "1.0", "1e3", "0x1", "--1", "-", "a", "9223372036854775808"})
        EXPECT_EQ(parse<std::int64_t>(other).message(), "must be an integer") << other;
}

TEST(WholeNumberCodec, DescribesItsBounds) {
    const auto described = schema<std::int64_t>({.min = 0, .max = 100});

    EXPECT_EQ(described.at("type"), "integer");
    EXPECT_EQ(described.at("minimum"), 0);
    EXPECT_EQ(described.at("maximum"), 100);
    EXPECT_FALSE(schema<std::int64_t>().contains("minimum"));
    EXPECT_FALSE(schema<std::int64_t>().contains("maximum"));
}

TEST(NumberCodec, TakesNumbers) {
    EXPECT_EQ(read<double>("1.5").value, 1.5);
    EXPECT_EQ(read<double>("-7").value, -7.0);
    for (const std::string_view other : {"null", "true", R"("1")", "[]"})
        EXPECT_EQ(read<double>(other).message(), "must be a number") << other;
    EXPECT_EQ(schema<double>().at("type"), "number");
}

TEST(NumberCodec, KeepsToTheBoundsThatItDescribes) {
    constexpr Rule kRule{.min = 0, .max = 10};

    EXPECT_EQ(schema<double>(kRule).at("minimum"), 0);
    EXPECT_EQ(schema<double>(kRule).at("maximum"), 10);
    EXPECT_EQ(read<double>("0", kRule).value, 0.0);
    EXPECT_EQ(read<double>("10", kRule).value, 10.0);
    EXPECT_FALSE(read<double>("-0.5", kRule).value);
    EXPECT_FALSE(read<double>("10.5", kRule).value);
}

TEST(TimeCodec, TakesADateAndATimeAndWritesBoth) {
    EXPECT_EQ(read<Timestamp>(R"("1970-01-01T00:00:01Z")").value, Timestamp{1'000});
    EXPECT_EQ(parse<Timestamp>("1970-01-01T01:00:00+01:00").value, Timestamp{0});
    EXPECT_EQ(read<Timestamp>(R"("1970-01-02")").value, Timestamp{86'400'000});
    EXPECT_EQ(write(Timestamp{1'000}), R"("1970-01-01T00:00:01.000Z")");
    for (const std::string_view other : {"null", "0", R"("")", R"("1970-01")", R"("now")"})
        EXPECT_EQ(read<Timestamp>(other).message(),
                  "must be a date and time such as 2030-01-31T12:00:00.000Z")
            << other;
    EXPECT_EQ(schema<Timestamp>().at("format"), "date-time");
}

TEST(IdCodec, TakesTheFormOfItsKind) {
    EXPECT_EQ(read<DepartmentId>(R"("18554")").value->text(), "18554");
    EXPECT_EQ(read<DepartmentId>(R"("abc")").message(), "must be a valid id");
    EXPECT_EQ(read<DepartmentId>(R"("")").message(), "must be a valid id");
    EXPECT_EQ(read<DepartmentId>("18554").message(), "must be a string");
    EXPECT_FALSE(read<JobId>(R"("18554")").value);
    EXPECT_EQ(write(DepartmentId::from_trusted("18554")), R"("18554")");
    EXPECT_EQ(schema<JobId>().at("format"), "uuid");
    EXPECT_FALSE(schema<DepartmentId>().contains("format"));
}

TEST(EnumCodec, TakesItsNamesAndListsThemInItsFault) {
    constexpr std::string_view kExpected =
        "must be one of ADMINISTRATOR, EXTENDED, STANDARD, RESTRICTED, EMPLOYEE";

    EXPECT_EQ(read<Role>(R"("STANDARD")").value, Role::standard);
    EXPECT_EQ(parse<Role>("EMPLOYEE").value, Role::employee);
    EXPECT_EQ(write(Role::extended), R"("EXTENDED")");
    for (const std::string_view other : {"null", "1", R"("")", R"("standard")", R"("OWNER")"})
        EXPECT_EQ(read<Role>(other).message(), kExpected) << other;
    EXPECT_EQ(parse<Role>("standard").message(), kExpected);
}

TEST(EnumCodec, DescribesItsNames) {
    std::string out;
    JsonWriter writer{out};
    Schemas schemas;
    Codec<Role>::schema(writer, {.about = "The right."}, schemas);

    const auto reference = json::parse(out).as_object();
    EXPECT_EQ(reference.at("$ref"), "#/components/schemas/SystemRoleId");
    EXPECT_EQ(reference.at("description"), "The right.") << "here; elsewhere it may mean something else";
    const auto described = json::parse(schemas.texts().at("SystemRoleId")).as_object();
    EXPECT_EQ(described.at("enum").as_array().size(), 5U);
    EXPECT_EQ(described.at("enum").as_array().at(0), "ADMINISTRATOR");
}

TEST(ListCodec, TakesEveryElement) {
    EXPECT_EQ(read<std::vector<std::string>>(R"(["a","b"])").value, (std::vector{"a"s, "b"s}));
    EXPECT_EQ(read<std::vector<std::string>>("[]").value, std::vector<std::string>{});
    EXPECT_EQ(write(std::vector{"a"s, "b"s}), R"(["a","b"])");
    EXPECT_EQ(write(std::vector<std::string>{}), "[]");
}

TEST(ListCodec, NamesThePlaceOfEveryFault) {
    const auto outcome = read<std::vector<std::string>>(R"(["a",1,null,"b",{}])");

    ASSERT_EQ(outcome.faults.size(), 3U);
    EXPECT_EQ(outcome.faults[0].path, "/1");
    EXPECT_EQ(outcome.faults[1].path, "/2");
    EXPECT_EQ(outcome.faults[2].path, "/4");
}

TEST(ListCodec, TakesAsManyElementsAsItsRuleSays) {
    constexpr Rule kRule{.max_items = 2};

    EXPECT_TRUE(read<std::vector<std::string>>(R"(["a","b"])", kRule).value);
    EXPECT_EQ(read<std::vector<std::string>>(R"(["a","b","c"])", kRule).message(),
              "must have at most 2 elements");
    EXPECT_EQ(read<std::vector<std::string>>("{}", kRule).message(), "must be an array");
    EXPECT_EQ(read<std::vector<std::string>>("null", kRule).message(), "must be an array");
}

TEST(ListCodec, DescribesItsElementsAndTheirNumber) {
    const auto described = schema<std::vector<std::string>>({.max_length = 5, .max_items = 2});

    EXPECT_EQ(described.at("type"), "array");
    EXPECT_EQ(described.at("items").at("maxLength"), 5);
    ASSERT_TRUE(described.contains("maxItems"));
    EXPECT_EQ(described.at("maxItems"), 2);
}

TEST(RawJsonCodec, IsWrittenAsItIs) {
    EXPECT_EQ(write(RawJson{R"({"a": [1]})"}), R"({"a": [1]})");
}

TEST(Reading, KeepsThePathOfWhereItStands) {
    Reading reading{"CODE"};
    {
        const Reading::Step outer{reading, "a/b~c"};
        const Reading::Step inner{reading, "0"};
        reading.fault("inside");
    }
    reading.fault("outside");

    ASSERT_EQ(reading.faults().size(), 2U);
    EXPECT_EQ(reading.faults()[0].path, "/a~1b~0c/0");
    EXPECT_EQ(reading.faults()[0].code, "CODE");
    EXPECT_EQ(reading.faults()[1].path, "");
}

TEST(Reading, KeepsTheFirstFaultsAndSaysThatThereAreMore) {
    Reading reading{"CODE"};
    for (std::size_t i = 0; i < Reading::kMostFaults; ++i) reading.fault("one of many");
    EXPECT_EQ(reading.faults().back().message, "one of many");

    for (int i = 0; i < 1'000; ++i) reading.fault("one more");

    const auto faults = reading.take_faults();
    ASSERT_EQ(faults.size(), Reading::kMostFaults + 1);
    EXPECT_TRUE(faults.back().message.contains("more faults"));
}

}  // namespace
}  // namespace callboard::wire
