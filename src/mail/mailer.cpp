#include "mail/mailer.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <utility>

#include "base/email.h"
#include "base/error.h"
#include "base/failure.h"
#include "mail/mail_text.h"
#include "mail/outbox.h"
#include "work/retry_schedule.h"

namespace callboard::mail {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds kLeaseDuration = 5min;  // much longer than the mails of one claim take
constexpr std::size_t kClaimedForEach = 4;                  // connection, so that none has to wait
constexpr std::chrono::seconds kLookInterval = 5s;
constexpr std::chrono::seconds kLateAfter = 5min;  // as monitoring/alerts.yml

// A mail server that lists unknown senders in grey wants a second attempt after some minutes; one that is
// away for a weekend is waited for.
constexpr std::array<std::chrono::milliseconds, 9> kRetryDelays{1min, 5min, 15min, 1h, 2h, 4h, 8h, 16h, 24h};

}  // namespace

std::optional<std::chrono::milliseconds> Mailer::delay_after(const Attempt& attempt) {
    if (attempt.outcome.result != SmtpResult::failed) return std::nullopt;
    return work::retry_delay(kRetryDelays, attempt.mail.attempts, attempt.jitter);
}

Mailer::Mailer(db::Db& db, const Clock& clock, const Stopwatch& stopwatch, const Seal& seal,
               const telemetry::Log& log, telemetry::Metrics& metrics, const MailerOptions& options)
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
    metrics.gauge("callboard_mail_oldest_due_seconds", "Since when the mail that waits longest is due.",
                  [this] { return oldest_due_seconds_.load(); });
    for (std::size_t i = 0; i < options_.connections; ++i) senders_.emplace_back([this] { send_claimed(); });
    thread_ = std::thread{[this] { run(); }};
}

Mailer::~Mailer() {
    stop_claiming();
    thread_.join();  // ends after the senders
}

void Mailer::stop_claiming() {
    stop_.request_stop();
}

void Mailer::run() {
    failures_.attempt("mails_not_taken_back", [this] {
        db_.write(std::nullopt, [this](db::Tx& tx) { store::release_all(tx, options_.node); });
    });
    const auto stop = stop_.get_token();
    while (!stop.stop_requested()) {
        Progress progress = Progress::failed;
        failures_.attempt("mails_not_read", [&] { progress = exchange(); });
        if (progress == Progress::made) continue;
        std::unique_lock lock{mutex_};
        changed_.wait_for(lock, stop, options_.poll_interval,
                          [&] { return progress == Progress::none && !attempts_.empty(); });
    }
    for (std::thread& each : senders_) each.join();
    failures_.attempt("mails_not_written", [this] {
        exchange();
        db_.write(std::nullopt, [this](db::Tx& tx) { store::release_all(tx, options_.node); });
    });
}

Mailer::Progress Mailer::exchange() {
    const std::int64_t room = room_for_more();
    // Before the attempts are taken: it may fail.
    const bool looks = (room > 0 && !has_finished()) || stopwatch_.now() >= next_look_;
    const bool finds = looks && has_due();
    std::vector<Attempt> finished;
    {
        const std::lock_guard lock{mutex_};
        finished.swap(attempts_);
    }
    if (finished.empty() && (room == 0 || !finds)) return Progress::none;
    // In one order for everybody who changes several mails, so that no two wait for each other.
    std::ranges::sort(finished, {}, [](const Attempt& each) { return each.mail.id.text(); });
    std::vector<store::StoredMail> claimed;
    const bool succeeded = failures_.attempt("mails_not_written", [&] {
        claimed = db_.write(std::nullopt, [&](db::Tx& tx) {
            for (const Attempt& each : finished) write(tx, each);
            return room > 0 ? store::claim(tx, {.holder = options_.node, .domain = domain_of(options_.from)},
                                           tx.now + kLeaseDuration, room)
                            : std::vector<store::StoredMail>{};
        });
    });
    if (!succeeded) {
        // Their outcomes are written with the next ones.
        const std::lock_guard lock{mutex_};
        std::ranges::move(finished, std::back_inserter(attempts_));
        return Progress::failed;
    }
    for (const Attempt& each : finished) note(each);
    const bool worked = !finished.empty() || !claimed.empty();
    {
        const std::lock_guard lock{mutex_};
        std::ranges::move(claimed, std::back_inserter(claimed_));
    }
    changed_.notify_all();
    return worked ? Progress::made : Progress::none;
}

// So few that all are sent before the lease ends.
std::int64_t Mailer::room_for_more() {
    if (stop_.stop_requested()) return 0;
    auto most = static_cast<std::int64_t>(options_.connections * kClaimedForEach);
    if (options_.most_per_second > 0)
        most =
            std::min(most, options_.most_per_second *
                               std::chrono::duration_cast<std::chrono::seconds>(kLeaseDuration / 4).count());
    const std::lock_guard lock{mutex_};
    return std::max<std::int64_t>(0, most - std::ssize(claimed_) - static_cast<std::int64_t>(in_flight_));
}

bool Mailer::has_finished() {
    const std::lock_guard lock{mutex_};
    return !attempts_.empty();
}

bool Mailer::has_due() {
    const auto oldest = db_.read(std::nullopt, store::oldest_due);
    oldest_due_seconds_ = oldest ? static_cast<double>(clock_.now().ms - oldest->ms) / 1000 : 0;
    next_look_ = stopwatch_.now() + kLookInterval;
    warn_of_backlog();
    return oldest.has_value();
}

// Once, until the queue is short again. A mail server that is slow or gone is logged as such.
void Mailer::warn_of_backlog() {
    const bool is_late = oldest_due_seconds_ > static_cast<double>(kLateAfter.count());
    bool is_held_back = false;
    {
        const std::lock_guard lock{mutex_};
        is_held_back = std::exchange(is_held_back_, false);
    }
    if (is_late && !is_held_back) return;
    failures_.attempt("mails_late", [&] {
        if (!is_late) return;
        throw std::runtime_error("more mails are queued than smtp-rate allows to send (" +
                                 std::to_string(options_.most_per_second) + " per second)");
    });
}

void Mailer::write(db::Tx& tx, const Attempt& attempt) const {
    const auto& [mail, outcome, _] = attempt;
    if (outcome.result == SmtpResult::sent) return store::sent(tx, mail, options_.node);
    if (const auto delay = delay_after(attempt)) {
        store::postpone(tx, mail, options_.node, tx.now + *delay, outcome.reason);
    } else {
        store::fail(tx, mail, options_.node, outcome.reason);
    }
}

// After the outcome is committed.
void Mailer::note(const Attempt& attempt) {
    const auto& [mail, outcome, _] = attempt;
    failures_.attempt("mail_not_sent", mail.id.text(), [&] {
        if (outcome.result == SmtpResult::failed) throw std::runtime_error(outcome.reason);
    });
    if (outcome.result == SmtpResult::sent) return sent_.add();
    if (delay_after(attempt)) return postponed_.add();
    given_up_.add();
    log_.write(telemetry::Level::warn, "mail_given_up",
               {{"mail", mail.id.text()}, {"kind", mail.kind}, {"reason", outcome.reason}});
}

void Mailer::send_claimed() {
    const auto stop = stop_.get_token();
    SmtpConnection connection{options_.server};
    std::unique_lock lock{mutex_};
    while (changed_.wait(lock, stop, [this] { return !claimed_.empty(); })) {
        store::StoredMail mail = std::move(claimed_.front());
        claimed_.pop_front();
        ++in_flight_;
        keep_pace(lock);
        if (stop.stop_requested()) return;  // it is released with the others of this server
        lock.unlock();
        SmtpOutcome outcome = sent_by(connection, mail);
        lock.lock();
        --in_flight_;
        attempts_.push_back({std::move(mail), std::move(outcome), work::random_jitter()});
        changed_.notify_all();
    }
}

SmtpOutcome Mailer::sent_by(SmtpConnection& connection, const store::StoredMail& mail) {
    if (mail.expires_at <= clock_.now()) return {SmtpResult::rejected, "it was not sent in time"};
    try {
        return connection.send({.from = options_.from,
                                .to = mail.to,
                                .id = std::string{mail.id.text()},
                                .domain = mail.message_domain.value(),
                                .sent_at = clock_.now(),
                                .content = text_of(opened(mail, seal_))});
    } catch (const std::exception&) {
        return {SmtpResult::failed, reason_of_current_failure()};
    }
}

// Waits for the turn of the next mail.
void Mailer::keep_pace(std::unique_lock<std::mutex>& lock) {
    if (options_.most_per_second == 0) return;
    const auto start = std::max(next_start_, stopwatch_.now());
    next_start_ = start + std::chrono::nanoseconds{1s} / options_.most_per_second;
    if (start > stopwatch_.now()) is_held_back_ = true;
    const auto stop = stop_.get_token();
    std::condition_variable_any never;
    for (auto now = stopwatch_.now(); now < start && !stop.stop_requested(); now = stopwatch_.now())
        never.wait_for(lock, stop, start - now, [] { return false; });
}

}  // namespace callboard::mail
