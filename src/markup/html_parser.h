// The HTML parser of libxml2, which closes what was left open: every start has its end.
#pragma once

#include <optional>
#include <string_view>

namespace callboard::markup {

// The attributes of a start tag as the parser gives them: entities are decoded, names in lower case.
class Attributes {
  public:
    explicit Attributes(const unsigned char** list) : list_(list) {}

    std::optional<std::string_view> find(std::string_view name) const;

  private:
    const unsigned char** list_;  // name, value, name, value, …, null
};

enum class Parsing { go_on, stop };

class HtmlEvents {
  public:
    virtual Parsing start(std::string_view element, const Attributes& attributes) = 0;
    virtual void end() = 0;
    virtual void text(std::string_view text) = 0;  // in pieces; not that of scripts and styles

  protected:
    ~HtmlEvents() = default;
};

// Tells what stands in a text, which must be UTF-8. False when it was stopped.
bool parse_html(std::string_view html, HtmlEvents& events);

}  // namespace callboard::markup
