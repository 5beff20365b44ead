// ZIP archives without compression, for tests of files.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace callboard::test {

inline std::string little_endian(std::size_t number, std::size_t bytes) {
    std::string text;
    for (std::size_t i = 0; i < bytes; ++i, number >>= 8) text += static_cast<char>(number & 0xff);
    return text;
}

// Checksums and times are zero: nobody looks at them.
inline std::string zip(const std::vector<std::pair<std::string, std::string>>& files) {
    std::string archive;
    std::string directory;
    for (const auto& [name, content] : files) {
        const std::string sizes = little_endian(content.size(), 4) + little_endian(content.size(), 4) +
                                  little_endian(name.size(), 2) + little_endian(0, 2);
        directory += "PK\x01\x02" + little_endian(0, 16) + sizes + little_endian(0, 10) +
                     little_endian(archive.size(), 4) + name;
        archive += "PK\x03\x04" + little_endian(0, 14) + sizes + name + content;
    }
    return archive + directory + "PK\x05\x06" + little_endian(0, 4) + little_endian(files.size(), 2) +
           little_endian(files.size(), 2) + little_endian(directory.size(), 4) +
           little_endian(archive.size(), 4) + little_endian(0, 2);
}

}  // namespace callboard::test
