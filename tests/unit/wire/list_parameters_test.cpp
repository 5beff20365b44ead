#include "wire/list_parameters.h"

#include <gtest/gtest.h>

#include "accounts/role.h"
#include "wire/query.h"

namespace callboard::wire {
namespace {

using accounts::Role;
using namespace std::string_literals;

struct Search {
    std::optional<std::string> text;
    std::vector<std::string> tags;
    std::vector<Role> roles;
    std::optional<Timestamp> since;
    std::optional<bool> active;
    std::optional<UserId> author;
    std::vector<std::int64_t> ratings;
    Role order = Role::standard;

    std::optional<std::string> cursor;
    std::int64_t offset = 0;
    std::int64_t limit = 2;

    static constexpr auto shape() {
        using Self = Search;
        return fields(field("q", &Self::text), limit_field(&Self::limit), offset_field(&Self::offset),
                      cursor_field("pageId", &Self::cursor, "Where it goes on."), field("tag", &Self::tags),
                      field("role", &Self::roles), field("since", &Self::since),
                      field("active", &Self::active), field("author", &Self::author),
                      field("rating", &Self::ratings), field("sort", &Self::order));
    }
};

struct Whole {
    std::int64_t limit = 10;
    static constexpr auto shape() { return fields(limit_field(&Whole::limit, 1'000)); }
};

Search with_everything() {
    return {.text = "R&D + \"Küche\", 100% <#1>?/=",
            .tags = {"a b", "c&tag=d"},
            .roles = {Role::employee, Role::standard},
            .since = parse_iso("2030-01-31T12:00:00.123Z"),
            .active = false,
            .author = UserId::from_trusted("65a0f3c2b1d4e5f60718293a"),
            .ratings = {1, -5},
            .order = Role::employee,
            .cursor = "before",
            .offset = 30,
            .limit = 7};
}

std::string fault_of(std::string_view query) {
    try {
        decode_query<Search>(query);
    } catch (const Error& error) {
        return error.faults.front().code + ": " + error.faults.front().message;
    }
    return {};
}

ListCursors cursors_of(const Search& search, std::string_view list = "things",
                       std::string_view company = "company") {
    return {company, list, search};
}
std::optional<std::string> parse_position(std::string_view text) {
    return text == "bad" ? std::nullopt : std::optional{std::string{text}};
}
std::optional<std::string> next_of(const Search& search, const std::vector<std::string>& found) {
    std::vector<std::string> items = found;
    return cursors_of(search).next(items, [](const std::string& item) { return item; });
}
std::string refusal(const ListCursors& cursors) {
    try {
        cursors.start(parse_position);
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, ErrorKind::invalid_request);
        return error.faults.front().code + ": " + error.faults.front().message;
    }
    return {};
}

constexpr std::string_view kRefusal = "INVALID_PAGE_ID: pageId is not a valid cursor of this list";

TEST(ListParameters, PagingHasTheBoundsOfEveryList) {
    EXPECT_EQ(decode_query<Search>("limit=100&offset=10000000&pageId=abc").cursor, "abc");
    EXPECT_TRUE(fault_of("limit=0").starts_with("INVALID_PARAMETER: limit ")) << fault_of("limit=0");
    EXPECT_TRUE(fault_of("limit=101").starts_with("INVALID_PARAMETER: limit "));
    EXPECT_TRUE(fault_of("offset=-1").starts_with("INVALID_PARAMETER: offset "));
    EXPECT_TRUE(fault_of("offset=10000001").starts_with("INVALID_PARAMETER: offset "));
    EXPECT_EQ(decode_query<Whole>("limit=1000").limit, 1'000);
}

TEST(ListParameters, AListWithACursorIsPaged) {
    static_assert(kIsPaged<Search>);
    static_assert(!kIsPaged<Whole>);
    static_assert(!kIsPaged<Nothing>);
}

TEST(ListParameters, FiltersAreAllThatDoesNotChooseThePage) {
    EXPECT_EQ(filter_parameters(Search{}), "sort=STANDARD");
    EXPECT_EQ(filter_parameters(Search{.tags = {"x", "y"}, .cursor = "c", .offset = 5, .limit = 9}),
              "tag=x&tag=y&sort=STANDARD");
}

TEST(ListParameters, TheNextPageIsTheSameListFromTheCursorOn) {
    const Search search = with_everything();

    const std::string target = next_page("/things", search, "after");

    ASSERT_TRUE(target.starts_with("/things?")) << target;
    const auto read = decode_query<Search>(target.substr(std::string_view{"/things?"}.size()));
    EXPECT_EQ(read.cursor, "after");
    EXPECT_EQ(read.offset, 0);
    EXPECT_EQ(read.limit, search.limit);
    EXPECT_EQ(read.text, search.text);
    EXPECT_EQ(read.tags, search.tags);
    EXPECT_EQ(read.roles, search.roles);
    EXPECT_EQ(read.since, search.since);
    EXPECT_EQ(read.active, search.active);
    EXPECT_EQ(read.author, search.author);
    EXPECT_EQ(read.ratings, search.ratings);
    EXPECT_EQ(read.order, search.order);
}

TEST(ListParameters, APageIsCutAtItsLimitAndLeadsOnFromItsLast) {
    std::vector items{"a"s, "b"s, "c"s};

    const auto next = cursors_of({}).next(items, [](const std::string& item) { return item; });

    EXPECT_EQ(items, (std::vector{"a"s, "b"s}));
    ASSERT_TRUE(next);
    EXPECT_EQ(cursors_of({.cursor = next}).start(parse_position), "b");
    EXPECT_EQ(cursors_of({.cursor = next, .offset = 8, .limit = 50}).start(parse_position), "b");
}

TEST(ListParameters, TheLastPageLeadsNowhere) {
    EXPECT_FALSE(next_of({}, {}));
    EXPECT_FALSE(next_of({}, {"a", "b"}));
    EXPECT_FALSE(cursors_of({}).start(parse_position));
}

TEST(ListParameters, ACursorIsRefusedWithAnyOtherFilterListOrCompany) {
    const auto next = next_of(with_everything(), std::vector(9, "x"s));
    Search same = with_everything();
    same.cursor = next;
    EXPECT_EQ(refusal(cursors_of(same)), "");

    std::vector<Search> others(9, same);
    others[0].text.reset();
    others[1].tags.pop_back();
    others[2].roles = {Role::standard, Role::employee};
    others[3].since->ms += 1;
    others[4].active = true;
    others[5].author.reset();
    others[6].ratings.push_back(1);
    others[7].order = Role::standard;
    others[8].tags = {"a b", "c", "d"};
    for (std::size_t i = 0; i < others.size(); ++i) EXPECT_EQ(refusal(cursors_of(others[i])), kRefusal) << i;
    EXPECT_EQ(refusal(cursors_of(same, "things/1")), kRefusal);
    EXPECT_EQ(refusal(cursors_of(same, "things", "rival")), kRefusal);
}

TEST(ListParameters, APositionThatIsNoneIsRefused) {
    const auto next = next_of({}, std::vector(3, "bad"s));

    EXPECT_EQ(refusal(cursors_of({.cursor = next})), kRefusal);
    EXPECT_EQ(refusal(cursors_of({.cursor = "nonsense"})), kRefusal);
}

}  // namespace
}  // namespace callboard::wire
