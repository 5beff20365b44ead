// Streams of bytes, as functions.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <stdexcept>
#include <string_view>

namespace callboard::archive {

// Fills the beginning of the buffer and returns the number of bytes; 0 only at the end.
using ByteSource = std::function<std::size_t(std::span<char> into)>;
using ByteSink = std::function<void(std::string_view bytes)>;

// What was read is not an archive, or is damaged. The message is a clause for the operator.
struct BadArchive : std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace callboard::archive
