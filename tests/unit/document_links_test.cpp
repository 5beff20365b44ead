// Every relative link of every document leads to an existing file and heading.
#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "base/embedded.h"
#include "pages/guides.h"
#include "pages/markdown.h"
#include "support/documents.h"

namespace callboard {
namespace {

namespace fs = std::filesystem;

struct Link {
    std::string file;
    std::string anchor;
};

// Links to other servers, and links in code blocks, are ignored.
std::vector<Link> relative_links(std::string markdown) {
    for (const test::CodeBlock& block : test::code_blocks(markdown)) {
        const auto at = markdown.find(block.text);
        if (!block.text.empty()) markdown.erase(at, block.text.size());
    }
    static const std::regex kLink{R"(\]\(([^)#\s:]*)(?:#([^)\s]*))?\))"};
    std::vector<Link> links;
    for (std::sregex_iterator found{markdown.begin(), markdown.end(), kLink}, end; found != end; ++found)
        links.push_back({.file = (*found)[1], .anchor = (*found)[2]});
    return links;
}

std::set<std::string> anchors_of(const std::string& document) {
    std::set<std::string> anchors;
    for (const pages::Section& section : pages::render_markdown(test::document_text(document)).sections)
        anchors.insert(section.anchor);
    return anchors;
}

// A link to a page of the server leads to the guide that it shows.
fs::path target_of(const fs::path& document, const std::string& file) {
    constexpr std::string_view kServed = "/docs/";
    if (file.empty()) return document;
    if (file.starts_with(kServed)) return "docs/" + file.substr(kServed.size()) + ".md";
    return (document.parent_path() / file).lexically_normal();
}

TEST(DocumentLinks, LeadSomewhere) {
    std::size_t count = 0;
    for (const std::string& document : test::documents()) {
        for (const auto& [file, anchor] : relative_links(test::document_text(document))) {
            const fs::path target = target_of(document, file);
            const bool exists = fs::exists(fs::path{CALLBOARD_SOURCE} / target);
            EXPECT_TRUE(exists) << document << " links to " << target;
            if (exists && !anchor.empty())
                EXPECT_TRUE(anchors_of(target.string()).contains(anchor))
                    << document << " links to " << target << "#" << anchor;
            ++count;
        }
    }
    EXPECT_GT(count, 50U);
}

// Served documents must be complete without the source tree.
TEST(DocumentLinks, OfServedGuidesLeadToServedGuides) {
    ASSERT_FALSE(pages::guides().empty());
    for (const pages::Guide& guide : pages::guides()) {
        const std::string document = "docs/" + std::string{guide.name} + ".md";
        for (const auto& [file, anchor] : relative_links(test::document_text(document))) {
            const auto files = pages::guide_files();
            const bool served =
                file.empty() || std::ranges::find(files, file, &EmbeddedFile::name) != files.end();
            EXPECT_TRUE(served) << document << " links to " << file;
        }
    }
}

TEST(DocumentLinks, EveryGuideHasATitle) {
    for (const pages::Guide& guide : pages::guides()) {
        ASSERT_FALSE(guide.document.sections.empty()) << guide.name;
        EXPECT_EQ(guide.document.sections.front().level, 1) << guide.name;
    }
}

}  // namespace
}  // namespace callboard
