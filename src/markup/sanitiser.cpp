#include "markup/sanitiser.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "markup/allow_list.h"
#include "markup/html_parser.h"
#include "markup/link.h"
#include "markup/tags.h"

namespace callboard::markup {
namespace {

constexpr int kMostPasses = 5;

enum class Tags : std::uint8_t { allowed, none };

// A link without a safe target is unwrapped.
ElementRule rule_for(std::string_view element, const Attributes& attributes) {
    if (element == "a" && !safe_link(attributes.find("href").value_or(""))) return ElementRule::unwrap;
    return element_rule(element);
}

// Tracks open elements itself, so that its output is balanced whatever end events the parser sends.
class Writer final : public HtmlEvents {
  public:
    explicit Writer(Tags tags) : tags_(tags) {}

    Parsing start(std::string_view element, const Attributes& attributes) override {
        const ElementRule what = rule_for(element, attributes);
        if (what == ElementRule::drop) ++dropping_;
        const bool writes = what == ElementRule::keep && tags_ == Tags::allowed && dropping_ == 0;
        if (writes) append_start_tag(out_, element, attributes);
        open_.push_back({.dropped = what == ElementRule::drop,
                         .end_tag = writes && !is_void(element) ? std::string{element} : std::string{}});
        return open_.size() > kDeepest + 1 ? Parsing::stop : Parsing::proceed;  // +1: the wrapper
    }

    void end() override {
        if (open_.empty()) return;
        const Open& last = open_.back();
        if (last.dropped) --dropping_;
        if (!last.end_tag.empty()) append_end_tag(out_, last.end_tag);
        open_.pop_back();
    }

    void text(std::string_view text) override {
        if (dropping_ == 0) append_text(out_, text);
    }

    std::string finish() {
        while (!open_.empty()) end();
        return std::move(out_);
    }

  private:
    struct Open {
        bool dropped;
        std::string end_tag;  // its name; empty: none was written
    };

    Tags tags_;
    std::size_t dropping_ = 0;
    std::vector<Open> open_;
    std::string out_;
};

std::optional<std::string> rewritten(std::string_view html, Tags tags) {
    Writer writer{tags};
    if (!parse_html(html, writer)) return std::nullopt;
    return writer.finish();
}

}  // namespace

std::optional<std::string> sanitised(std::string_view html) {
    if (!html.contains('<')) return std::string{html};
    if (may_have_too_many_attributes(html)) return std::nullopt;
    // Parsing the output may give another tree, because removed tags had separated elements that cannot be
    // nested. So the text is rewritten until it is stable, and without tags if that needs too many passes.
    auto text = rewritten(html, Tags::allowed);
    for (int pass = 1; text && pass < kMostPasses; ++pass) {
        auto again = rewritten(*text, Tags::allowed);
        if (again == text) return text;
        text = std::move(again);
    }
    return text ? rewritten(html, Tags::none) : std::nullopt;
}

}  // namespace callboard::markup
