#include "base/secret.h"

#include <concepts>
#include <ostream>
#include <type_traits>

#include <fmt/format.h>
#include <fmt/ostream.h>
#include <gtest/gtest.h>

namespace callboard {
namespace {

template <class T>
concept Streamable = requires(std::ostream& out, const T& value) { out << value; };

template <class T>
concept Hashable = requires(const T& value) { std::hash<T>{}(value); };

static_assert(!fmt::is_formattable<Secret>::value);
static_assert(!Streamable<Secret>);
static_assert(!std::equality_comparable<Secret>);
static_assert(!std::totally_ordered<Secret>);
static_assert(!Hashable<Secret>);
static_assert(!std::is_convertible_v<std::string, Secret>);
static_assert(!std::is_convertible_v<Secret, std::string>);
static_assert(!std::is_convertible_v<Secret, std::string_view>);
static_assert(!std::is_copy_assignable_v<Secret>);
static_assert(!std::is_move_assignable_v<Secret>);

TEST(Secret, TellsItsBytesWhenAskedByName) {
    const Secret secret{std::string{"a\0b", 3}};

    EXPECT_EQ(secret.reveal(), (std::string_view{"a\0b", 3}));
}

TEST(Secret, IsCopiedAlsoWhereItCouldBeMoved) {
    Secret original{"a text that is too long to stand inside of a string object"};

    const Secret copy{std::move(original)};

    EXPECT_EQ(copy.reveal(), original.reveal());  // NOLINT(bugprone-use-after-move): that it is none
}

TEST(Secret, CopiesHaveBytesOfTheirOwn) {
    const Secret first{"short"};
    const Secret second{first};

    EXPECT_EQ(second.reveal(), "short");
    EXPECT_NE(first.reveal().data(), second.reveal().data());
}

}  // namespace
}  // namespace callboard
