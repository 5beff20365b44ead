#include "accounts/avatar.h"

#include "accounts/avatar_store.h"
#include "accounts/user_access.h"
#include "base/error.h"
#include "events/audit_log.h"

namespace callboard::accounts {
namespace {

void audit_change(db::Tx& tx, const Actor& actor, const UserId& id) {
    events::audit(tx, actor, {.name = "USER_AVATAR_CHANGED", .entity_type = "USER", .entity_id = id.text()});
}

}  // namespace

std::optional<ImageFormat> image_format(std::string_view bytes) {
    if (bytes.starts_with("\x89PNG\r\n\x1a\n")) return ImageFormat::png;
    if (bytes.starts_with("\xff\xd8\xff")) return ImageFormat::jpeg;
    if (bytes.starts_with("GIF87a") || bytes.starts_with("GIF89a")) return ImageFormat::gif;
    if (bytes.starts_with("RIFF") && bytes.size() >= 12 && bytes.substr(8, 4) == "WEBP")
        return ImageFormat::webp;
    return std::nullopt;
}

void set_avatar(db::Tx& tx, const Actor& actor, const UserId& id, std::string_view bytes) {
    lock_user(tx, actor, id);
    const auto format = image_format(bytes);
    if (!format)
        throw invalid_request("INVALID_FILE", "the file is not an image in PNG, JPEG, GIF or WebP format");
    store::put_avatar(tx, id, *format, bytes);
    audit_change(tx, actor, id);
}

void remove_avatar(db::Tx& tx, const Actor& actor, const UserId& id) {
    lock_user(tx, actor, id);
    if (store::delete_avatar(tx, id)) audit_change(tx, actor, id);
}

Avatar avatar(db::Snapshot& snapshot, const Actor& actor, const UserId& id) {
    visible_user(snapshot, actor, id);
    auto found = store::find_avatar(snapshot, id);
    if (!found) throw not_found("AVATAR_NOT_FOUND");
    return std::move(*found);
}

}  // namespace callboard::accounts
