// Names in a request that the API does not know: members of a body, parameters of a query, elements with an
// unknown id. They are ignored and named in the response (X-Ignored), or the request is refused
// (RFC 7240, Prefer: handling=strict). Ten are kept, however many a request has.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace callboard::wire {

enum class Handling { lenient, strict };

using KnownNames = std::span<const std::string_view>;

class UnknownNames {
  public:
    static constexpr std::size_t kMostNamed = 10;
    static constexpr std::size_t kLongestShown = 80;

    // Forgets everything: the next request begins.
    void reset(Handling handling = Handling::lenient) {
        handling_ = handling;
        names_.clear();
        faults_.clear();
        more_ = 0;
    }

    Handling handling() const { return handling_; }
    bool empty() const { return names_.empty(); }

    // `object` is the JSON pointer of the object that has the member; `known` are the members that it may
    // have.
    void add_member(std::string_view object, std::string_view name, KnownNames known);
    // A whole element, by its JSON pointer. `reason` is what a strict client reads.
    void add_element(std::string_view pointer, std::string_view reason);
    // A parameter counts once, however often it is repeated.
    void add_parameter(std::string_view name, KnownNames known);

    // The value of X-Ignored: `/titel, /properties/0, limt, +12 more`. Visible ASCII without commas, of at
    // most 1 KiB; whatever else a name has is percent-encoded.
    std::string header_value() const;

    // One for each name of a strict request, the last one for all that were not kept.
    std::vector<Fault> take_faults(std::string_view code);

    // What was found up to now, for work that may run again.
    struct Mark {
        std::size_t kept = 0;
        std::size_t more = 0;
    };
    Mark mark() const { return {names_.size(), more_}; }
    void rewind(Mark mark);

  private:
    bool overflows();
    void keep(std::string shown, Fault fault);

    Handling handling_ = Handling::lenient;
    std::vector<std::string> names_;  // as the header shows them
    std::vector<Fault> faults_;       // of a strict request
    std::size_t more_ = 0;            // beyond those
};

}  // namespace callboard::wire
