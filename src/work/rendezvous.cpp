#include "work/rendezvous.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace callboard::work {
namespace {

// FNV-1a, whose last characters hardly affect the high bits, and the finalizer of MurmurHash3, which mixes
// them. Servers of different versions must agree, so this cannot be std::hash.
std::uint64_t weight(std::string_view server, std::string_view key) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const std::string_view part : {server, std::string_view{"\0", 1}, key}) {
        for (const char c : part) {
            hash ^= static_cast<unsigned char>(c);
            hash *= 0x100000001b3;
        }
    }
    hash ^= hash >> 33U;
    hash *= 0xff51afd7ed558ccd;
    hash ^= hash >> 33U;
    hash *= 0xc4ceb9fe1a85ec53;
    return hash ^ (hash >> 33U);
}

}  // namespace

std::size_t rank(std::string_view server, std::span<const std::string> servers, std::string_view key) {
    const auto own = std::pair{weight(server, key), server};
    return static_cast<std::size_t>(std::ranges::count_if(servers, [&](const std::string& other) {
        return std::pair{weight(other, key), std::string_view{other}} > own;
    }));
}

}  // namespace callboard::work
