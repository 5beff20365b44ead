#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/store.h"
#include "base/error.h"
#include "cli/command.h"
#include "events/audit_log.h"
#include "mail/mail_store.h"
#include "mail/mail_text.h"

namespace callboard::cli {
namespace {

constexpr std::int64_t kShown = 100;

std::optional<mail::Status> status_named(const std::optional<std::string>& name) {
    if (!name) return std::nullopt;
    return named<mail::Status>(*name);  // one of the choices
}

mail::store::StoredMail stored_mail(db::Snapshot& snapshot, const std::string& id) {
    const auto parsed = MailId::parse(id);
    auto found = parsed ? mail::store::find(snapshot, *parsed) : std::nullopt;
    if (!found) throw not_found("MAIL_NOT_FOUND", "there is no mail " + id);
    return std::move(*found);
}

std::string awaited_by(const mail::store::StoredMail& mail, const settings::Settings& settings,
                       Timestamp now) {
    if (!named<mail::Kind>(mail.kind)) return "a server of a later version, which knows its kind";
    if (mail.expires_at <= now) return "nothing: it has expired, and will not be sent";
    if (!mail.holder.empty() && mail.due_at > now) return "its server, which is sending it";
    if (mail.due_at > now) return "its next attempt";
    if (!settings.smtp_url) return "a mail server: these settings have no smtp-url";
    if (settings.smtp_rate > 0)
        return fmt::format("the rate limit: smtp-rate allows {} mails per second", settings.smtp_rate);
    return "a server: none is sending it yet";
}

Fields fields(const mail::store::StoredMail& mail, const settings::Settings& settings, Timestamp now) {
    Fields fields{{"mail_id", std::string{mail.id.text()}},
                  {"kind", mail.kind},
                  {"to", mail.to},
                  {"status", std::string{name_of(mail.status)}},
                  {"attempts", mail.attempts},
                  {"created", to_iso(mail.created_at)}};
    if (mail.status == mail::Status::pending) {
        fields.emplace_back("due", to_iso(mail.due_at));
        fields.emplace_back("waits_for", awaited_by(mail, settings, now));
    }
    if (mail.finished_at) fields.emplace_back("finished", to_iso(*mail.finished_at));
    if (mail.failure) fields.emplace_back("failure", *mail.failure);
    return fields;
}

struct ListMails : Common {
    std::optional<std::string> status;

    void run() const {
        const auto wanted = status_named(status);
        const settings::Settings loaded = settings();
        app::Store store{loaded, 1};
        const auto mails = store.db().read(std::nullopt, [&](db::Snapshot& snapshot) {
            return mail::store::list(snapshot, wanted, kShown);
        });
        std::vector<Fields> items;
        const Timestamp now = store.clock().now();
        for (const auto& each : mails) items.push_back(fields(each, loaded, now));
        output().list(items, "There are no mails.");
    }
};

struct ShowMail : Common {
    std::string mail;

    // Whoever has the link of a mail has the access that it gives, so it is not shown.
    void run() const {
        const settings::Settings loaded = settings();
        app::Store store{loaded, 1};
        const auto stored = store.db().read(
            std::nullopt, [&](db::Snapshot& snapshot) { return stored_mail(snapshot, mail); });
        const Timestamp now = store.clock().now();
        const bool is_pending = stored.status == mail::Status::pending;
        Fields shown = fields(stored, loaded, now);
        std::string text;
        const auto kind = named<mail::Kind>(stored.kind);
        if (kind && !stored.values.empty()) {
            mail::Mail made{.kind = *kind,
                            .to = stored.to,
                            .language = stored.language,
                            .values = wire::text_map_from(stored.values)};
            if (stored.sealed_link) made.values["link"] = "***";
            const mail::MailText content = mail::text_of(made);
            shown.emplace_back("subject", content.subject);
            shown.emplace_back("text", content.text);
            text = "Subject: " + content.subject + "\n\n" + content.text;
        }
        output().result(
            shown,
            fmt::format("To: {}\nStatus: {}, {} attempts{}\n{}{}", stored.to, name_of(stored.status),
                        stored.attempts, stored.failure ? ", the last one: " + *stored.failure : "",
                        is_pending ? "Waits for: " + awaited_by(stored, loaded, now) + "\n" : "", text));
    }
};

void retry_mail(db::Tx& tx, const mail::store::StoredMail& stored) {
    if (!mail::store::retry(tx, stored.id))
        throw conflict("MAIL_NOT_FAILED", stored.status == mail::Status::failed
                                              ? "the mail " + std::string{stored.id.text()} +
                                                    " has expired: its link does not work any more"
                                              : "the mail " + std::string{stored.id.text()} + " is " +
                                                    std::string{name_of(stored.status)} + ", not FAILED");
    db::Tx inside = tx.within(stored.company);
    events::audit(inside, {},
                  {.name = "MAIL_RETRIED",
                   .entity_type = "COMPANY",
                   .entity_id = stored.company.text(),
                   .context = {{"mailId", stored.id.text()}, {"kind", stored.kind}}});
}

struct RetryMail : Common {
    std::string mail;

    void run() const {
        app::Store store{settings(), 1};
        store.db().write(std::nullopt, [&](db::Tx& tx) { retry_mail(tx, stored_mail(tx, mail)); });
        output().result({{"mail_id", mail}}, fmt::format("Queued the mail {} again.", mail));
    }
};

struct RetryAllMails : Common {
    void run() const {
        app::Store store{settings(), 1};
        const auto mails = store.db().read(std::nullopt, mail::store::list_retriable);
        for (const MailId& each : mails)
            store.db().write(std::nullopt,
                             [&](db::Tx& tx) { retry_mail(tx, stored_mail(tx, std::string{each.text()})); });
        output().result({{"queued", std::ssize(mails)}}, fmt::format("Queued {} mails again.", mails.size()));
    }
};

}  // namespace

void add_mail(CommandSpec& root) {
    CommandSpec& group = root.add("mail", "Mails that wait, were sent, or could not be sent");
    command<ListMails>(group, "list", "List the newest 100 mails")
        .takes("--status", &ListMails::status, "Only those with this status")
        .one_of({"PENDING", "SENT", "FAILED"});
    command<ShowMail>(group, "show", "Show a mail and its text").needs("mail", &ShowMail::mail, "Mail id");
    command<RetryMail>(group, "retry", "Send a mail again that was given up")
        .needs("mail", &RetryMail::mail, "Mail id");
    command<RetryAllMails>(group, "retry-all",
                           "Send all mails again that were given up and have not expired");
}

}  // namespace callboard::cli
