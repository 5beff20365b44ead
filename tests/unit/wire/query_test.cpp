#include "wire/query.h"

#include <gtest/gtest.h>

#include "accounts/role.h"

namespace callboard::wire {
namespace {

using accounts::Role;
using namespace std::string_literals;

struct Search {
    std::optional<std::string> q;
    std::int64_t limit = 10;
    std::vector<Role> role;
    std::vector<std::string> tag;
    std::optional<bool> active;
    std::optional<Timestamp> since;

    static constexpr auto shape() {
        return fields(field("q", &Search::q, {.max_length = 3}),
                      field("limit", &Search::limit, {.min = 1, .max = 100}), field("role", &Search::role),
                      field("tag", &Search::tag, {.max_length = 5, .max_items = 3}),
                      field("active", &Search::active), field("since", &Search::since));
    }
};

std::vector<std::string> faults(std::string_view query) {
    std::vector<std::string> messages;
    try {
        decode_query<Search>(query);
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, ErrorKind::invalid_request);
        for (const Fault& fault : error.faults) {
            EXPECT_EQ(fault.code, "INVALID_PARAMETER");
            EXPECT_EQ(fault.path, "");
            messages.push_back(fault.message);
        }
    }
    return messages;
}

using Messages = std::vector<std::string>;

struct OpenSearch {
    std::optional<std::string> q;
    std::vector<std::string> taken;

    static constexpr std::string_view kOpenPrefix = "field.";
    void take_open_parameter(std::string_view name, const std::vector<std::string_view>& values, Reading&) {
        for (const std::string_view value : values)
            taken.push_back(std::string{name}.append("=").append(value));
    }
    static constexpr auto shape() { return fields(field("q", &OpenSearch::q)); }
};

TEST(Query, TakesParametersWhoseNamesAreData) {
    UnknownNames unknown;
    const auto search =
        decode_query<OpenSearch>("field.b=1,2&q=x&field.a=3&field.b=4&field.=5&field.c=&fields.d=6", unknown);

    EXPECT_EQ(search.q, "x");
    EXPECT_EQ(search.taken, (Messages{"b=1", "b=2", "b=4", "a=3"}));
    EXPECT_EQ(unknown.header_value(), "fields.d");
}

TEST(Query, DecodesEveryKindOfParameter) {
    const auto search =
        decode_query<Search>("q=abc&limit=5&role=EMPLOYEE&tag=x&active=true&since=2030-01-31T12:00:00Z");

    EXPECT_EQ(search.q, "abc");
    EXPECT_EQ(search.limit, 5);
    EXPECT_EQ(search.role, std::vector{Role::employee});
    EXPECT_EQ(search.tag, std::vector{"x"s});
    EXPECT_EQ(search.active, true);
    EXPECT_EQ(search.since, parse_iso("2030-01-31T12:00:00Z"));
}

TEST(Query, LeavesDefaultsWhereNothingIsAsked) {
    for (const std::string_view query :
         {"", "&", "&&&", "=", "=x", "other=1", "q", "q=", "q&limit=&role=&tag=&tag=,,"}) {
        const auto search = decode_query<Search>(query);
        EXPECT_FALSE(search.q) << query;
        EXPECT_EQ(search.limit, 10) << query;
        EXPECT_TRUE(search.role.empty()) << query;
        EXPECT_TRUE(search.tag.empty()) << query;
    }
}

TEST(Query, TakesListsAsRepeatedKeysOrWithCommas) {
    const std::vector expected{"a"s, "b"s, "c"s};

    EXPECT_EQ(decode_query<Search>("tag=a&tag=b&tag=c").tag, expected);
    EXPECT_EQ(decode_query<Search>("tag=a,b,c").tag, expected);
    EXPECT_EQ(decode_query<Search>("tag=a,b&limit=1&tag=c").tag, expected);
    EXPECT_EQ(decode_query<Search>("tag=,a,,b,&tag=&tag=c").tag, expected);
    EXPECT_EQ(decode_query<Search>("tag=a%2Cb,c").tag, expected);
    EXPECT_EQ(decode_query<Search>("role=EMPLOYEE,STANDARD").role,
              (std::vector{Role::employee, Role::standard}));
}

TEST(Query, TakesTheLastOfSeveralValues) {
    EXPECT_EQ(decode_query<Search>("q=a&q=b").q, "b");
    EXPECT_EQ(decode_query<Search>("q=a&q=").q, "a");
}

TEST(Query, DoesNotSplitWhatIsNoList) {
    EXPECT_EQ(decode_query<Search>("q=a,b").q, "a,b");
}

TEST(Query, UndoesTheEncodingOfFormsOnce) {
    EXPECT_EQ(decode_query<Search>("q=a+b").q, "a b");
    EXPECT_EQ(decode_query<Search>("q=a%2Bb").q, "a+b");
    EXPECT_EQ(decode_query<Search>("q=%26%3D").q, "&=");
    EXPECT_EQ(decode_query<Search>("q=%253").q, "%3");
    EXPECT_EQ(decode_query<Search>("%71=x").q, "x");
    EXPECT_EQ(decode_query<Search>("q=a=b").q, "a=b");
    EXPECT_EQ(decode_query<Search>("q=%C3%A9%C3%A9%C3%A9").q, "\u00e9\u00e9\u00e9");
}

TEST(Query, RefusesAPercentSignThatStartsNoEscape) {
    for (const std::string_view query : {"q=%", "q=%4", "q=%zz", "q=a%", "%zz=1", "other=%", "q=1&other=%2"})
        EXPECT_EQ(faults(query), Messages{"the query has an invalid percent-encoding"}) << query;
}

TEST(Query, IgnoresParametersThatItDoesNotKnow) {
    EXPECT_EQ(faults("foo=bar&Q=toolong&limit[]=x&q[]=toolong"), Messages{});
}

std::string unknown_names(std::string_view query) {
    UnknownNames unknown;
    decode_query<Search>(query, unknown);
    return unknown.header_value();
}

std::vector<std::string> strict_faults(std::string_view query) {
    UnknownNames unknown;
    unknown.reset(Handling::strict);
    std::vector<std::string> messages;
    try {
        decode_query<Search>(query, unknown);
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, ErrorKind::invalid_request);
        for (const Fault& fault : error.faults) {
            EXPECT_EQ(fault.code, "INVALID_PARAMETER");
            EXPECT_EQ(fault.path, "");
            messages.push_back(fault.message);
        }
    }
    return messages;
}

TEST(Query, NamesParametersThatItDoesNotKnowAlsoWithoutAValue) {
    for (const std::string_view query : {"", "&", "&&", "q=a", "q", "q=", "limit=&tag=,,&q", "%71=x",
                                         "%6cimit=5", "tag=a&tag=b&active=true"})
        EXPECT_EQ(unknown_names(query), "") << query;

    EXPECT_EQ(unknown_names("limt=1"), "limt");
    EXPECT_EQ(unknown_names("limt"), "limt");
    EXPECT_EQ(unknown_names("limt="), "limt");
    EXPECT_EQ(unknown_names("Q=x&limit[]=x&q=a&x=1&x=2"), "Q, limit[], x");
    EXPECT_EQ(unknown_names("%0d%0aX: 1=2"), "%0D%0AX:%201");
    EXPECT_EQ(unknown_names("a+b=1&%zz"), "a%20b, %25zz");
    EXPECT_EQ(unknown_names("=&=x"), R"("")");
}

TEST(Query, RefusesParametersThatItDoesNotKnowFromAStrictClient) {
    EXPECT_EQ(strict_faults("limit=5&q=&tag"), Messages{});
    EXPECT_EQ(strict_faults("limt=5&q=toolong&rol="),
              (Messages{"q must have at most 3 characters", "unknown parameter limt; did you mean limit?",
                        "unknown parameter rol; did you mean role?"}));
}

TEST(Query, NamesParametersWhereNothingIsAskedAndDoesNotReadThem) {
    UnknownNames unknown;
    decode_query<Nothing>("anything=1&%zz=%", unknown);
    EXPECT_EQ(unknown.header_value(), "anything, %25zz");

    unknown.reset(Handling::strict);
    EXPECT_NO_THROW(decode_query<Nothing>("", unknown));
    EXPECT_NO_THROW(decode_query<Nothing>("&", unknown));
    EXPECT_THROW(decode_query<Nothing>("anything", unknown), Error);
}

TEST(Query, NamesTheParameterOfEveryFault) {
    EXPECT_EQ(faults("q=toolong&limit=x&role=BOSS&active=maybe&since=yesterday&tag=fine,toolong"),
              (Messages{"q must have at most 3 characters", "limit must be an integer",
                        "role must be one of ADMINISTRATOR, EXTENDED, STANDARD, RESTRICTED, EMPLOYEE",
                        "tag must have at most 5 characters", "active must be true or false",
                        "since must be a date and time such as 2030-01-31T12:00:00.000Z"}));
}

TEST(Query, KeepsToBounds) {
    EXPECT_EQ(decode_query<Search>("limit=1").limit, 1);
    EXPECT_EQ(decode_query<Search>("limit=100").limit, 100);
    for (const std::string_view query : {"limit=0", "limit=101", "limit=-1"})
        EXPECT_EQ(faults(query), Messages{"limit must be between 1 and 100"}) << query;
    for (const std::string_view query :
         {"limit=1.5", "limit=+5", "limit=%2B5", "limit=1e1", "limit=99999999999999999999"})
        EXPECT_EQ(faults(query), Messages{"limit must be an integer"}) << query;
}

TEST(Query, KeepsToTheLengthOfAList) {
    EXPECT_EQ(faults("tag=a,b,c"), Messages{});
    EXPECT_EQ(faults("tag=a,b,c,d"), Messages{"tag must have at most 3 elements"});
    EXPECT_EQ(faults("tag=a&tag=b&tag=c&tag=d"), Messages{"tag must have at most 3 elements"});
    // The values are not validated then: thousands of errors would make a response of megabytes.
    EXPECT_EQ(faults("tag=longer,longer,longer,longer"), Messages{"tag must have at most 3 elements"});
}

TEST(Query, RefusesWhatIsNoText) {
    EXPECT_EQ(faults("q=%ff"), Messages{"q must be valid UTF-8"});
    EXPECT_EQ(faults("q=\xff"), Messages{"q must be valid UTF-8"});
    EXPECT_EQ(faults("q=%00"), Messages{"q must not contain the character U+0000"});
    EXPECT_EQ(faults("tag=a,%c3"), Messages{"tag must be valid UTF-8"});
}

TEST(Query, IsNotReadWhereNothingIsAsked) {
    EXPECT_NO_THROW(decode_query<Nothing>("anything=1"));
}

TEST(QueryParameters, GiveValuesInTheOrderOfTheQuery) {
    const QueryParameters parameters{"b=2&a=1,3&a=4"};

    EXPECT_EQ(parameters.all("a"), (std::vector<std::string_view>{"1", "3", "4"}));
    EXPECT_EQ(parameters.last("a"), "4");
    EXPECT_EQ(parameters.last("b"), "2");
    EXPECT_FALSE(parameters.last("c"));
    EXPECT_TRUE(parameters.all("c").empty());
}

}  // namespace
}  // namespace callboard::wire
