#include "wire/page.h"

#include "base/digest.h"
#include "base/encoding.h"

namespace callboard::wire {
namespace {

constexpr std::size_t kTagBytes = 9;

std::string tag(std::string_view position, std::string_view bound_to) {
    std::string all{position};
    all += '\0';
    all += bound_to;
    const Sha256 digest = sha256(all);
    return {digest.begin(), digest.begin() + kTagBytes};
}

}  // namespace

std::string make_cursor(std::string_view position, std::string_view bound_to) {
    return to_base64url(tag(position, bound_to) + std::string{position});
}

std::optional<std::string> read_cursor(std::string_view cursor, std::string_view bound_to) {
    const auto bytes = from_base64url(cursor);
    if (!bytes || bytes->size() <= kTagBytes) return std::nullopt;
    std::string position = bytes->substr(kTagBytes);
    if (bytes->compare(0, kTagBytes, tag(position, bound_to)) != 0) return std::nullopt;
    return position;
}

}  // namespace callboard::wire
