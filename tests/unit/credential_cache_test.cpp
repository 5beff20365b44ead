#include "accounts/credential_cache.h"

#include <atomic>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/id_source.h"

namespace callboard::accounts {
namespace {

Holder holder(Role role = Role::standard) {
    static IdSource ids;
    constexpr Timestamp kNow{1'700'000'000'000};
    return {.company = ids.make<CompanyId>(kNow),
            .user = ids.make<UserId>(kNow),
            .role = role,
            .credential = ids.make<CredentialId>(kNow)};
}

Sha256 hash(int number) {
    return hash_of(std::to_string(number));
}

TEST(CredentialCache, GivesBackWhatItKeeps) {
    CredentialCache cache;
    const Holder ann = holder(Role::administrator);
    cache.keep(hash(1), ann, cache.generation());

    const auto found = cache.find(hash(1));

    ASSERT_TRUE(found);
    EXPECT_EQ(found->company, ann.company);
    EXPECT_EQ(found->user, ann.user);
    EXPECT_EQ(found->role, Role::administrator);
    EXPECT_EQ(found->credential, ann.credential);
    EXPECT_FALSE(cache.find(hash(2)));
}

TEST(CredentialCache, TakesTheLatestForASecret) {
    CredentialCache cache;
    const Holder ben = holder();

    cache.keep(hash(1), holder(), cache.generation());
    cache.keep(hash(1), ben, cache.generation());

    EXPECT_EQ(cache.find(hash(1))->user, ben.user);
}

TEST(CredentialCache, TellsSecretsApartByTheirWholeHash) {
    CredentialCache cache;
    const Sha256 known = hash(1);
    cache.keep(known, holder(), cache.generation());

    for (std::size_t at = 0; at < known.size(); ++at) {
        Sha256 other = known;
        other[at] ^= 1;
        EXPECT_FALSE(cache.find(other)) << at;
    }
}

TEST(CredentialCache, ForgetsEverythingWhenItIsCleared) {
    CredentialCache cache;
    for (int i = 0; i < 100; ++i) cache.keep(hash(i), holder(), cache.generation());

    cache.clear();

    for (int i = 0; i < 100; ++i) EXPECT_FALSE(cache.find(hash(i)));
}

TEST(CredentialCache, DoesNotKeepWhatWasFoundBeforeAChange) {
    CredentialCache cache;
    const auto before = cache.generation();

    cache.clear();
    cache.keep(hash(1), holder(), before);

    EXPECT_FALSE(cache.find(hash(1)));
    cache.keep(hash(1), holder(), cache.generation());
    EXPECT_TRUE(cache.find(hash(1)));
}

TEST(CredentialCache, KeepsNoMoreThanItHasRoomFor) {
    constexpr int kMany = 60'000;
    constexpr int kRoom = 16 * 1'024;
    CredentialCache cache;
    for (int i = 0; i < kMany; ++i) cache.keep(hash(i), holder(), cache.generation());

    int kept = 0;
    for (int i = 0; i < kMany; ++i)
        if (cache.find(hash(i))) ++kept;

    EXPECT_LE(kept, kRoom);
    EXPECT_GT(kept, kRoom / 2);
    EXPECT_TRUE(cache.find(hash(kMany - 1))) << "the newest is kept";
}

TEST(CredentialCache, NeverKeepsARevokedHolderWhateverTheOrderOfThings) {
    CredentialCache cache;
    std::atomic<bool> revoked = false;
    std::atomic<bool> stop = false;
    std::vector<std::jthread> lookups;
    for (int i = 0; i < 3; ++i) {
        lookups.emplace_back([&] {
            while (!stop) {
                const auto generation = cache.generation();
                if (!revoked) cache.keep(hash(1), holder(), generation);
            }
        });
    }

    int seen = 0;
    for (int i = 0; i < 500; ++i) {
        revoked = true;
        cache.clear();
        for (int n = 0; n < 20; ++n)
            if (cache.find(hash(1))) ++seen;
        revoked = false;
    }
    stop = true;

    EXPECT_EQ(seen, 0);
}

}  // namespace
}  // namespace callboard::accounts
