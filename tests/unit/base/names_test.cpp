#include "base/names.h"

#include <set>

#include <gtest/gtest.h>

#include "accounts/credential.h"
#include "accounts/role.h"
#include "edge/caller.h"
#include "oauth/scope.h"
#include "throttle/policy.h"

namespace callboard {
namespace {

enum class Fruit { apple, pear, plum };
enum class Unnamed { one };

}  // namespace

template <>
struct Names<Fruit> {
    static constexpr std::array kList{std::pair{Fruit::apple, std::string_view{"APPLE"}},
                                      std::pair{Fruit::pear, std::string_view{"PEAR"}}};
};

namespace {

static_assert(Named<Fruit>);
static_assert(!Named<Unnamed>);
static_assert(!Named<int>);
static_assert(name_of(Fruit::pear) == "PEAR");
static_assert(named<Fruit>("APPLE") == Fruit::apple);

template <class Enum>
class EveryNamedEnum : public testing::Test {};

using NamedEnums = testing::Types<accounts::Role, accounts::CredentialKind, edge::CredentialKind,
                                  oauth::Scope, throttle::Policy, Fruit>;
TYPED_TEST_SUITE(EveryNamedEnum, NamedEnums);

TYPED_TEST(EveryNamedEnum, HasOneSpellingForEachMember) {
    std::set<std::string_view> names;
    std::set<TypeParam> members;

    for (const auto& [member, name] : Names<TypeParam>::kList) {
        EXPECT_FALSE(name.empty());
        EXPECT_EQ(name_of(member), name);
        EXPECT_EQ(named<TypeParam>(name), member);
        names.insert(name);
        members.insert(member);
    }

    EXPECT_EQ(names.size(), Names<TypeParam>::kList.size());
    EXPECT_EQ(members.size(), Names<TypeParam>::kList.size());
}

TEST(Names, AreTakenOnlyAsTheyAreSpelled) {
    for (const std::string_view text : {"", "apple", "Apple", "APPLE ", "APPL", "APPLES", "PLUM"})
        EXPECT_FALSE(named<Fruit>(text)) << text;
}

TEST(NamesDeathTest, AMemberWithoutANameEndsTheProgram) {
    EXPECT_DEATH(name_of(Fruit::plum), "");
}

}  // namespace
}  // namespace callboard
