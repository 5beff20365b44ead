#include "wire/unknown_names.h"

#include <algorithm>
#include <utility>

#include "base/nearest.h"
#include "wire/json_pointer.h"

namespace callboard::wire {
namespace {

constexpr std::size_t kLongestName = 256;  // in a fault

// The header value can be split at commas, and no name can inject a header or look like "+12 more".
bool is_shown_unescaped(char c) {
    return c > ' ' && c < 0x7f && c != '"' && c != '%' && c != ',' && c != '\\';
}

void append_encoded(std::string& out, char c) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += kDigits[byte >> 4];
    out += kDigits[byte & 0xf];
}

// The text for the header. Long texts are truncated and end with "...". Only pointers begin with a slash;
// that of a parameter is encoded.
enum class Kind { pointer, parameter };
std::string shown(std::string_view text, Kind kind) {
    constexpr std::string_view kEllipsis = "...";
    constexpr std::size_t kRoom = UnknownNames::kLongestShown - kEllipsis.size();
    if (text.empty()) return R"("")";
    std::string out;
    std::size_t uncut = 0;  // the part of `out` that fits before the ellipsis
    for (const char c : text) {
        const bool misleads = kind == Kind::parameter && out.empty() && c == '/';
        if (is_shown_unescaped(c) && !misleads) {
            out += c;
        } else {
            append_encoded(out, c);
        }
        if (out.size() <= kRoom) uncut = out.size();
        if (out.size() > UnknownNames::kLongestShown) return out.erase(uncut).append(kEllipsis);
    }
    return out;
}

std::string suggestion(std::string_view name, KnownNames known) {
    const auto meant = nearest(name, known);
    return meant ? "; did you mean " + std::string{*meant} + "?" : std::string{};
}

}  // namespace

void UnknownNames::add_member(std::string_view object, std::string_view name, KnownNames known) {
    if (overflows()) return;
    std::string pointer{object};
    append_step(pointer, name.substr(0, kLongestName));
    std::string text = shown(pointer, Kind::pointer);
    if (handling_ == Handling::lenient) return keep(std::move(text), {});
    // A truncated pointer would be wrong: report the object instead.
    if (name.size() > kLongestName) pointer = object;
    keep(std::move(text), {{}, "is an unknown field" + suggestion(name, known), std::move(pointer)});
}

void UnknownNames::add_element(std::string_view pointer, std::string_view reason) {
    if (overflows()) return;
    keep(shown(pointer, Kind::pointer), {{}, std::string{reason}, std::string{pointer}});
}

void UnknownNames::add_parameter(std::string_view name, KnownNames known) {
    std::string text = shown(name, Kind::parameter);
    if (std::ranges::find(names_, text) != names_.end() || overflows()) return;
    if (handling_ == Handling::lenient) return keep(std::move(text), {});
    const std::string suggestion_text =
        known.empty() ? "; this operation has no parameters" : suggestion(name, known);
    std::string message = "unknown parameter " + text + suggestion_text;
    keep(std::move(text), {{}, std::move(message), {}});
}

std::string UnknownNames::header_value() const {
    std::string value;
    for (const std::string& name : names_) value.append(value.empty() ? "" : ", ").append(name);
    if (more_ > 0) value.append(", +").append(std::to_string(more_)).append(" more");
    return value;
}

std::vector<Fault> UnknownNames::take_faults(std::string_view code) {
    if (faults_.empty()) return {};
    std::vector<Fault> faults = std::exchange(faults_, {});
    if (more_ > 0) faults.push_back({{}, "and " + std::to_string(more_) + " more unknown names", {}});
    for (Fault& fault : faults) fault.code = code;
    return faults;
}

void UnknownNames::rewind(Mark mark) {
    names_.resize(mark.kept);
    faults_.clear();
    more_ = mark.more;
}

// True if no more names are kept; then counts the name.
bool UnknownNames::overflows() {
    if (names_.size() < kMostNamed) return false;
    ++more_;
    return true;
}

void UnknownNames::keep(std::string shown_name, Fault fault) {
    names_.push_back(std::move(shown_name));
    if (handling_ == Handling::strict) faults_.push_back(std::move(fault));
}

}  // namespace callboard::wire
