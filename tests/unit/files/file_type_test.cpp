#include "files/file_type.h"

#include <string>

#include <gtest/gtest.h>

#include "support/zip_archive.h"

namespace callboard::files {
namespace {

using namespace std::string_literals;
using test::zip;

TEST(FileTypes, AreFoundInTheContent) {
    EXPECT_EQ(file_type("%PDF-1.7\n"), FileType::pdf);
    EXPECT_EQ(file_type("\n\n%PDF-1.4\n"), FileType::pdf);
    EXPECT_EQ(file_type("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 and more"), FileType::doc);
    EXPECT_EQ(file_type("{\\rtf1 Ada}"), FileType::rtf);
    EXPECT_EQ(file_type("\x89PNG\r\n\x1a\n..."), FileType::png);
    EXPECT_EQ(file_type("\xff\xd8\xff\xe0"), FileType::jpeg);
    EXPECT_EQ(file_type("GIF89a"), FileType::gif);
    EXPECT_EQ(file_type("RIFF\1\2\3\4WEBP"), FileType::webp);
    EXPECT_EQ(file_type("Ada, née Byron\r\n\tAnalyst"), FileType::text);
    EXPECT_EQ(file_type(zip({{"[Content_Types].xml", "<x/>"}, {"word/document.xml", "<x/>"}})),
              FileType::docx);
    EXPECT_EQ(file_type(zip({{"mimetype", "application/vnd.oasis.opendocument.text"}, {"content.xml", ""}})),
              FileType::odt);
}

TEST(FileTypes, OfProgramsAndUnknownFilesAreNone) {
    EXPECT_EQ(file_type(""), std::nullopt);
    EXPECT_EQ(file_type("MZ\x90\0\3"s), std::nullopt);
    EXPECT_EQ(file_type("\x7f"s + "ELF\2"), std::nullopt);
    EXPECT_EQ(file_type("text with a NUL\0"s), std::nullopt);
    EXPECT_EQ(file_type("broken UTF-8 \xc3("), std::nullopt);
    EXPECT_EQ(file_type("RIFF\1\2\3\4WAVE"), std::nullopt);
    EXPECT_EQ(file_type(zip({{"setup.exe", "MZ"}})), std::nullopt);
    EXPECT_EQ(file_type("PK\x03\x04 cut off"), std::nullopt);
}

TEST(FileTypes, OfDocumentsWithMacrosAreNone) {
    EXPECT_EQ(
        file_type(zip({{"[Content_Types].xml", ""}, {"word/document.xml", ""}, {"word/vbaProject.bin", ""}})),
        std::nullopt);
}

TEST(FileTypes, KnowTheirNamesAndMediaTypes) {
    EXPECT_TRUE(is_named_like(FileType::pdf, "CV.of.Ada.PDF"));
    EXPECT_FALSE(is_named_like(FileType::pdf, "cv.docx"));
    EXPECT_FALSE(is_named_like(FileType::pdf, "pdf"));
    EXPECT_FALSE(is_named_like(FileType::text, "cv."));
    EXPECT_TRUE(is_stated_like(FileType::jpeg, "image/JPEG; charset=binary"));
    EXPECT_TRUE(is_stated_like(FileType::jpeg, ""));
    EXPECT_TRUE(is_stated_like(FileType::jpeg, "application/octet-stream"));
    EXPECT_FALSE(is_stated_like(FileType::text, "text/html"));
    EXPECT_TRUE(is_image(FileType::webp));
    EXPECT_FALSE(is_image(FileType::pdf));
}

}  // namespace
}  // namespace callboard::files
