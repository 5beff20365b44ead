#include "edge/posting_limit.h"

#include <string_view>

#include "base/error.h"
#include "edge/address_limits.h"

namespace callboard::edge {

void limit_applications(const Services& services, const PostingUuid* posting, const IpAddress& client) {
    const std::string_view key = posting ? std::string_view{posting->text()} : std::string_view{};
    if (const auto wait = services.address_limits.application(key, client))
        throw too_many("too many applications for this posting", *wait);
}

}  // namespace callboard::edge
