#include "candidates/profile_values.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <string>

#include "base/email.h"
#include "base/encoding.h"

namespace callboard::candidates {
namespace {

constexpr std::size_t kLongestName = 128;
constexpr std::size_t kLongestPhoneNumber = 128;
constexpr std::size_t kLongestTag = 150;

enum class Lines { one, any };

// Line breaks and tabs as spaces: they are accepted because people paste them.
std::string without_line_ends(std::string_view text) {
    std::string line{text};
    std::ranges::replace_if(line, [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
    return line;
}

// The trimmed text, if it has 1 to `longest` characters and no control characters.
std::optional<std::string> short_text(std::string_view text, std::size_t longest, wire::Reading& reading,
                                      Lines lines) {
    if (has_control_characters(lines == Lines::any ? without_line_ends(text) : text)) {
        reading.fault("must not contain control characters");
        return std::nullopt;
    }
    std::string trimmed = trim(text);
    if (count_characters(trimmed) > longest || fold(trimmed).empty()) {  // no visible character
        reading.fault("must have 1 to " + std::to_string(longest) + " characters");
        return std::nullopt;
    }
    return trimmed;
}

template <class Value>
std::optional<Value> of_short_text(std::string_view text, std::size_t longest, wire::Reading& reading,
                                   Lines lines = Lines::one) {
    auto read = short_text(text, longest, reading, lines);
    if (!read) return std::nullopt;
    return Value{std::move(*read)};
}

bool is_ascii_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Parses exactly `count` digits.
std::optional<unsigned> digits(std::string_view text, std::size_t count) {
    unsigned number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (text.size() != count || error != std::errc{} || stop != end) return std::nullopt;
    return number;
}

bool is_date(std::string_view text) {
    const auto year = digits(text.substr(0, 4), 4);
    if (!year) return false;
    if (text.size() == 4) return true;
    if (text[4] != '-') return false;
    const auto month = digits(text.substr(5, 2), 2);
    if (!month || *month < 1 || *month > 12) return false;
    if (text.size() == 7) return true;
    if (text[7] != '-') return false;
    const auto day = digits(text.substr(8), 2);
    return day && std::chrono::year_month_day{std::chrono::year{static_cast<int>(*year)},
                                              std::chrono::month{*month}, std::chrono::day{*day}}
                      .ok();
}

}  // namespace

std::optional<Name> read_name(std::string_view text, wire::Reading& reading) {
    return of_short_text<Name>(text, kLongestName, reading, Lines::any);
}

std::optional<Email> read_email(std::string_view text, wire::Reading& reading) {
    std::string trimmed = trim(text);
    if (is_email(trimmed)) return Email{std::move(trimmed)};
    reading.fault("must be an e-mail address");
    return std::nullopt;
}

std::optional<PhoneNumber> read_phone_number(std::string_view text, wire::Reading& reading) {
    return of_short_text<PhoneNumber>(text, kLongestPhoneNumber, reading);
}

std::optional<CountryCode> read_country_code(std::string_view text, wire::Reading& reading) {
    if (text.size() == 2 && std::ranges::all_of(text, is_ascii_letter)) return CountryCode{fold(text)};
    reading.fault("must have exactly 2 letters");
    return std::nullopt;
}

std::optional<PartialDate> read_partial_date(std::string_view text, wire::Reading& reading) {
    if (is_date(text)) return PartialDate{std::string{text}};
    reading.fault("must be a date such as 2015, 2015-11 or 2015-11-17");
    return std::nullopt;
}

std::optional<Tag> read_tag(std::string_view text, wire::Reading& reading) {
    return of_short_text<Tag>(text, kLongestTag, reading);
}

}  // namespace callboard::candidates
