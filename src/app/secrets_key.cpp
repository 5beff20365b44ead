#include "app/secrets_key.h"

#include <cerrno>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/constant_time.h"
#include "base/encoding.h"
#include "base/random.h"
#include "base/seal.h"
#include "base/secret_file.h"

namespace callboard::app {
namespace {

using std::filesystem::path;

constexpr std::size_t kDigits = 2 * Seal::kKeySize;
constexpr auto kWhat = "the secrets key";

[[noreturn]] void refuse(const path& file, const std::string& reason) {
    refuse_secret_file(file, kWhat, reason);
}

void require(bool done, const path& file) {
    if (!done) refuse(file, std::generic_category().message(errno));
}

class OpenFile {
  public:
    OpenFile(const path& file, int flags)
        : descriptor_(::open(file.c_str(), flags | O_CLOEXEC, S_IRUSR | S_IWUSR)) {
        require(descriptor_ >= 0, file);
    }
    ~OpenFile() { close(descriptor_); }

    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;

    int get() const { return descriptor_; }

  private:
    int descriptor_;
};

class Removal {
  public:
    explicit Removal(const path& file) : file_(file) {}
    ~Removal() { unlink(file_.c_str()); }

    Removal(const Removal&) = delete;
    Removal& operator=(const Removal&) = delete;

  private:
    const path& file_;
};

Secret key_of(std::string_view digits) {
    std::string key;
    key.reserve(Seal::kKeySize);
    for (; !digits.empty(); digits.remove_prefix(2)) {
        std::uint8_t byte = 0;
        std::from_chars(digits.data(), digits.data() + 2, byte, 16);
        key += static_cast<char>(byte);
    }
    return Secret{std::move(key)};
}

bool are_digits(std::string_view text) {
    return text.size() == kDigits &&
           text.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

Secret read(const path& file) {
    const Secret text = read_secret_file(file, kWhat, kDigits + 1);
    if (!are_digits(text.reveal())) {
        refuse(file, "it must contain exactly " + std::to_string(kDigits) + " hexadecimal digits");
    }
    return key_of(text.reveal());
}

Secret new_key() {
    std::string bytes(Seal::kKeySize, '\0');
    fill_random(std::span{reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size()});
    return Secret{std::move(bytes)};
}

// Published by link() of a complete and synced file, which fails if the name exists: readers never see a
// partial key, and of two processes that create one, both use the first.
// Returns true if it is this one.
bool make(const path& file, const Secret& text) {
    const path draft = file.string() + "." + random_secret();
    const OpenFile made{draft, O_WRONLY | O_CREAT | O_EXCL};
    const Removal removal{draft};
    const auto size = text.reveal().size();
    require(write(made.get(), text.reveal().data(), size) == static_cast<ssize_t>(size), file);
    require(fsync(made.get()) == 0, file);
    const bool is_first = link(draft.c_str(), file.c_str()) == 0;
    require(is_first || errno == EEXIST, file);
    const OpenFile folder{std::filesystem::absolute(file).parent_path(), O_RDONLY | O_DIRECTORY};
    require(fsync(folder.get()) == 0, file);
    return is_first;
}

path standard_file(const settings::Settings& settings) {
    return settings.data_dir / "secrets.key";
}

}  // namespace

Secret load_secrets_key(const settings::Settings& settings) {
    create_missing_secrets_key(settings);
    return read(secrets_key_path(settings));
}

bool create_missing_secrets_key(const settings::Settings& settings) {
    if (find_secrets_key(settings)) return false;
    return make(standard_file(settings), secrets_key_text(new_key()));
}

std::optional<Secret> find_secrets_key(const settings::Settings& settings) {
    if (settings.secrets_key_file) return read(*settings.secrets_key_file);
    std::error_code unknown;
    if (!std::filesystem::exists(standard_file(settings), unknown)) return std::nullopt;
    return read(standard_file(settings));
}

path secrets_key_path(const settings::Settings& settings) {
    return settings.secrets_key_file.value_or(standard_file(settings));
}

Secret secrets_key_text(const Secret& key) {
    const auto bytes = key.reveal();
    return Secret{to_hex(std::span{reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}) +
                  "\n"};
}

bool is_secrets_key_text(const Secret& text) {
    auto digits = text.reveal();
    if (digits.ends_with('\n')) digits.remove_suffix(1);
    return are_digits(digits);
}

void require_secrets_key_fits(const settings::Settings& settings, const Secret& text) {
    const path file = secrets_key_path(settings);
    std::error_code unknown;
    if (!std::filesystem::exists(file, unknown)) return;
    if (!equal_in_constant_time(secrets_key_text(read(file)).reveal(), text.reveal()))
        refuse(file, "the data that is put here has another one; if nothing needs this file, remove it");
}

void keep_secrets_key(const settings::Settings& settings, const Secret& text) {
    require_secrets_key_fits(settings, text);
    make(secrets_key_path(settings), text);
}

}  // namespace callboard::app
