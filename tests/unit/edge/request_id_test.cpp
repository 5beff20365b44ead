#include "edge/request_id.h"

#include <set>

#include <gtest/gtest.h>

namespace callboard::edge {
namespace {

using namespace std::string_literals;

std::string chosen(std::string_view from_client) {
    std::string id = "of the request before";
    choose_request_id(id, from_client);
    return id;
}

bool is_ours(std::string_view id) {
    return id.size() == 32 && id.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

TEST(RequestId, IsTheClientsOwnWhenItIsPlain) {
    for (const std::string& id :
         {"a"s, "r-1"s, "2f1a:B.c_D-9"s, "01890000-0000-7000-8000-000000000000"s, std::string(128, 'x')})
        EXPECT_EQ(chosen(id), id);
}

TEST(RequestId, IsOursWhenTheClientHasNone) {
    EXPECT_TRUE(is_ours(chosen("")));
}

TEST(RequestId, IsOursWhenTheClientsIsTooLong) {
    EXPECT_TRUE(is_ours(chosen(std::string(129, 'x'))));
}

TEST(RequestId, IsOursWhenTheClientsHasAnyOtherCharacter) {
    for (int c = 0; c < 256; ++c) {
        const char character = static_cast<char>(c);
        const bool plain = (character >= '0' && character <= '9') || (character >= 'a' && character <= 'z') ||
                           (character >= 'A' && character <= 'Z') ||
                           "-_.:"s.find(character) != std::string::npos;
        const std::string id = "a"s + character + "b";
        EXPECT_EQ(chosen(id) == id, plain) << c;
        EXPECT_NE(is_ours(chosen(id)), plain) << c;
    }
}

TEST(RequestId, IsNeverTheSameTwice) {
    std::set<std::string> made;

    for (int i = 0; i < 1'000; ++i) made.insert(chosen(""));

    EXPECT_EQ(made.size(), 1'000U);
}

}  // namespace
}  // namespace callboard::edge
