// Some thousand deterministic mutations of each seed; `./dev fuzz` runs more.
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include <gtest/gtest.h>

#include "targets.h"

namespace callboard {
namespace {

class FuzzTargets : public testing::TestWithParam<fuzz::Target> {};

std::vector<std::string> seeds(std::string_view name) {
    std::vector<std::string> all;
    for (const auto& entry :
         std::filesystem::directory_iterator{std::filesystem::path{CALLBOARD_SOURCE} / "fuzz/seeds" / name}) {
        std::ostringstream text;
        text << std::ifstream{entry.path()}.rdbuf();
        all.push_back(text.str());
    }
    return all;
}

std::string mutated(std::string text, std::mt19937& random) {
    static const std::vector<std::string> kTokens{"\r\n",
                                                  "\n",
                                                  "\r",
                                                  "\0",
                                                  ":",
                                                  "{",
                                                  "}",
                                                  "[",
                                                  "]",
                                                  "\"",
                                                  "\\u",
                                                  "%",
                                                  "%0",
                                                  "/",
                                                  "..",
                                                  "?",
                                                  "&",
                                                  "=",
                                                  ",",
                                                  "-1",
                                                  "1e999",
                                                  "Content-Length: 3\r\n",
                                                  "Transfer-Encoding: chunked\r\n",
                                                  "\xff"};
    for (std::size_t changes = 1 + random() % 4; changes > 0; --changes) {
        const std::size_t at = text.empty() ? 0 : random() % text.size();
        switch (random() % 5) {
            case 0: text.insert(at, kTokens[random() % kTokens.size()]); break;
            case 1: text.erase(at, random() % 8); break;
            case 2: text.insert(at, 1, static_cast<char>(random())); break;
            case 3: text += text.substr(at, random() % 40); break;
            default:
                if (!text.empty()) text[at] = static_cast<char>(random());
        }
    }
    return text;
}

TEST_P(FuzzTargets, HoldForMutationsOfTheirSeeds) {
    std::mt19937 random{4711};
    const auto originals = seeds(GetParam().name);
    ASSERT_FALSE(originals.empty());
    for (const std::string& seed : originals) {
        GetParam().run(seed);
        for (int i = 0; i < 30'000; ++i) GetParam().run(mutated(seed, random));
    }
}

INSTANTIATE_TEST_SUITE_P(Each, FuzzTargets, testing::ValuesIn(fuzz::targets().begin(), fuzz::targets().end()),
                         [](const auto& each) { return std::string{each.param.name}; });

}  // namespace
}  // namespace callboard
