// The pictures of users.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "accounts/actor.h"
#include "base/id.h"
#include "base/names.h"
#include "db/db.h"

namespace callboard::accounts {

enum class ImageFormat { png, jpeg, gif, webp };

struct Avatar {
    ImageFormat format{};
    std::string bytes;
};

// By its first bytes: what a client states about a file can be wrong. nullopt: another format, such as SVG,
// which can contain scripts.
std::optional<ImageFormat> image_format(std::string_view bytes);

// Throws INVALID_FILE if the bytes are not an image.
void set_avatar(db::Tx& tx, const Actor& actor, const UserId& id, std::string_view bytes);
void remove_avatar(db::Tx& tx, const Actor& actor, const UserId& id);

// Throws AVATAR_NOT_FOUND if the user has none.
Avatar avatar(db::Snapshot& snapshot, const Actor& actor, const UserId& id);

}  // namespace callboard::accounts

template <>
struct callboard::Names<callboard::accounts::ImageFormat> {
    using enum callboard::accounts::ImageFormat;
    static constexpr std::string_view kName = "ImageFormat";
    static constexpr std::array kList{
        std::pair{png, std::string_view{"PNG"}}, std::pair{jpeg, std::string_view{"JPEG"}},
        std::pair{gif, std::string_view{"GIF"}}, std::pair{webp, std::string_view{"WEBP"}}};
};
