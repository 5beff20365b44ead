// The query parameters of a list, declared once: the field list gives decoding, validation and the OpenAPI
// parameters (like for any query), the filters that a cursor is bound to, and the link to the next page.
//
//     struct ListRequest {
//         std::vector<std::string> cities;
//         std::optional<std::string> cursor;
//         std::int64_t limit = 10;
//
//         static constexpr auto shape() {
//             using Self = ListRequest;
//             return wire::fields(wire::field("city", &Self::cities, {.max_items = 100}),
//                                 wire::cursor_field("pageId", &Self::cursor, "The nextPageId before."),
//                                 wire::limit_field(&Self::limit));
//         }
//     };
#pragma once

#include <cstdint>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/clock.h"
#include "base/error.h"
#include "wire/page.h"
#include "wire/query.h"
#include "wire/shape.h"

namespace callboard::wire {

// Limit, offset and cursor select the page. All other fields are filters: they decide the content or order of
// the list, and a cursor is bound to them.
enum class FieldRole { filter, limit, offset, cursor };

template <class Query, class Member, FieldRole role>
struct PagingField : Field<Query, Member> {};

template <class Query>
constexpr auto limit_field(std::int64_t Query::* member, std::int64_t max = 100) {
    return PagingField<Query, std::int64_t, FieldRole::limit>{{"limit", member, {.min = 1, .max = max}}};
}
template <class Query>
constexpr auto offset_field(std::int64_t Query::* member, std::string_view about = {},
                            std::int64_t max = 10'000'000) {
    return PagingField<Query, std::int64_t, FieldRole::offset>{
        {"offset", member, {.min = 0, .max = max, .about = about}}};
}
// The name of the parameter differs between the APIs.
template <class Query>
constexpr auto cursor_field(Key name, std::optional<std::string> Query::* member, std::string_view about) {
    return PagingField<Query, std::optional<std::string>, FieldRole::cursor>{
        {name, member, {.about = about}}};
}

template <class AnyField>
inline constexpr FieldRole kRole = FieldRole::filter;
template <class Query, class Member, FieldRole role>
inline constexpr FieldRole kRole<PagingField<Query, Member, role>> = role;

// Whether the list has a cursor.
template <Message Query>
inline constexpr bool kIsPaged = [] {
    bool paged = false;
    for_each_field<Query>(
        [&]<class Each>(const Each&) { paged = paged || kRole<Each> == FieldRole::cursor; });
    return paged;
}();

// A value in the form that Codec::parse reads from a query.
std::string parameter_text(bool value);
std::string parameter_text(std::int64_t value);
std::string parameter_text(Timestamp value);
inline std::string_view parameter_text(const std::string& value) {
    return value;
}
std::string_view parameter_text(Named auto value) {
    return name_of(value);
}
template <class Tag>
std::string_view parameter_text(const Id<Tag>& value) {
    return value.text();
}

// Appends name=value to a query, after an & if it is not empty.
void append_parameter(std::string& query, std::string_view name, std::string_view value);

template <class Member>
void append_parameters(std::string& query, std::string_view name, const Member& member) {
    if constexpr (kIsList<Member>) {
        for (const auto& value : member) append_parameter(query, name, parameter_text(value));
    } else if constexpr (kIsOptional<Member>) {
        if (member) append_parameter(query, name, parameter_text(*member));
    } else {
        append_parameter(query, name, parameter_text(member));
    }
}

// The filters of a query as one string. It is unambiguous because values are percent-encoded.
template <Message Query>
std::string filter_parameters(const Query& query) {
    std::string text;
    for_each_field<Query>([&]<class Each>(const Each& each) {
        if constexpr (kRole<Each> == FieldRole::filter)
            append_parameters(text, each.name.text(), query.*(each.member));
    });
    return text;
}

// The link to the next page of the list at `path`: the same limit and filters, with the cursor.
template <Message Query>
std::string next_page(std::string_view path, const Query& query, std::string_view cursor) {
    std::string parameters;
    for_each_field<Query>([&]<class Each>(const Each& each) {
        if constexpr (kRole<Each> == FieldRole::cursor) {
            append_parameter(parameters, each.name.text(), cursor);
        } else if constexpr (kRole<Each> != FieldRole::offset) {
            append_parameters(parameters, each.name.text(), query.*(each.member));
        }
    });
    return std::string{path} + "?" + parameters;
}

// The cursors of one list request: the one that was sent, and the one of the next page. Both are bound to the
// company, the list and the filters.
class ListCursors {
  public:
    // `list` is the name of the list, with the ids in its path.
    template <Message Query>
    ListCursors(std::string_view company, std::string_view list, const Query& query)
        : bound_to_(std::string{company} + "/" + std::string{list} + "?" + filter_parameters(query)) {
        for_each_field<Query>([&]<class Each>(const Each& each) {
            if constexpr (kRole<Each> == FieldRole::cursor) {
                parameter_ = each.name.text();
                given_ = query.*(each.member);
            } else if constexpr (kRole<Each> == FieldRole::limit) {
                limit_ = query.*(each.member);
            }
        });
    }

    // The position where the page starts, as the std::optional that `parse` returns; nullopt without a
    // cursor. Throws INVALID_PAGE_ID for a cursor of another list, and if `parse` returns nullopt.
    template <class Parse>
    auto start(Parse parse) const {
        std::invoke_result_t<Parse, std::string_view> start;
        if (!given_) return start;
        if (const auto position = read_cursor(*given_, bound_to_)) start = std::invoke(parse, *position);
        if (!start)
            throw invalid_request("INVALID_PAGE_ID",
                                  std::string{parameter_} + " is not a valid cursor of this list");
        return start;
    }

    // The cursor of the next page, if `items` has more elements than the limit; removes the surplus.
    template <class Item, class PositionOf>
    std::optional<std::string> next(std::vector<Item>& items, PositionOf position_of) const {
        if (std::ssize(items) <= limit_) return std::nullopt;
        items.erase(items.begin() + limit_, items.end());
        return make_cursor(std::invoke(position_of, items.back()), bound_to_);
    }

  private:
    std::string bound_to_;
    std::string_view parameter_;
    std::optional<std::string> given_;
    std::int64_t limit_ = 0;
};

}  // namespace callboard::wire
