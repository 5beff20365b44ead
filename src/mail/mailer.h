// Sends the mails of the queue over several connections to the mail server. One thread claims mails and
// writes what came of them, many at a time; a thread for each connection sends. Several servers can share the
// queue: a lease ensures that one of them sends a mail, and sends it again only if that one ended meanwhile.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/seal.h"
#include "base/secret.h"
#include "db/db.h"
#include "mail/mail_store.h"
#include "mail/smtp.h"
#include "telemetry/log.h"
#include "telemetry/metrics.h"
#include "work/failure_log.h"

namespace callboard::mail {

struct MailerOptions {
    MailServer server;
    std::string from;
    std::string node;  // the name of this server, which holds the leases
    std::size_t connections = 10;
    std::int64_t most_per_second = 0;  // 0: as fast as the mail server takes them
    std::chrono::milliseconds poll_interval{500};
};

class Mailer {
  public:
    Mailer(db::Db& db, const Clock& clock, const Stopwatch& stopwatch, const Seal& seal,
           const telemetry::Log& log, telemetry::Metrics& metrics, const MailerOptions& options);
    ~Mailer();  // waits for mails that are being sent, and releases the others

    void stop_claiming();  // and sends no more of those that are claimed

    Mailer(const Mailer&) = delete;
    Mailer& operator=(const Mailer&) = delete;

  private:
    struct Attempt {
        store::StoredMail mail;
        SmtpOutcome outcome;
        double jitter = 0;  // of the delay before the next one
    };
    static std::optional<std::chrono::milliseconds> delay_after(
        const Attempt& attempt);  // nothing: the last one

    void run();
    void send_claimed();
    enum class Progress { none, made, failed };
    Progress exchange();  // writes outcomes and claims mails
    std::int64_t room_for_more();
    bool has_finished();
    bool has_due();  // and how late they are
    void warn_of_backlog();
    void write(db::Tx& tx, const Attempt& attempt) const;
    void note(const Attempt& attempt);
    SmtpOutcome sent_by(SmtpConnection& connection, const store::StoredMail& mail);
    void keep_pace(std::unique_lock<std::mutex>& lock);

    db::Db& db_;
    const Clock& clock_;
    const Stopwatch& stopwatch_;
    const Seal& seal_;
    const telemetry::Log& log_;
    const MailerOptions options_;
    telemetry::Counter& sent_;
    telemetry::Counter& postponed_;
    telemetry::Counter& given_up_;
    std::atomic<double> oldest_due_seconds_ = 0;
    Stopwatch::Instant next_look_;  // at the queue, while mails are sent
    work::FailureLog failures_;

    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::deque<store::StoredMail> claimed_;  // to be sent
    std::vector<Attempt> attempts_;          // to be written
    std::size_t in_flight_ = 0;
    Stopwatch::Instant next_start_;  // of a mail, at the rate that is allowed
    bool is_held_back_ = false;      // by that rate, since the queue was looked at
    std::stop_source stop_;
    std::vector<std::thread> senders_;
    std::thread thread_;
};

}  // namespace callboard::mail
