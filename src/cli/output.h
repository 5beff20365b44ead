// What a command tells: text for people, or with --json one object for programs. Diagnostics go elsewhere, to
// standard error.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace callboard::cli {

using Fields = std::vector<std::pair<std::string_view, std::string>>;

class Output {
  public:
    explicit Output(const bool& json) : json_(json) {}

    void result(const Fields& fields, const std::string& text) const;
    void list(const std::vector<Fields>& items, const std::string& text_if_none) const;

  private:
    const bool& json_;  // set when the command line has been read
};

}  // namespace callboard::cli
