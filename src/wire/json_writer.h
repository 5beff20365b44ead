// Writes JSON straight into a string: no tree in between.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/clock.h"

namespace callboard::wire {

class JsonWriter {
  public:
    explicit JsonWriter(std::string& out) : out_(out), start_(out.size()) {}

    void open_object() { open('{'); }
    void close_object() { out_ += '}'; }
    void open_array() { open('['); }
    void close_array() { out_ += ']'; }

    void key(std::string_view name);
    void text(std::string_view value);
    void plain_text(std::string_view value);  // text that is known to need no escape
    void number(std::int64_t value);
    void number(double value);
    void boolean(bool value);
    void null();
    void time(Timestamp value);
    void raw(std::string_view json);  // a whole value that is JSON already

    void member(std::string_view name, std::string_view value) {
        key(name);
        text(value);
    }
    void member(std::string_view name, std::int64_t value) {
        key(name);
        number(value);
    }

  private:
    void open(char bracket) {
        separate();
        out_ += bracket;
    }
    // A comma, unless this is the first value of its object or array, or follows its key.
    void separate() {
        if (out_.size() == start_) return;
        const char last = out_.back();
        if (last != '{' && last != '[' && last != ':') out_ += ',';
    }

    std::string& out_;
    const std::size_t start_;
};

}  // namespace callboard::wire
