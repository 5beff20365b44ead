#include "configuration/dictionary_data.h"

#include <vector>

#include <gtest/gtest.h>

namespace callboard::configuration::data {
namespace {

TEST(DictionaryData, IsWellFormed) {
    EXPECT_NO_THROW(lists());
}

TEST(DictionaryData, IsFoundByItsKey) {
    const std::vector<Country> rows{{"de", "Germany"}, {"fr", "France"}, {"pl", "Poland"}};

    for (const Country& row : rows) EXPECT_EQ(find<Country>(rows, &Country::code, row.code), &row);
    for (const std::string_view code : {"", "d", "ee", "zz"})
        EXPECT_FALSE(find<Country>(rows, &Country::code, code)) << code;
}

}  // namespace
}  // namespace callboard::configuration::data
