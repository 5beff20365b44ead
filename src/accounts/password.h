// Passwords, kept as argon2id hashes: about 50 ms and 19 MiB for each guess.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/secret.h"

namespace callboard::accounts {

inline constexpr std::size_t kShortestPassword = 12;
inline constexpr std::size_t kLongestPassword = 1024;

bool is_good_password(const Secret& password);

struct UnmapMemory {
    std::size_t size = 0;
    void operator()(std::uint8_t* memory) const;
};

// What the computation of one hash works in. All of it is there when it was reserved: using it asks the
// system for nothing.
class HashMemory {
  public:
    [[nodiscard]] bool reserve(std::size_t kibibytes);  // false: the system has none
    std::span<std::uint8_t> bytes() const { return {bytes_.get(), size_}; }

  private:
    std::unique_ptr<std::uint8_t[], UnmapMemory> bytes_;
    std::size_t size_ = 0;
};

// One hash to be computed. run() is nothing but arithmetic: it allocates nothing and takes no lock, so that a
// thread of low priority can do it without anybody waiting for what it holds.
class HashJob {
  public:
    // Of a password that is new.
    static HashJob to_make(const Secret& password);
    // Of a guess, with the parameters of the hash that it is compared with. One that cannot be read is never
    // matched, and takes as long.
    static HashJob to_compare(const Secret& guess, std::string_view stored);

    std::size_t kibibytes() const { return kibibytes_; }
    void run(const HashMemory& memory) noexcept;

    // Afterwards.
    bool matches() const { return matches_; }
    std::string encoded() const;  // throws when there was no result

  private:
    static constexpr std::size_t kHashBytes = 32;
    using Hash = std::array<std::uint8_t, kHashBytes>;

    explicit HashJob(const Secret& password) : password_(password) {}
    bool read(std::string_view stored);

    Secret password_;
    std::vector<std::uint8_t> salt_;
    std::uint32_t passes_ = 0;
    std::uint32_t kibibytes_ = 0;
    std::uint32_t lanes_ = 0;
    Hash expected_{};
    Hash hash_{};
    bool comparable_ = false;
    bool computed_ = false;
    bool matches_ = false;
};

// The same at once, on the thread of the caller.
std::string hash_password(const Secret& password);
bool is_password(const Secret& guess, std::string_view hash);

// For guesses at accounts that do not exist: they take as long as any other. No password has it.
std::string_view nobodys_password_hash();

// For users to whom nobody gave one.
Secret generate_password();

}  // namespace callboard::accounts
