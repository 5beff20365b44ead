#include "pages/identity/password_link_pages.h"

#include <memory>
#include <string>
#include <utility>

#include "accounts/password.h"
#include "accounts/password_links.h"
#include "base/encoding.h"
#include "pages/identity/browser.h"
#include "pages/identity/layout.h"
#include "pages/identity/password_check.h"

namespace callboard::pages {
namespace {

constexpr std::string_view kForgetting = "forgot-password";
constexpr std::string_view kSettingPassword = "new-password";

// Makes a link beside the reply, which waits for nothing: neither its text nor its time shows whether there
// is such an account.
class LinkRequest final : public db::WriteWork {
  public:
    LinkRequest(std::string email, const edge::WebCall& call)
        : db::WriteWork(std::nullopt),
          email_(std::move(email)),
          page_(call.public_url() + std::string{edge::kNewPasswordPath}),
          seal_(call.services.seal),
          address_(call.request.client),
          request_id_(call.request.id),
          log_(call.services.log) {}

    void run(db::Tx& tx) override {
        accounts::forgot_password(tx, email_, {.page = page_, .seal = seal_},
                                  {.user = {}, .address = address_, .request_id = request_id_});
    }
    void done(std::exception_ptr failure) noexcept override {
        if (failure) log_.write(telemetry::Level::warn, "password_link_not_made", {{"request", request_id_}});
        delete this;
    }

  private:
    const std::string email_;
    const std::string page_;
    const Seal& seal_;
    const IpAddress address_;
    const std::string request_id_;
    const telemetry::Log& log_;
};

edge::WebReply forgot_form(const edge::WebCall& call, Html message) {
    const Secret visitor = visitor_of(call);
    edge::WebReply reply =
        identity_page("Forgot your password?",
                      fill(web_file("identity/forgot_password.html"),
                           {{"notice", std::move(message)}, {"token", form_token(visitor, kForgetting)}}));
    set_visitor(reply, call, visitor);
    return reply;
}

// In a sandbox, mails that wait are read over the API.
bool mails_reach_readers(const edge::WebCall& call) {
    return call.services.sends_mail || call.services.sandbox_clock;
}

std::string_view link_is_mailed(const edge::WebCall& call) {
    return call.services.sends_mail ? "If there is an account with this address, you will get a mail with a "
                                      "link in a few minutes. "
                                      "It works for 24 hours."
                                    : "This server sends no mail. If there is an account with this address, "
                                      "GET /sandbox/mails has "
                                      "a mail with a link. It works for 24 hours.";
}

edge::WebReply sends_no_mail() {
    return explain(
        200, "Forgot your password?", "This server sends no mail.",
        "Ask an administrator of your company, or the operator of this server, for a new password.");
}

edge::WebReply link_is_stale() {
    return explain(410, "This link does not work any more",
                   "It was used before, it is older than a day, your password was changed since, or somebody "
                   "else has your e-mail address now.",
                   "Ask for a new one at /identity/forgot-password, or ask your administrator.");
}

edge::WebReply new_password_form(const edge::WebCall& call, const accounts::OpenLink& link,
                                 std::string_view token, Html message) {
    const bool is_invited = link.purpose == accounts::LinkPurpose::invitation;
    const std::string_view title = is_invited ? "Set a password for your account" : "Set a new password";
    const Secret visitor = visitor_of(call);
    edge::WebReply reply = identity_page(
        title, fill(web_file("identity/new_password.html"), {{"title", title},
                                                             {"notice", std::move(message)},
                                                             {"token", form_token(visitor, kSettingPassword)},
                                                             {"link", token},
                                                             {"email", link.email}}));
    set_visitor(reply, call, visitor);
    return reply;
}

}  // namespace

edge::WebReply forgot_password_page(db::Snapshot&, const edge::WebCall& call) {
    return mails_reach_readers(call) ? forgot_form(call, {}) : sends_no_mail();
}

edge::ReplyOrCheck forgot_password(db::Db& db, const edge::WebCall& call) {
    if (!has_form_token(call, form_token(visitor_of(call), kForgetting))) return form_is_stale();
    if (!mails_reach_readers(call)) return sends_no_mail();
    if (const auto wait = too_many_links(call)) return *wait;
    db.start(*std::make_unique<LinkRequest>(std::string{call.form->text("email")}, call).release());
    return forgot_form(call, notice(Tone::good, link_is_mailed(call)));
}

edge::WebReply new_password_page(db::Snapshot& snapshot, const edge::WebCall& call) {
    const std::string_view token = call.query ? call.query->text("token") : "";
    const auto link = accounts::open_link(snapshot, Secret{std::string{token}});
    if (!link) return link_is_stale();
    return new_password_form(call, *link, token, {});
}

edge::ReplyOrCheck set_new_password(db::Db& db, const edge::WebCall& call) {
    if (!has_form_token(call, form_token(visitor_of(call), kSettingPassword))) return form_is_stale();
    const Secret token{std::string{call.form->text("link")}};
    const auto attempt = std::make_shared<edge::SignInAttempt>();
    if (const auto refusal = too_many_guesses(call, guess_of_link(token.reveal()), *attempt)) return *refusal;
    const auto link =
        db.read(std::nullopt, [&](db::Snapshot& snapshot) { return accounts::open_link(snapshot, token); });
    if (!link) {
        attempt->failed();
        return link_is_stale();
    }
    const Secret password{std::string{call.form->text("new")}};
    if (!accounts::is_good_password(password)) {
        auto reply = new_password_form(call, *link, token.reveal(),
                                       notice(Tone::bad, "The password must have 12 to 1024 characters."));
        reply.status = 422;
        return reply;
    }
    return hash_password(password, attempt->count(), [&db, &call, token, attempt](const std::string& hash) {
        attempt->failed();  // also if the change is refused: it has cost a hash
        const bool used = db.write(
            std::nullopt, [&](db::Tx& tx) { return accounts::use_link(tx, token, hash, call.author()); });
        if (!used) return link_is_stale();
        attempt->succeeded();
        edge::WebReply reply = edge::redirect("/identity/sign-in?done=password");
        reply.changed_credentials = true;
        return reply;
    });
}

}  // namespace callboard::pages
