#include "wire/shape.h"

#include <map>

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include "accounts/role.h"

namespace callboard::wire {
namespace {

namespace json = boost::json;
using accounts::Role;
using namespace std::string_literals;

struct Place {
    std::string city;
    std::optional<std::string> street;

    static constexpr auto shape() {
        return fields(field("city", &Place::city, {.min_length = 1, .max_length = 10}),
                      field("street", &Place::street, {.max_length = 5}));
    }
};

struct Person {
    std::string name;
    std::int64_t age = 0;
    std::optional<Role> role;
    std::optional<Place> home;
    std::optional<std::vector<Place>> others;
    std::optional<std::string> odd;
    std::optional<bool> active;

    static constexpr std::string_view kName = "Person";
    static constexpr auto shape() {
        return fields(field("name", &Person::name, {.min_length = 1, .max_length = 3, .about = "As called."}),
                      field("age", &Person::age, {.min = 0, .max = 150}), field("role", &Person::role),
                      field("home", &Person::home), field("others", &Person::others, {.max_items = 2}),
                      field("a/b~c", &Person::odd, {.max_length = 1}), field("active", &Person::active));
    }
};

struct Envelope {
    std::string id;
    Stored<Place> place;
    std::optional<std::string> note;

    static constexpr auto shape() {
        return fields(field("id", &Envelope::id), members(&Envelope::place), field("note", &Envelope::note));
    }
};

struct Letter {
    Stored<Place> from;
    std::vector<Person> readers;

    static constexpr auto shape() {
        return fields(members(&Letter::from), field("readers", &Letter::readers));
    }
};

struct Pay {
    double amount = 0;

    static constexpr auto shape() { return fields(field("amount", &Pay::amount)); }
};

// The errors of a body by their location.
std::map<std::string, std::string> faults(std::string_view body) {
    std::map<std::string, std::string> by_path;
    try {
        decode<Person>(body);
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, ErrorKind::unprocessable);
        for (const Fault& fault : error.faults) {
            EXPECT_EQ(fault.code, "VALIDATION_ERROR");
            EXPECT_TRUE(by_path.emplace(fault.path, fault.message).second) << "twice " << fault.path;
        }
    }
    return by_path;
}

using Faults = std::map<std::string, std::string>;

template <class T>
std::string encoded(const T& message) {
    std::string out;
    encode(out, message);
    return out;
}

TEST(Shape, DecodesEveryField) {
    const auto person = decode<Person>(
        R"({"name":"Ann","age":30,"role":"EMPLOYEE","home":{"city":"Bonn","street":"A 1"},
            "others":[{"city":"Ulm"},{"city":"Rom"}],"a/b~c":"x","active":false})");

    EXPECT_EQ(person.name, "Ann");
    EXPECT_EQ(person.age, 30);
    EXPECT_EQ(person.role, Role::employee);
    EXPECT_EQ(person.home->city, "Bonn");
    EXPECT_EQ(person.home->street, "A 1");
    ASSERT_EQ(person.others->size(), 2U);
    EXPECT_EQ(person.others->at(1).city, "Rom");
    EXPECT_EQ(person.odd, "x");
    EXPECT_EQ(person.active, false);
}

TEST(Shape, LeavesOutWhatIsAbsentOrNull) {
    const auto person = decode<Person>(R"({"name":"Ann","age":30,"role":null,"home":null,"others":null})");

    EXPECT_FALSE(person.role);
    EXPECT_FALSE(person.home);
    EXPECT_FALSE(person.others);
    EXPECT_FALSE(person.odd);
}

TEST(Shape, IgnoresFieldsThatItDoesNotKnow) {
    EXPECT_EQ(
        decode<Person>(R"({"name":"Ann","age":30,"id":"x","Name":5,"home":{"city":"Ulm","zip":[]}})").name,
        "Ann");
}

// The unknown names in the body.
std::string unknown_names(std::string_view body) {
    UnknownNames unknown;
    decode<Person>(body, ErrorKind::unprocessable, unknown);
    return unknown.header_value();
}

std::vector<std::string> strict_faults(std::string_view body) {
    UnknownNames unknown;
    unknown.reset(Handling::strict);
    std::vector<std::string> messages;
    try {
        decode<Person>(body, ErrorKind::invalid_request, unknown);
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, ErrorKind::invalid_request);
        for (const Fault& fault : error.faults) {
            EXPECT_EQ(fault.code, "VALIDATION_ERROR");
            messages.push_back(fault.path + " " + fault.message);
        }
    }
    return messages;
}

TEST(Shape, NamesFieldsThatItDoesNotKnowWhereverTheyAre) {
    EXPECT_EQ(unknown_names(R"({"name":"Ann","age":30})"), "");
    EXPECT_EQ(unknown_names(R"({"name":"Ann","age":30,"role":null,"home":null})"), "");
    EXPECT_EQ(unknown_names(R"({"nam":1,"name":"Ann","age":30,"Name":5,"":null})"), "/nam, /Name, /");
    EXPECT_EQ(unknown_names(R"({"name":"Ann","age":30,"home":{"city":"Ulm","zip":[]},)"
                            R"("others":[{"city":"Ulm"},{"city":"Rom","x/y":{"z":1}}]})"),
              "/home/zip, /others/1/x~1y");
}

TEST(Shape, RefusesFieldsThatItDoesNotKnowFromAStrictClient) {
    EXPECT_EQ(strict_faults(R"({"name":"Ann","age":30})"), std::vector<std::string>{});
    EXPECT_EQ(strict_faults(R"({"nmae":"Ann","age":30,"home":{"city":"Ulm","steret":"A"}})"),
              (std::vector{"/name is required"s, "/home/steret is an unknown field; did you mean street?"s,
                           "/nmae is an unknown field; did you mean name?"s}));
}

TEST(Shape, TakesThousandsOfFieldsThatItDoesNotKnow) {
    std::string body = R"({"name":"Ann","age":30)";
    for (int i = 0; i < 2'000; ++i) body += ",\"" + std::to_string(i) + "\":0";

    EXPECT_TRUE(unknown_names(body + "}").ends_with(", +1990 more"));
    EXPECT_EQ(strict_faults(body + "}").size(), 11U);
}

TEST(Shape, DemandsWhatIsRequired) {
    EXPECT_EQ(faults("{}"), (Faults{{"/name", "is required"}, {"/age", "is required"}}));
    EXPECT_EQ(faults(""), (Faults{{"/name", "is required"}, {"/age", "is required"}}));
    EXPECT_EQ(faults(R"({"name":null,"age":1})"), (Faults{{"/name", "is required"}}));
    EXPECT_EQ(faults(R"({"name":"Ann","age":1,"home":{}})"), (Faults{{"/home/city", "is required"}}));
}

TEST(Shape, RefusesABodyThatIsNoObject) {
    for (const std::string_view body : {"[]", "null", "1", "\"x\"", "true"})
        EXPECT_EQ(faults(body), (Faults{{"", "must be an object"}})) << body;
}

TEST(Shape, ReportsEveryFaultAtOnceAndWhereItIs) {
    const auto found = faults(
        R"({"name":"Anna","age":151,"role":"BOSS","home":{"city":"","street":"too long"},
            "others":[{"city":"Ulm"},{"city":7,"street":{}}],"a/b~c":"xy","active":"yes"})");

    EXPECT_EQ(found,
              (Faults{{"/name", "must have 1 to 3 characters"},
                      {"/age", "must be between 0 and 150"},
                      {"/role", "must be one of ADMINISTRATOR, EXTENDED, STANDARD, RESTRICTED, EMPLOYEE"},
                      {"/home/city", "must have 1 to 10 characters"},
                      {"/home/street", "must have at most 5 characters"},
                      {"/others/1/city", "must be a string"},
                      {"/others/1/street", "must be a string"},
                      {"/a~1b~0c", "must have at most 1 characters"},
                      {"/active", "must be true or false"}}));
}

TEST(Shape, RefusesWrongTypesWhereverTheyStand) {
    EXPECT_EQ(faults(R"({"name":1,"age":"30","home":[],"others":{}})"),
              (Faults{{"/name", "must be a string"},
                      {"/age", "must be an integer"},
                      {"/home", "must be an object"},
                      {"/others", "must be an array"}}));
    EXPECT_EQ(faults(R"({"name":"Ann","age":1,"others":[null,[]]})"),
              (Faults{{"/others/0", "must be an object"}, {"/others/1", "must be an object"}}));
}

TEST(Shape, MeasuresTextInCharacters) {
    EXPECT_EQ(faults("{\"name\":\"\u00e9\u20ac\U0001f600\",\"age\":1}"), Faults{});
    EXPECT_EQ(faults("{\"name\":\"\u00e9\u20ac\U0001f600x\",\"age\":1}"),
              (Faults{{"/name", "must have 1 to 3 characters"}}));
    EXPECT_EQ(faults(R"({"name":"","age":1})"), (Faults{{"/name", "must have 1 to 3 characters"}}));
}

TEST(Shape, RefusesTheNulCharacter) {
    EXPECT_EQ(faults(R"({"name":"a\u0000","age":1})"),
              (Faults{{"/name", "must not contain the character U+0000"}}));
}

TEST(Shape, CountsTheElementsOfAList) {
    EXPECT_EQ(faults(R"({"name":"Ann","age":1,"others":[{"city":"A"},{"city":"B"}]})"), Faults{});
    EXPECT_EQ(faults(R"({"name":"Ann","age":1,"others":[{"city":"A"},{"city":"B"},{"city":"C"}]})"),
              (Faults{{"/others", "must have at most 2 elements"}}));
}

TEST(Shape, RefusesANumberThatItCouldNotSendAgain) {
    EXPECT_EQ(encoded(decode<Pay>(R"({"amount":1e308})")), R"({"amount":1e+308})");
    for (const std::string& number : {"1e309"s, "-1e309"s, "1e400"s, "1" + std::string(400, '0')})
        EXPECT_THROW(decode<Pay>("{\"amount\":" + number + "}"), Error) << number;
}

TEST(Shape, RefusesMalformedJsonBeforeItLooksAtFields) {
    try {
        decode<Person>("{\"name\":");
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, ErrorKind::invalid_request);
        EXPECT_EQ(error.faults.front().code, "INVALID_JSON");
    }
}

TEST(Shape, EncodesEveryFieldInOrder) {
    const Person person{.name = "A\"n",
                        .age = 30,
                        .role = Role::employee,
                        .home = Place{.city = "Bonn", .street = "A 1"},
                        .others = std::vector<Place>{},
                        .odd = "x",
                        .active = true};

    EXPECT_EQ(
        encoded(person),
        R"({"name":"A\"n","age":30,"role":"EMPLOYEE","home":{"city":"Bonn","street":"A 1"},"others":[],)"
        R"("a/b~c":"x","active":true})");
}

TEST(Shape, EncodesNothingForWhatIsAbsent) {
    EXPECT_EQ(encoded(Person{.name = "Ann", .age = 1}), R"({"name":"Ann","age":1})");
    EXPECT_EQ(encoded(Nothing{}), "{}");
}

TEST(Shape, AppendsToWhatIsThere) {
    std::string out = "[";

    encode(out, Place{.city = "Ulm", .street = {}});

    EXPECT_EQ(out, R"([{"city":"Ulm"})");
}

TEST(Shape, ReadsBackWhatItEncoded) {
    const Person person{.name = "\u00e9\n", .age = 7, .home = Place{.city = "\"\\", .street = ""}};

    const auto again = decode<Person>(encoded(person));

    EXPECT_EQ(again.name, person.name);
    EXPECT_EQ(again.home->city, "\"\\");
    EXPECT_EQ(again.home->street, "");
    EXPECT_FALSE(again.role);
}

TEST(Stored, PutsItsMembersAmongThoseAroundIt) {
    EXPECT_EQ(encoded(Envelope{.id = "1", .place = {R"({"city":"Ulm"})"}, .note = "n"}),
              R"({"id":"1","city":"Ulm","note":"n"})");
    EXPECT_EQ(encoded(Envelope{.id = "1", .place = {"{}"}, .note = {}}), R"({"id":"1"})");
    EXPECT_EQ(encoded(Letter{.from = {R"({"city":"Ulm"})"}, .readers = {}}),
              R"({"city":"Ulm","readers":[]})");
    EXPECT_EQ(encoded(Letter{.from = {"{}"}, .readers = {}}), R"({"readers":[]})");
}

template <class T>
json::object described(Schemas& schemas) {
    std::string out;
    JsonWriter writer{out};
    Codec<T>::schema(writer, {}, schemas);
    return json::parse(out).as_object();
}

std::vector<std::string> required(const json::object& schema) {
    std::vector<std::string> names;
    if (const auto* list = schema.if_contains("required"))
        for (const auto& name : list->as_array()) names.emplace_back(name.as_string());
    return names;
}

TEST(ShapeSchema, OfAMessageWithoutANameStandsWhereItIsUsed) {
    Schemas schemas;

    const auto place = described<Place>(schemas);

    EXPECT_EQ(place.at("type"), "object");
    EXPECT_EQ(place.at("properties").as_object().size(), 2U);
    EXPECT_EQ(place.at("properties").at("city").at("maxLength"), 10);
    EXPECT_EQ(required(place), std::vector{"city"s});
    EXPECT_TRUE(schemas.texts().empty());
}

TEST(ShapeSchema, OfANamedMessageIsReferredToAndWrittenOnce) {
    Schemas schemas;

    const auto first = described<Person>(schemas);
    const auto second = described<Person>(schemas);

    EXPECT_EQ(first.at("$ref"), "#/components/schemas/Person");
    EXPECT_EQ(first, second);
    ASSERT_EQ(schemas.texts().size(), 2U) << "with that of its enum";
    const auto person = json::parse(schemas.texts().at("Person")).as_object();
    EXPECT_EQ(required(person), (std::vector{"name"s, "age"s}));
    EXPECT_EQ(person.at("properties").at("name").at("description"), "As called.");
    EXPECT_EQ(person.at("properties").at("others").at("items").at("type"), "object");
    EXPECT_EQ(person.at("properties").at("age").at("maximum"), 150);
    EXPECT_TRUE(person.at("properties").as_object().contains("a/b~c"));
}

TEST(ShapeSchema, ShowsTheMembersOfAStoredMessage) {
    Schemas schemas;

    const auto envelope = described<Envelope>(schemas);

    EXPECT_EQ(envelope.at("properties").as_object().size(), 4U);
    EXPECT_TRUE(envelope.at("properties").as_object().contains("city"));
    EXPECT_EQ(required(envelope), (std::vector{"id"s, "city"s}));
}

TEST(ShapeSchema, OfAMessageWithoutFieldsRequiresNothing) {
    Schemas schemas;

    EXPECT_FALSE(described<Nothing>(schemas).contains("required"));
}

}  // namespace
}  // namespace callboard::wire
