#include "markup/tag_scan.h"

#include <algorithm>

namespace callboard::markup {
namespace {

constexpr std::size_t kLongestName = 100;  // the parser splits longer names
constexpr std::size_t kMostLooks = 8;      // per character, on average

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool begins_name(char c) {
    return is_letter(c) || c == '_' || c == ':' || c == '.';
}

bool continues_name(char c) {
    return begins_name(c) || (c >= '0' && c <= '9') || c == '-';
}

// Scans one tag as libxml2 does (htmlParseStartElement): a quotation mark is special only after the "=" of an
// attribute, and the next attribute may follow the closing one without a blank.
class TagReader {
  public:
    TagReader(std::string_view html, std::size_t at) : html_(html), at_(at) {}

    std::size_t at() const { return at_; }

    // The attributes of the tag whose name begins here; stops counting at kMostAttributes + 1.
    std::size_t count_attributes() {
        std::size_t found = 0;
        if (!take_name()) return found;
        skip_blanks();
        while (!is_over() && found <= kMostAttributes) {
            if (take_name()) {
                ++found;
                skip_value();
            } else {
                while (!is_over() && !is_blank(html_[at_])) ++at_;
            }
            skip_blanks();
        }
        return found;
    }

  private:
    bool has(char c) const { return at_ < html_.size() && html_[at_] == c; }
    bool is_over() const { return at_ == html_.size() || has('>') || html_.substr(at_).starts_with("/>"); }

    void skip_blanks() {
        while (at_ < html_.size() && is_blank(html_[at_])) ++at_;
    }

    bool take_name() {
        const std::size_t start = at_;
        const std::size_t most = std::min(html_.size(), start + kLongestName);
        if (at_ < most && begins_name(html_[at_])) ++at_;
        while (at_ > start && at_ < most && continues_name(html_[at_])) ++at_;
        return at_ > start;
    }

    void skip_value() {
        skip_blanks();
        if (!has('=')) return;
        ++at_;
        skip_blanks();
        if (has('"') || has('\'')) {
            const auto end = html_.find(html_[at_], at_ + 1);
            at_ = end == std::string_view::npos ? html_.size() : end + 1;
        } else {
            while (at_ < html_.size() && !is_blank(html_[at_]) && !has('>')) ++at_;
        }
    }

    std::string_view html_;
    std::size_t at_;
};

}  // namespace

bool may_have_too_many_attributes(std::string_view html) {
    std::size_t looks_left = kMostLooks * html.size();
    for (auto tag = html.find('<'); tag != std::string_view::npos; tag = html.find('<', tag + 1)) {
        TagReader reader{html, tag + 1};
        if (reader.count_attributes() > kMostAttributes) return true;
        const std::size_t looks = reader.at() - tag;
        if (looks > looks_left) return true;
        looks_left -= looks;
    }
    return false;
}

}  // namespace callboard::markup
