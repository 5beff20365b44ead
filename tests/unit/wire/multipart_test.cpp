#include "wire/multipart.h"

#include <gtest/gtest.h>

namespace callboard {
namespace {

using wire::parse_multipart;

constexpr std::string_view kType = "multipart/form-data; boundary=xyz";

std::string part(const std::string& headers, const std::string& content) {
    return "--xyz\r\n" + headers + "\r\n\r\n" + content + "\r\n";
}

const std::string kFile = part(
    "Content-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\nContent-Type: image/png", "bytes");

TEST(Multipart, ReadsAFileAndAField) {
    const std::string body =
        part("Content-Disposition: form-data; name=\"note\"", "hello") + kFile + "--xyz--\r\n";

    const auto parts = parse_multipart(kType, body);

    ASSERT_TRUE(parts);
    ASSERT_EQ(parts->size(), 2U);
    EXPECT_EQ(parts->at(0).name, "note");
    EXPECT_EQ(parts->at(0).content, "hello");
    EXPECT_FALSE(parts->at(0).file_name);
    EXPECT_FALSE(parts->at(0).media_type);
    EXPECT_EQ(parts->at(1).name, "file");
    EXPECT_EQ(parts->at(1).file_name, "a.png");
    EXPECT_EQ(parts->at(1).media_type, "image/png");
    EXPECT_EQ(parts->at(1).content, "bytes");
}

TEST(Multipart, ReadsContentsThatResembleADelimiter) {
    const std::string content = std::string{"\0\r\n--xy\r\n-xyz--xyz\r", 19};
    const std::string body = part("content-disposition: form-data; name=file", content) + "--xyz--";

    const auto parts = parse_multipart(kType, body);

    ASSERT_TRUE(parts);
    EXPECT_EQ(parts->at(0).content, content);
}

TEST(Multipart, ReadsAnEmptyFileAndAnEmptyForm) {
    EXPECT_EQ(parse_multipart(kType, part("Content-Disposition: form-data; name=file", "") + "--xyz--")
                  ->at(0)
                  .content,
              "");
    EXPECT_TRUE(parse_multipart(kType, "--xyz--\r\n")->empty());
}

TEST(Multipart, ReadsBoundariesAndFileNamesAsClientsWriteThem) {
    const auto named = [](const std::string& disposition) {
        const std::string body =
            part("Content-Disposition: form-data; name=\"file\"; " + disposition, "x") + "--xyz--";
        const auto parts = parse_multipart("Multipart/Form-Data;charset=utf-8; boundary=\"xyz\"", body);
        return parts ? parts->at(0).file_name : "refused";
    };
    EXPECT_EQ(named(R"(filename="C:\Users\me\a.png")"), R"(C:\Users\me\a.png)");
    EXPECT_EQ(named(R"(filename="say \"a\".png")"), R"(say "a".png)");
    EXPECT_EQ(named("filename=a.png;"), "a.png");
    EXPECT_EQ(named("filename*=UTF-8''caf%C3%A9.png"), "caf\xc3\xa9.png");
    EXPECT_EQ(named("filename=\"x.png\"; filename*=utf-8''y.png"), "y.png");
    EXPECT_EQ(named("filename=\"\xff.png\""), "refused");
    EXPECT_EQ(named("filename*=latin1''y.png"), "refused");
    EXPECT_EQ(named("filename=\"a.png"), "refused");
    EXPECT_EQ(named("filename=a; filename=b"), "refused");
}

TEST(Multipart, RefusesWhatIsNotAForm) {
    EXPECT_FALSE(parse_multipart("application/json", kFile + "--xyz--"));
    EXPECT_FALSE(parse_multipart("multipart/form-data", kFile + "--xyz--"));
    EXPECT_FALSE(parse_multipart("multipart/form-data; boundary=", kFile + "--xyz--"));
    EXPECT_FALSE(parse_multipart("multipart/form-data; boundary=" + std::string(71, 'x'), kFile + "--xyz--"));
    EXPECT_FALSE(parse_multipart("", ""));
}

TEST(Multipart, RefusesABodyThatIsNotComplete) {
    const std::string body = kFile + "--xyz--";
    for (std::size_t size = 0; size < body.size(); ++size)
        EXPECT_FALSE(parse_multipart(kType, std::string_view{body}.substr(0, size))) << size;
    EXPECT_TRUE(parse_multipart(kType, body));
}

TEST(Multipart, RefusesPartsWithoutAName) {
    EXPECT_FALSE(parse_multipart(kType, part("Content-Type: image/png", "x") + "--xyz--"));
    EXPECT_FALSE(parse_multipart(kType, part("Content-Disposition: attachment; name=file", "x") + "--xyz--"));
    EXPECT_FALSE(parse_multipart(kType, part("Content-Disposition: form-data", "x") + "--xyz--"));
    EXPECT_FALSE(parse_multipart(kType, part("no header", "x") + "--xyz--"));
}

TEST(Multipart, RefusesTooManyPartsAndTooLongHeaders) {
    std::string many;
    for (int i = 0; i < 32; ++i) many += part("Content-Disposition: form-data; name=a", "");
    EXPECT_TRUE(parse_multipart(kType, many + "--xyz--"));
    EXPECT_FALSE(
        parse_multipart(kType, many + part("Content-Disposition: form-data; name=a", "") + "--xyz--"));
    EXPECT_TRUE(
        parse_multipart(kType, many + part("Content-Disposition: form-data; name=a", "") + "--xyz--", 33));
    EXPECT_FALSE(parse_multipart(kType, many + "--xyz--", 31));
    EXPECT_FALSE(parse_multipart(
        kType, part("Content-Disposition: form-data; name=" + std::string(5000, 'a'), "") + "--xyz--"));
}

TEST(Multipart, RefusesTooManyParametersOfAHeader) {
    std::string header = "Content-Disposition: form-data; name=a";
    for (int i = 1; i < 16; ++i) header += "; p" + std::to_string(i) + "=x";
    EXPECT_TRUE(parse_multipart(kType, part(header, "") + "--xyz--"));
    EXPECT_FALSE(parse_multipart(kType, part(header + "; p16=x", "") + "--xyz--"));
}

}  // namespace
}  // namespace callboard
