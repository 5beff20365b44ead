// Where in a message the decoder stands, and what it has found so far: faults, and names that it does not
// know.
#pragma once

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
    // `code` is what each fault is called: VALIDATION_ERROR in bodies, INVALID_PARAMETER in queries. Without
    // a place to put them, names that are not known are ignored: we wrote the message ourselves.
    explicit Reading(std::string_view code) : code_(code) {}
    Reading(std::string_view code, UnknownNames& unknown) : code_(code), unknown_(&unknown) {}

    void fault(std::string message) { faults_.push_back({std::string{code_}, std::move(message), path_}); }

    bool wants_unknown_names() const { return unknown_ != nullptr; }
    void unknown_member(std::string_view name, KnownNames known) {
        if (unknown_) unknown_->add_member(path_, name, known);
    }
    void unknown_parameter(std::string_view name, KnownNames known) {
        if (unknown_) unknown_->add_parameter(name, known);
    }
    // The element that it stands on.
    void unknown_element(std::string_view reason) {
        if (unknown_) unknown_->add_element(path_, reason);
    }

    // A member that is known, and has no effect as it stands.
    void unused_member(std::string_view name, std::string_view reason) {
        const Step step{*this, name};
        unknown_element(reason);
    }

    // Stands on a member or an element while it lives.
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

    // One at the same place that finds the same unknown names.
    Reading without_faults() const {
        Reading other = *this;
        other.faults_.clear();
        return other;
    }

    const std::vector<Fault>& faults() const { return faults_; }
    // With those of names that a strict client must not send.
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
