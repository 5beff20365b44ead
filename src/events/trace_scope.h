// The trace of the request for which this thread works: events that it records meanwhile belong to that
// trace. Ambient, like the context of tracing libraries, because the verbs between a request and the outbox
// have nothing to do with it.
#pragma once

#include <string_view>

namespace callboard::events {

class TraceScope {
  public:
    // `trace` is a TraceContext::text(), or empty, and must outlive the scope.
    explicit TraceScope(std::string_view trace);
    ~TraceScope();

    TraceScope(const TraceScope&) = delete;
    TraceScope& operator=(const TraceScope&) = delete;

    // Empty: there is none.
    static std::string_view current();

  private:
    const std::string_view before_;
};

}  // namespace callboard::events
