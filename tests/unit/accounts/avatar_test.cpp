#include "accounts/avatar.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "support/each_database.h"
#include "support/error_code.h"
#include "support/given.h"

namespace callboard {
namespace {

using accounts::ImageFormat;
using Codes = std::vector<std::string>;

const std::string kPng = std::string{"\x89PNG\r\n\x1a\n\0\xff", 10};

class Avatars : public test::EachDatabase {
  protected:
    void set(const accounts::Actor& actor, const UserId& id, std::string_view bytes) {
        db->write(company, [&](db::Tx& tx) { accounts::set_avatar(tx, actor, id, bytes); });
    }
    accounts::Avatar get(const accounts::Actor& actor, const UserId& id) {
        return db->read(company,
                        [&](db::Snapshot& snapshot) { return accounts::avatar(snapshot, actor, id); });
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const accounts::Actor robin = given::user(*db, company, accounts::Role::standard);
};

TEST_P(Avatars, AreKeptByteForByteUntilReplacedOrRemoved) {
    set(admin, robin.id(), kPng);
    EXPECT_EQ(get(robin, robin.id()).bytes, kPng);
    EXPECT_EQ(get(robin, robin.id()).format, ImageFormat::png);

    set(admin, robin.id(), "GIF89a...");
    EXPECT_EQ(get(admin, robin.id()).bytes, "GIF89a...");
    EXPECT_EQ(get(admin, robin.id()).format, ImageFormat::gif);

    db->write(company, [&](db::Tx& tx) { accounts::remove_avatar(tx, admin, robin.id()); });
    EXPECT_EQ(test::error_code([&] { get(admin, robin.id()); }), "AVATAR_NOT_FOUND");
    EXPECT_EQ(given::audit_names(*db, company),
              (Codes{"USER_AVATAR_CHANGED", "USER_AVATAR_CHANGED", "USER_AVATAR_CHANGED"}));
}

TEST_P(Avatars, AreImages) {
    EXPECT_EQ(test::error_code([&] { set(admin, robin.id(), "<svg><script/></svg>"); }), "INVALID_FILE");
    EXPECT_EQ(test::error_code([&] { set(admin, robin.id(), ""); }), "INVALID_FILE");
    EXPECT_EQ(test::error_code([&] { get(admin, robin.id()); }), "AVATAR_NOT_FOUND");
}

TEST_P(Avatars, AreChangedByAdministratorsOfTheCompany) {
    const CompanyId other = given::company(*db, "other");
    const accounts::Actor stranger = given::user(*db, other);

    EXPECT_EQ(test::error_code([&] { set(robin, robin.id(), kPng); }), "PERMISSION_DENIED");
    EXPECT_EQ(test::error_code([&] { set(admin, stranger.id(), kPng); }), "USER_NOT_FOUND");
    set(admin, robin.id(), kPng);
    EXPECT_EQ(test::error_code([&] {
                  db->read(other, [&](db::Snapshot& snapshot) {
                      return accounts::avatar(snapshot, stranger, robin.id());
                  });
              }),
              "USER_NOT_FOUND");
}

RUN_ON_EACH_DATABASE(Avatars);

TEST(ImageFormats, AreRecognisedByTheirFirstBytes) {
    EXPECT_EQ(accounts::image_format(kPng), ImageFormat::png);
    EXPECT_EQ(accounts::image_format("\xff\xd8\xff\xe0"), ImageFormat::jpeg);
    EXPECT_EQ(accounts::image_format("GIF87a"), ImageFormat::gif);
    EXPECT_EQ(accounts::image_format("RIFF1234WEBPVP8 "), ImageFormat::webp);
    EXPECT_EQ(accounts::image_format("RIFF1234WAVEfmt "), std::nullopt);
    EXPECT_EQ(accounts::image_format("RIFF"), std::nullopt);
    EXPECT_EQ(accounts::image_format("\x89PNG"), std::nullopt);
}

}  // namespace
}  // namespace callboard
