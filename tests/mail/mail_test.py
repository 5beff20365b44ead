#!/usr/bin/env python3
"""Mails reach a real SMTP server (aiosmtpd) over TLS: one that wants a password, refuses, asks to come again, hangs, loses
connections and dies. Servers that are killed lose no mail, on SQLite and on PostgreSQL.

    mail_test.py PROGRAM
"""
import asyncio
import atexit
import email
import email.policy
import json
import logging
import os
import pathlib
import re
import socket
import sqlite3
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword

PROGRAM = sys.argv[1]
TIME_LIMIT = 60  # seconds until something that must happen counts as missing
USER, PASSWORD = "callboard", "s3cret-of-the-mail-server"
HEADERS = ["Auto-Submitted", "Content-Type", "Date", "From", "MIME-Version", "Message-ID", "Subject", "To"]

logging.disable(logging.CRITICAL)  # aiosmtpd reports each handshake that fails


def require(condition, what):
    if not condition:
        sys.exit(f"mail_test: {what}")


def eventually(condition, what):
    until = time.monotonic() + TIME_LIMIT
    while not (result := condition()):
        require(time.monotonic() < until, f"it never happened: {what}")
        time.sleep(0.02)
    return result


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


class MailServer:
    """Keeps the mails, by the local part of the recipient, which also chooses how they are treated."""

    # 0.0.0.0 is this machine, too, but a host that the program does not take for it, so that it requires TLS.
    ADDRESS = "0.0.0.0"

    def __init__(self, folder, starttls=False):
        certificate, key = folder / "certificate.pem", folder / "key.pem"
        if not certificate.exists():
            subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
                            "2", "-subj", "/CN=localhost", "-addext", f"subjectAltName=DNS:localhost,IP:{self.ADDRESS}",
                            "-keyout", key, "-out", certificate], check=True, stderr=subprocess.DEVNULL)
        self._context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self._context.load_cert_chain(certificate, key)
        self._starttls = starttls
        self._port = free_port()
        self.url = f"{'smtp' if starttls else 'smtps'}://{USER}:{PASSWORD}@{self.ADDRESS if starttls else 'localhost'}:{self._port}"
        self.trusted = ["--smtp-ca-file", str(certificate)]
        self.mails, self.attempts, self.recipients, self.held = {}, {}, {}, set()
        self.upgraded = set()  # connections that began without TLS
        self.released = threading.Event()
        self.start()

    def start(self):
        tls = {"tls_context": self._context, "require_starttls": True} if self._starttls else {
            "ssl_context": self._context, "auth_require_tls": False}
        self._controller = Controller(self, hostname="localhost", port=self._port, authenticator=self.authenticate,
                                      auth_required=True, ready_timeout=TIME_LIMIT, **tls)
        self._controller.start()

    def stop(self):
        self._controller.stop()

    def authenticate(self, server, session, envelope, mechanism, data):
        fits = isinstance(data, LoginPassword) and (data.login, data.password) == (USER.encode(), PASSWORD.encode())
        return AuthResult(success=fits, handled=fits)

    async def wait_for_release(self):
        while not self.released.is_set():
            await asyncio.sleep(0.02)

    async def handle_RCPT(self, server, session, envelope, address, options):
        name = address.split("@")[0]
        self.attempts[name] = self.attempts.get(name, 0) + 1
        if name == "unknown":
            return "550 no such user"
        if name == "grey" and self.attempts[name] == 1:
            return "451 come again later"
        if name == "slow":
            await self.wait_for_release()
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        name = envelope.rcpt_tos[0].split("@")[0]
        if name.startswith("held"):
            self.held.add(name)
            await self.wait_for_release()
        self.mails.setdefault(name, []).append(email.message_from_bytes(envelope.content, policy=email.policy.default))
        self.recipients.setdefault(name, []).append(envelope.rcpt_tos)
        if session.ssl is not None:
            self.upgraded.add(name)
        if name == "lost" and self.attempts[name] == 1:
            server.transport.abort()  # the mail is stored, but the client gets no reply
            await asyncio.sleep(TIME_LIMIT)
        return "250 accepted"


class Server:
    def __init__(self, folder, mails, *database):
        self._where = ["--data-dir", str(folder), *database]
        self._log = pathlib.Path(tempfile.mkstemp(suffix=".log")[1])
        self._key = json.loads(self.command("demo", "--json"))["api_key"]
        self.start(mails, mails.trusted)

    def try_command(self, *arguments):
        return subprocess.run([PROGRAM, *arguments, *self._where], capture_output=True, text=True)

    def command(self, *arguments):
        done = self.try_command(*arguments)
        require(done.returncode == 0, f"{arguments}: {done.stderr}")
        return done.stdout

    def start(self, mails, trusted):
        with self._log.open("a") as log:
            self._process = subprocess.Popen(
                [PROGRAM, "serve", "--listen", "127.0.0.1:0", "--sandbox", "--customer-requests", "0", "--smtp-from",
                 "callboard@example.test", *trusted, *self._where],
                stdout=subprocess.PIPE, stderr=log, text=True, env={**os.environ, "CALLBOARD_SMTP_URL": mails.url})
        atexit.register(self._process.kill)
        line = self._process.stdout.readline()
        require(line.startswith("listening on "), f"the server did not start: {self.log()}")
        self._address = line.removeprefix("listening on ").strip()

    def log(self):
        return self._log.read_text()

    def kill(self):
        self._process.kill()
        self._process.wait()

    def ask(self, method, path, body=None):
        request = urllib.request.Request(self._address + path, None if body is None else json.dumps(body).encode(),
                                         {"X-SmartToken": self._key, "Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=TIME_LIMIT) as answer:
            return json.loads(answer.read() or b"null")

    def advance(self, duration):
        self.ask("POST", "/sandbox/clock", {"advance": duration})

    def invite(self, name, first_name="Grace"):
        user = self.ask("POST", "/user-api/v201804/users",
                        {"email": f"{name}@example.test", "firstName": first_name, "lastName": "Hopper", "systemRole": {"id": "STANDARD"}})
        self.ask("POST", f"/user-api/v201804/users/{user['id']}/activation-email")

    def mail_to(self, name):
        listed = json.loads(self.command("mail", "list", "--json"))["items"]
        return next(mail for mail in listed if mail["to"] == f"{name}@example.test")

    def becomes(self, name, status):
        eventually(lambda: self.mail_to(name)["status"] == status, f"the mail to {name} is {status}")


def arrives(mails, name):
    return eventually(lambda: mails.mails.get(name), f"a mail to {name} arrives")[0]


def require_one_id(mails, name):
    require(len({mail["Message-ID"] for mail in mails.mails[name]}) == 1, f"the mails to {name} have the same Message-ID")


def content_of(mail):
    parts = {part.get_content_type(): part.get_content() for part in mail.walk() if not part.is_multipart()}
    require(sorted(parts) == ["text/html", "text/plain"], f"the mail has the parts {sorted(parts)}")
    return parts


def hostile_texts(server, mails, file):
    """Somebody else's text stays text, in the headers and in HTML. Returns a link of a mail."""
    server.invite("new", "Ev\u0131l <b>Bcc: x@example.test</b>")
    mail = arrives(mails, "new")
    parts = content_of(mail)
    link = re.search(r"http://\S+", parts["text/plain"]).group()
    require(link in parts["text/html"] and "<b>Bcc" not in parts["text/html"], "the HTML part has the link and no foreign markup")
    require(str(mail["To"]) == "new@example.test", f"the recipient is {mail['To']}")
    require(sorted(mail.keys()) == HEADERS, f"the mail has the headers {sorted(mail.keys())}")
    require(urllib.request.urlopen(link).status == 200, "the link of the mail opens a page")

    # The name of the company is in the subject. Nobody can give it a line end; one in the database adds no header either.
    for name in ("Acme\r\nBcc: x@example.test", "Acme\nX", "Acme\rX", "Acme\tX", "Acme\x7f", "Acme\u0085X"):
        require(server.try_command("company", "add", "--name", name, "--identifier", "evil").returncode == 1,
                f"a company with the name {name!r} is refused")
    evil = "Acme\r\nBcc: x@example.test\nX-Evil: 1\r\n\r\n<b>Body</b>\u2028\u202e=?utf-8?q?=0d=0aX-Evil:_2?="
    server.kill()
    with sqlite3.connect(file) as database:
        database.execute("UPDATE company SET name = ?", (evil,))
    database.close()
    server.start(mails, mails.trusted)
    server.invite("subject")
    mail = arrives(mails, "subject")
    subject = str(mail["Subject"])
    require(sorted(mail.keys()) == HEADERS, f"the mail has the headers {sorted(mail.keys())}")
    require(mails.recipients["subject"] == [["subject@example.test"]], f"the recipients are {mails.recipients['subject']}")
    require("Bcc: x@example.test X-Evil: 1" in subject and subject.isprintable(), f"the subject is {subject!r}")
    require("=?utf-8?q?=0d=0a" in subject, f"what looks encoded stays as it is: {subject!r}")
    parts = content_of(mail)
    require(not re.search(r"^(Bcc|X-Evil)", parts["text/plain"], re.MULTILINE), "the name stays in its line")
    require("<b>Body" not in parts["text/html"], "the name is no markup")
    return link


def failures(server, mails):
    # Refused for good.
    server.invite("unknown")
    server.becomes("unknown", "FAILED")
    require("550" in server.mail_to("unknown")["failure"], "the reason of the failure is kept")

    # To come again, and then the same mail.
    server.invite("grey")
    eventually(lambda: server.mail_to("grey")["attempts"] == 1, "the first attempt fails")
    server.advance("2m")
    arrives(mails, "grey")
    server.becomes("grey", "SENT")

    # Accepted, but the connection was lost before the server said so: only a second mail makes sure.
    server.invite("lost")
    eventually(lambda: server.mail_to("lost")["attempts"] == 1, "the first attempt counts as failed")
    require(server.mail_to("lost")["status"] == "PENDING" and len(mails.mails["lost"]) == 1, "the mail waits, and has arrived")
    server.advance("2m")
    server.becomes("lost", "SENT")
    require(len(mails.mails["lost"]) == 2, "it was sent again")
    require_one_id(mails, "lost")

    # A server that hangs holds up one mail only.
    server.invite("slow")
    eventually(lambda: mails.attempts.get("slow"), "the mail server has the recipient")
    server.invite("quick")
    arrives(mails, "quick")
    require("slow" not in mails.mails, "the mail server still hangs")
    mails.released.set()
    server.advance("2m")  # on a machine so slow that the attempt took too long
    arrives(mails, "slow")


def kills(server, mails, engine):
    """kill -9 loses no mail."""
    # After the changes were committed, and before a mail could be sent.
    later = [f"later{i}.{engine}" for i in range(5)]
    mails.stop()
    for name in later:
        server.invite(name)
    server.kill()
    mails.start()
    server.start(mails, mails.trusted)
    server.advance("10m")
    for name in later:
        arrives(mails, name)

    # While mails are sent.
    held = [f"held{i}.{engine}" for i in range(4)]
    mails.released.clear()
    for name in held:
        server.invite(name)
    eventually(lambda: mails.held.issuperset(held), "the mail server has all these mails, and has not accepted them")
    server.kill()
    server.start(mails, mails.trusted)
    mails.released.set()
    server.advance("2m")  # as above
    for name in held:
        arrives(mails, name)

    for name in later + held:
        server.becomes(name, "SENT")
        require_one_id(mails, name)


def starttls(server, mails):
    """A server that offers TLS after EHLO. The mails arrive encrypted, or not at all."""
    server.kill()
    server.start(mails, mails.trusted)
    server.invite("upgraded")
    arrives(mails, "upgraded")
    server.becomes("upgraded", "SENT")
    require("upgraded" in mails.upgraded, "STARTTLS was used")
    refuse_stranger(server, mails, "careful.starttls")


def refuse_stranger(server, mails, name):
    """A mail server that cannot show who it is gets nothing."""
    server.kill()
    server.start(mails, [])
    server.invite(name)
    eventually(lambda: "certificate" in server.mail_to(name).get("failure", ""), "the certificate is refused")
    require(name not in mails.mails, "the mail waits")


class Postgres:
    """A database of the server in TEST_POSTGRES_URL (tools/with-postgres)."""

    def __init__(self):
        require("TEST_POSTGRES_URL" in os.environ, "TEST_POSTGRES_URL is not set; run the test with ./dev test")
        self._server, self._name = os.environ["TEST_POSTGRES_URL"], f"mail_{os.getpid()}"
        self.url = self._server.rsplit("/", 1)[0] + "/" + self._name

    def __enter__(self):
        self._run(f"CREATE DATABASE {self._name} TEMPLATE callboard_template")
        return self

    def __exit__(self, *_):
        self._run(f"DROP DATABASE {self._name} WITH (FORCE)")

    def _run(self, statement):
        subprocess.run(["psql", "-qX", self._server, "-c", statement], check=True)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        mails, upgrading = MailServer(folder), MailServer(folder, starttls=True)
        server = Server(folder / "data", mails)
        link = hostile_texts(server, mails, folder / "data" / "callboard.db")
        failures(server, mails)
        kills(server, mails, "sqlite")
        starttls(server, upgrading)
        refuse_stranger(server, mails, "careful")
        server.kill()

        with Postgres() as database:
            other = Server(folder / "other", mails, "--database", database.url)
            kills(other, mails, "postgres")
            other.kill()

        for file in [*folder.rglob("*"), server._log, other._log]:
            if file.is_file():
                require(PASSWORD.encode() not in file.read_bytes(), f"{file} has the password of the mail server")
                require(link.rsplit("=", 1)[-1].encode() not in file.read_bytes(), f"{file} has the link of a mail")
        mails.stop()
        upgrading.stop()


main()
