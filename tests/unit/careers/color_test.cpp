#include "careers/color.h"

#include <gtest/gtest.h>

namespace callboard::careers {
namespace {

constexpr Color kPaper{0xfb, 0xfa, 0xf7};
constexpr Color kNight{0x1d, 0x21, 0x1f};

TEST(Colors, AreReadAndWritten) {
    EXPECT_EQ(Color::parse("#0b6b4f"), (Color{0x0b, 0x6b, 0x4f}));
    EXPECT_EQ(Color::parse("#FFa000")->text(), "#ffa000");
    for (const char* const other : {"", "#fff", "0b6b4f", "#0b6b4", "#0b6b4ff", "#0b6b4g", "red", "#-1-1-1"})
        EXPECT_FALSE(Color::parse(other)) << other;
}

TEST(Colors, HaveTheContrastOfTheStandard) {
    EXPECT_NEAR(contrast(kWhite, kBlack), 21, 0.001);
    EXPECT_NEAR(contrast(kWhite, kWhite), 1, 0.001);
    EXPECT_NEAR(contrast(*Color::parse("#767676"), kWhite), 4.54, 0.01);
    EXPECT_EQ(contrast(kPaper, kNight), contrast(kNight, kPaper));
}

TEST(Colors, AreReadableOnEveryBackground) {
    for (int red = 0; red < 256; red += 51)
        for (int green = 0; green < 256; green += 51)
            for (int blue = 0; blue < 256; blue += 51) {
                const Color color{static_cast<std::uint8_t>(red), static_cast<std::uint8_t>(green),
                                  static_cast<std::uint8_t>(blue)};
                EXPECT_GE(contrast(text_on(color), color), kReadable) << color.text();
                for (const Color& background : {kPaper, kNight})
                    EXPECT_GE(contrast(readable_on(color, background), background), kReadable)
                        << color.text();
            }
}

TEST(Colors, StayAsTheyAreIfTheyAreReadable) {
    const Color blue = *Color::parse("#0b5cad");
    EXPECT_EQ(readable_on(blue, kPaper), blue);
    EXPECT_NE(readable_on(blue, kNight), blue);
    EXPECT_EQ(mixed(kBlack, kWhite, 0), kBlack);
    EXPECT_EQ(mixed(kBlack, kWhite, 1), kWhite);
}

}  // namespace
}  // namespace callboard::careers
