#include "cli/request_filter.h"

#include <algorithm>

#include "cli/spec.h"

namespace callboard::cli {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is(const wire::JsonValue& request, std::string_view name, const std::optional<std::string>& wanted) {
    if (!wanted) return true;
    const auto value = request.find(name);
    return value && value->kind() == wire::JsonKind::text && value->text() == *wanted;
}

}  // namespace

StatusFilter::StatusFilter(const std::string& text) {
    const bool is_class = text.size() == 3 && text.ends_with("xx");
    const bool is_status = text.size() == 3 && std::ranges::all_of(text, is_digit);
    if ((!is_class && !is_status) || text.front() < '1' || text.front() > '5')
        throw UsageError("--status: '" + text + "' must be a status such as 429, or 4xx or 5xx");
    first_ = is_class ? (text.front() - '0') * 100 : std::stoi(text);
    last_ = is_class ? first_ + 99 : first_;
}

bool RequestFilter::accepts(const wire::JsonValue& request) const {
    const auto status = request.find("status");
    const auto ms = request.find("ms");
    if (!status || !ms) return false;
    const auto accepts_status = [&](const StatusFilter& each) {
        return each.accepts(status->whole_number().value_or(0));
    };
    return is(request, "company", company) && is(request, "user", user) &&
           is(request, "application", application) && is(request, "operation", operation) &&
           (statuses.empty() || std::ranges::any_of(statuses, accepts_status)) &&
           (!slower_than || ms->number() > *slower_than);
}

}  // namespace callboard::cli
