#include "accounts/avatar.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "support/each_database.h"
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
    template <class What>
    static std::string code_of(What what) {
        try {
            what();
        } catch (const Error& error) {
            return error.faults.front().code;
        }
        return "";
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
    EXPECT_EQ(code_of([&] { get(admin, robin.id()); }), "AVATAR_NOT_FOUND");
    EXPECT_EQ(given::audit_names(*db, company),
              (Codes{"USER_AVATAR_CHANGED", "USER_AVATAR_CHANGED", "USER_AVATAR_CHANGED"}));
}

TEST_P(Avatars, AreImages) {
    EXPECT_EQ(code_of([&] { set(admin, robin.id(), "<svg><script/></svg>"); }), "INVALID_FILE");
    EXPECT_EQ(code_of([&] { set(admin, robin.id(), ""); }), "INVALID_FILE");
    EXPECT_EQ(code_of([&] { get(admin, robin.id()); }), "AVATAR_NOT_FOUND");
}

TEST_P(Avatars, AreChangedByAdministratorsOfTheCompany) {
    const CompanyId other = given::company(*db, "other");
    const accounts::Actor stranger = given::user(*db, other);

    EXPECT_EQ(code_of([&] { set(robin, robin.id(), kPng); }), "PERMISSION_DENIED");
    EXPECT_EQ(code_of([&] { set(admin, stranger.id(), kPng); }), "USER_NOT_FOUND");
    set(admin, robin.id(), kPng);
    EXPECT_EQ(code_of([&] {
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
