#include "files/file_type.h"

#include <algorithm>
#include <cstdlib>
#include <span>

#include "base/ascii.h"
#include "base/encoding.h"
#include "files/zip_listing.h"

namespace callboard::files {
namespace {

struct TypeFacts {
    FileType type;
    std::array<std::string_view, 3> endings;      // of names, lower case; the rest is empty
    std::array<std::string_view, 3> media_types;  // the first is the one that is sent
};

constexpr auto kFacts = std::to_array<TypeFacts>({
    {FileType::pdf, {"pdf"}, {"application/pdf", "application/x-pdf"}},
    {FileType::doc, {"doc", "dot"}, {"application/msword"}},
    {FileType::docx,
     {"docx", "dotx"},
     {"application/vnd.openxmlformats-officedocument.wordprocessingml.document", "application/zip",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.template"}},
    {FileType::odt, {"odt"}, {"application/vnd.oasis.opendocument.text", "application/zip"}},
    {FileType::rtf, {"rtf", "doc"}, {"application/rtf", "text/rtf", "application/msword"}},
    {FileType::text, {"txt", "text", "md"}, {"text/plain", "text/markdown"}},
    {FileType::png, {"png"}, {"image/png"}},
    {FileType::jpeg, {"jpg", "jpeg", "jfif"}, {"image/jpeg", "image/jpg", "image/pjpeg"}},
    {FileType::gif, {"gif"}, {"image/gif"}},
    {FileType::webp, {"webp"}, {"image/webp"}},
});

const TypeFacts& facts_of(FileType type) {
    const auto found = std::ranges::find(kFacts, type, &TypeFacts::type);
    if (found == kFacts.end()) std::abort();  // unreachable: every type has a row
    return *found;
}

bool has(const std::array<std::string_view, 3>& names, std::string_view name) {
    return !name.empty() && std::ranges::find(names, name) != names.end();
}

std::optional<FileType> document_in_zip(std::string_view content) {
    if (first_stored_file(content, "mimetype") == facts_of(FileType::odt).media_types.front())
        return list_zip(content, [](std::string_view) {}) ? std::optional{FileType::odt} : std::nullopt;
    bool has_types = false;
    bool has_document = false;
    bool has_macros = false;
    const bool is_whole = list_zip(content, [&](std::string_view name) {
        has_types |= name == "[Content_Types].xml";
        has_document |= name == "word/document.xml";
        has_macros |= name.ends_with("vbaProject.bin");
    });
    if (!is_whole || !has_types || !has_document || has_macros) return std::nullopt;
    return FileType::docx;
}

bool is_text(std::string_view content) {
    const auto is_readable = [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return (byte >= ' ' && byte != 0x7f) || c == '\n' || c == '\r' || c == '\t' || c == '\f';
    };
    return std::ranges::all_of(content, is_readable) && is_utf8(content);
}

// Readers of PDF accept bytes before the mark.
bool is_pdf(std::string_view content) {
    return content.substr(0, 1024).contains("%PDF-");
}

}  // namespace

std::optional<FileType> file_type(std::string_view content) {
    using namespace std::string_view_literals;
    if (content.empty()) return std::nullopt;
    if (content.starts_with("\x89PNG\r\n\x1a\n"sv)) return FileType::png;
    if (content.starts_with("\xff\xd8\xff"sv)) return FileType::jpeg;
    if (content.starts_with("GIF87a"sv) || content.starts_with("GIF89a"sv)) return FileType::gif;
    if (content.starts_with("RIFF"sv) && content.size() >= 12 && content.substr(8, 4) == "WEBP"sv)
        return FileType::webp;
    if (content.starts_with("{\\rtf"sv)) return FileType::rtf;
    if (content.starts_with("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"sv)) return FileType::doc;
    if (content.starts_with("PK\x03\x04"sv)) return document_in_zip(content);
    if (is_pdf(content)) return FileType::pdf;
    if (is_text(content)) return FileType::text;
    return std::nullopt;
}

std::string_view media_type_of(FileType type) {
    return facts_of(type).media_types.front();
}

bool is_image(FileType type) {
    return media_type_of(type).starts_with("image/");
}

bool is_named_like(FileType type, std::string_view name) {
    const auto dot = name.rfind('.');
    return dot != std::string_view::npos && has(facts_of(type).endings, lowered(name.substr(dot + 1)));
}

bool is_stated_like(FileType type, std::string_view media_type) {
    std::string stated = lowered(media_type.substr(0, media_type.find(';')));
    while (stated.ends_with(' ')) stated.pop_back();
    return stated.empty() || stated == "application/octet-stream" || has(facts_of(type).media_types, stated);
}

}  // namespace callboard::files
