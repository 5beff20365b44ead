#include "archive/archive.h"

#include <string>
#include <utility>

#include "archive/archive_key.h"
#include "base/constant_time.h"
#include "base/encoding.h"
#include "base/hmac.h"

namespace callboard::archive {
namespace {

std::optional<Secret> content_key(const std::optional<ArchiveKeys>& keys) {
    if (!keys) return std::nullopt;
    return keys->content;
}

}  // namespace

Writer::Writer(Header header, const std::optional<Secret>& passphrase, const ByteSink& sink) {
    header.salt.reset();
    std::optional<ArchiveKeys> keys;
    if (passphrase) {
        header.salt = new_salt();
        keys.emplace(derive_keys(*passphrase, *header.salt));
    }
    const std::string text = to_text(header);
    sink(text);
    if (keys) sink(to_hex(hmac_sha256(keys->header, text)) + "\n");
    chunks_ = std::make_unique<ChunkWriter>(ChunkSeal{content_key(keys), text}, sink);
    compressor_ =
        std::make_unique<Compressor>([to = chunks_.get()](std::string_view bytes) { to->append(bytes); });
    entries_ = std::make_unique<EntryWriter>(
        [to = compressor_.get()](std::string_view bytes) { to->append(bytes); });
}

void Writer::finish() {
    entries_->finish();
    compressor_->finish();
    chunks_->finish();
}

Reader::Reader(ByteSource source) : source_(std::move(source)), read_(read_header(source_)) {}

bool Reader::unlock(const std::optional<Secret>& passphrase) {
    if (passphrase.has_value() != is_encrypted()) return false;
    std::optional<ArchiveKeys> keys;
    if (passphrase) {
        keys.emplace(derive_keys(*passphrase, *read_.header.salt));
        const std::string expected = to_hex(hmac_sha256(keys->header, read_.text));
        if (!equal_in_constant_time(expected, read_.hmac)) return false;
    }
    chunks_ = std::make_unique<ChunkReader>(ChunkSeal{content_key(keys), read_.text}, source_);
    decompressor_ = std::make_unique<Decompressor>(
        [from = chunks_.get()](std::span<char> into) { return from->read(into); });
    entries_ = std::make_unique<EntryReader>(
        [from = decompressor_.get()](std::span<char> into) { return from->read(into); });
    return true;
}

}  // namespace callboard::archive
