#include "files/zip_listing.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/zip_archive.h"

namespace callboard::files {
namespace {

using test::zip;
using testing::ElementsAre;
using testing::IsEmpty;

struct Listing {
    bool is_whole;
    std::vector<std::string> names;
};

Listing listed(std::string_view archive) {
    std::vector<std::string> names;
    const bool is_whole = list_zip(archive, [&](std::string_view name) { names.emplace_back(name); });
    return {is_whole, names};
}

TEST(ZipListing, HasTheNamesInTheirOrder) {
    const Listing found = listed(zip({{"b/c.xml", "1234"}, {"a", ""}}));

    EXPECT_TRUE(found.is_whole);
    EXPECT_THAT(found.names, ElementsAre("b/c.xml", "a"));
}

TEST(ZipListing, FindsTheDirectoryBeforeAComment) {
    std::string archive = zip({{"a", "1"}});
    archive[archive.size() - 2] = 5;

    EXPECT_TRUE(listed(archive + "PK\5\6!").is_whole);
    EXPECT_FALSE(listed(archive + "PK\5").is_whole);
}

TEST(ZipListing, RefusesWhatIsDamaged) {
    const std::string archive = zip({{"a", "1"}, {"b", "2"}});
    for (std::size_t size = 0; size < archive.size(); ++size)
        EXPECT_FALSE(listed(archive.substr(0, size)).is_whole) << size;
    // Parts of the end record: where the directory is, its size, and the number of files.
    for (const std::size_t from_end : {5U, 6U, 10U, 12U}) {
        std::string changed = archive;
        changed[changed.size() - from_end] = '\x7f';
        EXPECT_FALSE(listed(changed).is_whole) << from_end;
    }
    EXPECT_THAT(listed("no archive").names, IsEmpty());
}

TEST(ZipListing, RefusesTooManyFiles) {
    std::vector<std::pair<std::string, std::string>> files(kMostZipEntries, {"a", ""});
    EXPECT_TRUE(listed(zip(files)).is_whole);

    files.emplace_back("a", "");
    EXPECT_FALSE(listed(zip(files)).is_whole);
}

TEST(ZipListing, ReadsTheFirstFileIfItHasTheName) {
    const std::string archive = zip({{"mimetype", "text"}, {"other", "x"}});

    EXPECT_EQ(first_stored_file(archive, "mimetype"), "text");
    EXPECT_EQ(first_stored_file(archive, "other"), "");
    EXPECT_EQ(first_stored_file(archive.substr(0, 40), "mimetype"), "");
    EXPECT_EQ(first_stored_file("PK", "mimetype"), "");
}

}  // namespace
}  // namespace callboard::files
