// The HTML parser of libxml2. It closes elements that were left open, so every start event has an end event.
#pragma once

#include <optional>
#include <string_view>

namespace callboard::markup {

// The attributes of a start tag, with decoded entities and lower-case names.
class Attributes {
  public:
    explicit Attributes(const unsigned char** list) : list_(list) {}

    std::optional<std::string_view> find(std::string_view name) const;

  private:
    const unsigned char** list_;  // name, value, name, value, …, null
};

enum class Parsing { proceed, stop };

class HtmlEvents {
  public:
    virtual Parsing start(std::string_view element, const Attributes& attributes) = 0;
    virtual void end() = 0;
    virtual void text(std::string_view text) = 0;  // in pieces; without that of scripts and styles

  protected:
    ~HtmlEvents() = default;
};

// Parses UTF-8 text and reports it as events. Returns false if an event handler stopped it.
bool parse_html(std::string_view html, HtmlEvents& events);

}  // namespace callboard::markup
