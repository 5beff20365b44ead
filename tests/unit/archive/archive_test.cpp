#include "archive/archive.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace callboard::archive {
namespace {

using testing::HasSubstr;
using testing::Not;

using Content = std::vector<std::pair<std::string, std::string>>;  // kind and bytes

const Secret kPassphrase{"correct horse battery staple"};
const Secret kOther{"correct horse battery stable"};

Header some_header() {
    return {
        .engine = "sqlite", .program = "0.1.0", .schema = 7, .created_at = {1'777'777'777'777}, .salt = {}};
}

// Bytes that compression cannot shorten, always the same.
std::string noise(std::size_t size) {
    std::string bytes;
    std::uint32_t state = 1;
    while (bytes.size() < size)
        bytes += static_cast<char>((state = state * 1'664'525 + 1'013'904'223) >> 24U);
    return bytes;
}

std::string written(const Content& content, const std::optional<Secret>& passphrase = std::nullopt) {
    std::string file;
    Writer writer{some_header(), passphrase, [&](std::string_view bytes) { file += bytes; }};
    for (const auto& [kind, bytes] : content) {
        writer.begin({.kind = kind, .name = "name of " + kind});
        writer.append(bytes);
    }
    writer.finish();
    return file;
}

ByteSource source_of(std::string_view& file, std::size_t piece = 1'000'000) {
    return [&file, piece](std::span<char> into) {
        const std::size_t count = std::min({into.size(), piece, file.size()});
        std::copy_n(file.begin(), count, into.begin());
        file.remove_prefix(count);
        return count;
    };
}

Content read_back(std::string_view file, const std::optional<Secret>& passphrase = std::nullopt,
                  std::size_t piece = 1'000'000) {
    Reader reader{source_of(file, piece)};
    if (!reader.unlock(passphrase)) throw BadArchive{"is locked"};
    Content content;
    while (const auto entry = reader.next()) {
        EXPECT_EQ(entry->name, "name of " + entry->kind);
        std::string bytes;
        std::vector<char> buffer(10'000);
        while (const std::size_t count = reader.read(buffer)) bytes.append(buffer.data(), count);
        content.emplace_back(entry->kind, bytes);
    }
    return content;
}

std::string failure_of(std::string_view file, const std::optional<Secret>& passphrase = std::nullopt) {
    try {
        read_back(file, passphrase);
        return "";
    } catch (const BadArchive& error) {
        return error.what();
    }
}

const std::vector<Content>& samples() {
    static const std::vector<Content> all{
        {},
        {{"database", ""}},
        {{"database", "abc"}, {"report", ""}, {"report", "x"}},
        {{"database", noise(kChunkSize)}},
        {{"database", noise(3'000'000)}, {"report", std::string(5'000'000, 'x')}}};
    return all;
}

TEST(Archive, GivesBackWhatWasWritten) {
    for (const Content& content : samples()) {
        const std::string plain = written(content);
        EXPECT_EQ(read_back(plain), content);
        EXPECT_EQ(read_back(plain, std::nullopt, 1000), content) << "a source that gives little at a time";
        EXPECT_EQ(read_back(written(content, kPassphrase), kPassphrase), content);
    }
}

TEST(Archive, TellsWhatItIsBeforeItIsUnlocked) {
    const std::string file = written({{"database", "abc"}}, kPassphrase);
    std::string_view left = file;

    const Reader reader{source_of(left)};

    EXPECT_EQ(reader.header().engine, "sqlite");
    EXPECT_EQ(reader.header().program, "0.1.0");
    EXPECT_EQ(reader.header().schema, 7);
    EXPECT_EQ(reader.header().created_at, (Timestamp{1'777'777'777'777}));
    EXPECT_TRUE(reader.is_encrypted());
    EXPECT_TRUE(file.starts_with("callboard backup 1\n{\"engine\":\"sqlite\""));
}

TEST(Archive, IsCompressed) {
    EXPECT_LT(written({{"database", std::string(1'000'000, 'x')}}).size(), 2'000U);
}

TEST(Archive, ShowsNothingOfItsContentWithoutThePassphrase) {
    const std::string secret = noise(500);  // which is stored as it is
    const std::string file = written({{"database", secret}}, kPassphrase);

    EXPECT_THAT(written({{"database", secret}}), HasSubstr(secret.substr(100, 50)));
    EXPECT_THAT(file, Not(HasSubstr(secret.substr(100, 50))));
    EXPECT_THAT(file, Not(HasSubstr("database")));
    EXPECT_EQ(failure_of(file, kOther), "is locked");
    EXPECT_EQ(failure_of(file), "is locked");
    EXPECT_EQ(failure_of(written({}), kPassphrase), "is locked") << "a passphrase, but no encryption";
}

TEST(Archive, NeverEncryptsTheSameContentAlike) {
    const Content content{{"database", "abc"}};
    EXPECT_NE(written(content, kPassphrase), written(content, kPassphrase));
}

TEST(Archive, OfWhichSomethingIsMissingIsRefused) {
    const std::string file = written({{"database", noise(200'000)}, {"report", "x"}});
    for (std::size_t size = 0; size < file.size(); size += size < 300 ? 1 : 997)
        EXPECT_NE(failure_of(file.substr(0, size)), "") << size;
    for (std::size_t less = 1; less < 300; ++less)
        EXPECT_NE(failure_of(file.substr(0, file.size() - less)), "") << less;
    EXPECT_NE(failure_of(file + "x"), "");
}

TEST(Archive, ThatEndsAfterAWholeChunkIsRefused) {
    for (const auto& passphrase : {std::optional<Secret>{}, std::optional<Secret>{kPassphrase}}) {
        const std::string file = written({{"database", noise(3 * kChunkSize)}}, passphrase);
        std::string_view left = file;
        const Reader header{source_of(left, 1)};
        const std::size_t begin = file.size() - left.size();
        const std::size_t chunk = kChunkSize + 16;

        for (const std::size_t chunks : {0U, 1U, 2U, 3U})
            EXPECT_NE(failure_of(file.substr(0, begin + chunks * chunk), passphrase), "") << chunks;
        const std::string swapped = file.substr(0, begin) + file.substr(begin + chunk, chunk) +
                                    file.substr(begin, chunk) + file.substr(begin + 2 * chunk);
        EXPECT_NE(failure_of(swapped, passphrase), "");
        const std::string repeated = file.substr(0, begin + chunk) + file.substr(begin);
        EXPECT_NE(failure_of(repeated, passphrase), "");
    }
}

TEST(Archive, WithOneChangedBitIsRefused) {
    const std::string file = written({{"database", noise(500)}, {"report", "x"}});
    for (std::size_t at = 0; at < file.size(); ++at) {
        std::string changed = file;
        changed[at] = static_cast<char>(changed[at] ^ (1 << (at % 8)));
        EXPECT_NE(failure_of(changed), "") << at;
    }
}

TEST(Archive, WithOneChangedBitIsRefusedWhenEncrypted) {
    const std::string file = written({{"database", noise(20)}}, kPassphrase);
    for (std::size_t at = 0; at < file.size(); at += 29) {  // each derives the keys
        std::string changed = file;
        changed[at] = static_cast<char>(changed[at] ^ (1 << (at % 8)));
        EXPECT_NE(failure_of(changed, kPassphrase), "") << at;
    }
}

TEST(Archive, OfAnotherKindIsNamed) {
    EXPECT_THAT(failure_of(""), HasSubstr("not a backup"));
    EXPECT_THAT(failure_of(noise(10'000)), HasSubstr("not a backup"));
    EXPECT_THAT(failure_of(std::string(10'000, 'x')), HasSubstr("not a backup"));
    EXPECT_THAT(failure_of(std::string{"SQLite format 3\0xyz", 19}), HasSubstr("SQLite database"));
    EXPECT_THAT(failure_of("PGDMP\1\2\3"), HasSubstr("pg_restore"));
    EXPECT_THAT(failure_of("callboard backup 2\n{}\n"), HasSubstr("newer version"));
    EXPECT_THAT(failure_of("callboard backup 1\n{}\n"), HasSubstr("malformed"));
    EXPECT_THAT(failure_of("callboard backup 1\n" + std::string(10'000, '{')), Not(""));
}

std::string with_header(const std::string& program, const std::string& more) {
    return "callboard backup 1\n{\"engine\":\"sqlite\",\"program\":\"" + program +
           R"(","schema":1,"createdAt":"2026-05-01T02:00:00.000Z")" + more + "}\n" + std::string(64, '0') +
           "\n";
}

TEST(Archive, WithAMalformedSaltIsDamaged) {
    for (const std::string& salt :
         {std::string{}, std::string{"00"}, std::string(31, '0'), std::string(33, '0'), std::string(32, 'x')})
        EXPECT_THAT(failure_of(with_header("1.0", R"(,"salt":")" + salt + "\""), kPassphrase),
                    HasSubstr("damaged: its header"))
            << salt;
    EXPECT_EQ(failure_of(with_header("1.0", R"(,"salt":")" + std::string(32, '0') + "\""), kPassphrase),
              "is locked");
}

TEST(Archive, WithAVersionThatIsNotFitToBePrintedIsDamaged) {
    for (const std::string& program :
         {std::string(41, '1'), std::string{R"(1\u001b[2J)"}, std::string{"1\u00e4"}})
        EXPECT_THAT(failure_of(with_header(program, "")), HasSubstr("damaged: its header")) << program;
    EXPECT_THAT(failure_of(with_header(std::string(40, '1'), "")), Not(HasSubstr("header")));
}

}  // namespace
}  // namespace callboard::archive
