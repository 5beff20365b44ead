// Files in the database, in chunks: they are part of its transactions, backups and moves, and every server
// has them. Nobody is served a file inline: its content is what somebody unknown has sent.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/anonymous_file.h"
#include "base/clock.h"
#include "base/function_ref.h"
#include "base/id.h"
#include "base/names.h"
#include "db/db.h"
#include "files/file_type.h"

namespace callboard::files {

inline constexpr std::size_t kMostFileBytes = std::size_t{10} * 1024 * 1024;
inline constexpr std::size_t kMostFileName = 100;                   // in characters
inline constexpr std::size_t kChunkBytes = std::size_t{96} * 1024;  // of the content; a multiple of 3

enum class Purpose { resume, avatar, cover_letter, generic };

// The content of a file as it is stored: chunks of base64, in memory or in a temporary file.
class Chunks {
  public:
    Chunks() = default;
    explicit Chunks(AnonymousFile* file) : file_(file) {}  // null: in memory

    void add(std::string chunk);
    std::size_t bytes() const;

    // Calls `visit` with each chunk, of which only one is in memory if they are in a file.
    void visit(FunctionRef<void(std::string_view chunk)> visit) const;

  private:
    struct Place {
        std::uint64_t offset = 0;
        std::size_t size = 0;
    };
    AnonymousFile* file_ = nullptr;
    std::vector<Place> places_;
    std::vector<std::string> texts_;
};

// A file that was checked, with its content as it is stored. It is made before the transaction begins, so
// that other writers do not wait for it.
struct NewFile {
    Purpose purpose{};
    std::string name;
    FileType type{};
    std::int64_t size = 0;
    std::string digest;
    Chunks chunks;
};

// The file that a client sends, or why it is refused: what it is, is found in its content, and the name and
// the stated media type must agree with it. Folders in front of the name are removed.
struct SentFile {
    Purpose purpose{};
    std::string_view name;
    std::string_view media_type;  // empty: not stated
    std::string_view content;
    AnonymousFile* store_in = nullptr;  // null: in memory; lives as long as the file that is made of this
};
std::expected<NewFile, std::string> checked(const SentFile& sent);

// A text that was written here, whatever it looks like.
NewFile text_file(Purpose purpose, std::string_view name, std::string_view text);

// The types that a purpose allows, for people: "PDF, DOC, …".
std::string_view allowed_types(Purpose purpose);

struct StoredFile {
    FileId id;
    CandidateId candidate;
    std::optional<JobId> job;  // of the application that it belongs to
    Purpose purpose{};
    std::string name;
    FileType type{};
    std::int64_t size = 0;
    std::string digest;
    Timestamp created_at;
};

namespace store {

// Without a job it belongs to the candidate.
FileId insert(db::Tx& tx, const CandidateId& candidate, const std::optional<JobId>& job, const NewFile& file);

std::optional<StoredFile> find(db::Snapshot& snapshot, const FileId& id);

// Oldest first. Without a job: all files of the candidate.
std::vector<StoredFile> list(db::Snapshot& snapshot, const CandidateId& candidate,
                             const std::optional<JobId>& job);

// Calls `visit` with the content, piece by piece.
void read(db::Snapshot& snapshot, const FileId& id, FunctionRef<void(std::string_view bytes)> visit);

bool remove(db::Tx& tx, const FileId& id);  // false: there is none

}  // namespace store
}  // namespace callboard::files

template <>
struct callboard::Names<callboard::files::Purpose> {
    using enum callboard::files::Purpose;
    static constexpr std::string_view kName = "AttachmentType";
    static constexpr std::array kList{std::pair{resume, std::string_view{"RESUME"}},
                                      std::pair{avatar, std::string_view{"AVATAR"}},
                                      std::pair{cover_letter, std::string_view{"COVER_LETTER"}},
                                      std::pair{generic, std::string_view{"GENERIC_FILE"}}};
};
