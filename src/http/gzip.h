// Compression of response bodies with gzip.
#pragma once

#include <memory>
#include <string>

#include "http/message.h"

namespace callboard::http {

// Below this size compression saves nothing.
inline constexpr std::size_t kSmallestCompressed = 1024;

std::string gzip(std::string_view bytes);

// Compresses a stream piece by piece.
std::unique_ptr<BodyStream> gzip(std::unique_ptr<BodyStream> inner);

}  // namespace callboard::http
