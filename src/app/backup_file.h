// A backup as a file that is read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "archive/archive.h"
#include "base/function_ref.h"
#include "base/secret.h"

namespace callboard::app {

// The kinds of entries, in their order.
inline constexpr std::string_view kDatabaseEntry = "database";
inline constexpr std::string_view kSecretsKeyEntry = "secrets-key";  // at most one, if encrypted
inline constexpr std::string_view kReportEntry = "report";  // any number; the name is that of the file

// Gives the next piece of an entry, valid until the next call; an empty one is the end.
using Pieces = FunctionRef<std::string_view()>;

struct BackupContent {
    std::int64_t reports = 0;
    bool has_secrets_key = false;
};

class BackupFile {
  public:
    // Throws std::runtime_error if it cannot be read or is not a regular file.
    explicit BackupFile(std::filesystem::path file);
    ~BackupFile();

    BackupFile(const BackupFile&) = delete;
    BackupFile& operator=(const BackupFile&) = delete;

    std::int64_t size() const { return size_; }

    // These throw std::runtime_error, with the name of the file, for everything that is not a backup in its
    // original state, or is locked with another passphrase. `progress` is called with the bytes that were
    // read meanwhile.
    using Progress = FunctionRef<void(std::int64_t bytes)>;
    archive::Header header() const;
    BackupContent read(const std::optional<Secret>& passphrase, Progress progress,
                       FunctionRef<void(const archive::Entry&, Pieces)> receive) const;

  private:
    archive::ByteSource source(Progress progress) const;
    [[noreturn]] void fail(const std::string& reason) const;

    const std::filesystem::path file_;
    int descriptor_;
    std::int64_t size_ = 0;
};

}  // namespace callboard::app
