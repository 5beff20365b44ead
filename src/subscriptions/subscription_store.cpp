#include "subscriptions/subscription_store.h"

#include <string>
#include <string_view>

namespace callboard::subscriptions::store {
namespace {

constexpr db::Sql kInsert{"webhook_subscription_insert", R"sql(
    INSERT INTO webhook_subscription (company_id, id, user_id, application_id, credential_id, callback_url, events,
                                      alerting_email, sealed_auth, status, version, created_at, updated_at,
                                      activated_at, suspended_at, owner_lost_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16))sql"};

constexpr db::Sql kInsertHealth{"webhook_health_insert", R"sql(
    INSERT INTO webhook_health (company_id, subscription_id, failures_in_row) VALUES ($1, $2, 0))sql"};

constexpr db::Sql kFind{"webhook_subscription_find", R"sql(
    SELECT id, user_id, application_id, callback_url, events, alerting_email, sealed_auth, status, version, created_at,
           updated_at, activated_at, suspended_at, credential_id, owner_lost_at
    FROM webhook_subscription WHERE company_id = $1 AND id = $2 AND deleted_at IS NULL)sql"};

constexpr db::ListSql kList{
    "webhook_subscription_list",
    "id, user_id, application_id, callback_url, events, alerting_email, sealed_auth, status, version, "
    "created_at, updated_at, activated_at, suspended_at, credential_id, owner_lost_at",
    "FROM webhook_subscription WHERE company_id = $1 AND deleted_at IS NULL", "ORDER BY id"};

constexpr db::Sql kCountOf{"webhook_subscription_count_of", R"sql(
    SELECT count(*) FROM webhook_subscription
    WHERE company_id = $1 AND user_id = $2 AND coalesce(application_id, '') = $3 AND deleted_at IS NULL)sql"};

// Ordered by id, because the rows are locked in this order.
constexpr db::Sql kOfUser{"webhook_subscription_of_user", R"sql(
    SELECT id FROM webhook_subscription
    WHERE company_id = $1 AND user_id = $2 AND owner_lost_at IS NULL AND deleted_at IS NULL ORDER BY id)sql"};

constexpr db::Sql kOfConnection{"webhook_subscription_of_connection", R"sql(
    SELECT id FROM webhook_subscription
    WHERE company_id = $1 AND user_id = $2 AND application_id = $3 AND owner_lost_at IS NULL AND deleted_at IS NULL
    ORDER BY id)sql"};

constexpr db::Sql kOfCredential{"webhook_subscription_of_credential", R"sql(
    SELECT id FROM webhook_subscription
    WHERE company_id = $1 AND credential_id = $2 AND owner_lost_at IS NULL AND deleted_at IS NULL ORDER BY id)sql"};

constexpr db::GlobalSql kOfApplication{"webhook_subscription_of_application", R"sql(
    SELECT company_id, id FROM webhook_subscription
    WHERE application_id = $1 AND owner_lost_at IS NULL AND deleted_at IS NULL ORDER BY company_id, id)sql"};

constexpr db::Sql kLockEvents{"webhook_subscription_hold_events", "SELECT $1 /*lock events*/"};

constexpr db::Sql kLockRow{"webhook_subscription_take_turn", R"sql(
    UPDATE webhook_subscription SET version = version
    WHERE company_id = $1 AND id = $2 AND deleted_at IS NULL)sql"};

constexpr db::Sql kUpdate{"webhook_subscription_update", R"sql(
    UPDATE webhook_subscription
    SET callback_url = $3, events = $4, alerting_email = $5, sealed_auth = $6, status = $7, updated_at = $8,
        activated_at = $9, suspended_at = $10, user_id = $11, application_id = $12, credential_id = $13,
        owner_lost_at = $14, version = version + 1
    WHERE company_id = $1 AND id = $2 AND deleted_at IS NULL)sql"};

constexpr db::Sql kForgetSubscribers{"event_subscriber_forget", R"sql(
    DELETE FROM event_subscriber WHERE company_id = $1 AND subscription_id = $2)sql"};

constexpr db::Sql kInsertSubscriber{"event_subscriber_insert", R"sql(
    INSERT INTO event_subscriber (company_id, event_name, subscription_id) VALUES ($1, $2, $3))sql"};

constexpr db::Sql kMarkDeleted{"webhook_subscription_mark_deleted", R"sql(
    UPDATE webhook_subscription
    SET status = 'inactive', alerting_email = NULL, sealed_auth = NULL, updated_at = $3, deleted_at = $3,
        version = version + 1
    WHERE company_id = $1 AND id = $2 AND deleted_at IS NULL)sql"};

constexpr db::Sql kForgetKeys{"webhook_key_forget", R"sql(
    DELETE FROM webhook_key WHERE company_id = $1 AND subscription_id = $2)sql"};

constexpr db::Sql kForgetKey{"webhook_key_forget_one", R"sql(
    DELETE FROM webhook_key WHERE company_id = $1 AND subscription_id = $2 AND id = $3)sql"};
constexpr db::Sql kForgetExpiredKeys{"webhook_key_forget_expired", R"sql(
    DELETE FROM webhook_key WHERE company_id = $1 AND subscription_id = $2 AND expires_at <= $3)sql"};

constexpr db::Sql kInsertKey{"webhook_key_insert", R"sql(
    INSERT INTO webhook_key (company_id, subscription_id, id, sealed_key, created_at, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6))sql"};

constexpr db::Sql kExpireKeys{"webhook_key_expire", R"sql(
    UPDATE webhook_key SET expires_at = $3
    WHERE company_id = $1 AND subscription_id = $2 AND (expires_at IS NULL OR expires_at > $3))sql"};

constexpr db::Sql kLiveKeys{"webhook_key_live", R"sql(
    SELECT id, sealed_key, expires_at FROM webhook_key
    WHERE company_id = $1 AND subscription_id = $2 AND (expires_at IS NULL OR expires_at > $3)
    ORDER BY CASE WHEN expires_at IS NULL THEN 0 ELSE 1 END, id DESC)sql"};

constexpr db::Sql kResetHealth{"webhook_health_reset", R"sql(
    UPDATE webhook_health SET failures_in_row = 0 WHERE company_id = $1 AND subscription_id = $2)sql"};

constexpr db::Sql kHealth{"webhook_health_find", R"sql(
    SELECT failures_in_row, succeeded_at FROM webhook_health
    WHERE company_id = $1 AND subscription_id = $2)sql"};

// Separated by spaces, which event names do not contain.
std::string joined(const std::vector<std::string>& events) {
    std::string text;
    for (const std::string& name : events) text.append(text.empty() ? "" : " ").append(name);
    return text;
}

std::vector<std::string> split(std::string_view text) {
    std::vector<std::string> events;
    while (!text.empty()) {
        const auto end = text.find(' ');
        events.emplace_back(text.substr(0, end));
        text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    }
    return events;
}

Subscription subscription_from(const db::Row& row) {
    return {.id = row.id<SubscriptionId>(0),
            .owner = {.user = row.id<UserId>(1),
                      .application = row.optional_id<ApplicationId>(2),
                      .credential = row.optional_id<CredentialId>(13)},
            .callback_url = row.string(3),
            .events = split(row.text(4)),
            .alerting_email = row.optional_string(5),
            .sealed_auth = row.optional_string(6),
            .status = row.member<SubscriptionStatus>(7),
            .version = row.integer(8),
            .created_at = row.time(9),
            .updated_at = row.time(10),
            .activated_at = row.optional_time(11),
            .suspended_at = row.optional_time(12),
            .owner_lost_at = row.optional_time(14)};
}

SubscriptionId id_from(const db::Row& row) {
    return row.id<SubscriptionId>(0);
}

}  // namespace

void insert(db::Tx& tx, const Subscription& subscription) {
    const std::string events = joined(subscription.events);
    tx.execute(kInsert, {subscription.id, subscription.owner.user, subscription.owner.application,
                         subscription.owner.credential, subscription.callback_url, events,
                         subscription.alerting_email, subscription.sealed_auth, subscription.status,
                         subscription.version, subscription.created_at, subscription.updated_at,
                         subscription.activated_at, subscription.suspended_at, subscription.owner_lost_at});
    tx.enqueue(kInsertHealth, {subscription.id});
}

std::optional<Subscription> find(db::Snapshot& snapshot, const SubscriptionId& id) {
    return snapshot.first(kFind, {id}, subscription_from);
}

std::vector<Subscription> list(db::Snapshot& snapshot, const std::optional<SubscriptionId>& after,
                               std::int64_t limit) {
    db::ListQuery query{kList};
    if (after) query.where("id >", *after);
    return snapshot.all(query.page(limit), subscription_from);
}

std::int64_t count_of(db::Snapshot& snapshot, const Owner& owner) {
    const std::string_view application = owner.application ? owner.application->text() : "";
    return snapshot.number(kCountOf, {owner.user, application});
}

std::vector<SubscriptionId> of_user(db::Snapshot& snapshot, const UserId& user) {
    return snapshot.all(kOfUser, {user}, id_from);
}

std::vector<SubscriptionId> of_connection(db::Snapshot& snapshot, const UserId& user,
                                          const ApplicationId& application) {
    return snapshot.all(kOfConnection, {user, application}, id_from);
}

std::vector<SubscriptionId> of_credential(db::Snapshot& snapshot, const CredentialId& credential) {
    return snapshot.all(kOfCredential, {credential}, id_from);
}

std::vector<std::pair<CompanyId, SubscriptionId>> of_application(db::Snapshot& snapshot,
                                                                 const ApplicationId& application) {
    return snapshot.all(kOfApplication, {application}, [](const db::Row& row) {
        return std::pair{row.id<CompanyId>(0), row.id<SubscriptionId>(1)};
    });
}

void lock_events(db::Tx& tx) {
    tx.first(kLockEvents, {}, [](const db::Row&) { return true; });
}

bool lock_row(db::Tx& tx, const SubscriptionId& id) {
    return tx.execute(kLockRow, {id}) == 1;
}

void update(db::Tx& tx, const Subscription& subscription) {
    const std::string events = joined(subscription.events);
    tx.enqueue(kUpdate,
               {subscription.id, subscription.callback_url, events, subscription.alerting_email,
                subscription.sealed_auth, subscription.status, subscription.updated_at,
                subscription.activated_at, subscription.suspended_at, subscription.owner.user,
                subscription.owner.application, subscription.owner.credential, subscription.owner_lost_at});
    tx.announce(subscription.id.text());
}

void write_subscribers(db::Tx& tx, const Subscription& subscription) {
    tx.enqueue(kForgetSubscribers, {subscription.id});
    if (subscription.status != SubscriptionStatus::active) return;
    for (const std::string& event : subscription.events)
        tx.enqueue(kInsertSubscriber, {event, subscription.id});
}

void mark_deleted(db::Tx& tx, const SubscriptionId& id) {
    tx.enqueue(kMarkDeleted, {id, tx.now});
    tx.enqueue(kForgetSubscribers, {id});
    tx.enqueue(kForgetKeys, {id});
    tx.announce(id.text());
}

void insert_key(db::Tx& tx, const SubscriptionId& subscription, const StoredKey& key) {
    tx.enqueue(kInsertKey, {subscription, key.id, key.sealed_key, tx.now, key.expires_at});
}

void expire_keys(db::Tx& tx, const SubscriptionId& subscription, Timestamp at) {
    tx.enqueue(kExpireKeys, {subscription, at});
}

void forget_key(db::Tx& tx, const SubscriptionId& subscription, const SecretKeyId& key) {
    tx.execute(kForgetKey, {subscription, key});
}

void forget_expired_keys(db::Tx& tx, const SubscriptionId& subscription) {
    tx.enqueue(kForgetExpiredKeys, {subscription, tx.now});
}

std::vector<StoredKey> live_keys(db::Snapshot& snapshot, const SubscriptionId& subscription) {
    return snapshot.all(kLiveKeys, {subscription, snapshot.now}, [](const db::Row& row) {
        return StoredKey{
            .id = row.id<SecretKeyId>(0), .sealed_key = row.string(1), .expires_at = row.optional_time(2)};
    });
}

void reset_health(db::Tx& tx, const SubscriptionId& subscription) {
    tx.enqueue(kResetHealth, {subscription});
}

Health health_of(db::Snapshot& snapshot, const SubscriptionId& subscription) {
    const auto found = snapshot.first(kHealth, {subscription}, [](const db::Row& row) {
        return Health{.failures_in_row = row.integer(0), .succeeded_at = row.optional_time(1)};
    });
    return found.value_or(Health{});
}

}  // namespace callboard::subscriptions::store
