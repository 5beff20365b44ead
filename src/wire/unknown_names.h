// Unknown names in a request: members of a body, parameters of a query, elements with an unknown id. They are
// ignored and listed in the response header X-Ignored, or the request is rejected (RFC 7240, Prefer:
// handling=strict). At most ten are kept.
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

    // Called at the beginning of each request.
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
    // An ignored value, by its JSON pointer. `reason` is the message of the fault in a strict request.
    void add_element(std::string_view pointer, std::string_view reason);
    // A repeated parameter counts once, if it is kept.
    void add_parameter(std::string_view name, KnownNames known);

    // The value of X-Ignored: `/titel, /properties/0, limt, +12 more`. At most 1 KiB of visible ASCII; all
    // other characters in names, and commas, are percent-encoded.
    std::string header_value() const;

    // One fault for each name of a strict request, and one for all that were not kept.
    std::vector<Fault> take_faults(std::string_view code);

    // A state to return to before a transaction is retried.
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
    std::vector<std::string> names_;  // as shown in the header
    std::vector<Fault> faults_;       // of a strict request
    std::size_t more_ = 0;            // the number of names that were not kept
};

}  // namespace callboard::wire
