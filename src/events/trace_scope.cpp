#include "events/trace_scope.h"

#include <utility>

namespace callboard::events {
namespace {

std::string_view& trace_of_thread() {
    thread_local std::string_view trace;
    return trace;
}

}  // namespace

TraceScope::TraceScope(std::string_view trace) : before_(std::exchange(trace_of_thread(), trace)) {}

TraceScope::~TraceScope() {
    trace_of_thread() = before_;
}

std::string_view TraceScope::current() {
    return trace_of_thread();
}

}  // namespace callboard::events
