#include "edge/request_id.h"

#include <algorithm>
#include <array>

#include "base/encoding.h"
#include "base/random.h"

namespace callboard::edge {
namespace {

constexpr std::size_t kLongest = 128;

bool is_plain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.' || c == ':';
}

}  // namespace

void choose_request_id(std::string& id, std::string_view from_client) {
    if (!from_client.empty() && from_client.size() <= kLongest &&
        std::ranges::all_of(from_client, is_plain)) {
        id = from_client;
        return;
    }
    std::array<std::uint8_t, 16> bytes{};
    fill_random(bytes);
    write_hex(id, bytes);
}

}  // namespace callboard::edge
