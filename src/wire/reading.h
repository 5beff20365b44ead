// The state of a decoder: its position in the message, and the faults and unknown names that it has found. A
// fault can be a hundred times as large as the bytes that caused it, so only the first ones are kept.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "wire/json_pointer.h"
#include "wire/unknown_names.h"

namespace callboard::wire {

class Reading {
  public:
    static constexpr std::size_t kMostFaults = 100;

    // `code` is the error code of the faults: VALIDATION_ERROR in bodies, INVALID_PARAMETER in queries.
    // Without `unknown`, unknown names are ignored: for messages that the server wrote itself.
    explicit Reading(std::string_view code) : code_(code) {}
    Reading(std::string_view code, UnknownNames& unknown) : code_(code), unknown_(&unknown) {}

    void fault(std::string message) {
        if (faults_.size() < kMostFaults) {
            faults_.push_back({std::string{code_}, std::move(message), path_});
        } else if (faults_.size() == kMostFaults) {
            faults_.push_back({std::string{code_}, "there are more faults, which are not listed", {}});
        }
    }

    bool wants_unknown_names() const { return unknown_ != nullptr; }
    void unknown_member(std::string_view name, KnownNames known) {
        if (unknown_) unknown_->add_member(path_, name, known);
    }
    void unknown_parameter(std::string_view name, KnownNames known) {
        if (unknown_) unknown_->add_parameter(name, known);
    }
    // The element at the current position.
    void unknown_element(std::string_view reason) {
        if (unknown_) unknown_->add_element(path_, reason);
    }

    // A known member whose value has no effect; reported like an unknown one.
    void unused_member(std::string_view name, std::string_view reason) {
        const Step step{*this, name};
        unknown_element(reason);
    }

    // Moves the position to a member or an element for the lifetime of the object.
    class Step {
      public:
        Step(Reading& reading, std::string_view name) : reading_(reading), length_(reading.path_.size()) {
            append_step(reading.path_, name);
        }
        Step(const Step&) = delete;
        Step& operator=(const Step&) = delete;
        ~Step() { reading_.path_.resize(length_); }

      private:
        Reading& reading_;
        std::size_t length_;
    };

    // A copy at the same position, without faults, that reports to the same unknown names.
    Reading without_faults() const {
        Reading other = *this;
        other.faults_.clear();
        return other;
    }

    const std::vector<Fault>& faults() const { return faults_; }
    // Includes the faults of unknown names in a strict request.
    std::vector<Fault> take_faults() {
        if (unknown_)
            for (Fault& fault : unknown_->take_faults(code_)) faults_.push_back(std::move(fault));
        return std::move(faults_);
    }

  private:
    std::string_view code_;
    std::string path_;
    std::vector<Fault> faults_;
    UnknownNames* unknown_ = nullptr;
};

}  // namespace callboard::wire
