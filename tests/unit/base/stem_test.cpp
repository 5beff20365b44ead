#include "base/stem.h"

#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

namespace callboard {
namespace {

// The examples of the paper for each step, and for the whole algorithm.
constexpr std::pair<std::string_view, std::string_view> kStems[] = {{"caresses", "caress"},
                                                                    {"ponies", "poni"},
                                                                    {"caress", "caress"},
                                                                    {"cats", "cat"},
                                                                    {"feed", "feed"},
                                                                    {"agreed", "agre"},
                                                                    {"bled", "bled"},
                                                                    {"motoring", "motor"},
                                                                    {"sing", "sing"},
                                                                    {"conflated", "conflat"},
                                                                    {"troubled", "troubl"},
                                                                    {"sized", "size"},
                                                                    {"hopping", "hop"},
                                                                    {"falling", "fall"},
                                                                    {"hissing", "hiss"},
                                                                    {"failing", "fail"},
                                                                    {"filing", "file"},
                                                                    {"happy", "happi"},
                                                                    {"sky", "sky"},
                                                                    {"relational", "relat"},
                                                                    {"conditional", "condit"},
                                                                    {"rational", "ration"},
                                                                    {"valenci", "valenc"},
                                                                    {"digitizer", "digit"},
                                                                    {"vietnamization", "vietnam"},
                                                                    {"operator", "oper"},
                                                                    {"feudalism", "feudal"},
                                                                    {"decisiveness", "decis"},
                                                                    {"hopefulness", "hope"},
                                                                    {"callousness", "callous"},
                                                                    {"formality", "formal"},
                                                                    {"sensitivity", "sensit"},
                                                                    {"sensibility", "sensibl"},
                                                                    {"triplicate", "triplic"},
                                                                    {"formative", "form"},
                                                                    {"electrical", "electr"},
                                                                    {"goodness", "good"},
                                                                    {"revival", "reviv"},
                                                                    {"allowance", "allow"},
                                                                    {"airliner", "airlin"},
                                                                    {"replacement", "replac"},
                                                                    {"adjustment", "adjust"},
                                                                    {"dependent", "depend"},
                                                                    {"adoption", "adopt"},
                                                                    {"communism", "commun"},
                                                                    {"effective", "effect"},
                                                                    {"probate", "probat"},
                                                                    {"rate", "rate"},
                                                                    {"cease", "ceas"},
                                                                    {"controlling", "control"},
                                                                    {"roll", "roll"},
                                                                    {"generalizations", "gener"},
                                                                    {"oscillators", "oscil"},
                                                                    {"possibly", "possibl"},
                                                                    {"technology", "technolog"},
                                                                    {"billion", "billion"},
                                                                    {"syzygy", "syzygi"}};

TEST(Stem, IsPorters) {
    for (const auto& [word, expected] : kStems) EXPECT_EQ(stem(word), expected) << word;
}

TEST(Stem, IsTheSameOfWhatOneDoesAndWhoDoesIt) {
    for (const auto& [verb, agent] : {std::pair{"build", "builders"},
                                      {"cook", "cooker"},
                                      {"drive", "driver"},
                                      {"bake", "bakers"},
                                      {"manage", "manager"},
                                      {"teaching", "teacher"},
                                      {"plastered", "plaster"}})
        EXPECT_EQ(stem(agent), stem(verb)) << agent;
    EXPECT_EQ(stem("user"), "user");
    EXPECT_EQ(stem("order"), "order");
}

TEST(Stem, OfAnythingElseIsTheWordItself) {
    for (const std::string_view word : {"", "a", "is", "js", "cats2", "1990s", "поваров", "cafés", "日"})
        EXPECT_EQ(stem(word), word);
}

}  // namespace
}  // namespace callboard
