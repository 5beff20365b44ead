#include "scim/filter.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include "base/ascii.h"
#include "base/encoding.h"
#include "scim/fault.h"
#include "wire/json.h"

namespace callboard::scim {
namespace {

constexpr std::array<std::string_view, 2> kOwnSchemas{"urn:ietf:params:scim:schemas:core:2.0:user:",
                                                      "urn:ietf:params:scim:schemas:core:2.0:group:"};

constexpr std::array kOperators{std::pair{std::string_view{"eq"}, Operator::equal},
                                std::pair{std::string_view{"ne"}, Operator::not_equal},
                                std::pair{std::string_view{"co"}, Operator::contains},
                                std::pair{std::string_view{"sw"}, Operator::starts_with},
                                std::pair{std::string_view{"ew"}, Operator::ends_with},
                                std::pair{std::string_view{"pr"}, Operator::present}};

bool is_word_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '$' || c == '.' || c == ':' || c == '+';
}

class Parser {
  public:
    Parser(std::string_view text, std::string_view keyword) : text_(text), keyword_(keyword) {
        if (text.size() > kLongestFilter)
            throw fault(keyword, "longer than " + std::to_string(kLongestFilter) + " bytes");
        if (!is_utf8(text) || text.contains('\0')) throw fault(keyword, "not valid UTF-8");
    }

    Filter filter() {
        Filter whole = disjunction(nullptr);
        expect_end();
        return whole;
    }

    Path path() {
        Path made{.attribute = attribute(word("an attribute")), .selection = std::nullopt};
        if (take('[')) {
            if (!made.attribute.part.empty()) fail("a filter must not follow a part of an attribute");
            made.selection = bracketed(']', nullptr);
            if (take('.')) made.attribute.part = part();
        }
        expect_end();
        return made;
    }

  private:
    // `around` is the attribute whose brackets the expression is in, or null.
    Filter disjunction(const Attribute* around) {
        return joined(Filter::Kind::any, "or",
                      [&] { return joined(Filter::Kind::all, "and", [&] { return term(around); }); });
    }

    template <class ReadPart>
    Filter joined(Filter::Kind kind, std::string_view word, ReadPart read_part) {
        Filter first = read_part();
        if (!take_word(word)) return first;
        Filter whole{.kind = kind, .comparison = {}, .parts = {}};
        whole.parts.push_back(std::move(first));
        do whole.parts.push_back(read_part());
        while (take_word(word));
        return whole;
    }

    Filter term(const Attribute* around) {
        if (take('(')) return bracketed(')', around);
        const std::size_t before = at_;
        if (take_word("not")) {
            if (take('(')) {
                Filter none{.kind = Filter::Kind::none, .comparison = {}, .parts = {}};
                none.parts.push_back(bracketed(')', around));
                return none;
            }
            at_ = before;  // an attribute of this name
        }
        const Attribute named = attribute(word("an attribute"));
        if (around) return comparison(within(*around, named));
        if (!take('[')) return comparison(named);
        if (!named.part.empty()) fail("a filter must not follow a part of an attribute");
        Filter selection = bracketed(']', &named);
        if (!take('.')) return selection;
        Filter both{.kind = Filter::Kind::all, .comparison = {}, .parts = {}};
        both.parts.push_back(std::move(selection));
        both.parts.push_back(comparison({.name = named.name, .part = part()}));
        return both;
    }

    Filter bracketed(char end, const Attribute* around) {
        if (++depth_ > kDeepestFilter)
            fail("more than " + std::to_string(kDeepestFilter) + " brackets in one another");
        Filter inside = disjunction(around);
        if (!take(end)) fail(std::string{"expected "} + end);
        --depth_;
        return inside;
    }

    Attribute within(const Attribute& around, const Attribute& named) {
        if (!named.part.empty()) fail("a filter in brackets must name parts of the attribute");
        return {.name = around.name, .part = named.name};
    }

    Filter comparison(Attribute named) {
        if (++comparisons_ > kMostComparisons)
            fail("more than " + std::to_string(kMostComparisons) + " comparisons");
        const std::string name = lowered(word("an operator"));
        const auto* const known =
            std::ranges::find(kOperators, name, &std::pair<std::string_view, Operator>::first);
        if (known == kOperators.end()) fail("must have one of the operators eq, ne, co, sw, ew and pr");
        Comparison made{
            .attribute = std::move(named), .op = known->second, .value = std::nullopt, .folded = {}};
        if (made.op != Operator::present) made.value = literal();
        made.folded = fold(made.value.value_or(""));
        const bool needs_text = made.op != Operator::equal && made.op != Operator::not_equal;
        if (needs_text && made.op != Operator::present && !made.value)
            fail("null can only be compared by eq and ne");
        return {.kind = Filter::Kind::comparison, .comparison = std::move(made), .parts = {}};
    }

    std::optional<std::string> literal() {
        skip_blanks();
        if (at_ < text_.size() && text_[at_] == '"') return quoted();
        const std::string_view text = word("a value in quotes, a number, true, false or null");
        if (text == "null") return std::nullopt;
        if (text == "true" || text == "false" || (text.front() >= '0' && text.front() <= '9') ||
            text.front() == '-')
            return std::string{text};
        fail("a text must be in double quotes");
    }

    // A JSON string.
    std::string quoted() {
        const std::size_t begin = at_++;
        while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
        if (at_ >= text_.size()) fail("a closing quote is missing");
        ++at_;
        try {
            const wire::JsonDocument document{text_.substr(begin, at_ - begin)};
            std::string value{document.root().text()};
            if (!value.contains('\0')) return value;
        } catch (const Error&) {
            // not a JSON string
        }
        fail("a text in quotes must be a JSON string without U+0000");
    }

    Attribute attribute(std::string_view text) {
        std::string name = lowered(text);
        for (const std::string_view schema : kOwnSchemas)
            if (name.starts_with(schema)) name.erase(0, schema.size());
        // The URN of a schema has a dot in its version.
        const std::size_t colon = name.rfind(':');
        const std::size_t dot = name.find('.', colon == std::string::npos ? 0 : colon);
        if (dot == std::string::npos) return checked({.name = std::move(name), .part = {}});
        if (dot + 1 == name.size()) fail("not the name of an attribute");
        return checked({.name = name.substr(0, dot), .part = name.substr(dot + 1)});
    }

    Attribute checked(Attribute made) {
        const bool is_named = !made.name.empty() && !made.name.ends_with(':') && !made.name.starts_with('.');
        if (!is_named || made.part.contains('.')) fail("not the name of an attribute");
        return made;
    }

    std::string part() {
        std::string name = lowered(word("a part of the attribute"));
        if (name.contains('.') || name.contains(':')) fail("not the name of an attribute");
        return name;
    }

    std::string_view word(std::string_view what) {
        skip_blanks();
        const std::size_t begin = at_;
        while (at_ < text_.size() && is_word_character(text_[at_])) ++at_;
        if (at_ == begin) fail("expected " + std::string{what});
        return text_.substr(begin, at_ - begin);
    }

    bool take_word(std::string_view wanted) {
        const std::size_t before = at_;
        skip_blanks();
        const std::size_t begin = at_;
        while (at_ < text_.size() && is_word_character(text_[at_])) ++at_;
        if (same_name(text_.substr(begin, at_ - begin), wanted)) return true;
        at_ = before;
        return false;
    }

    bool take(char wanted) {
        skip_blanks();
        if (at_ == text_.size() || text_[at_] != wanted) return false;
        ++at_;
        return true;
    }

    void skip_blanks() {
        while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    }

    void expect_end() {
        skip_blanks();
        if (at_ != text_.size()) fail("unexpected text");
    }

    [[noreturn]] void fail(const std::string& why) const {
        throw fault(keyword_, why + ", at character " + std::to_string(std::min(at_, text_.size()) + 1));
    }

    std::string_view text_;
    std::string_view keyword_;
    std::size_t at_ = 0;
    std::size_t depth_ = 0;
    std::size_t comparisons_ = 0;
};

bool holds(Operator op, std::string_view value, std::string_view wanted) {
    switch (op) {
        case Operator::equal:
        case Operator::not_equal: return value == wanted;
        case Operator::contains: return value.contains(wanted);
        case Operator::starts_with: return value.starts_with(wanted);
        case Operator::ends_with: return value.ends_with(wanted);
        case Operator::present: return !value.empty();
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

// The values of the attributes of a filter. Each is read and folded once: folding is what takes the time, and
// a filter may compare one attribute with many texts.
class KnownValues {
  public:
    struct Known {
        const Attribute* attribute;
        Values values;  // folded, unless they are case-exact
        bool is_present = false;
    };

    explicit KnownValues(ValuesOf values_of) : values_of_(values_of) {}

    // Valid until the next call.
    const Known& of(const Attribute& attribute) {
        for (const Known& each : known_)
            if (*each.attribute == attribute) return each;
        Values values = values_of_(attribute);
        const bool is_present =
            std::ranges::any_of(values.texts, [](const std::string& text) { return !text.empty(); });
        if (!values.case_exact && !values.is_folded)
            for (std::string& text : values.texts) text = fold(text);
        known_.push_back({.attribute = &attribute, .values = std::move(values), .is_present = is_present});
        return known_.back();
    }

  private:
    ValuesOf values_of_;
    std::vector<Known> known_;
};

bool matches(const Comparison& comparison, const KnownValues::Known& known) {
    // null is the absence of a value.
    if (!comparison.value) return comparison.op == Operator::equal ? !known.is_present : known.is_present;
    const std::string& wanted = known.values.case_exact ? *comparison.value : comparison.folded;
    const bool found = std::ranges::any_of(
        known.values.texts, [&](const std::string& text) { return holds(comparison.op, text, wanted); });
    return found != (comparison.op == Operator::not_equal);
}

// No deeper than the parser allows.
bool matches(const Filter& filter, KnownValues& known) {
    const auto part_matches = [&](const Filter& part) { return matches(part, known); };
    switch (filter.kind) {
        case Filter::Kind::comparison:
            return matches(filter.comparison, known.of(filter.comparison.attribute));
        case Filter::Kind::all: return std::ranges::all_of(filter.parts, part_matches);
        case Filter::Kind::any: return std::ranges::any_of(filter.parts, part_matches);
        case Filter::Kind::none: return std::ranges::none_of(filter.parts, part_matches);
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

}  // namespace

Filter parse_filter(std::string_view text) {
    return Parser{text, kInvalidFilter}.filter();
}

Path parse_path(std::string_view text) {
    return Parser{text, kInvalidPath}.path();
}

std::optional<Path> find_path(std::string_view text) {
    try {
        return parse_path(text);
    } catch (const Error&) {
        return std::nullopt;
    }
}

std::size_t count_comparisons(const Filter& filter) {
    if (filter.kind == Filter::Kind::comparison) return 1;
    std::size_t count = 0;
    for (const Filter& part : filter.parts) count += count_comparisons(part);
    return count;
}

void require_few_comparisons_of_scan(const Filter& filter) {
    if (count_comparisons(filter) > kMostComparisonsOfScan)
        throw fault(kInvalidFilter, "more than " + std::to_string(kMostComparisonsOfScan) +
                                        " comparisons in a filter that no index helps");
}

bool matches(const Filter& filter, ValuesOf values_of) {
    KnownValues known{values_of};
    return matches(filter, known);
}

std::optional<std::string> required_value(const Filter& filter, const Attribute& attribute) {
    if (filter.kind == Filter::Kind::comparison) {
        const Comparison& comparison = filter.comparison;
        const bool applies = comparison.op == Operator::equal && comparison.attribute == attribute;
        return applies ? comparison.value : std::nullopt;
    }
    if (filter.kind != Filter::Kind::all) return std::nullopt;
    for (const Filter& part : filter.parts)
        if (auto value = required_value(part, attribute)) return value;
    return std::nullopt;
}

}  // namespace callboard::scim
