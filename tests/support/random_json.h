// Random values for schemas of the OpenAPI document, mostly valid. Deterministic for a seed.
#pragma once

#include <array>
#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

namespace callboard::test {

class RandomJson {
  public:
    // `words` are strings with a meaning to the server: ids, names, JSON pointers.
    RandomJson(const boost::json::object& document, std::string_view seed, std::vector<std::string> words);

    boost::json::value like(const boost::json::object& schema);

    // The example with some parts removed, replaced or added.
    boost::json::value like(const boost::json::object& schema, const boost::json::value& example);

    // Serialized, sometimes as invalid JSON.
    std::string text_of(const boost::json::value& value);

    std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random_() % bound); }
    bool one_in(std::size_t count) { return below(count) == 0; }
    const auto& any_of(const auto& list) { return list[below(std::size(list))]; }

  private:
    // Draws the rate of invalid parts: none, few or many.
    void begin() { odds_ = any_of(std::array<std::size_t, 4>{0, 0, 64, 16}); }
    bool is_odd() { return odds_ != 0 && one_in(odds_); }

    const boost::json::object& resolved(const boost::json::object& schema) const;
    boost::json::value part(const boost::json::object& schema);
    boost::json::value fitting(const boost::json::object& schema);
    boost::json::value number(const boost::json::object& schema, bool whole);
    boost::json::value object(const boost::json::object& schema);
    boost::json::value array(const boost::json::object& schema);
    std::string string(const boost::json::object& schema);
    boost::json::value anything();
    std::string any_string();

    const boost::json::object& document_;
    const std::vector<std::string> words_;
    std::mt19937_64 random_;
    std::size_t odds_ = 0;  // one in this many parts is invalid; 0: none
};

}  // namespace callboard::test
