// The trace that a request belongs to (W3C Trace Context, level 1): an id that all systems which take part
// share.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace callboard {

class TraceContext {
  public:
    // From the header `traceparent`. An invalid one is ignored, as the recommendation demands.
    static std::optional<TraceContext> parse(std::string_view traceparent);

    std::string_view id() const { return text().substr(0, kIdLength); }

    // Trace id, dash, flags: the part that does not change from one system to the next.
    std::string_view text() const { return {text_.data(), text_.size()}; }

  private:
    static constexpr std::size_t kIdLength = 32;
    static constexpr std::size_t kFlagsLength = 2;

    TraceContext() = default;

    std::array<char, kIdLength + 1 + kFlagsLength> text_{};
};

// The header `traceparent` of a request to another system: the text() of a trace with a new span id.
std::string next_traceparent(std::string_view trace);

}  // namespace callboard
