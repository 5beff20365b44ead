#include "mail/mailer.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <utility>

#include "base/failure.h"
#include "mail/mail_text.h"
#include "mail/outbox.h"
#include "work/retry_schedule.h"

namespace callboard::mail {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds kLeaseDuration = 5min;  // much longer than the mails of one claim take
constexpr std::size_t kClaimedForEach = 4;                  // connection, so that none has to wait

// A mail server that lists unknown senders in grey wants a second attempt after some minutes; one that is away
// for a weekend is waited for.
constexpr std::array<std::chrono::milliseconds, 9> kRetryDelays{1min, 5min, 15min, 1h, 2h, 4h, 8h, 16h, 24h};

}  // namespace

Mailer::Mailer(db::Db& db, const Clock& clock, const Stopwatch& stopwatch, const Seal& seal, const telemetry::Log& log,
               telemetry::Metrics& metrics, const MailerOptions& options)
    : db_(db),
      clock_(clock),
      stopwatch_(stopwatch),
      seal_(seal),
      log_(log),
      options_(options),
      sent_(metrics.counter("callboard_mails_sent_total", "Mails that the mail server accepted.")),
      postponed_(metrics.counter("callboard_mails_postponed_total",
                                 "Attempts to send a mail that failed and will be repeated.")),
      given_up_(metrics.counter("callboard_mails_given_up_total", "Mails that could not be sent.")),
      failures_(log, "mail") {
    for (std::size_t i = 0; i < options_.connections; ++i) senders_.emplace_back([this] { send_claimed(); });
    thread_ = std::thread{[this] { run(); }};
}

Mailer::~Mailer() {
    stop_.request_stop();
    thread_.join();  // ends after the senders
}

void Mailer::run() {
    failures_.attempt("mails_not_taken_back", [this] {
        db_.write(std::nullopt, [this](db::Tx& tx) { store::release_all(tx, options_.node); });
    });
    const auto stop = stop_.get_token();
    while (!stop.stop_requested()) {
        bool worked = false;
        const bool succeeded = failures_.attempt("mails_not_read", [&] { worked = exchange(); });
        if (succeeded && worked) continue;
        std::unique_lock lock{mutex_};
        changed_.wait_for(lock, stop, options_.poll_interval,
                          [&] { return succeeded && !attempts_.empty(); });
    }
    for (std::thread& each : senders_) each.join();
    failures_.attempt("mails_not_written", [this] {
        exchange();
        db_.write(std::nullopt, [this](db::Tx& tx) { store::release_all(tx, options_.node); });
    });
}

bool Mailer::exchange() {
    std::vector<Attempt> finished;
    std::size_t room = 0;
    {
        const std::lock_guard lock{mutex_};
        finished.swap(attempts_);
        const std::size_t most = stop_.stop_requested() ? 0 : options_.connections * kClaimedForEach;
        room = most - std::min(most, claimed_.size() + in_flight_);
    }
    if (finished.empty() && (room == 0 || !db_.read(std::nullopt, store::has_due))) return false;
    std::vector<store::StoredMail> claimed;
    try {
        claimed = db_.write(std::nullopt, [&](db::Tx& tx) {
            for (const Attempt& each : finished) write(tx, each);
            return store::claim(tx, options_.node, tx.now + kLeaseDuration, static_cast<std::int64_t>(room));
        });
    } catch (...) {
        // Their outcomes are written with the next ones.
        const std::lock_guard lock{mutex_};
        std::ranges::move(finished, std::back_inserter(attempts_));
        throw;
    }
    for (const Attempt& each : finished) note(each);
    {
        const std::lock_guard lock{mutex_};
        std::ranges::move(claimed, std::back_inserter(claimed_));
    }
    changed_.notify_all();
    return true;
}

void Mailer::write(db::Tx& tx, const Attempt& attempt) const {
    const auto& [mail, outcome] = attempt;
    if (outcome.result == SmtpResult::sent) return store::sent(tx, mail, options_.node);
    const auto delay = outcome.result == SmtpResult::failed
                           ? work::retry_delay(kRetryDelays, mail.attempts, work::random_jitter())
                           : std::nullopt;
    if (delay) {
        store::postpone(tx, mail, options_.node, tx.now + *delay, outcome.reason);
    } else {
        store::fail(tx, mail, options_.node, outcome.reason);
    }
}

// After the outcome is committed.
void Mailer::note(const Attempt& attempt) {
    const auto& [mail, outcome] = attempt;
    if (outcome.result == SmtpResult::sent) return sent_.add();
    const bool is_last = outcome.result == SmtpResult::rejected || std::cmp_greater_equal(mail.attempts, kRetryDelays.size());
    (is_last ? given_up_ : postponed_).add();
    log_.write(telemetry::Level::warn, is_last ? "mail_given_up" : "mail_postponed",
               {{"mail", mail.id.text()}, {"kind", name_of(mail.kind)}, {"reason", outcome.reason}});
}

void Mailer::send_claimed() {
    const auto stop = stop_.get_token();
    SmtpConnection connection{options_.server};
    std::unique_lock lock{mutex_};
    while (changed_.wait(lock, stop, [this] { return !claimed_.empty(); })) {
        if (stop.stop_requested()) return;
        store::StoredMail mail = std::move(claimed_.front());
        claimed_.pop_front();
        ++in_flight_;
        lock.unlock();
        keep_pace();
        SmtpOutcome outcome = sent_by(connection, mail);
        lock.lock();
        --in_flight_;
        attempts_.push_back({std::move(mail), std::move(outcome)});
        changed_.notify_all();
    }
}

SmtpOutcome Mailer::sent_by(SmtpConnection& connection, const store::StoredMail& mail) {
    try {
        return connection.send({.from = options_.from,
                                .to = mail.to,
                                .id = std::string{mail.id.text()},
                                .sent_at = clock_.now(),
                                .content = text_of(opened(mail, seal_))});
    } catch (const std::exception&) {
        return {SmtpResult::failed, reason_of_current_failure()};
    }
}

void Mailer::keep_pace() {
    if (options_.most_per_second == 0) return;
    std::unique_lock lock{mutex_};
    const auto now = stopwatch_.now();
    const auto start = std::max(next_start_, now);
    next_start_ = start + std::chrono::nanoseconds{1s} / options_.most_per_second;
    std::condition_variable_any never;
    never.wait_until(lock, stop_.get_token(), start, [] { return false; });
}

}  // namespace callboard::mail
