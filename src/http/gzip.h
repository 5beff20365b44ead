// Compression of response bodies.
#pragma once

#include <memory>
#include <string>

#include "http/message.h"

namespace callboard::http {

// Smaller bodies gain nothing.
inline constexpr std::size_t kWorthCompressing = 1024;

std::string gzip(std::string_view bytes);

// A stream whose pieces are compressed as they come.
std::unique_ptr<BodyStream> gzip(std::unique_ptr<BodyStream> inner);

}  // namespace callboard::http
