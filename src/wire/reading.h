// Where in a message the decoder stands, and every fault it has found so far.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"

namespace callboard::wire {

class Reading {
  public:
    // `code` is what each fault is called: VALIDATION_ERROR in bodies, INVALID_PARAMETER in queries.
    explicit Reading(std::string_view code) : code_(code) {}

    void fault(std::string message) { faults_.push_back({code_, std::move(message), path_}); }

    // Stands on a member or an element while it lives.
    class Step {
      public:
        Step(Reading& reading, std::string_view name) : reading_(reading), length_(reading.path_.size()) {
            reading.enter(name);
        }
        Step(const Step&) = delete;
        Step& operator=(const Step&) = delete;
        ~Step() { reading_.path_.resize(length_); }

      private:
        Reading& reading_;
        std::size_t length_;
    };

    const std::vector<Fault>& faults() const { return faults_; }
    std::vector<Fault> take_faults() { return std::move(faults_); }

  private:
    // RFC 6901: "~" and "/" inside a name are written "~0" and "~1".
    void enter(std::string_view name) {
        path_ += '/';
        for (const char c : name) {
            if (c == '~') {
                path_ += "~0";
            } else if (c == '/') {
                path_ += "~1";
            } else {
                path_ += c;
            }
        }
    }

    std::string code_;
    std::string path_;
    std::vector<Fault> faults_;
};

}  // namespace callboard::wire
