// Forms with files that anybody may send. Strangers choose how much they send and how slowly: a large body is
// written to a temporary file as it arrives, and the files of all of them together have a limit, of which one
// network has a share. Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <expected>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "base/anonymous_file.h"
#include "base/network.h"
#include "base/workers.h"
#include "edge/request_context.h"

namespace callboard::edge {

class OpenForms {
  public:
    static constexpr std::size_t kMost = 512;
    static constexpr std::size_t kMostOfNetwork = 16;  // (site_of)
    static constexpr std::uint64_t kMostBytes = std::uint64_t{1024} * 1024 * 1024;
    static constexpr std::uint64_t kMostBytesOfNetwork = kMostBytes / 4;

    // Bodies up to this size are kept in memory.
    static constexpr std::size_t kInMemory = std::size_t{48} * 1024;

    // The files are made in the folder.
    explicit OpenForms(std::filesystem::path folder) : folder_(std::move(folder)) {}

    // The file of one form, and what is reserved for it.
    class Place {
      public:
        Place(OpenForms& forms, const IpAddress& network, std::uint64_t reserved)
            : forms_(forms), release_{forms, network, reserved}, file_(forms.folder_) {}

        OpenForms& forms() { return forms_; }
        AnonymousFile& file() { return file_; }

      private:
        struct Release {
            OpenForms& forms;
            const IpAddress network;
            const std::uint64_t reserved;
            ~Release() { forms.end(network, reserved); }
        };
        OpenForms& forms_;
        const Release release_;
        AnonymousFile file_;  // after it: what was reserved is free again once the file is gone
    };

    enum class Refusal { too_many_of_network, too_many };

    // For a form whose body has at most so many bytes. The disk that it may need is reserved at once, so that
    // what was begun can be completed.
    std::expected<std::unique_ptr<Place>, Refusal> begin(const IpAddress& client, std::size_t bytes);

    // Runs what writes to the disk. Returns false if it does not.
    [[nodiscard]] bool accept(Workers::Work work) { return writers_.accept(std::move(work)); }

    std::uint64_t reserved() const;  // bytes
    void finish() { writers_.finish(); }

  private:
    struct Use {
        std::size_t count = 0;
        std::uint64_t bytes = 0;
    };
    void end(const IpAddress& network, std::uint64_t reserved);

    const std::filesystem::path folder_;
    mutable std::mutex mutex_;
    Use all_;
    std::map<IpAddress, Use> networks_;
    Workers writers_{2, 2 * kMost, Workers::Start::when_needed};
};

// A form that is being received: the work of its request until the handler begins.
class OpenForm final : public PendingWork {
  public:
    explicit OpenForm(std::unique_ptr<OpenForms::Place> place) : place_(std::move(place)) {}
    // Deletes the file on a thread that may wait for the disk.
    ~OpenForm() override;

    // The body, if it was too large for memory, and what is made of it.
    AnonymousFile& file() { return place_->file(); }
    bool has_file() const { return place_->file().size() > 0; }

    std::exception_ptr failure;  // of storing the body; null: all of it is stored

    void finish(http::Response&) override {}

  private:
    std::unique_ptr<OpenForms::Place> place_;
};

// A form with files that anybody may send: the bodies of other open routes are small.
bool takes_open_form(const Route& route);

// The form that a request is sending; null: it sends none. Not once the handler has begun, which takes it.
OpenForm* open_form_of(const RequestContext& context);
std::unique_ptr<OpenForm> take_open_form(RequestContext& context);

}  // namespace callboard::edge
