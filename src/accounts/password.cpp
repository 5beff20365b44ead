#include "accounts/password.h"

#include <algorithm>
#include <charconv>

#include <argon2.h>
#include <sys/mman.h>

#include "base/constant_time.h"
#include "base/encoding.h"
#include "base/error.h"
#include "base/random.h"

namespace callboard::accounts {
namespace {

constexpr std::uint32_t kPasses = 4;
constexpr std::uint32_t kKibibytes = 19'456;
constexpr std::uint32_t kLanes = 1;
constexpr std::size_t kSaltBytes = 16;

// PHC string format: $argon2id$v=19$m=19456,t=4,p=1$SALT$HASH
constexpr std::string_view kScheme = "$argon2id$v=19$m=";
constexpr std::string_view kDummyHash =
    "$argon2id$v=19$m=19456,t=4,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

// The allocation callbacks of argon2 have no user data parameter.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
thread_local std::span<std::uint8_t> work_memory;

int allocate_memory(std::uint8_t** memory, std::size_t bytes) {
    if (bytes > work_memory.size()) return ARGON2_MEMORY_ALLOCATION_ERROR;
    *memory = work_memory.data();
    return ARGON2_OK;
}

void free_memory(std::uint8_t*, std::size_t) {}

bool skip(std::string_view& text, std::string_view expected) {
    if (!text.starts_with(expected)) return false;
    text.remove_prefix(expected.size());
    return true;
}

bool take_number(std::string_view& text, std::uint32_t& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{}) return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return true;
}

std::string unpadded(std::span<const std::uint8_t> bytes) {
    std::string text = to_base64(bytes);
    text.resize(std::min(text.find('='), text.size()));
    return text;
}

void run_on_this_thread(HashJob& job) {
    HashMemory memory;
    if (!memory.reserve(job.kibibytes())) throw internal("no memory for the hash of a password");
    job.run(memory);
}

}  // namespace

void UnmapMemory::operator()(std::uint8_t* memory) const {
    munmap(memory, size);
}

bool HashMemory::reserve(std::size_t kibibytes) {
    const std::size_t size = kibibytes * 1024;
    if (size <= size_) return true;
    void* const memory =
        mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    if (memory == MAP_FAILED) return false;
    bytes_ =
        std::unique_ptr<std::uint8_t[], UnmapMemory>{static_cast<std::uint8_t*>(memory), UnmapMemory{size}};
    size_ = size;
    return true;
}

HashJob HashJob::for_new_hash(const Secret& password) {
    HashJob job{password};
    job.salt_.resize(kSaltBytes);
    fill_random(job.salt_);
    job.passes_ = kPasses;
    job.kibibytes_ = kKibibytes;
    job.lanes_ = kLanes;
    return job;
}

HashJob HashJob::for_comparison(const Secret& guess, std::string_view stored) {
    HashJob job{guess};
    job.comparable_ = job.read(stored);
    if (!job.comparable_) job.read(kDummyHash);
    return job;
}

bool HashJob::read(std::string_view stored) {
    if (!skip(stored, kScheme) || !take_number(stored, kibibytes_) || !skip(stored, ",t=") ||
        !take_number(stored, passes_) || !skip(stored, ",p=") || !take_number(stored, lanes_) ||
        !skip(stored, "$"))
        return false;
    const auto end = std::min(stored.find('$'), stored.size());
    const auto salt = from_base64(stored.substr(0, end));
    const auto hash = from_base64(stored.substr(std::min(end + 1, stored.size())));
    if (!salt || !hash || hash->size() != expected_.size()) return false;
    salt_.assign(salt->begin(), salt->end());
    std::ranges::copy(*hash, expected_.begin());
    return true;
}

void HashJob::run(const HashMemory& memory) noexcept {
    work_memory = memory.bytes();
    const std::string_view password = password_.reveal();
    argon2_context context{};
    context.out = hash_.data();
    context.outlen = static_cast<std::uint32_t>(hash_.size());
    // argon2 writes to the password only with ARGON2_FLAG_CLEAR_PASSWORD.
    context.pwd = reinterpret_cast<std::uint8_t*>(const_cast<char*>(password.data()));
    context.pwdlen = static_cast<std::uint32_t>(password.size());
    context.salt = salt_.data();
    context.saltlen = static_cast<std::uint32_t>(salt_.size());
    context.t_cost = passes_;
    context.m_cost = kibibytes_;
    context.lanes = lanes_;
    context.threads = 1;
    context.version = ARGON2_VERSION_13;
    context.allocate_cbk = allocate_memory;
    context.free_cbk = free_memory;
    context.flags = ARGON2_DEFAULT_FLAGS;
    computed_ = argon2id_ctx(&context) == ARGON2_OK;
    matches_ = equal_in_constant_time(hash_, expected_) && computed_ && comparable_;
}

std::string HashJob::encoded() const {
    if (!computed_) throw internal("the hash of a password could not be computed");
    return std::string{kScheme} + std::to_string(kibibytes_) + ",t=" + std::to_string(passes_) +
           ",p=" + std::to_string(lanes_) + "$" + unpadded(salt_) + "$" + unpadded(hash_);
}

bool is_good_password(const Secret& password) {
    const std::size_t length = count_characters(password.reveal());
    return length >= kShortestPassword && length <= kLongestPassword;
}

std::string hash_password(const Secret& password) {
    HashJob job = HashJob::for_new_hash(password);
    run_on_this_thread(job);
    return job.encoded();
}

bool is_password(const Secret& guess, std::string_view hash) {
    HashJob job = HashJob::for_comparison(guess, hash);
    run_on_this_thread(job);
    return job.matches();
}

std::string_view dummy_password_hash() {
    return kDummyHash;
}

Secret generate_password() {
    constexpr std::string_view kUnambiguousLetters =
        "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    return Secret{random_text(20, kUnambiguousLetters)};
}

}  // namespace callboard::accounts
