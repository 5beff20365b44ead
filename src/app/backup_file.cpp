#include "app/backup_file.h"

#include <cerrno>
#include <stdexcept>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "reports/file_folder.h"

namespace callboard::app {
namespace {

constexpr std::size_t kPieceSize = std::size_t{256} * 1024;

// Checks that an entry may follow the ones before it.
class Order {
  public:
    explicit Order(bool is_encrypted) : is_encrypted_(is_encrypted) {}

    void accept(const archive::Entry& entry) {
        if (entry.kind == kDatabaseEntry) {
            require(!has_database_);
            has_database_ = true;
        } else if (entry.kind == kSecretsKeyEntry) {
            require(has_database_ && !content_.has_secrets_key && content_.reports == 0);
            // No backup command writes one: somebody wants a key that he knows to be used.
            if (!is_encrypted_)
                throw archive::BadArchive{"is damaged: it has a secrets key, but is not encrypted"};
            content_.has_secrets_key = true;
        } else if (entry.kind == kReportEntry) {
            require(has_database_);
            // Names become paths: any other could be outside of the folder.
            if (!reports::is_report_file_name(entry.name))
                throw archive::BadArchive{"contains a report file with an invalid name"};
            ++content_.reports;
        } else {
            throw archive::BadArchive{"contains an entry that this version of callboard does not know"};
        }
    }

    BackupContent finish() const {
        require(has_database_);
        return content_;
    }

  private:
    static void require(bool holds) {
        if (!holds) throw archive::BadArchive{"is damaged: its entries are not in order"};
    }

    const bool is_encrypted_;
    BackupContent content_;
    bool has_database_ = false;
};

}  // namespace

BackupFile::BackupFile(std::filesystem::path file)
    : file_(std::move(file)),
      descriptor_(open(file_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)) {  // a FIFO would block
    struct stat about{};
    if (descriptor_ < 0 || fstat(descriptor_, &about) != 0) {
        const int why = errno;
        if (descriptor_ >= 0) close(descriptor_);
        throw std::runtime_error("cannot read " + file_.string() + ": " +
                                 std::generic_category().message(why));
    }
    if (!S_ISREG(about.st_mode)) {
        close(descriptor_);
        throw std::runtime_error(file_.string() + " is not a regular file");
    }
    size_ = about.st_size;
}

BackupFile::~BackupFile() {
    close(descriptor_);
}

archive::Header BackupFile::header() const {
    try {
        return archive::Reader{source([](std::int64_t) {})}.header();
    } catch (const archive::BadArchive& error) {
        fail(error.what());
    }
}

BackupContent BackupFile::read(const std::optional<Secret>& passphrase, Progress progress,
                               FunctionRef<void(const archive::Entry&, Pieces)> receive) const {
    try {
        archive::Reader reader{source(progress)};
        if (reader.is_encrypted() && !passphrase) fail("is encrypted; give its key with --decrypt-with");
        if (!reader.is_encrypted() && passphrase) fail("is not encrypted; leave out --decrypt-with");
        if (!reader.unlock(passphrase)) fail("is encrypted with another key, or its header is damaged");
        Order order{reader.is_encrypted()};
        std::vector<char> buffer(kPieceSize);
        while (const auto entry = reader.next()) {
            order.accept(*entry);
            receive(*entry, [&] { return std::string_view{buffer.data(), reader.read(buffer)}; });
        }
        return order.finish();
    } catch (const archive::BadArchive& error) {
        fail(error.what());
    }
}

archive::ByteSource BackupFile::source(Progress progress) const {
    return [this, progress, at = off_t{0}](std::span<char> into) mutable {
        ssize_t count = -1;
        do {
            count = pread(descriptor_, into.data(), into.size(), at);
        } while (count < 0 && errno == EINTR);
        if (count < 0) fail("cannot be read: " + std::generic_category().message(errno));
        at += count;
        progress(count);
        return static_cast<std::size_t>(count);
    };
}

void BackupFile::fail(const std::string& reason) const {
    throw std::runtime_error(file_.string() + " " + reason);
}

}  // namespace callboard::app
