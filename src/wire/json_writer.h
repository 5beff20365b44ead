// Writes JSON directly into a string, without building a tree.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "base/clock.h"

namespace callboard::wire {

// The name of a member with comma, quotes and colon, built at compile time.
class Key {
  public:
    template <std::size_t Size>
    consteval Key(const char (&name)[Size]) : size_(Size + 3) {  // NOLINT: implicit on purpose
        static_assert(Size - 1 <= kLongest);
        written_[0] = ',';
        written_[1] = '"';
        for (std::size_t i = 0; i < Size - 1; ++i) written_[i + 2] = name[i];
        written_[Size + 1] = '"';
        written_[Size + 2] = ':';
    }
    constexpr std::string_view text() const { return {written_.data() + 2, size_ - 4}; }
    constexpr std::string_view first() const { return {written_.data() + 1, size_ - 1}; }  // "name":
    constexpr std::string_view next() const { return {written_.data(), size_}; }           // ,"name":

  private:
    static constexpr std::size_t kLongest = 47;
    std::array<char, kLongest + 4> written_{};
    std::size_t size_;
};

class JsonWriter {
  public:
    explicit JsonWriter(std::string& out) : out_(out), start_(out.size()) {}

    void open_object() { open('{'); }
    void close_object() { out_ += '}'; }
    void open_array() { open('['); }
    void close_array() { out_ += ']'; }

    void key(std::string_view name);
    void prepared_key(const Key& name) { out_.append(out_.back() == '{' ? name.first() : name.next()); }
    void text(std::string_view value);
    void plain_text(std::string_view value);  // text that is known to need no escape
    void plain_text(std::initializer_list<std::string_view> parts);
    void number(std::int64_t value);
    void number(double value);
    void boolean(bool value);
    void null();
    void time(Timestamp value);
    void raw(std::string_view json);      // a value that is already JSON
    void members(std::string_view json);  // copies the members of a JSON object into the open object

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
