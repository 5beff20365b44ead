#include "wire/list_parameters.h"

#include "base/encoding.h"

namespace callboard::wire {

std::string parameter_text(bool value) {
    return value ? "true" : "false";
}

std::string parameter_text(std::int64_t value) {
    return std::to_string(value);
}

std::string parameter_text(Timestamp value) {
    return to_iso(value);
}

void append_parameter(std::string& query, std::string_view name, std::string_view value) {
    if (!query.empty()) query += '&';
    query.append(name).append("=").append(percent_encode(value));
}

}  // namespace callboard::wire
