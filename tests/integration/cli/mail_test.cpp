// The mails of a server, read and sent again by its operator.
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/sandbox/sandbox_server.h"
#include "support/eventually.h"
#include "support/mail_sink.h"
#include "support/oauth_program.h"
#include "support/program_failure.h"
#include "support/rows.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::Arguments;
using test::expect_failure;
using test::Outcome;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::UnorderedElementsAre;

const std::string kUsers = "/user-api/v201804/users";

class MailCommands : public test::SandboxServer {
  protected:
    Outcome command(const Arguments& arguments) const { return test::command_at(where(), arguments); }
    Outcome plain(Arguments arguments) const {
        const auto flags = where();
        arguments.insert(arguments.end(), flags.begin(), flags.end());
        return test::run(arguments);
    }
    json::array listed(const std::string& status) const {
        const Outcome list = command({"mail", "list", "--status", status});
        EXPECT_EQ(list.code, 0) << list.err;
        return list.json().at("items").as_array();
    }
    static std::string id_of(const json::value& mail) { return std::string{mail.at("mail_id").as_string()}; }
    std::vector<std::string> ids(const std::string& status) const {
        std::vector<std::string> all;
        for (const auto& mail : listed(status)) all.push_back(id_of(mail));
        return all;
    }

    void start_with_mail_server() { start_server({"--sandbox", "--smtp-url", "smtp://" + sink.host()}); }
    // The warning of the response.
    std::string invite(const std::string& name) {
        const auto made =
            caller->post(kUsers, json::serialize(json::object{{"email", name + "@acme.test"},
                                                              {"firstName", "Grace"},
                                                              {"lastName", "Hopper"},
                                                              {"systemRole", {{"id", "STANDARD"}}}}));
        EXPECT_EQ(made.status, 201) << made.body;
        const std::string id{made.json().at("id").as_string()};
        const auto invited = caller->post(kUsers + "/" + id + "/activation-email", "");
        EXPECT_EQ(invited.status, 204) << invited.body;
        return invited.header("warning");
    }
    // The ids of mails that were given up; the server is not running any more.
    std::vector<std::string> given_up(const std::vector<std::string>& names) {
        sink.refuse("RCPT", "550 unknown");
        start_with_mail_server();
        for (const std::string& name : names) EXPECT_EQ(invite(name), "");
        EXPECT_TRUE(test::eventually([&] { return ids("FAILED").size() == names.size(); }));
        server.reset();
        return ids("FAILED");
    }
    std::vector<std::string> rows(const std::string& sql) const {
        return test::Rows{data_dir + "/callboard.db", postgres.get()}.select(sql);
    }
    std::vector<std::string> audited() const {
        return rows("SELECT context FROM audit_record WHERE event_name = 'MAIL_RETRIED' ORDER BY id");
    }
    void expire(const std::string& id) const {
        EXPECT_THAT(rows("UPDATE mail SET expires_at = 1 WHERE id = '" + id + "' RETURNING id"), SizeIs(1));
    }

    test::MailSink sink;
};

TEST_P(MailCommands, AMailIsShownWithoutItsLink) {
    start_server({"--sandbox"});
    EXPECT_THAT(plain({"mail", "list"}).err, HasSubstr("There are no mails."));
    EXPECT_THAT(invite("grace"), HasSubstr("no mail server"));
    const std::string link{caller->get("/sandbox/mails").json().at("mails").at(0).at("link").as_string()};
    const std::string token = link.substr(link.find('=') + 1);
    ASSERT_THAT(ids("PENDING"), SizeIs(1));
    const std::string id = ids("PENDING").front();

    const json::object listed_mail = listed("PENDING").at(0).as_object();
    EXPECT_EQ(listed_mail.at("kind"), "invitation");
    EXPECT_EQ(listed_mail.at("to"), "grace@acme.test");
    EXPECT_TRUE(listed_mail.contains("due"));
    EXPECT_EQ(listed_mail.at("waits_for"), "a mail server: these settings have no smtp-url");
    EXPECT_THAT(ids("FAILED"), IsEmpty());

    const Outcome shown = command({"mail", "show", id});
    EXPECT_EQ(shown.code, 0) << shown.err;
    EXPECT_THAT(shown.text("text"), AllOf(HasSubstr("Grace"), HasSubstr("***")));
    const Outcome text = plain({"mail", "show", id});
    EXPECT_THAT(text.out,
                AllOf(HasSubstr("To: grace@acme.test\n"), HasSubstr("Status: PENDING, 0 attempts\n"),
                      HasSubstr("Waits for: a mail server"), HasSubstr("Subject: " + shown.text("subject")),
                      HasSubstr("***")));
    for (const std::string& output : {shown.out, text.out, plain({"mail", "list"}).out})
        EXPECT_THAT(output, Not(HasSubstr(token)));
    expect_failure(command({"mail", "show", "nonsense"}), 1, "nonsense");
    expect_failure(command({"mail", "show", "01890000-0000-7000-8000-000000000000"}), 1, "there is no mail");
}

TEST_P(MailCommands, AMailThatWaitsSaysForWhat) {
    start_server({"--sandbox"});
    invite("grace");
    const std::string id = ids("PENDING").front();
    const auto reason = [&](const Arguments& flags) {
        Arguments arguments{"mail", "list"};
        arguments.insert(arguments.end(), flags.begin(), flags.end());
        return std::string{command(arguments).json().at("items").at(0).at("waits_for").as_string()};
    };
    const auto change = [&](const std::string& assignment) {
        EXPECT_THAT(rows("UPDATE mail SET " + assignment + " WHERE id = '" + id + "' RETURNING id"),
                    SizeIs(1));
    };
    const auto settings = [&](const std::string& name, const std::string& text) {
        const std::string file = folder.path() / name;
        std::ofstream{file} << text;
        return Arguments{"--config", file};
    };
    const std::string smtp = "smtp-url = \"smtp://" + sink.host() + "\"\n";
    const Arguments with_server = settings("server.toml", smtp);
    EXPECT_EQ(reason({}), "a mail server: these settings have no smtp-url");
    EXPECT_EQ(reason(with_server), "a server: none is sending it yet");
    EXPECT_EQ(reason(settings("rate.toml", smtp + "smtp-rate = 2\n")),
              "the rate limit: smtp-rate allows 2 mails per second");
    change("due_at = 9000000000000, attempts = 1, failure = 'refused'");
    EXPECT_EQ(reason(with_server), "its next attempt");
    change("lease_token = 'a-server'");
    EXPECT_EQ(reason(with_server), "its server, which is sending it");
    change("expires_at = created_at");  // and not so old that the server deletes it
    EXPECT_EQ(reason(with_server), "nothing: it has expired, and will not be sent");
    change("kind = 'of_the_next_version'");
    EXPECT_EQ(reason(with_server), "a server of a later version, which knows its kind");
}

TEST_P(MailCommands, AMailThatWasGivenUpIsSentAgain) {
    const std::vector<std::string> failed = given_up({"grace", "ada"});
    ASSERT_THAT(failed, SizeIs(2));
    const std::string id = failed.front();
    EXPECT_EQ(listed("FAILED").at(0).at("failure"), "the mail server responded with 550");
    EXPECT_THAT(plain({"mail", "show", id}).out, HasSubstr("1 attempts, the last one: the mail server"));

    const Outcome retried = command({"mail", "retry", id});
    ASSERT_EQ(retried.code, 0) << retried.err;
    EXPECT_EQ(retried.text("mail_id"), id);
    EXPECT_THAT(ids("PENDING"), ElementsAre(id));
    EXPECT_THAT(ids("FAILED"), ElementsAre(failed.back()));
    EXPECT_THAT(audited(), ElementsAre(HasSubstr(id)));
    expect_failure(command({"mail", "retry", id}), 1, "is PENDING, not FAILED");

    sink.refuse_nothing();
    start_with_mail_server();
    EXPECT_TRUE(test::eventually([&] { return ids("SENT") == std::vector{id}; }));
    EXPECT_THAT(sink.mails(), ElementsAre(HasSubstr("Message-ID: <" + id + "@")));
    expect_failure(command({"mail", "retry", id}), 1, "is SENT, not FAILED");
    EXPECT_FALSE(command({"mail", "show", id}).json().as_object().contains("text")) << "it was deleted";
    EXPECT_THAT(audited(), SizeIs(1));
}

TEST_P(MailCommands, AMailWhoseLinkHasExpiredIsNotSentAgain) {
    const std::vector<std::string> failed = given_up({"grace"});
    ASSERT_THAT(failed, SizeIs(1));
    expire(failed.front());

    expect_failure(command({"mail", "retry", failed.front()}), 1, "has expired");
    expect_failure(command({"mail", "retry", "01890000-0000-7000-8000-000000000000"}), 1, "there is no mail");
    EXPECT_EQ(json::serialize(command({"mail", "retry-all"}).json().at("queued")), "0");
    EXPECT_THAT(ids("FAILED"), ElementsAre(failed.front()));
    EXPECT_THAT(audited(), IsEmpty());
}

TEST_P(MailCommands, AllThatWereGivenUpAndHaveNotExpiredAreSentAgain) {
    const std::vector<std::string> failed = given_up({"grace", "ada", "late"});
    ASSERT_THAT(failed, SizeIs(3));
    expire(failed[1]);

    const Outcome retried = command({"mail", "retry-all"});
    ASSERT_EQ(retried.code, 0) << retried.err;
    EXPECT_EQ(json::serialize(retried.json().at("queued")), "2");
    EXPECT_THAT(ids("PENDING"), UnorderedElementsAre(failed[0], failed[2]));
    EXPECT_THAT(ids("FAILED"), ElementsAre(failed[1]));
    EXPECT_THAT(audited(), UnorderedElementsAre(HasSubstr(failed[0]), HasSubstr(failed[2])));
    EXPECT_THAT(plain({"mail", "retry-all"}).out, HasSubstr("Queued 0 mails again."));
    EXPECT_THAT(audited(), SizeIs(2));
}

RUN_ON_EACH_DATABASE(MailCommands);

}  // namespace
}  // namespace callboard
