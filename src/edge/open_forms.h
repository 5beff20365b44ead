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

    // A network may have this part of the disk that the others leave: so those who fill their share make that
    // of the next one smaller, and leave some to everybody.
    static constexpr std::uint64_t kShareOfNetwork = 4;

    // Bodies up to this size are kept in memory.
    static constexpr std::size_t kInMemory = std::size_t{48} * 1024;

    // The files are made in the folder.
    explicit OpenForms(std::filesystem::path folder) : folder_(std::move(folder)) {}

    // The file of one form, and what is reserved for it.
    class Place {
      public:
        Place(OpenForms& forms, const IpAddress& network)
            : use_{.forms = forms, .network = network}, file_(forms.folder_) {}

        OpenForms& forms() { return use_.forms; }
        AnonymousFile& file() { return file_; }

        // Reserves the disk for so many bytes more of the body, and for what is made of them. Returns false
        // if there is none.
        [[nodiscard]] bool grow(std::size_t bytes);

      private:
        friend class OpenForms;
        struct Use {
            OpenForms& forms;
            const IpAddress network;
            bool is_counted = false;
            std::uint64_t reserved = 0;
            ~Use() {
                if (is_counted) forms.end(network, reserved);
            }
        };
        Use use_;
        AnonymousFile file_;  // after it: what was reserved is free again once the file is gone
    };

    enum class Refusal { too_many_of_network, too_many };

    // For one form. It reserves disk for what has arrived only: to announce a large body costs the client
    // nothing, and to send it slowly little.
    std::expected<std::unique_ptr<Place>, Refusal> begin(const IpAddress& client);

    // Runs what writes to the disk. Returns false if it does not.
    [[nodiscard]] bool accept(Workers::Work work) { return writers_.accept(std::move(work)); }

    std::uint64_t reserved() const;  // bytes
    void finish() { writers_.finish(); }

  private:
    struct Use {
        std::size_t count = 0;
        std::uint64_t bytes = 0;
    };
    bool reserve(const IpAddress& network, std::uint64_t bytes);
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

    OpenForms::Place& place() { return *place_; }

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
