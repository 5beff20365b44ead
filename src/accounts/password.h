// Passwords, stored as argon2id hashes: about 50 ms and 19 MiB for each guess.
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

// The memory for computing one hash, mapped and populated by reserve(), so that using it causes no page
// faults.
class HashMemory {
  public:
    [[nodiscard]] bool reserve(std::size_t kibibytes);  // false: out of memory
    std::span<std::uint8_t> bytes() const { return {bytes_.get(), size_}; }

  private:
    std::unique_ptr<std::uint8_t[], UnmapMemory> bytes_;
    std::size_t size_ = 0;
};

// The computation of one hash. run() allocates nothing and takes no lock, so that it can run on a thread of
// low priority without priority inversion.
class HashJob {
  public:
    // The hash of a new password, with a random salt.
    static HashJob for_new_hash(const Secret& password);
    // The hash of a guess, with the parameters of the stored hash. An unreadable stored hash never matches,
    // but takes the same time.
    static HashJob for_comparison(const Secret& guess, std::string_view stored);

    std::size_t kibibytes() const { return kibibytes_; }
    void run(const HashMemory& memory) noexcept;

    // Valid after run().
    bool matches() const { return matches_; }
    std::string encoded() const;  // throws if the computation failed

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

// Synchronous versions, which compute on the calling thread.
std::string hash_password(const Secret& password);
bool is_password(const Secret& guess, std::string_view hash);

// A hash that no password matches: a sign-in with an unknown e-mail takes the same time as any other.
std::string_view dummy_password_hash();

// An initial password for a user for whom none was given.
Secret generate_password();

}  // namespace callboard::accounts
