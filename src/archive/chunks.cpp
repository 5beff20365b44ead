#include "archive/chunks.h"

#include <algorithm>

#include "base/aes_gcm.h"
#include "base/constant_time.h"
#include "base/digest.h"

namespace callboard::archive {
namespace {

constexpr std::size_t kSealedSize = kChunkSize + aes_gcm::kTagSize;

std::string hash(std::string_view bytes) {
    const Sha256 digest = sha256(bytes);
    return {reinterpret_cast<const char*>(digest.data()), aes_gcm::kTagSize};
}

// Fills the buffer to `size`, unless the source ends before.
void fill(std::string& buffer, std::size_t size, const ByteSource& source) {
    std::size_t filled = buffer.size();
    buffer.resize(size);
    while (filled < size) {
        const std::size_t count = source(std::span{buffer}.subspan(filled));
        if (count == 0) break;
        filled += count;
    }
    buffer.resize(filled);
}

}  // namespace

ChunkSeal::ChunkSeal(const std::optional<Secret>& key, std::string_view header)
    : key_(key), last_hash_(hash(header)) {}

std::string ChunkSeal::close(std::string_view plain, bool is_last) {
    if (key_) return aes_gcm::encrypt({.key = *key_, .nonce = next_nonce(is_last), .bound_to = {}}, plain);
    return std::string{plain} + next_hash(plain, is_last);
}

std::optional<std::string> ChunkSeal::open(std::string_view sealed, bool is_last) {
    if (sealed.size() < aes_gcm::kTagSize) return std::nullopt;
    if (key_) return aes_gcm::decrypt({.key = *key_, .nonce = next_nonce(is_last), .bound_to = {}}, sealed);
    const auto plain = sealed.substr(0, sealed.size() - aes_gcm::kTagSize);
    if (!equal_in_constant_time(next_hash(plain, is_last), sealed.substr(plain.size()))) return std::nullopt;
    return std::string{plain};
}

std::string ChunkSeal::next_nonce(bool is_last) {
    std::string nonce(aes_gcm::kNonceSize, '\0');
    std::uint64_t number = number_++;
    for (std::size_t i = 0; i < sizeof number; ++i, number >>= 8U)
        nonce[i] = static_cast<char>(number & 0xffU);
    nonce.back() = is_last ? '\1' : '\0';
    return nonce;
}

std::string ChunkSeal::next_hash(std::string_view plain, bool is_last) {
    last_hash_ = hash(last_hash_.append(is_last ? "\1" : "\2").append(plain));
    return last_hash_;
}

void ChunkWriter::append(std::string_view bytes) {
    while (!bytes.empty()) {
        if (chunk_.size() == kChunkSize) {
            sink_(seal_.close(chunk_, false));
            chunk_.clear();
        }
        const std::size_t taken = std::min(bytes.size(), kChunkSize - chunk_.size());
        chunk_.append(bytes.substr(0, taken));
        bytes.remove_prefix(taken);
    }
}

void ChunkWriter::finish() {
    sink_(seal_.close(chunk_, true));
}

std::size_t ChunkReader::read(std::span<char> into) {
    while (taken_ == plain_.size() && !at_end_) read_chunk();
    const std::size_t count = std::min(into.size(), plain_.size() - taken_);
    std::copy_n(plain_.begin() + static_cast<std::ptrdiff_t>(taken_), count, into.begin());
    taken_ += count;
    return count;
}

void ChunkReader::read_chunk() {
    fill(sealed_, kSealedSize + 1, source_);
    const bool is_last = sealed_.size() <= kSealedSize;
    const auto chunk = std::string_view{sealed_}.substr(0, kSealedSize);
    auto opened = seal_.open(chunk, is_last);
    if (!opened) throw BadArchive{"is damaged or truncated"};
    plain_ = std::move(*opened);
    taken_ = 0;
    at_end_ = is_last;
    sealed_.erase(0, chunk.size());
}

}  // namespace callboard::archive
