#include "edge/caller_cache.h"

#include <atomic>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/id_source.h"

namespace callboard::edge {
namespace {

using accounts::Role;

Caller caller(Role role = Role::standard) {
    static IdSource ids;
    constexpr Timestamp kNow{1'700'000'000'000};
    return {.called_with = CredentialKind::api_key,
            .company = ids.make<CompanyId>(kNow),
            .user = ids.make<UserId>(kNow),
            .role = role,
            .scopes = {oauth::Scope::jobs_read},
            .expires_at = std::nullopt};
}

void keep(CallerCache& cache, const Sha256& secret_hash, const Caller& found) {
    EXPECT_TRUE(cache.keep(secret_hash, found, {cache.generation(), 0}));
}

Sha256 hash(int number) {
    return sha256(std::to_string(number));
}

TEST(CallerCache, GivesBackWhatItKeeps) {
    CallerCache cache;
    const Caller ann = caller(Role::administrator);
    keep(cache, hash(1), ann);

    const auto found = cache.find(hash(1));

    ASSERT_TRUE(found);
    EXPECT_EQ(found->company, ann.company);
    EXPECT_EQ(found->user, ann.user);
    EXPECT_EQ(found->role, Role::administrator);
    EXPECT_EQ(found->scopes, ann.scopes);
    EXPECT_FALSE(cache.find(hash(2)));
}

TEST(CallerCache, TakesTheLatestForASecret) {
    CallerCache cache;
    const Caller ben = caller();

    keep(cache, hash(1), caller());
    keep(cache, hash(1), ben);

    EXPECT_EQ(cache.find(hash(1))->user, ben.user);
}

TEST(CallerCache, TellsSecretsApartByTheirWholeHash) {
    CallerCache cache;
    const Sha256 known = hash(1);
    keep(cache, known, caller());

    for (std::size_t at = 0; at < known.size(); ++at) {
        Sha256 other = known;
        other[at] ^= 1;
        EXPECT_FALSE(cache.find(other)) << at;
    }
}

TEST(CallerCache, ForgetsEverythingWhenItIsCleared) {
    CallerCache cache;
    for (int i = 0; i < 100; ++i) keep(cache, hash(i), caller());

    cache.clear();

    for (int i = 0; i < 100; ++i) EXPECT_FALSE(cache.find(hash(i)));
}

TEST(CallerCache, DoesNotKeepWhatWasFoundBeforeAChange) {
    CallerCache cache;
    const auto before = cache.generation();

    cache.clear();
    EXPECT_TRUE(cache.keep(hash(1), caller(), {before, 0}))
        << "it is good for this one request, which came before";

    EXPECT_FALSE(cache.find(hash(1)));
    keep(cache, hash(1), caller());
    EXPECT_TRUE(cache.find(hash(1)));
}

TEST(CallerCache, ForgetsEverythingWhenTheEpochHasMoved) {
    CallerCache cache;
    cache.observe_epoch(5);
    EXPECT_TRUE(cache.keep(hash(1), caller(), {cache.generation(), 5}));

    cache.observe_epoch(5);
    EXPECT_TRUE(cache.find(hash(1))) << "nothing new";
    cache.observe_epoch(6);
    EXPECT_FALSE(cache.find(hash(1)));
}

TEST(CallerCache, ForgetsOnlyTheCompaniesThatHaveChanged) {
    CallerCache cache;
    const Caller ann = caller();
    const Caller ben = caller();
    const Caller cleo = caller();
    keep(cache, hash(1), ann);
    keep(cache, hash(2), ben);
    keep(cache, hash(3), cleo);

    cache.observe_epoch(6, std::vector{ann.company, cleo.company});
    EXPECT_FALSE(cache.find(hash(1)));
    EXPECT_TRUE(cache.find(hash(2)));
    EXPECT_FALSE(cache.find(hash(3)));
    EXPECT_FALSE(cache.keep(hash(4), ben, {cache.generation(), 5})) << "the snapshot is older";

    const auto before = cache.generation();
    cache.forget(std::vector{ben.company});
    EXPECT_FALSE(cache.find(hash(2)));
    EXPECT_TRUE(cache.keep(hash(2), ben, {before, 6}));
    EXPECT_FALSE(cache.find(hash(2))) << "it was found before the change";

    EXPECT_TRUE(cache.keep(hash(2), ben, {cache.generation(), 6}));
    cache.observe_epoch(7);
    EXPECT_FALSE(cache.find(hash(2))) << "perhaps all have changed";
}

TEST(CallerCache, RefusesWhatWasFoundInASnapshotBeforeTheEpochThatItKnows) {
    CallerCache cache;
    cache.observe_epoch(6);

    EXPECT_FALSE(cache.keep(hash(1), caller(), {cache.generation(), 5})) << "the credential may be revoked";
    EXPECT_FALSE(cache.find(hash(1)));
    EXPECT_TRUE(cache.keep(hash(1), caller(), {cache.generation(), 6}));
    EXPECT_TRUE(cache.keep(hash(2), caller(), {cache.generation(), 7})) << "newer than what is known here";
    EXPECT_TRUE(cache.find(hash(2)));
}

TEST(CallerCache, TakesADatabaseThatWasPutBackAsItIs) {
    CallerCache cache;
    cache.observe_epoch(6);
    cache.observe_epoch(2);

    EXPECT_TRUE(cache.keep(hash(1), caller(), {cache.generation(), 2}));
}

TEST(CallerCache, KeepsNoMoreThanItHasRoomFor) {
    constexpr int kMany = 60'000;
    constexpr int kRoom = 16 * 1'024;
    CallerCache cache;
    for (int i = 0; i < kMany; ++i) keep(cache, hash(i), caller());

    int kept = 0;
    for (int i = 0; i < kMany; ++i)
        if (cache.find(hash(i))) ++kept;

    EXPECT_LE(kept, kRoom);
    EXPECT_GT(kept, kRoom / 2);
    EXPECT_TRUE(cache.find(hash(kMany - 1))) << "the newest is kept";
}

TEST(CallerCache, NeverKeepsARevokedCallerWhateverTheOrderOfThings) {
    CallerCache cache;
    std::atomic<bool> revoked = false;
    std::atomic<bool> stop = false;
    std::vector<std::jthread> lookups;
    for (int i = 0; i < 3; ++i) {
        lookups.emplace_back([&] {
            while (!stop) {
                const auto generation = cache.generation();
                if (!revoked) static_cast<void>(cache.keep(hash(1), caller(), {generation, 0}));
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
}  // namespace callboard::edge
