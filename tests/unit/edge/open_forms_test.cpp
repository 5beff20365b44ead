#include "edge/open_forms.h"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "support/temporary_folder.h"

namespace callboard::edge {
namespace {

using enum OpenForms::Refusal;

constexpr std::size_t kMiB = std::size_t{1024} * 1024;
constexpr std::size_t kLargest = 12 * kMiB;

IpAddress address(std::string_view text) {
    return IpAddress::parse(text).value();
}

IpAddress numbered(std::size_t number) {
    return address("203.0." + std::to_string(number / 250) + "." + std::to_string(number % 250));
}

class OpenFormsTest : public testing::Test {
  protected:
    // The number of forms of this size that are accepted from a client, each as it arrives.
    std::size_t begin_all(const IpAddress& client, std::size_t bytes) {
        for (std::size_t count = 0;; ++count) {
            auto begun = forms.begin(client);
            if (!begun) {
                refusal = begun.error();
                return count;
            }
            const bool fits = (*begun)->grow(bytes);
            held.push_back(std::move(*begun));
            if (!fits) return count;
        }
    }

    const test::TemporaryFolder folder;
    OpenForms forms{folder.path()};
    std::vector<std::unique_ptr<OpenForms::Place>> held;
    OpenForms::Refusal refusal{};
};

TEST_F(OpenFormsTest, OfOneNetworkAreLimited) {
    EXPECT_EQ(begin_all(address("2001:db8::1"), 100), OpenForms::kMostOfNetwork);
    EXPECT_EQ(refusal, too_many_of_network);
    EXPECT_FALSE(forms.begin(address("2001:db8:0:1::1"))) << "of the same /48";
    EXPECT_TRUE(forms.begin(address("2001:db8:1::1")));

    held.pop_back();
    EXPECT_TRUE(forms.begin(address("2001:db8::1")));
}

TEST_F(OpenFormsTest, OfAllNetworksAreLimited) {
    for (std::size_t i = 0; i < OpenForms::kMost / OpenForms::kMostOfNetwork; ++i)
        begin_all(numbered(i), 100);

    EXPECT_EQ(begin_all(address("198.51.100.1"), 100), 0U);
    EXPECT_EQ(refusal, too_many);
}

TEST_F(OpenFormsTest, ReserveTheDiskForTheBodyAndItsFilesAsItArrives) {
    {
        const auto place = forms.begin(numbered(1)).value();
        EXPECT_EQ(forms.reserved(), 0U);
        EXPECT_TRUE(place->grow(3 * kMiB));
        EXPECT_EQ(forms.reserved(), 7 * kMiB);
        EXPECT_TRUE(place->grow(3 * kMiB));
        EXPECT_EQ(forms.reserved(), 14 * kMiB);
    }
    EXPECT_EQ(forms.reserved(), 0U);
}

TEST_F(OpenFormsTest, OfOneNetworkHaveAQuarterOfTheDiskThatTheOthersLeave) {
    EXPECT_EQ(begin_all(numbered(0), kLargest), 9U);
    EXPECT_LE(forms.reserved(), OpenForms::kMostBytes / 4);
    EXPECT_EQ(begin_all(numbered(1), kLargest), 6U);
    EXPECT_EQ(begin_all(numbered(2), kLargest), 5U);

    EXPECT_FALSE(forms.begin(numbered(0)).value()->grow(kLargest));
}

TEST_F(OpenFormsTest, LeaveDiskToOthersHoweverMuchAFewSend) {
    for (std::size_t i = 0; i < 8; ++i) begin_all(numbered(i), kLargest);

    EXPECT_TRUE(forms.begin(numbered(20)).value()->grow(kLargest / 2));
    EXPECT_LE(forms.reserved(), OpenForms::kMostBytes);
}

TEST_F(OpenFormsTest, LeaveNothingBehind) {
    {
        OpenForm form{forms.begin(numbered(1)).value()};
        EXPECT_FALSE(form.has_file());
        EXPECT_TRUE(form.place().grow(4));
        form.file().append("body");
        EXPECT_TRUE(form.has_file());
        EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
        EXPECT_GT(forms.reserved(), 0U);
    }
    forms.finish();
    EXPECT_EQ(forms.reserved(), 0U);
}

}  // namespace
}  // namespace callboard::edge
