// The types of files that are accepted, by what their content is: names and stated media types can be wrong.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/names.h"

namespace callboard::files {

enum class FileType { pdf, doc, docx, odt, rtf, text, png, jpeg, gif, webp };

// nullopt: another type, or one that can contain programs, such as a document with macros.
std::optional<FileType> file_type(std::string_view content);

std::string_view media_type_of(FileType type);

bool is_image(FileType type);

// Whether the end of the name, such as ".pdf", is one of this type.
bool is_named_like(FileType type, std::string_view name);

// Whether a stated media type is this one. None, and the one for unknown types, say nothing.
bool is_stated_like(FileType type, std::string_view media_type);

}  // namespace callboard::files

template <>
struct callboard::Names<callboard::files::FileType> {
    using enum callboard::files::FileType;
    static constexpr std::array kList{
        std::pair{pdf, std::string_view{"PDF"}},   std::pair{doc, std::string_view{"DOC"}},
        std::pair{docx, std::string_view{"DOCX"}}, std::pair{odt, std::string_view{"ODT"}},
        std::pair{rtf, std::string_view{"RTF"}},   std::pair{text, std::string_view{"TEXT"}},
        std::pair{png, std::string_view{"PNG"}},   std::pair{jpeg, std::string_view{"JPEG"}},
        std::pair{gif, std::string_view{"GIF"}},   std::pair{webp, std::string_view{"WEBP"}}};
};
